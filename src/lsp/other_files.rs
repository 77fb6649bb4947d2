//! The files that are open in the editor and are none of ours: only their paths matter, and of settings what stands there
//! unsaved, since a rename changes it.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tower_lsp_server::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::lsp::document::OpenDocument;
use crate::lsp::state::is_skill;
use crate::text::Encoding;

/// More files than this are not looked at.
const MOST_FILES: usize = 1000;

/// What `skill-lsp/openFiles` says.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenFilesParams {
    /// Every file that is open in the editor.
    #[serde(default)]
    pub(crate) uris: Vec<Uri>,
}

/// The other open files.
#[derive(Default)]
pub(crate) struct OtherFiles {
    /// Those that the client opened with us, as some do with every file.
    opened: BTreeSet<PathBuf>,
    /// Those that it told of, all at once.
    told: BTreeSet<PathBuf>,
    /// The settings among those that are opened, as they stand.
    settings: HashMap<PathBuf, OpenDocument>,
}

impl OtherFiles {
    /// Takes in a file that was opened.
    pub(crate) fn open(&mut self, path: PathBuf, document: OpenDocument) {
        if self.opened.len() < MOST_FILES {
            if is_settings(&path) {
                self.settings.insert(path.clone(), document);
            }
            self.opened.insert(path);
        }
    }

    /// Takes in changes of a file. Returns whether it is one of these.
    pub(crate) fn change(
        &mut self,
        path: &Path,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.settings.get_mut(path) else { return self.opened.contains(path) };
        document.change(version, changes, encoding);
        true
    }

    /// The settings that are open, as they stand.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (&PathBuf, &OpenDocument)> {
        self.settings.iter()
    }

    /// A file is closed. Returns whether it was one of these.
    pub(crate) fn close(&mut self, path: &Path) -> bool {
        self.settings.remove(path);
        self.opened.remove(path)
    }

    /// These are open. Returns whether that is new.
    pub(crate) fn tell(&mut self, paths: BTreeSet<PathBuf>) -> bool {
        let told = paths.into_iter().take(MOST_FILES).collect();
        let is_new = self.told != told;
        self.told = told;
        is_new
    }

    /// Those that are no skills: an agent that had them open would have touched them.
    pub(crate) fn touched<'a>(&'a self, notes: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
        self.with(notes).into_iter().filter(|path| !is_skill(path)).collect()
    }

    /// All of them, together with ours, by path.
    pub(crate) fn with<'a>(&'a self, ours: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
        let all: BTreeSet<&PathBuf> = ours.chain(&self.opened).chain(&self.told).collect();
        all.into_iter().cloned().collect()
    }
}

/// Whether a file is written as the settings of agents are.
fn is_settings(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("json" | "jsonc" | "toml" | "yaml" | "yml"))
}
