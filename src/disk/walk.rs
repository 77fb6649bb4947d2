//! Walks the roots of all hosts on the real file system, and says what could not be read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::catalog::{self, EntryKind, FileKind, Files, FolderEntry, Place, Unread};
use crate::disk::DiskProblem;
use crate::disk::files::{RealFiles, listed, listed_with_others};

pub use crate::catalog::Met;

/// No walk takes longer: a link may lead to a disk that has no end.
const LONGEST: Duration = Duration::from_secs(30);

/// Walks all places of all hosts: see [`catalog::walk`].
pub fn walk(hosts: &[&[Place]]) -> (Vec<Met>, Vec<DiskProblem>) {
    let since = Instant::now();
    let files = Walked::default();
    let (met, unread) = catalog::walk(&files, hosts, &|| since.elapsed() < LONGEST);
    let unnamed = files.unnamed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut problems: Vec<DiskProblem> = unread.iter().filter_map(problem).collect();
    problems.extend(unnamed.iter().map(|path| DiskProblem::new("read", path, "its name is not UTF-8")));
    problems.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    problems.dedup();
    (met, problems)
}

/// The real file system, and the skills in it whose folders have names that no host could use.
#[derive(Default)]
struct Walked {
    unnamed: Mutex<Vec<PathBuf>>,
}

impl Files for Walked {
    fn kind(&self, path: &Path) -> Option<FileKind> {
        RealFiles.kind(path)
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        RealFiles.list(folder)
    }

    fn text(&self, path: &Path) -> Option<String> {
        RealFiles.text(path)
    }

    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        RealFiles.bytes(path)
    }

    fn size(&self, path: &Path) -> Option<u64> {
        RealFiles.size(path)
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        RealFiles.real(path)
    }

    fn entry(&self, path: &Path) -> Option<EntryKind> {
        RealFiles.entry(path)
    }

    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        let (entries, others) = listed_with_others(folder).ok()?;
        let skills = others.into_iter().filter(|path| path.join("SKILL.md").is_file());
        self.unnamed.lock().unwrap_or_else(PoisonError::into_inner).extend(skills);
        Some(entries)
    }
}

/// Why something could not be read. The walk does not carry the system's words about with it: they are asked for again.
fn problem(unread: &Unread) -> Option<DiskProblem> {
    match unread {
        Unread::Folder(path) => {
            let error = fs::canonicalize(path).and_then(|_| listed(path)).err()?;
            of_folder(path, &error)
        }
        Unread::File(path) => Some(match (RealFiles.entry(path), fs::canonicalize(path)) {
            (Some(EntryKind::Folder), _) => DiskProblem::new("read", path, "it is a folder"),
            (_, Ok(_)) => DiskProblem::new("read", path, "it is not a file"),
            (_, Err(error)) => DiskProblem::from_error("read", path, &error),
        }),
        Unread::Rest(path, most) => {
            Some(DiskProblem::new("read all of", path, format!("it has more than {most} folders")))
        }
        Unread::Links(path, most) => {
            Some(DiskProblem::new("read all of", path, format!("links in it lead to more than {most} folders")))
        }
        Unread::Late(path) => {
            let words = format!("looking for skills was ended after {} seconds", LONGEST.as_secs());
            Some(DiskProblem::new("read all of", path, words))
        }
        Unread::Endless(path) => Some(DiskProblem::new("read", path, "it leads to a file system of the kernel")),
    }
}

/// A folder that is not there is ordinary; every other reason is worth a word.
fn of_folder(folder: &Path, error: &io::Error) -> Option<DiskProblem> {
    let is_absent = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    (!is_absent).then(|| DiskProblem::from_error("read", folder, error))
}

#[cfg(test)]
mod tests;
