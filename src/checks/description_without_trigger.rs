//! `description-without-trigger`: a `description` that says what, but not when.

use crate::checks::prelude::*;

/// What, but not when.
pub(crate) static CHECK: Check = Check {
    id: "description-without-trigger",
    summary: "a `description` that says what the skill does, but not when to use it",
    documentation: "\
## What it reports

A `description` without any word that tells when the skill is to be used, in a skill that has no `when_to_use` either.
Off by default: it goes by words, in a few languages, and cannot tell every good description from a poor one.

## Why it matters

The model decides by the description alone whether to load the skill. \"Fills in PDF forms\" leaves it to guess; \"Use when
the user has a form to fill in\" does not.

## Example

```yaml
description: PDF form toolkit.
```

## Instead

```yaml
description: Fills in PDF forms. Use when the user has a form to fill in or asks for its fields.
```
",
    levels: [Level::Off, Level::Off, Level::Off],
    fixable: false,
    run: Run::Document(run),
};

/// Parts of words that speak of an occasion, in lower case.
const OCCASIONS: &str = "\
    when|whenever|use for|use it|use this|used for|used to|use to|trigger|if the user|if you|before |after |\
    while |during |asks|invoke|activate|load this|mention|must be used|proactively|should be used|applies to|\
    for tasks|in case|时|時|用于|使用|とき|場合|際に|때|cuando|quando|quand|lorsque|wenn|falls |при |когда";

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    let Some(field) = document.field("description") else { return };
    let Some(text) = field.value.scalar() else { return };
    if context.is_command() || text.trim().is_empty() || document.field("when_to_use").is_some() {
        return;
    }
    if says_when(text) {
        return;
    }
    report.finding(field.value.span, "`description` does not say when to use the skill");
}

/// Whether a description has a word that tells of an occasion.
pub(crate) fn says_when(description: &str) -> bool {
    let lower = description.to_lowercase();
    OCCASIONS.split('|').any(|occasion| lower.contains(occasion))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn what_without_when() {
        check(
            &CHECK,
            "
            ---
            description: PDF form toolkit.
                         ^^^^^^^^^^^^^^^^^ description-without-trigger (off): `description` does not say when to use the skill
            ---
            ",
        );
    }

    #[test]
    fn with_an_occasion() {
        silent(&CHECK, "---\ndescription: PDF toolkit. Use when a form is to be filled in.\n---\n");
        silent(&CHECK, "---\ndescription: PDF toolkit.\nwhen_to_use: A form is to be filled in.\n---\n");
        silent(&CHECK, "---\ndescription: 处理表单时使用\n---\n");
    }
}
