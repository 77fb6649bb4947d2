//! The folders to be walked, each once, with everyone who wants it walked.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::Unread;
use super::name::{folder_name, stem};
use crate::catalog::{FileKind, Files, FoundKind, Place};
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

impl Group {
    /// Those who walk as `place` does.
    pub(super) fn new(place: &Place) -> Group {
        Group { walk: place.walk.clone(), layout: place.layout, at: Vec::new() }
    }

    /// What a root is that is a single file: settings may name one as a skill, in hosts that take such files, and a
    /// plugin may name one as a command.
    pub(super) fn single(&self, path: &Path) -> Option<(String, FoundKind)> {
        let file = path.file_name()?.to_str()?;
        let of_folder = || path.parent().map(folder_name);
        match self.layout {
            Layout::Folders if !self.walk.flat_files || !file.ends_with(".md") => None,
            Layout::Folders if file == "SKILL.md" => Some((of_folder()?, FoundKind::Skill)),
            Layout::Folders if self.walk.flat_by_folder => Some((of_folder()?, FoundKind::Flat)),
            Layout::Folders => Some((stem(file)?.to_owned(), FoundKind::Flat)),
            Layout::Commands | Layout::Files => Some((stem(file)?.to_owned(), FoundKind::Command)),
            Layout::Written => Some((file.to_owned(), FoundKind::Written)),
            Layout::PluginCache | Layout::PluginFolders => None,
        }
    }
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
    /// The set of some groups.
    pub(super) fn of<'a>(groups: impl Iterator<Item = (usize, &'a Group)>) -> Groups {
        groups.fold(Groups::default(), |set, (index, _)| set.with(index))
    }
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

/// The folders to be walked, each once, and those that cannot be listed.
pub(super) fn roots(files: &dyn Files, hosts: &[&[Place]]) -> (Vec<Root>, Vec<Unread>) {
    let mut roots: Vec<Root> = Vec::new();
    let mut by_path: HashMap<PathBuf, usize> = HashMap::new();
    let mut problems = Vec::new();
    for (host, places) in hosts.iter().enumerate() {
        for (index, place) in places.iter().enumerate() {
            for path in folders_of(files, place, &mut problems) {
                let number = *by_path.entry(path.clone()).or_insert_with(|| {
                    roots.push(Root { path, groups: Vec::new() });
                    roots.len() - 1
                });
                let Some(root) = roots.get_mut(number) else { continue };
                let same = |group: &&mut Group| group.layout == place.layout && group.walk == place.walk;
                match root.groups.iter_mut().find(same) {
                    Some(group) => group.at.push((host, index)),
                    None => root.groups.push(Group { at: vec![(host, index)], ..Group::new(place) }),
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

/// The folder that is read in the place of this one.
pub(super) fn stand_in<'a>(files: &dyn Files, place: &'a Place) -> Option<&'a Path> {
    let is_there = |folder: &&PathBuf| files.kind(folder) == Some(FileKind::Folder);
    let mut others = place.unless.iter().filter(|_| place.layout != Layout::PluginFolders);
    others.find(is_there).map(PathBuf::as_path)
}

/// The folders that a place means.
pub(super) fn folders_of(files: &dyn Files, place: &Place, problems: &mut Vec<Unread>) -> Vec<PathBuf> {
    let is_folder = |path: &Path| files.kind(path) == Some(FileKind::Folder);
    let inner = place.path.join("skills");
    let mut subfolders = |folder: &Path| -> Vec<PathBuf> {
        let entries = files.entries(folder);
        if entries.is_none() {
            problems.push(Unread::Folder(folder.to_owned()));
        }
        let paths = entries.into_iter().flatten().map(|entry| folder.join(entry.name));
        paths.filter(|path| is_folder(path)).collect()
    };
    if stand_in(files, place).is_some() {
        return Vec::new();
    }
    match place.layout {
        Layout::PluginCache => {
            let plugins = subfolders(&place.path);
            let versions: Vec<PathBuf> = plugins.iter().flat_map(|plugin| subfolders(plugin)).collect();
            versions.iter().map(|version| version.join("skills")).collect()
        }
        Layout::PluginFolders => {
            let is_known = |plugin: &PathBuf| {
                let name = plugin.file_name().unwrap_or_default();
                place.unless.iter().any(|folder| is_folder(&folder.join(name)))
            };
            let plugins = subfolders(&place.path).into_iter().filter(|plugin| !is_known(plugin));
            plugins.map(|plugin| plugin.join("skills")).collect()
        }
        Layout::Folders if place.walk.inner_skills && !place.path.ends_with("skills") && is_folder(&inner) => {
            vec![inner]
        }
        Layout::Folders | Layout::Commands if place.walk.real_root => {
            vec![files.real(&place.path).unwrap_or_else(|| place.path.clone())]
        }
        Layout::Folders | Layout::Commands | Layout::Files | Layout::Written => vec![place.path.clone()],
    }
}
