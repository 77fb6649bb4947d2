//! What comes before the server, and what is answered at the gate: a message that is none costs an answer, never the
//! conversation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use tower_lsp_server::jsonrpc::{Request, Response};
use tower_lsp_server::ls_types::InitializeParams;

use crate::refusal::{Outline, is_json, refusal};

/// What becomes of a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The server takes it.
    Carried,
    /// The server takes it, and nothing else before it has.
    First,
    /// This is the answer.
    Refused(Vec<u8>),
    /// Nobody waits for an answer.
    Ignored,
    /// The server takes it, and nothing after it.
    Last,
}

/// A message as the library reads it, which ends the conversation at the first that it cannot read.
#[derive(Deserialize)]
#[serde(untagged)]
enum Message {
    Response(#[expect(dead_code, reason = "that it can be read is all")] Response),
    Request(Request),
}

/// Knows what has been said.
#[derive(Default)]
pub(crate) struct Gate {
    is_begun: bool,
    was_shut_down: Arc<AtomicBool>,
}

impl Gate {
    /// Rises when the client asks for the end.
    pub(crate) fn shut_down_flag(&self) -> Arc<AtomicBool> {
        self.was_shut_down.clone()
    }

    /// What becomes of a message.
    pub(crate) fn judge(&mut self, body: &[u8]) -> Verdict {
        let is_object = body.trim_ascii_start().starts_with(b"{");
        match serde_json::from_slice(body) {
            Ok(Message::Request(request)) if is_object && !request.method().is_empty() => {
                self.judge_request(&request, body)
            }
            Ok(Message::Response(_)) if is_object => Verdict::Carried,
            _ if is_json(body) => refused(body, -32600, "Invalid request"),
            _ => refused(body, -32700, "Parse error"),
        }
    }

    fn judge_request(&mut self, request: &Request, body: &[u8]) -> Verdict {
        let is_answered = request.id().is_some();
        match request.method() {
            "exit" => Verdict::Last,
            "initialize" if !is_answered => Verdict::Ignored,
            "initialize" if self.is_begun => refused(body, -32600, "the server is already initialized"),
            "initialize" => {
                let parameters = request.params().cloned().unwrap_or_default();
                self.is_begun = serde_json::from_value::<InitializeParams>(parameters).is_ok();
                if self.is_begun { Verdict::First } else { Verdict::Carried }
            }
            "shutdown" if is_answered => {
                self.was_shut_down.fetch_or(self.is_begun, Ordering::Relaxed);
                Verdict::Carried
            }
            // The library keeps silent about them.
            method if is_answered && method.starts_with("$/") => refused(body, -32601, "Method not found"),
            _ => Verdict::Carried,
        }
    }
}

/// The refusal of a message that is longer than any is.
pub(crate) fn too_long() -> Vec<u8> {
    refusal(None, -32600, "the message is longer than 256 MB")
}

/// The refusal of a header that tells no length.
pub(crate) fn headless() -> Vec<u8> {
    refusal(None, -32600, "the header tells no length")
}

fn refused(body: &[u8], code: i64, message: &str) -> Verdict {
    Verdict::Refused(refusal(Outline::of(body).id(), code, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str) -> String {
        match Gate::default().judge(text.as_bytes()) {
            Verdict::Refused(answer) => {
                let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
                format!("{} {}", answer["id"], answer["error"]["code"])
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_message_is_told_from_what_is_none() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#,
            r#"{"jsonrpc":"2.0","method":"$/x","params":null}"#,
            r#" {"jsonrpc":"2.0","id":"a","method":"x","params":{"deep":[{}]}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}"#,
        ] {
            assert_eq!(judged(text), "Carried", "{text}");
        }
        let deep =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{}{}}}"#, "[".repeat(127), "]".repeat(127));
        for (text, expected) in [
            ("[]", "null -32600"),
            (r#"["2.0","shutdown",null,1]"#, "null -32600"),
            ("1", "null -32600"),
            (r#"{"id":1,"method":"x"}"#, "1 -32600"),
            (r#"{"jsonrpc":"2.0"}"#, "null -32600"),
            (r#"{"jsonrpc":"2.0","id":1,"result":1e999}"#, "null -32600"),
            (r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, "null -32600"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"x","params":1,"params":2}"#, "1 -32600"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"x","params":"\ud800"}"#, "1 -32600"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"x","params":1e999}"#, "1 -32600"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"$/x"}"#, "1 -32601"),
            (deep.as_str(), "1 -32600"),
            (deep.replace("params", "else").as_str(), "1 -32600"),
            ("", "null -32700"),
            ("{", "null -32700"),
            ("\u{feff}{}", "null -32700"),
            ("{\"jsonrpc\"", "null -32700"),
        ] {
            assert_eq!(judged(text), expected, "{text}");
        }
        let bytes = b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"\xff\"}";
        assert_eq!(Gate::default().judge(bytes), refused(br#"{"id":3,"method":7}"#, -32700, "Parse error"));
    }

    #[test]
    fn it_begins_and_ends_once() {
        let mut gate = Gate::default();
        let mut judge = |text: &str| gate.judge(text.as_bytes());
        assert_eq!(judge(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":7}"#), Verdict::Carried);
        assert_eq!(judge(r#"{"jsonrpc":"2.0","method":"initialize","params":{}}"#), Verdict::Ignored);
        let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
        assert_eq!(judge(initialize), Verdict::First);
        assert!(matches!(judge(initialize), Verdict::Refused(_)));
        assert_eq!(judge(r#"{"jsonrpc":"2.0","method":"exit"}"#), Verdict::Last);
        assert!(!gate.shut_down_flag().load(Ordering::Relaxed));
    }
}
