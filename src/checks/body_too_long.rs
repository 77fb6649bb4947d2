//! `body-too-long`: more than 500 lines below the frontmatter.

use memchr::memchr_iter;

use crate::checks::prelude::*;

/// What the open specification recommends.
const LIMIT: usize = 500;

/// More than 500 lines.
pub(crate) static CHECK: Check = Check {
    id: "body-too-long",
    summary: "more than 500 lines below the frontmatter",
    documentation: "\
## What it reports

A body of more than 500 lines. The finding stands on the first line that is too many.

## Why it matters

The whole body goes into the conversation when the skill is loaded, and stays there. The open specification recommends
to keep it under 500 lines and to move details into files that are read when they are needed.

## Example

A `SKILL.md` that holds the reference of a whole library.

## Instead

```markdown
For the form fields see [the reference](references/fields.md).
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let body = document.body.span;
    let text = body.of(&document.text).trim_end();
    // A line takes a byte at least.
    let lines = if text.len() <= LIMIT { 0 } else { memchr_iter(b'\n', text.as_bytes()).count() + 1 };
    if lines <= LIMIT {
        return;
    }
    let Some((at, _)) = text.match_indices('\n').nth(LIMIT - 1) else { return };
    let line = text.get(at + 1..).unwrap_or_default();
    let length = line.find(['\n', '\r']).unwrap_or(line.len());
    let start = body.start + at + 1;
    let message = format!("The body has {} lines; {LIMIT} are recommended at most", grouped(lines));
    report.finding(Span::new(start, start + length), message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, silent};

    #[test]
    fn the_first_line_that_is_too_many() {
        let text = format!("---\nname: x\n---\n{}last\n", "line\n".repeat(500));
        let findings: Vec<_> = Fixture::parse(&text).findings(&CHECK).into_values().flatten().collect();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].span.of(&text), "last");
        assert_eq!(findings[0].message, "The body has 501 lines; 500 are recommended at most");
    }

    #[test]
    fn five_hundred_lines() {
        silent(&CHECK, &format!("---\nname: x\n---\n{}\n\n", "line\n".repeat(500)));
    }
}
