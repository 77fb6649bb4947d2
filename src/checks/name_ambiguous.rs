//! `name-ambiguous`: nobody can say which skill of this name is used.

use crate::catalog::rivals::{self, are_identical};
use crate::catalog::{SkillId, Status};
use crate::checks::prelude::*;
use crate::hosts::WinnerPolicy;

/// A race decides.
pub(crate) static CHECK: Check = Check {
    id: "name-ambiguous",
    summary: "nobody can say which skill of this name is used",
    documentation: "\
## What it reports

Several skills of one name in a host that keeps whichever it finishes reading last. Which one that is changes from start
to start. Also, several skills of one name in a host of which nobody knows which one it uses. When they are all
identical it is only a hint.

## Why it matters

The skill behaves in one way today and in another tomorrow, without anybody having changed anything.

## Example

`.claude/skills/deploy` and `.agents/skills/deploy`, which OpenCode both reads.

## Instead

Keep one of them, or give them different names.

## Hosts

OpenCode reads all files at the same time and keeps the last one to arrive.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let mut rivals: Vec<SkillId> = Vec::new();
    let mut deeds = Vec::new();
    let mut id = None;
    let mut chance = false;
    for (view, candidate) in context.candidates() {
        if candidate.verdict.status != Status::Ambiguous {
            continue;
        }
        let others = rivals::others(view, candidate, Status::Ambiguous);
        if others.is_empty() && view.place(candidate).is_some_and(|place| place.own_package.is_some()) {
            continue;
        }
        id.get_or_insert(&candidate.id);
        let is_race = view.host.winner.policy != WinnerPolicy::Unknown;
        chance |= is_race;
        let deed = match is_race {
            true => Deed::new("keeps whichever it reads last", "keep whichever they read last"),
            false => Deed::new("does not say which it uses", "do not say which they use"),
        };
        deeds.push((&view.host, deed));
        add_new(&mut rivals, others.iter().map(|other| other.skill));
    }
    let Some(id) = id else { return };
    let is_copy = |rival: &SkillId| context.catalog.skill(*rival).is_some_and(|it| are_identical(it, context.skill));
    let grade = if !rivals.is_empty() && rivals.iter().all(is_copy) { Grade::Slight } else { Grade::Mild };
    let why = if chance { "left to chance" } else { "not known" };
    let message = format!("Which `{id}` is used in {} is {why}", hosts_named(deeds.iter().map(|(host, _)| *host)));
    let related = Related::skills(context.catalog, rivals.into_iter().take(rivals::NAMED), format!("another `{id}`"));
    report.finding(context.skill.headline, message).grade(grade).deeds(deeds).related(related);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn two_roots_of_opencode() {
        check(
            &CHECK,
            "
            //# hosts = opencode
            //- /home/shop/.opencode/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-ambiguous (warning): Which `deploy` is used in OpenCode is left to chance
                  = OpenCode keeps whichever it reads last
            description: One.
            ---
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-ambiguous (warning): Which `deploy` is used in OpenCode is left to chance
            description: Another.
            ---
            ",
        );
    }

    #[test]
    fn where_the_order_decides() {
        silent(
            &CHECK,
            "
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: One.
            ---
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Another.
            ---
            ",
        );
    }
}
