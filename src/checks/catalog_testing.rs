//! The findings of catalogue checks on a fixture: its files as a catalogue, seen by its hosts.
//!
//! Besides those of [`crate::checks::testing`], these settings count: `//# cwd = /home/shop` (the default), `//# git-root =
//! /home/shop` (the default is the working directory), `//# context-window = 1000`. Home is `/home`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{
    self, Catalog, Controls, Declared, Environment, Files, Found, FoundKind, Place, Skill, View, places,
};
use crate::checks::registry::found_by;
use crate::checks::testing::{Fixture, config, folder_of, is_skill, judging_hosts, kind_of};
use crate::checks::{CatalogContext, Check, Diagnostic, Gathered, Run};
use crate::document;
use crate::hosts::{Host, Layout};
use crate::listing::{Listing, Request, listing};

/// What `check` finds in each file.
pub(crate) fn findings(fixture: &Fixture, check: &Check) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let Run::Catalog(run) = check.run else { return BTreeMap::new() };
    let config = config();
    let files = fixture.memory();
    let skills: Vec<_> = fixture.files.iter().filter(|file| is_skill(&file.path)).collect();
    let mut hosts: Vec<Arc<Host>> = Vec::new();
    for file in &skills {
        for host in judging_hosts(&config, &file.path, fixture.hosts.as_deref()) {
            if !hosts.iter().any(|known| known.id == host.id) {
                hosts.push(host);
            }
        }
    }

    let catalog = catalog_of(fixture, &hosts);
    let request = Request {
        context_window: fixture.settings.get("context-window").map(|it| it.parse().expect("a number")),
        ..Request::default()
    };
    let listings: Vec<(String, Arc<Listing>)> = catalog
        .views()
        .iter()
        .filter_map(|view| Some((view.host.id.clone(), Arc::new(listing(&catalog, view, &files, &request).ok()?))))
        .collect();
    let gathered = Gathered::default();
    let mut findings = BTreeMap::new();
    for file in &skills {
        let id = catalog.by_path(&file.path).expect("it was put in");
        let hosts = judging_hosts(&config, &file.path, fixture.hosts.as_deref());
        let views: Vec<&View> = hosts.iter().filter_map(|host| catalog.view(&host.id)).collect();
        let context = CatalogContext {
            catalog: &catalog,
            id,
            skill: catalog.skill(id).expect("it was put in"),
            views: &views,
            hosts: &hosts,
            listings: &listings,
            gathered: &gathered,
            files: &files,
            config: &config,
        };
        findings.insert(file.path.clone(), found_by(check, |report| run(&context, report)));
    }
    findings
}

/// The files of a fixture as a catalogue, seen by `hosts`.
pub(crate) fn catalog_of(fixture: &Fixture, hosts: &[Arc<Host>]) -> Catalog {
    let environment = Arc::new(environment(fixture));
    let mut catalog = Catalog::default();
    for host in hosts {
        let places = places(host, &environment, &Controls::default());
        catalog.add_host(host.clone(), places, Controls::default(), environment.clone());
    }
    for file in fixture.files.iter().filter(|file| is_skill(&file.path)) {
        let document = document::parse(&file.text);
        let found = Found {
            path: file.path.clone(),
            real: file.path.clone(),
            name: folder_of(&file.path),
            kind: kind_of(&file.path),
            size: file.text.len() as u64,
            rank: u32::MAX,
            is_outside: false,
        };
        let mut readings = Vec::new();
        for (index, view) in catalog.views().iter().enumerate() {
            let reading = Arc::new(catalog::read(&view.host, &document, &found.name, found.kind));
            let met = view.places.iter().enumerate().filter(|(_, place)| meets(place, &file.path, found.kind));
            readings.extend(met.map(|(place, _)| (index, place, reading.clone())));
        }
        catalog.insert(Skill::new(&found, &document), readings);
    }
    catalog.settle();
    catalog
}

/// What lies around a fixture.
pub(crate) fn environment(fixture: &Fixture) -> Environment {
    around(&fixture.settings, &fixture.memory())
}

/// What lies around some files, by the settings of a fixture.
pub(crate) fn around(settings: &BTreeMap<String, String>, files: &dyn Files) -> Environment {
    let setting = |key: &str| settings.get(key).map(PathBuf::from);
    let working_directory = setting("cwd").unwrap_or_else(|| PathBuf::from("/home/shop"));
    let environment = Environment {
        git_root: Some(setting("git-root").unwrap_or_else(|| working_directory.clone())),
        working_directory,
        home: Some(PathBuf::from("/home")),
        // The context windows of fixtures are for the skills in them.
        without_bundled: !settings.contains_key("bundled"),
        ..Environment::default()
    };
    let real: Vec<Arc<Host>> = config().known_hosts.real().cloned().collect();
    let declared = Arc::new(Declared::read(&real, &|_| Vec::new(), &environment, files));
    Environment { declared, ..environment }
}

/// Whether a host that looks into a place meets a file there.
fn meets(place: &Place, path: &Path, kind: FoundKind) -> bool {
    let Ok(rest) = path.strip_prefix(&place.path) else { return false };
    let names: Vec<String> = rest.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    match kind {
        FoundKind::Command => place.layout.is_commands(),
        FoundKind::Flat | FoundKind::Written | FoundKind::Agent => false,
        FoundKind::Skill => {
            let depth = names.len() - 1;
            let is_hidden = names.iter().any(|name| name.starts_with('.'));
            place.layout == Layout::Folders
                && names.last().is_some_and(|name| name == "SKILL.md")
                && (1..=place.walk.depth).contains(&depth)
                && (place.walk.hidden || !is_hidden)
        }
    }
}
