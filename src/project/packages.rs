//! The packages that lie here, and what of them counts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Environment, FoundKind, PackageChoice, Place, path_order};
use crate::config::Config;
use crate::disk::{self, Here, Met, Wish};
use crate::hosts::Host;
use crate::workspace::{Indexed, Wanted};

/// Looks through what lies here, and finds the packages that its author gives away.
pub(super) fn take_packages(config: &Config, environment: &mut Environment, wanted: Wanted, named: &[PathBuf]) -> Here {
    let hosts: Vec<Arc<Host>> = match (wanted, &config.hosts) {
        (Wanted::All, Some(ids)) => ids.iter().filter_map(|id| config.known_hosts.get(id)).cloned().collect(),
        _ => config.known_hosts.real_or(|id| config.names(id)).cloned().collect(),
    };
    let can_take = hosts.iter().any(|host| host.packages.takes_own());
    let takes_packages = can_take && environment.package_choice != PackageChoice::Nothing;
    let names = if takes_packages { disk::manifest_names(&hosts) } else { Vec::new() };
    // Nobody writes a package in a folder around the home folder: what lies there is installed.
    let is_around_home = environment.home.as_ref().is_some_and(|home| home.starts_with(&environment.working_directory));
    let owned = config.known_hosts.owned_folders();
    let wish = Wish {
        exclusion: &config.exclusion,
        manifests: &names,
        owned: &owned,
        resources: config.known_hosts.resources(),
    };
    let here = match wanted == Wanted::All && (!takes_packages || is_around_home) {
        _ if !named.is_empty() => disk::below(named, environment, &wish),
        true => Here::default(),
        false => disk::here(environment, &wish),
    };
    if is_around_home && named.is_empty() {
        return here;
    }
    let mut own = disk::own_packages(&hosts, &config.known_hosts, environment, &here);
    if takes_packages && named.is_empty() && here.bound.is_none() {
        let folders = here.found.iter().filter_map(|found| found.path.parent()?.parent());
        own.looked_through = folders.map(Path::to_owned).collect();
        own.seen = here.manifests.clone();
        own.seen.sort_unstable();
    }
    environment.own_packages = Arc::new(own);
    here
}

/// Leaves out of a walk what git ignores in a package: it is nobody's but its author's.
pub(super) fn leave_out_ignored(
    walked: &mut Vec<Met>,
    here: &Here,
    indexed: &[&Indexed],
    named: &[PathBuf],
    environment: &Environment,
) {
    if environment.package_choice == PackageChoice::Nothing {
        return;
    }
    let is_known = |path: &Path| {
        let is_found = here.found.binary_search_by(|it| path_order(&it.path, path)).is_ok();
        // A part without frontmatter is no skill to whoever comes upon it.
        is_found || here.parts.iter().any(|part| part == path) && disk::begins_with_fence(path)
    };
    let is_own = |(host, place): &(usize, usize)| {
        let place = indexed.get(*host).and_then(|it| it.places.get(*place));
        place.is_some_and(|place| place.own_package.is_some())
    };
    let others: Vec<&Place> =
        indexed.iter().flat_map(|it| &it.places).filter(|place| place.own_package.is_none()).collect();
    // The rest of a package lies around whoever stands in it.
    let is_around = |path: &Path| named.is_empty() && !path.starts_with(&environment.working_directory);
    let around = walked.iter().filter(|(found, at)| is_around(&found.path) && !at.is_empty() && at.iter().all(is_own));
    let around: Vec<PathBuf> = around.map(|(found, _)| found.path.clone()).collect();
    let ignored: HashSet<PathBuf> = disk::ignored_files(&around, &[], environment).into_iter().collect();
    let around: HashSet<&PathBuf> = around.iter().filter(|path| !ignored.contains(*path)).collect();
    walked.retain(|(found, at)| {
        // One that nobody meets lies too deep in something that is searched.
        let is_elsewhere = || others.iter().any(|place| found.path.starts_with(&place.path));
        let is_met_apart = if at.is_empty() { !is_elsewhere() } else { at.iter().all(is_own) };
        let is_apart = found.kind == FoundKind::Skill && is_met_apart;
        let is_looked_through = named.is_empty() || named.iter().any(|path| found.path.starts_with(path));
        !is_apart || !is_looked_through || around.contains(&found.path) || is_known(&found.path)
    });
}
