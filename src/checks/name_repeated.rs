//! `name-repeated`: two skills of one name in one package or collection.

use std::path::Path;

use crate::catalog::rivals::{NAMED, are_identical, are_of_one_package};
use crate::catalog::{Candidate, Group, Skill, SkillId, View};
use crate::checks::prelude::*;

/// The same name again.
pub(crate) static CHECK: Check = Check {
    id: "name-repeated",
    summary: "two skills of one name in one package or collection",
    documentation: "\
## What it reports

A skill whose name another one has, in the same package (a plugin, an extension) or in the same collection: the skills of
a repository that lie in no agent's folder and in no package, as in `skills/`. Identical files are only a hint, and
links to one file are one skill. Versions of the same skills stand in folders of their own (`zh-CN`, `v2`, `python`).

## Why it matters

Whoever installs the collection gets one of the two, or an agent that lists both and cannot tell them apart. Mostly a skill
was copied, and its name was not changed.

## Example

```text
skills/pdf/SKILL.md         name: pdf
skills/pdf-forms/SKILL.md   name: pdf
```

## Instead

```text
skills/pdf/SKILL.md         name: pdf
skills/pdf-forms/SKILL.md   name: pdf-forms
```

## Hosts

The skills of different plugins of a marketplace may have one name: agents put the name of the plugin before it. Of two
skills that an agent finds here, `name-shadowed`, `name-ambiguous` and `name-listed-twice` tell what becomes of them.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let skill = context.skill;
    let mut told: Vec<SkillId> = Vec::new();
    for group in context.gathered.kin(context.catalog, context.config).namesakes(context.id) {
        let others: Vec<SkillId> = others(context, group).filter(|id| !told.contains(id)).take(NAMED + 1).collect();
        if others.is_empty() {
            continue;
        }
        let is_copy = |id: &SkillId| context.catalog.skill(*id).is_some_and(|it| are_identical(it, skill));
        let grade = if others.iter().all(is_copy) { Grade::Slight } else { Grade::Mild };
        let name = name_of(skill);
        let count = match others.len() {
            1 => "Another skill".to_owned(),
            count if count > NAMED => format!("More than {NAMED} other skills"),
            count => format!("{count} other skills"),
        };
        let is = if others.len() == 1 { "is" } else { "are" };
        let place = match &group.package {
            Some(package) => format!("the package `{package}`"),
            None => format!("`{}`", shown(context, &group.around)),
        };
        let related = Related::skills(context.catalog, others.iter().take(NAMED).copied(), format!("another `{name}`"));
        let message = format!("{count} in {place} {is} called `{name}` too");
        report.finding(skill.headline, message).grade(grade).related(related);
        told.extend(others);
    }
}

/// Those of its group that are other files, and of which no other check speaks.
fn others<'a>(context: &'a CatalogContext<'_>, group: &'a Group) -> impl Iterator<Item = SkillId> + 'a {
    let is_rival = |other: SkillId| context.views.iter().any(|view| are_rivals(view, context.id, other));
    let others = group.skills.iter().copied().filter(|id| *id != context.id);
    others.filter(move |id| {
        let other = context.catalog.skill(*id);
        other.is_some_and(|other| {
            other.real != context.skill.real
                && name_of(other) == name_of(context.skill)
                && !lies_in(other, context.skill)
                && !lies_in(context.skill, other)
        }) && !is_rival(*id)
    })
}

/// Whether a skill is material of another one.
fn lies_in(skill: &Skill, other: &Skill) -> bool {
    other.path.parent().is_some_and(|folder| skill.path.starts_with(folder))
}

/// Whether a host has both under one name, and not in one package.
fn are_rivals(view: &View, one: SkillId, other: SkillId) -> bool {
    let rule = &view.host.identity;
    view.all_of_skill(one).any(|mine| {
        let is_same = |theirs: &Candidate| rule.key(&theirs.id) == rule.key(&mine.id);
        view.all_of_skill(other).any(is_same) && !are_of_one_package(view, mine, other)
    })
}

/// The name by which a skill is known where nobody reads it yet.
fn name_of(skill: &Skill) -> &str {
    skill.name.as_ref().map_or(&skill.folder, |name| &name.text).trim()
}

fn shown(context: &CatalogContext<'_>, folder: &Path) -> String {
    let shown = context.catalog.views().first().map(|view| view.environment.short(folder));
    shown.filter(|shown| !shown.is_empty()).unwrap_or_else(|| "this folder".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, silent};

    #[test]
    fn versions_of_the_same_skills() {
        for (one, other) in [("en", "zh-CN"), ("v1", "v2"), ("python", "typescript"), ("de", "office")] {
            silent(
                &CHECK,
                &format!(
                    "
            //- /home/shop/skills/{one}/pdf/SKILL.md
            ---
            name: pdf
            description: Reads.
            ---
            //- /home/shop/skills/{other}/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in.
            ---
            "
                ),
            );
        }
    }

    #[test]
    fn a_name_that_was_copied() {
        let fixture = "
            //- /home/shop/skills/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ name-repeated (warning): Another skill in `skills` is called `pdf` too
            description: Reads.
            ---
            //- /home/shop/skills/office/forms/SKILL.md
            ---
            name: pdf
                  ^^^ name-repeated: Another skill in `skills` is called `pdf` too
            description: Fills in.
            ---
            ";
        check(&CHECK, fixture);
        let findings = Fixture::parse(fixture).findings(&CHECK);
        let finding = findings.values().flatten().next().expect("one");
        assert_eq!(finding.related[0].path.to_string_lossy(), "/home/shop/skills/pdf/SKILL.md");
        assert_eq!(finding.related[0].message, "another `pdf`");
    }

    #[test]
    fn an_identical_copy() {
        check(
            &CHECK,
            "
            //- /home/shop/skills/a/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ name-repeated (hint): Another skill in `skills` is called `pdf` too
            ---
            //- /home/shop/skills/b/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ name-repeated (hint): Another skill in `skills` is called `pdf` too
            ---
            ",
        );
    }

    #[test]
    fn material_of_the_skill_itself() {
        silent(
            &CHECK,
            "
            //- /home/shop/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            One.
            //- /home/shop/skills/pdf/variants/short/SKILL.md
            ---
            name: pdf
            ---
            Two.
            ",
        );
    }

    #[test]
    fn elsewhere_put_aside_or_of_agents() {
        silent(
            &CHECK,
            "
            //- /home/shop/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            One.
            //- /home/shop/skills/deprecated/pdf/SKILL.md
            ---
            name: pdf
            ---
            Two.
            //- /home/shop/tests/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            Three.
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            Four.
            //- /home/shop/app/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            Five.
            ",
        );
    }
}
