//! The tree of a settings text, with the bytes of every key and value.

use crate::text::Span;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Its bytes, brackets and quotes included.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A mapping, in order, repeated keys included.
    Map(Vec<Member>),
    /// A list.
    List(Vec<Node>),
    /// A text, decoded.
    Text(String),
    /// A number, a word, a date.
    Other,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    /// The key, decoded.
    pub key: String,
    /// Its bytes, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Member {
    /// From the key to the end of the value.
    pub(super) fn span(&self) -> Span {
        self.key_span.cover(self.value.span)
    }
}

impl Node {
    /// The spans of what it holds; of members with their keys.
    pub(super) fn children(&self) -> Vec<Span> {
        match &self.value {
            Value::Map(members) => members.iter().map(Member::span).collect(),
            Value::List(items) => items.iter().map(|item| item.span).collect(),
            Value::Text(_) | Value::Other => Vec::new(),
        }
    }

    /// What a message calls it.
    pub(super) fn kind(&self) -> &'static str {
        match self.value {
            Value::Map(_) => "a mapping",
            Value::List(_) => "a list",
            Value::Text(_) => "a text",
            Value::Other => "a single value",
        }
    }
}
