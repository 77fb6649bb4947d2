//! Whether some file of a project is of a kind, and which folders of agents git ignores.

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

/// How far and how deep is looked into what git ignores: most of it are builds and packages of others.
const MOST_IGNORED: usize = 20_000;
const DEEPEST: usize = 5;
/// Folders in which nobody keeps skills of their own.
const PASSED_BY: [&str; 6] = [".git", "node_modules", "target", "vendor", ".venv", "__pycache__"];

/// The folders below the working directory that hold a folder of skills which agents call their own (`owned`), also where
/// git ignores them. The search is bounded.
pub fn ignored_folders(environment: &Environment, owned: &[&str]) -> Vec<PathBuf> {
    let here = &environment.working_directory;
    if environment.repository.is_none() || environment.home.as_ref() == Some(here) {
        return Vec::new();
    }
    let mut walk = WalkBuilder::new(here);
    walk.standard_filters(false).max_depth(Some(DEEPEST));
    walk.filter_entry(|entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        is_folder && !entry.file_name().to_str().is_some_and(|name| PASSED_BY.contains(&name))
    });
    let folders = walk.build().filter_map(Result::ok).take(MOST_IGNORED).map(|entry| entry.into_path());
    let holds = |folder: &PathBuf| folder != here && owned.iter().any(|owned| folder.join(owned).is_dir());
    folders.filter(holds).collect()
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
}
