//! The file system: the only module that touches it.

mod declared;
mod environment;
mod files;
mod gather;
mod git;
mod git_ignore;
mod here;
mod ignore_file;
mod inside;
mod installed;
mod matching;
mod named;
mod nested;
mod packages;
mod pipe;
mod process;
mod reach;
mod read;
mod real;
mod remove;
mod rename;
mod settings;
mod threads;
mod trash;
mod trust;
mod walk;
mod watch;
mod write;

pub use declared::declared;
pub use environment::{Surroundings, environment, repository_of};
pub use files::{RealFiles, files, files_inside, files_knowing};
pub use gather::{Gathered, gather};
pub use git::{Changed, Changes, changes};
pub use git_ignore::ignored_files;
pub use here::{Here, Wish, begins_with_fence, below, found, here, merged};
pub use inside::{FileRefusal, INSIDE_LIMIT, read_inside};
pub use installed::installed;
pub use matching::{any_file, called_at_home, holders_around, lying_at_home};
pub use nested::{nested, nested_knowing};
pub use packages::{manifest_names, own_packages};
pub use pipe::unbuffered;
pub use process::is_alive;
pub use reach::{also, may_change, read_found, read_inside_reach, text_inside};
pub use read::{READ_LIMIT, read, read_all, read_text, read_whole};
pub use real::spelled;
pub use rename::rename;
pub use settings::{controls, controls_if, settings_file};
pub use threads::threads_can_be_had;
pub use trash::Trash;
pub use walk::{Listings, Met, walk, walk_knowing};
pub use watch::{Watch, watch};
pub use write::{remove_file, write, write_named};

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A problem met on disk: the path, the act, the reason. Shown as `cannot read PATH: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskProblem {
    /// The path.
    pub path: PathBuf,
    /// The sentence, path included, without a full stop.
    pub message: String,
}

impl DiskProblem {
    fn new(act: &str, path: &Path, reason: impl AsRef<str>) -> DiskProblem {
        DiskProblem { path: path.to_owned(), message: format!("cannot {act} {}: {}", path.display(), reason.as_ref()) }
    }

    fn from_error(act: &str, path: &Path, error: &io::Error) -> DiskProblem {
        DiskProblem::new(act, path, words(error))
    }
}

/// What is said of a link that leads to nothing.
const NOWHERE: &str = "it is a link that leads nowhere";

/// Why nothing can be found at a path; `wanted` is what is looked for there.
pub fn absence(path: &Path, wanted: &str) -> String {
    match fs::metadata(path) {
        Err(error) if !is_absent(&error) => words(&error),
        _ if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) => NOWHERE.to_owned(),
        _ => format!("there is no such {wanted}"),
    }
}

/// Whether an error says no more than that something is not there.
fn is_absent(error: &io::Error) -> bool {
    // What Windows cannot have as a name (`a*b`, `a\nb`) is not there either; elsewhere the kind means a name that is too long.
    let is_no_name = cfg!(windows) && error.kind() == io::ErrorKind::InvalidFilename;
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) || is_no_name
}

/// An error of the system in our words: without its number, in lower case.
pub fn words(error: &io::Error) -> String {
    // Windows speaks the language of its user; of what is met most, our words are the same on every system.
    match error.kind() {
        io::ErrorKind::NotFound if cfg!(windows) => return "no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied if cfg!(windows) => return "permission denied".to_owned(),
        _ => {}
    }
    let text = error.to_string();
    // Windows ends its sentences with a full stop, and a line break.
    let text = text.split(" (os error").next().unwrap_or_default().trim_end().trim_end_matches('.');
    // musl, and so the static program, has other words than glibc.
    let text = match text {
        "No file descriptors available" => "too many open files",
        "Symbolic link loop" => "too many levels of symbolic links",
        "Filename too long" => "file name too long",
        "I/O error" => "input/output error",
        "Out of memory" => "cannot allocate memory",
        "Resource busy" => "device or resource busy",
        "Cross-device link" => "invalid cross-device link",
        _ => text,
    };
    let mut characters = text.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn the_words_are_the_same_with_musl() {
        let musl = io::Error::other("No file descriptors available (os error 24)");
        assert_eq!(words(&musl), "too many open files");
        assert_eq!(words(&io::Error::from_raw_os_error(24)), "too many open files");
    }

    #[test]
    fn what_is_absent_says_why() {
        let folder = tempfile::tempdir().unwrap();
        symlink("nowhere", folder.path().join("dangling")).unwrap();
        symlink("circle", folder.path().join("circle")).unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let absence = |name: &str| absence(&folder.path().join(name), "folder");
        assert_eq!(absence("nothing"), "there is no such folder");
        assert_eq!(absence("file/below"), "there is no such folder");
        assert_eq!(absence("dangling"), "it is a link that leads nowhere");
        assert_eq!(absence("circle"), "too many levels of symbolic links");
        assert_eq!(absence(&"x".repeat(300)), "file name too long");
    }
}
