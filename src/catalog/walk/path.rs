//! The look along one path: whether whoever walks a place comes upon the file at its end.

use std::path::{Path, PathBuf};

use super::Met;
use super::folder::{Folder, next_folder};
use super::ignores;
use super::imagined::Imagined;
use super::obstacle::Obstacle;
use super::root::{Group, Groups, folders_of, stand_in};
use super::seen::{Bar, Seen};
use super::walker::{real_file, returning, walk_in_order};
use crate::catalog::{EntryKind, FileKind, Files, FolderEntry, Found, FoundKind, Place};
use crate::hosts::Layout;

/// What stands in the way, and the name of the file or folder that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) bar: Bar,
    pub(super) name: String,
}

/// Where hosts would meet a file if it were saved, and as what. `is_known` tells of other files that are not saved.
pub fn met_along(files: &dyn Files, is_known: &(dyn Fn(&Path) -> bool + Sync), hosts: &[&[Place]], path: &Path) -> Met {
    let files = &Imagined { files, path, is_known };
    let mut roots: Vec<PathBuf> = Vec::new();
    let mut met: Vec<(usize, String, FoundKind)> = Vec::new();
    let mut at = Vec::new();
    for (host, places) in hosts.iter().enumerate() {
        for (index, place) in places.iter().enumerate().filter(|(_, place)| holds(files, place, path)) {
            let Ok(root) = root_of(files, place, path) else { continue };
            let number = roots.iter().position(|known| *known == root).unwrap_or_else(|| {
                roots.push(root.clone());
                roots.len() - 1
            });
            let group = Group::new(place);
            if let Ok((name, kind)) = along(files, &group, &root, path)
                && is_within_limits(files, &group, &root, path)
            {
                met.push((number, name, kind));
                at.push((host, index));
            }
        }
    }
    // Of several that call it differently, the walk listens to whose root comes first.
    let first = met.into_iter().min_by_key(|(number, ..)| *number);
    let (name, kind, rank) = match first {
        Some((number, name, kind)) => (name, kind, roots.get(number).map_or(u32::MAX, |root| rank(files, root, path))),
        None => {
            let (name, kind) = FoundKind::of_path(path);
            (name, kind, u32::MAX)
        }
    };
    let real = files.real(path).unwrap_or_else(|| path.to_owned());
    (Found { path: path.to_owned(), real, name, kind, size: 0, rank, is_outside: false }, at)
}

/// Whether whoever walks a place would come upon a file if it were saved; limits are not asked about.
pub fn is_met_along(files: &dyn Files, is_known: &(dyn Fn(&Path) -> bool + Sync), place: &Place, path: &Path) -> bool {
    let files = &Imagined { files, path, is_known };
    root_of(files, place, path).is_ok_and(|root| along(files, &Group::new(place), &root, path).is_ok())
}

/// Whether a file lies in a place, or where a link leads that the place is.
pub(super) fn holds(files: &dyn Files, place: &Place, path: &Path) -> bool {
    let is_real = || files.real(&place.path).is_some_and(|real| path.starts_with(real));
    path.starts_with(&place.path) || place.walk.real_root && is_real()
}

/// The folder of a place through which a walk would come to a file.
pub(super) fn root_of(files: &dyn Files, place: &Place, path: &Path) -> Result<PathBuf, Obstacle> {
    let shown = |folder: &Path| folder.display().to_string();
    if let Some(folder) = stand_in(files, place) {
        return Err(Obstacle::StandIn(shown(folder)));
    }
    if let Some(root) = folders_of(files, place, &mut Vec::new()).into_iter().find(|root| path.starts_with(root)) {
        return Ok(root);
    }
    let plugin = path.strip_prefix(&place.path).ok().and_then(|below| below.iter().next());
    let known = place.unless.iter().filter(|_| place.layout == Layout::PluginFolders).zip(plugin.into_iter().cycle());
    let mut known = known.map(|(folder, plugin)| folder.join(plugin));
    Err(match known.find(|plugin| files.kind(plugin) == Some(FileKind::Folder)) {
        Some(plugin) => Obstacle::StandIn(shown(&plugin)),
        None => Obstacle::OutsideRoots(shown(&place.path)),
    })
}

/// What those who walk `root` make of the file at `path`: its name and kind, or all that stands in the way.
pub(super) fn along(
    files: &dyn Files,
    group: &Group,
    root: &Path,
    path: &Path,
) -> Result<(String, FoundKind), Vec<Stop>> {
    let stop = |bar, name: &str| Stop { bar, name: name.to_owned() };
    let names: Option<Vec<&str>> =
        path.strip_prefix(root).ok().and_then(|it| it.iter().map(|it| it.to_str()).collect());
    let Some(names) = names else { return Err(vec![stop(Bar::NoFile, "")]) };
    let Some((file, folders)) = names.split_last() else {
        let single = group.single(root).filter(|_| files.size(root).is_some());
        return single.ok_or_else(|| vec![stop(Bar::NoFile, "")]);
    };
    let mut groups = [Group { walk: group.walk.clone(), layout: group.layout, at: Vec::new() }];
    let mut stops = Vec::new();
    // Where no link is on the way, nobody needs to know what is real.
    let is_link = |depth: usize| files.entry(&root.join(names.iter().take(depth).collect::<PathBuf>()));
    let has_links = (1..=names.len()).any(|depth| is_link(depth) == Some(EntryKind::Link));
    let real = files.real(root).filter(|_| has_links).unwrap_or_else(|| root.to_owned());
    let mut folder = Folder::root(root, &real, Groups::default().with(0));
    for name in folders {
        let seen = Seen::new(files, &folder, entries(files, &folder, name, group), &groups);
        let Some(entry) = seen.entries.iter().find(|entry| entry.name == *name) else {
            stops.push(stop(Bar::NoFile, name));
            return Err(stops);
        };
        let [walking] = &mut groups;
        let is_stopped = seen.taken(walking).any(|taken| seen.stops(walking, &taken));
        let mut bar = seen.bar(walking, entry, is_stopped);
        if bar == Some(Bar::TooDeep) {
            stops.push(stop(Bar::TooDeep, name));
            // What lies deeper may stand in the way too, and be the better reason.
            walking.walk.depth = usize::MAX;
            bar = seen.bar(walking, entry, is_stopped);
        }
        stops.extend(bar.map(|bar| stop(bar, &said(&seen, walking, entry, bar, true))));
        let returns = returning(&folder, [(0, &*walking)].into_iter());
        let Some(next) = next_folder(files, &folder, entry, folder.alive, returns, seen.ignores.clone()) else {
            stops.push(stop(Bar::Circle, name));
            return Err(stops);
        };
        folder = next;
    }
    let seen = Seen::new(files, &folder, entries(files, &folder, file, group), &groups);
    let [walking] = &groups;
    let Some(index) = seen.entries.iter().position(|entry| entry.name == *file) else {
        stops.push(stop(Bar::NoFile, file));
        return Err(stops);
    };
    let entry = seen.entries.get(index);
    match seen.judged(walking, seen.own(walking), index) {
        Ok(_) if entry.is_none_or(|entry| real_file(&seen, files, entry).is_none()) => {
            stops.push(stop(Bar::NoFile, file));
        }
        Ok(met) if stops.is_empty() => return Ok(met),
        Ok(_) => {}
        Err(bar) => stops.extend(entry.map(|entry| stop(bar, &said(&seen, walking, entry, bar, false)))),
    }
    Err(stops)
}

/// Whether a file that is met along its path is met before a limit is reached.
fn is_within_limits(files: &dyn Files, group: &Group, root: &Path, path: &Path) -> bool {
    if group.walk.folder_limit.is_none() && group.walk.entry_limit.is_none() {
        return true;
    }
    let real = files.real(root).unwrap_or_else(|| root.to_owned());
    let start = Folder::root(root, &real, Groups::default().with(0));
    let (hits, _) = walk_in_order(files, start, std::slice::from_ref(group), group, &|| true);
    hits.iter().any(|hit| hit.found.path == path)
}

/// The entries of a folder that matter for the one called `name`. Where any spelling of `SKILL.md` counts, that is all.
fn entries(files: &dyn Files, folder: &Folder, name: &str, group: &Group) -> Vec<FolderEntry> {
    if group.walk.any_case {
        return files.entries(&folder.path).unwrap_or_default();
    }
    let own = Some("SKILL.md").filter(|own| *own != name);
    let ignoring = ignores::NAMES.iter().copied().filter(|it| group.walk.gitignore && *it != name);
    let names = [name].into_iter().chain(own).chain(ignoring);
    let entry = |name: &str| {
        let kind = files.entry(&folder.path.join(name))?;
        Some(FolderEntry { name: name.to_owned(), kind, rank: u32::MAX })
    };
    names.filter_map(entry).collect()
}

/// What a bar is called by: the ignore file, the skill in the way, the spelling that counts, or the entry itself.
fn said(seen: &Seen<'_>, group: &Group, entry: &FolderEntry, bar: Bar, is_folder: bool) -> String {
    let path = seen.folder.path.join(&entry.name);
    let named = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let own = || seen.own(group).and_then(|own| seen.entries.get(own)).map(|own| own.name.clone());
    match bar {
        Bar::Ignored => {
            let by = seen.ignores.as_ref().and_then(|ignores| ignores.ignoring(&group.walk, &path, is_folder));
            by.map(named).unwrap_or_default()
        }
        Bar::InsideSkill => named(&seen.folder.path),
        Bar::Spelling => own().unwrap_or_else(|| "SKILL.md".to_owned()),
        _ => entry.name.clone(),
    }
}

/// As which entry of its root the file system lists a file, or the folder that leads to it.
fn rank(files: &dyn Files, root: &Path, path: &Path) -> u32 {
    let name = path.strip_prefix(root).ok().and_then(|below| below.iter().next()?.to_str());
    let entries = files.entries(root).into_iter().flatten();
    entries.filter(|entry| Some(entry.name.as_str()) == name).map(|entry| entry.rank).next().unwrap_or(u32::MAX)
}
