//! Everything known at one moment: apply changes, take a snapshot, ask it questions.
//!
//! `cli` and `lsp` go through the same steps, since only they may use both `disk` and this module:
//!
//! ```text
//! let settings = disk::settings_file(&cwd)?;
//! let (config, problems) = config::resolve(settings, &overlay, &check_ids);
//! // Where the agent would start, and what lies around it.
//! let (mut environment, problems) = disk::environment(&Surroundings { explicit: config.roots.clone(), .. });
//! let files = disk::files();
//! environment.nested = disk::nested(&indexed_hosts(&config, &environment, &*files, Wanted::All), &environment);
//! // Whose eyes are needed: `Wanted::Check` for findings, `Wanted::All` for `list` and `why`, `Wanted::Both` for an editor.
//! let hosts = indexed_hosts(&config, &environment, &*files, Wanted::Check);
//! let indexed: Vec<Indexed> =
//!     hosts.into_iter().map(|host| Indexed::new(host.clone(), disk::controls(&host, &environment), &environment)).collect();
//! let places: Vec<&[Place]> = indexed.iter().map(|indexed| &*indexed.places).collect();
//! let (walked, problems) = disk::walk(&places);
//! // `check PATH…` only: what lies under the paths, whether a host reads it or not.
//! let found = disk::below(&paths, &environment, &wish).found;
//! let met = disk::merged(walked, found.clone());
//! // An editor looks with all hosts, and some of them judge: `.judged_by(&hosts)`.
//! let mut workspace = Workspace::new(config, environment, files, indexed);
//! // In parallel; the text of a file is let go as soon as it is examined. Where no findings are asked for: `read`.
//! let (examined, problems) = disk::read_all(&met, &environment.reach, |found, at, bytes| workspace.examine(found, at, bytes));
//! workspace.accept(examined);
//! let snapshot = workspace.snapshot();
//! snapshot.all_diagnostics();            // check: every file
//! snapshot.diagnostics(&found[0].path);  // check PATH: only those found
//! snapshot.catalog.view("codex");        // list, why, prompt
//! ```
//!
//! `--stdin-filename PATH`: build the workspace as above, then `workspace.put_saved(&path, &bytes)` and ask for
//! `diagnostics(&path)`. An editor calls `workspace.put(&path, &document)` on every change of an open file; what is put
//! in so is checked once somebody asks for its findings.

mod agents;
mod examining;
mod judges;
mod manifests;
mod snapshot;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use crate::catalog::pages::Pages;
use crate::catalog::{
    Catalog, Controls, Environment, Files, Found, Met, Namespaces, NearMiss, Place, Reading, Skill, SkillId, View,
    is_met_along, met_along, places, read_at, reads_as_usual,
};
use crate::checks::Gathered;
use crate::config::Config;
use crate::document::{self, Document};
use crate::hosts::Host;
use crate::knowledge::folder_names::FolderNames;
use crate::workspace::agents::Agents;
use crate::workspace::examining::{Ground, Readings};
use crate::workspace::manifests::Manifests;
use crate::workspace::snapshot::Overview;

pub use examining::Findings;
pub use judges::{Wanted, indexed_hosts};
pub use snapshot::Snapshot;

/// The state. All changes go through here, in the order they are made.
pub struct Workspace {
    config: Arc<Config>,
    environment: Arc<Environment>,
    files: Arc<dyn Files + Send + Sync>,
    catalog: Catalog,
    /// The views of the hosts that judge, in the order in which they do; `None` when all of them do.
    judging: Option<Arc<[usize]>>,
    checked: Pages<Arc<Checked>>,
    namespaces: Arc<Namespaces>,
    /// What was listed for the files that are examined until the next are accepted.
    folder_names: Arc<FolderNames>,
    /// Texts that the hosts have not read yet that do not judge.
    waiting: Vec<Waiting>,
    gave_way: Vec<GaveWay>,
    /// What lies beside where hosts look and is no skill, by path.
    noticed: Arc<BTreeMap<PathBuf, NearMiss>>,
    manifests: Manifests,
    agents: Agents,
}

/// A text that some hosts are to read, and where they meet it.
struct Waiting {
    found: Found,
    at: Vec<(usize, usize)>,
    document: Arc<Document>,
}

/// What hosts read in a skill that they do not come upon while a file is open that is not saved.
struct GaveWay {
    newcomer: PathBuf,
    skill: PathBuf,
    readings: Vec<(usize, usize, Arc<Reading>)>,
}

/// A host that is to be indexed: its places, for `disk` to walk.
pub struct Indexed {
    /// The host.
    pub host: Arc<Host>,
    /// Its places in load order.
    pub places: Vec<Place>,
    /// Its switches.
    pub controls: Controls,
}

impl Indexed {
    /// A host and the places it looks into.
    pub fn new(host: Arc<Host>, controls: Controls, environment: &Environment) -> Indexed {
        Indexed { places: places(&host, environment, &controls), host, controls }
    }
}

/// What was made of one file, ready to be accepted. Made in parallel, without changing anything.
pub struct Examined {
    /// The file.
    pub found: Found,
    /// What the catalogue keeps.
    pub skill: Skill,
    /// The readings: view index, place index, what that host reads.
    pub readings: Vec<(usize, usize, Arc<Reading>)>,
    /// What the document checks found; `None` when nobody asks.
    pub findings: Option<Findings>,
}

/// A file that is judged: checked while its bytes are at hand, or, when its text is kept, once somebody asks.
struct Checked {
    findings: OnceLock<Findings>,
    kept: Option<Box<(Found, Arc<Document>)>>,
}

impl Workspace {
    /// A workspace that looks with the eyes of `hosts`.
    pub fn new(
        config: Config,
        environment: Environment,
        files: Arc<dyn Files + Send + Sync>,
        hosts: Vec<Indexed>,
    ) -> Workspace {
        let environment = Arc::new(environment);
        let mut catalog = Catalog::default();
        for indexed in hosts {
            catalog.add_host(indexed.host, indexed.places, indexed.controls, environment.clone());
        }
        Workspace {
            config: Arc::new(config),
            environment,
            files,
            catalog,
            judging: None,
            checked: Pages::default(),
            namespaces: Arc::default(),
            folder_names: Arc::default(),
            waiting: Vec::new(),
            gave_way: Vec::new(),
            noticed: Arc::default(),
            manifests: Manifests::default(),
            agents: Agents::default(),
        }
    }

    /// Takes in what lies beside where hosts look.
    pub fn notice(&mut self, near: impl IntoIterator<Item = NearMiss>) {
        self.noticed = Arc::new(near.into_iter().map(|near| (near.path.clone(), near)).collect());
    }

    /// The same, judged only by some of the hosts.
    pub fn judged_by(self, hosts: &[Arc<Host>]) -> Workspace {
        let view = |host: &Arc<Host>| self.catalog.views().iter().position(|view| view.host.id == host.id);
        Workspace { judging: Some(hosts.iter().filter_map(view).collect()), ..self }
    }

    /// Asks these about files from now on. Returns who was asked before.
    pub fn ask(&mut self, files: Arc<dyn Files + Send + Sync>) -> Arc<dyn Files + Send + Sync> {
        std::mem::replace(&mut self.files, files)
    }

    /// The surroundings.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// What the hosts read in one file, met at these (view, place) pairs, for which no findings are asked.
    pub fn read(&self, found: &Found, at: &[(usize, usize)], bytes: &[u8]) -> Examined {
        self.read_document(&whole(found, bytes), at, &document::parse_bytes(bytes), Skill::unjudged).0
    }

    /// The same with what the document checks find in it.
    pub fn examine(&self, found: &Found, at: &[(usize, usize)], bytes: &[u8]) -> Examined {
        self.examine_document(&whole(found, bytes), at, &document::parse_bytes(bytes))
    }

    fn examine_document(&self, found: &Found, at: &[(usize, usize)], document: &Document) -> Examined {
        let (examined, mut readings) = self.read_document(found, at, document, Skill::new);
        let findings = self.ground().findings(found, document, &mut readings, &self.readers_at(at));
        let skill = Skill { is_judged: true, ..examined.skill };
        Examined { skill, findings: Some(findings), ..examined }
    }

    /// The hosts that read a file otherwise than usual where they meet it, as they read it there.
    fn readers_at(&self, at: &[(usize, usize)]) -> Vec<Arc<Host>> {
        let place = |(view, place): &(usize, usize)| self.catalog.views().get(*view)?.reader_of(*place).cloned();
        at.iter().filter_map(place).collect()
    }

    fn read_document(
        &self,
        found: &Found,
        at: &[(usize, usize)],
        document: &Document,
        kept: fn(&Found, &Document) -> Skill,
    ) -> (Examined, Readings) {
        let around = self.ground().around();
        let mut readings = Readings::default();
        let mut met = Vec::with_capacity(at.len());
        for &(view_index, place_index) in at {
            let Some(view) = self.catalog.views().get(view_index) else { continue };
            let Some(place) = view.places.get(place_index) else { continue };
            let read = || read_at(view, place, document, found, around);
            let reading = match reads_as_usual(view, place, found, around.files) {
                true => readings.of(view.reader(place), place.plugin.is_some(), read),
                false => readings.shared(read()),
            };
            met.push((view_index, place_index, reading));
        }
        let skill = kept(found, document);
        (Examined { skill, found: found.clone(), readings: met, findings: None }, readings)
    }

    fn ground(&self) -> Ground<'_> {
        let Workspace { config, environment, files, namespaces, folder_names, .. } = self;
        Ground { config, environment, files: &**files, namespaces, folder_names: folder_names.clone() }
    }

    /// A file by its path alone, whether it exists or not.
    pub fn found(&self, path: &Path, size: usize) -> Found {
        let known = self.catalog.by_path(path).and_then(|id| self.catalog.skill(id));
        let found = match known {
            Some(skill) => Found {
                path: path.to_owned(),
                real: skill.real.clone(),
                name: skill.folder.to_string(),
                kind: skill.kind,
                size: 0,
                rank: skill.rank,
                is_outside: skill.is_outside,
            },
            None => self.met_if_saved(path).0,
        };
        Found { size: size as u64, ..found }
    }

    /// The (view, place) pairs at which the hosts meet a file: as they did, or else as they would if it were saved.
    pub fn places_of(&self, found: &Found) -> Vec<(usize, usize)> {
        match self.catalog.by_path(&found.path) {
            Some(id) => self.readings_of(id).into_iter().map(|(view, place, _)| (view, place)).collect(),
            None => self.met_if_saved(&found.path).1,
        }
    }

    fn met_if_saved(&self, path: &Path) -> Met {
        let places: Vec<&[Place]> = self.catalog.views().iter().map(|view| &*view.places).collect();
        met_along(&*self.files, &|path| self.is_known(path), &places, path)
    }

    fn is_known(&self, path: &Path) -> bool {
        self.catalog.by_path(path).is_some()
    }

    fn readings_of(&self, id: SkillId) -> Vec<(usize, usize, Arc<Reading>)> {
        let views = self.catalog.views().iter().enumerate();
        let of_view = |(index, view): (usize, &View)| -> Vec<(usize, usize, Arc<Reading>)> {
            view.all_of_skill(id).map(|it| (index, it.place, it.reading.clone())).collect()
        };
        views.flat_map(of_view).collect()
    }

    /// Whether a file is neither known nor saved.
    fn is_new(&self, path: &Path) -> bool {
        !self.is_known(path) && self.files.kind(path).is_none()
    }

    /// Takes out of sight what hosts come upon no more once a file is there that is not saved: it may make a skill of
    /// its folder, which is then not searched further. `at` is where they meet the file.
    fn give_way(&mut self, newcomer: &Path, at: &[(usize, usize)]) {
        let folder = newcomer.parent().unwrap_or(newcomer);
        let is_below = |(_, skill): &(SkillId, &Skill)| skill.path.starts_with(folder) && skill.path != newcomer;
        let mut giving_way = Vec::new();
        for (id, skill) in self.catalog.skills().filter(is_below) {
            let stays = |(view, place, _): &(usize, usize, Arc<Reading>)| {
                let known = self.catalog.views().get(*view).and_then(|view| view.places.get(*place));
                let is_met = |it| is_met_along(&*self.files, &|path| self.is_known(path), it, &skill.path);
                !at.contains(&(*view, *place)) || known.is_some_and(is_met)
            };
            let (stays, gone): (Vec<_>, Vec<_>) = self.readings_of(id).into_iter().partition(stays);
            if !gone.is_empty() {
                giving_way.push((skill.clone(), stays, gone));
            }
        }
        for (skill, stays, readings) in giving_way {
            self.gave_way.push(GaveWay { newcomer: newcomer.to_owned(), skill: skill.path.clone(), readings });
            self.catalog.insert(skill, stays);
        }
    }

    /// Brings back what gave way to a file that is gone without having been saved.
    fn come_back(&mut self, newcomer: &Path) {
        let (back, others) = std::mem::take(&mut self.gave_way).into_iter().partition(|it| it.newcomer == newcomer);
        self.gave_way = others;
        for GaveWay { skill, readings, .. } in back {
            let Some(id) = self.catalog.by_path(&skill) else { continue };
            let Some(skill) = self.catalog.skill(id).cloned() else { continue };
            let readings = self.readings_of(id).into_iter().chain(readings).collect();
            self.catalog.insert(skill, readings);
        }
    }

    /// Takes in examined files, replacing what was known of them, and settles who wins. Returns the skills whose
    /// findings may have changed.
    pub fn accept(&mut self, examined: Vec<Examined>) -> Vec<SkillId> {
        self.folder_names = Arc::default();
        let mut touched = Vec::with_capacity(examined.len());
        for file in examined {
            let id = self.catalog.insert(file.skill, file.readings);
            match file.findings {
                Some(findings) => {
                    let checked = Checked { findings: OnceLock::from(findings), kept: None };
                    self.checked.put(id.0, Arc::new(checked));
                }
                None => drop(self.checked.clear(id.0)),
            }
            touched.push(id);
        }
        self.settled(touched)
    }

    /// Has a text that was given stand for what is saved, also where other files are compared with it.
    pub fn keep(&mut self, path: &Path, document: &Arc<Document>) {
        let Some(id) = self.catalog.by_path(path).filter(|id| self.checked.get(id.0).is_some()) else { return };
        let found = Found { is_outside: false, ..self.found(path, document.text.len()) };
        let checked = Checked { findings: OnceLock::new(), kept: Some(Box::new((found, document.clone()))) };
        self.checked.put(id.0, Arc::new(checked));
    }

    /// Puts in the text of a file that is open, whether it exists or not. It is checked when somebody asks, and read by
    /// the hosts that do not judge when all [catch up](Workspace::catch_up): who types waits for neither.
    pub fn put(&mut self, path: &Path, document: &Arc<Document>) -> Vec<SkillId> {
        self.catch_up();
        let is_new = self.is_new(path);
        // What is open is shown already, wherever it lies.
        let found = Found { is_outside: false, ..self.found(path, document.text.len()) };
        let judges = self.judging_view();
        let all = self.places_of(&found);
        let (at, rest): (Vec<_>, Vec<_>) = all.iter().partition(|(view, _)| judges(*view));
        let id = self.take_in(&found, &at, document, judges);
        let checked = Checked { findings: OnceLock::new(), kept: Some(Box::new((found.clone(), document.clone()))) };
        self.checked.put(id.0, Arc::new(checked));
        if self.judging.is_some() {
            self.waiting.push(Waiting { found, at: rest, document: document.clone() });
        }
        if is_new {
            self.give_way(path, &all);
        }
        self.settled(vec![id])
    }

    /// Lets all hosts read what only those have read that judge. No findings change by it.
    pub fn catch_up(&mut self) {
        let judges = self.judging_view();
        for Waiting { found, at, document } in std::mem::take(&mut self.waiting) {
            self.take_in(&found, &at, &document, |view| !judges(view));
        }
        self.catalog.settle();
    }

    /// Puts in the bytes of a file as they are saved.
    pub fn put_saved(&mut self, path: &Path, bytes: &[u8]) -> Vec<SkillId> {
        self.catch_up();
        let is_new = self.is_new(path);
        let found = self.found(path, bytes.len());
        let found = Found { is_outside: !self.environment.reach.is_inside(path, &found.real), ..found };
        let at = self.places_of(&found);
        let is_judged = self.catalog.by_path(path).and_then(|id| self.catalog.skill(id)).is_none_or(|it| it.is_judged);
        let examined = if is_judged { self.examine(&found, &at, bytes) } else { self.read(&found, &at, bytes) };
        let mut touched = self.accept(vec![examined]);
        if is_new {
            self.give_way(path, &at);
            touched = self.settled(touched);
        }
        touched
    }

    /// Takes a file out. Returns the skills whose findings may have changed.
    pub fn remove(&mut self, path: &Path) -> Vec<SkillId> {
        self.catch_up();
        if let Some(id) = self.catalog.by_path(path) {
            self.catalog.remove(path);
            self.checked.clear(id.0);
        }
        self.come_back(path);
        self.settled(Vec::new())
    }

    /// Takes a text that is judged into some views, which meet it there.
    fn take_in(
        &mut self,
        found: &Found,
        at: &[(usize, usize)],
        document: &Document,
        views: impl Fn(usize) -> bool,
    ) -> SkillId {
        let (read, _) = self.read_document(found, at, document, Skill::new);
        let skill = Skill { is_judged: true, ..read.skill };
        self.catalog.insert_for(views, skill, read.readings)
    }

    /// Whether a view is that of a host that judges.
    fn judging_view(&self) -> impl Fn(usize) -> bool + use<> {
        let judging = self.judging.clone();
        move |view| judging.as_ref().is_none_or(|judging| judging.contains(&view))
    }

    /// Settles who wins. Returns the skills that were touched, and those that this concerns.
    fn settled(&mut self, mut touched: Vec<SkillId>) -> Vec<SkillId> {
        touched.extend(self.catalog.settle());
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// The state of this moment.
    pub fn snapshot(&self) -> Snapshot {
        let overview = Overview {
            gathered: Gathered::default(),
            listings: self.catalog.views().iter().map(|view| (view.host.id.clone(), OnceLock::new())).collect(),
            apart: Mutex::default(),
            listed: Mutex::default(),
        };
        self.snapshot_under(Arc::new(overview))
    }

    /// The state of this moment, but what concerns all skills together (the room in a listing, names to mention,
    /// descriptions alike) as it was in `earlier`: while someone types, that can wait.
    pub fn snapshot_after(&self, earlier: &Snapshot) -> Snapshot {
        self.snapshot_under(earlier.overview.clone())
    }

    fn snapshot_under(&self, overview: Arc<Overview>) -> Snapshot {
        let catalog = Arc::new(self.catalog.clone());
        let judged = self.judging.as_ref().map(|judging| Arc::new(catalog.judged(judging)));
        Snapshot {
            config: self.config.clone(),
            environment: self.environment.clone(),
            judged: judged.unwrap_or_else(|| catalog.clone()),
            catalog,
            files: self.files.clone(),
            checked: self.checked.clone(),
            namespaces: self.namespaces.clone(),
            noticed: self.noticed.clone(),
            manifests: self.manifests.clone(),
            agents: self.agents.clone(),
            overview,
        }
    }
}

/// A file with its size, which may be more than was read of it.
fn whole(found: &Found, bytes: &[u8]) -> Found {
    Found { size: found.size.max(bytes.len() as u64), ..found.clone() }
}
