//! Reads the folders in the background: at once what needs no reading, then everything, with progress.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tower_lsp_server::Client;
use tower_lsp_server::ls_types::{MessageType, ProgressToken};

use crate::lsp::folder::Folder;
use crate::lsp::outbox::{Outbox, Outgoing};
use crate::lsp::state::Shared;

/// Progress is told so often.
const BEAT: Duration = Duration::from_millis(100);

/// Opens the folders that are wanted anew, and lets the others go.
pub(crate) async fn index(shared: Arc<Shared>, client: Client, outbox: Outbox) {
    let (roots, settings, shows_progress) = {
        let state = shared.lock();
        (state.roots.clone(), state.settings.clone(), state.abilities.progress)
    };
    // What is open is looked at by itself until its neighbours are known.
    let unread = roots.iter().filter(|root| !shared.lock().folders.iter().any(|folder| folder.path == **root));
    let unread: Vec<PathBuf> = unread.cloned().collect();
    let overlay = settings.overlay.clone();
    let made = tokio::task::spawn_blocking(move || {
        unread.iter().map(|root| Folder::unread(root, &overlay)).collect::<Vec<_>>()
    });
    take_in(&shared, made.await.unwrap_or_default());

    let counts = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
    let counted = counts.clone();
    let overlay = settings.overlay.clone();
    let mut reading = tokio::task::spawn_blocking(move || {
        let (done, total) = (&counted.0, &counted.1);
        let found = |count| {
            total.fetch_add(count, Ordering::Relaxed);
        };
        let advance = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        roots.iter().map(|root| Folder::open(root, &overlay, &found, &advance)).collect::<Vec<_>>()
    });
    let progress = if shows_progress {
        let token = ProgressToken::String("skill-lsp/indexing".to_owned());
        let title = "Reading skills";
        match client.create_work_done_progress(token.clone()).await {
            Ok(()) => Some(client.progress(token, title).with_percentage(0).begin().await),
            Err(_) => None,
        }
    } else {
        None
    };
    let read = loop {
        tokio::select! {
            read = &mut reading => break read,
            () = tokio::time::sleep(BEAT) => {
                let (done, total) = (counts.0.load(Ordering::Relaxed), counts.1.load(Ordering::Relaxed));
                if let Some(progress) = progress.as_ref().filter(|_| total > 0) {
                    let percent = u32::try_from(done * 100 / total).unwrap_or(100);
                    progress.report_with_message(format!("{done} of {total}"), percent).await;
                }
            }
        }
    };
    let read = read.unwrap_or_default();
    let mut folders = Vec::new();
    for (folder, problems) in read {
        for problem in problems {
            let _ = outbox.send(Outgoing::Log(MessageType::WARNING, problem.message));
        }
        folders.push(folder);
    }
    let count: usize = folders.iter().map(|folder| folder.seen.snapshot.catalog.len()).sum();
    take_in(&shared, folders);
    if let Some(progress) = progress {
        progress.finish_with_message(format!("{count} skills")).await;
    }
}

/// Puts folders in the place of those with the same path; open documents win over what was read.
fn take_in(shared: &Shared, folders: Vec<Folder>) {
    let mut state = shared.lock();
    for folder in folders {
        if !state.roots.contains(&folder.path) {
            continue;
        }
        match state.folders.iter_mut().find(|known| known.path == folder.path) {
            Some(known) => *known = folder,
            None => state.folders.push(folder),
        }
    }
    let open: Vec<PathBuf> = state.documents.keys().cloned().collect();
    state.stale.extend(open);
    state.overview_due = true;
    state.generation += 1;
    drop(state);
    shared.ring();
}
