//! Plugins of the marketplaces that an agent knows, and that nobody has installed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::catalog::{Package, SettingsFile, View, normal, parsed, settings_places};
use crate::hosts::StoreRule;

use super::plugin::only_project;
use super::{Cause, Facts, Line, Spot, command};

/// How many plugins of a marketplace are looked at, and so many of them are named.
const MOST: usize = 500;

/// A marketplace of which something is not installed.
pub(super) struct Untouched {
    /// One line for each plugin.
    pub(super) lines: Vec<Line>,
    /// One line for each plugin that is installed, and has more skills in the marketplace by now.
    pub(super) newer: Vec<Line>,
    /// Whether nothing of it is installed: whoever has only added it may think that this is all.
    pub(super) is_whole: bool,
}

pub(super) fn untouched(facts: &Facts<'_>, view: &View) -> Vec<Untouched> {
    let mut all = Vec::new();
    for store in &view.host.packages.stores {
        let Some(registered) = &store.registered else { continue };
        for folder in store.places.iter().flat_map(|rule| settings_places(rule, facts.environment)).flatten() {
            let Some(Value::Object(markets)) = json(facts, &folder.join(registered)) else { continue };
            for (name, market) in markets {
                let Some(place) = market.get("installLocation").and_then(Value::as_str) else { continue };
                all.extend(of_market(facts, view, store, &name, Path::new(place)));
            }
        }
    }
    all
}

fn of_market(facts: &Facts<'_>, view: &View, store: &StoreRule, name: &str, place: &Path) -> Option<Untouched> {
    let catalog = store.catalogs.iter().find_map(|file| json(facts, &place.join(file)))?;
    let plugins = catalog.get("plugins")?.as_array()?;
    let mut lines = Vec::new();
    let mut newer = Vec::new();
    let mut is_whole = true;
    for plugin in plugins.iter().take(MOST) {
        let Some(plugin_name) = plugin.get("name").and_then(Value::as_str) else { continue };
        let id = format!("{plugin_name}@{name}");
        if let Some(package) = view.controls.packages.iter().find(|package| package.id == id) {
            is_whole = false;
            newer.extend(not_copied(facts, view, package, name, place, plugin));
            continue;
        }
        let source = plugin.get("source").and_then(Value::as_str).unwrap_or(".");
        let folder = normal(&place.join(source));
        let skills = skills(facts, &folder, plugin);
        if skills.is_empty() || !folder.starts_with(place) {
            continue;
        }
        let words = match only_project(facts, view, &id) {
            Some(project) => {
                let project = facts.environment.short(&project);
                format!("the plugin `{plugin_name}` is installed, but only for the project `{project}`")
            }
            None => format!(
                "the plugin `{plugin_name}` is not installed: the marketplace `{name}` was added, which installs nothing"
            ),
        };
        let next = view.host.packages.installing.as_ref().map(|it| it.replace("{id}", &command::quoted(&id)));
        let spot = |path: &PathBuf| Spot { path: path.clone(), line: None, column: None };
        lines.push(Line {
            places: skills.iter().map(spot).collect(),
            skills: skills.iter().map(|skill| format!("{plugin_name}:{}", folder_name(skill))).collect(),
            ..Line::new(Cause::PluginOff, "", &folder, words).next(next)
        });
    }
    Some(Untouched { lines, is_whole, newer })
}

/// The skills that a plugin has in its marketplace, and not where it is installed: what is installed is a copy.
fn not_copied(
    facts: &Facts<'_>,
    view: &View,
    package: &Package,
    market: &str,
    place: &Path,
    plugin: &Value,
) -> Option<Line> {
    let source = plugin.get("source").and_then(Value::as_str)?;
    let folder = normal(&place.join(source));
    if !package.loaded || package.path.starts_with(place) || !folder.starts_with(place) {
        return None;
    }
    let had: HashSet<String> = skills(facts, &package.path, plugin).iter().map(|skill| folder_name(skill)).collect();
    let mut more = skills(facts, &folder, plugin);
    more.retain(|skill| !had.contains(&folder_name(skill)));
    let words = format!(
        "the marketplace `{market}` has it, but not the copy of the plugin `{}` that is installed",
        package.name
    );
    let next = view.host.packages.updating.as_ref().map(|it| it.replace("{id}", &command::quoted(&package.id)));
    let spot = |path: &PathBuf| Spot { path: path.clone(), line: None, column: None };
    (!more.is_empty()).then(|| Line {
        places: more.iter().map(spot).collect(),
        skills: more.iter().map(|skill| format!("{}:{}", package.name, folder_name(skill))).collect(),
        ..Line::new(Cause::PluginOff, "", &folder, words).next(next)
    })
}

fn folder_name(skill: &Path) -> String {
    skill.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

/// The skills of a plugin: those in its folder of skills, and those that its entry names.
fn skills(facts: &Facts<'_>, folder: &Path, plugin: &Value) -> Vec<PathBuf> {
    let named = plugin.get("skills").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let mut folders: Vec<PathBuf> = named.map(|path| normal(&folder.join(path))).collect();
    let inner = |around: &Path| -> Vec<PathBuf> {
        let names = facts.files.list(around).into_iter().take(MOST);
        names.filter_map(|name| Some(around.join(name.strip_suffix('/')?))).collect()
    };
    for around in folders.clone() {
        folders.extend(inner(&around));
    }
    if folders.is_empty() {
        folders = inner(&folder.join("skills"));
    }
    let mut skills: Vec<PathBuf> = folders.into_iter().map(|folder| folder.join("SKILL.md")).collect();
    skills.retain(|skill| facts.files.kind(skill).is_some());
    skills.sort();
    skills.dedup();
    skills
}

pub(super) fn json(facts: &Facts<'_>, path: &Path) -> Option<Value> {
    let text = facts.files.text(path)?;
    parsed(&SettingsFile { path: path.to_owned(), text, ..SettingsFile::default() }, false).ok()
}
