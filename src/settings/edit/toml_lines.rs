//! Adds keys and tables of TOML where there are no brackets.

use serde_json::{Map, Value as Json};

use crate::settings::edit::brackets::{Page, Syntax};
use crate::settings::edit::change::without_lines;
use crate::settings::{Member, Node, Value};
use crate::text::{Edit, apply};

/// The text with a value under `keys`, of which the last `missing` are not there: in the section of its table, or in
/// a new one at the end.
pub(super) fn with_entry(page: Page<'_>, table: &Node, keys: &[&str], missing: usize, value: &Json) -> String {
    let text = page.text;
    let Some((key, tables)) = keys.split_last() else { return text.to_owned() };
    let line = format!("{} = {}", Syntax::Toml.key(key), written(value));
    let has_section = tables.is_empty() || table.span.of(text).starts_with('[');
    if missing > 1 || !has_section {
        return appended(text, &format!("[{}]", header(tables)), &[line]);
    }
    let Value::Map(members) = &table.value else { return text.to_owned() };
    let own = members.iter().filter(|member| member.value.span.start > member.key_span.start);
    let last = own.map(|member| member.value.span.end).filter(|end| *end > table.span.end).max();
    let newline = newline(text);
    match last.or((!tables.is_empty()).then_some(table.span.end)) {
        Some(end) => {
            let rest = text.get(end..).unwrap_or_default();
            let end = end + rest.find(['\r', '\n']).unwrap_or(rest.len());
            apply(text, &[Edit::insert(end, format!("{newline}{line}"))])
        }
        None => format!("{line}{newline}{text}"),
    }
}

/// The texts that may have been there before the entry at `keys` was added.
pub(super) fn without_entry(text: &str, keys: &[&str], member: &Member) -> Vec<String> {
    let mut candidates = Vec::new();
    if member.value.span.start > member.key_span.start {
        candidates.push(without_lines(text, member.span()));
    }
    if let Some((_, tables)) = keys.split_last() {
        let header = format!("[{}]", header(tables));
        candidates.extend(text.rmatch_indices(&header).map(|(at, _)| before_block(text, at)));
    }
    candidates
}

/// The text with one table more in the list of tables under `keys`: always at the end, where no other table follows.
pub(super) fn with_table(text: &str, keys: &[&str], fields: &Map<String, Json>) -> String {
    let lines: Vec<String> =
        fields.iter().map(|(key, value)| format!("{} = {}", Syntax::Toml.key(key), written(value))).collect();
    appended(text, &format!("[[{}]]", header(keys)), &lines)
}

/// The texts that may have been there before the last table was added.
pub(super) fn without_table(text: &str, keys: &[&str], _fields: &Map<String, Json>) -> Vec<String> {
    let header = format!("[[{}]]", header(keys));
    text.rmatch_indices(&header).take(1).map(|(at, _)| before_block(text, at)).collect()
}

/// A block at the end, behind an empty line. A text that does not end its last line goes on not to.
fn appended(text: &str, header: &str, lines: &[String]) -> String {
    let newline = newline(text);
    let block = format!("{header}{newline}{}", lines.join(newline));
    match text {
        "" => format!("{block}{newline}"),
        _ if text.ends_with('\n') => format!("{text}{newline}{block}{newline}"),
        _ => format!("{text}{newline}{newline}{block}"),
    }
}

/// The text before a block, without what `appended` put between.
fn before_block(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or_default();
    let newline = newline(text);
    let once = before.strip_suffix(newline).unwrap_or(before);
    if text.ends_with('\n') { once.to_owned() } else { once.strip_suffix(newline).unwrap_or(once).to_owned() }
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

fn header(keys: &[&str]) -> String {
    keys.iter().map(|key| Syntax::Toml.key(key)).collect::<Vec<_>>().join(".")
}

/// A value in one line.
fn written(value: &Json) -> String {
    match value {
        Json::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{} = {}", Syntax::Toml.key(key), written(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => value.to_string(),
    }
}
