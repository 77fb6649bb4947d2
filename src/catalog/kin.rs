//! Skills that belong together: those of one name in a package or a collection, and the copies of one for several agents.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Catalog, Environment, FoundKind, Skill, SkillId, SkillRoot};
use crate::hosts::Hosts;

/// Who belongs together.
#[derive(Debug, Default)]
pub struct Kin {
    namesakes: HashMap<SkillId, Vec<Arc<Group>>>,
    copies: HashMap<SkillId, Arc<Group>>,
}

/// Some skills, two at least.
#[derive(Debug)]
pub struct Group {
    /// What they have in common: the folder of the collection or the package, or the project whose agents they are for.
    pub around: PathBuf,
    /// The name of the package, when it is one.
    pub package: Option<String>,
    /// The skills, by path.
    pub skills: Vec<SkillId>,
}

/// Skills by what they belong to: a folder, the package in it, and a name.
type Named = HashMap<(PathBuf, Option<String>, Arc<str>), Vec<SkillId>>;

/// A skill of a collection: its file and its name.
type Collected<'a> = (SkillId, &'a Path, Arc<str>);

/// Folders of material that is no part of a collection: kept for later, or for tests.
const ASIDE: [&str; 16] = [
    "archive",
    "backup",
    "deprecated",
    "disabled",
    "draft",
    "eval",
    "example",
    "fixture",
    "inactive",
    "legacy",
    "old",
    "sample",
    "snapshot",
    "template",
    "test",
    "trash",
];

/// Languages of people, by the codes that are no English word.
const LANGUAGES: [&str; 24] = [
    "ar", "cs", "da", "de", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "ja", "ko", "nl", "pl", "pt", "ro", "ru",
    "sv", "tr", "uk", "vi", "zh",
];

/// Languages of programs.
const PROGRAMMING: [&str; 16] = [
    "cpp",
    "csharp",
    "dart",
    "dotnet",
    "elixir",
    "go",
    "golang",
    "java",
    "javascript",
    "kotlin",
    "php",
    "python",
    "ruby",
    "rust",
    "swift",
    "typescript",
];

/// More folders than this in a collection belong to as many people.
const MOST_PARTS: usize = 64;

impl Kin {
    /// Looks through all skills of the repository.
    pub fn new(catalog: &Catalog, known: &Hosts) -> Kin {
        let Some(environment) = catalog.views().first().map(|view| &*view.environment) else { return Kin::default() };
        let packages = Packages::new(environment, known);
        let mut named: Named = HashMap::new();
        let mut collected: HashMap<PathBuf, Vec<Collected<'_>>> = HashMap::new();
        let mut copied: HashMap<(PathBuf, Arc<str>), Vec<SkillId>> = HashMap::new();
        for (id, skill) in catalog.skills().filter(|(_, skill)| skill.kind == FoundKind::Skill) {
            let Some(top) = repository_around(environment, &skill.path) else { continue };
            let name = skill.name.as_ref().map_or(&skill.folder, |name| &name.text);
            let name: Arc<str> = Arc::from(name.trim());
            if let Some(root) = SkillRoot::of(known, &skill.path) {
                if let Some(holder) = root.holder().filter(|_| is_right_below(&root, skill) && !skill.is_outside) {
                    let key = (holder.to_owned(), skill.folder.clone());
                    copied.entry(key).or_default().push(id);
                }
                continue;
            }
            if is_aside(top, &skill.path) {
                continue;
            }
            let shipped = packages.around(&skill.path);
            if shipped.is_empty() && !packages.hold(&skill.path) {
                collected.entry(collection_around(top, &skill.path)).or_default().push((id, &skill.path, name));
                continue;
            }
            for (folder, package) in shipped {
                let key = (folder.clone(), Some(package.clone()), name.clone());
                named.entry(key).or_default().push(id);
            }
        }
        for (collection, skills) in collected {
            // A folder for each of very many is no group of skills: it says whose they are.
            let parts: HashSet<&OsStr> = skills.iter().filter_map(|(_, path, _)| part(&collection, path)).collect();
            let are_owners = parts.len() > MOST_PARTS;
            for (id, path, name) in &skills {
                let is_apart = |part: &&OsStr| are_owners || is_variant(&part.to_string_lossy());
                let owner = part(&collection, path).filter(is_apart).map(|part| collection.join(part));
                let key = (owner.unwrap_or_else(|| collection.clone()), None, name.clone());
                named.entry(key).or_default().push(*id);
            }
        }
        let mut kin = Kin::default();
        for ((around, package, _), skills) in named.into_iter().filter(|(_, skills)| skills.len() > 1) {
            let group = Arc::new(Group { around, package, skills: by_path(catalog, skills) });
            for id in &group.skills {
                kin.namesakes.entry(*id).or_default().push(group.clone());
            }
        }
        for ((around, _), skills) in copied.into_iter().filter(|(_, skills)| skills.len() > 1) {
            let skills = by_path(catalog, skills);
            let group = Arc::new(Group { around, package: None, skills });
            for id in &group.skills {
                kin.copies.insert(*id, group.clone());
            }
        }
        kin
    }

    /// The groups in which others have the name of a skill.
    pub fn namesakes(&self, id: SkillId) -> &[Arc<Group>] {
        self.namesakes.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The copies of a skill in the folders of other agents, itself among them.
    pub fn copies(&self, id: SkillId) -> Option<&Group> {
        self.copies.get(&id).map(|group| &**group)
    }
}

/// The folder of a collection that a skill lies in, when it is not right in the collection.
fn part<'a>(collection: &Path, path: &'a Path) -> Option<&'a OsStr> {
    path.strip_prefix(collection).ok().filter(|below| below.iter().count() > 2)?.iter().next()
}

/// Whether a folder holds one of several versions of the same skills: `zh-CN`, `v2`, `typescript`. Nobody takes them all.
fn is_variant(folder: &str) -> bool {
    let folder = folder.to_lowercase();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit() || sign == b'.');
    let is_locale = folder.split_once(['-', '_']).is_some_and(|(language, region)| {
        LANGUAGES.contains(&language) && (2..=4).contains(&region.len()) && region.is_ascii()
    });
    is_locale
        || LANGUAGES.contains(&&*folder)
        || PROGRAMMING.contains(&&*folder)
        || folder.strip_prefix('v').is_some_and(is_number)
}

/// The packages of the repository by the folders in which they keep skills.
struct Packages<'a> {
    environment: &'a Environment,
    by_root: HashMap<PathBuf, Vec<(PathBuf, String)>>,
}

impl<'a> Packages<'a> {
    fn new(environment: &'a Environment, known: &Hosts) -> Packages<'a> {
        let mut by_root: HashMap<PathBuf, Vec<(PathBuf, String)>> = HashMap::new();
        for (host, packages) in &environment.own_packages.by_host {
            // What counts as one collection for a host may well be several for its author.
            let Some(host) = known.get(host).filter(|host| !host.packages.collections) else { continue };
            for package in packages {
                for root in package.roots(host) {
                    let key = (package.path.clone(), package.name.clone());
                    let keys = by_root.entry(root).or_default();
                    if !keys.contains(&key) {
                        keys.push(key);
                    }
                }
            }
        }
        Packages { environment, by_root }
    }

    /// Those that bring a file.
    fn around(&self, path: &Path) -> Vec<&(PathBuf, String)> {
        let mut around: Vec<&(PathBuf, String)> = Vec::new();
        for key in path.ancestors().filter_map(|folder| self.by_root.get(folder)).flatten() {
            if !around.contains(&key) {
                around.push(key);
            }
        }
        around
    }

    /// Whether a file lies in one, whether it is brought or not.
    fn hold(&self, path: &Path) -> bool {
        path.ancestors().any(|folder| self.environment.own_packages.made_for.contains_key(folder))
    }
}

/// The repository that a file lies in, when it is the one that is worked on.
fn repository_around<'a>(environment: &'a Environment, path: &Path) -> Option<&'a Path> {
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let is_home = environment.home.as_deref().is_some_and(|home| home.starts_with(top));
    [top].into_iter().filter(|_| !is_home).chain([&*environment.working_directory]).find(|top| path.starts_with(top))
}

/// Whether a skill lies right in the folder of an agent: what lies deeper is in a group of its author's.
fn is_right_below(root: &SkillRoot, skill: &Skill) -> bool {
    skill.path.ancestors().nth(2) == Some(&*root.path)
}

/// Whether a skill below `top` was put aside for later, or is material for tests.
pub(crate) fn is_aside(top: &Path, path: &Path) -> bool {
    let folders = path.strip_prefix(top).ok().and_then(Path::parent).and_then(Path::parent);
    folders.into_iter().flatten().any(|name| {
        let name = name.to_string_lossy().to_lowercase();
        let name = name.trim_start_matches(['.', '_']);
        ASIDE.iter().any(|word| name.strip_prefix(word).is_some_and(|rest| matches!(rest, "" | "s" | "d" | "ed")))
    })
}

/// The folder of the collection that a skill belongs to: the outermost that is called after skills, or else the one that
/// its folder lies in.
fn collection_around(top: &Path, path: &Path) -> PathBuf {
    let beside = path.ancestors().nth(2).filter(|folder| folder.starts_with(top)).unwrap_or(top);
    let mut around: Vec<&Path> = beside.ancestors().take_while(|it| it.starts_with(top) && *it != top).collect();
    around.reverse();
    let is_called_so = |folder: &&&Path| {
        folder.file_name().is_some_and(|name| name.to_string_lossy().to_lowercase().ends_with("skills"))
    };
    around.iter().find(is_called_so).map_or(beside, |folder| folder).to_owned()
}

fn by_path(catalog: &Catalog, mut skills: Vec<SkillId>) -> Vec<SkillId> {
    skills.sort_by_key(|id| catalog.skill(*id).map(|skill| skill.path.clone()));
    skills
}
