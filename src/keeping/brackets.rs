//! Adds and removes entries between brackets, in the manner of what already stands there.

use serde_json::Value as Json;

use crate::keeping::json::trivia_end;
use crate::keeping::tree::{Member, Node, Value};
use crate::text::{Edit, Span, apply};

/// What is added to a container.
pub(super) enum Piece<'a> {
    /// A key and its value.
    Entry(&'a str, &'a Json),
    /// An item.
    Item(&'a Json),
}

/// How a new value is written.
enum Layout {
    /// Line by line; the value's own line begins with `indent`.
    Lines { newline: &'static str, indent: String, unit: String },
    /// In one line.
    Inline,
}

/// Between keys, values and entries.
struct Manner {
    colon: String,
    comma: &'static str,
    layout: Layout,
}

/// The text with a new last child in `container`. A gap that an item of a list left is filled first.
pub(super) fn with_child(text: &str, root: &Node, container: &Node, piece: &Piece) -> String {
    let children = container.children();
    let inner = inside(container);
    let is_root = root.span == container.span;
    let Some(last) = children.last().copied() else {
        return filled(text, root, inner, is_root, piece);
    };
    if let (Piece::Item(_), Some(gap)) = (piece, gap(text, inner, &children)) {
        let written = written(piece, &manner(text, root, container, Layout::Inline));
        return apply(text, &[Edit::insert(gap, format!("{written},"))]);
    }
    let trailing = comma_after(text, last.end);
    let behind = trailing.map_or(last.end, |comma| comma + 1);
    let Some((newline, indent)) = own_line(text, last.start) else {
        let manner = manner(text, root, container, Layout::Inline);
        let space = space_before(text, &children).unwrap_or(manner.comma);
        let written = written(piece, &manner);
        let text_there = match trailing {
            Some(_) => format!("{space}{written},"),
            None => format!(",{space}{written}"),
        };
        return apply(text, &[Edit::insert(behind, text_there)]);
    };
    let unit = unit(text, root, container, indent);
    let layout = Layout::Lines { newline, indent: indent.to_owned(), unit };
    let written = written(piece, &manner(text, root, container, layout));
    let end = comments_end(text, behind);
    match trailing {
        Some(_) => apply(text, &[Edit::insert(end, format!("{newline}{indent}{written},"))]),
        None if end == behind => apply(text, &[Edit::insert(end, format!(",{newline}{indent}{written}"))]),
        None => apply(text, &[Edit::insert(behind, ","), Edit::insert(end, format!("{newline}{indent}{written}"))]),
    }
}

/// The text with a first child in an empty container.
fn filled(text: &str, root: &Node, inner: Span, is_root: bool, piece: &Piece) -> String {
    let manner = |layout| Manner { colon: colon_of(text, root), comma: comma_of(text, root), layout };
    let held = inner.of(text);
    let newline = newline_of(text);
    if is_root && held.is_empty() {
        let unit = "  ".to_owned();
        let written = written(piece, &manner(Layout::Lines { newline, indent: unit.clone(), unit: unit.clone() }));
        return apply(text, &[Edit::insert(inner.start, format!("{newline}{unit}{written}{newline}"))]);
    }
    if let Some(gap) = lone_gap(held) {
        return apply(text, &[Edit::insert(inner.start + gap, written(piece, &manner(Layout::Inline)))]);
    }
    let has_comments = !held.trim().is_empty();
    if has_comments && held.contains('\n') {
        let unit = first_indent(text, root);
        let indent = format!("{}{unit}", line_indent(text, inner.start));
        let written = written(piece, &manner(Layout::Lines { newline, indent: indent.clone(), unit }));
        let end = comments_end(text, inner.start);
        return apply(text, &[Edit::insert(end, format!("{newline}{indent}{written}"))]);
    }
    apply(text, &[Edit::insert(inner.start, written(piece, &manner(Layout::Inline)))])
}

/// A value that takes the place of another one.
pub(super) fn replaced(text: &str, root: &Node, old: &Node, value: &Json) -> String {
    let layout = match own_line(text, line_start(text, old.span.start)) {
        Some((newline, indent)) => Layout::Lines { newline, indent: indent.to_owned(), unit: first_indent(text, root) },
        None => Layout::Inline,
    };
    let manner = Manner { colon: colon_of(text, root), comma: comma_of(text, root), layout };
    apply(text, &[Edit::replace(old.span, rendered(value, &manner))])
}

/// A text that holds nothing but what is added.
pub(super) fn made(blank: &str, piece: &Piece) -> String {
    let manner = Manner { colon: ": ".to_owned(), comma: " ", layout: Layout::Inline };
    let mark = if blank.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    apply(blank, &[Edit::insert(mark, format!("{{ {} }}", written(piece, &manner)))])
}

/// The texts that may have been there before the child `index` was added as the last one.
pub(super) fn without_last(text: &str, container: &Node, index: usize) -> Vec<String> {
    let children = container.children();
    let (Some(child), true) = (children.get(index).copied(), index + 1 == children.len()) else { return Vec::new() };
    let blank_before = Span::new(blank_start(text, child.start), child.start);
    let trailing = comma_after(text, child.end).map(|comma| Span::new(child.end, comma + 1));
    let gone = trailing.map_or(child, |comma| child.cover(comma));
    let previous = index.checked_sub(1).and_then(|index| children.get(index)).copied();
    match (previous, trailing) {
        (Some(_), Some(_)) => vec![apply(text, &[Edit::remove(blank_before), Edit::remove(gone)])],
        (Some(previous), None) => {
            let Some(comma) = comma_after(text, previous.end) else { return Vec::new() };
            let from = blank_before.start.max(comma + 1);
            let comma = Span::new(comma, comma + 1);
            vec![apply(text, &[Edit::remove(comma), Edit::remove(Span::new(from, child.end))])]
        }
        (None, _) => {
            let inner = inside(container);
            let from = blank_before.start.max(inner.start);
            vec![
                apply(text, &[Edit::remove(inner)]),
                apply(text, &[Edit::remove(Span::new(from, gone.end))]),
                apply(text, &[Edit::remove(gone)]),
            ]
        }
    }
}

/// The text without a child that stands before others, whose place is left open.
pub(super) fn with_gap(text: &str, container: &Node, index: usize) -> Option<String> {
    let child = *container.children().get(index)?;
    let comma = comma_after(text, child.end)?;
    Some(apply(text, &[Edit::remove(Span::new(child.start, comma + 1))]))
}

/// The text without a child, wherever it stands; comments stay.
pub(super) fn without_child(text: &str, container: &Node, index: usize) -> String {
    let children = container.children();
    let Some(child) = children.get(index).copied() else { return text.to_owned() };
    if index + 1 == children.len() {
        let texts = without_last(text, container, index);
        // Of one that was alone, the white space in front goes too.
        return texts.get(usize::from(index == 0)).cloned().unwrap_or_else(|| text.to_owned());
    }
    let Some(comma) = comma_after(text, child.end) else { return text.to_owned() };
    let blank = text.get(comma + 1..).unwrap_or_default();
    let blank = blank.len() - blank.trim_start().len();
    let next = children.get(index + 1).map_or(comma + 1, |next| next.start);
    let end = if comma + 1 + blank == next { next } else { comma + 1 };
    apply(text, &[Edit::remove(Span::new(child.start, end))])
}

/// What lies between the brackets.
fn inside(container: &Node) -> Span {
    Span::new(container.span.start + 1, container.span.end.saturating_sub(1))
}

/// Where the comma behind a child is, when there is one.
fn comma_after(text: &str, end: usize) -> Option<usize> {
    let at = trivia_end(text, end);
    text.get(at..)?.starts_with(',').then_some(at)
}

/// The line break and the white space before `start`, when nothing else stands before it in its line.
fn own_line(text: &str, start: usize) -> Option<(&'static str, &str)> {
    let before = text.get(..start)?;
    let indent_start = before.trim_end_matches([' ', '\t']).len();
    let newline = if before.get(..indent_start)?.ends_with("\r\n") {
        "\r\n"
    } else if before.get(..indent_start)?.ends_with('\n') {
        "\n"
    } else {
        return None;
    };
    Some((newline, before.get(indent_start..)?))
}

/// Where the first sign of the line of `offset` stands.
fn line_start(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let rest = text.get(line..).unwrap_or_default();
    line + rest.len() - rest.trim_start_matches([' ', '\t']).len()
}

/// The white space at the beginning of the line of `offset`.
fn line_indent(text: &str, offset: usize) -> &str {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    text.get(line..line_start(text, offset)).unwrap_or_default()
}

/// The start of the white space that ends at `end`.
fn blank_start(text: &str, end: usize) -> usize {
    text.get(..end).unwrap_or_default().trim_end_matches([' ', '\t', '\n', '\r']).len()
}

/// The end of the last comment that follows `at` in the same line; `at` when there is none.
fn comments_end(text: &str, at: usize) -> usize {
    let line = text.get(at..).unwrap_or_default();
    let line = line.split(['\n', '\r']).next().unwrap_or_default();
    let mut end = 0;
    loop {
        let rest = line.get(end..).unwrap_or_default();
        let comment = rest.trim_start_matches([' ', '\t']);
        let length = if comment.starts_with("//") {
            comment.len()
        } else if let Some(inside) = comment.strip_prefix("/*").and_then(|inside| inside.find("*/")) {
            inside + 4
        } else {
            return at + end;
        };
        end += rest.len() - comment.len() + length;
    }
}

/// The white space between the last comma and the last child, when several stand in one line.
fn space_before<'a>(text: &'a str, children: &[Span]) -> Option<&'a str> {
    let [.., previous, last] = children else { return None };
    let comma = comma_after(text, previous.end)?;
    let space = text.get(comma + 1..last.start)?;
    space.chars().all(|it| it == ' ' || it == '\t').then_some(space)
}

/// A gap that an item left: white space as before an item, and then more of it. What fills it needs a comma.
fn gap(text: &str, inner: Span, children: &[Span]) -> Option<usize> {
    let mut start = inner.start;
    for (index, child) in children.iter().enumerate() {
        let held = text.get(start..child.start)?;
        let space = match own_line(text, child.start) {
            Some((newline, indent)) => format!("{newline}{indent}"),
            None if index == 0 => String::new(),
            None => " ".to_owned(),
        };
        let rest = held.strip_prefix(space.as_str());
        let closes_tight = || text.get(children.last()?.end..inner.end).filter(|rest| rest.is_empty());
        let is_gap = match rest {
            Some(" ") if index == 0 && space.is_empty() => closes_tight().is_some(),
            Some(_) if space.is_empty() => false,
            Some(rest) => rest.starts_with([' ', '\t', '\n', '\r']),
            None => false,
        };
        if is_gap {
            return Some(start + space.len());
        }
        start = comma_after(text, child.end).map_or(child.end, |comma| comma + 1);
    }
    None
}

/// The gap that the only item of a list left: a line of white space.
fn lone_gap(held: &str) -> Option<usize> {
    let first = held.strip_prefix('\n').or_else(|| held.strip_prefix("\r\n"))?;
    let rest = first.trim_start_matches([' ', '\t']);
    let is_blank = rest.trim().is_empty() && rest.starts_with(['\n', '\r']) && rest.len() < first.len();
    is_blank.then_some(held.len() - rest.len())
}

/// The line break that a text uses.
fn newline_of(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// One step of indentation, as the first entry of the text has it.
fn first_indent(text: &str, root: &Node) -> String {
    let first = root.children().first().and_then(|child| own_line(text, child.start));
    first.map(|(_, indent)| indent).filter(|indent| !indent.is_empty()).unwrap_or("  ").to_owned()
}

/// One step of indentation inside a container whose children are indented by `indent`.
fn unit(text: &str, root: &Node, container: &Node, indent: &str) -> String {
    let step = indent.strip_prefix(line_indent(text, container.span.start)).filter(|step| !step.is_empty());
    step.map_or_else(|| first_indent(text, root), str::to_owned)
}

fn manner(text: &str, root: &Node, container: &Node, layout: Layout) -> Manner {
    let members = match &container.value {
        Value::Map(members) => members.as_slice(),
        Value::List(_) | Value::Text(_) | Value::Other => &[],
    };
    let colon = members.last().and_then(|member| colon_in(text, member)).unwrap_or_else(|| colon_of(text, root));
    Manner { colon, comma: comma_of(text, root), layout }
}

/// What stands between a key and its value, when it is short.
fn colon_in(text: &str, member: &Member) -> Option<String> {
    let between = text.get(member.key_span.end..member.value.span.start)?;
    (between.trim_matches([' ', '\t']) == ":").then(|| between.to_owned())
}

/// What stands between the first key and its value.
fn colon_of(text: &str, root: &Node) -> String {
    let first = match &root.value {
        Value::Map(members) => members.first().and_then(|member| colon_in(text, member)),
        Value::List(_) | Value::Text(_) | Value::Other => None,
    };
    first.unwrap_or_else(|| ": ".to_owned())
}

/// What stands behind a comma: nothing where nothing stands behind colons.
fn comma_of(text: &str, root: &Node) -> &'static str {
    if colon_of(text, root).ends_with(':') { "" } else { " " }
}

fn written(piece: &Piece, manner: &Manner) -> String {
    match piece {
        Piece::Entry(key, value) => format!("{}{}{}", Json::from(*key), manner.colon, rendered(value, manner)),
        Piece::Item(value) => rendered(value, manner),
    }
}

/// A value; a container that is not empty opens with white space.
fn rendered(value: &Json, manner: &Manner) -> String {
    let (open, close, children): (char, char, Vec<(Option<&String>, &Json)>) = match value {
        Json::Object(entries) if !entries.is_empty() => {
            ('{', '}', entries.iter().map(|(key, value)| (Some(key), value)).collect())
        }
        Json::Array(items) if !items.is_empty() => ('[', ']', items.iter().map(|item| (None, item)).collect()),
        _ => return value.to_string(),
    };
    let deeper = match &manner.layout {
        Layout::Lines { newline, indent, unit } => {
            Layout::Lines { newline, indent: format!("{indent}{unit}"), unit: unit.clone() }
        }
        Layout::Inline => Layout::Inline,
    };
    let inner = Manner { colon: manner.colon.clone(), comma: manner.comma, layout: deeper };
    let written = |(key, value): (Option<&String>, &Json)| match key {
        Some(key) => written(&Piece::Entry(key, value), &inner),
        None => rendered(value, &inner),
    };
    let children: Vec<String> = children.into_iter().map(written).collect();
    match (&inner.layout, &manner.layout) {
        (Layout::Lines { newline, indent, .. }, Layout::Lines { indent: outer, .. }) => {
            let between = format!(",{newline}{indent}");
            format!("{open}{newline}{indent}{}{newline}{outer}{close}", children.join(&between))
        }
        _ => format!("{open} {} {close}", children.join(&format!(",{}", manner.comma))),
    }
}
