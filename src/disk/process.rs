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
    #[cfg(windows)]
    {
        windows_knows(process)
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = process;
        true
    }
}

#[cfg(windows)]
#[allow(unsafe_code, reason = "Windows tells it in no other way; the handle is ours from its opening to its closing")]
fn windows_knows(process: u32) -> bool {
    use windows_sys::Win32::Foundation::{CloseHandle, ERROR_INVALID_PARAMETER, GetLastError, WAIT_OBJECT_0};
    use windows_sys::Win32::System::Threading::{OpenProcess, PROCESS_SYNCHRONIZE, WaitForSingleObject};
    // SAFETY: numbers go in, and a handle that is not null is closed once, here.
    unsafe {
        let handle = OpenProcess(PROCESS_SYNCHRONIZE, 0, process);
        if handle.is_null() {
            // No process has this number; someone else's, which may not be looked at, lives too.
            return GetLastError() != ERROR_INVALID_PARAMETER;
        }
        let has_ended = WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
        CloseHandle(handle);
        !has_ended
    }
}

/// Whether a process is still at its work: one that has ended lives on in the tables of the system until its parent has
/// heard of it, and some parents never listen.
pub(super) fn is_at_work(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let has_ended = stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with(['Z', 'X']));
    !has_ended && is_alive(process)
}

#[cfg(test)]
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
        let program = if cfg!(windows) { "hostname" } else { "true" };
        let mut child = std::process::Command::new(program).stdout(std::process::Stdio::null()).spawn().unwrap();
        child.wait().unwrap();
        assert!(!is_alive(child.id()));
    }
}
