//! Where a host reads its settings.

use serde::{Deserialize, Deserializer};

use super::Until;

form! {
    /// One place, or several, where settings are read. A text alone is a path.
    #[derive(Default)]
    #[serde(remote = "Self")]
    pub struct SettingsRule needs {
        /// Files, the strongest first, as paths of roots are written. `FOLDER/**/*.md` are Markdown files at any depth,
        /// each with the settings of the agent that its path in the folder names.
        pub paths: Vec<String>,
    } else {
        /// Where relative ones are taken from.
        pub at: SettingsAt,
        /// Where `upwards` and `downwards` stop.
        pub until: Until,
        /// The only system on which the host looks there: `linux`, `macos`, `windows`, or `unix` for all but Windows.
        pub system: Option<String>,
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
    pub struct ListRule needs {
        /// The file; `./x` lies in the working directory.
        pub file: String,
        /// The keys under which the list may stand; the first that is there counts.
        pub keys: Vec<String>,
    }

    /// Where relative settings files are taken from.
    #[derive(Default)]
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
    pub enum VariableStyle {
        /// `$NAME`, `${NAME}`, `${NAME:-otherwise}`; what is not set stays as it is written.
        Dollar,
        /// `{env:NAME}`; what is not set is nothing.
        EnvBraces,
    }
}

/// A settings rule as host files write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenSettings {
    Path(String),
    Rule(#[serde(with = "SettingsRule")] SettingsRule),
}

impl<'a> Deserialize<'a> for SettingsRule {
    fn deserialize<D: Deserializer<'a>>(written: D) -> Result<Self, D::Error> {
        Ok(match WrittenSettings::deserialize(written)? {
            WrittenSettings::Path(path) => SettingsRule { paths: vec![path], ..SettingsRule::default() },
            WrittenSettings::Rule(rule) => rule,
        })
    }
}
