//! Looks around: where the agent would start, and what lies around it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::catalog::{Environment, PackageChoice, normal};
use crate::disk::DiskProblem;
use crate::disk::git_ignore::ignored_folders;
use crate::disk::reach::reach;
use crate::disk::read::read_text;
use crate::disk::threads::gather;

/// What the caller says about where the agent starts.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// `--cwd`, default the current folder.
    pub working_directory: Option<PathBuf>,
    /// The home folder instead of the user's (tests).
    pub home: Option<PathBuf>,
    /// Environment variables instead of the process's (tests).
    pub variables: Option<BTreeMap<String, String>>,
    /// `--add-dir`
    pub added: Vec<PathBuf>,
    /// `--plugin-dir`
    pub plugin_folders: Vec<PathBuf>,
    /// `--touched`
    pub touched: Vec<PathBuf>,
    /// `roots` of the settings.
    pub explicit: Vec<PathBuf>,
    /// `--setting-sources`
    pub setting_sources: Option<Vec<String>>,
    /// The skills that hosts bring themselves are left out.
    pub without_bundled: bool,
    /// `--agent`
    pub agent: Option<String>,
    /// `--package`, and whether packages of the repository count at all.
    pub package_choice: PackageChoice,
}

/// Looks around, for every host alike: git root, worktree, variables. Relative paths start at the working directory.
pub fn environment(surroundings: &Surroundings) -> (Environment, Vec<DiskProblem>) {
    // Whoever looks around has something to walk.
    gather();
    let mut problems = Vec::new();
    let current = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let working_directory = match &surroundings.working_directory {
        Some(folder) => normal(&current.join(folder)),
        None => normal(&current),
    };
    if !working_directory.is_dir() {
        problems.push(DiskProblem::new("start in", &working_directory, "it is not a folder"));
    }
    let variables = match &surroundings.variables {
        Some(variables) => variables.clone(),
        None => process_variables(),
    };
    let home = surroundings.home.clone().or_else(|| {
        let name = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
        variables.get(name).filter(|home| !home.is_empty()).map(PathBuf::from)
    });
    // Whoever asks whether a path lies at home compares them name by name.
    let home = home.map(|home| normal(&home));
    let all = |paths: &[PathBuf]| -> Vec<PathBuf> {
        paths.iter().map(|path| normal(&working_directory.join(path))).collect()
    };
    let git_root = working_directory.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let touched = all(&surroundings.touched);
    let mut environment = Environment {
        repository: repository_of(&working_directory),
        checkout: working_directory.ancestors().find(|folder| is_checkout(folder)).map(Path::to_owned),
        main_checkout: git_root.as_deref().and_then(main_checkout),
        ignored: Vec::new(),
        added: all(&surroundings.added),
        plugin_folders: all(&surroundings.plugin_folders),
        touched,
        nested: Vec::new(),
        explicit: all(&surroundings.explicit),
        declared: Arc::default(),
        reach: Arc::default(),
        own_packages: Arc::default(),
        package_choice: surroundings.package_choice.clone(),
        setting_sources: surroundings.setting_sources.clone(),
        without_bundled: surroundings.without_bundled,
        agent: surroundings.agent.clone(),
        now: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64),
        home,
        variables,
        git_root,
        working_directory,
    };
    environment.reach = Arc::new(reach(&environment));
    environment.ignored = ignored_folders(&environment.touched, &environment);
    (environment, problems)
}

/// The variables of this process. Windows finds them in any case: there each is known by its capitals too (`ProgramData`).
fn process_variables() -> BTreeMap<String, String> {
    let text = |(key, value): (OsString, OsString)| Some((key.into_string().ok()?, value.into_string().ok()?));
    let mut variables: BTreeMap<String, String> = std::env::vars_os().filter_map(text).collect();
    if cfg!(windows) {
        let capitals: Vec<_> = variables.iter().map(|(key, value)| (key.to_uppercase(), value.clone())).collect();
        variables.extend(capitals);
    }
    variables
}

/// The root of the repository that a folder lies in.
pub fn repository_of(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|folder| is_repository(folder)).map(Path::to_owned)
}

/// Whether git itself takes a folder for the root of a repository: its `.git`, or the folder that a `.git` file names,
/// holds what git needs.
fn is_repository(folder: &Path) -> bool {
    let git = folder.join(".git");
    let git = match read_text(&git) {
        Ok(text) => match text.strip_prefix("gitdir:") {
            Some(named) => folder.join(named.trim()),
            None => return false,
        },
        Err(_) => git,
    };
    let Ok(head) = read_text(&git.join("HEAD")) else { return false };
    let is_head =
        head.starts_with("ref: refs/") || head.len() >= 40 && head.trim().bytes().all(|it| it.is_ascii_hexdigit());
    // A linked worktree keeps these two with the main checkout.
    let common = match read_text(&git.join("commondir")) {
        Ok(common) => git.join(common.trim()),
        Err(_) => git,
    };
    is_head && common.join("objects").is_dir() && common.join("refs").is_dir()
}

/// Whether a folder is the root of a repository, or has a `.git` file that says where one is kept.
fn is_checkout(folder: &Path) -> bool {
    is_repository(folder) || read_text(&folder.join(".git")).is_ok_and(|text| text.starts_with("gitdir:"))
}

/// The main checkout of a linked worktree, whose `.git` is a file that points into the main one's.
fn main_checkout(git_root: &Path) -> Option<PathBuf> {
    let text = read_text(&git_root.join(".git")).ok()?;
    let folder = git_root.join(text.strip_prefix("gitdir:")?.trim());
    // A submodule has no `commondir`.
    let common = read_text(&folder.join("commondir")).ok()?;
    let common = normal(&folder.join(common.trim()));
    if common.file_name()? != ".git" {
        return None;
    }
    Some(common.parent()?.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn put(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn a_checkout_is_what_git_accepts_or_a_file_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("w");
        fs::create_dir_all(here.join(".git")).unwrap();
        let checkout = || super::is_checkout(&here);
        assert!(!checkout(), "an empty folder");
        fs::write(here.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::create_dir(here.join(".git/objects")).unwrap();
        assert!(!checkout(), "no refs");
        fs::create_dir(here.join(".git/refs")).unwrap();
        assert!(checkout());
        fs::remove_dir_all(here.join(".git")).unwrap();
        fs::write(here.join(".git"), "nonsense\n").unwrap();
        assert!(!checkout(), "a file that names nothing");
        fs::write(here.join(".git"), "gitdir: /nowhere\n").unwrap();
        assert!(checkout(), "a file that names a folder, there or not");
    }

    #[test]
    fn a_linked_worktree_knows_its_main_checkout() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        put(base, "main/.git/worktrees/w/commondir", "../..\n");
        put(base, "w/.git", &format!("gitdir: {}\n", base.join("main/.git/worktrees/w").display()));
        put(base, "w/pkg/x", "");
        let surroundings =
            Surroundings { working_directory: Some(base.join("w/pkg/../pkg/.")), ..Surroundings::default() };
        let (environment, problems) = environment(&surroundings);
        assert!(problems.is_empty());
        assert_eq!(environment.working_directory, base.join("w/pkg"));
        assert_eq!(environment.git_root, Some(base.join("w")));
        assert_eq!(environment.main_checkout, Some(base.join("main")));
    }

    #[test]
    fn a_home_and_a_folder_that_are_not_there() {
        // On Windows, on the drive of this program.
        let start = std::path::absolute("/no/such/folder").unwrap();
        let surroundings = Surroundings {
            working_directory: Some(PathBuf::from("/no/such/folder")),
            home: Some(PathBuf::from("/no/such/home")),
            variables: Some(BTreeMap::new()),
            touched: vec![PathBuf::from("a/b.txt")],
            ..Surroundings::default()
        };
        let (environment, problems) = environment(&surroundings);
        assert_eq!(problems[0].message, format!("cannot start in {}: it is not a folder", start.display()));
        assert_eq!(environment.touched, [start.join("a/b.txt")]);
        assert!(environment.git_root.is_none());
    }
}
