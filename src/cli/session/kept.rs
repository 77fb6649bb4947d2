//! What is kept of the text of one file, to show findings in.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cli::progress::Progress;
use crate::cli::session::ask::Ask;
use crate::project::{Read, Walked};
use crate::workspace::Examined;

/// What is kept of the text of one file.
pub(super) enum Kept {
    Bytes(Arc<[u8]>),
    Head(Box<str>),
}

/// A longer beginning is rather read again.
const LONGEST_HEAD: usize = 4096;

/// So are those of a great many files, in bytes together.
const MOST_HEADS: usize = 16_000_000;

/// Reads everything that was met, and shows how far it is.
pub(super) fn read(walked: Walked, ask: &Ask<'_>) -> Read<Kept> {
    let done = Arc::new(AtomicUsize::new(0));
    let kept = AtomicUsize::new(0);
    let progress = Progress::start("reading skills", walked.met.len(), done.clone());
    let read = walked.read_keeping(|examined, bytes| {
        done.fetch_add(1, Ordering::Relaxed);
        match ask.keeps_bytes {
            true => Some(Kept::Bytes(Arc::from(bytes))),
            false => {
                let head = head(examined, bytes).filter(|it| kept.fetch_add(it.len(), Ordering::Relaxed) < MOST_HEADS);
                head.map(Kept::Head)
            }
        }
    });
    progress.end();
    read
}

/// The lines up to where findings are mostly shown: the name, the description, and what is wrong in the file.
fn head(examined: &Examined, bytes: &[u8]) -> Option<Box<str>> {
    let (skill, findings) = (&examined.skill, examined.findings.as_ref()?);
    let spans = [Some(skill.headline), skill.description].into_iter().flatten();
    let last = spans.chain(findings.diagnostics.iter().map(|it| it.span)).map(|span| span.end).max()?;
    let line = memchr::memchr(b'\n', bytes.get(last..)?)?;
    let head = bytes.get(..last + line + 1).filter(|head| head.len() <= LONGEST_HEAD)?;
    std::str::from_utf8(head).ok().map(Box::from)
}
