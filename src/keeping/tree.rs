//! The tree of a settings text, with the bytes of every key and value.

use serde_json::Value as Json;

use crate::text::Span;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Its bytes, brackets and quotes included; of a table of TOML its header.
    pub(super) span: Span,
    /// What it is.
    pub(super) value: Value,
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
    Other(Json),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    /// The key, decoded.
    pub(super) key: String,
    /// Its bytes, quotes included.
    pub(super) key_span: Span,
    /// The value.
    pub(super) value: Node,
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
            Value::Text(_) | Value::Other(_) => Vec::new(),
        }
    }

    /// Whether it can hold something.
    pub(super) fn is_container(&self) -> bool {
        matches!(self.value, Value::Map(_) | Value::List(_))
    }

    /// Whether it is a container between brackets.
    pub(super) fn is_bracketed(&self, text: &str) -> bool {
        let written = self.span.of(text);
        match &self.value {
            Value::Map(_) => written.starts_with('{') && written.ends_with('}'),
            // The first table of a list of tables has the same header as the list.
            Value::List(items) => {
                written.starts_with('[')
                    && written.ends_with(']')
                    && items.first().is_none_or(|it| it.span != self.span)
            }
            Value::Text(_) | Value::Other(_) => false,
        }
    }

    /// What a message calls it.
    pub(super) fn kind(&self) -> &'static str {
        match self.value {
            Value::Map(_) => "a mapping",
            Value::List(_) => "a list",
            Value::Text(_) => "a text",
            Value::Other(_) => "a single value",
        }
    }

    /// The same as plain data.
    pub(super) fn plain(&self) -> Json {
        match &self.value {
            Value::Map(members) => {
                Json::Object(members.iter().map(|member| (member.key.clone(), member.value.plain())).collect())
            }
            Value::List(items) => items.iter().map(Node::plain).collect(),
            Value::Text(text) => Json::from(text.as_str()),
            Value::Other(value) => value.clone(),
        }
    }
}
