//! Replaces a file in one step, so that nobody ever reads half of it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::disk::DiskProblem;

/// Replaces a file: writes beside it, then renames. Permissions are kept; a link is written through. Refused when
/// the file no longer holds `expected`, the bytes it was read with (`None`: it must not exist yet).
pub fn write(path: &Path, expected: Option<&[u8]>, text: &str) -> Result<(), DiskProblem> {
    let problem = |error: &io::Error| DiskProblem::from_error("write", path, error);
    let target = target(path, expected)?;
    let is_new = expected.is_none();
    if let (true, Some(folder)) = (is_new, target.parent()) {
        fs::create_dir_all(folder).map_err(|error| problem(&error))?;
    }
    let beside = beside(&target);
    let written = replace(&target, &beside, text, is_new);
    if written.is_err() {
        // Nothing half-written is left behind; that it may be gone already does not matter.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(|error| problem(&error))
}

/// Removes a file that still holds `expected`. Where a link leads to it, link and file stay, and it holds `blank`.
pub fn remove_file(path: &Path, expected: Option<&[u8]>, blank: &str) -> Result<(), DiskProblem> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) {
        return write(path, expected, blank);
    }
    fs::remove_file(target(path, expected)?).map_err(|error| DiskProblem::from_error("delete", path, &error))
}

/// The file that a path leads to, when it may be written and still holds `expected`.
fn target(path: &Path, expected: Option<&[u8]>) -> Result<PathBuf, DiskProblem> {
    let problem = |error: &io::Error| DiskProblem::from_error("write", path, error);
    // The file behind a link is replaced, not the link.
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::symlink_metadata(path) {
            // Something stands there, only what it leads to does not.
            Ok(_) => return Err(DiskProblem::new("write", path, "it is a link that leads nowhere")),
            Err(_) => path.to_owned(),
        },
        Err(error) => return Err(problem(&error)),
    };
    let now = match fs::read(&target) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(problem(&error)),
    };
    if now.as_deref() != expected {
        let reason = match (expected, &now) {
            (None, _) => "it exists already",
            (Some(_), None) => "it is no longer there",
            (Some(_), Some(_)) => "it has changed since it was read",
        };
        return Err(DiskProblem::new("write", path, reason));
    }
    // A rename would replace it all the same; whoever made it read-only meant otherwise.
    if fs::metadata(&target).is_ok_and(|metadata| metadata.permissions().readonly()) {
        return Err(DiskProblem::new("write", path, "it is read-only"));
    }
    Ok(target)
}

fn replace(target: &Path, beside: &Path, text: &str, is_new: bool) -> io::Result<()> {
    let mut file = create(beside, is_new)?;
    file.write_all(text.as_bytes())?;
    if let Ok(metadata) = fs::metadata(target) {
        file.set_permissions(metadata.permissions())?;
    }
    // A name must not lead to what the disk does not have yet.
    file.sync_all()?;
    drop(file);
    if is_new {
        // A second name, unlike a rename, never replaces what someone has made meanwhile.
        match fs::hard_link(beside, target) {
            Ok(()) => return fs::remove_file(beside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(io::Error::other("it exists already"));
            }
            // Not every disk has second names.
            Err(_) => {}
        }
    }
    fs::rename(beside, target)
}

/// Makes the file beside the target. What replaces a file is its owner's alone until it has the permissions of that
/// file: there may be a key in it. A new file has the usual ones.
fn create(beside: &Path, is_new: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if !is_new {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = is_new;
    options.open(beside)
}

/// A name in the same folder that nobody else uses.
fn beside(target: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    target.with_file_name(format!(".{name}.{}-{count}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_what_was_read_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/SKILL.md");
        write(&path, None, "one").unwrap();
        write(&path, Some(b"one"), "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let message = |result: Result<(), DiskProblem>| result.unwrap_err().message;
        assert!(message(write(&path, Some(b"one"), "three")).ends_with("it has changed since it was read"));
        assert!(message(write(&path, None, "three")).ends_with("it exists already"));
        assert!(message(write(&folder.path().join("x"), Some(b""), "")).ends_with("it is no longer there"));
        assert!(message(write(folder.path(), Some(b""), "")).starts_with("cannot write "));
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1, "nothing is left beside it");
        assert!(message(remove_file(&path, Some(b"one"), "")).ends_with("it has changed since it was read"));
        remove_file(&path, Some(b"two"), "").unwrap();
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn what_replaces_a_file_is_never_open_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (first, usual) = (folder.path().join("first"), folder.path().join("usual"));
        create(&first, false).unwrap();
        assert_eq!(mode(&first), 0o600);
        fs::write(&usual, "").unwrap();
        let new = folder.path().join("new");
        write(&new, None, "a").unwrap();
        assert_eq!(mode(&new), mode(&usual));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "a").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&real, &link).unwrap();
        write(&link, Some(b"a"), "b").unwrap();
        symlink(folder.path().join("gone"), folder.path().join("dangling")).unwrap();
        let refused = write(&folder.path().join("dangling"), None, "b").unwrap_err();
        assert!(refused.message.ends_with("it is a link that leads nowhere"));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "b");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
        remove_file(&link, Some(b"b"), "{}").unwrap();
        assert_eq!(fs::read_to_string(&link).unwrap(), "{}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
