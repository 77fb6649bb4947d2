//! The thread that turns changes into findings, as fast as they come.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tower_lsp_server::ls_types::MessageType;

use crate::lsp::outbox::Outgoing;
use crate::lsp::publisher::{Finished, Publisher};
use crate::lsp::settings::Run;
use crate::lsp::state::{Shared, State};
use crate::workspace::Snapshot;

/// Without a bell the thread looks up so often all the same.
const ROUND: Duration = Duration::from_secs(3600);

/// Starts the thread. It ends with the server.
pub(crate) fn start(shared: Arc<Shared>, publisher: Arc<Publisher>) -> std::io::Result<()> {
    std::thread::Builder::new().name("analysis".to_owned()).spawn(move || run(&shared, &publisher)).map(drop)
}

fn run(shared: &Shared, publisher: &Publisher) {
    loop {
        let mut state = shared.lock();
        while !state.is_ending && !has_work(&state) {
            state = shared.wait(state, ROUND);
        }
        if state.is_ending {
            return;
        }
        drop(state);
        // A panic in one round costs that round; the next change starts another.
        if catch_unwind(AssertUnwindSafe(|| round(shared, publisher))).is_err() {
            let line = "the analysis failed and goes on with the next change".to_owned();
            let _ = publisher.outbox().send(Outgoing::Log(MessageType::ERROR, line));
        }
    }
}

fn has_work(state: &State) -> bool {
    // Before the first folder is known nothing can be said.
    !state.folders.is_empty() && (!state.stale.is_empty() || !state.touched.is_empty())
}

/// Looks at the files that changed and at those that depend on them.
fn round(shared: &Shared, publisher: &Publisher) {
    let mut state = shared.lock();
    state.settle_judged();
    let touched = std::mem::take(&mut state.touched);
    let edited = std::mem::take(&mut state.edited);
    let mut work: Vec<Work> = touched
        .into_iter()
        .filter(|path| !is_put_off(&state, path))
        .map(|path| work(&state, edited.contains(&path), path))
        .collect();
    drop(state);
    // Who types waits for what is open, and is told of it before anything else is looked at.
    work.sort_by_key(|(file, _)| file.version.is_none());
    let closed = work.split_off(work.partition_point(|(file, _)| file.version.is_some()));
    publisher.deliver(work.into_iter().map(finish).collect());
    publisher.deliver(closed.into_iter().map(finish).collect());
    let mut state = shared.lock();
    state.settle();
    let is_catalog_changed = std::mem::take(&mut state.catalog_changed);
    let is_overview_due = state.overview_due;
    drop(state);
    if is_overview_due {
        // It was found out here that all skills are to be looked at.
        shared.ring();
    }
    if is_catalog_changed {
        let _ = publisher.outbox().send(Outgoing::CatalogChanged);
    }
}

/// Whether the findings of a file wait until it is saved.
pub(crate) fn is_put_off(state: &State, path: &std::path::Path) -> bool {
    state.settings.run == Run::OnSave && state.unsaved.contains(path)
}

/// One file that is to be looked at, and the skills around it.
type Work = (Finished, Option<Snapshot>);

fn work(state: &State, is_edited: bool, path: PathBuf) -> Work {
    let snapshot = state.folder_of(&path).map(|folder| folder.snapshot.clone());
    (Finished { is_edited, ..Finished::of(state, path, Vec::new()) }, snapshot)
}

fn finish((mut file, snapshot): Work) -> Finished {
    file.found = snapshot.map(|snapshot| snapshot.diagnostics(&file.path)).unwrap_or_default();
    file
}
