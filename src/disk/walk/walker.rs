//! Walks one root for all its groups at once: which files count for whom, and who enters which folder.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::folder::{Entry, Folder, Ignores, Returns, entries, is_ignored, next_folder, problem, real_file};
use super::name::{command_id, command_name, folder_name, stem};
use super::root::{Group, Groups, Root};
use crate::catalog::{Found, FoundKind};
use crate::disk::{DiskProblem, ignore_file};
use crate::hosts::Layout;

/// More folders than this in one root are not entered; links can make few folders look like many.
const MOST_FOLDERS: usize = 200_000;
/// No host looks deeper.
const DEEPEST: usize = 64;

/// A file met in a root.
pub(super) struct Hit {
    pub(super) found: Found,
    pub(super) groups: Groups,
}

/// What stays the same while a root is walked.
struct Walker<'a> {
    groups: &'a [Group],
    folders: Vec<AtomicUsize>,
    entries: Vec<AtomicUsize>,
    visited: AtomicUsize,
}

pub(super) fn walk_root(root: &Root) -> (Vec<Hit>, Vec<DiskProblem>) {
    let real = match fs::canonicalize(&root.path) {
        Ok(real) => real,
        Err(error) => return (Vec::new(), problem(&root.path, &error).into_iter().collect()),
    };
    if let Some(hit) = single_file(root, &real).or_else(|| single_command(root, &real)) {
        return (vec![hit], Vec::new());
    }
    let all = (0..root.groups.len()).fold(Groups::default(), Groups::with);
    let walker = Walker::new(&root.groups);
    let start = |alive| Folder {
        path: root.path.clone(),
        real: real.clone(),
        start: Arc::from(&*real),
        depth: 0,
        alive,
        links: None,
        ignores: None,
        rank: u32::MAX,
    };
    let (mut hits, mut problems) = walker.walk(start(all));
    // Those whose limits were passed are walked again alone, in order, as far as they go.
    for (index, group) in root.groups.iter().enumerate().filter(|(index, _)| walker.is_over(*index)) {
        for hit in &mut hits {
            hit.groups.0 &= !Groups::default().with(index).0;
        }
        let (limited, more) = walker.walk_in_order(start(Groups::default().with(index)), group);
        hits.extend(limited);
        problems.extend(more);
    }
    if walker.visited.load(Ordering::Relaxed) > MOST_FOLDERS {
        problems.push(DiskProblem::new("read all of", &root.path, format!("it has more than {MOST_FOLDERS} folders")));
    }
    (hits, problems)
}

/// Settings may name a single file as a skill, in hosts that take such files.
fn single_file(root: &Root, real: &Path) -> Option<Hit> {
    let takes = |group: &Group| group.layout == Layout::Folders && group.walk.flat_files && !group.at.is_empty();
    let groups = root.groups.iter().enumerate().filter(|(_, group)| takes(group));
    let groups = groups.fold(Groups::default(), |groups, (index, _)| groups.with(index));
    let file = root.path.file_name()?.to_str()?;
    if groups.is_empty() || !file.ends_with(".md") || !real.is_file() {
        return None;
    }
    let by_folder = root.groups.iter().any(|group| takes(group) && group.walk.flat_by_folder);
    let (name, kind) = match file {
        "SKILL.md" => (folder_name(root.path.parent()?), FoundKind::Skill),
        _ if by_folder => (folder_name(root.path.parent()?), FoundKind::Flat),
        _ => (stem(file)?, FoundKind::Flat),
    };
    let (path, real) = (root.path.clone(), real.to_owned());
    Some(Hit { found: Found { path, real, name, kind, size: 0, rank: u32::MAX }, groups })
}

/// A plugin may name a single file as a command.
fn single_command(root: &Root, real: &Path) -> Option<Hit> {
    let is_command = root.groups.iter().all(|group| group.layout == Layout::Commands);
    let name = stem(root.path.file_name()?.to_str()?)?;
    if !is_command || !real.is_file() {
        return None;
    }
    let (path, real, kind) = (root.path.clone(), real.to_owned(), FoundKind::Command);
    let found = Found { path, real, name, kind, size: 0, rank: u32::MAX };
    Some(Hit { found, groups: (0..root.groups.len()).fold(Groups::default(), Groups::with) })
}

impl<'a> Walker<'a> {
    fn new(groups: &'a [Group]) -> Walker<'a> {
        let zeros = || groups.iter().map(|_| AtomicUsize::new(0)).collect();
        Walker { groups, folders: zeros(), entries: zeros(), visited: AtomicUsize::new(0) }
    }

    fn is_over(&self, index: usize) -> bool {
        let Some(group) = self.groups.get(index) else { return false };
        let over = |limit: Option<usize>, counts: &[AtomicUsize]| {
            limit.zip(counts.get(index)).is_some_and(|(limit, count)| count.load(Ordering::Relaxed) > limit)
        };
        over(group.walk.folder_limit, &self.folders) || over(group.walk.entry_limit, &self.entries)
    }

    /// Walks a folder and everything below, in parallel.
    fn walk(&self, folder: Folder) -> (Vec<Hit>, Vec<DiskProblem>) {
        let (mut hits, mut problems, below) = self.look(folder);
        if self.visited.load(Ordering::Relaxed) > MOST_FOLDERS {
            return (hits, problems);
        }
        // Most folders have few below them, where handing out work costs more than the work.
        let results: Vec<(Vec<Hit>, Vec<DiskProblem>)> = match below.len() {
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

    /// Walks for one group with limits, breadth first and by name, until a limit is reached.
    fn walk_in_order(&self, start: Folder, group: &Group) -> (Vec<Hit>, Vec<DiskProblem>) {
        let walker = Walker::new(self.groups);
        let (mut hits, mut problems) = (Vec::new(), Vec::new());
        let mut queue = VecDeque::from([start]);
        let mut folders = 0;
        while let Some(folder) = queue.pop_front() {
            folders += 1;
            let entries: usize = walker.entries.iter().map(|count| count.load(Ordering::Relaxed)).sum();
            let over = |limit: Option<usize>, count: usize| limit.is_some_and(|limit| count > limit);
            if over(group.walk.folder_limit, folders) || over(group.walk.entry_limit, entries) {
                break;
            }
            let (more_hits, more_problems, mut below) = walker.look(folder);
            hits.extend(more_hits);
            problems.extend(more_problems);
            below.sort_unstable_by(|left, right| left.path.cmp(&right.path));
            queue.extend(below);
        }
        (hits, problems)
    }

    /// Reads one folder: the files that count, and the folders to enter.
    fn look(&self, folder: Folder) -> (Vec<Hit>, Vec<DiskProblem>, Vec<Folder>) {
        let (mut hits, mut problems, mut below) = (Vec::new(), Vec::new(), Vec::new());
        self.visited.fetch_add(1, Ordering::Relaxed);
        let entries = match entries(&folder.path) {
            Ok(entries) => entries,
            Err(error) => {
                problems.extend(problem(&folder.path, &error));
                return (hits, problems, below);
            }
        };
        let mut counted: HashSet<usize> = HashSet::new();
        for (index, group) in self.alive(folder.alive) {
            if group.walk.folder_limit.is_some() || group.walk.entry_limit.is_some() {
                counted.insert(index);
            }
        }
        for index in counted {
            if let (Some(folders), Some(count)) = (self.folders.get(index), self.entries.get(index)) {
                folders.fetch_add(1, Ordering::Relaxed);
                count.fetch_add(entries.len(), Ordering::Relaxed);
            }
        }
        let ignores = self.ignores(&folder, &entries);
        let files = self.skill_files(&folder, &entries, ignores.as_ref());
        let mut stopped = Groups::default();
        let is_there = |entry: &Entry, or_folder: bool| {
            entry.kind.is_file()
                || entry.kind.is_dir() && or_folder
                || entry.kind.is_symlink()
                    && fs::metadata(folder.path.join(&entry.name)).is_ok_and(|it| it.is_file() || or_folder)
        };
        for (index, (entry, ..)) in files.iter().filter(|(_, (_, _, kind))| *kind == FoundKind::Skill) {
            let Some(group) = self.groups.get(*index) else { continue };
            let stops = group.layout == Layout::Folders && group.walk.stop_at_skill;
            let or_folder = folder.depth == 0 && group.walk.stop_at_root_folder;
            if stops && (!group.walk.stop_at_file || entries.get(*entry).is_some_and(|it| is_there(it, or_folder))) {
                stopped = stopped.with(*index);
            }
        }
        let mut by_file: HashMap<(usize, String), (FoundKind, Groups)> = HashMap::new();
        for (index, (entry, name, kind)) in files {
            let slot = by_file.entry((entry, name)).or_insert((kind, Groups::default()));
            slot.1 = slot.1.with(index);
        }
        for ((entry, name), (kind, groups)) in by_file {
            let Some(entry) = entries.get(entry) else { continue };
            match real_file(&folder, entry) {
                Ok(real) => {
                    let rank = folder.rank_of(entry);
                    let path = folder.path.join(&entry.name);
                    hits.push(Hit { found: Found { path, real, name, kind, size: 0, rank }, groups });
                }
                Err(problem) => problems.push(problem),
            }
        }
        let going_above = self.alive(folder.alive).filter(|(_, group)| group.walk.links_above);
        let above = going_above.fold(Groups::default(), |above, (index, _)| above.with(index));
        for entry in &entries {
            let alive = self.entering(&folder, entry, stopped, ignores.as_ref());
            // Whoever goes no deeper than here cannot go round in circles, and follows a link that leads back too.
            let at_end = self.alive(alive).filter(|(_, group)| group.layout == Layout::Folders);
            let at_end = at_end.filter(|(_, group)| group.walk.depth == folder.depth + 1);
            let at_end = at_end.fold(Groups::default(), |groups, (index, _)| groups.with(index));
            if !alive.is_empty()
                && let Some(next) = next_folder(&folder, entry, alive, Returns { at_end, above }, ignores.clone())
            {
                below.push(next);
            }
        }
        (hits, problems, below)
    }

    fn alive(&self, alive: Groups) -> impl Iterator<Item = (usize, &'a Group)> {
        self.groups.iter().enumerate().filter(move |(index, _)| alive.has(*index))
    }

    /// The files of a folder that count, for each group: the entry, the name, the kind.
    fn skill_files(
        &self,
        folder: &Folder,
        entries: &[Entry],
        ignores: Option<&Arc<Ignores>>,
    ) -> Vec<(usize, (usize, String, FoundKind))> {
        let mut files = Vec::new();
        let exact = entries.iter().position(|entry| entry.name == "SKILL.md");
        let named = || entries.iter().enumerate().filter(|(_, entry)| entry.name.eq_ignore_ascii_case("SKILL.md"));
        let similar = || named().min_by(|left, right| left.1.name.cmp(&right.1.name)).map(|(index, _)| index);
        let first = || named().min_by_key(|(_, entry)| entry.rank).map(|(index, _)| index);
        let mut any: Option<Option<usize>> = None;
        for (index, group) in self.alive(folder.alive) {
            let walk = &group.walk;
            let in_root = folder.depth == 0;
            let own = match (exact, walk.any_case) {
                _ if walk.any_case && walk.first_spelling => first(),
                (Some(entry), _) => Some(entry),
                (None, true) => *any.get_or_insert_with(similar),
                (None, false) => None,
            };
            // Where only `.md` makes a command, `SKILL.MD` is no file at all.
            let has_ending = |entry: usize| entries.get(entry).is_some_and(|it| it.name.ends_with(".md"));
            let any_ending = group.layout != Layout::Commands || walk.any_extension_case;
            let own = own.filter(|entry| any_ending || has_ending(*entry));
            let is_ignored = |entry: usize| {
                entries.get(entry).is_some_and(|it| is_ignored(ignores, walk, &folder.path.join(&it.name), false))
            };
            let is_link = |entry: usize| entries.get(entry).is_some_and(|it| it.kind.is_symlink());
            let own = own.filter(|entry| !is_ignored(*entry) && (walk.file_links || !is_link(*entry)));
            match group.layout {
                Layout::Folders | Layout::PluginCache | Layout::PluginFolders => {
                    let counts = if in_root { walk.root_file } else { folder.depth <= walk.depth };
                    if let Some(entry) = own.filter(|_| counts) {
                        files.push((index, (entry, folder_name(&folder.path), FoundKind::Skill)));
                    }
                    // A SKILL.md right in the root is the only skill there, for those whom it stops.
                    let is_one = walk.stop_at_skill
                        && own.and_then(|entry| entries.get(entry)).is_some_and(|it| real_file(folder, it).is_ok());
                    if in_root && walk.flat_files && !(walk.root_file && is_one) {
                        for (entry, it) in entries.iter().enumerate() {
                            let name = stem(&it.name).filter(|name| !name.eq_ignore_ascii_case("skill"));
                            if let Some(name) = name.filter(|_| !it.kind.is_dir() && !is_ignored(entry)) {
                                let name = if walk.flat_by_folder { folder_name(&folder.path) } else { name };
                                files.push((index, (entry, name, FoundKind::Flat)));
                            }
                        }
                    }
                }
                Layout::Files => {
                    for (entry, it) in entries.iter().enumerate().filter(|_| in_root) {
                        let name = stem(&it.name).filter(|_| !it.kind.is_dir() && !it.name.starts_with('.'));
                        if let Some(name) = name {
                            files.push((index, (entry, name, FoundKind::Command)));
                        }
                    }
                }
                Layout::Commands => match own {
                    // A SKILL.md makes its folder one skill, also the root itself; the files beside it do not count.
                    Some(entry) if in_root => {
                        files.push((index, (entry, folder_name(&folder.path), FoundKind::Command)));
                    }
                    Some(entry) => files.push((index, (entry, command_id(folder, None), FoundKind::Command))),
                    None => {
                        for (entry, it) in entries.iter().enumerate() {
                            if let Some(name) = command_name(&it.name, walk).filter(|_| !it.kind.is_dir()) {
                                files.push((index, (entry, command_id(folder, Some(&name)), FoundKind::Command)));
                            }
                        }
                    }
                },
            }
        }
        files
    }

    /// The groups that enter a folder.
    fn entering(&self, folder: &Folder, entry: &Entry, stopped: Groups, ignores: Option<&Arc<Ignores>>) -> Groups {
        let mut entering = Groups::default();
        if !entry.kind.is_dir() && !entry.kind.is_symlink() {
            return entering;
        }
        for (index, group) in self.alive(folder.alive) {
            let walk = &group.walk;
            let enters = folder.depth < walk.depth.min(DEEPEST)
                && !stopped.has(index)
                && (walk.hidden || !entry.name.starts_with('.'))
                && (walk.symlinks || !entry.kind.is_symlink())
                && !walk.skip.iter().any(|name| name.eq_ignore_ascii_case(&entry.name))
                && !(walk.skip_leftovers && is_leftover(&entry.name))
                && !is_ignored(ignores, walk, &folder.path.join(&entry.name), true);
            if enters {
                entering = entering.with(index);
            }
        }
        entering
    }

    /// The ignore files of a folder, when somebody respects them.
    fn ignores(&self, folder: &Folder, entries: &[Entry]) -> Option<Arc<Ignores>> {
        let respected = self.alive(folder.alive).any(|(_, group)| group.walk.gitignore);
        let names = [".gitignore", ".ignore", ".fdignore"];
        if !respected || !entries.iter().any(|entry| names.contains(&entry.name.as_str())) {
            return folder.ignores.clone();
        }
        let rules = ignore_file::rules(&folder.path, &names);
        let root = folder.path.ancestors().nth(folder.depth).unwrap_or(&folder.path);
        let from_root = self.alive(folder.alive).any(|(_, group)| group.walk.ignores_from_root);
        let from_root = from_root.then(|| ignore_file::rules_from_root(root, &folder.path, &names));
        Some(Arc::new(Ignores { rules, from_root, before: folder.ignores.clone() }))
    }
}

/// Whether a name ends in `.backup-1-2` or `.installing-1-2`.
fn is_leftover(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    [".backup-", ".installing-"].iter().any(|mark| {
        let numbers = name.rsplit_once(mark).and_then(|(_, numbers)| numbers.split_once('-'));
        numbers.is_some_and(|(first, second)| is_number(first) && is_number(second))
    })
}
