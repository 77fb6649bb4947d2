//! The forms in which one entry can be printed, and the choice between them.

use crate::listing::{CutCause, CutKind};

/// An entry before the budget is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EntryForm {
    /// What stands before its text.
    pub(super) before: String,
    /// Its text: the part that can be shortened.
    pub(super) text: String,
    /// The description in it, without what is added to it.
    pub(super) description: String,
    /// What stands after its text.
    pub(super) after: String,
    /// The entry without its text.
    pub(super) bare: String,
    /// Its text is already cut to the longest that an entry may have.
    pub(super) cut: bool,
    /// A switch asks for the bare form, whatever the budget.
    pub(super) name_only: bool,
    /// How much it was used: the more, the sooner it gets its text.
    pub(super) score: f64,
}

/// How an entry is printed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Choice {
    /// With its whole text.
    Full,
    /// With this text instead.
    Shortened(String),
    /// Without its text.
    Bare,
    /// Not at all.
    Omitted,
}

impl EntryForm {
    /// The entry with nothing cut by the budget.
    pub(super) fn full(&self) -> String {
        if self.name_only { self.bare.clone() } else { self.with(&self.text) }
    }

    /// The entry with another text.
    pub(super) fn with(&self, text: &str) -> String {
        [&self.before, text, &self.after].concat()
    }

    /// Where its text stands in the entry as chosen, when that is its whole text.
    pub(super) fn shown(&self, choice: &Choice) -> Option<(u32, u32)> {
        let is_whole = *choice == Choice::Full && !self.name_only;
        let start = u32::try_from(self.before.len()).ok().filter(|_| is_whole)?;
        Some((start, start.checked_add(u32::try_from(self.text.len()).ok()?)?))
    }

    /// What is cut of the entry as chosen.
    pub(super) fn cut(&self, choice: &Choice) -> Option<CutKind> {
        match choice {
            Choice::Full if self.name_only => Some(CutKind::NameOnly),
            Choice::Full => self.cut.then_some(CutKind::Shortened),
            Choice::Shortened(_) => Some(CutKind::Shortened),
            Choice::Bare => Some(CutKind::NameOnly),
            Choice::Omitted => Some(CutKind::Omitted),
        }
    }

    /// Why something is cut of the entry as chosen; `is_counted` when the listing still names skills where it stands.
    pub(super) fn cause(&self, choice: &Choice, is_counted: bool) -> Option<CutCause> {
        match choice {
            Choice::Full if self.name_only => Some(CutCause::Switch),
            Choice::Full => self.cut.then_some(CutCause::Length),
            Choice::Omitted if !is_counted => Some(CutCause::Count),
            Choice::Shortened(_) | Choice::Bare | Choice::Omitted => Some(CutCause::Room),
        }
    }
}
