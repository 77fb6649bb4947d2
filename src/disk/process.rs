//! Whether another program still runs.

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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_that_ended_is_not_alive() {
        assert!(is_alive(std::process::id()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        assert!(!is_alive(child.id()));
    }
}
