//! A folder that the editor works in: its skills with the eyes of those who are written for, and with everyone's.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Reading, SkillId, Status};
use crate::checks::Diagnostic;
use crate::config::{Config, ConfigProblem, Level, Overlay};
use crate::disk::{self, DiskProblem};
use crate::document::{self, Document};
use crate::project;
use crate::workspace::{Snapshot, Wanted, Workspace};

/// A folder and its skills.
pub(crate) struct Folder {
    /// Where an agent would be started.
    pub(crate) path: PathBuf,
    /// As the hosts see it that are written for: what findings are made of.
    pub(crate) judged: Sight,
    /// As every real host sees it.
    pub(crate) seen: Sight,
    /// Whether its skills were read.
    pub(crate) is_read: bool,
    /// The settings file and what is wrong in it.
    pub(crate) settings_findings: Option<(PathBuf, Vec<Diagnostic>)>,
    /// Files that are here only because they are open: no walk meets them.
    guests: HashSet<PathBuf>,
    /// Texts that `seen` does not have yet: findings do not wait for all hosts to read them.
    waiting: Vec<(PathBuf, Arc<Document>)>,
}

/// What a change did.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The files whose findings may have changed.
    pub(crate) touched: Vec<PathBuf>,
    /// Whether some host sees another name, description or winner than before.
    pub(crate) catalog_changed: bool,
}

/// A workspace and its state of the moment.
pub(crate) struct Sight {
    workspace: Workspace,
    /// What is known now.
    pub(crate) snapshot: Snapshot,
}

impl Folder {
    /// Reads the settings, walks all roots and reads every skill. `done` is called for each skill, `found` with how
    /// many there are.
    pub(crate) fn open(
        path: &Path,
        overlay: &Overlay,
        found: &(dyn Fn(usize) + Sync),
        done: &(dyn Fn() + Sync),
    ) -> (Folder, Vec<DiskProblem>) {
        let setting = project::setting_of(path, overlay);
        let mut problems = setting.disk_problems;
        let settings_findings = setting.file.map(|(path, _)| (path, findings(&setting.config_problems)));
        let judged = project::walk(setting.config.clone(), setting.environment.clone(), Wanted::Check, &[]);
        let seen = project::walk(everyone(setting.config), setting.environment, Wanted::All, &[]);
        found(judged.met.len() + seen.met.len());
        let (judged, more) = judged.read(done);
        problems.extend(more);
        let (seen, _) = seen.read(done);
        let folder = Folder {
            path: path.to_owned(),
            judged: Sight::new(judged),
            seen: Sight::new(seen),
            is_read: true,
            settings_findings,
            guests: HashSet::new(),
            waiting: Vec::new(),
        };
        (folder, problems)
    }

    /// The folder before anything in it is read: a document says much by itself.
    pub(crate) fn unread(path: &Path, overlay: &Overlay) -> Folder {
        let setting = project::setting_of(path, overlay);
        let blind = |wanted| Sight::new(project::unwalked(setting.config.clone(), setting.environment.clone(), wanted));
        Folder {
            path: path.to_owned(),
            judged: blind(Wanted::Check),
            seen: blind(Wanted::All),
            is_read: false,
            settings_findings: None,
            guests: HashSet::new(),
            waiting: Vec::new(),
        }
    }

    /// Whether a file concerns this folder: it lies in it, or some host meets it from here.
    pub(crate) fn concerns(&self, path: &Path) -> bool {
        path.starts_with(&self.path) || self.judged.knows(path) || self.seen.knows(path)
    }

    /// Puts in the text of a file.
    pub(crate) fn put(&mut self, path: &Path, document: Arc<Document>) -> Outcome {
        if !self.knows(path) {
            self.guests.insert(path.to_owned());
        }
        let touched = self.judged.put(path, &document);
        self.waiting.retain(|(waiting, _)| waiting != path);
        self.waiting.push((path.to_owned(), document));
        Outcome { touched, catalog_changed: false }
    }

    /// Lets all hosts read what only those have read that are written for. Returns whether some host sees another
    /// name, description or winner than before.
    pub(crate) fn catch_up(&mut self) -> bool {
        let mut is_changed = false;
        for (path, document) in std::mem::take(&mut self.waiting) {
            let before = self.seen.readings(&path);
            self.seen.put(&path, &document);
            is_changed |= before != self.seen.readings(&path);
        }
        is_changed
    }

    /// Puts back what stands on the disk.
    pub(crate) fn put_back(&mut self, path: &Path) -> Outcome {
        let is_guest = self.guests.remove(path);
        match disk::read(path) {
            Ok((bytes, _)) if !is_guest => self.put(path, Arc::new(document::parse_bytes(&bytes))),
            _ => {
                self.waiting.retain(|(waiting, _)| waiting != path);
                self.seen.remove(path);
                let mut touched = self.judged.remove(path);
                touched.push(path.to_owned());
                Outcome { touched, catalog_changed: true }
            }
        }
    }

    /// The skill to whose folder a file belongs.
    pub(crate) fn skill_around(&self, path: &Path) -> Option<PathBuf> {
        let folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.path)).take(DEEPEST);
        let skills = folders.map(|folder| folder.join("SKILL.md"));
        skills.into_iter().find(|skill| self.judged.knows(skill) || self.seen.knows(skill))
    }

    /// Whether a host meets this file.
    pub(crate) fn knows(&self, path: &Path) -> bool {
        self.judged.knows(path) || self.seen.knows(path)
    }

    /// Whether a file is here only because it is open.
    pub(crate) fn is_guest(&self, path: &Path) -> bool {
        self.guests.contains(path)
    }

    /// Whether a change of a file can only change which servers and agents there are.
    pub(crate) fn is_declaring(&self, path: &Path) -> bool {
        let mut views = [&self.judged, &self.seen].into_iter().flat_map(|sight| sight.snapshot.catalog.views());
        self.seen.snapshot.environment.declared.is_about(path)
            && !views.any(|view| view.places.iter().any(|place| place.path.starts_with(path)))
    }

    /// Looks again which servers and agents there are; whether that is something else than before.
    pub(crate) fn looks_again(&self) -> impl FnOnce() -> bool + use<> {
        let snapshot = self.seen.snapshot.clone();
        move || project::declared(&snapshot.config, &snapshot.environment) != *snapshot.environment.declared
    }

    /// Every folder and file whose changes matter here: what decides which skills there are, and what lies around them.
    pub(crate) fn watched(&self) -> Vec<PathBuf> {
        let mut watched = self.judged.snapshot.watched();
        watched.extend(self.seen.snapshot.watched());
        let declared = &self.seen.snapshot.environment.declared;
        watched.extend(declared.looked_at.iter().chain(&declared.settings).cloned());
        watched.sort_unstable();
        watched.dedup();
        watched
    }
}

/// So deep in a skill's folder a file may lie.
const DEEPEST: usize = 12;

/// What is wrong in the settings, as findings of their file.
fn findings(problems: &[ConfigProblem]) -> Vec<Diagnostic> {
    let finding = |problem: &ConfigProblem| Diagnostic {
        check: "settings",
        level: Level::Error,
        span: problem.span,
        message: problem.message.clone(),
        consequence: None,
        hosts: problem.host.iter().cloned().collect(),
        related: Vec::new(),
        fixes: Vec::new(),
        tag: None,
    };
    problems.iter().map(finding).collect()
}

/// The settings with the eyes of every real host: who the author writes for does not change what the agents see. An
/// older edition, or another host that takes part only when it is named, is added when it is.
fn everyone(config: Config) -> Config {
    let is_special = |id: &&String| config.known_hosts.get(id).is_some_and(|host| host.only_when_named);
    let special: Vec<String> = config.hosts.iter().flatten().filter(is_special).cloned().collect();
    let real = config.known_hosts.iter().filter(|host| !host.only_when_named).map(|host| host.id.clone());
    let hosts = (!special.is_empty()).then(|| real.chain(special).collect());
    Config { hosts, ..config }
}

impl Sight {
    fn new(workspace: Workspace) -> Sight {
        Sight { snapshot: workspace.snapshot(), workspace }
    }

    fn knows(&self, path: &Path) -> bool {
        self.snapshot.catalog.by_path(path).is_some()
    }

    /// What each host reads in a file, and what comes of it.
    fn readings(&self, path: &Path) -> Vec<(Arc<str>, Arc<Reading>, Status)> {
        let catalog = &self.snapshot.catalog;
        let Some(id) = catalog.by_path(path) else { return Vec::new() };
        let candidates = catalog.views().iter().flat_map(|view| view.all_of_skill(id));
        candidates.map(|it| (it.id.clone(), it.reading.clone(), it.verdict.status)).collect()
    }

    fn put(&mut self, path: &Path, document: &Document) -> Vec<PathBuf> {
        let found = self.workspace.found(path, document.text.len());
        let at = self.workspace.places_of(&found);
        let examined = self.workspace.examine_document(&found, &at, document);
        let touched = self.workspace.accept(vec![examined]);
        self.renew(touched)
    }

    fn remove(&mut self, path: &Path) -> Vec<PathBuf> {
        let touched = self.workspace.remove(path);
        self.renew(touched)
    }

    fn renew(&mut self, touched: Vec<SkillId>) -> Vec<PathBuf> {
        self.snapshot = self.workspace.snapshot_after(&self.snapshot);
        let paths = touched.into_iter().filter_map(|id| self.snapshot.catalog.skill(id));
        paths.map(|skill| skill.path.clone()).collect()
    }

    /// A snapshot of the same state in which all is worked out anew.
    pub(crate) fn fresh(&self) -> Snapshot {
        self.workspace.snapshot()
    }
}
