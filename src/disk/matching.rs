//! Whether some file of a project is of a kind, and which of its folders hold skills.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use crate::catalog::Environment;

/// More than this is not looked at: then nobody knows.
const MOST_ENTRIES: usize = 100_000;

/// Whether a file below the working directory, as far as git does not ignore it, is one that is looked for; `None` when there
/// are too many to look at.
pub fn any_file(environment: &Environment, is_meant: &dyn Fn(&Path) -> bool) -> Option<bool> {
    let mut walk = WalkBuilder::new(&environment.working_directory);
    walk.hidden(false).filter_entry(|entry| entry.file_name() != ".git" && entry.file_name() != "node_modules");
    for (count, entry) in walk.build().filter_map(Result::ok).enumerate() {
        if count > MOST_ENTRIES {
            return None;
        }
        if entry.file_type().is_some_and(|kind| kind.is_file()) && is_meant(entry.path()) {
            return Some(true);
        }
    }
    Some(false)
}

/// How far and how deep is looked for folders of agents, also into what git ignores: most of that are builds and packages
/// of others.
const MOST_FOLDERS: usize = 20_000;
const DEEPEST: usize = 5;
/// Folders that agents fill themselves.
const KEPT_BY_AGENTS: [&str; 6] = ["plugins", "extensions", "cache", "marketplaces", "projects", "worktrees"];
/// Folders in which nobody keeps skills of their own.
const PASSED_BY: [&str; 6] = [".git", "node_modules", "target", "vendor", ".venv", "__pycache__"];

/// The skills of a name in the home folder, wherever they lie, each a `SKILL.md`. The search is bounded.
pub fn called_at_home(environment: &Environment, name: &str) -> Vec<PathBuf> {
    let Some(home) = &environment.home else { return Vec::new() };
    let mut walk = WalkBuilder::new(home);
    walk.standard_filters(false).max_depth(Some(DEEPEST + 1));
    walk.filter_entry(|entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let name = entry.file_name().to_str();
        is_folder && !name.is_some_and(|name| PASSED_BY.contains(&name) || name == ".cache" || name == "Library")
    });
    let folders = walk.build().filter_map(Result::ok).take(MOST_FOLDERS);
    let called = folders.filter(|entry| entry.file_name().eq_ignore_ascii_case(name));
    called.map(|entry| entry.into_path().join("SKILL.md")).filter(|path| path.is_file()).collect()
}

/// The skills anywhere in the home folder but in what agents fill themselves, and those that packages brought into the
/// working directory, each a `SKILL.md`. The search is bounded.
pub fn lying_at_home(environment: &Environment) -> Vec<PathBuf> {
    let here = &environment.working_directory;
    let mut found: Vec<PathBuf> = Vec::new();
    let is_skill = |path: &PathBuf| path.is_file();
    if let Some(home) = &environment.home {
        let is_passed_by = |name: &str| {
            PASSED_BY.contains(&name)
                || KEPT_BY_AGENTS.contains(&name)
                || matches!(name, ".cache" | "Library" | ".Trash")
        };
        let folders = folders_below(home, DEEPEST + 1, is_passed_by).take(MOST_FOLDERS / 2);
        found.extend(folders.map(|folder| folder.join("SKILL.md")).filter(is_skill));
    }
    let packages =
        folders_below(&here.join("node_modules"), DEEPEST + 1, |name| matches!(name, "dist" | "src" | "lib"));
    found.extend(packages.take(MOST_FOLDERS / 2).map(|folder| folder.join("SKILL.md")).filter(is_skill));
    found.sort();
    found.dedup();
    found
}

/// A folder and those below it, as deep as that.
fn folders_below(folder: &Path, depth: usize, is_passed_by: fn(&str) -> bool) -> impl Iterator<Item = PathBuf> + use<> {
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false).max_depth(Some(depth));
    walk.filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        is_folder && (entry.depth() == 0 || !entry.file_name().to_str().is_some_and(is_passed_by))
    });
    walk.build().filter_map(Result::ok).map(|entry| entry.into_path())
}

/// The folders of the repository that hold a folder of skills which agents call their own (`owned`): below the working
/// directory, beside it, and where git ignores them. The search is bounded.
pub fn holders_around(environment: &Environment, owned: &[&str]) -> Vec<PathBuf> {
    let Environment { working_directory: here, git_root, .. } = environment;
    if environment.repository.is_none() || environment.home.as_ref() == Some(here) {
        return Vec::new();
    }
    let top = git_root.as_ref().filter(|root| here.starts_with(root) && environment.home.as_ref() != Some(root));
    let top = top.unwrap_or(here);
    let end = |folder: &Path| owned.iter().find(|owned| folder.ends_with(owned)).copied();
    let ends: Vec<String> = owned.iter().map(|&owned| owned.to_owned()).collect();
    let mut walk = WalkBuilder::new(top);
    walk.standard_filters(false).max_depth(Some(DEEPEST));
    walk.filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        // What is among skills is looked at by others.
        let is_inside = entry.path().parent().is_some_and(|around| ends.iter().any(|end| around.ends_with(end)));
        is_folder && !is_inside && !entry.file_name().to_str().is_some_and(|name| PASSED_BY.contains(&name))
    });
    let folders = walk.build().filter_map(Result::ok).take(MOST_FOLDERS).map(|entry| entry.into_path());
    let holder = |folder: PathBuf| Some(folder.ancestors().nth(Path::new(end(&folder)?).iter().count())?.to_owned());
    let mut holders: Vec<PathBuf> = folders.filter_map(holder).filter(|holder| holder != here).collect();
    holders.sort();
    holders.dedup();
    holders
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_git_ignores_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        for path in [".git", "src", "out"] {
            fs::create_dir_all(folder.path().join(path)).unwrap();
        }
        fs::write(folder.path().join(".gitignore"), "out/\n").unwrap();
        fs::write(folder.path().join("src/main.rs"), "").unwrap();
        fs::write(folder.path().join("out/main.py"), "").unwrap();
        let environment = Environment { working_directory: folder.path().to_owned(), ..Environment::default() };
        let has = |end: &str| any_file(&environment, &|path| path.extension().is_some_and(|it| it == end));
        assert_eq!((has("rs"), has("py")), (Some(true), Some(false)));
    }
    #[test]
    fn folders_of_skills_below_and_beside() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for path in [".git", "web/src", "web/.claude/skills/a/.claude/skills", "api/.claude/skills/b", "x/.claude"] {
            fs::create_dir_all(root.join(path)).unwrap();
        }
        let environment = Environment {
            working_directory: root.join("web"),
            git_root: Some(root.to_owned()),
            repository: Some(root.to_owned()),
            ..Environment::default()
        };
        assert_eq!(holders_around(&environment, &[".claude/skills", ".agents/skills"]), [root.join("api")]);
        let environment = Environment { working_directory: root.to_owned(), ..environment };
        assert_eq!(holders_around(&environment, &[".claude/skills"]), [root.join("api"), root.join("web")]);
    }
}
