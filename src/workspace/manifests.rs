//! The manifests of packages among the files that are worked on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::manifest::{self, Examined, Subject};
use crate::checks::{self, Diagnostic, ManifestContext};
use crate::settings::Format;
use crate::workspace::{Snapshot, Workspace};

/// The manifests that are judged, and the texts of those that are open.
#[derive(Clone, Debug, Default)]
pub(super) struct Manifests {
    /// By path.
    judged: Arc<[PathBuf]>,
    open: Arc<BTreeMap<PathBuf, Arc<str>>>,
}

impl Manifests {
    /// The text of one that is open.
    pub(super) fn open(&self, path: &Path) -> Option<&Arc<str>> {
        self.open.get(path)
    }
}

impl Workspace {
    /// These manifests are judged too.
    pub fn judging_manifests(mut self, mut paths: Vec<PathBuf>) -> Workspace {
        paths.sort_unstable();
        paths.dedup();
        self.manifests.judged = paths.into();
        self
    }

    /// Puts in the text of a manifest that is open; `None` when what is saved counts again.
    pub fn put_manifest(&mut self, path: &Path, text: Option<Arc<str>>) {
        let open = Arc::make_mut(&mut self.manifests.open);
        match text {
            Some(text) => drop(open.insert(path.to_owned(), text)),
            None => drop(open.remove(path)),
        }
    }
}

impl Snapshot {
    /// The manifests that are judged, by path.
    pub fn manifests(&self) -> &[PathBuf] {
        &self.manifests.judged
    }

    /// Whether a file is the manifest of a package, or the catalogue of a marketplace.
    pub fn is_manifest(&self, path: &Path) -> bool {
        let is_known = || self.manifests.judged.binary_search_by(|it| it.as_path().cmp(path)).is_ok();
        let subjects = manifest::subjects(self.config.known_hosts.real(), None, path);
        subjects.iter().any(|subject| subject.is_sure) || !subjects.is_empty() && is_known()
    }

    /// What a manifest is to the hosts for which its author writes.
    pub fn manifest_subjects(&self, path: &Path) -> Vec<Subject> {
        if !self.is_manifest(path) {
            return Vec::new();
        }
        manifest::subjects(
            self.config.known_hosts.real_or(|id| self.config.names(id)),
            self.config.hosts.as_deref(),
            path,
        )
    }

    /// The findings in a manifest, finished.
    pub(super) fn diagnostics_of_manifest(&self, path: &Path) -> Vec<Diagnostic> {
        let Some(text) = self.manifests.open(path).cloned().or_else(|| self.files.text(path).map(Arc::from)) else {
            return Vec::new();
        };
        self.found_in_manifest(path, &text)
    }

    /// What would be found in a manifest if it said this.
    pub fn diagnostics_of_manifest_if(&self, path: &Path, text: &str) -> Vec<Diagnostic> {
        self.with_baseline(path, Some(text), self.found_in_manifest(path, text))
    }

    fn found_in_manifest(&self, path: &Path, text: &str) -> Vec<Diagnostic> {
        let subjects = self.manifest_subjects(path);
        if subjects.is_empty() {
            return Vec::new();
        }
        let examine = |subject: Subject| {
            let examined: Examined = manifest::examine(&subject.host, subject.sort, text);
            (subject, examined)
        };
        let examined: Vec<(Subject, Examined)> = subjects.into_iter().map(examine).collect();
        checks::diagnostics_of_manifest(&ManifestContext {
            path,
            text,
            root: &Format::Json.parse(text).root,
            examined: &examined,
            files: &*self.files,
            open: &self.manifests.open,
            config: &self.config,
        })
    }
}
