//! Everything known at one moment: apply changes, take a snapshot, ask it questions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Catalog, Controls, Environment, Files, Found, Place, Reading, Skill};
use crate::checks::Diagnostic;
use crate::config::Config;
use crate::document::allow::Allow;
use crate::hosts::Host;

/// The state. All changes go through here, in the order they are made.
pub struct Workspace {
    config: Arc<Config>,
    environment: Arc<Environment>,
    files: Arc<dyn Files + Send + Sync>,
    catalog: Catalog,
}

/// A host that is to be indexed: its places, for `disk` to walk.
pub struct Indexed {
    /// The host.
    pub host: Arc<Host>,
    /// Its places in load order.
    pub places: Vec<Place>,
    /// Its switches.
    pub controls: Controls,
}

/// What was made of one file, ready to be accepted. Made in parallel, without changing anything.
pub struct Examined {
    /// The file.
    pub found: Found,
    /// What the catalogue keeps.
    pub skill: Skill,
    /// The readings: view index, place index, what that host reads.
    pub readings: Vec<(usize, usize, Reading)>,
    /// Raw findings of the document checks.
    pub diagnostics: Vec<Diagnostic>,
    /// Its suppressions.
    pub allows: Vec<Allow>,
}

/// What is known at one moment. Immutable and cheap to clone.
#[derive(Clone)]
pub struct Snapshot {
    /// The settings.
    pub config: Arc<Config>,
    /// The environment.
    pub environment: Arc<Environment>,
    /// The skills and who wins.
    pub catalog: Arc<Catalog>,
    /// The file system.
    pub files: Arc<dyn Files + Send + Sync>,
}

impl Workspace {
    /// A workspace that looks with the eyes of `hosts`.
    pub fn new(
        config: Config,
        environment: Environment,
        files: Arc<dyn Files + Send + Sync>,
        hosts: Vec<Indexed>,
    ) -> Workspace {
        let _ = hosts;
        Workspace { config: Arc::new(config), environment: Arc::new(environment), files, catalog: Catalog::default() }
    }

    /// What the engine makes of one file, met at these (view, place) pairs.
    pub fn examine(&self, found: &Found, at: &[(usize, usize)], bytes: &[u8]) -> Examined {
        let _ = (found, at, bytes);
        unreachable!("replaced by the real thing")
    }

    /// Takes in examined files, replacing what was known of them, and settles who wins.
    pub fn accept(&mut self, examined: Vec<Examined>) {
        let _ = examined;
    }

    /// Takes a file out.
    pub fn remove(&mut self, path: &Path) {
        let _ = path;
    }

    /// The state of this moment.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            config: self.config.clone(),
            environment: self.environment.clone(),
            catalog: Arc::new(self.catalog.clone()),
            files: self.files.clone(),
        }
    }
}

impl Snapshot {
    /// The findings in one file, finished.
    pub fn diagnostics(&self, path: &Path) -> Vec<Diagnostic> {
        let _ = path;
        Vec::new()
    }

    /// The findings in every file, by path, computed in parallel.
    pub fn all_diagnostics(&self) -> Vec<(PathBuf, Vec<Diagnostic>)> {
        Vec::new()
    }
}
