//! A folder that the editor works in: its skills as every host sees them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Reading, SkillId, Status};
use crate::checks::Diagnostic;
use crate::config::{ConfigProblem, Level, Overlay};
use crate::disk::{self, DiskProblem};
use crate::document::Document;
use crate::project::{self, Asked};
use crate::workspace::{Snapshot, Wanted, Workspace};

/// A folder and its skills.
pub(crate) struct Folder {
    /// Where an agent would be started.
    pub(crate) path: PathBuf,
    workspace: Workspace,
    /// What is known now.
    pub(crate) snapshot: Snapshot,
    /// Whether its skills were read.
    pub(crate) is_read: bool,
    /// The settings files and what is wrong in them: the nearest, those that it extends, those of folders below.
    pub(crate) settings_findings: Vec<(PathBuf, Vec<Diagnostic>)>,
    /// Files that are here only because they are open: no walk meets them.
    guests: HashSet<PathBuf>,
    /// Manifests of packages that are open.
    open_manifests: HashSet<PathBuf>,
    /// Texts that not all hosts have read yet, and what they had read there before.
    waiting: Vec<(PathBuf, Vec<Read>)>,
}

/// What one host reads in a file, and what comes of it.
type Read = (Arc<str>, Arc<Reading>, Status);

/// What a change did.
#[derive(Default)]
pub(crate) struct ChangeEffect {
    /// The files whose findings may have changed.
    pub(crate) touched: Vec<PathBuf>,
    /// Whether some host sees another name, description or winner than before.
    pub(crate) catalog_changed: bool,
}

impl Folder {
    /// Reads the settings, walks all roots and reads every skill, as an agent sees them that has touched some files. `done` is called for each skill, `found` with how
    /// many there are.
    pub(crate) fn open(
        path: &Path,
        overlay: &Overlay,
        touched: Vec<PathBuf>,
        found: &(dyn Fn(usize) + Sync),
        done: &(dyn Fn() + Sync),
    ) -> (Folder, Vec<DiskProblem>) {
        let setting = project::setting_touching(path, overlay, touched);
        let mut problems = setting.disk_problems;
        let nearest = setting.layers.nearest().map(|(path, _)| path.clone());
        let mut wrong = setting.config_problems;
        let mut settings: Vec<PathBuf> = setting.layers.files.into_iter().map(|(path, _)| path).collect();
        let mut walked = project::walk(setting.config, setting.environment, Wanted::Both, Asked::Here { user: false });
        for (path, _, of_file) in std::mem::take(&mut walked.below) {
            settings.push(path);
            wrong.extend(of_file);
        }
        let of_file = |path: PathBuf| {
            let is_here = |it: &&ConfigProblem| it.file.as_ref().or(nearest.as_ref()) == Some(&path);
            let own: Vec<ConfigProblem> = wrong.iter().filter(is_here).cloned().collect();
            (path, findings(&own))
        };
        let settings_findings = settings.into_iter().map(of_file).collect();
        found(walked.met.len());
        let (workspace, more) = walked.read(done);
        problems.extend(more);
        (Folder { is_read: true, settings_findings, ..Folder::new(path, workspace) }, problems)
    }

    /// The folder before anything in it is read: a document says much by itself.
    pub(crate) fn unread(path: &Path, overlay: &Overlay) -> Folder {
        let setting = project::setting_of(path, overlay);
        Folder::new(path, project::unwalked(setting.config, setting.environment, Wanted::Both))
    }

    fn new(path: &Path, workspace: Workspace) -> Folder {
        Folder {
            path: path.to_owned(),
            snapshot: workspace.snapshot(),
            workspace,
            is_read: false,
            settings_findings: Vec::new(),
            guests: HashSet::new(),
            open_manifests: HashSet::new(),
            waiting: Vec::new(),
        }
    }

    /// Whether a file concerns this folder: it lies in it, or some host meets it from here.
    pub(crate) fn concerns(&self, path: &Path) -> bool {
        path.starts_with(&self.path) || self.knows(path)
    }

    /// Puts in the text of an open file.
    pub(crate) fn put(&mut self, path: &Path, document: &Arc<Document>) -> ChangeEffect {
        if self.snapshot.is_agent(path) {
            return self.put_agent(path, Some(document.clone()));
        }
        if !self.knows(path) {
            self.guests.insert(path.to_owned());
        }
        self.waiting.push((path.to_owned(), self.read_in(path)));
        let touched = self.workspace.put(path, document);
        ChangeEffect { touched: self.renewed(touched), catalog_changed: false }
    }

    /// Puts in the text of an agent that is open, or what is saved of it again.
    fn put_agent(&mut self, path: &Path, document: Option<Arc<Document>>) -> ChangeEffect {
        self.workspace.put_agent(path, document);
        self.snapshot = self.workspace.snapshot_after(&self.snapshot);
        ChangeEffect { touched: vec![path.to_owned()], catalog_changed: false }
    }

    /// Puts in the text of a manifest that is open, or what is saved of it again.
    pub(crate) fn put_manifest(&mut self, path: &Path, text: Option<&str>) -> ChangeEffect {
        match text {
            Some(_) => drop(self.open_manifests.insert(path.to_owned())),
            None => drop(self.open_manifests.remove(path)),
        }
        self.workspace.put_manifest(path, text.map(Arc::from));
        self.snapshot = self.workspace.snapshot_after(&self.snapshot);
        // A marketplace may say something else of a package than its manifest.
        let others = self.snapshot.manifests().iter().filter(|it| it.file_name() != path.file_name());
        ChangeEffect { touched: others.take(MOST_OTHERS).cloned().collect(), catalog_changed: false }
    }

    /// Whether a manifest is open here.
    pub(crate) fn has_open_manifest(&self, path: &Path) -> bool {
        self.open_manifests.contains(path)
    }

    /// Lets all hosts read what only those have read that judge.
    pub(crate) fn catch_up(&mut self) -> ChangeEffect {
        if self.waiting.is_empty() {
            return ChangeEffect::default();
        }
        self.workspace.catch_up();
        let touched = self.renewed(Vec::new());
        let waiting = std::mem::take(&mut self.waiting);
        let catalog_changed = waiting.into_iter().any(|(path, before)| before != self.read_in(&path));
        ChangeEffect { touched, catalog_changed }
    }

    /// Puts back what stands on the disk.
    pub(crate) fn put_back(&mut self, path: &Path) -> ChangeEffect {
        if self.snapshot.is_agent(path) {
            return self.put_agent(path, None);
        }
        let is_guest = self.guests.remove(path);
        match disk::read_inside_reach(&self.snapshot.environment.reach, path) {
            Ok((bytes, _)) if !is_guest => {
                self.waiting.push((path.to_owned(), self.read_in(path)));
                let touched = self.workspace.put_saved(path, &bytes);
                ChangeEffect { touched: self.renewed(touched), catalog_changed: false }
            }
            _ => {
                let touched = self.workspace.remove(path);
                ChangeEffect { touched: self.renewed(touched), catalog_changed: true }
            }
        }
    }

    /// Looks at the state anew. Returns the files whose findings may have changed.
    fn renewed(&mut self, touched: Vec<SkillId>) -> Vec<PathBuf> {
        self.snapshot = self.workspace.snapshot_after(&self.snapshot);
        let skills = touched.into_iter().filter_map(|id| self.snapshot.catalog.skill(id));
        skills.map(|skill| skill.path.clone()).collect()
    }

    /// What each host reads in a file.
    fn read_in(&self, path: &Path) -> Vec<Read> {
        let catalog = &self.snapshot.catalog;
        let Some(id) = catalog.by_path(path) else { return Vec::new() };
        let candidates = catalog.views().iter().flat_map(|view| view.all_of_skill(id));
        candidates.map(|it| (it.id.clone(), it.reading.clone(), it.verdict.status)).collect()
    }

    /// A snapshot of the same state in which all is worked out anew.
    pub(crate) fn fresh(&self) -> Snapshot {
        self.workspace.snapshot()
    }

    /// The skill to whose folder a file belongs.
    pub(crate) fn skill_around(&self, path: &Path) -> Option<PathBuf> {
        let folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.path)).take(DEEPEST);
        folders.map(|folder| folder.join("SKILL.md")).find(|skill| self.knows(skill))
    }

    /// Whether a file is known here.
    pub(crate) fn knows(&self, path: &Path) -> bool {
        self.snapshot.catalog.by_path(path).is_some()
    }

    /// Whether a file is here only because it is open.
    pub(crate) fn is_guest(&self, path: &Path) -> bool {
        self.guests.contains(path)
    }

    /// Whether a change of a file can only change which servers and agents there are.
    pub(crate) fn is_declaring(&self, path: &Path) -> bool {
        let mut places = self.snapshot.catalog.views().iter().flat_map(|view| view.places.iter());
        self.snapshot.environment.declared.is_about(path) && !places.any(|place| place.path.starts_with(path))
    }

    /// Looks again which servers and agents there are; whether that is something else than before.
    pub(crate) fn looks_again(&self) -> impl FnOnce() -> bool + use<> {
        let snapshot = self.snapshot.clone();
        move || project::declared(&snapshot.config, &snapshot.environment) != *snapshot.environment.declared
    }

    /// Every folder and file whose changes matter here: what decides which skills there are, and what lies around them.
    pub(crate) fn watched(&self) -> Vec<PathBuf> {
        let mut watched = self.snapshot.watched();
        let declared = &self.snapshot.environment.declared;
        watched.extend(declared.looked_at.iter().chain(&declared.settings).cloned());
        watched.sort_unstable();
        watched.dedup();
        watched
    }
}

/// So many other manifests are looked at again when one changes.
const MOST_OTHERS: usize = 50;
/// So deep in a skill's folder a file may lie.
const DEEPEST: usize = 12;

/// What is wrong in the settings, as findings of their file.
fn findings(problems: &[ConfigProblem]) -> Vec<Diagnostic> {
    let finding = |problem: &ConfigProblem| Diagnostic {
        hosts: problem.host.iter().cloned().collect(),
        ..Diagnostic::new("settings", Level::Error, problem.span, problem.message.clone())
    };
    problems.iter().map(finding).collect()
}
