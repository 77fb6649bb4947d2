//! Reads JSON, with or without comments, into a tree of spans.

use crate::keeping::Refusal;
use crate::keeping::tree::{Member, Node, Value};
use crate::text::Span;

/// How deep a text may be nested.
const DEEPEST: usize = 128;

/// The tree of a text; `None` when it is blank. Comments and trailing commas are wrong unless `comments` allows them.
pub(super) fn tree(text: &str, comments: bool) -> Result<Option<Node>, Refusal> {
    let mut reader = Reader { text, at: 0, comments };
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
    }
    reader.pass_trivia()?;
    if reader.rest().is_empty() {
        return Ok(None);
    }
    let root = reader.value(0)?;
    reader.pass_trivia()?;
    match reader.next() {
        None => Ok(Some(root)),
        Some(character) => Err(reader.wrong(format!("`{character}` stands behind the end"))),
    }
}

/// The end of the white space and comments that begin at `at`.
pub(super) fn trivia_end(text: &str, at: usize) -> usize {
    let mut reader = Reader { text, at, comments: true };
    // What is not closed ends the text.
    if reader.pass_trivia().is_err() { text.len() } else { reader.at }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    comments: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn wrong(&self, message: impl Into<String>) -> Refusal {
        Refusal::new(self.at, message)
    }

    fn unexpected(&self, wanted: &str) -> Refusal {
        match self.next() {
            Some(character) => self.wrong(format!("{wanted} is expected here, not `{character}`")),
            None => self.wrong(format!("{wanted} is expected here, but the text ends")),
        }
    }

    fn pass_trivia(&mut self) -> Result<(), Refusal> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            let rest = self.rest();
            let length = if rest.starts_with("//") {
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                let Some(end) = rest.get(2..).and_then(|inside| inside.find("*/")) else {
                    return Err(self.wrong("this comment is never closed"));
                };
                end + 4
            } else {
                return Ok(());
            };
            if !self.comments {
                return Err(self.wrong("this file may not hold comments"));
            }
            self.at += length;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Refusal> {
        if depth > DEEPEST {
            return Err(self.wrong("this is nested too deep"));
        }
        let start = self.at;
        let value = match self.next() {
            Some('{') => self.map(depth)?,
            Some('[') => self.list(depth)?,
            Some('"') => Value::Text(self.string()?),
            _ => {
                let rest = self.rest();
                let length = rest.find(|it: char| !it.is_ascii_alphanumeric() && !"+-.".contains(it));
                let word = rest.get(..length.unwrap_or(rest.len())).unwrap_or_default();
                if word.is_empty() {
                    return Err(self.unexpected("a value"));
                }
                if serde_json::from_str::<serde_json::Value>(word).is_err() {
                    return Err(self.wrong(format!("`{word}` is no value of JSON")));
                }
                self.at += word.len();
                Value::Other
            }
        };
        Ok(Node { span: Span::new(start, self.at), value })
    }

    fn map(&mut self, depth: usize) -> Result<Value, Refusal> {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.pass_trivia()?;
            if self.closes('}', members.is_empty())? {
                return Ok(Value::Map(members));
            }
            let start = self.at;
            if self.next() != Some('"') {
                return Err(self.unexpected("a key in double quotes"));
            }
            let key = self.string()?;
            let key_span = Span::new(start, self.at);
            self.pass_trivia()?;
            if self.next() != Some(':') {
                return Err(self.unexpected("`:`"));
            }
            self.at += 1;
            self.pass_trivia()?;
            let value = self.value(depth + 1)?;
            members.push(Member { key, key_span, value });
            if self.ends_after_child('}')? {
                return Ok(Value::Map(members));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Refusal> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.pass_trivia()?;
            if self.closes(']', items.is_empty())? {
                return Ok(Value::List(items));
            }
            items.push(self.value(depth + 1)?);
            if self.ends_after_child(']')? {
                return Ok(Value::List(items));
            }
        }
    }

    /// Whether the bracket closes here, where a child could begin.
    fn closes(&mut self, bracket: char, is_first: bool) -> Result<bool, Refusal> {
        if self.next() != Some(bracket) {
            return Ok(false);
        }
        if !is_first && !self.comments {
            return Err(self.wrong("a comma may not stand before the closing bracket"));
        }
        self.at += 1;
        Ok(true)
    }

    /// Passes the comma behind a child; true when the bracket closes instead.
    fn ends_after_child(&mut self, bracket: char) -> Result<bool, Refusal> {
        self.pass_trivia()?;
        let found = self.next();
        if found != Some(bracket) && found != Some(',') {
            return Err(self.unexpected(&format!("`,` or `{bracket}`")));
        }
        self.at += 1;
        Ok(found == Some(bracket))
    }

    fn string(&mut self) -> Result<String, Refusal> {
        let rest = self.rest();
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, character)| {
            let ends = *character == '"' && !escaped;
            escaped = *character == '\\' && !escaped;
            ends
        });
        let Some(written) = end.and_then(|(end, _)| rest.get(..=end)) else {
            return Err(self.wrong("this quote is never closed"));
        };
        match serde_json::from_str(written) {
            Ok(text) => {
                self.at += written.len();
                Ok(text)
            }
            Err(_) => Err(self.wrong("this text holds a line break or an escape that JSON does not know")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_parse_is_named_with_its_place() {
        let message = |text: &str, comments| match tree(text, comments) {
            Ok(_) => "fine".to_owned(),
            Err(refusal) => refusal.in_file("f", text),
        };
        for (text, expected) in [
            ("", "fine"),
            (" \n", "fine"),
            ("{\"a\": [1, -2.5e3, null, \"\\u00e9\"]}", "fine"),
            ("\u{feff}{}", "fine"),
            ("{\n  \"a\": {,}\n}", "f:2:9: a key in double quotes is expected here, not `,`"),
            ("{\"a\": 1", "f:1:8: `,` or `}` is expected here, but the text ends"),
            ("{\"a\" 1}", "f:1:6: `:` is expected here, not `1`"),
            ("{\"a\": nope}", "f:1:7: `nope` is no value of JSON"),
            ("{\"a\": \"b}", "f:1:7: this quote is never closed"),
            ("{\"a\": \"b\nc\"}", "f:1:7: this text holds a line break or an escape that JSON does not know"),
            ("{} x", "f:1:4: `x` stands behind the end"),
            ("[1 2]", "f:1:4: `,` or `]` is expected here, not `2`"),
            ("{'a': 1}", "f:1:2: a key in double quotes is expected here, not `'`"),
            ("{ // c\n}", "f:1:3: this file may not hold comments"),
            ("[1,]", "f:1:4: a comma may not stand before the closing bracket"),
        ] {
            assert_eq!(message(text, false), expected, "{text:?}");
        }
        assert_eq!(message("// a\n{ /* b */ \"c\": [1,], } // d", true), "fine");
        assert_eq!(message("{ /* b }", true), "f:1:3: this comment is never closed");
        assert_eq!(message("{,}", true), "f:1:2: a key in double quotes is expected here, not `,`");
        assert_eq!(message(&"[".repeat(9999), true), "f:1:130: this is nested too deep");
    }
}
