//! Walks one root for all its groups at once: which files count for whom, and who enters which folder.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::Unread;
use super::folder::{Folder, Returns, next_folder};
use super::root::{Group, Groups, Root};
use super::seen::{Seen, Taken};
use crate::catalog::{EntryKind, Files, FolderEntry, Found, path_order};
use crate::hosts::Layout;

/// More folders than this in one root are not entered.
const MOST_FOLDERS: usize = 200_000;
/// Nor more than this that only links lead to: a few that link to one another look like any number.
const MOST_LINKED: usize = 2_000;
/// The kernel's own trees, which have no end.
const ENDLESS: [&str; 3] = ["/proc", "/sys", "/dev"];

/// A file met in a root.
pub(super) struct Hit {
    pub(super) found: Found,
    pub(super) groups: Groups,
}

/// What stays the same while a root is walked.
struct Walker<'a> {
    files: &'a dyn Files,
    groups: &'a [Group],
    folders: Vec<AtomicUsize>,
    entries: Vec<AtomicUsize>,
    visited: AtomicUsize,
    linked: AtomicUsize,
    has_time: HasTime<'a>,
}

/// Whether there is time to go on.
pub(super) type HasTime<'a> = &'a (dyn Fn() -> bool + Sync);

/// Whether a folder is one of the kernel's.
pub fn is_endless(real: &Path) -> bool {
    ENDLESS.iter().any(|endless| real.starts_with(endless))
}

pub(super) fn walk_root(files: &dyn Files, root: &Root, has_time: HasTime<'_>) -> (Vec<Hit>, Vec<Unread>) {
    let Some(real) = files.real(&root.path) else { return (Vec::new(), vec![Unread::Folder(root.path.clone())]) };
    let numbered = || root.groups.iter().enumerate();
    let is_file = || files.size(&real).is_some();
    let singles = numbered().filter_map(|(index, group)| Some((index, group.single(&root.path)?)));
    let singles: Vec<Hit> = singles
        .filter(|_| is_file())
        .map(|(index, (name, kind))| {
            let (path, real) = (root.path.clone(), real.clone());
            let found = Found { path, real, name, kind, size: 0, rank: u32::MAX, is_outside: false };
            Hit { found, groups: Groups::default().with(index) }
        })
        .collect();
    if !singles.is_empty() {
        return (singles, Vec::new());
    }
    if is_endless(&real) {
        return (Vec::new(), vec![Unread::Endless(root.path.clone())]);
    }
    let start = || Folder::root(&root.path, &real, Groups::of(numbered()));
    let mut walker = Walker::new(files, &root.groups, has_time);
    let (mut hits, mut problems) = walker.walk(start());
    if walker.linked.load(Ordering::Relaxed) > MOST_LINKED {
        // Who came first is chance; in order, the same are left out each time.
        walker = Walker::new(files, &root.groups, has_time);
        (hits, problems) = walker.walk_few_links(start());
        problems.push(Unread::Links(root.path.clone(), MOST_LINKED));
    }
    if !has_time() {
        problems.push(Unread::Late(root.path.clone()));
    }
    // Those whose limits were passed are walked again alone, in order, as far as they go.
    for (index, group) in numbered().filter(|(index, _)| walker.is_over(*index)) {
        let alone = Groups::default().with(index);
        for hit in &mut hits {
            hit.groups.0 &= !alone.0;
        }
        let start = Folder::root(&root.path, &real, alone);
        let (limited, more) = walk_in_order(files, start, &root.groups, group, has_time);
        hits.extend(limited);
        problems.extend(more);
    }
    if walker.visited.load(Ordering::Relaxed) > MOST_FOLDERS {
        problems.push(Unread::Rest(root.path.clone(), MOST_FOLDERS));
    }
    (hits, problems)
}

/// Walks for one group with limits, breadth first and by name, until a limit is reached.
pub(super) fn walk_in_order(
    files: &dyn Files,
    start: Folder,
    groups: &[Group],
    group: &Group,
    has_time: HasTime<'_>,
) -> (Vec<Hit>, Vec<Unread>) {
    let walker = Walker::new(files, groups, has_time);
    let (mut hits, mut problems) = (Vec::new(), Vec::new());
    let mut queue = VecDeque::from([start]);
    let mut folders = 0;
    while let Some(folder) = queue.pop_front() {
        folders += 1;
        let entries: usize = walker.entries.iter().map(|count| count.load(Ordering::Relaxed)).sum();
        let over = |limit: Option<usize>, count: usize| limit.is_some_and(|limit| count > limit);
        if over(group.walk.folder_limit, folders) || over(group.walk.entry_limit, entries) || !has_time() {
            break;
        }
        let (more_hits, more_problems, mut below) = walker.look(folder);
        hits.extend(more_hits);
        problems.extend(more_problems);
        below.sort_unstable_by(|left, right| path_order(&left.path, &right.path));
        queue.extend(below);
    }
    (hits, problems)
}

/// Which of some groups follow a link that leads back from an entry of `folder`.
pub(super) fn returning<'a>(folder: &Folder, groups: impl Iterator<Item = (usize, &'a Group)> + Clone) -> Returns {
    // Whoever goes no deeper than here cannot go round in circles, and follows a link that leads back too.
    let is_end = |group: &Group| group.layout == Layout::Folders && group.walk.depth == folder.depth + 1;
    let above = groups.clone().filter(|(_, group)| group.walk.links_above);
    Returns { at_end: Groups::of(groups.filter(|(_, group)| is_end(group))), above: Groups::of(above) }
}

impl<'a> Walker<'a> {
    fn new(files: &'a dyn Files, groups: &'a [Group], has_time: HasTime<'a>) -> Walker<'a> {
        let zeros = || groups.iter().map(|_| AtomicUsize::new(0)).collect();
        let (folders, entries, visited, linked) = (zeros(), zeros(), AtomicUsize::new(0), AtomicUsize::new(0));
        Walker { files, groups, folders, entries, visited, linked, has_time }
    }

    fn is_over(&self, index: usize) -> bool {
        let Some(group) = self.groups.get(index) else { return false };
        let over = |limit: Option<usize>, counts: &[AtomicUsize]| {
            limit.zip(counts.get(index)).is_some_and(|(limit, count)| count.load(Ordering::Relaxed) > limit)
        };
        over(group.walk.folder_limit, &self.folders) || over(group.walk.entry_limit, &self.entries)
    }

    /// Walks a folder and everything below, in parallel.
    fn walk(&self, folder: Folder) -> (Vec<Hit>, Vec<Unread>) {
        let (mut hits, mut problems, below) = self.look(folder);
        let is_over = |count: &AtomicUsize, most: usize| count.load(Ordering::Relaxed) > most;
        if is_over(&self.visited, MOST_FOLDERS) || is_over(&self.linked, MOST_LINKED) || !(self.has_time)() {
            return (hits, problems);
        }
        // Most folders have few below them, where handing out work costs more than the work.
        let results: Vec<(Vec<Hit>, Vec<Unread>)> = match below.len() {
            0 => return (hits, problems),
            1..8 => below.into_iter().map(|folder| self.walk(folder)).collect(),
            _ => below.into_par_iter().with_min_len(16).map(|folder| self.walk(folder)).collect(),
        };
        for (more_hits, more_problems) in results {
            hits.extend(more_hits);
            problems.extend(more_problems);
        }
        (hits, problems)
    }

    /// Walks a folder and everything below, breadth first and by name, through the first links only.
    fn walk_few_links(&self, folder: Folder) -> (Vec<Hit>, Vec<Unread>) {
        let (mut hits, mut problems) = (Vec::new(), Vec::new());
        let mut queue = VecDeque::from([folder]);
        while let Some(folder) = queue.pop_front().filter(|_| (self.has_time)()) {
            if folder.links.is_some() && self.linked.load(Ordering::Relaxed) >= MOST_LINKED {
                continue;
            }
            let (more_hits, more_problems, mut below) = self.look(folder);
            hits.extend(more_hits);
            problems.extend(more_problems);
            below.sort_unstable_by(|left, right| path_order(&left.path, &right.path));
            queue.extend(below);
        }
        (hits, problems)
    }

    /// Reads one folder: the files that count, and the folders to enter.
    fn look(&self, folder: Folder) -> (Vec<Hit>, Vec<Unread>, Vec<Folder>) {
        let (mut hits, mut problems, mut below) = (Vec::new(), Vec::new(), Vec::new());
        self.visited.fetch_add(1, Ordering::Relaxed);
        self.linked.fetch_add(usize::from(folder.links.is_some()), Ordering::Relaxed);
        let Some(entries) = self.files.entries(&folder.path) else {
            return (hits, vec![Unread::Folder(folder.path)], below);
        };
        self.count(&folder, entries.len());
        let seen = Seen::new(self.files, &folder, entries, self.groups);
        let mut stopped = Groups::default();
        let mut taken: Vec<(Taken, Groups)> = Vec::new();
        for (index, group) in self.alive(folder.alive) {
            for it in seen.taken(group) {
                if seen.stops(group, &it) {
                    stopped = stopped.with(index);
                }
                taken.push((it, Groups::default().with(index)));
            }
        }
        // Whoever gives a file the same name has it together.
        taken.sort_by_key(|(it, _)| it.entry);
        taken.dedup_by(|(again, groups), (first, all)| {
            let is_same = again.entry == first.entry && again.name == first.name;
            if is_same {
                *all = all.or(*groups);
            }
            is_same
        });
        for (Taken { entry, name, kind }, groups) in taken {
            let Some(entry) = seen.entries.get(entry) else { continue };
            let path = folder.path.join(&entry.name);
            match real_file(&seen, self.files, entry) {
                Some(real) => {
                    let rank = folder.rank_of(entry);
                    hits.push(Hit {
                        found: Found { path, real, name, kind, size: 0, rank, is_outside: false },
                        groups,
                    });
                }
                None => problems.push(Unread::File(path)),
            }
        }
        let may_be_folder = |entry: &&FolderEntry| matches!(entry.kind, EntryKind::Folder | EntryKind::Link);
        for entry in seen.entries.iter().filter(may_be_folder) {
            let entering = self.alive(folder.alive);
            let entering = entering.filter(|(index, group)| seen.bar(group, entry, stopped.has(*index)).is_none());
            let alive = Groups::of(entering);
            if !alive.is_empty()
                && let returns = returning(&folder, self.alive(alive))
                && let Some(next) = next_folder(self.files, &folder, entry, alive, returns, seen.ignores.clone())
            {
                below.push(next);
            }
        }
        (hits, problems, below)
    }

    /// Counts what those with limits have seen.
    fn count(&self, folder: &Folder, seen: usize) {
        for (index, group) in self.alive(folder.alive) {
            let is_limited = group.walk.folder_limit.is_some() || group.walk.entry_limit.is_some();
            if let (true, Some(folders), Some(entries)) = (is_limited, self.folders.get(index), self.entries.get(index))
            {
                folders.fetch_add(1, Ordering::Relaxed);
                entries.fetch_add(seen, Ordering::Relaxed);
            }
        }
    }

    fn alive(&self, alive: Groups) -> impl Iterator<Item = (usize, &'a Group)> + Clone {
        self.groups.iter().enumerate().filter(move |(index, _)| alive.has(*index))
    }
}

/// The real path of a file; `None` when it is none.
pub(super) fn real_file(seen: &Seen<'_>, files: &dyn Files, entry: &FolderEntry) -> Option<PathBuf> {
    match entry.kind {
        EntryKind::File => Some(seen.folder.real.join(&entry.name)),
        EntryKind::Link if seen.leads_to_file(entry) => files.real(&seen.folder.path.join(&entry.name)),
        EntryKind::Folder | EntryKind::Link | EntryKind::Other => None,
    }
}
