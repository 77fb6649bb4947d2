//! `field-spelling-variant`: a known field with other separators or in another case.

use crate::checks::consequence::{capitalized, enumeration};
use crate::checks::field_knowledge::{Knowledge, MOST_FIELDS, fact, knowledge};
use crate::checks::{Check, DocumentContext, Fix, Grade, Report, Run};
use crate::config::Level;
use crate::text::Edit;

/// `allowedTools` for `allowed-tools`.
pub(crate) static CHECK: Check = Check {
    id: "field-spelling-variant",
    group: "fields",
    summary: "a known field with other separators or in another case",
    documentation: "\
## What it reports

A key that is a known field except for hyphens, underscores and capitals: `allowed_tools`, `allowedTools`, `Description`.

## Why it matters

Hosts compare keys letter by letter. In a host that wants `allowed-tools`, `allowed_tools` does nothing.

## Example

```yaml
allowed_tools: Read, Grep
```

## Instead

```yaml
allowed-tools: Read, Grep
```

## Hosts

Some hosts read more than one spelling; the message says which of yours do and which do not. When one of them does, this is a
hint.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for field in context.document.fields.iter().take(MOST_FIELDS) {
        let Knowledge::Variant(meant, readers) = knowledge(context, &field.key) else { continue };
        let deaf: Vec<_> = context
            .judges
            .iter()
            .filter(|judge| fact(judge.host, &meant).is_some() && fact(judge.host, &field.key).is_none())
            .collect();
        let names: Vec<&str> = deaf.iter().map(|judge| judge.host.name.as_str()).collect();
        let message = match names.len() {
            0 => format!("`{}` is written `{meant}`", field.key),
            1 => format!("{} reads `{meant}`, not `{}`", capitalized(&enumeration(&names)), field.key),
            _ => format!("{} read `{meant}`, not `{}`", capitalized(&enumeration(&names)), field.key),
        };
        let readers: Vec<&str> = readers.iter().map(String::as_str).collect();
        let consequence = match readers.len() {
            0 => String::new(),
            1 => format!("{} reads both", capitalized(&enumeration(&readers))),
            _ => format!("{} read both", capitalized(&enumeration(&readers))),
        };
        let is_free = context.document.field(&meant).is_none();
        let fix = Fix::safe(format!("Rename to `{meant}`"), vec![Edit::replace(field.key_span, meant)]);
        report
            .finding(field.key_span, message)
            .grade(if readers.is_empty() { Grade::Mild } else { Grade::Slight })
            .consequence(consequence, deaf.iter().map(|judge| judge.host.id.clone()))
            .maybe_fix(is_free.then_some(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn underscore_and_capitals() {
        let before = "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            Description: Fills in forms.
            ^^^^^^^^^^^ field-spelling-variant (warning): Claude Code reads `description`, not `Description`
            allowed_tools: Read
            ^^^^^^^^^^^^^ field-spelling-variant: Claude Code reads `allowed-tools`, not `allowed_tools`
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
            allowed-tools: Read
            ---
            ",
        );
    }

    #[test]
    fn the_spelling_of_the_host() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            when_to_use: for forms
            allowed-tools: Read
            ---
            ",
        );
    }
}
