//! The patterns of `paths` that hold a skill back, split and spelled out as the host does.

use std::sync::Arc;

use super::fields::{Field, MOST_ITEMS};
use super::values::trimmed;
use crate::document::yaml::{Resolved, Value};
use crate::hosts::PathPatterns;

/// The most patterns that braces are spelled out into.
const MOST_PATTERNS: usize = 1000;

/// The most text that they take.
const MOST_PATTERN_BYTES: usize = 4 * 1024 * 1024;

/// The patterns of `paths`, as the host hands them to its matcher: braces spelled out, `/**` at the end dropped.
/// None when they hold nothing back: `**` matches everything.
pub(super) fn paths(field: Field<'_>) -> Box<[Arc<str>]> {
    if field.fields.host.controls.path_patterns == PathPatterns::Globs {
        return globs(field);
    }
    let mut texts = Vec::new();
    collect_texts(field, &mut texts, &mut 0, 0);
    let mut patterns: Vec<String> = Vec::new();
    for pattern in texts.iter().flat_map(|text| split_at_commas(text)) {
        patterns.extend(spelled_out(pattern, MOST_PATTERNS.saturating_sub(patterns.len())));
    }
    let patterns: Vec<&str> = patterns
        .iter()
        .map(|pattern| pattern.strip_suffix("/**").unwrap_or(pattern))
        .filter(|pattern| !pattern.is_empty())
        .collect();
    if patterns.iter().all(|pattern| *pattern == "**") {
        return Box::default();
    }
    patterns.into_iter().map(Arc::from).collect()
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

/// `*.{a,b}` as `*.a` and `*.b`; the pattern itself when that would be more than `most`, or too much text.
fn spelled_out(pattern: &str, most: usize) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    let mut room = MOST_PATTERN_BYTES;
    while let Some(next) = open.pop() {
        let parts = next.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
        let Some((before, (choices, after))) = parts.filter(|(_, (choices, _))| !choices.is_empty()) else {
            done.push(next);
            continue;
        };
        let count = done.len() + open.len() + choices.split(',').count();
        room = room.saturating_sub(next.len());
        if count > most || count.saturating_mul(pattern.len()) > room {
            return vec![pattern.to_owned()];
        }
        open.extend(choices.split(',').rev().map(|choice| format!("{before}{}{after}", trimmed(choice))));
    }
    done
}
