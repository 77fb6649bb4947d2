//! Whether an ignore file may be read: a pipe of that name would never end.

use std::path::Path;

/// Whether something other than a file stands where an ignore file would.
pub(super) fn is_blocked(folder: &Path) -> bool {
    [".gitignore", ".ignore"]
        .iter()
        .any(|name| folder.join(name).metadata().is_ok_and(|it| !it.is_file() && !it.is_dir()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::catalog::Files;
    use crate::disk::files::RealFiles;

    #[test]
    fn a_pipe_is_never_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join(".gitignore");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(is_blocked(folder.path()));
        assert_eq!(RealFiles.bytes(&pipe), None);
        std::fs::remove_file(&pipe).unwrap();
        std::fs::write(&pipe, "out/\n").unwrap();
        assert!(!is_blocked(folder.path()));
        assert_eq!(RealFiles.bytes(&pipe).as_deref(), Some(b"out/\n".as_slice()));
    }
}
