//! How often skills were used, as a host counts it, and what that does to its listing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use crate::catalog::controls::{HALF_LIFE, LEAST_LEFT, days_between, faded};
use crate::catalog::{Catalog, Controls, Files, View};
use crate::listing::{self, CutKind, Listing, ListingError, Request};

/// The usage of skills in a host. The names of the fields are those of `usage --format json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// The host's id.
    pub host: String,
    /// After so many days without use a score is half of what it was.
    pub half_life_days: f64,
    /// Less than this part of a count is never left.
    pub floor: f64,
    /// The model whose listing it is, when the host has models.
    pub model: Option<String>,
    /// The budget of the listing, in hosts that have one.
    pub budget: Option<Room>,
    /// Every skill that is listed or was ever used, the highest score first, as the host hands out its budget.
    pub skills: Vec<UsedSkill>,
}

/// The budget of a listing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Room {
    /// What the listing takes.
    pub used: usize,
    /// What it would take with nothing cut.
    pub wanted: usize,
    /// The limit.
    pub limit: usize,
    /// What is counted.
    pub unit: &'static str,
}

/// A skill and how often it was used.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedSkill {
    /// Its name, as usage is counted.
    pub name: String,
    /// Its file; `None` when the host has none of this name here.
    pub path: Option<PathBuf>,
    /// What it is to the host here.
    pub place: UsedPlace,
    /// How often it was used.
    pub count: u64,
    /// When last, in milliseconds since 1970.
    pub last_used: Option<u64>,
    /// The days since then.
    pub days: Option<f64>,
    /// What is left of the count after these days: 1 is all of it.
    pub decay: Option<f64>,
    /// Count and what is left of it.
    pub score: f64,
    /// Its place among those that are listed, from 1: the order in which they get room for their descriptions.
    pub rank: Option<usize>,
    /// What the budget cut of its entry: `shortened`, `name-only` or `omitted`.
    pub cut: Option<&'static str>,
    /// What scores have to do with that: `dropped` when it would be whole if no skill had ever been used, `kept` when it
    /// would not.
    pub because_of_usage: Option<&'static str>,
}

/// What a used skill is to a host here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UsedPlace {
    /// It is in the listing.
    Listed,
    /// It is there, and not in the listing.
    Unlisted,
    /// It is the host's own.
    Own,
    /// There is none of this name here: it is gone, or of another project.
    Absent,
}

/// The usage that a host has counted, and what it does to its listing.
pub fn usage(catalog: &Catalog, view: &View, files: &dyn Files, request: &Request) -> Result<Usage, ListingError> {
    let listing = listing::listing(catalog, view, files, request)?;
    let unused =
        View { controls: Arc::new(Controls { usage: BTreeMap::new(), ..(*view.controls).clone() }), ..view.clone() };
    let without = listing::listing(catalog, &unused, files, request)?;
    let without = cuts(&without);
    let now = view.environment.now;
    let skill = |name: &str| {
        let used = view.controls.usage.get(name);
        let days = used.map(|(_, last)| days_between(*last, now));
        UsedSkill {
            name: name.to_owned(),
            path: None,
            place: UsedPlace::Absent,
            count: used.map_or(0, |(count, _)| *count),
            last_used: used.map(|(_, last)| *last),
            days,
            decay: days.map(faded),
            score: view.controls.usage_score(name, now),
            rank: None,
            cut: None,
            because_of_usage: None,
        }
    };
    let mut skills = Vec::new();
    let mut listed: HashSet<&str> = HashSet::new();
    for entry in &listing.entries {
        let before = without.get(&*entry.name).copied().flatten();
        skills.push(UsedSkill {
            path: Some(entry.path.to_path_buf()),
            place: UsedPlace::Listed,
            cut: entry.cut.map(CutKind::word),
            because_of_usage: match (entry.cut, before) {
                (Some(_), None) => Some("dropped"),
                (None, Some(_)) => Some("kept"),
                _ => None,
            },
            ..skill(&entry.name)
        });
        listed.insert(&entry.name);
    }
    // What has the same score keeps the order of the listing.
    skills.sort_by(|left, right| right.score.total_cmp(&left.score));
    for (index, skill) in skills.iter_mut().enumerate() {
        skill.rank = Some(index + 1);
    }
    let mut others: Vec<UsedSkill> = Vec::new();
    for name in view.controls.usage.keys().filter(|name| !listed.contains(name.as_str())) {
        let path = view.named(name).next().and_then(|it| catalog.skill(it.skill)).map(|skill| skill.path.clone());
        let place = match &path {
            Some(_) => UsedPlace::Unlisted,
            None if view.host.reserved.has(name) => UsedPlace::Own,
            None => UsedPlace::Absent,
        };
        others.push(UsedSkill { path, place, ..skill(name) });
    }
    others.sort_by(|left, right| right.score.total_cmp(&left.score));
    skills.extend(others);
    Ok(Usage {
        host: view.host.id.clone(),
        half_life_days: HALF_LIFE,
        floor: LEAST_LEFT,
        model: listing.model.clone(),
        budget: listing.budget.as_ref().map(|it| Room {
            used: it.used,
            wanted: it.wanted,
            limit: it.limit,
            unit: it.unit,
        }),
        skills,
    })
}

fn cuts(listing: &Listing) -> HashMap<&str, Option<CutKind>> {
    listing.entries.iter().map(|entry| (&*entry.name, entry.cut)).collect()
}
