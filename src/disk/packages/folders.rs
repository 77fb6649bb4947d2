//! Packages side by side, one folder for each.

use std::path::{Path, PathBuf};

use regex::Regex;
use serde_json::Value;

use crate::catalog::{Origin, Package};
use crate::disk::packages::{Look, entries};
use crate::hosts::StoreRule;

impl Look<'_> {
    /// The packages, on or off, in the order of their folders' names. What is no package is passed over.
    pub(super) fn folders(&mut self, store: &StoreRule, folder: &Path) -> Vec<Package> {
        let mut folders = entries(folder);
        folders.retain(|folder| folder.is_dir());
        folders.sort_unstable();
        let switches = store.enablement.as_ref().and_then(|name| self.json(&folder.join(name)));
        let switches = switches.filter(is_whole).unwrap_or_default();
        let environment = self.environment;
        let mut packages = Vec::new();
        for folder in folders {
            let linked = store.link.as_ref().and_then(|name| self.json(&folder.join(name))).unwrap_or_default();
            let text = |key: &str| linked.get(key).and_then(Value::as_str);
            let path = match (text("type"), text("source")) {
                (Some("link"), Some(source)) => PathBuf::from(source),
                _ => folder,
            };
            let package = self.package(&path, Origin::Installed, None);
            packages.extend(package.map(|package| {
                let on = is_on(&switches, &package.name, &environment.working_directory);
                Package { on, ..package }
            }));
        }
        packages
    }
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
