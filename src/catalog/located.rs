//! A settings file whose parts know where they stand: JSON with or without comments, TOML, YAML.
//!
//! Nothing is built of what nobody asks for: agents keep long histories in their settings. What is broken has no parts.

use std::path::Path;

use memchr::memchr2;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::document::yaml::{self, Node};
use crate::text::Span;

/// The most parts that one mapping or list gives.
const MOST: usize = 10_000;
/// How deep a key may lead.
const DEEPEST: usize = 16;

/// One part of a settings file.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    /// The text, and where the value begins.
    Json(&'a str, usize),
    /// A table, and where it begins.
    Table(&'a DeTable<'a>, usize),
    /// Another value.
    Toml(&'a Spanned<DeValue<'a>>),
    /// A node.
    Yaml(&'a Node),
}

/// A value of a mapping under its key.
pub(crate) struct Entry<'a> {
    /// The key.
    pub(crate) key: String,
    /// Where the key begins.
    pub(crate) at: usize,
    /// The value.
    pub(crate) value: Part<'a>,
}

/// Asks something of a settings file, by the ending of its name; `None` when it cannot be read.
pub(crate) fn ask<T>(path: &Path, text: &str, question: impl FnOnce(Part<'_>) -> T) -> Option<T> {
    match path.extension().and_then(|it| it.to_str()) {
        Some("toml") => {
            let table = DeTable::parse(text).ok()?;
            Some(question(Part::Table(table.get_ref(), 0)))
        }
        Some("yaml" | "yml") => {
            let node = yaml::parse_strict(text, Span::new(0, text.len())).ok()??;
            Some(question(Part::Yaml(&node)))
        }
        _ => Some(question(Part::Json(text, skip_space(text, text.len() - text.trim_start_matches('\u{feff}').len())))),
    }
}

impl<'a> Part<'a> {
    /// The entries, when it is a mapping.
    pub(crate) fn entries(self) -> Vec<Entry<'a>> {
        let of_table = |table: &'a DeTable<'a>| {
            let entries = table.iter().take(MOST);
            entries
                .map(|(key, value)| Entry {
                    key: key.get_ref().to_string(),
                    at: key.span().start,
                    value: match value.get_ref() {
                        DeValue::Table(table) => Part::Table(table, value.span().start),
                        _ => Part::Toml(value),
                    },
                })
                .collect()
        };
        match self {
            Part::Json(text, at) => json_entries(text, at),
            Part::Table(table, _) => of_table(table),
            Part::Toml(_) => Vec::new(),
            Part::Yaml(node) => match &node.value {
                yaml::Value::Mapping { entries, .. } => {
                    let entry = |entry: &'a yaml::Entry| {
                        let key = entry.key.scalar()?.to_owned();
                        Some(Entry { key, at: entry.key.span.start, value: Part::Yaml(&entry.value) })
                    };
                    entries.iter().take(MOST).filter_map(entry).collect()
                }
                _ => Vec::new(),
            },
        }
    }

    /// The items, when it is a list.
    pub(crate) fn items(self) -> Vec<Part<'a>> {
        match self {
            Part::Json(text, at) => json_items(text, at),
            Part::Table(..) => Vec::new(),
            Part::Toml(value) => match value.get_ref() {
                DeValue::Array(items) => items.iter().take(MOST).map(Part::Toml).collect(),
                _ => Vec::new(),
            },
            Part::Yaml(node) => match &node.value {
                yaml::Value::Sequence { items, .. } => items.iter().take(MOST).map(Part::Yaml).collect(),
                _ => Vec::new(),
            },
        }
    }

    /// The text, when it is one.
    pub(crate) fn text(self) -> Option<String> {
        match self {
            Part::Json(text, at) => {
                let written = text.get(at..string_end(text, at)?)?;
                serde_json::from_str(written).ok()
            }
            Part::Table(..) => None,
            Part::Toml(value) => value.get_ref().as_str().map(str::to_owned),
            Part::Yaml(node) => node.scalar().map(str::to_owned),
        }
    }

    /// Whether it is a mapping.
    pub(crate) fn is_mapping(self) -> bool {
        match self {
            Part::Json(text, at) => text.as_bytes().get(at) == Some(&b'{'),
            Part::Table(..) => true,
            Part::Toml(_) => false,
            Part::Yaml(node) => matches!(node.value, yaml::Value::Mapping { .. }),
        }
    }

    /// Where it begins.
    pub(crate) fn at(self) -> usize {
        match self {
            Part::Json(_, at) | Part::Table(_, at) => at,
            Part::Toml(value) => value.span().start,
            Part::Yaml(node) => node.span.start,
        }
    }

    /// The part under a dotted key: `a.b` may be a key itself, or `b` inside `a`; `{here}` is a folder.
    pub(crate) fn look_up(self, key: &str, here: &Path) -> Option<Part<'a>> {
        self.look_deeper(key, here, 0)
    }

    fn look_deeper(self, key: &str, here: &Path, depth: usize) -> Option<Part<'a>> {
        if depth > DEEPEST {
            return None;
        }
        let entries = self.entries();
        if let Some(entry) = entries.iter().find(|entry| entry.key == key) {
            return Some(entry.value);
        }
        if let Some(rest) = key.strip_prefix("{here}.") {
            let of_here = entries.iter().find(|entry| Path::new(&entry.key) == here)?;
            return of_here.value.look_deeper(rest, here, depth + 1);
        }
        entries.iter().find_map(|entry| {
            let rest = key.strip_prefix(entry.key.as_str())?.strip_prefix('.')?;
            entry.value.look_deeper(rest, here, depth + 1)
        })
    }
}

/// Counts lines; asked in the order of the text, it reads the text once.
pub(crate) struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    /// Of a text, from its first line.
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        Lines { text, at: 0, line: 1 }
    }

    /// The line of an offset, counted from 1.
    pub(crate) fn of(&mut self, offset: usize) -> usize {
        if offset < self.at {
            (self.at, self.line) = (0, 1);
        }
        let between = self.text.as_bytes().get(self.at..offset).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', between).count();
        self.at = offset;
        self.line
    }
}

fn json_entries(text: &str, at: usize) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'{') {
        return entries;
    }
    let mut at = skip_space(text, at + 1);
    while bytes.get(at) == Some(&b'"') && entries.len() < MOST {
        let Some(end) = string_end(text, at) else { break };
        let colon = skip_space(text, end);
        if bytes.get(colon) != Some(&b':') {
            break;
        }
        let value = skip_space(text, colon + 1);
        if let Some(key) = text.get(at..end).and_then(|key| serde_json::from_str(key).ok()) {
            entries.push(Entry { key, at, value: Part::Json(text, value) });
        }
        let Some(behind) = value_end(text, value) else { break };
        at = behind_comma(text, behind);
    }
    entries
}

fn json_items(text: &str, at: usize) -> Vec<Part<'_>> {
    let mut items = Vec::new();
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'[') {
        return items;
    }
    let mut at = skip_space(text, at + 1);
    while bytes.get(at).is_some_and(|sign| *sign != b']') && items.len() < MOST {
        let Some(end) = value_end(text, at) else { break };
        items.push(Part::Json(text, at));
        at = behind_comma(text, end);
    }
    items
}

/// The next sign behind white space and comments.
fn skip_space(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b' ' | b'\t' | b'\n' | b'\r'), _) => at += 1,
            (Some(b'/'), Some(b'/')) => {
                at = memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |end| at + end);
            }
            (Some(b'/'), Some(b'*')) => {
                at = text.get(at + 2..).and_then(|rest| rest.find("*/")).map_or(bytes.len(), |end| at + end + 4);
            }
            _ => return at,
        }
    }
}

/// The next value, behind a comma where there is one.
fn behind_comma(text: &str, end: usize) -> usize {
    let at = skip_space(text, end);
    if text.as_bytes().get(at) == Some(&b',') { skip_space(text, at + 1) } else { at }
}

/// The end of the string that begins at an offset.
fn string_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let mut at = at + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        match bytes.get(at) {
            Some(b'"') => return Some(at + 1),
            _ => at += 2,
        }
    }
}

/// The end of the value that begins at an offset; what is inside is not looked at.
fn value_end(text: &str, mut at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    loop {
        at = skip_space(text, at);
        match bytes.get(at)? {
            b'"' => at = string_end(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
                continue;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' if depth > 0 => {
                at += 1;
                continue;
            }
            b',' | b':' => return None,
            _ => {
                let ends =
                    |byte: &u8| matches!(byte, b',' | b':' | b']' | b'}' | b'"' | b'/') || byte.is_ascii_whitespace();
                let word = bytes.get(at..)?.iter().position(ends).unwrap_or(bytes.len() - at);
                // A lone slash is no comment and no value.
                at += word.max(1);
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries under a key as `name line`.
    fn check(path: &str, text: &str, key: &str, expected: &str) {
        let here = Path::new("/home/me/shop");
        let shown = ask(Path::new(path), text, |root| {
            let found = root.look_up(key, here);
            let mut lines = Lines::new(text);
            let entries = found.map(Part::entries).unwrap_or_default();
            let mut shown: Vec<String> =
                entries.iter().map(|entry| format!("{} {}", entry.key, lines.of(entry.at))).collect();
            for item in found.map(Part::items).unwrap_or_default() {
                shown.push(format!("{} {}", item.text().unwrap_or_default(), lines.of(item.at())));
            }
            shown.join(", ")
        });
        assert_eq!(shown.unwrap_or_else(|| "broken".to_owned()), expected, "{text}");
    }

    #[test]
    fn json_with_and_without_comments() {
        check("a.json", "{\"m\": {\"a\": {\"x\": [1, {}]},\n \"b\\n\": 2}}", "m", "a 1, b\n 2");
        check("a.json", "\u{feff}// x\n{/* \" */ \"m\": {\n\"a\": true, // y\n},}", "m", "a 3");
        check("a.json", "{\"p\": {\"/home/me/shop\": {\"m\": {\"a\": {}}}, \"/x.y\": 1}}", "p.{here}.m", "a 1");
        check("a.json", "{\"amp.m\": {\"a\": {}}, \"l\": [\"x\",\n\"y\", 3]}", "amp.m", "a 1");
        check("a.json", "{\"l\": {\"m\": [\"x\",\n\"y\", 3]}}", "l.m", "x 1, y 2,  2");
    }

    #[test]
    fn toml_and_yaml() {
        check("a.toml", "x = 1\n[m.a]\ncommand = 'x'\n[m.\"b c\"]\n", "m", "a 2, b c 4");
        check("a.toml", "m = { a = {}, b = 1 }\nl = ['x']", "m", "a 1, b 1");
        check("a.toml", "l = ['x',\n'y']", "l", "x 1, y 2");
        check("a.yaml", "m:\n  a:\n    x: 1\n  b: {}\n", "m", "a 2, b 4");
        check("a.yaml", "m: [x,\n y]\n", "m", "x 1, y 2");
    }

    #[test]
    fn what_is_broken_gives_what_came_before_it() {
        check("a.json", "{\"m\": {\"a\": {}, \"b", "m", "a 1");
        check("a.json", "{\"m\": {\"a\" {}}", "m", "");
        check("a.json", "{\"m\": [\"x\", /", "m", "x 1,  1");
        check("a.toml", "m = [", "m", "broken");
        check("a.yaml", "m: [", "m", "broken");
        for text in
            ["", "{", "[", "\"", "{\"", "{\"m\"", "{\"m\":", "{\"m\":{", "}", "/", "/*", "{\"m\": }", "\\", "{\"m\":/"]
        {
            check("a.json", text, "m", "");
        }
    }
}
