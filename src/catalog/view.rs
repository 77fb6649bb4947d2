//! The skills as one host sees them: every candidate in the order it is met, and the verdict on each.

use std::collections::HashMap;
use std::sync::Arc;

use crate::catalog::{Controls, Environment, Place, Reading, SkillId};
use crate::hosts::{Host, Scope};

/// What has become of a skill in a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It is listed and can be loaded.
    Active,
    /// Another skill of its name is used.
    Shadowed,
    /// Nobody knows which of its name is used.
    Ambiguous,
    /// It loads, but the model does not see it.
    Hidden,
    /// It waits for a matching file.
    Conditional,
    /// Switched off.
    Disabled,
    /// The host refuses it.
    Skipped,
    /// The host never looks there.
    Unread,
}

impl Status {
    /// The word of the interface.
    pub fn word(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Shadowed => "shadowed",
            Status::Ambiguous => "ambiguous",
            Status::Hidden => "hidden",
            Status::Conditional => "conditional",
            Status::Disabled => "disabled",
            Status::Skipped => "skipped",
            Status::Unread => "unread",
        }
    }
}

/// A skill at a place of a host.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Which skill.
    pub skill: SkillId,
    /// Where: the index in [`View::places`].
    pub place: usize,
    /// The id in this host, plugin prefix and scoped renaming included.
    pub id: Arc<str>,
    /// The display name in this host, plugin prefix included; `None` when there is none besides the id.
    pub label_name: Option<Arc<str>>,
    /// What the host reads in it.
    pub reading: Reading,
    /// A note that the host appends to the description of an added or nested skill.
    pub note: Option<Arc<str>>,
    /// What has become of it.
    pub verdict: Verdict,
}

/// What has become of a candidate, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The status.
    pub status: Status,
    /// One sentence without a full stop: "user skills come before project skills".
    pub reason: String,
    /// The one that is used in its stead.
    pub winner: Option<SkillId>,
    /// Listed by its bare name only (a switch).
    pub name_only: bool,
}

/// Everything one host sees from one environment.
#[derive(Clone, Debug)]
pub struct View {
    /// The host.
    pub host: Arc<Host>,
    /// Its places, in load order.
    pub places: Vec<Place>,
    /// Its switches.
    pub controls: Controls,
    /// The environment it was made for.
    pub environment: Arc<Environment>,
    /// The candidates in the order the host meets them.
    pub candidates: Vec<Candidate>,
    /// Candidates by id, in the order met.
    pub by_id: HashMap<Arc<str>, Vec<usize>>,
    /// Candidates by skill (a skill may be met at more than one place).
    pub by_skill: HashMap<SkillId, Vec<usize>>,
}

impl View {
    /// The candidates with this id, in the order met.
    pub fn named(&self, id: &str) -> impl Iterator<Item = &Candidate> {
        self.by_id.get(id).into_iter().flatten().filter_map(|&index| self.candidates.get(index))
    }

    /// The candidate for a skill, the first one met.
    pub fn of_skill(&self, skill: SkillId) -> Option<&Candidate> {
        self.candidates.get(*self.by_skill.get(&skill)?.first()?)
    }

    /// The place of a candidate.
    pub fn place(&self, candidate: &Candidate) -> Option<&Place> {
        self.places.get(candidate.place)
    }

    /// The scope of a candidate's place.
    pub fn scope(&self, candidate: &Candidate) -> Scope {
        self.place(candidate).map_or(Scope::Explicit, |place| place.scope)
    }
}
