//! Commands that a host would run in a loaded text: `` !`command` `` and ```` ```! ```` blocks. They are marked, never
//! run.

use crate::hosts::is_space;
use crate::loading::{Mark, MarkKind};
use crate::text::Span;

/// The commands of a text.
pub(super) fn marks(text: &str) -> Vec<Mark> {
    let mut spans = blocks(text);
    spans.extend(inline(text));
    let mark = |span: Span| {
        let written = span.of(text).to_owned();
        Mark { kind: MarkKind::Command, span, written, source: None, file: None }
    };
    spans.into_iter().map(mark).collect()
}

/// From ```` ```! ```` to the next fence, wherever both stand; one without a command is none.
fn blocks(text: &str) -> Vec<Span> {
    const OPENING: &str = "```!";
    const CLOSING: &str = "```";
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(OPENING)).map(|it| at + it) {
        let inner = start + OPENING.len();
        let Some(length) = text.get(inner..).and_then(|rest| rest.find(CLOSING)) else { break };
        at = inner + length + CLOSING.len();
        if text.get(inner..inner + length).is_some_and(|command| command.chars().any(|sign| !is_space(sign))) {
            found.push(Span::new(start, at));
        }
    }
    found
}

/// `` !`command` `` at the start of a line or behind white space, and not inside of other code on its line.
fn inline(text: &str) -> Vec<Span> {
    let code = code(text);
    let mut found: Vec<Span> = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("!`")).map(|it| at + it) {
        at = start + 2;
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let earlier = code.partition_point(|span| span.start < start);
        let is_in_code = earlier.checked_sub(1).and_then(|last| code.get(last)).is_some_and(|span| start < span.end);
        if !before.is_none_or(is_space) || is_in_code {
            continue;
        }
        // Code that follows begins a new stretch of backticks: the next one ends the command.
        let Some(length) = text.get(at..).and_then(|rest| rest.find('`')).filter(|length| *length > 0) else {
            continue;
        };
        let end = at + length + 1;
        if text.get(at..at + length).is_some_and(|command| command.chars().any(|sign| !is_space(sign))) {
            found.push(Span::new(start, end));
        }
        at = end;
    }
    found
}

/// Code on one line, without what a `!` stands before.
fn code(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('`')).map(|it| at + it) {
        let inner = start + 1;
        let length = text.get(inner..).and_then(|rest| rest.find(['`', '\n'])).unwrap_or(0);
        let is_closed = length > 0 && text.as_bytes().get(inner + length) == Some(&b'`');
        at = if is_closed { inner + length + 1 } else { inner };
        let before = start.checked_sub(1).and_then(|before| text.as_bytes().get(before));
        if is_closed && !matches!(before, Some(b'!' | b'`')) {
            found.push(Span::new(start, at));
        }
    }
    found
}
