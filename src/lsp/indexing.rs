//! Reads the folders in the background: at once what needs no reading, then everything, with progress.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tower_lsp_server::ls_types::{MessageType, ProgressToken};
use tower_lsp_server::{Client, NotCancellable, OngoingProgress};

use crate::config::{Config, Overlay};
use crate::lsp::folder::Folder;
use crate::lsp::memory;
use crate::lsp::outbox::{Outbox, Outgoing};
use crate::lsp::state::Shared;
use crate::lsp::watching::{self, Watching};
use crate::words::{guessed, likely};

/// Progress is told so often.
const BEAT: Duration = Duration::from_millis(100);
/// Changes that come together are read together.
const PAUSE: Duration = Duration::from_millis(200);

/// Reads the folders now and whenever the bell rings, for as long as the server lives.
pub(crate) async fn keep_indexed(shared: Arc<Shared>, client: Client, outbox: Outbox) {
    let watching = Watching::new(shared.clone(), outbox.clone());
    let mut count = 0;
    loop {
        count += 1;
        index(&shared, &client, &outbox, &watching, count).await;
        // What was read may have led to more folders.
        watching.renew().await;
        // The skills as they were before are gone now; whoever changes many files has this happen again and again.
        let _ = tokio::task::spawn_blocking(memory::give_back).await;
        shared.index_bell.notified().await;
        tokio::time::sleep(PAUSE).await;
    }
}

/// Opens the folders that are wanted anew, and lets the others go.
async fn index(shared: &Arc<Shared>, client: &Client, outbox: &Outbox, watching: &Watching, count: usize) {
    let (roots, touched, settings, shows_progress) = {
        let mut state = shared.lock();
        state.changed_meanwhile.clear();
        let touched: Vec<Vec<PathBuf>> = state.roots.iter().map(|root| state.touched_in(root)).collect();
        (state.roots.clone(), touched, state.settings.clone(), state.abilities.progress)
    };
    // What is open is looked at by itself until its neighbours are known.
    let unread = roots.iter().filter(|root| !shared.lock().folders.iter().any(|folder| folder.path == **root));
    let unread: Vec<PathBuf> = unread.cloned().collect();
    let overlay = settings.overlay.clone();
    let made = tokio::task::spawn_blocking(move || {
        unread.iter().map(|root| Folder::unread(root, &overlay)).collect::<Vec<_>>()
    });
    take_in(shared, made.await.unwrap_or_default(), false);
    if count == 1 {
        tokio::spawn(watching::register(shared.clone(), client.clone(), outbox.clone()));
    }
    // Before anything is read, so that no change is missed, also in folders that have just come.
    watching.renew().await;

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
        let open = |(root, touched): (&PathBuf, Vec<PathBuf>)| Folder::open(root, &overlay, touched, &found, &advance);
        roots.iter().zip(touched).map(open).collect::<Vec<_>>()
    });
    let bar = async {
        // What takes no longer than a moment needs no bar.
        tokio::time::sleep(BEAT).await;
        begin(client, count).await
    };
    tokio::pin!(bar);
    let mut progress = None;
    let mut is_asked = !shows_progress;
    let read = loop {
        tokio::select! {
            read = &mut reading => break read,
            // The client may never answer.
            begun = &mut bar, if !is_asked => (is_asked, progress) = (true, begun),
            () = tokio::time::sleep(BEAT), if progress.is_some() => {
                let (done, total) = (counts.0.load(Ordering::Relaxed), counts.1.load(Ordering::Relaxed));
                if let Some(progress) = progress.as_ref().filter(|_| total > 0) {
                    let percent = u32::try_from(done * 100 / total).unwrap_or(100);
                    progress.report_with_message(format!("{done} of {total}"), percent).await;
                }
            }
        }
    };
    let mut folders = Vec::new();
    match read {
        Ok(read) => {
            for (folder, problems) in read {
                for problem in problems {
                    let _ = outbox.send(Outgoing::Log(MessageType::WARNING, problem.message));
                }
                folders.push(folder);
            }
        }
        Err(_) => {
            let line = "reading the skills failed; `skill-lsp.refresh` tries again".to_owned();
            let _ = outbox.send(Outgoing::Log(MessageType::ERROR, line));
        }
    }
    for sentence in unknown_hosts(&settings.overlay, &folders) {
        // Once: the folders are read again and again.
        if shared.lock().told.insert(sentence.clone()) {
            let _ = outbox.send(Outgoing::Message(MessageType::WARNING, sentence));
        }
    }
    let skills: usize = folders.iter().map(|folder| folder.snapshot.catalog.len()).sum();
    let _ = outbox.send(Outgoing::Log(MessageType::INFO, format!("read {}", number_of(skills))));
    take_in(shared, folders, true);
    if let Some(progress) = progress {
        progress.finish_with_message(number_of(skills)).await;
    }
}

/// The hosts that the editor's settings name and that no folder knows, one sentence each.
fn unknown_hosts(overlay: &Overlay, folders: &[Folder]) -> Vec<String> {
    let configs: Vec<&Config> = folders.iter().map(|folder| &*folder.snapshot.config).collect();
    let Some(first) = configs.first() else { return Vec::new() };
    let is_unknown = |id: &&String| configs.iter().all(|config| config.known_hosts.get(id).is_none());
    let sentence = |id: &String| {
        let guess = guessed(likely(id, first.known_hosts.iter().map(|host| host.id.as_str())));
        format!("`skillLsp.hosts`: there is no host `{id}`{guess}")
    };
    overlay.hosts.iter().flatten().filter(is_unknown).map(sentence).collect()
}

type Bar = OngoingProgress<tower_lsp_server::Bounded, NotCancellable>;

/// A progress bar, when the client gives us one.
async fn begin(client: &Client, count: usize) -> Option<Bar> {
    let token = ProgressToken::String(format!("skill-lsp/indexing/{count}"));
    client.create_work_done_progress(token.clone()).await.ok()?;
    Some(client.progress(token, "Reading skills").with_percentage(0).begin().await)
}

/// Puts folders in the place of those with the same path; open documents win over what was read.
fn take_in(shared: &Shared, folders: Vec<Folder>, is_read: bool) {
    let mut state = shared.lock();
    for folder in folders {
        match state.folders.iter_mut().find(|known| known.path == folder.path) {
            Some(known) => *known = folder,
            None => state.folders.push(folder),
        }
    }
    // A folder may have been closed while it was read.
    let roots = state.roots.clone();
    state.folders.retain(|folder| roots.contains(&folder.path));
    state.take_agents();
    let open: Vec<PathBuf> = state.documents.keys().cloned().collect();
    let changed = state.changed_meanwhile.clone();
    state.stale.extend(open.into_iter().chain(changed));
    // Whoever asked about a document until now was answered without what was just read.
    state.edited.clear();
    state.overview_due = true;
    state.is_index_new |= is_read;
    state.generation += 1;
    drop(state);
    shared.ring();
    if is_read {
        shared.read_bell.notify_waiters();
    }
}

fn number_of(skills: usize) -> String {
    if skills == 1 { "1 skill".to_owned() } else { format!("{skills} skills") }
}
