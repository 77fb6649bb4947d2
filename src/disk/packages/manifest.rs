//! What makes a folder a package, and what its manifest says.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use regex::Regex;
use serde_json::Value;

use crate::catalog::manifest::{dependency, is_plain_name, wrong_in_manifest, wrong_in_package};
use crate::catalog::{Origin, Package, PackageCommand, normal};
use crate::disk::packages::Look;
use crate::hosts::ManifestPaths;

impl Look<'_> {
    /// The package in a folder; `None` when its manifest cannot be read, or does not have the form of one. `id` is what
    /// the store calls it: `name@market`.
    pub(super) fn package(&mut self, folder: &Path, origin: Origin, id: Option<&str>) -> Option<Package> {
        if let Some(specification) = self.specification(folder) {
            return self.specified(folder, origin, id, specification);
        }
        let (path, manifest) = self.manifest(folder)?;
        self.package_of(folder, origin, id, path, &manifest)
    }

    /// The package that a manifest makes of a folder; `path` is where it stands.
    pub(super) fn package_of(
        &mut self,
        folder: &Path,
        origin: Origin,
        id: Option<&str>,
        path: Option<PathBuf>,
        manifest: &Value,
    ) -> Option<Package> {
        let rule = self.rule;
        let name = self.name(folder, manifest, origin, id)?;
        let is_text = |version: &Value| version.as_str().is_some_and(|text| !text.trim().is_empty());
        if rule.version_is_text && origin == Origin::Here && !manifest.get("version").is_none_or(is_text) {
            return None;
        }
        if origin == Origin::Here && !wrong_in_package(rule, manifest).is_empty() {
            return None;
        }
        let is_named = rule.strict && path.is_some() && (origin != Origin::Installed && id.is_none());
        if let Some(path) = path.as_ref().filter(|_| is_named && !is_plain_name(&name)) {
            return self.broken(path, "`name` has signs that no name may have");
        }
        let market = match origin {
            Origin::Given => "inline",
            Origin::Adopted | Origin::Untrusted => "skills-dir",
            Origin::Installed | Origin::Here => "",
        };
        let enabled = rule.enabled.as_ref().and_then(|key| manifest.get(key)).and_then(Value::as_bool);
        let states = rule.states.as_ref().and_then(|key| manifest.get(key)).and_then(Value::as_object);
        let off = states.into_iter().flatten().filter(|(_, state)| **state == Value::Bool(false));
        let package = Package {
            id: id.map_or_else(|| format!("{name}@{market}"), str::to_owned),
            needs: if rule.strict { needs(manifest, id) } else { Vec::new() },
            name,
            path: folder.to_owned(),
            origin,
            on: enabled != Some(false) && origin != Origin::Installed,
            manifest: path.unwrap_or_default(),
            off: off.map(|(name, _)| name.clone()).collect(),
            ..Package::default()
        };
        Some(with_paths(package, rule.paths, manifest))
    }

    /// The manifest of a folder and what it says; nothing when there is none. `None` when the folder is no package.
    fn manifest(&mut self, folder: &Path) -> Option<(Option<PathBuf>, Value)> {
        let rule = self.rule;
        let paths = rule.manifests.iter().map(|manifest| folder.join(manifest)).filter(|path| path.exists());
        let paths: Vec<PathBuf> = paths.collect();
        let Some(first) = paths.first() else { return (!rule.needs_manifest).then_some((None, Value::Null)) };
        let manifest = self.json(first).filter(|manifest| rule.strict || manifest.is_object());
        if rule.strict || rule.needs_manifest || manifest.is_some() {
            let manifest = manifest?;
            let wrong = if rule.strict { wrong_in_manifest(self.host, &manifest) } else { None };
            return match wrong {
                Some(wrong) => self.broken(first, wrong),
                None => Some((Some(first.clone()), manifest)),
            };
        }
        // The first of several names a package, the first that can be read counts.
        let mut others = paths.iter().skip(1).filter_map(|path| self.json(path).filter(Value::is_object));
        let mut manifest = others.next().unwrap_or_default();
        manifest.as_object_mut().map(|table| table.remove("name"));
        Some((None, manifest))
    }

    /// What a package is called; `None` when its manifest gives it a name that is none.
    fn name(&self, folder: &Path, manifest: &Value, origin: Origin, id: Option<&str>) -> Option<String> {
        let rule = self.rule;
        let of_store = id.and_then(|id| id.rsplit_once('@')).map(|(name, _)| name.to_owned());
        let of_folder = || folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let (true, Origin::Installed | Origin::Here, Some(name)) = (rule.named_by_store, origin, &of_store) {
            return Some(name.clone());
        }
        let has = |key: &String| manifest.get(key).is_some_and(|value| !is_nothing(value));
        if !rule.required.iter().all(has) {
            return None;
        }
        let name = match manifest.get("name") {
            Some(Value::String(name)) if !name.trim().is_empty() || rule.name_pattern.is_some() => name.clone(),
            Some(Value::String(_)) | None => match of_store.filter(|_| !rule.needs_manifest) {
                Some(name) => name,
                None => of_folder(),
            },
            Some(_) if rule.needs_manifest => return None,
            Some(_) => of_folder(),
        };
        let pattern = rule.name_pattern.as_ref().and_then(|pattern| Regex::new(pattern).ok());
        pattern.is_none_or(|pattern| pattern.is_match(&name)).then_some(name)
    }
}

/// A package with the folders that its manifest means.
pub(super) fn with_paths(package: Package, style: ManifestPaths, manifest: &Value) -> Package {
    let folder = package.path.clone();
    let (skills, commands) = (manifest.get("skills"), manifest.get("commands"));
    match style {
        ManifestPaths::Usual | ManifestPaths::Patterns => {
            Package { usual_skills: true, usual_commands: true, ..package }
        }
        ManifestPaths::Besides => {
            let is_adopted = matches!(package.origin, Origin::Adopted | Origin::Untrusted);
            let mut skill_paths = inner_paths(&folder, skills);
            // The usual folder is read anyhow, and the folder of a skill is no root of a package.
            skill_paths.retain(|path| *path != folder.join("skills") && !(is_adopted && *path == folder));
            // A package that is nothing but one skill.
            let is_skill = skills.is_none() && !folder.join("skills").is_dir() && folder.join("SKILL.md").is_file();
            if is_skill && !is_adopted {
                skill_paths.push(folder.clone());
            }
            Package {
                usual_skills: true,
                skill_paths,
                usual_commands: commands.is_none(),
                command_paths: inner_paths(&folder, commands),
                agent_paths: inner_paths(&folder, manifest.get("agents")),
                commands: named_commands(&folder, commands, &package.manifest),
                ..package
            }
        }
        ManifestPaths::Dotted => {
            let (skill_paths, command_paths) = (dotted_paths(&folder, skills), dotted_paths(&folder, commands));
            Package {
                usual_skills: skill_paths.is_empty(),
                skill_paths,
                usual_commands: command_paths.is_empty(),
                command_paths,
                ..package
            }
        }
        ManifestPaths::Collected => {
            let Some(value) = skills.filter(|value| !is_nothing(value)) else {
                return Package { usual_skills: true, usual_commands: true, ..package };
            };
            let paths = texts(value).unwrap_or_default().into_iter();
            let paths = paths.filter_map(|path| inside(&folder, Path::new(path))).filter(|path| path.is_dir());
            let (skill_paths, skill_folders) = paths.partition(|path| path.ends_with("skills"));
            Package { usual_skills: false, skill_paths, skill_folders, leaves_hidden: true, ..package }
        }
        ManifestPaths::Exclusive => {
            let usual_skills = match folder.join("skills").is_dir() {
                true => Some(folder.join("skills")),
                false => folder.join("SKILL.md").is_file().then(|| folder.clone()),
            };
            Package {
                skill_paths: exclusive_paths(&folder, skills, usual_skills),
                command_paths: exclusive_paths(&folder, commands, Some(folder.join("commands"))),
                ..package
            }
        }
    }
}

/// The packages without which one is not loaded. A bare name means the marketplace of the package itself.
fn needs(manifest: &Value, id: Option<&str>) -> Vec<String> {
    let market = id.and_then(|id| id.rsplit_once('@')).map(|(_, market)| market);
    let entries = manifest.get("dependencies").and_then(Value::as_array).into_iter().flatten();
    let full = |name: String| match market {
        Some(market) if !name.contains('@') => format!("{name}@{market}"),
        _ => name,
    };
    entries.filter_map(dependency).map(full).collect()
}

/// The commands to which a manifest gives names: files, and what is written in it.
pub(super) fn named_commands(folder: &Path, value: Option<&Value>, manifest: &Path) -> Vec<PackageCommand> {
    let entries = value.and_then(Value::as_object).into_iter().flatten();
    entries
        .filter_map(|(name, entry)| {
            let said = |key: &str| entry.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
            let (name, description) = (name.clone(), said("description").map(str::to_owned));
            if let (None, Some(text)) = (said("source"), said("content")) {
                let (path, text) = (manifest.to_owned(), Some(Arc::from(text)));
                return Some(PackageCommand { path, text, name, description });
            }
            let path = inner_paths(folder, entry.get("source")).into_iter().next()?;
            path.is_file().then_some(PackageCommand { path, text: None, name, description })
        })
        .collect()
}

/// The paths that a manifest names: one, a list, or a mapping with a `source` each. Those that leave the package
/// are left out.
pub(super) fn inner_paths(folder: &Path, value: Option<&Value>) -> Vec<PathBuf> {
    let written: Vec<&str> = match value {
        Some(Value::String(path)) => vec![path],
        Some(Value::Array(paths)) => paths.iter().filter_map(Value::as_str).collect(),
        Some(Value::Object(paths)) => paths.values().filter_map(|it| it.get("source")?.as_str()).collect(),
        _ => Vec::new(),
    };
    let inside =
        |path: &&str| Path::new(path).components().all(|part| matches!(part, Component::CurDir | Component::Normal(_)));
    written.into_iter().filter(inside).map(|path| folder.join(path).components().collect()).collect()
}

/// The folders that a manifest names, by path; those that do not begin with `./`, or leave the package, do not count.
fn dotted_paths(folder: &Path, value: Option<&Value>) -> Vec<PathBuf> {
    let written = value.and_then(texts).unwrap_or_default();
    let inside = written.iter().filter_map(|path| path.strip_prefix("./"));
    let fine = inside.filter(|path| !path.is_empty() && !path.split('/').any(|part| part == ".."));
    let mut paths: Vec<PathBuf> = fine.map(|path| folder.join(path).components().collect()).collect();
    paths.sort_unstable();
    paths
}

/// The folders that a manifest's value means, given the usual one.
fn exclusive_paths(folder: &Path, value: Option<&Value>, usual: Option<PathBuf>) -> Vec<PathBuf> {
    let (usual, written) = match value.filter(|value| !is_nothing(value)) {
        None => (usual, Some(Vec::new())),
        Some(Value::Object(parts)) => {
            let is_exclusive = parts.get("exclusive").is_some_and(|value| !is_nothing(value));
            (usual.filter(|_| !is_exclusive), parts.get("paths").filter(|paths| paths.is_array()).and_then(texts))
        }
        Some(value) => (None, texts(value)),
    };
    let paths = written.and_then(|written| written.iter().map(|path| inside(folder, Path::new(path))).collect());
    let Some::<Vec<PathBuf>>(paths) = paths else { return Vec::new() };
    usual.into_iter().chain(paths).collect()
}

/// A text, or a list of texts; `None` when something else is among them.
pub(super) fn texts(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::Array(values) => values.iter().map(Value::as_str).collect(),
        value => Some(vec![value.as_str()?]),
    }
}

/// Whether a value counts as if it were not there.
pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Array(_) | Value::Object(_) => false,
    }
}

/// A path in a folder; `None` when it leads out of it.
pub(super) fn inside(folder: &Path, path: &Path) -> Option<PathBuf> {
    Some(normal(&folder.join(path))).filter(|path| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::slashed;

    /// The folders that a manifest's value means in the package `/p`.
    fn folders(paths: impl Fn(Option<&Value>) -> Vec<PathBuf>, value: &str) -> String {
        let value: Value = serde_json::from_str(value).unwrap();
        paths(Some(&value)).iter().map(slashed).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn folders_instead_of_the_usual_one() {
        let usual = || Some(PathBuf::from("/p/skills"));
        let folders = |value: &str| folders(|value| exclusive_paths(Path::new("/p"), value, usual()), value);
        assert_eq!(folders(r#""more""#), "/p/more");
        assert_eq!(folders(r#"["./more/", "skills"]"#), "/p/more /p/skills");
        assert_eq!(folders(r#"["", "/p/more", "a/../b"]"#), "/p /p/more /p/b");
        assert_eq!(folders(r#"{"paths": ["more"]}"#), "/p/skills /p/more");
        assert_eq!(folders(r#"{"paths": ["more"], "exclusive": true}"#), "/p/more");
        for usual in ["null", "false", r#""""#] {
            assert_eq!(folders(usual), "/p/skills", "{usual}");
        }
        for nothing in ["3", "[]", r#"["../out", "more"]"#, r#"["more", 3]"#, "{}", r#"{"paths": "more"}"#] {
            assert_eq!(folders(nothing), "", "{nothing}");
        }
    }

    #[test]
    fn folders_that_begin_with_a_dot() {
        let folders = |value: &str| folders(|value| dotted_paths(Path::new("/p"), value), value);
        assert_eq!(folders(r#""./extra/""#), "/p/extra");
        assert_eq!(folders(r#"["./b", "./a/c"]"#), "/p/a/c /p/b");
        for nothing in [r#""extra""#, r#""./""#, r#""../x""#, r#""./../x""#, "[]", "{}", r#"["./a", 1]"#] {
            assert_eq!(folders(nothing), "", "{nothing}");
        }
    }
}
