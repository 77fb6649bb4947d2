//! Other skills, behind `/` or `$`.

use crate::catalog::{Candidate, Eyes, SkillId, Status, is_callable};
use crate::features::Context;
use crate::features::completion::body::{Signed, is_in_code_block, is_in_comment, signed};
use crate::features::completion::{Completion, Completions, Documentation, Kind};
use crate::features::why::{Outcome, Why, in_view};
use crate::words::{add_to, capitalized, short, shortened};

/// How many skills are offered at once.
const MOST: usize = 200;

/// How long the description beside a name is.
const DETAIL: usize = 80;

/// The skills that the hosts could load. All of them when they are few; else those that begin as typed.
pub(super) fn mentions(context: &Context<'_>, signed: &Signed<'_>) -> Completions {
    let callable = context.gathered.callable(context.catalog);
    let eyes = Eyes::of(context.catalog, context.hosts);
    let is_incomplete = callable.starting_with("", eyes).nth(MOST).is_some();
    let beginning = if is_incomplete { signed.typed } else { "" };
    let own = context.skill().map(|(id, _)| id);
    let items = callable.starting_with(beginning, eyes).take(MOST);
    let items = items.filter_map(|name| completion(context, signed, name, own)).collect();
    Completions { items, is_incomplete }
}

/// The same in a file that is no skill, such as `CLAUDE.md`.
pub(super) fn in_other_file(context: &Context<'_>, offset: usize) -> Completions {
    let document = context.document;
    let is_text = document.fence.body.touches(offset)
        && !is_in_comment(document, offset)
        && !is_in_code_block(document, offset)
        && !document.body.links.iter().any(|link| link.target_span.touches(offset) && link.target_span.start < offset);
    let signed = signed(&document.text, offset).filter(|signed| is_text && signed.opens_a_word);
    signed.map(|signed| mentions(context, &signed)).unwrap_or_default()
}

fn completion(context: &Context<'_>, signed: &Signed<'_>, name: &str, own: Option<SkillId>) -> Option<Completion> {
    // What is gathered may be a moment old.
    let candidate = used(context, name)?;
    if own == Some(candidate.skill) {
        return None;
    }
    Some(Completion {
        detail: first_words(candidate.reading.description.as_deref().unwrap_or_default()),
        documentation: Documentation::OfSkill(name.to_owned()),
        ..Completion::plain(format!("{}{name}", signed.sign), Kind::Skill, signed.span)
    })
}

/// The skill that the first of the hosts uses that has one of this name.
pub(super) fn used<'a>(context: &Context<'a>, name: &str) -> Option<&'a Candidate> {
    context.hosts.iter().find_map(|host| {
        let view = context.catalog.view(&host.id)?;
        let active = view.named(name).find(|it| it.verdict.status == Status::Active);
        active.or_else(|| view.named(name).find(|it| is_callable(it.verdict.status)))
    })
}

pub(super) fn first_words(text: &str) -> String {
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(DETAIL) {
        words.truncate(end);
        words.push('…');
    }
    words
}

/// What is told of the skill of a name: its description, and what each host makes of the name.
pub fn documentation_of_skill(context: &Context<'_>, name: &str) -> Option<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for view in context.catalog.views() {
        let Some(told) = in_view(context.catalog, view, name).and_then(|why| outcome(context, &why)) else { continue };
        add_to(&mut groups, told, &view.host.name);
    }
    let description = used(context, name).and_then(|candidate| candidate.reading.description.as_deref());
    let mut parts: Vec<String> = description.map(|it| it.trim().to_owned()).into_iter().collect();
    let hosts: Vec<String> =
        groups.iter().map(|(told, hosts)| format!("- {}: {told}", capitalized(&shortened(hosts)))).collect();
    if !hosts.is_empty() {
        parts.push(hosts.join("\n"));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What a host makes of a name, in a few words.
fn outcome(context: &Context<'_>, why: &Why) -> Option<String> {
    let count = why.candidates.len();
    let winner = why.winner.as_ref().map(|path| format!("`{}`", short(path, context.environment)));
    Some(match (why.outcome, winner) {
        (Outcome::Active, Some(winner)) if count > 1 => format!("{winner} wins over {}", count - 1),
        (Outcome::Active, Some(winner)) => winner,
        (Outcome::Hidden, Some(winner)) => format!("{winner}, hidden from the model"),
        (Outcome::Conditional, Some(winner)) => format!("{winner}, once a matching file is touched"),
        (Outcome::Ambiguous, _) => format!("which of {count} is not decided"),
        (Outcome::ListedTwice, _) => format!("lists {count} of this name"),
        (Outcome::Disabled, _) => "switched off".to_owned(),
        (Outcome::Skipped, _) => "skips it".to_owned(),
        (Outcome::Active | Outcome::Hidden | Outcome::Conditional | Outcome::Absent, _) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::completion::completions;
    use crate::features::completion::testing::{after, documentation, labels, offers};
    use crate::features::testing::ask;

    const OTHERS: &str = "
            //- /home/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Deploys the shop. Use when asked to ship.
            ---
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            description: Another.
            ---
            //- /home/.codex/skills/only-codex/SKILL.md
            ---
            name: only-codex
            description: For Codex.
            ---
            ";

    fn fixture(line: &str) -> String {
        format!(
            "
            //# hosts = claude-code
            //- /home/shop/.claude/skills/ship/SKILL.md
            ---
            name: ship
            ---
            {line}{OTHERS}"
        )
    }

    #[test]
    fn the_skills_that_the_hosts_have() {
        assert_eq!(offers(&fixture("Then run /$0.")), "\n/deploy — Deploys the shop. Use when asked to ship.");
        assert_eq!(after(&fixture("Then run /de$0p."), "/deploy"), "---\nname: ship\n---\nThen run /deploy.\n");
        assert!(labels(&fixture("Then use $de$0")).contains(&"$deploy".to_owned()));
    }

    #[test]
    fn a_long_description_is_cut_beside_its_name() {
        let long =
            "Deploys the shop and every part of it, one after the other, and waits until everything answers again.";
        let fixture = fixture("Then run /$0.").replace("Deploys the shop. Use when asked to ship.", long);
        assert_eq!(
            offers(&fixture),
            "\n/deploy — Deploys the shop and every part of it, one after the other, and waits until ever…"
        );
    }

    #[test]
    fn who_wins_is_told() {
        assert_eq!(
            documentation(&fixture("/$0"), "/deploy").lines().take(3).collect::<Vec<_>>(),
            ["Deploys the shop. Use when asked to ship.", "", "- Claude Code: `~/.claude/skills/deploy` wins over 1",]
        );
    }

    #[test]
    fn in_a_file_that_is_no_skill() {
        let fixture = format!(
            "
            //# hosts = claude-code
            //- /home/shop/CLAUDE.md
            Then run /$0.{OTHERS}"
        );
        assert_eq!(labels(&fixture), ["/deploy"]);
    }

    #[test]
    fn many_are_cut_to_those_that_begin_as_typed() {
        let mut fixture = "//# hosts = claude-code\n//- /home/.claude/skills/ship/SKILL.md\nRun /a-1$0\n".to_owned();
        for number in 0..250 {
            let letter = if number % 2 == 0 { "a" } else { "b" };
            let name = format!("{letter}-{number}");
            fixture.push_str(&format!("//- /home/.claude/skills/{name}/SKILL.md\n---\nname: {name}\n---\n"));
        }
        ask(&fixture, |context, cursor| {
            let found = completions(context, cursor);
            assert!(found.is_incomplete);
            assert!(found.items.iter().all(|item| item.label.starts_with("/a-1")));
            assert_eq!(found.items.len(), 55);
        });
        ask(&fixture.replace("/a-1$0", "/$0"), |context, cursor| {
            let found = completions(context, cursor);
            assert!(found.is_incomplete);
            assert_eq!(found.items.len(), MOST);
        });
    }
}
