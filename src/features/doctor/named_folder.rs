//! Folders of skills that an agent's settings name, and that are not there.

use std::path::{Path, PathBuf};

use crate::catalog::{Environment, Place, View, normal, settings_places};

use crate::words::likely;

use super::{Cause, Facts, Line, command};

pub(super) fn missing(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let setting = |place: &Place| view.host.roots.get(place.rule).and_then(|rule| rule.setting.as_deref());
    let named = view.places.iter().filter_map(|place| Some((place, setting(place)?)));
    let missing = named.filter(|(place, _)| facts.files.kind(&place.path).is_none());
    missing.map(|(place, key)| line(facts, view, &place.path, key)).collect()
}

fn line(facts: &Facts<'_>, view: &View, folder: &Path, key: &str) -> Line {
    let environment = facts.environment;
    let here = &environment.working_directory;
    let written = view.controls.paths.iter().find(|written| folder.ends_with(written.trim_start_matches("./")));
    let is_relative = written.is_some_and(|written| Path::new(written).is_relative() && !written.starts_with('~'));
    let shown = written.cloned().unwrap_or_else(|| environment.short(folder));
    let near = nearly(facts, folder);
    let is_only_misspelled = near.is_some();
    let elsewhere = near.or_else(|| meant(facts, view, written.map(String::as_str).filter(|_| is_relative)));
    let from = match is_relative && folder.starts_with(here) && !is_only_misspelled {
        true => format!(": a relative path counts from the working directory, `{}`", here_as_known(environment)),
        false => String::new(),
    };
    let words = format!("`{key}` names the folder `{shown}`, which is not there{from}");
    let words = match &elsewhere {
        Some(there) => format!("{words}; there is one at `{}`", command::path(environment, there)),
        None => words,
    };
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    // Whoever misses a skill of that folder looks for it by its own name.
    let skills: Vec<String> = match elsewhere.map(|there| facts.files.list(&there)) {
        Some(names) => names.iter().filter_map(|name| name.strip_suffix('/').map(str::to_owned)).collect(),
        None => Vec::new(),
    };
    let skills = if skills.is_empty() { vec![name.into_owned()] } else { skills };
    let file = settings_file(facts, view);
    let next = file.map(|file| command::editing(environment, &file));
    Line { skills, ..Line::new(Cause::Misplaced, "", folder, words).next(next) }
}

/// The working directory as people call it: from the top of the repository, or by its name.
fn here_as_known(environment: &Environment) -> String {
    let here = &environment.working_directory;
    let root = environment.git_root.as_ref().filter(|root| *root != here);
    let inside = root.and_then(|root| here.strip_prefix(root).ok());
    inside.map_or_else(|| here.file_name().unwrap_or_default(), Path::as_os_str).to_string_lossy().into_owned()
}

/// The folder that a relative path means from somewhere else: the top of the repository, or where the settings lie.
fn meant(facts: &Facts<'_>, view: &View, written: Option<&str>) -> Option<PathBuf> {
    let written = written?;
    let file = settings_file(facts, view);
    let around = file.as_deref().and_then(Path::parent);
    let from = [facts.environment.git_root.as_deref(), around, around.and_then(Path::parent)];
    let mut folders = from.into_iter().flatten().map(|from| normal(&from.join(written)));
    folders.find(|folder| facts.files.kind(folder).is_some())
}

/// The folder beside it that is called nearly so.
fn nearly(facts: &Facts<'_>, folder: &Path) -> Option<PathBuf> {
    let (around, name) = (folder.parent()?, folder.file_name()?.to_str()?);
    let names = facts.files.list(around);
    let folders: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix('/')).collect();
    likely(name, folders).map(|name| around.join(name))
}

/// The strongest of the agent's settings files that is there.
fn settings_file(facts: &Facts<'_>, view: &View) -> Option<PathBuf> {
    let rules = view.host.controls.files.iter();
    let mut places = rules.flat_map(|rule| settings_places(rule, facts.environment)).flatten();
    places.find(|path| facts.files.kind(path).is_some())
}
