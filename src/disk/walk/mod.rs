//! Walks the roots of all hosts at once: each folder is read once, however many hosts look into it.

mod folder;
mod name;
mod root;
mod walker;

use rayon::prelude::*;

use self::root::roots;
use self::walker::{Hit, walk_root};
use crate::catalog::{Found, Place};
use crate::disk::DiskProblem;

/// A file and where it was met: (host index, place index) pairs, in the order of the hosts. A file that no host
/// reads is met nowhere: one that lies too deep, or is called `skill.md`.
pub type Met = (Found, Vec<(usize, usize)>);

/// Walks all places of all hosts, each folder once for all of them, in parallel. A file comes once, with every
/// place it was met at; skills in these folders that no host reads come too, met nowhere. Sorted by path.
pub fn walk(hosts: &[&[Place]]) -> (Vec<Met>, Vec<DiskProblem>) {
    let (roots, mut problems) = roots(hosts);
    let walked: Vec<(Vec<Hit>, Vec<DiskProblem>)> = roots.par_iter().map(walk_root).collect();
    let mut all: Vec<Met> = Vec::new();
    for (root, (hits, root_problems)) in roots.iter().zip(walked) {
        problems.extend(root_problems);
        all.extend(hits.into_iter().map(|hit| (hit.found, root.places_of(hit.groups))));
    }
    // Each root comes nearly in order, which a stable sort makes use of.
    all.sort_by(|left, right| left.0.path.cmp(&right.0.path));
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
    problems.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    problems.dedup();
    (all, problems)
}

#[cfg(test)]
mod tests;
