//! The settings files: those of the hosts, and our own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::catalog::{Controls, Environment, Selector, SettingsFile, expanded_path, normal};
use crate::disk::read::read_text;
use crate::disk::{DiskProblem, words};
use crate::hosts::Host;

/// Reads the settings files of a host.
pub fn controls(host: &Host, environment: &Environment) -> Controls {
    let rule = &host.controls;
    let mut problems = Vec::new();
    let files: Vec<SettingsFile> =
        rule.files.iter().filter_map(|written| settings(written, environment, &mut problems)).collect();
    let usage = rule.usage.as_ref().and_then(|usage| settings(&usage.file, environment, &mut problems));
    let mut controls = Controls::read(rule, &files, usage.as_ref());
    for switch in &mut controls.switches {
        if let Selector::Path(path) = &mut switch.selector {
            *path = switched_file(path, &switch.file, environment);
        }
    }
    controls.problems.extend(problems);
    controls
}

/// The real file that a switch means. A relative path starts where the settings file lies.
fn switched_file(written: &Path, settings: &Path, environment: &Environment) -> PathBuf {
    let folder = settings.parent().unwrap_or(settings);
    let path = match written.strip_prefix("~") {
        Ok(below) => environment.home.as_ref().map_or_else(|| written.to_owned(), |home| home.join(below)),
        Err(_) => folder.join(written),
    };
    fs::canonicalize(&path).unwrap_or_else(|_| normal(&path))
}

/// A settings file as a host file writes it. A relative one lies in the working directory or else at the git root.
fn settings(written: &str, environment: &Environment, problems: &mut Vec<(PathBuf, String)>) -> Option<SettingsFile> {
    let here = expanded_path(written, environment)?;
    let is_relative = Path::new(written).is_relative() && !written.starts_with(['~', '$']);
    let above = environment.git_root.as_ref().filter(|_| is_relative).map(|root| root.join(written));
    for path in [Some(here), above].into_iter().flatten() {
        match read_text(&path) {
            Ok(text) => return Some(SettingsFile { path, text }),
            Err(error) if is_absent(&error) => {}
            Err(error) => {
                let message = format!("cannot read {}: {}", path.display(), words(&error));
                problems.push((path, message));
            }
        }
    }
    None
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
