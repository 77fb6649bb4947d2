//! The file patterns in a value, each with its place: the items of a list, or the parts of a text between commas.

use crate::document::yaml::{Node, Style, Value};
use crate::text::Span;

/// A pattern as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its bytes, without quotes.
    pub span: Span,
    /// The place that means it: with its quotes, when it has some of its own.
    pub around: Span,
}

/// The patterns in a value. A text over several lines has none: its parts have no plain place.
pub fn patterns(text: &str, value: &Node) -> Vec<Pattern> {
    match &value.value {
        Value::Sequence { items, .. } => items.iter().flat_map(|item| patterns(text, item)).collect(),
        Value::Scalar(scalar) => {
            let span = match scalar.style {
                Style::Single | Style::Double => Span::new(value.span.start + 1, value.span.end.saturating_sub(1)),
                Style::Plain => value.span,
                Style::Literal | Style::Folded => return Vec::new(),
            };
            match split(text, span).as_slice() {
                [only] => vec![Pattern { span: *only, around: value.span }],
                several => several.iter().map(|part| Pattern { span: *part, around: *part }).collect(),
            }
        }
        Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => Vec::new(),
    }
}

/// The parts between commas that stand outside braces, without blanks around them.
pub(crate) fn split(text: &str, span: Span) -> Vec<Span> {
    let source = span.of(text);
    let (mut depth, mut start) = (0_i64, 0);
    let mut parts = Vec::new();
    for (at, sign) in source.char_indices().chain([(source.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 || at == source.len() => {
                let part = source.get(start..at).unwrap_or_default();
                let begin = span.start + start + (part.len() - part.trim_start().len());
                parts.push(Span::new(begin, begin + part.trim().len()));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
