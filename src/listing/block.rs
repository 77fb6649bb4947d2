//! The entries that a host prints together, with what they take of the budget.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::catalog::Place;
use crate::hosts::{ListingRule, Unit};
use crate::listing::alias::Root;
use crate::listing::budget;
use crate::listing::entry::Maker;
use crate::listing::form::Choice;
use crate::listing::limit::Limit;
use crate::listing::listed::{Listed, group};
use crate::listing::meter::Meter;
use crate::listing::own::OwnEntries;
use crate::listing::weighed::{BlockParts, Parts, Weighed, weighed};
use crate::listing::{Budget, CutKind, ListedEntry};

/// The places that hold listed skills, in the order in which the host reads them.
pub(super) fn roots(maker: &Maker, listed: &[Listed]) -> Vec<Root> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for listed in listed {
        *counts.entry(listed.candidate.place).or_default() += 1;
    }
    let places = maker.view.places.iter().enumerate();
    let root = |(place, it): (usize, &Place)| {
        let skills = *counts.get(&place)?;
        Some(Root { place, path: maker.root(it).into_owned(), skills })
    };
    places.filter_map(root).collect()
}

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
    pub(super) entries: Vec<ListedEntry>,
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

/// The entries of these skills, cut to the limit. Those of the host's own are cut with them and not shown.
pub(super) fn block(
    maker: &Maker,
    listed: &[Listed],
    limit: Option<&Limit>,
    own: &OwnEntries,
    earlier: Option<&Parts>,
) -> (ListingBlock, BlockParts) {
    let rule = maker.rule;
    let usual = rule.budget.as_ref().map_or(Unit::Characters, |budget| budget.unit);
    let unit = limit.map_or(usual, |limit| limit.unit);
    let meter = Meter { unit, separator: &rule.separator };
    let (mut all, parts) = weighed(maker, listed, meter, earlier);
    let mut names: Vec<&str> = listed.iter().map(|listed| &*listed.candidate.id).collect();
    let owned = own.at..own.at + own.skills.len();
    all.splice(
        own.at..own.at,
        own.forms(maker).into_iter().map(|form| Arc::new(Weighed::new(form, Path::new(""), meter))),
    );
    names.splice(own.at..own.at, own.skills.iter().map(|skill| skill.name.as_str()));
    let table = maker.aliases.as_ref().map_or(0, |aliases| aliases.cost(unit));
    let mut choices = match (&rule.budget, limit) {
        (Some(budget), Some(limit)) => {
            let room = limit.amount.saturating_sub(budget.taken + table);
            budget::choices(budget, &all, meter, room, &rule.ellipsis)
        }
        _ => vec![Choice::Full; all.len()],
    };
    for choice in choices.iter_mut().skip(rule.entry_limit.unwrap_or(usize::MAX)) {
        *choice = Choice::Omitted;
    }
    let left_out: Vec<&str> =
        names.iter().zip(&choices).filter(|(_, choice)| **choice == Choice::Omitted).map(|(name, _)| *name).collect();
    let costs: Vec<Option<usize>> = all.iter().zip(&choices).map(|(it, choice)| it.cost(choice, meter)).collect();
    let cost = table + meter.sum(costs.iter().copied().flatten());
    let mut block = ListingBlock {
        opening: match (&maker.aliases, &rule.aliases) {
            (Some(aliases), _) => aliases.opening(),
            (None, Some(rule)) => rule.intro_without.clone(),
            (None, None) => String::new(),
        },
        cost,
        lost: all.iter().zip(&choices).map(|(it, choice)| it.lost(choice)).sum(),
        kept: costs.iter().flatten().count(),
        groups: Vec::with_capacity(listed.len()),
        entries: Vec::with_capacity(listed.len()),
        overflow: rule.budget.as_ref().and_then(|budget| budget::overflow(budget, &left_out)),
        budget: None,
    };
    let is_shown = |at: &usize| !owned.contains(at);
    let shown = all.iter().zip(&choices).enumerate().filter(|(at, _)| is_shown(at));
    for (listed, (index, (weighed, choice))) in listed.iter().zip(shown) {
        let form = &weighed.form;
        block.entries.push(ListedEntry {
            skill: listed.candidate.skill,
            name: listed.candidate.id.clone(),
            label: listed.candidate.label_name.as_ref().unwrap_or(&listed.candidate.id).clone(),
            path: weighed.path.clone(),
            description: listed.candidate.reading.description.clone(),
            text: weighed.printed(choice).unwrap_or_default(),
            cut: form.cut(choice),
            cause: form.cause(choice, index < rule.entry_limit.unwrap_or(usize::MAX)),
            full: weighed.full_cost,
            later: None,
            shown: form.shown(choice),
        });
        block.groups.push(group(maker.view, rule, listed.candidate));
    }
    let ours = || (0..all.len()).filter(is_shown);
    let used = table + meter.sum(ours().filter_map(|at| *costs.get(at)?));
    let taken_by_own = cost.saturating_sub(used);
    block.budget = rule.budget.as_ref().zip(limit).map(|(budget, limit)| Budget {
        used,
        wanted: table + meter.sum(ours().filter_map(|at| Some(all.get(at)?.full_cost))),
        limit: limit.amount,
        usual: limit.usual,
        unit: meter.word(),
        taken: budget.taken + taken_by_own,
        own: taken_by_own,
        own_count: own.skills.len(),
        origin: limit.origin.clone(),
    });
    (block, parts)
}
