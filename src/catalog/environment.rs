//! Where an agent would be started, and what it would find around it.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// The surroundings that decide which roots a host reads. Gathered by `disk`, never asked for here.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Where the agent would be started. Absolute.
    pub working_directory: PathBuf,
    /// The user's home, when there is one.
    pub home: Option<PathBuf>,
    /// The environment variables.
    pub variables: BTreeMap<String, String>,
    /// The nearest ancestor of the working directory that holds `.git`.
    pub git_root: Option<PathBuf>,
    /// The main checkout, when the git root is a linked worktree.
    pub main_checkout: Option<PathBuf>,
    /// Folders given with `--add-dir`. Absolute.
    pub added: Vec<PathBuf>,
    /// Plugins given with `--plugin-dir` or installed and enabled.
    pub plugins: Vec<Plugin>,
    /// Files that the agent would have touched (`--touched`). Absolute.
    pub touched: Vec<PathBuf>,
    /// Folders between a touched file and the working directory that git ignores. Absolute.
    pub ignored: Vec<PathBuf>,
    /// Folders below the working directory that hold a root which some host reads once a file there is touched
    /// (`packages/web`, when there is `packages/web/.claude/skills`). Absolute.
    pub nested: Vec<PathBuf>,
    /// The `roots` of our own settings and explicit paths. Absolute.
    pub explicit: Vec<PathBuf>,
    /// The moment for which usage scores are computed, in milliseconds since 1970.
    pub now: u64,
}

impl Environment {
    /// The same surroundings, with another folder for the root of the project.
    pub fn with_root(&self, root: PathBuf) -> Environment {
        Environment { git_root: Some(root), ..self.clone() }
    }
}

/// A plugin on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// Its name, from its manifest or else its folder.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
    /// `plugin@marketplace`, when it was installed from one.
    pub id: Option<String>,
    /// Skill folders its manifest names, beside `skills`, and its own folder when that is a skill.
    pub skill_paths: Vec<PathBuf>,
    /// Command folders or files its manifest names, instead of `commands`.
    pub command_paths: Vec<PathBuf>,
}
