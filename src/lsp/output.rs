//! The way out to the client: whole messages in the order in which they were put, written by whichever thread has time.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;
use tower_lsp_server::ls_types::PublishDiagnosticsParams;

/// The way out.
pub(crate) struct Output {
    waiting: Mutex<VecDeque<Waiting>>,
    writer: Mutex<Box<dyn Write + Send>>,
    broken: Notify,
}

/// What is to be written.
enum Waiting {
    /// A message with its header.
    Message(Vec<u8>),
    /// The findings of a document.
    Findings(Box<PublishDiagnosticsParams>),
}

/// A notification as it is written.
#[derive(Serialize)]
struct Notification<'a> {
    jsonrpc: &'static str,
    method: &'static str,
    params: &'a PublishDiagnosticsParams,
}

impl Output {
    /// The way out through `writer`.
    pub(crate) fn new(writer: Box<dyn Write + Send>) -> Arc<Output> {
        Arc::new(Output { waiting: Mutex::default(), writer: Mutex::new(writer), broken: Notify::new() })
    }

    /// Puts a message with its header behind what waits.
    pub(crate) fn put(&self, message: Vec<u8>) {
        lock(&self.waiting).push_back(Waiting::Message(message));
    }

    /// Puts findings behind what waits.
    pub(crate) fn put_findings(&self, findings: PublishDiagnosticsParams) {
        lock(&self.waiting).push_back(Waiting::Findings(Box::new(findings)));
    }

    /// Writes all that waits. Who types is told at once: no other thread has to wake up for it. It may take as long as
    /// the client does not read, so nobody who calls it may hold a lock.
    pub(crate) fn flush(&self) {
        let mut writer = lock(&self.writer);
        loop {
            let Some(next) = lock(&self.waiting).pop_front() else { return };
            if self.write(&mut **writer, next).is_err() {
                lock(&self.waiting).clear();
                self.broken.notify_one();
                return;
            }
        }
    }

    /// Waits until nobody reads any more.
    pub(crate) async fn is_broken(&self) {
        self.broken.notified().await;
    }

    fn write(&self, writer: &mut dyn Write, next: Waiting) -> io::Result<()> {
        let message = match next {
            Waiting::Message(message) => message,
            Waiting::Findings(params) => {
                let method = "textDocument/publishDiagnostics";
                framed(&serde_json::to_vec(&Notification { jsonrpc: "2.0", method, params: &params })?)
            }
        };
        writer.write_all(&message)?;
        writer.flush()
    }
}

/// A message with its header.
pub(crate) fn framed(body: &[u8]) -> Vec<u8> {
    let mut message = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    message.extend_from_slice(body);
    message
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps what is written, unless nobody reads any more.
    #[derive(Clone, Default)]
    struct Pipe {
        written: Arc<Mutex<String>>,
        is_closed: bool,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.is_closed {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            lock(&self.written).push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_is_written_in_the_order_in_which_it_was_put() {
        let pipe = Pipe::default();
        let output = Output::new(Box::new(pipe.clone()));
        output.put(framed(b"{}"));
        let uri = "file:///a/SKILL.md".parse().unwrap();
        output.put_findings(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: Some(2) });
        output.put(framed("\"梨\"".as_bytes()));
        assert_eq!(*lock(&pipe.written), "", "nothing is written before someone has time");
        output.flush();
        let findings = r#"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a/SKILL.md","diagnostics":[],"version":2}}"#;
        let length = findings.len();
        let expected = format!(
            "Content-Length: 2\r\n\r\n{{}}Content-Length: {length}\r\n\r\n{findings}Content-Length: 5\r\n\r\n\"梨\""
        );
        assert_eq!(*lock(&pipe.written), expected);
    }

    #[tokio::test]
    async fn a_pipe_that_nobody_reads_ends_the_conversation() {
        let output = Output::new(Box::new(Pipe { is_closed: true, ..Pipe::default() }));
        output.put(framed(b"{}"));
        output.put(framed(b"{}"));
        output.flush();
        output.is_broken().await;
        assert!(lock(&output.waiting).is_empty(), "what cannot be written is not kept");
    }
}
