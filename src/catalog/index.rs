//! All skills of one environment, and the view of each host on them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Controls, Environment, Place, Reading, Skill, SkillId, View};
use crate::hosts::Host;

/// The catalogue: which skills exist, and what each host makes of them. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    skills: Vec<Option<Arc<Skill>>>,
    by_path: HashMap<PathBuf, SkillId>,
    views: Vec<View>,
}

impl Catalog {
    /// Starts a view of `host`: the places `disk` is to walk.
    pub fn add_host(&mut self, host: Arc<Host>, places: Vec<Place>, controls: Controls, environment: Arc<Environment>) {
        let _ = (host, places, controls, environment);
    }

    /// Puts in one file with what each host reads in it, and where that host meets it: (view, place, reading).
    /// A second call for the same path replaces what was known of it.
    /// Verdicts are not settled until [`Catalog::settle`].
    pub fn insert(&mut self, skill: Skill, readings: Vec<(usize, usize, Arc<Reading>)>) -> SkillId {
        let _ = (skill, readings);
        SkillId(0)
    }

    /// Takes a file out.
    pub fn remove(&mut self, path: &Path) {
        let _ = path;
    }

    /// Settles the verdicts of every id that changed since the last call; returns the skills whose verdict
    /// or neighbours changed.
    pub fn settle(&mut self) -> Vec<SkillId> {
        Vec::new()
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
        self.skills.get(id.0 as usize)?.as_deref()
    }

    /// A skill by its path as met.
    pub fn by_path(&self, path: &Path) -> Option<SkillId> {
        self.by_path.get(path).copied()
    }

    /// All skills.
    pub fn skills(&self) -> impl Iterator<Item = (SkillId, &Skill)> {
        self.skills.iter().enumerate().filter_map(|(index, skill)| Some((SkillId(index as u32), skill.as_deref()?)))
    }
}
