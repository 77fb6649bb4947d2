//! Folders that are called nearly as those that agents read, and skills right in one that should hold folders of skills.

use std::path::{Path, PathBuf};

use crate::catalog::{Environment, FileKind, Files, SkillRoot};
use crate::hosts::{Host, Hosts};
use crate::text::slashed;

use super::{MOST_ENTRIES, Miss, NearMiss, document_at, file};

/// Folders of agents that are not known here, one letter away from one that is.
const OF_OTHERS: [&str; 2] = [".agent", ".code"];
/// What lies beside the skills of an agent, and nowhere else.
const BESIDE_SKILLS: [&str; 4] = ["skills/", "commands/", "agents/", "hooks/"];
/// A repository with one of these at its top brings its folders to where they are read.
const INSTALLERS: [&str; 7] = ["install", "bootstrap", "setup.", "makefile", "justfile", ".chezmoi", ".stow"];

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
/// `SKILL.md`: whether any agent reads them from here or not. What lies in a skill's folder for its own files is none.
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
            let is_one = is_skill(&skill);
            found.extend(Some(skill).filter(|_| is_one));
            let mut inner = folders(&folder);
            inner.retain(|it| !is_one || !known.resources().iter().any(|name| it.ends_with(name)));
            found.extend(inner.into_iter().map(|it| it.join("SKILL.md")).filter(is_skill));
        }
    }
    found
}

/// The folders of skills that real agents call their own.
pub(super) fn owned_roots(known: &Hosts) -> impl Iterator<Item = &str> {
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
