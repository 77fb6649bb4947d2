//! The packages of a host (plugins, extensions), and which of them are loaded.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Controls, PathFilter, normal};
use crate::hosts::{At, Host, OfOneName, OnceBy, PackageRule, RootRule};

/// A package on disk, as one host sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Its name, from its manifest or else its folder; it prefixes the ids of what it brings.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
    /// `package@marketplace`; of one that comes from none, what tells it from others.
    pub id: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The index of its store in the host's rule.
    pub store: usize,
    /// Whether it is on when the settings say nothing.
    pub on: bool,
    /// Whether the host loads it.
    pub loaded: bool,
    /// The packages without which it is not loaded: `name@marketplace`, or a bare name for any of that name.
    pub needs: Vec<String>,
    /// Whether the usual folder of skills is read.
    pub usual_skills: bool,
    /// Skill folders it names besides, and its own folder when that is a skill.
    pub skill_paths: Vec<PathBuf>,
    /// Folders that are one skill each, whatever else lies in them.
    pub skill_folders: Vec<PathBuf>,
    /// Whether what is hidden in its folders is left behind when it is installed.
    pub leaves_hidden: bool,
    /// Whether the usual folder of commands is read.
    pub usual_commands: bool,
    /// Command folders or files it names besides.
    pub command_paths: Vec<PathBuf>,
    /// The agents that it names, besides those in the usual folder.
    pub agent_paths: Vec<PathBuf>,
    /// Commands to which its manifest gives a name of their own.
    pub commands: Vec<PackageCommand>,
    /// What leaves some of its files out.
    pub filters: Vec<Arc<PathFilter>>,
    /// Its manifest; empty where there is none.
    pub manifest: PathBuf,
    /// The names of its skills that its manifest switches off.
    pub off: Vec<String>,
}

/// A command to which a package's manifest gives a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageCommand {
    /// The file; the manifest, where the command is written there.
    pub path: PathBuf,
    /// Its text, where it is written in the manifest.
    pub text: Option<Arc<str>>,
    /// The name, in place of the file's.
    pub name: String,
    /// The description, in place of the file's, when there is one.
    pub description: Option<String>,
}

/// Where a package comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Given by hand.
    Given,
    /// Installed, or in a marketplace that is a folder on this disk.
    #[default]
    Installed,
    /// In the repository that is worked on: it counts as if it were installed.
    Here,
    /// A folder of skills with a manifest in it.
    Adopted,
    /// The same in a project that nobody has said to trust: it is not loaded, but it can be switched off.
    Untrusted,
}

impl Package {
    /// The folders that a root rule means.
    pub fn paths(&self, rule: &RootRule) -> impl Iterator<Item = PathBuf> {
        let (reads_usual, named) = match rule.layout.is_commands() {
            false => (self.usual_skills, &self.skill_paths),
            true => (self.usual_commands, &self.command_paths),
        };
        let usual = rule.paths.iter().filter(move |_| reads_usual).map(|path| normal(&self.path.join(path)));
        let single = self.skill_folders.iter().filter(|_| !rule.layout.is_commands());
        usual.chain(named.iter().chain(single).cloned())
    }

    /// The folders in which the host looks in this package, each once; not those that are read for another host's sake.
    pub fn roots(&self, host: &Host) -> Vec<PathBuf> {
        let mut roots: Vec<PathBuf> = Vec::new();
        let rules = host.roots.iter().filter(|rule| rule.at == At::Package && rule.migrates.is_none());
        for root in rules.flat_map(|rule| self.paths(rule)) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }

    /// Whether somebody who stands in a folder means this package: by its name, its id, or its folder.
    pub fn is_called(&self, name: &str, here: &Path) -> bool {
        self.name == name || self.id == name || self.path == normal(&here.join(name))
    }
}

impl Controls {
    /// Takes in the packages of a host, in the order in which it loads them, and settles which of them it loads.
    pub fn take_packages(&mut self, rule: &PackageRule, packages: Vec<Package>) {
        // Those that take their names, so that later ones of these names are not loaded.
        let mut taken: Vec<(usize, String, String)> = Vec::new();
        let mut settled: Vec<Package> = Vec::with_capacity(packages.len());
        for (index, package) in packages.iter().enumerate() {
            let Some(store) = rule.stores.get(package.store) else { continue };
            let switched = self.plugin(&package.id).filter(|_| !store.always_on);
            let is_on = match package.origin {
                // What the settings say is said of the one that is installed.
                Origin::Here => package.on,
                _ => {
                    let is_listed_off = self.disabled_plugins.contains(&package.name);
                    !self.plugins_off && !is_listed_off && switched.unwrap_or(package.on)
                }
            };
            let is_taken = taken.iter().any(|(other, name, id)| match (*other == package.store, store.once_by) {
                (true, OnceBy::Id) if *id == package.id => true,
                (true, _) => store.of_one_name == OfOneName::First && *name == package.name,
                (false, OnceBy::Nothing) => false,
                (false, OnceBy::Name) => *name == package.name,
                (false, OnceBy::Id) => *id == package.id,
            });
            let is_last = || {
                let mut later = packages.iter().skip(index + 1);
                !later.any(|later| later.store == package.store && later.name == package.name)
            };
            let takes_name = !is_taken
                && match package.origin {
                    Origin::Given => is_on,
                    Origin::Here => is_on,
                    Origin::Installed => is_on || switched.is_some(),
                    Origin::Adopted => !self.adopts_no_plugins,
                    Origin::Untrusted => false,
                };
            if takes_name {
                taken.push((package.store, package.name.clone(), package.id.clone()));
            }
            let loaded = takes_name && is_on && (store.of_one_name != OfOneName::Last || is_last());
            settled.push(Package { loaded, ..package.clone() });
        }
        unload_what_lacks_another(&mut settled);
        for package in settled.iter().filter(|package| package.loaded) {
            for name in &package.off {
                self.switch_off_by_default(
                    format!("{}:{name}", package.name).to_lowercase(),
                    None,
                    package.manifest.clone(),
                );
            }
        }
        self.packages = settled;
    }
}

/// Leaves out each package that needs one which is not loaded. One given by hand stands for those of its name.
fn unload_what_lacks_another(packages: &mut [Package]) {
    loop {
        let loaded = || packages.iter().filter(|package| package.loaded);
        let is_there = |need: &String| match need.split_once('@') {
            Some((name, _)) => loaded().any(|it| it.id == *need || it.origin == Origin::Given && it.name == name),
            None => loaded().any(|package| package.name == *need),
        };
        let lacks = |package: &Package| package.loaded && !package.needs.iter().all(is_there);
        let lacking: Vec<bool> = packages.iter().map(lacks).collect();
        if !lacking.contains(&true) {
            return;
        }
        for (package, lacks) in packages.iter_mut().zip(lacking) {
            package.loaded &= !lacks;
        }
    }
}
