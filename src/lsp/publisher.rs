//! What the client was told of each file, so that only news is told, and nothing old.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp_server::ls_types::{Diagnostic, PublishDiagnosticsParams, Uri};

use crate::catalog::Reach;
use crate::checks;
use crate::lsp::convert::uri_of;
use crate::lsp::findings::{Texts, diagnostics};
use crate::lsp::outbox::{Outbox, Outgoing, Refresh};
use crate::lsp::output::Output;
use crate::lsp::state::{Shared, State};
use crate::text::Text;

/// So many files are told of together.
const AT_A_TIME: usize = 64;

/// Tells the client what is found.
pub(crate) struct Publisher {
    shared: Arc<Shared>,
    outbox: Outbox,
    output: Arc<Output>,
    told: Mutex<HashMap<PathBuf, Told>>,
}

/// What is known of one file.
struct Told {
    /// Its findings and its version, as a number.
    hash: u64,
    /// Whether the client was sent findings that are now to be taken back when there are none.
    is_shown: bool,
    /// The address under which it was told, where the client wrote it otherwise than we would.
    spelled: Option<Uri>,
}

/// The findings of one file, and the version of its text when it is open.
pub(crate) struct Finished {
    pub(crate) path: PathBuf,
    pub(crate) version: Option<i32>,
    pub(crate) found: Vec<checks::Diagnostic>,
    /// The text, when it is open.
    pub(crate) text: Option<Arc<Text>>,
    /// Whether the client itself made the change: it knows that it has to ask again.
    pub(crate) is_edited: bool,
}

impl Finished {
    /// The findings of a file, which may be open.
    pub(crate) fn of(state: &State, path: PathBuf, found: Vec<checks::Diagnostic>) -> Finished {
        let open = state.documents.get(&path);
        let (version, text) = (open.map(|it| it.version), open.map(|it| it.text.clone()));
        Finished { version, text, ..Finished::closed(path, found) }
    }

    /// The findings of a file that is not open.
    pub(crate) fn closed(path: PathBuf, found: Vec<checks::Diagnostic>) -> Finished {
        Finished { path, version: None, found, text: None, is_edited: false }
    }
}

impl Publisher {
    /// Tells a client of its findings by `output`, and other things through `outbox`.
    pub(crate) fn new(shared: Arc<Shared>, outbox: Outbox, output: Arc<Output>) -> Publisher {
        Publisher { shared, outbox, output, told: Mutex::default() }
    }

    /// Where to say other things.
    pub(crate) fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Tells the client what it does not know yet of some files.
    pub(crate) fn deliver(&self, finished: Vec<Finished>) {
        let is_refresh_due = self.send(self.news(finished), None);
        self.refresh(is_refresh_due == Some(true));
    }

    /// The same for all files there are: what was told of others is taken back. Returns whether all was told: nothing
    /// more is when the state has changed since `generation`.
    pub(crate) fn deliver_all(&self, mut finished: Vec<Finished>, generation: u64) -> bool {
        let there: HashSet<&Path> = finished.iter().map(|file| &*file.path).collect();
        let gone: Vec<PathBuf> = self.told().keys().filter(|path| !there.contains(&***path)).cloned().collect();
        let open: Vec<PathBuf> = self.shared.lock().documents.keys().cloned().collect();
        let gone = gone.into_iter().filter(|path| !open.contains(path));
        finished.extend(gone.map(|path| Finished::closed(path, Vec::new())));
        // A few at a time: all together would be more than everything else that is kept.
        let mut finished = finished.into_iter().peekable();
        let (mut is_refresh_due, mut is_old) = (false, false);
        while !is_old && finished.peek().is_some() {
            let sent = self.send(self.news(finished.by_ref().take(AT_A_TIME).collect()), Some(generation));
            is_refresh_due |= sent == Some(true);
            is_old = sent.is_none();
        }
        self.refresh(is_refresh_due);
        !is_old
    }

    /// The number of what was last found in a file.
    pub(crate) fn result_of(&self, path: &Path) -> Option<u64> {
        self.told().get(path).map(|told| told.hash)
    }

    /// The files of which something was found.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.told().keys().cloned().collect()
    }

    /// Takes back what was sent of closed files: from now on the client asks for them.
    pub(crate) fn hand_over(&self) {
        let mut told = self.told();
        for (path, known) in told.iter_mut().filter(|(_, known)| known.is_shown) {
            known.is_shown = false;
            if let Some(uri) = known.spelled.clone().or_else(|| uri_of(path)) {
                self.put(uri, Vec::new(), None);
            }
        }
        drop(told);
        self.output.flush();
    }

    fn put(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
        self.output.put_findings(PublishDiagnosticsParams { uri, diagnostics, version });
    }

    /// Whether the client was told just this of a file, under the address by which it knows the file now.
    fn is_told(&self, file: &Finished, hash: u64, spelled: Option<&Uri>) -> bool {
        self.told().get(&file.path).is_some_and(|told| told.hash == hash && told.spelled.as_ref() == spelled)
    }

    fn told(&self) -> MutexGuard<'_, HashMap<PathBuf, Told>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What differs from what was told, as the client takes it.
    fn news(&self, finished: Vec<Finished>) -> Vec<(Finished, u64, Vec<Diagnostic>)> {
        let (client, reach, spelled) = {
            let state = self.shared.lock();
            let spelled: Vec<_> = finished.iter().map(|file| spelled(&state, &file.path)).collect();
            (state.abilities.clone(), state.reach(), spelled)
        };
        let files = crate::disk::files_inside(reach.clone());
        let mut texts = Texts::new(&*files);
        let mut news = Vec::new();
        for (file, spelled) in finished.into_iter().zip(spelled) {
            let hash = hash_of(&file.found, file.version);
            let is_new = self.result_of(&file.path).is_none();
            let is_silent = is_new && file.found.is_empty() && file.version.is_none();
            if is_silent || self.is_told(&file, hash, spelled.as_ref()) {
                continue;
            }
            let text = file.text.clone().unwrap_or_else(|| text_on_disk(&reach, &file));
            let shown = diagnostics(&file.found, &text, &mut texts, &client);
            news.push((file, hash, shown));
        }
        news
    }

    /// Sends what is still true, in the order in which it was decided.
    /// Returns whether the client should ask again, and `None` when the state has changed since `generation`.
    fn send(&self, news: Vec<(Finished, u64, Vec<Diagnostic>)>, generation: Option<u64>) -> Option<bool> {
        let is_refresh_due = self.put_all(news, generation);
        self.output.flush();
        is_refresh_due
    }

    fn put_all(&self, news: Vec<(Finished, u64, Vec<Diagnostic>)>, generation: Option<u64>) -> Option<bool> {
        let mut told = self.told();
        let state = self.shared.lock();
        if state.is_ending || generation.is_some_and(|generation| generation != state.generation) {
            return None;
        }
        let mut is_refresh_due = false;
        for (file, hash, shown) in news {
            let open = state.documents.get(&file.path);
            if open.map(|document| document.version) != file.version {
                // A newer text is on its way here.
                continue;
            }
            let is_asked_for = match open {
                Some(_) => state.abilities.pulls_diagnostics,
                None => state.pulls_workspace,
            };
            let before = told.get(&file.path).filter(|known| known.is_shown).map(|known| known.spelled.clone());
            let was_shown = before.is_some();
            let spelled = spelled(&state, &file.path);
            // What was told under another spelling of the address would stay there.
            if let Some(before) = before.filter(|before| *before != spelled)
                && let Some(uri) = before.or_else(|| uri_of(&file.path))
            {
                self.put(uri, Vec::new(), None);
            }
            if shown.is_empty() && open.is_none() {
                told.remove(&file.path);
            } else {
                let is_shown = !is_asked_for && !shown.is_empty();
                told.insert(file.path.clone(), Told { hash, is_shown, spelled });
            }
            is_refresh_due |= is_asked_for && !file.is_edited;
            let Some(uri) = open.map(|document| document.uri.clone()).or_else(|| uri_of(&file.path)) else { continue };
            match is_asked_for {
                // It was closed when it was told; now it is asked for.
                true if was_shown => self.put(uri, Vec::new(), None),
                false if open.is_some() || !shown.is_empty() || was_shown => self.put(uri, shown, file.version),
                _ => {}
            }
        }
        Some(is_refresh_due)
    }

    fn refresh(&self, is_due: bool) {
        if is_due {
            let _ = self.outbox.send(Outgoing::Refresh(Refresh::Diagnostics));
        }
    }
}

/// The address of an open file, where the client writes it otherwise than we would.
fn spelled(state: &State, path: &Path) -> Option<Uri> {
    let uri = &state.documents.get(path)?.uri;
    (uri_of(path).as_ref() != Some(uri)).then(|| uri.clone())
}

/// The text of a closed file, when there is something to show in it.
fn text_on_disk(reach: &Reach, file: &Finished) -> Arc<Text> {
    let read = (!file.found.is_empty()).then(|| crate::disk::read_inside_reach(reach, &file.path).ok()).flatten();
    let (bytes, _) = read.unwrap_or_default();
    // Each byte that is not text stands for itself, so that places stay true.
    Arc::new(Text::new(crate::document::parse_bytes(&bytes).text))
}

/// A number that is another when the findings or the version are.
pub(crate) fn hash_of(found: &[checks::Diagnostic], version: Option<i32>) -> u64 {
    let mut hasher = DefaultHasher::new();
    version.hash(&mut hasher);
    for finding in found {
        (finding.check, finding.level, finding.span.start, finding.span.end).hash(&mut hasher);
        (&finding.message, &finding.consequence).hash(&mut hasher);
        for related in &finding.related {
            (&related.path, related.span.start, related.span.end, &related.message).hash(&mut hasher);
        }
    }
    hasher.finish()
}
