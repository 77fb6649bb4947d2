//! Where a host keeps the plugins that it has installed.

use serde::{Deserialize, Serialize};

/// A folder in which plugins lie by marketplace, name and version. Those that the settings switch on are read; each of
/// their skill folders is a root of a rule with `at = "extension"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PluginStoreRule {
    /// The folder that holds `MARKET/PLUGIN/VERSION`.
    pub folder: String,
    /// The version that is used when it is there; otherwise the highest is.
    pub first_version: String,
    /// The manifests of a plugin, from its folder; the first that is there counts.
    pub manifests: Vec<String>,
    /// The skill folder of a plugin whose manifest names none.
    pub skills: String,
    /// Where this fact comes from.
    pub source: String,
}
