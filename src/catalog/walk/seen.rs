//! The one rule of coming upon a skill: what one way of walking takes from a folder, and which folders it enters.
//!
//! The walk asks it for every folder of a root, the look along one path for the folders on that path alone. It decides
//! by the entry in question, the `SKILL.md` of the folder and its ignore files: whoever looks along a path needs to know
//! of no other entries.

use std::cell::OnceCell;
use std::sync::Arc;

use super::folder::Folder;
use super::ignores::{self, Ignores};
use super::name::{command_id, command_name, folder_name, is_skill_file, stem};
use super::root::Group;
use crate::catalog::{EntryKind, Files, FolderEntry, FoundKind};
use crate::hosts::{Layout, Walk};

/// No host looks deeper.
const DEEPEST: usize = 64;

/// What stands in the way of a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Folders: the walk goes no deeper.
    TooDeep,
    /// Folders: its name is one that is never entered.
    PassedBy,
    /// Its name begins with a dot.
    Hidden,
    /// Folders: the one that it lies in is a skill.
    InsideSkill,
    /// Folders: a link that is not followed.
    FolderLink,
    /// Folders: a link that leads nowhere, or back to where the walk came from.
    Circle,
    /// Folders: what an unfinished installation left.
    Leftover,
    /// An ignore file leaves it out.
    Ignored,
    /// Files: it lies in the root.
    InRoot,
    /// Files: it has no folder of its own, or lies in a folder where only the root counts.
    OutsideRoot,
    /// Files: `skill.md`, or the second spelling in a folder.
    Spelling,
    /// Files: a `SKILL.md` that is a link.
    FileLink,
    /// Files: a `SKILL.md` beside it stands for the whole folder.
    BesideSkill,
    /// It is no file, or no folder, that anybody reads.
    NoFile,
}

/// An entry that one way of walking takes from a folder.
pub(super) struct Taken {
    pub(super) entry: usize,
    pub(super) name: String,
    pub(super) kind: FoundKind,
}

/// A folder that was looked into.
pub(super) struct Seen<'a> {
    files: &'a dyn Files,
    pub(super) folder: &'a Folder,
    pub(super) entries: Vec<FolderEntry>,
    pub(super) ignores: Option<Arc<Ignores>>,
    exact: Option<usize>,
    similar: OnceCell<Option<usize>>,
}

impl<'a> Seen<'a> {
    /// A folder with its entries, or those of them that matter.
    pub(super) fn new(
        files: &'a dyn Files,
        folder: &'a Folder,
        entries: Vec<FolderEntry>,
        groups: &[Group],
    ) -> Seen<'a> {
        let mut respecting = groups.iter().enumerate().filter(|(index, _)| folder.alive.has(*index));
        let has_rules = respecting.any(|(_, group)| group.walk.gitignore)
            && entries.iter().any(|entry| ignores::NAMES.contains(&entry.name.as_str()));
        let ignores = match has_rules {
            true => {
                let root = folder.path.ancestors().nth(folder.depth).unwrap_or(&folder.path);
                Some(Arc::new(Ignores::new(files, root, &folder.path, folder.ignores.clone())))
            }
            false => folder.ignores.clone(),
        };
        let exact = entries.iter().position(|entry| entry.name == "SKILL.md");
        Seen { files, folder, entries, ignores, exact, similar: OnceCell::new() }
    }

    /// What one way of walking takes here.
    pub(super) fn taken(&self, group: &Group) -> impl Iterator<Item = Taken> {
        let in_root = self.folder.depth == 0;
        let takes_others = match group.layout {
            Layout::Folders | Layout::PluginCache | Layout::PluginFolders => in_root && group.walk.flat_files,
            Layout::Files => in_root,
            Layout::Commands => true,
            Layout::Written => false,
        };
        let own = self.own(group);
        let asked = if takes_others { 0..self.entries.len() } else { own.map_or(0..0, |own| own..own + 1) };
        asked.filter_map(move |entry| {
            let (name, kind) = self.judged(group, own, entry).ok()?;
            Some(Taken { entry, name, kind })
        })
    }

    /// What one way of walking makes of an entry: its name and kind, or what stands in the way. `own` is [`Seen::own`].
    pub(super) fn judged(&self, group: &Group, own: Option<usize>, index: usize) -> Result<(String, FoundKind), Bar> {
        let (walk, folder) = (&group.walk, self.folder);
        let entry = self.entries.get(index).ok_or(Bar::NoFile)?;
        let in_root = folder.depth == 0;
        let is_no_folder = || if entry.kind == EntryKind::Folder { Err(Bar::NoFile) } else { Ok(()) };
        match group.layout {
            Layout::Folders | Layout::PluginCache | Layout::PluginFolders if is_skill_file(&entry.name) => {
                let counts = if in_root { walk.root_file } else { folder.depth <= walk.depth };
                match counts {
                    false if in_root => Err(Bar::InRoot),
                    false => Err(Bar::TooDeep),
                    true if own != Some(index) => Err(Bar::Spelling),
                    true => self.open(walk, entry).map(|()| (folder_name(&folder.path), FoundKind::Skill)),
                }
            }
            Layout::Folders | Layout::PluginCache | Layout::PluginFolders => {
                let name = stem(&entry.name).ok_or(Bar::NoFile)?;
                if !in_root || !walk.flat_files {
                    return Err(Bar::OutsideRoot);
                }
                // A SKILL.md right in the root is the only skill there, for those whom it stops.
                let is_one = |own: &FolderEntry| self.open(walk, own).is_ok() && self.leads_to_file(own);
                if walk.root_file && walk.stop_at_skill && self.at(own).is_some_and(is_one) {
                    return Err(Bar::BesideSkill);
                }
                is_no_folder()?;
                if self.is_ignored(walk, entry, false) {
                    return Err(Bar::Ignored);
                }
                let name = if walk.flat_by_folder { folder_name(&folder.path) } else { name.to_owned() };
                Ok((name, FoundKind::Flat))
            }
            Layout::Files => {
                let name = stem(&entry.name).ok_or(Bar::NoFile)?;
                is_no_folder()?;
                match in_root {
                    false => Err(Bar::OutsideRoot),
                    true if entry.name.starts_with('.') => Err(Bar::Hidden),
                    true => Ok((name.to_owned(), FoundKind::Command)),
                }
            }
            Layout::Written => Err(Bar::NoFile),
            // A SKILL.md makes its folder one skill, also the root itself; the files beside it do not count.
            Layout::Commands => match own.filter(|_| self.at(own).is_some_and(|own| self.open(walk, own).is_ok())) {
                Some(own) if own != index => Err(Bar::BesideSkill),
                Some(_) if in_root => Ok((folder_name(&folder.path), FoundKind::Command)),
                Some(_) => Ok((command_id(folder, None), FoundKind::Command)),
                None => {
                    let name = command_name(&entry.name, walk).ok_or(Bar::NoFile)?;
                    is_no_folder()?;
                    Ok((command_id(folder, Some(name)), FoundKind::Command))
                }
            },
        }
    }

    /// The entry that one way of walking takes for the `SKILL.md` of this folder.
    pub(super) fn own(&self, group: &Group) -> Option<usize> {
        let walk = &group.walk;
        if walk.skill_file_plain {
            return None;
        }
        let named = || self.entries.iter().enumerate().filter(|(_, entry)| is_skill_file(&entry.name));
        let first = || named().min_by_key(|(_, entry)| entry.rank).map(|(index, _)| index);
        let similar = || named().min_by(|left, right| left.1.name.cmp(&right.1.name)).map(|(index, _)| index);
        let own = match (self.exact, walk.any_case) {
            (_, true) if walk.first_spelling => first(),
            (Some(entry), _) => Some(entry),
            (None, true) => *self.similar.get_or_init(similar),
            (None, false) => None,
        };
        // Where only `.md` makes a command, `SKILL.MD` is no file at all.
        let any_ending = group.layout != Layout::Commands || walk.any_extension_case;
        own.filter(|_| any_ending || self.at(own).is_some_and(|own| own.name.ends_with(".md")))
    }

    /// Whether one way of walking goes no deeper when it has taken something here, because that makes the folder a skill.
    pub(super) fn stops(&self, group: &Group, taken: &Taken) -> bool {
        let walk = &group.walk;
        let may_stop = group.layout == Layout::Folders && walk.stop_at_skill && taken.kind == FoundKind::Skill;
        let or_folder = self.folder.depth == 0 && walk.stop_at_root_folder;
        may_stop
            && (!walk.stop_at_file
                || self.entries.get(taken.entry).is_some_and(|entry| self.is_there(entry, or_folder)))
    }

    /// What keeps one way of walking from entering an entry; `stopped` when [`Seen::stops`].
    pub(super) fn bar(&self, group: &Group, entry: &FolderEntry, stopped: bool) -> Option<Bar> {
        let walk = &group.walk;
        let is_link = entry.kind == EntryKind::Link;
        if entry.kind != EntryKind::Folder && !is_link {
            Some(Bar::NoFile)
        } else if self.folder.depth >= walk.depth.min(DEEPEST) {
            Some(Bar::TooDeep)
        } else if self.is_passed_by(walk) || self.skips(walk, &entry.name) {
            Some(Bar::PassedBy)
        } else if !walk.hidden && entry.name.starts_with('.') {
            Some(Bar::Hidden)
        } else if stopped || self.is_resource(group, entry) {
            Some(Bar::InsideSkill)
        } else if !walk.symlinks && is_link {
            Some(Bar::FolderLink)
        } else if walk.skip_leftovers && is_leftover(&entry.name) {
            Some(Bar::Leftover)
        } else if self.is_ignored(walk, entry, true) {
            Some(Bar::Ignored)
        } else {
            None
        }
    }

    /// Whether an entry holds files of the skill that lies here.
    fn is_resource(&self, group: &Group, entry: &FolderEntry) -> bool {
        group.walk.resources.contains(&entry.name) && self.own(group).is_some()
    }

    /// Whether a folder of this name, in the one that was looked into, is never entered.
    fn skips(&self, walk: &Walk, name: &str) -> bool {
        self.folder.depth >= walk.skipped_may_be_skills && is_skipped(walk, name)
    }

    /// Whether the folder was entered only because it may be a skill itself.
    fn is_passed_by(&self, walk: &Walk) -> bool {
        let name = || self.folder.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        walk.skipped_may_be_skills > 0 && self.folder.depth > 0 && is_skipped(walk, name())
    }

    /// Whether an entry is a file, links followed.
    pub(super) fn leads_to_file(&self, entry: &FolderEntry) -> bool {
        self.is_there(entry, false)
    }

    fn at(&self, index: Option<usize>) -> Option<&FolderEntry> {
        self.entries.get(index?)
    }

    fn is_there(&self, entry: &FolderEntry, or_folder: bool) -> bool {
        let path = || self.folder.path.join(&entry.name);
        match entry.kind {
            EntryKind::File => true,
            EntryKind::Folder => or_folder,
            EntryKind::Link => self.files.size(&path()).is_some() || or_folder && self.files.kind(&path()).is_some(),
            EntryKind::Other => false,
        }
    }

    /// Whether a `SKILL.md` may be taken: nothing ignores it, and it is no link where links do not count.
    fn open(&self, walk: &Walk, entry: &FolderEntry) -> Result<(), Bar> {
        if self.is_ignored(walk, entry, false) {
            return Err(Bar::Ignored);
        }
        if !walk.file_links && entry.kind == EntryKind::Link { Err(Bar::FileLink) } else { Ok(()) }
    }

    fn is_ignored(&self, walk: &Walk, entry: &FolderEntry, is_folder: bool) -> bool {
        let Some(ignores) = self.ignores.as_ref().filter(|_| walk.gitignore) else { return false };
        ignores.ignoring(walk, &self.folder.path.join(&entry.name), is_folder).is_some()
    }
}

fn is_skipped(walk: &Walk, name: &str) -> bool {
    walk.skip.iter().any(|skipped| skipped == name || !walk.skip_by_case && skipped.eq_ignore_ascii_case(name))
}

/// Whether a name ends in `.backup-1-2` or `.installing-1-2`.
fn is_leftover(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    [".backup-", ".installing-"].iter().any(|mark| {
        let numbers = name.rsplit_once(mark).and_then(|(_, numbers)| numbers.split_once('-'));
        numbers.is_some_and(|(first, second)| is_number(first) && is_number(second))
    })
}
