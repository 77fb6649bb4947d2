//! `name-shadows`: this skill is used instead of others of its name.

use crate::catalog::rivals::{self, are_identical};
use crate::catalog::{SkillId, Status};
use crate::checks::prelude::*;

/// This one wins.
pub(crate) static CHECK: Check = Check {
    id: "name-shadows",
    summary: "this skill is used instead of others of its name",
    documentation: "\
## What it reports

A skill that a host uses instead of others of the same name, and where they are. When they are all identical to it, it is
only a hint.

## Why it matters

Whoever wrote one of the others will not see it at work while this one is there. That may be intended: a personal skill
that overrides the team's.

## Example

`~/.claude/skills/deploy` takes the place of `.claude/skills/deploy` in Claude Code.

## Instead

Nothing needs to be done if it is intended. Otherwise rename one of them.
",
    levels: [Level::Information, Level::Information, Level::Hint],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let mut losers: Vec<SkillId> = Vec::new();
    let mut hosts = Vec::new();
    let mut id = None;
    for (view, candidate) in context.candidates() {
        let shadowed = rivals::others(view, candidate, Status::Shadowed);
        let mine: Vec<SkillId> =
            shadowed.iter().filter(|it| it.verdict.winner == Some(context.id)).map(|it| it.skill).collect();
        if mine.is_empty() {
            continue;
        }
        id.get_or_insert(&candidate.id);
        hosts.push(&view.host);
        add_new(&mut losers, mine);
    }
    let Some(id) = id else { return };
    let is_copy = |loser: &SkillId| context.catalog.skill(*loser).is_some_and(|it| are_identical(it, context.skill));
    let grade = if losers.iter().all(is_copy) { Grade::Slight } else { Grade::Mild };
    let count = match losers.len() {
        1 => "another".to_owned(),
        count if count > rivals::NAMED => format!("more than {} others", rivals::NAMED),
        count => format!("{count} others"),
    };
    let message = format!("This `{id}` is used instead of {count} in {}", hosts_named(hosts.iter().copied()));
    let related =
        Related::skills(context.catalog, losers.into_iter().take(rivals::NAMED), format!("this `{id}` is not used"));
    report.finding(context.skill.headline, message).grade(grade).hosts(hosts).related(related);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn the_one_at_home_wins() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-shadows (information): This `deploy` is used instead of another in Claude Code
            description: Mine.
            ---
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: The project's.
            ---
            ",
        );
    }

    #[test]
    fn nothing_is_lost_by_a_copy() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-shadows (hint): This `deploy` is used instead of another in Claude Code
            description: Deploys.
            ---
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys.
            ---
            ",
        );
    }

    #[test]
    fn the_only_one() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys.
            ---
            ",
        );
    }
}
