//! Packages by a specification: their manifest is known by its `$schema`, and says nothing of folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::Regex;
use serde_json::{Map, Value};

use crate::catalog::{Origin, Package, PathFilter};
use crate::disk::packages::Look;
use crate::disk::packages::manifest::texts;
use crate::hosts::Specified;

/// What a folder is to a specification.
pub(super) enum Specification {
    /// A package by it.
    Package(PathBuf, Map<String, Value>),
    /// A package by another version of it, or with a manifest that breaks it.
    Refused,
}

impl Look<'_> {
    /// What a folder is to the specification that the host knows; `None` when it has nothing to do with it.
    pub(super) fn specification(&self, folder: &Path) -> Option<Specification> {
        let rule = self.rule.specified.as_ref()?;
        let path = folder.join(&rule.manifest);
        let manifest = self.quiet_json(&path)?;
        let Value::Object(manifest) = manifest else { return None };
        let schema = manifest.get("$schema")?.as_str().filter(|schema| schema.starts_with(&rule.family))?;
        let is_right = schema == rule.schema && is_right(rule, &manifest);
        Some(if is_right { Specification::Package(path, manifest) } else { Specification::Refused })
    }

    /// The package that it makes.
    pub(super) fn specified(
        &mut self,
        folder: &Path,
        origin: Origin,
        id: Option<&str>,
        specification: Specification,
    ) -> Option<Package> {
        let Specification::Package(path, manifest) = specification else { return None };
        let package = self.package_of(folder, origin, id, Some(path.clone()), &Value::Object(manifest))?;
        // What lies deeper is a part of a skill.
        let shallow = PathFilter::switches(&path, folder, &["!skills/*/*/**/SKILL.md".to_owned()]);
        Some(Package {
            usual_skills: true,
            skill_paths: Vec::new(),
            skill_folders: Vec::new(),
            usual_commands: false,
            command_paths: Vec::new(),
            commands: Vec::new(),
            filters: vec![Arc::new(shallow)],
            ..package
        })
    }
}

/// Whether what a manifest says has the form that the specification asks for.
fn is_right(rule: &Specified, manifest: &Map<String, Value>) -> bool {
    let pattern = rule.name_pattern.as_ref().and_then(|pattern| Regex::new(pattern).ok());
    let is_name = |name: &str| pattern.as_ref().is_none_or(|pattern| pattern.is_match(name));
    let has_name = manifest.get("name").and_then(Value::as_str).is_some_and(is_name);
    let is_text = |key: &str| manifest.get(key).is_none_or(Value::is_string);
    let may_say = |key: &String| rule.author_keys.is_empty() || rule.author_keys.contains(key);
    let is_author = |author: &Value| {
        author.as_object().is_some_and(|it| it.iter().all(|(key, value)| may_say(key) && value.is_string()))
    };
    let are_words = |words: &Value| words.is_array() && texts(words).is_some();
    has_name
        && ["version", "description", "homepage", "repository", "license"].into_iter().all(is_text)
        && manifest.get("author").is_none_or(is_author)
        && manifest.get("keywords").is_none_or(are_words)
}
