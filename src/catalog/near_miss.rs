//! Places where no agent looks, beside where one would: `.claude/skill/x/SKILL.md`, `.claude/skills/x.md`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::catalog::{EntryKind, Environment, FileKind, Files, FolderEntry, SkillRoot};
use crate::document::{self, Document};
use crate::hosts::{Host, Hosts};
use crate::text::{Span, slashed};

/// Something that was meant as a skill and lies beside where an agent looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The file, or the link that leads nowhere.
    pub path: PathBuf,
    /// The name that its author would look for.
    pub name: String,
    /// The kind of folder that it was meant for: `.claude/skills`.
    pub root: String,
    /// What is amiss.
    pub miss: Miss,
    /// What would have to move, and where to, when nothing is there yet.
    pub moved: Option<(PathBuf, PathBuf)>,
    /// Where in the file it is told.
    pub headline: Span,
}

/// What is amiss with a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// The folder has another name than the one that is read: this one.
    Folder(String),
    /// The folder is `.agent/skills`, which agents read that are not known here.
    Unknown(String),
    /// `x.md` lies in the root, where a folder with a `SKILL.md` should be.
    Flat,
    /// `SKILL.md` lies in the root itself.
    InRoot,
    /// The file in the skill's folder is called so, and not `SKILL.md`.
    FileName(String),
    /// A link leads nowhere.
    Dangling,
    /// Git ignores the folder of the skill, which lies where skills lie.
    Ignored(IgnoreRule),
    /// No agent reads it from here, and no package brings it.
    Unshipped,
    /// An archive lies in the root.
    Archive,
    /// What should be the folder of skills is a file.
    NoFolder,
    /// One file whose name is a path with backslashes, as archives from Windows unpack to.
    Backslashes,
    /// A file in the root that holds the path of a folder: git writes a link so where it may not make links.
    LinkText(String),
    /// A file in the root without an ending, where a folder should be.
    PlainFile,
    /// A link in the root to a file, where a folder should be.
    LinkToFile,
    /// A shortcut in the root, which only the desktop follows.
    Shortcut,
    /// A folder in the root in which nothing says that it was meant as a skill: only whoever misses one asks. The file in it
    /// that may have been meant as its `SKILL.md`.
    NoFile(Option<String>),
}

/// What makes git ignore something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreRule {
    /// The file that holds the rule.
    pub file: PathBuf,
    /// The rule as it is written.
    pub pattern: String,
}

impl IgnoreRule {
    /// Whether whoever wrote it may have had something else in mind than the skill in a folder of skills: it does not
    /// speak of skills, nor of all there is, and does not lie among them.
    fn is_of_something_else(&self, known: &Hosts, skills: &Path) -> bool {
        let pattern = self.pattern.to_lowercase();
        let mut firsts = owned_roots(known).filter_map(|owned| owned.split('/').next());
        let speaks_of_agents = firsts.any(|first| pattern.split('/').any(|name| name == first));
        let is_of_all = pattern.chars().all(|it| "*/".contains(it));
        // What stands in git's own folder was put there for this clone alone.
        let is_private = self.file.ends_with("info/exclude");
        !pattern.contains("skill") && !speaks_of_agents && !is_of_all && !is_private && !self.file.starts_with(skills)
    }
}

/// Folders of agents that are not known here, one letter away from one that is.
const OF_OTHERS: [&str; 2] = [".agent", ".code"];
/// What lies beside the skills of an agent, and nowhere else.
const BESIDE_SKILLS: [&str; 4] = ["skills/", "commands/", "agents/", "hooks/"];
/// A repository with one of these at its top brings its folders to where they are read.
const INSTALLERS: [&str; 7] = ["install", "bootstrap", "setup.", "makefile", "justfile", ".chezmoi", ".stow"];
/// How texts end that may have been meant as skills, and archives in which one may be.
const TEXTS: [&str; 4] = [".md", ".mdc", ".markdown", ".txt"];
const ARCHIVES: [&str; 4] = [".zip", ".skill", ".tar.gz", ".tgz"];
/// How the shortcuts of desktops end.
const SHORTCUTS: [&str; 3] = [".lnk", ".url", ".webloc"];
/// How other texts end, and so long a path may be.
const OTHER_TEXTS: [&str; 6] = [".mdx", ".rst", ".yaml", ".yml", ".toml", ".html"];
const MOST_PATH: usize = 1_000;
/// How many entries of a folder are looked at, and how many files of it are read.
const MOST_ENTRIES: usize = 20_000;
const MOST_READ: usize = 200;

impl NearMiss {
    /// The folder of a skill that lies in a folder beside a root, or a skill right in a root. `path` is a `SKILL.md`.
    pub fn of_skill(known: &Hosts, environment: &Environment, files: &dyn Files, path: &Path) -> Option<NearMiss> {
        if path.file_name()? != "SKILL.md" {
            return None;
        }
        let folder = path.parent()?;
        let is_plain_name = |folder: &Path| folder.file_name().is_some_and(|name| name == "skills");
        // Nearly all skills lie in `skills/NAME`, of something that is no agent.
        let around = folder.parent()?;
        let above = around.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        if (above.starts_with('.') || is_without_dot(known, above))
            && let Some(found) = beside(known, environment, files, path, folder, around)
        {
            return Some(found);
        }
        if is_plain_name(folder) || folder.file_name().is_some_and(|it| it.to_string_lossy().starts_with("skill")) {
            return right_in_root(known, files, path, folder);
        }
        None
    }

    /// Everything in the root of some agents that was meant as a skill and is none. `is_known` tells of a folder whether
    /// skills were found in or below it.
    pub fn in_root(files: &dyn Files, root: &SkillRoot, is_known: &dyn Fn(&Path) -> bool) -> Vec<NearMiss> {
        let mut found = Vec::new();
        let mut read = 0;
        let entries = files.entries(&root.path).unwrap_or_default();
        let names: HashMap<String, EntryKind> =
            entries.iter().map(|entry| (entry.name.to_lowercase(), entry.kind)).collect();
        for FolderEntry { name, kind, .. } in entries.iter().take(MOST_ENTRIES) {
            if name.starts_with(['.', '_']) {
                continue;
            }
            let path = root.path.join(name);
            let leads_to = match kind {
                EntryKind::File => Some(FileKind::File),
                EntryKind::Folder => Some(FileKind::Folder),
                EntryKind::Link => files.kind(&path),
                EntryKind::Other => continue,
            };
            match leads_to {
                None if is_dangling(files, &path) => found.push(dangling(root, path, name)),
                None => {}
                Some(FileKind::Folder) if is_known(&path) => {}
                Some(FileKind::Folder) => found.extend(in_folder(files, root, &path, &mut read)),
                Some(FileKind::File) => {
                    let Some(stem) = name.strip_suffix(".md").filter(|stem| !stem.eq_ignore_ascii_case("SKILL")) else {
                        continue;
                    };
                    read += 1;
                    let document = (read <= MOST_READ).then(|| described(files, &path)).flatten();
                    if let Some(document) = document {
                        let to = root.path.join(stem).join("SKILL.md");
                        let is_free = !names.contains_key(&stem.to_lowercase());
                        let moved = is_free.then(|| (path.clone(), to));
                        found.push(file(root, path, stem, Miss::Flat, moved, Some(&document)));
                    }
                }
            }
        }
        found
    }

    /// A `SKILL.md` in a folder of skills that git ignores.
    pub fn ignored(known: &Hosts, files: &dyn Files, path: &Path, rule: &IgnoreRule) -> Option<NearMiss> {
        let name = path.parent()?.file_name()?.to_str()?;
        let root = SkillRoot::of(known, path);
        let root = root.unwrap_or_else(|| SkillRoot { path: PathBuf::new(), owned: String::new() });
        let document = document_at(files, path);
        Some(file(&root, path.to_owned(), name, Miss::Ignored(rule.clone()), None, document.as_ref()))
    }

    /// A skill that nobody comes upon, called so by its folder or by itself.
    pub fn unshipped(path: &Path, name: &str) -> NearMiss {
        let root = SkillRoot { path: PathBuf::new(), owned: String::new() };
        file(&root, path.to_owned(), name, Miss::Unshipped, None, None)
    }

    /// Whether it is amiss although nobody asks about it: what git ignores is often meant to be.
    pub fn is_unmeant(&self, known: &Hosts) -> bool {
        let skills = self.path.parent().and_then(Path::parent).unwrap_or(&self.path);
        match &self.miss {
            Miss::Ignored(rule) => rule.is_of_something_else(known, skills),
            _ => true,
        }
    }

    /// What in the root of some agents may have been meant as a skill, for somebody who misses one: a folder without a
    /// `SKILL.md`, and a text without a word about itself. Most are something else, so that no finding is made of them.
    pub fn without_file(files: &dyn Files, root: &SkillRoot, is_known: &dyn Fn(&Path) -> bool) -> Vec<NearMiss> {
        let entries = files.entries(&root.path).unwrap_or_default();
        let names: Vec<String> = entries.iter().map(|entry| entry.name.to_lowercase()).collect();
        let mut found = Vec::new();
        for FolderEntry { name, kind, .. } in entries.iter().take(MOST_ENTRIES) {
            let path = root.path.join(name);
            if name.starts_with(['.', '_']) {
                continue;
            }
            let stem = TEXTS.iter().find_map(|ending| name.strip_suffix(ending));
            let stem = stem.filter(|stem| stem.chars().any(char::is_lowercase));
            let archive = ARCHIVES.iter().find_map(|ending| name.strip_suffix(ending));
            let shortcut = SHORTCUTS.iter().find_map(|ending| name.strip_suffix(ending));
            match (kind, stem) {
                (EntryKind::File, _) if shortcut.is_some() => {
                    let stem = shortcut.unwrap_or_default().trim_end_matches(" - Shortcut");
                    found.push(file(root, path, stem, Miss::Shortcut, None, None));
                }
                (EntryKind::File, _) if archive.is_some_and(|stem| !names.contains(&stem.to_lowercase())) => {
                    found.push(file(root, path, archive.unwrap_or_default(), Miss::Archive, None, None));
                }
                (EntryKind::Folder, _) if !is_known(&path) && !holds_file(files, &path, "SKILL.md") => {
                    let is = likest(files, &path);
                    let moved = is.as_ref().map(|is| (path.join(is), path.join("SKILL.md")));
                    let moved = moved.filter(|(from, _)| files.text(from).is_some_and(|text| text.starts_with("---")));
                    found.push(file(root, path, name, Miss::NoFile(is), moved, None));
                }
                (EntryKind::Link, None) if !name.contains('.') && files.kind(&path) == Some(FileKind::File) => {
                    found.push(file(root, path, name, Miss::LinkToFile, None, None));
                }
                (EntryKind::File, None) if !name.contains('.') => {
                    let miss = link_text(files, &path).map_or(Miss::PlainFile, Miss::LinkText);
                    found.push(file(root, path, name, miss, None, None));
                }
                (EntryKind::File, Some(stem)) => {
                    let to = root.path.join(stem).join("SKILL.md");
                    let moved = (!names.contains(&stem.to_lowercase())).then(|| (path.clone(), to));
                    found.push(file(root, path, stem, Miss::Flat, moved, None));
                }
                _ => {}
            }
        }
        found
    }

    /// What stands where a folder of skills, or the folder around it, should be: a file, or a link that leads nowhere.
    pub fn no_folder(files: &dyn Files, root: &SkillRoot, path: &Path) -> Option<NearMiss> {
        let name = path.file_name()?.to_string_lossy();
        let miss = match is_dangling(files, path) {
            true => Miss::Dangling,
            false if files.kind(path) != Some(FileKind::File) => return None,
            false => link_text(files, path).map_or(Miss::NoFolder, Miss::LinkText),
        };
        Some(file(root, path.to_owned(), &name, miss, None, None))
    }

    /// Files in a folder whose names are paths to skills with backslashes in them, where a backslash is a letter like others.
    pub fn with_backslashes(known: &Hosts, files: &dyn Files, folder: &Path) -> Vec<NearMiss> {
        let names = files.list(folder).into_iter().take(MOST_ENTRIES);
        let names = names.filter(|name| name.contains('\\') && name.to_lowercase().ends_with("\\skill.md"));
        let miss = |name: String| {
            let to = name.split('\\').fold(folder.to_owned(), |path, part| path.join(part)).with_file_name("SKILL.md");
            let root = SkillRoot::of(known, &to)?;
            let skill = to.parent()?.file_name()?.to_str()?.to_owned();
            let from = folder.join(&name);
            Some(file(&root, from.clone(), &skill, Miss::Backslashes, Some((from, to)), None))
        };
        names.filter_map(miss).collect()
    }

    /// What is amiss, in a few words to stand after its place.
    pub fn short_words(&self) -> String {
        let NearMiss { path, name, root, miss, .. } = self;
        match miss {
            Miss::Folder(is) => {
                let is_blank = is.split_whitespace().collect::<String>() == *root;
                let blank = if is_blank { ", without a space in its name" } else { "" };
                format!("the folder has to be called `{root}`{blank}")
            }
            Miss::Unknown(is) => format!("most agents read `{root}`, and not `{is}`"),
            Miss::Flat => format!("a skill is a folder with a file in it: `{name}/SKILL.md`"),
            Miss::InRoot => format!("the skill needs a folder of its own: `{root}/{name}/SKILL.md`"),
            Miss::FileName(is) if is.trim() == "SKILL.md" => {
                "the file has to be called `SKILL.md`, without a space in its name".to_owned()
            }
            Miss::FileName(_) => "the file has to be called `SKILL.md`".to_owned(),
            Miss::Dangling => "a link that leads nowhere".to_owned(),
            Miss::Archive => format!("an archive is no skill: it has to be unpacked, to `{name}/SKILL.md`"),
            Miss::NoFolder if path.ends_with(root) => {
                "this is a file; it has to be a folder with a folder for each skill in it".to_owned()
            }
            Miss::NoFolder => format!("this is a file; it has to be a folder, with the skills in `{root}`"),
            Miss::Backslashes => {
                format!("one file with backslashes in its name, not folders: it has to be `{root}/{name}/SKILL.md`")
            }
            Miss::LinkText(to) => format!(
                "this is a file that holds the text `{to}`, not a link to it: git writes links so where it may not make them"
            ),
            Miss::PlainFile => format!("this is a file; a skill is a folder with a file in it: `{name}/SKILL.md`"),
            Miss::LinkToFile => "a link to a file; it has to lead to the folder that the file lies in".to_owned(),
            Miss::Shortcut => "a shortcut, which only the desktop follows: no agent does".to_owned(),
            Miss::NoFile(Some(file)) if file.trim() == "SKILL.md" => {
                "there is no `SKILL.md` in this folder, only one with a space in its name".to_owned()
            }
            Miss::NoFile(Some(file)) => {
                format!("there is no `SKILL.md` in this folder, only `{file}`, so it is no skill")
            }
            Miss::NoFile(None) => "there is no `SKILL.md` in this folder, so it is no skill".to_owned(),
            Miss::Ignored(rule) => format!("git ignores it: `{}` in `{}`", rule.pattern, rule.file.display()),
            Miss::Unshipped => "no agent reads it from here, and no package ships it".to_owned(),
        }
    }

    /// What is amiss, in one sentence.
    pub fn words(&self) -> String {
        let NearMiss { path, name, root, miss, .. } = self;
        match miss {
            Miss::Folder(is) => format!("`{name}` lies in `{is}`, but the folder is called `{root}`"),
            Miss::Unknown(is) => format!("`{name}` lies in `{is}`; most agents read `{root}`"),
            Miss::Flat => format!("`{name}` is a file in `{root}`, where `{name}/SKILL.md` should be"),
            Miss::InRoot => {
                format!("The skill lies in `{root}` itself, without a folder of its own: `{root}/{name}/SKILL.md`")
            }
            Miss::FileName(is) => format!("The file is called `{is}`, but a skill is `{name}/SKILL.md`"),
            Miss::Dangling => {
                let is_file = path.file_name().is_some_and(|it| it.eq_ignore_ascii_case("SKILL.md"));
                let is = if is_file { format!("{name}/SKILL.md") } else { name.clone() };
                format!("`{is}` is a link that leads nowhere")
            }
            Miss::Ignored(IgnoreRule { file, pattern }) => {
                let file = file.file_name().unwrap_or_default().to_string_lossy();
                format!("Git ignores `{name}` (`{pattern}` in `{file}`), so that nobody else gets it")
            }
            Miss::Unshipped => format!("`{name}` is read by no agent from here, and no package ships it"),
            Miss::Archive => format!("`{name}` is an archive"),
            Miss::NoFolder => format!("`{root}` is a file"),
            Miss::Backslashes => format!("`{name}` is a file with backslashes in its name"),
            Miss::LinkText(to) => format!("`{name}` is a file that holds the text `{to}`, not a link to it"),
            Miss::PlainFile => format!("`{name}` is a file"),
            Miss::LinkToFile => format!("`{name}` is a link to a file"),
            Miss::Shortcut => format!("`{name}` is a shortcut"),
            Miss::NoFile(_) => format!("`{name}` has no `SKILL.md`"),
        }
    }

    /// The hosts among `judges` that read folders of this kind, for which it is a near miss; none when one of them reads
    /// it where it is.
    pub fn missed_by<'a>(&self, judges: impl IntoIterator<Item = &'a Host>) -> Vec<&'a Host> {
        if self.root.is_empty() {
            return Vec::new();
        }
        let root = SkillRoot { path: PathBuf::new(), owned: self.root.clone() };
        let readers: Vec<&Host> = judges.into_iter().filter(|host| root.is_read_by(host)).collect();
        let reads_it = |host: &Host| {
            root.walks(host).any(|walk| match self.miss {
                Miss::Flat => walk.flat_files,
                Miss::InRoot => walk.root_file,
                Miss::Folder(_)
                | Miss::Unknown(_)
                | Miss::FileName(_)
                | Miss::Dangling
                | Miss::Ignored(_)
                | Miss::Unshipped
                | Miss::Archive
                | Miss::NoFolder
                | Miss::Backslashes
                | Miss::LinkText(_)
                | Miss::PlainFile
                | Miss::LinkToFile
                | Miss::Shortcut
                | Miss::NoFile(_) => false,
            })
        };
        if readers.iter().any(|host| reads_it(host)) { Vec::new() } else { readers }
    }
}

/// Whether a link is there that leads to nothing.
pub(crate) fn is_dangling(files: &dyn Files, path: &Path) -> bool {
    files.entry(path) == Some(EntryKind::Link) && files.kind(path).is_none() && files.real(path).is_none()
}

/// A `SKILL.md` that is a link to nothing, wherever it lies.
pub(crate) fn dangling_skill(known: &Hosts, path: &Path) -> NearMiss {
    let root = SkillRoot::of(known, path);
    let root = root.unwrap_or_else(|| SkillRoot { path: PathBuf::new(), owned: String::new() });
    let name = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    dangling(&root, path.to_owned(), &name)
}

fn dangling(root: &SkillRoot, path: PathBuf, name: &str) -> NearMiss {
    file(root, path, name, Miss::Dangling, None, None)
}

/// The folders beside the roots of agents in a project or a home that may hold skills, each a `SKILL.md`: also those
/// that git ignores, where nobody looks for skills otherwise.
pub(crate) fn beside_roots(known: &Hosts, files: &dyn Files, holder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let folders = |folder: &Path| -> Vec<String> {
        let names = files.list(folder).into_iter().take(MOST_ENTRIES);
        names.filter_map(|name| name.strip_suffix('/').map(str::to_owned)).collect()
    };
    let firsts: Vec<&str> = owned_roots(known).filter_map(|owned| owned.strip_suffix("/skills")).collect();
    for name in folders(holder).into_iter().filter(|name| name.starts_with('.')) {
        let is_agents = firsts.contains(&name.as_str());
        if !is_agents && !firsts.iter().any(|first| is_misspelled_agent(&name, first)) {
            continue;
        }
        let inside = folders(&holder.join(&name));
        let inside =
            inside.iter().filter(|inner| if is_agents { is_misspelled_skills(inner) } else { *inner == "skills" });
        for root in inside.map(|inner| holder.join(&name).join(inner)) {
            let skills = folders(&root).into_iter().map(|skill| root.join(skill).join("SKILL.md"));
            found.extend(skills.filter(|skill| files.kind(skill) == Some(FileKind::File)));
        }
    }
    found
}

/// The skills in the folders that agents call their own in a project or a home, and those one folder deeper, each a
/// `SKILL.md`: whether any agent reads them from here or not.
pub(crate) fn in_owned_folders(known: &Hosts, files: &dyn Files, holder: &Path) -> Vec<PathBuf> {
    let folders = |folder: &Path| -> Vec<PathBuf> {
        let names = files.list(folder).into_iter().take(MOST_ENTRIES);
        names.filter_map(|name| Some(folder.join(name.strip_suffix('/')?))).collect()
    };
    let is_skill = |skill: &PathBuf| files.kind(skill) == Some(FileKind::File);
    let mut found = Vec::new();
    for root in known.owned_folders().into_iter().map(|owned| holder.join(owned)) {
        for folder in folders(&root) {
            let skill = folder.join("SKILL.md");
            match is_skill(&skill) {
                true => found.push(skill),
                false => found.extend(folders(&folder).into_iter().map(|it| it.join("SKILL.md")).filter(is_skill)),
            }
        }
    }
    found
}

/// The folders of skills that real agents call their own.
fn owned_roots(known: &Hosts) -> impl Iterator<Item = &str> {
    known.owned_folders().into_iter().filter(|owned| owned.ends_with("/skills"))
}

/// A skill in `around`, which is called nearly as a folder that agents read.
fn beside(
    known: &Hosts,
    environment: &Environment,
    files: &dyn Files,
    path: &Path,
    folder: &Path,
    around: &Path,
) -> Option<NearMiss> {
    if SkillRoot::of(known, path).is_some() || environment.explicit.iter().any(|root| path.starts_with(root)) {
        return None;
    }
    let names: Vec<&str> = around.iter().map(|name| name.to_str().unwrap_or_default()).collect();
    let (owned, at) = owned_roots(known).find_map(|owned| {
        let parts: Vec<&str> = owned.split('/').collect();
        let tail = names.get(names.len().checked_sub(parts.len())?..)?;
        let mut wrong = (0..parts.len()).filter(|index| tail.get(*index) != parts.get(*index));
        let (at, None) = (wrong.next()?, wrong.next()) else { return None };
        let (is, own) = (*tail.get(at)?, *parts.get(at)?);
        let is_last = at + 1 == parts.len();
        let is_near = match is_last {
            true => is_misspelled_skills(is),
            false => is_misspelled_agent(is, own) || own.strip_prefix('.') == Some(is),
        };
        is_near.then_some((owned, parts.len() - at))
    })?;
    let parts = owned.split('/').count();
    let holder = around.ancestors().nth(parts)?;
    let wrong = around.ancestors().nth(at - 1)?;
    let is = wrong.file_name()?.to_str()?;
    if !is.starts_with('.') && !is_misspelled_skills(is) && !is_forgotten_dot(known, environment, files, holder, wrong)
    {
        return None;
    }
    let shown = slashed(around.strip_prefix(holder).ok()?);
    let meant = holder.join(owned);
    let right = wrong.with_file_name(owned.split('/').nth(parts - at)?);
    let name = folder.file_name()?;
    // The whole folder, or else the skill alone.
    let moves = [(wrong.to_owned(), right), (folder.to_owned(), meant.join(name))];
    let is_free = |to: &Path| files.kind(to).is_none() || is_other_case(files, wrong, to);
    let moved = moves.into_iter().find(|(_, to)| is_free(to));
    let is_of_others = OF_OTHERS.contains(&is);
    let miss = if is_of_others { Miss::Unknown(shown) } else { Miss::Folder(shown) };
    let root = SkillRoot { path: meant, owned: owned.to_owned() };
    Some(file(&root, path.to_owned(), &name.to_string_lossy(), miss, moved.filter(|_| !is_of_others), None))
}

/// `skill`, `Skills`, `skils`.
fn is_misspelled_skills(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_near = lower.starts_with("sk") && strsim::damerau_levenshtein(&lower, "skills") <= 1;
    name != "skills" && is_near
}

/// `.Claude`, `.cluade`. Short names have too many neighbours.
fn is_misspelled_agent(name: &str, own: &str) -> bool {
    let Some(bare) = own.strip_prefix('.').filter(|bare| !bare.contains('/') && *bare != "config") else {
        return false;
    };
    let lower = name.to_lowercase();
    let is_near = bare.len() >= 5 && strsim::damerau_levenshtein(&lower, own) == 1;
    name.starts_with('.') && name != own && (lower == own || (is_near && lower != ".code"))
}

/// Whether a folder is called as an agent is, and as nothing else: `claude`, but not `github` or `pi`.
fn is_without_dot(known: &Hosts, name: &str) -> bool {
    let owns = |host: &Host| {
        let firsts = host.owns.iter().filter_map(|owned| owned.strip_prefix('.')?.split_once('/'));
        host.id.starts_with(name) && firsts.into_iter().any(|(first, _)| first == name)
    };
    let real = known.real().filter(|host| !host.specification);
    name.len() >= 5 && real.into_iter().any(|host| owns(host))
}

/// Whether a folder called `claude` at the top of a project lacks nothing but its dot: it holds only what an agent reads,
/// it is the only one of its kind, and nothing says that it is brought elsewhere.
fn is_forgotten_dot(known: &Hosts, environment: &Environment, files: &dyn Files, holder: &Path, folder: &Path) -> bool {
    let Environment { git_root, working_directory, .. } = environment;
    let is_top =
        git_root.as_deref().unwrap_or(working_directory) == holder || files.kind(&holder.join(".git")).is_some();
    let beside = files.list(holder);
    let is_agent = |name: &&String| name.strip_suffix('/').is_some_and(|name| is_without_dot(known, name));
    let is_installed = |name: &String| {
        let name = name.to_lowercase();
        name.contains("plugin") || INSTALLERS.iter().any(|word| name.starts_with(word))
    };
    let is_dotfiles = holder.file_name().is_some_and(|it| it.to_string_lossy().to_lowercase().contains("dot"));
    is_top
        && !is_dotfiles
        && beside.iter().filter(is_agent).count() == 1
        && !beside.iter().any(is_installed)
        && files.list(folder).iter().all(|name| BESIDE_SKILLS.contains(&name.as_str()))
}

/// Whether `to` is there only because the file system does not tell it from `from`.
fn is_other_case(files: &dyn Files, from: &Path, to: &Path) -> bool {
    let is_same_name = from.to_string_lossy().to_lowercase() == to.to_string_lossy().to_lowercase();
    is_same_name && files.real(from).is_some() && files.real(from) == files.real(to)
}

/// A `SKILL.md` right in a root.
fn right_in_root(known: &Hosts, files: &dyn Files, path: &Path, folder: &Path) -> Option<NearMiss> {
    let root = SkillRoot::of(known, path).filter(|root| root.path == folder)?;
    let document = document_at(files, path);
    let name = document.as_ref().and_then(|document| document.field("name")?.value.scalar().map(str::trim));
    // Only what can be the name of a folder is proposed for one.
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it));
    let name = name.filter(is_name).map(str::to_owned);
    let to = name.as_ref().map(|name| folder.join(name)).filter(|to| files.kind(to).is_none());
    let moved = to.map(|to| (path.to_owned(), to.join("SKILL.md")));
    let shown = name.clone().unwrap_or_else(|| "NAME".to_owned());
    Some(file(&root, path.to_owned(), &shown, Miss::InRoot, moved, document.as_ref()))
}

/// What in a folder of a root, in which no skill was found, was meant as its `SKILL.md`.
fn in_folder(files: &dyn Files, root: &SkillRoot, folder: &Path, read: &mut usize) -> Option<NearMiss> {
    let name = folder.file_name()?.to_str()?;
    let entries = files.entries(folder).unwrap_or_default();
    if let Some(skill) = entries.iter().find(|entry| entry.name.eq_ignore_ascii_case("SKILL.md")) {
        let path = folder.join(&skill.name);
        return is_dangling(files, &path).then(|| dangling(root, path, name));
    }
    let holds_skill = |entry: &&FolderEntry| {
        matches!(entry.kind, EntryKind::Folder | EntryKind::Link)
            && files.kind(&folder.join(&entry.name).join("SKILL.md")).is_some()
    };
    if entries.len() > MOST_READ || entries.iter().any(|entry| holds_skill(&entry)) {
        return None;
    }
    let files_here: Vec<&str> =
        entries.iter().filter(|it| it.kind == EntryKind::File).map(|it| it.name.as_str()).collect();
    let texts: Vec<&str> = files_here.iter().copied().filter(|it| it.ends_with(".md")).collect();
    let found = |is: &str, document: Option<&Document>| {
        let path = folder.join(is);
        let moved = Some((path.clone(), folder.join("SKILL.md")));
        file(root, path, name, Miss::FileName(is.to_owned()), moved, document)
    };
    // `Skill.md.txt`, `SKILL.markdown`: nothing else is called so.
    let is_skill = |it: &&str| {
        let lower = it.to_lowercase();
        lower == "skill"
            || lower.split_once('.').is_some_and(|(stem, end)| {
                matches!(stem, "skill" | "skil")
                    && matches!(end, "md" | "md.txt" | "txt" | "markdown" | "mdx" | "md.md")
            })
    };
    if let Some(is) = files_here.iter().copied().find(|it| is_skill(it)) {
        return Some(found(is, document_at(files, &folder.join(is)).as_ref()));
    }
    let mut described = texts.iter().filter_map(|it| {
        *read += 1;
        Some((*it, (*read <= MOST_READ).then(|| described(files, &folder.join(it))).flatten()?))
    });
    let (first, second) = (described.next(), described.next());
    match (first, second) {
        (Some((is, document)), None) => Some(found(is, Some(&document))),
        (None, None) => {
            let only = texts.first().filter(|it| texts.len() == 1 && it.eq_ignore_ascii_case("SKILLS.md"))?;
            Some(found(only, document_at(files, &folder.join(only)).as_ref()))
        }
        _ => None,
    }
}

/// The file in a folder that may have been meant as its `SKILL.md`: one that is called nearly so, or the only text.
fn likest(files: &dyn Files, folder: &Path) -> Option<String> {
    let names = files.list(folder).into_iter().take(MOST_READ).filter(|name| !name.ends_with('/'));
    let names: Vec<String> = names.collect();
    let is_text = |name: &&String| OTHER_TEXTS.iter().chain(&TEXTS).any(|ending| name.ends_with(ending));
    let mut texts = names.iter().filter(is_text);
    let only = texts.next().filter(|_| texts.next().is_none());
    let is_near = |name: &&String| {
        let lower = name.to_lowercase();
        lower.contains("skill") || lower.contains("skil.")
    };
    let mut archives = names.iter().filter(|name| ARCHIVES.iter().any(|ending| name.ends_with(ending)));
    let archive = archives.next().filter(|_| archives.next().is_none());
    names.iter().filter(is_near).min_by_key(|name| name.len()).or(only).or(archive).cloned()
}

/// The path that a file holds and nothing else, where it leads to a folder.
fn link_text(files: &dyn Files, path: &Path) -> Option<String> {
    let text = files.text(path)?;
    let text = text.trim_end();
    let is_path = !text.is_empty() && text.len() < MOST_PATH && !text.contains(['\n', '\r']);
    let to = path.parent()?.join(text);
    (is_path && files.kind(&to) == Some(FileKind::Folder)).then(|| text.to_owned())
}

/// Whether a folder holds a file of this name, or one below it does.
fn holds_file(files: &dyn Files, folder: &Path, name: &str) -> bool {
    let below = files.list(folder).into_iter().take(MOST_READ);
    let mut folders = below.filter_map(|inner| Some(folder.join(inner.strip_suffix('/')?)));
    files.entry(&folder.join(name)).is_some() || folders.any(|inner| files.entry(&inner.join(name)).is_some())
}

fn document_at(files: &dyn Files, path: &Path) -> Option<Document> {
    files.text(path).map(|text| document::parse(&text))
}

/// A document that says of itself what skills do: its name, and what it is for.
fn described(files: &dyn Files, path: &Path) -> Option<Document> {
    let text = files.text(path).filter(|text| text.starts_with("---"))?;
    let document = document::parse(&text);
    let has = |key: &str| {
        let field = document.field(key);
        field.and_then(|field| field.value.scalar()).is_some_and(|text| !text.trim().is_empty())
    };
    (has("name") && has("description")).then_some(document)
}

fn file(
    root: &SkillRoot,
    path: PathBuf,
    name: &str,
    miss: Miss,
    moved: Option<(PathBuf, PathBuf)>,
    document: Option<&Document>,
) -> NearMiss {
    let headline = document.map_or(Span::new(0, 0), |document| {
        let first_line = document.text.find(['\n', '\r']).unwrap_or(document.text.len());
        let name = document.field("name").map(|field| field.value.span);
        name.or(document.fence.opening).unwrap_or_else(|| Span::new(0, first_line))
    });
    NearMiss { path, name: name.to_owned(), root: root.owned.clone(), miss, moved, headline }
}

#[cfg(test)]
mod tests {
    use super::is_misspelled_agent;

    #[test]
    fn folders_of_agents_are_told_from_others() {
        let pairs = [
            (".cluade", ".claude", true),
            (".Claude", ".claude", true),
            (".claude", ".claude", false),
            ("cluade", ".claude", false),
            // Other programs have it too.
            (".Config", ".config", false),
            (".confg", ".config", false),
            (".agent", ".agent/skills", false),
            (".Pi", ".pi", true),
            (".p", ".pi", false),
        ];
        for (name, own, expected) in pairs {
            assert_eq!(is_misspelled_agent(name, own), expected, "{name} {own}");
        }
    }
}
