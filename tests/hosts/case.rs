//! A captured case: a tree, and what the host made of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A case as it is stored.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    /// The tree and how the host was started in it.
    pub(crate) manifest: Manifest,
    /// What it listed.
    pub(crate) expected: Expected,
}

/// A tree and how a host is started in it.
#[derive(Debug, Deserialize)]
pub(crate) struct Manifest {
    /// The case's name.
    pub(crate) case: String,
    /// The host.
    pub(crate) host: String,
    /// Where it is started, relative to the root.
    pub(crate) cwd: String,
    /// Additions to its environment.
    #[serde(default)]
    pub(crate) env: BTreeMap<String, String>,
    /// Additions to its command line.
    #[serde(default)]
    pub(crate) flags: Vec<String>,
    /// System folders that a folder of the tree is laid over.
    #[serde(default)]
    pub(crate) overlays: BTreeMap<String, String>,
    /// The host's own skills were on, as people have them. Most cases were recorded without, where there is a switch.
    #[serde(default)]
    pub(crate) bundled: bool,
    /// Files that the host is made to read.
    #[serde(default)]
    pub(crate) touch: Vec<String>,
    /// The tree.
    pub(crate) files: Vec<Item>,
}

/// One file, link or folder of a tree.
#[derive(Debug, Deserialize)]
pub(crate) struct Item {
    /// Where, relative to the root.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: Option<String>,
    /// Its bytes.
    pub(crate) base64: Option<String>,
    /// What it links to.
    pub(crate) symlink: Option<String>,
    /// It is a folder.
    #[serde(default)]
    pub(crate) dir: bool,
    /// Its permissions, octal.
    pub(crate) mode: Option<String>,
}

/// What a host listed.
#[derive(Debug, Deserialize)]
pub(crate) struct Expected {
    /// The entries, in order.
    pub(crate) entries: Vec<String>,
    /// The same with the separators between them.
    pub(crate) listing: String,
    /// What stood before them.
    pub(crate) header: String,
    /// What stood after them.
    pub(crate) footer: String,
    /// The file of each entry, where it is known.
    #[serde(default)]
    pub(crate) loaded: Vec<Loaded>,
    /// What was announced after the start, or after files were touched.
    #[serde(default)]
    pub(crate) later: Vec<Vec<String>>,
    /// What stood before the entries there; as in the first listing when it is not said.
    pub(crate) later_header: Option<String>,
    /// What stood after them.
    #[serde(default)]
    pub(crate) later_footer: String,
    /// Names that several files have: their winner may change from run to run.
    #[serde(default)]
    pub(crate) ambiguous: Vec<String>,
    /// The files that were seen to win each of these names.
    #[serde(default)]
    pub(crate) winners: BTreeMap<String, Vec<String>>,
    /// The files that the host refused, where it tells.
    pub(crate) rejected: Option<Vec<String>>,
    /// Whether the model could load skills that it asked for by name: `allow`, `ask`, `deny`.
    #[serde(default)]
    pub(crate) calls: BTreeMap<String, String>,
    /// The order varies from run to run.
    #[serde(default)]
    pub(crate) unordered: bool,
}

/// The file of an entry.
#[derive(Debug, Deserialize)]
pub(crate) struct Loaded {
    /// Its name in the listing.
    pub(crate) name: String,
    /// The file; the folder in hosts that report no listing.
    pub(crate) path: String,
    /// Its description, where the host tells.
    pub(crate) description: Option<serde_json::Value>,
    /// What the host calls the place it comes from, where it tells.
    pub(crate) source: Option<String>,
}

impl Case {
    /// Reads a case file.
    pub(crate) fn read(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).expect("a case that can be read");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// Every case file below a folder, in order.
pub(crate) fn cases_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder of cases").map(|it| it.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(cases_in(&path));
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    found
}
