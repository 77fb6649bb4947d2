//! The agents among the files that are worked on. They are no skills, and in no catalogue.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Found, FoundKind, agent_readers};
use crate::checks::{self, AgentContext, Diagnostic};
use crate::document::{self, Document};
use crate::workspace::examining::{Ground, Readings};
use crate::workspace::{Snapshot, Workspace};

/// The agents that are judged, and the texts of those that are open.
#[derive(Clone, Debug, Default)]
pub(super) struct Agents {
    /// By path.
    judged: Arc<[PathBuf]>,
    open: Arc<BTreeMap<PathBuf, Arc<Document>>>,
}

impl Workspace {
    /// These agents are judged too.
    pub fn judging_agents(mut self, mut paths: Vec<PathBuf>) -> Workspace {
        paths.sort_unstable();
        paths.dedup();
        self.agents.judged = paths.into();
        self
    }

    /// Puts in the text of an agent that is open; `None` when what is saved counts again.
    pub fn put_agent(&mut self, path: &Path, document: Option<Arc<Document>>) {
        let open = Arc::make_mut(&mut self.agents.open);
        match document {
            Some(document) => drop(open.insert(path.to_owned(), document)),
            None => drop(open.remove(path)),
        }
    }
}

impl Snapshot {
    /// The agents that are judged, by path.
    pub fn agents(&self) -> &[PathBuf] {
        &self.agents.judged
    }

    /// Whether some host reads a file as an agent.
    pub fn is_agent(&self, path: &Path) -> bool {
        let config = &self.config;
        let own = &self.environment.own_packages;
        !agent_readers(&config.known_hosts, config.hosts.as_deref(), own, path).is_empty()
    }

    /// What an agent says now.
    pub fn agent(&self, path: &Path) -> Option<Arc<Document>> {
        let open = self.agents.open.get(path).cloned();
        open.or_else(|| self.files.bytes(path).map(|bytes| Arc::new(document::parse_bytes(&bytes))))
    }

    /// The findings in an agent, finished.
    pub(super) fn diagnostics_of_agent(&self, path: &Path) -> Vec<Diagnostic> {
        self.agent(path).map(|document| self.diagnostics_of_agent_if(path, &document)).unwrap_or_default()
    }

    /// What would be found in an agent if it said this.
    pub(super) fn diagnostics_of_agent_if(&self, path: &Path, document: &Document) -> Vec<Diagnostic> {
        let Snapshot { config, environment, files, namespaces, .. } = self;
        let (name, _) = FoundKind::of_path(path);
        let (path, real) = (path.to_owned(), path.to_owned());
        let (kind, size) = (FoundKind::Agent, document.text.len() as u64);
        let found = Found { path, real, name, kind, size, rank: u32::MAX, is_outside: false };
        let ground = Ground { config, environment, files: &**files, namespaces, folder_names: Arc::default() };
        let findings = ground.findings(&found, document, &mut Readings::default(), &[]);
        let mut raw = findings.diagnostics.into_vec();
        raw.extend(checks::diagnostics_of_agent(&AgentContext {
            path: &found.path,
            document,
            hosts: &self.hosts_for(&found.path),
            catalog: &self.catalog,
            own_packages: &environment.own_packages,
            config,
        }));
        checks::finish(&found.path, &findings.allows, config, raw)
    }
}
