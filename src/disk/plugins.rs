//! Plugins: those given by hand, and those that Claude Code has installed.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::catalog::Plugin;
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
        return vec![plugin(folder, None, problems)];
    }
    let mut children: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|child| manifest_path(child).is_file())
        .collect();
    children.sort_unstable();
    children.iter().map(|child| plugin(child, None, problems)).collect()
}

/// The plugins that `plugins/installed_plugins.json` names, whether they are on or not, by their id.
pub(super) fn installed(claude: &Path, working_directory: &Path, problems: &mut Vec<DiskProblem>) -> Vec<Plugin> {
    let folder = claude.join("plugins");
    let Some(list) = json(&folder.join("installed_plugins.json"), problems) else { return Vec::new() };
    let markets = json(&folder.join("known_marketplaces.json"), problems).unwrap_or_default();
    let mut plugins = Vec::new();
    for (id, entry) in list.get("plugins").and_then(Value::as_object).into_iter().flatten() {
        // Version 2 keeps a list for each plugin, one entry for each scope; version 1 a single entry.
        let entries = entry.as_array().map_or(std::slice::from_ref(entry), Vec::as_slice);
        let concerns_us = |entry: &&Value| match entry.get("projectPath").and_then(Value::as_str) {
            Some(project) => working_directory.starts_with(project),
            None => true,
        };
        let Some(entry) = entries.iter().find(concerns_us) else { continue };
        let listed = in_market(id, &markets, problems);
        let path = match &listed {
            Some((path, _)) => path.clone(),
            None => match entry.get("installPath").and_then(Value::as_str) {
                Some(path) => PathBuf::from(path),
                None => continue,
            },
        };
        if !path.is_dir() {
            continue;
        }
        let mut plugin = plugin(&path, Some(id), problems);
        if let Some((_, entry)) = &listed {
            plugin.skill_paths.extend(inner_paths(&path, entry.get("skills")));
        }
        plugins.push(plugin);
    }
    plugins
}

/// A plugin of a marketplace that is a folder on this disk is read from there, not from the cache.
fn in_market(id: &str, markets: &Value, problems: &mut Vec<DiskProblem>) -> Option<(PathBuf, Value)> {
    let (name, market) = id.rsplit_once('@')?;
    let market = markets.get(market)?;
    if market.pointer("/source/source")?.as_str()? != "directory" {
        return None;
    }
    let folder = PathBuf::from(market.get("installLocation")?.as_str()?);
    let list = json(&folder.join(".claude-plugin/marketplace.json"), problems)?;
    let entries = list.get("plugins")?.as_array()?;
    let entry = entries.iter().find(|entry| entry.get("name").and_then(Value::as_str) == Some(name))?;
    let source = inner_paths(&folder, entry.get("source")).into_iter().next()?;
    Some((source, entry.clone()))
}

fn plugin(folder: &Path, id: Option<&str>, problems: &mut Vec<DiskProblem>) -> Plugin {
    let manifest = json(&manifest_path(folder), problems).unwrap_or_default();
    let own_name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let installed_name = id.and_then(|id| id.rsplit_once('@')).map(|(name, _)| name.to_owned());
    let name = manifest.get("name").and_then(Value::as_str).map(str::to_owned);
    let mut skill_paths = inner_paths(folder, manifest.get("skills"));
    // A plugin that is nothing but one skill.
    if skill_paths.is_empty() && !folder.join("skills").is_dir() && folder.join("SKILL.md").is_file() {
        skill_paths.push(folder.to_owned());
    }
    Plugin {
        name: name.or(installed_name).unwrap_or(own_name),
        path: folder.to_owned(),
        id: id.map(str::to_owned),
        skill_paths,
        command_paths: inner_paths(folder, manifest.get("commands")),
    }
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
            "shown many/a [many/a/more] [many/a/go.md]\nb many/b [] []\nplain plain [] []\nsingle single [single] []"
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
        let plugins = installed(&base.join("claude"), Path::new("/w"), &mut problems);
        assert_eq!(shown(&plugins, base), "a market/p [] []\nb claude/plugins/cache/x [] []");
        assert!(problems.is_empty());
        assert!(installed(Path::new("/no/such/home"), Path::new("/w"), &mut problems).is_empty());
    }
}
