//! The packages of a host (plugins, extensions): looked for in each of its stores, by what its data says.

mod folders;
mod listed;
mod manifest;
mod marketplaces;
mod own;
mod source;
mod specified;
mod versions;

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde_json::Value;

use crate::catalog::{Controls, Environment, Origin, Package, SettingsFile, parsed, settings_places};
use crate::disk::reach::settings_text;
use crate::hosts::{Host, PackageRule, StoreKind, StoreRule};
use crate::settings::look_up;

pub use own::{manifest_names, own_packages};

/// Finds the packages of a host, and settles which of them it loads. `files` are its settings, the strongest first.
pub(super) fn find(host: &Host, files: &[SettingsFile], controls: &mut Controls, environment: &Environment) {
    let mut look = Look { host, rule: &host.packages, files, controls, environment, problems: Vec::new() };
    let mut found = Vec::new();
    for (index, store) in host.packages.stores.iter().enumerate() {
        let packages = look.packages(store);
        found.extend(packages.into_iter().map(|package| Package { store: index, ..package }));
    }
    // What is worked on stands for what is installed of the same name.
    let own = environment.own_packages.of(&host.id);
    found.retain(|package| !own.iter().any(|own| own.name == package.name && package.origin == Origin::Installed));
    found.extend(own.iter().cloned());
    // Other hosts pass over what they cannot read, and so do we.
    let problems = if host.packages.strict { look.problems } else { Vec::new() };
    controls.package_problems = problems;
    controls.take_packages(&host.packages, found);
}

/// What is looked at while packages are looked for.
struct Look<'a> {
    host: &'a Host,
    rule: &'a PackageRule,
    files: &'a [SettingsFile],
    controls: &'a Controls,
    environment: &'a Environment,
    problems: Vec<(PathBuf, String)>,
}

impl Look<'_> {
    /// The packages of one store, in load order.
    fn packages(&mut self, store: &StoreRule) -> Vec<Package> {
        let places = match store.kind {
            StoreKind::Given => self.environment.plugin_folders.iter().map(|folder| (folder.clone(), true)).collect(),
            _ => self.places(store),
        };
        let found = places.iter().flat_map(|(path, is_trusted)| match store.kind {
            StoreKind::Given => self.given(path),
            StoreKind::Marketplaces => self.in_marketplaces(store, path),
            StoreKind::Copied => self.copied(store, path),
            StoreKind::Versions => self.versions(store, path),
            StoreKind::Folders => self.folders(store, path),
            StoreKind::SkillFolders => self.adopted(store, path, *is_trusted),
            StoreKind::Listed => self.listed(store, path),
            // Those are looked for before, by `own_packages`.
            StoreKind::Here => Vec::new(),
        });
        found.collect()
    }

    /// The folders or files of a store, each once, and whether they are trusted.
    fn places(&self, store: &StoreRule) -> Vec<(PathBuf, bool)> {
        let mut places: Vec<(PathBuf, bool)> = Vec::new();
        for rule in &store.places {
            let is_trusted = !rule.when_trusted || self.controls.trusted;
            for path in settings_places(rule, self.environment).into_iter().flatten() {
                if !places.iter().any(|(known, _)| *known == path) {
                    places.push((path, is_trusted));
                }
            }
        }
        places
    }

    /// The packages of a folder given by hand: the folder itself, or else every package right in it.
    fn given(&mut self, folder: &Path) -> Vec<Package> {
        if self.rule.strict && !folder.is_dir() {
            return self.broken(folder, "it is not a folder").unwrap_or_default();
        }
        let is_package = has_manifest(self.rule, folder)
            || folder.join("SKILL.md").is_file()
            || self.rule.strict && ["skills", "commands"].iter().any(|name| folder.join(name).is_dir());
        if is_package {
            return self.package(folder, Origin::Given, None).into_iter().collect();
        }
        let mut children = if self.rule.strict { entries(folder) } else { Vec::new() };
        children.sort_unstable();
        children.retain(|child| has_manifest(self.rule, child));
        children.iter().filter_map(|child| self.package(child, Origin::Given, None)).collect()
    }

    /// The folders among skills that are packages too: those with a manifest, unless they are hidden. Of one name the
    /// first counts, in the order in which the disk tells them.
    fn adopted(&mut self, store: &StoreRule, root: &Path, is_trusted: bool) -> Vec<Package> {
        if !self.market_policy(store).permits_skill_folders() {
            return Vec::new();
        }
        let origin = if is_trusted { Origin::Adopted } else { Origin::Untrusted };
        let is_hidden = |folder: &Path| folder.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        let rule = self.rule;
        // Nearly no skill is a package, and there may be very many.
        let folders: Vec<PathBuf> = entries(root)
            .into_par_iter()
            .with_min_len(64)
            .filter(|folder| !is_hidden(folder) && has_manifest(rule, folder))
            .collect();
        let mut packages: Vec<Package> = Vec::new();
        for package in folders.iter().filter_map(|folder| self.package(folder, origin, None)) {
            if !packages.iter().any(|known| known.name == package.name) {
                packages.push(package);
            }
        }
        packages
    }

    /// The packages of which the host has made a copy.
    fn copied(&mut self, store: &StoreRule, file: &Path) -> Vec<Package> {
        let comments = self.host.controls.comments;
        let text = settings_text(&self.environment.reach, file).unwrap_or_default();
        let list = SettingsFile { path: file.to_owned(), text, ..SettingsFile::default() };
        let list = parsed(&list, comments).unwrap_or_default();
        let says = |file: &SettingsFile, key| {
            parsed(file, self.host.controls.comments).is_ok_and(|it| look_up(&it, key).is_some())
        };
        let switches = self.host.controls.plugins.as_ref();
        let is_switched = switches.is_some_and(|key| self.files.iter().any(|file| says(file, key)));
        let list = store.key.split('|').find_map(|key| list.get(key));
        let entries = list.and_then(Value::as_array).into_iter().flatten();
        let copied = entries.filter_map(|entry| {
            let text = |key: &str| entry.get(key).and_then(Value::as_str);
            let (name, folder) = (text("name")?, PathBuf::from(text("cache_path")?));
            let market = text("marketplace").unwrap_or_default();
            let id = format!("{name}@{market}");
            let package = folder.is_dir().then(|| self.package(&folder, Origin::Installed, Some(&id)))??;
            let is_on = entry.get("enabled").and_then(Value::as_bool).unwrap_or(true);
            Some(Package { on: is_on && (market.is_empty() || !is_switched), ..package })
        });
        copied.collect()
    }

    /// What a JSON file says; nothing when it cannot be read.
    fn json(&mut self, path: &Path) -> Option<Value> {
        let text = settings_text(&self.environment.reach, path).ok()?;
        if text.trim().is_empty() {
            return self.broken(path, "it is empty");
        }
        if self.has_refused_mark(&text) {
            return self.broken(path, "it begins with a byte order mark");
        }
        let value = parsed(&SettingsFile { path: path.to_owned(), text, ..SettingsFile::default() }, false);
        value.map_err(|message| self.problems.push((path.to_owned(), message))).ok()
    }

    /// The same of a file that may be about something else: what is wrong with it is not told.
    fn quiet_json(&self, path: &Path) -> Option<Value> {
        let text = settings_text(&self.environment.reach, path).ok().filter(|text| !self.has_refused_mark(text))?;
        parsed(&SettingsFile { path: path.to_owned(), text, ..SettingsFile::default() }, false).ok()
    }

    fn has_refused_mark(&self, text: &str) -> bool {
        self.rule.refuses_bom && text.starts_with('\u{feff}')
    }

    /// Tells what is wrong with a file; there is nothing to be had of it.
    fn broken<T>(&mut self, path: &Path, reason: impl Display) -> Option<T> {
        self.problems.push((path.to_owned(), format!("cannot read {}: {reason}", path.display())));
        None
    }
}

fn has_manifest(rule: &PackageRule, folder: &Path) -> bool {
    rule.manifests.iter().any(|manifest| folder.join(manifest).is_file())
}

/// What is right in a folder, in the order in which the disk tells it.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;
    use crate::disk::controls;
    use crate::hosts::builtin;
    use crate::text::slashed;

    /// A home and a project, and the folders given by hand.
    struct World {
        folder: tempfile::TempDir,
        given: Vec<&'static str>,
    }

    impl World {
        fn new(files: &[(&str, &str)]) -> World {
            let folder = tempfile::tempdir().unwrap();
            // As JSON has it; a key has slashes on every system.
            let base = folder.path().display().to_string().replace('\\', "\\\\");
            let key = slashed(folder.path());
            for (path, text) in files {
                let path = folder.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text.replace("{base}", &base).replace("{key}", &key)).unwrap();
            }
            World { folder, given: Vec::new() }
        }

        fn controls(&self, host: &Host) -> Controls {
            let at = |path: &str| self.folder.path().join(path);
            let environment = Environment {
                working_directory: at("w"),
                home: Some(at("home")),
                plugin_folders: self.given.iter().map(|path| at(path)).collect(),
                ..Environment::default()
            };
            controls(host, &environment)
        }

        /// The packages of a host, each with its skills and commands; a star before those that are loaded.
        fn shown(&self, host: &Host) -> String {
            let controls = self.controls(host);
            let below = |path: &PathBuf| slashed(path.strip_prefix(self.folder.path()).unwrap());
            let all = |paths: &[PathBuf]| paths.iter().map(below).collect::<Vec<_>>().join(" ");
            let line = |it: &Package| {
                let star = if it.loaded { "*" } else { "" };
                format!("{star}{} {} [{}] [{}]", it.id, below(&it.path), all(&it.skill_paths), all(&it.command_paths))
            };
            controls.packages.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    }

    #[test]
    fn copies_in_a_list_with_comments_by_either_key() {
        let listed = |key: &str, more: &str| {
            let entry = format!(r#"{{"name": "docs", "marketplace": "m", "cache_path": "{{base}}/copy"{more}}}"#);
            let world = World::new(&[
                ("home/.copilot/config.json", &format!("// Written by the agent.\n{{ \"{key}\": [{entry}], }}\n")),
                ("copy/plugin.json", r#"{"name": "docs"}"#),
                ("copy/skills/a/SKILL.md", ""),
            ]);
            world.shown(builtin().get("copilot-cli").unwrap())
        };
        assert_eq!(listed("installedPlugins", ""), "*docs@m copy [copy/skills] [copy/commands]");
        assert_eq!(listed("installed_plugins", ""), "*docs@m copy [copy/skills] [copy/commands]");
        assert_eq!(listed("installedPlugins", r#", "enabled": false"#), "docs@m copy [copy/skills] [copy/commands]");
        assert_eq!(listed("plugins", ""), "");
    }

    fn claude() -> std::sync::Arc<Host> {
        builtin().get("claude-code").unwrap().clone()
    }

    #[test]
    fn a_plugin_or_a_folder_of_plugins() {
        let manifest =
            r#"{"name": "shown", "skills": ["./more", "./../out"], "commands": {"go": {"source": "./go.md"}}}"#;
        let world = World::new(&[
            ("many/a/.claude-plugin/plugin.json", manifest),
            ("many/b/.claude-plugin/plugin.json", "{"),
            ("many/c/readme.md", ""),
            ("plain/skills/x/SKILL.md", ""),
            ("single/SKILL.md", ""),
        ]);
        let world = World { given: vec!["many", "plain", "single", "nothing"], ..world };
        assert_eq!(
            world.shown(&claude()),
            "*shown@inline many/a [many/a/more] [many/a/go.md]\n*plain@inline plain [] []\n*single@inline single [single] []"
        );
        let problems = world.controls(&claude()).package_problems;
        assert_eq!(problems.len(), 2, "a broken manifest, a folder that is not there");
    }

    /// An installed plugin `a` that is on, and `b` that is not.
    fn installed() -> World {
        World::new(&[
            (
                "home/.claude/plugins/installed_plugins.json",
                r#"{"version": 2, "plugins": {"a@here": [{"scope": "user", "installPath": "{base}/cache/x"}],
                    "b@there": [{"scope": "user", "projectPath": "/elsewhere", "installPath": "{base}/cache/x"}],
                    "c@there": [{"scope": "project", "projectPath": "/elsewhere", "installPath": "{base}/cache/x"}],
                    "d@there": [{"scope": "user", "installPath": "/no"}]}}"#,
            ),
            (
                "home/.claude/plugins/known_marketplaces.json",
                r#"{"there": {"source": {"source": "github"}, "installLocation": "{base}/copy"},
                    "here": {"source": {"source": "directory"}, "installLocation": "{base}/market"}}"#,
            ),
            (
                "copy/.claude-plugin/marketplace.json",
                r#"{"name": "there", "owner": {"name": "me"}, "plugins": [{"name": "b", "source": {}},
                    {"name": "c", "source": {}}, {"name": "d", "source": {}}]}"#,
            ),
            (
                "market/.claude-plugin/marketplace.json",
                r#"{"name": "here", "owner": {"name": "me"}, "plugins": [{"name": "a", "source": "./p"}]}"#,
            ),
            ("market/p/skills/s/SKILL.md", ""),
            ("cache/x/skills/s/SKILL.md", ""),
            ("home/.claude/settings.json", r#"{"enabledPlugins": {"a@here": true}}"#),
        ])
    }

    #[test]
    fn installed_ones_come_from_their_marketplace_folder_or_the_cache() {
        let world = installed();
        assert_eq!(world.shown(&claude()), "*a@here market/p [] []\nb@there cache/x [] []");
        assert!(world.controls(&claude()).package_problems.is_empty());
    }

    #[test]
    fn a_host_of_ones_own_has_the_packages_that_its_data_says() {
        let shown = |text: &str| {
            let mut hosts = builtin();
            let table = DeTable::parse(text).unwrap();
            hosts.add("mine", table.get_ref().get("mine").unwrap()).unwrap();
            installed().shown(hosts.get("mine").unwrap())
        };
        let inherited = "[mine]\nextends = \"claude-code\"\n";
        assert_eq!(shown(inherited), "*a@here market/p [] []\nb@there cache/x [] []");
        assert_eq!(shown(&format!("{inherited}packages = {{ stores = [] }}\n")), "");
        assert_eq!(shown("[mine]\nroots = [{ scope = \"plugin\", at = \"package\", paths = [\"skills\"] }]\n"), "");
    }

    #[test]
    fn skill_folders_with_a_manifest_are_plugins_and_await_trust_in_a_project() {
        let files = [
            ("home/.claude/skills/kit/.claude-plugin/plugin.json", r#"{"name": "shown", "skills": ["./", "./more"]}"#),
            ("home/.claude/skills/.hidden/.claude-plugin/plugin.json", r#"{"name": "hidden"}"#),
            ("home/.claude/skills/plain/SKILL.md", ""),
            ("w/.claude/skills/own/.claude-plugin/plugin.json", r#"{"name": "own"}"#),
        ];
        let known = "shown@skills-dir home/.claude/skills/kit [home/.claude/skills/kit/more] []";
        let own = "own@skills-dir w/.claude/skills/own [] []";
        assert_eq!(World::new(&files).shown(&claude()), format!("*{known}\n{own}"));
        let trust = ("home/.claude.json", r#"{"projects": {"{key}/w": {"hasTrustDialogAccepted": true}}}"#);
        let world = World::new(&[&files[..], &[trust]].concat());
        assert_eq!(world.shown(&claude()), format!("*{known}\n*{own}"));
    }
}
