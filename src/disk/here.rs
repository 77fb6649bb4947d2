//! What lies here: every skill below the working directory, or below a path that is named, as its author sees the folder.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::catalog::{EntryKind, Environment, FolderEntry, Found, FoundKind, IgnoreRule, is_endless, path_order};
use crate::config::Exclusion;
use crate::disk::environment::repository_of;
use crate::disk::files::listed_with_others;
use crate::disk::git_ignore::{Repository, Rules};
use crate::disk::read::read;
use crate::disk::real::real_path;
use crate::disk::settings::SETTINGS_NAMES;
use crate::disk::walk::{Listings, Met};
use crate::disk::{DiskProblem, is_absent};

/// How far a look goes where no repository bounds it and no path was named.
const DEEPEST: usize = 8;
const MOST_ENTRIES: usize = 50_000;
/// How many folders are looked through, and how long.
const MOST_FOLDERS: usize = 200_000;
const LONGEST: Duration = Duration::from_secs(30);
const AT_A_TIME: usize = 1024;
/// So many entries of folders that were looked into are kept: a whole repository may lie in the folder of a skill.
const MOST_KEPT: usize = 400_000;
/// How many folders of skills are looked at that git ignores.
const MOST_IGNORED: usize = 1000;
/// Folders that nobody writes skills in.
const SKIPPED: [&str; 2] = [".git", "node_modules"];

/// What was found.
#[derive(Default)]
pub struct Here {
    /// Every skill, by path.
    pub found: Vec<Found>,
    /// Files that are called like skills and are parts of others, by path: skills only where an agent takes them for some.
    pub parts: Vec<PathBuf>,
    /// Those of them that lie in no folder for the files of a skill: to whoever searches all folders they are skills.
    pub inner: Vec<PathBuf>,
    /// The manifests and catalogues of packages, in it and in the folders around it in the repository.
    pub manifests: Vec<PathBuf>,
    /// Our own settings files.
    pub settings: Vec<PathBuf>,
    /// Markdown files in folders that are called `agents`: agents where a host takes them for some.
    pub agents: Vec<PathBuf>,
    /// Those that are links to nothing.
    pub dangling: Vec<PathBuf>,
    /// Those in folders of skills that git ignores, by path, and by which rule.
    pub ignored: Vec<(PathBuf, IgnoreRule)>,
    /// The folders on the way that are called as those of agents are: their names begin with `skill`.
    pub folders: Vec<PathBuf>,
    /// What lies in the folders of skills that were looked into, and below them, so that nobody need look again.
    pub skill_folders: Listings,
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
    /// The folders right in a skill whose files are parts of it, whatever they are called.
    pub resources: &'a [String],
}

impl Wish<'_> {
    fn has(&self, path: &Path) -> bool {
        is_skill(path.file_name())
            || is_like_agent(path)
            || is_settings(path)
            || self.manifests.iter().any(|name| path.ends_with(name))
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
/// ignores.
pub fn below(paths: &[PathBuf], environment: &Environment, wish: &Wish<'_>) -> Here {
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
                let seen = through(&path, repository, wish, false);
                let Here { found, parts, inner, manifests, settings, agents, dangling, ignored, .. } = seen;
                let Here { folders, skill_folders, problems, bound, .. } = seen;
                all.settings.extend(settings.into_iter().chain(settings_above(&path)));
                all.found.extend(found);
                all.ignored.extend(ignored);
                all.agents.extend(agents);
                all.parts.extend(parts);
                all.inner.extend(inner);
                all.manifests.extend(manifests);
                all.dangling.extend(dangling);
                all.folders.extend(folders);
                all.skill_folders.extend(skill_folders);
                all.problems.extend(problems);
                all.bound = all.bound.or(bound);
            }
            Ok(_) => {
                let folder = path.parent().unwrap_or(&path);
                all.settings.extend(settings_above(&path));
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
    all.found.sort_unstable_by(|left, right| path_order(&left.path, &right.path));
    all.found.dedup_by(|left, right| left.path == right.path);
    all.manifests.sort_unstable();
    all.manifests.dedup();
    all.settings.sort_unstable();
    all.settings.dedup();
    all
}

/// Joins what a walk met and what was found: a file that was walked keeps the places it was met at. Sorted by path.
pub fn merged(mut walked: Vec<Met>, found: Vec<Found>) -> Vec<Met> {
    walked.extend(found.into_iter().map(|found| (found, Vec::new())));
    // Both are in order already, which a stable sort makes use of; of two equal ones the first stays the first.
    walked.sort_by(|left, right| path_order(&left.0.path, &right.0.path));
    walked.dedup_by(|again, first| again.0.path == first.0.path);
    walked
}

fn through(start: &Path, repository: Option<&Repository>, wish: &Wish<'_>, is_bounded: bool) -> Here {
    let exclusion = wish.exclusion;
    let rules = repository.map(|repository| repository.rules_in(start)).unwrap_or_default();
    let Seen { mut files, mut folders, mut skill_folders, mut ignored, mut problems, bound } =
        look(start, rules, wish, is_bounded);
    let is_kept = |path: &Path| repository.is_some_and(|it| !path.parent().is_some_and(|folder| it.ignores(folder)));
    ignored.retain(|(path, _)| !is_kept(path));
    for root in wish.owned.iter().map(|owned| start.join(owned)).filter(|root| root.is_dir()) {
        // An agent that is started here reads it, whether git keeps it or not.
        if repository.is_some_and(|repository| repository.ignores(&root)) && !exclusion.has(&root) {
            let seen = look(&root, Rules::default(), wish, false);
            files.extend(seen.files);
            folders.extend(seen.folders.into_iter().chain([root]));
            skill_folders.extend(seen.skill_folders);
            problems.extend(seen.problems);
        }
    }
    let (mut files, others): (Vec<Lying>, Vec<Lying>) =
        files.into_iter().partition(|file| is_skill(file.path.file_name()));
    let others = others.into_iter().map(|file| file.path);
    let (agents, mut manifests): (Vec<PathBuf>, Vec<PathBuf>) = others.partition(|path| is_like_agent(path));
    let settings = manifests.extract_if(.., |path| is_settings(path)).collect();
    manifests.extend(above(start, repository.map(Repository::root), wish));
    manifests.sort_unstable();
    if let Some(repository) = repository {
        let tracked = repository.tracked_files(|path| is_skill(path.file_name()));
        let is_here =
            |path: &PathBuf| path.starts_with(start) && !exclusion.has(path) && fs::symlink_metadata(path).is_ok();
        // What only git knows of may have come to lie behind a link.
        files.extend(tracked.into_iter().filter(is_here).map(|path| Lying { path, is_plain: false }));
    }
    // They come nearly in order, which a stable sort makes use of; of two equal ones the first was seen.
    files.sort_by(|left, right| path_order(&left.path, &right.path));
    files.dedup_by(|again, first| again.path == first.path);
    let holders: Holders = files.iter().filter_map(|file| Some(file.path.parent()?.as_os_str().to_owned())).collect();
    files.retain(|file| !is_command(start, &file.path));
    let (parts, files): (Vec<Lying>, Vec<Lying>) =
        files.into_iter().partition(|file| is_part(start, &file.path, &holders, wish.resources));
    let parts: Vec<PathBuf> = parts.into_iter().map(|file| file.path).collect();
    let inner = parts.iter().filter(|path| !is_resource(path, &holders, wish.resources)).cloned().collect();
    let real = real_path(start).unwrap_or_else(|_| start.to_owned());
    let (mut found, mut dangling) = (Vec::with_capacity(files.len()), Vec::new());
    for Lying { path, is_plain } in files {
        let below = path.strip_prefix(start).ok().filter(|_| is_plain).map(|below| real.join(below));
        match below.is_none() && is_dangling(&path) {
            true => dangling.push(path),
            false => found.push(found_at(path, below)),
        }
    }
    Here {
        found,
        parts,
        inner,
        manifests,
        settings,
        agents,
        dangling,
        ignored,
        folders,
        skill_folders,
        problems,
        bound,
    }
}

/// Whether a file is a settings file of ours.
fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| SETTINGS_NAMES.iter().any(|it| name == *it))
}

/// The settings files of the folders around a path.
fn settings_above(path: &Path) -> impl Iterator<Item = PathBuf> {
    let files = path.ancestors().skip(1).flat_map(|folder| SETTINGS_NAMES.map(|name| folder.join(name)));
    files.filter(|file| file.is_file())
}

/// A file that was seen.
struct Lying {
    path: PathBuf,
    /// Whether it is no link, and lies where it was looked for.
    is_plain: bool,
}

/// The folders that hold skills, as they are written.
type Holders = HashSet<OsString, foldhash::quality::FixedState>;

/// The manifests of the folders around one, as far as the repository goes.
fn above(folder: &Path, repository: Option<&Path>, wish: &Wish<'_>) -> Vec<PathBuf> {
    let Some(root) = repository else { return Vec::new() };
    let folders = folder.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    let files = folders.flat_map(|folder| wish.manifests.iter().map(|name| folder.join(name)));
    files.filter(|path| path.is_file() && !path.starts_with(folder)).collect()
}

#[derive(Default)]
struct Seen {
    files: Vec<Lying>,
    folders: Vec<PathBuf>,
    skill_folders: Listings,
    ignored: Vec<(PathBuf, IgnoreRule)>,
    problems: Vec<DiskProblem>,
    bound: Option<String>,
}

/// Looks through a folder, the nearest folders first, some at a time: a tree may be deeper than any stack, and wider than
/// there is time for.
fn look(start: &Path, rules: Rules, wish: &Wish<'_>, is_bounded: bool) -> Seen {
    let since = Instant::now();
    let (mut seen, mut folders, mut entries, mut is_deeper) = (Seen::default(), 0, 0, false);
    let mut kept = 0;
    let mut waiting = VecDeque::from([Waiting { folder: start.to_owned(), depth: 0, rules, is_in_skill: false }]);
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
                let lists: Vec<Listed> = some.par_iter().map(|waiting| listed(waiting, wish)).collect();
                for (Waiting { folder, depth, .. }, list) in some.into_iter().zip(lists) {
                    if list.is_repository && depth > 0 {
                        continue;
                    }
                    seen.files.extend(list.files);
                    let is_in_skill = list.skill_folder.is_some();
                    let skill_folder = list.skill_folder.filter(|entries| {
                        kept += entries.len();
                        kept <= MOST_KEPT
                    });
                    seen.skill_folders.extend(skill_folder.map(|entries| (folder.into_os_string(), entries)));
                    seen.ignored.extend(list.ignored);
                    seen.problems.extend(list.problems);
                    let is_other = |folder: &Path| fs::symlink_metadata(folder.join(".git")).is_ok();
                    let called_so = list.folders.iter().map(|(folder, _)| folder).filter(|it| is_called_skills(it));
                    seen.folders.extend(called_so.filter(|folder| !is_other(folder)).cloned());
                    entries += list.entries;
                    let is_deepest = is_bounded && depth >= DEEPEST;
                    is_deeper |= is_deepest && list.folders.iter().any(|(folder, _)| !is_other(folder));
                    let below = list.folders.into_iter().filter(|_| !is_deepest);
                    let rules = |is_ignored: bool| if is_ignored { Rules::for_all() } else { list.rules.clone() };
                    waiting.extend(below.map(|(folder, is_ignored)| {
                        let rules = rules(is_ignored);
                        Waiting { folder, depth: depth + 1, rules, is_in_skill }
                    }));
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

/// A folder that is to be looked into.
struct Waiting {
    folder: PathBuf,
    depth: usize,
    /// The rules of the folders around it.
    rules: Rules,
    /// Whether it lies in the folder of a skill.
    is_in_skill: bool,
}

/// What of a folder is looked at.
#[derive(Default)]
struct Listed {
    files: Vec<Lying>,
    /// Each with whether git ignores it, and only the settings bring back some of it.
    folders: Vec<(PathBuf, bool)>,
    /// The skills in it that git ignores, and by which rule.
    ignored: Vec<(PathBuf, IgnoreRule)>,
    problems: Vec<DiskProblem>,
    entries: usize,
    /// Whether it has a `.git` of its own. Below another folder it is another repository.
    is_repository: bool,
    /// The rules for what lies in it.
    rules: Rules,
    /// All that lies in it, when there is a skill among it or it lies in the folder of one.
    skill_folder: Option<Vec<FolderEntry>>,
}

fn listed(waiting: &Waiting, wish: &Wish<'_>) -> Listed {
    let Waiting { folder, rules: above, is_in_skill, .. } = waiting;
    let mut list = Listed::default();
    let (entries, others) = match listed_with_others(folder) {
        Ok(listed) => listed,
        Err(error) if is_absent(&error) => return list,
        Err(error) => {
            list.problems.push(DiskProblem::from_error("read", folder, &error));
            return list;
        }
    };
    list.entries = entries.len() + others.len();
    list.is_repository = entries.iter().any(|entry| entry.name == ".git");
    let unnamed = others.iter().filter(|path| path.join("SKILL.md").exists());
    list.problems.extend(unnamed.map(|path| DiskProblem::new("read", path, "its name is not UTF-8")));
    let exclusion = wish.exclusion;
    let has_rules = entries.iter().any(|entry| entry.name.eq_ignore_ascii_case(".gitignore"));
    let rules = if has_rules { above.below(folder) } else { above.clone() };
    let may_hold_agents = has_agents_above(folder);
    for FolderEntry { name, kind, .. } in &entries {
        let (is_skill, is_folder) = (is_skill(Some(name.as_ref())), *kind == EntryKind::Folder);
        if is_folder && !SKIPPED.contains(&name.as_str()) {
            let path = folder.join(name);
            let is_ignored = rules.ignore(&path, true);
            let is_left_out = exclusion.has_all_of(&path) || is_endless(&path);
            if !is_left_out && (!is_ignored || exclusion.may_bring_back_in(&path)) {
                list.folders.push((path, is_ignored));
            } else if is_ignored && !is_left_out {
                list.ignored.extend(ignored_skills(folder, &path, &rules));
            }
        } else if !is_folder
            && (is_skill
                || name.ends_with(".json")
                || name.ends_with("skill-lsp.toml")
                || may_hold_agents && name.ends_with(".md"))
        {
            let path = folder.join(name);
            let is_kept = (!rules.ignore(&path, false) || exclusion.brings_back(&path)) && !exclusion.has(&path);
            if is_kept && wish.has(&path) {
                list.files.push(Lying { path, is_plain: *kind != EntryKind::Link });
            }
        }
    }
    list.rules = rules;
    // Whoever walks the roots of agents looks here again.
    let is_of_skill = *is_in_skill || list.files.iter().any(|file| is_skill(file.path.file_name()));
    list.skill_folder = (is_of_skill && others.is_empty()).then_some(entries);
    list
}

/// What of a folder that git ignores are skills: itself in a folder of skills, or what lies in it when it is one.
fn ignored_skills(around: &Path, folder: &Path, rules: &Rules) -> Vec<(PathBuf, IgnoreRule)> {
    let skills = match (is_called_skills(around), is_called_skills(folder)) {
        (true, _) => vec![folder.join("SKILL.md")],
        (false, true) => {
            let (entries, _) = listed_with_others(folder).unwrap_or_default();
            let folders = entries.iter().filter(|entry| entry.kind == EntryKind::Folder).take(MOST_IGNORED);
            folders.map(|entry| folder.join(&entry.name).join("SKILL.md")).collect()
        }
        (false, false) => return Vec::new(),
    };
    let Some(rule) = rules.ignoring(folder, true) else { return Vec::new() };
    let is_there = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|it| it.is_file());
    skills.into_iter().filter(is_there).map(|path| (path, rule.clone())).collect()
}

fn is_skill(name: Option<&OsStr>) -> bool {
    name.is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"))
}

/// Whether a file may be an agent, by its name and the folders around it.
fn is_like_agent(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "md") && path.parent().is_some_and(has_agents_above)
}

/// Whether a folder is called `agents`, or lies in one that is.
fn has_agents_above(folder: &Path) -> bool {
    folder.components().any(|name| name.as_os_str() == "agents")
}

fn is_called_skills(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"skill"))
}

/// Whether a SKILL.md is a file of another skill, in whose folder it lies. Beside a skill right at the start there may be
/// others: what is a part of that one lies in a folder for such files.
fn is_part(start: &Path, path: &Path, folders: &Holders, resources: &[String]) -> bool {
    let mut around = path.ancestors().skip(2).take_while(|folder| folder.starts_with(start));
    let first = path.strip_prefix(start).ok().and_then(|rest| rest.components().next());
    let is_aside = first.is_some_and(|name| resources.iter().any(|it| name.as_os_str() == it.as_str()));
    around.any(|folder| folders.contains(folder.as_os_str()) && (folder != start || is_aside))
}

/// Whether a file lies in a folder for the files of a skill.
fn is_resource(path: &Path, folders: &Holders, resources: &[String]) -> bool {
    let is_called_so =
        |folder: &Path| resources.iter().any(|it| folder.file_name().is_some_and(|name| name == it.as_str()));
    let is_in_skill = |folder: &Path| folder.parent().is_some_and(|it| folders.contains(it.as_os_str()));
    path.ancestors().skip(1).any(|folder| is_called_so(folder) && is_in_skill(folder))
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

/// A file; `real` is what its path leads to, where that is known.
fn found_at(path: PathBuf, real: Option<PathBuf>) -> Found {
    let real = real.or_else(|| real_path(&path).ok()).unwrap_or_else(|| path.clone());
    let (name, kind) = FoundKind::of_path(&path);
    Found { path, real, name, kind, size: 0, rank: u32::MAX, is_outside: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::slashed;

    /// What is found in a tree, by path, after `prepare`; and the bound.
    fn seen(repository: bool, paths: &[&str], prepare: impl FnOnce(&Path)) -> (Vec<Found>, Option<String>) {
        let folder = tempfile::tempdir().unwrap();
        let start = real_path(folder.path()).unwrap();
        for path in paths {
            fs::create_dir_all(start.join(path).parent().unwrap()).unwrap();
            fs::write(start.join(path), "text").unwrap();
        }
        prepare(&start);
        let repository = repository.then(|| start.clone());
        let environment = Environment { working_directory: start.clone(), repository, ..Environment::default() };
        let resources = ["references".to_owned()];
        let wish = Wish { exclusion: &Exclusion::default(), manifests: &[], owned: &[], resources: &resources };
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

    #[test]
    fn another_repository_is_not_entered() {
        let paths =
            [".git/HEAD", "a/SKILL.md", "b/.git/HEAD", "b/SKILL.md", "b/skills/c/SKILL.md", "d/.git", "d/e/SKILL.md"];
        let (found, _) = seen(false, &paths, |_| {});
        let shown: Vec<String> = found.iter().map(|it| slashed(&it.path)).collect();
        assert_eq!(shown, ["a/SKILL.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_git_keeps_is_found_where_it_really_lies() {
        let outside = tempfile::tempdir().unwrap();
        let outside = real_path(outside.path()).unwrap();
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
    #[cfg(unix)]
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
        let shown: Vec<String> = found.iter().map(|it| slashed(&it.path)).collect();
        assert_eq!(shown, ["a/SKILL.md", "templates/b/SKILL.md"]);
    }
}
