//! Switches in an agent's settings that do nothing: in a file in which they do not count, or under another agent's key.

use std::path::Path;

use serde_json::Value;

use crate::catalog::{SettingsFile, View, parsed, settings_places};
use crate::hosts::ControlRule;
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
            let idle = idle.or_else(|| of_another(facts, view, &settings));
            if let Some(words) = idle {
                let next = command::editing(facts.environment, &path);
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
    let host = capitalized(&view.host.name);
    let files = view.host.controls.files.iter().filter(|file| !file.without_switches);
    let file = files.flat_map(|file| settings_places(file, facts.environment)).flatten().next();
    let from = file.map(|file| format!(" and is read from `{}` only", facts.environment.short(&file)));
    format!("`{key}` has no effect in this file for {host}{}", from.unwrap_or_default())
}

/// A key by which another agent switches skills, and that says nothing to this one.
fn of_another(facts: &Facts<'_>, view: &View, settings: &Value) -> Option<String> {
    let own: Vec<&str> = switches(&view.host.controls).collect();
    let is_own = |key: &str| own.iter().any(|own| *own == key || own.starts_with(&format!("{key}.")));
    let speaks_of_skills = |key: &&str| key.to_lowercase().contains("skill") && key.len() > "skills".len();
    let (key, other) = facts.known.real().find_map(|other| {
        let mut keys = switches(&other.controls).filter(speaks_of_skills).filter(|key| !is_own(key));
        keys.find(|key| look_up(settings, key).is_some()).map(|key| (key, &other.name))
    })?;
    let host = capitalized(&view.host.name);
    let instead = own.first().map(|own| format!("; it reads `{own}`")).unwrap_or_default();
    Some(format!("`{key}` is a setting of {other}, which {host} does not read{instead}"))
}

fn read(facts: &Facts<'_>, path: &Path, comments: bool) -> Option<Value> {
    let text = facts.files.text(path)?;
    parsed(&SettingsFile { path: path.to_owned(), text, ..SettingsFile::default() }, comments).ok()
}
