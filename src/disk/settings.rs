//! The settings files: those of the hosts, and our own.

use std::fs;
use std::path::{Path, PathBuf};

use crate::catalog::{Controls, Environment, Reach, Selector, SettingsFile, expanded_path};
use crate::catalog::{is_set, look_up, normal, parsed, settings_places, with_variables};
use crate::disk::named::{installed, name_roots};
use crate::disk::reach::{reach_around, settings_text, text_inside};
use crate::disk::real::real_path;
use crate::disk::{DiskProblem, is_absent, packages, trust, words};
use crate::hosts::{ControlRule, Host, SettingsAt, SettingsRule, VariableStyle};
use crate::text::slashed;

/// Reads the settings files of a host, and what they lead to.
pub fn controls(host: &Host, environment: &Environment) -> Controls {
    controls_if(host, environment, None)
}

/// The same, if one of the files had another text, or were not there.
pub fn controls_if(host: &Host, environment: &Environment, instead: Option<(&Path, Option<&str>)>) -> Controls {
    let rule = &host.controls;
    let mut problems = Vec::new();
    let project_root = rule.root_markers.as_ref().and_then(|key| project_root(key, rule, environment));
    let moved = project_root.clone().map(|root| environment.with_root(root));
    let environment = moved.as_ref().unwrap_or(environment);
    let mut files: Vec<SettingsFile> = Vec::new();
    let mut with_switches = Vec::new();
    for rule in &rule.files {
        for file in files_of(rule, environment, instead, &mut problems) {
            let file = SettingsFile { source: rule.belongs_to.clone(), when_trusted: rule.when_trusted, ..file };
            if !rule.without_switches {
                with_switches.push(file.path.clone());
            }
            // Where two sources mean one file, it counts at its first place.
            if file.source.is_none() || !files.iter().any(|known| known.path == file.path) {
                files.push(file);
            }
        }
    }
    if let Some(style) = rule.variable_style {
        for file in files.iter_mut().filter(|file| file.agent.is_none()) {
            file.text = with_variables(style, &file.text, environment);
            if style == VariableStyle::EnvBraces {
                fill_files(file, environment, &mut problems);
            }
        }
    }
    let distrusted = host.trust.as_ref().and_then(|rule| trust::distrust(rule, host, &files, environment));
    let trusted = rule.trusted_projects.as_ref().map(|key| trust::projects(key, rule, &files));
    files.retain(|file| {
        let is_trusted = trusted.as_ref().is_none_or(|known| trust::is_trusted(known, rule, &file.path, environment));
        !file.when_trusted || distrusted.is_none() && is_trusted
    });
    let usage = rule.usage.as_ref().and_then(|usage| {
        let path = expanded_path(&usage.file, environment)?;
        read(path, &environment.reach, &mut problems)
    });
    let mut controls = Controls::read(rule, &files, usage.as_ref());
    // A file may be two things at once: the settings of a project that is the home folder are the user's too.
    controls.switches.retain(|switch| with_switches.contains(&switch.file));
    for switch in &mut controls.switches {
        if let Selector::Path(path) = &mut switch.selector {
            *path = switched_file(path, &switch.file, environment);
        }
    }
    controls.project_root = project_root;
    let anchor = files.first().filter(|_| rule.anchors).and_then(|file| file.path.parent());
    controls.anchor = anchor.map(Path::to_owned);
    controls.trusted = rule.trusted_when.as_ref().is_some_and(|key| trust::is_accepted(key, environment));
    controls.read_permissions(host, &files, environment);
    controls.distrusted = distrusted;
    packages::find(host, &files, &mut controls, environment);
    controls.problems.extend(problems);
    name_roots(host, environment, &mut controls);
    controls.installed = rule.lock.as_ref().and_then(|lock| installed(lock, environment));
    controls
}

/// Puts the texts of the files that a settings text names as `{file:PATH}` into it, as the inside of a JSON text. In a
/// line that is a comment nothing is filled in.
fn fill_files(file: &mut SettingsFile, environment: &Environment, problems: &mut Vec<(PathBuf, String)>) {
    const OPENING: &str = "{file:";
    let Some(folder) = file.path.parent().filter(|_| file.text.contains(OPENING)) else { return };
    let mut filled = String::with_capacity(file.text.len());
    for line in file.text.split_inclusive('\n') {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once(OPENING).filter(|_| !line.trim_start().starts_with("//")) {
            let Some((written, behind)) = after.split_once('}') else { break };
            let home = written.strip_prefix("~/").and_then(|rest| Some(environment.home.as_ref()?.join(rest)));
            let path = normal(&home.unwrap_or_else(|| folder.join(written)));
            filled.push_str(before);
            match settings_text(&environment.reach, &path) {
                Ok(text) => {
                    let quoted = serde_json::Value::from(text.trim()).to_string();
                    filled.push_str(quoted.get(1..quoted.len() - 1).unwrap_or_default());
                }
                Err(error) => {
                    let reason = format!("`{OPENING}{written}}}`: cannot read {}: {}", path.display(), words(&error));
                    problems.push((file.path.clone(), reason));
                }
            }
            rest = behind;
        }
        filled.push_str(rest);
    }
    file.text = filled;
}

/// The root of the project, where the strongest settings that are not the project's own say how to know it: the
/// nearest folder that holds one of the markers, or else the working directory.
fn project_root(key: &str, rule: &ControlRule, environment: &Environment) -> Option<PathBuf> {
    let rules = rule.files.iter().filter(|rule| !rule.when_trusted);
    let files = rules.flat_map(|rule| files_of(rule, environment, None, &mut Vec::new()));
    let markers = files.into_iter().find_map(|file| look_up(&parsed(&file, rule.comments).ok()?, key).cloned())?;
    let markers: Vec<&str> = markers.as_array()?.iter().filter_map(serde_json::Value::as_str).collect();
    let here = &environment.working_directory;
    let is_root = |folder: &&Path| markers.iter().any(|marker| folder.join(marker).exists());
    Some(here.ancestors().find(is_root).unwrap_or(here).to_owned())
}

/// The real file that a switch means. A relative path starts where the settings file lies.
fn switched_file(written: &Path, settings: &Path, environment: &Environment) -> PathBuf {
    let folder = settings.parent().unwrap_or(settings);
    let path = match written.strip_prefix("~") {
        Ok(below) => environment.home.as_ref().map_or_else(|| written.to_owned(), |home| home.join(below)),
        Err(_) => folder.join(written),
    };
    real_path(&path).unwrap_or_else(|_| normal(&path))
}

/// The files of one rule that are there, the strongest first.
fn files_of(
    rule: &SettingsRule,
    environment: &Environment,
    instead: Option<(&Path, Option<&str>)>,
    problems: &mut Vec<(PathBuf, String)>,
) -> Vec<SettingsFile> {
    if rule.at == SettingsAt::Variable {
        let text = |name: &String| {
            let text = environment.variables.get(name).filter(|text| !text.is_empty())?.clone();
            let path = PathBuf::from(format!("${name}"));
            Some(SettingsFile { path, text, ..SettingsFile::default() })
        };
        let is_off = rule.off_when.iter().any(|name| is_set(name, environment));
        return if is_off { Vec::new() } else { rule.paths.iter().filter_map(text).collect() };
    }
    let mut found = Vec::new();
    for group in settings_places(rule, environment) {
        for path in group {
            let before = found.len();
            if let Some((_, text)) = instead.filter(|(changed, _)| *changed == path) {
                let Some(text) = text.map(str::to_owned) else { continue };
                found.push(SettingsFile { path, text, ..SettingsFile::default() });
                break;
            }
            match path.parent().and_then(Path::parent).filter(|_| path.ends_with("**/*.md")) {
                Some(folder) => agents(folder, &environment.reach, problems, &mut found),
                None => found.extend(read_all(path, &environment.reach, problems)),
            }
            if found.len() > before {
                break;
            }
        }
    }
    let only_plugins = rule.at == SettingsAt::Added;
    found.into_iter().map(|file| SettingsFile { only_plugins, ..file }).collect()
}

/// The Markdown files of a folder of agents, at any depth; each is called by its path in the folder.
fn agents(folder: &Path, reach: &Reach, problems: &mut Vec<(PathBuf, String)>, found: &mut Vec<SettingsFile>) {
    const DEEPEST: usize = 8;
    const MOST: usize = 1000;
    let mut waiting = vec![(folder.to_owned(), 0)];
    while let Some((inside, depth)) = waiting.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&inside).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort_unstable();
        for path in paths {
            if path.is_dir() && depth < DEEPEST {
                waiting.push((path, depth + 1));
                continue;
            }
            let name = path.strip_prefix(folder).ok().map(slashed);
            let Some(agent) = name.and_then(|name| Some(name.strip_suffix(".md")?.to_owned())) else { continue };
            if found.len() < MOST
                && let Some(file) = read(path, reach, problems)
            {
                found.push(SettingsFile { agent: Some(agent), ..file });
            }
        }
    }
}

/// The settings files that a path means: itself, or all JSON files of a folder for `*.json`, the last by name first.
fn read_all(path: PathBuf, reach: &Reach, problems: &mut Vec<(PathBuf, String)>) -> Vec<SettingsFile> {
    let (true, Some(folder)) = (path.ends_with("*.json"), path.parent()) else {
        return read(path, reach, problems).into_iter().collect();
    };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_json = |name: &str| name.ends_with(".json") && !name.starts_with('.');
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_json(name)).collect();
    names.sort_unstable_by(|left, right| right.cmp(left));
    names.into_iter().filter_map(|name| read(folder.join(name), reach, problems)).collect()
}

/// A settings file that may not be there.
pub(super) fn read(path: PathBuf, reach: &Reach, problems: &mut Vec<(PathBuf, String)>) -> Option<SettingsFile> {
    match settings_text(reach, &path) {
        Ok(text) => return Some(SettingsFile { path, text, ..SettingsFile::default() }),
        Err(error) if is_absent(&error) => {}
        Err(error) => {
            let message = format!("cannot read {}: {}", path.display(), words(&error));
            problems.push((path, message));
        }
    }
    None
}

/// The names of our settings files; of two in one folder the first counts.
pub(super) const SETTINGS_NAMES: [&str; 2] = ["skill-lsp.toml", ".skill-lsp.toml"];

/// The nearest settings file from `folder` upwards (`skill-lsp.toml`, `.skill-lsp.toml`), with its text.
pub fn settings_file(folder: &Path) -> Result<Option<(PathBuf, String)>, DiskProblem> {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let reach = reach_around(&folder);
    for folder in folder.ancestors() {
        for name in SETTINGS_NAMES {
            let path = folder.join(name);
            match text_inside(&reach, &path) {
                Ok(text) => return Ok(Some((path, text))),
                Err(error) if is_absent(&error) => {}
                Err(error) => return Err(DiskProblem::from_error("read", &path, &error)),
            }
        }
    }
    Ok(None)
}
