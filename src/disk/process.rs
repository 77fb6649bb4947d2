//! Whether another program still runs.

use std::fs;

/// Whether a process lives; where that cannot be known, it is taken to.
pub fn is_alive(process: u32) -> bool {
    #[cfg(unix)]
    {
        let Some(process) = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw) else { return true };
        // Someone else's process lives too.
        !matches!(rustix::process::test_kill_process(process), Err(rustix::io::Errno::SRCH))
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        true
    }
}

/// Whether a process is still at its work: one that has ended lives on in the tables of the system until its parent has
/// heard of it, and some parents never listen.
pub(super) fn is_at_work(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let has_ended = stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with(['Z', 'X']));
    !has_ended && is_alive(process)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn one_that_nobody_has_waited_for_is_not_at_work() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        assert!(is_at_work(child.id()) && is_at_work(std::process::id()));
        child.kill().unwrap();
        while is_at_work(child.id()) {
            std::thread::yield_now();
        }
        assert!(is_alive(child.id()));
        child.wait().unwrap();
    }

    #[test]
    fn one_that_ended_is_not_alive() {
        assert!(is_alive(std::process::id()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        assert!(!is_alive(child.id()));
    }
}
