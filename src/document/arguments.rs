//! The arguments that a skill declares, each with its place: the items of a list, or the words of a text.

use std::collections::HashSet;

use crate::document::Document;
use crate::document::yaml::{Node, Style, Value};
use crate::text::Span;

/// A declared argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
}

/// Among more arguments than this nobody looks for those that are used: each is held against all of the body.
pub(crate) const MOST_DECLARED: usize = 100;

/// The names in `arguments`.
pub(crate) fn names(document: &Document) -> HashSet<String> {
    declared(document).into_iter().map(|argument| argument.name).collect()
}

/// The arguments in `arguments`, in order. What is no name has no place among them: a number, a mapping.
pub fn declared(document: &Document) -> Vec<Argument> {
    let Some(field) = document.field("arguments") else { return Vec::new() };
    match &field.value.value {
        Value::Sequence { items, .. } => items.iter().filter_map(|item| argument(&document.text, item)).collect(),
        Value::Scalar(scalar) => words(&document.text, inner(&document.text, field.value.span, scalar.style)),
        Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => Vec::new(),
    }
}

/// An item of a list as an argument.
fn argument(text: &str, item: &Node) -> Option<Argument> {
    let Value::Scalar(scalar) = &item.value else { return None };
    let span = inner(text, item.span, scalar.style);
    is_name(&scalar.text).then(|| Argument { name: scalar.text.clone(), span })
}

/// Whether a text can name an argument: digits stand for numbers.
pub(crate) fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && !text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The bytes of a text without quotes, or without the line of the block sign.
fn inner(text: &str, span: Span, style: Style) -> Span {
    match style {
        Style::Plain => span,
        Style::Single | Style::Double => Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1)),
        Style::Literal | Style::Folded => {
            let header = span.of(text).find(['\n', '\r']).unwrap_or(span.len());
            Span::new(span.start + header, span.end)
        }
    }
}

/// The words of a text; only blanks stand between them.
fn words(text: &str, span: Span) -> Vec<Argument> {
    let source = span.of(text);
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find(|sign: char| !sign.is_whitespace()) {
        let word = rest.get(start..).unwrap_or_default();
        let length = word.find(char::is_whitespace).unwrap_or(word.len());
        let at = span.start + (source.len() - word.len());
        let name = word.get(..length).unwrap_or_default();
        if is_name(name) {
            found.push(Argument { name: name.to_owned(), span: Span::new(at, at + length) });
        }
        rest = word.get(length..).unwrap_or_default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn check(written: &str, expected: &str) {
        let text = format!("---\narguments: {written}\n---\n");
        let found = declared(&parse(&text));
        for argument in &found {
            assert_eq!(argument.span.of(&text), argument.name, "{written}");
        }
        let names: Vec<&str> = found.iter().map(|argument| argument.name.as_str()).collect();
        assert_eq!(names.join(" | "), expected, "{written}");
    }

    /// Each of these was put to Claude Code 2.1.325.
    #[test]
    fn in_every_form() {
        check("issue branch", "issue | branch");
        check("issue, branch", "issue, | branch");
        check("[issue, 2, branch-name, \"x y\"]", "issue | branch-name | x y");
        check("\n  - name: issue\n    description: d\n  - branch", "branch");
        check("\"issue  branch\"", "issue | branch");
        check(">-\n  issue\n  branch", "issue | branch");
        check("", "");
        check("7 x", "x");
        check("''", "");
    }
}
