//! Walks the roots of all hosts on the real file system, and says what could not be read.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::catalog::{self, EntryKind, Files, FolderEntry, Place, Unread};
use crate::disk::files::{RealFiles, listed_with_others};
use crate::disk::real::real_path;
use crate::disk::{DiskProblem, NOWHERE, is_absent};

pub use crate::catalog::Met;

/// No walk takes longer: a link may lead to a disk that has no end.
const LONGEST: Duration = Duration::from_secs(30);

/// Folders and what lies in them, by name.
/// The paths of folders are as they are written: to go through their parts takes longer than all else.
pub type Listings = HashMap<OsString, Vec<FolderEntry>, foldhash::quality::FixedState>;

/// Walks all places of all hosts: see [`catalog::walk`].
pub fn walk(hosts: &[&[Place]]) -> (Vec<Met>, Vec<DiskProblem>) {
    walk_knowing(hosts, &Listings::default())
}

/// The same, where some folders have just been looked into.
pub fn walk_knowing(hosts: &[&[Place]], known: &Listings) -> (Vec<Met>, Vec<DiskProblem>) {
    let since = Instant::now();
    let files = Walked { known, unnamed: Mutex::default(), errors: Mutex::default() };
    let (met, unread) = catalog::walk(&files, hosts, &|| since.elapsed() < LONGEST);
    let unnamed = files.unnamed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let errors = files.errors.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut problems: Vec<DiskProblem> = unread.iter().filter_map(|unread| problem(unread, &errors)).collect();
    problems.extend(unnamed.iter().map(|path| DiskProblem::new("read", path, "its name is not UTF-8")));
    problems.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    problems.dedup();
    (met, problems)
}

/// The real file system, and what was met in it on the way.
struct Walked<'a> {
    /// What lies in folders that need not be looked into again.
    known: &'a Listings,
    /// The skills whose folders have names that no host could use.
    unnamed: Mutex<Vec<PathBuf>>,
    /// The folders that could not be read. Asked again, the system may have another answer.
    errors: Mutex<HashMap<PathBuf, io::Error>>,
}

impl Files for Walked<'_> {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(&RealFiles)
    }

    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        if let Some(entries) = self.known.get(folder.as_os_str()) {
            return Some(entries.clone());
        }
        let (entries, others) = match listed_with_others(folder) {
            Ok(listed) => listed,
            Err(error) => {
                let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
                errors.insert(folder.to_owned(), error);
                return None;
            }
        };
        let skills = others.into_iter().filter(|path| path.join("SKILL.md").is_file());
        self.unnamed.lock().unwrap_or_else(PoisonError::into_inner).extend(skills);
        Some(entries)
    }
}

/// Why something could not be read. The walk does not carry the system's words about with it: those about folders were
/// kept, others are asked for again.
fn problem(unread: &Unread, errors: &HashMap<PathBuf, io::Error>) -> Option<DiskProblem> {
    match unread {
        Unread::Folder(path) => match errors.get(path) {
            Some(error) => unless_absent(path, error),
            None => unless_absent(path, &real_path(path).err()?),
        },
        Unread::File(path) => match (RealFiles.entry(path), real_path(path)) {
            (Some(EntryKind::Folder), _) => Some(DiskProblem::new("read", path, "it is a folder")),
            (_, Ok(_)) => Some(DiskProblem::new("read", path, "it is not a file")),
            (Some(EntryKind::Link), Err(error)) if is_absent(&error) => Some(DiskProblem::new("read", path, NOWHERE)),
            (_, Err(error)) => unless_absent(path, &error),
        },
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

/// What is not there, or no longer, is ordinary; every other reason is worth a word.
fn unless_absent(path: &Path, error: &io::Error) -> Option<DiskProblem> {
    (!is_absent(error)).then(|| DiskProblem::from_error("read", path, error))
}

#[cfg(test)]
mod tests;
