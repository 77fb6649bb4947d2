//! The fields of a block as one host looks them up: repeated keys, aliases, merges, and values as text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::values::{number, schema};
use crate::document::yaml::{Node, Resolved, Value};
use crate::hosts::{Host, Repeated};

/// The fields as the host looks them up.
pub(super) struct Fields<'a> {
    pub(super) host: &'a Host,
    pub(super) text: &'a str,
    pub(super) pairs: Vec<(&'a str, &'a Node)>,
    /// Anchored nodes by name, in the order of the text.
    pub(super) anchors: BTreeMap<&'a str, Vec<&'a Node>>,
}

/// A value with what is needed to print it.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) fields: &'a Fields<'a>,
    pub(super) node: &'a Node,
}

impl<'a> Fields<'a> {
    /// The value of a key; `None` when it is absent or null.
    pub(super) fn value(&'a self, key: &str) -> Option<Field<'a>> {
        let mut found = self.pairs.iter().filter(|(known, _)| *known == key);
        let pair = match self.host.yaml.repeated {
            Repeated::First => found.next(),
            Repeated::Last | Repeated::Error => found.next_back(),
        };
        let node = pair.map(|(_, node)| *node).or_else(|| self.merged(key))?;
        let field = Field { fields: self, node: self.target(node) };
        let is_null = field.resolve() == Some(Resolved::Null) && !self.host.yaml.null_counts;
        let is_absent = is_null || self.host.yaml.falsy_absent && field.is_falsy();
        (!is_absent).then_some(field)
    }

    /// The value of a key, or of one inside a mapping: `metadata.internal`.
    pub(super) fn value_inside(&'a self, path: &str) -> Option<Field<'a>> {
        let Some((outer, inner)) = path.split_once('.') else { return self.value(path) };
        let Value::Mapping { entries, .. } = &self.value(outer)?.node.value else { return None };
        let mut found = entries.iter().filter(|entry| entry.key.scalar() == Some(inner));
        Some(Field { fields: self, node: self.target(&found.next_back()?.value) })
    }

    /// The value of a `name` or `description`; `None` also for what the host takes for nothing.
    pub(super) fn text_value(&'a self, key: &str) -> Option<Field<'a>> {
        let is_nothing = |field: &Field<'_>| {
            self.host.yaml.falsy_missing
                && match field.resolve() {
                    Some(Resolved::Bool(value)) => !value,
                    Some(Resolved::Number(value)) => value == 0.0 || value.is_nan(),
                    Some(Resolved::Null | Resolved::Text) | None => false,
                }
        };
        self.value(key).filter(|field| !is_nothing(field))
    }

    /// How a null is written, when the value of a key is one that is: `~`, `null`.
    pub(super) fn null(&'a self, key: &str) -> Option<&'a str> {
        let (_, node) = self.pairs.iter().find(|(known, _)| *known == key)?;
        let is_null = node.resolve(schema(self.host)) == Some(Resolved::Null);
        node.scalar().filter(|text| is_null && !text.is_empty())
    }

    /// What `<<: *anchor` brings in.
    fn merged(&self, key: &str) -> Option<&'a Node> {
        let (_, sources) = self.pairs.iter().find(|(known, _)| *known == "<<" && self.host.yaml.merges)?;
        let sources = match &self.target(sources).value {
            Value::Sequence { items, .. } => items.iter().collect(),
            Value::Scalar(_) | Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => {
                vec![*sources]
            }
        };
        sources.into_iter().find_map(|source| match &self.target(source).value {
            Value::Mapping { entries, .. } => {
                entries.iter().find(|entry| entry.key.scalar() == Some(key)).map(|entry| &entry.value)
            }
            Value::Scalar(_) | Value::Sequence { .. } | Value::Alias(_) | Value::Missing | Value::Broken => None,
        })
    }

    /// The node that an alias stands for: the last one before it with that anchor.
    pub(super) fn target(&self, node: &'a Node) -> &'a Node {
        let Value::Alias(name) = &node.value else { return node };
        let Some(anchored) = self.anchors.get(name.as_str()) else { return node };
        let before = anchored.partition_point(|target| target.span.start < node.span.start);
        before.checked_sub(1).and_then(|index| anchored.get(index)).copied().unwrap_or(node)
    }
}

pub(super) fn collect_anchors<'a>(node: &'a Node, anchors: &mut BTreeMap<&'a str, Vec<&'a Node>>) {
    if let Some(anchor) = &node.anchor {
        anchors.entry(anchor).or_default().push(node);
    }
    match &node.value {
        Value::Sequence { items, .. } => items.iter().for_each(|item| collect_anchors(item, anchors)),
        Value::Mapping { entries, .. } => entries.iter().for_each(|entry| collect_anchors(&entry.value, anchors)),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// How many items of a value are looked at: aliases inside lists could make them endless.
pub(super) const MOST_ITEMS: usize = 10_000;

impl<'a> Field<'a> {
    pub(super) fn resolve(&self) -> Option<Resolved> {
        self.node.resolve(schema(self.fields.host))
    }

    /// Whether a language that takes empty things for false takes it for false.
    fn is_falsy(&self) -> bool {
        match &self.node.value {
            Value::Scalar(scalar) => match self.resolve() {
                Some(Resolved::Text) => scalar.text.is_empty(),
                Some(Resolved::Number(number)) => number == 0.0,
                Some(Resolved::Bool(value)) => !value,
                Some(Resolved::Null) | None => true,
            },
            Value::Sequence { items, .. } => items.is_empty(),
            Value::Mapping { entries, .. } => entries.is_empty(),
            Value::Missing => true,
            Value::Alias(_) | Value::Broken => false,
        }
    }

    /// A scalar as text; `None` for lists and mappings. A tag with nothing behind it is one of no text.
    pub(super) fn scalar(&self) -> Option<Cow<'a, str>> {
        let is_tagged = self.node.value == Value::Missing && self.node.tag.is_some();
        let text = if is_tagged { "" } else { self.node.scalar()? };
        Some(match self.resolve()? {
            Resolved::Text => Cow::Borrowed(text),
            _ if self.fields.host.yaml.as_written => Cow::Borrowed(text),
            Resolved::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
            Resolved::Number(value) => Cow::Owned(number(value)),
            Resolved::Null => Cow::Borrowed(""),
        })
    }

    /// Any value as JavaScript prints it: lists with commas, mappings as `[object Object]`.
    pub(super) fn print(&self) -> String {
        let mut text = String::new();
        self.print_into(&mut text, &mut 0, 0);
        text
    }

    /// A list as JavaScript prints it; `None` for everything else, and for one that holds a mapping.
    pub(super) fn print_list(&self) -> Option<String> {
        let is_list = matches!(self.node.value, Value::Sequence { .. });
        let text = is_list.then(|| self.print())?;
        (!text.contains("[object Object]")).then_some(text)
    }

    fn print_into(&self, text: &mut String, items_seen: &mut usize, depth: usize) {
        *items_seen += 1;
        if depth > 16 || *items_seen > MOST_ITEMS {
            return;
        }
        match &self.node.value {
            Value::Scalar(_) => text.push_str(&self.scalar().unwrap_or_default()),
            Value::Sequence { items, .. } => {
                let items = items.iter().map(|item| Field { node: self.fields.target(item), ..*self });
                let leaves_out = self.fields.host.yaml.nulls_left_out;
                let items = items.filter(|item| !leaves_out || item.resolve() != Some(Resolved::Null));
                for (index, item) in items.enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    item.print_into(text, items_seen, depth + 1);
                }
            }
            Value::Mapping { .. } => text.push_str("[object Object]"),
            Value::Alias(_) | Value::Missing | Value::Broken => {}
        }
    }
}
