//! Adds lines to block mappings and block lists of YAML.

use serde_json::Value as Json;

use crate::settings::edit::brackets::Page;
use crate::settings::edit::change::nested;
use crate::settings::{Node, Value};
use crate::text::{Edit, apply};

/// The text with a value under keys that a block mapping does not have.
pub(super) fn with_entry(page: Page<'_>, mapping: &Node, keys: &[&str], value: &Json) -> String {
    let Value::Map(members) = &mapping.value else { return page.text.to_owned() };
    let Some(last) = members.last() else { return page.text.to_owned() };
    let indent = column(page.text, last.key_span.start);
    let lines = lines(&nested(keys, value), indent, 0);
    after(page.text, last.span().end, &lines)
}

/// The text with an item more in a block list.
pub(super) fn with_item(page: Page<'_>, list: &Node, item: &Json) -> String {
    let Value::List(items) = &list.value else { return page.text.to_owned() };
    let Some(last) = items.last() else { return page.text.to_owned() };
    let start = last.span.start;
    let before = page.text.get(..start).unwrap_or_default();
    let dash = before.rfind('-').unwrap_or(start);
    let line = format!("{}- {}", " ".repeat(column(page.text, dash)), scalar(item));
    after(page.text, last.span.end, &[line])
}

/// A blank text becomes a mapping.
pub(super) fn made(blank: &str, value: &Json) -> String {
    let lines = lines(value, 0, 0);
    let newline = newline(blank);
    let blank_end = if blank.is_empty() || blank.ends_with('\n') { "" } else { newline };
    format!("{blank}{blank_end}{}{newline}", lines.join(newline))
}

/// Puts lines behind the line in which something ends.
fn after(text: &str, end: usize, lines: &[String]) -> String {
    let rest = text.get(end..).unwrap_or_default();
    let end = end + rest.find(['\r', '\n']).unwrap_or(rest.len());
    let newline = newline(text);
    apply(text, &[Edit::insert(end, format!("{newline}{}", lines.join(newline)))])
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// How many signs stand before `offset` in its line.
fn column(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default().chars().count()
}

/// A value as lines of a block, without line ends.
fn lines(value: &Json, indent: usize, depth: usize) -> Vec<String> {
    const UNIT: usize = 2;
    let space = " ".repeat(indent + depth * UNIT);
    match value {
        Json::Object(entries) => {
            let entry = |(key, value): (&String, &Json)| match value {
                Json::Object(_) | Json::Array(_) => {
                    let mut all = vec![format!("{space}{}:", scalar(&Json::from(key.as_str())))];
                    all.extend(lines(value, indent, depth + 1));
                    all
                }
                _ => vec![format!("{space}{}: {}", scalar(&Json::from(key.as_str())), scalar(value))],
            };
            entries.iter().flat_map(entry).collect()
        }
        Json::Array(items) => items.iter().map(|item| format!("{space}- {}", scalar(item))).collect(),
        _ => vec![format!("{space}{}", scalar(value))],
    }
}

/// A value in one line; a text in quotes unless it is surely plain.
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
