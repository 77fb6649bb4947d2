//! The packages of the repository that is worked on, as each host would have them once they are installed.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::catalog::{Controls, Environment, Origin, OwnPackages, Package, PackageChoice, settings_places};
use crate::disk::packages::Look;
use crate::disk::packages::marketplaces::Market;
use crate::hosts::{Host, StoreKind, StoreRule};

/// The manifests and catalogues that make packages of folders in a repository, as the ends of paths.
pub fn manifest_names(hosts: &[Arc<Host>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for host in hosts {
        for store in stores_here(host) {
            names.extend(host.packages.manifests.iter().chain(&store.catalogs).cloned());
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The packages that manifests and catalogues make, in the eyes of some hosts; those of them that are chosen.
pub fn own_packages(hosts: &[Arc<Host>], environment: &Environment, manifests: &[PathBuf]) -> OwnPackages {
    let mut own = OwnPackages::default();
    if environment.package_choice == PackageChoice::Nothing || manifests.is_empty() {
        return own;
    }
    let mut all: BTreeMap<String, Vec<Package>> = BTreeMap::new();
    for host in hosts {
        let controls = Controls::default();
        let mut look =
            Look { host, rule: &host.packages, files: &[], controls: &controls, environment, problems: Vec::new() };
        let is_stored = stored(host, environment);
        let manifests: Vec<&PathBuf> = manifests.iter().filter(|path| !is_stored(path)).collect();
        for (index, store) in host.packages.stores.iter().enumerate().filter(|(_, it)| it.kind == StoreKind::Here) {
            let found = look.own(store, &manifests);
            for made in found {
                let package = made.package.map(|package| Package { store: index, ..package });
                if made.is_own {
                    let roots = package.iter().flat_map(|package| package.roots(host));
                    roots.for_each(|root| add(&mut own.shipped_to, root, host));
                    add(&mut own.made_for, made.folder, host);
                }
                own.manifests.push(made.file);
                all.entry(host.id.clone()).or_default().extend(package);
            }
        }
    }
    own.manifests.sort_unstable();
    own.manifests.dedup();
    let folders: Vec<&Path> = all.values().flatten().map(|package| &*package.path).collect();
    let is_chosen = chosen(environment, &folders);
    own.by_host = all
        .into_iter()
        .map(|(host, packages)| (host, packages.into_iter().filter(|package| is_chosen(package)).collect()))
        .collect();
    own
}

fn add(folders: &mut BTreeMap<PathBuf, Vec<String>>, folder: PathBuf, host: &Host) {
    let hosts = folders.entry(folder).or_default();
    if !hosts.contains(&host.id) {
        hosts.push(host.id.clone());
    }
}

fn stores_here(host: &Host) -> impl Iterator<Item = &StoreRule> {
    host.packages.stores.iter().filter(|store| store.kind == StoreKind::Here)
}

/// Whether a manifest belongs to a package that the host has in one of its other stores.
fn stored<'a>(host: &'a Host, environment: &'a Environment) -> impl Fn(&Path) -> bool + 'a {
    let rules = host.packages.stores.iter().filter(|store| store.kind != StoreKind::Here).flat_map(|it| &it.places);
    let places: Vec<PathBuf> = rules.flat_map(|rule| settings_places(rule, environment)).flatten().collect();
    move |path| places.iter().any(|place| path.starts_with(place))
}

/// Whether a package counts as installed.
fn chosen<'a>(environment: &'a Environment, folders: &[&Path]) -> impl Fn(&Package) -> bool + use<'a> {
    let here = &environment.working_directory;
    let is_below = folders.iter().any(|folder| folder.starts_with(here));
    // The innermost that holds the working directory.
    let around = folders.iter().filter(|folder| here.starts_with(folder)).max_by_key(|it| it.iter().count());
    let around = around.map(|folder| (*folder).to_owned());
    move |package| match &environment.package_choice {
        PackageChoice::All => true,
        PackageChoice::Nothing => false,
        PackageChoice::Around if is_below => package.path.starts_with(here),
        PackageChoice::Around => around.as_ref() == Some(&package.path),
        PackageChoice::Named(name) => package.is_called(name, here),
    }
}

/// What a manifest or a catalogue makes.
struct Made {
    /// The manifest or catalogue.
    file: PathBuf,
    /// The folder of the package.
    folder: PathBuf,
    /// Whether it is made for the host: the manifest or the catalogue is its own.
    is_own: bool,
    /// None when the host would refuse it.
    package: Option<Package>,
}

impl Look<'_> {
    /// What the manifests and catalogues of a repository make: first what catalogues list, in their order.
    fn own(&mut self, store: &StoreRule, manifests: &[&PathBuf]) -> Vec<Made> {
        let mut made: Vec<Made> = Vec::new();
        let mut markets: HashSet<PathBuf> = HashSet::new();
        for catalog in &store.catalogs {
            for file in manifests {
                let Some(folder) = folder_of(file, catalog) else { continue };
                if markets.insert(folder.clone()) {
                    made.extend(self.listed_in(catalog, file, &folder));
                }
            }
        }
        let mut folders: HashSet<PathBuf> = made.iter().map(|made| made.folder.clone()).collect();
        for name in &self.rule.manifests {
            for file in manifests {
                let Some(folder) = folder_of(file, name).filter(|folder| !folders.contains(folder)) else { continue };
                let package = self.package(&folder, Origin::Here, None);
                let package = package.map(|it| Package { id: it.name.clone(), needs: Vec::new(), ..it });
                // Many programs have a `plugin.json` that is about something else.
                let is_sure = name.contains('/') || !name.starts_with("plugin");
                let host = self.host;
                if !is_sure && !package.as_ref().is_some_and(|package| brings_anything(host, package)) {
                    continue;
                }
                folders.insert(folder.clone());
                let is_own = self.is_own(&folder);
                made.push(Made { file: (*file).clone(), folder, is_own, package });
            }
        }
        made
    }

    /// The packages that a catalogue lists and that lie beside it.
    fn listed_in(&mut self, name: &String, file: &Path, folder: &Path) -> Vec<Made> {
        let is_own = self.host.owns_manifests.contains(name);
        let Some(catalog) = self.json(file) else { return Vec::new() };
        let market = catalog.get("name").and_then(Value::as_str).unwrap_or_default();
        let market = Market {
            name: market.to_owned(),
            folder: folder.to_owned(),
            origin: Origin::Here,
            is_on_disk: true,
            is_declared: false,
        };
        let mut made: Vec<Made> = Vec::new();
        for entry in catalog.get("plugins").and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = entry.get("name").and_then(Value::as_str) else { continue };
            let place = self.place(folder, &catalog, entry).filter(|place| place.is_dir());
            let Some(place) = place else { continue };
            let id = format!("{name}@{}", market.name);
            if made.iter().any(|known| known.package.as_ref().is_some_and(|it| it.id == id)) {
                continue;
            }
            let package = self.entry(&market, &catalog, entry, &id, &Value::Null);
            let package = package.map(|package| Package { needs: Vec::new(), ..package });
            let is_own = is_own || self.is_own(&place);
            made.push(Made { file: file.to_owned(), folder: place, is_own, package });
        }
        made
    }

    /// Whether a folder has a manifest that is the host's own.
    fn is_own(&self, folder: &Path) -> bool {
        self.host.owns_manifests.iter().any(|name| folder.join(name).is_file())
    }
}

/// The folder of a package or of a marketplace, by the end of a path that makes it one.
fn folder_of(file: &Path, name: &str) -> Option<PathBuf> {
    file.ends_with(name).then(|| file.ancestors().nth(Path::new(name).iter().count()).map(Path::to_owned))?
}

/// Whether something is where a package has its skills and commands.
fn brings_anything(host: &Host, package: &Package) -> bool {
    package.roots(host).iter().any(|root| root.exists())
}
