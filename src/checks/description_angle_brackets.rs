//! `description-angle-brackets`: `<` or `>` in a `description`.

use crate::checks::prelude::*;

/// `<` or `>`.
pub(crate) static CHECK: Check = Check {
    id: "description-angle-brackets",
    summary: "`<` or `>` in a `description`",
    documentation: "\
## What it reports

A `description` that holds `<` or `>`.

## Why it matters

Descriptions stand between XML tags in many listings. A skill with angle brackets in its description is refused when it
is uploaded to claude.ai; Claude Code prints them as `&lt;` and `&gt;`, and VS Code takes out everything that looks like
a tag.

## Example

```yaml
description: Converts <input> to <output>.
```

## Instead

```yaml
description: Converts one file format to another.
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let Some(field) = document.field("description") else { return };
    if !field.value.scalar().is_some_and(|text| text.contains(['<', '>'])) {
        return;
    }
    // The sign that starts a folded block (`>`) is not text.
    let raw = field.value.span.of(&document.text);
    let skipped = if raw.starts_with(['>', '|']) { raw.find('\n').unwrap_or(0) } else { 0 };
    let Some(at) = raw.get(skipped..).and_then(|rest| rest.find(['<', '>'])) else { return };
    let start = field.value.span.start + skipped + at;
    let rest = Span::new(start, field.value.span.end).of(&document.text);
    // A whole tag is shown as one.
    let tag = rest.find('>').filter(|end| rest.starts_with('<') && *end <= 60 && !rest[..*end].contains('\n'));
    let span = Span::new(start, start + tag.map_or(1, |end| end + 1));
    let text = span.of(&document.text);
    report.finding(span, format!("`{text}` in `description` is refused or rewritten by some hosts"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_tag() {
        check(
            &CHECK,
            "
            ---
            description: Converts <input> to text.
                                  ^^^^^^^ description-angle-brackets (hint): `<input>` in `description` is refused or rewritten by some hosts
            ---
            ",
        );
    }

    #[test]
    fn an_arrow_in_a_folded_block() {
        check(
            &CHECK,
            "
            ---
            description: >-
              From md -> pdf.
                       ^ description-angle-brackets: `>` in `description` is refused or rewritten by some hosts
            ---
            ",
        );
    }

    #[test]
    fn the_sign_of_a_folded_block_is_not_text() {
        silent(&CHECK, "---\ndescription: >-\n  Fills in forms.\n---\n");
    }
}
