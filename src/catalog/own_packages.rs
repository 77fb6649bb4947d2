//! The packages of the repository that is worked on: what its author gives away, as hosts have it once it is installed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::catalog::Package;
use crate::hosts::Host;

/// The packages that lie here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnPackages {
    /// Their manifests, and the catalogues that list them, by path.
    pub manifests: Vec<PathBuf>,
    /// By host, those that it would load if they were installed, in the order in which it would load them.
    pub by_host: BTreeMap<String, Vec<Package>>,
    /// All of them by name, chosen or not, with their folders.
    pub known: Vec<(String, PathBuf)>,
    /// The folders of packages, and the hosts for which each is made: its manifest is their own.
    pub made_for: BTreeMap<PathBuf, Vec<String>>,
    /// The folders in which those hosts look in it.
    pub shipped_to: BTreeMap<PathBuf, Vec<String>>,
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

    /// Whether a package that is made for the host brings a file.
    pub fn ships(&self, host: &Host, path: &Path) -> bool {
        is_around(&self.shipped_to, host, path)
    }

    /// Whether a file lies in a package that is made for the host.
    pub fn holds(&self, host: &Host, path: &Path) -> bool {
        is_around(&self.made_for, host, path)
    }

    /// Whether some package is made for the host.
    pub fn concerns(&self, host: &Host) -> bool {
        self.made_for.values().flatten().any(|id| *id == host.id)
    }
}

fn is_around(folders: &BTreeMap<PathBuf, Vec<String>>, host: &Host, path: &Path) -> bool {
    path.ancestors().filter_map(|folder| folders.get(folder)).flatten().any(|id| *id == host.id)
}
