//! The files in which skills may be mentioned: skills and what lies beside them, `CLAUDE.md`, `AGENTS.md`, agents.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::catalog::{Files, FoundKind, Skill, upwards};
use crate::document::{self, Document};
use crate::features::Context;
use crate::hosts::{Until, memory_files};
use crate::knowledge::bundled;

/// The folders beside a folder of skills in which agents are described.
const AGENTS: &[&str] = &["agents", "agent"];

/// Whether a file is one of those that tell an agent about a project or a user, by its name.
pub fn is_memory(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| memory_files().any(|it| it == name))
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
    let is_markdown = |name: &String| Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case("md"));
    bundled::files(files, folder).iter().filter(|name| is_markdown(name)).map(|name| folder.join(name)).collect()
}
