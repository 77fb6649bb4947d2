//! A folder on the way through a root: the links that led to it, and what is ignored in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ignores::Ignores;
use super::root::Groups;
use super::walker::is_endless;
use crate::catalog::{EntryKind, FileKind, Files, FolderEntry};

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

impl Folder {
    /// The root itself.
    pub(super) fn root(path: &Path, real: &Path, alive: Groups) -> Folder {
        let (path, start, real) = (path.to_owned(), Arc::from(real), real.to_owned());
        Folder { path, real, start, depth: 0, alive, links: None, ignores: None, rank: u32::MAX }
    }

    /// The rank of what lies in it: that of the entry in the root, or of the folder that leads here.
    pub(super) fn rank_of(&self, entry: &FolderEntry) -> u32 {
        if self.depth == 0 { entry.rank } else { self.rank }
    }
}

/// Who follows a link that leads back to where we came from.
#[derive(Clone, Copy)]
pub(super) struct Returns {
    /// Those who go no deeper.
    pub(super) at_end: Groups,
    /// Those who follow it when it leads above the folders that were searched on the way.
    pub(super) above: Groups,
}

/// A folder to enter; `None` for a link that leads to no folder, or back to where we came from when nobody follows it,
/// and for what is the kernel's.
pub(super) fn next_folder(
    files: &dyn Files,
    folder: &Folder,
    entry: &FolderEntry,
    mut alive: Groups,
    returns: Returns,
    ignores: Option<Arc<Ignores>>,
) -> Option<Folder> {
    let path = folder.path.join(&entry.name);
    let (real, start, links) = match entry.kind == EntryKind::Link {
        false => (folder.real.join(&entry.name), folder.start.clone(), folder.links.clone()),
        true => {
            let real = files.real(&path).filter(|real| files.kind(real) == Some(FileKind::Folder))?;
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
    if is_endless(&real) {
        return None;
    }
    Some(Folder { path, real, start, depth: folder.depth + 1, alive, links, ignores, rank: folder.rank_of(entry) })
}
