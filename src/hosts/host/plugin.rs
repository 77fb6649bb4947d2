//! How a host knows a plugin, where it has a way of its own.

use serde::{Deserialize, Serialize};

/// A host that reads plugins by rules of its own: what makes a folder a plugin, and where installed ones are told of.
///
/// A manifest's `skills` and `commands` are a path, a list of paths, or `{paths, exclusive}`; they come instead of the
/// usual folders, save those of `{paths}`, which come besides. A list with a path that leaves the plugin counts as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PluginRule {
    /// The manifests of a plugin, from its folder: the first that is there names it, the first that can be read counts.
    /// A folder without any is a plugin only when it holds a SKILL.md.
    pub manifests: Vec<String>,
    /// The catalogues of a marketplace, from its folder; the first that is there counts.
    pub catalogs: Vec<String>,
    /// The key of the host's settings that maps the name of a marketplace to `{source: {source, path}}`.
    pub marketplaces: Option<String>,
    /// The file that lists the plugins that were copied: `{name, marketplace, cache_path}` each.
    pub installed: Option<String>,
    /// The key in that file.
    pub installed_key: String,
    /// Where this fact comes from.
    pub source: String,
}
