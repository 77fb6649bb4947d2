//! Everything the server knows. All changes happen here, one after the other, in the order the client sent them.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tower_lsp_server::ls_types::{Position, Range, TextDocumentContentChangeEvent, Uri};

use crate::catalog::{FileKind, Reach};
use crate::disk;
use crate::document::Document;
use crate::features::manifest::ManifestQuestion;
use crate::features::{Context, Lazily};
use crate::hosts::Host;
use crate::lsp::abilities::Abilities;
use crate::lsp::convert::{offset_of, path_of, range_of};
use crate::lsp::document::OpenDocument;
use crate::lsp::files::OpenFiles;
use crate::lsp::folder::{ChangeEffect, Folder};
use crate::lsp::other_files::OtherFiles;
use crate::lsp::settings::Settings;
use crate::lsp::told_listings::ToldListings;
use crate::lsp::versions::Versions;
use crate::text::Span;
use crate::workspace::Snapshot;

/// The state, and a bell that rings when it has changed.
#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    bell: Condvar,
    /// Rings when the folders are to be read again.
    pub(crate) index_bell: Notify,
    /// Rings when the client is to be asked for its settings again.
    pub(crate) settings_bell: Notify,
    /// What is installed here.
    pub(crate) versions: Versions,
    /// Rings when all folders have been read.
    pub(crate) read_bell: Notify,
    /// The listings that previews show.
    pub(crate) told_listings: ToldListings,
}

/// So long a question waits for the first reading: an answer from nothing is worse than one that comes a little later.
const PATIENCE: Duration = Duration::from_millis(1500);

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

    /// Waits until every open folder has been read once, but not for long.
    pub(crate) async fn first_reading(&self) {
        let read = self.read_bell.notified();
        tokio::pin!(read);
        // From here on the bell is heard, so that a reading that ends between the look and the wait is not missed.
        read.as_mut().enable();
        if self.lock().is_reading() {
            let _ = tokio::time::timeout(PATIENCE, read).await;
        }
    }
}

/// What the server knows.
#[derive(Default)]
pub(crate) struct State {
    /// What was told in a message, once.
    pub(crate) told: BTreeSet<String>,
    /// What the client can do.
    pub(crate) abilities: Abilities,
    /// What the editor wants.
    pub(crate) settings: Settings,
    /// The folders that are open, once they are read.
    pub(crate) folders: Vec<Folder>,
    /// The folders that are to be open.
    pub(crate) roots: Vec<PathBuf>,
    /// The client opened no folder: each document brings its own.
    pub(crate) is_rootless: bool,
    /// The open documents, by path.
    pub(crate) documents: HashMap<PathBuf, OpenDocument>,
    /// Open files that are no skills but may mention some, by path.
    pub(crate) notes: HashMap<PathBuf, OpenDocument>,
    /// Other open files: those that the client opened here, and those that it told of.
    pub(crate) others: OtherFiles,
    /// Files whose texts the folders do not have yet.
    pub(crate) stale: BTreeSet<PathBuf>,
    /// Files whose findings may have changed.
    pub(crate) touched: BTreeSet<PathBuf>,
    /// Files that the client itself changed, of those that are touched.
    pub(crate) edited: BTreeSet<PathBuf>,
    /// Open documents that differ from what is saved.
    pub(crate) unsaved: BTreeSet<PathBuf>,
    /// Files that changed while the folders are read.
    pub(crate) changed_meanwhile: BTreeSet<PathBuf>,
    /// Some host sees another name, description or winner than the client was told.
    pub(crate) catalog_changed: bool,
    /// The folders were read and nobody looked at them together yet.
    pub(crate) is_index_new: bool,
    /// The client asks for the findings of closed files.
    pub(crate) pulls_workspace: bool,
    /// What concerns all skills together is to be worked out anew.
    pub(crate) overview_due: bool,
    /// Goes up with every change.
    pub(crate) generation: u64,
    /// What was to move as part of the last rename that was answered: from where, and to where.
    pub(crate) own_move: Option<(PathBuf, PathBuf)>,
    /// The server is to end.
    pub(crate) is_ending: bool,
}

impl State {
    /// Whether some folder that is open has not been read yet.
    fn is_reading(&self) -> bool {
        let is_read = |root: &PathBuf| self.folders.iter().any(|folder| folder.path == *root && folder.is_read);
        !self.roots.iter().all(is_read)
    }
}

/// A document and all that was known when it was asked about.
pub(crate) struct Question {
    /// The document.
    pub(crate) open: OpenDocument,
    /// Its file.
    pub(crate) path: PathBuf,
    /// What it says.
    pub(crate) document: Arc<Document>,
    /// The skills of its folder.
    pub(crate) snapshot: Snapshot,
    /// What the client can do.
    pub(crate) abilities: Abilities,
    /// The file system, with what is open.
    pub(crate) files: OpenFiles,
    /// Every open file.
    pub(crate) opened: Vec<PathBuf>,
}

impl Question {
    /// The question as features take it: the document among all skills.
    pub(crate) fn ask<T>(&self, feature: impl FnOnce(&Context<'_>) -> T) -> T {
        let find = || self.snapshot.diagnostics(&self.path);
        let diagnostics = Lazily::new(&find);
        let hosts = self.hosts();
        let context = self.snapshot.context(&self.path, &self.document, &diagnostics, &hosts, &self.files);
        feature(&Context { open: &self.opened, ..context })
    }

    /// Whether something is known of its place, though it is no skill.
    pub(crate) fn is_noticed(&self) -> bool {
        self.snapshot.noticed.contains_key(&self.path)
    }

    /// The question as those features take it that are about manifests.
    pub(crate) fn ask_of_manifest<T>(&self, feature: impl FnOnce(&ManifestQuestion<'_>) -> T) -> T {
        let subjects = self.snapshot.manifest_subjects(&self.path);
        let text = self.open.text.as_str();
        feature(&ManifestQuestion { path: &self.path, text, subjects: &subjects, files: &self.files })
    }

    /// The hosts for which the document is written. A file that is no skill and lies in no host's folder is for all.
    fn hosts(&self) -> Vec<Arc<Host>> {
        let config = &self.snapshot.config;
        let is_for_all = config.hosts.is_none()
            && self.snapshot.catalog.by_path(&self.path).is_none()
            && !self.snapshot.is_agent(&self.path)
            && config.known_hosts.owners(&self.path).is_empty();
        match is_for_all {
            true => self.snapshot.catalog.views().iter().map(|view| view.host.clone()).collect(),
            false => self.snapshot.hosts_for(&self.path),
        }
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
    /// Takes in a document that was opened. Returns whether there is a new folder to be read.
    pub(crate) fn open(&mut self, path: PathBuf, document: OpenDocument) -> bool {
        let root = self.is_rootless.then(|| project_around(&path)).filter(|root| !self.roots.contains(root));
        let is_new = root.is_some();
        self.roots.extend(root);
        self.documents.insert(path.clone(), document);
        self.edited.insert(path.clone());
        self.mark(path);
        is_new
    }

    /// Takes in changes of an open document.
    pub(crate) fn change(&mut self, path: PathBuf, version: i32, changes: &[TextDocumentContentChangeEvent]) {
        let is_other = self.others.change(&path, version, changes, self.abilities.encoding);
        if is_other || self.change_note(&path, version, changes) {
            return;
        }
        let Some(document) = self.documents.get_mut(&path) else { return };
        document.change(version, changes, self.abilities.encoding);
        self.unsaved.insert(path.clone());
        self.edited.insert(path.clone());
        self.mark(path);
    }

    /// A document is the same as its file now.
    pub(crate) fn saved(&mut self, path: PathBuf) {
        self.unsaved.remove(&path);
        if self.documents.contains_key(&path) {
            self.touched.insert(path);
            self.generation += 1;
        }
    }

    /// A document is closed: what is saved counts again.
    pub(crate) fn close(&mut self, path: PathBuf) {
        self.unsaved.remove(&path);
        self.notes.remove(&path);
        if self.documents.remove(&path).is_some() {
            self.mark(path);
        }
    }

    /// Some folders are opened and some closed.
    pub(crate) fn change_roots(&mut self, added: &[PathBuf], removed: &[PathBuf]) {
        if self.is_rootless && !added.is_empty() {
            self.roots.clear();
            self.is_rootless = false;
        }
        self.roots.retain(|root| !removed.contains(root));
        let new = added.iter().filter(|root| !self.roots.contains(root)).cloned().collect::<Vec<_>>();
        self.roots.extend(new);
        self.is_rootless = self.roots.is_empty();
        let roots = self.roots.clone();
        self.folders.retain(|folder| roots.contains(&folder.path));
        self.generation += 1;
    }

    /// Notes that the text of a file is another.
    pub(crate) fn mark(&mut self, path: PathBuf) {
        self.changed_meanwhile.insert(path.clone());
        self.stale.insert(path);
        self.generation += 1;
    }

    /// Brings the folders up to the texts of this moment.
    pub(crate) fn settle(&mut self) {
        self.settle_judged();
        for at in 0..self.folders.len() {
            self.change_folder(at, Folder::catch_up);
        }
    }

    /// The same, but only as far as findings need it.
    pub(crate) fn settle_judged(&mut self) {
        if self.folders.is_empty() {
            return;
        }
        for path in std::mem::take(&mut self.stale) {
            let open = self.documents.get(&path).cloned();
            for at in 0..self.folders.len() {
                self.change_folder(at, |folder| match &open {
                    Some(open) if open.is_manifest => folder.put_manifest(&path, Some(open.text.as_str())),
                    Some(open) => folder.put(&path, &open.document()),
                    None if folder.has_open_manifest(&path) => folder.put_manifest(&path, None),
                    None if folder.concerns(&path) => folder.put_back(&path),
                    None => ChangeEffect::default(),
                });
            }
            self.touched.insert(path);
        }
    }

    /// Takes for agents those of the notes of which it is known by now that they are some: it may hang on the manifest of
    /// a package, which was not read when they were opened.
    pub(crate) fn take_agents(&mut self) {
        let folders = &self.folders;
        let is_agent = |path: &Path| folders.iter().any(|folder| folder.snapshot.is_agent(path));
        for (path, document) in self.notes.extract_if(|path, _| is_agent(path)) {
            self.documents.insert(path, document);
        }
    }

    /// Whether a file is known to be an agent.
    pub(crate) fn is_agent(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| folder.snapshot.is_agent(path))
    }

    fn change_folder(&mut self, at: usize, change: impl FnOnce(&mut Folder) -> ChangeEffect) {
        let Some(folder) = self.folders.get_mut(at) else { return };
        // A panic over one text must not cost the others; it is told by the hook.
        let outcome = catch_unwind(AssertUnwindSafe(|| change(folder))).unwrap_or_default();
        self.touched.extend(outcome.touched);
        self.overview_due |= outcome.catalog_changed;
        self.catalog_changed |= outcome.catalog_changed;
    }

    /// Takes in what changed on the disk. Returns whether the folders are to be read again, for sure or if a look says so.
    pub(crate) fn disk_changed(&mut self, paths: Vec<PathBuf>) -> (bool, Vec<Look>) {
        let mut is_index_due = false;
        let mut declaring = Vec::new();
        for path in paths {
            let is_known = self.folders.iter().any(|folder| folder.knows(&path));
            let is_there = disk::files().kind(&path) == Some(FileKind::File);
            // Which skills there are, and what they are called, hangs on manifests.
            is_index_due |= self.folders.iter().any(|folder| folder.snapshot.manifests().contains(&path));
            if self.is_agent(&path) {
                let is_judged = self.folders.iter().any(|folder| folder.snapshot.agents().contains(&path));
                // What is open stands for what is saved.
                if is_judged && is_there && !self.documents.contains_key(&path) {
                    self.mark(path.clone());
                } else {
                    is_index_due |= is_judged != is_there;
                }
            }
            if is_known {
                // One that was here only because it was open has come to be a file.
                is_index_due |= !is_there || self.folders.iter().any(|folder| folder.is_guest(&path));
                // What is open stands for what is saved.
                if !self.documents.contains_key(&path) {
                    self.mark(path);
                }
            } else if is_skill(&path) || self.folders.iter().any(|folder| folder.snapshot.noticed.contains_key(&path)) {
                is_index_due = true;
            } else if let Some(skill) = self.folders.iter().find_map(|folder| folder.skill_around(&path)) {
                // It may be linked to, or say something about the skill.
                self.mark(skill);
            } else if self.folders.iter().any(|folder| folder.is_declaring(&path)) {
                declaring.push(path);
            } else {
                let ending = path.extension().and_then(|ending| ending.to_str());
                is_index_due |= matches!(ending, None | Some("json" | "jsonc" | "toml" | "yaml" | "yml" | "md"));
            }
        }
        // Agents write to such files all the time, and hardly ever about servers.
        let concerned = self.folders.iter().filter(|folder| declaring.iter().any(|path| folder.is_declaring(path)));
        (is_index_due, concerned.map(|folder| Box::new(folder.looks_again()) as Look).collect())
    }

    /// The folder to which a file belongs: the nearest around it, else the first that knows it.
    pub(crate) fn folder_of(&self, path: &Path) -> Option<&Folder> {
        let around = self.folders.iter().filter(|folder| path.starts_with(&folder.path));
        let nearest = around.max_by_key(|folder| folder.path.components().count());
        let has_rules = |folder: &&Folder| folder.snapshot.settings_with_rules().contains(path);
        nearest
            .or_else(|| self.folders.iter().find(|folder| folder.concerns(path)))
            .or_else(|| self.folders.iter().find(has_rules))
            .or_else(|| self.folders.first())
    }

    /// A document with everything that is known at this moment; `None` when it is not one of ours.
    pub(crate) fn question(&mut self, uri: &Uri) -> Option<Question> {
        let path = path_of(uri)?;
        let open = self.documents.get(&path).filter(|open| !open.is_manifest)?.clone();
        self.question_about(path, open)
    }

    /// The same for the manifest of a package.
    pub(crate) fn manifest_question(&mut self, uri: &Uri) -> Option<Question> {
        let path = path_of(uri)?;
        let open = self.documents.get(&path).filter(|open| open.is_manifest)?.clone();
        self.question_about(path, open)
    }

    /// The same for a document that is given.
    pub(crate) fn question_about(&mut self, path: PathBuf, open: OpenDocument) -> Option<Question> {
        if self.folders.is_empty() {
            // Nothing is read yet: the document is answered for by itself.
            let overlay = &self.settings.overlay;
            self.folders.extend(self.roots.first().map(|root| Folder::unread(root, overlay)));
        }
        self.settle();
        let folder = self.folder_of(&path)?;
        Some(Question {
            document: open.document(),
            open,
            snapshot: folder.snapshot.clone(),
            path,
            abilities: self.abilities.clone(),
            files: self.files(),
            opened: self.others.with(self.documents.keys().chain(self.notes.keys())),
        })
    }

    /// The open files in a folder that count as touched.
    pub(crate) fn touched_in(&self, folder: &Path) -> Vec<PathBuf> {
        let mut touched = self.others.touched(self.notes.keys());
        touched.retain(|path| path.starts_with(folder));
        touched
    }

    /// Whether other open files wake skills than those with which the folders were read.
    pub(crate) fn is_waking_due(&self) -> bool {
        self.folders.iter().filter(|folder| folder.is_read).any(|folder| {
            let views = folder.snapshot.catalog.views();
            let is_woken = |path: &&PathBuf| views.iter().any(|view| view.is_woken_by(path));
            let (open, known) = (self.touched_in(&folder.path), &folder.snapshot.environment.touched);
            let mut changed = open.iter().filter(|path| !known.contains(path));
            let mut gone = known.iter().filter(|path| !open.contains(path));
            changed.any(|path| is_woken(&path)) || gone.any(|path| is_woken(&path))
        })
    }

    /// How far links may lead.
    pub(crate) fn reach(&self) -> Arc<Reach> {
        Arc::new(Reach::together(self.folders.iter().map(|folder| &*folder.snapshot.environment.reach)))
    }

    /// The file system as the editor shows it at this moment.
    pub(crate) fn files(&self) -> OpenFiles {
        let open = self.documents.iter().chain(&self.notes).chain(self.others.settings());
        OpenFiles {
            saved: disk::files_inside(self.reach()),
            open: open.map(|(path, it)| (path.clone(), it.clone())).collect(),
        }
    }
}

/// Looks at the disk whether there is something new.
pub(crate) type Look = Box<dyn FnOnce() -> bool + Send>;

/// Whether a file is a skill by its name.
pub(crate) fn is_skill(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"))
}

/// Where an agent would be started that is to read a file: the git root around it, or what holds its hidden folder,
/// or the folder of the skill's folder.
fn project_around(path: &Path) -> PathBuf {
    let files = disk::files();
    let folder = path.parent().unwrap_or(path);
    let repository = folder.ancestors().find(|folder| files.kind(&folder.join(".git")).is_some());
    let is_hidden =
        |folder: &&Path| folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('.'));
    let holder = folder.ancestors().find(is_hidden).and_then(Path::parent);
    repository.or(holder).or(folder.parent()).unwrap_or(folder).to_owned()
}
