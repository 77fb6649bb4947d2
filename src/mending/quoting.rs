//! A value in quotes, so that YAML reads the text that the author wrote.

use std::collections::HashSet;

use crate::document::{self, Document};
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

/// Whether the frontmatter has fewer YAML errors after the edits: a fix that does not help is never offered.
pub(crate) fn mends(document: &Document, edits: &[Edit]) -> bool {
    let before = document.errors.len();
    before == 0 || block_after(document, edits).errors.len() < before
}

/// Whether the frontmatter has no more YAML errors after the edits, and as many fields, none of them twice that was not.
pub(crate) fn breaks_nothing(document: &Document, edits: &[Edit]) -> bool {
    let after = block_after(document, edits);
    let keys =
        |document: &Document| document.fields.iter().map(|field| field.key.clone()).collect::<HashSet<_>>().len();
    let counts = |document: &Document| (document.fields.len(), keys(document));
    after.errors.len() <= document.errors.len() && counts(&after) == counts(document)
}

fn block_after(document: &Document, edits: &[Edit]) -> Document {
    // The body cannot change what YAML says, and it may be long.
    let block = Span::new(0, document.fence.body.start).of(&document.text);
    document::parse(&apply(block, edits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_two_signs_may_not_go() {
        let table = [
            ("---\nname: :\u{feff}\n: b\n---\n", false),
            ("---\n\u{200b}- :\n---\n", false),
            ("---\ndescription:\n\u{200b}! description:\n---\n", false),
            ("---\nname: a\u{feff}\n---\n", true),
        ];
        for (text, expected) in table {
            let at = text.find(['\u{feff}', '\u{200b}']).unwrap();
            let edits = [Edit::remove(Span::new(at, at + 3))];
            assert_eq!(breaks_nothing(&document::parse(text), &edits), expected, "{text:?}");
        }
    }

    #[test]
    fn the_quotes_that_need_no_escapes() {
        assert_eq!(quoted("a: b"), "\"a: b\"");
        assert_eq!(quoted("it's: b"), "\"it's: b\"");
        assert_eq!(quoted("say \"a: b\""), "'say \"a: b\"'");
        assert_eq!(quoted("C:\\it's"), "\"C:\\\\it's\"");
    }
}
