//! `copies-differ`: copies of one skill for several agents that have drifted apart.

use crate::catalog::rivals::NAMED;
use crate::catalog::{Skill, SkillId};
use crate::checks::copies::{Drift, drifts};
use crate::checks::prelude::*;
use crate::words::short;

/// No longer the same.
pub(crate) static CHECK: Check = Check {
    id: "copies-differ",
    summary: "copies of one skill in several agents' folders have drifted apart",
    documentation: "\
## What it reports

A skill that lies in the folders of several agents of one project (`.claude/skills`, `.agents/skills`, `.codex/skills`
…), under one name, with texts that are no longer the same. Copies that are equal, or differ in their line ends alone, are
not reported; nor are two skills that have little but their name in common.

## Why it matters

A copy is made so that every agent does the same. Once somebody changes one of them, the agents do different things, and
nobody sees it.

## Example

```text
.claude/skills/deploy/SKILL.md   Run the tests, then deploy.
.agents/skills/deploy/SKILL.md   Deploy.
```

## Instead

Make them equal again, or let one be a link to the other. The editor shows the difference, and so does
`diff .claude/skills/deploy .agents/skills/deploy`. Where they are meant to differ:
`# skill-lsp: allow-file copies-differ — reason`.
",
    levels: [Level::Information, Level::Information, Level::Information],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let kin = context.gathered.kin(context.catalog, context.config);
    let drifts: Vec<Drift> = drifts(kin, context.catalog, context.files, context.id).take(NAMED).collect();
    let Some(first) = drifts.first() else { return };
    let place = |id: SkillId| {
        let view = context.catalog.views().first()?;
        let folder = |skill: &Skill| skill.path.parent().and_then(|it| it.parent()).map(ToOwned::to_owned);
        Some(short(&folder(context.catalog.skill(id)?)?, &view.environment))
    };
    let name = &context.skill.folder;
    let message = match (drifts.len(), place(first.other)) {
        (1, Some(place)) => format!("`{name}` differs from its copy in `{place}` in {}", lines(first.lines)),
        (count, _) => format!("`{name}` differs from {count} of its copies for other agents"),
    };
    let related = drifts.iter().flat_map(|drift| {
        let message = format!("this copy differs in {}", lines(drift.lines));
        Related::skills(context.catalog, [drift.other], message)
    });
    report.finding(context.skill.headline, message).related(related.collect::<Vec<_>>());
}

fn lines(count: usize) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{} lines", grouped(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, check, silent};

    #[test]
    fn one_was_changed() {
        let fixture = "
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ copies-differ (information): `deploy` differs from its copy in `.agents/skills` in 2 lines
            description: Deploys.
            ---
            Test it.
            Deploy it.
            //- /home/shop/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
                  ^^^^^^ copies-differ: `deploy` differs from its copy in `.claude/skills` in 2 lines
            description: Ships.
            ---
            Deploy it.
            ";
        check(&CHECK, fixture);
        let findings = Fixture::parse(fixture).findings(&CHECK);
        let finding = findings.values().flatten().next().expect("one");
        assert_eq!(finding.related[0].message, "this copy differs in 2 lines");
    }

    #[test]
    fn the_same_but_for_line_ends_or_not_copies_at_all() {
        let text = "---\nname: deploy\ndescription: Deploys.\n---\nDeploy it.\n";
        let crlf = text.replace('\n', "\r\n");
        let other = "---\ndescription: Something else.\nversion: 2\n---\nAn essay.\nOf three.\nLines.\n";
        for other in [text, &crlf, other] {
            let paths = ["/home/shop/.claude/skills/deploy/SKILL.md", "/home/shop/.agents/skills/deploy/SKILL.md"];
            silent(&CHECK, &format!("//- {}\n{text}//- {}\n{other}", paths[0], paths[1]));
        }
    }

    #[test]
    fn in_other_projects_and_at_home() {
        silent(
            &CHECK,
            "
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            Deploy it.
            //- /home/shop/app/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            Deploy it all.
            //- /home/.agents/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            Deploy it, please.
            ",
        );
    }
}
