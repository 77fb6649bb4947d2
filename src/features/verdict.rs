//! What a host makes of a skill, in a few words: `wins over 1`, `your user skill wins`, `listed twice`.

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;

use crate::catalog::{Candidate, Catalog, Skill, Status, View};
use crate::features::Context;
use crate::features::measure::readers;
use crate::features::shown::{Showing, Shown, ignored_block, may_cut, of_entry, reason};
use crate::hosts::{Scope, WinnerPolicy};
use crate::words::short;

/// What one host makes of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// The host's id.
    pub host: String,
    /// The skill's id in this host.
    pub id: String,
    /// The word of its status.
    pub status: &'static str,
    /// The same in a few words, to stand after the name of the host.
    pub words: String,
    /// Why, in one sentence.
    pub reason: String,
    /// What of it stands in the listing: `whole`, `shortened`, `name-only`, `omitted`; nothing when it is not listed.
    pub shown: Option<&'static str>,
    /// The file that is used in its stead.
    pub winner: Option<PathBuf>,
    /// Whether the skill is written for this host.
    pub written_for: bool,
}

/// What every host that reads the document makes of it, those first for which it is written.
pub fn verdicts(context: &Context<'_>) -> Vec<Verdict> {
    let (candidates, written_for) = candidates(context);
    let candidates = candidates.into_iter().enumerate();
    candidates
        .map(|(index, (view, candidate))| (index, view, candidate, shown(context, view, candidate)))
        .map(|(index, view, candidate, showing)| Verdict {
            host: view.host.id.clone(),
            id: candidate.id.to_string(),
            status: candidate.verdict.status.word(),
            words: verdict(context, view, candidate),
            reason: context.skill().map(|(_, skill)| reason(skill, candidate, showing.as_ref())).unwrap_or_default(),
            shown: showing.map(|showing| showing.shown.word()),
            winner: candidate.verdict.winner.and_then(|id| context.catalog.skill(id)).map(|winner| winner.path.clone()),
            written_for: index < written_for,
        })
        .collect()
}

/// What each host that reads the document has of it, and how many of them, the first ones, it is written for.
pub(crate) fn candidates<'a>(context: &Context<'a>) -> (Vec<(&'a View, &'a Candidate)>, usize) {
    let Some((id, _)) = context.skill() else { return (Vec::new(), 0) };
    let mut all = readers(context);
    let written_for = all.len();
    for view in context.catalog.views() {
        if !all.iter().take(written_for).any(|(known, _)| known.host.id == view.host.id) {
            all.extend(view.standing(id).map(|candidate| (view, candidate)));
        }
    }
    (all, written_for)
}

/// What of the document stands in the listing of a host.
fn shown(context: &Context<'_>, view: &View, candidate: &Candidate) -> Option<Showing> {
    let (entry, listing) = context.entry(&view.host.id).filter(|(entry, _)| *entry.name == *candidate.id)?;
    Some(of_entry(view, &entry, &listing))
}

/// The words for a candidate, to stand after the name of its host.
pub(crate) fn verdict(context: &Context<'_>, view: &View, candidate: &Candidate) -> String {
    let mut words = standing(context.catalog, view, candidate);
    // Most hosts show all of what they list, and their listings need not be made for this.
    let showing = if may_cut(view) { shown(context, view, candidate) } else { None };
    match showing.map(|showing| showing.shown) {
        None | Some(Shown::Whole) => {}
        Some(Shown::Shortened) => words.push_str(", shortened"),
        Some(Shown::NameOnly) => words.push_str(", description dropped"),
        Some(Shown::Omitted) => words = "not listed".to_owned(),
    }
    if context.skill().is_some_and(|(_, skill)| ignored_block(skill, candidate).is_some()) {
        words.push_str(", without its frontmatter");
    }
    words
}

fn standing(catalog: &Catalog, view: &View, candidate: &Candidate) -> String {
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
    let is_own = view.place(candidate).is_some_and(|place| place.own_package.is_some() && place.plugin.is_some());
    match (listed.len(), beaten.len()) {
        (0 | 1, 0) if is_own => format!("listed as {}", candidate.id),
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
