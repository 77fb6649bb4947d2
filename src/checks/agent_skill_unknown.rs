//! `agent-skill-unknown`: an agent names a skill that is not there.

use crate::catalog::View;
use crate::checks::prelude::*;
use crate::knowledge::agent_skills::{meant, named, package_of};

/// A skill that is not there.
pub(crate) static CHECK: Check = Check {
    id: "agent-skill-unknown",
    summary: "`skills` of an agent names a skill that is not there",
    documentation: "\
## What it reports

A name in the `skills` of an agent that is no skill of the host here: none is called so, none of the agent's own package,
and none of any other. A name with the prefix of a package that does not lie here is left alone.

## Why it matters

The host loads the skills that are named when the agent starts. One that is not there is left out without a word, and the
agent works without it.

## Example

```yaml
---
name: reviewer
description: Reviews changes. Use after each change.
skills: code-reveiw
---
```

## Instead

```yaml
skills: code-review
```

## Hosts

Claude Code looks for the name itself, then for it with the plugin of the agent before it (`shop:code-review` in an agent of
`shop`), then for any skill of a plugin that is called so.
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Agent(run),
};

fn run(context: &AgentContext<'_>, report: &mut Report<'_>) {
    for host in context.hosts.iter().filter(|host| host.fields.iter().any(|field| field.key == "skills")) {
        let Some(view) = context.catalog.view(&host.id) else { continue };
        let package = package_of(context.own_packages, &host.id, context.path);
        for entry in named(context.document) {
            let name = entry.text.as_str();
            if meant(view, package, name).is_some() || is_elsewhere(context, view, name) {
                continue;
            }
            let near = near(view, package, name);
            let hint = near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let fix = near.map(|near| {
                Fix::offered(format!("Change it to `{near}`"), vec![Edit::replace(entry.span, near.clone())])
            });
            report
                .finding(entry.span, format!("{} has no skill `{name}` here{hint}", host.name))
                .deeds([(host, Deed::new("starts the agent without it", "start the agent without it"))])
                .fixes(fix);
        }
    }
}

/// Whether a skill of this name may well be there, though not here: the host brings it, or another package.
fn is_elsewhere(context: &AgentContext<'_>, view: &View, name: &str) -> bool {
    let of_other_package = name.split_once(':').is_some_and(|(package, _)| {
        !context.own_packages.known.iter().any(|(known, _)| known == package)
            && !view.candidates.iter().any(|it| it.id.split_once(':').is_some_and(|(prefix, _)| prefix == package))
    });
    let own = &view.host.reserved;
    let brings = |names: &[String]| names.iter().any(|it| it == name);
    let mut listed = view.host.listing.iter().filter_map(|it| it.own.as_ref()).flat_map(|own| &own.skills);
    let is_listed = listed.any(|skill| skill.name == name);
    name == "*" || of_other_package || brings(&own.replaces) || brings(&own.commands) || is_listed
}

/// The skill that is called nearly so, as an agent there would name it.
fn near(view: &View, package: Option<&str>, name: &str) -> Option<String> {
    let bare = |id: &str| match (package, id.split_once(':')) {
        (Some(package), Some((prefix, rest))) if prefix == package && !name.contains(':') => rest.to_owned(),
        _ => id.to_owned(),
    };
    let names: Vec<String> = view.candidates.iter().map(|it| bare(&it.id)).collect();
    let most = if name.chars().count() < 5 { 1 } else { 2 };
    nearest(name, names.iter().map(String::as_str), most).map(|(near, _)| near.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_name_that_is_misspelled_and_one_that_is_nobodys() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/agents/reviewer.md
            ---
            name: reviewer
            description: Reviews changes.
            skills: code-stlye, lint
                    ^^^^^^^^^^ agent-skill-unknown (warning): Claude Code has no skill `code-stlye` here; did you mean `code-style`?
                               = Claude Code starts the agent without it
                                ^^^^ agent-skill-unknown: Claude Code has no skill `lint` here
            ---
            //- /home/shop/.claude/skills/code-style/SKILL.md
            ---
            name: code-style
            ---
            ",
        );
    }

    #[test]
    fn mended() {
        check_fix(
            &CHECK,
            "
            //- /home/shop/.claude/agents/reviewer.md
            ---
            skills:
              - deplyo
            ---
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            ",
            "
            ---
            skills:
              - deploy
            ---
            ",
        );
    }

    #[test]
    fn what_is_there_or_may_well_be() {
        silent(
            &CHECK,
            "
            //- /home/shop/.claude/agents/team/reviewer.md
            ---
            skills: [deploy, 'other:lint', simplify]
            ---
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            //- /home/shop/docs/agents/reviewer.md
            ---
            skills: nothing
            ---
            ",
        );
    }
}
