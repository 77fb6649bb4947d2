//! From a folder to a workspace that has read every skill: the steps that the command line and the server share.

use std::path::PathBuf;
use std::sync::Arc;

use crate::catalog::{Environment, FileKind, Files, Place, normal};
use crate::checks::CHECKS;
use crate::config::{self, Config, ConfigProblem, Overlay};
use crate::disk::{self, DiskProblem, Met, Surroundings};
use crate::hosts::Host;
use crate::workspace::{Examined, Indexed, Wanted, Workspace, indexed_hosts};

/// Settings and surroundings, before anything is walked.
pub struct Setting {
    /// The settings in force.
    pub config: Config,
    /// Where an agent would be started, and what lies around it.
    pub environment: Environment,
    /// What is wrong in the settings file.
    pub config_problems: Vec<ConfigProblem>,
    /// What could not be read.
    pub disk_problems: Vec<DiskProblem>,
}

/// Looks around and reads the settings: those of `file`, a path and its text, under those of `overlay`.
pub fn setting(surroundings: &Surroundings, file: Option<(PathBuf, &str)>, overlay: &Overlay) -> Setting {
    let check_ids: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
    let (config, config_problems) = config::resolve(file, overlay, &check_ids);
    let (mut environment, disk_problems) = disk::environment(surroundings);
    environment.explicit.clone_from(&config.roots);
    Setting { config, environment, config_problems, disk_problems }
}

/// A workspace whose skills are found but not read.
pub struct Walked {
    /// The workspace.
    pub workspace: Workspace,
    /// Every skill file and where it was met, by path.
    pub met: Vec<Met>,
    /// What could not be read.
    pub problems: Vec<DiskProblem>,
}

/// A workspace that knows its hosts and their places, and no skill.
pub fn unwalked(config: Config, environment: Environment, wanted: Wanted) -> Workspace {
    let files = disk::files();
    let indexed = indexed(&config, &environment, &*files, wanted);
    Workspace::new(config, environment, files, indexed)
}

/// Walks the roots of the hosts that are wanted, and the extra folders of the settings.
pub fn walk(config: Config, mut environment: Environment, wanted: Wanted) -> Walked {
    let files = disk::files();
    environment.nested = disk::nested(&indexed_hosts(&config, &environment, &*files, Wanted::All), &environment);
    let indexed = indexed(&config, &environment, &*files, wanted);
    let roots: Vec<&[Place]> = indexed.iter().map(|it| &*it.places).collect();
    let (mut met, mut problems) = disk::walk(&roots);
    if wanted == Wanted::Check {
        // The folders of the settings are checked whoever they are for.
        let (found, more) = disk::find(&own_roots(&config, &*files));
        problems.extend(more);
        met = disk::merged(met, found);
    }
    Walked { workspace: Workspace::new(config, environment, files, indexed), met, problems }
}

fn indexed(config: &Config, environment: &Environment, files: &dyn Files, wanted: Wanted) -> Vec<Indexed> {
    let index = |host: Arc<Host>| {
        let controls = disk::controls(&host, environment);
        Indexed::new(host, controls, environment)
    };
    indexed_hosts(config, environment, files, wanted).into_iter().map(index).collect()
}

fn own_roots(config: &Config, files: &dyn Files) -> Vec<PathBuf> {
    let roots = config.roots.iter().map(|root| normal(root));
    roots.filter(|root| files.kind(root) == Some(FileKind::Folder)).collect()
}

impl Walked {
    /// Reads every skill, in parallel; `done` is called for each.
    pub fn read(mut self, done: impl Fn() + Sync) -> (Workspace, Vec<DiskProblem>) {
        let workspace = &self.workspace;
        let (examined, problems): (Vec<Examined>, _) = disk::read_all(&self.met, |found, at, bytes| {
            let examined = workspace.examine(found, at, bytes);
            done();
            examined
        });
        self.problems.extend(problems);
        self.workspace.accept(examined);
        (self.workspace, self.problems)
    }
}
