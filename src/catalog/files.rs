//! What the inner modules may ask of the file system, without touching it.

use std::path::{Path, PathBuf};

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// Answers questions about files. `disk` implements it on the real file system, tests in memory.
pub trait Files: Sync {
    /// What stands at `path`, links followed; `None` for nothing. The case of the last names is that of the disk.
    fn kind(&self, path: &Path) -> Option<FileKind>;
    /// The names in a folder, sorted by bytes; folders end in `/`. Empty when it is not a folder.
    fn list(&self, folder: &Path) -> Vec<String>;
    /// The text of a file, when it is text of a sensible size (sidecars, manifests).
    fn text(&self, path: &Path) -> Option<String>;
    /// The bytes of a file, when it has a sensible size; also of one that is not text.
    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        self.text(path).map(String::into_bytes)
    }
    /// The size of a file in bytes; `None` when it is not there, or when nobody knows.
    fn size(&self, _: &Path) -> Option<u64> {
        None
    }
    /// A path with its links resolved; `None` when it is not there, or when nobody knows of links.
    fn real(&self, _: &Path) -> Option<PathBuf> {
        None
    }
}

/// Knows no files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn kind(&self, _: &Path) -> Option<FileKind> {
        None
    }
    fn list(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
    fn text(&self, _: &Path) -> Option<String> {
        None
    }
}
