//! The candidates of a view, in the order in which the host meets them.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::sync::Arc;

use crate::catalog::pages::Pages;
use crate::catalog::{Candidate, FoundKind, Place, Skill};
use crate::hosts::{Layout, OrderName, WinnerRule};

/// More than so many are two chunks. A change copies one of them.
const CHUNK: usize = 128;

/// All candidates of a view. Iterating yields them as the host meets them: place by place, inside a place by
/// the host's own order. Adding or removing one costs a search, not a sort.
#[derive(Clone, Debug)]
pub struct Candidates {
    order: OrderName,
    /// By place: places with the same rank are sorted as one.
    ranks: Arc<[u32]>,
    /// By place: the file that is met before all others there, and what is in a folder of that name after them.
    first: Arc<[PathBuf]>,
    slots: Pages<Arc<Candidate>>,
    chunks: Arc<Vec<Arc<Vec<Met>>>>,
}

/// A candidate's place in the order.
#[derive(Clone, Debug)]
struct Met {
    place: u32,
    slot: u32,
    skill: Arc<Skill>,
}

impl Candidates {
    /// None yet; the rule says in which order they are met inside a place.
    pub fn new(rule: &WinnerRule, places: &[Place]) -> Candidates {
        let first = match rule.root_file_first {
            true => places.iter().map(|place| place.path.join("SKILL.md")).collect(),
            false => Arc::default(),
        };
        Candidates { order: rule.order, ranks: ranks(places), first, slots: Pages::default(), chunks: Arc::default() }
    }

    /// All of them, in the order met.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).filter_map(|met| self.at(met.slot))
    }

    /// The numbers of all, in the order met.
    pub(crate) fn slots(&self) -> impl Iterator<Item = u32> {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).map(|met| met.slot)
    }

    /// Whether they are met as others are: the same numbers, in the same order.
    pub(crate) fn are_met_as(&self, others: &Candidates) -> bool {
        let met = |chunk: &Arc<Vec<Met>>, other: &Arc<Vec<Met>>| {
            let numbers = |(met, other): (&Met, &Met)| (met.place, met.slot) == (other.place, other.slot);
            Arc::ptr_eq(chunk, other) || chunk.len() == other.len() && chunk.iter().zip(&**other).all(numbers)
        };
        self.chunks.len() == others.chunks.len()
            && self.chunks.iter().zip(&*others.chunks).all(|(it, other)| met(it, other))
    }

    /// The numbers of those that are others than they were.
    pub(crate) fn differing(&self, earlier: &Candidates) -> Vec<u32> {
        self.slots.differing(&earlier.slots, Arc::ptr_eq)
    }

    /// The candidate with this number.
    pub(crate) fn at(&self, slot: u32) -> Option<&Candidate> {
        self.slots.get(slot).map(|candidate| &**candidate)
    }

    /// The candidate with this number, to be changed.
    pub(crate) fn at_mut(&mut self, slot: u32) -> Option<&mut Candidate> {
        self.slots.get_mut(slot).map(Arc::make_mut)
    }

    /// Adds a candidate and says its number.
    pub(crate) fn add(&mut self, candidate: Candidate, skill: &Arc<Skill>) -> u32 {
        let place = candidate.place as u32;
        let slot = self.slots.add(Arc::new(candidate));
        let met = Met { place, slot, skill: skill.clone() };
        let (chunk, index) = self.search(&met);
        let chunks = Arc::make_mut(&mut self.chunks);
        match chunks.get_mut(chunk) {
            Some(entries) => {
                let entries = Arc::make_mut(entries);
                entries.insert(index.min(entries.len()), met);
                if entries.len() > CHUNK {
                    let rest = entries.split_off(CHUNK / 2);
                    chunks.insert(chunk + 1, Arc::new(rest));
                }
            }
            None => chunks.push(Arc::new(vec![met])),
        }
        slot
    }

    /// Takes a candidate out. `skill` is what it was added with.
    pub(crate) fn take(&mut self, slot: u32, skill: &Arc<Skill>) -> Option<Candidate> {
        let candidate = self.slots.take(slot)?;
        let met = Met { place: candidate.place as u32, slot, skill: skill.clone() };
        let (chunk, index) = self.search(&met);
        let chunks = Arc::make_mut(&mut self.chunks);
        if let Some(entries) = chunks.get_mut(chunk)
            && entries.get(index).is_some_and(|found| found.slot == slot)
        {
            let entries = Arc::make_mut(entries);
            entries.remove(index);
            if entries.is_empty() {
                chunks.remove(chunk);
            }
        }
        Some(Arc::unwrap_or_clone(candidate))
    }

    /// Compares two candidates by when the host meets them.
    pub(crate) fn compare(&self, left: (u32, &Arc<Skill>), right: (u32, &Arc<Skill>)) -> Ordering {
        let ((left_slot, left), (right_slot, right)) = (left, right);
        let place = |slot| self.at(slot).map_or(0, |candidate| candidate.place as u32);
        self.met_before(
            &Met { place: place(left_slot), slot: left_slot, skill: left.clone() },
            &Met { place: place(right_slot), slot: right_slot, skill: right.clone() },
        )
    }

    /// Where an entry stands, or would stand: the chunk and the index in it.
    fn search(&self, met: &Met) -> (usize, usize) {
        let before = |entry: &Met| self.met_before(entry, met) == Ordering::Less;
        let chunk = self.chunks.partition_point(|entries| entries.last().is_some_and(before));
        match self.chunks.get(chunk) {
            Some(entries) => (chunk, entries.partition_point(before)),
            // Behind the last entry of all: at the end of the last chunk.
            None => {
                let last = self.chunks.len().saturating_sub(1);
                (last, self.chunks.last().map_or(0, |entries| entries.len()))
            }
        }
    }

    fn met_before(&self, left: &Met, right: &Met) -> Ordering {
        let paths = || left.skill.path.cmp(&right.skill.path);
        if self.order == OrderName::LowerPath {
            // The host sorts everything it found by path, whatever root it comes from.
            return lower(&left.skill)
                .cmp(lower(&right.skill))
                .then_with(|| left.place.cmp(&right.place))
                .then_with(paths);
        }
        let rank = |met: &Met| self.ranks.get(met.place as usize).copied().unwrap_or(met.place);
        let turn = |met: &Met| match self.first.get(met.place as usize) {
            Some(first) if *first == met.skill.path => 0,
            // A folder that is called like the file is looked at as one first, and so comes late.
            Some(first) if met.skill.path.parent() == Some(first) => 2,
            _ => 1,
        };
        rank(left)
            .cmp(&rank(right))
            .then_with(|| turn(left).cmp(&turn(right)))
            .then_with(|| match self.order {
                OrderName::FileSystem => listed(&left.skill).cmp(&listed(&right.skill)),
                OrderName::Path => left.place.cmp(&right.place).then_with(paths),
                OrderName::Preorder => {
                    let (left_folder, right_folder) = (left.skill.path.parent(), right.skill.path.parent());
                    left.place.cmp(&right.place).then_with(|| left_folder.cmp(&right_folder))
                }
                OrderName::Breadth => {
                    left.place.cmp(&right.place).then_with(|| depth(&left.skill).cmp(&depth(&right.skill)))
                }
                OrderName::PathText => left.place.cmp(&right.place).then_with(|| path_texts(&left.skill, &right.skill)),
                order => order.compare(&left.skill.folder, &right.skill.folder),
            })
            .then_with(|| left.place.cmp(&right.place))
            .then_with(paths)
            .then_with(|| left.slot.cmp(&right.slot))
    }
}

/// The legacy command folders are read as one: Claude Code sorts the commands of all of them by name.
fn ranks(places: &[Place]) -> Arc<[u32]> {
    let is_command = |place: &Place| place.layout == Layout::Commands && place.plugin.is_none();
    let commands = places.iter().position(is_command).unwrap_or_default();
    let rank = |(index, place): (usize, &Place)| if is_command(place) { commands as u32 } else { index as u32 };
    places.iter().enumerate().map(rank).collect()
}

fn depth(skill: &Skill) -> usize {
    skill.path.components().count()
}

fn path_texts(left: &Skill, right: &Skill) -> Ordering {
    left.path.as_os_str().as_encoded_bytes().cmp(right.path.as_os_str().as_encoded_bytes())
}

/// When a host meets an entry that reads a folder as the file system lists it, and of two folders keeps the later one.
fn listed(skill: &Skill) -> (bool, i64) {
    let rank = i64::from(skill.rank);
    match skill.kind {
        FoundKind::Flat => (true, rank),
        FoundKind::Skill | FoundKind::Command | FoundKind::Written | FoundKind::Agent => (false, -rank),
    }
}

fn lower(skill: &Skill) -> impl Iterator<Item = char> {
    // The folder's path, not the file's: `a` comes before `a-b`.
    let folder = skill.path.parent().unwrap_or(&skill.path);
    folder.to_str().unwrap_or_default().chars().flat_map(char::to_lowercase)
}

impl<'a> IntoIterator for &'a Candidates {
    type Item = &'a Candidate;
    type IntoIter = Box<dyn Iterator<Item = &'a Candidate> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
