//! Threads that may not be had: a system allows a user, or a container, only so many.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Once;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Builder};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

use crate::disk::words;

/// Starts the threads that share the work of walking and reading, once. As many are started as there are processors,
/// or as can be had; where none can, whoever calls does the work alone.
pub(super) fn gather() {
    static GATHERED: Once = Once::new();
    GATHERED.call_once(|| {
        let wanted = std::env::var("RAYON_NUM_THREADS").ok().and_then(|count| count.parse().ok());
        let wanted = wanted.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let mut waiting: Vec<Sender<ThreadBuilder>> = (0..wanted).map_while(|_| worker().ok()).collect();
        // Somebody may have gathered them in another way, who is right then.
        let _ = match waiting.len() {
            0 => ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global(),
            count => {
                let start = |work: ThreadBuilder| {
                    let worker = waiting.pop().ok_or(io::ErrorKind::WouldBlock)?;
                    worker.send(work).map_err(|_| io::ErrorKind::BrokenPipe.into())
                };
                ThreadPoolBuilder::new().num_threads(count).spawn_handler(start).build_global()
            }
        };
    });
}

/// A thread that waits for its work.
fn worker() -> io::Result<Sender<ThreadBuilder>> {
    let (sender, work) = channel();
    Builder::new().name("worker".to_owned()).spawn(move || work.recv().map(ThreadBuilder::run))?;
    Ok(sender)
}

/// Whether so many threads can be started besides those that share the work. They are, and end at once: libraries give
/// up where theirs cannot be.
pub fn threads_can_be_had(count: usize) -> io::Result<()> {
    gather();
    let started = (0..count).map(|_| {
        let (alive, end) = channel::<()>();
        let thread = Builder::new().spawn(move || end.recv().is_ok())?;
        Ok((alive, thread))
    });
    let started: Vec<io::Result<_>> = started.collect();
    let mut answer = Ok(());
    for thread in started {
        match thread {
            Ok((alive, thread)) => {
                drop(alive);
                let _ = thread.join();
            }
            Err(error) => answer = Err(io::Error::other(format!("no more threads: {}", words(&error)))),
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn gathered_threads_do_the_work_together() {
        gather();
        gather();
        assert_eq!((0..1000).into_par_iter().sum::<i32>(), 499_500);
        assert!(rayon::current_num_threads() >= 1);
    }

    #[test]
    fn a_few_threads_can_be_had() {
        assert!(threads_can_be_had(3).is_ok());
    }
}
