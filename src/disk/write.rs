//! Replaces a file in one step, so that nobody ever reads half of it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::catalog::Reach;
use crate::disk::process::is_at_work;
use crate::disk::read::whole;
use crate::disk::real::real_path;
use crate::disk::{DiskProblem, NOWHERE};

/// Replaces a file: writes beside it, then renames. Permissions are kept; a link that stays inside the reach is written
/// through. Refused when the file no longer holds `expected`, the bytes it was read with (`None`: it must not exist
/// yet), and when it has other names, which would go on holding the old text.
pub fn write(reach: &Reach, path: &Path, expected: Option<&[u8]>, text: &str) -> Result<(), DiskProblem> {
    let problem = |error: &io::Error| DiskProblem::from_error("write", path, error);
    let target = target(reach, path, expected)?;
    let is_new = expected.is_none();
    let folder = target.parent().unwrap_or(&target);
    // The folders that are made here go again when nothing comes to lie in them.
    let made: Vec<&Path> = folder.ancestors().take_while(|folder| is_new && !folder.exists()).collect();
    let written = fs::create_dir_all(folder).and_then(|()| put(&target, expected, text));
    if written.is_err() {
        made.into_iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    written.map_err(|error| problem(&error))
}

/// Writes a file that the user named, wherever its path leads: whole or not at all, unless it is a pipe or a device.
pub fn write_named(path: &Path, text: &str) -> Result<(), DiskProblem> {
    let problem = |error: io::Error| DiskProblem::from_error("write", path, &error);
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let file = OpenOptions::new().write(true).open(path);
        return file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(problem);
    }
    let target = real(path).map_err(problem)?;
    let there = whole(&target).map_err(problem)?;
    write(&Reach::default(), &target, there.as_deref(), text)
}

/// Writes a file whole or not at all, in a folder that is there. Of what is new (`None`) the error is `AlreadyExists`
/// when it is not.
pub(super) fn put(target: &Path, expected: Option<&[u8]>, text: &str) -> io::Result<()> {
    let beside = beside(target);
    let written = replace(target, &beside, text, expected);
    if written.is_err() {
        // Nothing half-written is left behind; that it may be gone already does not matter.
        let _ = fs::remove_file(&beside);
    }
    target.parent().into_iter().for_each(remove_left_behind);
    written
}

/// Removes a file that still holds `expected`. Where a link leads to it, link and file stay, and it holds `blank`.
pub fn remove_file(reach: &Reach, path: &Path, expected: Option<&[u8]>, blank: &str) -> Result<(), DiskProblem> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) {
        return write(reach, path, expected, blank);
    }
    fs::remove_file(target(reach, path, expected)?).map_err(|error| DiskProblem::from_error("delete", path, &error))
}

/// Removes what a process left beside its files that was ended while it wrote.
fn remove_left_behind(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let writer = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(".tmp")?.rsplit_once('.'));
        let writer = writer.and_then(|(_, writer)| writer.split_once('-'));
        if let Some((Ok(process), Ok(_))) = writer.map(|(process, count)| (process.parse(), count.parse::<u64>()))
            && process != std::process::id()
            && !is_at_work(process)
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Where a file lies, or would lie, with the links in its path resolved.
fn real(path: &Path) -> io::Result<PathBuf> {
    match (real_path(path), path.parent(), path.file_name()) {
        (Err(error), Some(folder), Some(name)) if error.kind() == io::ErrorKind::NotFound => {
            real(folder).map(|folder| folder.join(name))
        }
        (real, ..) => real,
    }
}

/// The number of names that a file has.
fn names(metadata: &fs::Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(metadata);
    #[cfg(not(unix))]
    return metadata.is_file().into();
}

/// The file that a path leads to, when it may be written and still holds `expected`.
fn target(reach: &Reach, path: &Path, expected: Option<&[u8]>) -> Result<PathBuf, DiskProblem> {
    let problem = |error: &io::Error| DiskProblem::from_error("write", path, error);
    // The file behind a link is replaced, not the link.
    let target = match real_path(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::symlink_metadata(path) {
            // Something stands there, only what it leads to does not.
            Ok(_) => return Err(DiskProblem::new("write", path, NOWHERE)),
            Err(_) => real(path).map_err(|error| problem(&error))?,
        },
        Err(error) => return Err(problem(&error)),
    };
    if !reach.is_inside(path, &target) {
        return Err(DiskProblem::new("write", path, format!("it leads outside, to {}", target.display())));
    }
    hold_unchanged(&target, expected).map_err(|error| problem(&error))?;
    let Ok(mut metadata) = fs::metadata(&target) else { return Ok(target) };
    // A rename would replace it all the same; whoever made it read-only, or gave it a second name, meant otherwise.
    if metadata.permissions().readonly() {
        return Err(DiskProblem::new("write", path, "it is read-only"));
    }
    if names(&metadata) > 1 {
        // The second name may be what a process left that was ended when it had just made the file.
        target.parent().into_iter().for_each(remove_left_behind);
        metadata = fs::metadata(&target).map_err(|error| problem(&error))?;
    }
    match names(&metadata) {
        0 | 1 => Ok(target),
        names => {
            Err(DiskProblem::new("write", path, format!("the file has {names} names, which would part (hard links)")))
        }
    }
}

/// Whether a file still holds the bytes it was read with; an error says why not.
fn hold_unchanged(target: &Path, expected: Option<&[u8]>) -> io::Result<()> {
    match (expected, whole(target)?) {
        (expected, now) if now.as_deref() == expected => Ok(()),
        (None, _) => Err(exists_already()),
        (Some(_), None) => Err(io::Error::other("it is no longer there")),
        (Some(_), Some(_)) => Err(io::Error::other("it has changed since it was read")),
    }
}

fn exists_already() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "it exists already")
}

fn replace(target: &Path, beside: &Path, text: &str, expected: Option<&[u8]>) -> io::Result<()> {
    let is_new = expected.is_none();
    let mut file = create(beside, is_new)?;
    file.write_all(text.as_bytes())?;
    if let Ok(metadata) = fs::metadata(target) {
        file.set_permissions(metadata.permissions())?;
    }
    // A name must not lead to what the disk does not have yet.
    file.sync_all()?;
    drop(file);
    if is_new {
        // What someone has made meanwhile is never replaced.
        match rename_to_new(beside, target) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(exists_already()),
            // Not every disk can do that.
            Err(_) => {}
        }
    }
    // A slow disk takes its time: somebody may have written meanwhile.
    hold_unchanged(target, expected)?;
    fs::rename(beside, target)
}

/// Renames where nothing is yet: in one step where the system can, else with a second name for a moment.
fn rename_to_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            Ok(()) => return Ok(()),
            Err(rustix::io::Errno::EXIST) => return Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => {}
        }
    }
    fs::hard_link(from, to).and_then(|()| fs::remove_file(from))
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

/// So many letters of a file's own name stand in the name of the one beside it: a name has at most 255 bytes.
const MOST_LETTERS: usize = 50;

/// A name in the same folder that nobody else uses.
fn beside(target: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().take(MOST_LETTERS).collect();
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
        write(&Reach::default(), &path, None, "one").unwrap();
        write(&Reach::default(), &path, Some(b"one"), "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let message = |result: Result<(), DiskProblem>| result.unwrap_err().message;
        assert!(
            message(write(&Reach::default(), &path, Some(b"one"), "three"))
                .ends_with("it has changed since it was read")
        );
        assert!(message(write(&Reach::default(), &path, None, "three")).ends_with("it exists already"));
        assert!(
            message(write(&Reach::default(), &folder.path().join("x"), Some(b""), ""))
                .ends_with("it is no longer there")
        );
        assert!(message(write(&Reach::default(), folder.path(), Some(b""), "")).starts_with("cannot write "));
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1, "nothing is left beside it");
        assert!(
            message(remove_file(&Reach::default(), &path, Some(b"one"), ""))
                .ends_with("it has changed since it was read")
        );
        remove_file(&Reach::default(), &path, Some(b"two"), "").unwrap();
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
        write(&Reach::default(), &new, None, "a").unwrap();
        assert_eq!(mode(&new), mode(&usual));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use crate::catalog::Area;
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "a").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&real, &link).unwrap();
        let refused = write(&Reach::default(), &link, Some(b"a"), "b").unwrap_err().message;
        assert!(refused.contains("it leads outside, to "), "{refused}");
        let area = Area { path: folder.path().to_owned(), real: real_path(folder.path()).unwrap() };
        let reach = &Reach { workspaces: vec![area], ..Reach::default() };
        write(reach, &link, Some(b"a"), "b").unwrap();
        symlink(folder.path().join("gone"), folder.path().join("dangling")).unwrap();
        let refused = write(&Reach::default(), &folder.path().join("dangling"), None, "b").unwrap_err();
        assert!(refused.message.ends_with("it is a link that leads nowhere"));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "b");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
        remove_file(reach, &link, Some(b"b"), "{}").unwrap();
        assert_eq!(fs::read_to_string(&link).unwrap(), "{}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
    #[cfg(unix)]
    #[test]
    fn a_file_of_several_names_and_a_pipe_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, pipe] = ["one", "two", "pipe"].map(|name| folder.path().join(name));
        fs::write(&one, "a").unwrap();
        fs::hard_link(&one, &two).unwrap();
        let refused = write(&Reach::default(), &one, Some(b"a"), "b").unwrap_err().message;
        assert!(refused.ends_with("the file has 2 names, which would part (hard links)"), "{refused}");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        assert!(write(&Reach::default(), &pipe, Some(b"a"), "b").unwrap_err().message.ends_with("it is not a file"));
    }

    #[test]
    fn what_somebody_wrote_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (path, beside) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, "theirs").unwrap();
        let refused = replace(&path, &beside, "ours", Some(b"read")).unwrap_err();
        assert_eq!(refused.to_string(), "it has changed since it was read");
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    }

    #[test]
    #[cfg_attr(
        all(windows, target_env = "gnu"),
        ignore = "Wine 8 says of names of 255 characters that more data is available"
    )]
    fn a_name_may_be_as_long_as_names_can_be() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["x".repeat(255), "é".repeat(127)] {
            let path = folder.path().join(name);
            write(&Reach::default(), &path, None, "one").unwrap();
            write(&Reach::default(), &path, Some(b"one"), "two").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_second_name_that_a_process_left_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("SKILL.md");
        fs::write(&path, "one").unwrap();
        fs::hard_link(&path, folder.path().join(".SKILL.md.4194399-0.tmp")).unwrap();
        write(&Reach::default(), &path, Some(b"one"), "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_process_left_that_is_gone_goes_too() {
        let folder = tempfile::tempdir().unwrap();
        let ours = format!(".a.{}-7.tmp", std::process::id());
        for name in [".a.4194399-0.tmp", ours.as_str(), ".a.tmp", ".notes.1-x.tmp", "a.4194399-0.tmp"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        write(&Reach::default(), &folder.path().join("b"), None, "b").unwrap();
        let mut names: Vec<String> =
            fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, [ours.as_str(), ".a.tmp", ".notes.1-x.tmp", "a.4194399-0.tmp", "b"]);
    }
}
