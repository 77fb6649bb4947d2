//! The entries of a listing before its budget is known, and which of those of an earlier listing still hold: whoever types
//! changes one of hundreds.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::catalog::{Candidate, Catalog, PackageApart, Place, View, reworded};
use crate::hosts::{LabelName, ListingRule, Unit};
use crate::listing::Later;
use crate::listing::alias::{Aliases, Root};
use crate::listing::entry::Maker;
use crate::listing::label::{Moment, Names};
use crate::listing::listed::{Listed, group};
use crate::listing::meter::Meter;
use crate::listing::own::OwnEntries;
use crate::listing::weighed::{Subject, Weighed};

/// More skills than these are never reworded one by one.
const MOST_REWORDED: usize = 16;

/// What a listing was made of. The catalogue and the view are kept, so that what stands in memory where something of them
/// does is that same thing.
pub struct Parts {
    catalog: Catalog,
    view: View,
    mode: String,
    apart: Option<PackageApart>,
    lineups: Lineups,
}

/// The entries that a host prints in one listing.
pub(super) struct Lineups {
    /// Those of the first listing, with whole paths.
    pub(super) whole: Lineup,
    /// The same with short paths, in hosts that print such.
    pub(super) short: Option<Lineup>,
    /// Those that are announced later.
    pub(super) later: Lineup,
}

/// Entries that a host prints together, in their order.
pub(super) struct Lineup {
    /// All of them, those of the host's own among them.
    pub(super) entries: Vec<Arc<Weighed>>,
    /// Where the host's own stand.
    pub(super) owned: Range<usize>,
    /// The folders that have short names, where paths are short.
    pub(super) roots: Option<Vec<Root>>,
    unit: Unit,
    /// Where the candidates of the entries stand in memory; nowhere those of the host's own.
    addresses: Vec<usize>,
    /// The numbers of the entries by that, once they are looked for one by one.
    numbers: OnceLock<HashMap<usize, usize, foldhash::fast::FixedState>>,
}

impl Parts {
    /// Keeps what a listing was made of.
    pub(super) fn new(
        catalog: &Catalog,
        view: &View,
        rule: &ListingRule,
        apart: Option<&PackageApart>,
        lineups: Lineups,
    ) -> Parts {
        let (catalog, view, mode) = (catalog.clone(), view.clone(), rule.mode.clone());
        Parts { catalog, view, mode, apart: apart.cloned(), lineups }
    }

    /// Whether what was made of a candidate says the same now, as long as that and its skill are the same.
    pub(super) fn hold(&self, view: &View, rule: &ListingRule) -> bool {
        let old = &self.view;
        self.mode == rule.mode
            && Arc::ptr_eq(&old.host, &view.host)
            && Arc::ptr_eq(&old.places, &view.places)
            && Arc::ptr_eq(&old.controls, &view.controls)
            && Arc::ptr_eq(&old.environment, &view.environment)
            // Files beside a skill change without it.
            && ![&rule.entry, &rule.bare].iter().any(|it| it.contains("{files}") || it.contains("{body}"))
    }

    /// What is another since, where that is nothing but the words of some skills: entries and order are what they were.
    fn reworded<'a>(
        &self,
        catalog: &'a Catalog,
        maker: &Maker<'a>,
        meter: Meter,
        apart: Option<&PackageApart>,
    ) -> Option<Vec<(usize, Listed<'a>)>> {
        let Lineups { whole, short, .. } = &self.lineups;
        // What is announced right after the start is made anew each time.
        let is_kept = maker.rule.announced.is_none() && self.apart.as_ref() == apart && whole.unit == meter.unit;
        if !is_kept || !short.as_ref().is_none_or(|short| short.has_its_roots(maker)) {
            return None;
        }
        let pairs = reworded((&self.catalog, &self.view), (catalog, maker.view), MOST_REWORDED)?;
        let listed = |candidate: &'a Candidate| Some(Listed { candidate, skill: catalog.skill(candidate.skill)? });
        pairs.into_iter().map(|(old, candidate)| Some((address(old), listed(candidate)?))).collect()
    }

    /// What was made of a skill in entries of this kind, where that is still true.
    fn entry(&self, listed: &Listed, unit: Unit, roots: Option<&[Root]>) -> Option<&Arc<Weighed>> {
        let skill = self.catalog.skill(listed.candidate.skill)?;
        let Lineups { whole, short, later } = &self.lineups;
        let all = [Some(whole), short.as_ref(), Some(later)].into_iter().flatten();
        let mut alike = all.filter(|lineup| lineup.unit == unit && lineup.roots.as_deref() == roots);
        let entry = alike.find_map(|lineup| lineup.entry_at(address(listed.candidate)))?;
        std::ptr::eq(skill, listed.skill).then_some(entry)
    }
}

impl Lineups {
    /// The entries as they are made of those of an earlier listing; `None` where more is another than words.
    pub(super) fn after<'a>(
        earlier: &Parts,
        catalog: &'a Catalog,
        maker: &Maker<'a>,
        meter: Meter,
        apart: Option<&PackageApart>,
    ) -> Option<Lineups> {
        let changed = earlier.reworded(catalog, maker, meter, apart)?;
        let Lineups { whole, short, later } = &earlier.lineups;
        let shortening = |short: &Lineup| Some(maker.shortening(maker.rule.aliases.as_ref()?, short.roots.clone()?));
        let shortened = |short: &Lineup| Some(short.with(&shortening(short)?, meter, &changed));
        Some(Lineups {
            whole: whole.with(maker, meter, &changed),
            short: short.as_ref().and_then(shortened),
            later: later.with(&maker_of_later(catalog, maker), meter, &changed),
        })
    }

    /// The entries of these skills, the first and the later ones, those of `earlier` that still hold among them.
    pub(super) fn new<'a>(
        first: &[Listed],
        later: &[Listed],
        catalog: &'a Catalog,
        maker: &Maker<'a>,
        meter: Meter,
        earlier: Option<&Parts>,
    ) -> Lineups {
        let own = OwnEntries::among(maker.rule, maker.view, first);
        let short = maker.rule.aliases.as_ref().map(|alias| {
            let mut roots = roots(maker, first);
            own.join(maker.rule, maker.view, &mut roots);
            Lineup::new(&maker.shortening(alias, roots), first, meter, &own, None, earlier)
        });
        let (maker_of_later, none) = (maker_of_later(catalog, maker), OwnEntries::default());
        Lineups {
            whole: Lineup::new(maker, first, meter, &own, None, earlier),
            short,
            later: Lineup::new(&maker_of_later, later, meter, &none, Some(Later::WhenTouched), earlier),
        }
    }
}

/// What makes the entries of skills that are announced later.
fn maker_of_later<'a>(catalog: &'a Catalog, maker: &Maker<'a>) -> Maker<'a> {
    Maker::new(maker.rule, maker.view, maker.files, Names::new(catalog, maker.view, Moment::Later))
}

impl Lineup {
    /// The entries of these skills, with those of the host's own, and of `earlier` those that still hold.
    pub(super) fn new(
        maker: &Maker,
        listed: &[Listed],
        meter: Meter,
        own: &OwnEntries,
        later: Option<Later>,
        earlier: Option<&Parts>,
    ) -> Lineup {
        let (unit, roots) = (meter.unit, maker.aliases.as_ref().map(Aliases::places));
        let entry = |it: &Listed| {
            // What a name leads to hangs on the other skills.
            let is_by_itself = maker.rule.label != LabelName::IdAndName || it.candidate.label_name.is_none();
            let known = earlier.filter(|_| is_by_itself).and_then(|parts| parts.entry(it, unit, roots)).cloned();
            known.unwrap_or_else(|| weighed(maker, it, meter, later))
        };
        let mut entries: Vec<Arc<Weighed>> = listed.iter().map(entry).collect();
        let mut addresses: Vec<usize> = listed.iter().map(|it| address(it.candidate)).collect();
        let forms = own.skills.iter().zip(own.forms(maker));
        let owned = forms.map(|(skill, form)| Arc::new(Weighed::new(form, skill.name.as_str().into(), None, meter)));
        entries.splice(own.at..own.at, owned);
        addresses.splice(own.at..own.at, own.skills.iter().map(|_| NOWHERE));
        let owned = own.at..own.at + own.skills.len();
        Lineup { entries, owned, roots: roots.map(<[Root]>::to_vec), unit, addresses, numbers: OnceLock::new() }
    }

    /// The same with other words for some skills, each with where its candidate stood in memory.
    fn with(&self, maker: &Maker, meter: Meter, changed: &[(usize, Listed)]) -> Lineup {
        let (mut entries, mut addresses) = (self.entries.clone(), self.addresses.clone());
        for (before, listed) in changed {
            let at = addresses.iter().position(|address| address == before);
            let place = at.and_then(|at| entries.get_mut(at).zip(addresses.get_mut(at)));
            let Some((entry, place)) = place else { continue };
            let later = entry.subject.as_ref().and_then(|subject| subject.later);
            (*entry, *place) = (weighed(maker, listed, meter, later), address(listed.candidate));
        }
        let (owned, roots) = (self.owned.clone(), self.roots.clone());
        Lineup { entries, owned, roots, unit: self.unit, addresses, numbers: OnceLock::new() }
    }

    /// Whether the folders that have short names are still called so.
    fn has_its_roots(&self, maker: &Maker) -> bool {
        let is_same = |root: &Root| maker.view.places.get(root.place).is_none_or(|it| maker.root(it) == root.path);
        self.roots.as_ref().is_none_or(|roots| roots.iter().all(is_same))
    }

    /// The entry of the candidate that stands there in memory.
    fn entry_at(&self, address: usize) -> Option<&Arc<Weighed>> {
        let numbers = || self.addresses.iter().enumerate().map(|(number, address)| (*address, number)).collect();
        self.entries.get(*self.numbers.get_or_init(numbers).get(&address)?)
    }
}

/// The entry of a skill, made and weighed.
fn weighed(maker: &Maker, listed: &Listed, meter: Meter, later: Option<Later>) -> Arc<Weighed> {
    let Listed { candidate, skill } = listed;
    let subject = Subject {
        skill: candidate.skill,
        label: candidate.label_name.as_ref().unwrap_or(&candidate.id).clone(),
        path: skill.path.as_path().into(),
        description: candidate.reading.description.clone(),
        group: group(maker.view, maker.rule, candidate),
        later,
    };
    Arc::new(Weighed::new(maker.form(candidate, skill), candidate.id.clone(), Some(subject), meter))
}

/// No place in memory.
const NOWHERE: usize = 0;

fn address(candidate: &Candidate) -> usize {
    std::ptr::from_ref(candidate).addr()
}

/// The places that hold listed skills, in the order in which the host reads them.
fn roots(maker: &Maker, listed: &[Listed]) -> Vec<Root> {
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
