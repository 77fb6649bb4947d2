//! Carries messages between the client and the server, and keeps from the server what is none: a message that is
//! broken costs an answer, never the conversation.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::lsp::output::{Output, framed};

/// A message longer than this is not carried.
const LONGEST: u64 = 256 * 1024 * 1024;
/// A header line longer than this is none.
const LONGEST_LINE: u64 = 8 * 1024;
/// So much may lie in a pipe.
const ROOM: usize = 64 * 1024;

/// Why something is not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// It is not JSON.
    NotJson,
    /// It is JSON, but no request, notification or answer.
    NotAMessage,
}

/// The two ends for the server, and the tasks that carry between them and the client. The first ends with the input,
/// the second with the server or with a broken pipe.
pub(crate) fn connect(
    input: impl AsyncRead + Unpin + Send + 'static,
    output: Arc<Output>,
) -> (DuplexStream, DuplexStream, impl Future<Output = ()>) {
    let (to_server, server_input) = duplex(ROOM);
    let (server_output, from_server) = duplex(ROOM);
    let (faults, refused) = unbounded_channel();
    tokio::spawn(async move {
        // The end of the input is the end of the conversation, whatever brought it.
        let _ = carry_in(input, to_server, faults).await;
    });
    let carried_out = async move {
        let _ = carry_out(from_server, output, refused).await;
    };
    (server_input, server_output, carried_out)
}

/// Carries whole messages in.
async fn carry_in<R: AsyncRead + Unpin>(
    input: R,
    mut server: DuplexStream,
    faults: UnboundedSender<Fault>,
) -> io::Result<()> {
    let mut input = BufReader::new(input);
    while let Some(length) = next_length(&mut input, &faults).await? {
        if length > LONGEST {
            tokio::io::copy(&mut (&mut input).take(length), &mut tokio::io::sink()).await?;
            let _ = faults.send(Fault::NotAMessage);
            continue;
        }
        let mut body = Vec::new();
        (&mut input).take(length).read_to_end(&mut body).await?;
        if (body.len() as u64) < length {
            return Ok(());
        }
        match fault(&body) {
            Some(fault) => drop(faults.send(fault)),
            None => server.write_all(&framed(&body)).await?,
        }
    }
    Ok(())
}

/// The length that the next header tells; lines that belong to no header are passed over. `None` at the end.
async fn next_length<R: AsyncRead + Unpin>(
    input: &mut BufReader<R>,
    faults: &UnboundedSender<Fault>,
) -> io::Result<Option<u64>> {
    let mut length = None;
    let mut is_strange = false;
    loop {
        let mut line = Vec::new();
        (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut line).await?;
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
                let _ = faults.send(Fault::NotAMessage);
            }
            is_strange = false;
            if length.is_some() {
                return Ok(length);
            }
        }
    }
}

/// Carries messages out, and between them what is to be said of broken ones.
async fn carry_out(server: DuplexStream, output: Arc<Output>, mut refused: UnboundedReceiver<Fault>) -> io::Result<()> {
    let mut server = BufReader::new(server);
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
            Some(fault) = refused.recv(), if header.is_empty() => {
                let (code, message) = match fault {
                    Fault::NotJson => (-32700, "Parse error"),
                    Fault::NotAMessage => (-32600, "Invalid request"),
                };
                let error = serde_json::json!({"code": code, "message": message});
                let body = serde_json::json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string();
                write(&output, framed(body.as_bytes())).await;
            }
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

/// As much of a message as tells what it is.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    /// It may be `null`.
    #[serde(borrow, default, deserialize_with = "written")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    /// An answer may be `null`.
    #[serde(default, deserialize_with = "present")]
    result: bool,
    #[serde(default)]
    error: Option<ErrorEnvelope>,
}

/// The value as it is written, `null` too.
fn written<'a, D: Deserializer<'a>>(value: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(value).map(Some)
}

/// Whatever the value is, it is there.
fn present<'a, D: Deserializer<'a>>(value: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(value).map(|_| true)
}

#[derive(Deserialize)]
struct ErrorEnvelope {
    #[serde(rename = "code")]
    _code: i64,
    #[serde(rename = "message")]
    _message: String,
}

/// Whether something is not a message.
fn fault(body: &[u8]) -> Option<Fault> {
    match serde_json::from_slice::<Envelope<'_>>(body) {
        Ok(message) => {
            let is_id =
                |id: &RawValue| id.get() == "null" || id.get().starts_with('"') || id.get().parse::<i64>().is_ok();
            let is_answer = message.id.is_some() && (message.result || message.error.is_some());
            let is_whole = message.jsonrpc == "2.0" && message.id.is_none_or(is_id);
            (!is_whole || !(message.method.is_some() || is_answer)).then_some(Fault::NotAMessage)
        }
        Err(_) => {
            let is_json = std::str::from_utf8(body).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
            Some(if is_json { Fault::NotAMessage } else { Fault::NotJson })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_told_from_what_is_none() {
        let good = [
            r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#,
            r#"{"jsonrpc":"2.0","method":"exit","params":null}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"x","params":{"deep":[{}]}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}"#,
        ];
        for text in good {
            assert_eq!(fault(text.as_bytes()), None, "{text}");
        }
        let strange = [
            "[]",
            "1",
            r#"{"id":1,"method":"x"}"#,
            r#"{"jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#,
        ];
        for text in strange {
            assert_eq!(fault(text.as_bytes()), Some(Fault::NotAMessage), "{text}");
        }
        for text in ["", "{", "\u{feff}{}", "{\"jsonrpc\""] {
            assert_eq!(fault(text.as_bytes()), Some(Fault::NotJson), "{text}");
        }
        assert_eq!(fault(b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}"), Some(Fault::NotJson));
    }
}
