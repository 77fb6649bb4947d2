//! Everything the server knows. All changes happen here, one after the other, in the order the client sent them.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tower_lsp_server::ls_types::{Position, Range, Uri};

use crate::document::Document;
use crate::features::Context;
use crate::lsp::abilities::Abilities;
use crate::lsp::convert::{offset_of, path_of, range_of};
use crate::lsp::document::OpenDocument;
use crate::lsp::files::OpenFiles;
use crate::lsp::folder::Folder;
use crate::lsp::settings::Settings;
use crate::text::Span;
use crate::workspace::Snapshot;

/// The state, and a bell that rings when it has changed.
#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    bell: Condvar,
}

impl Shared {
    /// The state, for as long as the guard lives. A panic of someone who held it is no reason to stop: every change is
    /// whole before it is made.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that something has changed.
    pub(crate) fn ring(&self) {
        self.bell.notify_all();
    }

    /// Waits for the bell, at most so long.
    pub(crate) fn wait<'a>(&self, guard: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.bell.wait_timeout(guard, time).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// What the server knows.
#[derive(Default)]
pub(crate) struct State {
    /// What the client can do.
    pub(crate) abilities: Abilities,
    /// What the editor wants.
    pub(crate) settings: Settings,
    /// The folders that are open, once they are read.
    pub(crate) folders: Vec<Folder>,
    /// The folders that are to be open.
    pub(crate) roots: Vec<PathBuf>,
    /// The open documents, by path.
    pub(crate) documents: HashMap<PathBuf, OpenDocument>,
    /// Open files that are no skills but may mention some, by path.
    pub(crate) notes: HashMap<PathBuf, OpenDocument>,
    /// Files whose texts the folders do not have yet.
    pub(crate) stale: BTreeSet<PathBuf>,
    /// Files whose findings may have changed.
    pub(crate) touched: BTreeSet<PathBuf>,
    /// What concerns all skills together is to be worked out anew.
    pub(crate) overview_due: bool,
    /// Goes up with every change.
    pub(crate) generation: u64,
    /// The server is to end.
    pub(crate) is_ending: bool,
}

/// A document and all that was known when it was asked about.
pub(crate) struct Question {
    /// The document.
    pub(crate) open: OpenDocument,
    /// Its file.
    pub(crate) path: PathBuf,
    /// What it says.
    pub(crate) document: Arc<Document>,
    /// The skills as the hosts see them that are written for.
    pub(crate) judged: Snapshot,
    /// The skills as every real host sees them.
    pub(crate) seen: Snapshot,
    /// What the client can do.
    pub(crate) abilities: Abilities,
    /// The file system, with what is open.
    pub(crate) files: OpenFiles,
}

impl Question {
    /// The question as features take it: the document among all skills, with its findings.
    pub(crate) fn ask<T>(&self, feature: impl FnOnce(&Context<'_>) -> T) -> T {
        let diagnostics = self.judged.diagnostics(&self.path);
        let hosts = self.judged.hosts_for(&self.path);
        feature(&self.seen.context(&self.path, &self.document, &diagnostics, &hosts, &self.files))
    }

    /// The byte offset that a position means.
    pub(crate) fn offset(&self, position: Position) -> usize {
        offset_of(&self.open.text, position, self.abilities.encoding)
    }

    /// The range of a span of the document.
    pub(crate) fn range(&self, span: Span) -> Range {
        range_of(&self.open.text, span, self.abilities.encoding)
    }
}

impl State {
    /// Takes in a document that was opened.
    pub(crate) fn open(&mut self, path: PathBuf, document: OpenDocument) {
        self.documents.insert(path.clone(), document);
        self.mark(path);
    }

    /// Notes that the text of a file is another.
    pub(crate) fn mark(&mut self, path: PathBuf) {
        self.stale.insert(path);
        self.generation += 1;
    }

    /// Brings the folders up to the texts of this moment.
    pub(crate) fn settle(&mut self) {
        for path in std::mem::take(&mut self.stale) {
            let text = self.documents.get(&path).map(|document| document.document());
            for folder in &mut self.folders {
                let touched = match &text {
                    Some(document) => folder.put(&path, document),
                    None if folder.concerns(&path) => folder.put_back(&path),
                    None => continue,
                };
                self.touched.extend(touched);
            }
            self.touched.insert(path);
            self.overview_due = true;
        }
    }

    /// The folder to which a file belongs: the nearest around it, else the first that knows it.
    pub(crate) fn folder_of(&self, path: &Path) -> Option<&Folder> {
        let around = self.folders.iter().filter(|folder| path.starts_with(&folder.path));
        let nearest = around.max_by_key(|folder| folder.path.components().count());
        nearest.or_else(|| self.folders.iter().find(|folder| folder.concerns(path))).or_else(|| self.folders.first())
    }

    /// A document with everything that is known at this moment; `None` when it is not one of ours.
    pub(crate) fn question(&mut self, uri: &Uri) -> Option<Question> {
        let path = path_of(uri)?;
        let open = self.documents.get(&path)?.clone();
        self.question_about(path, open)
    }

    /// The same for a document that is given.
    pub(crate) fn question_about(&mut self, path: PathBuf, open: OpenDocument) -> Option<Question> {
        self.settle();
        let folder = self.folder_of(&path)?;
        Some(Question {
            document: open.document(),
            open,
            judged: folder.judged.snapshot.clone(),
            seen: folder.seen.snapshot.clone(),
            path,
            abilities: self.abilities.clone(),
            files: self.files(),
        })
    }

    /// The file system as the editor shows it at this moment.
    pub(crate) fn files(&self) -> OpenFiles {
        let open = self.documents.iter().chain(&self.notes);
        OpenFiles { saved: crate::disk::files(), open: open.map(|(path, it)| (path.clone(), it.clone())).collect() }
    }
}
