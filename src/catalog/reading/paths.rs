//! The patterns of `paths` that hold a skill back, split as the host does.

use std::sync::Arc;

use super::fields::{Field, MOST_ITEMS};
use super::values::trimmed;
use crate::catalog::paths::is_condition;
use crate::document::yaml::{Resolved, Value};
use crate::hosts::PathPatterns;

/// The patterns of `paths`, as the author wrote them, one by one. None when they hold nothing back: `**` matches
/// everything.
pub(super) fn paths(field: Field<'_>) -> Box<[Arc<str>]> {
    if field.fields.host.controls.path_patterns == PathPatterns::Globs {
        return globs(field);
    }
    let mut texts = Vec::new();
    collect_texts(field, &mut texts, &mut 0, 0);
    let patterns: Vec<Arc<str>> = texts.iter().flat_map(|text| split_at_commas(text)).map(Arc::from).collect();
    match is_condition(&patterns) {
        true => patterns.into(),
        false => Box::default(),
    }
}

/// The items of a list as they are, printed and trimmed.
fn globs(field: Field<'_>) -> Box<[Arc<str>]> {
    let Value::Sequence { items, .. } = &field.node.value else { return Box::default() };
    let texts = items.iter().take(MOST_ITEMS).map(|item| Field { node: field.fields.target(item), ..field }.print());
    texts.filter(|text| !trimmed(text).is_empty()).map(|text| Arc::from(trimmed(&text))).collect()
}

/// Whether one of the patterns in a list is absolute, or climbs out of the project.
pub(super) fn leaves_project(field: Field<'_>) -> bool {
    let Value::Sequence { items, .. } = &field.node.value else { return false };
    items.iter().take(MOST_ITEMS).any(|item| {
        let text = Field { node: field.fields.target(item), ..field }.print().replace('\\', "/");
        let pattern = trimmed(&text);
        let has_drive = pattern.starts_with(|sign: char| sign.is_ascii_alphabetic()) && pattern.get(1..2) == Some(":");
        pattern.starts_with('/') || has_drive || pattern.split('/').any(|part| part == "..")
    })
}

/// The texts in a value, lists inside lists included; what is not text is left out.
fn collect_texts<'a>(field: Field<'a>, texts: &mut Vec<&'a str>, items_seen: &mut usize, depth: usize) {
    match &field.node.value {
        Value::Scalar(scalar) if field.resolve() == Some(Resolved::Text) => texts.push(&scalar.text),
        Value::Sequence { items, .. } if depth < 16 => {
            for item in items {
                *items_seen += 1;
                if *items_seen > MOST_ITEMS {
                    return;
                }
                let item = Field { node: field.fields.target(item), ..field };
                collect_texts(item, texts, items_seen, depth + 1);
            }
        }
        Value::Scalar(_) | Value::Sequence { .. } | Value::Mapping { .. } => {}
        Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// The parts between commas that stand outside braces, trimmed, without empty ones.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_i64;
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts.into_iter().map(trimmed).filter(|part| !part.is_empty()).collect()
}
