//! `frontmatter-missing`: a skill without a frontmatter block.

use crate::checks::damaged_block;
use crate::checks::encoding_damaged::utf_16;
use crate::checks::file_is_link_text::linked_path;
use crate::checks::prelude::*;
use crate::document::fence::FenceFault;

/// No `---` block.
pub(crate) static CHECK: Check = Check {
    id: "frontmatter-missing",
    summary: "no `---` block, or fields without the `---` lines around them",
    documentation: "\
## What it reports

A `SKILL.md` that does not begin with a block of fields between two `---` lines, and one whose fields stand there without
the lines.

## Why it matters

The block tells an agent what the skill is called and when to use it. Most hosts skip a skill without it. The others fall
back on the folder's name and the first line of the text.

## Example

```markdown
# PDF forms

Fill in forms with `scripts/fill.py`.
```

## Instead

```markdown
---
name: pdf-forms
description: Fills in PDF forms. Use when the user asks to fill in, sign or flatten a form.
---

# PDF forms

Fill in forms with `scripts/fill.py`.
```
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let fence = &document.fence;
    let line_break = context.line_break();
    let (span, message, fix) = match &fence.fault {
        // A command may do without, what has none beside agents is no agent, and of UTF-16 speaks another check.
        Some(FenceFault::Missing)
            if context.is_command()
                || context.is_agent()
                || linked_path(&document.text).is_some()
                || utf_16(document).is_some() =>
        {
            return;
        }
        Some(FenceFault::Missing) => {
            let message = match document.text.trim().is_empty() {
                true => "The file is empty",
                false => "The file has no frontmatter: no `---` block with `name` and `description`",
            };
            let block = format!(
                "---{line_break}name: {}{line_break}description:{line_break}---{line_break}{}",
                context.folder,
                if document.text.trim().is_empty() { "" } else { line_break }
            );
            let edit = Edit::insert(fence.bom.map_or(0, |bom| bom.end), block);
            (context.headline(), message.to_owned(), Fix::offered("Insert a frontmatter", vec![edit]))
        }
        Some(FenceFault::KeysWithoutFence) => {
            let end = fence.block.start + fence.block.of(&document.text).trim_end().len();
            let open = Edit::replace(Span::new(top(context), fence.block.start), format!("---{line_break}"));
            let close = Edit::insert(end, format!("{line_break}---"));
            let message = "The file starts with fields, but there are no `---` lines around them";
            (first_key(context), message.to_owned(), Fix::safe("Put `---` lines around the fields", vec![open, close]))
        }
        Some(FenceFault::OpeningMissing) => {
            let open = Edit::replace(Span::new(top(context), fence.block.start), format!("---{line_break}"));
            let key = document.fields.first().map_or_else(|| "the fields".to_owned(), |field| excerpt(&field.key));
            let message = format!("The opening `---` above {key} is missing");
            (first_key(context), message, Fix::safe("Insert the opening `---`", vec![open]))
        }
        Some(
            FenceFault::NotFirst
            | FenceFault::WrappedInCode { .. }
            | FenceFault::Unclosed
            | FenceFault::Glued(_)
            | FenceFault::Indented(_)
            | FenceFault::Dots(_)
            | FenceFault::OneLine(_),
        )
        | None => return,
    };
    let (consequence, _) = damaged_block::consequence(context.judges);
    report.finding(span, message).grade(Grade::Severe).consequence(consequence).fix(fix);
}

/// Where the frontmatter should begin.
fn top(context: &DocumentContext<'_>) -> usize {
    context.document.fence.bom.map_or(0, |bom| bom.end)
}

fn first_key(context: &DocumentContext<'_>) -> Span {
    context.document.fields.first().map_or_else(|| context.headline(), |field| field.key_span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn no_block() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            # PDF forms
            ^^^^^^^^^^^ frontmatter-missing (error): The file has no frontmatter: no `---` block with `name` and `description`

            Fill them in.
            ",
        );
    }

    #[test]
    fn the_name_comes_from_the_folder() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            # PDF forms
            ",
            "
            ---
            name: pdf
            description:
            ---

            # PDF forms
            ",
        );
    }

    #[test]
    fn fields_without_fences() {
        check_fix(
            &CHECK,
            "
            //# line-ends = crlf
            //- /home/.claude/skills/pdf/SKILL.md
            name: pdf
            description: Fills in forms.

            # PDF forms
            ",
            "
            ---
            name: pdf
            description: Fills in forms.
            ---

            # PDF forms
            ",
        );
    }

    #[test]
    fn opening_fence_forgotten() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            name: pdf
            ^^^^ frontmatter-missing (error): The opening `---` above `name` is missing
            description: Fills in forms.
            ---
            # PDF forms
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
            # PDF forms
            ",
        );
    }

    #[test]
    fn commands_may_do_without() {
        silent(
            &CHECK,
            "
            //- /home/.claude/commands/deploy.md
            Deploy it.
            ",
        );
    }

    #[test]
    fn a_block_with_nothing_in_it_is_another_finding() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            ---
            # PDF forms
            ",
        );
    }
}
