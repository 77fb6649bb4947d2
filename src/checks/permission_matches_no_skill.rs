//! `permission-matches-no-skill`: a rule of an agent's settings that means no skill.

use crate::catalog::permissions::{Means, SkillRule, other_names};
use crate::catalog::{Permission, View};
use crate::checks::SettingsContext;
use crate::checks::prelude::*;
use crate::hosts::PermissionPolicy;

/// A rule that means nobody.
pub(crate) static CHECK: Check = Check {
    id: "permission-matches-no-skill",
    summary: "a permission rule that means no skill",
    documentation: "\
## What it reports

A rule about skills in the settings of an agent that means none of the skills it has here: a name that is misspelled or
gone, a wildcard that is written another way than the agent reads it. Plugins, commands and the agent's own skills count as
skills. A rule in the settings of a person, which are for all projects, is reported only when a skill is called nearly so, or
when it can never match.

## Why it matters

A rule that denies nothing protects nothing, and nobody is told.

## Example

```json
{\"permissions\": {\"deny\": [\"Skill(deplyo)\", \"Skill(internal-*)\"]}}
```

## Instead

```json
{\"permissions\": {\"deny\": [\"Skill(deploy)\", \"Skill(internal-:*)\"]}}
```

## Hosts

Claude Code takes `Skill(name)`, and `Skill(start:*)` or `Skill(start *)` for every name that begins so; a `*` elsewhere
stands for itself. To be asked about some skills it wants `Skill(skill:name)`, where `*` stands for anything: it never looks at
`Skill(name)` in `ask`. OpenCode and the systems of the seeds compare the whole name, and `*` stands for anything everywhere.
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: false,
    run: Run::Settings(run),
};

fn run(context: &SettingsContext<'_>, report: &mut Report<'_>) {
    for view in context.views {
        for rule in view.controls.permissions.iter().filter(|rule| rule.path == context.path) {
            let Some(message) = message(view, rule) else { continue };
            // What is said now is of the rules as they were read; a file that has changed is read again.
            let Some(span) = rule.span else { continue };
            report.finding(span, message).hosts([&view.host]);
        }
    }
}

/// What is wrong with a rule, when something is.
fn message(view: &View, rule: &SkillRule) -> Option<String> {
    let text = &rule.text;
    let host = &view.host.name;
    if rule.means == Means::Nobody {
        let parameter = view.host.permissions.parameter.as_deref()?;
        let (tool, inside) = text.strip_suffix(')')?.split_once('(')?;
        return Some(format!("{host} never looks at `{text}` in `ask`; `{tool}({parameter}:{inside})` would count"));
    }
    if rule.means.is_everybody() || is_about_someone(view, rule) {
        return None;
    }
    if let Means::Name(name) = &rule.means
        && name.contains('*')
        && view.candidates.iter().all(|candidate| !candidate.id.contains('*'))
    {
        let hint = name.strip_suffix('*').filter(|start| !start.contains('*') && !start.is_empty());
        let hint = hint.and_then(|start| Some(format!("; `{}({start}:*)` would", text.split_once('(')?.0)));
        let hint = hint.unwrap_or_default();
        return Some(format!("`{text}` matches no skill: the `*` stands for itself here{hint}"));
    }
    let meant = rule.means.name().and_then(|name| {
        let ids = || view.candidates.iter().map(|candidate| &*candidate.id);
        let of_plugin = ids().find(|id| id.rsplit_once(':').is_some_and(|(_, own)| own == name));
        of_plugin.or_else(|| Some(nearest(name, ids(), if name.chars().count() < 8 { 1 } else { 2 })?.0))
    });
    let environment = &view.environment;
    let root = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    let is_above_home = environment.home.as_ref().is_some_and(|home| home.starts_with(root));
    let is_of_project = rule.path.starts_with(root) && !is_above_home;
    match meant {
        Some(meant) => Some(format!("`{text}` matches no skill; did you mean `{meant}`?")),
        // What is said for all projects may be about a skill of another one.
        None if is_of_project => Some(format!("`{text}` matches no skill that {host} has here")),
        None => None,
    }
}

/// Whether a rule means a skill, whatever has become of it, or one of the host's own.
fn is_about_someone(view: &View, rule: &SkillRule) -> bool {
    let means = |name: &str| rule.means.is_about(name);
    let reserved = &view.host.reserved;
    let own = [&reserved.replaces, &reserved.commands, &reserved.rare_commands].into_iter().flatten();
    let rules = view.host.listing.iter().filter_map(|listing| listing.own.as_ref());
    let bundled = rules.flat_map(|rule| &rule.skills).map(|skill| &skill.name);
    // What servers and accounts bring is not on this disk.
    let has_more = rule.means.name().is_none();
    let is_elsewhere = rule.means.start().is_some_and(|start| {
        let mut starts = view.host.permissions.elsewhere.iter();
        starts.any(|known| start.starts_with(known.as_str()) || has_more && known.starts_with(start))
    });
    is_elsewhere
        || own.chain(bundled).any(|name| means(name))
        || view.candidates.iter().any(|candidate| {
            let others = other_names(view, candidate);
            let others = others.iter().filter(|_| rule.permission == Permission::Deny);
            let by_list = view.host.permissions.policy == PermissionPolicy::DenyAllowSafe;
            let id = if by_list { &candidate.id } else { &candidate.reading.id };
            means(id) || others.into_iter().any(|name| means(name))
        })
}
