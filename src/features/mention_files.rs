//! The files in which skills may be mentioned: skills and what lies beside them, `CLAUDE.md`, `AGENTS.md`, agents, rules and
//! whatever else is Markdown in the folders of the agents.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::catalog::{Files, FoundKind, Skill, upwards};
use crate::document::{self, Document};
use crate::features::Context;
use crate::hosts::{Until, kept_folders, memory_files};
use crate::knowledge::bundled;

/// The folders beside a folder of skills in which agents are described.
const AGENTS: &[&str] = &["agents", "agent"];

/// The folders beside a folder of skills in which agents are told something else, in Markdown.
const TOLD: &[&str] = &["chatmodes", "command", "commands", "instructions", "output-styles", "prompts", "rules"];

/// Folders of agents that are not theirs alone: of them only what is addressed to agents counts.
const SHARED: &[&str] = &[".github"];

/// How deep the folder of an agent is looked through, and how many files are taken from it.
const DEEPEST: usize = 6;
const MOST: usize = 2000;

/// Whether a file is one of those that tell an agent about a project or a user, by its name.
pub fn is_memory(path: &Path) -> bool {
    memory_files().any(|end| path.ends_with(end))
}

/// Whether a file may mention skills though it is none, by its name and place: `CLAUDE.md`, an agent, a rule, a file beside
/// a skill.
pub fn is_note(path: &Path) -> bool {
    let mut folders = path.ancestors().skip(1);
    let is_named = |folder: &Path| {
        let named = |names: &[&str]| names.iter().any(|name| folder.ends_with(name));
        let is_kept = |folder: &Path| kept_folders().any(|kept| folder.ends_with(kept));
        let is_shared = named(SHARED);
        folder.ends_with("skills")
            || named(AGENTS)
            || (named(TOLD) && folder.parent().is_some_and(is_kept))
            || (is_kept(folder) && !is_shared)
    };
    is_memory(path) || (is_markdown(path) && folders.any(is_named))
}

/// Every file that holds one of `words`, and what it says; `also` are files to look at besides.
pub(crate) fn files_with(context: &Context<'_>, words: &[&str], also: &[PathBuf]) -> Vec<(PathBuf, Arc<Document>)> {
    let files = context.files;
    let mut paths = all(context);
    paths.extend(also.iter().cloned());
    let read = |path: PathBuf| {
        let text = files.text(&path)?;
        let holds = words.iter().any(|word| text.contains(word));
        holds.then(|| (path, Arc::new(document::parse(&text))))
    };
    paths.into_par_iter().filter_map(read).collect()
}

/// The files in which skills may be mentioned. Not all of them are there.
fn all(context: &Context<'_>) -> BTreeSet<PathBuf> {
    let skills: Vec<&Skill> = context.catalog.skills().map(|(_, skill)| skill).collect();
    let files = context.files;
    let mut found: BTreeSet<PathBuf> = skills
        .into_par_iter()
        .flat_map_iter(|skill| {
            let folder = skill.path.parent().filter(|_| skill.kind == FoundKind::Skill);
            let beside = folder.into_iter().flat_map(|folder| markdown_in(files, folder));
            std::iter::once(skill.path.clone()).chain(beside).collect::<Vec<_>>()
        })
        .collect();
    let (places, hosts_own) = surroundings(context);
    found.extend(agents_in(files, &hosts_own));
    found.extend(hosts_own.iter().flat_map(|folder| told_in(context, folder)));
    for folder in places.iter().chain(&hosts_own) {
        found.extend(memory_files().map(|name| folder.join(name)));
    }
    found.extend(readmes(context));
    found
}

/// The files that tell people about the packages of the repository; whole ids such as `bio:align` mean skills there.
pub(crate) fn readmes(context: &Context<'_>) -> BTreeSet<PathBuf> {
    let environment = context.environment;
    let packages = environment.own_packages.known.iter().map(|(_, folder)| folder);
    let root = environment.git_root.iter().filter(|_| !environment.own_packages.known.is_empty());
    packages.chain(root).map(|folder| folder.join("README.md")).collect()
}

/// The files that describe agents.
pub(crate) fn agents(context: &Context<'_>) -> Vec<PathBuf> {
    agents_in(context.files, &surroundings(context).1)
}

fn agents_in(files: &dyn Files, folders: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let folders = folders.iter().flat_map(|folder| AGENTS.iter().map(|name| folder.join(name)));
    folders.flat_map(|folder| markdown_in(files, &folder)).collect()
}

/// What is told to agents in a folder that is theirs: all Markdown of a project's; of a user's, in which agents also keep
/// what they note themselves, that of the folders that are meant for it.
fn told_in(context: &Context<'_>, folder: &Path) -> Vec<PathBuf> {
    let environment = context.environment;
    let project = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    let is_users = environment.home.as_ref().is_some_and(|home| folder.parent() == Some(home));
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut found = Vec::new();
    if folder.starts_with(project) && !is_users && name.starts_with('.') && !SHARED.contains(&name) {
        below(context.files, folder, 0, &mut found);
    } else {
        TOLD.iter().for_each(|name| below(context.files, &folder.join(name), 0, &mut found));
    }
    found
}

/// The Markdown below a folder. Another checkout is entered by nobody: an agent may keep some in its folder.
fn below(files: &dyn Files, folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let names = files.list(folder);
    if depth > DEEPEST || names.iter().any(|name| name.trim_end_matches('/') == ".git") {
        return;
    }
    for name in names {
        if found.len() >= MOST {
            return;
        }
        match name.strip_suffix('/') {
            Some("node_modules" | "target") => {}
            Some(inner) => below(files, &folder.join(inner), depth + 1, found),
            None if is_markdown(Path::new(&name)) => found.push(folder.join(name)),
            None => {}
        }
    }
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}

/// The folders that agents work in, and the folders in which hosts keep what is theirs.
fn surroundings(context: &Context<'_>) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
    let environment = context.environment;
    let mut places: BTreeSet<PathBuf> = upwards(environment, Until::GitRootOrHere).into_iter().collect();
    places.extend(environment.home.clone());
    places.extend(environment.nested.iter().cloned());
    places.extend(environment.added.iter().cloned());
    let known = [Some(&environment.working_directory), environment.git_root.as_ref(), environment.home.as_ref()];
    let packages = context.catalog.views().iter().flat_map(|view| &view.controls.packages);
    let packages: HashSet<&Path> = packages.map(|package| &*package.path).collect();
    let is_known =
        |folder: &Path| known.iter().flatten().any(|known| folder.starts_with(known)) || packages.contains(folder);
    let mut own = BTreeSet::new();
    for place in context.catalog.views().iter().flat_map(|view| view.places.iter()) {
        let Some(folder) = place.path.parent().filter(|folder| is_known(folder)) else { continue };
        if own.insert(folder.to_owned())
            && folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
        {
            places.extend(folder.parent().map(Path::to_owned));
        }
    }
    (places, own)
}

fn markdown_in(files: &dyn Files, folder: &Path) -> Vec<PathBuf> {
    bundled::files(files, folder).iter().map(|name| folder.join(name)).filter(|path| is_markdown(path)).collect()
}
