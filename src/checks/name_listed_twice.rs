//! `name-listed-twice`: a host lists several skills of this name.

use crate::catalog::rivals;
use crate::catalog::{SkillId, Status};
use crate::checks::prelude::*;
use crate::hosts::WinnerPolicy;

/// Listed more than once.
pub(crate) static CHECK: Check = Check {
    id: "name-listed-twice",
    summary: "a host lists several skills of this name",
    documentation: "\
## What it reports

Several skills of one name in a host that keeps them all.

## Why it matters

The model sees the same name more than once and has to choose between them by their descriptions and paths. The user who
calls the skill by its name may get either.

## Example

`.agents/skills/deploy` in the project and `~/.agents/skills/deploy` at home: Codex lists both.

## Instead

Keep one of them, or give them different names.

## Hosts

Codex lists every skill of a name, told apart by its path; the three-layer application lists those of the user, of the
project and of plugins side by side, told apart by where they come from.
",
    levels: [Level::Information, Level::Information, Level::Information],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let mut twins: Vec<SkillId> = Vec::new();
    let mut hosts = Vec::new();
    let mut id = None;
    for (view, candidate) in context.candidates() {
        let keeps_all = matches!(view.host.winner.policy, WinnerPolicy::All | WinnerPolicy::AllFirstFound);
        if !keeps_all || candidate.verdict.status != Status::Active {
            continue;
        }
        // A skill that was renamed because of a clash has a name of its own.
        let others = rivals::others(view, candidate, Status::Active);
        let same = others.iter().filter(|it| it.id == candidate.id).map(|it| it.skill);
        let beside = rivals::of_other_sources(view, candidate);
        let is_told_apart = !beside.is_empty();
        let same: Vec<SkillId> = same.chain(beside.iter().map(|it| it.skill)).collect();
        if same.is_empty() {
            continue;
        }
        let name = candidate.id.split_once(':').map(|(_, name)| name).filter(|_| is_told_apart);
        id.get_or_insert(name.unwrap_or(&candidate.id));
        hosts.push(&view.host);
        add_new(&mut twins, same);
    }
    let Some(id) = id else { return };
    let verb = if hosts.len() == 1 { "lists" } else { "list" };
    let count = match twins.len() {
        count if count > rivals::NAMED => format!("more than {}", rivals::NAMED),
        count => (count + 1).to_string(),
    };
    let named = hosts_named(hosts.iter().copied());
    let message = capitalized(&format!("{named} {verb} {count} skills called `{id}`"));
    let related = Related::skills(context.catalog, twins.into_iter().take(rivals::NAMED), format!("another `{id}`"));
    report.finding(context.skill.headline, message).hosts(hosts).related(related);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn codex_keeps_both() {
        check(
            &CHECK,
            "
            //# hosts = codex
            //- /home/shop/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-listed-twice (information): Codex lists 2 skills called `deploy`
            description: One.
            ---
            //- /home/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-listed-twice: Codex lists 2 skills called `deploy`
            description: Another.
            ---
            ",
        );
    }

    #[test]
    fn namesakes_from_different_sources_coexist() {
        check(
            &CHECK,
            "
            //# hosts = three-layer
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-listed-twice (information): The three-layer application lists 2 skills called `deploy`
            description: The project's.
            ---
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-listed-twice: The three-layer application lists 2 skills called `deploy`
            description: Mine.
            ---
            //- /home/.claude/skills/alone/SKILL.md
            ---
            name: alone
            description: Mine.
            ---
            ",
        );
    }

    #[test]
    fn where_one_wins() {
        silent(
            &CHECK,
            "
            //- /home/shop/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
            description: One.
            ---
            //- /home/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Another.
            ---
            ",
        );
    }
}
