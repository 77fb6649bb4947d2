//! The listing that a host puts before its model, byte for byte, with its budget accounting.

use std::path::PathBuf;

use crate::catalog::{Catalog, Files, SkillId, View};

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The mode; the host's default when absent.
    pub mode: Option<String>,
    /// The model; the host's default when absent.
    pub model: Option<String>,
    /// The context window in tokens; the model's when absent.
    pub context_window: Option<usize>,
}

/// A listing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The mode that was rendered.
    pub mode: String,
    /// The model it was rendered for, when the host has models.
    pub model: Option<String>,
    /// The exact text: header, entries, footer.
    pub text: String,
    /// What the host announces later, once files are touched; one text for each announcement.
    pub later: Vec<String>,
    /// The entries, in order, those left out included.
    pub entries: Vec<ListedEntry>,
    /// The budget, in hosts that have one.
    pub budget: Option<Budget>,
}

/// One entry of a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedEntry {
    /// The skill.
    pub skill: SkillId,
    /// Its id in the host.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// Its text without separators; empty when it is left out.
    pub text: String,
    /// What was cut of it.
    pub cut: Option<CutKind>,
    /// What the full entry would take of the budget.
    pub full: usize,
    /// Announced later, not in the first listing.
    pub later: bool,
}

/// What was cut of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutKind {
    /// Its text is shortened.
    Shortened,
    /// Only its name is left.
    NameOnly,
    /// It is left out.
    Omitted,
}

impl CutKind {
    /// The word of the interface.
    pub fn word(self) -> &'static str {
        match self {
            CutKind::Shortened => "shortened",
            CutKind::NameOnly => "name-only",
            CutKind::Omitted => "omitted",
        }
    }
}

/// The budget of a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// What the listing takes as it is printed.
    pub used: usize,
    /// What it would take with nothing cut.
    pub wanted: usize,
    /// The limit.
    pub limit: usize,
    /// What is counted: `columns`, `characters`, `tokens`.
    pub unit: &'static str,
    /// What the host's own skills take of it.
    pub taken: usize,
    /// Where the limit comes from, in words.
    pub origin: String,
}

/// Why there is no listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListingError {
    /// The host has no such mode; the modes it has.
    UnknownMode(Vec<String>),
    /// How the host lists skills is not known.
    NotKnown,
}

/// The listing of a host.
pub fn listing(catalog: &Catalog, view: &View, files: &dyn Files, request: &Request) -> Result<Listing, ListingError> {
    let _ = (catalog, view, files, request);
    Err(ListingError::NotKnown)
}
