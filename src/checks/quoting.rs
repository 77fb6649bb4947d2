//! A value in quotes, so that YAML reads the text that the author wrote.

use crate::checks::DocumentContext;
use crate::checks::Fix;
use crate::document;
use crate::text::{Edit, Span, apply};

/// The text in quotes: double ones, or single ones when that saves every escape. Lines of a text over several lines
/// stay as they are: YAML folds them inside quotes as it does without.
pub(crate) fn quoted(text: &str) -> String {
    let needs_escape = text.contains(['"', '\\']);
    if needs_escape && !text.contains('\'') {
        return format!("'{text}'");
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The safe fix that puts a value in quotes, when it helps.
pub(crate) fn quote_fix(context: &DocumentContext<'_>, value: Span) -> Option<Fix> {
    let raw = value.of(&context.document.text);
    let edits = vec![Edit::replace(value, quoted(raw))];
    mends(context, &edits).then(|| Fix::safe("Quote the value", edits))
}

/// Whether the frontmatter has fewer YAML errors after the edits: a fix that does not help is never offered.
pub(crate) fn mends(context: &DocumentContext<'_>, edits: &[Edit]) -> bool {
    let before = context.document.errors.len();
    // The body cannot change what YAML says, and it may be long.
    let block = Span::new(0, context.document.fence.body.start).of(&context.document.text);
    before == 0 || document::parse(&apply(block, edits)).errors.len() < before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quotes_that_need_no_escapes() {
        assert_eq!(quoted("a: b"), "\"a: b\"");
        assert_eq!(quoted("it's: b"), "\"it's: b\"");
        assert_eq!(quoted("say \"a: b\""), "'say \"a: b\"'");
        assert_eq!(quoted("C:\\it's"), "\"C:\\\\it's\"");
    }
}
