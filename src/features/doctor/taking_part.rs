//! Which agents the doctor is about: those that are installed here, or own something here.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{
    Controls, Environment, FileKind, Files, Place, SkillId, SkillRoot, expanded_path, places, settings_places,
};
use crate::hosts::{Host, Hosts, Installed};

use super::Facts;

/// The hosts that are installed here, or own a folder of skills or a settings file here; where nobody else reads the folders
/// of the open specification, that too.
pub fn before_looking(
    known: &Hosts,
    environment: &Environment,
    files: &dyn Files,
    installed: &[(String, Installed)],
) -> Vec<String> {
    let real: Vec<&Arc<Host>> = known.real().collect();
    let is_installed = |host: &Host| installed.iter().any(|(id, _)| *id == host.id);
    let owns = |host: &Host| {
        owns_a_root(host, environment, files)
            || has_settings(host, environment, files)
            || has_a_folder(known, host, environment, files)
            || has_its_folder(host, environment, files)
    };
    let mut hosts: Vec<String> = real
        .iter()
        .filter(|host| !host.specification && (is_installed(host) || owns(host) || brings_packages(host, environment)))
        .map(|host| host.id.clone())
        .collect();
    hosts.extend(specification(known, &hosts, |host| owns_a_root(host, environment, files)));
    hosts
}

/// The same, with the owners of what was found since: of skills in their folders, and of what lies beside those.
pub fn after_looking(facts: &Facts<'_>) -> Vec<String> {
    let Facts { known, catalog, near, hosts, environment, .. } = *facts;
    let mut all = hosts.to_vec();
    let is_meant = |host: &Host, id: SkillId, path: &Path| {
        let here = |root: SkillRoot| {
            let is_home = root.holder() == environment.home.as_deref();
            is_home || root.holder().is_some_and(|holder| environment.working_directory.starts_with(holder))
        };
        let is_met = catalog.view(&host.id).is_some_and(|view| view.of_skill(id).is_some());
        is_met || SkillRoot::of(known, path).is_some_and(here)
    };
    // Of thousands of skills each is looked at once.
    let mut owners: HashSet<&str> = HashSet::new();
    for (id, skill) in catalog.skills() {
        let meant = known.owners(&skill.path);
        let meant = meant.into_iter().filter(|owner| !hosts.contains(&owner.id) && !owners.contains(&*owner.id));
        let meant: Vec<&str> =
            meant.filter(|owner| is_meant(owner, id, &skill.path)).map(|owner| owner.id.as_str()).collect();
        owners.extend(meant);
    }
    let owned = |host: &Host| {
        let is_owner = |path: &Path| known.owners(path).iter().any(|owner| owner.id == host.id);
        environment.own_packages.concerns(host)
            || near.iter().any(|near| is_owner(Path::new(&near.root)))
            || owners.contains(&*host.id)
    };
    let real = known.real().filter(|host| !host.specification);
    let more: Vec<String> =
        real.filter(|host| !hosts.contains(&host.id) && owned(host)).map(|it| it.id.clone()).collect();
    all.extend(more);
    let more = specification(known, &all, owned);
    all.extend(more);
    // As everywhere: in the order of the table.
    all.sort_by_key(|id| known.iter().position(|host| host.id == *id));
    all
}

/// The open specification, where it owns something that none of the hosts reads.
fn specification(known: &Hosts, hosts: &[String], owns: impl Fn(&Host) -> bool) -> Option<String> {
    let host = known.specification().filter(|host| !hosts.contains(&host.id) && owns(host))?;
    let is_read = |id: &String| {
        let reads = |owned: &String| {
            let root = SkillRoot { path: Path::new(owned).to_owned(), owned: owned.clone() };
            known.get(id).is_some_and(|host| root.is_read_by(host))
        };
        host.owns.iter().any(reads)
    };
    (!hosts.iter().any(is_read)).then(|| host.id.clone())
}

fn owns_a_root(host: &Host, environment: &Environment, files: &dyn Files) -> bool {
    let is_own = |place: &Place| {
        host.owns.iter().any(|end| place.path.ends_with(end)) && files.kind(&place.path) == Some(FileKind::Folder)
    };
    places(host, environment, &Controls::default()).iter().any(is_own)
}

/// Whether a folder that is called as the host is, and as no other, lies in the project or at home: `.cursor`, `.roo`.
fn has_a_folder(known: &Hosts, host: &Host, environment: &Environment, files: &dyn Files) -> bool {
    let is_called = |host: &Host, first: &str| {
        let name = first.strip_prefix('.').unwrap_or_default();
        let rest = host.id.strip_prefix(name).filter(|_| !name.is_empty());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let is_its_alone =
        |first: &&str| is_called(host, first) && known.real().filter(|other| is_called(other, first)).count() == 1;
    let firsts = host.owns.iter().filter_map(|owned| owned.split('/').next()).filter(is_its_alone);
    let here = &environment.working_directory;
    let top = environment.git_root.as_deref().filter(|root| here.starts_with(root)).unwrap_or(here);
    let holders = here.ancestors().take_while(|folder| folder.starts_with(top)).chain(environment.home.as_deref());
    let holders: Vec<&Path> = holders.collect();
    let mut folders = firsts.flat_map(|first| holders.iter().map(move |holder| holder.join(first)));
    folders.any(|folder| files.kind(&folder) == Some(FileKind::Folder))
}

/// Whether a folder is there that the host makes for itself.
fn has_its_folder(host: &Host, environment: &Environment, files: &dyn Files) -> bool {
    let mut folders = host.installed.folders.iter().filter_map(|folder| expanded_path(folder, environment));
    folders.any(|folder| files.kind(&folder) == Some(FileKind::Folder))
}

fn has_settings(host: &Host, environment: &Environment, files: &dyn Files) -> bool {
    let home = environment.home.as_deref();
    let at_home = |path: &Path| home.is_some_and(|home| path.starts_with(home));
    let places = |rule| settings_places(rule, environment).into_iter().flatten();
    let is_file = |path: &Path| files.kind(path) == Some(FileKind::File);
    let is_own = |path: &Path| path.starts_with(&environment.working_directory) || at_home(path);
    // Besides its settings, what it keeps in its own folder at home: its plugins, its servers.
    let kept = host.packages.stores.iter().flat_map(|store| &store.places);
    let kept = kept.chain(host.servers.files.iter().flat_map(|files| &files.places));
    let firsts = host.owns.iter().filter_map(|owned| owned.split_once('/')).map(|(first, _)| first);
    let firsts: Vec<PathBuf> = firsts.filter_map(|first| Some(home?.join(first))).collect();
    let is_kept = |path: &Path| firsts.iter().any(|folder| path.starts_with(folder));
    host.controls.files.iter().flat_map(places).any(|path| is_own(&path) && is_file(&path))
        || kept.flat_map(places).any(|path| is_kept(&path) && is_file(&path))
}

fn brings_packages(host: &Host, environment: &Environment) -> bool {
    environment.own_packages.concerns(host)
}
