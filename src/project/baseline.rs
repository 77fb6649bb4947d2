//! The baseline of a repository: where it lies, and how it is written.

use std::path::{Path, PathBuf};

use crate::catalog::{Environment, FileKind};
use crate::config::{BASELINE_NAMES, Baseline, BaselineChoice, Config};
use crate::disk::{self, DiskProblem};

/// The baseline that counts here, when there is one.
pub fn find(
    config: &Config,
    environment: &Environment,
    choice: &BaselineChoice,
) -> Result<Option<Baseline>, DiskProblem> {
    let (path, is_named) = match choice {
        BaselineChoice::Nothing => return Ok(None),
        BaselineChoice::File(path) => (path.clone(), true),
        BaselineChoice::Usual => match usual(config, environment) {
            Some(path) => (path, false),
            None => return Ok(None),
        },
    };
    if !is_named && disk::files().kind(&path) != Some(FileKind::File) {
        return Ok(None);
    }
    let text = match is_named {
        true => disk::read_text(&path),
        false => disk::text_inside(&environment.reach, &path),
    };
    let baseline = text.map_err(|error| disk::words(&error)).and_then(|text| Baseline::read(&path, &text));
    let problem =
        |words| DiskProblem { message: format!("cannot read {}: {words}", path.display()), path: path.clone() };
    baseline.map(Some).map_err(problem)
}

/// Where a baseline lies, or would lie: the file of the settings; or else the nearest one up to the top of the repository;
/// or else beside the settings, or at that top.
pub fn place(config: &Config, environment: &Environment) -> PathBuf {
    usual(config, environment).unwrap_or_else(|| {
        let here = &environment.working_directory;
        let top = environment.git_root.as_deref().unwrap_or(here);
        let settings = config.file.as_deref().and_then(Path::parent).filter(|folder| folder.starts_with(top));
        settings.unwrap_or(top).join(BASELINE_NAMES[0])
    })
}

fn usual(config: &Config, environment: &Environment) -> Option<PathBuf> {
    if let Some(file) = &config.baseline_file {
        return Some(file.clone());
    }
    let here = &environment.working_directory;
    let top = environment.git_root.as_deref().unwrap_or(here);
    let settings = config.file.as_deref().and_then(Path::parent);
    let folders = here.ancestors().take_while(|folder| folder.starts_with(top)).chain(settings);
    let mut files = folders.flat_map(|folder| BASELINE_NAMES.map(|name| folder.join(name)));
    files.find(|file| disk::files().kind(file) == Some(FileKind::File))
}

/// Writes a baseline, where it holds something else.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let there = disk::read_whole(path).map_err(|problem| problem.message)?;
    if there.as_deref() == Some(text.as_bytes()) {
        return Ok(());
    }
    disk::write_named(path, text).map_err(|problem| problem.message)
}
