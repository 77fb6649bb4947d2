//! `merge-conflict`: Git conflict markers that were committed.

use memchr::memmem;

use crate::checks::damaged_block;
use crate::checks::prelude::*;
use crate::document::Document;
use crate::mending::lines::lines;

/// Conflict markers.
pub(crate) static CHECK: Check = Check {
    id: "merge-conflict",
    summary: "Git conflict markers left in the file",
    documentation: "\
## What it reports

The markers `<<<<<<<`, `=======` and `>>>>>>>` that Git leaves where it could not merge. In the body, code blocks are left
alone, and what stands below a line that speaks of conflicts: they may show markers on purpose.

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
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let Some(marker) = conflict(document) else { return };
    let is_in_block = in_frontmatter(document);
    if !is_in_block && is_shown(&document.text, marker) {
        return;
    }
    let grade = if is_in_block { Grade::Severe } else { Grade::Mild };
    let finding = report.finding(marker, "A Git conflict marker is left here").grade(grade);
    if is_in_block {
        let (consequence, _) = damaged_block::consequence(context.judges);
        finding.consequence(consequence);
    }
}

/// Whether the line above speaks of conflicts, so that the markers are what it shows.
fn is_shown(text: &str, marker: Span) -> bool {
    let before = text.get(..marker.start).unwrap_or_default().trim_end();
    let above = before.rsplit('\n').next().unwrap_or_default().to_lowercase();
    ["conflict", "marker", "konflikt", "conflit", "conflicto", "冲突", "競合", "コンフリクト", "충돌"]
        .iter()
        .any(|word| above.contains(word))
}

/// Whether the frontmatter holds a conflict, so that nothing else said about it would help.
pub(crate) fn in_frontmatter(document: &Document) -> bool {
    conflict(document).is_some_and(|marker| marker.start < document.fence.body.start.max(1))
}

/// The first marker of a whole conflict: all three kinds, in order, outside code blocks.
fn conflict(document: &Document) -> Option<Span> {
    let text = document.text.as_ref();
    memmem::find(text.as_bytes(), b"<<<<<<< ")?;
    let blocks = &document.body.code_blocks;
    let in_code = |line: &Span| {
        let after = blocks.partition_point(|block| block.span.start <= line.start);
        after.checked_sub(1).and_then(|index| blocks.get(index)).is_some_and(|block| block.span.touches(line.start))
    };
    let (mut first, mut middle) = (None, false);
    for line in lines(text, Span::new(0, text.len())) {
        match line.of(text) {
            content if content.starts_with("<<<<<<< ") && first.is_none() && !in_code(&line) => first = Some(line),
            content if content.trim_end() == "=======" && first.is_some() => middle = true,
            content if content.starts_with(">>>>>>> ") && middle => return first,
            _ => {}
        }
    }
    None
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
    fn in_the_body() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            Fill in the form.
            <<<<<<< HEAD
            ^^^^^^^^^^^^ merge-conflict (warning): A Git conflict marker is left here
            Sign it.
            =======
            Print it.
            >>>>>>> signing
            ",
        );
        silent(&CHECK, "A conflict looks so:\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n");
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
