//! Adds and removes entries between brackets, in the manner of what already stands there.

use serde_json::Value as Json;

use crate::settings::{Member, Node, Value};
use crate::text::{Edit, Span, apply};

impl Syntax {
    /// The sign between a key and its value.
    fn sign(self) -> &'static str {
        self.colon().trim()
    }

    /// The same with the usual white space.
    pub(super) fn colon(self) -> &'static str {
        match self {
            Syntax::Json | Syntax::Yaml => ": ",
            Syntax::Toml => " = ",
        }
    }

    /// A key as it is written.
    pub(super) fn key(self, key: &str) -> String {
        let is_bare = !key.is_empty() && key.chars().all(|it| it.is_ascii_alphanumeric() || it == '-' || it == '_');
        match self {
            Syntax::Toml if is_bare => key.to_owned(),
            Syntax::Json | Syntax::Toml | Syntax::Yaml => Json::from(key).to_string(),
        }
    }
}

/// What is added to a container.
pub(super) enum Piece<'a> {
    /// A key and its value.
    Entry(&'a str, &'a Json),
    /// An item.
    Item(&'a Json),
}

/// What is written differently between brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// `"key": value`, comments with `//` and `/* */`.
    Json,
    /// `key = value`, comments with `#`.
    Toml,
    /// `"key": value`, comments with `#`.
    Yaml,
}

/// A text, its tree, and how it is written.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    pub(super) text: &'a str,
    pub(super) root: &'a Node,
    pub(super) syntax: Syntax,
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
    syntax: Syntax,
    colon: String,
    comma: &'static str,
    layout: Layout,
}

/// The text with a new last child in `container`. A gap that an item of a list left is filled first.
pub(super) fn with_child(page: Page<'_>, container: &Node, piece: &Piece) -> String {
    let Page { text, root, .. } = page;
    let children = container.children();
    let inner = inside(container);
    if let (Piece::Item(_), Some(mark)) = (piece, mark(page, inner, &children)) {
        let written = written(piece, &manner(page, container, Layout::Inline));
        return apply(text, &mark.filled(written));
    }
    let is_root = root.span == container.span;
    let Some(last) = children.last().copied() else {
        return filled(page, inner, is_root, piece);
    };
    let trailing = comma_after(page, last.end);
    let behind = trailing.map_or(last.end, |comma| comma + 1);
    let Some((newline, indent)) = own_line(text, last.start) else {
        let manner = manner(page, container, Layout::Inline);
        let is_padded = text.get(inner.start..).is_some_and(|inside| inside.starts_with(' '));
        let usual = if is_padded { " " } else { manner.comma };
        let space = space_before(page, &children).unwrap_or(usual);
        let written = written(piece, &manner);
        let text_there = match trailing {
            Some(_) => format!("{space}{written},"),
            None => format!(",{space}{written}"),
        };
        return apply(text, &[Edit::insert(behind, text_there)]);
    };
    let unit = unit(page, container, indent);
    let layout = Layout::Lines { newline, indent: indent.to_owned(), unit };
    let written = written(piece, &manner(page, container, layout));
    let end = comments_end(page, behind);
    match trailing {
        Some(_) => apply(text, &[Edit::insert(end, format!("{newline}{indent}{written},"))]),
        None if end == behind => apply(text, &[Edit::insert(end, format!(",{newline}{indent}{written}"))]),
        None => apply(text, &[Edit::insert(behind, ","), Edit::insert(end, format!("{newline}{indent}{written}"))]),
    }
}

/// The text with a first child in an empty container.
fn filled(page: Page<'_>, inner: Span, is_root: bool, piece: &Piece) -> String {
    let Page { text, root, .. } = page;
    let manner = |layout| Manner { syntax: page.syntax, colon: colon_of(page), comma: comma_of(page), layout };
    let held = inner.of(text);
    let newline = newline_of(text);
    if is_root && held.is_empty() {
        let unit = "  ".to_owned();
        let written = written(piece, &manner(Layout::Lines { newline, indent: unit.clone(), unit: unit.clone() }));
        return apply(text, &[Edit::insert(inner.start, format!("{newline}{unit}{written}{newline}"))]);
    }
    let has_comments = !held.trim().is_empty();
    if has_comments && held.contains('\n') {
        let unit = first_indent(text, root);
        let indent = format!("{}{unit}", line_indent(text, inner.start));
        let written = written(piece, &manner(Layout::Lines { newline, indent: indent.clone(), unit }));
        let end = comments_end(page, inner.start);
        return apply(text, &[Edit::insert(end, format!("{newline}{indent}{written}"))]);
    }
    apply(text, &[Edit::insert(inner.start, written(piece, &manner(Layout::Inline)))])
}

/// A value that takes the place of another one.
pub(super) fn replaced(page: Page<'_>, old: &Node, value: &Json) -> String {
    let Page { text, root, .. } = page;
    let layout = match own_line(text, line_start(text, old.span.start)) {
        Some((newline, indent)) => Layout::Lines { newline, indent: indent.to_owned(), unit: first_indent(text, root) },
        None => Layout::Inline,
    };
    let manner = Manner { syntax: page.syntax, colon: colon_of(page), comma: comma_of(page), layout };
    let written = in_manner_of(page, old, value).unwrap_or_else(|| rendered(value, &manner));
    apply(text, &[Edit::replace(old.span, written)])
}

/// A text in the quotes of the one whose place it takes, when those are not the usual ones.
fn in_manner_of(page: Page<'_>, old: &Node, value: &Json) -> Option<String> {
    let (Value::Text(_), Json::String(new)) = (&old.value, value) else { return None };
    let is_simple = !new.is_empty() && new.chars().all(|it| it.is_ascii_alphanumeric() || it == '-');
    let written = old.span.of(page.text);
    match (page.syntax, written.chars().next()) {
        (Syntax::Toml | Syntax::Yaml, Some('\'')) if is_simple && !written.starts_with("'''") => {
            Some(format!("'{new}'"))
        }
        (Syntax::Yaml, Some(first)) if is_simple && first.is_ascii_alphabetic() => Some(new.clone()),
        _ => None,
    }
}

/// A text that holds nothing but what is added.
pub(super) fn made(blank: &str, piece: &Piece) -> String {
    let manner = Manner { syntax: Syntax::Json, colon: ": ".to_owned(), comma: " ", layout: Layout::Inline };
    let mark = if blank.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    apply(blank, &[Edit::insert(mark, format!("{{ {} }}", written(piece, &manner)))])
}

/// The texts that may have been there before the child `index` was added as the last one.
pub(super) fn without_last(page: Page<'_>, container: &Node, index: usize) -> Vec<String> {
    let text = page.text;
    let children = container.children();
    let (Some(child), true) = (children.get(index).copied(), index + 1 == children.len()) else { return Vec::new() };
    let blank_before = Span::new(blank_start(text, child.start), child.start);
    let trailing = comma_after(page, child.end);
    // From `start`, with the comma; a comment between them stays.
    let gone = |start: usize| match trailing {
        Some(comma) if is_commented(text, child.end, comma) => {
            vec![Edit::remove(Span::new(start, child.end)), Edit::remove(Span::new(comma, comma + 1))]
        }
        Some(comma) => vec![Edit::remove(Span::new(start, comma + 1))],
        None => vec![Edit::remove(Span::new(start, child.end))],
    };
    let previous = index.checked_sub(1).and_then(|index| children.get(index)).copied();
    match (previous, trailing) {
        (Some(_), Some(_)) => vec![apply(text, &gone(blank_before.start))],
        (Some(previous), None) => {
            let Some(comma) = comma_after(page, previous.end) else { return Vec::new() };
            let from = blank_before.start.max(comma + 1);
            let comma = Span::new(comma, comma + 1);
            vec![apply(text, &[Edit::remove(comma), Edit::remove(Span::new(from, child.end))])]
        }
        (None, _) => {
            let inner = inside(container);
            let from = blank_before.start.max(inner.start);
            vec![apply(text, &[Edit::remove(inner)]), apply(text, &gone(from)), apply(text, &gone(child.start))]
        }
    }
}

/// A mark in white space where an item stood: a space and a tab; two tabs when the comma before it went too, and three
/// when its own comma stood apart from it and has left a mark too, a space and a tab. The comma before it leaves three
/// tabs when it stood apart from the item before.
struct Mark {
    span: Span,
    comma: Comma,
}

/// Where the comma of a mark stood.
enum Comma {
    /// Right behind it.
    Behind,
    /// At the end of the item before, when there is one.
    Before(Option<usize>),
    /// At a mark of its own.
    Apart(Span),
}

impl Mark {
    fn filled(&self, written: String) -> Vec<Edit> {
        match self.comma {
            Comma::Behind => vec![Edit::replace(self.span, format!("{written},"))],
            Comma::Before(comma) => {
                let comma = comma.map(|comma| Edit::insert(comma, ","));
                comma.into_iter().chain([Edit::replace(self.span, written)]).collect()
            }
            Comma::Apart(comma) => {
                let mut edits = vec![Edit::replace(self.span, written), Edit::replace(comma, ",")];
                edits.sort_by_key(|edit| edit.span.start);
                edits
            }
        }
    }
}

/// The first mark between brackets.
fn mark(page: Page<'_>, inner: Span, children: &[Span]) -> Option<Mark> {
    let mut start = inner.start;
    let mut previous = None;
    for (index, end) in children.iter().map(|child| child.start).chain([inner.end]).enumerate() {
        if let Some(at) = sign(page, start, end) {
            let rest = page.text.get(at..end)?;
            let span = |length: usize| Span::new(at, at + length);
            let apart = rest.starts_with(" \t\t\t").then(|| sign(page, at + 4, end)).flatten();
            return Some(match apart {
                Some(item) if page.text.get(item..end)?.starts_with(" \t\t") => {
                    Mark { span: Span::new(item, item + 3), comma: Comma::Apart(span(4)) }
                }
                Some(comma) => Mark { span: span(4), comma: Comma::Apart(Span::new(comma, comma + 2)) },
                None if rest.starts_with(" \t\t") => Mark { span: span(3), comma: Comma::Before(previous) },
                None => Mark { span: span(2), comma: Comma::Behind },
            });
        }
        previous = children.get(index).map(|child| child.end);
        start = previous.unwrap_or(end);
    }
    None
}

/// Where the first space with a tab behind it is, comments aside.
fn sign(page: Page<'_>, start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    while at < end {
        let rest = page.text.get(at..end)?;
        if rest.starts_with(" \t") {
            return Some(at);
        }
        let sign = rest.chars().next().map_or(1, char::len_utf8);
        at += comment_length(page.syntax, rest).unwrap_or(sign);
    }
    None
}

/// The text with a mark in the place of a child.
pub(super) fn with_mark(page: Page<'_>, container: &Node, index: usize) -> Option<String> {
    let children = container.children();
    let child = *children.get(index)?;
    if let Some(comma) = comma_after(page, child.end) {
        let comma = Span::new(comma, comma + 1);
        let edits = match comma.start == child.end {
            true => vec![Edit::replace(child.cover(comma), " \t")],
            false => vec![Edit::replace(child, " \t\t\t"), Edit::replace(comma, " \t")],
        };
        return Some(apply(page.text, &edits));
    }
    let previous = index.checked_sub(1).and_then(|index| children.get(index));
    let comma = previous.and_then(|previous| Some((comma_after(page, previous.end)?, previous.end)));
    let comma = comma.map(|(comma, end)| {
        let left = if comma == end { "" } else { " \t\t\t" };
        Edit::replace(Span::new(comma, comma + 1), left)
    });
    Some(apply(page.text, &comma.into_iter().chain([Edit::replace(child, " \t\t")]).collect::<Vec<_>>()))
}

/// The text without a child, wherever it stands; comments stay.
pub(super) fn without_child(page: Page<'_>, container: &Node, index: usize) -> String {
    let text = page.text;
    let children = container.children();
    let Some(child) = children.get(index).copied() else { return text.to_owned() };
    if index + 1 == children.len() {
        let texts = without_last(page, container, index);
        // Of one that was alone, the white space in front goes too.
        return texts.get(usize::from(index == 0)).cloned().unwrap_or_else(|| text.to_owned());
    }
    let Some(comma) = comma_after(page, child.end) else { return text.to_owned() };
    let blank = text.get(comma + 1..).unwrap_or_default();
    let blank = blank.len() - blank.trim_start().len();
    let next = children.get(index + 1).map_or(comma + 1, |next| next.start);
    let end = if comma + 1 + blank == next { next } else { comma + 1 };
    match is_commented(text, child.end, comma) {
        true => apply(text, &[Edit::remove(child), Edit::remove(Span::new(comma, end))]),
        false => apply(text, &[Edit::remove(Span::new(child.start, end))]),
    }
}

/// Whether there is more than white space.
fn is_commented(text: &str, start: usize, end: usize) -> bool {
    text.get(start..end).is_some_and(|between| !between.trim().is_empty())
}

/// What lies between the brackets.
fn inside(container: &Node) -> Span {
    Span::new(container.span.start + 1, container.span.end.saturating_sub(1))
}

/// Where the comma behind a child is, when there is one.
fn comma_after(page: Page<'_>, end: usize) -> Option<usize> {
    let at = trivia_end(page, end);
    page.text.get(at..)?.starts_with(',').then_some(at)
}

/// The end of the white space and comments that begin at `at`.
fn trivia_end(page: Page<'_>, at: usize) -> usize {
    let mut at = at;
    loop {
        let rest = page.text.get(at..).unwrap_or_default();
        let next = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        at += rest.len() - next.len();
        match comment_length(page.syntax, next) {
            Some(length) => at += length,
            None => return at,
        }
    }
}

/// The length of the comment at the beginning of a text; `None` when there is none, or it never ends.
fn comment_length(syntax: Syntax, text: &str) -> Option<usize> {
    let line = || text.find(['\n', '\r']).unwrap_or(text.len());
    match syntax {
        Syntax::Json if text.starts_with("//") => Some(line()),
        Syntax::Json => text.strip_prefix("/*")?.find("*/").map(|end| end + 4),
        Syntax::Toml | Syntax::Yaml => text.starts_with('#').then(line),
    }
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
fn comments_end(page: Page<'_>, at: usize) -> usize {
    let line = page.text.get(at..).unwrap_or_default();
    let line = line.split(['\n', '\r']).next().unwrap_or_default();
    let mut end = 0;
    loop {
        let rest = line.get(end..).unwrap_or_default();
        let comment = rest.trim_start_matches([' ', '\t']);
        match comment_length(page.syntax, comment) {
            Some(length) => end += rest.len() - comment.len() + length,
            None => return at + end,
        }
    }
}

/// The white space between the last comma and the last child, when several stand in one line.
fn space_before<'a>(page: Page<'a>, children: &[Span]) -> Option<&'a str> {
    let [.., previous, last] = children else { return None };
    let comma = comma_after(page, previous.end)?;
    let space = page.text.get(comma + 1..last.start)?;
    space.chars().all(|it| it == ' ' || it == '\t').then_some(space)
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
fn unit(page: Page<'_>, container: &Node, indent: &str) -> String {
    let Page { text, root, .. } = page;
    let step = indent.strip_prefix(line_indent(text, container.span.start)).filter(|step| !step.is_empty());
    step.map_or_else(|| first_indent(text, root), str::to_owned)
}

fn manner(page: Page<'_>, container: &Node, layout: Layout) -> Manner {
    let members = match &container.value {
        Value::Map(members) => members.as_slice(),
        Value::List(_) | Value::Text(_) | Value::Other(_) => &[],
    };
    let colon = members.last().and_then(|member| colon_in(page, member)).unwrap_or_else(|| colon_of(page));
    Manner { syntax: page.syntax, colon, comma: comma_of(page), layout }
}

/// What stands between a key and its value, when it is short.
fn colon_in(page: Page<'_>, member: &Member) -> Option<String> {
    let between = page.text.get(member.key_span.end..member.value.span.start)?;
    (between.trim_matches([' ', '\t']) == page.syntax.sign()).then(|| between.to_owned())
}

/// What stands between the first key and its value.
fn colon_of(page: Page<'_>) -> String {
    let first = match &page.root.value {
        Value::Map(members) => members.first().and_then(|member| colon_in(page, member)),
        Value::List(_) | Value::Text(_) | Value::Other(_) => None,
    };
    first.unwrap_or_else(|| page.syntax.colon().to_owned())
}

/// What stands behind a comma: nothing where nothing stands behind colons.
fn comma_of(page: Page<'_>) -> &'static str {
    if colon_of(page).ends_with(page.syntax.sign()) { "" } else { " " }
}

fn written(piece: &Piece, manner: &Manner) -> String {
    match piece {
        Piece::Entry(key, value) => format!("{}{}{}", manner.syntax.key(key), manner.colon, rendered(value, manner)),
        Piece::Item(value) => rendered(value, manner),
    }
}

/// A value; a container that is not empty opens with white space.
fn rendered(value: &Json, manner: &Manner) -> String {
    if let (Syntax::Toml, Json::Object(_), Layout::Lines { .. }) = (manner.syntax, value, &manner.layout) {
        // Its inline tables stay in one line.
        let inline = Manner { colon: manner.colon.clone(), layout: Layout::Inline, ..*manner };
        return rendered(value, &inline);
    }
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
    let inner = Manner { syntax: manner.syntax, colon: manner.colon.clone(), comma: manner.comma, layout: deeper };
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
