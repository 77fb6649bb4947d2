//! Roots that a host's settings name one by one: folders in a list, packages, and folders that hold a marker.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::catalog::{
    Controls, Environment, NamedRoot, PathFilter, SettingsFile, expanded_path, is_glob, is_sign, look_up, normal,
    parsed, path_pattern,
};
use crate::disk::package_source::{Source, source};
use crate::disk::read::read_text;
use crate::hosts::{At, Host, ListRule, OrderName, PackageRule, RootRule};

/// More matches of one pattern than this are not looked at.
const MOST_MATCHES: usize = 10_000;
/// Nor deeper folders.
const DEEPEST: usize = 12;

/// Finds the roots that the lists, packages and markers of a host name, and the switches over its roots.
pub(super) fn name_roots(host: &Host, environment: &Environment, controls: &mut Controls) {
    let mut packages = HashSet::new();
    for (index, rule) in host.roots.iter().enumerate() {
        if let Some((file, base, entries)) = rule.switches.as_ref().and_then(|list| texts(list, environment)) {
            let filter = PathFilter::switches(&file, &base, &entries);
            if !filter.is_open() {
                controls.root_filters.insert(index, Arc::new(filter));
            }
        }
        let roots = match (rule.at, &rule.list, &rule.package) {
            (At::Setting, Some(list), _) => listed(list, environment),
            (At::Package, _, Some(package)) => packaged(rule, package, environment, &mut packages),
            (At::Marked, ..) => marked(rule, environment).into_iter().map(|path| (path, Vec::new())).collect(),
            _ => Vec::new(),
        };
        controls.named.extend(roots.into_iter().map(|(path, filters)| NamedRoot { rule: index, path, filters }));
    }
}

/// A root and what leaves some of its files out.
type Filtered = (PathBuf, Vec<Arc<PathFilter>>);

/// The folders and files that a list names.
fn listed(list: &ListRule, environment: &Environment) -> Vec<Filtered> {
    let Some((file, base, entries)) = texts(list, environment) else { return Vec::new() };
    let (patterns, plain): (Vec<String>, Vec<String>) =
        entries.into_iter().partition(|entry| is_sign(entry) || is_glob(entry));
    let filter = Arc::new(PathFilter::new(&file, &base, &patterns));
    let path = |entry: &String| Some((resolved(entry, &base, environment)?, vec![filter.clone()]));
    plain.iter().filter_map(path).collect()
}

/// The roots of the packages that a settings file lists; `seen` knows those that a stronger file listed.
fn packaged(
    rule: &RootRule,
    package: &PackageRule,
    environment: &Environment,
    seen: &mut HashSet<String>,
) -> Vec<Filtered> {
    let Some((file, base, settings)) = settings(&package.file, environment) else { return Vec::new() };
    let mut roots = Vec::new();
    for entry in look_up(&settings, &package.key).and_then(Value::as_array).into_iter().flatten() {
        let Some(written) = entry.as_str().or_else(|| entry.get("source")?.as_str()) else { continue };
        let Some((identity, folder, version)) = folder_of(written, package, &base, environment) else { continue };
        if !seen.insert(identity) {
            continue;
        }
        let Some(folder) = folder.filter(|folder| folder.is_dir()) else { continue };
        let manifest_path = folder.join(&package.manifest);
        let manifest = read_text(&manifest_path).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let installed = manifest.as_ref().and_then(|manifest| manifest.get("version")?.as_str());
        if version.as_deref().is_some_and(|version| installed != Some(version)) {
            continue;
        }
        let table = manifest.as_ref().and_then(|manifest| manifest.get(&package.table)).filter(|it| !it.is_null());
        let named = table.and_then(|table| strings(table.get(&package.skills)?));
        let asked = entry.get(&package.skills).and_then(strings);
        let usual = || rule.paths.iter().map(|path| (folder.join(path), Vec::new())).collect();
        let inside: Vec<Filtered> = match (named, &asked) {
            (Some(named), Some(_)) if named.is_empty() => usual(),
            (Some(named), _) => of_manifest(&named, &folder, &manifest_path),
            // A manifest that speaks of other things only has no skills, unless the settings say more.
            (None, _) if table.is_some() && entry.is_string() => Vec::new(),
            (None, _) => usual(),
        };
        let filter = asked.map(|asked| match asked.is_empty() {
            true => Arc::new(PathFilter::closed(&file)),
            false => Arc::new(PathFilter::new(&file, &folder, &asked)),
        });
        roots.extend(inside.into_iter().map(|(path, mut filters)| {
            filters.extend(filter.clone());
            (path, filters)
        }));
    }
    roots
}

/// The paths that a package's manifest names, with its own patterns.
fn of_manifest(entries: &[String], folder: &Path, manifest: &Path) -> Vec<Filtered> {
    let signs: Vec<String> = entries.iter().filter(|entry| is_sign(entry)).cloned().collect();
    let filter = Arc::new(PathFilter::new(manifest, folder, &signs));
    let paths = entries.iter().filter(|entry| !is_sign(entry)).flat_map(|entry| match is_glob(entry) {
        true => expanded(folder, entry),
        false => vec![normal(&folder.join(entry))],
    });
    paths.map(|path| (path, vec![filter.clone()])).collect()
}

/// What a package is known by, its folder when anybody can tell it, and the version that is asked for.
fn folder_of(
    written: &str,
    package: &PackageRule,
    base: &Path,
    environment: &Environment,
) -> Option<(String, Option<PathBuf>, Option<String>)> {
    let place = |template: &Option<String>, parts: &[(&str, &str)]| {
        let filled = parts.iter().fold(template.clone()?, |text, (key, value)| text.replace(key, value));
        expanded_path(&filled, environment)
    };
    Some(match source(written) {
        Source::Npm { name, version } => (format!("npm:{name}"), place(&package.npm, &[("{name}", &name)]), version),
        Source::Git { host, path } => {
            let folder = place(&package.git, &[("{host}", &host), ("{path}", &path)]);
            (format!("git:{host}/{path}"), folder, None)
        }
        Source::Local => {
            let folder = resolved(written, base, environment)?;
            (format!("local:{}", folder.display()), Some(folder), None)
        }
    })
}

/// The folders that stand for the `*` in the paths of a rule.
fn marked(rule: &RootRule, environment: &Environment) -> Vec<PathBuf> {
    let Some(marker) = &rule.marker else { return Vec::new() };
    let is_marked = |folder: &Path| {
        let text = read_text(&folder.join(marker)).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        (value.is_object() || value.is_array()).then_some(())
    };
    let mut roots = Vec::new();
    for path in &rule.paths {
        let Some((before, after)) = path.split_once("/*/") else { continue };
        let folder = environment.repository.as_ref().unwrap_or(&environment.working_directory).join(before);
        let mut names = folders_in(&folder);
        names.sort_by(|left, right| OrderName::Collation.compare(left, right));
        let marked = names.iter().map(|name| folder.join(name)).filter(|folder| is_marked(folder).is_some());
        roots.extend(marked.map(|folder| folder.join(after)));
    }
    roots
}

/// The names of the folders in a folder, links left out.
fn folders_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_folder = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    entries.flatten().filter(is_folder).filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// The texts of a list, with the file that holds it and the folder where its paths start.
fn texts(list: &ListRule, environment: &Environment) -> Option<(PathBuf, PathBuf, Vec<String>)> {
    let (file, base, settings) = settings(&list.file, environment)?;
    let entries = list.keys.iter().find_map(|key| strings(look_up(&settings, key)?))?;
    Some((file, base, entries))
}

/// A settings file, its folder, and what it says. One that cannot be read says nothing; the controls tell of it.
fn settings(written: &str, environment: &Environment) -> Option<(PathBuf, PathBuf, Value)> {
    let path = expanded_path(written, environment)?;
    let text = read_text(&path).ok()?;
    let base = path.parent()?.to_owned();
    let value = parsed(&SettingsFile { path: path.clone(), text, ..SettingsFile::default() }, false).ok()?;
    Some((path, base, value))
}

fn strings(value: &Value) -> Option<Vec<String>> {
    Some(value.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// A path of a list: `~`, `~/x`, absolute, or from the folder of the settings.
fn resolved(entry: &str, base: &Path, environment: &Environment) -> Option<PathBuf> {
    let entry = entry.trim();
    match entry.strip_prefix('~') {
        Some(below) => Some(normal(&environment.home.as_ref()?.join(below.trim_start_matches('/')))),
        None => Some(normal(&base.join(entry))),
    }
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
