//! What a host makes of a skill, in a few words: `wins over 1`, `your user skill wins`, `listed twice`.

use std::collections::HashSet;

use crate::catalog::{Candidate, Catalog, Skill, Status, View};
use crate::checks::rivals::short;
use crate::hosts::{Scope, WinnerPolicy};

/// The words for a candidate, to stand after the name of its host.
pub(crate) fn verdict(catalog: &Catalog, view: &View, candidate: &Candidate) -> String {
    match candidate.verdict.status {
        Status::Active => used(catalog, view, candidate),
        Status::Shadowed => shadowed(catalog, view, candidate),
        Status::Ambiguous => match view.host.winner.policy {
            WinnerPolicy::Race => "decided by a race".to_owned(),
            WinnerPolicy::Unknown => "not known which one wins".to_owned(),
            _ => "decided by the file system".to_owned(),
        },
        Status::Hidden => "hidden from the model".to_owned(),
        Status::Conditional => "waits for a file".to_owned(),
        Status::Disabled => "disabled".to_owned(),
        Status::Skipped => format!("skipped: {}", candidate.verdict.reason),
        Status::Unread => "not read".to_owned(),
    }
}

fn used(catalog: &Catalog, view: &View, candidate: &Candidate) -> String {
    if candidate.renamed {
        return format!("called {}", candidate.id);
    }
    let mine = catalog.skill(candidate.skill);
    let mut listed = HashSet::new();
    let mut beaten = HashSet::new();
    for other in view.named(&candidate.id).filter(|other| !other.renamed) {
        let is_twin = catalog.skill(other.skill).zip(mine).is_some_and(|(other, mine)| other.real == mine.real);
        let is_mine = other.verdict.winner.is_none_or(|winner| winner == candidate.skill);
        match other.verdict.status {
            Status::Active => {
                listed.insert(other.skill);
            }
            Status::Shadowed if is_mine && !is_twin => {
                beaten.insert(other.skill);
            }
            Status::Shadowed | Status::Ambiguous | Status::Hidden | Status::Conditional => {}
            Status::Disabled | Status::Skipped | Status::Unread => {}
        }
    }
    match (listed.len(), beaten.len()) {
        (0 | 1, 0) => "listed".to_owned(),
        (0 | 1, count) => format!("wins over {count}"),
        (2, _) => "listed twice".to_owned(),
        (count, _) => format!("listed {count} times"),
    }
}

fn shadowed(catalog: &Catalog, view: &View, candidate: &Candidate) -> String {
    let winner = candidate.verdict.winner.and_then(|id| Some((catalog.skill(id)?, view.standing(id)?)));
    let Some((skill, winner)) = winner else { return "shadowed".to_owned() };
    if catalog.skill(candidate.skill).is_some_and(|mine: &Skill| mine.real == skill.real) {
        return format!("read as {}", short(&skill.path, &view.environment));
    }
    let scope = view.scope(winner);
    let place = match scope {
        _ if scope == view.scope(candidate) => None,
        Scope::Managed => Some("the managed skill"),
        Scope::User => Some("your user skill"),
        Scope::Project => Some("the project skill"),
        Scope::Nested => Some("the nested skill"),
        Scope::Plugin => Some("the plugin's skill"),
        Scope::Command => Some("the command"),
        Scope::Added | Scope::Environment | Scope::Compatibility | Scope::Explicit => None,
    };
    let place = place.map_or_else(|| short(&skill.path, &view.environment), str::to_owned);
    match view.host.winner.policy {
        WinnerPolicy::AllFirstFound => format!("listed, but {place} is loaded"),
        _ => format!("{place} wins"),
    }
}
