//! Changes one value of a settings text and keeps every other byte: comments, order, line ends, indentation.
//!
//! Text in, text out, and no marks in it. What is added stands where nobody else would look for a place: a new entry is
//! the last of its container, on a line of its own where the entry before it stands on one. What looks exactly so can be
//! taken away again with all that was made for it ([`unset`]), and that is checked, not hoped for: a text without the
//! value is given out only if adding the value to it yields the text at hand. A container that is made opens with white
//! space (`{ "a": 1 }`, or line by line); an empty one gets its entry right behind the bracket (`{"a": 1}`), and stays.
//!
//! By hand: `toml_edit` drops carriage returns and byte order marks, and what `jsonc-parser` adds to a text with odd white
//! space it seldom takes away to the byte.

mod brackets;
mod lines;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value as Json};

use crate::settings::edit::brackets::{NewItem, Page, Syntax};
use crate::settings::{Format, Node, SettingsRefusal, Value};
use crate::text::{Edit, Span, apply};

/// A value that stands in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its bytes.
    pub span: Span,
    /// What it says.
    pub value: Json,
}

/// The text of a file that is not there yet.
pub fn blank(format: Format) -> &'static str {
    match format {
        Format::Json | Format::JsonWithComments => "{}\n",
        Format::Toml | Format::Yaml => "",
    }
}

/// The value under `keys`; a number among them counts the items of a list. Wrong shapes on the way are refused.
pub fn find(format: Format, text: &str, keys: &[&str]) -> Result<Option<Found>, SettingsRefusal> {
    let root = format.parse(text).whole()?;
    let (node, rest) = walk(&root, keys)?;
    Ok(rest.is_empty().then(|| Found { span: node.span, value: node.plain() }))
}

/// The text with `value` under `keys`: in the place of the one that counts, or else added.
pub fn set(format: Format, text: &str, keys: &[&str], value: &Json) -> Result<String, SettingsRefusal> {
    let root = format.parse(text).whole()?;
    let (node, rest) = walk(&root, keys)?;
    let page = Page { text, root: &root, syntax: syntax(format) };
    let changed = match (rest.split_first(), format) {
        (None, _) if node.is_bracketed(text) || !node.is_container() => brackets::replaced(page, node, value),
        (None, _) => return Err(shape(keys, node, "a single value")),
        (Some((first, rest)), _) if node.is_bracketed(text) => {
            brackets::with_child(page, node, &NewItem::Entry(first, &nested(rest, value)))
        }
        (Some((first, rest)), Format::Json | Format::JsonWithComments) => {
            brackets::made(text, &NewItem::Entry(first, &nested(rest, value)))
        }
        (Some(_), Format::Toml) => lines::with_key(page, node, keys, rest.len(), value),
        (Some(_), Format::Yaml) => lines::with_entry(page, node, &nested(rest, value)),
    };
    // Whatever was written must be read as it was meant.
    match find(format, &changed, keys) {
        Ok(Some(found)) if found.value == *value => Ok(changed),
        _ => Err(cannot("written", keys, node)),
    }
}

/// The text with one item more in the list under `keys`.
pub fn push(format: Format, text: &str, keys: &[&str], item: &Json) -> Result<String, SettingsRefusal> {
    let root = format.parse(text).whole()?;
    let (node, rest) = walk(&root, keys)?;
    let page = Page { text, root: &root, syntax: syntax(format) };
    let is_table = format == Format::Toml && item.is_object() && !node.is_bracketed(text);
    if !rest.is_empty() && !is_table {
        return set(format, text, keys, &Json::Array(vec![item.clone()]));
    }
    if rest.is_empty() && !matches!(node.value, Value::List(_)) {
        return Err(shape(keys, node, "a list"));
    }
    let pushed = match (node.is_bracketed(text), item) {
        (true, _) => brackets::with_child(page, node, &NewItem::Item(item)),
        (false, Json::Object(fields)) if is_table => lines::with_table(text, keys, fields),
        (false, _) if format == Format::Yaml => lines::with_item(page, node, item),
        (false, _) => return Err(shape(keys, node, "a list of plain values")),
    };
    let is_there = |found: &Found| found.value.as_array().is_some_and(|items| items.last() == Some(item));
    match find(format, &pushed, keys) {
        Ok(Some(ref found)) if is_there(found) => Ok(pushed),
        _ => Err(cannot("written", keys, node)),
    }
}

/// The text from which [`set`] or [`push`] made this one by adding the value or the item at `keys`; `None` when it does
/// not look so.
pub fn unset(format: Format, text: &str, keys: &[&str]) -> Result<Option<String>, SettingsRefusal> {
    let root = format.parse(text).whole()?;
    let ((node, []), Some((_, above))) = (walk(&root, keys)?, keys.split_last()) else { return Ok(None) };
    let is_item = matches!(walk(&root, above)?.0.value, Value::List(_));
    let value = node.plain();
    let is_right = |candidate: &String| {
        let again = match is_item {
            true => push(format, candidate, above, &value),
            false => set(format, candidate, keys, &value),
        };
        again.is_ok_and(|again| again == text)
    };
    let without_root = apply(text, &[Edit::remove(root.span)]);
    if without_root != text && is_right(&without_root) {
        return Ok(Some(without_root));
    }
    let page = Page { text, root: &root, syntax: syntax(format) };
    // From the outside in: the first that was added took all that is inside with it.
    for depth in 1..=keys.len() {
        let (container, _) = walk(&root, keys.get(..depth - 1).unwrap_or_default())?;
        let (child, _) = walk(&root, keys.get(..depth).unwrap_or_default())?;
        let Some(index) = index_of(container, child) else { break };
        let candidates = match container.is_bracketed(text) {
            true => brackets::without_last(page, container, index),
            false => lines::without(text, format, container, index),
        };
        if let Some(found) = candidates.into_iter().find(is_right) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The text without the value or the item at `keys`; as [`unset`] where that is possible. Containers stay otherwise.
pub fn remove(format: Format, text: &str, keys: &[&str]) -> Result<String, SettingsRefusal> {
    if let Some(before) = unset(format, text, keys)? {
        return Ok(before);
    }
    let root = format.parse(text).whole()?;
    let ((node, []), Some((_, above))) = (walk(&root, keys)?, keys.split_last()) else { return Ok(text.to_owned()) };
    let (container, _) = walk(&root, above)?;
    let Some(index) = index_of(container, node) else { return Ok(text.to_owned()) };
    let page = Page { text, root: &root, syntax: syntax(format) };
    // A comment up to the end of its line may swallow what closes the container, and a table more than itself.
    let ways = said_without(root.plain(), keys);
    let is_right = |removed: &String| format.parse(removed).whole().is_ok_and(|root| ways.contains(&root.plain()));
    // Where an equal key before it counts now, all but this key must be as it was.
    let is_fit = |removed: &String| {
        let rest = |root: Node| said_without(root.plain(), keys) == ways;
        is_right(removed) || format.parse(removed).whole().is_ok_and(rest)
    };
    let removed = match (container.is_bracketed(text), format) {
        (true, _) => {
            let candidates = brackets::without_child(page, container, index);
            candidates.into_iter().find(is_fit).ok_or_else(|| cannot("removed", keys, container))?
        }
        // A block that is empty is none.
        (false, Format::Yaml) if container.children().len() == 1 && !above.is_empty() => {
            return remove(format, text, above);
        }
        (false, _) => {
            let candidates = lines::without(text, format, container, index);
            candidates.into_iter().find(is_right).ok_or_else(|| cannot("removed", keys, container))?
        }
    };
    match find(format, &removed, above) {
        // An equal key before it counts now, and goes too.
        Ok(_) if container.is_map() && find(format, &removed, keys)?.is_some() => remove(format, &removed, keys),
        Ok(_) if is_right(&removed) => Ok(removed),
        _ => Err(cannot("removed", keys, container)),
    }
}

/// What may be said once the value at `keys` is gone: what held nothing else stays empty, or goes too.
fn said_without(mut said: Json, keys: &[&str]) -> Vec<Json> {
    let mut ways = Vec::new();
    for depth in (0..keys.len()).rev() {
        let (above, key) = (keys.get(..depth).unwrap_or_default(), keys.get(depth).copied().unwrap_or_default());
        let holder = above.iter().try_fold(&mut said, |value, key| match value {
            Json::Array(items) => key.parse().ok().and_then(|index: usize| items.get_mut(index)),
            other => other.get_mut(*key),
        });
        let is_empty = match holder {
            Some(Json::Object(entries)) => {
                entries.shift_remove(key);
                entries.is_empty()
            }
            Some(Json::Array(items)) => {
                key.parse().ok().filter(|index: &usize| *index < items.len()).map(|index| items.remove(index));
                items.is_empty()
            }
            _ => false,
        };
        ways.push(said.clone());
        if !is_empty {
            break;
        }
    }
    ways
}

/// The text without the items of the list under `keys` that are meant; `None` when there are none.
pub fn pull(
    format: Format,
    text: &str,
    keys: &[&str],
    is_meant: &dyn Fn(&str) -> bool,
) -> Result<Option<String>, SettingsRefusal> {
    let root = format.parse(text).whole()?;
    let (node, rest) = walk(&root, keys)?;
    if rest.is_empty() && !matches!(node.value, Value::List(_)) {
        return Err(shape(keys, node, "a list"));
    }
    let is_meant_here = |item: &Node| rest.is_empty() && item.text().is_some_and(is_meant);
    let Some(index) = node.items().iter().rposition(is_meant_here) else { return Ok(None) };
    let index = index.to_string();
    let pulled = remove(format, text, &[keys, &[&index]].concat())?;
    Ok(Some(pull(format, &pulled, keys, is_meant)?.unwrap_or(pulled)))
}

/// Follows keys from the root as far as they are there: the last node, and the keys that are not.
fn walk<'tree, 'keys>(
    root: &'tree Node,
    keys: &'keys [&'keys str],
) -> Result<(&'tree Node, &'keys [&'keys str]), SettingsRefusal> {
    let mut node = root;
    for (depth, key) in keys.iter().enumerate() {
        let (above, rest) = keys.split_at(depth);
        let item = key.parse().ok().and_then(|index: usize| node.items().get(index));
        node = match (&node.value, node.get(key).map(|member| &member.value).or(item)) {
            (_, Some(child)) => child,
            (Value::Map(_), None) => return Ok((node, rest)),
            (Value::List(_) | Value::Text(_) | Value::Other(_), None) => return Err(shape(above, node, "a mapping")),
        };
    }
    Ok((node, &[]))
}

/// Which of the children of a container one is.
fn index_of(container: &Node, child: &Node) -> Option<usize> {
    let members = container.written().iter().map(|member| &member.value);
    members.chain(container.items()).position(|it| std::ptr::eq(it, child))
}

fn syntax(format: Format) -> Syntax {
    match format {
        Format::Json | Format::JsonWithComments => Syntax::Json,
        Format::Toml => Syntax::Toml,
        Format::Yaml => Syntax::Yaml,
    }
}

fn shape(keys: &[&str], node: &Node, wanted: &str) -> SettingsRefusal {
    let what = keys.last().map_or_else(|| "the whole file".to_owned(), |key| format!("`{key}`"));
    SettingsRefusal::new(node.span.start, format!("{what} is {}, but {wanted} is needed", node.kind()))
}

fn cannot(done: &str, keys: &[&str], node: &Node) -> SettingsRefusal {
    SettingsRefusal::new(node.span.start, format!("`{}` cannot be {done} here", keys.join(".")))
}

/// `value` under the keys that are missing.
fn nested(keys: &[&str], value: &Json) -> Json {
    keys.iter().rev().fold(value.clone(), |inner, key| Json::Object(Map::from_iter([((*key).to_owned(), inner)])))
}

/// The line break that a text uses.
fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
