//! What does not fit into the listing, and what to turn off or shorten first.

use crate::catalog::View;
use crate::features::list::ListedSkill;
use crate::listing::{CutCause, CutKind, ListedEntry, Listing};
use crate::words::{enumeration, grouped};

use super::{Cause, Facts, Line, Spot, command, idle_setting};

/// So many are named that could make room.
const NAMED: usize = 3;

pub(super) fn lines(facts: &Facts<'_>, view: &View, skills: &[ListedSkill]) -> Vec<Line> {
    // Where there are several packages, each is looked at by itself.
    let mut listings: Vec<std::sync::Arc<Listing>> = Vec::new();
    for skill in skills {
        let Some(listing) = facts.listings.listing(&view.host.id, &skill.path) else { continue };
        if !listings.iter().any(|known| std::sync::Arc::ptr_eq(known, &listing)) {
            listings.push(listing);
        }
    }
    listings.iter().flat_map(|listing| of_listing(facts, view, listing)).collect()
}

fn of_listing(facts: &Facts<'_>, view: &View, listing: &Listing) -> Vec<Line> {
    let is_cut = |entry: &&ListedEntry| matches!(entry.cause, Some(CutCause::Room | CutCause::Count));
    let mut cut: Vec<&ListedEntry> = listing.entries.iter().map(|entry| &**entry).filter(is_cut).collect();
    // Whoever works here misses the skills of the project.
    cut.sort_by_key(|entry| !is_of_project(view, entry));
    let Some(first) = cut.first() else { return Vec::new() };
    let budget = listing.budget.as_ref().filter(|_| first.cause == Some(CutCause::Room));
    let set_by = set_by(view, listing).filter(|_| budget.is_some());
    // What leaves less room than there would be is the cause, and not how long the descriptions are.
    let lowered = budget.zip(set_by).filter(|(budget, _)| budget.limit < budget.usual);
    let is_enough = lowered.is_some_and(|(budget, _)| budget.wanted <= budget.usual.saturating_sub(budget.taken));
    let limit = match budget {
        Some(budget) => {
            let (wanted, room) = (grouped(budget.wanted), grouped(budget.room()));
            let usual = grouped(budget.usual.saturating_sub(budget.taken));
            let usual = if lowered.is_some() { format!("; without it for {usual}") } else { String::new() };
            let by = set_by.map(|key| format!(" (set by `{key}`{usual})")).unwrap_or_default();
            format!("the listing has room for {room} {}{by}, and all of it takes {wanted}", unit(listing))
        }
        None => format!("the listing takes no more than {} skills", grouped(listing.entries.len() - cut.len())),
    };
    let host = &view.host.id;
    let unset = lowered.and_then(|(_, name)| unsetting(facts, view, name));
    let next = unset.unwrap_or_else(|| match view.host.controls.usage.is_some() {
        true => format!("skill-lsp usage --host {host}"),
        false => format!("skill-lsp prompt --host {host} --budget"),
    });
    let advice = if is_enough { String::new() } else { advice(view, listing) };
    let line = |kind: CutKind, what: &str| {
        let entries: Vec<&&ListedEntry> = cut.iter().filter(|entry| entry.cut == Some(kind)).collect();
        let words = format!("{what}: {limit}{advice}");
        (!entries.is_empty()).then(|| Line {
            skills: entries.iter().map(|entry| entry.name.to_string()).collect(),
            places: entries.iter().map(|it| Spot { path: it.path.to_path_buf(), line: None, column: None }).collect(),
            ..Line::new(Cause::NoRoom, "", &first.path, words).listed(kind != CutKind::Omitted).next(next.clone())
        })
    };
    let kinds = [
        (CutKind::Omitted, "no room: the model is not told of it"),
        (CutKind::NameOnly, "no room for the description: the model sees the bare name"),
        (CutKind::Shortened, "no room for all of the description: the model sees a part"),
    ];
    kinds.into_iter().filter_map(|(kind, what)| line(kind, what)).collect()
}

/// Whether a skill lies in the project that is worked in, and not in the home around it.
fn is_of_project(view: &View, entry: &ListedEntry) -> bool {
    let environment = &view.environment;
    let top = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let holds_home = environment.home.as_ref().is_some_and(|home| home.starts_with(top));
    !holds_home && entry.path.starts_with(top)
}

/// The setting or variable that says how much room there is, where one does.
fn set_by<'a>(view: &'a View, listing: &Listing) -> Option<&'a str> {
    let rule = view.host.listing.iter().find(|rule| rule.mode == listing.mode)?.budget.as_ref()?;
    let variable = rule.variable.as_deref().filter(|name| view.controls.variable(&view.environment, name).is_some());
    let (keys, controls) = (&view.host.controls, &view.controls);
    let limit = keys.budget_limit.as_deref().filter(|_| controls.budget_limit.is_some());
    let share = keys.budget_fraction.as_deref().filter(|_| controls.budget_fraction.is_some());
    variable.or(limit).or(share)
}

/// Takes back what a variable or a setting says.
fn unsetting(facts: &Facts<'_>, view: &View, name: &str) -> Option<String> {
    if facts.environment.variables.contains_key(name) {
        return Some(format!("unset {name}"));
    }
    let keys = [name.to_owned(), format!("env.{name}")];
    let file = keys.iter().find_map(|key| idle_setting::file_with(facts, view, key));
    file.map(|file| command::editing(facts.environment, &file))
}

/// What is counted, as people say it: columns of a terminal are characters, of which wide ones count twice.
fn unit(listing: &Listing) -> &'static str {
    match listing.budget.as_ref().map(|budget| budget.unit) {
        None | Some("columns") => "characters",
        Some(unit) => unit,
    }
}

/// What takes most and is used least.
fn advice(view: &View, listing: &Listing) -> String {
    let now = view.environment.now;
    let counts = view.host.controls.usage.is_some();
    let score = |entry: &ListedEntry| view.controls.usage_score(&entry.name, now);
    let mut entries: Vec<&ListedEntry> = listing.entries.iter().map(|entry| &**entry).collect();
    entries.sort_by(|left, right| {
        let is_own = |entry: &ListedEntry| is_of_project(view, entry);
        let by_use = score(left).total_cmp(&score(right)).then(right.full.cmp(&left.full));
        is_own(left).cmp(&is_own(right)).then(by_use)
    });
    let unit = unit(listing);
    let told = |entry: &&ListedEntry| {
        let used = match view.controls.usage.get(&*entry.name).map(|(count, _)| *count) {
            _ if !counts => String::new(),
            None | Some(0) => "never used, ".to_owned(),
            Some(1) => "used once, ".to_owned(),
            Some(count) => format!("used {count} times, "),
        };
        format!("`{}` ({used}{} {unit})", entry.name, grouped(entry.full))
    };
    let named: Vec<String> = entries.iter().take(NAMED).map(told).collect();
    if named.is_empty() { String::new() } else { format!("; turn off or shorten first {}", enumeration(&named)) }
}
