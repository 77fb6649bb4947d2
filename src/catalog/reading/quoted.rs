//! Text in quotes that goes on in further lines, where a host joins the lines otherwise than YAML does.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

use crate::document::yaml::{Entry, Node, Style, Value, escaped_sign};
use crate::hosts::{Host, QuotedBreaks};

/// Whether one of these values is text in quotes that the host joins otherwise.
pub(super) fn joins_otherwise<'a>(host: &Host, text: &str, mut values: impl Iterator<Item = &'a Node>) -> bool {
    host.yaml.quoted_breaks != QuotedBreaks::Folded && values.any(|node| has_otherwise(host, text, node))
}

fn has_otherwise(host: &Host, text: &str, node: &Node) -> bool {
    match &node.value {
        Value::Scalar(scalar) => is_otherwise(host.yaml.quoted_breaks, scalar.style, node.span.of(text)),
        Value::Sequence { items, .. } => items.iter().any(|item| has_otherwise(host, text, item)),
        Value::Mapping { entries, .. } => entries.iter().any(|entry| has_otherwise(host, text, &entry.value)),
        Value::Alias(_) | Value::Missing | Value::Broken => false,
    }
}

/// Joins the lines of every text in quotes as the host does.
pub(super) fn join(host: &Host, text: &str, entries: &mut [Entry]) {
    if host.yaml.quoted_breaks != QuotedBreaks::Folded {
        entries.iter_mut().for_each(|entry| join_in(host, text, &mut entry.value));
    }
}

fn join_in(host: &Host, text: &str, node: &mut Node) {
    let written = node.span.of(text);
    match &mut node.value {
        Value::Scalar(scalar) if is_otherwise(host.yaml.quoted_breaks, scalar.style, written) => {
            scalar.text = joined(host.yaml.quoted_breaks, scalar.style, written);
        }
        Value::Sequence { items, .. } => items.iter_mut().for_each(|item| join_in(host, text, item)),
        Value::Mapping { entries, .. } => entries.iter_mut().for_each(|entry| join_in(host, text, &mut entry.value)),
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// Whether the host may join a text otherwise: what stands in one line, and most of the rest, all read alike.
fn is_otherwise(breaks: QuotedBreaks, style: Style, written: &str) -> bool {
    let has_escaped = || style == Style::Double && (written.contains("\\\n") || written.contains("\\\r\n"));
    match (breaks, style) {
        (QuotedBreaks::Folded, _) | (_, Style::Plain | Style::Literal | Style::Folded) => false,
        (QuotedBreaks::SpacesKept, _) => {
            let is_kept = |line: &str| line.trim_end_matches('\r').ends_with([' ', '\t']);
            has_escaped() || written.split('\n').rev().skip(1).any(is_kept)
        }
        (QuotedBreaks::EscapedReturn, _) => style == Style::Double && written.contains("\\\r\n"),
        (QuotedBreaks::BlankAfterEscape, _) => has_escaped(),
    }
}

/// The text between quotes, its lines joined.
fn joined(breaks: QuotedBreaks, style: Style, written: &str) -> String {
    let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    let mut signs = inner.chars().peekable();
    let mut text = String::with_capacity(inner.len());
    // White space before a line break is dropped as far as here.
    let mut kept = 0;
    while let Some(sign) = signs.next() {
        match sign {
            '\r' if signs.peek() == Some(&'\n') => {}
            '\n' => {
                if breaks != QuotedBreaks::SpacesKept {
                    let end = text.trim_end_matches([' ', '\t']).len().max(kept);
                    text.truncate(end);
                }
                text.push_str(&fold(1 + blank_lines(&mut signs)));
            }
            '\'' if style == Style::Single => {
                signs.next_if_eq(&'\'');
                text.push('\'');
            }
            '\\' if style == Style::Double => {
                escape(breaks, &mut signs, &mut text);
                kept = text.len();
            }
            _ => text.push(sign),
        }
    }
    text
}

/// What stands for so many line breaks.
fn fold(count: usize) -> Cow<'static, str> {
    if count == 1 { Cow::Borrowed(" ") } else { Cow::Owned("\n".repeat(count.saturating_sub(1))) }
}

/// Goes past the white space of a line and past the blank lines that follow; tells how many of these there are.
fn blank_lines(signs: &mut Peekable<Chars<'_>>) -> usize {
    let mut count = 0;
    while let Some(sign) = signs.next_if(|sign| matches!(sign, ' ' | '\t' | '\r' | '\n')) {
        count += usize::from(sign == '\n');
    }
    count
}

/// What stands behind a backslash.
fn escape(breaks: QuotedBreaks, signs: &mut Peekable<Chars<'_>>, text: &mut String) {
    let Some(mut sign) = signs.next() else { return };
    if sign == '\r' && signs.peek() == Some(&'\n') {
        signs.next();
        if breaks == QuotedBreaks::EscapedReturn {
            text.push_str(&fold(1 + blank_lines(signs)));
            return;
        }
        sign = '\n';
    }
    let by_number = |signs: &mut Peekable<Chars<'_>>, digits: usize| {
        let digits: String = signs.by_ref().take(digits).collect();
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
    };
    match sign {
        '\n' => match (breaks, blank_lines(signs)) {
            (_, 0) | (QuotedBreaks::SpacesKept, _) => {}
            // The first blank line ends as a line of text does.
            (QuotedBreaks::BlankAfterEscape, count) => text.push_str(&fold(count)),
            (QuotedBreaks::Folded | QuotedBreaks::EscapedReturn, count) => text.push_str(&"\n".repeat(count)),
        },
        'x' => text.extend(by_number(signs, 2)),
        'u' => text.extend(by_number(signs, 4)),
        'U' => text.extend(by_number(signs, 8)),
        _ => text.push(escaped_sign(sign)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(breaks: QuotedBreaks, inner: &str) -> String {
        joined(breaks, Style::Double, &format!("\"{inner}\""))
    }

    #[test]
    fn an_escaped_line_end_before_a_blank_line() {
        let written = "one \\\n\n  two\\\n\n\n  three\\\n  four";
        assert_eq!(double(QuotedBreaks::Folded, written), "one \ntwo\n\nthreefour");
        assert_eq!(double(QuotedBreaks::SpacesKept, written), "one twothreefour");
        assert_eq!(double(QuotedBreaks::BlankAfterEscape, written), "one  two\nthreefour");
    }

    #[test]
    fn an_escaped_return_leaves_the_line_feed() {
        let written = "one \\\r\n  two\\\r\n  three\r\n  four\\\r\n\r\n  five";
        assert_eq!(double(QuotedBreaks::EscapedReturn, written), "one  two three four\nfive");
        assert_eq!(double(QuotedBreaks::Folded, written), "one twothree four\nfive");
    }

    #[test]
    fn white_space_at_the_end_of_a_line() {
        assert_eq!(double(QuotedBreaks::SpacesKept, "one  \n  two\t\r\n\r\n three"), "one   two\t\nthree");
        assert_eq!(double(QuotedBreaks::Folded, "one  \n  two\\t \n three"), "one two\t three");
        assert_eq!(joined(QuotedBreaks::SpacesKept, Style::Single, "'it''s \n so'"), "it's  so");
    }

    #[test]
    fn escapes_are_as_in_yaml() {
        let written = r#"\"\\\/\x41\u00e9\U0001F600\n\t\0\e\_\N\L\P\ "#;
        assert_eq!(double(QuotedBreaks::SpacesKept, written), "\"\\/Aé😀\n\t\0\u{1b}\u{a0}\u{85}\u{2028}\u{2029} ");
        // Text of any kind comes through.
        for written in ["", "\\", "\\x4", "\\u", "\\Uffffffff", "é\\", "\\\r"] {
            double(QuotedBreaks::SpacesKept, written);
        }
    }

    #[test]
    fn what_stands_in_one_line_is_as_it_is() {
        assert!(!is_otherwise(QuotedBreaks::SpacesKept, Style::Double, "\"one \\\" two \""));
        assert!(!is_otherwise(QuotedBreaks::SpacesKept, Style::Double, "\"one\n  two\""));
        assert!(is_otherwise(QuotedBreaks::SpacesKept, Style::Single, "'one \r\n  two'"));
        assert!(!is_otherwise(QuotedBreaks::EscapedReturn, Style::Double, "\"one\\\n  two\""));
        assert!(!is_otherwise(QuotedBreaks::SpacesKept, Style::Plain, "one \n  two"));
    }
}
