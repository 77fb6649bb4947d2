//! The comment that allows a finding: before its line, or for the whole file.

use crate::checks::Diagnostic;
use crate::document::allow::AllowScope;
use crate::document::lines::{Line, line_at};
use crate::document::{self, Document};
use crate::features::actions::meaning::meaning;
use crate::text::{Edit, Span, apply};

/// What stands where the author is to say why.
pub(super) const REASON: &str = "reason";

/// The suppressions that nothing may suppress.
const NEVER: &str = "allow-unused";

/// A comment that allows the finding at its place; `None` where no comment can stand that helps.
pub(super) fn here(
    document: &Document,
    finding: &Diagnostic,
    reason: &str,
    helps: &dyn Fn(&Edit) -> bool,
) -> Option<Edit> {
    let text = &*document.text;
    let line = line_at(text, finding.span.start);
    let comment = comment(document, finding.span.start, "allow", finding.check, reason)?;
    let before = Edit::insert(line.start, format!("{}{comment}{}", indentation(&line), line_break(text, &line)));
    // A row of a table has no line before it but another row, and nothing behind its last bar.
    let is_row = finding.span.start >= document.fence.body.start && line.text.trim_start().starts_with('|');
    let last_bar = line.text.rfind('|').filter(|_| is_row && line.text.trim_end().ends_with('|'));
    let behind = match last_bar {
        Some(bar) => Edit::insert(line.start + bar, format!("{comment} ")),
        None => Edit::insert(line.end, format!(" {comment}")),
    };
    let candidates = if is_row { [behind, before] } else { [before, behind] };
    candidates.into_iter().find(|edit| allows(document, edit, finding) && helps(edit))
}

/// A comment that allows everything of the finding's check in this file.
pub(super) fn in_file(
    document: &Document,
    finding: &Diagnostic,
    reason: &str,
    helps: &dyn Fn(&Edit) -> bool,
) -> Option<Edit> {
    let text = &*document.text;
    let fence = &document.fence;
    let at = |offset: usize| {
        let comment = comment(document, offset, "allow-file", finding.check, reason)?;
        let line = line_at(text, offset);
        Some(Edit::insert(offset, format!("{comment}{}", line_break(text, &line))))
    };
    let in_block = fence.opening.and_then(|_| at(fence.block.start));
    let in_body = at(fence.body.start);
    in_block.into_iter().chain(in_body).find(|edit| allows(document, edit, finding) && helps(edit))
}

/// Whether there is less to find after the edit, and the comment is used.
pub(super) fn helps(
    document: &Document,
    found: &[Diagnostic],
    edit: &Edit,
    finding: &Diagnostic,
    examine: &dyn Fn(&Document) -> Vec<Diagnostic>,
) -> bool {
    let after = examine(&document::parse(&apply(&document.text, std::slice::from_ref(edit))));
    let comment = Span::new(edit.span.start, edit.span.start + edit.text.len());
    let count = |found: &[Diagnostic]| found.iter().filter(|it| it.check == finding.check).count();
    let is_unused = |it: &Diagnostic| it.check == NEVER && comment.covers(it.span);
    count(&after) < count(found) && !after.iter().any(is_unused)
}

/// A comment in the form that its place takes; none on the lines of the fence, and none of what cannot be allowed.
fn comment(document: &Document, at: usize, word: &str, check: &str, reason: &str) -> Option<String> {
    let fence = &document.fence;
    let is_in_block =
        fence.opening.is_some() && fence.block.start <= at && (at < fence.block.end || fence.block.is_empty());
    if check == NEVER {
        return None;
    }
    if is_in_block {
        return Some(format!("# skill-lsp: {word} {check} — {reason}"));
    }
    (at >= fence.body.start).then(|| format!("<!-- skill-lsp: {word} {check} — {reason} -->"))
}

/// Whether the finding is allowed after the edit, and nothing else is said than before.
fn allows(document: &Document, edit: &Edit, finding: &Diagnostic) -> bool {
    let after = document::parse(&apply(&document.text, std::slice::from_ref(edit)));
    let moved = if edit.span.start <= finding.span.start { edit.text.len() } else { 0 };
    let start = finding.span.start + moved;
    let covers = |scope: AllowScope| match scope {
        AllowScope::File => true,
        AllowScope::NextLine(line) => line.touches(start),
    };
    after.allows.len() > document.allows.len()
        && after.allows.iter().any(|allow| {
            let is_new = Span::new(edit.span.start, edit.span.start + edit.text.len()).covers(allow.span);
            is_new && covers(allow.scope) && allow.checks.iter().any(|(id, _)| id == finding.check)
        })
        && meaning(&after, None) == meaning(document, None)
}

fn indentation<'text>(line: &Line<'text>) -> &'text str {
    line.text.get(..line.indent()).unwrap_or_default()
}

/// The line break after a line, or the one that the text uses.
pub(super) fn line_break<'text>(text: &'text str, line: &Line<'_>) -> &'text str {
    match Span::new(line.end, line.next).of(text) {
        "" if text.contains("\r\n") => "\r\n",
        "" => "\n",
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Level;

    type Make = fn(&Document, &Diagnostic, &str, &dyn Fn(&Edit) -> bool) -> Option<Edit>;

    /// The text after the comment for a finding at `mark` was put in; `-` when there is no place for one.
    fn check(make: Make, text: &str, mark: &str, expected: &str) {
        let document = document::parse(text);
        let start = text.find(mark).unwrap();
        let finding = Diagnostic {
            check: "a-b",
            level: Level::Warning,
            span: Span::new(start, start + mark.len()),
            message: String::new(),
            consequence: None,
            hosts: Vec::new(),
            loses_skill: false,
            related: Vec::new(),
            fixes: Vec::new(),
            tag: None,
            is_remembered: false,
        };
        let after = make(&document, &finding, REASON, &|_| true).map_or("-".to_owned(), |edit| apply(text, &[edit]));
        assert_eq!(after, expected);
    }

    #[test]
    fn before_the_line_with_its_indentation() {
        check(
            here,
            "---\r\nx:\r\n  - a\r\n  - b\r\n---\r\n",
            "b",
            "---\r\nx:\r\n  - a\r\n  # skill-lsp: allow a-b — reason\r\n  - b\r\n---\r\n",
        );
        check(
            here,
            "---\nn: x\n---\n\nText /a\n",
            "/a",
            "---\nn: x\n---\n\n<!-- skill-lsp: allow a-b — reason -->\nText /a\n",
        );
    }

    #[test]
    fn behind_what_a_line_before_would_tear() {
        check(
            here,
            "---\nn: x\n---\n| a |\n|---|\n| b |\n",
            "b",
            "---\nn: x\n---\n| a |\n|---|\n| b <!-- skill-lsp: allow a-b — reason --> |\n",
        );
    }

    #[test]
    fn not_inside_what_would_swallow_it() {
        check(here, "---\nd: |\n  one\n  two\n---\n", "two", "-");
        check(here, "---\nn: x\n---\n```\n$A\n```\n", "$A", "-");
        check(here, "---\nn: x\n---\n", "---", "-");
        check(here, "", "", "<!-- skill-lsp: allow a-b — reason -->\n");
    }

    #[test]
    fn for_the_whole_file() {
        check(
            in_file,
            "---\nd: |\n  one\n---\n",
            "one",
            "---\n# skill-lsp: allow-file a-b — reason\nd: |\n  one\n---\n",
        );
        check(in_file, "Text\n", "Text", "<!-- skill-lsp: allow-file a-b — reason -->\nText\n");
    }
}
