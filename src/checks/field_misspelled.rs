//! `field-misspelled`: a key that is nearly a known field.

use crate::checks::hooks;
use crate::checks::prelude::*;
use crate::checks::undescribed::cost_of_spelling;
use crate::knowledge::fields::Knowledge;

/// A near miss of a known field.
pub(crate) static CHECK: Check = Check {
    id: "field-misspelled",
    summary: "a near miss of a known field",
    documentation: "\
## What it reports

A key that no host reads, but that is one or two letters away from one that hosts do read; also a key in `hooks`.

## Why it matters

Hosts ignore keys they do not know, without a word. A misspelled `allowed-tools` allows nothing; a misspelled `description`
leaves the skill without one.

## Example

```yaml
---
name: pdf
description: Fills in PDF forms.
alowed-tools: Read
---
```

## Instead

```yaml
allowed-tools: Read
```

A key of your own that only looks like one of theirs can stay: put it under `metadata`, or allow it with a comment.
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for (field, knowledge) in context.known_fields() {
        if let Knowledge::NearMiss(meant) = knowledge {
            let fix = Fix::safe(format!("Rename to `{meant}`"), vec![Edit::replace(field.key_span, meant)]);
            let is_beside = context.document.field(meant).is_some();
            let beside = if is_beside { ", and it stands here too" } else { "" };
            report
                .finding(field.key_span, format!("`{}` is not a known field; `{meant}` is{beside}", field.key))
                .consequence(cost_of_spelling(context, meant))
                .fixes((context.is_first_meant(field, meant) && !is_beside).then_some(fix));
        }
    }
    hooks::report(context, hooks::Kind::Misspelled, report);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn as_if_it_were_not_there() {
        check(
            &CHECK,
            "
            //# hosts = codex
            //- /home/.codex/skills/pdf/SKILL.md
            ---
            name: pdf
            descripton: Fills in forms.
            ^^^^^^^^^^ field-misspelled (error): `descripton` is not a known field; `description` is
                       = Codex skips the skill
            ---
            ",
        );
    }

    #[test]
    fn one_letter_off() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            alowed-tools: Read
            ^^^^^^^^^^^^ field-misspelled (warning): `alowed-tools` is not a known field; `allowed-tools` is
            user-invokable: true
            ^^^^^^^^^^^^^^ field-misspelled: `user-invokable` is not a known field; `user-invocable` is
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            ---
            name: pdf
            allowed-tools: Read
            user-invocable: true
            ---
            ",
        );
    }

    #[test]
    fn beside_the_right_one() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowed-tools: Write
            alowed-tools: Read
            ^^^^^^^^^^^^ field-misspelled (warning): `alowed-tools` is not a known field; `allowed-tools` is, and it stands here too
            description: Fills in forms.
            description_en: Fills in forms.
            descriptions: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn two_that_mean_one_field_are_not_both_renamed() {
        let before = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            alowed-tools: Read
            alloved-tools: Write
            ---
            ";
        let after = "
            ---
            name: pdf
            allowed-tools: Read
            alloved-tools: Write
            ---
            ";
        check_fix(&CHECK, before, after);
    }

    #[test]
    fn other_words() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            content: forms
            author: me
            tags: [a]
            mode: b
            category: c
            title: d
            ---
            ",
        );
    }
}
