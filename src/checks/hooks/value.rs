//! A value in a hook: of the kind that its key takes, or not.

use super::{Cost, HookFault, HooksReader, Kind, shape};
use crate::checks::Fix;
use crate::document::yaml::{Entry, Node, Resolved, Schema, Value};
use crate::hosts::{FieldKind, HookKey};
use crate::mending::quoting::quoted;
use crate::words::{excerpt, nearest, quoted_words};

/// What is wrong with the value of a key, for a host that looks at it.
pub(super) fn fault(
    reader: &HooksReader<'_, '_>,
    key: &HookKey,
    entry: &Entry,
    hook_type: &str,
    cost: Cost,
) -> Option<HookFault> {
    let value = &entry.value;
    let what = shape(value)?;
    let span = if value.span.is_empty() { entry.key.span } else { reader.start_of(value) };
    if what == "empty" {
        let message = format!("A `{hook_type}` hook needs `{}`, which is empty here", key.name);
        return key.required.then(|| reader.shape(span, message, cost));
    }
    if !reader.rule.validates {
        return None;
    }
    let raw = value.span.of(reader.text);
    let (wanted, replacement) = match (key.kind, value.resolve(Schema::Core)) {
        (FieldKind::Text, Some(Resolved::Text)) => return unknown_value(key, value, cost),
        (FieldKind::Text, Some(_)) => ("text", Some(quoted(raw))),
        (FieldKind::Text, None) => ("text", None),
        (FieldKind::Boolean, Some(Resolved::Bool(_))) => return None,
        (FieldKind::Boolean, Some(_)) => ("`true` or `false`", boolean(value)),
        (FieldKind::Boolean, None) => ("`true` or `false`", None),
        (FieldKind::Number, Some(Resolved::Number(number))) if number > 0.0 => return None,
        (FieldKind::Number, Some(Resolved::Number(_))) => ("more than 0", None),
        (FieldKind::Number, _) => ("a number", number(value)),
        (FieldKind::List | FieldKind::Sequence, _) if what == "a list" => return None,
        (FieldKind::List | FieldKind::Sequence, _) => ("a list", None),
        (FieldKind::Mapping | FieldKind::TextMapping, _) if what == "a mapping" => return None,
        (FieldKind::Mapping | FieldKind::TextMapping, _) => ("a mapping", None),
        (FieldKind::Any, _) => return None,
    };
    let written = if matches!(value.value, Value::Scalar(_)) { excerpt(raw) } else { what.to_owned() };
    let message = format!("`{}` is {written}, but it must be {wanted}", key.name);
    let fix = replacement.map(|text| Fix::replacing(value.span, &text));
    Some(HookFault { fix, ..reader.shape(span, message, cost) })
}

/// A word outside the few that a key takes.
fn unknown_value(key: &HookKey, value: &Node, cost: Cost) -> Option<HookFault> {
    let written = value.scalar()?;
    if key.values.is_empty() || key.values.iter().any(|known| known == written) {
        return None;
    }
    let lower = written.to_lowercase();
    let words = || key.values.iter().map(String::as_str);
    let meant = words().find(|it| *it == lower).or_else(|| nearest(&lower, words(), 2).map(|(meant, _)| meant));
    let known = quoted_words(&key.values);
    let message = format!("{} is not a value of `{}`, which is {known}", excerpt(written), key.name);
    let fix = meant.map(|meant| Fix::replacing(value.span, meant));
    Some(HookFault { kind: Kind::Unknown, span: value.span, message, cost, fix })
}

/// The boolean that a word evidently means.
fn boolean(value: &Node) -> Option<String> {
    match value.scalar()?.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some("true".to_owned()),
        "false" | "no" | "off" | "0" => Some("false".to_owned()),
        _ => None,
    }
}

/// The number in quotes.
fn number(value: &Node) -> Option<String> {
    let text = value.scalar()?.trim();
    text.parse::<f64>().is_ok_and(|number| number > 0.0 && number.is_finite()).then(|| text.to_owned())
}
