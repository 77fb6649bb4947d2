//! The files that are open in the editor and are none of ours: only their paths matter.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tower_lsp_server::ls_types::Uri;

use crate::lsp::state::is_skill;

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
#[derive(Debug, Default)]
pub(crate) struct OtherFiles {
    /// Those that the client opened with us, as some do with every file.
    opened: BTreeSet<PathBuf>,
    /// Those that it told of, all at once.
    told: BTreeSet<PathBuf>,
}

impl OtherFiles {
    /// Takes in a file that was opened.
    pub(crate) fn open(&mut self, path: PathBuf) {
        if self.opened.len() < MOST_FILES {
            self.opened.insert(path);
        }
    }

    /// A file is closed. Returns whether it was one of these.
    pub(crate) fn close(&mut self, path: &Path) -> bool {
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
