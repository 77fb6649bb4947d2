//! Mentions of other skills: `/name` and `$name`.

use memchr::memchr2;

use crate::document::body::markdown::Outline;
use crate::document::body::{Cursor, Mention};
use crate::text::Span;

/// The mentions of `source`, in order: not in code blocks, comments and link targets.
pub(super) fn find(source: &str, outline: &Outline) -> Vec<Mention> {
    let mut unmentioned = Cursor::new(&outline.unmentioned);
    let mut code_spans = Cursor::new(&outline.code_spans);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(sign) = source.get(at..).and_then(|rest| memchr2(b'/', b'$', rest.as_bytes())) {
        let start = at + sign;
        at = start + 1;
        let (before, rest) = (source.get(..start).unwrap_or_default(), source.get(at..).unwrap_or_default());
        let Some(name) = name(rest).filter(|_| opens_a_word(before)) else {
            continue;
        };
        let sign = if source.get(start..at) == Some("$") { '$' } else { '/' };
        // `$1` is an argument.
        if sign == '$' && !name.starts_with(|first: char| first.is_ascii_lowercase()) {
            continue;
        }
        if unmentioned.holds(start) {
            continue;
        }
        at += name.len();
        let in_code = code_spans.holds(start);
        found.push(Mention { span: Span::new(start, at), name: name.to_owned(), sign, in_code });
    }
    found
}

/// Whether a word may start behind `before`.
pub(crate) fn opens_a_word(before: &str) -> bool {
    before.chars().next_back().is_none_or(|last| {
        last.is_whitespace() || matches!(last, '(' | '[' | '`' | '"' | '\'' | '“' | '‘' | '「' | '（')
    })
}

/// The skill name that `rest` starts with, unless it is a path, a file or a word of another kind.
fn name(rest: &str) -> Option<&str> {
    if !rest.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit()) {
        return None;
    }
    let is_part = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b':' | b'-');
    let length = rest.bytes().take_while(is_part).count();
    let mut after = rest.get(length..)?.chars();
    let goes_on = match after.next() {
        Some('.') => after.next().is_some_and(|it| it.is_ascii_alphanumeric()),
        Some(next) => {
            next.is_ascii_alphanumeric() || matches!(next, '/' | '\\' | '*' | '{' | '<' | '=' | '%' | '@' | '~')
        }
        None => false,
    };
    // A colon or dash at the end is punctuation.
    (!goes_on).then(|| rest.get(..length).unwrap_or_default().trim_end_matches([':', '-', '_']))
}
