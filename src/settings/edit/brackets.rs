//! Adds and removes entries between brackets, in the manner of what already stands there.

use serde_json::Value as Json;

use crate::settings::edit::newline;
use crate::settings::{Member, Node, Value};
use crate::text::{Edit, Span, apply};

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

impl Syntax {
    /// What stands between a key and its value, with the usual white space.
    fn colon(self) -> &'static str {
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
pub(super) enum NewItem<'a> {
    /// A key and its value.
    Entry(&'a str, &'a Json),
    /// An item.
    Item(&'a Json),
}

/// A text, its tree, and how it is written.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    pub(super) text: &'a str,
    pub(super) root: &'a Node,
    pub(super) syntax: Syntax,
}

/// How a new value is written.
#[derive(Clone)]
struct Manner {
    syntax: Syntax,
    /// Between a key and its value.
    colon: String,
    /// Line by line, or else in one.
    lines: Option<Lines>,
}

#[derive(Clone)]
struct Lines {
    newline: &'static str,
    /// What the value's own line begins with.
    indent: String,
    /// One step more.
    unit: String,
}

/// The text with a new last child in `container`.
pub(super) fn with_child(page: Page<'_>, container: &Node, piece: &NewItem) -> String {
    let text = page.text;
    let children = container.children();
    let Some(last) = children.last().copied() else { return filled(page, container, piece) };
    let trailing = comma_after(page, last.end);
    let behind = trailing.map_or(last.end, |comma| comma + 1);
    let mut manner = Manner { syntax: page.syntax, colon: colon_in(page, container), lines: None };
    let (at, space) = match own_line(text, last.start) {
        Some((newline, indent)) => {
            let step = indent.strip_prefix(line_indent(text, container.span.start)).filter(|step| !step.is_empty());
            let unit = step.map_or_else(|| first_indent(page), str::to_owned);
            manner.lines = Some(Lines { newline, indent: indent.to_owned(), unit });
            (comments_end(page, behind), format!("{newline}{indent}"))
        }
        None => {
            let is_padded = text.get(container.span.start + 1..).is_some_and(|inside| inside.starts_with(' '));
            let usual = if is_padded { " " } else { comma_space(&manner) };
            (behind, space_before(page, &children).unwrap_or(usual).to_owned())
        }
    };
    let written = written(piece, &manner);
    match trailing {
        Some(_) => apply(text, &[Edit::insert(at, format!("{space}{written},"))]),
        None => apply(text, &[Edit::insert(behind, ","), Edit::insert(at, format!("{space}{written}"))]),
    }
}

/// The text with a first child in an empty container.
fn filled(page: Page<'_>, container: &Node, piece: &NewItem) -> String {
    let Page { text, root, .. } = page;
    let inner = inside(container);
    let held = inner.of(text);
    let newline = newline(text);
    let manner = |lines| Manner { syntax: page.syntax, colon: colon_in(page, container), lines };
    if root.span == container.span && held.is_empty() {
        let unit = "  ".to_owned();
        let written = written(piece, &manner(Some(Lines { newline, indent: unit.clone(), unit: unit.clone() })));
        return apply(text, &[Edit::insert(inner.start, format!("{newline}{unit}{written}{newline}"))]);
    }
    let has_comments = !held.trim().is_empty();
    if has_comments && held.contains('\n') {
        let unit = first_indent(page);
        let indent = format!("{}{unit}", line_indent(text, inner.start));
        let written = written(piece, &manner(Some(Lines { newline, indent: indent.clone(), unit })));
        let end = comments_end(page, inner.start);
        return apply(text, &[Edit::insert(end, format!("{newline}{indent}{written}"))]);
    }
    apply(text, &[Edit::insert(inner.start, written(piece, &manner(None)))])
}

/// The text with a value in the place of another one.
pub(super) fn replaced(page: Page<'_>, old: &Node, value: &Json) -> String {
    let text = page.text;
    let is_first_line = !text.get(..old.span.start).unwrap_or_default().contains('\n');
    let indent = line_indent(text, old.span.start).to_owned();
    let lines = Lines { newline: newline(text), indent, unit: first_indent(page) };
    let lines = Some(lines).filter(|_| !is_first_line);
    let manner = Manner { syntax: page.syntax, colon: colon_in(page, old), lines };
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

/// A text of JSON that holds nothing but what is added.
pub(super) fn made(blank: &str, piece: &NewItem) -> String {
    let manner = Manner { syntax: Syntax::Json, colon: Syntax::Json.colon().to_owned(), lines: None };
    let mark = if blank.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    apply(blank, &[Edit::insert(mark, format!("{{ {} }}", written(piece, &manner)))])
}

/// The texts that may have been there before the child `index` was added as the last one.
pub(super) fn without_last(page: Page<'_>, container: &Node, index: usize) -> Vec<String> {
    let text = page.text;
    let children = container.children();
    let (Some(child), true) = (children.get(index).copied(), index + 1 == children.len()) else { return Vec::new() };
    let blank = text.get(..child.start).unwrap_or_default().trim_end_matches([' ', '\t', '\n', '\r']).len();
    // Blanks at the end of a comment belong to it.
    let line = own_line(text, child.start).map(|(newline, indent)| child.start - indent.len() - newline.len());
    let starts = [Some(blank), line.filter(|line| *line != blank)];
    starts.into_iter().flatten().flat_map(|blank| without_last_from(page, container, index, blank)).collect()
}

/// The same, when what was added began at `blank`.
fn without_last_from(page: Page<'_>, container: &Node, index: usize, blank: usize) -> Vec<String> {
    let text = page.text;
    let children = container.children();
    let Some(child) = children.get(index).copied() else { return Vec::new() };
    let trailing = comma_after(page, child.end);
    let previous = index.checked_sub(1).and_then(|index| children.get(index)).copied();
    match (previous, trailing) {
        (Some(_), Some(_)) => vec![without(page, Span::new(blank, child.end), trailing, None)],
        (Some(previous), None) => {
            let Some(comma) = comma_after(page, previous.end) else { return Vec::new() };
            // Behind a comment up to the end of its line the line break stays: what closes the container must not go into it.
            let without = |start: usize| {
                let from = Span::new(start.max(comma + 1), child.end);
                apply(text, &[Edit::remove(Span::new(comma, comma + 1)), Edit::remove(from)])
            };
            vec![without(blank), without(child.start)]
        }
        (None, _) => {
            let inner = inside(container);
            let from = |start: usize| without(page, Span::new(start, child.end), trailing, None);
            // Everything between the brackets goes only where no comment stands there: those are the user's.
            let rest = [Span::new(inner.start, child.start), Span::new(child.end, inner.end)].map(|span| span.of(text));
            let is_alone = rest.iter().all(|rest| rest.chars().all(|it| it.is_whitespace() || it == ','));
            let whole = is_alone.then(|| apply(text, &[Edit::remove(inner)]));
            [Some(from(blank.max(inner.start))), whole, Some(from(child.start))].into_iter().flatten().collect()
        }
    }
}

/// The texts without a child, wherever it stands, the best first; comments stay.
pub(super) fn without_child(page: Page<'_>, container: &Node, index: usize) -> Vec<String> {
    let text = page.text;
    let children = container.children();
    let (Some(child), Some(next)) = (children.get(index), children.get(index + 1)) else {
        return without_last(page, container, index);
    };
    let comma = comma_after(page, child.end);
    let is_next = comma.and_then(|comma| text.get(comma + 1..next.start)).is_some_and(|it| it.trim().is_empty());
    vec![without(page, *child, comma, is_next.then_some(next.start))]
}

/// The text without a span and the comma behind it, up to `end` when there is one; a comment between them stays.
fn without(page: Page<'_>, span: Span, comma: Option<usize>, end: Option<usize>) -> String {
    let Some(comma) = comma else { return apply(page.text, &[Edit::remove(span)]) };
    let comma = Span::new(comma, end.unwrap_or(comma + 1));
    let is_commented = page.text.get(span.end..comma.start).is_some_and(|between| !between.trim().is_empty());
    match is_commented {
        true => apply(page.text, &[Edit::remove(span), Edit::remove(comma)]),
        false => apply(page.text, &[Edit::remove(span.cover(comma))]),
    }
}

/// What lies between the brackets.
fn inside(container: &Node) -> Span {
    Span::new(container.span.start + 1, container.span.end.saturating_sub(1))
}

/// Where the comma behind a child is, when there is one.
fn comma_after(page: Page<'_>, end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        let rest = page.text.get(at..)?;
        let next = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        at += rest.len() - next.len();
        match comment_length(page.syntax, next) {
            Some(length) => at += length,
            None => return next.starts_with(',').then_some(at),
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

/// The end of the last comment that follows `at` in the same line; `at` when there is none.
fn comments_end(page: Page<'_>, at: usize) -> usize {
    let line = page.text.get(at..).unwrap_or_default().split(['\n', '\r']).next().unwrap_or_default();
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

/// The line break and the white space before `start`, when nothing else stands before it in its line.
fn own_line(text: &str, start: usize) -> Option<(&'static str, &str)> {
    let (before, indent) = (text.get(..start)?, line_indent(text, start));
    let before = before.strip_suffix(indent)?;
    let newline = if before.ends_with("\r\n") { "\r\n" } else { "\n" };
    before.ends_with('\n').then_some((newline, indent))
}

/// The white space at the beginning of the line of `offset`.
fn line_indent(text: &str, offset: usize) -> &str {
    let line = text.get(..offset).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    line.get(..line.len() - line.trim_start_matches([' ', '\t']).len()).unwrap_or_default()
}

/// The white space between the last comma and the last child, when several stand in one line.
fn space_before<'a>(page: Page<'a>, children: &[Span]) -> Option<&'a str> {
    let [.., previous, last] = children else { return None };
    let space = page.text.get(comma_after(page, previous.end)? + 1..last.start)?;
    space.chars().all(|it| it == ' ' || it == '\t').then_some(space)
}

/// One step of indentation, as the first entry of the text has it.
fn first_indent(page: Page<'_>) -> String {
    let first = page.root.children().first().and_then(|child| own_line(page.text, child.start));
    first.map(|(_, indent)| indent).filter(|indent| !indent.is_empty()).unwrap_or("  ").to_owned()
}

/// What stands between keys and values: as at the last key of a container, or else at the first one of the text.
fn colon_in(page: Page<'_>, container: &Node) -> String {
    let short = |member: &Member| {
        let between = page.text.get(member.key_span.end..member.value.span.start)?;
        (between.trim_matches([' ', '\t']) == page.syntax.colon().trim()).then_some(between)
    };
    let first = || page.root.written().first().and_then(short);
    let last = container.written().last().and_then(short);
    last.or_else(first).unwrap_or(page.syntax.colon()).to_owned()
}

/// What stands behind a comma: nothing where nothing stands behind colons.
fn comma_space(manner: &Manner) -> &'static str {
    if manner.colon.ends_with(manner.syntax.colon().trim()) { "" } else { " " }
}

fn written(piece: &NewItem, manner: &Manner) -> String {
    match piece {
        NewItem::Entry(key, value) => format!("{}{}{}", manner.syntax.key(key), manner.colon, rendered(value, manner)),
        NewItem::Item(value) => rendered(value, manner),
    }
}

/// A value; a container that is not empty opens with white space.
fn rendered(value: &Json, manner: &Manner) -> String {
    let pieces: Vec<NewItem<'_>> = match value {
        Json::Object(entries) => entries.iter().map(|(key, value)| NewItem::Entry(key, value)).collect(),
        Json::Array(items) => items.iter().map(NewItem::Item).collect(),
        _ => Vec::new(),
    };
    if pieces.is_empty() {
        return value.to_string();
    }
    let (open, close) = if value.is_object() { ('{', '}') } else { ('[', ']') };
    // An inline table of TOML stays in one line.
    let lines = manner.lines.as_ref().filter(|_| manner.syntax != Syntax::Toml || !value.is_object());
    let Some(Lines { newline, indent, unit }) = lines else {
        let inner = Manner { lines: None, ..manner.clone() };
        let children: Vec<String> = pieces.iter().map(|piece| written(piece, &inner)).collect();
        return format!("{open} {} {close}", children.join(&format!(",{}", comma_space(manner))));
    };
    let deeper = format!("{indent}{unit}");
    let lines = Lines { newline, indent: deeper.clone(), unit: unit.clone() };
    let inner = Manner { lines: Some(lines), ..manner.clone() };
    let children: Vec<String> = pieces.iter().map(|piece| written(piece, &inner)).collect();
    format!("{open}{newline}{deeper}{}{newline}{indent}{close}", children.join(&format!(",{newline}{deeper}")))
}
