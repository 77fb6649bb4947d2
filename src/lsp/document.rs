//! A document that is open in the editor: its text, its version, and what it says.

use std::sync::{Arc, OnceLock};

use tower_lsp_server::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::document::{self, Document};
use crate::lsp::convert::span_of;
use crate::text::{Encoding, Text};

/// One state of an open document. Cheap to clone; never changed once it is shared.
#[derive(Clone)]
pub(crate) struct OpenDocument {
    /// How the client calls it.
    pub(crate) uri: Uri,
    /// The client's number for this state.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<Text>,
    /// Whether it is the manifest of a package, by its name.
    pub(crate) is_manifest: bool,
    parsed: Arc<OnceLock<Arc<Document>>>,
}

impl OpenDocument {
    /// A document as it was opened.
    pub(crate) fn new(uri: Uri, version: i32, text: &str) -> OpenDocument {
        OpenDocument { uri, version, text: Arc::new(Text::new(text)), is_manifest: false, parsed: Arc::default() }
    }

    /// The same, of a manifest.
    pub(crate) fn manifest(uri: Uri, version: i32, text: &str) -> OpenDocument {
        OpenDocument { is_manifest: true, ..OpenDocument::new(uri, version, text) }
    }

    /// Takes in changes, in the order given.
    pub(crate) fn change(&mut self, version: i32, changes: &[TextDocumentContentChangeEvent], encoding: Encoding) {
        let text = Arc::make_mut(&mut self.text);
        for change in changes {
            match change.range {
                Some(range) => text.replace(span_of(text, range, encoding), &change.text),
                None => *text = Text::new(change.text.as_str()),
            }
        }
        self.version = version;
        self.parsed = Arc::default();
    }

    /// What it says, read once for each state.
    pub(crate) fn document(&self) -> Arc<Document> {
        self.parsed.get_or_init(|| Arc::new(document::parse(self.text.as_str()))).clone()
    }
}
