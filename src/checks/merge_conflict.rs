//! `merge-conflict`: Git conflict markers that were committed.

use crate::checks::consequence;
use crate::checks::lines::{lines, next_line};
use crate::checks::{Check, DocumentContext, Grade, Report, Run};
use crate::config::Level;
use crate::document::Document;
use crate::text::Span;

/// Conflict markers.
pub(crate) static CHECK: Check = Check {
    id: "merge-conflict",
    group: "the block",
    summary: "Git conflict markers left in the file",
    documentation: "\
## What it reports

The markers `<<<<<<<`, `=======` and `>>>>>>>` that Git leaves where it could not merge. In the body, code blocks are left
alone: they may show markers on purpose.

## Why it matters

In the frontmatter they break the YAML, and both sides repeat the same keys. In the body the model reads two versions of
the instructions. This is one finding; what follows from it in the frontmatter is not reported besides.

## Example

```yaml
---
name: pdf
<<<<<<< HEAD
description: Fills in PDF forms.
=======
description: Fills in and signs PDF forms.
>>>>>>> signing
---
```

## Instead

Keep one side, or both in one sentence, and delete the markers.
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let Some(marker) = conflict(document) else { return };
    let finding = report.finding(marker, "A Git conflict marker is left here").grade(Grade::Severe);
    if in_frontmatter(document) {
        let (consequence, _) = consequence::of_block(context.judges);
        finding.consequence(consequence.text, consequence.hosts);
    }
}

/// Whether the frontmatter holds a conflict, so that nothing else said about it would help.
pub(crate) fn in_frontmatter(document: &Document) -> bool {
    conflict(document).is_some_and(|marker| marker.start < document.fence.body.start.max(1))
}

/// The first marker of a whole conflict: all three kinds, in order, outside code blocks.
fn conflict(document: &Document) -> Option<Span> {
    let text = &document.text;
    let mut start = text.find("<<<<<<< ")?;
    loop {
        let line = lines(text, Span::new(start, text.len())).next()?;
        let at_line_start = start == 0 || Span::new(start - 1, start).of(text).starts_with(['\n', '\r']);
        let in_code = document.body.code_blocks.iter().any(|block| block.span.covers(Span::at(start)));
        if at_line_start && !in_code && is_complete(text, next_line(text, line.end)) {
            return Some(line);
        }
        start += 7 + Span::new(start + 7, text.len()).of(text).find("<<<<<<< ")?;
    }
}

fn is_complete(text: &str, from: usize) -> bool {
    let mut rest = lines(text, Span::new(from, text.len())).map(|line| line.of(text));
    rest.any(|line| line.trim_end() == "=======") && rest.any(|line| line.starts_with(">>>>>>> "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn in_the_block() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            <<<<<<< HEAD
            ^^^^^^^^^^^^ merge-conflict (error): A Git conflict marker is left here
            description: Fills in forms.
            =======
            description: Signs forms.
            >>>>>>> signing
            ---
            ",
        );
    }

    #[test]
    fn shown_in_a_code_block() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ```text
            <<<<<<< HEAD
            a
            =======
            b
            >>>>>>> other
            ```
            ",
        );
    }

    #[test]
    fn a_heading_drawn_with_signs() {
        silent(&CHECK, "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\nPDF\n=======\n<<<<<<< what\n");
    }
}
