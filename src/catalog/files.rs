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

/// Answers questions about files. `disk` implements it on the real file system, tests in memory; whatever lies over others
/// names them, and says only what it shows otherwise.
pub trait Files: Sync {
    /// The files that answer what these do not answer themselves.
    fn beneath(&self) -> Option<&dyn Files> {
        None
    }
    /// What stands at `path`, links followed; `None` for nothing. The case of the last names is that of the disk.
    fn kind(&self, path: &Path) -> Option<FileKind> {
        self.beneath()?.kind(path)
    }
    /// The names in a folder, sorted by bytes; folders end in `/`. Empty when it is not a folder.
    fn list(&self, folder: &Path) -> Vec<String> {
        self.beneath().map(|files| files.list(folder)).unwrap_or_default()
    }
    /// The text of a file, when it is text of a sensible size (sidecars, manifests).
    fn text(&self, path: &Path) -> Option<String> {
        self.beneath()?.text(path)
    }
    /// The bytes of a file, when it has a sensible size; also of one that is not text.
    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        match self.beneath() {
            Some(files) => files.bytes(path),
            None => self.text(path).map(String::into_bytes),
        }
    }
    /// The size of a file in bytes; `None` when it is not there, or when nobody knows.
    fn size(&self, path: &Path) -> Option<u64> {
        self.beneath()?.size(path)
    }
    /// A path with its links resolved; `None` when it is not there, or when nobody knows of links.
    fn real(&self, path: &Path) -> Option<PathBuf> {
        self.beneath()?.real(path)
    }
    /// Where the link at `path` leads, as it is written; `None` when it is no link, or when nobody knows of links.
    fn link(&self, path: &Path) -> Option<PathBuf> {
        self.beneath()?.link(path)
    }
    /// What stands at `path`, links not followed; `None` for nothing.
    fn entry(&self, path: &Path) -> Option<EntryKind> {
        match self.beneath() {
            Some(files) => files.entry(path),
            None => self.kind(path).map(EntryKind::from),
        }
    }
    /// What lies in a folder, sorted by bytes; `None` when it cannot be listed.
    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        if let Some(files) = self.beneath() {
            return files.entries(folder);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Has one file, which is a link.
    struct One;

    impl Files for One {
        fn kind(&self, _: &Path) -> Option<FileKind> {
            Some(FileKind::File)
        }
        fn list(&self, _: &Path) -> Vec<String> {
            vec!["one.md".to_owned()]
        }
        fn text(&self, _: &Path) -> Option<String> {
            Some("saved".to_owned())
        }
        fn bytes(&self, _: &Path) -> Option<Vec<u8>> {
            Some(vec![0xff])
        }
        fn size(&self, _: &Path) -> Option<u64> {
            Some(1)
        }
        fn real(&self, _: &Path) -> Option<PathBuf> {
            Some("/two.md".into())
        }
        fn link(&self, _: &Path) -> Option<PathBuf> {
            Some("two.md".into())
        }
        fn entry(&self, _: &Path) -> Option<EntryKind> {
            Some(EntryKind::Link)
        }
        fn entries(&self, _: &Path) -> Option<Vec<FolderEntry>> {
            Some(vec![FolderEntry { name: "one.md".to_owned(), kind: EntryKind::Link, rank: 7 }])
        }
    }

    /// Shows another text.
    struct Open;

    impl Files for Open {
        fn beneath(&self) -> Option<&dyn Files> {
            Some(&One)
        }
        fn text(&self, _: &Path) -> Option<String> {
            Some("open".to_owned())
        }
    }

    #[test]
    fn what_lies_over_files_answers_as_they_do_but_for_what_it_shows_otherwise() {
        let path = Path::new("/one.md");
        assert_eq!(Open.text(path).as_deref(), Some("open"));
        assert_eq!((Open.kind(path), Open.list(path)), (One.kind(path), One.list(path)));
        assert_eq!((Open.bytes(path), Open.size(path)), (One.bytes(path), One.size(path)));
        assert_eq!((Open.real(path), Open.link(path)), (One.real(path), One.link(path)));
        assert_eq!((Open.entry(path), Open.entries(path)), (One.entry(path), One.entries(path)));
    }
}
