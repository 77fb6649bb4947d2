//! How hosts come upon skills: the walk of all roots at once, the look along one path, and what stands in the way.

mod folder;
mod ignores;
mod imagined;
mod name;
mod obstacle;
mod path;
mod root;
mod seen;
mod walker;

use std::path::PathBuf;

use rayon::prelude::*;

pub use self::obstacle::{Inside, Obstacle, Sight, SkillRoot, SolePlace};
pub use self::path::{is_met_along, met_along};
use self::root::roots;
pub use self::seen::Bar;
pub use self::walker::is_endless;
use self::walker::{Hit, walk_root};
use crate::catalog::{Files, Found, Place, path_order};

/// A file and where it was met: (host index, place index) pairs, in the order of the hosts. A file that no host
/// reads is met nowhere: one that lies too deep, or is called `skill.md`.
pub type Met = (Found, Vec<(usize, usize)>);

/// What a walk could not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A folder that cannot be listed; that it is not there is ordinary.
    Folder(PathBuf),
    /// A file that is none, or a link that leads to none.
    File(PathBuf),
    /// A root of more than so many folders.
    Rest(PathBuf, usize),
    /// A root in which links lead to more than so many folders.
    Links(PathBuf, usize),
    /// A root for which there was no time left.
    Late(PathBuf),
    /// A root in one of the kernel's own trees.
    Endless(PathBuf),
}

/// Walks all places of all hosts, each folder once for all of them, in parallel. A file comes once, with every
/// place it was met at; skills in these folders that no host reads come too, met nowhere. Sorted by path. It ends when
/// there is no time left.
pub fn walk(files: &dyn Files, hosts: &[&[Place]], has_time: &(dyn Fn() -> bool + Sync)) -> (Vec<Met>, Vec<Unread>) {
    let (roots, mut problems) = roots(files, hosts);
    let walked: Vec<(Vec<Hit>, Vec<Unread>)> = roots.par_iter().map(|root| walk_root(files, root, has_time)).collect();
    let mut all: Vec<Met> = Vec::new();
    for (root, (hits, root_problems)) in roots.iter().zip(walked) {
        problems.extend(root_problems);
        all.extend(hits.into_iter().map(|hit| (hit.found, root.places_of(hit.groups))));
    }
    // Each root comes nearly in order, which a stable sort makes use of.
    all.sort_by(|left, right| path_order(&left.0.path, &right.0.path));
    all.dedup_by(|again, first| {
        let is_same = again.0.path == first.0.path;
        if is_same {
            // A host that reads it says better what it is than a look for missed files.
            if first.1.is_empty() {
                std::mem::swap(&mut again.0, &mut first.0);
            }
            first.1.append(&mut again.1);
        }
        is_same
    });
    for (_, at) in &mut all {
        at.sort_unstable();
        at.dedup();
    }
    (all, problems)
}
