//! House rules: what a team demands of its skills, in its own words.

use std::path::{Path, PathBuf};

use regex::Regex;

use crate::config::Level;
use crate::config::scope::Scope;

/// One `[[rules]]` of the settings.
#[derive(Clone, Debug)]
pub struct HouseRule {
    /// The files that it is about.
    pub(super) scope: Scope,
    /// How loud it is.
    pub level: Level,
    /// The team's own words.
    pub message: Option<String>,
    /// What it demands.
    pub demands: Vec<Demand>,
    /// The settings file that it stands in.
    pub file: PathBuf,
}

impl HouseRule {
    /// Whether it is about a file.
    pub fn concerns(&self, path: &Path) -> bool {
        self.scope.has(path)
    }
}

/// One demand of a rule.
#[derive(Clone, Debug)]
pub enum Demand {
    /// These fields are there; a dot leads into a mapping.
    RequiredFields(Vec<String>),
    /// No other fields are there.
    AllowedFields(Vec<String>),
    /// Headings of these texts are there, in any case.
    RequiredSections(Vec<String>),
    /// The name looks like this.
    Name(Regex),
    /// The description looks like this.
    Description(Regex),
    /// The licence is one of these.
    Licenses(Vec<String>),
    /// So many characters the description has at most.
    DescriptionCharacters(usize),
    /// So many lines stand below the frontmatter at most.
    BodyLines(usize),
    /// So many bytes the file has at most.
    FileBytes(usize),
}

/// The keys of a rule.
pub const KEYS: [&str; 12] = [
    "message",
    "level",
    "paths",
    "required-fields",
    "allowed-fields",
    "required-sections",
    "name-pattern",
    "description-pattern",
    "licenses",
    "max-description-characters",
    "max-body-lines",
    "max-file-bytes",
];
