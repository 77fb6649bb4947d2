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

/// Walks all places of all hosts, each folder once for each way of walking it, in parallel. A file met at
/// several places comes once, with all its (host index, place index) pairs.
pub fn walk(hosts: &[Vec<Place>]) -> (Vec<(Found, Vec<(usize, usize)>)>, Vec<DiskProblem>) {
    let _ = hosts;
    (Vec::new(), Vec::new())
}

/// Every skill file under `paths`, at any depth, hidden folders included, `.git` and `node_modules` left out;
/// a path that is a file comes as it is.
pub fn find(paths: &[PathBuf]) -> (Vec<Found>, Vec<DiskProblem>) {
    let _ = paths;
    (Vec::new(), Vec::new())
}

/// Reads files in parallel and hands each to `examine`. A file that cannot be read becomes a problem; at most
/// [`READ_LIMIT`] bytes of a file are read.
pub fn read_all<T: Send>(
    founds: &[(Found, Vec<(usize, usize)>)],
    examine: impl Fn(&Found, &[(usize, usize)], &[u8]) -> T + Sync,
) -> (Vec<T>, Vec<DiskProblem>) {
    let _ = (founds, examine);
    (Vec::new(), Vec::new())
}

/// The most that is read of a file, in bytes.
pub const READ_LIMIT: u64 = 4_000_000;

/// Replaces a file: writes beside it, then renames. Permissions are kept; a link is written through.
pub fn write(path: &Path, text: &str) -> Result<(), DiskProblem> {
    let _ = (path, text);
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
