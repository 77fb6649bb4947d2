//! `frontmatter-unclosed`: the closing fence is missing or not one.

use crate::checks::damaged_block;
use crate::checks::prelude::*;
use crate::document::fence::FenceFault;
use crate::text::{Encoding, Text};

/// No closing `---`.
pub(crate) static CHECK: Check = Check {
    id: "frontmatter-unclosed",
    summary: "no closing `---`, or one that does not stand alone on its line",
    documentation: "\
## What it reports

A frontmatter that is opened and never closed, or whose closing `---` does not stand alone at the beginning of its line:
`---# Title`, an indented `---`, `...` instead of it, or everything on one line.

## Why it matters

Without its end, hosts take the whole file for YAML, or see no frontmatter at all. Most skip the skill.

## Example

```markdown
---
name: pdf
description: Fills in PDF forms.
---# PDF forms
```

## Instead

```markdown
---
name: pdf
description: Fills in PDF forms.
---
# PDF forms
```

## Hosts

Claude Code ends the block at the first `---`, so that `---# Title` works there; other hosts want a line of its own.
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let text = &document.text;
    let fence = &document.fence;
    let line_break = context.line_break();
    let (span, message, fix) = match &fence.fault {
        Some(FenceFault::Unclosed) => {
            let block = fence.block.of(text).trim_end();
            let end = fence.block.start + block.len();
            let opening = fence.opening.unwrap_or_default();
            let line = Text::new(text.clone()).position(opening.start, Encoding::Utf8).line + 1;
            let message = format!("The frontmatter opened on line {line} is never closed by a second `---`");
            let close = match block.is_empty() {
                true => Edit::insert(fence.block.start, format!("---{line_break}")),
                false => Edit::insert(end, format!("{line_break}---")),
            };
            (opening, message, Some(Fix::safe("Close the block with `---`", vec![close])))
        }
        Some(FenceFault::Glued(glued)) => {
            let closing = fence.closing.unwrap_or(*glued);
            let content = glued.of(text);
            let gap = Span::new(closing.end, glued.start);
            if content.bytes().all(|byte| byte == b'-') {
                let message = format!("The frontmatter is closed by `---{content}` instead of `---`");
                let fix = Fix::safe("Shorten it to `---`", vec![Edit::remove(*glued)]);
                (closing.cover(*glued), message, Some(fix))
            } else {
                let message =
                    format!("The closing `---` does not stand alone: {} follows on its line", excerpt(content));
                let fix = Fix::safe("Break the line after `---`", vec![Edit::replace(gap, line_break)]);
                (closing.cover(*glued), message, Some(fix))
            }
        }
        Some(FenceFault::Indented(indentation)) => {
            let message = "The closing `---` is indented, so it belongs to the value above it".to_owned();
            let closing = fence.closing.unwrap_or(*indentation);
            (closing, message, Some(Fix::safe("Move it to the start of the line", vec![Edit::remove(*indentation)])))
        }
        Some(FenceFault::Dots(dots)) => {
            let message = "The frontmatter is closed by `...` instead of `---`".to_owned();
            (*dots, message, Some(Fix::safe("Replace it with `---`", vec![Edit::replace(*dots, "---")])))
        }
        Some(FenceFault::OneLine(line)) => {
            let message = "The whole frontmatter stands on one line; each field needs a line of its own".to_owned();
            (*line, message, broken_up(context))
        }
        Some(
            FenceFault::Missing
            | FenceFault::KeysWithoutFence
            | FenceFault::OpeningMissing
            | FenceFault::NotFirst
            | FenceFault::WrappedInCode { .. },
        )
        | None => return,
    };
    let (consequence, _) = damaged_block::consequence(context.judges);
    report.finding(span, message).grade(Grade::Severe).consequence(consequence).fixes(fix);
}

/// Each field of a frontmatter on one line gets its own. Offered only: where a value ends is a guess.
fn broken_up(context: &DocumentContext<'_>) -> Option<Fix> {
    let document = context.document;
    let fence = &document.fence;
    let line_break = context.line_break();
    let fields: Vec<&str> = document.fields.iter().map(|field| field.span.of(&document.text).trim()).collect();
    let end = fence.closing.map_or(fence.block.end, |closing| closing.end);
    let text = format!("---{line_break}{}{line_break}---", fields.join(line_break));
    let edit = Edit::replace(Span::new(fence.opening?.start, end), text);
    (fields.len() > 1).then(|| Fix::offered("Give each field its own line", vec![edit]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn glued_to_the_title() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            ---# PDF
            ^^^^^^^^ frontmatter-unclosed (error): The closing `---` does not stand alone: `# PDF` follows on its line
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: Fills in forms.
            ---
            # PDF
            ",
        );
    }

    #[test]
    fn never_closed() {
        let before = "
            //# line-ends = crlf
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            ^^^ frontmatter-unclosed (error): The frontmatter opened on line 1 is never closed by a second `---`
            name: pdf
            description: Fills in forms.

            # PDF

            Text.
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            description: Fills in forms.
            ---

            # PDF

            Text.
            ",
        );
    }

    #[test]
    fn above_a_comment_and_with_a_rule_further_down() {
        for body in [
            "<!-- made by a tool -->\n\n# PDF\n\nText.\n",
            "\n# PDF\n\n## Forms\n\nText.\n\n---\n\nMore.\n",
            "# PDF\n\n## Forms\n\nText.\n\n---\n\nMore.\n",
            "# PDF\n\nText.\n",
        ] {
            let text = |end: &str| format!("---\nname: pdf\ndescription: Fills in forms.\n{end}{body}");
            check_fix(&CHECK, &text(""), &text("---\n"));
        }
    }

    #[test]
    fn indented() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
              ---
            # PDF
            ",
            "
            ---
            name: pdf
            description: Fills in forms.
            ---
            # PDF
            ",
        );
    }

    #[test]
    fn dots() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            ...
            # PDF
            ",
            "
            ---
            name: pdf
            description: Fills in forms.
            ---
            # PDF
            ",
        );
    }

    #[test]
    fn everything_on_one_line() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            --- name: pdf description: Fills in forms. ---
            # PDF
            ",
            "
            ---
            name: pdf
            description: Fills in forms.
            ---
            # PDF
            ",
        );
    }

    #[test]
    fn spaces_after_the_fence_are_fine() {
        silent(&CHECK, "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---  \n# PDF\n");
    }
}
