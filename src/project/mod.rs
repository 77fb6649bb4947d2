//! From a folder to a workspace that has read every skill: the steps that the command line and the server share.

pub mod pins;
pub mod switching;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::manifest::subjects;
use crate::catalog::near_miss::{beside_roots, dangling_skill, is_dangling};
use crate::catalog::{
    Controls, Declared, Environment, FileKind, Files, FoundKind, NearMiss, PackageChoice, Place, Reach, SkillRoot,
    agent_readers, expanded_path, normal, places,
};
use crate::checks::CHECKS;
use crate::config::{self, Config, ConfigProblem, Overlay};
use crate::disk::{self, DiskProblem, Here, Met, Surroundings, Wish};
use crate::features::always::always_allowed;
use crate::features::creation::{NewSkill, NotMade, Order, new_skill};
use crate::hosts::{Host, Installed, Layout};
use crate::settings::{Format, edit};
use crate::words::add_new;
use crate::workspace::{Examined, Indexed, Snapshot, Wanted, Workspace, indexed_hosts};

/// Settings and surroundings, before anything is walked.
pub struct Setting {
    /// The settings in force.
    pub config: Config,
    /// Where an agent would be started, and what lies around it.
    pub environment: Environment,
    /// The settings file and its text, when there is one.
    pub file: Option<(PathBuf, String)>,
    /// What is wrong in the settings file.
    pub config_problems: Vec<ConfigProblem>,
    /// What could not be read.
    pub disk_problems: Vec<DiskProblem>,
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
type SettingsText = (Option<(PathBuf, String)>, Option<DiskProblem>);

impl Start {
    /// The settings alone.
    pub fn config(&self) -> Result<Config, String> {
        let (file, _) = self.file()?;
        Ok(resolved(file.as_ref(), &self.overlay).0)
    }

    /// Reads the settings and looks around. An error is about the settings file that was named.
    pub fn setting(&self) -> Result<Setting, String> {
        let (file, problem) = self.file()?;
        let mut setting = setting(&self.surroundings, file.as_ref(), &self.overlay);
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
                (Some((path.clone(), text)), None)
            }
            (None, Some(folder)) => nearest_settings(folder),
            (None, None) => (None, None),
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
    resolved(nearest_settings(folder).0.as_ref(), overlay).0
}

/// Looks around from a folder and reads its settings, under those of `overlay`, whose roots are meant from there.
pub fn setting_of(folder: &Path, overlay: &Overlay) -> Setting {
    setting_touching(folder, overlay, Vec::new())
}

/// The same, when an agent has touched some files.
pub fn setting_touching(folder: &Path, overlay: &Overlay, touched: Vec<PathBuf>) -> Setting {
    let surroundings = Surroundings { working_directory: Some(folder.to_owned()), touched, ..Surroundings::default() };
    let (file, problem) = nearest_settings(folder);
    let roots = overlay.roots.iter().map(|root| folder.join(root)).collect();
    let mut setting = setting(&surroundings, file.as_ref(), &Overlay { roots, ..overlay.clone() });
    setting.disk_problems.extend(problem);
    setting
}

/// The nearest settings file with its text, or what kept it from being read.
fn nearest_settings(folder: &Path) -> SettingsText {
    match disk::settings_file(folder) {
        Ok(file) => (file, None),
        Err(problem) => (None, Some(problem)),
    }
}

fn resolved(file: Option<&(PathBuf, String)>, overlay: &Overlay) -> (Config, Vec<ConfigProblem>) {
    let check_ids: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
    config::resolve(file.map(|(path, text)| (path.clone(), text.as_str())), overlay, &check_ids)
}

/// Looks around and reads the settings: those of `file`, a path and its text, under those of `overlay`.
pub fn setting(surroundings: &Surroundings, file: Option<&(PathBuf, String)>, overlay: &Overlay) -> Setting {
    let (config, config_problems) = resolved(file, overlay);
    let (mut environment, disk_problems) = disk::environment(surroundings);
    environment.explicit.clone_from(&config.roots);
    environment.reach = disk::also(&environment.reach, &[], config.roots.iter().map(PathBuf::as_path));
    Setting { config, environment, file: file.cloned(), config_problems, disk_problems }
}

/// Why there is no new skill.
pub enum Uncreated {
    /// It cannot be made so.
    Refused(NotMade),
    /// It could not be written.
    Unwritten(String),
}

impl From<String> for Uncreated {
    fn from(sentence: String) -> Uncreated {
        Uncreated::Refused(sentence.into())
    }
}

/// Makes a new skill; gives its file.
pub fn create(
    snapshot: &Snapshot,
    host: &str,
    order: &Order<'_>,
    shown: impl Fn(&Path) -> String,
) -> Result<PathBuf, Uncreated> {
    let new = new_skill(&snapshot.catalog, snapshot.view(host)?, &*snapshot.files, order, shown);
    let NewSkill { path, text } = new.map_err(Uncreated::Refused)?;
    disk::write(&snapshot.environment.reach, &path, None, &text)
        .map_err(|problem| Uncreated::Unwritten(problem.message))?;
    Ok(path)
}

/// Remembers that a skill may always be loaded, in the settings of its host; gives the file.
pub fn always_allow(host: &Host, environment: &Environment, name: &str) -> Result<PathBuf, String> {
    let file = host.permissions.remembered.as_deref().and_then(|file| expanded_path(file, environment));
    let path = file.ok_or_else(|| format!("{} does not remember what it was told", host.name))?;
    let bytes = match disk::files().kind(&path) {
        Some(_) => {
            let read = disk::text_inside(&environment.reach, &path);
            Some(read.map_err(|error| format!("cannot read {}: {}", path.display(), disk::words(&error)))?.into_bytes())
        }
        None => None,
    };
    let text = bytes.as_deref().map_or(Ok(edit::blank(Format::Json)), std::str::from_utf8);
    let text = text.map_err(|_| format!("cannot read {}: it is not UTF-8", path.display()))?;
    let changed = always_allowed(host, text, name);
    let changed = changed.map_err(|refusal| refusal.in_file(&path.display().to_string(), text))?;
    if bytes.is_none() || changed != text {
        disk::write(&environment.reach, &path, bytes.as_deref(), &changed).map_err(|problem| problem.message)?;
    }
    Ok(path)
}

/// The version of a host that is installed here, found without running it.
pub fn installed(host: &Host, environment: &Environment) -> Option<Installed> {
    disk::installed(&host.installed, environment)
}

/// What exists around the skills for any real host, and for those that are named.
pub fn declared(config: &Config, environment: &Environment) -> Declared {
    let is_named = |host: &Host| config.hosts.iter().flatten().any(|id| *id == host.id);
    let hosts = config.known_hosts.iter().filter(|host| !host.only_when_named || is_named(host));
    disk::declared(&hosts.cloned().collect::<Vec<_>>(), environment)
}

/// The files that a walk is about, besides those that hosts come upon.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// None.
    Nothing,
    /// What lies here: below the working directory as far as git does not ignore it, and in the roots of the hosts in
    /// this repository; the user's own with them, when that is said.
    Here {
        /// Whether the skills of the home folder are meant too.
        user: bool,
    },
    /// What lies below some paths.
    Paths(&'a [PathBuf]),
}

/// A workspace whose skills are found but not read.
pub struct Walked {
    /// The workspace.
    pub workspace: Workspace,
    judged: Judged,
    reach: Arc<Reach>,
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
    /// What is wrong in the packages of the hosts.
    pub package_problems: Vec<DiskProblem>,
    /// What could not be read.
    pub problems: Vec<DiskProblem>,
}

/// The files for which findings are asked.
enum Judged {
    None,
    All,
    /// These.
    Some(HashSet<PathBuf>),
}

impl Judged {
    fn has(&self, path: &Path) -> bool {
        match self {
            Judged::None => false,
            Judged::All => true,
            Judged::Some(files) => files.contains(path),
        }
    }
}

/// A workspace that has read its skills.
pub struct Read<T> {
    /// The workspace.
    pub workspace: Workspace,
    /// Every skill file and where it was met, by path.
    pub met: Vec<Met>,
    /// What was kept of the files, by path.
    pub kept: Vec<(PathBuf, T)>,
    /// The files that could not be read.
    pub problems: Vec<DiskProblem>,
}

/// A workspace that knows its hosts and their places, and no skill.
pub fn unwalked(config: Config, mut environment: Environment, wanted: Wanted) -> Workspace {
    let files = disk::files_inside(environment.reach.clone());
    look_around(&config, &mut environment, wanted);
    let indexed = indexed(&config, &environment, &*files, wanted);
    workspace(config, environment, files, indexed, wanted)
}

/// Looks for what exists around the skills, where findings or an editor ask for it.
fn look_around(config: &Config, environment: &mut Environment, wanted: Wanted) {
    if wanted != Wanted::All {
        environment.declared = Arc::new(declared(config, environment));
    }
}

/// Walks the roots of the hosts that are wanted, and what is asked for. Where no paths are named and skills are to be
/// checked, the extra folders of the settings are walked too, whoever they are for.
pub fn walk(config: Config, mut environment: Environment, wanted: Wanted, asked: Asked<'_>) -> Walked {
    let files = disk::files();
    let named = if let Asked::Paths(paths) = asked { paths } else { &[] };
    let mut here = take_packages(&config, &mut environment, wanted, named);
    let manifests = manifests_asked_for(asked, &config, &environment, &mut here);
    let agents = agents_asked_for(asked, &config, &environment, &mut here);
    look_around(&config, &mut environment, wanted);
    let around = if wanted == Wanted::Both { Wanted::Both } else { Wanted::All };
    environment.nested = disk::nested(&indexed_hosts(&config, &environment, &*files, around), &environment);
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
    if environment.package_choice != PackageChoice::Nothing {
        leave_out_ignored(&mut walked, &here, &indexed, named);
    }
    let owned = config.known_hosts.owned_folders();
    let wish = Wish { exclusion: &config.exclusion, manifests: &[], owned: &owned };
    match asked {
        Asked::Here { .. } => {}
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
    let judged = match wanted {
        Wanted::Both => {
            // Where many look, each folder is looked through for what nobody reads; here it counts who they are.
            let judging = indexed_hosts(&config, &environment, &*files, Wanted::Check);
            let judging = indexed.iter().filter(|it| judging.iter().any(|host| host.id == it.host.id));
            let judging: Vec<&Indexed> = judging.collect();
            let (met, _) = disk::walk_knowing(&judging.iter().map(|it| &*it.places).collect::<Vec<_>>(), &known);
            let judged = judged_paths(&judging, &met, &here.parts);
            walked = disk::merged(walked, met.into_iter().map(|(found, _)| found).collect());
            judged
        }
        Wanted::Check => judged_paths(&indexed.iter().collect::<Vec<_>>(), &walked, &here.parts),
        Wanted::All => Vec::new(),
    };
    // What lies behind a link that leads outside is neither read nor moved.
    let is_inside = |path: &Path| {
        let around = path.parent().unwrap_or(path);
        files.real(around).is_some_and(|real| environment.reach.is_inside(around, &real))
    };
    noticed.retain(|near| is_asked_for(asked, &config, &environment, &near.path) && is_inside(&near.path));
    let noticed_paths = noticed.iter().map(|near| &near.path).chain(&manifests).chain(&agents);
    let found_paths = found.iter().map(|it| &it.path).chain(noticed_paths).cloned().collect();
    let asked = asked_for(asked, &config, &environment, judged, found_paths);
    let ignored = asked.iter().flat_map(|asked| disk::ignored_files(asked, named, &environment));
    let mut ignored: HashSet<PathBuf> = ignored.collect();
    ignored.retain(|path| !config.exclusion.brings_back(path));
    let judged = match (wanted, &asked) {
        (Wanted::All, _) => Judged::None,
        (_, Some(asked)) if named.is_empty() => {
            let is_noticed = |path: &&PathBuf| noticed.iter().any(|near| near.path == **path);
            Judged::Some(asked.iter().filter(|path| !is_noticed(path)).cloned().collect())
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
        met,
        asked,
        ignored,
        bound,
        parts,
        closed,
        missing_roots,
        control_problems,
        package_problems,
        problems,
    }
}

/// Leaves out of a walk what git ignores in a package: it is nobody's but its author's.
fn leave_out_ignored(walked: &mut Vec<Met>, here: &Here, indexed: &[Indexed], named: &[PathBuf]) {
    let is_known = |path: &Path| {
        let is_found = here.found.binary_search_by(|it| it.path.as_path().cmp(path)).is_ok();
        // A part without frontmatter is no skill to whoever comes upon it.
        is_found || here.parts.iter().any(|part| part == path) && disk::begins_with_fence(path)
    };
    let is_own = |(host, place): &(usize, usize)| {
        let place = indexed.get(*host).and_then(|it| it.places.get(*place));
        place.is_some_and(|place| place.own_package.is_some())
    };
    let others: Vec<&Place> =
        indexed.iter().flat_map(|it| &it.places).filter(|place| place.own_package.is_none()).collect();
    walked.retain(|(found, at)| {
        // One that nobody meets lies too deep in something that is searched.
        let is_elsewhere = || others.iter().any(|place| found.path.starts_with(&place.path));
        let is_met_apart = if at.is_empty() { !is_elsewhere() } else { at.iter().all(is_own) };
        let is_apart = found.kind == FoundKind::Skill && is_met_apart;
        let is_looked_through = named.is_empty() || named.iter().any(|path| found.path.starts_with(path));
        !is_apart || !is_looked_through || is_known(&found.path)
    });
}

/// Looks through what lies here, and finds the packages that its author gives away.
fn take_packages(config: &Config, environment: &mut Environment, wanted: Wanted, named: &[PathBuf]) -> Here {
    let is_named = |host: &Host| config.hosts.iter().flatten().any(|id| *id == host.id);
    let hosts: Vec<Arc<Host>> = match (wanted, &config.hosts) {
        (Wanted::All, Some(ids)) => ids.iter().filter_map(|id| config.known_hosts.get(id)).cloned().collect(),
        _ => config.known_hosts.iter().filter(|host| !host.only_when_named || is_named(host)).cloned().collect(),
    };
    let can_take = hosts.iter().any(|host| host.packages.takes_own());
    let takes_packages = can_take && environment.package_choice != PackageChoice::Nothing;
    let names = if takes_packages { disk::manifest_names(&hosts) } else { Vec::new() };
    // Nobody writes a package in a folder around the home folder: what lies there is installed.
    let is_around_home = environment.home.as_ref().is_some_and(|home| home.starts_with(&environment.working_directory));
    let owned = config.known_hosts.owned_folders();
    let wish = Wish { exclusion: &config.exclusion, manifests: &names, owned: &owned };
    let here = match wanted == Wanted::All && (!takes_packages || is_around_home) {
        _ if !named.is_empty() => disk::below(named, environment, &wish),
        true => Here::default(),
        false => disk::here(environment, &wish),
    };
    if is_around_home && named.is_empty() {
        return here;
    }
    let mut own = disk::own_packages(&hosts, &config.known_hosts, environment, &here.manifests, &here.found);
    if takes_packages && named.is_empty() && here.bound.is_none() {
        let folders = here.found.iter().filter_map(|found| found.path.parent()?.parent());
        own.looked_through = folders.map(Path::to_owned).collect();
        own.seen = here.manifests.clone();
        own.seen.sort_unstable();
    }
    environment.own_packages = Arc::new(own);
    here
}

/// Those of the files that some hosts came upon that are written for them: of what is a part of another skill, only what
/// one of them takes for a skill.
fn judged_paths(judging: &[&Indexed], met: &[Met], parts: &[PathBuf]) -> Vec<PathBuf> {
    let is_skill = |(found, at): &Met| {
        parts.binary_search(&found.path).is_err() || !at.is_empty() && disk::begins_with_fence(&found.path)
    };
    let judged = met.iter().filter(|met| !is_migrated(judging, met) && is_skill(met));
    judged.map(|(found, _)| found.path.clone()).collect()
}

/// The manifests that are asked for: those that are named, or lie below what is named or below the working directory.
fn manifests_asked_for(asked: Asked<'_>, config: &Config, environment: &Environment, here: &mut Here) -> Vec<PathBuf> {
    // A manifest is no skill, even where somebody names it.
    let is_manifest = |path: &Path| !subjects(config.known_hosts.iter(), None, path).is_empty();
    let named = here.found.extract_if(.., |found| is_manifest(&found.path)).map(|found| found.path);
    let folders = match asked {
        Asked::Nothing => return named.collect(),
        Asked::Paths(paths) => paths,
        Asked::Here { .. } => std::slice::from_ref(&environment.working_directory),
    };
    let is_meant = |path: &&PathBuf| {
        let mut around = folders.iter().filter(|folder| path.starts_with(folder));
        around.any(|folder| config.exclusion.has(folder) || !config.exclusion.has(path))
    };
    let mut manifests: Vec<PathBuf> = environment.own_packages.manifests.iter().filter(is_meant).cloned().collect();
    add_new(&mut manifests, named);
    manifests
}

/// The agents that are asked for: those that are named, or lie below what is named, or in folders of agents from the
/// working directory up to the top of the repository; with the user's own, when that is said.
fn agents_asked_for(asked: Asked<'_>, config: &Config, environment: &Environment, here: &mut Here) -> Vec<PathBuf> {
    let own = &environment.own_packages;
    let is_agent = |path: &Path| !agent_readers(&config.known_hosts, config.hosts.as_deref(), own, path).is_empty();
    // An agent is no skill, even where somebody names it.
    let named = here.found.extract_if(.., |found| is_agent(&found.path)).map(|found| found.path);
    let mut agents: Vec<PathBuf> = named.collect();
    agents.extend(std::mem::take(&mut here.agents).into_iter().filter(|path| is_agent(path)));
    if let Asked::Here { user } = asked {
        let owned: Vec<&String> = config.known_hosts.iter().flat_map(|host| &host.agents.owns).collect();
        let holders = holders(environment, user).into_iter();
        let folders = holders.flat_map(|holder| owned.iter().map(move |owned| holder.join(owned)));
        let files = disk::files();
        let folders: Vec<PathBuf> = folders.filter(|it| files.kind(it) == Some(FileKind::Folder)).collect();
        let wish = Wish { exclusion: &config.exclusion, manifests: &[], owned: &[] };
        agents.extend(disk::below(&folders, environment, &wish).agents.into_iter().filter(|path| is_agent(path)));
    }
    agents.retain(|path| is_asked_for(asked, config, environment, path));
    agents.sort_unstable();
    agents.dedup();
    agents
}

/// The folders in which hosts that are started here look for folders of their own: from the working directory up to the
/// top of the repository, and the home folder where that is said.
fn holders(environment: &Environment, user: bool) -> Vec<&Path> {
    let Environment { working_directory, git_root, home, .. } = environment;
    let top = git_root.as_deref().unwrap_or(working_directory);
    let upwards = working_directory.ancestors().take_while(|folder| folder.starts_with(top));
    upwards.chain(home.as_deref().filter(|_| user)).collect()
}

/// Whether a file is met only as a command that would become a skill: it is written for another host.
fn is_migrated(indexed: &[&Indexed], (_, at): &Met) -> bool {
    let migrates = |(host, place): &(usize, usize)| {
        let indexed = indexed.get(*host)?;
        indexed.host.roots.get(indexed.places.get(*place)?.rule)?.migrates.as_ref()
    };
    !at.is_empty() && at.iter().all(|at| migrates(at).is_some())
}

/// What lies beside where agents look, and is asked about; the skills among it are found too.
fn noticed(
    asked: Asked<'_>,
    config: &Config,
    environment: &Environment,
    files: &dyn Files,
    places: &[&Place],
    walked: &[&Path],
    here: &mut Here,
) -> Vec<NearMiss> {
    let known = &config.known_hosts;
    let holders: Vec<&Path> = match asked {
        Asked::Nothing => return Vec::new(),
        Asked::Paths(paths) => paths.iter().map(PathBuf::as_path).collect(),
        Asked::Here { user } => holders(environment, user),
    };
    let beside = holders.into_iter().flat_map(|holder| beside_roots(known, files, holder));
    here.found.extend(beside.map(disk::found));
    here.found.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    here.found.dedup_by(|left, right| left.path == right.path);
    let places = places.iter().filter(|place| place.layout == Layout::Folders);
    let mut folders: Vec<PathBuf> =
        places.map(|place| place.path.clone()).chain(std::mem::take(&mut here.folders)).collect();
    folders.sort_unstable();
    folders.dedup();
    let mut skills: Vec<&Path> = walked.to_vec();
    skills.extend(here.found.iter().map(|found| &*found.path));
    // Both came in order, which a stable sort makes use of.
    skills.sort();
    let holds_skills = |folder: &Path| {
        let next = skills.partition_point(|path| *path < folder);
        skills.get(next).is_some_and(|path| path.starts_with(folder))
    };
    let mut noticed: Vec<NearMiss> = here.dangling.iter().map(|path| dangling_skill(known, path)).collect();
    for folder in folders {
        // What is called as a skill's file would be lies in the root of which its path speaks.
        let root = SkillRoot::of(known, &folder.join("SKILL.md")).filter(|root| root.path == folder);
        if let Some(root) = root.filter(|_| is_asked_for(asked, config, environment, &folder)) {
            noticed.extend(NearMiss::in_root(files, &root, &holds_skills));
        }
    }
    noticed
}

/// What of a name lies beside where agents look, here and at home. It takes a look through all that lies here.
pub fn near_misses(snapshot: &Snapshot, name: &str) -> Vec<NearMiss> {
    let Snapshot { config, environment, files, catalog, .. } = snapshot;
    let known = &config.known_hosts;
    let owned = known.owned_folders();
    let mut here = disk::here(environment, &Wish { exclusion: &config.exclusion, manifests: &[], owned: &owned });
    let real = known.iter().filter(|host| !host.only_when_named);
    let places: Vec<Place> = real.flat_map(|host| places(host, environment, &Controls::default())).collect();
    let skills: Vec<&Path> = catalog.skills().map(|(_, skill)| &*skill.path).collect();
    let asked = Asked::Here { user: true };
    let places: Vec<&Place> = places.iter().collect();
    let mut all = noticed(asked, config, environment, &**files, &places, &skills, &mut here);
    let of_skill = |path: &Path| NearMiss::of_skill(known, environment, &**files, path);
    all.extend(here.found.iter().filter_map(|found| of_skill(&found.path)));
    all.retain(|near| near.name.eq_ignore_ascii_case(name));
    all.sort_by(|left, right| left.path.cmp(&right.path));
    all.dedup_by(|left, right| left.path == right.path);
    all
}

/// Whether a file, or what lies in a folder, is asked for.
fn is_asked_for(asked: Asked<'_>, config: &Config, environment: &Environment, path: &Path) -> bool {
    match asked {
        Asked::Nothing => false,
        Asked::Paths(named) => {
            // What is named itself is meant, whatever the settings leave out.
            let mut around = named.iter().filter(|it| path.starts_with(it));
            around.any(|it| config.exclusion.has(it) || !config.exclusion.has(path))
        }
        Asked::Here { user } => (user || is_here(environment, path)) && !config.exclusion.has(path),
    }
}

/// The files that are asked for, by path: of those that hosts came upon that judge, and of those that were found.
fn asked_for(
    asked: Asked<'_>,
    config: &Config,
    environment: &Environment,
    met: Vec<PathBuf>,
    found: Vec<PathBuf>,
) -> Option<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = match asked {
        Asked::Nothing => return None,
        Asked::Paths(_) => {
            let all = met.into_iter().chain(found);
            all.filter(|path| is_asked_for(asked, config, environment, path)).collect()
        }
        Asked::Here { .. } => {
            let met = met.into_iter().filter(|path| is_asked_for(asked, config, environment, path));
            met.chain(found.into_iter().filter(|path| !config.exclusion.has(path))).collect()
        }
    };
    // Both came in order, which a stable sort makes use of.
    paths.sort();
    paths.dedup();
    Some(paths)
}

/// Whether a file belongs to what is worked on here, and not to the user or the machine: it lies in the working
/// directory, in this repository, or in a folder that was added for this run.
fn is_here(environment: &Environment, path: &Path) -> bool {
    let Environment { working_directory, git_root, home, added, plugin_folders, .. } = environment;
    // Whose home is a repository keeps settings in it, and works below.
    let holds_home = |root: &&PathBuf| home.as_ref().is_some_and(|home| home.starts_with(root));
    let repository = git_root.as_ref().filter(|root| !holds_home(root));
    let mut folders = [working_directory].into_iter().chain(repository).chain(added).chain(plugin_folders);
    folders.any(|folder| path.starts_with(folder))
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

impl Walked {
    /// Reads every skill, in parallel; `done` is called for each.
    pub fn read(mut self, done: impl Fn() + Sync) -> (Workspace, Vec<DiskProblem>) {
        let mut problems = std::mem::take(&mut self.package_problems);
        problems.append(&mut self.problems);
        let read = self.read_keeping(|_, _| {
            done();
            None::<()>
        });
        problems.extend(read.problems);
        (read.workspace, problems)
    }

    /// Reads every skill, in parallel, and keeps of each what `keep` makes of its bytes.
    pub fn read_keeping<T: Send>(self, keep: impl Fn(&Examined, &[u8]) -> Option<T> + Sync) -> Read<T> {
        let Walked { mut workspace, judged, met, reach, .. } = self;
        let (read, problems) = disk::read_all(&met, &reach, |found, at, bytes| {
            let examined = match judged.has(&found.path) {
                true => workspace.examine(found, at, bytes),
                false => workspace.read(found, at, bytes),
            };
            let kept = keep(&examined, bytes);
            (examined, kept)
        });
        let mut kept = Vec::new();
        let mut all = Vec::with_capacity(read.len());
        for (examined, it) in read {
            kept.extend(it.map(|it| (examined.found.path.clone(), it)));
            all.push(examined);
        }
        workspace.accept(all);
        Read { workspace, met, kept, problems }
    }
}
