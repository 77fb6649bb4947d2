//! The last look at the skills, renewed when someone asks or when the disk changes, and what the client knows of it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::watch;

use crate::mcp::shelf::Shelf;
use crate::mcp::{Print, list, tools};
use crate::project::Start;

/// The skills.
pub(crate) struct Library {
    start: Start,
    /// So many characters the description of a tool may take.
    pub(crate) description_limit: usize,
    print: Print,
    last: Mutex<Last>,
    /// Counts the changes that the client is to be told of.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Last {
    /// When the look began, and what it saw.
    look: Option<(Instant, Result<Arc<Shelf>, String>)>,
    /// What the client has seen, or was told has changed.
    known: Option<u64>,
    /// What was said in the log.
    problems: Vec<String>,
}

impl Library {
    /// Knows nothing yet.
    pub(crate) fn new(start: Start, description_limit: usize, print: Print) -> Library {
        Library { start, description_limit, print, last: Mutex::default(), changes: watch::channel(0).0 }
    }

    /// The skills as they are now. Who asks while another looks waits for that look, or for the next when it began too
    /// early to have seen everything.
    pub(crate) fn now(&self) -> Result<Arc<Shelf>, String> {
        let asked = Instant::now();
        let mut last = self.lock();
        if let Some((_, shelf)) = last.look.as_ref().filter(|(begun, _)| *begun >= asked) {
            return shelf.clone();
        }
        let begun = Instant::now();
        let shelf = Shelf::look(&self.start).map(Arc::new);
        let problems = match &shelf {
            Ok(shelf) => shelf.problems.clone(),
            Err(problem) => vec![problem.clone()],
        };
        for problem in problems.iter().filter(|problem| !last.problems.contains(problem)) {
            (self.print)(problem);
        }
        last.problems = problems;
        let seen = shelf.as_ref().map_or(0, |shelf| face(shelf, self.description_limit));
        // The first look is what everything later is compared with.
        if *last.known.get_or_insert(seen) != seen {
            last.known = Some(seen);
            self.changes.send_modify(|count| *count += 1);
        }
        last.look = Some((begun, shelf.clone()));
        shelf
    }

    /// Tells of every change that a client can see.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Says something in the log.
    pub(crate) fn log(&self, line: &str) {
        (self.print)(line);
    }

    fn lock(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A number for everything that a client sees: the tools and the list.
fn face(shelf: &Shelf, limit: usize) -> u64 {
    let offers = shelf.offers();
    let mut hasher = DefaultHasher::new();
    tools::load_description(&offers, limit).hash(&mut hasher);
    list::entries(&offers).hash(&mut hasher);
    hasher.finish()
}
