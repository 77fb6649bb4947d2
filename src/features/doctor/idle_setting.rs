//! Switches in an agent's settings that do nothing: in a file in which they do not count, under another agent's key, or
//! misspelled.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::catalog::{SettingsFile, View, parsed, settings_places};
use crate::hosts::{ControlRule, Host, SettingsAt};
use crate::settings::look_up;
use crate::words::capitalized;

use super::{Cause, Facts, Line, command};

pub(super) fn lines(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let rule = &view.host.controls;
    let mut lines = Vec::new();
    for file in &rule.files {
        for path in settings_places(file, facts.environment).into_iter().flatten() {
            let Some(settings) = read(facts, &path, rule.comments) else { continue };
            let idle = match file.without_switches {
                true => {
                    switches(rule).find(|key| look_up(&settings, key).is_some()).map(|key| not_here(facts, view, key))
                }
                false => None,
            };
            let idle = idle.or_else(|| misspelled(view, &settings)).or_else(|| of_another(facts, view, &settings));
            if let Some(words) = idle {
                let next = command::editing(facts.environment, &path);
                let line = Line::new(Cause::Settings, "", &path, words).listed(true).next(next);
                lines.push(Line { skills: Vec::new(), ..line });
            }
        }
    }
    lines.extend(misnamed(facts, view));
    lines.extend(above(facts, view));
    lines
}

/// Settings in a folder above the one worked in, which count only for whoever starts the agent there.
fn above(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let environment = facts.environment;
    let (rule, here) = (&view.host.controls, &environment.working_directory);
    let Some(root) = environment.git_root.as_ref().filter(|root| here.starts_with(root)) else { return Vec::new() };
    let read_here: Vec<PathBuf> =
        rule.files.iter().flat_map(|file| settings_places(file, environment)).flatten().collect();
    let keys: Vec<&str> = switches(rule)
        .chain([&rule.plugins, &rule.paths].into_iter().flatten().flat_map(|key| key.split('|')))
        .collect();
    let mut lines = Vec::new();
    for folder in here.ancestors().skip(1).take_while(|folder| folder.starts_with(root)) {
        let beside = rule.files.iter().filter(|file| file.at == SettingsAt::WorkingDirectory);
        for written in beside.flat_map(|file| &file.paths).filter(|written| !written.starts_with(['~', '$', '/'])) {
            let path = folder.join(written);
            if read_here.contains(&path) {
                continue;
            }
            let settings = read(facts, &path, rule.comments).unwrap_or_default();
            if let Some(key) = keys.iter().find(|key| look_up(&settings, key).is_some()) {
                let host = capitalized(&view.host.name);
                let words = format!("{host} reads this file, with its `{key}`, only when it is started in that folder");
                let next = command::going(environment, folder);
                let line = Line::new(Cause::Settings, "", &path, words).listed(true).next(next);
                lines.push(Line { skills: Vec::new(), ..line });
            }
        }
    }
    lines
}

/// The strongest settings file that says something under a key.
pub(super) fn file_with(facts: &Facts<'_>, view: &View, key: &str) -> Option<PathBuf> {
    let rule = &view.host.controls;
    let mut places = rule.files.iter().flat_map(|file| settings_places(file, facts.environment)).flatten();
    places.find(|path| read(facts, path, rule.comments).is_some_and(|settings| look_up(&settings, key).is_some()))
}

/// All keys of a host that say something of its skills.
fn keys(host: &Host) -> Vec<&str> {
    let rule = &host.controls;
    let lists = [
        &rule.disabled_sources,
        &rule.paths,
        &rule.ignored,
        &rule.locations,
        &rule.external_paths,
        &rule.plugins,
        &rule.all_plugins,
        &rule.plugins_only,
        &rule.permissions,
    ];
    let rules = &host.permissions.rules;
    let rules = [&rules.allow, &rules.ask, &rules.deny];
    let more = lists.into_iter().chain(rules).chain(host.roots.iter().map(|root| &root.setting));
    switches(rule).chain(more.flatten().flat_map(|key| key.split('|'))).collect()
}

/// A key that is one letter away from one that the agent reads.
fn misspelled(view: &View, settings: &Value) -> Option<String> {
    let keys = keys(&view.host);
    let known: Vec<Vec<&str>> = keys.iter().map(|key| key.split('.').collect()).collect();
    keys.iter().find_map(|key| {
        let mut at = settings;
        let mut before = String::new();
        // A key may have dots in it: `chat.agentSkillsLocations` stands as it is, too.
        for (depth, part) in std::iter::once(*key).chain(key.split('.')).enumerate() {
            let object = at.as_object()?;
            let rank = depth.saturating_sub(1);
            let is_known = |written: &str| {
                written == *key || known.iter().any(|parts| parts.get(rank).is_some_and(|it| *it == written))
            };
            let slip = object.keys().find(|written| !is_known(written) && is_slip(written, part));
            if let Some(written) = slip.filter(|_| !object.contains_key(part)) {
                let host = capitalized(&view.host.name);
                return Some(format!("{host} does not read `{before}{written}`: the key is called `{before}{part}`"));
            }
            match object.get(part) {
                Some(inner) if depth > 0 => {
                    at = inner;
                    before.push_str(&format!("{part}."));
                }
                Some(_) => return None,
                None if depth > 0 => return None,
                None => {}
            }
        }
        None
    })
}

/// Whether one word is another one, but for a letter, or for how it is joined.
fn is_slip(written: &str, key: &str) -> bool {
    const SHORTEST: usize = 5;
    let plain = |word: &str| word.replace(['-', '_'], "").to_lowercase();
    let is_joined = plain(written) == plain(key) && written != key;
    key.len() >= SHORTEST && (is_joined || strsim::osa_distance(written, key) == 1)
}

/// Files that are called nearly as the agent's settings are.
fn misnamed(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    const SHORTEST: usize = 8;
    let rules = view.host.controls.files.iter();
    let places: Vec<PathBuf> = rules.flat_map(|rule| settings_places(rule, facts.environment)).flatten().collect();
    let mut lines: Vec<Line> = Vec::new();
    for place in &places {
        let (Some(folder), Some(name)) = (place.parent(), place.file_name().and_then(|name| name.to_str())) else {
            continue;
        };
        // In the folder of an agent, what is called so is for the agent.
        let is_own = folder.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.'));
        if name.len() < SHORTEST || !is_own {
            continue;
        }
        for written in facts.files.list(folder) {
            let path = folder.join(&written);
            let is_told = lines.iter().any(|line| line.places.iter().any(|spot| spot.path == path));
            if strsim::osa_distance(&written, name) == 1 && !is_told && !places.contains(&path) {
                let host = capitalized(&view.host.name);
                let words = format!("{host} does not read this file: its settings are called `{name}`");
                let next = match facts.files.kind(place) {
                    Some(_) => command::editing(facts.environment, place),
                    None => command::moving(facts.environment, facts.files, &path, place),
                };
                let line = Line::new(Cause::Settings, "", &path, words).listed(true).next(next);
                lines.push(Line { skills: Vec::new(), ..line });
            }
        }
    }
    lines
}

/// The keys of a host that switch skills on and off.
fn switches(rule: &ControlRule) -> impl Iterator<Item = &str> {
    let keys = [&rule.overrides, &rule.enabled, &rule.disabled, &rule.disabled_by_default, &rule.all_enabled];
    keys.into_iter().flatten().flat_map(|key| key.split('|'))
}

fn not_here(facts: &Facts<'_>, view: &View, key: &str) -> String {
    let host = &view.host.name;
    let files = view.host.controls.files.iter().filter(|file| !file.without_switches);
    let file = files.flat_map(|file| settings_places(file, facts.environment)).flatten().next();
    let from = file.map(|file| format!(" and is read from `{}` only", facts.environment.short(&file)));
    format!("`{key}` has no effect in this file for {host}{}", from.unwrap_or_default())
}

/// A key by which another agent switches skills, and that says nothing to this one.
fn of_another(facts: &Facts<'_>, view: &View, settings: &Value) -> Option<String> {
    let own = keys(&view.host);
    let is_own = |key: &str| own.iter().any(|own| *own == key || own.starts_with(&format!("{key}.")));
    let speaks_of_skills = |key: &&str| key.to_lowercase().contains("skill") && key.len() > "skills".len();
    // `amp.skills.path`: one file may hold the settings of several programs, each under its name.
    let names_itself = |other: &Host, key: &str| key.split('.').next().is_some_and(|first| other.id.starts_with(first));
    let (key, other) = facts.known.real().find_map(|other| {
        let mut keys = keys(other).into_iter().filter(speaks_of_skills).filter(|key| !is_own(key));
        let key = keys.find(|key| look_up(settings, key).is_some() && !names_itself(other, key))?;
        Some((key, other))
    })?;
    let is_switch = switches(&other.controls).any(|switch| switch == key);
    let instead = switches(&view.host.controls).next().filter(|_| is_switch);
    let instead = instead.map(|own| format!("; it reads `{own}`")).unwrap_or_default();
    Some(format!("`{key}` is a setting of {}, which {} does not read{instead}", other.name, view.host.name))
}

pub(super) fn read(facts: &Facts<'_>, path: &Path, comments: bool) -> Option<Value> {
    let text = facts.files.text(path)?;
    parsed(&SettingsFile { path: path.to_owned(), text, ..SettingsFile::default() }, comments).ok()
}
