//! The entries that a host prints together, with what they take of the budget.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::catalog::Place;
use crate::hosts::{ListingRule, Unit};
use crate::listing::alias::Root;
use crate::listing::budget;
use crate::listing::entry::Maker;
use crate::listing::form::{Choice, EntryForm};
use crate::listing::limit::Limit;
use crate::listing::listed::{Listed, group};
use crate::listing::meter::Meter;
use crate::listing::own::OwnEntries;
use crate::listing::{Budget, ListedEntry};

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
    /// The printed entries.
    pub(super) texts: Vec<String>,
    /// The group of each of them.
    pub(super) groups: Vec<usize>,
    /// All entries, those left out included.
    pub(super) entries: Vec<ListedEntry>,
    /// The line that names what was left out, in hosts that have one.
    pub(super) overflow: Option<String>,
    /// The budget, in hosts that have one.
    pub(super) budget: Option<Budget>,
}

impl ListingBlock {
    /// The printed entries with what stands between them: in groups under their headings, where the host has any.
    pub(super) fn joined(&self, rule: &ListingRule) -> String {
        let mut text = String::new();
        let mut before = None;
        for (entry, group) in self.texts.iter().zip(&self.groups) {
            if before == Some(group) {
                text.push_str(&rule.separator);
            } else {
                text.push_str(if before.is_some() { &rule.group_separator } else { "" });
                text.push_str(rule.groups.get(*group).map_or("", |group| &group.heading));
            }
            text.push_str(entry);
            before = Some(group);
        }
        if let Some(overflow) = &self.overflow {
            text.push_str(if before.is_some() { &rule.separator } else { "" });
            text.push_str(overflow);
        }
        text
    }
}

/// The entries of these skills, cut to the limit. Those of the host's own are cut with them and not shown.
pub(super) fn block(maker: &Maker, listed: &[Listed], limit: Option<&Limit>, own: &OwnEntries) -> ListingBlock {
    let rule = maker.rule;
    let mut forms: Vec<EntryForm> = listed.iter().map(|listed| maker.form(listed.candidate, listed.skill)).collect();
    let mut names: Vec<&str> = listed.iter().map(|listed| &*listed.candidate.id).collect();
    let owned = own.at..own.at + own.skills.len();
    forms.splice(own.at..own.at, own.forms(maker));
    names.splice(own.at..own.at, own.skills.iter().map(|skill| skill.name.as_str()));
    let usual = rule.budget.as_ref().map_or(Unit::Characters, |budget| budget.unit);
    let unit = limit.map_or(usual, |limit| limit.unit);
    let meter = Meter { unit, separator: &rule.separator };
    let table = maker.aliases.as_ref().map_or(0, |aliases| aliases.cost(unit));
    let mut choices = match (&rule.budget, limit) {
        (Some(budget), Some(limit)) => {
            let room = limit.amount.saturating_sub(budget.taken + table);
            budget::choices(budget, &forms, meter, room, &rule.ellipsis)
        }
        _ => vec![Choice::Full; forms.len()],
    };
    for choice in choices.iter_mut().skip(rule.entry_limit.unwrap_or(usize::MAX)) {
        *choice = Choice::Omitted;
    }
    let left_out: Vec<&str> =
        names.iter().zip(&choices).filter(|(_, choice)| **choice == Choice::Omitted).map(|(name, _)| *name).collect();
    let printed: Vec<Option<String>> = forms.iter().zip(&choices).map(|(form, choice)| form.printed(choice)).collect();
    let cost = table + meter.total(printed.iter().flatten().map(String::as_str));
    let mut block = ListingBlock {
        opening: match (&maker.aliases, &rule.aliases) {
            (Some(aliases), _) => aliases.opening(),
            (None, Some(rule)) => rule.intro_without.clone(),
            (None, None) => String::new(),
        },
        cost,
        lost: forms.iter().zip(&choices).map(|(form, choice)| form.lost(choice)).sum(),
        kept: printed.iter().flatten().count(),
        texts: Vec::new(),
        groups: Vec::new(),
        entries: Vec::new(),
        overflow: rule.budget.as_ref().and_then(|budget| budget::overflow(budget, &left_out)),
        budget: None,
    };
    let mut full = Vec::new();
    let shown = forms.iter().zip(&choices).zip(printed).enumerate().filter(|(at, _)| !owned.contains(at));
    for (listed, (index, ((form, choice), printed))) in listed.iter().zip(shown) {
        full.push(form.full());
        block.entries.push(ListedEntry {
            skill: listed.candidate.skill,
            name: listed.candidate.id.to_string(),
            path: listed.skill.path.clone(),
            text: printed.clone().unwrap_or_default(),
            cut: form.cut(choice),
            cause: form.cause(choice, index < rule.entry_limit.unwrap_or(usize::MAX)),
            full: full.last().map_or(0, |full| meter.entry(full)),
            later: false,
            shown: form.shown(choice),
        });
        if let Some(printed) = printed {
            block.texts.push(printed);
            block.groups.push(group(maker.view, rule, listed.candidate));
        }
    }
    let used = table + meter.total(block.texts.iter().map(String::as_str));
    let taken_by_own = cost.saturating_sub(used);
    block.budget = rule.budget.as_ref().zip(limit).map(|(budget, limit)| Budget {
        used,
        wanted: table + meter.total(full.iter().map(String::as_str)),
        limit: limit.amount,
        unit: meter.word(),
        taken: budget.taken + taken_by_own,
        own: taken_by_own,
        own_count: own.skills.len(),
        origin: limit.origin.clone(),
    });
    block
}
