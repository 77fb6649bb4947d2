//! The file system: the only module that touches it.

mod declared;
mod environment;
mod files;
mod find;
mod git_ignore;
mod ignore_file;
mod inside;
mod named;
mod nested;
mod packages;
mod pipe;
mod process;
mod reach;
mod read;
mod remove;
mod rename;
mod settings;
mod trash;
mod trust;
mod walk;
mod watch;
mod write;

pub use declared::declared;
pub use environment::{Surroundings, environment};
pub use files::{RealFiles, files, files_inside};
pub use find::{find, merged};
pub use inside::{FileRefusal, INSIDE_LIMIT, read_inside};
pub use nested::nested;
pub use pipe::unbuffered;
pub use process::is_alive;
pub use reach::{also, may_change, read_inside_reach, text_inside};
pub use read::{READ_LIMIT, read, read_all, read_text, read_whole};
pub use rename::rename;
pub use settings::{controls, controls_if, settings_file};
pub use trash::Trash;
pub use walk::{Met, walk};
pub use watch::{Watch, watch};
pub use write::{remove_file, write};

use remove::remove_folder;

use std::io;
use std::path::{Path, PathBuf};

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

/// An error of the system in our words: without its number, in lower case.
pub fn words(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}
