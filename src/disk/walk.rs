//! Walks the roots of all hosts at once: each folder is read once, however many hosts look into it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use rayon::prelude::*;

use crate::catalog::{Found, FoundKind, Place};
use crate::disk::DiskProblem;
use crate::hosts::{Layout, Walk};

/// A file and where it was met: (host index, place index) pairs, in the order of the hosts. A file that no host
/// reads is met nowhere: one that lies too deep, or is called `skill.md`.
pub type Met = (Found, Vec<(usize, usize)>);

/// More folders than this in one root are not entered; links can make few folders look like many.
const MOST_FOLDERS: usize = 200_000;
/// No host looks deeper.
const DEEPEST: usize = 64;
/// How deep skills are looked for that no host reads.
const DEEPEST_MISSED: usize = 8;

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

/// A folder to be walked, and everyone who wants it walked.
struct Root {
    path: PathBuf,
    groups: Vec<Group>,
}

/// The places that walk a root in the same way.
struct Group {
    walk: Walk,
    layout: Layout,
    at: Vec<(usize, usize)>,
}

impl Root {
    fn places_of(&self, groups: Groups) -> Vec<(usize, usize)> {
        let named = self.groups.iter().enumerate().filter(|(index, _)| groups.has(*index));
        named.flat_map(|(_, group)| group.at.iter().copied()).collect()
    }
}

/// A set of groups of one root, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Groups(u64);

impl Groups {
    fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
    fn with(self, index: usize) -> Groups {
        Groups(self.0 | 1 << index)
    }
    fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// One bit is kept for the look for missed skills.
const MOST_GROUPS: usize = 63;

/// A file met in a root.
struct Hit {
    found: Found,
    groups: Groups,
}

/// The folders to be walked, each once.
fn roots(hosts: &[&[Place]]) -> (Vec<Root>, Vec<DiskProblem>) {
    let mut roots: Vec<Root> = Vec::new();
    let mut by_path: HashMap<PathBuf, usize> = HashMap::new();
    let mut problems = Vec::new();
    for (host, places) in hosts.iter().enumerate() {
        for (index, place) in places.iter().enumerate() {
            if place.unless.as_ref().is_some_and(|folder| folder.is_dir()) {
                continue;
            }
            for path in folders_of(place, &mut problems) {
                let number = *by_path.entry(path.clone()).or_insert_with(|| {
                    roots.push(Root { path, groups: Vec::new() });
                    roots.len() - 1
                });
                let Some(root) = roots.get_mut(number) else { continue };
                let same = |group: &&mut Group| group.layout == place.layout && group.walk == place.walk;
                match root.groups.iter_mut().find(same) {
                    Some(group) => group.at.push((host, index)),
                    None => root.groups.push(Group {
                        walk: place.walk.clone(),
                        layout: place.layout,
                        at: vec![(host, index)],
                    }),
                }
            }
        }
    }
    // The sets hold so many groups; more ways to walk one folder are walked apart.
    let mut apart = Vec::new();
    for root in &mut roots {
        while root.groups.len() > MOST_GROUPS {
            let groups = root.groups.split_off(root.groups.len() - MOST_GROUPS);
            apart.push(Root { path: root.path.clone(), groups });
        }
    }
    roots.extend(apart);
    for root in &mut roots {
        if root.groups.iter().any(|group| group.layout == Layout::Folders) {
            let skip = root.groups.iter().flat_map(|group| group.walk.skip.iter().cloned());
            let skip = skip.chain([".git".to_owned(), "node_modules".to_owned()]).collect();
            let walk = Walk { depth: DEEPEST_MISSED, any_case: true, skip, ..Walk::default() };
            root.groups.push(Group { walk, layout: Layout::Folders, at: Vec::new() });
        }
    }
    (roots, problems)
}

/// The folders that a place means.
fn folders_of(place: &Place, problems: &mut Vec<DiskProblem>) -> Vec<PathBuf> {
    let inner = place.path.join("skills");
    match place.layout {
        Layout::PluginCache => {
            let versions =
                subfolders(&place.path, problems).into_iter().flat_map(|plugin| subfolders(&plugin, problems));
            versions.map(|version| version.join("skills")).collect()
        }
        Layout::Folders if place.walk.inner_skills && !place.path.ends_with("skills") && inner.is_dir() => vec![inner],
        Layout::Folders | Layout::Commands => vec![place.path.clone()],
    }
}

fn subfolders(folder: &Path, problems: &mut Vec<DiskProblem>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = match entries(folder) {
        Ok(entries) => entries.into_iter().map(|entry| folder.join(entry.name)).filter(|path| path.is_dir()).collect(),
        Err(error) => {
            problems.extend(problem(folder, &error));
            Vec::new()
        }
    };
    folders.sort_unstable();
    folders
}

/// What stays the same while a root is walked.
struct Walker<'a> {
    groups: &'a [Group],
    folders: Vec<AtomicUsize>,
    entries: Vec<AtomicUsize>,
    visited: AtomicUsize,
}

/// A folder on the way.
struct Folder {
    path: PathBuf,
    real: PathBuf,
    depth: usize,
    alive: Groups,
    /// The real folders that were entered through links to come here.
    links: Option<Arc<Links>>,
    ignores: Option<Arc<Ignores>>,
}

struct Links {
    real: PathBuf,
    before: Option<Arc<Links>>,
}

struct Ignores {
    rules: Gitignore,
    before: Option<Arc<Ignores>>,
}

struct Entry {
    name: String,
    kind: FileType,
}

fn walk_root(root: &Root) -> (Vec<Hit>, Vec<DiskProblem>) {
    let real = match fs::canonicalize(&root.path) {
        Ok(real) => real,
        Err(error) => return (Vec::new(), problem(&root.path, &error).into_iter().collect()),
    };
    if let Some(hit) = single_command(root, &real) {
        return (vec![hit], Vec::new());
    }
    let all = (0..root.groups.len()).fold(Groups::default(), Groups::with);
    let walker = Walker::new(&root.groups);
    let start =
        |alive| Folder { path: root.path.clone(), real: real.clone(), depth: 0, alive, links: None, ignores: None };
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

/// A plugin may name a single file as a command.
fn single_command(root: &Root, real: &Path) -> Option<Hit> {
    let is_command = root.groups.iter().all(|group| group.layout == Layout::Commands);
    let name = stem(root.path.file_name()?.to_str()?)?;
    if !is_command || !real.is_file() {
        return None;
    }
    let found = found(&root.path, real.to_owned(), name, FoundKind::Command);
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
        for (index, _) in files.iter().filter(|(_, (_, _, kind))| *kind == FoundKind::Skill) {
            if self.groups.get(*index).is_some_and(|group| group.layout == Layout::Folders && group.walk.stop_at_skill)
            {
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
                    hits.push(Hit { found: found(&folder.path.join(&entry.name), real, name, kind), groups });
                }
                Err(problem) => problems.push(problem),
            }
        }
        for entry in &entries {
            let alive = self.entering(&folder, entry, stopped, ignores.as_ref());
            if !alive.is_empty()
                && let Some(next) = next_folder(&folder, entry, alive, ignores.clone())
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
        let similar = || {
            let named = entries.iter().enumerate().filter(|(_, entry)| entry.name.eq_ignore_ascii_case("SKILL.md"));
            named.min_by(|left, right| left.1.name.cmp(&right.1.name)).map(|(index, _)| index)
        };
        let mut any: Option<Option<usize>> = None;
        for (index, group) in self.alive(folder.alive) {
            let walk = &group.walk;
            let in_root = folder.depth == 0;
            let own = match (exact, walk.any_case) {
                (Some(entry), _) => Some(entry),
                (None, true) => *any.get_or_insert_with(similar),
                (None, false) => None,
            };
            let is_ignored = |entry: usize| {
                walk.gitignore
                    && entries.get(entry).is_some_and(|it| is_ignored(ignores, &folder.path.join(&it.name), false))
            };
            let is_link = |entry: usize| entries.get(entry).is_some_and(|it| it.kind.is_symlink());
            let own = own.filter(|entry| !is_ignored(*entry) && (walk.file_links || !is_link(*entry)));
            match group.layout {
                Layout::Folders | Layout::PluginCache => {
                    let counts = if in_root { walk.root_file } else { folder.depth <= walk.depth };
                    if let Some(entry) = own.filter(|_| counts) {
                        files.push((index, (entry, folder_name(&folder.path), FoundKind::Skill)));
                    }
                    if in_root && walk.flat_files {
                        for (entry, it) in entries.iter().enumerate() {
                            let name = stem(&it.name).filter(|name| !name.eq_ignore_ascii_case("skill"));
                            if let Some(name) = name.filter(|_| !it.kind.is_dir() && !is_ignored(entry)) {
                                files.push((index, (entry, name, FoundKind::Flat)));
                            }
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
                && !(walk.gitignore && is_ignored(ignores, &folder.path.join(&entry.name), true));
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
        let mut builder = GitignoreBuilder::new(&folder.path);
        for name in names {
            // An ignore file that cannot be read ignores nothing.
            let _ = builder.add(folder.path.join(name));
        }
        let rules = builder.build().unwrap_or_else(|_| Gitignore::empty());
        Some(Arc::new(Ignores { rules, before: folder.ignores.clone() }))
    }
}

/// Whether the innermost rules that say anything say that a path is ignored.
fn is_ignored(ignores: Option<&Arc<Ignores>>, path: &Path, is_folder: bool) -> bool {
    let mut level = ignores;
    while let Some(ignores) = level {
        let verdict = ignores.rules.matched(path, is_folder);
        if !verdict.is_none() {
            return verdict.is_ignore();
        }
        level = ignores.before.as_ref();
    }
    false
}

/// A folder to enter; `None` for a link that leads to no folder, or back to where we came from.
fn next_folder(folder: &Folder, entry: &Entry, alive: Groups, ignores: Option<Arc<Ignores>>) -> Option<Folder> {
    let path = folder.path.join(&entry.name);
    let (real, links) = match entry.kind.is_symlink() {
        false => (folder.real.join(&entry.name), folder.links.clone()),
        true => {
            let real = fs::canonicalize(&path).ok().filter(|real| real.is_dir())?;
            let mut link = folder.links.as_ref();
            if folder.real.starts_with(&real) {
                return None;
            }
            while let Some(known) = link {
                if known.real.starts_with(&real) {
                    return None;
                }
                link = known.before.as_ref();
            }
            let links = Links { real: folder.real.clone(), before: folder.links.clone() };
            (real, Some(Arc::new(links)))
        }
    };
    Some(Folder { path, real, depth: folder.depth + 1, alive, links, ignores })
}

/// The real path of a file, or why it is none.
fn real_file(folder: &Folder, entry: &Entry) -> Result<PathBuf, DiskProblem> {
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
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) {
            entries.push(Entry { name, kind });
        }
    }
    entries.sort_unstable_by(|left, right| left.name.cmp(&right.name));
    Ok(entries)
}

/// A folder that is not there is ordinary; every other reason is worth a word.
fn problem(folder: &Path, error: &io::Error) -> Option<DiskProblem> {
    let is_absent = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    (!is_absent).then(|| DiskProblem::from_error("read", folder, error))
}

fn found(path: &Path, real: PathBuf, name: String, kind: FoundKind) -> Found {
    Found { path: path.to_owned(), real, name, kind, size: 0 }
}

/// `NAME` of `NAME.md`, in any case of the ending.
fn stem(file: &str) -> Option<String> {
    let (stem, extension) = file.rsplit_once('.')?;
    (extension.eq_ignore_ascii_case("md") && !stem.is_empty()).then(|| stem.to_owned())
}

/// What a command file is called. Only `.md` is taken from its name, so that `NAME.MD` keeps its ending.
fn command_name(file: &str, walk: &Walk) -> Option<String> {
    let plain = file.strip_suffix(".md").filter(|name| !name.is_empty());
    let other = || stem(file).filter(|_| walk.any_extension_case).map(|_| file);
    plain.or_else(other).map(str::to_owned)
}

fn folder_name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// `sub:name`: the folders below the root, then the file.
fn command_id(folder: &Folder, file: Option<&str>) -> String {
    let names: Vec<&OsStr> = folder.path.iter().collect();
    let below = names.get(names.len().saturating_sub(folder.depth)..).unwrap_or_default();
    let mut parts: Vec<String> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    parts.extend(file.map(str::to_owned));
    parts.join(":")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Controls, Environment, places};
    use crate::hosts::Host;

    /// Writes a tree: `path` for a file, `path/` for a folder, `path -> target` for a link.
    fn tree(text: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (path, target) = line.split_once(" -> ").map_or((line, None), |(path, to)| (path, Some(to)));
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            match target {
                #[cfg(unix)]
                Some(target) => std::os::unix::fs::symlink(target, &path).unwrap(),
                #[cfg(not(unix))]
                Some(_) => {}
                None if line.ends_with('/') => fs::create_dir_all(&path).unwrap(),
                None => fs::write(&path, "text").unwrap(),
            }
        }
        folder
    }

    fn host(roots: &str, walk: &str) -> Host {
        let verified = "verified = { version = \"1\", how = \"run\" }";
        toml::from_str(&format!("id = \"x\"\nname = \"X\"\n{verified}\nroots = [{roots}]\n[walk]\n{walk}")).unwrap()
    }

    const HERE: &str = "{ scope = \"project\", at = \"working-directory\", paths = [\"skills\"] }";

    /// One line for each file met: path, kind and name, places; then the problems.
    fn walked(folder: &Path, hosts: &[Host]) -> String {
        let environment = Environment { working_directory: folder.to_owned(), ..Environment::default() };
        let places: Vec<Vec<Place>> =
            hosts.iter().map(|host| places(host, &environment, &Controls::default())).collect();
        let places: Vec<&[Place]> = places.iter().map(Vec::as_slice).collect();
        let (met, problems) = walk(&places);
        let real = fs::canonicalize(folder).unwrap();
        let mut lines = Vec::new();
        for (found, at) in met {
            let path = found.path.strip_prefix(folder).unwrap();
            let mut line = format!("{} {:?} {} {at:?}", path.display(), found.kind, found.name);
            if found.real != real.join(path) {
                line.push_str(&format!(" = {}", found.real.strip_prefix(&real).unwrap().display()));
            }
            lines.push(line);
        }
        let shown = |problem: DiskProblem| problem.message.replace(&format!("{}/", folder.display()), "");
        lines.extend(problems.into_iter().map(shown));
        lines.join("\n")
    }

    fn check(text: &str, hosts: &[Host], expected: &str) {
        let folder = tree(text);
        let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(walked(folder.path(), hosts), expected.join("\n"));
    }

    #[test]
    fn direct_children_or_deeper_and_what_nobody_reads() {
        check(
            "
            skills/a/SKILL.md
            skills/a/template/SKILL.md
            skills/low/skill.md
            skills/group/deep/SKILL.md
            skills/.hidden/SKILL.md
            skills/synced/b/SKILL.md
            skills/node_modules/c/SKILL.md
            skills/flat.md
            skills/SKILL.md
            ",
            &[
                host(HERE, "depth = 1\nskip = [\"SYNCED\"]"),
                host(HERE, "depth = 6\nhidden = false\nroot-file = true\nstop-at-skill = false\nany-case = true"),
                host(HERE, "flat-files = true"),
            ],
            "
            skills/.hidden/SKILL.md Skill .hidden [(0, 0), (2, 0)]
            skills/SKILL.md Skill skills [(1, 0)]
            skills/a/SKILL.md Skill a [(0, 0), (1, 0), (2, 0)]
            skills/a/template/SKILL.md Skill template [(1, 0)]
            skills/flat.md Flat flat [(2, 0)]
            skills/group/deep/SKILL.md Skill deep [(1, 0)]
            skills/low/skill.md Skill low [(1, 0)]
            skills/node_modules/c/SKILL.md Skill c [(1, 0)]
            skills/synced/b/SKILL.md Skill b [(1, 0)]
            ",
        );
        check(
            "skills/low/skill.md\nskills/group/deep/SKILL.md",
            &[host(HERE, "depth = 1")],
            "skills/group/deep/SKILL.md Skill deep []\nskills/low/skill.md Skill low []",
        );
    }

    #[test]
    fn commands_have_ids_with_their_folders() {
        let roots =
            "{ scope = \"command\", at = \"working-directory\", paths = [\"commands\"], layout = \"commands\" }";
        check(
            "
            commands/go.md
            commands/sub/Deep.md
            commands/sub/Upper.MD
            commands/sub/notes.txt
            commands/skill/SKILL.md
            commands/skill/other.md
            ",
            &[host(roots, "depth = 32"), host(roots, "depth = 32\nany-extension-case = true")],
            "
            commands/go.md Command go [(0, 0), (1, 0)]
            commands/skill/SKILL.md Command skill [(0, 0), (1, 0)]
            commands/sub/Deep.md Command sub:Deep [(0, 0), (1, 0)]
            commands/sub/Upper.MD Command sub:Upper.MD [(1, 0)]
            ",
        );
    }

    #[test]
    fn a_cache_of_plugins_and_an_inner_skills_folder() {
        let roots = "{ scope = \"plugin\", at = \"working-directory\", paths = [\"cache\"], layout = \"plugin-cache\" }, \
                     { scope = \"explicit\", at = \"working-directory\", paths = [\"team\"] }";
        check(
            "cache/p/1.0/skills/a/SKILL.md\ncache/p/1.0/other/b/SKILL.md\nteam/skills/c/SKILL.md\nteam/d/SKILL.md",
            &[host(roots, "inner-skills = true")],
            "cache/p/1.0/skills/a/SKILL.md Skill a [(0, 0)]\nteam/skills/c/SKILL.md Skill c [(0, 1)]",
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_loops_end() {
        check(
            "
            real/a/SKILL.md
            skills/link -> ../real/a
            skills/self -> .
            skills/up -> ../..
            skills/x/y -> ../z
            skills/z/w -> ../x
            skills/file/SKILL.md -> ../../real/a/SKILL.md
            skills/broken/SKILL.md -> nowhere
            skills/nowhere -> gone
            ",
            &[host(HERE, "depth = 32\nfile-links = false"), host(HERE, "symlinks = false")],
            "
            skills/file/SKILL.md Skill file [(1, 0)] = real/a/SKILL.md
            skills/link/SKILL.md Skill link [(0, 0)] = real/a/SKILL.md
            cannot read skills/broken/SKILL.md: no such file or directory
            ",
        );
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_file_is_a_problem_and_the_rest_is_still_met() {
        let folder = tree("skills/a/SKILL.md\nskills/folder/SKILL.md/\nskills/pipe/\nskills/linked/SKILL.md -> ../a");
        let pipe = folder.path().join("skills/pipe/SKILL.md");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        assert_eq!(
            walked(folder.path(), &[host(HERE, "")]),
            "skills/a/SKILL.md Skill a [(0, 0)]\n\
             cannot read skills/folder/SKILL.md: it is a folder\n\
             cannot read skills/linked/SKILL.md: it is not a file\n\
             cannot read skills/pipe/SKILL.md: it is not a file"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_read_is_a_problem_unless_it_is_absent() {
        let denied = io::Error::from(io::ErrorKind::PermissionDenied);
        let shown = problem(Path::new("/x"), &denied).map(|problem| problem.message);
        assert_eq!(shown.as_deref(), Some("cannot read /x: permission denied"));
        assert_eq!(problem(Path::new("/x"), &io::Error::from(io::ErrorKind::NotFound)), None);
        check("other/file", &[host(HERE, "")], "");
        check("skills", &[host(HERE, "")], "");
    }

    #[test]
    fn ignore_files_are_respected_where_the_host_does() {
        check(
            "skills/a/SKILL.md\nskills/b/SKILL.md",
            &[host(HERE, "gitignore = true")],
            "skills/a/SKILL.md Skill a [(0, 0)]\nskills/b/SKILL.md Skill b [(0, 0)]",
        );
        let folder = tree("skills/a/SKILL.md\nskills/b/SKILL.md");
        fs::write(folder.path().join("skills/.gitignore"), "b/\n").unwrap();
        assert_eq!(
            walked(folder.path(), &[host(HERE, "gitignore = true")]),
            "skills/a/SKILL.md Skill a [(0, 0)]\nskills/b/SKILL.md Skill b []"
        );
    }

    #[test]
    fn limits_cut_by_name_and_many_entries_are_met() {
        let text: Vec<String> = (0..2000).map(|number| format!("skills/s{number:04}/SKILL.md")).collect();
        let folder = tree(&text.join("\n"));
        let hosts = [host(HERE, ""), host(HERE, "folder-limit = 11"), host(HERE, "folder-limit = 5000")];
        let shown = walked(folder.path(), &hosts);
        let count = |view: &str| shown.lines().filter(|line| line.contains(view)).count();
        assert_eq!((count("(0, 0)"), count("(1, 0)"), count("(2, 0)")), (2000, 10, 2000));
        let tenth = shown.lines().nth(9).unwrap();
        assert_eq!(tenth, "skills/s0009/SKILL.md Skill s0009 [(0, 0), (1, 0), (2, 0)]");
    }
}
