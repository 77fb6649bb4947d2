//! Plugins: those given by hand, those that Claude Code has installed, and skill folders that are plugins.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use crate::catalog::{Plugin, PluginCommand, PluginOrigin};
use crate::disk::DiskProblem;
use crate::disk::read::read_text;

/// The plugins of a `--plugin-dir`: the folder itself, or else every plugin right in it.
pub(super) fn given(folder: &Path, problems: &mut Vec<DiskProblem>) -> Vec<Plugin> {
    if !folder.is_dir() {
        problems.push(DiskProblem::new("read", folder, "it is not a folder"));
        return Vec::new();
    }
    let is_plugin = manifest_path(folder).is_file()
        || folder.join("skills").is_dir()
        || folder.join("commands").is_dir()
        || folder.join("SKILL.md").is_file();
    if is_plugin {
        return plugin(folder, PluginOrigin::Given, None, problems).into_iter().collect();
    }
    let children = children(folder).into_iter().filter(|child| manifest_path(child).is_file());
    children.filter_map(|child| plugin(&child, PluginOrigin::Given, None, problems)).collect()
}

/// The folders among the skills in `root` that are plugins too: those with a manifest, unless they are hidden.
pub(super) fn adopted(root: &Path, is_trusted: bool, problems: &mut Vec<DiskProblem>) -> Vec<Plugin> {
    let origin = if is_trusted { PluginOrigin::Adopted } else { PluginOrigin::Untrusted };
    let is_hidden = |folder: &Path| folder.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    let folders = children(root).into_iter().filter(|folder| !is_hidden(folder) && manifest_path(folder).is_file());
    let mut plugins: Vec<Plugin> = Vec::new();
    for plugin in folders.filter_map(|folder| plugin(&folder, origin, None, problems)) {
        if !plugins.iter().any(|known| known.name == plugin.name) {
            plugins.push(plugin);
        }
    }
    plugins
}

/// Whether the user has said that a project, named by its git root, is to be trusted.
pub(super) fn is_trusted(settings: &Path, project: &Path) -> bool {
    // A file that cannot be read is spoken of where usage is read.
    let settings = read_text(settings).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let known = settings.as_ref().and_then(|settings| settings.get("projects")?.get(project.to_str()?));
    known.and_then(|known| known.get("hasTrustDialogAccepted")).and_then(Value::as_bool) == Some(true)
}

/// The plugins that `plugins/installed_plugins.json` names, and those of marketplaces that are folders on this disk,
/// whether they are on or not, by their id. `settings` are the files that may declare marketplaces.
pub(super) fn installed(
    claude: &Path,
    working_directory: &Path,
    settings: &[PathBuf],
    problems: &mut Vec<DiskProblem>,
) -> Vec<Plugin> {
    let folder = claude.join("plugins");
    let list = json(&folder.join("installed_plugins.json"), problems).unwrap_or_default();
    let markets = markets(&folder, settings, problems);
    let mut plugins = Vec::new();
    for (market, place) in &markets {
        for (name, path, entry) in in_market(place, problems) {
            let id = format!("{name}@{market}");
            if let Some(mut plugin) = plugin(&path, PluginOrigin::Installed, Some(&id), problems) {
                plugin.skill_paths.extend(inner_paths(&path, entry.get("skills")));
                plugins.push(plugin);
            }
        }
    }
    for (id, entry) in list.get("plugins").and_then(Value::as_object).into_iter().flatten() {
        // Version 2 keeps a list for each plugin, one entry for each scope; version 1 a single entry.
        let entries = entry.as_array().map_or(std::slice::from_ref(entry), Vec::as_slice);
        let concerns_us = |entry: &&Value| match entry.get("projectPath").and_then(Value::as_str) {
            Some(project) => working_directory.starts_with(project),
            None => true,
        };
        let path = entries.iter().find(concerns_us).and_then(|entry| entry.get("installPath")).and_then(Value::as_str);
        let is_known = plugins.iter().any(|plugin| plugin.id == *id);
        if let Some(path) = path.map(PathBuf::from).filter(|path| !is_known && path.is_dir()) {
            plugins.extend(plugin(&path, PluginOrigin::Installed, Some(id), problems));
        }
    }
    plugins
}

/// The marketplaces that are folders on this disk, by name: those that are registered, and those that the settings
/// declare.
fn markets(folder: &Path, settings: &[PathBuf], problems: &mut Vec<DiskProblem>) -> Vec<(String, PathBuf)> {
    let mut markets: Vec<(String, PathBuf)> = Vec::new();
    let registered = json(&folder.join("known_marketplaces.json"), problems).unwrap_or_default();
    // A settings file that cannot be read is spoken of where the settings are read.
    let read = |path: &PathBuf| serde_json::from_str::<Value>(&read_text(path).ok()?).ok();
    let declared =
        settings.iter().filter_map(read).filter_map(|mut it| Some(it.get_mut("extraKnownMarketplaces")?.take()));
    for list in std::iter::once(registered).chain(declared) {
        for (name, market) in list.as_object().unwrap_or(&Map::new()) {
            let source = market.pointer("/source/source").and_then(Value::as_str);
            let path = market.get("installLocation").or_else(|| market.pointer("/source/path")).and_then(Value::as_str);
            let is_known = markets.iter().any(|(known, _)| known == name);
            if let (Some("directory"), Some(path), false) = (source, path, is_known) {
                markets.push((name.clone(), PathBuf::from(path)));
            }
        }
    }
    markets
}

/// The plugins of a marketplace: name, folder, and what the marketplace says of it.
fn in_market(folder: &Path, problems: &mut Vec<DiskProblem>) -> Vec<(String, PathBuf, Value)> {
    let Some(list) = json(&folder.join(".claude-plugin/marketplace.json"), problems) else { return Vec::new() };
    let entries = list.get("plugins").and_then(Value::as_array).into_iter().flatten();
    entries
        .filter_map(|entry| {
            let name = entry.get("name")?.as_str()?.to_owned();
            let path = inner_paths(folder, entry.get("source")).into_iter().next()?;
            path.is_dir().then(|| (name, path, entry.clone()))
        })
        .collect()
}

/// The plugin in a folder; none when its manifest cannot be read or has no name.
fn plugin(folder: &Path, origin: PluginOrigin, id: Option<&str>, problems: &mut Vec<DiskProblem>) -> Option<Plugin> {
    let manifest = match manifest_path(folder).exists() {
        true => json(&manifest_path(folder), problems)?,
        false => Value::Null,
    };
    let own_name = || match id.and_then(|id| id.rsplit_once('@')) {
        Some((name, _)) => name.to_owned(),
        None => folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let name = match &manifest {
        Value::Null => own_name(),
        manifest => manifest.get("name")?.as_str()?.to_owned(),
    };
    let is_adopted = matches!(origin, PluginOrigin::Adopted | PluginOrigin::Untrusted);
    let mut skill_paths = inner_paths(folder, manifest.get("skills"));
    // The usual folder is read anyhow, and the folder of a skill is no root of a plugin.
    skill_paths.retain(|path| *path != folder.join("skills") && !(is_adopted && path == folder));
    // A plugin that is nothing but one skill.
    let is_skill = manifest.get("skills").is_none() && !folder.join("skills").is_dir();
    if is_skill && !is_adopted && folder.join("SKILL.md").is_file() {
        skill_paths.push(folder.to_owned());
    }
    let market = match origin {
        PluginOrigin::Given => "inline",
        PluginOrigin::Adopted | PluginOrigin::Untrusted => "skills-dir",
        PluginOrigin::Installed => "",
    };
    let on_by_itself = manifest.get("defaultEnabled").and_then(Value::as_bool) != Some(false);
    Some(Plugin {
        id: id.map_or_else(|| format!("{name}@{market}"), str::to_owned),
        name,
        path: folder.to_owned(),
        origin,
        on: on_by_itself && origin != PluginOrigin::Installed,
        skill_paths,
        command_paths: inner_paths(folder, manifest.get("commands")),
        commands: named_commands(folder, manifest.get("commands")),
    })
}

/// The command files to which a manifest gives names.
fn named_commands(folder: &Path, value: Option<&Value>) -> Vec<PluginCommand> {
    let entries = value.and_then(Value::as_object).into_iter().flatten();
    entries
        .filter_map(|(name, entry)| {
            let path = inner_paths(folder, entry.get("source")).into_iter().next()?;
            let description = entry.get("description").and_then(Value::as_str).filter(|text| !text.is_empty());
            let description = description.map(str::to_owned);
            path.is_file().then(|| PluginCommand { path, name: name.clone(), description })
        })
        .collect()
}

/// The folders right in a folder, by name, links to folders among them.
fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut children: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    children.sort_unstable();
    children
}

fn manifest_path(folder: &Path) -> PathBuf {
    folder.join(".claude-plugin/plugin.json")
}

/// The paths that a manifest names: one, a list, or a mapping with a `source` each. Those that leave the plugin
/// are left out.
fn inner_paths(folder: &Path, value: Option<&Value>) -> Vec<PathBuf> {
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

fn json(path: &Path, problems: &mut Vec<DiskProblem>) -> Option<Value> {
    let text = read_text(path).ok()?;
    match serde_json::from_str(&text) {
        Ok(value) => Some(value),
        Err(error) => {
            problems.push(DiskProblem::new("read", path, error.to_string()));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn shown(plugins: &[Plugin], base: &Path) -> String {
        let relative = |path: &PathBuf| path.strip_prefix(base).unwrap().display().to_string();
        let lines: Vec<String> = plugins
            .iter()
            .map(|it| {
                let skills: Vec<String> = it.skill_paths.iter().map(relative).collect();
                let commands: Vec<String> = it.command_paths.iter().map(relative).collect();
                format!("{} {} [{}] [{}]", it.name, relative(&it.path), skills.join(" "), commands.join(" "))
            })
            .collect();
        lines.join("\n")
    }

    #[test]
    fn a_plugin_or_a_folder_of_plugins() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        let manifest =
            r#"{"name": "shown", "skills": ["./more", "../out"], "commands": {"go": {"source": "./go.md"}}}"#;
        put(base, "many/a/.claude-plugin/plugin.json", manifest);
        put(base, "many/b/.claude-plugin/plugin.json", "{");
        put(base, "many/c/readme.md", "");
        put(base, "plain/skills/x/SKILL.md", "");
        put(base, "single/SKILL.md", "");
        let mut problems = Vec::new();
        let mut plugins = Vec::new();
        for name in ["many", "plain", "single", "nothing"] {
            plugins.extend(given(&base.join(name), &mut problems));
        }
        assert_eq!(
            shown(&plugins, base),
            "shown many/a [many/a/more] [many/a/go.md]\nplain plain [] []\nsingle single [single] []"
        );
        assert_eq!(problems.len(), 2, "a broken manifest, a folder that is not there");
    }

    #[test]
    fn installed_ones_come_from_their_marketplace_folder_or_the_cache() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        let at = |path: &str| base.join(path).display().to_string();
        let list = format!(
            r#"{{"version": 2, "plugins": {{"a@here": [{{"installPath": "{0}"}}], "b@there": [{{"installPath": "{0}"}}],
                "c@there": [{{"projectPath": "/elsewhere", "installPath": "{0}"}}], "d@there": {{"installPath": "/no"}}}}}}"#,
            at("claude/plugins/cache/x")
        );
        put(base, "claude/plugins/installed_plugins.json", &list);
        let markets =
            format!(r#"{{"here": {{"source": {{"source": "directory"}}, "installLocation": "{}"}}}}"#, at("market"));
        put(base, "claude/plugins/known_marketplaces.json", &markets);
        put(base, "market/.claude-plugin/marketplace.json", r#"{"plugins": [{"name": "a", "source": "./p"}]}"#);
        put(base, "market/p/skills/s/SKILL.md", "");
        put(base, "claude/plugins/cache/x/skills/s/SKILL.md", "");
        let mut problems = Vec::new();
        let plugins = installed(&base.join("claude"), Path::new("/w"), &[], &mut problems);
        assert_eq!(shown(&plugins, base), "a market/p [] []\nb claude/plugins/cache/x [] []");
        assert!(problems.is_empty());
        assert!(installed(Path::new("/no/such/home"), Path::new("/w"), &[], &mut problems).is_empty());
    }

    #[test]
    fn skill_folders_with_a_manifest_are_plugins_and_trust_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        put(base, "skills/kit/.claude-plugin/plugin.json", r#"{"name": "shown", "skills": ["./", "./more"]}"#);
        put(base, "skills/.hidden/.claude-plugin/plugin.json", r#"{"name": "hidden"}"#);
        put(base, "skills/plain/SKILL.md", "");
        let trust = format!(r#"{{"projects": {{"{}": {{"hasTrustDialogAccepted": true}}}}}}"#, base.display());
        put(base, "claude.json", &trust);
        let mut problems = Vec::new();
        let plugins = adopted(&base.join("skills"), true, &mut problems);
        assert_eq!(shown(&plugins, base), "shown skills/kit [skills/kit/more] []");
        assert_eq!((&*plugins[0].id, plugins[0].on), ("shown@skills-dir", true));
        assert!(problems.is_empty());
        assert!(is_trusted(&base.join("claude.json"), base));
        assert!(!is_trusted(&base.join("claude.json"), &base.join("below")));
    }
}
