//! `name-too-long`: a `name` of more than 64 characters.

use crate::catalog::Refusal;
use crate::checks::prelude::*;
use crate::hosts::Consequence;

/// The longest name that the open specification allows, in characters.
const LIMIT: usize = 64;

/// More than 64 characters.
pub(crate) static CHECK: Check = Check {
    id: "name-too-long",
    summary: "a `name` of more than 64 characters",
    documentation: "\
## What it reports

A `name` of more than 64 characters.

## Why it matters

The open specification allows 64, and several hosts refuse a skill with a longer name without saying so.

## Example

```yaml
name: fill-in-every-field-of-a-pdf-form-and-then-flatten-it-and-mail-it-to-the-office
```

## Instead

Keep the name short; what the skill does belongs in its description:

```yaml
name: pdf-forms
```

## Hosts

Codex, Copilot CLI, Amp and Crush skip the skill. VS Code cuts the name at 64 characters.
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some((field, name)) = context.name() else { return };
    let length = name.chars().count();
    // A host of one's own may take less than all others do.
    let strict = context.judges.iter().filter(|judge| judge.host.identity.too_long != Consequence::None);
    let limit = strict.filter_map(|judge| judge.host.identity.max_length).chain([LIMIT]).min().unwrap_or(LIMIT);
    if length <= limit {
        return;
    }
    let deeds = context.judges.iter().filter_map(|judge| {
        let over = judge.host.identity.max_length.is_some_and(|limit| length > limit);
        let deed = match judge.host.identity.too_long {
            _ if judge.reading.refusal == Some(Refusal::NameTooLong) => Deed::skips(),
            _ if !over => return None,
            Consequence::Skipped => Deed::skips(),
            Consequence::Ignored => Deed::new("cuts or ignores it", "cut or ignore it"),
            Consequence::None if judge.host.specification => Deed::of("warn", "about it"),
            Consequence::None
            | Consequence::Repaired
            | Consequence::Unlisted
            | Consequence::Empty
            | Consequence::StopsAll => return None,
        };
        Some((judge, deed))
    });
    report
        .finding(field.value.span, format!("`name` has {length} characters; at most {limit} are allowed"))
        .deeds(deeds);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn sixty_five_characters() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, codex
            ---
            name: abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-abcdefghijk
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ name-too-long (error): `name` has 65 characters; at most 64 are allowed
                  = Codex skips the skill
            ---
            ",
        );
    }

    #[test]
    fn the_specification_warns() {
        check(
            &CHECK,
            "
            //# hosts = agentskills
            ---
            name: abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-abcdefghijk
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ name-too-long (warning): `name` has 65 characters; at most 64 are allowed
            ---
            ",
        );
    }

    #[test]
    fn sixty_four_characters() {
        silent(&CHECK, "---\nname: abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-abcdefghij\n---\n");
    }
}
