//! `name-shadowed`: another skill of the same name is used instead.

use crate::catalog::rivals::{are_identical, are_of_one_package};
use crate::catalog::{Candidate, FoundKind, SkillId, Status};
use crate::checks::prelude::*;
use crate::words::short;

/// Another one wins.
pub(crate) static CHECK: Check = Check {
    id: "name-shadowed",
    summary: "another skill of the same name is used instead",
    documentation: "\
## What it reports

A skill that a host never uses, because another one of the same name comes first. The finding points to the winner and
says why it wins. When the two are identical, or one file by a link, it is only a hint, as it is of a skill that the author
gives away in a package or collection: the winner is not there for who installs it. A command of the same package that
wins over its skill is one too.

## Why it matters

Edits to this file change nothing: the host reads the other one. It is the most common reason why a skill does not do
what its text says.

## Example

`deploy` exists in the project and in the home folder:

```text
.claude/skills/deploy/SKILL.md
~/.claude/skills/deploy/SKILL.md
```

## Instead

Rename one of them, or remove it.

## Hosts

In Claude Code user skills come before project skills; in most other hosts the project comes first. `skill-lsp why NAME`
shows every candidate in every host.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let mut winners: Vec<SkillId> = Vec::new();
    let mut deeds = Vec::new();
    let mut id = None;
    let mut is_given_away = true;
    for (view, candidate) in context.candidates() {
        let Some(winner) = candidate.verdict.winner.filter(|winner| *winner != context.id) else { continue };
        let Some(skill) = context.catalog.skill(winner) else { continue };
        // That a command gives way to a skill is another check's matter.
        let is_command = context.skill.kind == FoundKind::Command && skill.kind != FoundKind::Command;
        // And of two skills in one package speaks `name-repeated`.
        let is_repeated = skill.kind != FoundKind::Command && are_of_one_package(view, candidate, winner);
        if candidate.verdict.status != Status::Shadowed || is_command || is_repeated {
            continue;
        }
        id.get_or_insert(&candidate.id);
        let is_own = |it: &Candidate| view.place(it).is_some_and(|place| place.own_package.is_some());
        is_given_away &= is_own(candidate) && !view.all_of_skill(winner).any(is_own);
        let place = short(&skill.path, &view.environment);
        let because = match candidate.verdict.reason.as_ref() {
            "" => String::new(),
            reason => format!(": {reason}"),
        };
        deeds.push((&view.host, Deed::of("use", format_args!("`{place}`{because}"))));
        add_new(&mut winners, [winner]);
    }
    let Some(id) = id else { return };
    let is_copy = |winner: &SkillId| context.catalog.skill(*winner).is_some_and(|it| are_identical(it, context.skill));
    let is_copy = winners.iter().all(is_copy);
    // What the author gives away is used elsewhere, where the winner is not.
    let grade = if is_copy || is_given_away { Grade::Slight } else { Grade::Mild };
    let hosts = hosts_named(deeds.iter().map(|(host, _)| *host));
    let is_command = |winner: &SkillId| {
        let winner = context.catalog.skill(*winner);
        context.skill.kind != FoundKind::Command && winner.is_some_and(|it| it.kind == FoundKind::Command)
    };
    let which = match () {
        () if winners.iter().all(is_command) => "A command",
        () if is_copy => "An identical skill",
        () => "Another skill",
    };
    let message = format!("{which} called `{id}` is used instead in {hosts}");
    let related = Related::skills(context.catalog, winners, format!("this `{id}` is used"));
    report.finding(context.skill.headline, message).grade(grade).deeds(deeds).related(related);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, silent};

    #[test]
    fn the_one_at_home_comes_first() {
        let fixture = "
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-shadowed (warning): Another skill called `deploy` is used instead in Claude Code
            description: The project's.
            ---
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Mine.
            ---
            ";
        check(&CHECK, fixture);
        let findings = Fixture::parse(fixture).findings(&CHECK);
        let finding = findings.values().flatten().next().expect("one");
        assert!(
            finding
                .consequence
                .as_ref()
                .is_some_and(|it| it.starts_with("Claude Code uses `~/.claude/skills/deploy`: "))
        );
        assert_eq!(finding.related[0].path.to_string_lossy(), "/home/.claude/skills/deploy/SKILL.md");
        assert_eq!(finding.related[0].message, "this `deploy` is used");
    }

    #[test]
    fn an_identical_copy() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ name-shadowed (hint): An identical skill called `deploy` is used instead in Claude Code
            description: Deploys.
            ---
            //- /home/.claude/skills/deploy/SKILL.md
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
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys.
            ---
            //- /home/.claude/skills/deploys/SKILL.md
            ---
            name: deploys
            description: Deploys.
            ---
            ",
        );
    }
}
