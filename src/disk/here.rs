//! What lies here: every skill below the working directory, or below a path that is named, as its author sees the folder.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::catalog::{Environment, Found, FoundKind, is_endless};
use crate::config::Exclusion;
use crate::disk::environment::repository_of;
use crate::disk::git_ignore::{Repository, Rules};
use crate::disk::read::read;
use crate::disk::walk::Met;
use crate::disk::{DiskProblem, is_absent};

/// How far a look goes where no repository bounds it and no path was named.
const DEEPEST: usize = 8;
const MOST_ENTRIES: usize = 50_000;
/// How many folders are looked through, and how long.
const MOST_FOLDERS: usize = 200_000;
const LONGEST: Duration = Duration::from_secs(30);
const AT_A_TIME: usize = 1024;
/// Folders that nobody writes skills in.
const SKIPPED: [&str; 2] = [".git", "node_modules"];
/// Folders of a skill whose files are parts of it, whatever they are called.
const PARTS: [&str; 5] = ["assets", "examples", "references", "templates", "upstream"];

/// What was found.
#[derive(Default)]
pub struct Here {
    /// Every skill, by path.
    pub found: Vec<Found>,
    /// Files that are called like skills and are parts of others, by path: skills only where an agent takes them for some.
    pub parts: Vec<PathBuf>,
    /// The manifests and catalogues of packages, in it and in the folders around it in the repository.
    pub manifests: Vec<PathBuf>,
    /// Those that are links to nothing.
    pub dangling: Vec<PathBuf>,
    /// The folders on the way that are called as those of agents are: their names begin with `skill`.
    pub folders: Vec<PathBuf>,
    /// What could not be read.
    pub problems: Vec<DiskProblem>,
    /// The bound that was met, in words.
    pub bound: Option<String>,
}

/// What is looked for, and where not.
#[derive(Clone, Copy)]
pub struct Wish<'a> {
    /// What the settings leave out and bring back.
    pub exclusion: &'a Exclusion,
    /// How the paths of manifests and catalogues of packages end.
    pub manifests: &'a [String],
    /// The folders that agents read where they are started, whether git ignores them or not.
    pub owned: &'a [&'a str],
}

impl Wish<'_> {
    fn has(&self, path: &Path) -> bool {
        is_skill(path.file_name()) || self.manifests.iter().any(|name| path.ends_with(name))
    }
}

/// Looks through the working directory. Linked folders, submodules and other repositories inside are not entered, nor
/// what git ignores, unless it is a folder that agents read from there or the settings bring it back; a skill that git
/// keeps is found wherever it lies.
pub fn here(environment: &Environment, wish: &Wish<'_>) -> Here {
    let repository = environment.repository.as_deref().map(|root| Repository::open(root, environment));
    let is_bounded = repository.is_none();
    through(&environment.working_directory, repository.as_ref(), wish, is_bounded)
}

/// The same below some paths; one that is a file comes as it is. What is named itself is looked through, whatever git
/// ignores and the settings leave out.
pub fn below(paths: &[PathBuf], environment: &Environment, wish: &Wish<'_>) -> Here {
    let nothing = Exclusion::default();
    let mut all = Here::default();
    let mut repositories: HashMap<PathBuf, Repository> = HashMap::new();
    for path in paths {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                let repository = match repository_of(&path) {
                    Some(root) => {
                        let open = || Repository::open(&root, environment);
                        Some(&*repositories.entry(root.clone()).or_insert_with(open))
                    }
                    None => None,
                };
                let exclusion = if wish.exclusion.has(&path) { &nothing } else { wish.exclusion };
                let seen = through(&path, repository, &Wish { exclusion, ..*wish }, false);
                let Here { found, parts, manifests, dangling, folders, problems, bound } = seen;
                all.found.extend(found);
                all.parts.extend(parts);
                all.manifests.extend(manifests);
                all.dangling.extend(dangling);
                all.folders.extend(folders);
                all.problems.extend(problems);
                all.bound = all.bound.or(bound);
            }
            Ok(_) => {
                let folder = path.parent().unwrap_or(&path);
                let around = all.manifests.iter().any(|it| it.starts_with(folder));
                if !around && !wish.manifests.is_empty() {
                    let beside = wish.manifests.iter().map(|name| folder.join(name)).filter(|file| file.is_file());
                    all.manifests.extend(beside.chain(above(folder, repository_of(folder).as_deref(), wish)));
                }
                all.found.push(found(path));
            }
            Err(_) if is_dangling(&path) => all.dangling.push(path),
            Err(error) => all.problems.push(DiskProblem::from_error("read", &path, &error)),
        }
    }
    all.found.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    all.found.dedup_by(|left, right| left.path == right.path);
    all.manifests.sort_unstable();
    all.manifests.dedup();
    all
}

/// Joins what a walk met and what was found: a file that was walked keeps the places it was met at. Sorted by path.
pub fn merged(mut walked: Vec<Met>, found: Vec<Found>) -> Vec<Met> {
    if found.is_empty() {
        return walked;
    }
    let known: HashSet<PathBuf> = walked.iter().map(|(found, _)| found.path.clone()).collect();
    walked.extend(found.into_iter().filter(|found| !known.contains(&found.path)).map(|found| (found, Vec::new())));
    walked.sort_unstable_by(|left, right| left.0.path.cmp(&right.0.path));
    walked
}

fn through(start: &Path, repository: Option<&Repository>, wish: &Wish<'_>, is_bounded: bool) -> Here {
    let exclusion = wish.exclusion;
    let rules = repository.map(|repository| repository.rules_in(start)).unwrap_or_default();
    let Seen { mut files, mut folders, mut problems, bound } = look(start, rules, wish, is_bounded);
    for root in wish.owned.iter().map(|owned| start.join(owned)).filter(|root| root.is_dir()) {
        // An agent that is started here reads it, whether git keeps it or not.
        if repository.is_some_and(|repository| repository.ignores(&root)) && !exclusion.has(&root) {
            let seen = look(&root, Rules::default(), wish, false);
            files.extend(seen.files);
            folders.extend(seen.folders.into_iter().chain([root]));
            problems.extend(seen.problems);
        }
    }
    let (mut files, mut manifests): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|path| is_skill(path.file_name()));
    manifests.extend(above(start, repository.map(Repository::root), wish));
    manifests.sort_unstable();
    let walked: HashSet<PathBuf> = files.iter().cloned().collect();
    if let Some(repository) = repository {
        let tracked = repository.tracked_files(|path| is_skill(path.file_name()));
        let is_here =
            |path: &PathBuf| path.starts_with(start) && !exclusion.has(path) && fs::symlink_metadata(path).is_ok();
        files.extend(tracked.into_iter().filter(is_here));
    }
    files.sort_unstable();
    files.dedup();
    let holders: HashSet<PathBuf> = files.iter().filter_map(|path| Some(path.parent()?.to_owned())).collect();
    files.retain(|path| !is_command(start, path));
    let (parts, files): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|path| is_part(start, path, &holders));
    let real = fs::canonicalize(start).unwrap_or_else(|_| start.to_owned());
    let (dangling, files): (Vec<PathBuf>, Vec<PathBuf>) = files.into_par_iter().partition(|path| is_dangling(path));
    let found = files.into_iter().map(|path| {
        // What only git knows of may have come to lie behind a link.
        let below = path.strip_prefix(start).ok().filter(|_| walked.contains(&path)).map(|below| real.join(below));
        found_at(path, below)
    });
    Here { found: found.collect(), parts, manifests, dangling, folders, problems, bound }
}

/// The manifests of the folders around one, as far as the repository goes.
fn above(folder: &Path, repository: Option<&Path>, wish: &Wish<'_>) -> Vec<PathBuf> {
    let Some(root) = repository else { return Vec::new() };
    let folders = folder.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    let files = folders.flat_map(|folder| wish.manifests.iter().map(|name| folder.join(name)));
    files.filter(|path| path.is_file() && !path.starts_with(folder)).collect()
}

#[derive(Default)]
struct Seen {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    problems: Vec<DiskProblem>,
    bound: Option<String>,
}

/// Looks through a folder, the nearest folders first, some at a time: a tree may be deeper than any stack, and wider than
/// there is time for.
fn look(start: &Path, rules: Rules, wish: &Wish<'_>, is_bounded: bool) -> Seen {
    let since = Instant::now();
    let (mut seen, mut folders, mut entries, mut is_deeper) = (Seen::default(), 0, 0, false);
    let mut waiting = VecDeque::from([(start.to_owned(), 0, rules)]);
    while !waiting.is_empty() {
        let bound = match () {
            () if is_bounded && entries >= MOST_ENTRIES => unbounded(),
            () if folders >= MOST_FOLDERS => format!("only {MOST_FOLDERS} folders were looked through"),
            () if since.elapsed() >= LONGEST => {
                format!("it takes longer than {} seconds to look through; the rest was left out", LONGEST.as_secs())
            }
            () => {
                let some: Vec<_> = waiting.drain(..waiting.len().min(AT_A_TIME)).collect();
                folders += some.len();
                let look = |(folder, depth, rules): &(PathBuf, usize, Rules)| (*depth, listed(folder, rules, wish));
                for (depth, list) in some.par_iter().map(look).collect::<Vec<_>>() {
                    seen.files.extend(list.files);
                    seen.problems.extend(list.problems);
                    let called_so = list.folders.iter().filter(|(folder, _)| is_called_skills(folder));
                    seen.folders.extend(called_so.map(|(folder, _)| folder.clone()));
                    entries += list.entries;
                    let is_deepest = is_bounded && depth >= DEEPEST;
                    is_deeper |= is_deepest && !list.folders.is_empty();
                    let below = list.folders.into_iter().filter(|_| !is_deepest);
                    let rules = |is_ignored: bool| if is_ignored { Rules::for_all() } else { list.rules.clone() };
                    waiting.extend(below.map(|(folder, is_ignored)| (folder, depth + 1, rules(is_ignored))));
                }
                continue;
            }
        };
        seen.bound = Some(bound);
        break;
    }
    let bound = seen.bound.take().or_else(|| is_deeper.then(unbounded));
    Seen { bound: bound.map(|bound| format!("{}: {bound}", start.display())), ..seen }
}

fn unbounded() -> String {
    format!("this is no repository, so only {DEEPEST} levels and {MOST_ENTRIES} entries were looked through")
}

/// What of a folder is looked at.
struct Listed {
    files: Vec<PathBuf>,
    /// Each with whether git ignores it, and only the settings bring back some of it.
    folders: Vec<(PathBuf, bool)>,
    problems: Vec<DiskProblem>,
    entries: usize,
    /// The rules for what lies in it.
    rules: Rules,
}

fn listed(folder: &Path, above: &Rules, wish: &Wish<'_>) -> Listed {
    let (files, folders, problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut list = Listed { files, folders, problems, entries: 0, rules: Rules::default() };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if is_absent(&error) => return list,
        Err(error) => {
            list.problems.push(DiskProblem::from_error("read", folder, &error));
            return list;
        }
    };
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in entries.flatten() {
        list.entries += 1;
        let Ok(kind) = entry.file_type() else { continue };
        let name = entry.file_name();
        if name.to_str().is_none() {
            if entry.path().join("SKILL.md").exists() {
                list.problems.push(DiskProblem::new("read", &entry.path(), "its name is not UTF-8"));
            }
        } else if kind.is_dir() && !SKIPPED.iter().any(|skipped| name == *skipped) {
            folders.push(entry.path());
        } else if !kind.is_dir() && (is_skill(Some(&name)) || name.as_encoded_bytes().ends_with(b".json")) {
            list.files.extend(Some(entry.path()).filter(|path| wish.has(path)));
        }
    }
    let (rules, exclusion) = (above.below(folder), wish.exclusion);
    list.files.retain(|path| (!rules.ignore(path, false) || exclusion.brings_back(path)) && !exclusion.has(path));
    for path in folders.into_iter().filter(|path| !exclusion.has_all_of(path) && !is_endless(path)) {
        let is_ignored = rules.ignore(&path, true);
        // A folder with a `.git` of its own is another repository.
        let is_entered =
            (!is_ignored || exclusion.may_bring_back_in(&path)) && fs::symlink_metadata(path.join(".git")).is_err();
        if is_entered {
            list.folders.push((path, is_ignored));
        }
    }
    list.rules = rules;
    list
}

fn is_skill(name: Option<&OsStr>) -> bool {
    name.is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"))
}

fn is_called_skills(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"skill"))
}

/// Whether a SKILL.md is a file of another skill, in whose folder it lies. Beside a skill right at the start there may be
/// others: what is a part of that one lies in a folder for such files.
fn is_part(start: &Path, path: &Path, folders: &HashSet<PathBuf>) -> bool {
    let mut around = path.ancestors().skip(2).take_while(|folder| folder.starts_with(start));
    let first = path.strip_prefix(start).ok().and_then(|rest| rest.components().next());
    let is_aside = first.is_some_and(|name| PARTS.iter().any(|part| name.as_os_str() == *part));
    around.any(|folder| folders.contains(folder) && (folder != start || is_aside))
}

/// Whether a file is a command that happens to be called `skill`.
fn is_command(start: &Path, path: &Path) -> bool {
    let folders = path.strip_prefix(start).ok().and_then(Path::parent);
    !path.ends_with("SKILL.md") && folders.is_some_and(|it| it.components().any(|name| name.as_os_str() == "commands"))
}

fn is_dangling(path: &Path) -> bool {
    let is_link = fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink());
    is_link && fs::metadata(path).is_err_and(|error| is_absent(&error))
}

/// Whether a file begins as one with frontmatter does.
pub fn begins_with_fence(path: &Path) -> bool {
    let (text, _) = read(path).unwrap_or_default();
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
    text.trim_ascii_start().starts_with(b"---")
}

/// A file given by its path.
pub fn found(path: PathBuf) -> Found {
    found_at(path, None)
}

/// A file; `real` is what its path leads to, unless it is a link itself.
fn found_at(path: PathBuf, real: Option<PathBuf>) -> Found {
    let is_link = fs::symlink_metadata(&path).is_ok_and(|it| it.is_symlink());
    let real = real.filter(|_| !is_link).or_else(|| fs::canonicalize(&path).ok()).unwrap_or_else(|| path.clone());
    let (name, kind) = FoundKind::of_path(&path);
    Found { path, real, name, kind, size: 0, rank: u32::MAX, is_outside: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found in a tree, by path, after `prepare`; and the bound.
    fn seen(repository: bool, paths: &[&str], prepare: impl FnOnce(&Path)) -> (Vec<Found>, Option<String>) {
        let folder = tempfile::tempdir().unwrap();
        let start = fs::canonicalize(folder.path()).unwrap();
        for path in paths {
            fs::create_dir_all(start.join(path).parent().unwrap()).unwrap();
            fs::write(start.join(path), "text").unwrap();
        }
        prepare(&start);
        let repository = repository.then(|| start.clone());
        let environment = Environment { working_directory: start.clone(), repository, ..Environment::default() };
        let wish = Wish { exclusion: &Exclusion::default(), manifests: &[], owned: &[] };
        let Here { found, bound, .. } = here(&environment, &wish);
        let within = |path: &Path| path.strip_prefix(&start).unwrap_or(path).to_owned();
        let found = found.into_iter().map(|it| Found { path: within(&it.path), real: within(&it.real), ..it });
        (found.collect(), bound)
    }

    #[cfg(unix)]
    #[test]
    fn no_tree_is_too_deep() {
        let (found, bound) = seen(true, &["a/SKILL.md"], |start| {
            // Longer than a path may be: each folder is made from within the one above.
            let mut at = rustix::fs::open(start, rustix::fs::OFlags::DIRECTORY, rustix::fs::Mode::empty()).unwrap();
            for _ in 0..1_900 {
                rustix::fs::mkdirat(&at, "d", rustix::fs::Mode::RWXU).unwrap();
                at = rustix::fs::openat(&at, "d", rustix::fs::OFlags::DIRECTORY, rustix::fs::Mode::empty()).unwrap();
            }
        });
        assert_eq!((found.len(), bound), (1, None));
    }

    #[cfg(unix)]
    #[test]
    fn what_git_keeps_is_found_where_it_really_lies() {
        let outside = tempfile::tempdir().unwrap();
        let outside = fs::canonicalize(outside.path()).unwrap();
        fs::write(outside.join("SKILL.md"), "secret").unwrap();
        let (found, _) = seen(true, &["b/SKILL.md"], |start| {
            std::os::unix::fs::symlink(&outside, start.join("a")).unwrap();
            fs::create_dir_all(start.join(".git")).unwrap();
            fs::write(start.join(".git/index"), index(&["a/SKILL.md", "b/SKILL.md"])).unwrap();
        });
        let shown: Vec<_> = found.iter().map(|it| (it.path.as_path(), it.real.as_path())).collect();
        let (a, b) = (Path::new("a/SKILL.md"), Path::new("b/SKILL.md"));
        assert_eq!(shown, [(a, outside.join("SKILL.md").as_path()), (b, b)]);
    }

    /// An index of git that keeps some files.
    fn index(paths: &[&str]) -> Vec<u8> {
        let mut bytes = [&b"DIRC"[..], &2_u32.to_be_bytes(), &(paths.len() as u32).to_be_bytes()].concat();
        for path in paths {
            let start = bytes.len();
            bytes.extend([0; 60]);
            bytes.extend((path.len() as u16).to_be_bytes());
            bytes.extend(path.as_bytes());
            // To the next multiple of eight, with one zero at least.
            bytes.resize(start + ((bytes.len() - start) / 8 + 1) * 8, 0);
        }
        bytes
    }

    #[test]
    fn parts_of_a_skill_and_commands_are_no_skills() {
        let paths =
            ["a/SKILL.md", "a/references/x/SKILL.md", "templates/b/SKILL.md", "a/more/c/SKILL.md", "commands/skill.md"];
        let (found, _) = seen(true, &paths, |_| {});
        let shown: Vec<String> = found.iter().map(|it| it.path.display().to_string()).collect();
        assert_eq!(shown, ["a/SKILL.md", "templates/b/SKILL.md"]);
    }
}
