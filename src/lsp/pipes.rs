//! Carries messages between the client and the server, and keeps from the server what is none.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Notify, oneshot};

use crate::lsp::gate::{Gate, Verdict, headless, too_long};
use crate::lsp::output::{Output, framed};

/// A message longer than this is not carried.
const LONGEST: u64 = 256 * 1024 * 1024;
/// A header line longer than this is none.
const LONGEST_LINE: u64 = 8 * 1024;
/// So much may lie in a pipe.
const ROOM: usize = 64 * 1024;
/// So many messages may have come before the server takes them.
const AHEAD: usize = 64;

/// The ways between the client and the server.
pub(crate) struct Pipes<F> {
    /// What the server reads. It ends with the input.
    pub(crate) input: DuplexStream,
    /// Where the server writes.
    pub(crate) output: DuplexStream,
    /// Carries what the server says to the client. It ends with the server or with a broken pipe.
    pub(crate) carried_out: F,
    /// Whether the client asked for the end.
    pub(crate) was_shut_down: Arc<AtomicBool>,
    /// Comes when the client says `exit`.
    pub(crate) exit: oneshot::Receiver<()>,
}

/// Begins to read. `begun` rings when the server has taken in the first message.
pub(crate) fn connect(
    input: impl Read + Send + 'static,
    output: Arc<Output>,
    begun: Arc<Notify>,
) -> io::Result<Pipes<impl Future<Output = ()>>> {
    let (mut to_server, server_input) = duplex(ROOM);
    let (server_output, from_server) = duplex(ROOM);
    let (refusals, refused) = channel(AHEAD);
    let (sender, mut messages) = channel(AHEAD);
    let (leave, exit) = oneshot::channel();
    let gate = Gate::default();
    let was_shut_down = gate.shut_down_flag();
    // A thread of its own: it waits for as long as the client says nothing.
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        // The end of the input is the end of the conversation, whatever brought it.
        let _ = carry_in(&mut BufReader::new(input), gate, &sender, &refusals, leave);
    })?;
    tokio::spawn(async move {
        while let Some((message, is_first)) = messages.recv().await {
            if to_server.write_all(&message).await.is_err() {
                return;
            }
            // The library passes over what comes while it begins.
            if is_first {
                begun.notified().await;
            }
        }
    });
    let carried_out = async move {
        let _ = carry_out(from_server, output, refused).await;
    };
    Ok(Pipes { input: server_input, output: server_output, carried_out, was_shut_down, exit })
}

/// Carries whole messages in, until the last.
fn carry_in(
    input: &mut impl BufRead,
    mut gate: Gate,
    server: &Sender<(Vec<u8>, bool)>,
    refusals: &Sender<Vec<u8>>,
    leave: oneshot::Sender<()>,
) -> io::Result<()> {
    let refuse = |answer: Vec<u8>| refusals.blocking_send(framed(&answer)).is_ok();
    while let Some(length) = next_length(input, &refuse)? {
        if length > LONGEST {
            io::copy(&mut input.take(length), &mut io::sink())?;
            refuse(too_long());
            continue;
        }
        let mut body = Vec::new();
        input.take(length).read_to_end(&mut body)?;
        if (body.len() as u64) < length {
            return Ok(());
        }
        let is_heard = match gate.judge(&body) {
            verdict @ (Verdict::First | Verdict::Carried) => {
                server.blocking_send((framed(&body), verdict == Verdict::First)).is_ok()
            }
            Verdict::Refused(answer) => refuse(answer),
            Verdict::Ignored => true,
            Verdict::Last => {
                // Told first: the server may be waiting for a client that will not answer any more.
                let _ = leave.send(());
                let _ = server.blocking_send((framed(&body), false));
                return Ok(());
            }
        };
        if !is_heard {
            return Ok(());
        }
    }
    Ok(())
}

/// The length that the next header tells; lines that belong to no header are passed over. `None` at the end.
fn next_length(input: &mut impl BufRead, refuse: &impl Fn(Vec<u8>) -> bool) -> io::Result<Option<u64>> {
    let mut length = None;
    let mut is_strange = false;
    loop {
        let mut line = Vec::new();
        input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<u64>().ok();
            is_strange |= length.is_none();
        } else if line.is_empty() {
            if is_strange || length.is_none() {
                refuse(headless());
            }
            is_strange = false;
            if length.is_some() {
                return Ok(length);
            }
        }
    }
}

/// Carries messages out, and between them what is to be said of broken ones.
async fn carry_out(server: DuplexStream, output: Arc<Output>, mut refused: Receiver<Vec<u8>>) -> io::Result<()> {
    let mut server = tokio::io::BufReader::new(server);
    let mut header = Vec::new();
    loop {
        tokio::select! {
            biased;
            read = server.read_until(b'\n', &mut header) => {
                if read? == 0 {
                    return Ok(());
                }
                if !header.ends_with(b"\r\n\r\n") {
                    continue;
                }
                let text = String::from_utf8_lossy(&header);
                let length = text.lines().find_map(|line| line.strip_prefix("Content-Length: ")?.parse::<u64>().ok());
                (&mut server).take(length.unwrap_or(0)).read_to_end(&mut header).await?;
                write(&output, std::mem::take(&mut header)).await;
            }
            Some(answer) = refused.recv(), if header.is_empty() => write(&output, answer).await,
            () = output.is_broken() => return Ok(()),
        }
    }
}

/// Writes a message on a thread that may wait for the client to read.
async fn write(output: &Arc<Output>, message: Vec<u8>) {
    output.put(message);
    let output = output.clone();
    // A panic in there would be one in the writer of the system.
    let _ = tokio::task::spawn_blocking(move || output.flush()).await;
}
