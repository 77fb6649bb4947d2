//! `frontmatter-not-mapping`: the block holds something other than fields.

use crate::checks::damaged_block;
use crate::checks::prelude::*;
use crate::document::yaml::Value;

/// A list, a text or nothing between the fences.
pub(crate) static CHECK: Check = Check {
    id: "frontmatter-not-mapping",
    summary: "the frontmatter is a list, a text or empty",
    documentation: "\
## What it reports

A block between two `---` lines that does not hold `key: value` fields: a list, plain text, or nothing.

## Why it matters

Hosts look for `name` and `description` in it. Most skip a skill whose block they cannot use.

## Example

```yaml
---
- name: pdf
- description: Fills in PDF forms.
---
```

## Instead

```yaml
---
name: pdf
description: Fills in PDF forms.
---
```
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: false,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    if document.fence.fault.is_some() || !document.fields.is_empty() || !document.errors.is_empty() {
        return;
    }
    let (span, message) = match &document.not_mapping {
        Some(node) => {
            let what = match &node.value {
                Value::Sequence { .. } => "a list",
                Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => "text",
                Value::Mapping { .. } => return,
            };
            (node.span, format!("The frontmatter is {what}, not `key: value` fields"))
        }
        None if context.is_command() => return,
        None => (context.headline(), "The frontmatter is empty".to_owned()),
    };
    let consequence = damaged_block::consequence_of_lost_fields(context.judges);
    report.finding(span, message).grade(Grade::Severe).consequence(consequence);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_list() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            - name
            ^^^^^^ frontmatter-not-mapping (error): The frontmatter is a list, not `key: value` fields
            - description
            ---
            ",
        );
    }

    #[test]
    fn nothing() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            ^^^ frontmatter-not-mapping (error): The frontmatter is empty
            ---
            ",
        );
    }

    #[test]
    fn fields() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }
}
