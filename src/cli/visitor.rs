//! Who has started the program without saying what for: a person, or an editor that wants to talk to a server.

use std::io::{BufRead, IsTerminal, stdin};
use std::sync::mpsc;
use std::time::Duration;

/// So long an editor has to say its first word. It has mostly said it before we run.
const PATIENCE: Duration = Duration::from_millis(500);
/// With what every message of the protocol begins: `Content-Length`, `Content-Type`.
const HEADER: &str = "content-";

/// Whether a header of the protocol comes at once. Nothing is taken away from the input.
pub(super) fn is_editor() -> bool {
    if stdin().is_terminal() {
        return false;
    }
    let (sender, first) = mpsc::channel();
    // Nobody may ever write: then the thread ends with the program.
    let begun = std::thread::Builder::new().name("first word".to_owned()).spawn(move || {
        let heard = stdin().lock().fill_buf().map(<[u8]>::to_vec).unwrap_or_default();
        let _ = sender.send(is_header(&heard));
    });
    begun.is_ok() && first.recv_timeout(PATIENCE).unwrap_or(false)
}

/// Whether these are the first bytes of a header.
fn is_header(heard: &[u8]) -> bool {
    let heard = heard.get(..HEADER.len().min(heard.len())).unwrap_or_default();
    let is_begun = HEADER.as_bytes().get(..heard.len()).is_some_and(|header| heard.eq_ignore_ascii_case(header));
    !heard.is_empty() && is_begun
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_and_what_is_none() {
        assert!(is_header(b"Content-Length: 12\r\n\r\n{}"));
        assert!(is_header(b"content-type: x"));
        assert!(is_header(b"Cont"), "the rest is on its way");
        assert!(!is_header(b""));
        assert!(!is_header(b"notes\n"));
        assert!(!is_header(b"Contents of a file"));
    }
}
