//! Where an agent would be started, and what it would find around it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Declared, OwnPackages, PackageChoice, Reach};
use crate::text::slashed;

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
    /// The same, where that `.git` is one that git itself accepts.
    pub repository: Option<PathBuf>,
    /// The same, where that `.git` is such a folder, or a file that names one, there or not.
    pub checkout: Option<PathBuf>,
    /// The main checkout, when the git root is a linked worktree.
    pub main_checkout: Option<PathBuf>,
    /// Folders given with `--add-dir`. Absolute.
    pub added: Vec<PathBuf>,
    /// The folders given with `--plugin-dir`. Absolute.
    pub plugin_folders: Vec<PathBuf>,
    /// The sources of settings that the host is to read (`--setting-sources`); all when nothing is said.
    pub setting_sources: Option<Vec<String>>,
    /// The skills that hosts bring themselves are left out, as if they were switched off.
    pub without_bundled: bool,
    /// Files that the agent would have touched (`--touched`). Absolute.
    pub touched: Vec<PathBuf>,
    /// Folders between a touched file and the working directory that git ignores. Absolute.
    pub ignored: Vec<PathBuf>,
    /// Folders below the working directory that hold a root which some host reads once a file there is touched
    /// (`packages/web`, when there is `packages/web/.claude/skills`). Absolute.
    pub nested: Vec<PathBuf>,
    /// The `roots` of our own settings and explicit paths. Absolute.
    pub explicit: Vec<PathBuf>,
    /// How far links may lead.
    pub reach: Arc<Reach>,
    /// The MCP servers, agents and rules about tools that exist here.
    pub declared: Arc<Declared>,
    /// The packages of the repository that is worked on.
    pub own_packages: Arc<OwnPackages>,
    /// Which of them count as installed.
    pub package_choice: PackageChoice,
    /// The agent with which a session begins, where the host has several (`--agent`).
    pub agent: Option<String>,
    /// The moment for which usage scores are computed, in milliseconds since 1970.
    pub now: u64,
}

impl Environment {
    /// Whether a file lies outside what is worked on: the working directory, its repository, and what was named.
    pub fn is_elsewhere(&self, path: &Path) -> bool {
        let around = [Some(&self.working_directory), self.git_root.as_ref()].into_iter().flatten();
        !around.chain(&self.explicit).chain(&self.added).any(|folder| path.starts_with(folder))
    }

    /// A path as people write it: from the working directory, or from home.
    pub fn short(&self, path: &Path) -> String {
        if let Ok(rest) = path.strip_prefix(&self.working_directory) {
            return slashed(rest);
        }
        match self.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(rest) => format!("~/{}", slashed(rest)),
            None => slashed(path),
        }
    }

    /// The same surroundings, with another folder for the root of the project.
    pub fn with_root(&self, root: PathBuf) -> Environment {
        Environment { git_root: Some(root), ..self.clone() }
    }

    /// The same surroundings for a host that starts in another folder, and takes it for the project.
    pub fn started_in(&self, folder: PathBuf) -> Environment {
        Environment { working_directory: folder.clone(), ..self.with_root(folder) }
    }

    /// Whether the host is to read a source of settings.
    pub fn reads_source(&self, source: &str) -> bool {
        self.setting_sources.as_ref().is_none_or(|sources| sources.iter().any(|it| it == source))
    }
}
