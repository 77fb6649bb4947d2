//! The file system: the only module that touches it.

mod one;
mod watch;

pub use one::{create, read, rename};
pub use watch::{Watch, watch};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Controls, Environment, FileKind, Files, Found, Place};
use crate::hosts::Host;

/// A problem met on disk: the path, the act, the reason. Shown as `cannot read PATH: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskProblem {
    /// The path.
    pub path: PathBuf,
    /// The sentence, path included, without a full stop.
    pub message: String,
}

/// What the caller says about where the agent starts.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// `--cwd`, default the current folder.
    pub working_directory: Option<PathBuf>,
    /// The home folder instead of `$HOME` (tests).
    pub home: Option<PathBuf>,
    /// `--add-dir`
    pub added: Vec<PathBuf>,
    /// `--plugin-dir`
    pub plugin_folders: Vec<PathBuf>,
    /// `--touched`
    pub touched: Vec<PathBuf>,
    /// `roots` of the settings.
    pub explicit: Vec<PathBuf>,
}

/// Looks around: git root, worktree, variables, plugins installed and given.
pub fn environment(surroundings: &Surroundings) -> (Environment, Vec<DiskProblem>) {
    let _ = surroundings;
    (Environment::default(), Vec::new())
}

/// The folders below the working directory that hold a root which one of `hosts` reads once a file there is
/// touched; for [`Environment::nested`]. Ignored folders are left out, and the search is bounded.
pub fn nested(hosts: &[Arc<Host>], environment: &Environment) -> Vec<PathBuf> {
    let _ = (hosts, environment);
    Vec::new()
}

/// Reads the settings files of a host.
pub fn controls(host: &Host, environment: &Environment) -> Controls {
    let _ = (host, environment);
    Controls::default()
}

/// The nearest settings file from `folder` upwards (`skill-lsp.toml`, `.skill-lsp.toml`), with its text.
pub fn settings_file(folder: &Path) -> Result<Option<(PathBuf, String)>, DiskProblem> {
    let _ = folder;
    Ok(None)
}

/// A file and where it was met: (host index, place index) pairs, in the order of the hosts. A file that no host
/// reads is met nowhere: one that lies too deep, or is called `skill.md`.
pub type Met = (Found, Vec<(usize, usize)>);

/// Walks all places of all hosts, each folder once for all of them, in parallel. A file comes once, with every
/// place it was met at; skills in these folders that no host reads come too, met nowhere. Sorted by path.
pub fn walk(hosts: &[&[Place]]) -> (Vec<Met>, Vec<DiskProblem>) {
    let _ = hosts;
    (Vec::new(), Vec::new())
}

/// Every skill file under `paths`, at any depth, hidden folders included, `.git` and `node_modules` left out;
/// a path that is a file comes as it is.
pub fn find(paths: &[PathBuf]) -> (Vec<Found>, Vec<DiskProblem>) {
    let _ = paths;
    (Vec::new(), Vec::new())
}

/// Joins what a walk met and what [`find`] found: a file that was walked keeps the places it was met at.
/// Sorted by path.
pub fn merged(walked: Vec<Met>, found: Vec<Found>) -> Vec<Met> {
    let _ = found;
    walked
}

/// Reads files in parallel and hands each to `examine`. A file that cannot be read becomes a problem; at most
/// [`READ_LIMIT`] bytes of a file are read.
pub fn read_all<T: Send>(
    founds: &[Met],
    examine: impl Fn(&Found, &[(usize, usize)], &[u8]) -> T + Sync,
) -> (Vec<T>, Vec<DiskProblem>) {
    let _ = (founds, examine);
    (Vec::new(), Vec::new())
}

/// The most that is read of a file, in bytes.
pub const READ_LIMIT: u64 = 4_000_000;

/// Replaces a file: writes beside it, then renames. Permissions are kept; a link is written through. Refused when
/// the file no longer holds `expected`, the bytes it was read with (`None`: it must not exist yet).
pub fn write(path: &Path, expected: Option<&[u8]>, text: &str) -> Result<(), DiskProblem> {
    let _ = (path, expected, text);
    Ok(())
}

/// The real file system, as the inner modules may ask about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealFiles;

impl Files for RealFiles {
    fn kind(&self, path: &Path) -> Option<FileKind> {
        let _ = path;
        None
    }
    fn list(&self, folder: &Path) -> Vec<String> {
        let _ = folder;
        Vec::new()
    }
    fn text(&self, path: &Path) -> Option<String> {
        let _ = path;
        None
    }
}

/// The same, to be shared.
pub fn files() -> Arc<dyn Files + Send + Sync> {
    Arc::new(RealFiles)
}
