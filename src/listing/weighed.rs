//! An entry with what it costs, and which of those of an earlier listing still hold: making an entry and measuring it is most of
//! the work of a listing, and whoever types changes one of hundreds.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::catalog::{Candidate, Catalog, View};
use crate::hosts::{LabelName, ListingRule, Unit};
use crate::listing::alias::{Aliases, Root};
use crate::listing::entry::Maker;
use crate::listing::form::{Choice, EntryForm};
use crate::listing::listed::Listed;
use crate::listing::meter::Meter;

/// An entry and its costs.
#[derive(Debug, PartialEq)]
pub(super) struct Weighed {
    /// Its forms.
    pub(super) form: EntryForm,
    /// Its file.
    pub(super) path: Arc<Path>,
    /// The entry with nothing cut by the budget.
    pub(super) full: Arc<str>,
    /// The entry without its text.
    bare: Arc<str>,
    /// What that costs.
    pub(super) full_cost: usize,
    /// What it costs without its text.
    pub(super) bare_cost: usize,
    /// How many characters its text has.
    length: usize,
}

impl Weighed {
    /// An entry, weighed.
    pub(super) fn new(form: EntryForm, path: &Path, meter: Meter) -> Weighed {
        let (full, bare): (Arc<str>, Arc<str>) = (form.full().into(), form.bare.as_str().into());
        let (full_cost, bare_cost) = (meter.entry(&full), meter.entry(&bare));
        let length = form.text.chars().count();
        Weighed { form, path: path.into(), full, bare, full_cost, bare_cost, length }
    }

    /// Whether no budget changes it: a switch leaves only its name, or the host keeps it whole.
    pub(super) fn is_fixed(&self) -> bool {
        self.form.name_only || self.bare == self.full
    }

    /// The entry as chosen; `None` when it is left out.
    pub(super) fn printed(&self, choice: &Choice) -> Option<Arc<str>> {
        match choice {
            Choice::Full => Some(self.full.clone()),
            Choice::Shortened(text) => Some(self.form.with(text).into()),
            Choice::Bare => Some(self.bare.clone()),
            Choice::Omitted => None,
        }
    }

    /// How many characters of its text are cut as chosen.
    pub(super) fn lost(&self, choice: &Choice) -> usize {
        match choice {
            Choice::Full => 0,
            Choice::Shortened(text) => self.length.saturating_sub(text.chars().count()),
            Choice::Bare | Choice::Omitted => self.length,
        }
    }

    /// What it costs as chosen; `None` when it is left out.
    pub(super) fn cost(&self, choice: &Choice, meter: Meter) -> Option<usize> {
        match choice {
            Choice::Full => Some(self.full_cost),
            Choice::Shortened(text) => Some(meter.entry(&self.form.with(text))),
            Choice::Bare => Some(self.bare_cost),
            Choice::Omitted => None,
        }
    }
}

/// What a listing was made of. The catalogue and the view are kept, so that what stands in memory where something of them
/// does is that same thing.
pub struct Parts {
    catalog: Catalog,
    view: View,
    mode: String,
    blocks: Vec<BlockParts>,
}

/// What one block of entries was made of.
pub(super) struct BlockParts {
    unit: Unit,
    /// The folders that have short names, where paths are short.
    roots: Option<Vec<Root>>,
    /// By where their candidates stand in memory.
    entries: HashMap<usize, Arc<Weighed>, foldhash::fast::FixedState>,
}

impl Parts {
    /// Keeps what a listing was made of.
    pub(super) fn new(catalog: &Catalog, view: &View, rule: &ListingRule, blocks: Vec<BlockParts>) -> Parts {
        Parts { catalog: catalog.clone(), view: view.clone(), mode: rule.mode.clone(), blocks }
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

    /// What was made of a skill in a block of this kind, where that is still true.
    fn entry(&self, listed: &Listed, unit: Unit, roots: Option<&[Root]>) -> Option<&Arc<Weighed>> {
        let skill = self.catalog.skill(listed.candidate.skill)?;
        let mut blocks = self.blocks.iter().filter(|block| block.unit == unit && block.roots.as_deref() == roots);
        let entry = blocks.find_map(|block| block.entries.get(&address(listed.candidate)))?;
        std::ptr::eq(skill, listed.skill).then_some(entry)
    }
}

fn address(candidate: &Candidate) -> usize {
    std::ptr::from_ref(candidate).addr()
}

/// The entries of these skills: those of `earlier` that still hold, and the others anew. What they are made of comes with
/// them.
pub(super) fn weighed(
    maker: &Maker,
    listed: &[Listed],
    meter: Meter,
    earlier: Option<&Parts>,
) -> (Vec<Arc<Weighed>>, BlockParts) {
    let (unit, roots) = (meter.unit, maker.aliases.as_ref().map(Aliases::places));
    let mut entries = HashMap::with_capacity_and_hasher(listed.len(), foldhash::fast::FixedState::default());
    let entry = |it: &Listed| {
        let known = earlier.and_then(|parts| parts.entry(it, unit, roots)).cloned();
        let weighed =
            known.unwrap_or_else(|| Arc::new(Weighed::new(maker.form(it.candidate, it.skill), &it.skill.path, meter)));
        // What a name leads to hangs on the other skills.
        if maker.rule.label != LabelName::IdAndName || it.candidate.label_name.is_none() {
            entries.insert(address(it.candidate), weighed.clone());
        }
        weighed
    };
    let all = listed.iter().map(entry).collect();
    (all, BlockParts { unit, roots: roots.map(<[Root]>::to_vec), entries })
}
