//! The thread that looks at all skills together in a quiet moment: the room in the listings, names alike,
//! descriptions alike. It gives way as soon as someone types.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tower_lsp_server::ls_types::MessageType;

use crate::checks;
use crate::lsp::analysis::is_put_off;
use crate::lsp::memory;
use crate::lsp::outbox::{Outgoing, Refresh};
use crate::lsp::publisher::{Finished, Publisher};
use crate::lsp::state::{Shared, State};
use crate::workspace::Snapshot;

/// So long nobody must have typed.
const QUIET: Duration = Duration::from_millis(250);
/// No wait is shorter.
const SHORTEST: Duration = Duration::from_millis(20);
/// Without a bell the thread looks up so often all the same.
const ROUND: Duration = Duration::from_secs(3600);
/// After so many files it is asked whether someone types.
const AT_A_TIME: usize = 32;

/// Starts the thread. It ends with the server.
pub(crate) fn start(shared: Arc<Shared>, publisher: Arc<Publisher>) -> std::io::Result<()> {
    std::thread::Builder::new().name("overview".to_owned()).spawn(move || run(&shared, &publisher)).map(drop)
}

fn run(shared: &Shared, publisher: &Publisher) {
    loop {
        let mut state = shared.lock();
        let mut last = (state.generation, Instant::now());
        loop {
            if state.is_ending {
                return;
            }
            if state.generation != last.0 {
                last = (state.generation, Instant::now());
            }
            let can_begin = state.overview_due && state.stale.is_empty() && is_all_read(&state);
            let waited = last.1.elapsed();
            // What was just read is looked at without waiting.
            if can_begin && (state.is_index_new || waited >= QUIET) {
                break;
            }
            let time = if state.overview_due { QUIET.saturating_sub(waited).max(SHORTEST) } else { ROUND };
            state = shared.wait(state, time);
        }
        state.overview_due = false;
        state.is_index_new = false;
        drop(state);
        if catch_unwind(AssertUnwindSafe(|| look(shared, publisher))).is_err() {
            let line = "looking at all skills failed; the next change starts it again".to_owned();
            let _ = publisher.outbox().send(Outgoing::Log(MessageType::ERROR, line));
        }
    }
}

/// Whether there is something to look at, and all of it.
fn is_all_read(state: &State) -> bool {
    !state.folders.is_empty() && state.folders.iter().all(|folder| folder.is_read)
}

/// Works out what concerns all skills together, and looks at every file with it.
fn look(shared: &Shared, publisher: &Publisher) {
    let mut state = shared.lock();
    state.settle();
    let generation = state.generation;
    let fresh: Vec<(PathBuf, Snapshot)> =
        state.folders.iter().map(|folder| (folder.path.clone(), folder.fresh())).collect();
    drop(state);
    let is_old = || shared.lock().generation != generation;
    let mut all = Vec::new();
    for (_, snapshot) in &fresh {
        let Some(found) = found_in(snapshot, is_old) else { return give_up(shared) };
        all.push(found);
        if is_old() {
            return give_up(shared);
        }
        snapshot.prepare();
    }
    let mut state = shared.lock();
    if state.generation != generation {
        drop(state);
        return give_up(shared);
    }
    for (path, snapshot) in fresh {
        if let Some(folder) = state.folders.iter_mut().find(|folder| folder.path == path) {
            folder.snapshot = snapshot;
        }
    }
    let finished = finished_of_all(&state, all);
    let client = state.abilities.clone();
    drop(state);
    if !publisher.deliver_all(finished, generation) {
        return give_up(shared);
    }
    let _ = publisher.outbox().send(Outgoing::CatalogChanged);
    let refreshes = [
        (client.refreshes_lenses, Refresh::Lenses),
        (client.refreshes_hints, Refresh::Hints),
        (client.refreshes_tokens, Refresh::Tokens),
    ];
    for (_, what) in refreshes.into_iter().filter(|(can, _)| *can) {
        let _ = publisher.outbox().send(Outgoing::Refresh(what));
    }
    memory::give_back();
}

/// Someone types; all this is old. The next quiet moment comes.
fn give_up(shared: &Shared) {
    shared.lock().overview_due = true;
    shared.ring();
}

/// The findings in every file; `None` when they were old before they were finished.
fn found_in(snapshot: &Snapshot, is_old: impl Fn() -> bool) -> Option<Vec<(PathBuf, Vec<checks::Diagnostic>)>> {
    let mut all = Vec::new();
    for (count, path) in snapshot.judged_files().into_iter().enumerate() {
        if count % AT_A_TIME == 0 && is_old() {
            return None;
        }
        all.push((path.to_owned(), snapshot.diagnostics(path)));
    }
    Some(all)
}

/// Every file of every folder; a file of several folders counts where it belongs.
fn finished_of_all(state: &State, all: Vec<Vec<(PathBuf, Vec<checks::Diagnostic>)>>) -> Vec<Finished> {
    let mut finished: Vec<Finished> = Vec::new();
    for (folder, files) in state.folders.iter().zip(all) {
        for (path, found) in files {
            let is_here = state.folder_of(&path).is_some_and(|owner| owner.path == folder.path);
            if !is_here || is_put_off(state, &path) {
                continue;
            }
            finished.push(Finished::of(state, path, found));
        }
    }
    for folder in &state.folders {
        // What is wrong in the settings is told where it stands.
        for (path, found) in &folder.settings_findings {
            if !finished.iter().any(|file| file.path == *path) {
                finished.push(Finished::closed(path.clone(), found.clone()));
            }
        }
    }
    finished
}
