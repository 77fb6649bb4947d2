//! From settings and surroundings to the skills that are there, found but not read.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::near_miss::{dangling_skill, is_dangling};
use crate::catalog::{Environment, FileKind, Files, Miss, NearMiss, Place, Reach, normal};
use crate::config::Config;
use crate::disk::{self, DiskProblem, Here, Listings, Met, Wish};
use crate::hosts::{Host, Layout};
use crate::project::asked::{
    Asked, agents_asked_for, asked_for, is_asked_for, is_asked_of_package, manifests_asked_for,
};
use crate::project::declared;
use crate::project::layers::{Below, add_below, leave_out};
use crate::project::noticed::noticed;
use crate::project::packages::{leave_out_ignored, take_packages};
use crate::words::add_new;
use crate::workspace::{Indexed, Wanted, Workspace, indexed_hosts};

/// A workspace whose skills are found but not read.
pub struct Walked {
    /// The workspace.
    pub workspace: Workspace,
    pub(super) judged: Judged,
    pub(super) reach: Arc<Reach>,
    /// What lies in the folders of skills that were looked into.
    pub(super) known: Listings,
    /// Every skill file and where it was met, by path.
    pub met: Vec<Met>,
    /// The files that were asked for; `None` when none were.
    pub asked: Option<Vec<PathBuf>>,
    /// Those of them that git ignores: nobody who did not name them means them to be changed.
    pub ignored: HashSet<PathBuf>,
    /// Why not everything was looked through.
    pub bound: Option<String>,
    /// Files that are called like skills and are parts of others, by path: no host that judges takes them for skills.
    pub parts: Vec<PathBuf>,
    /// The folders here that could not be looked through. Most that nobody may read hold no skills.
    pub closed: Vec<DiskProblem>,
    /// The extra folders of the settings that are not there.
    pub missing_roots: Vec<PathBuf>,
    /// What is wrong in the settings of the hosts, with the file.
    pub control_problems: Vec<(PathBuf, String)>,
    /// The settings of folders below, and what is wrong in them.
    pub below: Vec<Below>,
    /// What is wrong in the packages of the hosts.
    pub package_problems: Vec<DiskProblem>,
    /// What could not be read.
    pub problems: Vec<DiskProblem>,
}

/// The files for which findings are asked.
pub(super) enum Judged {
    None,
    All,
    /// These.
    Some(HashSet<PathBuf>),
}

impl Judged {
    pub(super) fn has(&self, path: &Path) -> bool {
        match self {
            Judged::None => false,
            Judged::All => true,
            Judged::Some(files) => files.contains(path),
        }
    }
}

/// A workspace that knows its hosts and their places, and no skill.
pub fn unwalked(config: Config, mut environment: Environment, wanted: Wanted) -> Workspace {
    let files = disk::files_inside(environment.reach.clone());
    look_around(&config, &mut environment, wanted);
    let indexed = indexed(&config, &environment, &*files, wanted);
    workspace(config, environment, files, indexed, wanted)
}

/// Walks the roots of the hosts that are wanted, and what is asked for. Where no paths are named and skills are to be
/// checked, the extra folders of the settings are walked too, whoever they are for.
pub fn walk(mut config: Config, mut environment: Environment, wanted: Wanted, asked: Asked<'_>) -> Walked {
    let files = disk::files();
    let named = if let Asked::Paths(paths) = asked { paths } else { &[] };
    let mut here = take_packages(&config, &mut environment, wanted, named);
    let below = add_below(&mut config, &environment.working_directory, std::mem::take(&mut here.settings));
    here.found.retain(|found| !leave_out(&below, &config, &found.path));
    let manifests = manifests_asked_for(asked, &config, &environment, &mut here);
    let agents = agents_asked_for(asked, &config, &environment, &mut here);
    look_around(&config, &mut environment, wanted);
    let around = indexed_hosts(&config, &environment, &*files, wanted.of_all());
    environment.nested = disk::nested_knowing(&around, &environment, &here.skill_folders);
    let indexed = indexed(&config, &environment, &*files, wanted);
    let all = indexed.iter().flat_map(|it| &it.places);
    environment.reach = disk::also(&environment.reach, named, all.map(|place| &*place.path));
    let files = disk::files_inside(environment.reach.clone());
    let control_problems = indexed.iter().flat_map(|it| it.controls.problems.iter().cloned()).collect();
    let mut package_problems: Vec<DiskProblem> = Vec::new();
    let problems = indexed.iter().flat_map(|it| it.controls.package_problems.iter().cloned());
    // Several hosts may have the same packages.
    add_new(&mut package_problems, problems.map(|(path, message)| DiskProblem { path, message }));
    let roots: Vec<&[Place]> = indexed.iter().map(|it| &*it.places).collect();
    let known = std::mem::take(&mut here.skill_folders);
    let (mut walked, mut problems) = disk::walk_knowing(&roots, &known);
    let (own_roots, missing_roots) = match named.is_empty() && wanted != Wanted::All {
        true => own_roots(&config, &*files),
        false => (Vec::new(), Vec::new()),
    };
    leave_out_ignored(&mut walked, &here, &indexed.iter().collect::<Vec<_>>(), named, &environment);
    let owned = config.known_hosts.owned_folders();
    let (exclusion, resources) = (&config.exclusion, config.known_hosts.resources());
    let wish = Wish { exclusion, manifests: &[], owned: &owned, resources };
    match asked {
        Asked::Here { .. } | Asked::Around => {}
        Asked::Paths(_) => problems.append(&mut here.problems),
        // Where nobody asks for all that lies here, it does not matter how much of it was looked at.
        Asked::Nothing => here = Here::default(),
    }
    let Here { found, dangling, folders, problems: more, .. } = disk::below(&own_roots, &environment, &wish);
    here.found.extend(found);
    here.dangling.extend(dangling);
    here.folders.extend(folders);
    problems.extend(more);
    let all_places: Vec<&Place> = indexed.iter().flat_map(|it| &it.places).collect();
    let met_paths: Vec<&Path> = walked.iter().map(|(found, _)| &*found.path).collect();
    let mut noticed = noticed(asked, &config, &environment, &*files, &all_places, &met_paths, &mut here);
    let dangling = problems.extract_if(.., |problem| is_dangling(&*files, &problem.path)).map(|problem| problem.path);
    noticed.extend(dangling.map(|path| dangling_skill(&config.known_hosts, &path)));
    let found = std::mem::take(&mut here.found);
    let is_of_here = |path: &Path, is_own: bool| !is_own || is_asked_of_package(asked, &environment, path);
    let judged = match wanted {
        Wanted::Both => {
            // Where many look, each folder is looked through for what nobody reads; here it counts who they are.
            let judging = indexed_hosts(&config, &environment, &*files, Wanted::Check);
            let judging = indexed.iter().filter(|it| judging.iter().any(|host| host.id == it.host.id));
            let judging: Vec<&Indexed> = judging.collect();
            let (mut met, _) = disk::walk_knowing(&judging.iter().map(|it| &*it.places).collect::<Vec<_>>(), &known);
            leave_out_ignored(&mut met, &here, &judging, named, &environment);
            let judged = judged_paths(&judging, &met, &here.parts, is_of_here);
            walked = disk::merged(walked, met.into_iter().map(|(found, _)| found).collect());
            judged
        }
        Wanted::Check => judged_paths(&indexed.iter().collect::<Vec<_>>(), &walked, &here.parts, is_of_here),
        Wanted::All => Vec::new(),
    };
    noticed.retain(|near| is_asked_for(asked, &config, &environment, &near.path));
    noticed.retain(|near| is_inside(&near.path, &*files, &environment) && near.is_unmeant(&config.known_hosts));
    let noticed_paths = noticed.iter().map(|near| &near.path).chain(&manifests).chain(&agents);
    let found_paths = found.iter().map(|it| &it.path).chain(noticed_paths).cloned().collect();
    let asked = asked_for(asked, &config, &environment, judged, found_paths);
    let ignored = asked.iter().flat_map(|asked| disk::ignored_files(asked, named, &environment));
    let mut ignored: HashSet<PathBuf> = ignored.collect();
    ignored.retain(|path| !config.exclusion.brings_back(path));
    let judged = match (wanted, &asked) {
        (Wanted::All, _) => Judged::None,
        (_, Some(asked)) if named.is_empty() => {
            let unread = unjudged(&noticed, &walked);
            Judged::Some(asked.iter().filter(|path| !unread.contains(path.as_path())).cloned().collect())
        }
        (Wanted::Check | Wanted::Both, _) => Judged::All,
    };
    let met = disk::merged(walked, found);
    let reach = environment.reach.clone();
    let Here { bound, problems: closed, mut parts, .. } = here;
    parts.retain(|part| asked.as_ref().is_none_or(|asked| asked.binary_search(part).is_err()));
    let mut workspace =
        workspace(config, environment, files, indexed, wanted).judging_manifests(manifests).judging_agents(agents);
    workspace.notice(noticed);
    Walked {
        workspace,
        reach,
        judged,
        known,
        met,
        asked,
        ignored,
        bound,
        parts,
        closed,
        missing_roots,
        control_problems,
        below,
        package_problems,
        problems,
    }
}

/// Whether a file may be read and moved: what lies behind a link that leads outside is neither.
fn is_inside(path: &Path, files: &dyn Files, environment: &Environment) -> bool {
    let around = path.parent().unwrap_or(path);
    files.real(around).is_some_and(|real| environment.reach.is_inside(around, &real))
}

/// What was noticed and is no skill yet. What git ignores is judged all the same where a host comes upon it.
fn unjudged<'a>(noticed: &'a [NearMiss], walked: &[Met]) -> HashSet<&'a Path> {
    let is_met = |path: &Path| walked.iter().any(|(found, at)| found.path == path && !at.is_empty());
    let is_apart = |near: &&NearMiss| !matches!(near.miss, Miss::Ignored(_)) || !is_met(&near.path);
    noticed.iter().filter(is_apart).map(|near| &*near.path).collect()
}

/// Looks for what exists around the skills, where findings or an editor ask for it.
fn look_around(config: &Config, environment: &mut Environment, wanted: Wanted) {
    if wanted != Wanted::All {
        environment.declared = Arc::new(declared(config, environment));
    }
}

/// Those of the files that some hosts came upon that are written for them: of what is a part of another skill, only what
/// one of them takes for a skill. `is_meant` is asked of each with whether only a package of this repository brings it.
fn judged_paths(
    judging: &[&Indexed],
    met: &[Met],
    parts: &[PathBuf],
    is_meant: impl Fn(&Path, bool) -> bool,
) -> Vec<PathBuf> {
    let is_skill = |(found, at): &Met| {
        parts.binary_search(&found.path).is_err() || !at.is_empty() && disk::begins_with_fence(&found.path)
    };
    let is_own = |(host, place): &(usize, usize)| {
        let place = judging.get(*host).and_then(|it| it.places.get(*place));
        place.is_some_and(|place| place.own_package.is_some())
    };
    let is_meant = |(found, at): &Met| is_meant(&found.path, !at.is_empty() && at.iter().all(is_own));
    let judged = met.iter().filter(|met| !is_migrated(judging, met) && is_skill(met) && is_meant(met));
    judged.map(|(found, _)| found.path.clone()).collect()
}

/// Whether a file is met only as a command that would become a skill, which is written for another host, or as a manifest
/// in which commands are written, which is judged as one.
fn is_migrated(indexed: &[&Indexed], (_, at): &Met) -> bool {
    let is_it = |(host, place): &(usize, usize)| {
        let Some(indexed) = indexed.get(*host) else { return false };
        let Some(place) = indexed.places.get(*place) else { return false };
        let migrates = indexed.host.roots.get(place.rule).is_some_and(|rule| rule.migrates.is_some());
        migrates || place.layout == Layout::Written
    };
    !at.is_empty() && at.iter().all(is_it)
}

fn workspace(
    config: Config,
    environment: Environment,
    files: Arc<dyn Files + Send + Sync>,
    indexed: Vec<Indexed>,
    wanted: Wanted,
) -> Workspace {
    let judging = (wanted == Wanted::Both).then(|| indexed_hosts(&config, &environment, &*files, Wanted::Check));
    let workspace = Workspace::new(config, environment, files, indexed);
    match judging {
        Some(judging) => workspace.judged_by(&judging),
        None => workspace,
    }
}

fn indexed(config: &Config, environment: &Environment, files: &dyn Files, wanted: Wanted) -> Vec<Indexed> {
    let index = |host: Arc<Host>| {
        let controls = disk::controls(&host, environment);
        Indexed::new(host, controls, environment)
    };
    indexed_hosts(config, environment, files, wanted).into_iter().map(index).collect()
}

/// The extra folders of the settings: those that are there, and those that are not.
fn own_roots(config: &Config, files: &dyn Files) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let roots = config.roots.iter().map(|root| normal(root));
    roots.partition(|root| files.kind(root) == Some(FileKind::Folder))
}
