//! Looks at everything that somebody may mean who misses a skill, and asks the doctor.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memmem;

use crate::catalog::{
    Candidate, Controls, Environment, FileKind, Files, NearMiss, PathMatcher, Place, SkillRoot, View, normal,
    path_order, places,
};
use crate::checks::Diagnostic;
use crate::config::{Config, Level};
use crate::disk::{self, DiskProblem};
use crate::document::Document;
use crate::features::doctor::{self, Doctor, Facts, taking_part};
use crate::hosts::{Host, Hosts, Installed, Layout, Scope};
use crate::project::asked::{holders, is_here};
use crate::project::{Asked, installed, walk};
use crate::words::add_new;
use crate::workspace::{Snapshot, Wanted};

/// What is asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The hosts that are named by flag; without any those of the settings, or else those that are installed or own something.
    pub hosts: &'a [String],
    /// The skill: its name, its id, or its absolute path.
    pub name: Option<&'a str>,
    /// What is open in an editor, and stands for what is saved.
    pub open: &'a [(PathBuf, Arc<Document>)],
}

/// The state of things in some surroundings.
pub fn doctor(mut config: Config, mut environment: Environment, question: &Question<'_>) -> Doctor {
    let named: Vec<String> = match question.hosts {
        [] => config.hosts.clone().unwrap_or_default(),
        hosts => hosts.to_vec(),
    };
    if let Some(path) = question.name.map(Path::new).filter(|path| path.is_absolute()) {
        // A path that is named counts as inside.
        environment.reach = disk::also(&environment.reach, &[normal(path)], []);
    }
    let installed = versions(&config.known_hosts, &environment);
    let is_by_settings = question.hosts.is_empty() && config.hosts.is_some();
    let files = disk::files();
    let first = match named.is_empty() {
        true => taking_part::before_looking(&config.known_hosts, &environment, &*files, &installed),
        false => named.clone(),
    };
    // Whoever takes part judges: what is wrong is told as it is in the agents that are here.
    config.hosts = (!first.is_empty()).then(|| first.clone());
    let mut walked = walk(config, environment, Wanted::Both, Asked::Around);
    let mut unreadable: Vec<DiskProblem> = std::mem::take(&mut walked.problems);
    let ignored = std::mem::take(&mut walked.ignored);
    // So that not every file is read once more.
    let read = walked.read_keeping(|_, bytes| memmem::find(bytes, doctor::UNCALLED.as_bytes()).map(|_| ()));
    let mut of_model: HashSet<PathBuf> = read.kept.into_iter().map(|(path, ())| path).collect();
    of_model.extend(question.open.iter().map(|(path, _)| path.clone()));
    unreadable.extend(read.problems);
    let mut workspace = read.workspace;
    for (path, document) in question.open {
        let found = workspace.found(path, document.text.len());
        if !workspace.places_of(&found).is_empty() {
            workspace.put(path, document);
        }
    }
    let snapshot = workspace.snapshot();
    let mut findings = snapshot.all_diagnostics();
    findings.sort_by(|(left, _), (right, _)| left.cmp(right));
    // What lies further up is neither here nor at home.
    let home = snapshot.environment.home.clone();
    let is_at_home = |path: &Path| home.as_ref().is_some_and(|home| path.starts_with(home));
    findings.retain(|(path, _)| is_here(&snapshot.environment, path) || is_at_home(path));
    let near = near(&snapshot, &first);
    let unreadable: Vec<(PathBuf, String)> = unreadable.into_iter().map(reason).collect();
    let check = check_command(&snapshot, &first, is_by_settings, &findings);
    let is_matched = |view: &View, candidate: &Candidate| {
        let patterns = &candidate.reading.paths;
        let here = &snapshot.environment.working_directory;
        let matcher = PathMatcher::new(view.host.controls.path_patterns, patterns, here)?;
        disk::any_file(&snapshot.environment, &|file| matcher.matches(file))
    };
    let facts = Facts {
        catalog: &snapshot.catalog,
        files: &*snapshot.files,
        known: &snapshot.config.known_hosts,
        environment: &snapshot.environment,
        listings: &snapshot,
        hosts: &first,
        installed: &installed,
        findings: &findings,
        near: &near,
        unreadable: &unreadable,
        ignored: &ignored,
        of_model: &of_model,
        is_matched: &is_matched,
        somewhere: &|name| match name {
            Some(name) => disk::called_at_home(&snapshot.environment, name),
            None => disk::lying_at_home(&snapshot.environment),
        },
        check: &check,
    };
    let hosts = if named.is_empty() { taking_part::after_looking(&facts) } else { first.clone() };
    doctor::doctor(&Facts { hosts: &hosts, ..facts }, question.name)
}

/// The versions of the hosts that are installed here.
fn versions(known: &Hosts, environment: &Environment) -> Vec<(String, Installed)> {
    let real = known.real();
    real.filter_map(|host: &Arc<Host>| Some((host.id.clone(), installed(host, environment)?))).collect()
}

/// Everything that lies beside where agents look, also what is no finding.
fn near(snapshot: &Snapshot, hosts: &[String]) -> Vec<NearMiss> {
    let Snapshot { catalog, config, environment, files, .. } = snapshot;
    let known = &config.known_hosts;
    let is_skill = |path: &Path| {
        catalog.by_path(path).is_some_and(|id| {
            catalog.views().iter().any(|view| view.of_skill(id).is_some() && hosts.contains(&view.host.id))
        })
    };
    let mut near: Vec<NearMiss> = snapshot.noticed.values().filter(|near| !is_skill(&near.path)).cloned().collect();
    let skills: Vec<&Path> = catalog.skills().map(|(_, skill)| &*skill.path).collect();
    let of_skill = |path: &&Path| {
        // Two things may be amiss: the file's name is told too.
        path.file_name().filter(|name| name.eq_ignore_ascii_case("SKILL.md"))?;
        let near = NearMiss::of_skill(known, environment, &**files, &path.with_file_name("SKILL.md"))?;
        Some(NearMiss { path: path.to_path_buf(), ..near })
    };
    near.extend(skills.iter().filter_map(of_skill));
    let folders = holders(environment, true).into_iter();
    near.extend(folders.flat_map(|folder| NearMiss::with_backslashes(known, &**files, folder)));
    let mut lying: Vec<PathBuf> = near.iter().map(|near| near.path.clone()).collect();
    lying.extend(skills.iter().map(|path| path.to_path_buf()));
    lying.sort_unstable_by(|left, right| path_order(left, right));
    let is_known = |path: &Path| {
        let next = lying.partition_point(|known| path_order(known, path).is_lt());
        lying.get(next).is_some_and(|known| known.starts_with(path))
    };
    let all = || known.real();
    let mut roots: Vec<SkillRoot> = Vec::new();
    let mut no_folders: Vec<(SkillRoot, PathBuf)> = Vec::new();
    let each =
        all().flat_map(|host| places(host, environment, &Controls::default()).into_iter().map(move |it| (host, it)));
    for (host, place) in each {
        let is_own =
            |place: &Place| matches!(place.scope, Scope::User | Scope::Project) && place.layout == Layout::Folders;
        let root = SkillRoot::of(known, &place.path.join("SKILL.md")).filter(|root| root.path == place.path);
        let root = root.or_else(|| SkillRoot::moved(known, host, &place, environment));
        let is_there = files.kind(&place.path) == Some(FileKind::Folder);
        let Some(root) = root.filter(|_| is_own(&place)) else { continue };
        if is_there {
            add_new(&mut roots, [root]);
            continue;
        }
        // It, or the folder around it, may be a file, or a link to nothing.
        let around = place.path.parent().filter(|around| Some(*around) != root.holder());
        let is_no_folder = |path: &&Path| files.entry(path).is_some() && files.kind(path) != Some(FileKind::Folder);
        let stands = [Some(place.path.as_path()), around].into_iter().flatten().find(is_no_folder);
        if let Some(path) = stands.filter(|path| !no_folders.iter().any(|(_, known)| known == path)) {
            no_folders.push((root, path.to_owned()));
        }
    }
    // What a package of this repository would bring, were it a folder.
    let of_packages = hosts.iter().filter_map(|id| catalog.view(id)).flat_map(|view| view.places.iter());
    let of_packages = of_packages.filter(|place| place.own_package.is_some() && place.layout == Layout::Folders);
    let mut seen: HashSet<&Path> = HashSet::new();
    for path in of_packages.map(|place| place.path.as_path()).filter(|path| seen.insert(path)) {
        let owned = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        near.extend(NearMiss::in_root(&**files as &dyn Files, &SkillRoot { path: path.to_owned(), owned }, &is_known));
    }
    near.extend(no_folders.into_iter().filter_map(|(root, path)| NearMiss::no_folder(&**files, &root, &path)));
    near.extend(roots.iter().flat_map(|root| NearMiss::without_file(&**files as &dyn Files, root, &is_known)));
    near.sort_by(|left, right| left.path.cmp(&right.path));
    near.dedup_by(|left, right| left.path == right.path);
    near
}

/// `cannot read PATH: why` without its path.
fn reason(problem: DiskProblem) -> (PathBuf, String) {
    let shown = format!("{}: ", problem.path.display());
    let reason = problem.message.split_once(&shown).map(|(_, reason)| reason.to_owned());
    (problem.path, reason.unwrap_or(problem.message))
}

/// The command that finds what was found here.
fn check_command(
    snapshot: &Snapshot,
    hosts: &[String],
    is_by_settings: bool,
    findings: &[(PathBuf, Vec<Diagnostic>)],
) -> String {
    let is_loud = |finding: &Diagnostic| matches!(finding.level, Level::Error | Level::Warning);
    let mut elsewhere = findings.iter().filter(|(_, found)| found.iter().any(is_loud));
    let user = elsewhere.any(|(path, _)| !is_here(&snapshot.environment, path));
    let mut command = "skill-lsp check".to_owned();
    if user {
        command.push_str(" --user");
    }
    if !is_by_settings && !hosts.is_empty() {
        command.push_str(&format!(" --host {}", hosts.join(",")));
    }
    command
}
