//! The packages of the repository that is worked on, as each host would have them once they are installed.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::Regex;
use serde_json::{Map, Value};

use crate::catalog::manifest::{has_wrong_form, subjects, wrong_in_market};
use crate::catalog::{
    Controls, Environment, Fate, Found, MadeFor, NearMiss, Origin, OwnPackages, Package, PackageChoice, Shipped,
    settings_places,
};
use crate::disk::files::RealFiles;
use crate::disk::here::Here;
use crate::disk::packages::Look;
use crate::disk::packages::manifest::{is_nothing, texts, with_paths};
use crate::disk::packages::marketplaces::Market;
use crate::hosts::{At, Converted, Host, Hosts, ManifestPaths, StoreKind, StoreRule};

/// The manifests and catalogues that make packages of folders in a repository, as the ends of paths.
pub fn manifest_names(hosts: &[Arc<Host>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for host in hosts {
        for store in stores_here(host) {
            let converted = host.packages.converts.iter().map(|it| &it.manifest);
            let specified = host.packages.specified.iter().map(|it| &it.manifest);
            let manifests = host.packages.manifests.iter().chain(converted).chain(specified);
            names.extend(manifests.chain(&store.catalogs).cloned());
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The packages that manifests and catalogues make, and that loose skills are, in the eyes of some hosts; those of them
/// that are chosen. `known` are all hosts: what lies in a folder of theirs is no package's.
pub fn own_packages(hosts: &[Arc<Host>], known: &Hosts, environment: &Environment, here: &Here) -> OwnPackages {
    let mut own = OwnPackages::default();
    let Here { manifests, found: skills, inner, .. } = here;
    if environment.package_choice == PackageChoice::Nothing || manifests.is_empty() && skills.is_empty() {
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
                    if let Some(package) = &package {
                        ship(&mut own, host, package);
                    }
                    let made_for = MadeFor { host: host.id.clone(), manifest: made.file.clone(), fate: made.fate };
                    own.made_for.entry(made.folder).or_default().push(made_for);
                }
                own.manifests.push(made.file);
                all.entry(host.id.clone()).or_default().extend(package);
            }
        }
    }
    // One that cannot be read makes nothing, and is a manifest all the same.
    let is_one = |path: &&PathBuf| subjects(hosts, None, path).iter().any(|subject| subject.is_sure);
    own.manifests.extend(manifests.iter().filter(is_one).cloned());
    own.manifests.sort_unstable();
    own.manifests.dedup();
    for host in hosts.iter().filter(|host| host.packages.collections) {
        let is_loose = |path: &Path| {
            let mut packages = all.values().flatten().map(|package| &package.path).chain(own.made_for.keys());
            // What lies beside the folder of an agent was meant for that agent.
            let is_near = || NearMiss::of_skill(known, environment, &RealFiles, &path.join("SKILL.md")).is_some();
            known.owners(path).is_empty() && !packages.any(|folder| path.starts_with(folder)) && !is_near()
        };
        let inner: Vec<PathBuf> =
            inner.iter().filter_map(|path| path.parent()).filter(|it| is_loose(it)).map(Path::to_owned).collect();
        let collection = collection(environment, skills, is_loose).map(|it| Package { skill_folders: inner, ..it });
        all.entry(host.id.clone()).or_default().extend(collection);
    }
    for packages in all.values_mut() {
        leave_out_what_lacks_another(packages);
    }
    own.known = all.values().flatten().map(|package| (package.name.clone(), package.path.clone())).collect();
    own.known.sort_unstable();
    own.known.dedup();
    let folders: Vec<&Path> = all.values().flatten().map(|package| &*package.path).collect();
    let is_chosen = chosen(environment, &folders);
    own.by_host = all
        .into_iter()
        .map(|(host, packages)| (host, packages.into_iter().filter(|package| is_chosen(package)).collect()))
        .collect();
    own
}

/// The loose skills of a repository, as one package: the folders in which their folders lie.
fn collection(environment: &Environment, skills: &[Found], is_loose: impl Fn(&Path) -> bool) -> Option<Package> {
    let here = &environment.working_directory;
    let folders: HashSet<&Path> =
        skills.iter().filter_map(|skill| skill.path.parent()).filter(|folder| is_loose(folder)).collect();
    // A skill right here has no folder around it that is looked at, and one inside another is a part of it.
    let roots = folders.iter().map(|folder| folder.parent().filter(|root| root.starts_with(here)).unwrap_or(folder));
    let roots = roots.filter(|root| root == here || !folders.contains(root));
    let mut skill_paths: Vec<PathBuf> = roots.map(Path::to_owned).collect();
    skill_paths.sort_unstable();
    skill_paths.dedup();
    let name = here.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let package =
        Package { id: name.clone(), name, path: here.clone(), origin: Origin::Here, on: true, ..Package::default() };
    (!skill_paths.is_empty()).then_some(Package { skill_paths, ..package })
}

/// Leaves out the packages that need one which does not lie here too: it would be installed with them.
fn leave_out_what_lacks_another(packages: &mut Vec<Package>) {
    loop {
        let is_there = |need: &String| packages.iter().any(|package| package.id == *need || package.name == *need);
        let lacking = packages.iter().position(|package| !package.needs.iter().all(is_there));
        let Some(lacking) = lacking else { break };
        packages.remove(lacking);
    }
    packages.iter_mut().for_each(|package| package.needs.clear());
}

/// Notes where a host looks in a package that is made for it.
fn ship(own: &mut OwnPackages, host: &Host, package: &Package) {
    if host.agents.plugin_folder.is_some() {
        for path in &package.agent_paths {
            own.agents.entry(path.clone()).or_default().push(host.id.clone());
        }
    }
    let rules = host.roots.iter().enumerate();
    // What is read for another host's sake is not written for this one.
    for (rule, it) in rules.filter(|(_, it)| it.at == At::Package && it.migrates.is_none()) {
        for root in package.paths(it) {
            let shipped = Shipped { host: host.id.clone(), package: package.name.clone(), rule };
            own.shipped_to.entry(root).or_default().push(shipped);
        }
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
    /// None when it cannot be installed.
    package: Option<Package>,
    fate: Fate,
}

/// What comes of a package that is there or not.
fn fate(package: &Option<Package>) -> Fate {
    if package.is_some() { Fate::Taken } else { Fate::Refused }
}

impl Look<'_> {
    /// What the manifests and catalogues of a repository make: first what catalogues list, in their order.
    fn own(&mut self, store: &StoreRule, manifests: &[&PathBuf]) -> Vec<Made> {
        let mut made: Vec<Made> = Vec::new();
        // The folders of marketplaces, and the packages that each lists elsewhere.
        let mut markets: HashMap<PathBuf, Vec<String>> = HashMap::new();
        for catalog in &store.catalogs {
            for file in manifests {
                let Some(folder) = folder_of(file, catalog) else { continue };
                if let Entry::Vacant(vacant) = markets.entry(folder) {
                    let (listed, elsewhere) = self.listed_in(catalog, file, vacant.key());
                    made.extend(listed);
                    vacant.insert(elsewhere);
                }
            }
        }
        let mut folders: HashSet<PathBuf> = made.iter().map(|made| made.folder.clone()).collect();
        let rule = self.rule;
        let converted = rule.converts.iter().map(|it| &it.manifest);
        for name in rule.manifests.iter().chain(converted).chain(rule.specified.iter().map(|it| &it.manifest)) {
            for file in manifests {
                let Some(folder) = folder_of(file, name).filter(|folder| !folders.contains(folder)) else { continue };
                let package = self.package_or_converted(&folder, None);
                let package = package.map(|it| Package { id: it.name.clone(), ..it });
                // What a catalogue around it does not list cannot be installed from it.
                let around = folder.ancestors().filter_map(|folder| markets.get(folder));
                let is_listed = |it: &&Package| around.clone().all(|market| market.contains(&it.name));
                let fate = match package.as_ref().map(|it| is_listed(&it)) {
                    Some(false) => Fate::Unlisted,
                    _ => fate(&package),
                };
                let package = package.filter(|it| is_listed(&it));
                // Many programs have a `plugin.json` that is about something else.
                let is_sure = name.contains('/') || !name.starts_with("plugin");
                let host = self.host;
                if !is_sure && !package.as_ref().is_some_and(|package| brings_anything(host, package)) {
                    continue;
                }
                folders.insert(folder.clone());
                let is_own = self.is_own(&folder);
                made.push(Made { file: (*file).clone(), folder, is_own, package, fate });
            }
        }
        made
    }

    /// The packages that a catalogue lists and that lie beside it, and the names of those that lie elsewhere: one of
    /// them may be what is worked on.
    fn listed_in(&mut self, name: &String, file: &Path, folder: &Path) -> (Vec<Made>, Vec<String>) {
        let is_own = self.host.owns_manifests.contains(name);
        let Some(catalog) = self.json(file) else { return (Vec::new(), Vec::new()) };
        if self.rule.strict && wrong_in_market(self.host, &catalog).is_some() || self.is_spoilt(&catalog) {
            return (Vec::new(), Vec::new());
        }
        let market = catalog.get("name").and_then(Value::as_str).unwrap_or_default();
        let market = Market {
            name: market.to_owned(),
            folder: folder.to_owned(),
            origin: Origin::Here,
            is_on_disk: true,
            is_declared: false,
        };
        let (mut made, mut elsewhere): (Vec<Made>, Vec<String>) = (Vec::new(), Vec::new());
        for entry in catalog.get("plugins").and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = entry.get("name").and_then(Value::as_str) else { continue };
            let kind =
                entry.get("source").filter(|it| it.is_object()).map(|it| it.get("source").and_then(Value::as_str));
            if kind.is_some_and(|kind| kind != Some("local")) {
                elsewhere.push(name.to_owned());
            }
            let place = self.place(folder, &catalog, entry).filter(|place| place.is_dir());
            let Some(place) = place else { continue };
            let id = format!("{name}@{}", market.name);
            if made.iter().any(|known| known.package.as_ref().is_some_and(|it| it.id == id)) {
                continue;
            }
            let package = self.entry(&market, &catalog, entry, &id, &Value::Null);
            let is_own = is_own || self.is_own(&place);
            let fate = fate(&package);
            made.push(Made { file: file.to_owned(), folder: place, is_own, package, fate });
        }
        (made, elsewhere)
    }

    /// Whether something in a catalogue keeps the host from all of it.
    fn is_spoilt(&self, catalog: &Value) -> bool {
        let rule = &self.rule.entries;
        let pattern = rule.name_pattern.as_ref().and_then(|pattern| Regex::new(pattern).ok());
        let is_name = |name: &str| pattern.as_ref().is_none_or(|pattern| pattern.is_match(name));
        let has_name = |it: &Value| it.get("name").and_then(Value::as_str).is_some_and(is_name);
        let is_source = |source: &Value| match source.get("source").and_then(Value::as_str) {
            Some(kind) => ["github", "url", "git-subdir"].contains(&kind),
            None => source.is_string(),
        };
        let is_fine = |entry: &Value| has_name(entry) && entry.get("source").is_some_and(is_source);
        let entries = catalog.get("plugins").and_then(Value::as_array);
        let names: HashSet<&str> = entries.into_iter().flatten().filter_map(|it| it.get("name")?.as_str()).collect();
        let is_whole = entries.is_some_and(|entries| entries.iter().all(is_fine) && names.len() == entries.len());
        let has_owner = catalog.get("owner").and_then(|owner| owner.get("name")).is_some();
        rule.all_or_none && !(has_owner && has_name(catalog) && is_whole && !has_wrong_form(rule, catalog))
    }

    /// Whether a folder has a manifest that the host takes as it is.
    pub(super) fn has_manifest(&self, folder: &Path) -> bool {
        self.rule.manifests.iter().any(|name| folder.join(name).exists()) || self.specification(folder).is_some()
    }

    /// The package in a folder, by the host's own manifest or by one that it converts.
    pub(super) fn package_or_converted(&mut self, folder: &Path, id: Option<&str>) -> Option<Package> {
        let has_own = self.has_manifest(folder);
        let mut others = self.rule.converts.iter().filter(|it| folder.join(&it.manifest).is_file());
        match others.next().filter(|_| !has_own) {
            Some(other) => {
                let manifest = self.json(&folder.join(&other.manifest))?;
                let is_whole = other.required.iter().all(|key| manifest.get(key).is_some());
                is_whole.then(|| self.converted(other, folder, id, &manifest))?
            }
            None => self.package(folder, Origin::Here, id),
        }
    }

    /// The package that an entry makes of a folder, with the manifest that it is laid over.
    pub(super) fn laid_over(&mut self, folder: &Path, id: &str, entry: &Value) -> Option<Package> {
        let other = self.rule.converts.last()?;
        let file = folder.join(&other.manifest);
        let mut manifest = match (file.exists(), entry.get("strict").and_then(Value::as_bool)) {
            // A list has no keys that an entry could be laid over, and is none the worse for it.
            (true, _) => self.json(&file).map(|it| if it.is_array() { Value::Object(Map::new()) } else { it })?,
            (false, Some(true)) => return None,
            (false, _) => Value::Object(Map::new()),
        };
        for (key, value) in entry.as_object()?.iter().filter(|(_, value)| !is_nothing(value)) {
            manifest.as_object_mut()?.insert(key.clone(), value.clone());
        }
        self.converted(other, folder, Some(id), &manifest)
    }

    /// The package that a manifest of another host makes.
    fn converted(&mut self, other: &Converted, folder: &Path, id: Option<&str>, manifest: &Value) -> Option<Package> {
        let mut parts = ["skills", "commands"].iter().filter_map(|key| manifest.get(*key));
        if other.paths == ManifestPaths::Collected && !parts.all(|it| is_nothing(it) || texts(it).is_some()) {
            return None;
        }
        let package = self.package_of(folder, Origin::Here, id, None, manifest)?;
        Some(with_paths(package, other.paths, manifest))
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::Exclusion;
    use crate::disk::here::{Wish, here};
    use crate::disk::real::real_path;
    use crate::hosts::builtin;
    use crate::text::slashed;

    /// The packages of a repository, host by host, each with the folders that bring skills or commands; a star before
    /// those that are made for the host.
    fn shown(files: &[(&str, &str)], at: &str, choice: PackageChoice) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = real_path(folder.path()).unwrap().join("repo");
        for (path, text) in
            [(".git/HEAD", "ref: refs/heads/main"), (".git/objects/x", ""), (".git/refs/x", "")].iter().chain(files)
        {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let environment = Environment {
            working_directory: root.join(at).components().collect(),
            repository: Some(root.clone()),
            package_choice: choice,
            ..Environment::default()
        };
        let known = builtin();
        let hosts: Vec<Arc<Host>> = known.real().cloned().collect();
        let names = manifest_names(&hosts);
        let here = here(
            &environment,
            &Wish { exclusion: &Exclusion::default(), manifests: &names, owned: &[], resources: known.resources() },
        );
        let own = own_packages(&hosts, &known, &environment, &here);
        let below = |path: &Path| slashed(path.strip_prefix(&root).unwrap());
        let mut lines = Vec::new();
        for host in &hosts {
            for package in own.of(&host.id) {
                let star = if own.made_for.get(&package.path).is_some_and(|it| it.iter().any(|it| it.host == host.id)) {
                    "*"
                } else {
                    ""
                };
                let roots = package.roots(host).into_iter().filter(|root| root.exists());
                let roots: Vec<String> = roots.map(|root| below(&root)).collect();
                lines.push(format!("{} {star}{}: {}", host.id, package.id, roots.join(" ")));
            }
        }
        lines.join("\n")
    }

    const SKILL: &str = "---\nname: a\ndescription: Does a thing.\n---\nText.\n";

    #[test]
    fn a_plugin_at_the_root() {
        let files = [
            (".claude-plugin/plugin.json", r#"{"name": "kit"}"#),
            ("skills/a/SKILL.md", SKILL),
            ("commands/go.md", "Go.\n"),
        ];
        let expected = "claude-code *kit: commands skills\ncodex kit: skills\ncopilot-cli kit: skills commands\n\
                        qwen-code kit: skills";
        assert_eq!(shown(&files, "", PackageChoice::All), expected);
        // Wherever in it somebody stands.
        assert_eq!(shown(&files, "skills/a", PackageChoice::Around), expected);
        assert_eq!(shown(&files, "", PackageChoice::Nothing), "");
    }

    #[test]
    fn a_marketplace_and_what_its_entries_are_to_each_host() {
        let market = r#"{"name": "shop", "owner": {"name": "Me"}, "plugins": [
            {"name": "one", "source": "./plugins/one"},
            {"name": "two", "source": "./plugins/two", "strict": false, "skills": ["./extra"]},
            {"name": "bare", "source": "plugins/one"},
            {"name": "far", "source": {"source": "github", "repo": "me/far"}},
            {"name": "out", "source": "../out"}
        ]}"#;
        let files = [
            (".claude-plugin/marketplace.json", market),
            ("plugins/one/.claude-plugin/plugin.json", r#"{"name": "one"}"#),
            ("plugins/one/skills/a/SKILL.md", SKILL),
            ("plugins/two/skills/b/SKILL.md", SKILL),
            ("plugins/two/extra/c/SKILL.md", SKILL),
            ("loose/d/SKILL.md", SKILL),
        ];
        let all = "agentskills repo: loose\n\
                   claude-code *one@shop: plugins/one/skills\n\
                   claude-code *two@shop: plugins/two/skills plugins/two/extra\n\
                   codex one@shop: plugins/one/skills\n\
                   codex two@shop: plugins/two/extra\n\
                   copilot-cli one@shop: plugins/one/skills\n\
                   copilot-cli two@shop: plugins/two/skills\n\
                   copilot-cli bare@shop: plugins/one/skills\n\
                   qwen-code one@shop: plugins/one/skills\n\
                   qwen-code two@shop: plugins/two/extra\n\
                   qwen-code bare@shop: plugins/one/skills";
        assert_eq!(shown(&files, "", PackageChoice::Around), all);
        let two = "claude-code *two@shop: plugins/two/skills plugins/two/extra\n\
                   codex two@shop: plugins/two/extra\n\
                   copilot-cli two@shop: plugins/two/skills\n\
                   qwen-code two@shop: plugins/two/extra";
        assert_eq!(shown(&files, "plugins/two/extra", PackageChoice::Around), two);
        assert_eq!(shown(&files, "", PackageChoice::Named("two".to_owned())), two);
        assert_eq!(shown(&files, "", PackageChoice::Named("plugins/two".to_owned())), two);
        assert_eq!(shown(&files, "", PackageChoice::Named("nobody".to_owned())), "");
    }

    #[test]
    fn plugins_of_codex_and_extensions() {
        let files = [
            (
                ".agents/plugins/marketplace.json",
                r#"{"name": "m", "plugins": [{"name": "p", "source": {"source": "local", "path": "./p"}}]}"#,
            ),
            ("p/.codex-plugin/plugin.json", r#"{"name": "p", "skills": "./more"}"#),
            ("p/more/a/SKILL.md", SKILL),
            ("g/gemini-extension.json", r#"{"name": "g", "version": "1"}"#),
            ("g/skills/a/SKILL.md", SKILL),
            ("q/qwen-extension.json", r#"{"name": "q"}"#),
            ("q/skills/a/SKILL.md", SKILL),
        ];
        let expected = "codex *p@m: p/more\ngemini-cli *g: g/skills\nqwen-code *q: q/skills\nqwen-code g: g/skills";
        assert_eq!(shown(&files, "", PackageChoice::All), expected);
    }

    #[test]
    fn skills_inside_skills_of_a_collection_are_its_own_too() {
        let files = [
            ("skills/a/SKILL.md", SKILL),
            ("skills/a/inner/SKILL.md", SKILL),
            ("skills/a/inner/more/skills/b/SKILL.md", SKILL),
            ("skills/a/references/c/SKILL.md", SKILL),
            ("skills/a/inner/examples/c/SKILL.md", SKILL),
        ];
        let expected = "agentskills repo: skills skills/a/inner skills/a/inner/more/skills/b";
        assert_eq!(shown(&files, "", PackageChoice::All), expected);
    }

    #[test]
    fn a_plugin_json_of_something_else_makes_no_package() {
        let files = [("src/plugin.json", r#"{"name": "panel", "type": "panel"}"#), ("src/x/SKILL.md", SKILL)];
        assert_eq!(shown(&files, "", PackageChoice::All), "agentskills repo: src");
        let files = [("plugin.json", r#"{"name": "kit"}"#), ("skills/a/SKILL.md", SKILL)];
        assert_eq!(shown(&files, "", PackageChoice::All), "copilot-cli *kit: skills");
    }

    #[test]
    fn agents_own_folders_and_ignored_packages_are_none() {
        let files = [
            (".claude/skills/a/SKILL.md", SKILL),
            (".gitignore", "build\n"),
            ("build/kit/.claude-plugin/plugin.json", r#"{"name": "kit"}"#),
            ("build/kit/skills/a/SKILL.md", SKILL),
            ("SKILL.md", SKILL),
        ];
        assert_eq!(shown(&files, "", PackageChoice::All), "agentskills repo: ");
    }
}
