//! What a Skill tool offers of one host: the skills that its model may load.

pub mod advice;
pub mod menu;
pub mod named;

use std::collections::HashSet;

use crate::catalog::permissions::{Verdict, verdict};
use crate::catalog::{Candidate, Catalog, Permission, Skill, Status, View};

/// A skill that may be loaded.
#[derive(Clone, Debug)]
pub struct Offer<'a> {
    /// As the host sees it.
    pub candidate: &'a Candidate,
    /// Its file.
    pub skill: &'a Skill,
    /// Whether a person is asked first.
    pub permission: Verdict<'a>,
}

impl<'a> Offer<'a> {
    /// The id in the host.
    pub fn id(&self) -> &'a str {
        &self.candidate.id
    }

    /// The display name; the id when there is no other.
    pub fn name(&self) -> &'a str {
        self.candidate.label_name.as_deref().unwrap_or(&self.candidate.id)
    }

    /// The description as the host reads it; empty when it has none, or when a switch leaves only the name.
    pub fn description(&self) -> &'a str {
        match self.candidate.verdict.name_only {
            true => "",
            false => self.candidate.reading.description.as_deref().unwrap_or_default(),
        }
    }
}

/// The skills that the model of a host may load, in the order of the host's listing. What is denied is not among them,
/// also where the host itself lists it.
pub fn offers<'a>(catalog: &'a Catalog, view: &'a View) -> Vec<Offer<'a>> {
    let mut undecided = HashSet::new();
    view.in_listing_order()
        .into_iter()
        .filter(|candidate| match candidate.verdict.status {
            Status::Active => true,
            // Nobody knows which of them the host takes; one is offered.
            Status::Ambiguous => undecided.insert(&candidate.id),
            Status::Shadowed
            | Status::Hidden
            | Status::Conditional
            | Status::Disabled
            | Status::Skipped
            | Status::Unread => false,
        })
        .filter_map(|candidate| {
            let permission = verdict(view, candidate);
            let skill = catalog.skill(candidate.skill).filter(|_| permission.permission != Permission::Deny)?;
            Some(Offer { candidate, skill, permission })
        })
        .collect()
}
