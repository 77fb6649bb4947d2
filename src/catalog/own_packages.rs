//! The packages of the repository that is worked on: what its author gives away, as hosts have it once it is installed.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Package, Reading};
use crate::hosts::{Host, RootRule};

/// The packages that lie here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnPackages {
    /// Their manifests, and the catalogues that list them, by path.
    pub manifests: Vec<PathBuf>,
    /// By host, those that it would load if they were installed, in the order in which it would load them.
    pub by_host: BTreeMap<String, Vec<Package>>,
    /// All of them by name, chosen or not, with their folders.
    pub known: Vec<(String, PathBuf)>,
    /// The folders of packages, and for whom each is made: its manifest, or the catalogue that lists it, is their own.
    pub made_for: BTreeMap<PathBuf, Vec<MadeFor>>,
    /// The folders in which those hosts look in it.
    pub shipped_to: BTreeMap<PathBuf, Vec<Shipped>>,
    /// The agents that manifests name, wherever they lie, and the hosts for which each is one, by id.
    pub agents: BTreeMap<PathBuf, Vec<String>>,
    /// The folders around those of the skills that were found on the way to manifests.
    pub looked_through: HashSet<PathBuf>,
    /// Every file on that way that is called as a manifest is, by path.
    pub seen: Vec<PathBuf>,
}

/// A host for which a package is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeFor {
    /// Its id.
    pub host: String,
    /// The manifest, or the catalogue that lists the package.
    pub manifest: PathBuf,
    /// What comes of the package.
    pub fate: Fate,
}

/// What comes of a package in a host for which it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It can be installed.
    Taken,
    /// The catalogue around it does not list it.
    Unlisted,
    /// The host refuses it.
    Refused,
}

/// What a host finds in a folder of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The host's id.
    pub host: String,
    /// The name of the package.
    pub package: String,
    /// The index of the rule in `host.roots` by which it looks there.
    pub rule: usize,
}

/// Which of the packages count as installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PackageChoice {
    /// All of them, each by itself: findings and editors ask about every one.
    #[default]
    All,
    /// The one that the working directory lies in, or else all of those below it.
    Around,
    /// The one that is called so, or lies there.
    Named(String),
    /// None: what is here stays what it is.
    Nothing,
}

impl OwnPackages {
    /// Those that a host would load.
    pub fn of(&self, host: &str) -> &[Package] {
        self.by_host.get(host).map_or(&[], Vec::as_slice)
    }

    /// The names of those that count as installed, each once.
    pub fn chosen(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.by_host.values().flatten().map(|package| &*package.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Where a package that is made for the host brings a file, if one does.
    pub fn ships(&self, host: &Host, path: &Path) -> Option<(&Path, &Shipped)> {
        let around = path.ancestors().filter_map(|folder| self.shipped_to.get_key_value(folder));
        let mut all = around.flat_map(|(root, all)| all.iter().map(move |shipped| (&**root, shipped)));
        all.find(|(_, shipped)| shipped.host == host.id)
    }

    /// The hosts to which packages made for them ship a file, by id.
    pub fn shipping(&self, path: &Path) -> Vec<&str> {
        let around = path.ancestors().filter_map(|folder| self.shipped_to.get(folder));
        around.flatten().map(|shipped| shipped.host.as_str()).collect()
    }

    /// Every file around a skill that is called as a manifest is, by path; `None` when nobody has looked there.
    pub fn seen_around(&self, path: &Path) -> Option<&[PathBuf]> {
        let root = path.parent().and_then(Path::parent)?;
        self.looked_through.contains(root).then_some(&*self.seen)
    }

    /// The innermost package that a file lies in, and for whom it is made.
    pub fn around(&self, path: &Path) -> Option<(&Path, &[MadeFor])> {
        let (folder, made) = path.ancestors().find_map(|folder| self.made_for.get_key_value(folder))?;
        Some((folder, made))
    }

    /// Whether some package is made for the host.
    pub fn concerns(&self, host: &Host) -> bool {
        self.made_for.values().flatten().any(|made| made.host == host.id)
    }

    /// What the host calls a skill that a package made for it brings, with the name of the package.
    pub fn id(&self, host: &Host, path: &Path, reading: &Reading) -> Option<Arc<str>> {
        let (root, package, rule) = self.naming(host, path)?;
        Some(package_id(rule, package, path.parent() == Some(root), reading))
    }

    /// The package whose name the host puts before that of the skill.
    pub fn prefix<'a>(&'a self, host: &Host, path: &Path) -> Option<&'a str> {
        self.naming(host, path).map(|(_, package, _)| package)
    }

    fn naming<'a, 'h>(&'a self, host: &'h Host, path: &Path) -> Option<(&'a Path, &'a str, &'h RootRule)> {
        let (root, shipped) = self.ships(host, path)?;
        let rule = host.roots.get(shipped.rule).filter(|rule| !rule.unprefixed && !host.winner.plain_plugin_names)?;
        Some((root, &shipped.package, rule))
    }
}

/// The id of a skill in a package. One right in the root has no folder of its own to be called by.
pub(crate) fn package_id(rule: &RootRule, package: &str, is_in_root: bool, reading: &Reading) -> Arc<str> {
    let id = &reading.id;
    if !rule.plain_ids {
        return Arc::from(format!("{package}:{id}"));
    }
    let name = reading.name.as_deref().map(str::trim).filter(|_| is_in_root).unwrap_or_default();
    let name = name.strip_prefix(package).and_then(|rest| rest.strip_prefix(':')).unwrap_or(name);
    Arc::from(format!("{package}:{}", plain_id(if name.is_empty() { id } else { name })))
}

/// An id with every character but ASCII letters, digits, `_` and `-` replaced.
fn plain_id(id: &str) -> String {
    // A character outside the basic plane is two of JavaScript's.
    let plain = |unit: u16| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' => char::from(byte),
        _ => '-',
    };
    id.encode_utf16().map(plain).collect()
}
