//! An entry with what it costs: making and measuring entries is most of the work of a listing.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::catalog::SkillId;
use crate::listing::form::{Choice, EntryForm};
use crate::listing::meter::Meter;
use crate::listing::{Later, ListedEntry};

/// An entry and its costs.
#[derive(Debug)]
pub(super) struct Weighed {
    /// Its forms.
    pub(super) form: EntryForm,
    /// Its name.
    pub(super) name: Arc<str>,
    /// Whose entry it is; nobody's on disk when it is one of the host's own.
    pub(super) subject: Option<Subject>,
    /// What it costs with nothing cut by the budget.
    pub(super) full_cost: usize,
    /// What it costs without its text.
    pub(super) bare_cost: usize,
    /// The entry without its text is the whole one.
    is_fixed: bool,
    /// How many characters its text has.
    length: usize,
    /// The entry whole, and without its text, once it was printed so.
    whole: OnceLock<Arc<ListedEntry>>,
    bare: OnceLock<Arc<ListedEntry>>,
}

/// Whose entry it is, and what is told of it beside its text.
#[derive(Debug)]
pub(super) struct Subject {
    /// The skill.
    pub(super) skill: SkillId,
    /// What the host calls it.
    pub(super) label: Arc<str>,
    /// Its file.
    pub(super) path: Arc<Path>,
    /// Its whole description, as the host reads it.
    pub(super) description: Option<Arc<str>>,
    /// The group that it stands in.
    pub(super) group: usize,
    /// When it is announced, if not in the first listing.
    pub(super) later: Option<Later>,
}

impl Weighed {
    /// An entry, weighed.
    pub(super) fn new(form: EntryForm, name: Arc<str>, subject: Option<Subject>, meter: Meter) -> Weighed {
        let full = form.full();
        let (full_cost, bare_cost) = (meter.entry(&full), meter.entry(&form.bare));
        let (is_fixed, length) = (form.name_only || form.bare == full, form.text.chars().count());
        let (whole, bare) = (OnceLock::new(), OnceLock::new());
        Weighed { form, name, subject, full_cost, bare_cost, is_fixed, length, whole, bare }
    }

    /// Whether no budget changes it: a switch leaves only its name, or the host keeps it whole.
    pub(super) fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Its text as chosen; empty when it is left out.
    pub(super) fn printed(&self, choice: &Choice) -> String {
        match choice {
            Choice::Full => self.form.full(),
            Choice::Shortened(text) => self.form.with(text),
            Choice::Bare => self.form.bare.clone(),
            Choice::Omitted => String::new(),
        }
    }

    /// The entry as chosen, when it is that of a skill on disk; `is_counted` when the listing still names skills where it
    /// stands.
    pub(super) fn entry(&self, choice: &Choice, is_counted: bool) -> Option<Arc<ListedEntry>> {
        let subject = self.subject.as_ref()?;
        let make = || Arc::new(self.made(subject, choice, is_counted));
        Some(match choice {
            Choice::Full => self.whole.get_or_init(make).clone(),
            Choice::Bare => self.bare.get_or_init(make).clone(),
            Choice::Shortened(_) | Choice::Omitted => make(),
        })
    }

    fn made(&self, subject: &Subject, choice: &Choice, is_counted: bool) -> ListedEntry {
        ListedEntry {
            skill: subject.skill,
            name: self.name.clone(),
            label: subject.label.clone(),
            path: subject.path.clone(),
            description: subject.description.clone(),
            text: self.printed(choice).into(),
            cut: self.form.cut(choice),
            cause: self.form.cause(choice, is_counted),
            full: self.full_cost,
            later: subject.later,
            shown: self.form.shown(choice),
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
