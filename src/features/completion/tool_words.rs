//! The entries of a list of tools that may be half typed: where each begins and ends.

use crate::document::lines::{line_at, lines};
use crate::document::tools::{decoded, unclosed_parentheses};
use crate::document::yaml::Style;
use crate::text::Span;

/// An entry that is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    /// Its text.
    pub(super) inner: Span,
    /// The same with its quotes.
    pub(super) outer: Span,
    /// How it is written.
    pub(super) style: Style,
    /// The quote at its end is missing.
    pub(super) is_open: bool,
}

impl Written {
    /// One without quotes of its own.
    pub(super) fn plain(span: Span, style: Style) -> Written {
        Written { inner: span, outer: span, style, is_open: false }
    }

    /// Its text.
    pub(super) fn read(&self, text: &str) -> String {
        decoded(self.inner.of(text), self.style)
    }
}

/// The first sign of a value that is no blank and no comment.
pub(super) fn first_sign(text: &str, raw: Span) -> Option<(usize, char)> {
    for line in lines(text, raw) {
        let rest = line.text.trim_start();
        if let Some(sign) = rest.chars().next().filter(|sign| *sign != '#') {
            return Some((line.end - rest.len(), sign));
        }
    }
    None
}

/// Whether the sign at `at` is followed by a blank or nothing.
pub(super) fn is_item(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let behind = rest.get(1..).unwrap_or_default();
    rest.starts_with(['-', '?', ':']) && (behind.is_empty() || behind.starts_with([' ', '\t', '\n', '\r']))
}

/// Whether an item is something else than one text.
pub(super) fn is_other_value(text: &str, entry: &Written) -> bool {
    let source = entry.inner.of(text);
    let is_mapping = source.contains(": ") || source.ends_with(':');
    entry.style == Style::Plain
        && (source.starts_with(['[', '{', '&', '*', '!', '|', '>', '%', '@', '`', '"', '\'']) || is_mapping)
}

/// The item of a list that starts at `start`. With the cursor in it, blanks belong to a pattern that is not closed.
pub(super) fn item(text: &str, start: usize, end: usize, offset: Option<usize>) -> Option<Written> {
    let rest = Span::new(start, end).of(text);
    if let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\'')) {
        let style = if quote == '"' { Style::Double } else { Style::Single };
        let closing = closing_quote(text, start + 1, end, quote);
        let inner = Span::new(start + 1, closing.unwrap_or(end));
        return Some(Written { inner, outer: Span::new(start, end), style, is_open: closing.is_none() });
    }
    let comment = if rest.starts_with('#') { Some(0) } else { rest.find(" #").or_else(|| rest.find("\t#")) };
    let code = rest.get(..comment.unwrap_or(rest.len())).unwrap_or_default();
    let mut span = Span::new(start, start + code.trim_end().len());
    let is_unclosed = !is_closed(span.of(text)) && span.of(text).contains('(');
    if let Some(offset) = offset.filter(|offset| is_unclosed && span.end < *offset) {
        span.end = offset.min(start + code.len());
    }
    (!span.is_empty()).then(|| Written::plain(span, Style::Plain))
}

/// Whether every parenthesis is closed.
pub(super) fn is_closed(text: &str) -> bool {
    let mut depth = 0_usize;
    for sign in text.chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth == 0
}

/// Where the quotes end that began before `start`.
pub(super) fn closing_quote(text: &str, start: usize, end: usize, quote: char) -> Option<usize> {
    let mut signs = Span::new(start, end).of(text).char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' if quote == '"' => {
                signs.next();
            }
            '\'' if quote == '\'' && signs.next_if(|(_, next)| *next == '\'').is_some() => {}
            _ if sign == quote => return Some(start + at),
            _ => {}
        }
    }
    None
}

/// The entries between brackets, and where the closing one stands or the text ends.
pub(super) fn flow_items(text: &str, span: Span, offset: usize) -> (Vec<Written>, usize) {
    let mut found = Vec::new();
    let mut at = span.start;
    while let Some(sign) = Span::new(at, span.end).of(text).chars().next() {
        let line_end = line_at(text, at).end.min(span.end);
        match sign {
            ']' => return (found, at),
            '"' | '\'' => {
                let style = if sign == '"' { Style::Double } else { Style::Single };
                let closing = closing_quote(text, at + 1, line_end, sign);
                let inner = Span::new(at + 1, closing.unwrap_or(line_end));
                let end = closing.map_or(line_end, |closing| closing + 1);
                found.push(Written { inner, outer: Span::new(at, end), style, is_open: closing.is_none() });
                at = end;
            }
            '#' if text.get(..at).is_some_and(|before| before.ends_with(char::is_whitespace)) => at = line_end,
            ',' => at += 1,
            _ if sign.is_whitespace() => at += sign.len_utf8(),
            _ => {
                let end = flow_word(text, Span::new(at, line_end), offset);
                found.push(Written::plain(Span::new(at, end), Style::Plain));
                at = end;
            }
        }
    }
    (found, span.end)
}

/// Where a word between brackets ends: at a comma, a bracket, or a blank outside parentheses.
fn flow_word(text: &str, span: Span, offset: usize) -> usize {
    let mut depth = 0_usize;
    for (at, sign) in span.of(text).char_indices() {
        let at = span.start + at;
        match sign {
            ',' | ']' | '[' | '{' | '}' if at > span.start => return shortened(text, span.start, at, offset),
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' | '\t' if depth == 0 => return at,
            _ => {}
        }
    }
    shortened(text, span.start, span.end, offset)
}

/// The end of a word without the blanks before it, unless the cursor stands behind them.
fn shortened(text: &str, start: usize, end: usize, offset: usize) -> usize {
    let word = start + Span::new(start, end).of(text).trim_end().len();
    if word < offset && offset <= end { offset } else { word }
}

/// The words of a text: cut at commas and blanks outside parentheses. One that is not closed holds together what stands
/// between it and the cursor, up to a comma.
pub(super) fn words(text: &str, content: Span, offset: usize, style: Style) -> Vec<Written> {
    let source = content.of(text);
    let unclosed = unclosed_parentheses(source);
    let cursor = offset.saturating_sub(content.start);
    let held = unclosed.iter().copied().find(|open| {
        let between = source.get(*open..cursor.max(*open)).unwrap_or_default();
        *open < cursor && !between.contains([',', '\n', '\r'])
    });
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    // Behind a blank the cursor stands before what follows, not in it.
    let is_behind_blank = source.get(..cursor).is_some_and(|before| before.ends_with(char::is_whitespace));
    for (at, sign) in source.char_indices().chain([(source.len(), ',')]) {
        let is_end = at == source.len();
        if at == cursor && held.is_some() && is_behind_blank && depth == 0 {
            found.push(Written::plain(Span::new(content.start + start, content.start + at), style));
            start = at;
        }
        match sign {
            '(' if unclosed.binary_search(&at).is_ok() => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if !is_end && (depth > 0 || !(sign == ',' || sign.is_whitespace())) => {}
            _ if !is_end && held.is_some_and(|open| open < at && at < cursor) => {}
            _ => {
                if start < at {
                    let span = Span::new(content.start + start, content.start + at);
                    found.push(Written::plain(span, style));
                }
                start = at + sign.len_utf8();
            }
        }
    }
    found
}

/// The entry that the cursor stands in or behind, and its place; an empty one where there is none. Right before an entry
/// another one can be put, unless it stands in quotes.
pub(super) fn under(entries: &[Written], offset: usize, is_flow: bool) -> (Option<usize>, Written) {
    let touched = |entry: &Written| {
        let is_before = offset == entry.inner.start && !entry.inner.is_empty();
        let is_quoted = is_flow && entry.style != Style::Plain;
        entry.inner.touches(offset) && (!is_before || is_quoted)
    };
    match entries.iter().position(touched) {
        Some(index) => {
            let entry = entries.get(index).copied();
            (Some(index), entry.unwrap_or(Written::plain(Span::at(offset), Style::Plain)))
        }
        None => {
            let style = entries.first().map_or(Style::Plain, |entry| if is_flow { Style::Plain } else { entry.style });
            (None, Written::plain(Span::at(offset), style))
        }
    }
}
