//! Which of the files that were seen are asked about, and which may be changed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::catalog::{Found, Place, path_order};
use crate::cli::session::{Problem, Session};
use crate::hosts::Scope;

impl Session {
    /// How many of the files that were asked for could be read; one that has several paths counts once.
    pub(crate) fn checked(&self) -> usize {
        let read = self.met.iter().map(|(found, _)| found);
        let read = read.filter(|found| !self.unread.contains(&found.path) && self.is_asked(&found.path));
        let is_told =
            |found: &&Found| found.real != found.path && self.has_twins(&found.real) && self.is_asked(&found.real);
        read.filter(|found| !is_told(found)).count()
    }

    /// How many manifests were asked for.
    pub(crate) fn checked_manifests(&self) -> usize {
        let is_skill = |path: &&PathBuf| self.index_of(path).is_ok();
        let asked = self.asked.iter().flatten().filter(|path| !is_skill(path));
        asked.filter(|path| self.snapshot.is_manifest(path)).count()
    }

    /// How many agents were asked for.
    pub(crate) fn checked_agents(&self) -> usize {
        self.asked.iter().flatten().filter(|path| self.snapshot.agents().binary_search(path).is_ok()).count()
    }

    /// How many of the skills, agents and manifests that were asked for have changed, where only those are judged.
    pub(crate) fn changed(&self) -> Option<[usize; 3]> {
        let only = self.only.as_ref()?;
        let mut counts = [0; 3];
        for path in self.asked.iter().flatten().filter(|path| only.has(path) && !self.unread.contains(*path)) {
            let [skills, agents, manifests] = &mut counts;
            if self.snapshot.agents().binary_search(path).is_ok() {
                *agents += 1;
            } else if self.snapshot.is_manifest(path) {
                *manifests += 1;
            } else if self.index_of(path).is_ok() {
                *skills += 1;
            }
        }
        Some(counts)
    }

    /// The only one for whom the skills were judged, where nobody chose: the reader that the specification describes.
    pub(crate) fn only_reader(&self) -> Option<String> {
        let skills = || self.asked.iter().flatten().filter(|path| self.index_of(path).is_ok());
        let first = self.snapshot.hosts_for(skills().next()?).into_iter().next()?;
        let is_alone = |path: &PathBuf| self.snapshot.hosts_for(path).iter().all(|host| host.specification);
        (self.judges_by_owner && skills().all(is_alone)).then(|| first.name.clone())
    }

    /// How many settings are wrong, and do not count.
    pub(crate) fn wrong_settings(&self) -> usize {
        self.problems.iter().filter(|problem| matches!(problem, Problem::Drawn(_))).collect::<HashSet<_>>().len()
    }

    fn is_asked(&self, path: &Path) -> bool {
        self.asked.as_ref().is_none_or(|asked| asked.binary_search_by(|it| path_order(it, path)).is_ok())
    }

    /// Whether findings in a file are asked for: it is one of the skills that are, or, where none is named, settings that
    /// count here.
    pub(crate) fn is_judged(&self, path: &Path) -> bool {
        let is_skill = self.index_of(path).is_ok();
        if is_skill || self.are_named { self.is_asked(path) } else { true }
    }

    /// Whether a file may be changed: without being named, not one that git ignores or that a plugin or an administrator
    /// brought.
    pub(crate) fn may_change(&self, path: &Path) -> bool {
        !self.ignored.contains(path) && (self.are_named || self.is_own(path))
    }

    fn is_own(&self, path: &Path) -> bool {
        let Ok(index) = self.index_of(path) else { return true };
        let views = self.snapshot.catalog.views();
        let at = self.met.get(index).map(|(_, at)| at.as_slice()).unwrap_or_default();
        !at.iter().any(|(view, place)| {
            let place = views.get(*view).and_then(|view| view.places.get(*place));
            let is_brought =
                |place: &Place| place.plugin.is_some() || matches!(place.scope, Scope::Plugin | Scope::Managed);
            place.is_some_and(|place| place.own_package.is_none() && is_brought(place))
        })
    }

    /// Whether a file was read: a skill, an agent or a manifest.
    pub(crate) fn is_known(&self, path: &Path) -> bool {
        let is_skill = self.index_of(path).is_ok();
        is_skill || self.snapshot.manifests().iter().chain(self.snapshot.agents()).any(|it| it == path)
    }

    /// A file as a walk came upon it.
    pub(crate) fn met_as(&self, path: &Path) -> Option<&Found> {
        self.met.get(self.index_of(path).ok()?).map(|(found, _)| found)
    }

    /// The file that a path leads to.
    pub(crate) fn real(&self, path: &Path) -> Option<&Path> {
        self.met_as(path).map(|found| found.real.as_path())
    }

    /// Where a file stands among those that were met, or would.
    pub(super) fn index_of(&self, path: &Path) -> Result<usize, usize> {
        self.met.binary_search_by(|(found, _)| path_order(&found.path, path))
    }

    /// Whether there is a file that has several paths.
    pub(crate) fn has_any_twins(&self) -> bool {
        !self.twins.is_empty()
    }

    /// Whether links lead to a file that is met by its own path too.
    pub(crate) fn has_twins(&self, real: &Path) -> bool {
        self.twins.contains(real)
    }
}
