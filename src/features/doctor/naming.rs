//! Folders that the settings of agents name under keys which give them no skills.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::catalog::{normal, settings_places};

use super::{Facts, idle_setting};

/// A path in a settings file.
pub(super) struct Naming {
    /// The file.
    pub(super) file: PathBuf,
    /// Its key: `skills.paths`.
    pub(super) key: String,
    /// The name of the agent whose file it is.
    pub(super) host: String,
    /// What it may mean: relative paths count from several folders.
    folders: Vec<PathBuf>,
}

impl Naming {
    /// Whether it means a folder.
    pub(super) fn is_of(&self, folder: &Path) -> bool {
        self.folders.iter().any(|named| named == folder)
    }
}

/// All paths in the settings of the agents that it is about.
pub(super) fn naming(facts: &Facts<'_>) -> Vec<Naming> {
    let environment = facts.environment;
    let mut all = Vec::new();
    for view in facts.hosts.iter().filter_map(|id| facts.catalog.view(id)) {
        let rule = &view.host.controls;
        for file in rule.files.iter().flat_map(|file| settings_places(file, environment)).flatten() {
            let Some(settings) = idle_setting::read(facts, &file, rule.comments) else { continue };
            let around = file.parent();
            let from = [Some(&*environment.working_directory), environment.git_root.as_deref(), around];
            let from: Vec<&Path> = from.into_iter().chain([around.and_then(Path::parent)]).flatten().collect();
            let meant = |written: &str| -> Vec<PathBuf> {
                let written = written.trim_end_matches(['/', '*']);
                match (written.strip_prefix("~/"), &environment.home) {
                    _ if written.is_empty() || written.contains(char::is_whitespace) => Vec::new(),
                    (Some(below), Some(home)) => vec![normal(&home.join(below))],
                    _ => from.iter().map(|from| normal(&from.join(written))).collect(),
                }
            };
            let mut texts = Vec::new();
            collect(&settings, String::new(), &mut texts);
            // A bare word is a path only where skills are spoken of.
            texts.retain(|(key, text)| text.contains('/') || key.to_lowercase().contains("skill") && !key.is_empty());
            all.extend(texts.into_iter().map(|(key, text)| Naming {
                file: file.clone(),
                key,
                host: view.host.name.clone(),
                folders: meant(text),
            }));
        }
    }
    all
}

/// The texts in settings with their keys; the keys of a table are texts, too.
fn collect<'a>(value: &'a Value, key: String, texts: &mut Vec<(String, &'a str)>) {
    match value {
        Value::String(text) => texts.push((key, text)),
        Value::Array(values) => values.iter().for_each(|value| collect(value, key.clone(), texts)),
        Value::Object(table) => {
            for (name, inner) in table {
                if inner.is_boolean() {
                    texts.push((key.clone(), name));
                }
                let below = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                collect(inner, below, texts);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
