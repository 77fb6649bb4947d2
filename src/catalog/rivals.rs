//! Skills that want the same name.

use crate::catalog::{Candidate, Skill, SkillId, Status, View};
use crate::hosts::IdSource;

/// How many other places a finding names.
pub(crate) const NAMED: usize = 16;

/// Whether it does not matter which of two files is used: they are one, or equal byte for byte.
pub(crate) fn are_identical(one: &Skill, other: &Skill) -> bool {
    one.real == other.real || (one.hash == other.hash && one.length == other.length)
}

/// Whether two skills come with one package or collection of this repository: then they are not rivals that somebody
/// put side by side, but one of them has the wrong name.
pub(crate) fn are_of_one_package(view: &View, candidate: &Candidate, other: SkillId) -> bool {
    let package = |candidate: &Candidate| view.place(candidate).and_then(|place| place.own_package.clone());
    let Some(mine) = package(candidate) else { return false };
    view.all_of_skill(other).any(|theirs| package(theirs).is_some_and(|theirs| theirs == mine))
}

/// The skills of the same name from other sources, in a host whose ids have the source in front: it lists them side by
/// side, and the name alone does not tell which one is meant.
pub(crate) fn of_other_sources<'a>(view: &'a View, candidate: &Candidate) -> Vec<&'a Candidate> {
    if view.host.identity.id != IdSource::SourceAndName {
        return Vec::new();
    }
    let Some((source, name)) = candidate.id.split_once(':') else { return Vec::new() };
    let mut sources: Vec<&str> = view.places.iter().map(|place| &*place.source).collect();
    sources.sort_unstable();
    sources.dedup();
    let others = sources.into_iter().filter(|other| *other != source);
    let named = others.flat_map(|other| view.named(&format!("{other}:{name}")).collect::<Vec<_>>());
    named.filter(|other| other.verdict.status == Status::Active && other.skill != candidate.skill).take(NAMED).collect()
}

/// The other candidates for the id of `candidate` in this status, each skill once, those of its own package left out.
pub(crate) fn others<'a>(view: &'a View, candidate: &Candidate, status: Status) -> Vec<&'a Candidate> {
    let mut others: Vec<&Candidate> = Vec::new();
    for other in view.named(&candidate.id) {
        let is_new = other.skill != candidate.skill && !others.iter().any(|it| it.skill == other.skill);
        if is_new && other.verdict.status == status && !are_of_one_package(view, candidate, other.skill) {
            others.push(other);
        }
        if others.len() > NAMED {
            break;
        }
    }
    others
}
