//! Arguments and placeholders, filled in by text search as hosts do it, in code too.

use crate::hosts::{LoadingRule, MissingName, PlaceholderRule};
use crate::loading::piece::{Hit, State, TextPiece, rewritten};
use crate::loading::values::Values;
use crate::loading::{LoadRequest, MarkKind};
use crate::text::Span;

/// What is filled in, and how.
pub(super) struct Filler<'a> {
    pub(super) rule: &'a LoadingRule,
    pub(super) placeholders: &'a PlaceholderRule,
    pub(super) values: &'a Values,
    /// The names that the skill declares, in order.
    pub(super) declared: Vec<String>,
    pub(super) request: &'a LoadRequest,
    pub(super) words: &'a [String],
    /// What the host calls the skill.
    pub(super) id: &'a str,
}

/// More than this many UTF-16 units.
pub(super) struct TooLong(pub(super) usize);

/// The longest text with everything filled in; beyond it Claude Code refuses, and nobody could read it.
const LIMIT: usize = 4_000_000;
/// Names of arguments that are longer than this are not looked for, nor are more than this many.
const MOST_NAMES: usize = 64;

impl Filler<'_> {
    /// The pieces with everything filled in.
    pub(super) fn filled(&self, pieces: Vec<TextPiece>) -> Result<Vec<TextPiece>, TooLong> {
        let arguments = self.request.given();
        let pieces = if self.rule.guards { pieces.into_iter().map(without_stand_ins).collect() } else { pieces };
        let mut room = Room::new(&pieces);
        let mut pieces = rewritten(pieces, |text| self.braced(text, &mut room))?;
        if let Some(all) = &self.rule.all_arguments {
            return self.with_all(pieces, all, &mut room);
        }
        if !self.placeholders.arguments || self.rule.only_with_arguments && self.request.arguments.is_none() {
            return Ok(pieces);
        }
        let mut names: Vec<(usize, &str)> = self.declared.iter().map(String::as_str).enumerate().collect();
        names.retain(|(_, name)| name.encode_utf16().count() <= MOST_NAMES);
        names.truncate(MOST_NAMES);
        // A longer name may begin with a shorter one.
        names.sort_by_key(|(_, name)| std::cmp::Reverse(name.encode_utf16().count()));
        if self.rule.escapes {
            pieces = rewritten(pieces, |text| Ok(escapes(text, &names)))?;
        }
        let mut taken = false;
        for (index, name) in &names {
            let value = self.words.get(*index).map(String::as_str).unwrap_or_default();
            pieces = rewritten(pieces, |text| {
                let spans = named(text, name);
                taken |= !spans.is_empty();
                spans.into_iter().map(|span| self.argument(span, value, &mut room)).collect()
            })?;
        }
        pieces = rewritten(pieces, |text| self.counted(text, indexed(text), Counting::Index, &mut taken, &mut room))?;
        let numbered = |text: &str| numbered(text, self.rule.loose_numbers);
        pieces = rewritten(pieces, |text| self.counted(text, numbered(text), Counting::Number, &mut taken, &mut room))?;
        pieces = rewritten(pieces, |text| {
            let mut spans = places(text, ALL);
            spans.retain(|span| !self.rule.whole_arguments || next(text, span.end).is_none_or(|byte| !is_word(byte)));
            taken |= !spans.is_empty();
            spans.into_iter().map(|span| self.argument(span, arguments, &mut room)).collect()
        })?;
        // A host that asks whether there are any asks only that.
        let is_given = self.rule.only_with_arguments || !arguments.is_empty();
        if !taken && is_given && !self.rule.appended.is_empty() {
            self.append(&mut pieces, &mut room)?;
        }
        Ok(pieces)
    }

    /// The pieces with the arguments in the place of the one placeholder that the host knows, or behind them.
    fn with_all(&self, pieces: Vec<TextPiece>, all: &str, room: &mut Room) -> Result<Vec<TextPiece>, TooLong> {
        let arguments = self.request.given();
        let mut taken = false;
        let mut pieces = rewritten(pieces, |text| {
            let spans = places(text, all);
            taken |= !spans.is_empty();
            spans.into_iter().map(|span| self.argument(span, arguments, room)).collect()
        })?;
        if !taken && !arguments.is_empty() && !self.rule.appended.is_empty() {
            self.append(&mut pieces, room)?;
        }
        Ok(pieces)
    }

    /// `${NAME}`, where the host knows the name and has a value for it.
    fn braced(&self, text: &str, room: &mut Room) -> Result<Vec<Hit>, TooLong> {
        let mut hits = Vec::new();
        let mut at = 0;
        while let Some(sign) = text.get(at..).and_then(|rest| rest.find("${")) {
            let start = at + sign;
            at = start + 2;
            let Some(length) = text.get(at..).and_then(|rest| rest.find('}')) else { break };
            let name = text.get(at..at + length).unwrap_or_default();
            if let Some(value) = self.values.get(name) {
                let span = Span::new(start, at + length + 1);
                room.take(value)?;
                hits.push(Hit { span, text: value.to_owned(), kind: Some(MarkKind::Placeholder) });
                at = span.end;
            }
        }
        Ok(hits)
    }

    /// The places that name an argument by its number.
    fn counted(
        &self,
        text: &str,
        places: Vec<(Span, usize)>,
        counting: Counting,
        taken: &mut bool,
        room: &mut Room,
    ) -> Result<Vec<Hit>, TooLong> {
        let from_zero = counting == Counting::Index || self.placeholders.from_zero;
        let mut hits = Vec::new();
        for (span, number) in places {
            let index = if from_zero { Some(number) } else { number.checked_sub(1) };
            match (index.and_then(|index| self.words.get(index)), self.rule.missing) {
                (Some(value), _) => hits.push(self.argument(span, value, room)?),
                (None, MissingName::Empty) => hits.push(self.argument(span, "", room)?),
                // `$ARGUMENTS` in it is not filled either.
                (None, MissingName::Left) if counting == Counting::Index => {
                    hits.push(Hit { span, text: span.of(text).to_owned(), kind: None });
                    continue;
                }
                (None, MissingName::Left) => continue,
            }
            *taken = true;
        }
        Ok(hits)
    }

    /// A place that takes an argument.
    fn argument(&self, span: Span, value: &str, room: &mut Room) -> Result<Hit, TooLong> {
        let text = self.guarded(value);
        room.take(if text.len() > value.len() { &text } else { value })?;
        Ok(Hit { span, text, kind: Some(MarkKind::Argument) })
    }

    /// An argument as it stands in the text.
    fn guarded(&self, value: &str) -> String {
        if !self.rule.guards {
            return value.to_owned();
        }
        let mut value = value.to_owned();
        for (name, filling) in self.values.iter() {
            value = value.replace(&format!("${{{name}}}"), filling);
        }
        without_commands(&value).replace(['\u{ffff}', '\u{fffe}'], "\u{fffd}")
    }

    /// Puts the arguments behind the body, or behind everything where everything is filled.
    fn append(&self, pieces: &mut Vec<TextPiece>, room: &mut Room) -> Result<(), TooLong> {
        let end = match self.rule.fills_all {
            true => pieces.len(),
            false => {
                let is_body = |piece: &TextPiece| matches!(piece.state, State::Open { is_body: true });
                pieces.iter().rposition(is_body).map_or(pieces.len(), |last| last + 1)
            }
        };
        let (before, after) = self.rule.appended.split_once("{arguments}").unwrap_or((&self.rule.appended, ""));
        let text = self.guarded(self.request.given());
        room.take(&text)?;
        let state = State::Filled { kind: MarkKind::Argument, written: String::new() };
        let added = [
            TextPiece::settled(before.replace("{id}", self.id), None),
            TextPiece { text, source: None, state },
            TextPiece::settled(after.to_owned(), None),
        ];
        pieces.splice(end..end, added);
        Ok(())
    }
}

const ALL: &str = "$ARGUMENTS";

/// Where a placeholder stands in a text.
fn places(text: &str, placeholder: &str) -> Vec<Span> {
    text.match_indices(placeholder).map(|(at, found)| Span::new(at, at + found.len())).collect()
}

/// How an argument is named by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// `$ARGUMENTS[n]`, from 0 in every host.
    Index,
    /// `$n`.
    Number,
}

/// How much may still be filled in.
struct Room {
    left: usize,
}

impl Room {
    fn new(pieces: &[TextPiece]) -> Room {
        Room { left: LIMIT.saturating_sub(pieces.iter().map(|piece| piece.text.len()).sum()) }
    }

    fn take(&mut self, text: &str) -> Result<(), TooLong> {
        let length = text.encode_utf16().count();
        self.left = self.left.checked_sub(length).ok_or(TooLong(LIMIT))?;
        Ok(())
    }
}

/// Hosts that use these characters as stand-ins replace those that are there before.
fn without_stand_ins(piece: TextPiece) -> TextPiece {
    let has = piece.text.contains(['\u{ffff}', '\u{fffe}']);
    match piece.state {
        State::Open { .. } if has => {
            TextPiece { text: piece.text.replace(['\u{ffff}', '\u{fffe}'], "\u{fffd}"), ..piece }
        }
        _ => piece,
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// What stands behind an offset.
fn next(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// Where `$name` stands and no word goes on.
fn named(text: &str, name: &str) -> Vec<Span> {
    let written = format!("${name}");
    let ends = |at: usize| next(text, at).is_none_or(|byte| byte != b'[' && !is_word(byte));
    let spans = text.match_indices(&written).map(|(at, found)| Span::new(at, at + found.len()));
    spans.filter(|span| ends(span.end)).collect()
}

/// `$ARGUMENTS[n]`, each with its number.
fn indexed(text: &str) -> Vec<(Span, usize)> {
    let mut found = Vec::new();
    for (at, start) in text.match_indices("$ARGUMENTS[") {
        let digits = at + start.len();
        let length = digits_at(text, digits);
        if length > 0 && next(text, digits + length) == Some(b']') {
            found.push((Span::new(at, digits + length + 1), number(text, digits, length)));
        }
    }
    found
}

/// `$n`, each with its number, where no word goes on, unless that does not matter.
fn numbered(text: &str, is_loose: bool) -> Vec<(Span, usize)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('$') {
        let length = digits_at(text, at + 1);
        let end = at + 1 + length;
        if length > 0 && (is_loose || next(text, end).is_none_or(|byte| !is_word(byte))) {
            found.push((Span::new(at, end), number(text, at + 1, length)));
        }
    }
    found
}

fn digits_at(text: &str, at: usize) -> usize {
    text.as_bytes().get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn number(text: &str, at: usize, length: usize) -> usize {
    text.get(at..at + length).and_then(|digits| digits.parse().ok()).unwrap_or(usize::MAX)
}

/// `\$` before a placeholder of arguments, with no backslash before it: the sign alone remains.
fn escapes(text: &str, names: &[(usize, &str)]) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (at, _) in text.match_indices("\\$") {
        if text.get(..at).is_some_and(|before| before.ends_with('\\')) {
            continue;
        }
        let after = text.get(at + 2..).unwrap_or_default();
        let is_name = |(_, name): &(usize, &str)| {
            let rest = after.strip_prefix(name);
            rest.is_some_and(|rest| next(rest, 0).is_none_or(|byte| byte != b'[' && !is_word(byte)))
        };
        let is_placeholder = after.starts_with("ARGUMENTS")
            || after.starts_with(|sign: char| sign.is_ascii_digit())
            || names.iter().any(is_name);
        if is_placeholder {
            hits.push(Hit { span: Span::new(at, at + 2), text: "$".to_owned(), kind: None });
        }
    }
    hits
}

/// A text in which no `!` starts a command.
fn without_commands(text: &str) -> String {
    let text = text.replace("`!", "` !").replace("!`", "! `");
    let mut safe = String::with_capacity(text.len());
    let mut before = None;
    for sign in text.chars() {
        // What stood before the last one that was changed does not count again.
        if sign == '!' && before.is_none_or(crate::hosts::is_space) {
            safe.push('\\');
        }
        safe.push(sign);
        before = Some(sign);
    }
    safe
}
