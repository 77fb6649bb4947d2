//! Texts inside a field that a host with types reads too, and cannot do without their being texts.

use crate::document::yaml::{Node, Value};
use crate::hosts::Host;

/// Whether a text inside a field is none, or the field is no mapping, aliases aside. `value` finds a field.
pub(super) fn is_mistyped_inside<'a>(host: &Host, value: &dyn Fn(&str) -> Option<&'a Node>) -> bool {
    first_mistyped(host, value, &|node| node).is_some()
}

/// The first field with such a fault; `target` is what an alias stands for.
pub(super) fn first_mistyped<'a, 'h>(
    host: &'h Host,
    value: &dyn Fn(&str) -> Option<&'a Node>,
    target: &dyn Fn(&'a Node) -> &'a Node,
) -> Option<&'h str> {
    let faults = host.yaml.inner_texts.iter().filter_map(|path| path.split_once('.'));
    let fault =
        faults.into_iter().find(|(field, key)| value(field).is_some_and(|node| is_mistyped(target(node), key, target)));
    fault.map(|(field, _)| field)
}

fn is_mistyped<'a>(field: &'a Node, key: &str, target: &dyn Fn(&'a Node) -> &'a Node) -> bool {
    let Value::Mapping { entries, .. } = &field.value else {
        // Nothing at all is an empty mapping; a null that is written out is not.
        return !matches!(field.value, Value::Missing | Value::Alias(_));
    };
    let mut texts = entries.iter().filter(|entry| entry.key.scalar() == Some(key)).map(|entry| target(&entry.value));
    let is_no_text = |node: &Node| matches!(node.value, Value::Sequence { .. } | Value::Mapping { .. });
    if entries.iter().any(|entry| is_no_text(&entry.key)) {
        return true;
    }
    texts.next().is_some_and(is_no_text) || texts.next().is_some()
}
