//! Whose eyes are needed: the hosts that a question is about, and those for which the author of a file writes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Controls, Environment, FileKind, Files, Place, SkillRoot, agent_readers, places};
use crate::config::Config;
use crate::document::Document;
use crate::document::fence::FenceFault;
use crate::hosts::Host;

/// Which hosts a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Findings: the hosts the author writes for; without any, those that own a root that exists, and `agentskills`.
    Check,
    /// `list` and `why`: the hosts named in the settings or flags, or else every real host. Nothing is checked.
    All,
    /// An editor: every real host and those that are named; the hosts of `Check` among them judge.
    Both,
}

impl Wanted {
    /// The same about every host that an agent may be.
    pub(crate) fn of_all(self) -> Wanted {
        if self == Wanted::Both { Wanted::Both } else { Wanted::All }
    }
}

/// The hosts whose views are needed, in the order of the table.
pub fn indexed_hosts(config: &Config, environment: &Environment, files: &dyn Files, wanted: Wanted) -> Vec<Arc<Host>> {
    if wanted == Wanted::Both {
        // Who the author writes for does not change what the agents see.
        let named = named(config, config.hosts.as_deref().unwrap_or_default());
        let special = named.iter().filter(|host| host.only_when_named);
        return config.known_hosts.real().chain(special).cloned().collect();
    }
    if let Some(ids) = &config.hosts {
        return named(config, ids);
    }
    let owns_a_root = |host: &Host| {
        let is_own = |place: &Place| {
            host.owns.iter().any(|end| place.path.ends_with(end)) && files.kind(&place.path) == Some(FileKind::Folder)
        };
        places(host, environment, &Controls::default()).iter().any(is_own)
    };
    let real = config.known_hosts.real();
    let wanted_one = |host: &&Arc<Host>| match wanted {
        Wanted::All | Wanted::Both => true,
        Wanted::Check => {
            let brings_packages = !host.owns_manifests.is_empty() && environment.declared.packaged.contains(&host.id);
            let has_own = environment.own_packages.concerns(host);
            let has_agents = || {
                let folder = |owned: &String| environment.working_directory.join(owned);
                host.agents.owns.iter().any(|owned| files.kind(&folder(owned)) == Some(FileKind::Folder))
            };
            host.specification || brings_packages || has_own || owns_a_root(host) || has_agents()
        }
    };
    real.filter(wanted_one).cloned().collect()
}

fn named(config: &Config, ids: &[String]) -> Vec<Arc<Host>> {
    ids.iter().filter_map(|id| config.known_hosts.get(id)).cloned().collect()
}

/// A host for which the author of a file writes.
pub(super) struct Addressee {
    pub(super) host: Arc<Host>,
    /// Whether it never meets the file where it lies: what it does with it is what it would do.
    pub(super) is_stranger: bool,
}

impl Addressee {
    fn reading(host: Arc<Host>) -> Addressee {
        Addressee { host, is_stranger: false }
    }
}

/// The hosts for which the author of a file writes: of an agent, those that read it as one; of a skill, those of the
/// settings, or else the owner of its root, those for
/// which the packages are made that bring it, and the open specification.
pub(super) fn judges(config: &Config, environment: &Environment, files: &dyn Files, path: &Path) -> Vec<Addressee> {
    let readers = agent_readers(&config.known_hosts, config.hosts.as_deref(), &environment.own_packages, path);
    if !readers.is_empty() {
        return readers.into_iter().map(Addressee::reading).collect();
    }
    if let Some(ids) = &config.hosts {
        let root = SkillRoot::of(&config.known_hosts, path);
        // The specification, and what only validates, read whatever they are given.
        let has_places = |host: &Host| !host.specification && !host.roots.is_empty();
        let is_stranger = |host: &Host| has_places(host) && root.as_ref().is_some_and(|root| !root.is_read_by(host));
        let named = named(config, ids).into_iter();
        return named.map(|host| Addressee { is_stranger: is_stranger(&host), host }).collect();
    }
    let mut hosts = addressed(config, environment, files, path);
    // Commands are no part of the open specification.
    let is_skill = path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    if !is_skill && !hosts.is_empty() {
        return hosts;
    }
    if !hosts.iter().any(|it| it.host.specification) {
        hosts.extend(config.known_hosts.specification().cloned().map(Addressee::reading));
    }
    hosts
}

/// Whether a file is no business of the hosts that are named: it lies outside what is worked on, in the folder of another
/// agent, and none of them looks there.
pub(super) fn is_of_others(config: &Config, environment: &Environment, path: &Path) -> bool {
    let Some(ids) = config.hosts.as_ref().filter(|_| environment.is_elsewhere(path)) else { return false };
    let looks_there = |host: &Arc<Host>| {
        places(host, environment, &Controls::default()).iter().any(|place| path.starts_with(&place.path))
    };
    SkillRoot::of(&config.known_hosts, path).is_some() && !named(config, ids).iter().any(looks_there)
}

/// Whether a file without frontmatter is no skill but a piece of text: it lies in a package that does not ship it, and in
/// no agent's folder. Builds put such pieces into skills.
pub(super) fn is_piece(
    config: &Config,
    environment: &Environment,
    files: &dyn Files,
    document: &Document,
    path: &Path,
) -> bool {
    document.fence.fault == Some(FenceFault::Missing)
        && environment.own_packages.around(path).is_some()
        && addressed(config, environment, files, path).is_empty()
}

/// The agents to which the place of a file belongs: the owner of its root, and those for which the packages are made that
/// bring it.
pub(super) fn addressed(config: &Config, environment: &Environment, files: &dyn Files, path: &Path) -> Vec<Addressee> {
    let folder = path.parent().unwrap_or(path);
    let mut hosts: Vec<Arc<Host>> = config.known_hosts.owners(folder).into_iter().cloned().collect();
    let own = &environment.own_packages;
    let real = || config.known_hosts.real();
    if !own.made_for.is_empty() {
        let shipping = own.shipping(path);
        let is_new = |host: &&Arc<Host>| !hosts.iter().any(|known| known.id == host.id);
        let is_shipped = |host: &&Arc<Host>| shipping.contains(&host.id.as_str());
        let more: Vec<Arc<Host>> = real().filter(is_shipped).filter(is_new).cloned().collect();
        hosts.extend(more);
    }
    if hosts.is_empty() {
        // A manifest that is refused brings nothing, and is written for somebody all the same.
        let packages = packages_around(path);
        // What was looked for once need not be looked for again for each skill.
        let seen = if packages.is_empty() { None } else { own.seen_around(path) };
        let meant = real().filter(|host| is_in_package(host, &packages, seen, files));
        return meant.map(|host| Addressee { host: host.clone(), is_stranger: true }).collect();
    }
    hosts.into_iter().map(Addressee::reading).collect()
}

/// The folders `X` of which a file is `X/skills/NAME/SKILL.md` or `X/commands/…`.
fn packages_around(path: &Path) -> Vec<&Path> {
    let roots = path.ancestors().skip(1).take(4).filter(|root| root.ends_with("skills") || root.ends_with("commands"));
    roots.filter_map(Path::parent).collect()
}

/// Whether one of these folders has a manifest that is the host's own. `seen` are all manifests that were found around.
fn is_in_package(host: &Host, packages: &[&Path], seen: Option<&[PathBuf]>, files: &dyn Files) -> bool {
    let seen = seen.filter(|_| host.packages.takes_own());
    let is_there = |manifest: &Path| match seen {
        Some(seen) => seen.binary_search_by(|it| it.as_path().cmp(manifest)).is_ok(),
        None => files.kind(manifest).is_some(),
    };
    if seen.is_some_and(<[_]>::is_empty) {
        return false;
    }
    packages.iter().any(|package| host.owns_manifests.iter().any(|name| is_there(&package.join(name))))
}
