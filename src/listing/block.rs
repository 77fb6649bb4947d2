//! The entries that a host prints together, with what they take of the budget.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::catalog::{Override, Place, Status};
use crate::hosts::{BudgetRule, ListingRule, Unit};
use crate::listing::alias::Root;
use crate::listing::budget;
use crate::listing::entry::Maker;
use crate::listing::form::{Choice, EntryForm};
use crate::listing::limit::{Limit, taken_by_own};
use crate::listing::listed::{Listed, group};
use crate::listing::meter::Meter;
use crate::listing::{Budget, ListedEntry, OwnSkills};

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
    let rank = |block: &ListingBlock| (Reverse(block.texts.len()), block.lost, block.cost);
    if rank(&short) < rank(&whole) { short } else { whole }
}

/// The entries that the host prints together.
pub(super) struct ListingBlock {
    /// What stands before the header: the table of roots, where paths are short.
    pub(super) opening: String,
    /// What the table and the entries take.
    pub(super) cost: usize,
    /// How many characters of the texts were cut.
    pub(super) lost: usize,
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

/// What the host's own skills take: those whose name a skill on disk has, or which are switched off, take nothing.
fn left_of_own(maker: &Maker, budget: &BudgetRule) -> usize {
    let view = maker.view;
    let is_there = |name: &str| {
        let is_loaded = |status| !matches!(status, Status::Skipped | Status::Unread);
        let is_off = matches!(view.controls.override_of(&view.host, name), Some((Override::Off, _)));
        !is_off && !view.named(name).any(|candidate| is_loaded(candidate.verdict.status))
    };
    budget.own.iter().filter(|(name, _)| is_there(name)).map(|(_, taken)| taken).sum()
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

/// The entries of these skills, cut to the limit.
pub(super) fn block(maker: &Maker, listed: &[Listed], limit: Option<&Limit>, own_skills: OwnSkills) -> ListingBlock {
    let rule = maker.rule;
    let forms: Vec<EntryForm> = listed.iter().map(|listed| maker.form(listed.candidate, listed.skill)).collect();
    let usual = rule.budget.as_ref().map_or(Unit::Characters, |budget| budget.unit);
    let unit = limit.map_or(usual, |limit| limit.unit);
    let meter = Meter { unit, separator: &rule.separator };
    let table = maker.aliases.as_ref().map_or(0, |aliases| aliases.cost(unit));
    let always = rule.budget.as_ref().is_some_and(|budget| budget.own_counts);
    let own = rule.budget.as_ref().map_or(0, |budget| match always {
        true => left_of_own(maker, budget),
        false => taken_by_own(budget, maker.view, listed),
    });
    let counted = if always || own_skills == OwnSkills::Counted { own } else { 0 };
    let mut choices = match (&rule.budget, limit) {
        (Some(budget), Some(limit)) => {
            let taken = if budget.taken_before.is_empty() { budget.taken } else { 0 };
            let room = limit.amount.saturating_sub(taken + counted + table);
            budget::choices(budget, &forms, meter, room, &rule.ellipsis)
        }
        _ => vec![Choice::Full; forms.len()],
    };
    for choice in choices.iter_mut().skip(rule.entry_limit.unwrap_or(usize::MAX)) {
        *choice = Choice::Omitted;
    }
    let mut block = ListingBlock {
        opening: match (&maker.aliases, &rule.aliases) {
            (Some(aliases), _) => aliases.opening(),
            (None, Some(rule)) => rule.intro_without.clone(),
            (None, None) => String::new(),
        },
        cost: 0,
        lost: forms.iter().zip(&choices).map(|(form, choice)| form.lost(choice)).sum(),
        texts: Vec::new(),
        groups: Vec::new(),
        entries: Vec::new(),
        overflow: None,
        budget: None,
    };
    let mut full = Vec::new();
    for (index, ((listed, form), choice)) in listed.iter().zip(&forms).zip(&choices).enumerate() {
        let printed = form.printed(choice);
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
    let left_out: Vec<&str> = listed
        .iter()
        .zip(&choices)
        .filter(|(_, choice)| **choice == Choice::Omitted)
        .map(|(listed, _)| &*listed.candidate.id)
        .collect();
    block.overflow = rule.budget.as_ref().and_then(|budget| budget::overflow(budget, &left_out));
    block.cost = table + meter.total(block.texts.iter().map(String::as_str));
    block.budget = rule.budget.as_ref().zip(limit).map(|(budget, limit)| Budget {
        used: block.cost,
        wanted: table + meter.total(full.iter().map(String::as_str)),
        limit: limit.amount,
        unit: meter.word(),
        taken: budget.taken + counted,
        own,
        origin: limit.origin.clone(),
    });
    block
}
