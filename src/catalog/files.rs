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

/// What a name in a folder stands for, links not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link to anything.
    Link,
    /// A pipe, a socket, a device.
    Other,
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub kind: EntryKind,
    /// As which entry the file system lists it; the largest when unknown.
    pub rank: u32,
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
    /// Where the link at `path` leads, as it is written; `None` when it is no link, or when nobody knows of links.
    fn link(&self, _: &Path) -> Option<PathBuf> {
        None
    }
    /// What stands at `path`, links not followed; `None` for nothing.
    fn entry(&self, path: &Path) -> Option<EntryKind> {
        self.kind(path).map(EntryKind::from)
    }
    /// What lies in a folder, sorted by bytes; `None` when it cannot be listed.
    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        let entry = |(rank, name): (u32, String)| match name.strip_suffix('/') {
            Some(name) => FolderEntry { name: name.to_owned(), kind: EntryKind::Folder, rank },
            None => FolderEntry { name, kind: EntryKind::File, rank },
        };
        (self.kind(folder)? == FileKind::Folder).then(|| (0..).zip(self.list(folder)).map(entry).collect())
    }
}

impl From<FileKind> for EntryKind {
    fn from(kind: FileKind) -> EntryKind {
        match kind {
            FileKind::File => EntryKind::File,
            FileKind::Folder => EntryKind::Folder,
        }
    }
}
