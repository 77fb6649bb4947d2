//! Words after a slash that belong to the text itself: its own commands, its routes and paths.

use crate::document::Document;
use crate::text::Span;

/// Words for what has an address of its own: before or behind a slash word they say that it is one.
const PLACES: &str = "\
    api apis directory endpoint endpoints folder handler page pages path prefix route routes screen url urls webhook";
/// What is asked of an address.
const METHODS: &str = "DELETE GET HEAD OPTIONS PATCH POST PUT";

/// Whether a word with its sign at `span` is one that the text defines or uses for itself, rather than the name of
/// something that is elsewhere: it stands in a heading, a table, at the head of a list item, or with arguments, it is
/// called a route or a path, or it is used anywhere else.
pub(crate) fn is_own(document: &Document, span: Span, name: &str) -> bool {
    let text = &*document.text;
    is_in_heading(document, span)
        || heads_its_line(text, span)
        || takes_arguments(document, span)
        || is_a_place(text, span)
        || is_used_elsewhere(text, span, name)
}

fn is_in_heading(document: &Document, span: Span) -> bool {
    document.body.headings.iter().any(|heading| heading.span.overlaps(span))
}

/// Whether it stands in a row of a table, or is what a list item begins with.
fn heads_its_line(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default().trim_start();
    if line.starts_with('|') {
        return true;
    }
    let marker = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let is_item = line.starts_with(['-', '*', '+']) || (marker.len() < line.len() && marker.starts_with(['.', ')']));
    is_item && marker.get(1..).is_some_and(|rest| rest.chars().all(|sign| sign == ' ' || is_markup(sign)))
}

fn is_markup(sign: char) -> bool {
    matches!(sign, '*' | '`' | '_' | '"' | '[' | ']' | '(' | '\'')
}

/// Whether more than its name stands in its code, or what follows it is to be filled in.
fn takes_arguments(document: &Document, span: Span) -> bool {
    let text = &*document.text;
    let in_code = document.body.code_spans.iter().find(|code| code.overlaps(span));
    let is_alone = |code: &Span| code.of(text).trim_matches(['`', ' ']) == span.of(text);
    let rest = text.get(span.end..).unwrap_or_default().trim_start_matches(is_markup);
    in_code.is_some_and(|code| !is_alone(code))
        || rest
            .strip_prefix(' ')
            .is_some_and(|rest| rest.starts_with(['<', '[', '{', '$', '"']) || rest.starts_with("--"))
}

/// Whether the word before or behind it says that it is a place.
fn is_a_place(text: &str, span: Span) -> bool {
    let is_place = |word: Option<&str>| {
        let word = word.unwrap_or_default().trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
        !word.is_empty()
            && (METHODS.split(' ').any(|it| it == word) || PLACES.split(' ').any(|it| it.eq_ignore_ascii_case(word)))
    };
    let line_before = text.get(..span.start).and_then(|before| before.rsplit(['\n', '\r']).next()).unwrap_or_default();
    let line_behind = text.get(span.end..).and_then(|rest| rest.split(['\n', '\r']).next()).unwrap_or_default();
    let is_word = |word: &&str| word.contains(|sign: char| sign.is_ascii_alphanumeric());
    is_place(line_before.split_whitespace().rev().find(is_word))
        || is_place(line_behind.split_whitespace().find(is_word))
}

/// Whether the word stands anywhere else, with or without a sign, in whatever case.
fn is_used_elsewhere(text: &str, span: Span, name: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
    lower.match_indices(&name.to_ascii_lowercase()).any(|(at, found)| {
        let end = at + found.len();
        let before = lower.get(..at).and_then(|before| before.chars().next_back());
        let behind = lower.get(end..).and_then(|rest| rest.chars().next());
        !Span::new(at, end).overlaps(span) && !before.is_some_and(is_part) && !behind.is_some_and(is_part)
    })
}
