//! `body-too-long`: more than 500 lines, or 5,000 tokens, below the frontmatter.

use memchr::memchr_iter;

use crate::checks::prelude::*;
use crate::mending::lines::first_line;

/// What the open specification recommends.
const LIMIT: usize = 500;
const MOST_TOKENS: usize = 5000;

/// A token takes about so many bytes, in English as in Chinese.
const BYTES_PER_TOKEN: usize = 4;

/// More than 500 lines, or more text than that on fewer.
pub(crate) static CHECK: Check = Check {
    id: "body-too-long",
    summary: "more than 500 lines, or 5,000 tokens, below the frontmatter",
    documentation: "\
## What it reports

A body of more than 500 lines; the finding stands on the first line that is too many. A body of fewer lines and more than
about 5,000 tokens, a token being four bytes; the finding stands on its first line.

## Why it matters

The whole body goes into the conversation when the skill is loaded, and stays there. The open specification recommends
to keep it under 500 lines and 5,000 tokens, and to move details into files that are read when they are needed.

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
    let tokens = text.trim_start().len() / BYTES_PER_TOKEN;
    if lines <= LIMIT && tokens > MOST_TOKENS {
        let start = body.end - body.of(&document.text).trim_start().len();
        let span = first_line(&document.text, Span::new(start, body.end));
        let (tokens, most) = (grouped(tokens), grouped(MOST_TOKENS));
        report.finding(span, format!("The body has about {tokens} tokens; {most} are recommended at most"));
    }
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
    fn few_lines_with_much_on_them() {
        let text = |words: usize| format!("---\nname: x\n---\n\n# Title\n\n{}\n", "word ".repeat(words));
        let findings =
            |text: &str| -> Vec<_> { Fixture::parse(text).findings(&CHECK).into_values().flatten().collect() };
        let found = findings(&text(4400));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].span.of(&text(4400)), "# Title");
        assert_eq!(found[0].message, "The body has about 5,502 tokens; 5,000 are recommended at most");
        silent(&CHECK, &text(3990));
    }

    #[test]
    fn five_hundred_lines() {
        silent(&CHECK, &format!("---\nname: x\n---\n{}\n\n", "line\n".repeat(500)));
    }
}
