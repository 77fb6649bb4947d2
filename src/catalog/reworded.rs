//! What is another in a view than it was, where that is nothing but words: whoever types in a description changes neither
//! which skills there are nor who wins.

use std::sync::Arc;

use crate::catalog::{Candidate, Catalog, Reading, Skill, View};

/// The candidates that say something else than in an earlier catalogue and view, as they were and as they are: other words
/// of a description, and nothing that decides which skills a host has, what it calls them, and in which order. `None` where
/// more than that is another, or more than `most` of them are.
pub(crate) fn reworded<'old, 'a>(
    (old_catalog, old): (&Catalog, &'old View),
    (catalog, view): (&Catalog, &'a View),
    most: usize,
) -> Option<Vec<(&'old Candidate, &'a Candidate)>> {
    if !view.candidates.are_met_as(&old.candidates) {
        return None;
    }
    let mut slots = view.candidates.differing(&old.candidates);
    for id in catalog.differing(old_catalog) {
        let concerned = view.by_skill.get(id.0).into_iter().chain(old.by_skill.get(id.0));
        let concerned: Vec<u32> = concerned.flat_map(|slots| slots.iter()).collect();
        if !concerned.is_empty() && !is_same_file(old_catalog.skill(id)?, catalog.skill(id)?) {
            return None;
        }
        slots.extend(concerned);
    }
    slots.sort_unstable();
    slots.dedup();
    if slots.len() > most {
        return None;
    }
    let pair = |slot: u32| {
        let (old, new) = (old.candidates.at(slot)?, view.candidates.at(slot)?);
        is_only_reworded(old, new).then_some((old, new))
    };
    slots.into_iter().map(pair).collect()
}

fn is_same_file(old: &Skill, new: &Skill) -> bool {
    (&old.path, &old.real, &old.folder, old.kind) == (&new.path, &new.real, &new.folder, new.kind)
}

fn is_only_reworded(old: &Candidate, new: &Candidate) -> bool {
    let Candidate { skill, place, id, label_name, reading, note, later, renamed, verdict } = new;
    let is_same = (old.skill, old.place, &old.id, &old.label_name) == (*skill, *place, id, label_name)
        && (&old.note, old.later, old.renamed, &old.verdict) == (note, *later, *renamed, verdict);
    is_same && (Arc::ptr_eq(&old.reading, reading) || with_words_of(&old.reading, reading) == **reading)
}

/// A reading with the words of another.
fn with_words_of(reading: &Reading, other: &Reading) -> Reading {
    Reading {
        description: other.description.clone(),
        description_written: other.description_written,
        when: other.when.clone(),
        allowed_tools: other.allowed_tools.clone(),
        asks_about: other.asks_about.clone(),
        ..reading.clone()
    }
}
