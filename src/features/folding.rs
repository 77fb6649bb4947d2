//! The parts of a document that can be folded away.

use crate::document::Document;
use crate::document::body::Heading;
use crate::document::lines::line_at;
use crate::document::yaml::{Node, Value};
use crate::text::{Encoding, Span, Text};

/// A part that can be folded: from the line it starts on to the line it ends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The part. Its end is not the start of a line.
    pub span: Span,
    /// What it is.
    pub kind: FoldKind,
}

/// Kinds of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// The frontmatter.
    Frontmatter,
    /// A field, an entry or an item.
    Value,
    /// A heading and what stands below it.
    Section,
    /// A code block.
    Code,
    /// Comments.
    Comment,
}

/// Everything that can be folded, in the order of the text; at most one part starts on a line.
pub fn folds(document: &Document) -> Vec<Fold> {
    let text = &*document.text;
    let mut folds = Vec::new();
    let mut add = |span: Span, kind: FoldKind| {
        let end = span.start + span.of(text).trim_end().len();
        folds.push(Fold { span: Span::new(span.start, end), kind });
    };
    let fence = &document.fence;
    if let Some(opening) = fence.opening {
        let end = fence.closing.map_or(fence.block.end, |closing| closing.end);
        add(Span::new(opening.start, end), FoldKind::Frontmatter);
    }
    for field in &document.fields {
        add(field.span, FoldKind::Value);
        inner(&field.value, &mut add);
    }
    for section in sections(document) {
        add(section, FoldKind::Section);
    }
    for block in &document.body.code_blocks {
        add(block.span, FoldKind::Code);
    }
    for comment in &document.body.comments {
        add(*comment, FoldKind::Comment);
    }
    for run in comment_runs(document) {
        add(run, FoldKind::Comment);
    }
    // Many parts may stand on one line that is long: it is not searched for its ends each time.
    let lines = Text::new(document.text.clone());
    let line = |fold: &Fold| lines.position(fold.span.start, Encoding::Utf8).line;
    folds.retain(|fold| lines.line_span(line(fold)).end < fold.span.end);
    // Of several parts that start on one line, the longest holds the others.
    folds.sort_by_key(|fold| (line(fold), std::cmp::Reverse(fold.span.end)));
    folds.dedup_by_key(|fold| line(fold));
    folds
}

/// The sections of the body: from a heading to the next of its level or above.
pub(crate) fn sections(document: &Document) -> impl Iterator<Item = Span> {
    let headings = &document.body.headings;
    // From the last to the first, those that a heading before could end at: each higher than the one after it.
    let mut open: Vec<&Heading> = Vec::new();
    let mut sections = Vec::with_capacity(headings.len());
    for heading in headings.iter().rev() {
        while open.last().is_some_and(|next| next.level > heading.level) {
            open.pop();
        }
        let end = open.last().map_or(document.body.span.end, |next| next.span.start);
        sections.push(Span::new(heading.span.start, end));
        open.push(heading);
    }
    sections.into_iter().rev()
}

fn inner(value: &Node, add: &mut impl FnMut(Span, FoldKind)) {
    match &value.value {
        Value::Mapping { entries, .. } => {
            for entry in entries {
                add(entry.key.span.cover(entry.value.span), FoldKind::Value);
                inner(&entry.value, add);
            }
        }
        Value::Sequence { items, .. } => {
            for item in items {
                add(item.span, FoldKind::Value);
                inner(item, add);
            }
        }
        Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

/// Comments of the frontmatter on lines of their own, one below the other.
fn comment_runs(document: &Document) -> Vec<Span> {
    let text = &*document.text;
    let mut runs: Vec<(Span, usize)> = Vec::new();
    for comment in &document.comments {
        let line = line_at(text, comment.start);
        if !Span::new(line.start, comment.start).of(text).trim().is_empty() {
            continue;
        }
        match runs.last_mut() {
            Some((run, next)) if *next == line.start => (*run, *next) = (run.cover(*comment), line.next),
            _ => runs.push((*comment, line.next)),
        }
    }
    runs.into_iter().map(|(run, _)| run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    /// Each part as `first-last kind`, lines from 0.
    fn check(text: &str, expected: &[&str]) {
        let lines = Text::new(text);
        let line = |offset: usize| lines.position(offset, Encoding::Utf8).line;
        let show = |fold: &Fold| format!("{}-{} {:?}", line(fold.span.start), line(fold.span.end), fold.kind);
        assert_eq!(folds(&parse(text)).iter().map(show).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn the_frontmatter_and_what_is_in_it() {
        let text = "---\n# one\n# two\nname: x\ndescription: >\n  a\n  b\nmetadata:\n  tags:\n    - a\n    - b\n---\n";
        check(text, &["0-11 Frontmatter", "1-2 Comment", "4-6 Value", "7-10 Value", "8-10 Value"]);
        check(
            &text.replace('\n', "\r\n"),
            &["0-11 Frontmatter", "1-2 Comment", "4-6 Value", "7-10 Value", "8-10 Value"],
        );
    }

    #[test]
    fn sections_end_before_the_next_of_their_level() {
        check(
            "# A\n\ntext\n\n## B\ntext\n\n### C\ntext\n## D\n# E\ntext\n\n\n",
            &["0-9 Section", "4-8 Section", "7-8 Section", "10-11 Section"],
        );
    }

    #[test]
    fn code_and_comments() {
        check("a\n```sh\nls\n```\n<!-- a\nb -->\n<!-- c -->\n", &["1-3 Code", "4-5 Comment"]);
    }

    #[test]
    fn what_is_unfinished() {
        check("", &[]);
        check("---\nname: x\n", &["0-1 Frontmatter"]);
        check("```\nnever closed\n", &["0-1 Code"]);
        check("---\na: [b,\n  c\nd: e\n---\n", &["0-4 Frontmatter", "1-2 Value"]);
    }
}
