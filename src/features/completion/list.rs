//! A place in a list that may be written in any form: lines with dashes, brackets, or words in one text.

use crate::document::lines::line_at;
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::{Completion, Kind};
use crate::text::Span;

/// What stands between the entries of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// Blanks.
    Blanks,
    /// Commas outside of braces.
    Commas,
}

/// The entry at the cursor, and what must be written around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// The entry, which may be empty.
    pub(super) word: Span,
    /// What must stand before it.
    before: &'static str,
    /// Whether it stands in quotes.
    is_quoted: bool,
    /// Whether it stands in brackets.
    in_brackets: bool,
}

/// The place in the list at the cursor; `None` where no entry can stand.
pub(super) fn slot(text: &str, spot: &ValueSpot<'_>, between: Between) -> Option<Slot> {
    let line = line_at(text, spot.offset);
    let before = spot.before(text);
    let in_line = Span::new(line.start.max(spot.raw.start), spot.offset).of(text);
    let written = before.trim_start();
    let is_below = before.contains(['\n', '\r']);
    let rest = text.get(spot.offset..line.end)?;
    match written.chars().next() {
        // Behind the colon.
        None if !is_below => Some(Slot::new(spot.offset, "", rest, if before.is_empty() { " " } else { "" }, between)),
        // An item begins.
        None => in_line.trim().is_empty().then(|| Slot::new(spot.offset, "", rest, "- ", between)),
        Some('-') if is_below => {
            let item = in_line.trim_start();
            let Some(typed) = item.strip_prefix('-') else {
                return item.is_empty().then(|| Slot::new(spot.offset, "", rest, "- ", between));
            };
            let blank = if typed.is_empty() { " " } else { "" };
            let slot = Slot::new(spot.offset, typed.trim_start(), rest, blank, between);
            // A comment, or another value behind the quotes.
            (!typed.contains(" #") && !is_closed(typed.trim_start())).then_some(slot)
        }
        Some('[') if !written.contains(']') => {
            let typed = in_line.rsplit(['[', ',']).next()?.trim_start();
            let blank = if before.ends_with(',') { " " } else { "" };
            let slot = Slot::new(spot.offset, typed, rest.split([',', ']']).next()?, blank, between);
            (!is_closed(typed)).then_some(Slot { in_brackets: true, ..slot })
        }
        Some('[' | '{' | '&' | '*' | '!' | '#' | '|' | '>') => None,
        Some(_) if is_below => None,
        Some(_) => {
            let quote = written.chars().next().filter(|sign| matches!(sign, '"' | '\''));
            let inside = written.get(quote.map_or(0, char::len_utf8)..)?;
            if quote.is_some_and(|quote| inside.contains(quote)) || inside.contains(" #") {
                return None;
            }
            let typed = match between {
                Between::Blanks => inside.rsplit(char::is_whitespace).next()?,
                Between::Commas => last_part(inside),
            };
            let blank = if inside.ends_with(',') && between == Between::Commas { " " } else { "" };
            let rest = quote.map_or(rest, |quote| rest.split(quote).next().unwrap_or_default());
            Some(Slot { is_quoted: quote.is_some(), ..Slot::new(spot.offset, typed, rest, blank, between) })
        }
    }
}

/// What stands behind the last comma outside of braces.
fn last_part(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    text.get(start..).unwrap_or_default().trim_start()
}

/// Whether a text in quotes has ended.
fn is_closed(typed: &str) -> bool {
    let quote = typed.chars().next().filter(|sign| matches!(sign, '"' | '\''));
    quote.is_some_and(|quote| typed.get(1..).is_some_and(|rest| rest.contains(quote)))
}

impl Slot {
    /// `typed` stands before the cursor, with its quote, and `rest` behind it, to where the entry may end at most.
    fn new(offset: usize, typed: &str, rest: &str, before: &'static str, between: Between) -> Slot {
        let plain = typed.strip_prefix(['"', '\'']);
        let is_quoted = plain.is_some();
        let ends = |sign: char| match between {
            Between::Blanks => sign.is_whitespace() || matches!(sign, '"' | '\''),
            Between::Commas => matches!(sign, ',' | '"' | '\'' | '\n' | '\r' | '#'),
        };
        let behind = rest.find(ends).and_then(|at| rest.get(..at)).unwrap_or(rest).trim_end();
        let typed = plain.unwrap_or(typed);
        Slot { word: Span::new(offset - typed.len(), offset + behind.len()), before, is_quoted, in_brackets: false }
    }

    /// An offer in this place.
    pub(super) fn completion(&self, label: &str, written: &str, kind: Kind) -> Completion {
        let text = match self.is_quoted || !needs_quotes(written, self.in_brackets) {
            true => written.to_owned(),
            false => format!("\"{written}\""),
        };
        Completion { text: format!("{}{text}", self.before), ..Completion::plain(label, kind, self.word) }
    }
}

/// Whether YAML would read an entry as something else.
fn needs_quotes(text: &str, in_brackets: bool) -> bool {
    text.starts_with(['*', '&', '!', '{', '[', '?', '%', '@', '`', '#', '|', '>', '-'])
        || text.contains(": ")
        || text.contains(" #")
        || (in_brackets && text.contains(['{', '}', '[', ']', ',']))
}
