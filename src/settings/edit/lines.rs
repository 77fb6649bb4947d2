//! Adds and removes the lines of TOML and of blocks of YAML, where there are no brackets.

use serde_json::{Map, Value as Json};

use crate::settings::edit::brackets::{Page, Syntax};
use crate::settings::edit::newline;
use crate::settings::{Format, Node, Value};
use crate::text::{Edit, Span, apply};

/// The text with a value under `keys` of TOML, of which the last `missing` are not there: in the section of its table,
/// or in a new one at the end.
pub(super) fn with_key(page: Page<'_>, table: &Node, keys: &[&str], missing: usize, value: &Json) -> String {
    let text = page.text;
    let Some((key, tables)) = keys.split_last() else { return text.to_owned() };
    let line = pair(key, value);
    let has_section = tables.is_empty() || table.span.of(text).starts_with('[');
    if missing > 1 || !has_section {
        return appended(text, &format!("[{}]", header(tables)), &[line]);
    }
    let own = table.written().iter().filter(|member| member.value.span.start > member.key_span.start);
    let last = own.map(|member| member.value.span.end).filter(|end| *end > table.span.end).max();
    match last.or((!tables.is_empty()).then_some(table.span.end)) {
        Some(end) => after(text, end, &[line]),
        None => {
            let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
            apply(text, &[Edit::insert(mark, format!("{line}{}", newline(text)))])
        }
    }
}

/// The text with one table more in the list of tables under `keys`: always at the end, where no other table follows.
pub(super) fn with_table(text: &str, keys: &[&str], fields: &Map<String, Json>) -> String {
    let lines: Vec<String> = fields.iter().map(|(key, value)| pair(key, value)).collect();
    appended(text, &format!("[[{}]]", header(keys)), &lines)
}

/// The text with a value in a block mapping of YAML, or in a blank text.
pub(super) fn with_entry(page: Page<'_>, mapping: &Node, value: &Json) -> String {
    let Page { text, .. } = page;
    let Some(last) = mapping.written().last() else {
        let newline = newline(text);
        let block = block(value, 0).join(newline);
        // A text that does not end its last line goes on not to.
        return match text.is_empty() || text == "\u{feff}" || text.ends_with('\n') {
            true => format!("{text}{block}{newline}"),
            false => format!("{text}{newline}{block}"),
        };
    };
    after(text, last.span().end, &block(value, column(text, last.key_span.start)))
}

/// The text with an item more in a block list of YAML.
pub(super) fn with_item(page: Page<'_>, list: &Node, item: &Json) -> String {
    let Some(last) = list.items().last() else { return page.text.to_owned() };
    let before = page.text.get(..last.span.start).unwrap_or_default();
    let dash = before.rfind('-').unwrap_or(last.span.start);
    after(page.text, last.span.end, &[format!("{}- {}", " ".repeat(column(page.text, dash)), scalar(item))])
}

/// The texts without a child of a container; some of those of TOML lack what follows it too.
pub(super) fn without(text: &str, format: Format, container: &Node, index: usize) -> Vec<String> {
    let Some(span) = container.children().get(index).copied() else { return Vec::new() };
    let child = match &container.value {
        Value::Map(members) => members.get(index).map(|member| &member.value),
        Value::List(items) => items.get(index),
        Value::Text(_) | Value::Other(_) => None,
    };
    match child {
        // A table is its header here.
        Some(child) if format == Format::Toml && child.is_container() && !child.is_bracketed(text) => {
            let last = |node: &Node| node.children().last().map_or(node.span.start, |span| span.start);
            let to_the_end = [child.span.start, last(child)].into_iter().map(|start| before_block(text, start));
            to_the_end.chain(without_block(text, child.span.start)).collect()
        }
        _ => vec![without_lines(text, span)],
    }
}

/// A block at the end, behind an empty line. A text that does not end its last line goes on not to.
fn appended(text: &str, header: &str, lines: &[String]) -> String {
    let newline = newline(text);
    let block = format!("{header}{newline}{}", lines.join(newline));
    match text.trim_start_matches('\u{feff}') {
        "" => format!("{text}{block}{newline}"),
        _ if text.ends_with('\n') => format!("{text}{newline}{block}{newline}"),
        _ => format!("{text}{newline}{newline}{block}"),
    }
}

/// The text before the block whose header stands at `at`, without what `appended` put between.
fn before_block(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or_default();
    let newline = newline(text);
    let once = before.strip_suffix(newline).unwrap_or(before);
    if text.ends_with('\n') { once.to_owned() } else { once.strip_suffix(newline).unwrap_or(once).to_owned() }
}

/// So many headers below a table are tried as its end.
const MOST_HEADERS: usize = 16;

/// The texts without the block whose header stands at `at`, up to one of the headers below it or to the end.
fn without_block(text: &str, at: usize) -> impl Iterator<Item = String> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let rest = text.get(at..).unwrap_or_default();
    let headers = rest.match_indices('\n').map(move |(newline, _)| at + newline + 1);
    let headers =
        headers.filter(|line| text.get(*line..).is_some_and(|it| it.trim_start_matches([' ', '\t']).starts_with('[')));
    let ends = headers.take(MOST_HEADERS).chain([text.len()]);
    ends.map(move |end| apply(text, &[Edit::remove(Span::new(start, end))]))
}

/// The text with lines behind the line in which something ends.
fn after(text: &str, end: usize, lines: &[String]) -> String {
    let rest = text.get(end..).unwrap_or_default();
    let end = end + rest.find(['\r', '\n']).unwrap_or(rest.len());
    // As that line ends, where line ends are mixed: what is taken away again is a line and its end.
    let newline = match text.get(end..).unwrap_or_default() {
        rest if rest.starts_with("\r\n") => "\r\n",
        rest if rest.starts_with('\n') => "\n",
        _ => newline(text),
    };
    apply(text, &[Edit::insert(end, format!("{newline}{}", lines.join(newline)))])
}

/// The text without the lines of a span.
fn without_lines(text: &str, span: Span) -> String {
    let start = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    // A byte order mark is no part of its line.
    let start = if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { start };
    let rest = text.get(span.end..).unwrap_or_default();
    match rest.find('\n') {
        Some(newline) => apply(text, &[Edit::remove(Span::new(start, span.end + newline + 1))]),
        // The last line has no end of its own: that of the line before goes.
        None => {
            let before = text.get(..start).unwrap_or_default();
            before.strip_suffix("\r\n").or_else(|| before.strip_suffix('\n')).unwrap_or(before).to_owned()
        }
    }
}

/// How many signs stand before `offset` in its line.
fn column(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}').chars().count()
}

fn header(keys: &[&str]) -> String {
    keys.iter().map(|key| Syntax::Toml.key(key)).collect::<Vec<_>>().join(".")
}

/// A key and its value in one line of TOML.
fn pair(key: &str, value: &Json) -> String {
    let written = match value {
        Json::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(key, value)| pair(key, value)).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        _ => value.to_string(),
    };
    format!("{} = {written}", Syntax::Toml.key(key))
}

/// A value as lines of a block of YAML, without line ends.
fn block(value: &Json, indent: usize) -> Vec<String> {
    const UNIT: usize = 2;
    let space = " ".repeat(indent);
    match value {
        Json::Object(entries) => {
            let entry = |(key, value): (&String, &Json)| {
                let key = scalar(&Json::from(key.as_str()));
                match value {
                    Json::Object(_) | Json::Array(_) => {
                        std::iter::once(format!("{space}{key}:")).chain(block(value, indent + UNIT)).collect()
                    }
                    _ => vec![format!("{space}{key}: {}", scalar(value))],
                }
            };
            entries.iter().flat_map(entry).collect()
        }
        Json::Array(items) => items.iter().map(|item| format!("{space}- {}", scalar(item))).collect(),
        _ => vec![format!("{space}{}", scalar(value))],
    }
}

/// A value in one line of YAML; a text in quotes unless it is surely plain.
fn scalar(value: &Json) -> String {
    let is_plain = |text: &str| {
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
        let is_name = text.starts_with(|it: char| it.is_ascii_alphabetic()) && text.chars().all(is_word);
        let lower = text.to_ascii_lowercase();
        is_name && !matches!(&*lower, "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n")
    };
    match value {
        Json::String(text) if is_plain(text) => text.clone(),
        _ => value.to_string(),
    }
}
