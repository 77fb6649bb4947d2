//! Placeholders: `$ARGUMENTS`, `$1`, `$name`, `${NAME}`. Hosts fill them by text search, in code too.

use memchr::memchr;

use crate::document::body::{Cursor, Placeholder, PlaceholderKind};
use crate::text::Span;

/// The placeholders of `source`, in order.
pub(super) fn find(source: &str, code: &[Span]) -> Vec<Placeholder> {
    let mut code = Cursor::new(code);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(sign) = source.get(at..).and_then(|rest| memchr(b'$', rest.as_bytes())) {
        let start = at + sign;
        at = start + 1;
        // A backslash keeps the sign as it is.
        if source.get(..start).is_some_and(|before| before.ends_with('\\')) {
            continue;
        }
        let Some((kind, length)) = source.get(at..).and_then(kind) else {
            continue;
        };
        at += length;
        found.push(Placeholder { span: Span::new(start, at), kind, in_code: code.holds(start) });
    }
    found
}

/// What follows the sign, and how many bytes it takes.
fn kind(rest: &str) -> Option<(PlaceholderKind, usize)> {
    if let Some(braced) = rest.strip_prefix('{') {
        let length = name(braced);
        // `${NAME:-default}` is the shell's own.
        return (length > 0 && braced.get(length..)?.starts_with('}'))
            .then(|| (PlaceholderKind::Braced(braced.get(..length).unwrap_or_default().to_owned()), length + 2));
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return number(rest, digits);
    }
    let length = name(rest);
    if length == 0 {
        return None;
    }
    let word = rest.get(..length)?;
    if word != "ARGUMENTS" {
        return Some((PlaceholderKind::Named(word.to_owned()), length));
    }
    let index = rest.get(length..)?.strip_prefix('[').and_then(|after| {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let value = after.get(..digits)?.parse().ok()?;
        after.get(digits..)?.starts_with(']').then_some((value, digits + 2))
    });
    Some(match index {
        Some((value, more)) => (PlaceholderKind::ArgumentAt(value), length + more),
        None => (PlaceholderKind::Arguments, length),
    })
}

/// `$1`, but not the money `$100`, `$5.00`, `$1,000`, `$5k`.
fn number(rest: &str, digits: usize) -> Option<(PlaceholderKind, usize)> {
    let mut after = rest.get(digits..)?.chars();
    let is_money = match after.next() {
        Some('.' | ',') => after.next().is_some_and(|it| it.is_ascii_digit()),
        Some(next) => next.is_ascii_alphabetic(),
        None => false,
    };
    if digits > 2 || is_money {
        return None;
    }
    Some((PlaceholderKind::Number(rest.get(..digits)?.parse().ok()?), digits))
}

/// How many bytes of a name `rest` starts with.
fn name(rest: &str) -> usize {
    if !rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        return 0;
    }
    rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}
