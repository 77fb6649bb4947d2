//! A progress bar on standard error, for what takes longer than a moment.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long nothing is shown, and how often the bar moves.
const MOMENT: Duration = Duration::from_millis(400);
const TICK: Duration = Duration::from_millis(60);

/// A bar that follows a counter until it is ended.
pub(crate) struct Progress {
    drawing: Option<(JoinHandle<()>, Arc<AtomicBool>)>,
}

impl Progress {
    /// Follows `done` up to `total`. Shows nothing unless standard error is a terminal.
    pub(crate) fn start(title: &'static str, total: usize, done: Arc<AtomicUsize>) -> Progress {
        if total == 0 || !std::io::stderr().is_terminal() {
            return Progress { drawing: None };
        }
        let over = Arc::new(AtomicBool::new(false));
        let ended = over.clone();
        let drawing = std::thread::Builder::new().spawn(move || {
            std::thread::park_timeout(MOMENT);
            let mut drawn = false;
            while !ended.load(Ordering::Relaxed) {
                let _ = write!(std::io::stderr(), "\r{}", line(title, done.load(Ordering::Relaxed), total));
                drawn = true;
                std::thread::park_timeout(TICK);
            }
            if drawn {
                let _ = write!(std::io::stderr(), "\r\x1b[K");
            }
        });
        // Where no thread can be had there is no bar.
        Progress { drawing: drawing.ok().map(|thread| (thread, over)) }
    }

    /// Takes the bar away.
    pub(crate) fn end(self) {
        if let Some((thread, over)) = self.drawing {
            over.store(true, Ordering::Relaxed);
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn line(title: &str, done: usize, total: usize) -> String {
    const CELLS: usize = 24;
    let filled = (done.min(total) * CELLS).checked_div(total).unwrap_or(0);
    format!("{title} {}{} {done}/{total}", "█".repeat(filled), "░".repeat(CELLS - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert_eq!(line("reading", 50, 100), "reading ████████████░░░░░░░░░░░░ 50/100");
        assert_eq!(line("reading", 7, 0), "reading ░░░░░░░░░░░░░░░░░░░░░░░░ 7/0");
    }
}
