//! Line ends that only some readers of YAML know: U+0085, U+2028 and U+2029.

use std::borrow::Cow;

use crate::document::yaml::{Entry, Node, Scalar, Style, Value};
use crate::hosts::Host;
use crate::text::Span;

/// The line ends that only some readers know.
const ODD_BREAKS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];

/// What stands in for the two that are kept when lines are folded. Neither is a character of any script, and with a
/// line feed each is as long as what it stands for, so that every place stays where it is.
const STAND_INS: [(char, char); 2] = [('\u{2028}', '\u{7fb}'), ('\u{2029}', '\u{7fc}')];

/// Whether the host ends a line inside the block where others do not.
pub(super) fn has_odd_breaks(host: &Host, block: &str) -> bool {
    host.yaml.unicode_breaks && !block.is_ascii() && block.contains(ODD_BREAKS)
}

/// A text with line feeds for the odd line ends of its block.
pub(super) struct Plain<'a> {
    pub(super) text: Cow<'a, str>,
    /// What stands for U+0085 behind text, with a line feed: a sign that the text does not have.
    ended: Option<char>,
}

/// The text with line feeds for the odd line ends of the block.
pub(super) fn with_plain_breaks<'a>(host: &Host, text: &'a str, block: Span) -> Plain<'a> {
    if !has_odd_breaks(host, block.of(text)) {
        return Plain { text: Cow::Borrowed(text), ended: None };
    }
    let ended = ['^', '~', ';', '$', '%'].into_iter().find(|sign| !text.contains(*sign));
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars() {
        let stand_in = STAND_INS.iter().find(|(kept, _)| *kept == sign).map(|(_, stand_in)| *stand_in);
        match stand_in {
            // Alone on its line it would look like text at column 0.
            Some(_) if plain.is_empty() || plain.ends_with('\n') => plain.push_str("  \n"),
            Some(stand_in) => plain.extend([stand_in, '\n']),
            // In a block scalar a space would count.
            None if sign == '\u{85}' => plain.extend([ended.filter(|_| ends_in_text(&plain)).unwrap_or(' '), '\n']),
            None => plain.push(sign),
        }
    }
    Plain { text: Cow::Owned(plain), ended }
}

/// Whether the last line ends in text that one more sign does no harm: not in quotes, brackets, or the opening of a block
/// scalar.
fn ends_in_text(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or_default().trim_end_matches([' ', '\t']);
    let is_sign = |sign: char| sign.is_ascii_digit() || ">|+-:\"'[]{},".contains(sign);
    !line.is_empty() && !line.ends_with(is_sign)
}

impl Plain<'_> {
    /// Puts back what folding keeps: U+2028 and U+2029 do not become a space.
    pub(super) fn put_back(&self, entries: &mut [Entry]) {
        if matches!(self.text, Cow::Owned(_)) {
            self.put_back_in_all(entries);
        }
    }

    fn put_back_in_all(&self, entries: &mut [Entry]) {
        for entry in entries {
            self.put_back_in(&mut entry.key);
            self.put_back_in(&mut entry.value);
        }
    }

    fn put_back_in(&self, node: &mut Node) {
        match &mut node.value {
            Value::Scalar(scalar) => {
                for (sign, stand_in) in STAND_INS {
                    if scalar.text.contains(stand_in) {
                        scalar.text = folded(scalar, sign, stand_in);
                    }
                }
                if let Some(ended) = self.ended.filter(|ended| scalar.text.contains(*ended)) {
                    scalar.text = without(scalar, ended);
                }
            }
            Value::Sequence { items, .. } => items.iter_mut().for_each(|item| self.put_back_in(item)),
            Value::Mapping { entries, .. } => self.put_back_in_all(entries),
            Value::Alias(_) | Value::Missing | Value::Broken => {}
        }
    }
}

/// The text of a scalar without the sign that stands for the end of a line.
fn without(scalar: &Scalar, ended: char) -> String {
    let is_block = matches!(scalar.style, Style::Literal | Style::Folded);
    let mut parts = scalar.text.split(ended).peekable();
    let mut text = String::with_capacity(scalar.text.len());
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        text.push_str(if is_block || is_last { part } else { part.trim_end_matches([' ', '\t']) });
    }
    text
}

/// The text of a scalar with `sign` for its stand-in and for what the line feed behind that has become.
fn folded(scalar: &Scalar, sign: char, stand_in: char) -> String {
    let is_block = matches!(scalar.style, Style::Literal | Style::Folded);
    let mut text = String::with_capacity(scalar.text.len());
    let mut parts = scalar.text.split(stand_in);
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if !is_block {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        // At the very end, nothing but a quote or a line that is kept holds it.
        if !part.is_empty() || matches!(scalar.style, Style::Single | Style::Double) {
            text.push(sign);
        }
        let is_kept = part.starts_with('\n') && scalar.style != Style::Literal && !(is_block && part == "\n");
        text.push_str(if is_kept { part } else { part.strip_prefix([' ', '\n']).unwrap_or(part) });
    }
    text
}
