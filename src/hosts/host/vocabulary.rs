//! The words that a host knows: fields, tools and placeholders.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A field that a host knows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FieldFact {
    /// Its key.
    pub key: String,
    /// Other spellings the host reads too.
    #[serde(default)]
    pub also: Vec<String>,
    /// What the host takes.
    #[serde(default)]
    pub kind: FieldKind,
    /// The values it knows, when they are few. With `open`, others are fine.
    #[serde(default)]
    pub values: Vec<String>,
    /// The keys it knows inside, where it takes a mapping (the events of `hooks`).
    #[serde(default)]
    pub keys: Vec<KeyFact>,
    /// Whether other values than `values` are fine (`model`).
    #[serde(default)]
    pub open: bool,
    /// Its values are read in any case.
    #[serde(default)]
    pub any_case: bool,
    /// Nothing behind the colon is no value of another kind (`refuses`).
    #[serde(default)]
    pub nullable: bool,
    /// A value that is not text is ignored, not printed.
    #[serde(default)]
    pub text_only: bool,
    /// A value of another kind, or one that is not among `values`, makes the host refuse the skill.
    #[serde(default)]
    pub refuses: bool,
    /// The host looks at it only when this other field has no value.
    #[serde(default)]
    pub only_without: Option<String>,
    /// In a command the host does not look at it, whatever its value.
    #[serde(default)]
    pub not_in_commands: bool,
    /// One sentence: what it does in this host.
    pub about: String,
    /// Where this fact comes from.
    #[serde(default)]
    pub source: String,
}

/// A key that a host knows inside a field.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KeyFact {
    /// Its name.
    pub name: String,
    /// One sentence: what it is for.
    #[serde(default)]
    pub about: String,
}

/// What kind of value a field takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// Text.
    #[default]
    Text,
    /// A boolean.
    Boolean,
    /// A number, or one of `values`.
    Number,
    /// A list, or text that is split.
    List,
    /// A list; text is not split.
    Sequence,
    /// A mapping.
    Mapping,
    /// A mapping from text to text.
    TextMapping,
    /// Anything.
    Any,
}

/// A tool that a host offers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ToolFact {
    /// Its name.
    pub name: String,
    /// One line: what it does.
    #[serde(default)]
    pub about: String,
}

/// Placeholders a host fills in the body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PlaceholderRule {
    /// Whether `$ARGUMENTS`, `$ARGUMENTS[n]`, `$n` and declared arguments are filled.
    pub arguments: bool,
    /// Whether the first argument is `$0`; otherwise it is `$1`.
    pub from_zero: bool,
    /// Names filled in `${NAME}`.
    pub names: Vec<String>,
    /// What such a name stands for, in one sentence each, where that is known.
    pub about: BTreeMap<String, String>,
    /// Whether `` !`command` `` is run.
    pub commands: bool,
    /// Where this fact comes from.
    pub source: String,
}
