//! `field-unknown`: a key that no host reads.

use crate::checks::hooks;
use crate::checks::prelude::*;
use crate::knowledge::fields::Knowledge;

/// Known to no host.
pub(crate) static CHECK: Check = Check {
    id: "field-unknown",
    summary: "a field that no known host reads",
    documentation: "\
## What it reports

A key at the top level of the frontmatter that none of the known hosts reads.

## Why it matters

It has no effect. Many authors keep notes of their own there (`author`, `tags`), which is harmless, so this is a hint.

## Example

```yaml
---
name: pdf
description: Fills in PDF forms.
maintainer: forms-team
---
```

## Instead

The specification keeps a place for such keys:

```yaml
metadata:
  maintainer: forms-team
```
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: false,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for (field, knowledge) in context.known_fields().filter(|(field, _)| !field.key.is_empty()) {
        // Of an event outside of `hooks` another check tells more.
        if *knowledge == Knowledge::Unknown && !hooks::is_stray(context, &field.key) {
            report.finding(field.key_span, format!("{} is a field that no known host reads", excerpt(&field.key)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_key_of_the_authors_own() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            maintainer: me
            ^^^^^^^^^^ field-unknown (hint): `maintainer` is a field that no known host reads
            ---
            ",
        );
    }

    #[test]
    fn under_metadata() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            metadata:
              maintainer: me
            ---
            ",
        );
    }
}
