//! All skills of one environment, and the view of each host on them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::path::Path;
use std::sync::Arc;

use crate::catalog::pages::Pages;
use crate::catalog::shards::Shards;
use crate::catalog::view::Slots;
use crate::catalog::{Candidate, Controls, Environment, Place, Reading, Skill, SkillId, View};
use crate::catalog::{settle, waking};
use crate::hosts::Host;

/// Ids that are to be settled, each with the number of its view.
type Unsettled = HashSet<(usize, Arc<str>), foldhash::quality::FixedState>;

/// The catalogue: which skills exist, and what each host makes of them. Cheap to clone: a clone shares everything
/// that does not change after it.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    skills: Pages<Arc<Skill>>,
    /// Skills by the hash of their path as met.
    by_path: Shards<u64, Slots>,
    /// Skills by the hash of their real path.
    by_real: Shards<u64, Slots>,
    views: Vec<View>,
    /// What is to be settled.
    unsettled: Unsettled,
    /// Only the skills are known that are judged.
    only_judged: bool,
}

impl Catalog {
    /// Starts a view of `host`: the places `disk` is to walk.
    pub fn add_host(&mut self, host: Arc<Host>, places: Vec<Place>, controls: Controls, environment: Arc<Environment>) {
        self.views.push(View::new(host, places, controls, environment));
    }

    /// The catalogue in the eyes of some hosts alone, by view: without the skills that are not judged.
    pub fn judged(&self, views: &[usize]) -> Catalog {
        Catalog {
            skills: self.skills.clone(),
            by_path: self.by_path.clone(),
            by_real: self.by_real.clone(),
            views: views.iter().filter_map(|view| self.views.get(*view).cloned()).collect(),
            unsettled: Unsettled::default(),
            only_judged: true,
        }
    }

    /// Puts in one file with what each host reads in it, and where that host meets it: (view, place, reading).
    /// A second call for the same path replaces what was known of it.
    /// Verdicts are not settled until [`Catalog::settle`].
    pub fn insert(&mut self, skill: Skill, readings: Vec<(usize, usize, Arc<Reading>)>) -> SkillId {
        self.insert_for(|_| true, skill, readings)
    }

    /// The same for some views alone; the others keep what they know of the file.
    pub(crate) fn insert_for(
        &mut self,
        views: impl Fn(usize) -> bool,
        skill: Skill,
        readings: Vec<(usize, usize, Arc<Reading>)>,
    ) -> SkillId {
        let skill = Arc::new(skill);
        let id = match self.by_path(&skill.path) {
            Some(id) => {
                self.withdraw(id, views);
                if let Some(old) = self.skills.get(id.0).cloned() {
                    change(&mut self.by_real, &old.real, |ids| ids.retain(|other| *other != id.0));
                }
                self.skills.put(id.0, skill.clone());
                id
            }
            None => {
                let id = SkillId(self.skills.add(skill.clone()));
                change(&mut self.by_path, &skill.path, |ids| ids.push(id.0));
                id
            }
        };
        change(&mut self.by_real, &skill.real, |ids| ids.push(id.0));
        for (view, place, reading) in readings {
            self.enter(id, &skill, view, place, reading);
        }
        self.unsettle_twins(&skill);
        id
    }

    /// Takes a file out.
    pub fn remove(&mut self, path: &Path) {
        let Some(id) = self.by_path(path) else { return };
        self.withdraw(id, |_| true);
        let Some(skill) = self.skills.take(id.0) else { return };
        change(&mut self.by_path, &skill.path, |ids| ids.retain(|other| *other != id.0));
        change(&mut self.by_real, &skill.real, |ids| ids.retain(|other| *other != id.0));
        self.unsettle_twins(&skill);
    }

    /// Settles the verdicts of every id that changed since the last call; returns the skills whose verdict
    /// or neighbours changed.
    pub fn settle(&mut self) -> Vec<SkillId> {
        let mut changed = Vec::new();
        let Catalog { skills, by_real, views, unsettled, .. } = self;
        for (index, view) in views.iter_mut().enumerate() {
            wake(view, skills, index, unsettled);
            find_stage(view, skills, index, unsettled);
        }
        // Taken as a whole: one that has once held everything stays large, and to empty it takes as long as it is large.
        for (view, key) in std::mem::take(unsettled) {
            let Some(view) = views.get_mut(view) else { continue };
            changed.extend(settle::settle(view, skills, &key, |skill| same_file(skills, by_real, skill)));
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// What a host would make of an id if its settings said something else: its view, in which only that id is settled
    /// again.
    pub fn view_if(&self, host: &str, controls: Controls, id: &str) -> Option<View> {
        let mut view = self.view(host)?.clone();
        view.controls = Arc::new(controls);
        let key = view.key(id).into_owned();
        let key = match view.by_id.get(&*key) {
            Some(_) => key,
            None => view.renamed.get(&*key).map_or(key, |before| before.to_string()),
        };
        settle::settle(&mut view, &self.skills, &key, |skill| same_file(&self.skills, &self.by_real, skill));
        Some(view)
    }

    /// The view of a host.
    pub fn view(&self, host: &str) -> Option<&View> {
        self.views.iter().find(|view| view.host.id == host)
    }

    /// All views.
    pub fn views(&self) -> &[View] {
        &self.views
    }

    /// A skill by number.
    pub fn skill(&self, id: SkillId) -> Option<&Skill> {
        self.skills.get(id.0).map(|skill| &**skill)
    }

    /// A skill by its path as met.
    pub fn by_path(&self, path: &Path) -> Option<SkillId> {
        let slots = self.by_path.get(&hash_of(path))?;
        let is_it = |id: &u32| self.skills.get(*id).is_some_and(|skill| skill.path == path && self.knows(skill));
        slots.iter().find(is_it).map(SkillId)
    }

    /// All skills.
    pub fn skills(&self) -> impl Iterator<Item = (SkillId, &Skill)> {
        self.skills.iter().map(|(id, skill)| (SkillId(id), &**skill)).filter(|(_, skill)| self.knows(skill))
    }

    /// The numbers of the skills that are others than in an earlier catalogue.
    pub(crate) fn differing(&self, earlier: &Catalog) -> impl Iterator<Item = SkillId> {
        self.skills.differing(&earlier.skills, Arc::ptr_eq).into_iter().map(SkillId)
    }

    fn knows(&self, skill: &Skill) -> bool {
        skill.is_judged || !self.only_judged
    }

    /// How many skills there are.
    pub fn len(&self) -> usize {
        self.skills.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty()
    }

    /// Makes a skill a candidate at one place of one view.
    fn enter(&mut self, id: SkillId, skill: &Arc<Skill>, view_index: usize, place: usize, reading: Arc<Reading>) {
        let Some(view) = self.views.get_mut(view_index) else { return };
        let Some(at) = view.places.get(place) else { return };
        let reading = filled(at, reading);
        let base = settle::base_id(view, at, skill, &reading);
        let key: Arc<str> = match view.key(&base) {
            Cow::Owned(key) => Arc::from(key),
            Cow::Borrowed(_) => base.clone(),
        };
        let candidate = Candidate {
            skill: id,
            place,
            id: base,
            label_name: None,
            reading,
            note: None,
            later: false,
            renamed: false,
            verdict: settle::unsettled(),
        };
        let slot = view.candidates.add(candidate, skill);
        let met_before = |skills: &Pages<Arc<Skill>>, view: &View, other: u32| {
            let other_skill = view.candidates.at(other).and_then(|other| skills.get(other.skill.0));
            other_skill.is_some_and(|other_skill| view.candidates.compare((other, other_skill), (slot, skill)).is_lt())
        };
        let mut named: Vec<u32> = view.by_id.take(&*key).map(Slots::into_vec).unwrap_or_default();
        let position = named.partition_point(|other| met_before(&self.skills, view, *other));
        named.insert(position, slot);
        let mut met = view.by_skill.get(id.0).map(|slots| slots.iter().collect()).unwrap_or_else(Vec::new);
        let position = met.partition_point(|other| met_before(&self.skills, view, *other));
        met.insert(position, slot);
        if let (Some(named), Some(met)) = (Slots::from_vec(named), Slots::from_vec(met)) {
            view.by_id.put(key.clone(), named);
            view.by_skill.put(id.0, met);
        }
        self.unsettled.insert((view_index, key));
    }

    /// Takes every candidate of a skill out of some views.
    fn withdraw(&mut self, id: SkillId, views: impl Fn(usize) -> bool) {
        let Some(skill) = self.skills.get(id.0).cloned() else { return };
        for (index, view) in self.views.iter_mut().enumerate().filter(|(index, _)| views(*index)) {
            if view.by_skill.get(id.0).is_none() {
                continue;
            }
            for slot in view.by_skill.clear(id.0).map(Slots::into_vec).unwrap_or_default() {
                let Some(candidate) = view.candidates.take(slot, &skill) else { continue };
                if candidate.renamed {
                    view.renamed.take(&*view.key(&candidate.id).into_owned());
                }
                let Some(key) = first_key(view, &candidate, &skill) else { continue };
                let mut named = view.by_id.take(&*key).map(Slots::into_vec).unwrap_or_default();
                named.retain(|other| *other != slot);
                if let Some(named) = Slots::from_vec(named) {
                    view.by_id.put(key.clone(), named);
                    self.unsettled.insert((index, key));
                }
            }
        }
    }

    /// Other paths to the same file may win or lose when this one comes or goes.
    fn unsettle_twins(&mut self, skill: &Skill) {
        let twins = same_file(&self.skills, &self.by_real, skill);
        if twins.len() < 2 && twins.iter().all(|twin| self.skill(*twin).is_some_and(|it| it.path == skill.path)) {
            return;
        }
        for (index, view) in self.views.iter().enumerate() {
            for twin in &twins {
                let Some(file) = self.skills.get(twin.0) else { continue };
                let keys = view.all_of_skill(*twin).filter_map(|candidate| first_key(view, candidate, file));
                self.unsettled.extend(keys.map(|key| (index, key)));
            }
        }
    }
}

/// A reading with what the place fills into its texts.
fn filled(place: &Place, reading: Arc<Reading>) -> Arc<Reading> {
    let wants = |text: &Option<Arc<str>>| text.as_ref().is_some_and(|text| text.contains("${"));
    if place.fills.is_empty() || !(wants(&reading.description) || wants(&reading.name)) {
        return reading;
    }
    let fill = |text: &str| -> Arc<str> {
        place.fills.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value)).into()
    };
    let mut reading = Reading::clone(&reading);
    reading.id = fill(&reading.id);
    reading.name = reading.name.as_deref().map(fill);
    reading.description = reading.description.as_deref().map(fill);
    Arc::new(reading)
}

/// Finds out anew which files wake skills; those that wait are settled again when that changed.
fn wake(view: &mut View, skills: &Pages<Arc<Skill>>, index: usize, unsettled: &mut Unsettled) {
    if !unsettled.iter().any(|(changed, _)| *changed == index) {
        return;
    }
    let waking = waking::waking(view);
    if *waking == *view.waking {
        return;
    }
    view.waking = waking.into();
    let waiting = view.candidates.iter().filter(|candidate| waking::waits(view, candidate));
    let keys = waiting.filter_map(|candidate| first_key(view, candidate, skills.get(candidate.skill.0)?));
    unsettled.extend(keys.map(|key| (index, key)));
}

/// Finds out anew how far the host looks; all are settled again when that changed.
fn find_stage(view: &mut View, skills: &Pages<Arc<Skill>>, index: usize, unsettled: &mut Unsettled) {
    if !unsettled.iter().any(|(changed, _)| *changed == index) {
        return;
    }
    let first = settle::first_stage(view, skills);
    if first == view.first_stage {
        return;
    }
    view.first_stage = first;
    let all = view.candidates.iter();
    let keys: Vec<Arc<str>> =
        all.filter_map(|candidate| first_key(view, candidate, skills.get(candidate.skill.0)?)).collect();
    unsettled.extend(keys.into_iter().map(|key| (index, key)));
}

/// What a candidate is compared by: the id that it has before any renaming.
fn first_key(view: &View, candidate: &Candidate, skill: &Skill) -> Option<Arc<str>> {
    let base = settle::base_id(view, view.place(candidate)?, skill, &candidate.reading);
    Some(Arc::from(view.key(&base).as_ref()))
}

/// The skills that are one file on disk with this one, itself included.
fn same_file(skills: &Pages<Arc<Skill>>, by_real: &Shards<u64, Slots>, skill: &Skill) -> Vec<SkillId> {
    let slots = by_real.get(&hash_of(&skill.real)).into_iter().flat_map(Slots::iter);
    slots.filter(|id| skills.get(*id).is_some_and(|other| other.real == skill.real)).map(SkillId).collect()
}

/// Changes which skills a path leads to.
fn change(map: &mut Shards<u64, Slots>, path: &Path, change: impl FnOnce(&mut Vec<u32>)) {
    let key = hash_of(path);
    let mut ids = map.take(&key).map(Slots::into_vec).unwrap_or_default();
    change(&mut ids);
    if let Some(ids) = Slots::from_vec(ids) {
        map.put(key, ids);
    }
}

fn hash_of(path: &Path) -> u64 {
    foldhash::quality::FixedState::default().hash_one(path)
}
