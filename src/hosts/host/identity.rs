//! What a host calls a skill, and the names that are not to be had.

use serde::{Deserialize, Serialize};

use super::Consequence;

/// What a host calls a skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct IdentityRule {
    /// What the id is.
    pub id: IdSource,
    /// What happens without a `name`: nothing (the folder's name stands in), ignored (the rules ask for one, yet it
    /// loads under the folder's name), or the skill is skipped.
    pub name_missing: Consequence,
    /// What happens when `name` is not text: nothing (it is printed as text), ignored, or the skill is skipped.
    pub name_not_text: Consequence,
    /// The pattern a name must match, and what happens otherwise.
    pub pattern: Option<String>,
    /// What happens when it does not match.
    pub pattern_broken: Consequence,
    /// The longest name in characters.
    pub max_length: Option<usize>,
    /// What happens to a longer one.
    pub too_long: Consequence,
    /// What happens when `name` differs from the folder.
    pub folder_mismatch: Consequence,
    /// A name that differs from the folder in case only does not differ from it.
    pub folder_any_case: bool,
    /// Names that differ only in case are the same.
    pub ignores_case: bool,
    /// The pattern that the folder's name must match, or the skill is skipped.
    pub folder_pattern: Option<String>,
    /// Characters of a name that are replaced by `-`.
    pub replaced: String,
    /// Runs of white space in a name become one space.
    pub collapses_space: bool,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for IdentityRule {
    fn default() -> Self {
        IdentityRule {
            id: IdSource::NameOrFolder,
            name_missing: Consequence::None,
            name_not_text: Consequence::Ignored,
            pattern: None,
            pattern_broken: Consequence::None,
            max_length: None,
            too_long: Consequence::None,
            folder_mismatch: Consequence::None,
            folder_any_case: false,
            ignores_case: false,
            folder_pattern: None,
            replaced: String::new(),
            collapses_space: false,
            source: String::new(),
        }
    }
}

/// What the id of a skill is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdSource {
    /// The folder's name.
    Folder,
    /// `name`; a skill without one has no id.
    Name,
    /// `name`, else the folder's name.
    NameOrFolder,
    /// `source:name`, the name falling back to the folder's.
    SourceAndName,
}

/// Names that are taken by the host itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Reserved {
    /// Folder names that are never loaded, in any case.
    pub folders: Vec<String>,
    /// Built-in commands or skills that a skill of the same name replaces.
    pub replaces: Vec<String>,
    /// The host's own commands: a display name that is one of these leads there, not to the skill.
    pub commands: Vec<String>,
    /// Words that a name may not hold when it is uploaded.
    pub words: Vec<String>,
    /// Where this fact comes from.
    pub source: String,
}
