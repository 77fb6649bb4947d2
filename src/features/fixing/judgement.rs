//! Whether a fix may be applied: the text is parsed again and looked at again before anything is kept.

use std::fmt;

use crate::checks::Diagnostic;
use crate::config::Level;
use crate::document::yaml::{Entry, Node, Value};
use crate::document::{Document, Field};
use crate::text::{Edit, Span, apply};

/// Why a fix is left alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// It changes text that could not be read, and does not make it readable.
    Unread,
    /// An error would be found that is not found now.
    NewError(&'static str),
    /// Something would be found where it changes the text.
    NewFinding(&'static str),
    /// Another field would say something else.
    OtherField(String),
    /// What is body and what is not would change.
    Body,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unread => write!(formatter, "it would change lines that could not be read"),
            Refusal::NewError(check) => write!(formatter, "it would make an error ({check})"),
            Refusal::NewFinding(check) => write!(formatter, "it would bring another finding ({check})"),
            Refusal::OtherField(key) => write!(formatter, "it would change what `{key}` says"),
            Refusal::Body => write!(formatter, "it would change what belongs to the body"),
        }
    }
}

/// A text with what is found in it.
pub(crate) struct Known<'a> {
    pub(crate) document: &'a Document,
    pub(crate) found: &'a [Diagnostic],
}

/// Whether these edits may make one text of another.
pub(crate) fn verdict(before: &Known<'_>, edits: &[Edit], after: &Known<'_>) -> Result<(), Refusal> {
    readable(before.document, edits, after.document)?;
    errors(before, after)?;
    findings(before, edits, after)?;
    fields(before.document, edits, after.document)?;
    body(before.document, edits, after.document)
}

/// Findings of blocks that hosts lose whole: what is wrong with fields in one comes to light when it is lost no more.
const LOSE_BLOCKS: [&str; 4] =
    ["line-ends-unusual", "yaml-not-portable", "frontmatter-missing", "frontmatter-not-first"];

fn is_about_block(check: &str) -> bool {
    check.starts_with("yaml-") || check.starts_with("frontmatter-")
}

/// Whether something may stand behind what is wrong with the block, and could not be seen.
fn hides_something(known: &Known<'_>) -> bool {
    !known.document.is_clean()
        || known.document.not_mapping.is_some()
        || known
            .found
            .iter()
            .any(|it| LOSE_BLOCKS.contains(&it.check) || (it.level == Level::Error && is_about_block(it.check)))
}

/// A fix that touches a field which could not be read makes it readable, or leaves it alone.
fn readable(before: &Document, edits: &[Edit], after: &Document) -> Result<(), Refusal> {
    if after.errors.len() > before.errors.len() {
        return Err(Refusal::NewError("yaml-syntax"));
    }
    if before.errors.is_empty() || after.errors.len() < before.errors.len() {
        return Ok(());
    }
    let starts: Vec<usize> = before.fields.iter().map(|field| field.span.start).collect();
    let lines_of = |at: usize| {
        let start = starts.iter().rev().find(|start| **start <= at).copied().unwrap_or(before.fence.block.start);
        let end = starts.iter().find(|start| **start > at).copied().unwrap_or(before.fence.block.end);
        Span::new(start, end)
    };
    let is_unread = |edit: &Edit| {
        before.errors.iter().any(|error| {
            let lines = lines_of(error.span.start);
            // A line put before the next field belongs to nobody yet.
            let is_inside = |offset: usize| lines.start < offset && offset < lines.end;
            lines.overlaps(edit.span) || (edit.span.is_empty() && is_inside(edit.span.start))
        })
    };
    if edits.iter().any(is_unread) { Err(Refusal::Unread) } else { Ok(()) }
}

/// What was no error does not become one. Behind an error of the block others may stand that could not be seen.
fn errors(before: &Known<'_>, after: &Known<'_>) -> Result<(), Refusal> {
    let errors = |known: &Known<'_>| -> Vec<&'static str> {
        known.found.iter().filter(|it| it.level == Level::Error).map(|it| it.check).collect()
    };
    let (known, hides) = (errors(before), hides_something(before));
    let has_errors = known.iter().any(|check| is_about_block(check));
    let is_new = |check: &&'static str| !known.contains(check) && (!hides || (is_about_block(check) && !has_errors));
    errors(after).into_iter().find(is_new).map_or(Ok(()), |check| Err(Refusal::NewError(check)))
}

/// Nothing is found in what was written, other than what was found there before.
fn findings(before: &Known<'_>, edits: &[Edit], after: &Known<'_>) -> Result<(), Refusal> {
    let hides = hides_something(before);
    let written = written(edits);
    let touched =
        |it: &Diagnostic| edits.iter().any(|edit| it.span.overlaps(edit.span) || it.span.touches(edit.span.start));
    let is_known = |it: &Diagnostic| {
        before.found.iter().any(|old| old.check == it.check && (old.message == it.message || touched(old)))
    };
    let is_new = |it: &&Diagnostic| {
        it.level >= Level::Information
            && (!hides || is_about_block(it.check))
            && written.iter().any(|span| span.overlaps(it.span))
            && !is_known(it)
    };
    after.found.iter().find(is_new).map_or(Ok(()), |it| Err(Refusal::NewFinding(it.check)))
}

/// Where what the edits write stands afterwards.
fn written(edits: &[Edit]) -> Vec<Span> {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut more, mut less) = (0, 0);
    let mut spans = Vec::new();
    for edit in ordered {
        let start = edit.span.start + more - less;
        spans.push(Span::new(start, start + edit.text.len()));
        (more, less) = (more + edit.text.len(), less + edit.span.len());
    }
    spans
}

/// In a block that was read, a field that no edit touches says what it said.
fn fields(before: &Document, edits: &[Edit], after: &Document) -> Result<(), Refusal> {
    if !before.is_clean() || before.not_mapping.is_some() {
        return Ok(());
    }
    let is_touched = |field: &Field| edits.iter().any(|edit| changes(edit, field.span));
    for field in before.fields.iter().filter(|field| !is_touched(field)) {
        let said = said(&field.value);
        if !after.fields.iter().any(|it| it.key == field.key && self::said(&it.value) == said) {
            return Err(Refusal::OtherField(field.key.clone()));
        }
    }
    Ok(())
}

/// Whether an edit is inside a field. A line more behind or before it is not.
fn changes(edit: &Edit, field: Span) -> bool {
    let ends_line = edit.text.ends_with(['\n', '\r']);
    let starts_line = edit.text.starts_with(['\n', '\r']);
    field.overlaps(edit.span)
        || (edit.span.is_empty()
            && field.touches(edit.span.start)
            && !(edit.span.start == field.end && starts_line)
            && !(edit.span.start == field.start && ends_line))
}

/// What a value says, without its places.
fn said(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) => format!("{:?}", scalar.text),
        Value::Sequence { items, .. } => format!("[{}]", items.iter().map(said).collect::<Vec<_>>().join(", ")),
        Value::Mapping { entries, .. } => {
            let entry = |it: &Entry| format!("{}: {}", said(&it.key), said(&it.value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Alias(name) => format!("*{name}"),
        Value::Missing => String::new(),
        Value::Broken => "broken".to_owned(),
    }
}

/// Where the fences are as they should be, the body stays byte for byte what it was, but for the edits in it.
fn body(before: &Document, edits: &[Edit], after: &Document) -> Result<(), Refusal> {
    if before.fence.fault.is_some() {
        return Ok(());
    }
    let start = before.fence.body.start;
    let inside = edits.iter().filter(|edit| edit.span.start >= start);
    let moved: Vec<Edit> = inside
        .map(|edit| Edit::replace(Span::new(edit.span.start - start, edit.span.end - start), &*edit.text))
        .collect();
    let expected = apply(before.fence.body.of(&before.text), &moved);
    let is_kept = after.fence.fault.is_none() && after.fence.body.of(&after.text) == expected;
    if is_kept { Ok(()) } else { Err(Refusal::Body) }
}
