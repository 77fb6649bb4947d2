//! `frontmatter-missing`: a skill without a frontmatter block.

use crate::checks::damaged_block;
use crate::checks::encoding_damaged::{is_damaged, utf_16};
use crate::checks::file_is_link_text::linked_path;
use crate::checks::other_format::other_format;
use crate::checks::prelude::*;
use crate::document::Document;
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
                || utf_16(document).is_some()
                || is_other_format(document) && is_damaged(document) =>
        {
            return;
        }
        // With a block in front it would still be none.
        Some(FenceFault::Missing) if is_other_format(document) => {
            let Some(message) = other_format(&document.text) else { return };
            report_missing(context, report, &message);
            return;
        }
        Some(FenceFault::Missing) => {
            let message = match (document.text.trim().is_empty(), meant_as_fence(&document.text)) {
                (true, _) => "The file is empty".to_owned(),
                (_, Some(line)) => {
                    let is = format!("The first line is {}", excerpt(line));
                    if line == "---" {
                        let message = "White space stands before the first line `---`, with which a file has to begin";
                        report_missing(context, report, message);
                        return;
                    }
                    match line {
                        "+++" => format!("{is}, as for TOML; agents read YAML between two lines `---`"),
                        _ if line.starts_with('{') => {
                            format!("{is}, as for JSON; agents read YAML between two lines `---`")
                        }
                        _ => format!("{is}; a frontmatter begins with a line `---` and nothing else on it"),
                    }
                }
                _ => "The file has no frontmatter: no `---` block with `name` and `description`".to_owned(),
            };
            let block = format!(
                "---{line_break}name: {}{line_break}description:{line_break}---{line_break}{}",
                context.folder,
                if document.text.trim().is_empty() { "" } else { line_break }
            );
            let edit = Edit::insert(fence.bom.map_or(0, |bom| bom.end), block);
            (context.headline(), message, Fix::offered("Insert a frontmatter", vec![edit]))
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

/// Reports what an inserted block would not mend.
fn report_missing(context: &DocumentContext<'_>, report: &mut Report<'_>, message: &str) {
    let (consequence, _) = damaged_block::consequence(context.judges);
    report.finding(context.headline(), message).grade(Grade::Severe).consequence(consequence);
}

/// Whether the whole file is something else.
fn is_other_format(document: &Document) -> bool {
    other_format(&document.text).is_some()
}

/// The first line, where it was meant to open a frontmatter and does not: something like `---`, with a field below it.
fn meant_as_fence(text: &str) -> Option<&str> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty())?;
    let is_dash = |it: char| {
        matches!(it, '-' | '_' | '=' | '+' | '*' | '~' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2500}' | '\u{ff0d}')
    };
    let signs = first.chars().take_while(|it| is_dash(*it)).count();
    // Programs that write texts nicely make one dash of three hyphens.
    let is_dash_alone = matches!(first, "\u{2013}" | "\u{2014}" | "\u{2015}" | "\u{2500}");
    let is_like = ((2..=8).contains(&signs) && signs == first.chars().count() || is_dash_alone)
        // As programs write it that keep Markdown from taking effect.
        || first == "\\---"
        || first.strip_prefix("---").is_some_and(|rest| !rest.starts_with('-'))
        || first.starts_with('{');
    let is_field = |line: &str| {
        let key = line.trim_start_matches(['{', '"', '\'']);
        ["name", "description"].iter().any(|field| {
            let rest = key.strip_prefix(field).map(|rest| rest.trim_start_matches(['"', '\'', ' ']));
            rest.is_some_and(|rest| rest.starts_with([':', '=']))
        })
    };
    let mut near = std::iter::once(first).chain(lines.take(20));
    (is_like && near.any(is_field)).then_some(first)
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
    fn a_first_line_that_is_nearly_one() {
        let told = |first: &str, field: &str| meant_as_fence(&format!("{first}\n{field}\n\nText.\n")).is_some();
        for first in ["+++", "—-", "–––", "--- # about", "---yaml", "\\---", "----", "***", "====", "__"] {
            assert!(told(first, "name: pdf"), "{first}");
        }
        assert!(told("+++", "description = \"Fills in forms\""));
        assert!(told("{", "  \"name\": \"pdf\","));
        for first in ["# PDF", "Text", "-", "- item", "{}", "**bold**"] {
            assert!(!told(first, "Text."), "{first}");
        }
        assert!(!told("***", "Text without fields."));
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            +++
            ^^^ frontmatter-missing (error): The first line is `+++`, as for TOML; agents read YAML between two lines `---`
            name = \"pdf\"
            +++
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
