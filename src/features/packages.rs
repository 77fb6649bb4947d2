//! The packages of this repository: what each brings to which agent, what it leaves behind, and why.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalog::{Catalog, Fate, Files, FoundKind, MadeFor, OwnPackages, Skill, SkillId, View};
use crate::config::Config;
use crate::features::Listings;
use crate::features::list::{Extent, ListedSkill, list};
use crate::words::capitalized;
use crate::words::shipping::left_out;

/// All packages, and the skills that none of them brings.
#[derive(Clone, Debug, Serialize)]
pub struct Packages {
    /// By name.
    pub packages: Vec<ShippedPackage>,
    /// Skills that lie in no package and in no agent's own folder: whoever copies or adds the collection has them.
    pub loose: Vec<LooseSkill>,
}

/// A package.
#[derive(Clone, Debug, Serialize)]
pub struct ShippedPackage {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
    /// The agents for which it is made, or that would load it.
    pub agents: Vec<PackageAgent>,
}

/// What an agent has of a package once it is installed.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageAgent {
    /// The host's id.
    pub host: String,
    /// Its name.
    pub name: String,
    /// The manifest, or the catalogue that lists the package, where it is the agent's own.
    pub manifest: Option<PathBuf>,
    /// What comes of the package: `taken`, `unlisted`, `refused`.
    pub fate: &'static str,
    /// What it brings.
    pub skills: Vec<ListedSkill>,
    /// What lies in it and is not brought.
    pub not_shipped: Vec<LooseSkill>,
}

/// A skill that is not shipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LooseSkill {
    /// Its name, or that of its folder.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// Why not, in one sentence without a full stop; nothing where there is no package around it.
    pub reason: Option<String>,
}

/// The packages of a repository.
pub fn packages(catalog: &Catalog, config: &Config, files: &dyn Files, listings: &dyn Listings) -> Packages {
    let Some(own) = catalog.views().first().map(|view| &*view.environment.own_packages) else {
        return Packages { packages: Vec::new(), loose: Vec::new() };
    };
    let hosts: Vec<String> = catalog.views().iter().map(|view| view.host.id.clone()).collect();
    let listed: Vec<ListedSkill> =
        list(catalog, None, listings, &hosts, Extent::All).into_iter().filter(|it| it.package.is_some()).collect();
    let mut known: Vec<&(String, PathBuf)> = own.known.iter().collect();
    known.sort();
    known.dedup();
    let package = |(name, path): &(String, PathBuf)| {
        let is_only = own.known.iter().filter(|(other, _)| other == name).count() < 2;
        let is_its =
            |skill: &&ListedSkill| skill.package.as_ref() == Some(name) && (is_only || skill.path.starts_with(path));
        let its: Vec<&ListedSkill> = listed.iter().filter(is_its).collect();
        let agent = |view: &View| agent(catalog, own, view, files, path, &its);
        ShippedPackage {
            name: name.clone(),
            path: path.clone(),
            agents: catalog.views().iter().filter_map(agent).collect(),
        }
    };
    let packages: Vec<ShippedPackage> = known.into_iter().map(package).collect();
    let is_loose = |(_, skill): &(SkillId, &Skill)| {
        is_shippable(skill)
            && own.around(&skill.path).is_none()
            && config.known_hosts.owners(&skill.path).is_empty()
            && !listed.iter().any(|it| it.path == skill.path)
            && is_here(catalog, &skill.path)
    };
    let loose = catalog.skills().filter(is_loose).map(|(_, skill)| loose(skill, None)).collect();
    Packages { packages, loose }
}

/// Whether a file lies in the repository.
fn is_here(catalog: &Catalog, path: &Path) -> bool {
    let environment = catalog.views().first().map(|view| &view.environment);
    environment.is_some_and(|it| path.starts_with(it.git_root.as_ref().unwrap_or(&it.working_directory)))
}

/// Whether packages ship such files: commands are told with what they bring, and what lies flat is no skill to them.
fn is_shippable(skill: &Skill) -> bool {
    skill.kind == FoundKind::Skill
}

fn agent(
    catalog: &Catalog,
    own: &OwnPackages,
    view: &View,
    files: &dyn Files,
    folder: &Path,
    listed: &[&ListedSkill],
) -> Option<PackageAgent> {
    let made = own.made_for.get(folder).into_iter().flatten().find(|made| made.host == view.host.id);
    let is_loaded = own.of(&view.host.id).iter().any(|package| package.path == folder);
    if made.is_none() && !is_loaded {
        return None;
    }
    let skills: Vec<ListedSkill> =
        listed.iter().filter(|skill| skill.host == view.host.id).map(|skill| (*skill).clone()).collect();
    let is_left = |(id, skill): &(SkillId, &Skill)| {
        is_shippable(skill)
            && own.around(&skill.path).is_some_and(|(around, _)| around == folder)
            && view.all_of_skill(*id).next().is_none()
    };
    let reason = |made: Option<&MadeFor>| made.and_then(|made| left_out(own, view, files, folder, made));
    let not_shipped = catalog.skills().filter(is_left).map(|(_, skill)| loose(skill, reason(made))).collect();
    Some(PackageAgent {
        host: view.host.id.clone(),
        name: capitalized(&view.host.name),
        manifest: made.map(|made| made.manifest.clone()),
        fate: match made.map_or(Fate::Taken, |made| made.fate.clone()) {
            Fate::Taken => "taken",
            Fate::Unlisted => "unlisted",
            Fate::Refused => "refused",
        },
        skills,
        not_shipped,
    })
}

fn loose(skill: &Skill, reason: Option<String>) -> LooseSkill {
    let name = skill.name.as_ref().map_or(&*skill.folder, |name| &*name.text);
    LooseSkill { name: name.to_owned(), path: skill.path.clone(), reason }
}
