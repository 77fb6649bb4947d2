//! Where the settings files of a rule may lie.

use std::path::{Path, PathBuf};

use crate::catalog::place::is_this_system;
use crate::catalog::{Environment, expanded_path, is_set, normal, upwards};
use crate::hosts::{SettingsAt, SettingsRule};

/// The paths that a rule means, the strongest first, whether anything is there or not. Of those of one group only the
/// first that is there counts. A rule that means a variable has none.
pub fn settings_places(rule: &SettingsRule, environment: &Environment) -> Vec<Vec<PathBuf>> {
    let here = &environment.working_directory;
    let git_root = environment.git_root.as_ref();
    let is_home = environment.home.as_ref().is_some_and(|home| home == here);
    let is_unwanted = rule.belongs_to.as_ref().is_some_and(|source| !environment.reads_source(source));
    let is_off = rule.off_when.iter().any(|name| is_set(name, environment));
    let is_elsewhere = rule.system.as_deref().is_some_and(|system| !is_this_system(system));
    if is_elsewhere || is_unwanted || is_off || (rule.not_at_home && is_home) {
        return Vec::new();
    }
    let mut folders: Vec<PathBuf> = match rule.at {
        SettingsAt::Nearest => [Some(here), git_root].into_iter().flatten().cloned().collect(),
        SettingsAt::WorkingDirectory => vec![here.clone()],
        SettingsAt::GitRoot => vec![environment.main_checkout.as_ref().or(git_root).unwrap_or(here).clone()],
        SettingsAt::Added => environment.added.iter().rev().cloned().collect(),
        SettingsAt::Upwards | SettingsAt::Downwards => upwards(environment, rule.until),
        SettingsAt::Variable => return Vec::new(),
    };
    if rule.at == SettingsAt::Downwards {
        folders.reverse();
    }
    let place = |written: &String, folder: &PathBuf| placed(written, folder, environment);
    if rule.at == SettingsAt::Nearest {
        let group = |written: &String| {
            let mut places: Vec<PathBuf> = folders.iter().filter_map(|folder| place(written, folder)).collect();
            places.dedup();
            places
        };
        return rule.paths.iter().map(group).collect();
    }
    let all = folders.iter().flat_map(|folder| rule.paths.iter().filter_map(move |written| place(written, folder)));
    if rule.first_only { vec![all.collect()] } else { all.map(|path| vec![path]).collect() }
}

/// A path as a host file writes it; a relative one lies in `folder`.
fn placed(written: &str, folder: &Path, environment: &Environment) -> Option<PathBuf> {
    match Path::new(written).is_relative() && !written.starts_with(['~', '$']) {
        true => Some(normal(&folder.join(written))),
        false => expanded_path(written, environment),
    }
}
