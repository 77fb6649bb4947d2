//! Which files somebody asks about.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::catalog::manifest::{self, subjects};
use crate::catalog::{Environment, FileKind, agent_readers};
use crate::config::Config;
use crate::disk::{self, Here, Wish};
use crate::words::add_new;

/// The files that a walk is about, besides those that hosts come upon.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// None.
    Nothing,
    /// What lies here: below the working directory as far as git does not ignore it, and in the roots of the hosts in
    /// this repository; the user's own with them, when that is said.
    Here {
        /// Whether the skills of the home folder are meant too.
        user: bool,
    },
    /// All that may be meant by somebody who misses a skill: what lies here, the user's own, and what lies in the folders of
    /// agents further up, in the main checkout, and where git ignores it.
    Around,
    /// What lies below some paths.
    Paths(&'a [PathBuf]),
}

/// Whether a file, or what lies in a folder, is asked for.
pub(super) fn is_asked_for(asked: Asked<'_>, config: &Config, environment: &Environment, path: &Path) -> bool {
    match asked {
        Asked::Nothing => false,
        // What is left out stays left out where it is named: a hook or a shell names whatever there is.
        Asked::Paths(named) => named.iter().any(|it| path.starts_with(it)) && !config.exclusion.has(path),
        Asked::Here { user } => (user || is_here(environment, path)) && !config.exclusion.has(path),
        Asked::Around => !config.exclusion.has(path),
    }
}

/// Whether a file that only a package of this repository brings is asked for: what the package has besides, around whoever
/// stands in a part of it, is not.
pub(super) fn is_asked_of_package(asked: Asked<'_>, environment: &Environment, path: &Path) -> bool {
    match asked {
        Asked::Here { .. } => path.starts_with(&environment.working_directory),
        Asked::Nothing | Asked::Around | Asked::Paths(_) => true,
    }
}

/// The files that are asked for, by path: of those that hosts came upon that judge, and of those that were found.
pub(super) fn asked_for(
    asked: Asked<'_>,
    config: &Config,
    environment: &Environment,
    met: Vec<PathBuf>,
    found: Vec<PathBuf>,
) -> Option<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = match asked {
        Asked::Nothing => return None,
        Asked::Paths(_) => {
            let all = met.into_iter().chain(found);
            all.filter(|path| is_asked_for(asked, config, environment, path)).collect()
        }
        Asked::Here { .. } | Asked::Around => {
            let met = met.into_iter().filter(|path| is_asked_for(asked, config, environment, path));
            met.chain(found.into_iter().filter(|path| !config.exclusion.has(path))).collect()
        }
    };
    // Both came in order, which a stable sort makes use of.
    paths.sort();
    paths.dedup();
    Some(paths)
}

/// The manifests that are asked for: those that are named, or lie below what is named or below the working directory.
pub(super) fn manifests_asked_for(
    asked: Asked<'_>,
    config: &Config,
    environment: &Environment,
    here: &mut Here,
) -> Vec<PathBuf> {
    // A manifest is no skill, even where somebody names it.
    let names: HashSet<OsString> = config.known_hosts.real().flat_map(|host| manifest::file_names(host)).collect();
    let is_manifest = |path: &Path| {
        path.file_name().is_some_and(|name| names.contains(name))
            && !subjects(config.known_hosts.real(), None, path).is_empty()
    };
    let named = here.found.extract_if(.., |found| is_manifest(&found.path)).map(|found| found.path);
    let folders = match asked {
        Asked::Nothing => return named.collect(),
        Asked::Paths(paths) => paths,
        Asked::Here { .. } | Asked::Around => std::slice::from_ref(&environment.working_directory),
    };
    let is_meant =
        |path: &&PathBuf| folders.iter().any(|folder| path.starts_with(folder)) && !config.exclusion.has(path);
    let mut manifests: Vec<PathBuf> = environment.own_packages.manifests.iter().filter(is_meant).cloned().collect();
    add_new(&mut manifests, named.filter(|path| !config.exclusion.has(path)));
    manifests
}

/// The agents that are asked for: those that are named, or lie below what is named, or in folders of agents from the
/// working directory up to the top of the repository; with the user's own, when that is said.
pub(super) fn agents_asked_for(
    asked: Asked<'_>,
    config: &Config,
    environment: &Environment,
    here: &mut Here,
) -> Vec<PathBuf> {
    let own = &environment.own_packages;
    let is_agent = |path: &Path| !agent_readers(&config.known_hosts, config.hosts.as_deref(), own, path).is_empty();
    // An agent is no skill, even where somebody names it.
    let named = here.found.extract_if(.., |found| is_agent(&found.path)).map(|found| found.path);
    let mut agents: Vec<PathBuf> = named.collect();
    agents.extend(std::mem::take(&mut here.agents).into_iter().filter(|path| is_agent(path)));
    // Those that manifests name may lie anywhere.
    let is_there = |path: &&PathBuf| is_agent(path) && disk::files().kind(path) == Some(FileKind::File);
    agents.extend(own.agents.keys().filter(is_there).cloned());
    if let Asked::Here { .. } | Asked::Around = asked {
        let user = !matches!(asked, Asked::Here { user: false });
        let owned: Vec<&String> =
            config.known_hosts.real_or(|id| config.names(id)).flat_map(|host| &host.agents.owns).collect();
        let holders = holders(environment, user).into_iter();
        let folders = holders.flat_map(|holder| owned.iter().map(move |owned| holder.join(owned)));
        let files = disk::files();
        let folders: Vec<PathBuf> = folders.filter(|it| files.kind(it) == Some(FileKind::Folder)).collect();
        let wish = Wish { exclusion: &config.exclusion, manifests: &[], owned: &[], resources: &[] };
        agents.extend(disk::below(&folders, environment, &wish).agents.into_iter().filter(|path| is_agent(path)));
    }
    agents.retain(|path| is_asked_for(asked, config, environment, path));
    agents.sort_unstable();
    agents.dedup();
    agents
}

/// The folders in which hosts that are started here look for folders of their own: from the working directory up to the
/// top of the repository, and the home folder where that is said.
pub(super) fn holders(environment: &Environment, user: bool) -> Vec<&Path> {
    let Environment { working_directory, git_root, home, .. } = environment;
    let top = git_root.as_deref().unwrap_or(working_directory);
    let upwards = working_directory.ancestors().take_while(|folder| folder.starts_with(top));
    upwards.chain(home.as_deref().filter(|_| user)).collect()
}

/// Whether a file belongs to what is worked on here, and not to the user or the machine: it lies in the working
/// directory, in this repository, or in a folder that was added for this run.
pub(super) fn is_here(environment: &Environment, path: &Path) -> bool {
    let Environment { working_directory, git_root, home, added, plugin_folders, .. } = environment;
    // Whose home is a repository keeps settings in it, and works below.
    let holds_home = |root: &&PathBuf| home.as_ref().is_some_and(|home| home.starts_with(root));
    let repository = git_root.as_ref().filter(|root| !holds_home(root));
    let mut folders = [working_directory].into_iter().chain(repository).chain(added).chain(plugin_folders);
    folders.any(|folder| path.starts_with(folder))
}
