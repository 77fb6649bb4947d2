//! Packages that a list in settings names, wherever they lie.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::catalog::{
    Origin, Package, PathFilter, SettingsFile, expanded_path, is_glob, is_sign, normal, parsed, path_pattern,
};
use crate::disk::named::{folders_in, resolved, strings};
use crate::disk::packages::Look;
use crate::disk::packages::source::{Source, source};
use crate::disk::reach::settings_text;
use crate::hosts::StoreRule;
use crate::settings::look_up;

/// More matches of one pattern than this are not looked at.
const MOST_MATCHES: usize = 10_000;
/// Nor deeper folders.
const DEEPEST: usize = 12;

impl Look<'_> {
    /// The packages that a settings file lists: a text names the source, a table has it as `source`. One that is not
    /// there brings nothing, and yet it stands for those of weaker files.
    pub(super) fn listed(&mut self, store: &StoreRule, file: &Path) -> Vec<Package> {
        let (Ok(text), Some(base)) = (settings_text(&self.environment.reach, file), file.parent()) else {
            return Vec::new();
        };
        let settings = SettingsFile { path: file.to_owned(), text, ..SettingsFile::default() };
        let Ok(settings) = parsed(&settings, false) else { return Vec::new() };
        let entries = look_up(&settings, &store.key).and_then(Value::as_array).into_iter().flatten();
        let packages = entries.filter_map(|entry| {
            let written = entry.as_str().or_else(|| entry.get("source")?.as_str())?;
            let (id, folder, version) = self.folder_of(written, store, base)?;
            let package = Package { name: id.clone(), id, origin: Origin::Installed, on: true, ..Package::default() };
            let filled = folder.filter(|folder| folder.is_dir()).and_then(|folder| {
                let package = Package { path: folder, ..package.clone() };
                self.with_skills(package, entry, version.as_deref(), file)
            });
            Some(filled.unwrap_or(package))
        });
        packages.collect()
    }

    /// A package with the skills that its manifest and the settings name; `None` when it is of another version.
    fn with_skills(&mut self, package: Package, entry: &Value, version: Option<&str>, file: &Path) -> Option<Package> {
        const SKILLS: &str = "skills";
        let folder = package.path.clone();
        let path = folder.join(self.rule.manifests.first()?);
        let manifest = self.json(&path).unwrap_or_default();
        if version.is_some_and(|version| manifest.get("version").and_then(Value::as_str) != Some(version)) {
            return None;
        }
        let table = match &self.rule.table {
            Some(table) => manifest.get(table).filter(|table| !table.is_null()),
            None => Some(&manifest),
        };
        let named = table.and_then(|table| strings(table.get(SKILLS)?));
        let asked = entry.get(SKILLS).and_then(strings);
        let (usual_skills, skill_paths, own) = match (named, &asked) {
            (Some(named), Some(_)) if named.is_empty() => (true, Vec::new(), None),
            (Some(named), _) => {
                let (paths, filter) = of_manifest(&named, &folder, &path);
                (false, paths, Some(filter))
            }
            // A manifest that speaks of other things only has no skills, unless the settings say more.
            (None, _) => (table.is_none() || !entry.is_string(), Vec::new(), None),
        };
        let asked = asked.map(|asked| match asked.is_empty() {
            true => PathFilter::closed(file),
            false => PathFilter::new(file, &folder, &asked),
        });
        let filters = own.into_iter().chain(asked).map(Arc::new).collect();
        Some(Package { usual_skills, skill_paths, filters, ..package })
    }

    /// What a package is known by, its folder when anybody can tell it, and the version that is asked for.
    fn folder_of(
        &self,
        written: &str,
        store: &StoreRule,
        base: &Path,
    ) -> Option<(String, Option<PathBuf>, Option<String>)> {
        let place = |template: &Option<String>, parts: &[(&str, &str)]| {
            let filled = parts.iter().fold(template.clone()?, |text, (key, value)| text.replace(key, value));
            expanded_path(&filled, self.environment)
        };
        Some(match source(written) {
            Source::Npm { name, version } => (format!("npm:{name}"), place(&store.npm, &[("{name}", &name)]), version),
            Source::Git { host, path } => {
                let folder = place(&store.git, &[("{host}", &host), ("{path}", &path)]);
                (format!("git:{host}/{path}"), folder, None)
            }
            Source::Local => {
                let folder = resolved(written, base, self.environment)?;
                (format!("local:{}", folder.display()), Some(folder), None)
            }
        })
    }
}

/// The paths that a package's manifest names, with its own patterns.
fn of_manifest(entries: &[String], folder: &Path, manifest: &Path) -> (Vec<PathBuf>, PathFilter) {
    let signs: Vec<String> = entries.iter().filter(|entry| is_sign(entry)).cloned().collect();
    let paths = entries.iter().filter(|entry| !is_sign(entry)).flat_map(|entry| match is_glob(entry) {
        true => expanded(folder, entry),
        false => vec![normal(&folder.join(entry))],
    });
    (paths.collect(), PathFilter::new(manifest, folder, &signs))
}

/// What a pattern matches below a folder.
fn expanded(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for part in pattern.split('/').filter(|part| !part.is_empty() && *part != ".") {
        let mut next: Vec<PathBuf> = Vec::new();
        for folder in &found {
            match part {
                "**" => below(folder, 0, &mut next),
                ".." => next.push(normal(&folder.join(part))),
                _ if !is_glob(part) => next.extend(Some(folder.join(part)).filter(|path| path.exists())),
                _ => {
                    // The last name comes first, as hosts were seen to list them.
                    let names = names_in(folder).into_iter().rev();
                    next.extend(names.filter(|name| path_pattern::matches(part, name)).map(|name| folder.join(name)));
                }
            }
            next.truncate(MOST_MATCHES);
        }
        found = next;
    }
    found
}

/// A folder and every folder below it, hidden ones left out.
fn below(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if depth > DEEPEST || found.len() > MOST_MATCHES {
        return;
    }
    found.push(folder.to_owned());
    let mut names = folders_in(folder);
    names.sort_unstable();
    for name in names.iter().filter(|name| !name.starts_with('.')) {
        below(&folder.join(name), depth + 1, found);
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}
