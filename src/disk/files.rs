//! The real file system, as the inner modules may ask about it.

use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use icu_normalizer::ComposingNormalizerBorrowed;

use crate::catalog::{EntryKind, FileKind, Files, FolderEntry, Reach};
use crate::disk::reach::{leads_outside, read_inside_reach};
use crate::disk::read::read;
use crate::disk::real::real_path;
use crate::disk::walk::Listings;

/// Answers from the real file system, wherever links lead: what walks on it follows them as the agents do.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealFiles;

impl Files for RealFiles {
    fn kind(&self, path: &Path) -> Option<FileKind> {
        let is_folder = fs::metadata(path).ok()?.is_dir();
        has_this_case(path).then_some(if is_folder { FileKind::Folder } else { FileKind::File })
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let name = entry.file_name().into_string().ok()?;
                let kind = entry.file_type().ok()?;
                let is_folder = kind.is_dir() || (kind.is_symlink() && fs::metadata(entry.path()).ok()?.is_dir());
                Some(if is_folder { name + "/" } else { name })
            })
            .collect();
        names.sort_unstable();
        names
    }

    fn text(&self, path: &Path) -> Option<String> {
        String::from_utf8(self.bytes(path)?).ok()
    }

    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        let (bytes, size) = read(path).ok()?;
        (bytes.len() as u64 == size).then_some(bytes)
    }

    fn size(&self, path: &Path) -> Option<u64> {
        fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        real_path(path).ok()
    }

    fn link(&self, path: &Path) -> Option<PathBuf> {
        fs::read_link(path).ok()
    }

    fn entry(&self, path: &Path) -> Option<EntryKind> {
        let kind = kind(fs::symlink_metadata(path).ok()?.file_type());
        has_this_case(path).then_some(kind)
    }

    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        listed(folder).ok()
    }
}

/// The entries of a folder. A name that is not Unicode is no name a host could use.
pub(super) fn listed(folder: &Path) -> io::Result<Vec<FolderEntry>> {
    listed_with_others(folder).map(|(entries, _)| entries)
}

/// The same, and the paths of those that have no such name.
pub(super) fn listed_with_others(folder: &Path) -> io::Result<(Vec<FolderEntry>, Vec<PathBuf>)> {
    let (mut entries, mut others) = (Vec::new(), Vec::new());
    for (rank, entry) in (0..).zip(fs::read_dir(folder)?) {
        let entry = entry?;
        match (entry.file_name().into_string(), entry.file_type()) {
            (Ok(name), Ok(file_type)) => entries.push(FolderEntry { name, kind: kind(file_type), rank }),
            (Err(_), _) => others.push(entry.path()),
            (Ok(_), Err(_)) => {}
        }
    }
    entries.sort_unstable_by(|left, right| left.name.cmp(&right.name));
    Ok((entries, others))
}

fn kind(file_type: FileType) -> EntryKind {
    if file_type.is_file() {
        EntryKind::File
    } else if file_type.is_dir() {
        EntryKind::Folder
    } else if file_type.is_symlink() {
        EntryKind::Link
    } else {
        EntryKind::Other
    }
}

/// Whether file systems here find a file by its name in another case.
const IGNORES_CASE: bool = cfg!(any(target_os = "macos", windows));

/// Whether the last name is spelled as on disk. Only file systems that ignore case can find a path otherwise.
fn has_this_case(path: &Path) -> bool {
    if !IGNORES_CASE {
        return true;
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return true };
    // Of a link, the system would say where it leads: its folder is read. Anything else it tells at once, however much lies
    // beside it.
    let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    if let Some(real) = fs::canonicalize(path).ok().filter(|_| !is_link) {
        return real.file_name().is_some_and(|real| is_same_name(real, name));
    }
    let Ok(entries) = fs::read_dir(folder) else { return true };
    entries.filter_map(Result::ok).any(|entry| is_same_name(&entry.file_name(), name))
}

/// Whether two names differ at most in how their accents are composed: macOS finds a file by either (`é`, or `e` and its
/// accent).
fn is_same_name(left: &OsStr, right: &OsStr) -> bool {
    let composed =
        |name: &OsStr| ComposingNormalizerBorrowed::new_nfc().normalize(&name.to_string_lossy()).into_owned();
    left == right || composed(left) == composed(right)
}

/// Answers from the real file system; of a file that a link leads to outside, only what may be shown.
struct FilesInside {
    reach: Arc<Reach>,
    /// What lies in folders that were just looked into.
    known: Listings,
}

/// What folders that were looked into say about a path.
enum Seen {
    Nothing,
    As(EntryKind),
}

impl FilesInside {
    /// What is known about a path without asking the system. Most questions are about files beside a skill that are not
    /// there.
    fn seen(&self, path: &Path) -> Option<Seen> {
        if self.known.is_empty() {
            return None;
        }
        let folder = path.parent()?;
        if let Some(entries) = self.known.get(folder.as_os_str()) {
            return Some(entry_of(entries, path).map_or(Seen::Nothing, Seen::As));
        }
        // Where a file system ignores case, a folder may be there by another name.
        let entries = self.known.get(folder.parent()?.as_os_str()).filter(|_| !IGNORES_CASE)?;
        matches!(entry_of(entries, folder), None | Some(EntryKind::File)).then_some(Seen::Nothing)
    }

    /// Whether it is known that nothing can be read there: a system that ignores case reads a file by any spelling of its
    /// name, as an agent there does.
    fn is_unreadable(&self, path: &Path) -> bool {
        let letters = |name: &OsStr| name.to_string_lossy().to_lowercase();
        let is_other_case = || {
            let (folder, name) = (path.parent()?, letters(path.file_name()?));
            let mut entries = self.known.get(folder.as_os_str())?.iter();
            entries.any(|entry| letters(entry.name.as_ref()) == name).then_some(())
        };
        matches!(self.seen(path), Some(Seen::Nothing)) && !(IGNORES_CASE && is_other_case().is_some())
    }
}

/// What an entry of a folder is: they are sorted by name.
fn entry_of(entries: &[FolderEntry], path: &Path) -> Option<EntryKind> {
    let name = path.file_name()?.to_str()?;
    let index = entries.binary_search_by(|entry| entry.name.as_str().cmp(name)).ok()?;
    entries.get(index).map(|entry| entry.kind)
}

impl Files for FilesInside {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(&RealFiles)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        match self.seen(path) {
            Some(Seen::Nothing) => None,
            Some(Seen::As(EntryKind::File)) => Some(FileKind::File),
            Some(Seen::As(EntryKind::Folder)) => Some(FileKind::Folder),
            Some(Seen::As(EntryKind::Link | EntryKind::Other)) | None => RealFiles.kind(path),
        }
    }

    fn text(&self, path: &Path) -> Option<String> {
        String::from_utf8(self.bytes(path)?).ok()
    }

    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        if self.is_unreadable(path) {
            return None;
        }
        match leads_outside(&self.reach, path).ok()? {
            true => read_inside_reach(&self.reach, path).ok().map(|(bytes, _)| bytes),
            false => RealFiles.bytes(path),
        }
    }
}

/// The real file system, to be shared: no text that a link leads to is read.
pub fn files() -> Arc<dyn Files + Send + Sync> {
    files_inside(Arc::default())
}

/// The same, with the texts that lie inside.
pub fn files_inside(reach: Arc<Reach>) -> Arc<dyn Files + Send + Sync> {
    files_knowing(reach, Listings::default())
}

/// The same for a moment: what lies in these folders was seen just now.
pub fn files_knowing(reach: Arc<Reach>, known: Listings) -> Arc<dyn Files + Send + Sync> {
    Arc::new(FilesInside { reach, known })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_its_accents_are_composed_and_another_in_another_case() {
        let same = |left: &str, right: &str| is_same_name(OsStr::new(left), OsStr::new(right));
        assert!(same("caf\u{e9}.md", "cafe\u{301}.md"));
        assert!(!same("SKILL.md", "skill.md") && !same("cafe.md", "caf\u{e9}.md"));
    }

    #[test]
    fn lists_kinds_and_texts() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        fs::write(folder.path().join("a.md"), "text").unwrap();
        fs::write(folder.path().join("b.bin"), [0xff, 0xfe]).unwrap();
        assert_eq!(RealFiles.list(folder.path()), ["a.md", "b.bin", "sub/"]);
        assert_eq!(RealFiles.kind(&folder.path().join("sub")), Some(FileKind::Folder));
        assert_eq!(RealFiles.kind(&folder.path().join("nothing")), None);
        assert_eq!(RealFiles.text(&folder.path().join("a.md")).as_deref(), Some("text"));
        assert_eq!(RealFiles.size(&folder.path().join("b.bin")), Some(2));
        assert_eq!(RealFiles.size(&folder.path().join("sub")), None);
        assert_eq!(RealFiles.text(&folder.path().join("b.bin")), None);
        assert!(RealFiles.list(&folder.path().join("nothing")).is_empty());
    }

    /// What is known of folders is what the system says of them, but that nobody asks it again.
    #[test]
    fn known_folders_answer_as_the_system_does() {
        let folder = tempfile::tempdir().unwrap();
        let skill = folder.path().join("skill");
        fs::create_dir_all(skill.join("references")).unwrap();
        fs::write(skill.join("SKILL.md"), "text").unwrap();
        fs::write(skill.join("references/guide.md"), "guide").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(skill.join("references"), skill.join("linked")).unwrap();
        let known: Listings = [(skill.as_os_str().to_owned(), listed(&skill).unwrap())].into_iter().collect();
        let reach: Arc<Reach> = Arc::default();
        let (files, asking) = (files_knowing(reach.clone(), known), files_inside(reach));
        for path in [
            "SKILL.md",
            "skill.md",
            "references",
            "references/guide.md",
            "references/none.md",
            "linked",
            "linked/guide.md",
            "SKILL.md/x",
            ".git",
            ".claude-plugin/plugin.json",
            "../skill/SKILL.md",
            "../none/SKILL.md",
            "",
        ] {
            let path = skill.join(path);
            assert_eq!(files.kind(&path), asking.kind(&path), "{}", path.display());
            assert_eq!(files.text(&path), asking.text(&path), "{}", path.display());
        }
        fs::write(skill.join("later.md"), "later").unwrap();
        assert_eq!(files.kind(&skill.join("later.md")), None, "it was not there");
    }
}
