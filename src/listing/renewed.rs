//! An entry of an earlier listing in the words that the skill has now: while someone types, the rest of the listing can
//! wait.

use crate::catalog::{Candidate, Files, Skill, View};
use crate::hosts::Unit;
use crate::listing::entry::Maker;
use crate::listing::label::Names;
use crate::listing::meter::Meter;
use crate::listing::{CutCause, CutKind, ListedEntry, Listing};

/// The entry as it is with the present description. What the budget makes of it is known with the next listing.
pub fn renewed(
    view: &View,
    files: &dyn Files,
    candidate: &Candidate,
    skill: &Skill,
    listing: &Listing,
    entry: ListedEntry,
) -> ListedEntry {
    let Some((start, end)) = entry.shown.map(|(start, end)| (start as usize, end as usize)) else { return entry };
    let Some(rule) = view.host.listing.iter().find(|rule| rule.mode == listing.mode) else { return entry };
    let maker = Maker { rule, view, files, names: Names::none(), aliases: None };
    let (shown, is_cut) = maker.shown(candidate, skill);
    if entry.text.get(start..end) == Some(&*shown) {
        return entry;
    }
    let (Some(before), Some(after)) = (entry.text.get(..start), entry.text.get(end..)) else { return entry };
    let text = [before, &shown, after].concat();
    let unit = rule.budget.as_ref().map_or(Unit::Characters, |budget| budget.unit);
    let full = Meter { unit, separator: &rule.separator }.entry(&text);
    let end = u32::try_from(start + shown.len()).ok();
    ListedEntry {
        cut: is_cut.then_some(CutKind::Shortened),
        cause: is_cut.then_some(CutCause::Length),
        full,
        shown: entry.shown.map(|(start, _)| start).zip(end),
        description: candidate.reading.description.clone(),
        text: text.into(),
        ..entry
    }
}
