//! Everything known at one moment: apply changes, take a snapshot, ask it questions.
//!
//! `cli` and `lsp` go through the same steps, since only they may use both `disk` and this module:
//!
//! ```ignore
//! let settings = disk::settings_file(&cwd)?;
//! let (config, problems) = config::resolve(settings, &overlay, &check_ids);
//! // Where the agent would start, and what lies around it.
//! let (mut environment, problems) = disk::environment(&Surroundings { explicit: config.roots.clone(), .. });
//! // Whose eyes are needed: `Wanted::Check` or `Wanted::All` (`list`, `why`), or the hosts named.
//! let files = disk::files();
//! let hosts = indexed_hosts(&config, &environment, &*files, Wanted::Check);
//! environment.nested = disk::nested(&hosts, &environment);
//! let indexed: Vec<Indexed> =
//!     hosts.into_iter().map(|host| Indexed::new(host.clone(), disk::controls(&host, &environment), &environment)).collect();
//! let places: Vec<&[Place]> = indexed.iter().map(|indexed| &*indexed.places).collect();
//! let (walked, problems) = disk::walk(&places);
//! // `check PATH…` only: what lies under the paths, whether a host reads it or not.
//! let (found, problems) = disk::find(&paths);
//! let met = disk::merged(walked, found.clone());
//! let mut workspace = Workspace::new(config, environment, files, indexed);
//! // In parallel; the text of a file is let go as soon as it is examined.
//! let (examined, problems) = disk::read_all(&met, |found, at, bytes| workspace.examine(found, at, bytes));
//! workspace.accept(examined);
//! let snapshot = workspace.snapshot();
//! snapshot.all_diagnostics();            // check: every file
//! snapshot.diagnostics(&found[0].path);  // check PATH: only those found
//! snapshot.catalog.view("codex");        // list, why, prompt
//! ```
//!
//! `--stdin-filename PATH`: build the workspace as above, then
//! `let found = workspace.found(&path, bytes.len()); let at = workspace.places_of(&found);`
//! `let examined = workspace.examine(&found, &at, &bytes); workspace.accept(vec![examined]);` and ask for
//! `diagnostics(&path)`. An editor does the same on every change of an open file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Catalog, Controls, Environment, Files, Found, FoundKind, Place, Reading, Skill, places};
use crate::checks::Diagnostic;
use crate::config::Config;
use crate::document::allow::Allow;
use crate::hosts::Host;
use crate::listing::Listing;

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

impl Indexed {
    /// A host and the places it looks into.
    pub fn new(host: Arc<Host>, controls: Controls, environment: &Environment) -> Indexed {
        Indexed { places: places(&host, environment, &controls), host, controls }
    }
}

/// Which hosts a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Findings: the hosts the author writes for; without any, those that own a root that exists, and `agentskills`.
    Check,
    /// `list` and `why`: the hosts named in the settings or flags, or else every real host.
    All,
}

/// The hosts whose views are needed, in the order of the table.
pub fn indexed_hosts(config: &Config, environment: &Environment, files: &dyn Files, wanted: Wanted) -> Vec<Arc<Host>> {
    let _ = (environment, files, wanted);
    config.known_hosts.iter().cloned().collect()
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

    /// A file by its path alone, whether it exists or not.
    pub fn found(&self, path: &Path, size: usize) -> Found {
        let name = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        Found { path: path.to_owned(), real: path.to_owned(), name, kind: FoundKind::Skill, size: size as u64 }
    }

    /// The (view, place) pairs at which the hosts would meet a file.
    pub fn places_of(&self, found: &Found) -> Vec<(usize, usize)> {
        let _ = found;
        Vec::new()
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

    /// The hosts for which the author of this file writes.
    pub fn hosts_for(&self, path: &Path) -> Vec<Arc<Host>> {
        let _ = path;
        Vec::new()
    }

    /// The listing of a host, made once for this snapshot; `None` when there is no view or no listing is known.
    pub fn listing(&self, host: &str) -> Option<Arc<Listing>> {
        let _ = host;
        None
    }

    /// The findings in every file, by path, computed in parallel.
    pub fn all_diagnostics(&self) -> Vec<(PathBuf, Vec<Diagnostic>)> {
        Vec::new()
    }
}
