//! Skills in the `skills` of an agent: those that the host would load for it.

use crate::catalog::Eyes;
use crate::features::Context;
use crate::features::completion::list::{Between, slot};
use crate::features::completion::mentions::{first_words, used};
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::{Completion, Documentation, Kind};
use crate::knowledge::agent_skills::{named, package_of};

/// The skills that may stand at the cursor and are not in the list yet. Those of the agent's own package go by their
/// short names.
pub(super) fn skills(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let text = &context.document.text;
    let Some(slot) = slot(text, spot, Between::Commas) else { return Vec::new() };
    let others = named(context.document).into_iter().filter(|entry| !entry.span.touches(spot.offset));
    let there: Vec<String> = others.map(|entry| entry.text).collect();
    let own = &context.environment.own_packages;
    let package = context.hosts.iter().find_map(|host| package_of(own, &host.id, context.path));
    let eyes = Eyes::of(context.catalog, context.hosts);
    let callable = context.gathered.callable(context.catalog);
    let mut items: Vec<Completion> = Vec::new();
    for id in callable.starting_with("", eyes) {
        let prefix = package.and_then(|package| id.strip_prefix(package)?.strip_prefix(':'));
        let name = prefix.unwrap_or(id);
        if there.iter().any(|it| it == name || it == &**id) {
            continue;
        }
        let about = used(context, id).and_then(|candidate| candidate.reading.description.as_deref());
        items.push(Completion {
            detail: first_words(about.unwrap_or_default()),
            documentation: Documentation::OfSkill(id.to_string()),
            ..slot.completion(name, name, Kind::Skill)
        });
    }
    items
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, offers};

    const AGENT: &str = "
        //- /home/shop/.claude/agents/reviewer.md
        ---
        name: reviewer
        skills: lint, $0
        ---
        //- /home/shop/.claude/skills/lint/SKILL.md
        ---
        description: Lints.
        ---
        //- /home/.claude/skills/deploy/SKILL.md
        ---
        description: Deploys the shop.
        ---
        ";

    #[test]
    fn those_that_are_not_there_yet() {
        assert_eq!(offers(AGENT), "\ndeploy — Deploys the shop.");
        assert!(after(AGENT, "deploy").contains("skills: lint, deploy\n"), "{}", after(AGENT, "deploy"));
    }

    #[test]
    fn not_where_nobody_reads_the_field() {
        assert_eq!(offers(&AGENT.replace(".claude/agents/reviewer", "notes/reviewer")), "");
    }
}
