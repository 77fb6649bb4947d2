//! `name-taken-by-command`: a legacy command that gives way to a skill of its name.

use crate::catalog::{FoundKind, SkillId, Status};
use crate::checks::prelude::*;

/// A command that gives way.
pub(crate) static CHECK: Check = Check {
    id: "name-taken-by-command",
    summary: "a legacy command that gives way to a skill of its name",
    documentation: "\
## What it reports

A file in a `commands` folder whose name a skill has too.

## Why it matters

Where a skill and a command have the same name, the skill is used. The command file is left over and does nothing.

## Example

```text
.claude/commands/deploy.md
.claude/skills/deploy/SKILL.md
```

## Instead

Remove the command, or give it another name.
",
    levels: [Level::Information, Level::Information, Level::Information],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    if context.skill.kind != FoundKind::Command {
        return;
    }
    let mut winner: Option<SkillId> = None;
    let mut hosts = Vec::new();
    let mut id = None;
    for (view, candidate) in context.candidates() {
        let Some(used) = candidate.verdict.winner.filter(|_| candidate.verdict.status == Status::Shadowed) else {
            continue;
        };
        if context.catalog.skill(used).is_none_or(|skill| skill.kind == FoundKind::Command) {
            continue;
        }
        id.get_or_insert(&candidate.id);
        winner.get_or_insert(used);
        hosts.push(&view.host);
    }
    let (Some(id), Some(winner)) = (id, winner) else { return };
    let message = format!("The skill `{id}` is used instead of this command in {}", hosts_named(hosts.iter().copied()));
    let related = Related::skills(context.catalog, [winner], "this skill is used");
    report.finding(context.skill.headline, message).hosts(hosts).related(related);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn the_skill_is_used() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/shop/.claude/commands/deploy.md
            Deploy it.
            ^^^^^^^^^^ name-taken-by-command (information): The skill `deploy` is used instead of this command in Claude Code
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys.
            ---
            ",
        );
    }

    #[test]
    fn a_command_of_its_own() {
        silent(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/shop/.claude/commands/release.md
            Release it.
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys.
            ---
            ",
        );
    }
}
