//! The skills of a listing, in its order.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::catalog::{Candidate, Catalog, PackageApart, Skill, SkillId, Status, View};
use crate::hosts::{ListingRule, OrderName, Scope, WinnerPolicy};
use crate::listing::label::{Moment, callable};
use crate::listing::own;

/// A skill that is listed.
pub(super) struct Listed<'a> {
    /// What has become of it in the view.
    pub(super) candidate: &'a Candidate,
    /// Its file.
    pub(super) skill: &'a Skill,
}

/// The skills of a listing, in its order; of packages of this repository those of one, when that is said.
pub(super) fn listed<'a>(
    catalog: &'a Catalog,
    view: &'a View,
    rule: &ListingRule,
    apart: Option<&PackageApart>,
) -> Vec<Listed<'a>> {
    let mut ambiguous = HashSet::new();
    let is_installed = |candidate: &&Candidate| {
        let package = view.place(candidate).and_then(|place| place.own_package.as_ref());
        package.is_none() || apart.is_none_or(|apart| apart.0.as_ref() == package)
    };
    let in_order = view.in_listing_order();
    let mut listed: Vec<Listed> = in_order
        .iter()
        .copied()
        .filter(|candidate| is_listed(view, candidate))
        .filter(is_installed)
        // Nobody knows which of them the host keeps, but it keeps one.
        .filter(|candidate| candidate.verdict.status != Status::Ambiguous || ambiguous.insert(view.key(&candidate.id)))
        .filter_map(|candidate| Some(Listed { candidate, skill: catalog.skill(candidate.skill)? }))
        .collect();
    match rule.by_group {
        true => sort_groups(view, rule, &mut listed),
        false => sort(&mut listed, rule.order, |listed| &listed.candidate.id),
    }
    if rule.real_order {
        listed.sort_by(|left, right| {
            let by_name = rule.order.compare(&left.candidate.id, &right.candidate.id);
            by_name.then_with(|| left.skill.real.cmp(&right.skill.real))
        });
    }
    for chunk in listed.chunk_by_mut(|left, right| left.candidate.place == right.candidate.place) {
        sort_place(catalog, view, chunk);
    }
    if rule.order == OrderName::Discovery && view.host.winner.policy == WinnerPolicy::LastKeepsPlace {
        listed.sort_by_key(|listed| own::place(rule, &listed.candidate.id));
    }
    // A skill that had to be renamed is found only after all the others have their names.
    let behind =
        if rule.renamed_before_commands { behind_first_command(catalog, view, &in_order) } else { Quick::default() };
    let is_renamed = |listed: &Listed| listed.candidate.renamed && view.host.winner.scoped_clashes;
    listed.sort_by_key(|listed| match (is_renamed(listed), behind.contains(&key(listed.candidate))) {
        (false, is_behind) => 2 * u8::from(is_behind),
        (true, _) => 1,
    });
    if !rule.groups.is_empty() {
        listed.sort_by_key(|listed| group(view, rule, listed.candidate));
    }
    if !rule.scopes.is_empty() {
        let rank = |scope| rule.scopes.iter().position(|it| *it == scope).unwrap_or(usize::MAX);
        let scope = |listed: &Listed| match (view.scope(listed.candidate), rule.plugins_among) {
            (Scope::Plugin, Some(scope)) => scope,
            (scope, _) => scope,
        };
        listed.sort_by_key(|listed| rank(scope(listed)));
    }
    listed
}

/// A set in which every skill is looked for with every key that somebody types beside a listing.
type Quick<T> = HashSet<T, foldhash::fast::FixedState>;

/// The first candidate with the name of a command of the host's own, and all behind it that were not renamed.
fn behind_first_command(catalog: &Catalog, view: &View, in_order: &[&Candidate]) -> Quick<(SkillId, usize)> {
    let reserved = &view.host.reserved;
    let commands: Quick<&str> = reserved.commands.iter().chain(&reserved.rare_commands).map(String::as_str).collect();
    let is_command =
        |candidate: &&Candidate| commands.contains(&*candidate.id) && callable(catalog, candidate, Moment::First);
    let keep_names = in_order.iter().copied().filter(|candidate| !candidate.renamed && !candidate.later);
    keep_names.skip_while(|candidate| !is_command(candidate)).map(key).collect()
}

fn key(candidate: &Candidate) -> (SkillId, usize) {
    (candidate.skill, candidate.place)
}

/// Sorts each run of skills whose roots are of one group. What the host has loaded but does not list ends a run too.
fn sort_groups(view: &View, rule: &ListingRule, listed: &mut [Listed]) {
    let group = |candidate: &Candidate| {
        let place = view.place(candidate)?;
        view.host.roots.get(place.rule)?.group.as_deref()
    };
    let mut runs = HashMap::new();
    let (mut run, mut last) = (0, None);
    for candidate in view.candidates.iter().filter(|candidate| is_loaded(candidate)) {
        if last != Some(group(candidate)) {
            (run, last) = (run + 1, Some(group(candidate)));
        }
        runs.insert((candidate.skill, candidate.place), run);
    }
    let run = |listed: &Listed| runs.get(&(listed.candidate.skill, listed.candidate.place)).copied();
    for chunk in listed.chunk_by_mut(|left, right| run(left) == run(right)) {
        sort(chunk, rule.order, |listed| &listed.candidate.id);
    }
}

fn is_loaded(candidate: &Candidate) -> bool {
    match candidate.verdict.status {
        Status::Active | Status::Ambiguous | Status::Hidden | Status::Disabled | Status::Conditional => true,
        Status::Shadowed | Status::Skipped | Status::Unread => false,
    }
}

/// The number of the group that an entry stands in.
pub(super) fn group(view: &View, rule: &ListingRule, candidate: &Candidate) -> usize {
    let source = view.place(candidate).map(|place| &*place.source);
    rule.groups.iter().position(|group| Some(&*group.source) == source).unwrap_or(usize::MAX)
}

/// Sorts the skills of one place where the host does so after it made their ids.
fn sort_place(catalog: &Catalog, view: &View, listed: &mut [Listed]) {
    let place = listed.first().and_then(|first| view.place(first.candidate));
    let Some((place, rule)) = place.and_then(|place| Some((place, view.host.roots.get(place.rule)?))) else { return };
    let order = view.host.winner.order;
    if rule.plain_ids {
        listed.sort_by(|left, right| order.compare(&left.candidate.id, &right.candidate.id));
    }
    if rule.by_folder {
        let below = |candidate: &Candidate| {
            let path = &catalog.skill(candidate.skill)?.path;
            Some(path.strip_prefix(&place.path).unwrap_or(path))
        };
        let all = view.candidates.iter().filter(|candidate| view.place(candidate) == Some(place));
        let mut met: Vec<&Path> = all.filter_map(below).collect();
        met.sort_by(|left, right| compare_names(order, left, right));
        let mut ranks: HashMap<Option<&Path>, usize> = HashMap::new();
        for (rank, path) in met.iter().enumerate() {
            ranks.entry(path.parent()).or_insert(rank);
        }
        listed.sort_by_cached_key(|listed| ranks.get(&below(listed.candidate).and_then(Path::parent)).copied());
    }
}

/// Compares two paths name by name.
fn compare_names(order: OrderName, left: &Path, right: &Path) -> Ordering {
    let names = |path: &Path| path.iter().map(|name| name.to_string_lossy().into_owned()).collect::<Vec<String>>();
    let (left, right) = (names(left), names(right));
    let differs = left.iter().zip(&right).map(|(left, right)| order.compare(left, right)).find(|it| it.is_ne());
    differs.unwrap_or_else(|| left.len().cmp(&right.len()))
}

/// Sorts by a name, then by path; `Discovery` leaves all as they were met.
pub(super) fn sort<'a>(listed: &mut [Listed<'a>], order: OrderName, name: impl Fn(&Listed<'a>) -> &'a str) {
    match order {
        OrderName::Discovery => {}
        OrderName::Path => listed.sort_by(|left, right| left.skill.path.cmp(&right.skill.path)),
        OrderName::PathText => {
            listed.sort_by(|left, right| left.skill.path.as_os_str().cmp(right.skill.path.as_os_str()))
        }
        OrderName::LowerPath => {
            listed.sort_by_cached_key(|listed| {
                listed.skill.path.parent().map(|folder| folder.to_string_lossy().to_lowercase())
            });
        }
        order => listed.sort_by(|left, right| {
            order.compare(name(left), name(right)).then_with(|| left.skill.path.cmp(&right.skill.path))
        }),
    }
}

fn is_listed(view: &View, candidate: &Candidate) -> bool {
    if candidate.reading.unlisted {
        return false;
    }
    match candidate.verdict.status {
        Status::Active | Status::Ambiguous => true,
        Status::Shadowed => view.host.winner.policy == WinnerPolicy::AllFirstFound,
        Status::Hidden | Status::Conditional | Status::Disabled | Status::Skipped | Status::Unread => false,
    }
}
