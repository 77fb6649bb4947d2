//! The file system as the editor shows it: what is open stands for what is saved.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::Files;
use crate::lsp::document::OpenDocument;

/// The file system under the open documents of one moment.
pub(crate) struct OpenFiles {
    /// What is saved.
    pub(crate) saved: Arc<dyn Files + Send + Sync>,
    /// What is open, by path.
    pub(crate) open: HashMap<PathBuf, OpenDocument>,
}

impl Files for OpenFiles {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(&*self.saved)
    }

    fn text(&self, path: &Path) -> Option<String> {
        self.open.get(path).map(|document| document.text.as_str().to_owned()).or_else(|| self.saved.text(path))
    }

    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        let open = self.open.get(path).map(|document| document.text.as_str().as_bytes().to_vec());
        open.or_else(|| self.saved.bytes(path))
    }

    fn size(&self, path: &Path) -> Option<u64> {
        self.open.get(path).map(|document| document.text.as_str().len() as u64).or_else(|| self.saved.size(path))
    }
}
