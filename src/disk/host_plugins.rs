//! The plugins of a host that reads them by rules of its own: given by hand, in a marketplace on this disk, or copied.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::catalog::{Controls, Environment, Plugin, PluginOrigin, SettingsFile};
use crate::catalog::{expanded_path, look_up, normal, parsed};
use crate::disk::read::read_text;
use crate::hosts::{Host, PluginRule};

/// The plugins that are on: those given by hand, then the installed ones, also of a name that one given by hand has.
pub(super) fn plugins(
    rule: &PluginRule,
    host: &Host,
    files: &[SettingsFile],
    controls: &Controls,
    environment: &Environment,
) -> Vec<Plugin> {
    let mut plugins: Vec<Plugin> = Vec::new();
    for plugin in environment.plugin_folders.iter().filter_map(|folder| given(rule, folder)) {
        if !plugins.iter().any(|known| known.name == plugin.name) {
            plugins.push(plugin);
        }
    }
    let settings = files.iter().filter_map(|file| parsed(file, host.controls.comments).ok());
    let settings: Vec<Value> = settings.collect();
    let declared = rule.marketplaces.as_ref().and_then(|key| settings.iter().find_map(|it| look_up(it, key)));
    let mut installed: Vec<Plugin> = Vec::new();
    for (id, _) in controls.plugins.iter().filter(|(_, on)| *on) {
        installed.extend(in_marketplace(rule, declared, id));
    }
    let switches = host.controls.plugins.as_ref().and_then(|key| settings.iter().find_map(|it| look_up(it, key)));
    for plugin in copied(rule, environment) {
        let is_direct = plugin.id.ends_with('@');
        let is_on = is_direct || switches.is_none() || controls.plugin(&plugin.id) == Some(true);
        if is_on && !installed.iter().any(|known| known.id == plugin.id) {
            installed.push(plugin);
        }
    }
    plugins.extend(installed);
    plugins
}

/// A plugin given by hand; `None` when the folder is none.
fn given(rule: &PluginRule, folder: &Path) -> Option<Plugin> {
    let manifest = rule.manifests.iter().map(|manifest| folder.join(manifest)).find(|path| path.is_file());
    if manifest.is_none() && !folder.join("SKILL.md").is_file() {
        return None;
    }
    let own_name = || folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let manifest = manifest.and_then(|path| json(&path)).unwrap_or_default();
    let named = manifest.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = named.map_or_else(own_name, str::to_owned);
    let id = format!("{name}@inline");
    Some(plugin(rule, folder, name, id, PluginOrigin::Given))
}

/// The plugin of a marketplace that is a folder on this disk.
fn in_marketplace(rule: &PluginRule, declared: Option<&Value>, id: &str) -> Option<Plugin> {
    let (name, market) = id.rsplit_once('@')?;
    let source = declared?.get(market)?.get("source")?;
    let path = source.get("path").filter(|_| source.get("source").and_then(Value::as_str) == Some("directory"))?;
    let market = Some(Path::new(path.as_str()?)).filter(|path| path.is_absolute()).map(normal)?;
    let catalog = rule.catalogs.iter().map(|catalog| market.join(catalog)).find(|path| path.is_file())?;
    let catalog = json(&catalog)?;
    let entries = catalog.get("plugins")?.as_array()?;
    let entry = entries.iter().find(|entry| entry.get("name").and_then(Value::as_str) == Some(name))?;
    let root = catalog.pointer("/metadata/pluginRoot").and_then(Value::as_str).unwrap_or_default();
    let folder = inside(&market, &Path::new(root).join(entry.get("source")?.as_str()?))?;
    folder.is_dir().then(|| plugin(rule, &folder, name.to_owned(), id.to_owned(), PluginOrigin::Installed))
}

/// The plugins of which the host has made a copy.
fn copied(rule: &PluginRule, environment: &Environment) -> Vec<Plugin> {
    let file = rule.installed.as_ref().and_then(|file| expanded_path(file, environment));
    let list = file.and_then(|file| json(&file)).unwrap_or_default();
    let entries = list.get(&rule.installed_key).and_then(Value::as_array).into_iter().flatten();
    let copied = entries.filter_map(|entry| {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let (name, folder) = (text("name")?, PathBuf::from(text("cache_path")?));
        let id = format!("{name}@{}", text("marketplace").unwrap_or_default());
        folder.is_dir().then(|| plugin(rule, &folder, name.to_owned(), id, PluginOrigin::Installed))
    });
    copied.collect()
}

fn plugin(rule: &PluginRule, folder: &Path, name: String, id: String, origin: PluginOrigin) -> Plugin {
    let manifests = rule.manifests.iter().filter_map(|manifest| json(&folder.join(manifest)));
    let manifest = manifests.into_iter().next().unwrap_or_default();
    let usual_skills = match folder.join("skills").is_dir() {
        true => Some(folder.join("skills")),
        false => folder.join("SKILL.md").is_file().then(|| folder.to_owned()),
    };
    let usual_commands = Some(folder.join("commands"));
    Plugin {
        name,
        id,
        path: folder.to_owned(),
        origin,
        on: true,
        needs: Vec::new(),
        usual_skills: false,
        skill_paths: named(folder, manifest.get("skills"), usual_skills),
        usual_commands: false,
        command_paths: named(folder, manifest.get("commands"), usual_commands),
        commands: Vec::new(),
    }
}

/// The folders that a manifest's value means, given the usual one.
fn named(folder: &Path, value: Option<&Value>, usual: Option<PathBuf>) -> Vec<PathBuf> {
    let (usual, written) = match value {
        Some(Value::String(path)) if !path.is_empty() => (None, Some(vec![&**path])),
        Some(Value::Array(paths)) => (None, texts(paths)),
        Some(Value::Object(parts)) => {
            let is_exclusive = parts.get("exclusive").is_some_and(|value| !is_nothing(value));
            (usual.filter(|_| !is_exclusive), parts.get("paths").and_then(Value::as_array).and_then(|it| texts(it)))
        }
        Some(value) if !is_nothing(value) => (None, None),
        None | Some(_) => (usual, Some(Vec::new())),
    };
    let paths = written.and_then(|written| written.iter().map(|path| inside(folder, Path::new(path))).collect());
    let Some::<Vec<PathBuf>>(paths) = paths else { return Vec::new() };
    usual.into_iter().chain(paths).collect()
}

/// A list of texts; `None` when something else is among them.
fn texts(values: &[Value]) -> Option<Vec<&str>> {
    values.iter().map(Value::as_str).collect()
}

/// Whether a value counts as if it were not there.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Array(_) | Value::Object(_) => false,
    }
}

/// A path in a folder; `None` when it leads out of it.
fn inside(folder: &Path, path: &Path) -> Option<PathBuf> {
    Some(normal(&folder.join(path))).filter(|path| path.starts_with(folder))
}

/// A JSON file that holds a mapping.
fn json(path: &Path) -> Option<Value> {
    let parts: Map<String, Value> = serde_json::from_str(&read_text(path).ok()?).ok()?;
    Some(Value::Object(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_manifest_names() {
        let folders = |value: &str| {
            let value: Value = serde_json::from_str(value).unwrap();
            let paths = named(Path::new("/p"), Some(&value), Some(PathBuf::from("/p/skills")));
            paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ")
        };
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
}
