//! A folder on the way through a root: its entries, the links that led to it, and what is ignored in it.

use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::Gitignore;

use super::root::Groups;
use crate::disk::DiskProblem;
use crate::hosts::Walk;

/// A folder on the way.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) real: PathBuf,
    /// The real folder from which it was reached without a link: the root, or what the last link led to.
    pub(super) start: Arc<Path>,
    pub(super) depth: usize,
    pub(super) alive: Groups,
    /// The real folders that were entered through links to come here.
    pub(super) links: Option<Arc<Links>>,
    pub(super) ignores: Option<Arc<Ignores>>,
    /// As which entry of the root the file system lists it, or the folder that leads to it.
    pub(super) rank: u32,
}

/// A link that was followed, and those before it.
pub(super) struct Links {
    /// The real folder in which the link lies, and the one from which that was reached.
    real: PathBuf,
    start: Arc<Path>,
    before: Option<Arc<Links>>,
}

/// The ignore rules of a folder, and those of the folders above.
pub(super) struct Ignores {
    pub(super) rules: Gitignore,
    /// The same, where they count as part of one list that begins at the root.
    pub(super) from_root: Option<Gitignore>,
    pub(super) before: Option<Arc<Ignores>>,
}

/// One name in a folder.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) kind: FileType,
    /// As which entry the file system lists it.
    pub(super) rank: u32,
}

impl Folder {
    /// The rank of what lies in it: that of the entry in the root, or of the folder that leads here.
    pub(super) fn rank_of(&self, entry: &Entry) -> u32 {
        if self.depth == 0 { entry.rank } else { self.rank }
    }
}

/// Whether the innermost rules that say anything say that a path is ignored, for a walk that respects them.
pub(super) fn is_ignored(ignores: Option<&Arc<Ignores>>, walk: &Walk, path: &Path, is_folder: bool) -> bool {
    let mut level = ignores.filter(|_| walk.gitignore);
    while let Some(ignores) = level {
        let rules = ignores.from_root.as_ref().filter(|_| walk.ignores_from_root).unwrap_or(&ignores.rules);
        let verdict = rules.matched(path, is_folder);
        if !verdict.is_none() {
            return verdict.is_ignore();
        }
        level = ignores.before.as_ref();
    }
    false
}

/// Who follows a link that leads back to where we came from.
#[derive(Clone, Copy)]
pub(super) struct Returns {
    /// Those who go no deeper.
    pub(super) at_end: Groups,
    /// Those who follow it when it leads above the folders that were searched on the way.
    pub(super) above: Groups,
}

/// A folder to enter; `None` for a link that leads to no folder, or back to where we came from when nobody follows it.
pub(super) fn next_folder(
    folder: &Folder,
    entry: &Entry,
    mut alive: Groups,
    returns: Returns,
    ignores: Option<Arc<Ignores>>,
) -> Option<Folder> {
    let path = folder.path.join(&entry.name);
    let (real, start, links) = match entry.kind.is_symlink() {
        false => (folder.real.join(&entry.name), folder.start.clone(), folder.links.clone()),
        true => {
            let real = fs::canonicalize(&path).ok().filter(|real| real.is_dir())?;
            let (mut leads_back, mut leads_above) = (false, true);
            let mut way = Some((&folder.real, &folder.start, folder.links.as_ref()));
            while let Some((from, start, before)) = way {
                if from.starts_with(&real) {
                    leads_back = true;
                    leads_above &= !real.starts_with(start);
                }
                way = before.map(|link| (&link.real, &link.start, link.before.as_ref()));
            }
            if leads_back {
                let above = if leads_above { returns.above } else { Groups::default() };
                alive = alive.both(returns.at_end.or(above));
            }
            if alive.is_empty() {
                return None;
            }
            let (from, start) = (folder.real.clone(), folder.start.clone());
            let links = Links { real: from, start, before: folder.links.clone() };
            (real.clone(), Arc::from(real), Some(Arc::new(links)))
        }
    };
    Some(Folder { path, real, start, depth: folder.depth + 1, alive, links, ignores, rank: folder.rank_of(entry) })
}

/// The real path of a file, or why it is none.
pub(super) fn real_file(folder: &Folder, entry: &Entry) -> Result<PathBuf, DiskProblem> {
    if entry.kind.is_file() {
        return Ok(folder.real.join(&entry.name));
    }
    let path = folder.path.join(&entry.name);
    if !entry.kind.is_symlink() {
        let what = if entry.kind.is_dir() { "it is a folder" } else { "it is not a file" };
        return Err(DiskProblem::new("read", &path, what));
    }
    let real = fs::canonicalize(&path).map_err(|error| DiskProblem::from_error("read", &path, &error))?;
    match fs::metadata(&real) {
        Ok(metadata) if metadata.is_file() => Ok(real),
        Ok(_) => Err(DiskProblem::new("read", &path, "it is not a file")),
        Err(error) => Err(DiskProblem::from_error("read", &path, &error)),
    }
}

/// The entries of a folder. A name that is not Unicode is no name a host could use.
pub(super) fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for (rank, entry) in (0..).zip(fs::read_dir(folder)?) {
        let entry = entry?;
        if let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) {
            entries.push(Entry { name, kind, rank });
        }
    }
    entries.sort_unstable_by(|left, right| left.name.cmp(&right.name));
    Ok(entries)
}

/// A folder that is not there is ordinary; every other reason is worth a word.
pub(super) fn problem(folder: &Path, error: &io::Error) -> Option<DiskProblem> {
    let is_absent = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    (!is_absent).then(|| DiskProblem::from_error("read", folder, error))
}
