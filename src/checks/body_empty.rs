//! `body-empty`: nothing below the frontmatter.

use crate::catalog::Refusal;
use crate::checks::prelude::*;

/// Nothing below the frontmatter.
pub(crate) static CHECK: Check = Check {
    id: "body-empty",
    summary: "nothing below the frontmatter",
    documentation: "\
## What it reports

A skill whose frontmatter is followed by nothing, or by nothing but comments.

## Why it matters

The body is what the model receives when it loads the skill. Without one, loading the skill tells it nothing new.

## Example

```markdown
---
name: pdf
description: Fills in PDF forms. Use when a form is to be filled in.
---
```

## Instead

```markdown
---
name: pdf
description: Fills in PDF forms. Use when a form is to be filled in.
---

# PDF forms

List the fields first, then fill them in one by one.
```
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    // With a broken fence the body may stand elsewhere than we think.
    let Some(closing) = document.fence.closing.filter(|_| document.fence.fault.is_none()) else { return };
    let mut start = document.body.span.start;
    for comment in &document.body.comments {
        if !Span::new(start, comment.start).of(&document.text).trim().is_empty() {
            return;
        }
        start = comment.end;
    }
    if Span::new(start, document.body.span.end).of(&document.text).trim().is_empty() {
        let refusing = context.judges.iter().filter(|judge| judge.reading.refusal == Some(Refusal::BodyEmpty));
        report
            .finding(closing, "The skill has no body: loading it tells the model nothing")
            .deeds(refusing.map(|judge| (judge, Deed::skips())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn nothing_but_a_comment() {
        check(
            &CHECK,
            "
            ---
            name: pdf
            ---
            ^^^ body-empty (warning): The skill has no body: loading it tells the model nothing

            <!-- to be written -->
            ",
        );
    }

    #[test]
    fn a_line_is_enough() {
        silent(&CHECK, "---\nname: pdf\n---\n<!-- x -->\nFill in the form.\n");
    }

    #[test]
    fn without_frontmatter() {
        silent(&CHECK, "");
        silent(&CHECK, "---\nname: pdf\n");
    }
}
