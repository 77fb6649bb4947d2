//! The skills as one host sees them: every candidate in the order it is met, and the verdict on each.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::catalog::pages::Pages;
use crate::catalog::shards::Shards;
use crate::catalog::{Candidates, Controls, Environment, Place, Reading, SkillId};
use crate::hosts::{Host, Scope, WinnerPolicy};
use crate::text::worded;

worded! {
    /// What has become of a skill in a host.
    #[derive(Hash, PartialOrd, Ord)]
    pub enum Status {
        /// It is listed and can be loaded.
        Active = "active",
        /// Another skill of its name is used.
        Shadowed = "shadowed",
        /// Nobody knows which of its name is used.
        Ambiguous = "ambiguous",
        /// It loads, but the model does not see it.
        Hidden = "hidden",
        /// It waits for a matching file.
        Conditional = "conditional",
        /// Switched off.
        Disabled = "disabled",
        /// The host refuses it.
        Skipped = "skipped",
        /// The host never looks there.
        Unread = "unread",
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
    /// What the host reads in it; shared with the hosts that read the same.
    pub reading: Arc<Reading>,
    /// A note that the host appends to the description of an added or nested skill.
    pub note: Option<Arc<str>>,
    /// Announced only after a file was touched: it lies in a nested folder, or its `paths` wait for one.
    pub later: bool,
    /// Renamed `folder:name`, because its name was taken.
    pub renamed: bool,
    /// What has become of it.
    pub verdict: Verdict,
}

/// What has become of a candidate, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The status.
    pub status: Status,
    /// One sentence without a full stop: "user skills come before project skills".
    pub reason: Arc<str>,
    /// The one that is used in its stead.
    pub winner: Option<SkillId>,
    /// Listed by its bare name only (a switch).
    pub name_only: bool,
}

/// One of several packages of this repository, looked at as if it alone were installed; none of them when there is no id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackageApart(pub Option<Arc<str>>);

/// Everything one host sees from one environment. Cheap to clone.
#[derive(Clone, Debug)]
pub struct View {
    /// The host.
    pub host: Arc<Host>,
    /// The host as it reads what lies in some roots, by the index of their rule.
    pub(crate) readers: Arc<[(usize, Arc<Host>)]>,
    /// Its places, in load order.
    pub places: Arc<[Place]>,
    /// Its switches.
    pub controls: Arc<Controls>,
    /// The environment it was made for.
    pub environment: Arc<Environment>,
    /// The touched files that wake skills which wait for one.
    pub(crate) waking: Arc<[PathBuf]>,
    /// What keeps the host from looking at roots of later stages.
    pub(crate) first_stage: Option<SkillId>,
    /// The candidates in the order the host meets them.
    pub candidates: Candidates,
    /// Candidates by the id they have before any scoped renaming, in the order met.
    pub(crate) by_id: Shards<Arc<str>, Slots>,
    /// The names that scoped renaming gave, and the ids they had before.
    pub(crate) renamed: Shards<Arc<str>, Arc<str>>,
    /// Candidates by skill (a skill may be met at more than one place), in the order met.
    pub(crate) by_skill: Pages<Slots>,
}

impl View {
    /// A view without candidates.
    pub fn new(host: Arc<Host>, places: Vec<Place>, controls: Controls, environment: Arc<Environment>) -> View {
        let rules = host.roots.iter().enumerate();
        let readers =
            rules.filter_map(|(index, rule)| Some((index, host.reading_by(rule.reader.as_ref()?)?))).collect();
        View {
            candidates: Candidates::new(&host.winner, &places),
            host,
            readers,
            places: places.into(),
            controls: Arc::new(controls),
            waking: environment.touched.clone().into(),
            environment,
            first_stage: None,
            by_id: Shards::default(),
            renamed: Shards::default(),
            by_skill: Pages::default(),
        }
    }

    /// The host as it reads what lies in a place.
    pub fn reader(&self, place: &Place) -> &Arc<Host> {
        self.reader_by_rule(place.rule).unwrap_or(&self.host)
    }

    /// The same for a place by its number, where the host reads otherwise than usual there.
    pub fn reader_of(&self, place: usize) -> Option<&Arc<Host>> {
        self.reader_by_rule(self.places.get(place)?.rule)
    }

    fn reader_by_rule(&self, rule: usize) -> Option<&Arc<Host>> {
        self.readers.iter().find(|(known, _)| *known == rule).map(|(_, reader)| reader)
    }

    /// The candidates that want this id, in the order met: those that were renamed because of it included.
    /// A name that scoped renaming gave leads to the same candidates.
    pub fn named(&self, id: &str) -> impl Iterator<Item = &Candidate> {
        let key = self.key(id);
        let slots = self.by_id.get(&*key).or_else(|| self.by_id.get(self.renamed.get(&*key)?));
        slots.into_iter().flat_map(Slots::iter).filter_map(|slot| self.candidates.at(slot))
    }

    /// The candidate for a skill, the first one met.
    pub fn of_skill(&self, skill: SkillId) -> Option<&Candidate> {
        self.all_of_skill(skill).next()
    }

    /// What the host makes of a skill: the candidate that is used, or else the first one met.
    pub fn standing(&self, skill: SkillId) -> Option<&Candidate> {
        let used = self.all_of_skill(skill).find(|candidate| candidate.verdict.status != Status::Shadowed);
        used.or_else(|| self.of_skill(skill))
    }

    /// Every candidate for a skill, in the order met.
    pub fn all_of_skill(&self, skill: SkillId) -> impl Iterator<Item = &Candidate> {
        let slots = self.by_skill.get(skill.0);
        slots.into_iter().flat_map(Slots::iter).filter_map(|slot| self.candidates.at(slot))
    }

    /// The candidates in the order in which a listing by discovery has them: as met, but a winner that came last
    /// may stand at the place of the first, renamed ones follow all others, and what is announced later comes at
    /// the end, by name.
    pub fn in_listing_order(&self) -> Vec<&Candidate> {
        let keeps_place =
            matches!(self.host.winner.policy, WinnerPolicy::LastKeepsPlace | WinnerPolicy::RankKeepsPlace);
        let mut moved = HashSet::new();
        let (mut first, mut renamed, mut later) = (Vec::new(), Vec::new(), Vec::new());
        for candidate in &self.candidates {
            if candidate.later {
                later.push(candidate);
            } else if candidate.renamed && self.host.winner.scoped_clashes {
                renamed.push(candidate);
            } else if !moved.contains(&(candidate.skill, candidate.place)) {
                let winner = candidate.verdict.winner.filter(|_| keeps_place).and_then(|winner| {
                    let same_id = |it: &&Candidate| self.key(&it.id) == self.key(&candidate.id);
                    self.all_of_skill(winner).find(same_id)
                });
                if let Some(winner) = winner
                    && moved.insert((winner.skill, winner.place))
                {
                    first.push(winner);
                }
                first.push(candidate);
            }
        }
        later.sort_by(|left, right| {
            let order = self.host.winner.order;
            order.compare(&left.reading.id, &right.reading.id).then_with(|| order.compare(&left.id, &right.id))
        });
        first.extend(renamed);
        first.extend(later);
        first
    }

    /// The place of a candidate.
    pub fn place(&self, candidate: &Candidate) -> Option<&Place> {
        self.places.get(candidate.place)
    }

    /// The package of this repository that a file belongs to in the eyes of the host, where it has several: each is
    /// looked at by itself.
    pub fn package_apart(&self, skill: Option<SkillId>) -> Option<PackageApart> {
        let mut packages = self.places.iter().filter_map(|place| place.own_package.as_ref());
        let first = packages.next()?;
        packages.find(|package| *package != first)?;
        let standing = skill.and_then(|skill| self.standing(skill)).and_then(|candidate| self.place(candidate));
        Some(PackageApart(standing.and_then(|place| place.own_package.clone())))
    }

    /// The scope of a candidate's place.
    pub fn scope(&self, candidate: &Candidate) -> Scope {
        self.place(candidate).map_or(Scope::Explicit, |place| place.scope)
    }

    /// An id as the host compares it.
    pub(crate) fn key<'a>(&self, id: &'a str) -> Cow<'a, str> {
        self.host.identity.key(id)
    }
}

/// The numbers of some candidates: nearly always one.
#[derive(Clone, Debug)]
pub(crate) enum Slots {
    One(u32),
    Many(Vec<u32>),
}

impl Slots {
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        match self {
            Slots::One(slot) => std::slice::from_ref(slot),
            Slots::Many(slots) => slots,
        }
        .iter()
        .copied()
    }

    pub(crate) fn from_vec(slots: Vec<u32>) -> Option<Slots> {
        match slots.as_slice() {
            [] => None,
            [slot] => Some(Slots::One(*slot)),
            _ => Some(Slots::Many(slots)),
        }
    }

    pub(crate) fn into_vec(self) -> Vec<u32> {
        match self {
            Slots::One(slot) => vec![slot],
            Slots::Many(slots) => slots,
        }
    }
}
