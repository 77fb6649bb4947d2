//! Where a host reads its settings.

use serde::{Deserialize, Serialize};

use super::Until;

/// One place, or several, where settings are read. A text alone is a path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "WrittenSettings")]
pub struct SettingsRule {
    /// Files, the strongest first, as paths of roots are written. `FOLDER/**/*.md` are Markdown files at any depth,
    /// each with the settings of the agent that its path in the folder names.
    pub paths: Vec<String>,
    /// Where relative ones are taken from.
    pub at: SettingsAt,
    /// Where `upwards` and `downwards` stop.
    pub until: Until,
    /// Environment variables that switch these files off, as those of a root do.
    pub off_when: Vec<String>,
    /// Read only when the folder is trusted.
    pub when_trusted: bool,
    /// Not read when the working directory is the home folder.
    pub not_at_home: bool,
    /// Only the first of these files that is there counts.
    pub first_only: bool,
    /// What they say of single skills does not count.
    pub without_switches: bool,
    /// The source of settings that the user can leave out (`--setting-sources`) to which they belong.
    pub belongs_to: Option<String>,
}

/// A list in one settings file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ListRule {
    /// The file; `./x` lies in the working directory.
    pub file: String,
    /// The keys under which the list may stand; the first that is there counts.
    pub keys: Vec<String>,
}

/// Where relative settings files are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingsAt {
    /// The working directory, or else the git root.
    #[default]
    Nearest,
    /// The working directory alone.
    WorkingDirectory,
    /// The git root, in a linked worktree that of the main checkout; without one the working directory.
    GitRoot,
    /// Each added folder, of which only what is said of plugins counts.
    Added,
    /// The working directory and its parents, the nearest the strongest.
    Upwards,
    /// The same folders, the outermost the strongest.
    Downwards,
    /// Nowhere: the path is the name of an environment variable that holds the settings themselves.
    Variable,
}

/// How settings name environment variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariableStyle {
    /// `$NAME`, `${NAME}`, `${NAME:-otherwise}`; what is not set stays as it is written.
    Dollar,
    /// `{env:NAME}`; what is not set is nothing.
    EnvBraces,
}

/// A settings rule as host files write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenSettings {
    Path(String),
    Rule(FullSettings),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FullSettings {
    paths: Vec<String>,
    #[serde(default)]
    at: SettingsAt,
    #[serde(default)]
    until: Until,
    #[serde(default)]
    off_when: Vec<String>,
    #[serde(default)]
    when_trusted: bool,
    #[serde(default)]
    not_at_home: bool,
    #[serde(default)]
    first_only: bool,
    #[serde(default)]
    without_switches: bool,
    #[serde(default)]
    belongs_to: Option<String>,
}

impl From<WrittenSettings> for SettingsRule {
    fn from(written: WrittenSettings) -> Self {
        match written {
            WrittenSettings::Path(path) => SettingsRule { paths: vec![path], ..SettingsRule::default() },
            WrittenSettings::Rule(rule) => SettingsRule {
                paths: rule.paths,
                at: rule.at,
                until: rule.until,
                off_when: rule.off_when,
                when_trusted: rule.when_trusted,
                not_at_home: rule.not_at_home,
                first_only: rule.first_only,
                without_switches: rule.without_switches,
                belongs_to: rule.belongs_to,
            },
        }
    }
}
