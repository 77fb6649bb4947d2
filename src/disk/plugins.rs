//! Plugins: those given by hand, those that Claude Code has installed, and skill folders that are plugins.

use std::fs;
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;
use serde_json::{Map, Value};

use crate::catalog::{Plugin, PluginCommand, PluginOrigin};
use crate::disk::DiskProblem;
use crate::disk::plugin_form::{
    dependency, is_entry, is_plain_name, wrong_in_installed, wrong_in_manifest, wrong_in_market,
};
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
    // Nearly no skill is a plugin, and there may be very many. They stay in the order in which the disk tells them.
    let folders: Vec<PathBuf> = entries(root)
        .into_par_iter()
        .with_min_len(64)
        .filter(|folder| !is_hidden(folder) && manifest_path(folder).is_file())
        .collect();
    let mut plugins: Vec<Plugin> = Vec::new();
    for plugin in folders.iter().filter_map(|folder| plugin(folder, origin, None, problems)) {
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

/// The plugins of the marketplaces that the host knows, as far as they are on this disk: installed, or in a
/// marketplace that is a folder here; on or not, by their id. `settings` are the files that may declare marketplaces.
pub(super) fn installed(
    claude: &Path,
    working_directory: &Path,
    settings: &[PathBuf],
    problems: &mut Vec<DiskProblem>,
) -> Vec<Plugin> {
    let folder = claude.join("plugins");
    let file = folder.join("installed_plugins.json");
    let mut list = json(&file, problems).unwrap_or_default();
    if let Some(wrong) = Some(&list).filter(|list| !list.is_null()).and_then(wrong_in_installed) {
        problems.push(DiskProblem::new("read", &file, wrong));
        list = Value::Null;
    }
    let mut plugins: Vec<Plugin> = Vec::new();
    for market in markets(&folder, settings, problems) {
        let file = market.folder.join(".claude-plugin/marketplace.json");
        let Some(catalog) = json(&file, problems) else { continue };
        if let Some(wrong) = wrong_in_market(&catalog) {
            problems.push(DiskProblem::new("read", &file, wrong));
            continue;
        }
        if market.is_declared && catalog.get("name").and_then(Value::as_str) != Some(&market.name) {
            continue;
        }
        for entry in catalog.get("plugins").and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = entry.get("name").and_then(Value::as_str) else { continue };
            let id = format!("{name}@{}", market.name);
            // Of an entry that is not understood only the name counts.
            let source = entry.get("source").and_then(Value::as_str).filter(|_| is_entry(entry));
            let source = source.and_then(|source| written_source(source, &catalog));
            let entry = if source.is_some() || is_entry(entry) { entry } else { &Value::Null };
            // What lies in a marketplace on this disk is read there, not from the cache.
            let path = match source.filter(|_| market.is_on_disk) {
                Some(source) => inner_paths(&market.folder, Some(&Value::from(source))).into_iter().next(),
                None => recorded(&list, &id, working_directory),
            };
            let Some(path) = path.filter(|path| path.is_dir()) else { continue };
            let found = plugin(&path, PluginOrigin::Installed, Some(&id), problems);
            plugins.extend(found.and_then(|plugin| as_listed(plugin, entry)));
        }
    }
    plugins
}

/// Where a plugin was installed, for everybody or for this project.
fn recorded(list: &Value, id: &str, working_directory: &Path) -> Option<PathBuf> {
    let entry = list.get("plugins")?.get(id)?;
    let entries = entry.as_array().map_or(std::slice::from_ref(entry), Vec::as_slice);
    let root = |folder: &Path| folder.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let concerns_us = |entry: &&Value| {
        let is_ours = |project: &Path| {
            project == working_directory || root(project).is_some_and(|it| Some(it) == root(working_directory))
        };
        match entry.get("scope").and_then(Value::as_str) {
            Some("project" | "local") => {
                entry.get("projectPath").and_then(Value::as_str).is_some_and(|project| is_ours(Path::new(project)))
            }
            _ => true,
        }
    };
    Some(PathBuf::from(entries.iter().find(concerns_us)?.get("installPath")?.as_str()?))
}

/// The path in a marketplace that an entry names: relative to its root or, when it is but a name, to the folder that
/// the marketplace has for plugins.
fn written_source(source: &str, catalog: &Value) -> Option<String> {
    if source == "." || source.starts_with("./") {
        return Some(source.to_owned());
    }
    let root = catalog.pointer("/metadata/pluginRoot")?.as_str()?;
    let is_name = source.starts_with(|first: char| first.is_ascii_alphanumeric())
        && source.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '.' | '_'));
    (is_name && !source.contains("..")).then(|| format!("{}/{source}", root.trim_end_matches('/')))
}

/// A plugin with what its marketplace says of it; none when the two contradict each other.
fn as_listed(mut plugin: Plugin, entry: &Value) -> Option<Plugin> {
    let folder = plugin.path.clone();
    let names_parts = ["skills", "commands", "agents", "hooks"].iter().any(|key| entry.get(key).is_some());
    let is_strict = entry.get("strict").and_then(Value::as_bool) != Some(false);
    if names_parts && !is_strict && manifest_path(&folder).exists() {
        return None;
    }
    let skills = inner_paths(&folder, entry.get("skills"));
    let is_usual = |path: &PathBuf| *path == folder || *path == folder.join("skills");
    let source = entry.get("source").and_then(Value::as_str);
    let is_whole_market = source.is_some_and(|source| source.split('/').all(|part| part.is_empty() || part == "."));
    if is_whole_market && !skills.is_empty() {
        // Several plugins share one folder: each has what is listed, and no more.
        plugin.usual_skills = skills.iter().any(is_usual);
        plugin.skill_paths.clear();
    }
    plugin.skill_paths.extend(skills.into_iter().filter(|path| !is_usual(path)));
    plugin.command_paths.extend(inner_paths(&folder, entry.get("commands")));
    plugin.commands.extend(named_commands(&folder, entry.get("commands")));
    Some(plugin)
}

/// A marketplace, and where its catalogue lies.
struct Market {
    name: String,
    folder: PathBuf,
    /// It is a folder of the user's, not a copy.
    is_on_disk: bool,
    /// It is not registered, only declared in settings; then its own name must be the one it is declared by.
    is_declared: bool,
}

/// The marketplaces that are registered, and those on this disk that the settings declare.
fn markets(folder: &Path, settings: &[PathBuf], problems: &mut Vec<DiskProblem>) -> Vec<Market> {
    let mut markets: Vec<Market> = Vec::new();
    let registered = json(&folder.join("known_marketplaces.json"), problems).unwrap_or_default();
    // A settings file that cannot be read is spoken of where the settings are read.
    let read = |path: &PathBuf| serde_json::from_str::<Value>(&read_text(path).ok()?).ok();
    let declared = settings.iter().filter_map(read).filter_map(|it| Some(it.get("extraKnownMarketplaces")?.clone()));
    let registered = std::iter::once((registered, false));
    for (list, is_declared) in registered.chain(declared.map(|list| (list, true))) {
        for (name, market) in list.as_object().unwrap_or(&Map::new()) {
            let is_on_disk = market.pointer("/source/source").and_then(Value::as_str) == Some("directory");
            let declared = market.pointer("/source/path").filter(|_| is_on_disk);
            let folder = market.get("installLocation").or(declared).and_then(Value::as_str);
            if let (Some(folder), false) = (folder, markets.iter().any(|known| known.name == *name)) {
                markets.push(Market { name: name.clone(), folder: PathBuf::from(folder), is_on_disk, is_declared });
            }
        }
    }
    markets
}

/// The plugin in a folder; none when its manifest cannot be read or does not have the form of one.
fn plugin(folder: &Path, origin: PluginOrigin, id: Option<&str>, problems: &mut Vec<DiskProblem>) -> Option<Plugin> {
    let manifest = match manifest_path(folder).exists() {
        true => json(&manifest_path(folder), problems)?,
        false => Value::Null,
    };
    let has_manifest = manifest_path(folder).exists();
    let wrong = has_manifest.then(|| wrong_in_manifest(&manifest)).flatten();
    if let Some(wrong) = wrong {
        problems.push(DiskProblem::new("read", &manifest_path(folder), wrong));
        return None;
    }
    let own_name = || match id.and_then(|id| id.rsplit_once('@')) {
        Some((name, _)) => name.to_owned(),
        None => folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let name = match &manifest {
        Value::Null => own_name(),
        manifest => manifest.get("name")?.as_str()?.to_owned(),
    };
    if has_manifest && origin != PluginOrigin::Installed && !is_plain_name(&name) {
        problems.push(DiskProblem::new("read", &manifest_path(folder), "`name` has signs that no name may have"));
        return None;
    }
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
        needs: needs(&manifest, id),
        name,
        path: folder.to_owned(),
        origin,
        on: on_by_itself && origin != PluginOrigin::Installed,
        usual_skills: true,
        skill_paths,
        usual_commands: manifest.get("commands").is_none(),
        command_paths: inner_paths(folder, manifest.get("commands")),
        commands: named_commands(folder, manifest.get("commands")),
    })
}

/// The plugins without which one is not loaded. A bare name means the marketplace of the plugin itself.
fn needs(manifest: &Value, id: Option<&str>) -> Vec<String> {
    let market = id.and_then(|id| id.rsplit_once('@')).map(|(_, market)| market);
    let entries = manifest.get("dependencies").and_then(Value::as_array).into_iter().flatten();
    let full = |name: String| match market {
        Some(market) if !name.contains('@') => format!("{name}@{market}"),
        _ => name,
    };
    entries.filter_map(dependency).map(full).collect()
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

/// What is right in a folder, in the order in which the disk tells it.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// What is right in a folder, by name.
fn children(folder: &Path) -> Vec<PathBuf> {
    let mut children = entries(folder);
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
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
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
            r#"{"name": "shown", "skills": ["./more", "./../out"], "commands": {"go": {"source": "./go.md"}}}"#;
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
            r#"{{"version": 2, "plugins": {{"a@here": [{{"scope": "user", "installPath": "{0}"}}],
                "b@there": [{{"scope": "user", "projectPath": "/elsewhere", "installPath": "{0}"}}],
                "c@there": [{{"scope": "project", "projectPath": "/elsewhere", "installPath": "{0}"}}],
                "d@there": [{{"scope": "user", "installPath": "/no"}}]}}}}"#,
            at("claude/plugins/cache/x")
        );
        put(base, "claude/plugins/installed_plugins.json", &list);
        let markets = format!(
            r#"{{"here": {{"source": {{"source": "directory"}}, "installLocation": "{}"}},
                    "there": {{"source": {{"source": "github"}}, "installLocation": "{}"}}}}"#,
            at("market"),
            at("copy")
        );
        let catalog = r#"{"name": "there", "owner": {"name": "me"}, "plugins": [{"name": "b", "source": {}}, {"name": "c", "source": {}}, {"name": "d", "source": {}}]}"#;
        put(base, "copy/.claude-plugin/marketplace.json", catalog);
        put(base, "claude/plugins/known_marketplaces.json", &markets);
        let catalog = r#"{"name": "here", "owner": {"name": "me"}, "plugins": [{"name": "a", "source": "./p"}]}"#;
        put(base, "market/.claude-plugin/marketplace.json", catalog);
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
