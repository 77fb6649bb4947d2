//! What can be changed in a settings text: a value under keys, or an item of the list under keys.

use serde_json::{Map, Value as Json};

use crate::keeping::brackets::{self, Piece};
use crate::keeping::tree::{Node, Value};
use crate::keeping::{Refusal, json};
use crate::text::{Edit, Span, apply};

/// How a settings file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON.
    Json,
    /// JSON with comments and trailing commas.
    JsonWithComments,
}

/// A value that stands in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its bytes.
    pub span: Span,
    /// What it says.
    pub value: Json,
}

/// Whether a value has to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Without it, something else would hold.
    Needed,
    /// It would hold without being said.
    Redundant,
}

impl Format {
    /// The text of a file that is not there yet.
    pub fn blank(self) -> &'static str {
        match self {
            Format::Json | Format::JsonWithComments => "{}\n",
        }
    }

    fn tree(self, text: &str) -> Result<Option<Node>, Refusal> {
        json::tree(text, self == Format::JsonWithComments)
    }
}

/// The value under `keys`. Wrong shapes and repeated keys on the way are refused.
pub fn find(format: Format, text: &str, keys: &[&str]) -> Result<Option<Found>, Refusal> {
    let Some(root) = format.tree(text)? else { return Ok(None) };
    let walk = walk(&root, keys)?;
    let found = walk.rest.is_empty().then(|| Found { span: walk.node.span, value: plain(text, walk.node) });
    Ok(found)
}

/// The text with `value` under `keys`: in the place of the one that is there, or else added.
pub fn set(format: Format, text: &str, keys: &[&str], value: &Json) -> Result<String, Refusal> {
    let Some(root) = format.tree(text)? else { return Ok(made(text, keys, value)) };
    let walk = walk(&root, keys)?;
    let Some((first, rest)) = walk.rest.split_first() else {
        return Ok(brackets::replaced(text, &root, walk.node, value));
    };
    Ok(brackets::with_child(text, &root, walk.node, &Piece::Entry(first, &nested(rest, value))))
}

/// The text from which [`set`] made this one by adding the value under `keys`; `None` when it did not.
pub fn unset(format: Format, text: &str, keys: &[&str]) -> Result<Option<String>, Refusal> {
    let Some(found) = find(format, text, keys)? else { return Ok(None) };
    let again = |candidate: &str| set(format, candidate, keys, &found.value);
    undone(format, text, keys, &again)
}

/// The text without the key at the end of `keys`; as [`unset`] where that is possible. Containers stay otherwise.
pub fn remove(format: Format, text: &str, keys: &[&str]) -> Result<String, Refusal> {
    if let Some(undone) = unset(format, text, keys)? {
        return Ok(undone);
    }
    let (Some(root), Some((last, parents))) = (format.tree(text)?, keys.split_last()) else {
        return Ok(text.to_owned());
    };
    let walk = walk(&root, parents)?;
    let position = match (&walk.node.value, walk.rest.is_empty()) {
        (Value::Map(members), true) => members.iter().position(|member| member.key == *last),
        _ => None,
    };
    Ok(position.map_or_else(|| text.to_owned(), |index| brackets::without_child(text, walk.node, index)))
}

/// The text with `value` under `keys`, so that the way back gives the same text: a redundant value that was added goes
/// away, and one that only looks so is told from it by the space in front of it.
pub fn change(format: Format, text: &str, keys: &[&str], value: &Json, weight: Weight) -> Result<String, Refusal> {
    let Some(found) = find(format, text, keys)? else { return set(format, text, keys, value) };
    let start = found.span.start;
    let spaces = text.get(..start).map_or(0, |before| before.len() - before.trim_end_matches(' ').len());
    let with_spaces = |count: usize| {
        let from = Span::new(start - spaces, start);
        apply(text, &[Edit::replace(from, " ".repeat(count))])
    };
    // How many spaces one that was added would have, when this one could have been added but for its spaces.
    let mut usual = None;
    for count in 0..=spaces {
        if unset(format, &with_spaces(count), keys)?.is_some() {
            usual = Some(count);
            break;
        }
    }
    let count = match (usual, weight) {
        (None, _) => spaces,
        (Some(usual), Weight::Redundant) if spaces == usual => {
            return Ok(unset(format, text, keys)?.unwrap_or_else(|| text.to_owned()));
        }
        (Some(_), Weight::Redundant) => spaces.saturating_sub(1),
        (Some(_), Weight::Needed) => spaces + 1,
    };
    set(format, &with_spaces(count), keys, value)
}

/// The text with one item more in the list under `keys`.
pub fn push(format: Format, text: &str, keys: &[&str], item: &Json) -> Result<String, Refusal> {
    let list = Json::Array(vec![item.clone()]);
    let Some(root) = format.tree(text)? else { return Ok(made(text, keys, &list)) };
    let walk = walk(&root, keys)?;
    let Some((first, rest)) = walk.rest.split_first() else {
        let Value::List(_) = walk.node.value else { return Err(shape(keys, walk.node, "a list")) };
        return Ok(brackets::with_child(text, &root, walk.node, &Piece::Item(item)));
    };
    Ok(brackets::with_child(text, &root, walk.node, &Piece::Entry(first, &nested(rest, &list))))
}

/// The text without the items of the list under `keys` that are meant; `None` when there are none.
pub fn pull(
    format: Format,
    text: &str,
    keys: &[&str],
    is_meant: &dyn Fn(&str) -> bool,
) -> Result<Option<String>, Refusal> {
    let mut text = text.to_owned();
    let mut pulled = false;
    while let Some(root) = format.tree(&text)? {
        let walk = walk(&root, keys)?;
        if !walk.rest.is_empty() {
            break;
        }
        let Value::List(items) = &walk.node.value else { return Err(shape(keys, walk.node, "a list")) };
        let meant = |item: &Node| matches!(&item.value, Value::Text(text) if is_meant(text));
        let Some(index) = items.iter().position(meant) else { break };
        let item = items.get(index).map(|item| plain(&text, item)).unwrap_or_default();
        let again = |candidate: &str| push(format, candidate, keys, &item);
        let undone = match undone(format, &text, keys, &again)? {
            Some(undone) => Some(undone),
            None => {
                let candidates = brackets::without_last(&text, walk.node, index);
                let mut candidates = candidates.into_iter().chain(brackets::with_gap(&text, walk.node, index));
                candidates.find(|candidate| again(candidate).is_ok_and(|again| again == text))
            }
        };
        text = undone.unwrap_or_else(|| brackets::without_child(&text, walk.node, index));
        pulled = true;
    }
    Ok(pulled.then_some(text))
}

/// The text before something was added at `keys`, found by adding it `again`.
fn undone(
    format: Format,
    text: &str,
    keys: &[&str],
    again: &dyn Fn(&str) -> Result<String, Refusal>,
) -> Result<Option<String>, Refusal> {
    let Some(root) = format.tree(text)? else { return Ok(None) };
    let is_right = |candidate: &String| again(candidate).is_ok_and(|again| again == text);
    if root.span.of(text).len() + blank_length(text, root.span) == text.len() {
        let blank = apply(text, &[Edit::remove(root.span)]);
        if is_right(&blank) {
            return Ok(Some(blank));
        }
    }
    // From the outside in: the first key that was added took all that is inside with it.
    for depth in 0..keys.len() {
        let (Some(parents), Some(key)) = (keys.get(..depth), keys.get(depth)) else { break };
        let walk = walk(&root, parents)?;
        let Value::Map(members) = &walk.node.value else { break };
        let Some(index) = members.iter().position(|member| member.key == *key) else { break };
        if let Some(found) = brackets::without_last(text, walk.node, index).into_iter().find(is_right) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// How many bytes around the root are white space, or the mark at the beginning.
fn blank_length(text: &str, root: Span) -> usize {
    let before = text.get(..root.start).unwrap_or_default();
    let after = text.get(root.end..).unwrap_or_default();
    let is_blank = |text: &str| text.trim_start_matches('\u{feff}').trim().is_empty();
    if is_blank(before) && is_blank(after) { before.len() + after.len() } else { 0 }
}

/// How far keys lead.
struct Walk<'tree, 'keys> {
    /// The last node that is there.
    node: &'tree Node,
    /// The keys that are not.
    rest: &'keys [&'keys str],
}

/// Follows keys from the root as far as they are there.
fn walk<'tree, 'keys>(root: &'tree Node, keys: &'keys [&'keys str]) -> Result<Walk<'tree, 'keys>, Refusal> {
    let mut node = root;
    for (depth, key) in keys.iter().enumerate() {
        let Value::Map(members) = &node.value else {
            return Err(shape(keys.get(..depth).unwrap_or_default(), node, "a mapping"));
        };
        let mut found = members.iter().filter(|member| member.key == *key);
        let Some(member) = found.next() else { return Ok(Walk { node, rest: keys.get(depth..).unwrap_or_default() }) };
        if let Some(second) = found.next() {
            return Err(Refusal::new(second.key_span.start, format!("`{key}` stands here a second time")));
        }
        node = &member.value;
    }
    Ok(Walk { node, rest: &[] })
}

fn shape(keys: &[&str], node: &Node, wanted: &str) -> Refusal {
    let what = match keys.last() {
        Some(key) => format!("`{key}`"),
        None => "the whole file".to_owned(),
    };
    Refusal::new(node.span.start, format!("{what} is {}, but {wanted} is needed", node.kind()))
}

/// `value` under the keys that are missing.
fn nested(keys: &[&str], value: &Json) -> Json {
    keys.iter().rev().fold(value.clone(), |inner, key| Json::Object(Map::from_iter([((*key).to_owned(), inner)])))
}

/// What a blank text becomes.
fn made(blank: &str, keys: &[&str], value: &Json) -> String {
    match keys.split_first() {
        Some((first, rest)) => brackets::made(blank, &Piece::Entry(first, &nested(rest, value))),
        None => blank.to_owned(),
    }
}

/// A node as plain data.
fn plain(text: &str, node: &Node) -> Json {
    match &node.value {
        Value::Map(members) => {
            Json::Object(members.iter().map(|member| (member.key.clone(), plain(text, &member.value))).collect())
        }
        Value::List(items) => items.iter().map(|item| plain(text, item)).collect(),
        Value::Text(text) => Json::from(text.as_str()),
        Value::Other => serde_json::from_str(node.span.of(text)).unwrap_or_default(),
    }
}
