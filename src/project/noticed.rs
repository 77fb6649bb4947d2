//! What lies beside where agents look.

use std::path::{Path, PathBuf};

use crate::catalog::at_home::skills_at_home;
use crate::catalog::near_miss::{beside_roots, dangling_skill, in_owned_folders};
use crate::catalog::{Controls, Environment, Files, NearMiss, Place, SkillRoot, path_order, places};
use crate::config::Config;
use crate::disk::{self, Here, Wish};
use crate::document;
use crate::hosts::Layout;
use crate::project::asked::{Asked, holders, is_asked_for};
use crate::workspace::Snapshot;

/// What lies beside where agents look, and is asked about; the skills among it are found too.
pub(super) fn noticed(
    asked: Asked<'_>,
    config: &Config,
    environment: &Environment,
    files: &dyn Files,
    places: &[&Place],
    walked: &[&Path],
    here: &mut Here,
) -> Vec<NearMiss> {
    let known = &config.known_hosts;
    let holders: Vec<&Path> = match asked {
        Asked::Nothing => return Vec::new(),
        Asked::Paths(paths) => paths.iter().map(PathBuf::as_path).collect(),
        Asked::Here { user } => holders(environment, user),
        Asked::Around => holders(environment, true),
    };
    let beside = holders.into_iter().flat_map(|holder| beside_roots(known, files, holder));
    here.found.extend(beside.map(disk::found));
    if let Asked::Around = asked {
        let nested = disk::holders_around(environment, &known.owned_folders());
        let above = environment.working_directory.ancestors().chain(environment.home.as_deref());
        let above = above.chain(environment.main_checkout.as_deref()).chain(nested.iter().map(PathBuf::as_path));
        here.found.extend(above.flat_map(|holder| in_owned_folders(known, files, holder)).map(disk::found));
        let home = environment.home.as_deref().map(|home| skills_at_home(known, files, home));
        here.found.extend(home.into_iter().flatten().map(disk::found));
    }
    here.found.sort_unstable_by(|left, right| path_order(&left.path, &right.path));
    here.found.dedup_by(|left, right| left.path == right.path);
    let places = places.iter().filter(|place| place.layout == Layout::Folders);
    let mut folders: Vec<PathBuf> =
        places.map(|place| place.path.clone()).chain(std::mem::take(&mut here.folders)).collect();
    // Whoever stands in a folder of skills asks about it, whichever agents look there from here.
    folders.push(environment.working_directory.clone());
    folders.sort_unstable();
    folders.dedup();
    let mut skills: Vec<&Path> = walked.to_vec();
    skills.extend(here.found.iter().map(|found| &*found.path));
    // Both came in order, which a stable sort makes use of.
    skills.sort_by(|left, right| path_order(left, right));
    let holds_skills = |folder: &Path| {
        let next = skills.partition_point(|path| path_order(path, folder).is_lt());
        skills.get(next).is_some_and(|path| path.starts_with(folder))
    };
    let mut noticed: Vec<NearMiss> = here.dangling.iter().map(|path| dangling_skill(known, path)).collect();
    noticed.extend(here.ignored.iter().filter_map(|(path, rule)| NearMiss::ignored(known, files, path, rule)));
    for folder in folders {
        // What is called as a skill's file would be lies in the root of which its path speaks.
        let root = SkillRoot::of(known, &folder.join("SKILL.md")).filter(|root| root.path == folder);
        if let Some(root) = root.filter(|_| is_asked_for(asked, config, environment, &folder)) {
            noticed.extend(NearMiss::in_root(files, &root, &holds_skills));
        }
    }
    noticed
}

/// What of a name lies beside where agents look, here and at home. It takes a look through all that lies here.
pub fn near_misses(snapshot: &Snapshot, name: &str) -> Vec<NearMiss> {
    let Snapshot { config, environment, files, catalog, .. } = snapshot;
    let known = &config.known_hosts;
    let owned = known.owned_folders();
    let mut here = disk::here(
        environment,
        &Wish { exclusion: &config.exclusion, manifests: &[], owned: &owned, resources: known.resources() },
    );
    let real = known.real();
    let places: Vec<Place> = real.flat_map(|host| places(host, environment, &Controls::default())).collect();
    let skills: Vec<&Path> = catalog.skills().map(|(_, skill)| &*skill.path).collect();
    let asked = Asked::Here { user: true };
    let places: Vec<&Place> = places.iter().collect();
    let mut all = noticed(asked, config, environment, &**files, &places, &skills, &mut here);
    let of_skill = |path: &Path| NearMiss::of_skill(known, environment, &**files, path);
    all.extend(here.found.iter().filter_map(|found| of_skill(&found.path)));
    all.retain(|near| near.name.eq_ignore_ascii_case(name));
    let is_called_so = |path: &Path| {
        let folder = path.parent().and_then(Path::file_name).is_some_and(|it| it.eq_ignore_ascii_case(name));
        let says = || files.text(path).and_then(|text| Some(document::parse(&text).scalar("name")?.trim().to_owned()));
        folder || says().is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    // That nobody has it can be said only where all have looked.
    let all_look = known.real().all(|host| catalog.view(&host.id).is_some());
    let unknown = here.found.iter().filter(|found| all_look && catalog.by_path(&found.path).is_none());
    let unshipped =
        unknown.filter(|found| !all.iter().any(|near| near.path == found.path) && is_called_so(&found.path));
    let unshipped: Vec<NearMiss> = unshipped.map(|found| NearMiss::unshipped(&found.path, name)).collect();
    all.extend(unshipped);
    all.sort_by(|left, right| left.path.cmp(&right.path));
    all.dedup_by(|left, right| left.path == right.path);
    all
}
