//! Reads JSON, with or without comments.
//!
//! By hand: of a text that breaks off, what stands before still counts, and no crate's reader gives that.

use memchr::memchr2;
use serde_json::Value as Json;

use crate::settings::{Member, Node, Settings, SettingsRefusal, Value};
use crate::text::Span;

/// How deep a text may be nested, as in serde_json.
const DEEPEST: usize = 127;

/// Whether comments and trailing commas may stand in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comments {
    /// They may.
    Fine,
    /// They are passed over, and the text is wrong.
    Wrong,
}

/// What a text says.
pub(super) fn settings(text: &str, comments: Comments) -> Settings {
    let mut reader = JsonReader { text, at: 0, depth: 0, comments, problem: None, is_broken: false };
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
    }
    reader.pass_trivia();
    let root = if reader.rest().is_empty() { Node::blank() } else { reader.value() };
    reader.pass_trivia();
    if let Some(character) = reader.next() {
        reader.breaks_off(format!("`{character}` stands behind the end"));
    }
    Settings { root, problem: reader.problem }
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    comments: Comments,
    problem: Option<SettingsRefusal>,
    /// Nothing more can be read.
    is_broken: bool,
}

impl<'a> JsonReader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Notes what is wrong here, and goes on.
    fn is_wrong(&mut self, message: impl Into<String>) {
        let at = self.at;
        self.problem.get_or_insert_with(|| SettingsRefusal::new(at, message));
    }

    fn breaks_off(&mut self, message: impl Into<String>) {
        if !self.is_broken {
            self.is_wrong(message);
        }
        self.is_broken = true;
    }

    fn is_unexpected(&mut self, wanted: &str) {
        match self.next() {
            Some(character) => self.breaks_off(format!("{wanted} is expected here, not `{character}`")),
            None => self.breaks_off(format!("{wanted} is expected here, but the text ends")),
        }
    }

    fn pass_trivia(&mut self) {
        while !self.is_broken {
            let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
            self.at += self.rest().bytes().take_while(is_space).count();
            let rest = self.rest();
            let length = if rest.starts_with("//") {
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                match rest.get(2..).and_then(|inside| inside.find("*/")) {
                    Some(end) => end + 4,
                    None => return self.breaks_off("this comment is never closed"),
                }
            } else {
                return;
            };
            if self.comments == Comments::Wrong {
                self.is_wrong("this file may not hold comments");
            }
            self.at += length;
        }
    }

    /// The value that begins here, as far as it can be read.
    fn value(&mut self) -> Node {
        let start = self.at;
        let value = match self.next() {
            Some('{' | '[') if self.depth == DEEPEST => {
                self.breaks_off("this is nested too deep");
                Value::Other(Box::default())
            }
            Some('{') => Value::Map(self.children('}', JsonReader::member)),
            Some('[') => Value::List(self.children(']', |reader| Some(reader.value()))),
            Some('"') => self.string().map_or(Value::Other(Box::default()), Value::Text),
            _ => Value::other(self.word()),
        };
        Node { span: Span::new(start, self.at), value }
    }

    fn member(&mut self) -> Option<Member> {
        let start = self.at;
        if self.next() != Some('"') {
            self.is_unexpected("a key in double quotes");
            return None;
        }
        let key = self.string()?;
        let key_span = Span::new(start, self.at);
        self.pass_trivia();
        if self.next() != Some(':') {
            self.is_unexpected("`:`");
            return None;
        }
        self.at += 1;
        self.pass_trivia();
        Some(Member { key, key_span, value: self.value() })
    }

    /// What stands between brackets.
    fn children<T>(&mut self, bracket: char, child: impl Fn(&mut Self) -> Option<T>) -> Vec<T> {
        let mut children = Vec::new();
        self.at += 1;
        self.depth += 1;
        loop {
            self.pass_trivia();
            if self.next() == Some(bracket) {
                if !children.is_empty() && self.comments == Comments::Wrong {
                    self.is_wrong("a comma may not stand before the closing bracket");
                }
                break;
            }
            children.extend(child(self));
            self.pass_trivia();
            match self.next() {
                _ if self.is_broken => return children,
                Some(',') => self.at += 1,
                Some(found) if found == bracket => break,
                _ => {
                    self.is_unexpected(&format!("`,` or `{bracket}`"));
                    return children;
                }
            }
        }
        self.at += 1;
        self.depth -= 1;
        children
    }

    fn word(&mut self) -> Json {
        let rest = self.rest();
        let length = rest.find(|it: char| !it.is_ascii_alphanumeric() && !"+-.".contains(it));
        let word = rest.get(..length.unwrap_or(rest.len())).unwrap_or_default();
        match serde_json::from_str(word) {
            Ok(value) => {
                self.at += word.len();
                return value;
            }
            Err(_) if word.is_empty() => self.is_unexpected("a value"),
            Err(_) => self.breaks_off(format!("`{word}` is no value of JSON")),
        }
        Json::Null
    }

    fn string(&mut self) -> Option<String> {
        let bytes = self.rest().as_bytes();
        let mut end = 1;
        let mut is_plain = true;
        loop {
            let Some(found) = memchr2(b'"', b'\\', bytes.get(end..).unwrap_or_default()) else {
                self.breaks_off("this quote is never closed");
                return None;
            };
            end += found;
            if bytes.get(end) == Some(&b'"') {
                break;
            }
            is_plain = false;
            end += 2;
        }
        let written = self.rest().get(..=end).unwrap_or_default();
        let inside = written.get(1..end).unwrap_or_default();
        let text = match is_plain && inside.bytes().all(|byte| byte >= b' ') {
            true => Some(inside.to_owned()),
            false => serde_json::from_str(written).ok(),
        };
        match text {
            Some(_) => self.at += written.len(),
            None => self.breaks_off("this text holds a line break or an escape that JSON does not know"),
        }
        text
    }
}
