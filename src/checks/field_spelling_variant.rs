//! `field-spelling-variant`: a known field with other separators or in another case.

use std::path::Path;

use crate::checks::prelude::*;
use crate::checks::undescribed::cost_of_spelling;
use crate::knowledge::fields::{Knowledge, fact};
use crate::words::consequence::Consequence;

/// `allowedTools` for `allowed-tools`.
pub(crate) static CHECK: Check = Check {
    id: "field-spelling-variant",
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
hint. `allowedTools` is the spelling of Qwen Code: in a `.qwen` folder it is a hint too, and `--fix` leaves it alone.
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    for (field, knowledge) in context.known_fields() {
        let Knowledge::Variant(meant, readers) = knowledge else { continue };
        let deaf: Vec<_> = context
            .judges
            .iter()
            .filter(|judge| fact(judge.host, meant).is_some() && fact(judge.host, &field.key).is_none())
            .collect();
        let names = capitalized(&hosts_named(deaf.iter().map(|judge| judge.host)));
        let message = match deaf.len() {
            0 => format!("`{}` is written `{meant}`", field.key),
            1 => format!("{names} reads `{meant}`, not `{}`", field.key),
            _ => format!("{names} read `{meant}`, not `{}`", field.key),
        };
        // The spelling of one host alone.
        let real = context.config.known_hosts.real();
        let mut writers = real.filter(|host| host.fields.iter().any(|it| it.key == field.key));
        let elsewhere = writers.next().filter(|_| writers.next().is_none());
        let consequence = match (readers.len(), elsewhere) {
            (0, None) => String::new(),
            (0, Some(host)) => format!("{} reads `{}`", host.name, field.key),
            (1, _) => format!("{} reads both", capitalized(&shortened(readers))),
            _ => format!("{} read both", capitalized(&shortened(readers))),
        };
        // Where nothing but the specification judges, it may be written for the one host that reads it.
        let is_for_other = elsewhere.is_some() && deaf.iter().all(|judge| judge.host.specification);
        let consequence = match cost_of_spelling(context, meant) {
            cost if cost.loses_skill => cost,
            _ => Consequence {
                text: consequence,
                hosts: deaf.iter().map(|it| it.host.id.clone()).collect(),
                loses_skill: false,
            },
        };
        let homes = elsewhere.iter().flat_map(|host| &host.owns).filter_map(|folder| Path::new(folder).iter().next());
        let is_at_home = homes.into_iter().any(|home| context.path.iter().any(|part| part == home));
        let is_mild = readers.is_empty() && !is_at_home && !is_for_other;
        let grade = if is_mild { Grade::Mild } else { Grade::Slight };
        let is_free = context.document.field(meant).is_none() && context.is_first_meant(field, meant);
        let title = format!("Rename to `{meant}`");
        let edits = vec![Edit::replace(field.key_span, meant)];
        // Where a host reads this spelling, it may be the one that is meant.
        let fix = if elsewhere.is_none() { Fix::safe(title, edits) } else { Fix::offered(title, edits) };
        report.finding(field.key_span, message).grade(grade).consequence(consequence).fixes(is_free.then_some(fix));
    }
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
            //# hosts = claude-code, codex
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            Description: Fills in forms.
            ^^^^^^^^^^^ field-spelling-variant (error): Claude Code and Codex read `description`, not `Description`
                        = Codex skips the skill; Claude Code lists it as `Forms`
            ---
            # Forms
            ",
        );
    }

    #[test]
    fn written_for_the_one_host_that_reads_it() {
        let text = "//# hosts = agentskills\n//- /x/skills/pdf/SKILL.md\n---\nallowedTools: [read_file]\n---\n";
        assert_eq!(crate::checks::testing::levels(&CHECK, text), [Level::Hint]);
    }

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
    fn the_spelling_of_another_host() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            allowedTools: Read
            ^^^^^^^^^^^^ field-spelling-variant (warning): Claude Code reads `allowed-tools`, not `allowedTools`
                         = Qwen Code reads `allowedTools`
            ---
            //- /home/.qwen/skills/pdf/SKILL.md
            ---
            allowedTools: Read
            ^^^^^^^^^^^^ field-spelling-variant (hint): Claude Code reads `allowed-tools`, not `allowedTools`
            ---
            ",
        );
    }

    #[test]
    fn the_spelling_of_many_others_is_none_of_theirs_alone() {
        check(
            &CHECK,
            "
            //# hosts = qwen-code
            //- /home/.agents/skills/pdf/SKILL.md
            ---
            allowed-tools: Read
            ^^^^^^^^^^^^^ field-spelling-variant (warning): Qwen Code reads `allowedTools`, not `allowed-tools`
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
