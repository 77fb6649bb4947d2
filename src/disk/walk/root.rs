//! The folders to be walked, each once, with everyone who wants it walked.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::folder::{entries, problem};
use crate::catalog::Place;
use crate::disk::DiskProblem;
use crate::hosts::{Layout, Walk};

/// How deep skills are looked for that no host reads.
const DEEPEST_MISSED: usize = 8;

/// A folder to be walked, and everyone who wants it walked.
pub(super) struct Root {
    pub(super) path: PathBuf,
    pub(super) groups: Vec<Group>,
}

/// The places that walk a root in the same way.
pub(super) struct Group {
    pub(super) walk: Walk,
    pub(super) layout: Layout,
    pub(super) at: Vec<(usize, usize)>,
}

impl Root {
    pub(super) fn places_of(&self, groups: Groups) -> Vec<(usize, usize)> {
        let named = self.groups.iter().enumerate().filter(|(index, _)| groups.has(*index));
        named.flat_map(|(_, group)| group.at.iter().copied()).collect()
    }
}

/// A set of groups of one root, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups(pub(super) u64);

impl Groups {
    pub(super) fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
    pub(super) fn with(self, index: usize) -> Groups {
        Groups(self.0 | 1 << index)
    }
    pub(super) fn both(self, other: Groups) -> Groups {
        Groups(self.0 & other.0)
    }
    pub(super) fn or(self, other: Groups) -> Groups {
        Groups(self.0 | other.0)
    }
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// One bit is kept for the look for missed skills.
const MOST_GROUPS: usize = 63;

/// The folders to be walked, each once.
pub(super) fn roots(hosts: &[&[Place]]) -> (Vec<Root>, Vec<DiskProblem>) {
    let mut roots: Vec<Root> = Vec::new();
    let mut by_path: HashMap<PathBuf, usize> = HashMap::new();
    let mut problems = Vec::new();
    for (host, places) in hosts.iter().enumerate() {
        for (index, place) in places.iter().enumerate() {
            if place.layout != Layout::PluginFolders && place.unless.iter().any(|folder| folder.is_dir()) {
                continue;
            }
            for path in folders_of(place, &mut problems) {
                let number = *by_path.entry(path.clone()).or_insert_with(|| {
                    roots.push(Root { path, groups: Vec::new() });
                    roots.len() - 1
                });
                let Some(root) = roots.get_mut(number) else { continue };
                let same = |group: &&mut Group| group.layout == place.layout && group.walk == place.walk;
                match root.groups.iter_mut().find(same) {
                    Some(group) => group.at.push((host, index)),
                    None => root.groups.push(Group {
                        walk: place.walk.clone(),
                        layout: place.layout,
                        at: vec![(host, index)],
                    }),
                }
            }
        }
    }
    // The sets hold so many groups; more ways to walk one folder are walked apart.
    let mut apart = Vec::new();
    for root in &mut roots {
        while root.groups.len() > MOST_GROUPS {
            let groups = root.groups.split_off(root.groups.len() - MOST_GROUPS);
            apart.push(Root { path: root.path.clone(), groups });
        }
    }
    roots.extend(apart);
    for root in &mut roots {
        if root.groups.iter().any(|group| group.layout == Layout::Folders) {
            let skip = root.groups.iter().flat_map(|group| group.walk.skip.iter().cloned());
            let skip = skip.chain([".git".to_owned(), "node_modules".to_owned()]).collect();
            let walk = Walk { depth: DEEPEST_MISSED, any_case: true, skip, ..Walk::default() };
            root.groups.push(Group { walk, layout: Layout::Folders, at: Vec::new() });
        }
    }
    (roots, problems)
}

/// The folders that a place means.
fn folders_of(place: &Place, problems: &mut Vec<DiskProblem>) -> Vec<PathBuf> {
    let inner = place.path.join("skills");
    match place.layout {
        Layout::PluginCache => {
            let versions =
                subfolders(&place.path, problems).into_iter().flat_map(|plugin| subfolders(&plugin, problems));
            versions.map(|version| version.join("skills")).collect()
        }
        Layout::PluginFolders => {
            let is_known = |plugin: &PathBuf| {
                let name = plugin.file_name().unwrap_or_default();
                place.unless.iter().any(|folder| folder.join(name).is_dir())
            };
            let plugins = subfolders(&place.path, problems).into_iter().filter(|plugin| !is_known(plugin));
            plugins.map(|plugin| plugin.join("skills")).collect()
        }
        Layout::Folders if place.walk.inner_skills && !place.path.ends_with("skills") && inner.is_dir() => vec![inner],
        Layout::Folders | Layout::Commands if place.walk.real_root => {
            vec![place.path.canonicalize().unwrap_or_else(|_| place.path.clone())]
        }
        Layout::Folders | Layout::Commands | Layout::Files => vec![place.path.clone()],
    }
}

fn subfolders(folder: &Path, problems: &mut Vec<DiskProblem>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = match entries(folder) {
        Ok(entries) => entries.into_iter().map(|entry| folder.join(entry.name)).filter(|path| path.is_dir()).collect(),
        Err(error) => {
            problems.extend(problem(folder, &error));
            Vec::new()
        }
    };
    folders.sort_unstable();
    folders
}
