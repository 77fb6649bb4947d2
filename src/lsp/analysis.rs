//! The thread that turns changes into findings: what changed at once, what concerns all skills in a quiet moment.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tower_lsp_server::ls_types::Diagnostic;

use crate::checks;
use crate::lsp::abilities::Abilities;
use crate::lsp::convert::uri_of;
use crate::lsp::findings::{Texts, diagnostics};
use crate::lsp::outbox::{Outbox, Outgoing};
use crate::lsp::state::{Shared, State};
use crate::text::Text;
use crate::workspace::Snapshot;

/// So long nobody must have typed before all skills are looked at together.
const QUIET: Duration = Duration::from_millis(250);
/// Without a bell the thread looks up so often all the same.
const ROUND: Duration = Duration::from_secs(3600);

/// Starts the thread. It ends with the server.
pub(crate) fn start(shared: Arc<Shared>, outbox: Outbox) -> std::io::Result<()> {
    let mut analysis = Analysis { shared, outbox, published: HashMap::new() };
    std::thread::Builder::new().name("analysis".to_owned()).spawn(move || analysis.run()).map(drop)
}

struct Analysis {
    shared: Arc<Shared>,
    outbox: Outbox,
    /// What the client was last told of each file, as a hash.
    published: HashMap<PathBuf, u64>,
}

/// The findings of one file, and the version of its text when it is open.
struct Finished {
    path: PathBuf,
    version: Option<i32>,
    found: Vec<checks::Diagnostic>,
    /// The text, when it is open.
    text: Option<Arc<Text>>,
}

impl Analysis {
    fn run(&mut self) {
        let shared = self.shared.clone();
        loop {
            let mut state = shared.lock();
            while !state.is_ending && !has_work(&state) {
                let time = if state.overview_due { QUIET } else { ROUND };
                let generation = state.generation;
                state = shared.wait(state, time);
                if state.overview_due && state.generation == generation && !has_work(&state) {
                    break;
                }
            }
            if state.is_ending {
                return;
            }
            // A panic in one round costs that round; the next change starts another.
            drop(state);
            let round = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.round()));
            if round.is_err() {
                let line = "the analysis failed and goes on with the next change".to_owned();
                let _ = self.outbox.send(Outgoing::Log(tower_lsp_server::ls_types::MessageType::ERROR, line));
            }
        }
    }

    fn round(&mut self) {
        if has_work(&self.shared.lock()) { self.what_changed() } else { self.all_together() }
    }

    /// Looks at the files that changed and at those that depend on them.
    fn what_changed(&mut self) {
        let shared = self.shared.clone();
        let mut state = shared.lock();
        state.settle();
        let touched = std::mem::take(&mut state.touched);
        let work: Vec<Work> = touched.into_iter().filter_map(|path| Work::new(&state, path)).collect();
        let client = state.abilities.clone();
        drop(state);
        let mut finished: Vec<Finished> = work.into_iter().map(Work::finish).collect();
        // Who types waits for what is open.
        finished.sort_by_key(|file| file.version.is_none());
        self.deliver(finished, &client);
    }

    /// Works out what concerns all skills together, and looks at every file with it.
    fn all_together(&mut self) {
        let shared = self.shared.clone();
        let mut state = shared.lock();
        state.overview_due = false;
        let generation = state.generation;
        let fresh: Vec<(PathBuf, Snapshot, Snapshot)> = state
            .folders
            .iter()
            .map(|folder| (folder.path.clone(), folder.judged.fresh(), folder.seen.fresh()))
            .collect();
        let client = state.abilities.clone();
        drop(state);
        let mut all: Vec<Vec<(PathBuf, Vec<checks::Diagnostic>)>> = Vec::new();
        for (_, judged, seen) in &fresh {
            all.push(judged.all_diagnostics());
            seen.prepare();
        }
        let mut state = shared.lock();
        if state.generation != generation {
            // Someone types again; all this is old.
            state.overview_due = true;
            return;
        }
        for (path, judged, seen) in fresh {
            if let Some(folder) = state.folders.iter_mut().find(|folder| folder.path == path) {
                folder.judged.snapshot = judged;
                folder.seen.snapshot = seen;
            }
        }
        let finished = finished_of_all(&state, all);
        drop(state);
        self.deliver(finished, &client);
        let _ = self.outbox.send(Outgoing::CatalogChanged);
        if client.refreshes_lenses || client.refreshes_hints {
            let _ = self.outbox.send(Outgoing::RefreshHints);
        }
    }

    /// Tells the client what it does not know yet.
    fn deliver(&mut self, finished: Vec<Finished>, client: &Abilities) {
        let files = crate::disk::files();
        let mut texts = Texts::new(&*files);
        let mut news: Vec<(Finished, Vec<Diagnostic>)> = Vec::new();
        for file in finished {
            let hash = hash_of(&file.found, file.version);
            if self.published.get(&file.path) == Some(&hash) || (file.found.is_empty() && self.is_silent(&file)) {
                continue;
            }
            let text = file.text.clone().unwrap_or_else(|| text_on_disk(&file));
            let shown = diagnostics(&file.found, &text, &mut texts, client);
            self.published.insert(file.path.clone(), hash);
            news.push((file, shown));
        }
        if client.pulls_diagnostics {
            if !news.is_empty() {
                let _ = self.outbox.send(Outgoing::RefreshDiagnostics);
            }
            return;
        }
        // Under the lock, so that what is old by now is dropped, and what is sent is sent in order.
        let state = self.shared.lock();
        for (file, shown) in news {
            let open = state.documents.get(&file.path);
            if open.map(|document| document.version) != file.version {
                self.published.remove(&file.path);
                continue;
            }
            let uri = open.map(|document| document.uri.clone()).or_else(|| uri_of(&file.path));
            if let Some(uri) = uri {
                let _ = self.outbox.send(Outgoing::Diagnostics(uri, shown, file.version));
            }
        }
    }

    /// Whether nothing was ever said of a closed file.
    fn is_silent(&self, file: &Finished) -> bool {
        file.version.is_none() && !self.published.contains_key(&file.path)
    }
}

fn has_work(state: &State) -> bool {
    !state.stale.is_empty() || !state.touched.is_empty()
}

/// One file that is to be looked at.
struct Work {
    path: PathBuf,
    version: Option<i32>,
    text: Option<Arc<Text>>,
    snapshot: Option<Snapshot>,
}

impl Work {
    fn new(state: &State, path: PathBuf) -> Option<Work> {
        let open = state.documents.get(&path);
        let snapshot = state.folder_of(&path).map(|folder| folder.judged.snapshot.clone());
        Some(Work {
            version: open.map(|document| document.version),
            text: open.map(|document| document.text.clone()),
            snapshot,
            path,
        })
    }

    fn finish(self) -> Finished {
        let found = self.snapshot.map(|snapshot| snapshot.diagnostics(&self.path)).unwrap_or_default();
        Finished { text: self.text, path: self.path, version: self.version, found }
    }
}

/// Every file of every folder; a file of several folders counts where it belongs.
fn finished_of_all(state: &State, all: Vec<Vec<(PathBuf, Vec<checks::Diagnostic>)>>) -> Vec<Finished> {
    let mut finished = Vec::new();
    for (folder, files) in state.folders.iter().zip(all) {
        for (path, found) in files {
            if !state.folder_of(&path).is_some_and(|owner| owner.path == folder.path) {
                continue;
            }
            let open = state.documents.get(&path);
            finished.push(Finished {
                version: open.map(|document| document.version),
                text: open.map(|document| document.text.clone()),
                found,
                path,
            });
        }
    }
    finished
}

/// The text of a closed file, when there is something to show in it.
fn text_on_disk(file: &Finished) -> Arc<Text> {
    let read = (!file.found.is_empty()).then(|| crate::disk::read(&file.path).ok()).flatten();
    let (bytes, _) = read.unwrap_or_default();
    Arc::new(Text::new(&String::from_utf8_lossy(&bytes)))
}

fn hash_of(found: &[checks::Diagnostic], version: Option<i32>) -> u64 {
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
