//! What of a skill stands in the listing of a host, and why not all of it.

use std::sync::Arc;

use crate::catalog::{BlockState, Candidate, FoundKind, Skill, Status, View};
use crate::hosts::ListingRule;
use crate::listing::{Budget, CutCause, CutKind, ListedEntry, Listing};
use crate::text::worded;
use crate::words::grouped;

worded! {
    /// What of a skill stands in a listing.
    pub enum Shown {
        /// All of it.
        Whole = "whole",
        /// Its text is shortened.
        Shortened = "shortened",
        /// Only its name.
        NameOnly = "name-only",
        /// Nothing: it is left out.
        Omitted = "omitted",
    }
}

/// What of a skill stands in a listing, and why not all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Showing {
    /// What of it.
    pub shown: Shown,
    /// Why not all of it, in one sentence without a full stop; nothing when it is whole.
    pub cause: Option<String>,
}

/// What of a candidate stands in the listing of its host; `None` when it is not among those that are listed.
pub fn showing(view: &View, candidate: &Candidate, listing: &Listing) -> Option<Showing> {
    let is_its = |entry: &&Arc<ListedEntry>| entry.skill == candidate.skill && *entry.name == *candidate.id;
    listing.entries.iter().find(is_its).map(|entry| of_entry(view, entry, listing))
}

/// What an entry shows of its skill.
pub(crate) fn of_entry(view: &View, entry: &ListedEntry, listing: &Listing) -> Showing {
    let shown = match entry.cut {
        None => Shown::Whole,
        Some(CutKind::Shortened) => Shown::Shortened,
        Some(CutKind::NameOnly) => Shown::NameOnly,
        Some(CutKind::Omitted) => Shown::Omitted,
    };
    Showing { shown, cause: entry.cause.map(|cause| words(view, entry, listing, cause)) }
}

fn words(view: &View, entry: &ListedEntry, listing: &Listing, cause: CutCause) -> String {
    let rule = view.host.listing.iter().find(|rule| rule.mode == listing.mode);
    match cause {
        CutCause::Length => {
            let limit = rule.and_then(|rule| longest(view, rule)).map(grouped);
            let key = view.host.controls.text_limit.as_deref().filter(|_| view.controls.text_limit.is_some());
            let by = key.map(|key| format!(" (`{key}`)")).unwrap_or_default();
            format!("its text is longer than the {} characters that an entry may have{by}", limit.unwrap_or_default())
        }
        CutCause::Switch => match view.controls.override_of(&view.host, &entry.name) {
            Some((_, file)) => {
                let key = view.controls.switch_key(&view.host, &entry.name).map(|key| format!("`{key}` in "));
                format!("{}`{}` asks for its name only", key.unwrap_or_default(), view.environment.short(file))
            }
            None => "the settings ask for its name only".to_owned(),
        },
        CutCause::Room => match &listing.budget {
            Some(budget) => no_room(budget),
            None => "no room".to_owned(),
        },
        CutCause::Count => {
            let limit = rule.and_then(|rule| rule.entry_limit).unwrap_or_default();
            format!("the listing names at most {} skills", grouped(limit))
        }
        CutCause::Off => match view.host.controls.listing_enabled.as_deref().filter(|_| view.controls.listing_off) {
            Some(key) => format!("the listing is switched off by `{key}`"),
            None => "the listing is switched off".to_owned(),
        },
    }
}

fn no_room(budget: &Budget) -> String {
    if budget.is_taken_by_own() {
        let (own, limit) = (grouped(budget.own), grouped(budget.limit));
        return format!("no room: the bundled skills alone take {own} of the {limit} {}", budget.unit);
    }
    let (wanted, room) = (grouped(budget.wanted), grouped(budget.room()));
    format!("no room: the listing wants {wanted} {} and has {room}", budget.unit)
}

pub(crate) fn longest(view: &View, rule: &ListingRule) -> Option<usize> {
    rule.text_limit.map(|limit| view.controls.text_limit.unwrap_or(limit))
}

/// Whether a host ever shows less than the whole of a skill that it lists.
pub(crate) fn may_cut(view: &View) -> bool {
    let cuts = |rule: &ListingRule| {
        rule.budget.is_some() || rule.text_limit.is_some() || rule.entry_limit.is_some() || rule.switch.is_some()
    };
    view.controls.listing_off || view.host.listing.iter().any(cuts)
}

/// Why the fields of a skill that the host loads count for nothing, when they do not.
pub(crate) fn ignored_block(skill: &Skill, candidate: &Candidate) -> Option<&'static str> {
    let is_loaded = match candidate.verdict.status {
        Status::Active | Status::Ambiguous | Status::Hidden | Status::Conditional => true,
        Status::Shadowed | Status::Disabled | Status::Skipped | Status::Unread => false,
    };
    match candidate.reading.block {
        _ if !is_loaded || skill.kind != FoundKind::Skill => None,
        BlockState::Void => Some("its frontmatter cannot be read and is ignored"),
        BlockState::Absent => Some("the host sees no frontmatter in it"),
        BlockState::Read | BlockState::Repaired => None,
    }
}

/// Why it is with a candidate as it is: its verdict, what is cut of it, and what is not read of it.
pub(crate) fn reason(skill: &Skill, candidate: &Candidate, showing: Option<&Showing>) -> String {
    let cause = showing.and_then(|showing| showing.cause.as_deref());
    let more: Vec<&str> = cause.into_iter().chain(ignored_block(skill, candidate)).collect();
    let verdict = Some(&*candidate.verdict.reason).filter(|_| more.is_empty() || !candidate.verdict.is_alone());
    verdict.into_iter().chain(more).collect::<Vec<_>>().join("; ")
}
