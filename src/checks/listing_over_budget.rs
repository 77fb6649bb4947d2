//! `listing-over-budget`: a description that a full listing cuts or drops.

use crate::checks::prelude::*;
use crate::listing::{CutCause, CutKind};
use crate::words::consequence::Consequence;

/// Cut or dropped.
pub(crate) static CHECK: Check = Check {
    id: "listing-over-budget",
    summary: "a description that a full listing cuts or drops",
    documentation: "\
## What it reports

A skill whose description is shortened, dropped or left out of the listing that the host puts before its model, because
all the descriptions together take more room than the host gives them. The numbers are those of your own skills, now.

## Why it matters

The model sees a bare name, or nothing, and has no reason to load the skill.

## Example

Sixty skills want 34,100 characters of Claude Code's listing, which has room for 30,000.

## Instead

Shorten the longest descriptions, hide skills that only people call (`disable-model-invocation: true`), or remove what
is not used. `skill-lsp prompt --budget` shows the accounting.

## Hosts

Claude Code keeps the descriptions of the skills used most and drops others whole; Codex shortens all in turn.
",
    levels: [Level::Information, Level::Information, Level::Information],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let mut said: Vec<String> = Vec::new();
    let mut accounts: Vec<String> = Vec::new();
    let mut hosts: Vec<String> = Vec::new();
    for (host, listing) in context.listings {
        let Some(budget) = &listing.budget else { continue };
        let entry = context.gathered.entry(host, listing, context.id);
        // While someone types, the listing may be older than the skill, and its number may have been another's.
        let Some(entry) = entry.filter(|entry| *entry.path == *context.skill.path) else { continue };
        // What one entry's own limit cuts is said by `description-too-long`.
        let Some(cut) = entry.cut.filter(|_| entry.cause == Some(CutCause::Room)) else { continue };
        let name = context.config.known_hosts.get(host).map_or(host.as_str(), |host| host.name.as_str());
        said.push(match cut {
            CutKind::Shortened => format!("{name} shortens it in its listing"),
            CutKind::NameOnly => format!("{name} lists the name without it"),
            CutKind::Omitted => format!("{name} leaves the skill out of its listing"),
        });
        // How much all want together changes with every key that is pressed in any of them: not here, where each would tell
        // of it anew.
        let skills = listing.entries.partition_point(|entry| entry.later.is_none());
        accounts.push(format!(
            "{name}: the listing has {} {} for {} skills; this entry wants {}",
            grouped(budget.room()),
            budget.unit,
            grouped(skills),
            grouped(entry.full),
        ));
        hosts.push(host.clone());
    }
    if said.is_empty() {
        return;
    }
    let span = context.skill.description.filter(|span| !span.is_empty()).unwrap_or(context.skill.headline);
    report.finding(span, format!("No room for this description: {}", said.join("; "))).consequence(Consequence {
        text: accounts.join("; "),
        hosts,
        loses_skill: false,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn no_room_for_the_second() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //# context-window = 2000
            //- /home/.claude/skills/one/SKILL.md
            ---
            name: one
            description: Fills in forms of every kind.
            ---
            //- /home/.claude/skills/two/SKILL.md
            ---
            name: two
            description: Draws charts of every kind there is.
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ listing-over-budget (information): No room for this description: Claude Code lists the name without it
                         = Claude Code: the listing has 60 characters for 2 skills; this entry wants 43
            ---
            ",
        );
    }

    #[test]
    fn room_for_all() {
        silent(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/one/SKILL.md
            ---
            name: one
            description: Fills in forms of every kind.
            ---
            ",
        );
    }
}
