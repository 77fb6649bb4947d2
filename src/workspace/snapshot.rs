//! What is known at one moment, and what can be asked of it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;

use crate::catalog::pages::Pages;
use crate::catalog::{
    Catalog, Environment, Files, FoundKind, Miss, Namespaces, NearMiss, PackageApart, PackageChoice, Skill, SkillId,
    View, settings_places,
};
use crate::checks::overlaps::{Cluster, SHARE};
use crate::checks::{self, CatalogContext, Diagnostic, Gathered, PlaceContext, SettingsContext};
use crate::config::{BASELINE_NAMES, Config};
use crate::document::{self, Document};
use crate::features::{Context, Lazily, Listings};
use crate::hosts::Host;
use crate::listing::{self, Listing};
use crate::workspace::agents::Agents;
use crate::workspace::examining::{Findings, Ground, Readings};
use crate::workspace::judges::{addressed, judges};
use crate::workspace::manifests::Manifests;
use crate::workspace::{Checked, Workspace};

/// What is known at one moment. Immutable and cheap to clone.
#[derive(Clone)]
pub struct Snapshot {
    /// The settings.
    pub config: Arc<Config>,
    /// The environment.
    pub environment: Arc<Environment>,
    /// The skills and who wins.
    pub catalog: Arc<Catalog>,
    /// The same in the eyes of the hosts alone that judge: what findings are made of.
    pub(super) judged: Arc<Catalog>,
    /// The file system.
    pub files: Arc<dyn Files + Send + Sync>,
    pub(super) checked: Pages<Arc<Checked>>,
    pub(super) namespaces: Arc<Namespaces>,
    /// What lies beside where hosts look and is no skill, by path.
    pub noticed: Arc<BTreeMap<PathBuf, NearMiss>>,
    pub(super) manifests: Manifests,
    pub(super) agents: Agents,
    pub(super) overview: Arc<Overview>,
}

/// What is worked out of all skills together, when it is first asked for: it takes as long as there are skills.
pub(super) struct Overview {
    pub(super) gathered: Gathered,
    /// By host.
    pub(super) listings: HashMap<String, OnceLock<Option<Arc<Listing>>>>,
    /// By host and package, where each is looked at by itself.
    pub(super) apart: Mutex<HashMap<(String, PackageApart), MaybeListing>>,
    /// The listings of some hosts together, as checks want them.
    pub(super) listed: Mutex<HashMap<ListingsKey, ListingsById>>,
}

/// A listing, where the host has one that is known.
type MaybeListing = Option<Arc<Listing>>;

/// Some hosts, with the package that each has where it is looked at by itself.
pub(super) type ListingsKey = Vec<(String, Option<PackageApart>)>;

/// Listings with the ids of their hosts.
pub(super) type ListingsById = Arc<Vec<(String, Arc<Listing>)>>;

impl Snapshot {
    /// What a host sees; an error where it is not one of those that look.
    pub fn view(&self, host: &str) -> Result<&View, String> {
        self.catalog.view(host).ok_or_else(|| format!("nothing is known of `{host}` here"))
    }

    /// The findings in one file, finished.
    pub fn diagnostics(&self, path: &Path) -> Vec<Diagnostic> {
        self.with_baseline(path, None, self.found_in(path))
    }

    fn found_in(&self, path: &Path) -> Vec<Diagnostic> {
        if self.config.exclusion.has(path) {
            return Vec::new();
        }
        match (self.judged.by_path(path), self.noticed.get(path)) {
            (Some(id), _) if !self.is_written(id) => self.diagnostics_in(id),
            (_, Some(near)) => self.diagnostics_of_noticed(near),
            (_, None) if self.is_agent(path) => self.diagnostics_of_agent(path),
            (_, None) if self.is_manifest(path) => self.diagnostics_of_manifest(path),
            (_, None) => self.diagnostics_of_settings(path),
        }
    }

    /// Whether it is a manifest in which commands are written: what is found there is found in a manifest.
    fn is_written(&self, id: SkillId) -> bool {
        self.judged.skill(id).is_some_and(|skill| skill.kind == FoundKind::Written)
    }

    /// What would be found in a file if it said something else; what concerns all skills together stays as it is.
    pub fn diagnostics_if(&self, path: &Path, document: &Document) -> Vec<Diagnostic> {
        let found = match self.is_agent(path) {
            true => self.diagnostics_of_agent_if(path, document),
            false => self.workspace_if(path, document).snapshot_after(self).found_in(path),
        };
        self.with_baseline(path, Some(&document.text), found)
    }

    /// The same, with all that follows from it for all skills together, as [`Snapshot::diagnostics`] tells it once
    /// nobody types any more.
    pub fn diagnostics_if_settled(&self, path: &Path, document: &Document) -> Vec<Diagnostic> {
        let found = match self.is_agent(path) {
            true => self.diagnostics_of_agent_if(path, document),
            false => self.workspace_if(path, document).snapshot().found_in(path),
        };
        self.with_baseline(path, Some(&document.text), found)
    }

    /// Findings of a file with those marked that the baseline remembers. Without a text, what is open or saved counts.
    pub(super) fn with_baseline(&self, path: &Path, text: Option<&str>, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some(baseline) = self.config.baseline.as_ref().filter(|_| !found.is_empty()) else { return found };
        let mut remembered = baseline.of(path);
        if remembered.is_empty() {
            // A file that several paths lead to is remembered by one of them.
            remembered = self.files.real(path).map(|real| baseline.of(&real)).unwrap_or_default();
        }
        let is_there = |path: &Path| self.files.kind(path).is_some();
        let moved_from = if remembered.is_empty() { baseline.moved_from(path, is_there) } else { None };
        let has_cause = |check: &str| baseline.has_cause(check, is_there);
        if !remembered.is_empty() || moved_from.is_some() || found.iter().any(|it| has_cause(it.check)) {
            let text = text.map(Cow::Borrowed).or_else(|| self.text_of(path).map(Cow::Owned)).unwrap_or_default();
            if let Some(old) = moved_from.map(|old| baseline.of(old)) {
                // A copy, or another skill of the name, is none that was moved: what is new there is told.
                let mut others = self.judged.skills().map(|(_, skill)| skill.path.as_path());
                let is_it = !others.any(|other| baseline.is_like(path, other));
                remembered = if is_it && checks::is_recognized(old, &text, &found) { old } else { &[] };
            }
            checks::remember(remembered, has_cause, &text, &mut found);
        }
        found
    }

    /// What a file says now, as its findings count it.
    fn text_of(&self, path: &Path) -> Option<String> {
        if self.is_agent(path) {
            return self.agent(path).map(|document| document.text.to_string());
        }
        if let Some(text) = self.manifests.open(path) {
            return Some(text.to_string());
        }
        let id = self.judged.by_path(path);
        if let Some((_, document)) = id.and_then(|id| self.checked.get(id.0)?.kept.as_deref()) {
            return Some(document.text.to_string());
        }
        let bytes = self.files.bytes(path)?;
        Some(String::from_utf8(bytes).unwrap_or_else(|it| document::parse_bytes(it.as_bytes()).text.to_string()))
    }

    fn workspace_if(&self, path: &Path, document: &Document) -> Workspace {
        let mut imagined = Workspace {
            config: self.config.clone(),
            environment: self.environment.clone(),
            files: self.files.clone(),
            catalog: Catalog::clone(&self.judged),
            judging: None,
            checked: self.checked.clone(),
            namespaces: self.namespaces.clone(),
            folder_names: Arc::default(),
            waiting: Vec::new(),
            gave_way: Vec::new(),
            noticed: self.noticed.clone(),
            manifests: self.manifests.clone(),
            agents: self.agents.clone(),
        };
        let found = imagined.found(path, document.text.len());
        let at = imagined.places_of(&found);
        let examined = imagined.examine_document(&found, &at, document);
        imagined.accept(vec![examined]);
        imagined
    }

    /// Every folder and file that decides which skills there are: the places of all hosts, their settings, and ours, which
    /// may come to be where there are none yet.
    pub fn watched(&self) -> Vec<PathBuf> {
        let mut watched: Vec<PathBuf> = Vec::new();
        for view in self.catalog.views() {
            watched.extend(view.places.iter().map(|place| place.path.clone()));
            let settings = view.host.controls.files.iter();
            watched.extend(settings.flat_map(|rule| settings_places(rule, &self.environment)).flatten());
        }
        watched.extend(self.config.roots.iter().chain(&self.config.file).cloned());
        watched.extend(self.environment.own_packages.manifests.iter().cloned());
        let folder = &self.environment.working_directory;
        watched.extend(["skill-lsp.toml", ".skill-lsp.toml"].map(|name| folder.join(name)));
        watched.extend(BASELINE_NAMES.map(|name| folder.join(name)));
        watched.extend(self.config.baseline.iter().map(|baseline| baseline.file.clone()));
        watched.extend(self.config.baseline_file.clone());
        // Those that are extended, and those of folders below.
        let mut settings: Vec<PathBuf> = self.config.sources.iter().map(|source| source.file.clone()).collect();
        settings.dedup();
        watched.extend(settings);
        watched
    }

    /// The hosts for which the author of this file writes.
    pub fn hosts_for(&self, path: &Path) -> Vec<Arc<Host>> {
        judges(&self.config, &self.environment, &*self.files, path).into_iter().map(|it| it.host).collect()
    }

    /// The agents to which the place of a skill belongs, whoever it is judged for: its owners, and those that a package brings
    /// it to.
    pub fn owners_of(&self, path: &Path) -> Vec<Arc<Host>> {
        addressed(&self.config, &self.environment, &*self.files, path).into_iter().map(|it| it.host).collect()
    }

    /// The skills whose descriptions are nearly the same, in clusters, the largest first.
    pub fn overlaps(&self) -> &[Cluster] {
        let least = self.config.overlap.map_or(SHARE, usize::from);
        self.overview.gathered.overlaps(&self.judged, least).clusters()
    }

    /// What a question about an open document is asked of, in the eyes of this snapshot.
    pub fn context<'a>(
        &'a self,
        path: &'a Path,
        document: &'a Document,
        diagnostics: &'a Lazily<'a>,
        hosts: &'a [Arc<Host>],
        files: &'a dyn Files,
    ) -> Context<'a> {
        Context {
            path,
            document,
            diagnostics,
            catalog: &self.catalog,
            hosts,
            environment: &self.environment,
            listings: self,
            gathered: &self.overview.gathered,
            config: &self.config,
            files,
            open: &[],
        }
    }

    /// Works out beforehand what a question while typing would else wait for: the names, and the listings of the
    /// hosts that judge.
    pub fn prepare(&self) {
        self.overview.gathered.callable(&self.catalog);
        for host in self.judged.views().iter().map(|view| &*view.host.id) {
            if let Some(listing) = self.listing(host) {
                self.overview.gathered.entry(host, &listing, SkillId(0));
            }
        }
    }

    /// The listing of a host, made once for this snapshot; `None` when there is no view or no listing is known.
    pub fn listing(&self, host: &str) -> Option<Arc<Listing>> {
        let view = self.catalog.view(host)?;
        // As the host makes it by itself, with its own skills on.
        let request = listing::Request::default();
        let make = || listing::listing(&self.catalog, view, &*self.files, &request).ok().map(Arc::new);
        self.overview.listings.get(host)?.get_or_init(make).clone()
    }

    /// The listing of a host in which a file stands: where there are several packages, only its own counts as installed,
    /// unless somebody has chosen those that do.
    pub fn listing_at(&self, host: &str, path: &Path) -> Option<Arc<Listing>> {
        if self.environment.package_choice != PackageChoice::All {
            return self.listing(host);
        }
        match self.catalog.view(host)?.package_apart(self.catalog.by_path(path)) {
            None => self.listing(host),
            Some(apart) => self.listing_apart(host, apart),
        }
    }

    fn listing_apart(&self, host: &str, apart: PackageApart) -> Option<Arc<Listing>> {
        let lock = || self.overview.apart.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (host.to_owned(), apart);
        if let Some(known) = lock().get(&key) {
            return known.clone();
        }
        let apart = Some(key.1.clone());
        let request = listing::Request { apart, ..listing::Request::default() };
        let view = self.catalog.view(host)?;
        // Made without the lock: two may make the same, and one of the two is kept.
        let made = listing::listing(&self.catalog, view, &*self.files, &request).ok().map(Arc::new);
        lock().entry(key).or_insert(made).clone()
    }

    /// The findings in every file, by path, computed in parallel.
    pub fn all_diagnostics(&self) -> Vec<(PathBuf, Vec<Diagnostic>)> {
        let skills = self.judged.skills().filter(|(id, _)| !self.is_written(*id));
        let skills: Vec<(SkillId, &Skill)> = skills.collect();
        let mut all: Vec<(PathBuf, Vec<Diagnostic>)> =
            skills.par_iter().map(|(id, skill)| (skill.path.clone(), self.diagnostics_in(*id))).collect();
        let settings = self.settings_with_rules();
        all.extend(settings.into_iter().map(|path| (path.to_owned(), self.diagnostics_of_settings(path))));
        all.extend(self.still_noticed().map(|near| (near.path.clone(), self.diagnostics_of_noticed(near))));
        all.par_extend(self.agents().par_iter().map(|path| (path.clone(), self.diagnostics_of_agent(path))));
        all.par_extend(self.manifests().par_iter().map(|path| (path.clone(), self.diagnostics_of_manifest(path))));
        all.retain(|(path, _)| !self.config.exclusion.has(path));
        // Skills come in by path, so that this is mostly a look.
        all.sort_by(|left, right| left.0.cmp(&right.0));
        if self.config.baseline.is_some() {
            all.par_iter_mut().for_each(|(path, found)| {
                *found = self.with_baseline(path, None, std::mem::take(found));
            });
        }
        all
    }

    /// Every file in which something may be found, by path.
    pub fn judged_files(&self) -> Vec<&Path> {
        let skills = self.judged.skills().filter(|(id, _)| !self.is_written(*id)).map(|(_, skill)| &*skill.path);
        let noticed = self.still_noticed().map(|near| &*near.path);
        let manifests = self.manifests().iter().chain(self.agents()).map(PathBuf::as_path);
        let mut files: Vec<&Path> = skills.chain(self.settings_with_rules()).chain(noticed).chain(manifests).collect();
        files.retain(|path| !self.config.exclusion.has(path));
        // Skills come in by path, so that this is mostly a look.
        files.sort();
        files
    }

    /// The settings files of hosts that hold rules about skills.
    pub fn settings_with_rules(&self) -> BTreeSet<&Path> {
        let rules = self.judged.views().iter().flat_map(|view| &view.controls.permissions);
        rules.filter(|rule| rule.path.is_absolute()).map(|rule| &*rule.path).collect()
    }

    /// What was noticed and has not become a skill since.
    fn still_noticed(&self) -> impl Iterator<Item = &NearMiss> {
        self.noticed.values().filter(|near| self.judged.by_path(&near.path).is_none())
    }

    /// The findings in a skill; of a file that some hosts read and others miss, what is wrong with its place.
    fn diagnostics_in(&self, id: SkillId) -> Vec<Diagnostic> {
        let flat = self.judged.skill(id).filter(|skill| skill.kind == FoundKind::Flat);
        let missed = flat.and_then(|skill| self.noticed.get(&skill.path)).map(|near| self.diagnostics_of_noticed(near));
        missed.filter(|found| !found.is_empty()).unwrap_or_else(|| self.diagnostics_of(id))
    }

    fn diagnostics_of_noticed(&self, near: &NearMiss) -> Vec<Diagnostic> {
        let found = self.diagnostics_of_place(near);
        // What the file allows for the day on which it is a skill is not unused.
        let mut allows = match found.is_empty() {
            true => Vec::new(),
            false => self.files.text(&near.path).map(|text| document::parse(&text).allows).unwrap_or_default(),
        };
        for allow in &mut allows {
            allow.checks.retain(|(id, _)| found.iter().any(|finding| finding.check == id));
        }
        checks::finish(&near.path, &allows, &self.config, found)
    }

    fn diagnostics_of_place(&self, near: &NearMiss) -> Vec<Diagnostic> {
        // As if it were where it was meant to be.
        let hosts = self.hosts_for(&Path::new(&near.root).join(&near.name).join("SKILL.md"));
        checks::diagnostics_of_place(&PlaceContext { near, hosts: &hosts, config: &self.config })
    }

    fn diagnostics_of_settings(&self, path: &Path) -> Vec<Diagnostic> {
        if !self.settings_with_rules().contains(path) {
            return Vec::new();
        }
        let (views, config) = (self.judged.views(), &*self.config);
        checks::diagnostics_of_settings(&SettingsContext { path, views, config })
    }

    fn diagnostics_of(&self, id: SkillId) -> Vec<Diagnostic> {
        let (Some(skill), Some(checked)) = (self.judged.skill(id), self.checked.get(id.0)) else {
            return Vec::new();
        };
        let findings = checked.findings.get_or_init(|| self.findings_in(id, checked));
        let hosts = self.hosts_for(&skill.path);
        let views: Vec<&View> = hosts.iter().filter_map(|host| self.judged.view(&host.id)).collect();
        let mut raw = findings.diagnostics.to_vec();
        raw.extend(checks::diagnostics_of_catalog(&CatalogContext {
            catalog: &self.judged,
            id,
            skill,
            views: &views,
            hosts: &hosts,
            listings: &self.listings_of(&views, id),
            gathered: &self.overview.gathered,
            files: &Shown(self),
            config: &self.config,
        }));
        let near = NearMiss::of_skill(&self.config.known_hosts, &self.environment, &*self.files, &skill.path);
        // Whoever comes upon it where it is misses nothing.
        let is_met = views.iter().any(|view| view.standing(id).is_some());
        if let Some(near) = near.filter(|_| !skill.is_outside && !is_met) {
            raw.extend(self.diagnostics_of_place(&NearMiss { headline: skill.headline, ..near }));
        }
        let ignored = self.noticed.get(&skill.path).filter(|near| matches!(near.miss, Miss::Ignored(_)));
        raw.extend(ignored.into_iter().flat_map(|near| self.diagnostics_of_place(near)));
        checks::finish(&skill.path, &findings.allows, &self.config, raw)
    }

    /// What the document checks find in a text that is kept.
    fn findings_in(&self, id: SkillId, checked: &Checked) -> Findings {
        let Snapshot { config, environment, files, namespaces, .. } = self;
        let ground = Ground { config, environment, files: &**files, namespaces, folder_names: Arc::default() };
        match checked.kept.as_deref() {
            Some((found, document)) => {
                let of_view = |view: &View| -> Vec<Arc<Host>> {
                    view.all_of_skill(id).filter_map(|met| view.reader_of(met.place).cloned()).collect()
                };
                let readers: Vec<Arc<Host>> = self.judged.views().iter().flat_map(of_view).collect();
                ground.findings(found, document, &mut Readings::default(), &readers)
            }
            None => Findings { diagnostics: Box::default(), allows: Box::default() },
        }
    }

    /// The listings of some hosts in which a skill stands.
    fn listings_of(&self, views: &[&View], skill: SkillId) -> ListingsById {
        let key = |view: &&View| (view.host.id.clone(), view.package_apart(Some(skill)));
        let ids: ListingsKey = views.iter().map(key).collect();
        let lock = || self.overview.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listed) = lock().get(&ids) {
            return listed.clone();
        }
        // Made without the lock: two may make the same, and one of the two is kept.
        let listing = |(id, apart): &(String, Option<PackageApart>)| {
            let listing = match apart {
                None => self.listing(id),
                Some(apart) => self.listing_apart(id, apart.clone()),
            };
            Some((id.clone(), listing?))
        };
        let listed = ids.iter().filter_map(listing).collect();
        lock().entry(ids).or_insert_with(|| Arc::new(listed)).clone()
    }
}

impl Listings for Snapshot {
    fn listing(&self, host: &str, path: &Path) -> Option<Arc<Listing>> {
        self.listing_at(host, path)
    }
}

/// The file system with the texts that are open in the place of those that are saved.
struct Shown<'a>(&'a Snapshot);

impl Files for Shown<'_> {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(&*self.0.files)
    }

    fn text(&self, path: &Path) -> Option<String> {
        let id = self.0.judged.by_path(path);
        let kept = id.and_then(|id| self.0.checked.get(id.0)).and_then(|checked| checked.kept.as_deref());
        kept.map(|(_, document)| document.text.to_string()).or_else(|| self.0.files.text(path))
    }
}
