//! Looks again whenever the disk changes.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout_at};

use crate::disk::{self, Watch};
use crate::mcp::library::Library;

/// Changes that come together are looked at together: all until none came for so long.
const PAUSE: Duration = Duration::from_millis(150);
/// However long they go on, they are looked at after this time.
const LONGEST: Duration = Duration::from_secs(2);

/// Watches for as long as the server lives.
pub(crate) async fn keep_watching(library: Arc<Library>) {
    let bell = Arc::new(Notify::new());
    let rung = bell.clone();
    let watch = match disk::watch(move |_| rung.notify_one()) {
        Ok(watch) => Arc::new(Mutex::new(watch)),
        Err(problem) => return library.log(&problem.message),
    };
    loop {
        renew(&library, &watch).await;
        bell.notified().await;
        let end = Instant::now() + LONGEST;
        loop {
            tokio::select! {
                rung = timeout_at(end, bell.notified()) => if rung.is_err() { break },
                () = sleep(PAUSE) => break,
            }
        }
    }
}

/// Looks, and watches what there is to watch now.
async fn renew(library: &Arc<Library>, watch: &Arc<Mutex<Watch>>) {
    let (library, watch) = (library.clone(), watch.clone());
    let renewed = tokio::task::spawn_blocking(move || {
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        let look = || library.now().map(|shelf| shelf.snapshot.watched());
        let Ok(before) = look() else { return };
        for problem in watch.also(&before) {
            library.log(&problem.message);
        }
        // What changed between the look and the watch is seen by a second look; it may lead to more folders.
        if let Ok(after) = look() {
            watch.also(&after);
        }
    });
    // A panic costs this look; the next change brings another.
    let _ = renewed.await;
}
