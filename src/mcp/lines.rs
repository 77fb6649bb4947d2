//! Carries messages between the client and the server, a line each. A line that is no message costs an answer, never
//! the conversation; a client that does not listen is not heard either.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ErrorCode, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Mutex as AsyncMutex, Notify, watch};

use crate::refusal::{Outline, is_json, refusal};

/// A line longer than this is not carried.
const LONGEST: usize = 16 * 1024 * 1024;
/// So many messages may wait on the way in, and so many on the way out.
const AHEAD: usize = 64;
/// So many requests may be open at once.
const OPEN: usize = 256;

const UNREADABLE: i64 = ErrorCode::PARSE_ERROR.0 as i64;
const INVALID: i64 = ErrorCode::INVALID_REQUEST.0 as i64;

/// The two ways. All clones are the same ways.
#[derive(Clone)]
pub(crate) struct Lines {
    input: Arc<AsyncMutex<Receiver<ClientJsonRpcMessage>>>,
    output: Sender<Vec<u8>>,
    traffic: Arc<Traffic>,
    ended: watch::Sender<bool>,
}

/// What is under way.
#[derive(Default)]
struct Traffic {
    state: Mutex<Underway>,
    less: Notify,
}

#[derive(Default)]
struct Underway {
    /// Requests without an answer.
    open: HashSet<RequestId>,
    /// Messages that are not written yet.
    unsent: usize,
}

/// Begins to read and to write, each on a thread of its own: both may have to wait. The second value ends when all is
/// written after the last [`Lines`] are gone.
pub(crate) fn connect(
    input: impl Read + Send + 'static,
    mut output: Box<dyn Write + Send>,
) -> io::Result<(Lines, tokio::sync::oneshot::Receiver<()>)> {
    let (messages, received) = channel(AHEAD);
    let (sender, mut lines) = channel::<Vec<u8>>(AHEAD);
    let (ended, _) = watch::channel(false);
    let (written, all_written) = tokio::sync::oneshot::channel();
    let broken = ended.clone();
    std::thread::Builder::new().name("output".to_owned()).spawn(move || {
        while let Some(line) = lines.blocking_recv() {
            if output.write_all(&line).and_then(|()| output.flush()).is_err() {
                broken.send_replace(true);
                break;
            }
        }
        let _ = written.send(());
    })?;
    let (refusals, ends) = (sender.downgrade(), ended.clone());
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        // The end of the input is the end of the conversation, whatever brought it.
        let _ = carry_in(&mut BufReader::new(input), |message| match message {
            Ok(message) => messages.blocking_send(message).is_ok(),
            Err(mut refusal) => {
                refusal.push(b'\n');
                refusals.upgrade().is_some_and(|output| output.blocking_send(refusal).is_ok())
            }
        });
        drop(messages);
        ends.send_replace(true);
    })?;
    let input = Arc::new(AsyncMutex::new(received));
    Ok((Lines { input, output: sender, traffic: Arc::default(), ended }, all_written))
}

impl Lines {
    /// Waits until the client has gone.
    pub(crate) fn end(&self) -> End {
        End(self.ended.subscribe())
    }
}

/// The end of the conversation.
#[derive(Clone)]
pub(crate) struct End(watch::Receiver<bool>);

impl End {
    /// Waits until the client has gone.
    pub(crate) async fn comes(&self) {
        // An error means that nobody could tell any more.
        let _ = self.0.clone().wait_for(|ended| *ended).await;
    }
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let (output, traffic) = (self.output.clone(), self.traffic.clone());
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        traffic.change(|underway| {
            underway.unsent += 1;
            answered.map(|id| underway.open.remove(id));
        });
        let line = line_of(&message);
        async move {
            let sent = output.send(line).await;
            traffic.change(|underway| underway.unsent -= 1);
            sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.traffic.room().await;
        let message = self.input.lock().await.recv().await?;
        self.traffic.change(|underway| match &message {
            JsonRpcMessage::Request(request) => drop(underway.open.insert(request.id.clone())),
            JsonRpcMessage::Notification(notification) => {
                // What is cancelled is not answered.
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    underway.open.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        });
        Some(message)
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}

impl Traffic {
    fn change(&self, change: impl FnOnce(&mut Underway)) {
        change(&mut self.lock());
        self.less.notify_one();
    }

    /// Waits until there is room for another message. Few requests wait for the client themselves, so that this ends
    /// as soon as the client reads.
    async fn room(&self) {
        loop {
            let less = self.less.notified();
            {
                let underway = self.lock();
                if underway.open.len() < OPEN && underway.unsent < AHEAD {
                    return;
                }
            }
            less.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Underway> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Hands on every message, or the answer to what is none, until nobody takes them.
fn carry_in(
    input: &mut impl BufRead,
    mut take: impl FnMut(Result<ClientJsonRpcMessage, Vec<u8>>) -> bool,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        input.take(LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(());
        }
        let message = if line.len() > LONGEST && !line.ends_with(b"\n") {
            skip_line(input)?;
            Some(Err(refusal(None, INVALID, "the message is longer than 16 MB")))
        } else {
            message(&line)
        };
        // What was long once need not be kept.
        line.shrink_to(64 * 1024);
        if message.is_some_and(|message| !take(message)) {
            return Ok(());
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = memchr::memchr(b'\n', buffer);
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}

/// The message that a line is, or what is to be said of it; `None` when it needs no answer.
fn message(line: &[u8]) -> Option<Result<ClientJsonRpcMessage, Vec<u8>>> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return None;
    }
    if let Ok(message) = serde_json::from_slice(line) {
        return Some(Ok(message));
    }
    let outline = Outline::of(line);
    let (id, is_json) = (outline.id(), is_json(line));
    // Notifications are not answered, not even wrong ones.
    if is_json && outline.has_method && !outline.has_id() {
        return None;
    }
    Some(Err(match serde_json::from_slice::<Value>(line) {
        Ok(_) => refusal(id, INVALID, "the line is not a JSON-RPC 2.0 message"),
        Err(error) if is_json => refusal(id, UNREADABLE, &unreadable(&error)),
        Err(error) => refusal(id, UNREADABLE, &format!("the line is not JSON: {error}")),
    }))
}

/// Why JSON cannot be read.
fn unreadable(error: &serde_json::Error) -> String {
    let error = error.to_string();
    let half = if error.contains("hex escape") { "half a surrogate pair in a text: " } else { "" };
    format!("the line is JSON, but cannot be read: {half}{error}")
}

fn line_of(message: &ServerJsonRpcMessage) -> Vec<u8> {
    // Nothing that we say has a key that is no text.
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of lines: the method of a message, or the answer to what is none.
    fn carried(lines: &[u8]) -> Vec<String> {
        let mut said = Vec::new();
        carry_in(&mut BufReader::with_capacity(64, lines), |message| {
            said.push(match message {
                Ok(JsonRpcMessage::Request(request)) => request.request.method().to_owned(),
                Ok(_) => "other".to_owned(),
                Err(refusal) => {
                    let refusal: Value = serde_json::from_slice(&refusal).unwrap();
                    format!("{} {}", refusal["id"], refusal["error"]["code"])
                }
            });
            true
        })
        .unwrap();
        said
    }

    #[test]
    fn what_is_no_message_is_answered_and_the_next_is_heard() {
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        assert_eq!(carried(format!("nonsense\n{ping}\n").as_bytes()), ["null -32700", "ping"]);
        assert_eq!(carried(format!("[]\n\n  \r\n{ping}\r\n").as_bytes()), ["null -32600", "ping"]);
        assert_eq!(carried(format!("\u{feff}{ping}").as_bytes()), ["ping"]);
        assert_eq!(carried(b"{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}\n"), ["7 -32600"]);
        assert_eq!(carried(b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}\n"), ["null -32700"]);
        assert_eq!(carried(br#"{"jsonrpc":"2.0","method":7}"#), [""; 0]);
        let unreadable = br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"\ud800"}}"#;
        assert_eq!(carried(unreadable), ["7 -32700"]);
        assert_eq!(carried(br#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"x":1e999}}"#), ["\"a\" -32700"]);
        assert_eq!(carried(br#"{"jsonrpc":"2.0","method":"x","params":{"x":"\ud800"}}"#), [""; 0]);
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let mut lines = vec![b' '; LONGEST + 10];
        lines.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
        assert_eq!(carried(&lines), ["null -32600", "ping"]);
    }
}
