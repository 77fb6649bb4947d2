//! The entries that a host prints together, with what they take of the budget.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::hosts::{ListingRule, Unit};
use crate::listing::budget;
use crate::listing::entry::Maker;
use crate::listing::form::Choice;
use crate::listing::limit::Limit;
use crate::listing::lineup::Lineup;
use crate::listing::meter::Meter;
use crate::listing::{Budget, CutKind, ListedEntry};

/// The entries with short paths when they show more skills, or cut less, or take less room; otherwise those with
/// whole paths.
pub(super) fn better(whole: ListingBlock, short: ListingBlock) -> ListingBlock {
    let rank = |block: &ListingBlock| (Reverse(block.kept), block.lost, block.cost);
    if rank(&short) < rank(&whole) { short } else { whole }
}

/// The entries that the host prints together.
pub(super) struct ListingBlock {
    /// What stands before the header: the table of roots, where paths are short.
    pub(super) opening: String,
    /// What the table and the entries take, those of the host's own among them.
    pub(super) cost: usize,
    /// How many characters of the texts were cut.
    pub(super) lost: usize,
    /// How many entries are left, those of the host's own among them.
    pub(super) kept: usize,
    /// All entries, those left out included.
    pub(super) entries: Vec<Arc<ListedEntry>>,
    /// The group of each of them.
    groups: Vec<usize>,
    /// The line that names what was left out, in hosts that have one.
    pub(super) overflow: Option<String>,
    /// The budget, in hosts that have one.
    pub(super) budget: Option<Budget>,
}

impl ListingBlock {
    /// The printed entries.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter(|entry| is_printed(entry)).map(|entry| &*entry.text)
    }

    /// The printed entries with what stands between them: in groups under their headings, where the host has any.
    pub(super) fn joined(&self, rule: &ListingRule) -> String {
        let mut text = String::new();
        let mut before = None;
        for (entry, group) in self.entries.iter().zip(&self.groups).filter(|(entry, _)| is_printed(entry)) {
            if before == Some(group) {
                text.push_str(&rule.separator);
            } else {
                text.push_str(if before.is_some() { &rule.group_separator } else { "" });
                text.push_str(rule.groups.get(*group).map_or("", |group| &group.heading));
            }
            text.push_str(&entry.text);
            before = Some(group);
        }
        if let Some(overflow) = &self.overflow {
            text.push_str(if before.is_some() { &rule.separator } else { "" });
            text.push_str(overflow);
        }
        text
    }
}

fn is_printed(entry: &ListedEntry) -> bool {
    entry.cut != Some(CutKind::Omitted)
}

/// Entries cut to the limit. Those of the host's own are cut with them and not shown.
pub(super) fn block(maker: &Maker, lineup: &Lineup, limit: Option<&Limit>) -> ListingBlock {
    let (rule, meter, all) = (maker.rule, meter(maker.rule, limit), &lineup.entries);
    let table = maker.aliases.as_ref().map_or(0, |aliases| aliases.cost(meter.unit));
    let mut choices = match (&rule.budget, limit) {
        (Some(budget), Some(limit)) => {
            let room = limit.amount.saturating_sub(budget.taken + table);
            budget::choices(budget, all, meter, room, &rule.ellipsis)
        }
        _ => vec![Choice::Full; all.len()],
    };
    let longest = rule.entry_limit.unwrap_or(usize::MAX);
    for choice in choices.iter_mut().skip(longest) {
        *choice = Choice::Omitted;
    }
    let pairs = || all.iter().zip(&choices);
    let left_out: Vec<&str> =
        pairs().filter(|(_, choice)| **choice == Choice::Omitted).map(|(it, _)| &*it.name).collect();
    let costs: Vec<Option<usize>> = pairs().map(|(it, choice)| it.cost(choice, meter)).collect();
    let cost = table + meter.sum(costs.iter().copied().flatten());
    let shown = pairs().enumerate().filter_map(|(at, (it, choice))| it.entry(choice, at < longest));
    let ours = || (0..all.len()).filter(|at| !lineup.owned.contains(at));
    let used = table + meter.sum(ours().filter_map(|at| *costs.get(at)?));
    let taken_by_own = cost.saturating_sub(used);
    ListingBlock {
        opening: match (&maker.aliases, &rule.aliases) {
            (Some(aliases), _) => aliases.opening(),
            (None, Some(rule)) => rule.intro_without.clone(),
            (None, None) => String::new(),
        },
        cost,
        lost: pairs().map(|(it, choice)| it.lost(choice)).sum(),
        kept: costs.iter().flatten().count(),
        groups: all.iter().filter_map(|it| Some(it.subject.as_ref()?.group)).collect(),
        entries: shown.collect(),
        overflow: rule.budget.as_ref().and_then(|budget| budget::overflow(budget, &left_out)),
        budget: rule.budget.as_ref().zip(limit).map(|(budget, limit)| Budget {
            used,
            wanted: table + meter.sum(ours().filter_map(|at| Some(all.get(at)?.full_cost))),
            limit: limit.amount,
            usual: limit.usual,
            unit: meter.word(),
            taken: budget.taken + taken_by_own,
            own: taken_by_own,
            own_count: lineup.owned.len(),
            origin: limit.origin.clone(),
        }),
    }
}

/// What counts the entries of a listing.
pub(super) fn meter<'a>(rule: &'a ListingRule, limit: Option<&Limit>) -> Meter<'a> {
    let usual = rule.budget.as_ref().map_or(Unit::Characters, |budget| budget.unit);
    Meter { unit: limit.map_or(usual, |limit| limit.unit), separator: &rule.separator }
}
