//! The switches of a host, read from its own settings files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::hosts::ControlRule;

/// A settings file that `disk` found and read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// What the settings of a host say about skills, all files merged.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    /// Switches by skill id, with the file that says so.
    pub overrides: BTreeMap<String, (Override, PathBuf)>,
    /// Whether skills are on at all.
    pub all_off: bool,
    /// The share of the listing budget (0.01 is one per cent).
    pub budget_fraction: Option<f64>,
    /// The longest text of an entry.
    pub text_limit: Option<usize>,
    /// More roots, as written.
    pub paths: Vec<String>,
    /// Whether roots outside the project are allowed.
    pub external_paths: bool,
    /// `plugin@marketplace` to on or off.
    pub plugins: BTreeMap<String, bool>,
    /// How often a skill was used, and when last, in milliseconds since 1970.
    pub usage: BTreeMap<String, (u64, u64)>,
    /// Files that could not be read as what they should be, with a message.
    pub problems: Vec<(PathBuf, String)>,
}

/// What a switch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Override {
    /// Listed in full.
    On,
    /// Listed by its name alone.
    NameOnly,
    /// The user may call it, the model does not see it.
    UserOnly,
    /// Off.
    Off,
}

impl Controls {
    /// Reads the settings of a host. `files` are given strongest first, as in [`ControlRule::files`];
    /// `usage` is the text of the usage file.
    pub fn read(rule: &ControlRule, files: &[SettingsFile], usage: Option<&SettingsFile>) -> Controls {
        let _ = (rule, files, usage);
        Controls::default()
    }

    /// The usage score of a skill at the moment `now`: count × max(0.5^(days / 7), 0.1).
    pub fn usage_score(&self, id: &str, now: u64) -> f64 {
        let _ = (id, now);
        0.0
    }
}
