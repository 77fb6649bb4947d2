//! Lists in a host's settings files that name folders and packages.

use serde::{Deserialize, Serialize};

/// A list in one settings file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ListRule {
    /// The file; `./x` lies in the working directory.
    pub file: String,
    /// The keys under which the list may stand; the first that is there counts.
    pub keys: Vec<String>,
}

/// The packages that one settings file lists: a text names the source, a table has it as `source`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PackageRule {
    /// The file; `./x` lies in the working directory.
    pub file: String,
    /// The key of the list.
    pub key: String,
    /// The manifest in a package's folder.
    pub manifest: String,
    /// The table in the manifest that is the host's.
    pub table: String,
    /// The key that lists skills, in that table and in the settings.
    pub skills: String,
    /// Where `npm:NAME` is installed; `{name}` stands for the name. Left out when nobody can tell.
    #[serde(default)]
    pub npm: Option<String>,
    /// Where a git repository is kept; `{host}` and `{path}` stand for its parts.
    #[serde(default)]
    pub git: Option<String>,
}
