//! The answer to what is no message of a protocol: with the id of the request wherever that can be told.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// As much as can be told of an object, however deep and strange the rest of it is.
#[derive(Default, Deserialize)]
pub(crate) struct Outline<'a> {
    #[serde(borrow, default, deserialize_with = "written")]
    id: Option<&'a RawValue>,
    /// Whether it names a method.
    #[serde(default, rename = "method", deserialize_with = "present")]
    pub(crate) has_method: bool,
}

impl<'a> Outline<'a> {
    /// The outline of some bytes; an empty one of what is no object.
    pub(crate) fn of(bytes: &'a [u8]) -> Outline<'a> {
        let is_object = bytes.trim_ascii_start().starts_with(b"{");
        is_object.then(|| serde_json::from_slice(bytes).ok()).flatten().unwrap_or_default()
    }

    /// Whether it has an id, even `null`.
    pub(crate) fn has_id(&self) -> bool {
        self.id.is_some()
    }

    /// The id of a request as it is written: a text or a number, even one that we cannot read. That of an answer is
    /// ours, and means something else to whom it is sent back.
    pub(crate) fn id(&self) -> Option<&'a RawValue> {
        self.id
            .filter(|_| self.has_method)
            .filter(|id| id.get().starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit()))
    }
}

/// The value as it is written, `null` too.
fn written<'a, D: Deserializer<'a>>(value: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(value).map(Some)
}

/// Whatever the value is, it is there.
fn present<'a, D: Deserializer<'a>>(value: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(value).map(|_| true)
}

/// Whether bytes are JSON, also such as nobody can read: too deep, or with half a character.
pub(crate) fn is_json(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

#[derive(Serialize)]
struct Refusal<'a> {
    jsonrpc: &'static str,
    id: Option<&'a RawValue>,
    error: Error<'a>,
}

#[derive(Serialize)]
struct Error<'a> {
    code: i64,
    message: &'a str,
}

/// An error as an answer, on one line.
pub(crate) fn refusal(id: Option<&RawValue>, code: i64, message: &str) -> Vec<u8> {
    // Nothing in it can fail to be written.
    serde_json::to_vec(&Refusal { jsonrpc: "2.0", id, error: Error { code, message } }).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_told_from_what_cannot_be_read() {
        let id = |text: &str| Outline::of(text.as_bytes()).id().map(|id| id.get().to_owned());
        let deep = format!(r#"{{"params":{}{},"id":7,"method":[]}}"#, "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert_eq!(id(&deep).as_deref(), Some("7"));
        assert!(Outline::of(deep.as_bytes()).has_method && is_json(deep.as_bytes()));
        let strange = r#"{"id":"\ud800","method":7}"#;
        assert_eq!(id(strange).as_deref(), Some(r#""\ud800""#));
        for text in ["", "[7]", "7", r#"{"id":[7],"method":7}"#, r#"{"id":null,"method":7}"#, r#"{"id":7}"#] {
            assert_eq!(id(text), None, "{text}");
        }
        let answer = String::from_utf8(refusal(Outline::of(strange.as_bytes()).id(), -1, "no")).unwrap();
        assert_eq!(answer, r#"{"jsonrpc":"2.0","id":"\ud800","error":{"code":-1,"message":"no"}}"#);
    }
}
