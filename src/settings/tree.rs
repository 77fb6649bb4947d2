//! The tree of a settings text, with the bytes of every key and value.

use serde_json::Value as Json;

use crate::text::Span;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its bytes, brackets and quotes included; of a table of TOML its header.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A mapping, in order, repeated keys included.
    Map(Vec<Member>),
    /// A list.
    List(Vec<Node>),
    /// A text, decoded.
    Text(String),
    /// A number, a word, a date; boxed, because a tree has many nodes and few of them are large.
    Other(Box<Json>),
}

impl Value {
    pub(super) fn other(value: impl Into<Json>) -> Value {
        Value::Other(Box::new(value.into()))
    }
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
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
    /// What a text without a value says.
    pub(super) fn blank() -> Node {
        Node { span: Span::at(0), value: Value::Map(Vec::new()) }
    }

    /// What is written under a key: of equal keys the last.
    pub fn get(&self, key: &str) -> Option<&Member> {
        self.written().iter().rev().find(|member| member.key == key)
    }

    /// The members that count; of equal keys the last, at the place of the first.
    pub fn members(&self) -> Vec<&Member> {
        let mut places = std::collections::HashMap::new();
        let mut members: Vec<&Member> = Vec::new();
        for member in self.written() {
            let place = *places.entry(member.key.as_str()).or_insert(members.len());
            match members.get_mut(place) {
                Some(known) => *known = member,
                None => members.push(member),
            }
        }
        members
    }

    /// All that is written in a mapping, repeated keys included.
    pub(super) fn written(&self) -> &[Member] {
        match &self.value {
            Value::Map(members) => members,
            Value::List(_) | Value::Text(_) | Value::Other(_) => &[],
        }
    }

    /// The items of a list.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            Value::Map(_) | Value::Text(_) | Value::Other(_) => &[],
        }
    }

    /// The text, when it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Map(_) | Value::List(_) | Value::Other(_) => None,
        }
    }

    /// Whether it is a mapping.
    pub fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(_))
    }

    /// The value under a dotted key: `a.b` may be a key itself, or `b` inside `a`.
    pub fn look_up(&self, key: &str) -> Option<&Node> {
        let inside = || {
            key.match_indices('.').find_map(|(dot, _)| self.get(key.get(..dot)?)?.value.look_up(key.get(dot + 1..)?))
        };
        self.get(key).map(|member| &member.value).or_else(inside)
    }

    /// Plain data as a tree that stands nowhere.
    pub fn of(plain: &Json) -> Node {
        let span = Span::at(0);
        let value = match plain {
            Json::Object(object) => {
                let member = |(key, value): (&String, &Json)| Member {
                    key: key.clone(),
                    key_span: span,
                    value: Node::of(value),
                };
                Value::Map(object.iter().map(member).collect())
            }
            Json::Array(items) => Value::List(items.iter().map(Node::of).collect()),
            Json::String(text) => Value::Text(text.clone()),
            other => Value::other(other.clone()),
        };
        Node { span, value }
    }

    /// The same as plain data.
    pub fn plain(&self) -> Json {
        match &self.value {
            // A map of JSON does with equal keys what `members` does.
            Value::Map(members) => {
                Json::Object(members.iter().map(|member| (member.key.clone(), member.value.plain())).collect())
            }
            Value::List(items) => items.iter().map(Node::plain).collect(),
            Value::Text(text) => Json::from(text.as_str()),
            Value::Other(value) => (**value).clone(),
        }
    }

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
            // In YAML the first key itself may begin with a bracket.
            Value::Map(_) => {
                let is_key_first = self.written().first().is_some_and(|it| it.key_span.start <= self.span.start);
                written.starts_with('{') && written.ends_with('}') && !is_key_first
            }
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
}

/// The value under a dotted key of plain data, as [`Node::look_up`].
pub fn look_up<'a>(value: &'a Json, key: &str) -> Option<&'a Json> {
    let inside =
        || key.match_indices('.').find_map(|(dot, _)| look_up(value.get(key.get(..dot)?)?, key.get(dot + 1..)?));
    value.get(key).or_else(inside)
}
