//! The file system as it would be if a file were saved that is not.

use std::path::{Path, PathBuf};

use crate::catalog::{EntryKind, FileKind, Files, FolderEntry};

/// Files with one more, and others that are known though they are not saved.
pub(super) struct Imagined<'a> {
    pub(super) files: &'a dyn Files,
    pub(super) path: &'a Path,
    pub(super) is_known: &'a (dyn Fn(&Path) -> bool + Sync),
}

impl Imagined<'_> {
    fn imagined(&self, path: &Path) -> Option<FileKind> {
        if path == self.path || (self.is_known)(path) {
            return Some(FileKind::File);
        }
        self.path.starts_with(path).then_some(FileKind::Folder)
    }
}

impl Files for Imagined<'_> {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(self.files)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        self.files.kind(path).or_else(|| self.imagined(path))
    }

    fn size(&self, path: &Path) -> Option<u64> {
        let imagined = || (self.kind(path) == Some(FileKind::File) && self.imagined(path).is_some()).then_some(0);
        self.files.size(path).or_else(imagined)
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        self.files.real(path).or_else(|| {
            self.kind(path)?;
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Some(path.to_owned()) };
            Some(self.real(folder)?.join(name))
        })
    }

    fn entry(&self, path: &Path) -> Option<EntryKind> {
        self.files.entry(path).or_else(|| self.imagined(path).map(EntryKind::from))
    }

    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        let mut entries = match self.files.entries(folder) {
            Some(entries) => entries,
            None => (self.kind(folder)? == FileKind::Folder).then(Vec::new)?,
        };
        let next = self.path.strip_prefix(folder).ok().and_then(|below| below.iter().next()?.to_str());
        for name in next.into_iter().chain(["SKILL.md"]) {
            let is_new = !entries.iter().any(|entry| entry.name == name);
            if let Some(kind) = self.imagined(&folder.join(name)).filter(|_| is_new) {
                entries.push(FolderEntry { name: name.to_owned(), kind: kind.into(), rank: u32::MAX });
            }
        }
        entries.sort_unstable_by(|left, right| left.name.cmp(&right.name));
        Some(entries)
    }
}
