//! One look around: from the flags to a workspace that has read every skill.

mod ask;
mod choice;
mod judged;
mod kept;
mod places;
mod problem;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::near_miss::is_dangling;
use crate::catalog::{PackageChoice, normal, path_order};
use crate::cli::adoption::OnlyChanged;
use crate::cli::arguments::{Global, Sight};
use crate::cli::console::Console;
use crate::cli::session::kept::{Kept, read};
use crate::cli::session::problem::{drawn, excluded, sentences, several_packages, unknown_package};
use crate::cli::terminal::Around;
use crate::disk::{self, Met};
use crate::document;
use crate::project::{self, Asked, Read};
use crate::workspace::{Snapshot, Wanted, Workspace};

pub(crate) use ask::{Ask, Setting, User, placed, setting, start};
pub(crate) use choice::{alone, everyone, looked_in, named, one_host};
pub(crate) use places::path_meant;
pub(crate) use problem::{Problem, say};

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
    /// What was named, and the settings leave out.
    pub(crate) left_out: Vec<PathBuf>,
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
    /// The files in which findings are wanted, where only those are that changed.
    pub(crate) only: Option<OnlyChanged>,
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
    let there = |path: &PathBuf| {
        let path = placed(path, here.as_deref(), &environment.working_directory);
        match files.kind(&path).is_none() && !is_dangling(&*files, &path) {
            true => Err(format!("cannot read {}: {}", path.display(), disk::absence(&path, "file or folder"))),
            false => Ok(path),
        }
    };
    let asked_paths = ask.paths.iter().map(there).collect::<Result<Vec<PathBuf>, String>>()?;
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
    problems.extend(walked.control_problems.iter().map(|(path, message)| of_settings(path, message, &around)));
    for (_, text, of_file) in std::mem::take(&mut walked.below) {
        problems.extend(of_file.iter().filter_map(|it| Some(drawn(it.file.clone()?, &text, it, &around))));
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
    let is_met = |path: &Path| met.binary_search_by(|(found, _)| path_order(&found.path, path)).is_ok();
    let twins = linked.filter(|real| is_met(real)).cloned().collect();
    let mut session = Session {
        snapshot: workspace.snapshot(),
        workspace,
        met,
        asked,
        are_named: !asked_paths.is_empty() || ask.buffer.is_some(),
        left_out: Vec::new(),
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
        only: None,
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
    session.leave_out(&asked_paths, ask.buffer.map(|(path, _)| path));
    disk_problems.extend(unread);
    if !asked_paths.is_empty() {
        // What is wrong elsewhere is not what was asked.
        disk_problems.retain(|problem| asked_paths.iter().any(|path| problem.path.starts_with(path)));
    }
    session.is_incomplete = !disk_problems.is_empty();
    session.problems.extend(sentences(disk_problems));
    Ok(session)
}

/// What is wrong with a settings file of an agent. What could not be read names its path already.
fn of_settings(path: &Path, message: &str, around: &Around) -> Problem {
    let is_named = message.starts_with("cannot ");
    Problem::Sentence(if is_named { message.to_owned() } else { format!("{}: {message}", around.path(path)) })
}

/// Opens the skills of the roots for a question about them, and says what went wrong.
pub(crate) fn about(global: &Global, sight: &Sight, hosts: &[String], console: &Console) -> Result<Session, String> {
    let session = open(&Ask::about_skills(global, sight, hosts))?;
    session.say_problems(console);
    Ok(session)
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
        let index = self.index_of(path);
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
        // A baseline is about texts: the one that is judged, not the one that is saved.
        if self.snapshot.config.baseline.is_some()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            self.workspace.keep(path, &Arc::new(document::parse(text)));
        }
        self.bytes.insert(path.to_owned(), Arc::from(bytes));
    }

    /// Asks for nothing that the settings leave out, also where it is named, and says so.
    fn leave_out(&mut self, named: &[PathBuf], buffer: Option<&Path>) {
        let named: Vec<&Path> = named.iter().map(PathBuf::as_path).chain(buffer).collect();
        let exclusion = &self.snapshot.config.exclusion;
        let Some(asked) = self.asked.as_mut().filter(|_| !named.is_empty()) else { return };
        asked.retain(|path| !exclusion.has(path));
        let is_all = |path: &Path| exclusion.has(path) || exclusion.has(&path.join("SKILL.md"));
        let is_left_out = |path: &&Path| is_all(path) && !asked.iter().any(|it| it.starts_with(path));
        self.left_out = named.iter().copied().filter(is_left_out).map(Path::to_owned).collect();
        self.problems.extend(excluded(&self.left_out, &self.around).map(Problem::Note));
    }

    /// Reads the manifests and agents that were asked for, for whoever is to mend them.
    fn keep_others(&mut self) {
        for path in self.snapshot.manifests().iter().chain(self.snapshot.agents()) {
            if let Ok((bytes, _)) = disk::read_inside_reach(&self.snapshot.environment.reach, path) {
                self.bytes.insert(path.clone(), Arc::from(bytes));
            }
        }
    }

    /// The beginning of a file, whole lines, when it was kept.
    pub(crate) fn head(&self, path: &Path) -> Option<&str> {
        let index = self.heads.binary_search_by(|(known, _)| path_order(known, path)).ok()?;
        self.heads.get(index).map(|(_, head)| &**head)
    }

    /// Takes a new snapshot.
    pub(crate) fn refresh(&mut self) {
        self.snapshot = self.workspace.snapshot();
    }

    /// The ids of the hosts that look.
    pub(crate) fn hosts(&self) -> Vec<String> {
        self.snapshot.catalog.views().iter().map(|view| view.host.id.clone()).collect()
    }
}
