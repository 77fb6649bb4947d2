//! `frontmatter-repeated`: a second block below the first.

use crate::checks::prelude::*;
use crate::mending::lines::{lines, next_line};

/// A second frontmatter.
pub(crate) static CHECK: Check = Check {
    id: "frontmatter-repeated",
    summary: "a second frontmatter below the first, which is only body text",
    documentation: "\
## What it reports

A second block of fields between `---` lines, directly below the first.

## Why it matters

Hosts read one block. The second is text of the body: its fields do nothing, and the model sees them as prose.

## Example

```markdown
---
name: pdf
description: Fills in PDF forms.
---

---
name: pdf
allowed-tools: Read
---
```

## Instead

Merge the two:

```markdown
---
name: pdf
description: Fills in PDF forms.
allowed-tools: Read
---
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

/// Fields that make a block a frontmatter, whatever the hosts read.
const COMMON: [&str; 6] = ["name", "description", "license", "version", "author", "metadata"];

/// How many lines a second block may have.
const LONGEST: usize = 60;

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    if document.fence.fault.is_some() || document.fence.closing.is_none() {
        return;
    }
    let text = &document.text;
    let is_fence = |line: &Span| line.of(text).trim_end() == "---";
    let Some(opening) = lines(text, document.fence.body).find(|line| !line.of(text).trim().is_empty()).filter(is_fence)
    else {
        return;
    };
    let block = Span::new(next_line(text, opening.end), document.fence.body.end);
    let inside: Vec<Span> = lines(text, block).take(LONGEST + 1).take_while(|line| !is_fence(line)).collect();
    let is_closed = inside.len() <= LONGEST
        && lines(text, Span::new(inside.last().map_or(block.start, |line| line.end), block.end))
            .any(|line| is_fence(&line));
    let keys: Vec<Option<&str>> = inside
        .iter()
        .map(|line| line.of(text))
        .filter(|line| !line.trim().is_empty())
        .filter_map(key_of_line)
        .collect();
    let is_known = |key: &str| {
        COMMON.contains(&key)
            || context.config.known_hosts.iter().any(|host| host.fields.iter().any(|it| it.key == key))
    };
    let only_fields = !keys.is_empty() && keys.iter().all(Option::is_some);
    let has_known_key = keys.iter().flatten().any(|key| is_known(key));
    if is_closed && only_fields && has_known_key {
        let dashes = Span::new(opening.start, opening.start + 3);
        report.finding(dashes, "A second frontmatter starts here; hosts take it for text of the body");
    }
}

/// The key of a line at column 0; `Some(None)` for a line there without one, `None` for a line of a value.
fn key_of_line(line: &str) -> Option<Option<&str>> {
    if line.starts_with([' ', '\t']) || line.starts_with("- ") {
        return None;
    }
    Some(line.split_once(':').and_then(|(key, rest)| {
        let is_word = !key.is_empty() && key.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'));
        (is_word && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(key)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn two_blocks() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---

            ---
            ^^^ frontmatter-repeated (warning): A second frontmatter starts here; hosts take it for text of the body
            description: Fills in forms.
            ---
            # PDF
            ",
        );
    }

    #[test]
    fn a_thematic_break() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---

            ---

            # PDF

            description: what to do

            ---
            ",
        );
    }

    #[test]
    fn a_template_further_down() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            Write this:

            ---
            name: x
            ---
            ",
        );
    }
}
