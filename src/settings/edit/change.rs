//! What can be changed in a settings text: a value under keys, or an item of the list under keys.

use serde_json::{Map, Value as Json};

use crate::settings::edit::brackets::{self, Page, Piece, Syntax};
use crate::settings::edit::{toml_lines, yaml_lines};
use crate::settings::{Format, Node, Refusal, Value};
use crate::text::{Edit, Span, apply};

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

/// The text of a file that is not there yet.
pub fn blank(format: Format) -> &'static str {
    match format {
        Format::Json | Format::JsonWithComments => "{}\n",
        Format::Toml | Format::Yaml => "",
    }
}

/// The tree of a text; `None` when it is blank.
fn tree(format: Format, text: &str) -> Result<Option<Node>, Refusal> {
    let root = format.parse(text).whole()?;
    Ok(Some(root).filter(|root| format == Format::Toml || !root.span.is_empty()))
}

fn syntax(format: Format) -> Syntax {
    match format {
        Format::Json | Format::JsonWithComments => Syntax::Json,
        Format::Toml => Syntax::Toml,
        Format::Yaml => Syntax::Yaml,
    }
}

/// The value under `keys`; a number among them counts the items of a list. Wrong shapes on the way are refused.
pub fn find(format: Format, text: &str, keys: &[&str]) -> Result<Option<Found>, Refusal> {
    let Some(root) = tree(format, text)? else { return Ok(None) };
    let walk = walk(&root, keys)?;
    let found = walk.rest.is_empty().then(|| Found { span: walk.node.span, value: walk.node.plain() });
    Ok(found)
}

/// Where the last of `keys` itself stands, quotes included; `None` when it is not there or counts items.
pub fn find_key(format: Format, text: &str, keys: &[&str]) -> Result<Option<Span>, Refusal> {
    let (Some(root), Some((last, parents))) = (tree(format, text)?, keys.split_last()) else { return Ok(None) };
    let walk = walk(&root, parents)?;
    let (Value::Map(members), true) = (&walk.node.value, walk.rest.is_empty()) else { return Ok(None) };
    Ok(members.iter().find(|member| member.key == *last).map(|member| member.key_span))
}

/// The text with `value` under `keys`: in the place of the one that is there, or else added.
pub fn set(format: Format, text: &str, keys: &[&str], value: &Json) -> Result<String, Refusal> {
    let Some(root) = tree(format, text)? else { return Ok(made(format, text, keys, value)) };
    let walk = walk(&root, keys)?;
    let page = Page { text, root: &root, syntax: syntax(format) };
    let changed = match walk.rest.split_first() {
        None => match walk.node.is_bracketed(text) || !walk.node.is_container() {
            true => brackets::replaced(page, walk.node, value),
            false => return Err(shape(keys, walk.node, "a single value")),
        },
        Some((first, rest)) if walk.node.is_bracketed(text) => {
            brackets::with_child(page, walk.node, &Piece::Entry(first, &nested(rest, value)))
        }
        Some(_) => match format {
            Format::Toml => toml_lines::with_entry(page, walk.node, keys, walk.rest.len(), value),
            Format::Yaml => yaml_lines::with_entry(page, walk.node, walk.rest, value),
            Format::Json | Format::JsonWithComments => text.to_owned(),
        },
    };
    // Whatever was written must be read as it was meant.
    match find(format, &changed, keys) {
        Ok(Some(found)) if found.value == *value => Ok(changed),
        _ => Err(Refusal::new(walk.node.span.start, format!("`{}` cannot be written here", keys.join(".")))),
    }
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
    let (Some(root), Some((last, parents))) = (tree(format, text)?, keys.split_last()) else {
        return Ok(text.to_owned());
    };
    let walk = walk(&root, parents)?;
    let position = match (&walk.node.value, walk.rest.is_empty()) {
        (Value::Map(members), true) => members.iter().rposition(|member| member.key == *last),
        _ => None,
    };
    let Some(index) = position else { return Ok(text.to_owned()) };
    let page = Page { text, root: &root, syntax: syntax(format) };
    let removed = match walk.node.is_bracketed(text) {
        true => Some(brackets::without_child(page, walk.node, index)),
        false => walk.node.children().get(index).map(|child| without_lines(text, *child)),
    };
    // A comment up to the end of its line may swallow what closes the container.
    let is_fewer = |removed: &String| removed.len() < text.len() && find(format, removed, keys).is_ok();
    match removed.filter(is_fewer) {
        // An equal key before it counts now, and goes too.
        Some(removed) => remove(format, &removed, keys),
        None => Err(Refusal::new(walk.node.span.start, format!("`{}` cannot be removed here", keys.join(".")))),
    }
}

/// The text with `value` under `keys`, so that the way back gives the same text: a redundant value that was added goes
/// away, and one that only looks so is told from it by the space in front of it.
pub fn change(format: Format, text: &str, keys: &[&str], value: &Json, weight: Weight) -> Result<String, Refusal> {
    changed(format, text, keys, value, weight, &|text| unset(format, text, keys))
}

/// The same for a value inside the item `keys[..depth]` of a list, which was added with the item.
pub fn change_in_item(
    format: Format,
    text: &str,
    keys: &[&str],
    depth: usize,
    value: &Json,
    weight: Weight,
) -> Result<String, Refusal> {
    let (list, index) = match keys.get(..depth).and_then(<[&str]>::split_last) {
        Some((index, list)) => (list, index.parse().unwrap_or(usize::MAX)),
        None => return set(format, text, keys, value),
    };
    changed(format, text, keys, value, weight, &|text| without_item(format, text, list, index))
}

fn changed(
    format: Format,
    text: &str,
    keys: &[&str],
    value: &Json,
    weight: Weight,
    undo: &dyn Fn(&str) -> Result<Option<String>, Refusal>,
) -> Result<String, Refusal> {
    let Some(found) = find(format, text, keys)? else { return set(format, text, keys, value) };
    let start = found.span.start;
    let spaces = text.get(..start).map_or(0, |before| before.len() - before.trim_end_matches(' ').len());
    let with_spaces = |count: usize| {
        let from = Span::new(start - spaces, start);
        apply(text, &[Edit::replace(from, " ".repeat(count))])
    };
    // How many spaces one that was added would have, when this one could have been added but for its spaces.
    let usual = (0..=spaces).find(|count| undo(&with_spaces(*count)).is_ok_and(|undone| undone.is_some()));
    let count = match (usual, weight) {
        (None, _) => spaces,
        (Some(usual), Weight::Redundant) if spaces == usual => {
            return Ok(undo(text)?.unwrap_or_else(|| text.to_owned()));
        }
        (Some(_), Weight::Redundant) => spaces.saturating_sub(1),
        (Some(_), Weight::Needed) => spaces + 1,
    };
    set(format, &with_spaces(count), keys, value)
}

/// The text with one item more in the list under `keys`.
pub fn push(format: Format, text: &str, keys: &[&str], item: &Json) -> Result<String, Refusal> {
    let list = Json::Array(vec![item.clone()]);
    let Some(root) = tree(format, text)? else { return Ok(made(format, text, keys, &list)) };
    let walk = walk(&root, keys)?;
    let page = Page { text, root: &root, syntax: syntax(format) };
    let pushed = if !walk.rest.is_empty() {
        match (format, item) {
            (Format::Toml, Json::Object(fields)) if !walk.node.is_bracketed(text) => {
                toml_lines::with_table(text, keys, fields)
            }
            _ => return set(format, text, keys, &list),
        }
    } else {
        let Value::List(_) = walk.node.value else { return Err(shape(keys, walk.node, "a list")) };
        match (walk.node.is_bracketed(text), format, item) {
            (true, ..) => brackets::with_child(page, walk.node, &Piece::Item(item)),
            (false, Format::Toml, Json::Object(fields)) => toml_lines::with_table(text, keys, fields),
            (false, Format::Yaml, _) => yaml_lines::with_item(page, walk.node, item),
            (false, ..) => return Err(shape(keys, walk.node, "a list of plain values")),
        }
    };
    let is_there = |found: &Found| found.value.as_array().is_some_and(|items| items.contains(item));
    match find(format, &pushed, keys) {
        Ok(Some(ref found)) if is_there(found) => Ok(pushed),
        _ => Err(Refusal::new(walk.node.span.start, format!("`{}` cannot be written here", keys.join(".")))),
    }
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
    while let Some(root) = tree(format, &text)? {
        let walk = walk(&root, keys)?;
        if !walk.rest.is_empty() {
            break;
        }
        let Value::List(items) = &walk.node.value else { return Err(shape(keys, walk.node, "a list")) };
        let meant = |item: &Node| matches!(&item.value, Value::Text(text) if is_meant(text));
        let Some(index) = items.iter().position(meant) else { break };
        let page = Page { text: &text, root: &root, syntax: syntax(format) };
        let without = || match walk.node.is_bracketed(&text) {
            true => brackets::without_child(page, walk.node, index),
            false => items.get(index).map_or_else(|| text.clone(), |item| without_lines(&text, item.span)),
        };
        let without = without_item(format, &text, keys, index)?.unwrap_or_else(without);
        if find(format, &without, keys).is_err() || without == text {
            return Err(Refusal::new(
                walk.node.span.start,
                format!("an item of `{}` cannot be removed", keys.join(".")),
            ));
        }
        text = without;
        pulled = true;
    }
    Ok(pulled.then_some(text))
}

/// The text from which [`push`] made this one by adding the item `index`; `None` when it did not.
pub fn without_item(format: Format, text: &str, keys: &[&str], index: usize) -> Result<Option<String>, Refusal> {
    let Some(root) = tree(format, text)? else { return Ok(None) };
    let walk = walk(&root, keys)?;
    let (Value::List(items), true) = (&walk.node.value, walk.rest.is_empty()) else { return Ok(None) };
    let Some(item) = items.get(index) else { return Ok(None) };
    let value = item.plain();
    let again = |candidate: &str| push(format, candidate, keys, &value);
    if let Some(undone) = undone(format, text, keys, &again)? {
        return Ok(Some(undone));
    }
    let page = Page { text, root: &root, syntax: syntax(format) };
    let mut candidates = match walk.node.is_bracketed(text) {
        true => {
            let mut candidates = brackets::without_last(page, walk.node, index);
            candidates.extend(brackets::with_mark(page, walk.node, index));
            candidates
        }
        false => match (format, &value) {
            (Format::Toml, Json::Object(fields)) => toml_lines::without_table(text, keys, fields),
            _ => vec![without_lines(text, item.span)],
        },
    };
    candidates.retain(|candidate| again(candidate).is_ok_and(|again| again == text));
    Ok(candidates.into_iter().next())
}

/// The text before something was added at `keys`, found by adding it `again`.
fn undone(
    format: Format,
    text: &str,
    keys: &[&str],
    again: &dyn Fn(&str) -> Result<String, Refusal>,
) -> Result<Option<String>, Refusal> {
    let Some(root) = tree(format, text)? else { return Ok(None) };
    let is_right = |candidate: &String| again(candidate).is_ok_and(|again| again == text);
    if let Some(blank) = blanked(text, root.span).filter(|blank| is_right(blank)) {
        return Ok(Some(blank));
    }
    let page = Page { text, root: &root, syntax: syntax(format) };
    // From the outside in: the first key that was added took all that is inside with it.
    for depth in 0..keys.len() {
        let (Some(parents), Some(key)) = (keys.get(..depth), keys.get(depth)) else { break };
        let walk = walk(&root, parents)?;
        let Value::Map(members) = &walk.node.value else { break };
        let Some(index) = members.iter().rposition(|member| member.key == *key) else { break };
        let candidates = match (walk.node.is_bracketed(text), members.get(index)) {
            (true, _) => brackets::without_last(page, walk.node, index),
            (false, Some(member)) if format == Format::Toml => toml_lines::without_entry(text, keys, member),
            (false, Some(member)) => vec![without_lines(text, member.span())],
            (false, None) => Vec::new(),
        };
        if let Some(found) = candidates.into_iter().find(is_right) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The white space that is left without the root, when there is nothing else.
fn blanked(text: &str, root: Span) -> Option<String> {
    let blank = apply(text, &[Edit::remove(root)]);
    blank.trim_start_matches('\u{feff}').trim().is_empty().then_some(blank)
}

/// The text without the lines of a span.
pub(super) fn without_lines(text: &str, span: Span) -> String {
    let start = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let rest = text.get(span.end..).unwrap_or_default();
    match rest.find('\n') {
        Some(newline) => apply(text, &[Edit::remove(Span::new(start, span.end + newline + 1))]),
        // The last line has no end of its own: that of the line before goes.
        None => {
            let before = text.get(..start).unwrap_or_default();
            before.strip_suffix("\r\n").or_else(|| before.strip_suffix('\n')).unwrap_or(before).to_owned()
        }
    }
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
        let missing = Walk { node, rest: keys.get(depth..).unwrap_or_default() };
        let members = match &node.value {
            Value::Map(members) => members,
            Value::List(items) => match key.parse().ok().and_then(|index: usize| items.get(index)) {
                Some(item) => {
                    node = item;
                    continue;
                }
                None => return Err(shape(keys.get(..depth).unwrap_or_default(), node, "a mapping")),
            },
            Value::Text(_) | Value::Other(_) => {
                return Err(shape(keys.get(..depth).unwrap_or_default(), node, "a mapping"));
            }
        };
        let Some(member) = members.iter().rev().find(|member| member.key == *key) else { return Ok(missing) };
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
pub(super) fn nested(keys: &[&str], value: &Json) -> Json {
    keys.iter().rev().fold(value.clone(), |inner, key| Json::Object(Map::from_iter([((*key).to_owned(), inner)])))
}

/// What a blank text becomes.
fn made(format: Format, blank: &str, keys: &[&str], value: &Json) -> String {
    match (format, keys.split_first()) {
        (Format::Yaml, _) => yaml_lines::made(blank, &nested(keys, value)),
        (_, Some((first, rest))) => brackets::made(blank, &Piece::Entry(first, &nested(rest, value))),
        (_, None) => blank.to_owned(),
    }
}
