//! Marketplaces: folders on this disk with a catalogue of packages, or copies of what a catalogue names.

use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use crate::catalog::manifest::{is_entry, wrong_in_installed, wrong_in_market};
use crate::catalog::{MarketPolicy, Origin, Package, SettingsFile, normal, parsed};
use crate::disk::packages::Look;
use crate::disk::packages::manifest::{inner_paths, inside, named_commands};
use crate::hosts::{EntryParts, EntryRoot, StoreRule};
use crate::settings::look_up;

/// A marketplace, and where its catalogue lies.
pub(super) struct Market {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// Where its packages come from, then.
    pub(super) origin: Origin,
    /// It is a folder of the user's, not a copy.
    pub(super) is_on_disk: bool,
    /// It is not registered, only declared in settings; then its own name must be the one it is declared by.
    pub(super) is_declared: bool,
}

impl Look<'_> {
    /// The packages of the marketplaces that the host knows, as far as they are on this disk, on or not: first those that
    /// the settings name, in their order.
    pub(super) fn in_marketplaces(&mut self, store: &StoreRule, folder: &Path) -> Vec<Package> {
        let list = store.installed.as_ref().and_then(|name| self.installed(&folder.join(name))).unwrap_or_default();
        let mut packages = Vec::new();
        for market in self.markets(store, folder) {
            let mut catalogs = store.catalogs.iter().map(|catalog| market.folder.join(catalog));
            let Some(file) = catalogs.find(|path| path.is_file()) else { continue };
            let Some(catalog) = self.json(&file) else { continue };
            if let Some(wrong) = wrong_in_market(self.host, &catalog).filter(|_| self.rule.strict) {
                self.broken::<()>(&file, wrong);
                continue;
            }
            let is_called_so = catalog.get("name").and_then(Value::as_str) == Some(&market.name);
            if self.rule.strict && market.is_declared && !is_called_so {
                continue;
            }
            for entry in catalog.get("plugins").and_then(Value::as_array).into_iter().flatten() {
                let Some(name) = entry.get("name").and_then(Value::as_str) else { continue };
                let id = format!("{name}@{}", market.name);
                if packages.iter().any(|known: &Package| known.id == id) {
                    continue;
                }
                packages.extend(self.entry(&market, &catalog, entry, &id, &list));
            }
        }
        let place = |package: &Package| self.controls.plugins.iter().position(|(id, _)| *id == package.id);
        packages.sort_by_key(|package| place(package).unwrap_or(usize::MAX));
        packages
    }

    /// The catalogue that lists the packages of a marketplace.
    fn catalogue_of(&self, market: &Market) -> PathBuf {
        let names = self.rule.stores.iter().flat_map(|store| &store.catalogs);
        names.map(|name| market.folder.join(name)).find(|path| path.is_file()).unwrap_or_default()
    }

    /// The package that an entry of a catalogue means.
    pub(super) fn entry(
        &mut self,
        market: &Market,
        catalog: &Value,
        entry: &Value,
        id: &str,
        list: &Value,
    ) -> Option<Package> {
        // Of an entry that is not understood only the name counts.
        let entry = if !self.rule.strict || is_entry(self.host, entry) { entry } else { &Value::Null };
        // What lies in a marketplace on this disk is read there, not from the cache.
        let path = match self.place(&market.folder, catalog, entry).filter(|_| market.is_on_disk) {
            Some(path) => Some(path),
            None => recorded(list, id, &self.environment.working_directory),
        };
        let folder = path.filter(|path| path.is_dir())?;
        let has_manifest = self.has_manifest(&folder);
        match self.rule.entries.parts {
            EntryParts::StandsIn if !has_manifest => {
                let says_more = |key: &String| !["name", "source", "policy"].contains(&key.as_str());
                let stands_in = entry.as_object().is_some_and(|entry| entry.keys().any(says_more));
                let manifest = stands_in.then(|| entry.clone())?;
                self.package_of(&folder, market.origin, Some(id), None, &manifest)
            }
            EntryParts::Over => self.laid_over(&folder, id, entry),
            EntryParts::Besides => {
                let package = self.package(&folder, market.origin, Some(id))?;
                as_listed(package, has_manifest, entry, &self.catalogue_of(market))
            }
            EntryParts::Ignored | EntryParts::StandsIn => {
                let package = match market.origin {
                    Origin::Here => self.package_or_converted(&folder, Some(id))?,
                    _ => self.package(&folder, market.origin, Some(id))?,
                };
                let is_called_so =
                    id.strip_suffix(&market.name).and_then(|id| id.strip_suffix('@')) == Some(&package.name);
                (is_called_so || !self.rule.entries.names_agree).then_some(package)
            }
        }
    }

    /// The folder of a marketplace that an entry means.
    pub(super) fn place(&self, market: &Path, catalog: &Value, entry: &Value) -> Option<PathBuf> {
        let source = entry.get("source")?;
        let knows_local = self.rule.entries.local_tables;
        let is_local = |it: &&Value| knows_local && it.get("source").and_then(Value::as_str) == Some("local");
        let written = source.as_str().or_else(|| Some(source).filter(is_local)?.get("path")?.as_str())?;
        let rule = &self.rule.entries;
        let root = catalog.pointer("/metadata/pluginRoot").and_then(Value::as_str);
        let is_dotted = written == "." || written.starts_with("./");
        let is_name = written.starts_with(|first: char| first.is_ascii_alphanumeric())
            && written.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '.' | '_'));
        let path = match (rule.root, root) {
            (EntryRoot::Every, Some(root)) => Path::new(root).join(written),
            (EntryRoot::Bare, Some(root)) if is_name && !written.contains("..") => Path::new(root).join(written),
            _ if rule.dotted && !is_dotted => return None,
            _ => PathBuf::from(written),
        };
        let leaves = path.components().any(|it| !matches!(it, Component::CurDir | Component::Normal(_)));
        if rule.dotted && leaves { None } else { inside(market, &path) }
    }

    /// The list of what was installed; nothing when it is not one.
    fn installed(&mut self, file: &Path) -> Option<Value> {
        let list = self.json(file)?;
        match Some(&list).filter(|list| !list.is_null()).and_then(|list| wrong_in_installed(self.host, list)) {
            Some(wrong) => self.broken(file, wrong),
            None => Some(list),
        }
    }

    /// The marketplaces that are registered, and those on this disk that the settings declare, the weakest first.
    fn markets(&mut self, store: &StoreRule, folder: &Path) -> Vec<Market> {
        let registered = store.registered.as_ref().and_then(|name| self.json(&folder.join(name)));
        let counts = |file: &&SettingsFile| {
            let is_among = |sources: &[String]| file.source.as_ref().is_some_and(|source| sources.contains(source));
            let awaits_trust = !self.controls.trusted && is_among(&store.declared_when_trusted);
            (store.declared_in.is_empty() || is_among(&store.declared_in)) && !awaits_trust && !file.only_plugins
        };
        // A settings file that cannot be read is spoken of where the settings are read.
        let declared = self.files.iter().rev().filter(counts).filter_map(|file| {
            let settings = parsed(file, self.host.controls.comments).ok()?;
            look_up(&settings, store.declared.as_ref()?).cloned()
        });
        let policy = self.market_policy(store);
        let mut markets: Vec<Market> = Vec::new();
        let lists = registered.into_iter().map(|list| (list, false)).chain(declared.map(|list| (list, true)));
        for (list, is_declared) in lists {
            for (name, market) in list.as_object().unwrap_or(&Map::new()) {
                if market.get("source").is_some_and(|source| !policy.permits(source)) {
                    self.forbidden(name);
                    continue;
                }
                let is_on_disk = market.pointer("/source/source").and_then(Value::as_str) == Some("directory");
                let declared = market.pointer("/source/path").filter(|_| is_on_disk);
                let copy = market.get("installLocation").filter(|_| self.rule.strict);
                let folder = copy.or(declared).and_then(Value::as_str).map(|folder| normal(Path::new(folder)));
                let Some(folder) = folder.filter(|folder| folder.is_absolute()) else { continue };
                if !markets.iter().any(|known| known.name == *name) {
                    let origin = Origin::Installed;
                    markets.push(Market { name: name.clone(), folder, origin, is_on_disk, is_declared });
                }
            }
        }
        markets
    }

    /// What the administrator says of marketplaces.
    pub(super) fn market_policy(&self, store: &StoreRule) -> MarketPolicy {
        let files = || self.files.iter().filter(|file| file.source.is_none() && !file.only_plugins);
        let list = |file: &SettingsFile, key: &String| {
            let settings = parsed(file, self.host.controls.comments).ok()?;
            look_up(&settings, key)?.as_array().cloned()
        };
        let allowed = files().find_map(|file| store.allowed.iter().find_map(|key| list(file, key)));
        let blocked = files().filter_map(|file| list(file, store.blocked.as_ref()?)).flatten().collect();
        MarketPolicy { allowed, blocked }
    }

    /// Tells of a marketplace that may not be used, where something of it is switched on.
    fn forbidden(&mut self, name: &str) {
        let is_of_it = |id: &str| id.rsplit_once('@').is_some_and(|(_, market)| market == name);
        let wanted = self.controls.plugins.iter().find(|(id, is_on)| *is_on && is_of_it(id));
        let managed = self.files.iter().find(|file| file.source.is_none());
        if let (Some((id, _)), Some(file)) = (wanted, managed) {
            let sentence = format!("`{id}` is not loaded: the administrator's settings do not allow its marketplace");
            self.problems.push((file.path.clone(), sentence));
        }
    }
}

/// Where a package was installed, for everybody or for this project.
fn recorded(list: &Value, id: &str, working_directory: &Path) -> Option<PathBuf> {
    let entry = list.get("plugins")?.get(id)?;
    let entries = entry.as_array().map_or(std::slice::from_ref(entry), Vec::as_slice);
    let root = |folder: &Path| folder.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let concerns_us = |entry: &&Value| {
        let is_ours = |project: &Path| {
            project == working_directory || root(project).is_some_and(|it| Some(it) == root(working_directory))
        };
        match entry.get("scope").and_then(Value::as_str) {
            Some("project" | "local") => {
                entry.get("projectPath").and_then(Value::as_str).is_some_and(|project| is_ours(Path::new(project)))
            }
            _ => true,
        }
    };
    Some(PathBuf::from(entries.iter().find(concerns_us)?.get("installPath")?.as_str()?))
}

/// A package with what its marketplace says of it in the catalogue; none when the two contradict each other.
fn as_listed(mut package: Package, has_manifest: bool, entry: &Value, catalogue: &Path) -> Option<Package> {
    let folder = package.path.clone();
    let names_parts = ["skills", "commands", "agents", "hooks"].iter().any(|key| entry.get(key).is_some());
    let is_strict = entry.get("strict").and_then(Value::as_bool) != Some(false);
    if names_parts && !is_strict && has_manifest {
        return None;
    }
    let skills = inner_paths(&folder, entry.get("skills"));
    let is_usual = |path: &PathBuf| *path == folder || *path == folder.join("skills");
    let source = entry.get("source").and_then(Value::as_str);
    let is_whole_market = source.is_some_and(|source| source.split('/').all(|part| part.is_empty() || part == "."));
    if is_whole_market && skills.iter().any(|path| path.exists()) {
        // Several packages share one folder: each has what is listed, and no more.
        package.usual_skills = skills.iter().any(is_usual);
        package.skill_paths.clear();
    }
    // The folder of the package is one skill, or a folder of them, like any other.
    let is_new = |path: &PathBuf| *path != folder.join("skills") && !package.skill_paths.contains(path);
    let skills: Vec<PathBuf> = skills.into_iter().filter(is_new).collect();
    package.skill_paths.extend(skills);
    package.command_paths.extend(inner_paths(&folder, entry.get("commands")));
    package.agent_paths.extend(inner_paths(&folder, entry.get("agents")));
    package.commands.extend(named_commands(&folder, entry.get("commands"), catalogue));
    Some(package)
}
