//! The extensions of a host that are installed and on.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde_json::Value;

use crate::catalog::{Environment, Extension, expanded_path};
use crate::disk::read::read_text;
use crate::hosts::ExtensionRule;

/// The extensions, in the order of their folders' names. What is no extension is passed over, as the host does.
pub(super) fn extensions(rule: &ExtensionRule, environment: &Environment) -> Vec<Extension> {
    let Some(folder) = expanded_path(&rule.folder, environment) else { return Vec::new() };
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort_unstable();
    let switches = rule.enablement.as_ref().and_then(|name| json(&folder.join(name)));
    let switches = switches.filter(is_whole).unwrap_or_default();
    let is_on = |extension: &Extension| is_on(&switches, &extension.name, &environment.working_directory);
    let mut found: Vec<Extension> = folders.iter().filter_map(|folder| extension(rule, folder)).filter(is_on).collect();
    if rule.last_of_name {
        let names: Vec<String> = found.iter().map(|extension| extension.name.clone()).collect();
        let mut at = 0;
        found.retain(|extension| {
            at += 1;
            !names.iter().skip(at).any(|later| *later == extension.name)
        });
    }
    found
}

fn extension(rule: &ExtensionRule, folder: &Path) -> Option<Extension> {
    if !folder.is_dir() {
        return None;
    }
    let installed = rule.link.as_ref().and_then(|name| json(&folder.join(name))).unwrap_or_default();
    let text = |key: &str| installed.get(key).and_then(Value::as_str);
    let path = match (text("type"), text("source")) {
        (Some("link"), Some(source)) => PathBuf::from(source),
        _ => folder.to_owned(),
    };
    let manifest = json(&path.join(&rule.manifest))?;
    let has = |key: &String| match manifest.get(key) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(_) => true,
    };
    let name = manifest.get("name").and_then(Value::as_str)?;
    let pattern = rule.name_pattern.as_ref().and_then(|pattern| Regex::new(pattern).ok());
    let is_fine = rule.required.iter().all(has) && pattern.is_none_or(|pattern| pattern.is_match(name));
    let states = rule.states.as_ref().and_then(|key| manifest.get(key)).and_then(Value::as_object);
    let off = states.into_iter().flatten().filter(|(_, state)| **state == Value::Bool(false));
    let off = off.map(|(name, _)| name.clone()).collect();
    is_fine.then(|| Extension { name: name.to_owned(), path, off })
}

/// Whether every entry of an enablement file is what it should be; otherwise the host passes all of it over.
fn is_whole(switches: &Value) -> bool {
    let is_rules = |switch: &Value| {
        let rules = switch.get("overrides").and_then(Value::as_array);
        rules.is_some_and(|rules| rules.iter().all(Value::is_string))
    };
    switches.as_object().is_some_and(|switches| switches.values().all(is_rules))
}

/// Whether the last rule about an extension that matches the folder leaves it on.
fn is_on(switches: &Value, name: &str, here: &Path) -> bool {
    let here = format!("{}/", here.display().to_string().trim_end_matches('/'));
    let rules = switches.get(name).and_then(|switch| switch.get("overrides")).and_then(Value::as_array);
    let mut on = true;
    for rule in rules.into_iter().flatten().filter_map(Value::as_str) {
        let (is_off, rule) = rule.strip_prefix('!').map_or((false, rule), |rule| (true, rule));
        // A star, with the slash before it, stands for anything or nothing.
        let pattern = regex::escape(rule).replace(r"/\*", "(/.*)?").replace(r"\*", "(.*)?");
        if Regex::new(&format!("(?s)^{pattern}$")).is_ok_and(|pattern| pattern.is_match(&here)) {
            on = !is_off;
        }
    }
    on
}

fn json(path: &Path) -> Option<Value> {
    serde_json::from_str(&read_text(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rule_that_matches_decides() {
        let on = |rules: &str, here: &str| {
            let switches = serde_json::from_str(&format!(r#"{{"x": {{"overrides": [{rules}]}}}}"#)).unwrap();
            is_on(&switches, "x", Path::new(here))
        };
        assert!(on("", "/w") && on(r#""!/other/*""#, "/w") && on(r#""!/w/""#, "/w/p"));
        assert!(!on(r#""!/w/*""#, "/w") && !on(r#""!/w/*""#, "/w/p") && !on(r#""!/w/""#, "/w") && !on(r#""!*""#, "/"));
        assert!(on(r#""!/w/*", "/w/p/""#, "/w/p") && !on(r#""/w/p/", "!/w/*""#, "/w/p"));
    }
}
