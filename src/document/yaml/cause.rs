//! Why a field is not YAML: reads the raw text of a broken field, item by item, up to its first fault.
//!
//! The parser knows that it stopped; only the text shows what the author meant. Every rule here names something that
//! is an error in any YAML, so the order of the text decides, not the parser's state.

use crate::document::keys::{is_common, key_of};
use crate::document::lines::{Line, line_at, lines, trimmed};
use crate::document::yaml::parser::{Failure, FailureKind};
use crate::document::yaml::{Cause, YamlError};
use crate::text::Span;

/// A cause and the characters to blame.
pub(crate) type BlamedCause = (Span, Cause);

/// The first fault of the broken field at `chunk`, which starts at the start of a line.
pub(crate) fn first_fault(text: &str, chunk: Span, failure: &Failure) -> BlamedCause {
    if failure.kind == FailureKind::TooDeep {
        // The first sign of the value stands for all the others.
        let first = line_at(text, chunk.start);
        let value = key_in(first.text.trim_start()).map_or(0, |key| key.value);
        let start = first.trimmed_span().start + value;
        let sign = text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        return (Span::new(start, start + sign), Cause::TooDeep);
    }
    Scan::default().first_fault(text, chunk).unwrap_or_else(|| stopping_place(text, chunk, failure))
}

/// What can be said from the place where the parser stopped.
pub(crate) fn stopping_place(text: &str, chunk: Span, failure: &Failure) -> BlamedCause {
    let line = line_at(text, failure.at);
    let rest = trimmed(text.get(failure.at..line.end).unwrap_or_default(), failure.at);
    let place = [rest, line.trimmed_span(), trimmed(chunk.of(text), chunk.start)].into_iter().find(|it| !it.is_empty());
    let place = place.unwrap_or(chunk);
    match &failure.kind {
        FailureKind::Tab => {
            let tabs = tab_indentation(&line).or_else(|| {
                let before = failure.at.checked_sub(1).map(|at| Span::new(at, failure.at))?;
                (before.of(text) == "\t").then_some(before)
            });
            (tabs.unwrap_or(place), Cause::TabIndentation)
        }
        FailureKind::Character(character) => {
            // The parser may stop where the text begins that holds the character.
            let rest = text.get(failure.at..chunk.end).unwrap_or_default();
            let start = failure.at + rest.find(*character).unwrap_or_default();
            let cause = if character.is_ascii_punctuation() {
                Cause::ReservedStart(*character)
            } else {
                Cause::ControlCharacter(*character)
            };
            (Span::new(start, (start + character.len_utf8()).min(chunk.end)), cause)
        }
        FailureKind::SecondDocument => (line.trimmed_span(), Cause::SecondDocument),
        FailureKind::NotAligned => (line.trimmed_span(), Cause::LessIndented),
        FailureKind::TooDeep => (place, Cause::TooDeep),
        FailureKind::Other(words) => (place, Cause::Other(words.clone())),
    }
}

/// The raw text of the innermost value that holds the error: what quotes would have to go around. Lines that are
/// deeper than its key or dash belong to it.
pub(crate) fn value_around(text: &str, error: &YamlError) -> Option<Span> {
    let offset = error.span.start;
    let mut line = line_at(text, offset);
    if error.cause == Cause::ColonInContinuation {
        // The line looks like a field itself; the value began above, at a smaller indentation.
        let indent = line.indent();
        while line.start > 0 && (line.is_blank() || line.indent() >= indent) {
            line = line_at(text, line.start - 1);
        }
    }
    let mut column = line.indent();
    let mut dash = None;
    while let Some(after) = line.text.get(column..).and_then(|rest| rest.strip_prefix("- ")) {
        dash = Some(column);
        column += 2 + after.len() - after.trim_start_matches([' ', '\t']).len();
    }
    let rest = line.text.get(column..)?;
    let (column, start) = match (key_in(rest), dash) {
        (Some(key), _) => (column, line.start + column + key.value),
        (None, Some(dash)) => (dash, line.start + column),
        (None, None) => return None,
    };
    let below = lines(text, Span::new(line.next, text.len()));
    let last = below.take_while(|it| it.is_blank() || it.indent() > column).filter(|it| !it.is_blank()).last();
    let end = last.map_or(line.end, |it| it.end);
    let value = trimmed(Span::new(start, end.max(start)).of(text), start);
    // A comment behind text on one line stays outside.
    let comment = value.of(text).find(" #").filter(|_| last.is_none() && !value.of(text).starts_with(['"', '\'']));
    let value = comment.map_or(value, |at| trimmed(Span::new(value.start, value.start + at).of(text), value.start));
    (!value.is_empty() && value.touches(offset)).then_some(value)
}

/// The tabs among the blanks that a line starts with.
fn tab_indentation(line: &Line<'_>) -> Option<Span> {
    let indentation = line.text.get(..line.indent())?;
    let start = indentation.find('\t')?;
    let tabs = indentation.get(start..)?;
    let length = tabs.len() - tabs.trim_start_matches('\t').len();
    Some(Span::new(line.start + start, line.start + start + length))
}

/// A key at the start of a line.
pub(crate) struct Key {
    /// How many bytes it takes, quotes included.
    pub(crate) length: usize,
    /// Where its value starts, blanks behind the colon excluded.
    pub(crate) value: usize,
}

/// The key that `line`, which has no blanks in front, starts with.
pub(crate) fn key_in(line: &str) -> Option<Key> {
    let length = match line.chars().next()? {
        quote @ ('"' | '\'') => {
            let end = quote_end(line, 0, line.len(), quote)?;
            let blanks = line.get(end..)?;
            let after = blanks.trim_start_matches([' ', '\t']);
            (after == ":" || after.starts_with(": ") || after.starts_with(":\t")).then_some(end)?
        }
        '[' | '{' | '|' | '>' | '@' | '`' | '%' | ',' | ']' | '}' | '#' | '*' | '&' | '!' => return None,
        _ => {
            let colon = plain(line, 0, line.len()).colon?;
            line.get(..colon.start)?.trim_end().len()
        }
    };
    let after = line.get(length..)?;
    let colon = length + after.find(':')? + 1;
    let value = line.get(colon..)?;
    Some(Key { length, value: colon + value.len() - value.trim_start_matches([' ', '\t']).len() })
}

/// What an unquoted text holds that ends it.
struct Plain {
    /// `: `, or `:` at the end of the line.
    colon: Option<Span>,
    /// ` #` and what follows.
    comment: Option<Span>,
}

/// Reads the unquoted text from `start` to the end of its line.
fn plain(text: &str, start: usize, end: usize) -> Plain {
    let bytes = text.as_bytes().get(..end).unwrap_or_default();
    let is_blank = |at: usize| bytes.get(at).is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        if *byte == b':' && is_blank(at + 1) {
            let length = if at + 1 < end { 2 } else { 1 };
            return Plain { colon: Some(Span::new(at, at + length)), comment: None };
        }
        if *byte == b'#' && at > start && is_blank(at - 1) {
            return Plain { colon: None, comment: Some(Span::new(at, end)) };
        }
    }
    Plain { colon: None, comment: None }
}

/// Where the quoted text that opens at `open` ends, closing quote included.
pub(crate) fn quote_end(text: &str, open: usize, limit: usize, quote: char) -> Option<usize> {
    let bytes = text.as_bytes().get(..limit)?;
    let mut at = open + 1;
    while let Some(&byte) = bytes.get(at) {
        match (byte, quote) {
            (b'\\', '"') => at += 1,
            (b'\'', '\'') if bytes.get(at + 1) == Some(&b'\'') => at += 1,
            (b'"', '"') | (b'\'', '\'') => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The first escape between `start` and `end` that double quotes do not know.
fn bad_escape(text: &str, start: usize, end: usize) -> Option<Span> {
    let mut at = start;
    while let Some(found) = text.get(at..end)?.find('\\') {
        let escape = at + found;
        let sign = text.get(escape + 1..end)?.chars().next()?;
        let digits = match sign {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\' | 'N' | '_' | 'L'
            | 'P' | '\n' | '\r' => 0,
            _ => return Some(Span::new(escape, escape + 1 + sign.len_utf8())),
        };
        let after = text.get(escape + 2..end).unwrap_or_default();
        let written = after.bytes().take(digits).take_while(u8::is_ascii_hexdigit).count();
        let span = Span::new(escape, escape + 1 + sign.len_utf8() + written);
        at = span.end;
        if written < digits {
            return Some(span);
        }
        if digits == 0 {
            continue;
        }
        let code = u32::from_str_radix(after.get(..digits)?, 16).ok()?;
        let low = text
            .get(at..end)
            .and_then(|rest| rest.strip_prefix("\\u")?.get(..4))
            .and_then(|it| u32::from_str_radix(it, 16).ok());
        match (code, low) {
            // A JSON surrogate pair: two escapes, one character.
            (0xD800..=0xDBFF, Some(0xDC00..=0xDFFF)) => at += 6,
            (0xD800..=0xDFFF, _) => return Some(span),
            _ if char::from_u32(code).is_none() => return Some(span),
            _ => {}
        }
    }
    None
}

/// Stands for a quoted text as the last sign of a flow collection.
const QUOTED: char = '\0';

/// Where the flow collection that opens at `open` ends, closing bracket included, or what is wrong with it.
pub(crate) fn flow_end(text: &str, open: usize, limit: usize) -> Result<usize, BlamedCause> {
    let source = text.get(..limit).unwrap_or(text);
    let mut brackets: Vec<(char, usize)> = Vec::new();
    // The last sign that was not a blank: it tells whether a quote quotes and what may follow.
    let mut last = '[';
    let mut at = open;
    while let Some(sign) = source.get(at..).and_then(|rest| rest.chars().next()) {
        let begins = matches!(last, '[' | '{' | ',' | ':');
        let may_follow = sign.is_whitespace() || matches!(sign, ',' | ':' | ']' | '}' | '#');
        if matches!(last, QUOTED | ']' | '}') && !may_follow {
            return Err((Span::new(at, at + sign.len_utf8()), Cause::CommaMissing));
        }
        match sign {
            '[' | '{' => brackets.push((sign, at)),
            ']' | '}' => match brackets.pop() {
                Some(('[', _)) if sign == ']' => {}
                Some(('{', _)) if sign == '}' => {}
                Some((bracket, start)) => return Err((Span::new(start, start + 1), Cause::FlowUnclosed(bracket))),
                None => break,
            },
            '"' | '\'' if begins => {
                let Some(end) = quote_end(source, at, limit, sign) else {
                    return Err((Span::new(at, at + 1), Cause::QuoteUnclosed));
                };
                if sign == '"'
                    && let Some(escape) = bad_escape(source, at + 1, end)
                {
                    return Err((escape, Cause::BadEscape));
                }
                at = end;
                last = QUOTED;
                continue;
            }
            '@' | '`' | '%' if begins => {
                return Err((Span::new(at, at + 1), Cause::ReservedStart(sign)));
            }
            '#' if source.get(..at).is_some_and(|before| before.ends_with(char::is_whitespace)) => {
                at = line_at(source, at).end;
                continue;
            }
            _ => {}
        }
        if !sign.is_whitespace() {
            last = sign;
        }
        at += sign.len_utf8();
        if brackets.is_empty() {
            return Ok(at);
        }
    }
    let (bracket, start) = brackets.first().copied().unwrap_or(('[', open));
    Err((Span::new(start, start + 1), Cause::FlowUnclosed(bracket)))
}

/// How a value is written, as far as the lines below it are concerned.
#[derive(Clone, Debug)]
enum Shape {
    /// Nothing yet: children may follow.
    Empty,
    /// Unquoted text; deeper lines continue it, unless a comment has ended it.
    Plain { comment: Option<Span> },
    /// Quotes or brackets, closed. A deeper line below is a fault of this cause.
    Closed(Cause),
    /// `|` or `>`. The indentation of its first line binds the others, unless the sign gives it.
    BlockScalar { indent: Option<usize>, explicit: bool },
}

/// The state of reading a field item by item.
#[derive(Default)]
struct Scan {
    /// The columns of the open block collections, with whether each is a list.
    columns: Vec<(usize, bool)>,
    /// The column of the last key or dash, and the shape of its value.
    last: Option<(usize, Shape)>,
}

impl Scan {
    fn first_fault(mut self, text: &str, chunk: Span) -> Option<BlamedCause> {
        let mut at = chunk.start;
        while at < chunk.end {
            let line = lines(text, Span::new(at, chunk.end)).next()?;
            at = line.next;
            if line.is_blank() {
                continue;
            }
            match self.continuation(&line) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault) => return Some(fault),
            }
            match self.item(text, &line, chunk.end) {
                // A quoted text or a flow collection may go over lines.
                Ok(resume) if resume > line.end => at = line_at(text, resume).next,
                Ok(_) => {}
                Err(fault) => return Some(fault),
            }
        }
        None
    }

    /// Whether the line belongs to the value above it.
    fn continuation(&mut self, line: &Line<'_>) -> Result<bool, BlamedCause> {
        let indent = line.indent();
        let is_comment = line.text.get(indent..).is_some_and(|rest| rest.starts_with('#'));
        let tabs = tab_indentation(line);
        let Some((column, shape)) = &mut self.last else {
            return if is_comment {
                Ok(true)
            } else {
                tabs.map_or(Ok(false), |tabs| Err((tabs, Cause::TabIndentation)))
            };
        };
        let deeper = indent > *column;
        match shape {
            Shape::BlockScalar { indent: content, explicit } if deeper => {
                // A tab behind the indentation is text; inside it, it is a fault.
                let bound = content.unwrap_or(*column + 1);
                if let Some(tabs) = tabs.filter(|tabs| tabs.start < line.start + bound) {
                    return Err((tabs, Cause::TabIndentation));
                }
                if !*explicit && content.is_some_and(|content| indent < content) && !is_comment {
                    return Err((line.trimmed_span(), Cause::LessIndented));
                }
                content.get_or_insert(indent);
                Ok(true)
            }
            Shape::Plain { comment } if is_comment => {
                comment.get_or_insert(line.trimmed_span());
                Ok(true)
            }
            _ if is_comment => Ok(true),
            _ if tabs.is_some() => Err((tabs.unwrap_or_default(), Cause::TabIndentation)),
            Shape::Plain { comment: Some(comment) } if deeper => Err((*comment, Cause::CommentInPlain)),
            Shape::Plain { comment } if deeper => {
                let found = plain(line.text, indent, line.text.len());
                *comment = found.comment.map(|it| it.shift(line.start));
                let Some(colon) = found.colon else {
                    return Ok(true);
                };
                let content = line.text.get(indent..).unwrap_or_default();
                if content.starts_with("- ") {
                    let dash = line.start + indent;
                    return Err((Span::new(dash, dash + 1), Cause::ListAfterValue));
                }
                let key = key_of(content).filter(|key| key.starts_with(|first: char| first.is_ascii_lowercase()));
                if key.is_some_and(|key| *column > 0 || is_common(key)) {
                    return Err((Span::new(line.start, line.start + indent), Cause::MoreIndented));
                }
                Err((colon.shift(line.start), Cause::ColonInContinuation))
            }
            Shape::Closed(cause) if deeper => Err((line.trimmed_span(), cause.clone())),
            Shape::Empty | Shape::Plain { .. } | Shape::Closed(_) | Shape::BlockScalar { .. } => Ok(false),
        }
    }

    /// Reads the keys and dashes of a line, and the value behind them. Returns where the value ends.
    fn item(&mut self, text: &str, line: &Line<'_>, limit: usize) -> Result<usize, BlamedCause> {
        let indent = line.indent();
        let was_empty = matches!(self.last, None | Some((_, Shape::Empty)));
        let after_block = matches!(self.last, Some((_, Shape::BlockScalar { .. })));
        while self.columns.last().is_some_and(|(column, _)| *column > indent) {
            self.columns.pop();
        }
        let aligned = self.columns.last().is_none_or(|(column, _)| *column == indent);
        if !aligned && !was_empty {
            return Err((line.trimmed_span(), Cause::LessIndented));
        }
        let mut at = indent;
        let mut dash = None;
        loop {
            let rest = line.text.get(at..).unwrap_or_default();
            if rest != "-" && !rest.starts_with("- ") && !rest.starts_with("-\t") {
                break;
            }
            if self.columns.last() == Some(&(at, false)) && !was_empty {
                let start = line.start + at;
                return Err((Span::new(start, start + 1), Cause::ListAfterValue));
            }
            if self.columns.last() != Some(&(at, true)) {
                self.columns.push((at, true));
            }
            dash = Some(at);
            let after = rest.get(1..).unwrap_or_default();
            at += 1 + after.len() - after.trim_start_matches([' ', '\t']).len();
        }
        let rest = line.text.get(at..).unwrap_or_default();
        let (column, value_start) = match (key_in(rest), dash) {
            (Some(key), _) => {
                while self.columns.last().is_some_and(|last| *last == (at, true)) {
                    self.columns.pop();
                }
                if self.columns.last() != Some(&(at, false)) {
                    self.columns.push((at, false));
                }
                (at, line.start + at + key.value)
            }
            (None, Some(dash)) => (dash, line.start + at),
            (None, None) if after_block => return Err((line.trimmed_span(), Cause::LessIndented)),
            (None, None) if self.columns.last() == Some(&(indent, true)) => {
                return Err((line.trimmed_span(), Cause::DashMissing));
            }
            (None, None) => return Err(keyless(text, line, limit)?),
        };
        let place = if column == at { ValuePlace::BehindKey } else { ValuePlace::Other };
        let (shape, end) = value(text, value_start, line, limit, place, column)?;
        self.last = Some((column, shape));
        Ok(end)
    }
}

/// Why a line that should start with a key has none. `Err` when its first sign is to blame.
pub(crate) fn keyless(text: &str, line: &Line<'_>, limit: usize) -> Result<BlamedCause, BlamedCause> {
    let span = line.trimmed_span();
    let content = span.of(text);
    if is_conflict_marker(line.text) {
        return Ok((span, Cause::ConflictMarker));
    }
    if let Some((key, sign)) = mistaken_colon(content) {
        let start = span.start + key;
        let cause = if sign == ':' { Cause::ColonWithoutSpace } else { Cause::FullWidthColon };
        return Ok((Span::new(start, start + sign.len_utf8()), cause));
    }
    value(text, span.start, line, limit, ValuePlace::Other, 0)?;
    Ok((span, Cause::KeyWithoutColon))
}

/// The length of a word that is followed by a full-width colon, or by a colon and no space, and that sign.
pub(crate) fn mistaken_colon(content: &str) -> Option<(usize, char)> {
    let (at, sign) = content.char_indices().find(|(_, sign)| matches!(sign, ':' | '：' | ' ' | '\t'))?;
    let (word, rest) = (content.get(..at)?, content.get(at + sign.len_utf8()..)?);
    let is_word = word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'));
    match sign {
        '：' if is_word => Some((at, sign)),
        // A URL, a path and a `plugin:skill` are text; only a field that skills have is surely a key.
        ':' if is_word && is_common(word) && !rest.starts_with(['/', '\\', ':']) && !rest.is_empty() => {
            Some((at, sign))
        }
        _ => None,
    }
}

/// Whether a line is one of Git's conflict markers.
pub(crate) fn is_conflict_marker(line: &str) -> bool {
    let line = line.trim_end();
    line == "======="
        || ["<<<<<<<", ">>>>>>>", "|||||||"]
            .iter()
            .any(|sign| line.strip_prefix(sign).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
}

/// What stands before a value: a list may start behind a dash, but not behind a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValuePlace {
    BehindKey,
    Other,
}

/// Reads the value at `start`, which ends with its line unless it is quoted or a flow collection.
fn value(
    text: &str,
    start: usize,
    line: &Line<'_>,
    limit: usize,
    place: ValuePlace,
    column: usize,
) -> Result<(Shape, usize), BlamedCause> {
    let mut start = start;
    let mut rest = text.get(start..line.end).unwrap_or_default();
    // Anchors and tags stand before the value.
    while rest.len() > 1 && rest.starts_with(['&', '!']) && !rest.starts_with("& ") {
        let length = rest.find([' ', '\t']).unwrap_or(rest.len());
        let after = rest.get(length..).unwrap_or_default();
        let value = after.trim_start_matches([' ', '\t']);
        start += rest.len() - value.len();
        rest = value;
    }
    let Some(first) = rest.chars().next() else {
        return Ok((Shape::Empty, line.end));
    };
    let sign = Span::new(start, start + first.len_utf8());
    let next_is_blank = rest.get(first.len_utf8()..).is_none_or(|it| it.is_empty() || it.starts_with([' ', '\t']));
    match first {
        '#' => Ok((Shape::Empty, line.end)),
        '|' | '>' => {
            let header = rest.trim_start_matches(['|', '>', '+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
            let after = trimmed(header, line.end - header.len());
            if !after.is_empty() && !header.trim_start().starts_with('#') {
                return Err((after, Cause::TextAfterBlockSign));
            }
            let explicit = rest
                .get(..rest.len() - header.len())
                .is_some_and(|it| it.contains(|digit: char| digit.is_ascii_digit()));
            Ok((Shape::BlockScalar { indent: None, explicit }, line.end))
        }
        '"' | '\'' => quoted(text, start, limit, first, column),
        '{' if rest.starts_with("{{") => {
            let end = rest.find("}}").map_or(rest.trim_end().len(), |at| at + 2);
            Err((Span::new(start, start + end), Cause::TemplatePlaceholder))
        }
        '[' | '{' => {
            let end = flow_end(text, start, limit)?;
            let after = after_value(text, end);
            if after.is_empty() {
                Ok((Shape::Closed(Cause::TextAfterFlow), end))
            } else {
                Err((after, Cause::TextAfterFlow))
            }
        }
        '*' => {
            let word = rest.find([' ', '\t', ',']).unwrap_or(rest.len());
            let after = after_value(text, start + word);
            if after.is_empty() && word > 1 {
                return Ok((Shape::Plain { comment: None }, line.end));
            }
            Err((Span::new(start, start + word), Cause::AliasUndefined))
        }
        '@' | '`' | '%' | ',' | ']' | '}' | '&' => Err((sign, Cause::ReservedStart(first))),
        '?' | ':' if next_is_blank && place == ValuePlace::BehindKey => Err((sign, Cause::ReservedStart(first))),
        '-' if next_is_blank && place == ValuePlace::BehindKey => Err((sign, Cause::ListOnKeyLine)),
        _ => {
            let found = plain(text, start, line.end);
            match found.colon {
                Some(colon) => Err((colon, Cause::ColonInPlain)),
                None => Ok((Shape::Plain { comment: found.comment }, line.end)),
            }
        }
    }
}

/// What stands between `end` and the end of the line, unless it is a comment.
fn after_value(text: &str, end: usize) -> Span {
    let line = line_at(text, end);
    let rest = text.get(end..line.end).unwrap_or_default();
    let after = trimmed(rest, end);
    if after.start > end && after.of(text).starts_with('#') { Span::at(end) } else { after }
}

fn quoted(text: &str, start: usize, limit: usize, quote: char, column: usize) -> Result<(Shape, usize), BlamedCause> {
    let Some(end) = quote_end(text, start, limit, quote) else {
        return Err((Span::new(start, start + 1), Cause::QuoteUnclosed));
    };
    if quote == '"'
        && let Some(escape) = bad_escape(text, start + 1, end)
    {
        return Err((escape, Cause::BadEscape));
    }
    let after = after_value(text, end);
    if !after.is_empty() {
        let cause = match after.of(text) {
            "," => Cause::CommaAfterQuote,
            rest if rest.contains(quote) => Cause::InnerQuote,
            _ => Cause::TextAfterQuote,
        };
        return Err((after, cause));
    }
    let low = lines(text, Span::new(line_at(text, start).next.min(end), end))
        .find(|line| !line.is_blank() && line.indent() <= column);
    match low {
        Some(line) if line.indent() == 0 => Err((line.trimmed_span(), Cause::QuoteAtColumnZero)),
        Some(line) => Err((line.trimmed_span(), Cause::LessIndented)),
        None => Ok((Shape::Closed(Cause::TextAfterQuote), end)),
    }
}
