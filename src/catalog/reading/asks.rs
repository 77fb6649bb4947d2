//! The fields for whose sake a host asks before the model may load a skill.

use std::sync::Arc;

use super::fields::Fields;
use super::values::schema;
use crate::document::yaml::{Entry, Node, Resolved, Value};
use crate::hosts::{FieldFact, FieldKind, HookKey, Host};

/// The first field that makes the host ask, when one does.
pub(super) fn asks_about(host: &Host, fields: &Fields<'_>) -> Option<Arc<str>> {
    let rule = &host.permissions;
    if rule.asks_about.is_empty() {
        return None;
    }
    let lost = if has_broken_guard(host, fields) { host.hooks.guarded.as_slice() } else { &[] };
    let knows = |key: &str| host.fields.iter().any(|fact| fact.key == key || fact.also.iter().any(|it| it == key));
    let asks = |key: &str| {
        if lost.iter().any(|it| it == key) {
            return false;
        }
        match rule.asks_about.iter().any(|it| it == key) {
            true => fields.value(key).is_some_and(|field| is_something(host, fields, key, field.node)),
            false if rule.asks_about_unknown && !knows(key) => {
                fields.value(key).is_some_and(|field| is_anything(field.node))
            }
            false => false,
        }
    };
    let key = fields.pairs.iter().map(|(key, _)| *key).find(|key| asks(key))?;
    Some(Arc::from(key))
}

/// Whether the host finds something in a field that it asks about.
fn is_something(host: &Host, fields: &Fields<'_>, key: &str, node: &Node) -> bool {
    let fact = host.fields.iter().find(|fact| fact.key == key);
    match fact {
        Some(fact) if !fact.keys.is_empty() => has_hooks(host, fields, fact, node),
        Some(fact) if fact.kind == FieldKind::List => has_text(host, fields, node),
        _ => is_anything(node),
    }
}

/// Whether a value is anything but null, an empty list or an empty mapping.
fn is_anything(node: &Node) -> bool {
    match &node.value {
        Value::Sequence { items, .. } => !items.is_empty(),
        Value::Mapping { entries, .. } => !entries.is_empty(),
        Value::Scalar(_) | Value::Alias(_) => true,
        Value::Missing | Value::Broken => false,
    }
}

/// Whether a value is a text, or a list of them, with anything in it.
fn has_text(host: &Host, fields: &Fields<'_>, node: &Node) -> bool {
    let node = fields.target(node);
    let is_text = |node: &Node| {
        let is_text = node.resolve(schema(host)) == Some(Resolved::Text);
        is_text && node.scalar().is_some_and(|text| text.contains(|sign: char| !sign.is_whitespace() && sign != ','))
    };
    match &node.value {
        Value::Sequence { items, .. } => items.iter().any(|item| is_text(fields.target(item))),
        _ => is_text(node),
    }
}

/// Whether an event is left that the host takes: one that it knows, with a list.
fn has_hooks(host: &Host, fields: &Fields<'_>, fact: &FieldFact, node: &Node) -> bool {
    let Value::Mapping { entries, .. } = &fields.target(node).value else { return false };
    let is_event = |entry: &Entry| {
        let is_known = entry.key.scalar().is_some_and(|key| fact.keys.iter().any(|event| event.name == key));
        is_known && matches!(fields.target(&entry.value).value, Value::Sequence { .. })
    };
    !has_broken_guard(host, fields) && entries.iter().any(is_event)
}

/// Whether a guard cannot be set: then the skill has no hooks at all.
fn has_broken_guard(host: &Host, fields: &Fields<'_>) -> bool {
    let rule = &host.hooks;
    let knows_events = host.fields.iter().any(|fact| fact.key == "hooks" && !fact.keys.is_empty());
    if rule.guards.is_empty() || !knows_events {
        return false;
    }
    let is_stray = |(key, node): &(&str, &Node)| {
        rule.is_guard(key) && matches!(fields.target(node).value, Value::Sequence { .. } | Value::Mapping { .. })
    };
    if fields.pairs.iter().any(is_stray) {
        return true;
    }
    let Some(hooks) = fields.value("hooks") else { return false };
    let Value::Mapping { entries, .. } = &hooks.node.value else {
        return matches!(hooks.node.value, Value::Sequence { .. } | Value::Scalar(_));
    };
    entries.iter().filter(|entry| entry.key.scalar().is_some_and(|key| rule.is_guard(key))).any(|entry| {
        let value = fields.target(&entry.value);
        match &value.value {
            Value::Sequence { items, .. } => !items.iter().all(|item| is_group(host, fields, item)),
            Value::Mapping { .. } => true,
            Value::Scalar(_) => value.resolve(schema(host)) != Some(Resolved::Null),
            Value::Alias(_) | Value::Missing | Value::Broken => false,
        }
    })
}

fn is_group(host: &Host, fields: &Fields<'_>, node: &Node) -> bool {
    let Value::Mapping { entries, .. } = &fields.target(node).value else { return false };
    let fits = |key: &HookKey| fits(host, fields, entries, key);
    let hooks = entries.iter().rev().find(|entry| entry.key.scalar() == Some("hooks"));
    let hooks = hooks.map(|entry| &fields.target(&entry.value).value);
    let Some(Value::Sequence { items, .. }) = hooks else { return false };
    host.hooks.group.iter().all(fits) && items.iter().all(|item| is_hook(host, fields, item))
}

fn is_hook(host: &Host, fields: &Fields<'_>, node: &Node) -> bool {
    let Value::Mapping { entries, .. } = &fields.target(node).value else { return false };
    let kind = entries.iter().rev().find(|entry| entry.key.scalar() == Some("type"));
    let kind = kind.and_then(|entry| host.hooks.hook_type(fields.target(&entry.value).scalar()?));
    kind.is_some_and(|kind| kind.keys.iter().all(|key| fits(host, fields, entries, key)))
}

/// Whether a key of a group or of a hook is there when it must be, and of its kind.
fn fits(host: &Host, fields: &Fields<'_>, entries: &[Entry], key: &HookKey) -> bool {
    let Some(entry) = entries.iter().rev().find(|entry| entry.key.scalar() == Some(&key.name)) else {
        return !key.required;
    };
    let node = fields.target(&entry.value);
    let resolved = node.resolve(schema(host));
    let is_allowed = key.values.is_empty() || node.scalar().is_some_and(|text| key.values.iter().any(|it| it == text));
    match key.kind {
        FieldKind::Number => matches!(resolved, Some(Resolved::Number(_))),
        FieldKind::Boolean => matches!(resolved, Some(Resolved::Bool(_))),
        FieldKind::Sequence | FieldKind::List => matches!(node.value, Value::Sequence { .. }),
        FieldKind::Mapping | FieldKind::TextMapping => matches!(node.value, Value::Mapping { .. }),
        _ => resolved == Some(Resolved::Text) && is_allowed,
    }
}
