//! The settings files: those of the hosts, and our own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::catalog::{ADDED, Controls, Environment, SettingsFile, expanded_path};
use crate::disk::read::read_text;
use crate::disk::{DiskProblem, words};
use crate::hosts::Host;

/// Reads the settings files of a host.
pub fn controls(host: &Host, environment: &Environment) -> Controls {
    let rule = &host.controls;
    let mut problems = Vec::new();
    let mut files: Vec<SettingsFile> = Vec::new();
    for written in &rule.files {
        let source = rule.sources.iter().find(|(_, files)| files.contains(written)).map(|(source, _)| source.clone());
        if source.as_ref().is_some_and(|source| !environment.reads_source(source)) {
            continue;
        }
        for (path, text) in settings(written, environment, &mut problems) {
            // Where two lines of the rule mean one file, it counts at its first place.
            if !files.iter().any(|file| file.path == path) {
                files.push(SettingsFile { path, text, source: source.clone() });
            }
        }
    }
    // What an added folder says is the weakest of all.
    if let Some(below) = rule.added_file.as_ref().filter(|_| environment.reads_source("project")) {
        for folder in environment.added.iter().rev() {
            let found = text_of(&folder.join(below), &mut problems);
            files.extend(found.map(|(path, text)| SettingsFile { path, text, source: Some(ADDED.to_owned()) }));
        }
    }
    let usage = rule.usage.as_ref().and_then(|usage| settings(&usage.file, environment, &mut problems).pop());
    let usage = usage.map(|(path, text)| SettingsFile { path, text, source: None });
    let mut controls = Controls::read(rule, &files, usage.as_ref());
    controls.problems.extend(problems);
    controls
}

/// The settings files that a line of a host file means, the strongest first.
fn settings(written: &str, environment: &Environment, problems: &mut Vec<(PathBuf, String)>) -> Vec<(PathBuf, String)> {
    let git_root = environment.git_root.as_ref();
    if let Some(below) = written.strip_prefix("{git-root}/") {
        let root = environment.main_checkout.as_ref().or(git_root).unwrap_or(&environment.working_directory);
        return text_of(&root.join(below), problems).into_iter().collect();
    }
    let Some(here) = expanded_path(written, environment) else { return Vec::new() };
    if here.ends_with("*.json") {
        return all_json(here.parent().unwrap_or(&here), problems);
    }
    let is_relative =
        Path::new(written).is_relative() && !written.starts_with(['~', '$']) && !written.starts_with("./");
    let above = git_root.filter(|_| is_relative).map(|root| root.join(written));
    [Some(here), above].into_iter().flatten().find_map(|path| text_of(&path, problems)).into_iter().collect()
}

/// A file with its text, when it is there; what cannot be read is a problem.
fn text_of(path: &Path, problems: &mut Vec<(PathBuf, String)>) -> Option<(PathBuf, String)> {
    match read_text(path) {
        Ok(text) => Some((path.to_owned(), text)),
        Err(error) if is_absent(&error) => None,
        Err(error) => {
            problems.push((path.to_owned(), format!("cannot read {}: {}", path.display(), words(&error))));
            None
        }
    }
}

/// The JSON files of a folder, the last by name first.
fn all_json(folder: &Path, problems: &mut Vec<(PathBuf, String)>) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_json = |name: &str| name.ends_with(".json") && !name.starts_with('.');
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_json(name)).collect();
    names.sort_unstable_by(|left, right| right.cmp(left));
    names.into_iter().filter_map(|name| text_of(&folder.join(name), problems)).collect()
}

/// The nearest settings file from `folder` upwards (`skill-lsp.toml`, `.skill-lsp.toml`), with its text.
pub fn settings_file(folder: &Path) -> Result<Option<(PathBuf, String)>, DiskProblem> {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for folder in folder.ancestors() {
        for name in ["skill-lsp.toml", ".skill-lsp.toml"] {
            let path = folder.join(name);
            match read_text(&path) {
                Ok(text) => return Ok(Some((path, text))),
                Err(error) if is_absent(&error) => {}
                Err(error) => return Err(DiskProblem::from_error("read", &path, &error)),
            }
        }
    }
    Ok(None)
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
