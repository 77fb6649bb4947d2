//! A field that a fix writes into the frontmatter.

use crate::document::Document;
use crate::mending::lines::line_break;
use crate::mending::quoting;
use crate::text::{Edit, Span};

/// Inserts `key: value` as the first field, or behind the field `after`. `None` when there is no block to insert into.
pub(crate) fn insert(document: &Document, key: &str, value: &str, after: Option<&str>) -> Option<Edit> {
    document.fence.opening?;
    if document.fence.fault.is_some() || document.not_mapping.is_some() {
        return None;
    }
    let line_break = line_break(&document.text);
    let value = scalar(value);
    Some(match after.and_then(|after| document.field(after)) {
        Some(field) => Edit::insert(field.span.end, format!("{line_break}{key}: {value}")),
        None => Edit::insert(document.fence.block.start, format!("{key}: {value}{line_break}")),
    })
}

/// Fills in the value of a field that has none, or replaces the one it has.
pub(crate) fn set(document: &Document, value_span: Span, value: &str) -> Edit {
    let text = &document.text;
    let value = scalar(value);
    // After a bare `key:`, an anchor or a tag a space is needed before the value.
    let is_glued = text.get(..value_span.start).is_some_and(|before| !before.ends_with(char::is_whitespace));
    let before = if is_glued { " " } else { "" };
    // A comment is one only behind a blank; glued to the value it would become part of it.
    let behind = text.get(value_span.end..).unwrap_or_default();
    let after = if behind.is_empty() || behind.starts_with(char::is_whitespace) { "" } else { " " };
    Edit::replace(value_span, format!("{before}{value}{after}"))
}

/// A one-line text as a YAML value: plain when every parser reads it back as that text, else in quotes.
pub(crate) fn scalar(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    quoting::quoted(&text.replace(char::is_control, " "))
}

/// Whether a text may stand without quotes. Stricter than YAML: what looks like a number or a boolean may not.
fn is_plain(text: &str) -> bool {
    let starts_well = text.chars().next().is_some_and(char::is_alphabetic);
    let special = |character: char| character.is_control() || "{}[]&*!|>%@`\"'\\#:".contains(character);
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    starts_well
        && !text.contains(special)
        && !text.ends_with(char::is_whitespace)
        && !words.contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_when_they_must_be() {
        for (text, value) in [
            ("pdf", "pdf"),
            ("Fills in forms, quickly", "Fills in forms, quickly"),
            ("8120", "\"8120\""),
            ("on", "\"on\""),
            ("Use when: needed", "\"Use when: needed\""),
            ("say \"hi\"", "'say \"hi\"'"),
            ("", "\"\""),
        ] {
            assert_eq!(scalar(text), value);
        }
    }
}
