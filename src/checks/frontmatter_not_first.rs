//! `frontmatter-not-first`: something stands before the opening fence.

use crate::checks::damaged_block;
use crate::checks::prelude::*;
use crate::document::fence::FenceFault;
use crate::mending::lines::{line_end, next_line};

/// Something before the opening `---`.
pub(crate) static CHECK: Check = Check {
    id: "frontmatter-not-first",
    summary: "a blank line, text, a code fence or a byte order mark before the opening `---`",
    documentation: "\
## What it reports

Anything before the opening `---`: a blank line, a comment, a line of text, a Markdown code fence around the whole file,
or a byte order mark (U+FEFF), which editors do not show.

## Why it matters

Hosts look for `---` at the very beginning of the file. When something else stands there, many of them see no frontmatter
at all: the skill is skipped, or loads without its name and description.

## Example

```markdown
<!-- Copyright 2026 -->
---
name: pdf
description: Fills in PDF forms.
---
```

## Instead

Let `---` be the first line, and put the comment below the block:

```markdown
---
name: pdf
description: Fills in PDF forms.
---
<!-- Copyright 2026 -->
```

## Hosts

A byte order mark is harmless in Claude Code and in most others. Codex, Gemini CLI and Pi skip the skill because of it. It is
a hint unless you write for one of them.
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let fence = &document.fence;
    let (consequence, grade) = damaged_block::consequence(context.judges);
    if let Some(bom) = fence.bom {
        // Without any other fault, the mark alone is to blame for what the judges lose.
        let grade = match (&fence.fault, grade) {
            (None, Grade::Severe) => Grade::Severe,
            _ => Grade::Slight,
        };
        let finding = report
            .finding(bom, "The file starts with a byte order mark (U+FEFF)")
            .grade(grade)
            .fix(Fix::safe("Remove the byte order mark", vec![Edit::remove(bom)]));
        if grade == Grade::Severe {
            finding.consequence(consequence.clone());
        }
    }
    match (&fence.fault, fence.before) {
        (Some(FenceFault::NotFirst), Some(before)) => {
            let text = before.of(&document.text);
            let content = text.trim();
            let what = if content.is_empty() {
                if lines_in(text) > 1 { "Blank lines stand" } else { "A blank line stands" }
            } else if content.starts_with("<!--") {
                "A comment stands"
            } else {
                "Text stands"
            };
            // White space on the line of the fence itself is neither a line nor a text.
            let what = if content.is_empty() && lines_in(text) == 0 { "White space stands" } else { what };
            let leading = text.len() - text.trim_start().len();
            let span = match content.is_empty() {
                true => before,
                false => {
                    let start = before.start + leading;
                    Span::new(start, line_end(&document.text, start))
                }
            };
            let fix = match content.is_empty() {
                true => Some(Fix::safe("Remove it", vec![Edit::remove(before)])),
                false => moved_below(context, before),
            };
            report
                .finding(span, format!("{what} before the opening `---`"))
                .grade(grade)
                .consequence(consequence)
                .fixes(fix);
        }
        (Some(FenceFault::WrappedInCode { first, last }), _) => {
            let text = &document.text;
            let start = fence.bom.map_or(0, |bom| bom.end);
            let opening = fence.opening.map_or(first.end, |opening| opening.start);
            let mut edits = vec![Edit::remove(Span::new(start, opening))];
            if let Some(last) = last {
                edits.push(Edit::remove(Span::new(last.start, next_line(text, last.end))));
            }
            report
                .finding(*first, "The whole file is wrapped in a Markdown code fence, so `---` is not its first line")
                .grade(grade)
                .consequence(consequence)
                .fix(Fix::safe("Remove the code fence", edits));
        }
        _ => {}
    }
}

fn lines_in(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\n', '\r']).count()
}

/// Moves what stands before the block below it. Offered only: it may have been meant for somewhere else.
fn moved_below(context: &DocumentContext<'_>, before: Span) -> Option<Fix> {
    let text = &context.document.text;
    let closing = context.document.fence.closing?;
    let end = line_end(text, closing.end);
    let moved = format!("{}{}", context.line_break(), before.of(text).trim());
    Some(Fix::offered("Move it below the frontmatter", vec![Edit::remove(before), Edit::insert(end, moved)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, finished, levels, silent};

    #[test]
    fn a_blank_line() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md

            ^ frontmatter-not-first: A blank line stands before the opening `---`
            ---
            name: pdf
            description: Fills in forms.
            ---
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
            ",
        );
    }

    #[test]
    fn a_comment() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            <!-- generated -->
            ^^^^^^^^^^^^^^^^^^ frontmatter-not-first: A comment stands before the opening `---`
            ---
            name: pdf
            description: Fills in forms.
            ---
            # PDF
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
            <!-- generated -->
            # PDF
            ",
        );
    }

    #[test]
    fn wrapped_in_a_code_fence() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ```markdown
            ---
            name: pdf
            description: Fills in forms.
            ---
            # PDF
            ```
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
    fn a_byte_order_mark_is_a_hint_where_it_does_no_harm() {
        check_fix(
            &CHECK,
            "//- /home/.claude/skills/pdf/SKILL.md\n\u{feff}---\nname: pdf\n---\n",
            "---\nname: pdf\n---\n",
        );
    }

    #[test]
    fn a_byte_order_mark_that_costs_the_skill() {
        assert_eq!(
            finished(
                "//# hosts = codex\n//- /home/.codex/skills/pdf/SKILL.md\n\u{feff}---\nname: pdf\ndescription: Fills in forms. Use it for forms.\n---\n# PDF\n"
            ),
            ["frontmatter-not-first: The file starts with a byte order mark (U+FEFF)"]
        );
    }

    #[test]
    fn it_is_an_error_where_an_agent_loses_the_block() {
        let marked = "\u{feff}---\nname: pdf\ndescription: Fills in forms.\n---\n";
        let levels = |host: &str, text: &str| {
            levels(&CHECK, &format!("//# hosts = {host}\n//- /home/.agents/skills/pdf/SKILL.md\n{text}"))
        };
        assert_eq!(levels("codex", marked), [Level::Error]);
        assert_eq!(levels("claude-code", marked), [Level::Hint]);
        // The blank line is to blame then, not the mark.
        assert_eq!(levels("codex", &marked.replacen("---", "\n---", 1)), [Level::Hint, Level::Error]);
    }

    #[test]
    fn a_thematic_break_below_is_fine() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in forms.
            ---

            ---
            ",
        );
    }
}
