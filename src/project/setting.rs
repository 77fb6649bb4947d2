//! Settings and surroundings: what there is before anything is walked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Environment, FileKind};
use crate::checks::CHECKS;
use crate::config::{Config, ConfigProblem, Overlay};
use crate::disk::{self, DiskProblem, Surroundings};
use crate::project::layers::Layers;
use crate::project::{baseline, installed};

/// Settings and surroundings, before anything is walked.
pub struct Setting {
    /// The settings in force.
    pub config: Config,
    /// Where an agent would be started, and what lies around it.
    pub environment: Environment,
    /// The settings file and those that it extends, with their texts.
    pub layers: Layers,
    /// What is wrong in the settings file.
    pub config_problems: Vec<ConfigProblem>,
    /// What could not be read.
    pub disk_problems: Vec<DiskProblem>,
    /// Why the baseline does not count.
    pub baseline_problem: Option<DiskProblem>,
}

/// From where a look begins, so that it can be repeated.
#[derive(Clone, Default)]
pub struct Start {
    /// Where the agent would be started, and what it is given.
    pub surroundings: Surroundings,
    /// The settings file instead of the nearest one. Absolute.
    pub settings_file: Option<PathBuf>,
    /// The settings that lie over those of the file.
    pub overlay: Overlay,
}

/// A settings file with its text, and what kept one from being read.
type SettingsText = (Layers, Option<DiskProblem>);

impl Start {
    /// The settings alone.
    pub fn config(&self) -> Result<Config, String> {
        let (file, _) = self.file()?;
        Ok(file.resolved(&self.overlay).0)
    }

    /// Reads the settings and looks around. An error is about the settings file that was named.
    pub fn setting(&self) -> Result<Setting, String> {
        let (layers, problem) = self.file()?;
        let mut setting = setting(&self.surroundings, layers, &self.overlay);
        setting.disk_problems.extend(problem);
        Ok(setting)
    }

    /// The settings file with its text, or what kept it from being read.
    fn file(&self) -> Result<SettingsText, String> {
        Ok(match (&self.settings_file, &self.surroundings.working_directory) {
            (Some(path), _) => {
                let read = disk::read(path).map_err(|error| disk::words(&error));
                let text = read.and_then(|(bytes, _)| String::from_utf8(bytes).map_err(|_| "it is not UTF-8".into()));
                let text = text.map_err(|words| format!("cannot read {}: {words}", path.display()))?;
                (Layers::of(path.clone(), text), None)
            }
            (None, Some(folder)) => nearest_settings(folder),
            (None, None) => (Layers::default(), None),
        })
    }
}

/// Whether an agent can be started in a folder; an error says why not.
pub fn can_start_in(folder: &Path) -> Result<(), String> {
    match disk::files().kind(folder) {
        Some(FileKind::Folder) => Ok(()),
        Some(FileKind::File) => Err(format!("cannot start in {}: it is not a folder", folder.display())),
        None => Err(format!("cannot start in {}: {}", folder.display(), disk::absence(folder, "folder"))),
    }
}

/// The settings of a folder, under those of `overlay`.
pub fn config_of(folder: &Path, overlay: &Overlay) -> Config {
    nearest_settings(folder).0.resolved(overlay).0
}

/// Looks around from a folder and reads its settings, under those of `overlay`, whose roots are meant from there.
pub fn setting_of(folder: &Path, overlay: &Overlay) -> Setting {
    setting_touching(folder, overlay, Vec::new())
}

/// The same, when an agent has touched some files.
pub fn setting_touching(folder: &Path, overlay: &Overlay, touched: Vec<PathBuf>) -> Setting {
    let surroundings = Surroundings { working_directory: Some(folder.to_owned()), touched, ..Surroundings::default() };
    let (layers, problem) = nearest_settings(folder);
    let roots = overlay.roots.iter().map(|root| folder.join(root)).collect();
    let mut setting = setting(&surroundings, layers, &Overlay { roots, ..overlay.clone() });
    setting.disk_problems.extend(problem);
    setting.disk_problems.extend(setting.baseline_problem.take());
    setting
}

/// Looks around and reads the settings: those of the files, under those of `overlay`.
pub fn setting(surroundings: &Surroundings, layers: Layers, overlay: &Overlay) -> Setting {
    let (mut config, config_problems) = layers.resolved(overlay);
    let (mut environment, disk_problems) = disk::environment(surroundings);
    config.known_hosts.fit(|host| Some(installed(host, &environment)?.version));
    environment.explicit.clone_from(&config.roots);
    environment.reach = disk::also(&environment.reach, &[], config.roots.iter().map(PathBuf::as_path));
    let (found, baseline_problem) = match baseline::find(&config, &environment, &overlay.baseline) {
        Ok(found) => (found, None),
        Err(problem) => (None, Some(problem)),
    };
    config.baseline = found.map(Arc::new);
    Setting { config, environment, layers, config_problems, disk_problems, baseline_problem }
}

/// The nearest settings file with its text, or what kept it from being read.
fn nearest_settings(folder: &Path) -> SettingsText {
    match disk::settings_file(folder) {
        Ok(Some((path, text))) => (Layers::of(path, text), None),
        Ok(None) => (Layers::default(), None),
        Err(problem) => (Layers::default(), Some(problem)),
    }
}

/// The checks that there are.
pub(super) fn check_ids() -> Vec<&'static str> {
    CHECKS.iter().map(|check| check.id).collect()
}
