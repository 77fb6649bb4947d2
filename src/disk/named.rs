//! Roots that a host's settings name one by one: folders in a list, and folders that hold a marker.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::catalog::{
    Controls, Environment, Installed, NamedRoot, PathFilter, SettingsFile, expanded_path, is_glob, is_sign, look_up,
    normal, parsed,
};
use crate::disk::reach::settings_text;
use crate::hosts::{At, Host, ListRule, LockRule, OrderName, RootRule};

/// Finds the roots that the lists and markers of a host name, and the switches over its roots.
pub(super) fn name_roots(host: &Host, environment: &Environment, controls: &mut Controls) {
    for (index, rule) in host.roots.iter().enumerate() {
        if let Some((file, base, entries)) = rule.switches.as_ref().and_then(|list| texts(list, environment)) {
            let filter = PathFilter::switches(&file, &base, &entries);
            if !filter.is_open() {
                controls.root_filters.insert(index, Arc::new(filter));
            }
        }
        let roots = match (rule.at, &rule.list) {
            (At::Setting, Some(list)) => listed(list, environment),
            (At::Shipped, _) => shipped(rule, environment).into_iter().map(|path| (path, Vec::new())).collect(),
            (At::Marked, _) => marked(rule, environment).into_iter().map(|path| (path, Vec::new())).collect(),
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

/// What was installed here from elsewhere, as a file tells.
pub(super) fn installed(lock: &LockRule, environment: &Environment) -> Option<Installed> {
    let root = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    let file = root.join(&lock.file);
    let value: Value = serde_json::from_str(&settings_text(&environment.reach, &file).ok()?).ok()?;
    let is_known = value.get("version")?.as_f64()? >= lock.version as f64;
    let names = value.get(&lock.key)?.as_object().filter(|_| is_known)?.keys().cloned();
    Installed::read(file, names, lock.folders.iter().map(|folder| root.join(folder)).collect())
}

/// The folders that stand for the `*` in the paths of a rule.
fn marked(rule: &RootRule, environment: &Environment) -> Vec<PathBuf> {
    let Some(marker) = &rule.marker else { return Vec::new() };
    let is_marked = |folder: &Path| {
        let text = settings_text(&environment.reach, &folder.join(marker)).ok()?;
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

/// The folders that catalogues and manifests of plugins name, as JavaScript reads them: at a value that is none of
/// what should be there it gives up the file, and keeps what it has.
fn shipped(rule: &RootRule, environment: &Environment) -> Vec<PathBuf> {
    let root = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    let read = |file: &Option<String>| -> Option<Value> {
        let text = settings_text(&environment.reach, &root.join(file.as_ref()?)).ok()?;
        serde_json::from_str(&text).ok()
    };
    let mut folders = Vec::new();
    if let Some(catalogue) = read(&rule.shipped_by.catalogue) {
        of_catalogue(rule, root, &catalogue, &mut folders);
    }
    if let Some(manifest) = read(&rule.shipped_by.manifest).filter(|manifest| !manifest.is_null()) {
        of_plugin(rule, root, root, manifest.get("skills"), &mut folders);
    }
    folders
}

fn of_catalogue(rule: &RootRule, root: &Path, catalogue: &Value, folders: &mut Vec<PathBuf>) -> Option<()> {
    let within = |outer: &Path, written: Option<&Value>| match written {
        None => Some(outer.to_owned()),
        Some(written) => Some(normal(&outer.join(written.as_str()?.strip_prefix("./")?))),
    };
    let base = within(root, catalogue.get("metadata").and_then(|metadata| metadata.get("pluginRoot")))?;
    for plugin in catalogue.get("plugins")?.as_array()? {
        if plugin.is_null() {
            return None;
        }
        let Some(folder) = within(&base, plugin.get("source")) else { continue };
        of_plugin(rule, root, &folder, plugin.get("skills"), folders)?;
    }
    Some(())
}

fn of_plugin(
    rule: &RootRule,
    root: &Path,
    plugin: &Path,
    skills: Option<&Value>,
    folders: &mut Vec<PathBuf>,
) -> Option<()> {
    if !plugin.starts_with(root) {
        return Some(());
    }
    for skill in skills.and_then(Value::as_array).into_iter().flatten() {
        let Some(written) = skill.as_str()?.strip_prefix("./") else { continue };
        let skill = normal(&plugin.join(written));
        folders.extend(skill.parent().filter(|folder| folder.starts_with(root)).map(Path::to_owned));
    }
    folders.extend(rule.paths.iter().map(|path| normal(&plugin.join(path))));
    Some(())
}

/// The names of the folders in a folder, links left out.
pub(super) fn folders_in(folder: &Path) -> Vec<String> {
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
    let text = settings_text(&environment.reach, &path).ok()?;
    let base = path.parent()?.to_owned();
    let value = parsed(&SettingsFile { path: path.clone(), text, ..SettingsFile::default() }, false).ok()?;
    Some((path, base, value))
}

pub(super) fn strings(value: &Value) -> Option<Vec<String>> {
    Some(value.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// A path of a list: `~`, `~/x`, absolute, or from the folder of the settings.
pub(super) fn resolved(entry: &str, base: &Path, environment: &Environment) -> Option<PathBuf> {
    let entry = entry.trim();
    match entry.strip_prefix('~') {
        Some(below) => Some(normal(&environment.home.as_ref()?.join(below.trim_start_matches('/')))),
        None => Some(normal(&base.join(entry))),
    }
}
