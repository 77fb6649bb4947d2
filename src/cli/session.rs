//! One look around: from the flags to a workspace that has read every skill.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::catalog::near_miss::is_dangling;
use crate::catalog::{
    Controls, Environment, FileKind, Found, OwnPackages, PackageChoice, Place, Skill, SkillId, normal, places,
};
use crate::checks::CHECKS;
use crate::cli::arguments::{Global, Sight};
use crate::cli::console::Console;
use crate::cli::progress::Progress;
use crate::cli::report::{FileReport, snippet};
use crate::cli::terminal::{Around, columns, heading, lines_of};
use crate::cli::why::shown_place;
use crate::config::{Config, ConfigProblem, Exclusion, Level, Overlay};
use crate::disk::{self, DiskProblem, Met, Surroundings};
use crate::document;
use crate::features::meant::meant;
use crate::features::named_hosts::{known_host, usual_host, with_real_hosts};
use crate::features::versions::{self, Apart};
use crate::hosts::Scope;
use crate::project::{self, Asked, Read, Start, Walked};
use crate::text::{Encoding, Text};
use crate::words::{add_new, did_you_mean, likely};
use crate::workspace::{Examined, Snapshot, Wanted, Workspace};

/// Whether the skills of the home folder are asked for too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    Asked,
    NotAsked,
}

/// What is asked for.
pub(crate) struct Ask<'a> {
    pub(crate) global: &'a Global,
    pub(crate) sight: &'a Sight,
    /// `--host`; empty when none was named.
    pub(crate) hosts: &'a [String],
    pub(crate) wanted: Wanted,
    /// `--select` and `--ignore`.
    pub(crate) select: &'a [String],
    pub(crate) ignore: &'a [String],
    /// Files and folders to look into besides the roots.
    pub(crate) paths: &'a [PathBuf],
    /// What lies here, when no paths are named; with the user's own, where that is said.
    pub(crate) here: Option<User>,
    /// `--exclude` and `--include`.
    pub(crate) exclude: &'a [String],
    pub(crate) include: &'a [String],
    /// What the user named, which may be the path of a skill: a link that is named counts as inside.
    pub(crate) named: Option<&'a str>,
    /// A text that stands for a file.
    pub(crate) buffer: Option<(&'a Path, &'a [u8])>,
    /// Whether the bytes of every file are kept, for fixes.
    pub(crate) keeps_bytes: bool,
}

impl<'a> Ask<'a> {
    /// Asks for the skills of the roots alone, as a question about them does.
    pub(crate) fn about_skills(global: &'a Global, sight: &'a Sight, hosts: &'a [String]) -> Ask<'a> {
        Ask {
            global,
            sight,
            hosts,
            wanted: Wanted::All,
            select: &[],
            ignore: &[],
            paths: &[],
            here: None,
            exclude: &[],
            include: &[],
            named: None,
            buffer: None,
            keeps_bytes: false,
        }
    }
}

/// Everything that was seen.
pub(crate) struct Session {
    pub(crate) workspace: Workspace,
    pub(crate) snapshot: Snapshot,
    /// Every skill file and where it was met, by path.
    pub(crate) met: Vec<Met>,
    /// The files that were asked for; `None` when none were.
    pub(crate) asked: Option<Vec<PathBuf>>,
    /// Whether they were named.
    pub(crate) are_named: bool,
    /// Those that git ignores and that were not named themselves.
    ignored: HashSet<PathBuf>,
    /// Why not everything was looked through.
    pub(crate) bound: Option<String>,
    /// Files that are called like skills and are parts of others.
    pub(crate) parts: Vec<PathBuf>,
    /// The files that links lead to besides their own paths.
    twins: HashSet<PathBuf>,
    /// The bytes of every file, when they are kept.
    pub(crate) bytes: HashMap<PathBuf, Arc<[u8]>>,
    /// The beginnings of files, by path: what findings are mostly shown in. Not kept where `bytes` are.
    heads: Vec<(PathBuf, Box<str>)>,
    /// Files that could not be read.
    pub(crate) unread: HashSet<PathBuf>,
    /// What went wrong on the way.
    pub(crate) problems: Vec<Problem>,
    /// Whether a folder or a skill that belongs to the answer could not be read.
    pub(crate) is_incomplete: bool,
    pub(crate) around: Around,
    /// Whether each root's owner judges it, for want of a choice.
    judges_by_owner: bool,
}

/// The flags turned into settings and surroundings, before anything is walked.
pub(crate) struct Setting {
    pub(crate) config: Config,
    pub(crate) environment: Environment,
    pub(crate) around: Around,
    pub(crate) problems: Vec<Problem>,
}

/// Something that went wrong and is no reason to stop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Problem {
    /// In one sentence.
    Sentence(String),
    /// At its place in the settings file, drawn, with colours.
    Drawn(String),
    /// Nothing went wrong, but it is worth knowing.
    Note(String),
}

/// Says on standard error what went wrong, each thing once.
pub(crate) fn say(problems: &[Problem], console: &Console) {
    let mut said = HashSet::new();
    for problem in problems.iter().filter(|problem| said.insert(*problem)) {
        match problem {
            Problem::Sentence(sentence) => console.warning(sentence),
            Problem::Drawn(drawn) => console.say_drawn(drawn),
            Problem::Note(note) => console.say(note),
        }
    }
}

/// The flags turned into where a look begins. An error is a wrong use.
pub(crate) fn start(ask: &Ask<'_>) -> Result<Start, String> {
    let here = std::env::current_dir().ok();
    let working_directory = working_directory(ask.global, here.as_deref())?;
    let place = |path: &PathBuf| placed(path, here.as_deref(), &working_directory);
    let surroundings = Surroundings {
        working_directory: Some(working_directory.clone()),
        added: ask.sight.add_dir.iter().map(place).collect(),
        plugin_folders: ask.sight.plugin_dir.iter().map(place).collect(),
        touched: ask.sight.touched.iter().map(place).collect(),
        without_bundled: ask.sight.without_bundled,
        setting_sources: ask.sight.setting_sources.as_ref().map(|list| {
            list.split(',').map(|source| source.trim().to_owned()).filter(|source| !source.is_empty()).collect()
        }),
        agent: ask.sight.agent.clone(),
        package_choice: match (ask.sight.package.as_deref(), ask.wanted) {
            (Some("none"), _) => PackageChoice::Nothing,
            (Some(name), _) => PackageChoice::Named(name.to_owned()),
            (None, Wanted::All) => PackageChoice::Around,
            (None, Wanted::Check | Wanted::Both) => PackageChoice::All,
        },
        ..Surroundings::default()
    };
    for (flag, folder) in surroundings
        .added
        .iter()
        .map(|it| ("--add-dir", it))
        .chain(surroundings.plugin_folders.iter().map(|it| ("--plugin-dir", it)))
    {
        if disk::files().kind(folder) != Some(FileKind::Folder) {
            return Err(format!("{flag} {}: {}", folder.display(), disk::absence(folder, "folder")));
        }
    }
    Ok(Start { surroundings, settings_file: ask.global.config.as_ref().map(place), overlay: overlay(ask)? })
}

/// Reads settings and looks around. An error is a wrong use.
pub(crate) fn setting(ask: &Ask<'_>) -> Result<Setting, String> {
    let project::Setting { config, environment, file, config_problems, disk_problems } = start(ask)?.setting()?;
    let around = Around { here: environment.working_directory.clone(), home: environment.home.clone() };
    let mut problems = sentences(disk_problems);
    if let Some((path, text)) = &file {
        let stopping = config_problems.iter().filter(|problem| problem.stops.is_some());
        let stopping: Vec<String> = stopping.map(|problem| placed_problem(&around.path(path), text, problem)).collect();
        if !stopping.is_empty() {
            return Err(stopping.join("; "));
        }
        let file = FileReport::new(path.clone(), text.as_str().into(), Vec::new());
        for ConfigProblem { span, message, .. } in &config_problems {
            problems.push(Problem::Drawn(snippet::setting(&file, *span, message, &around)));
        }
    }
    for id in ask.hosts.iter().filter(|id| *id != "all") {
        // A host of one's own with a mistake in it is not there: then the mistake is what matters.
        known_host(&config, id).map_err(|unknown| {
            let mistake =
                file.as_ref().and_then(|(path, text)| mistake_in_host(id, &around.path(path), text, &config_problems));
            mistake.unwrap_or(unknown)
        })?;
    }
    Ok(Setting { config, environment, around, problems })
}

/// The hosts that a question is about: those that are named by flag, `all` being every real one, or else those of the
/// settings. Empty when there are neither.
pub(crate) fn named(global: &Global, hosts: &[String]) -> Result<Vec<String>, String> {
    let setting = setting(&Ask::about_skills(global, &Sight::default(), hosts))?;
    if hosts.is_empty() {
        return Ok(setting.config.hosts.unwrap_or_default());
    }
    let mut named: Vec<String> = Vec::new();
    for id in hosts {
        let real = with_real_hosts(&setting.config, &[]);
        add_new(&mut named, if id == "all" { real } else { vec![id.clone()] });
    }
    Ok(named)
}

/// The hosts in which a name is looked up: those that are named by flag, or else all real ones and those of the settings.
pub(crate) fn looked_in(global: &Global, hosts: &[String]) -> Result<Vec<String>, String> {
    let named = named(global, hosts)?;
    if hosts.is_empty() { everyone(global, &Sight::default(), &named) } else { Ok(named) }
}

/// The hosts that are named, and all real ones with them. Empty when none is named.
pub(crate) fn everyone(global: &Global, sight: &Sight, named: &[String]) -> Result<Vec<String>, String> {
    if named.is_empty() {
        return Ok(Vec::new());
    }
    Ok(with_real_hosts(&setting(&Ask::about_skills(global, sight, named))?.config, named))
}

/// The one host that a question is about: the one that is named, or else the usual one of the settings.
pub(crate) fn one_host(global: &Global, named: Option<&str>) -> Result<String, String> {
    match named {
        Some(host) => alone(host).map(str::to_owned),
        None => Ok(usual_host(&setting(&Ask::about_skills(global, &Sight::default(), &[]))?.config)),
    }
}

/// A host of a command that takes one; several, joined as elsewhere, are refused.
pub(crate) fn alone(host: &str) -> Result<&str, String> {
    match host.contains(',') {
        true => Err(format!("one host at a time: {}", host.split(',').map(str::trim).collect::<Vec<_>>().join(" or "))),
        false => Ok(host),
    }
}

/// Walks, reads and settles everything. An error is a wrong use.
pub(crate) fn open(ask: &Ask<'_>) -> Result<Session, String> {
    let Setting { mut config, mut environment, around, mut problems } = setting(ask)?;
    if ask.wanted == Wanted::All && ask.hosts.is_empty() {
        // Who the author writes for does not change what the agents see.
        config.hosts = None;
    }
    let here = std::env::current_dir().ok();
    let files = disk::files();
    let mut asked_paths = Vec::new();
    for path in ask.paths {
        let path = placed(path, here.as_deref(), &environment.working_directory);
        if files.kind(&path).is_none() && !is_dangling(&*files, &path) {
            return Err(format!("cannot read {}: {}", path.display(), disk::absence(&path, "file or folder")));
        }
        asked_paths.push(path);
    }
    if let Some(named) = ask.named {
        let named = placed(Path::new(named), here.as_deref(), &environment.working_directory);
        environment.reach = disk::also(&environment.reach, &[normal(&named)], []);
    }
    let judges_by_owner = ask.wanted == Wanted::Check && config.hosts.is_none();
    let is_home = environment.home.as_ref() == Some(&environment.working_directory);
    let is_user = is_home || ask.here == Some(User::Asked);
    let asked = match ask.here {
        _ if !asked_paths.is_empty() => Asked::Paths(&asked_paths),
        Some(_) => Asked::Here { user: is_user },
        None => Asked::Nothing,
    };
    let choice = environment.package_choice.clone();
    let mut walked = project::walk(config, environment, ask.wanted, asked);
    let own = &walked.workspace.environment().own_packages;
    if let PackageChoice::Named(name) = choice {
        if own.chosen().is_empty() {
            return Err(unknown_package(&name, own));
        }
    } else if let Some(note) = several_packages(own).filter(|_| ask.wanted == Wanted::All) {
        problems.push(Problem::Note(note));
    }
    problems.extend(sentences(std::mem::take(&mut walked.package_problems)));
    for (path, message) in &walked.control_problems {
        // What could not be read names its path already.
        let is_named = message.starts_with("cannot ");
        let sentence = if is_named { message.clone() } else { format!("{}: {message}", around.path(path)) };
        problems.push(Problem::Sentence(sentence));
    }
    for root in &walked.missing_roots {
        problems.push(Problem::Sentence(format!("`roots` names {}: there is no such folder", root.display())));
    }
    let mut disk_problems = std::mem::take(&mut walked.problems);
    let (asked, ignored, bound) = (walked.asked.take(), std::mem::take(&mut walked.ignored), walked.bound.take());
    let parts = std::mem::take(&mut walked.parts);
    problems.extend(bound.iter().cloned().map(Problem::Sentence));
    problems.extend(sentences(std::mem::take(&mut walked.closed)));
    let Read { workspace, met, kept, problems: unread } = read(walked, ask);
    let (mut bytes, mut heads) = (HashMap::new(), Vec::new());
    for (path, kept) in kept {
        match kept {
            Kept::Bytes(whole) => drop(bytes.insert(path, whole)),
            Kept::Head(head) => heads.push((path, head)),
        }
    }
    let linked = met.iter().filter(|(found, _)| found.real != found.path).map(|(found, _)| &found.real);
    let is_met = |path: &Path| met.binary_search_by(|(found, _)| found.path.as_path().cmp(path)).is_ok();
    let twins = linked.filter(|real| is_met(real)).cloned().collect();
    let mut session = Session {
        snapshot: workspace.snapshot(),
        workspace,
        met,
        asked,
        are_named: !asked_paths.is_empty() || ask.buffer.is_some(),
        ignored,
        bound,
        parts,
        twins,
        bytes,
        heads,
        unread: unread.iter().map(|problem| problem.path.clone()).collect(),
        problems,
        is_incomplete: false,
        around,
        judges_by_owner,
    };
    if ask.keeps_bytes {
        session.keep_others();
    }
    if let Some((path, bytes)) = ask.buffer {
        session.replace(path, bytes);
        if let Ok(text) = std::str::from_utf8(bytes) {
            session.workspace.keep(path, &Arc::new(document::parse(text)));
        }
        session.unread.remove(path);
        session.asked = Some(vec![path.to_owned()]);
        session.refresh();
    }
    disk_problems.extend(unread);
    if !asked_paths.is_empty() {
        // What is wrong elsewhere is not what was asked.
        disk_problems.retain(|problem| asked_paths.iter().any(|path| problem.path.starts_with(path)));
    }
    session.is_incomplete = !disk_problems.is_empty();
    session.problems.extend(sentences(disk_problems));
    Ok(session)
}

/// Why `--package` means nothing.
fn unknown_package(name: &str, own: &OwnPackages) -> String {
    let mut known: Vec<&str> = own.known.iter().map(|(name, _)| &**name).collect();
    known.dedup();
    match (likely(name, known.iter().copied()), known.as_slice()) {
        (_, []) => format!("there is no package `{name}`: nothing here is a plugin, an extension or a marketplace"),
        (Some(guess), _) => format!("there is no package `{name}`: did you mean `{guess}`?"),
        (None, known) => format!("there is no package `{name}`: there are {}", listed_shortly(known)),
    }
}

/// That several packages count as installed, where nobody chose one.
fn several_packages(own: &OwnPackages) -> Option<String> {
    let chosen = own.chosen();
    (chosen.len() > 1).then(|| {
        let names = listed_shortly(&chosen);
        format!("{} packages of this repository count as installed ({names}); --package chooses one", chosen.len())
    })
}

/// The first of some names, and how many more there are.
fn listed_shortly(names: &[&str]) -> String {
    let shown = names.iter().take(4).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(4) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Opens the skills of the roots for a question about them, and says what went wrong.
pub(crate) fn about(global: &Global, sight: &Sight, hosts: &[String], console: &Console) -> Result<Session, String> {
    let session = open(&Ask::about_skills(global, sight, hosts))?;
    session.say_problems(console);
    Ok(session)
}

/// Reads everything that was met, and shows how far it is.
fn read(walked: Walked, ask: &Ask<'_>) -> Read<Kept> {
    let done = Arc::new(AtomicUsize::new(0));
    let kept = AtomicUsize::new(0);
    let progress = Progress::start("reading skills", walked.met.len(), done.clone());
    let read = walked.read_keeping(|examined, bytes| {
        done.fetch_add(1, Ordering::Relaxed);
        match ask.keeps_bytes {
            true => Some(Kept::Bytes(Arc::from(bytes))),
            false => {
                let head = head(examined, bytes).filter(|it| kept.fetch_add(it.len(), Ordering::Relaxed) < MOST_HEADS);
                head.map(Kept::Head)
            }
        }
    });
    progress.end();
    read
}

impl Session {
    /// Puts other bytes in the place of a file's. The snapshot stays as it is: see [`Session::refresh`].
    pub(crate) fn replace(&mut self, path: &Path, bytes: &[u8]) {
        if self.snapshot.is_manifest(path) {
            self.workspace.put_manifest(path, Some(String::from_utf8_lossy(bytes).into()));
            self.bytes.insert(path.to_owned(), Arc::from(bytes));
            return;
        }
        if self.snapshot.is_agent(path) {
            self.workspace.put_agent(path, Some(Arc::new(document::parse_bytes(bytes))));
            self.bytes.insert(path.to_owned(), Arc::from(bytes));
            return;
        }
        let index = self.met.binary_search_by(|(found, _)| found.path.as_path().cmp(path));
        let examined = match index.ok().and_then(|index| self.met.get(index)) {
            Some((found, at)) => self.workspace.examine(found, at, bytes),
            None => {
                let found = self.workspace.found(path, bytes.len());
                let at = self.workspace.places_of(&found);
                let examined = self.workspace.examine(&found, &at, bytes);
                let index = index.unwrap_or_else(|index| index);
                self.met.insert(index.min(self.met.len()), (found, at));
                examined
            }
        };
        self.workspace.accept(vec![examined]);
        self.bytes.insert(path.to_owned(), Arc::from(bytes));
    }

    /// Reads the manifests and agents that were asked for, for whoever is to mend them.
    fn keep_others(&mut self) {
        for path in self.snapshot.manifests().iter().chain(self.snapshot.agents()) {
            if let Ok((bytes, _)) = disk::read_inside_reach(&self.snapshot.environment.reach, path) {
                self.bytes.insert(path.clone(), Arc::from(bytes));
            }
        }
    }

    /// How many manifests were asked for.
    pub(crate) fn checked_manifests(&self) -> usize {
        let is_skill = |path: &&PathBuf| self.met.binary_search_by(|(found, _)| found.path.cmp(path)).is_ok();
        let asked = self.asked.iter().flatten().filter(|path| !is_skill(path));
        asked.filter(|path| self.snapshot.is_manifest(path)).count()
    }

    /// How many agents were asked for.
    pub(crate) fn checked_agents(&self) -> usize {
        self.asked.iter().flatten().filter(|path| self.snapshot.agents().binary_search(path).is_ok()).count()
    }

    /// The beginning of a file, whole lines, when it was kept.
    pub(crate) fn head(&self, path: &Path) -> Option<&str> {
        let index = self.heads.binary_search_by(|(known, _)| known.as_path().cmp(path)).ok()?;
        self.heads.get(index).map(|(_, head)| &**head)
    }

    /// How many of the files that were asked for could be read; one that has several paths counts once.
    pub(crate) fn checked(&self) -> usize {
        let read = self.met.iter().map(|(found, _)| found);
        let read = read.filter(|found| !self.unread.contains(&found.path) && self.is_asked(&found.path));
        let is_told =
            |found: &&Found| found.real != found.path && self.has_twins(&found.real) && self.is_asked(&found.real);
        read.filter(|found| !is_told(found)).count()
    }

    fn is_asked(&self, path: &Path) -> bool {
        self.asked.as_ref().is_none_or(|asked| asked.binary_search_by(|it| it.as_path().cmp(path)).is_ok())
    }

    /// Whether findings in a file are asked for: it is one of the skills that are, or, where none is named, settings that
    /// count here.
    pub(crate) fn is_judged(&self, path: &Path) -> bool {
        let is_skill = self.met.binary_search_by(|(found, _)| found.path.as_path().cmp(path)).is_ok();
        if is_skill || self.are_named { self.is_asked(path) } else { true }
    }

    /// The file that a path leads to.
    pub(crate) fn real(&self, path: &Path) -> Option<&Path> {
        let index = self.met.binary_search_by(|(found, _)| found.path.as_path().cmp(path)).ok()?;
        self.met.get(index).map(|(found, _)| found.real.as_path())
    }

    /// Whether there is a file that has several paths.
    pub(crate) fn has_any_twins(&self) -> bool {
        !self.twins.is_empty()
    }

    /// Whether links lead to a file that is met by its own path too.
    pub(crate) fn has_twins(&self, real: &Path) -> bool {
        self.twins.contains(real)
    }

    /// Whether a file may be changed: without being named, not one that git ignores or that a plugin or an administrator
    /// brought.
    pub(crate) fn may_change(&self, path: &Path) -> bool {
        !self.ignored.contains(path) && (self.are_named || self.is_own(path))
    }

    fn is_own(&self, path: &Path) -> bool {
        let Ok(index) = self.met.binary_search_by(|(found, _)| found.path.as_path().cmp(path)) else { return true };
        let views = self.snapshot.catalog.views();
        let at = self.met.get(index).map(|(_, at)| at.as_slice()).unwrap_or_default();
        !at.iter().any(|(view, place)| {
            let place = views.get(*view).and_then(|view| view.places.get(*place));
            let is_brought =
                |place: &Place| place.plugin.is_some() || matches!(place.scope, Scope::Plugin | Scope::Managed);
            place.is_some_and(|place| place.own_package.is_none() && is_brought(place))
        })
    }

    /// Takes a new snapshot.
    pub(crate) fn refresh(&mut self) {
        self.snapshot = self.workspace.snapshot();
    }

    /// The ids of the hosts that look.
    pub(crate) fn hosts(&self) -> Vec<String> {
        self.snapshot.catalog.views().iter().map(|view| view.host.id.clone()).collect()
    }

    /// The path that a word of the command line means, when it is one and not an id: it has a slash, and leads
    /// somewhere or begins as only paths do.
    pub(crate) fn path(&self, word: &str) -> Option<PathBuf> {
        if !word.contains(['/', std::path::MAIN_SEPARATOR]) {
            return None;
        }
        let here = std::env::current_dir().ok();
        let path = placed(Path::new(word), here.as_deref(), &self.snapshot.environment.working_directory);
        let is_plain = Path::new(word).is_absolute() || word.starts_with("./") || word.starts_with("../");
        (is_plain || disk::files().kind(&path).is_some()).then_some(path)
    }

    /// The skill that a name means in some hosts, or the one at a path. An error is a wrong use.
    pub(crate) fn meant(&self, hosts: &[String], name: &str) -> Result<(SkillId, &Skill), String> {
        let at = self.path(name).map(|path| path.to_string_lossy().into_owned());
        let shown = |path: &Path| shown_place(&self.around, path);
        let name = at.as_deref().unwrap_or(name);
        meant(&self.snapshot.catalog, hosts, name, shown, "choose one with --host, or by its path")
    }

    /// The roots that some hosts look into, each once, with whether they are there.
    pub(crate) fn places(&self, hosts: &[String]) -> Vec<(PathBuf, bool)> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for view in self.snapshot.catalog.views().iter().filter(|view| hosts.contains(&view.host.id)) {
            paths.extend(view.places.iter().map(|place| place.path.clone()));
        }
        if self.judges_by_owner {
            // Any host would have been asked that owns a root here.
            let Snapshot { config, environment, .. } = &self.snapshot;
            for host in config.known_hosts.iter().filter(|host| !host.only_when_named) {
                let places = places(host, environment, &Controls::default());
                paths.extend(places.into_iter().map(|place| place.path));
            }
        }
        // The folders nearest to the working directory come first, the rest of the system last.
        let here = &self.snapshot.environment.working_directory;
        let home = self.snapshot.environment.home.as_deref();
        paths.sort_by_cached_key(|path| {
            let distance = here.ancestors().position(|folder| path.starts_with(folder)).unwrap_or(usize::MAX);
            let is_home = home.is_some_and(|home| path.starts_with(home)) && !path.starts_with(here);
            (is_home, distance, path.clone())
        });
        paths.dedup();
        let files = &self.snapshot.files;
        paths.into_iter().map(|path| (path.clone(), files.kind(&path).is_some())).collect()
    }

    /// Says on standard error what went wrong.
    pub(crate) fn say_problems(&self, console: &Console) {
        say(&self.problems, console);
    }

    /// Says of which of these hosts another version is installed than their rules were verified on; with
    /// `Apart::More` only where that is more than a patch.
    pub(crate) fn say_versions(&self, hosts: &[String], least: Apart, console: &Console) {
        for view in hosts.iter().filter_map(|host| self.snapshot.catalog.view(host)) {
            let Some(installed) = project::installed(&view.host, &self.snapshot.environment) else { continue };
            let apart = versions::apart(&view.host, &installed);
            if apart.is_some_and(|apart| least == Apart::APatch || apart == Apart::More) {
                console.say(&format!("{}: {}", heading(&view.host.name), versions::words(&view.host, &installed)));
            }
        }
    }

    /// Says where skills were looked for.
    pub(crate) fn say_places(&self, hosts: &[String], console: &Console) {
        let (there, missing): (Vec<_>, Vec<_>) = self.places(hosts).into_iter().partition(|(_, is_there)| *is_there);
        for (title, places) in [("looked in:", there), ("looked for, but not there:", missing)] {
            if places.is_empty() {
                continue;
            }
            let shown: Vec<String> = places.iter().map(|(path, _)| self.around.dotted(path)).collect();
            console.say(title);
            for line in lines_of(&shown, columns().saturating_sub(2).min(100)) {
                console.say(&format!("  {line}"));
            }
        }
    }
}

/// What is kept of the text of one file.
enum Kept {
    Bytes(Arc<[u8]>),
    Head(Box<str>),
}

/// A longer beginning is rather read again.
const LONGEST_HEAD: usize = 4096;
/// So are those of a great many files, in bytes together.
const MOST_HEADS: usize = 16_000_000;

/// The lines up to where findings are mostly shown: the name, the description, and what is wrong in the file.
fn head(examined: &Examined, bytes: &[u8]) -> Option<Box<str>> {
    let (skill, findings) = (&examined.skill, examined.findings.as_ref()?);
    let spans = [Some(skill.headline), skill.description].into_iter().flatten();
    let last = spans.chain(findings.diagnostics.iter().map(|it| it.span)).map(|span| span.end).max()?;
    let line = memchr::memchr(b'\n', bytes.get(last..)?)?;
    let head = bytes.get(..last + line + 1).filter(|head| head.len() <= LONGEST_HEAD)?;
    std::str::from_utf8(head).ok().map(Box::from)
}

fn sentences(problems: impl IntoIterator<Item = DiskProblem>) -> Vec<Problem> {
    problems.into_iter().map(|problem| Problem::Sentence(problem.message)).collect()
}

fn working_directory(global: &Global, here: Option<&Path>) -> Result<PathBuf, String> {
    let asked = match (&global.cwd, here) {
        (Some(cwd), Some(here)) => normal(&here.join(cwd)),
        (Some(cwd), None) if cwd.is_absolute() => normal(cwd),
        (None, Some(here)) => here.to_owned(),
        (_, None) => return Err("the current folder is not there any more: use --cwd DIR".to_owned()),
    };
    project::can_start_in(&asked)?;
    Ok(asked)
}

/// A path of the command line: from the current folder, or from `--cwd` when it is not there.
pub(crate) fn placed(path: &Path, here: Option<&Path>, working_directory: &Path) -> PathBuf {
    let from_here = here.map(|here| normal(&here.join(path))).filter(|path| disk::files().kind(path).is_some());
    from_here.unwrap_or_else(|| normal(&working_directory.join(path)))
}

/// The settings of the command line.
fn overlay(ask: &Ask<'_>) -> Result<Overlay, String> {
    let check_ids: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
    for id in ask.select.iter().chain(ask.ignore) {
        if !check_ids.contains(&id.as_str()) {
            return Err(format!("there is no check `{id}`{}", did_you_mean(id, check_ids.iter().copied(), "checks")));
        }
    }
    let base = working_directory(ask.global, std::env::current_dir().ok().as_deref())?;
    if let Some(wrong) = Exclusion::default().add(&base, ask.exclude, ask.include).first() {
        return Err(format!("`{wrong}` is no pattern: write it as in .gitignore"));
    }
    Ok(Overlay {
        hosts: (!ask.hosts.is_empty()).then(|| ask.hosts.to_vec()),
        select: ask.select.to_vec(),
        checks: ask.ignore.iter().map(|id| (id.clone(), Level::Off)).collect(),
        exclude: ask.exclude.to_vec(),
        include: ask.include.to_vec(),
        base,
        ..Overlay::default()
    })
}

/// What is wrong in `[host.ID]` of a settings file, with its place.
fn mistake_in_host(id: &str, path: &str, text: &str, problems: &[ConfigProblem]) -> Option<String> {
    let of_host = problems.iter().filter(|problem| problem.host.as_deref() == Some(id));
    let mistakes: Vec<String> = of_host.map(|problem| placed_problem(path, text, problem)).collect();
    (!mistakes.is_empty()).then(|| format!("host `{id}` cannot be used: {}", mistakes.join("; ")))
}

/// What is wrong in a settings file, with its place.
fn placed_problem(path: &str, text: &str, problem: &ConfigProblem) -> String {
    let at = Text::new(text).position(problem.span.start, Encoding::Utf32);
    format!("{path}:{}:{}: {}", at.line + 1, at.column + 1, problem.message)
}
