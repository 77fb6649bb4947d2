//! Where a host keeps its extensions.

use serde::{Deserialize, Serialize};

/// Where a host keeps its extensions: folders with a manifest, each with skills of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ExtensionRule {
    /// The folder that holds one folder for each.
    pub folder: String,
    /// The manifest in each, which must have these `required` keys.
    pub manifest: String,
    /// Keys without which the manifest does not count.
    pub required: Vec<String>,
    /// The pattern that its `name` must match.
    pub name_pattern: Option<String>,
    /// The key of the manifest that maps names of its skills to on or off.
    pub states: Option<String>,
    /// Of two with one name the last counts; otherwise both do.
    pub last_of_name: bool,
    /// The file in each that may say `{"type": "link", "source": FOLDER}`: the extension lies there.
    pub link: Option<String>,
    /// The file beside them that maps a name to `{"overrides": [RULE]}`: folders, `*` for all below, `!` for off.
    pub enablement: Option<String>,
    /// Where this fact comes from.
    pub source: String,
}
