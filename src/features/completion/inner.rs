//! Where inside a field of several lines the cursor stands: the keys and items that lead to it. Told by columns, so that
//! half-typed YAML is no obstacle.

use crate::document::keys::key_of;
use crate::document::lines::{Line, line_at, lines};
use crate::features::completion::spot::ValueSpot;
use crate::text::Span;

/// A place inside a field.
#[derive(Debug, PartialEq)]
pub(super) struct Inner<'a> {
    /// What leads to it, from the field inwards.
    pub(super) path: Vec<Step<'a>>,
    /// The keys of the mapping it stands in, without its own, each with its value as it is written.
    pub(super) beside: Vec<(&'a str, &'a str)>,
    /// What stands there.
    pub(super) at: At<'a>,
}

/// A step on the way to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<'a> {
    /// Into the value of a key.
    Key(&'a str),
    /// Into an item of a list.
    Item,
}

/// What is typed at a place.
#[derive(Debug, PartialEq)]
pub(super) enum At<'a> {
    /// A key.
    Key {
        /// The word, which may be empty.
        word: Span,
        /// Whether a colon follows it.
        has_colon: bool,
    },
    /// A value on the line of its key.
    Value {
        /// The key.
        key: &'a str,
        /// All that is written, without quotes around it and without what follows.
        written: Span,
        /// Whether a blank is missing behind the colon.
        is_glued: bool,
        /// Whether it stands in quotes.
        is_quoted: bool,
    },
}

/// A key or the sign of an item, with its column.
#[derive(Clone, Copy, Debug)]
struct Mark<'a> {
    column: usize,
    step: Step<'a>,
    /// What stands behind a key.
    value: &'a str,
}

/// The place of the cursor; `None` on the line of the field itself, and where YAML is written otherwise.
pub(super) fn inner<'a>(text: &'a str, spot: &ValueSpot<'_>) -> Option<Inner<'a>> {
    let line = line_at(text, spot.offset);
    if line.start < spot.raw.start {
        return None;
    }
    let others: Vec<(usize, Vec<Mark<'a>>)> =
        lines(text, spot.raw).filter(|it| it.start > spot.raw.start).map(|it| (it.start, marks(it))).collect();
    let column = line.text.len() - behind_signs(line.text).len();
    let typed = text.get(line.start + column..spot.offset)?;
    let key = key_of(line.text.get(column..)?).filter(|key| typed.len() > key.len());
    let is_key_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let at = match key {
        Some(key) => value_at(text, &line, line.start + column + key.len() + 1, key, spot.offset)?,
        None if typed.bytes().all(is_key_byte) => {
            let start = line.start + column;
            let rest = text.get(start..line.end)?;
            let length = rest.bytes().take_while(|byte| is_key_byte(*byte)).count();
            let has_colon = rest.get(length..)?.starts_with(':');
            (has_colon || rest.get(length..)?.trim().is_empty())
                .then(|| At::Key { word: Span::new(start.min(spot.offset), start + length), has_colon })?
        }
        None => return None,
    };
    // The cursor may stand further left than the blanks of its line reach.
    let column = column.min(spot.offset - line.start);
    let mut path: Vec<Step<'a>> = Vec::new();
    let mut limit = column;
    let mut is_item = false;
    let above = others.iter().filter(|(start, _)| *start < line.start).rev().flat_map(|(_, marks)| marks.iter().rev());
    for mark in marks_before(&line, column).iter().rev().chain(above) {
        // A list may begin in the column of its key.
        let leads = mark.column < limit || (is_item && mark.column == limit && matches!(mark.step, Step::Key(_)));
        // Two items in a row are no way that we know.
        if leads && !(is_item && mark.step == Step::Item) {
            path.push(mark.step);
            limit = mark.column;
            is_item = mark.step == Step::Item;
        }
    }
    path.reverse();
    Some(Inner { path, beside: beside(&others, line.start, column), at })
}

/// The marks of a line, from the left.
fn marks(line: Line<'_>) -> Vec<Mark<'_>> {
    let mut found = signs(line.text);
    let rest = behind_signs(line.text);
    if let Some(key) = key_of(rest) {
        let value = rest.get(key.len() + 1..).unwrap_or_default().trim();
        found.push(Mark { column: line.text.len() - rest.len(), step: Step::Key(key), value });
    }
    found
}

/// The signs of items before a column of the cursor's own line.
fn marks_before<'a>(line: &Line<'a>, column: usize) -> Vec<Mark<'a>> {
    signs(line.text).into_iter().filter(|mark| mark.column < column).collect()
}

fn signs(line: &str) -> Vec<Mark<'_>> {
    let before = line.get(..line.len() - behind_signs(line).len()).unwrap_or_default();
    before.match_indices('-').map(|(column, _)| Mark { column, step: Step::Item, value: "" }).collect()
}

/// A line without its blanks and its signs of items.
fn behind_signs(line: &str) -> &str {
    let mut rest = line.trim_start_matches([' ', '\t']);
    while let Some(inner) = rest.strip_prefix('-').filter(|it| it.is_empty() || it.starts_with([' ', '\t'])) {
        rest = inner.trim_start_matches([' ', '\t']);
    }
    rest
}

/// The keys in the same mapping as a column of a line.
fn beside<'a>(others: &[(usize, Vec<Mark<'a>>)], line: usize, column: usize) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    let mut add = |marks: &[Mark<'a>]| {
        let Some(first) = marks.first() else { return true };
        let key = marks.iter().find_map(|mark| match mark.step {
            Step::Key(key) if mark.column == column => Some((key, mark.value)),
            Step::Key(_) | Step::Item => None,
        });
        found.extend(key);
        // Whatever stands further left ends the mapping.
        first.column >= column
    };
    let own = others.iter().position(|(start, _)| *start == line);
    let split = own.unwrap_or(others.len());
    let begins_item = own
        .and_then(|own| others.get(own))
        .is_some_and(|(_, marks)| marks.first().is_some_and(|mark| mark.step == Step::Item));
    if !begins_item {
        for (_, marks) in others.get(..split).unwrap_or_default().iter().rev() {
            if !add(marks) {
                break;
            }
        }
    }
    for (_, marks) in others.get(split + 1..).unwrap_or_default() {
        if marks.first().is_some_and(|mark| mark.column < column) {
            break;
        }
        add(marks);
    }
    found
}

/// The value behind a colon at the cursor.
fn value_at<'a>(text: &str, line: &Line<'_>, start: usize, key: &'a str, offset: usize) -> Option<At<'a>> {
    let before = text.get(start..offset)?;
    let written = before.trim_start_matches([' ', '\t']);
    let quote = written.chars().next().filter(|first| matches!(first, '"' | '\''));
    let written = written.get(quote.map_or(0, char::len_utf8)..)?;
    if quote.is_some_and(|quote| written.contains(quote)) || written.contains(" #") {
        return None;
    }
    let after = text.get(offset..line.end)?;
    let length = match quote {
        Some(quote) => after.find(quote).unwrap_or(after.len()),
        None => after.find(" #").unwrap_or(after.trim_end().len()),
    };
    Some(At::Value {
        key,
        written: Span::new(offset - written.len(), offset + length),
        is_glued: before.is_empty(),
        is_quoted: quote.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::features::completion::spot::{Spot, spot};

    /// The way to the cursor, what stands beside it, and what is typed.
    fn check(lines: &str, expected: &str) {
        let text = format!("---\nhooks:\n{lines}\n---\n");
        let offset = text.find("<|>").expect("a cursor");
        let text = text.replacen("<|>", "", 1);
        let document = parse(&text);
        let Some(Spot::Inner(spot)) = spot(&document, offset) else { panic!("no value: {lines}") };
        let shown = inner(&text, &spot).map_or("-".to_owned(), |inner| {
            let path = inner.path.iter().map(|step| match step {
                Step::Key(key) => format!("{key}/"),
                Step::Item => "-/".to_owned(),
            });
            let beside: Vec<&str> = inner.beside.iter().map(|(key, _)| *key).collect();
            let at = match inner.at {
                At::Key { word, has_colon } => format!("<{}>{}", word.of(&text), if has_colon { ":" } else { "" }),
                At::Value { key, written, .. } => format!("{key}=<{}>", written.of(&text)),
            };
            format!("{}{at} {}", path.collect::<String>(), beside.join(",")).trim_end().to_owned()
        });
        assert_eq!(shown, expected, "{lines}");
    }

    #[test]
    fn keys() {
        check("  <|>", "<>");
        check("  St<|>op:\n  PreToolUse:\n    - hooks: []", "<Stop>: PreToolUse");
        check("  Stop:\n    <|>", "Stop/<>");
        check("  Stop:\n    - <|>", "Stop/-/<>");
        check("  Stop:\n    - matcher: x\n      ho<|>", "Stop/-/<ho> matcher");
        check("  Stop:\n    - matcher: x\n      hooks:\n        <|>", "Stop/-/hooks/<>");
        check(
            "  Stop:\n    - hooks:\n        - type: command\n          <|>\n          once: true",
            "Stop/-/hooks/-/<> type,once",
        );
        check("  Stop:\n    - hooks:\n        - <|>\n          once: true\n    - matcher: y", "Stop/-/hooks/-/<> once");
        check("  Stop:\n    - hooks:\n        - type: a\n        - <|>", "Stop/-/hooks/-/<>");
    }

    #[test]
    fn lists_in_the_column_of_their_key() {
        check("  Stop:\n  - matcher: x\n    hooks:\n    - ty<|>", "Stop/-/hooks/-/<ty>");
        check("  Stop:\n  - <|>\n  Setup:", "Stop/-/<>");
    }

    #[test]
    fn values() {
        check("  Stop:\n    - matcher: Ed<|>it|Write # x", "Stop/-/matcher=<Edit|Write>");
        check("  Stop:\n    - matcher: \"Ed<|>it\"\n      hooks: []", "Stop/-/matcher=<Edit> hooks");
        check("  Stop:\n    - hooks:\n        - type:<|>", "Stop/-/hooks/-/type=<>");
        check("  Stop:\n    - matcher: \"a\" <|>", "-");
        check("  Stop: [{a: <|>}]", "Stop=<[{a: }]>");
    }
}
