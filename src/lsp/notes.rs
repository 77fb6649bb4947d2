//! Open files that are no skills but may mention some. They are in no catalogue and have no findings; only what leads to
//! skills is answered in them.

use std::path::{Path, PathBuf};

use tower_lsp_server::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::lsp::convert::path_of;
use crate::lsp::document::OpenDocument;
use crate::lsp::state::{Question, State};
use crate::workspace::Snapshot;

/// A question that concerns every folder, not only that of the document.
pub(crate) struct Wide {
    /// The document among the skills of its folder.
    pub(crate) question: Question,
    /// The skills of the other folders.
    pub(crate) elsewhere: Vec<Snapshot>,
    /// Open files that are no skills.
    notes: Vec<PathBuf>,
}

impl Wide {
    /// The open files below a folder in which skills may be mentioned.
    pub(crate) fn notes_in(&self, folder: &Path) -> Vec<PathBuf> {
        self.notes.iter().filter(|note| note.starts_with(folder)).cloned().collect()
    }
}

impl State {
    /// Takes in changes of a note. Returns whether it is one.
    pub(crate) fn change_note(
        &mut self,
        path: &Path,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> bool {
        let Some(note) = self.notes.get_mut(path) else { return false };
        note.change(version, changes, self.abilities.encoding);
        true
    }

    /// The same as [`State::question`], in notes too.
    pub(crate) fn question_anywhere(&mut self, uri: &Uri) -> Option<Question> {
        let path = path_of(uri)?;
        let document = self.documents.get(&path).filter(|open| !open.is_manifest);
        let open = document.or_else(|| self.notes.get(&path))?.clone();
        self.question_about(path, open)
    }

    /// The same, with what the other folders know. The text of a file that is not open is given by the caller.
    pub(crate) fn wide_question(&mut self, path: PathBuf, closed: Option<OpenDocument>) -> Option<Wide> {
        let document = self.documents.get(&path).filter(|open| !open.is_manifest);
        let open = document.or_else(|| self.notes.get(&path)).cloned().or(closed)?;
        let own = self.folder_of(&path).map(|folder| folder.path.clone());
        let question = self.question_about(path, open)?;
        let others = self.folders.iter().filter(|folder| Some(&folder.path) != own.as_ref());
        let elsewhere = others.map(|folder| folder.snapshot.clone()).collect();
        Some(Wide { question, elsewhere, notes: self.notes.keys().cloned().collect() })
    }
}
