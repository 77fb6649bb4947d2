//! The packages of an agent that are installed and not enabled, or could be tried out.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::catalog::near_miss::is_dangling;
use crate::catalog::{Candidate, FileKind, Origin, Package, SettingsFile, View, parsed, settings_places};
use crate::hosts::{At, StoreKind};
use crate::words::{capitalized, likely};

use super::agent::placed;
use super::faulty_package::package_of;
use super::further::besides;
use super::marketplace::json;
use super::{Cause, Facts, Line, command, link};

/// The skills of packages that are installed and not enabled.
pub(super) fn off(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let mut lines = Vec::new();
    let is_off = |origin: Origin| matches!(origin, Origin::Installed | Origin::Adopted | Origin::Untrusted);
    for package in view.controls.packages.iter().filter(|package| !package.loaded && is_off(package.origin)) {
        let mut skills: Vec<(String, std::path::PathBuf)> = Vec::new();
        for root in roots_of_skills(view, package) {
            for name in facts.files.list(&root).iter().filter_map(|name| name.strip_suffix('/')) {
                let file = root.join(name).join("SKILL.md");
                if facts.files.kind(&file).is_some() {
                    let is_plain = view.host.roots.iter().any(|rule| rule.at == At::Package && rule.unprefixed);
                    let name = if is_plain { name.to_owned() } else { format!("{}:{name}", package.name) };
                    skills.push((name, file));
                }
            }
        }
        skills.sort();
        skills.dedup();
        if skills.is_empty() {
            continue;
        }
        let words = match package.origin {
            Origin::Untrusted => format!("the project that brings the plugin `{}` is not trusted", package.name),
            _ => format!("the plugin `{}` is installed, but {}", package.name, not_enabled(facts, view, package)),
        };
        let enabling = view.host.packages.enabling.as_ref();
        let id = command::quoted(package.id.trim_end_matches('@'));
        let enabling = enabling.map(|command| command.replace("{id}", &id));
        // What a file says is changed in that file: the agent's own command may write to another one.
        let file = view.controls.plugin_files.get(&package.id).filter(|_| view.controls.plugin(&package.id).is_some());
        let next = file.map(|file| command::editing(facts.environment, file)).or(enabling);
        // What else is amiss is told where that does not make a list of it.
        let is_few = skills.len() <= FEW;
        lines.extend(skills.into_iter().map(|(name, file)| {
            let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            let words = match is_few {
                true => besides(facts, view, &file, &folder, Cause::PluginOff, words.clone()),
                false => words.clone(),
            };
            Line::new(Cause::PluginOff, &name, &file, words).next(next.clone()).for_many(next.clone())
        }));
    }
    lines
}

/// Of so many skills of a package that is off it is told what else is amiss with them.
const FEW: usize = 6;

/// The folders of skills in a package, in which the agent looks.
fn roots_of_skills(view: &View, package: &Package) -> Vec<PathBuf> {
    let rules = view.host.roots.iter().filter(|rule| rule.at == At::Package && !rule.layout.is_commands());
    let mut roots: Vec<PathBuf> = rules.flat_map(|rule| package.paths(rule)).collect();
    roots.retain(|root| root.starts_with(&package.path));
    roots.sort();
    roots.dedup();
    roots
}

/// The skills of installed packages that lie in a folder which is called nearly as the right one.
pub(super) fn misspelled_folders(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let mut lines = Vec::new();
    for package in view.controls.packages.iter().filter(|package| package.origin != Origin::Here) {
        for root in roots_of_skills(view, package).into_iter().filter(|root| facts.files.kind(root).is_none()) {
            let (Some(around), Some(name)) = (root.parent(), root.file_name().and_then(|name| name.to_str())) else {
                continue;
            };
            let names = facts.files.list(around);
            let folders = names.iter().filter_map(|name| name.strip_suffix('/'));
            let Some(wrong) = folders.into_iter().find(|it| strsim::osa_distance(&it.to_lowercase(), name) <= 1) else {
                continue;
            };
            let wrong = around.join(wrong);
            let skills =
                facts.files.list(&wrong).into_iter().filter_map(|name| name.strip_suffix('/').map(str::to_owned));
            let skills = skills.filter(|skill| facts.files.kind(&wrong.join(skill).join("SKILL.md")).is_some());
            let words = format!("the plugin `{}` keeps its skills in a folder that is called `{name}`", package.name);
            let next = command::moving(facts.environment, facts.files, &wrong, &root);
            lines.extend(skills.map(|skill| {
                Line::new(Cause::Misplaced, &skill, &wrong.join(&skill), words.clone())
                    .next(next.clone())
                    .for_many(next.clone())
            }));
        }
    }
    lines
}

/// The folders of skills of packages that are links to nothing.
pub(super) fn broken_links(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let packages = view.controls.packages.iter().filter(|package| package.origin != Origin::Here);
    let roots =
        packages.flat_map(|package| roots_of_skills(view, package).into_iter().map(move |root| (package, root)));
    let broken = roots.filter(|(_, root)| is_dangling(facts.files, root));
    broken
        .map(|(package, root)| {
            let (words, next) = link::broken(facts, &root);
            let words = format!("the folder of the skills of `{}` is {words}", package.name);
            Line::new(Cause::Misplaced, &package.name, &root, words).listed(true).next(next)
        })
        .collect()
}

/// The packages that settings switch on, and that are not there.
pub(super) fn not_there(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let Some(key) = view.host.controls.plugins.as_deref() else { return Vec::new() };
    let problems = unreadable(facts, view);
    // What was meant by it is told as not enabled.
    let is_near = |id: &str| {
        let off = || view.controls.packages.iter().filter(|package| !package.loaded);
        off().any(|package| is_of_plugin(id, &package.name)) || likely(id, off().map(|it| it.id.as_str())).is_some()
    };
    // A list that cannot be read may be what names it.
    let is_told = |id: &str| {
        let of_it = |skill: &String| skill == id || skill.split([':', '@']).next() == id.split('@').next();
        problems.iter().any(|line| line.skills.iter().any(of_it))
    };
    let is_missing = |id: &str| !is_there(view, id) && !is_near(id) && !is_told(id);
    let mut lines = Vec::new();
    for (id, _) in view.controls.plugins.iter().filter(|(id, on)| *on && is_missing(id)) {
        let Some(file) = view.controls.plugin_files.get(id) else { continue };
        if let Some(folder) = recorded(facts, view, id) {
            lines.extend(not_taken(facts, view, id, &folder));
            continue;
        }
        let market = id.split_once('@').map(|(_, market)| market);
        if let Some(market) = market.filter(|market| !is_known_market(facts, view, market)) {
            let words = format!(
                "`{key}` switches the plugin `{id}` on, but it is not installed, and its marketplace `{market}` is not added"
            );
            let next = view.host.packages.adding.clone();
            lines.push(Line::new(Cause::PluginOff, id, file, words).next(next));
            continue;
        }
        let words = format!("`{key}` switches the plugin `{id}` on, but it is not installed");
        let next = view.host.packages.installing.as_ref().map(|it| it.replace("{id}", &command::quoted(id)));
        lines.push(Line::new(Cause::PluginOff, id, file, words).next(next));
    }
    lines.extend(problems);
    lines
}

/// Where the agent has put a plugin, as its list of what is installed says, or by the folders that it keeps them in.
fn recorded(facts: &Facts<'_>, view: &View, id: &str) -> Option<PathBuf> {
    let listed = records(facts, view).into_iter().find(|(known, _)| known == id).map(|(_, folder)| folder);
    let kept = || {
        let (name, market) = id.split_once('@')?;
        let stores = view.host.packages.stores.iter().filter(|store| store.kind == StoreKind::Versions);
        let places = stores.flat_map(|store| &store.places).flat_map(|place| settings_places(place, facts.environment));
        let versions = places.flatten().map(|place| place.join(market).join(name));
        let version = |folder: &PathBuf| Some(folder.join(facts.files.list(folder).pop()?.strip_suffix('/')?));
        versions.filter_map(|folder| version(&folder)).next()
    };
    listed.or_else(kept)
}

/// What the lists of an agent say is installed for whoever works here: ids, and the folders of the copies.
fn records(facts: &Facts<'_>, view: &View) -> Vec<(String, PathBuf)> {
    let here = &facts.environment.working_directory;
    let is_here = |record: &Record| record.project.as_ref().is_none_or(|project| here.starts_with(project));
    all_records(facts, view).into_iter().filter(is_here).map(|record| (record.id, record.copy)).collect()
}

/// The project for which alone a plugin is installed.
pub(super) fn only_project(facts: &Facts<'_>, view: &View, id: &str) -> Option<PathBuf> {
    all_records(facts, view).into_iter().find(|record| record.id == id)?.project
}

/// A line in an agent's list of what is installed.
struct Record {
    id: String,
    copy: PathBuf,
    /// The project for which it is installed, where that is not everywhere.
    project: Option<PathBuf>,
}

fn all_records(facts: &Facts<'_>, view: &View) -> Vec<Record> {
    let mut all = Vec::new();
    for store in &view.host.packages.stores {
        let Some(list) = &store.installed else { continue };
        for folder in store.places.iter().flat_map(|place| settings_places(place, facts.environment)).flatten() {
            let list = json(facts, &folder.join(list)).unwrap_or_default();
            for (id, copies) in list.get("plugins").and_then(Value::as_object).into_iter().flatten() {
                let copies = match copies {
                    Value::Array(copies) => copies.iter().collect(),
                    one => vec![one],
                };
                let said = |copy: &Value, key: &str| copy.get(key).and_then(Value::as_str).map(PathBuf::from);
                all.extend(copies.into_iter().filter_map(|copy| {
                    let project = said(copy, "projectPath").filter(|_| copy.get("scope") != Some(&"user".into()));
                    Some(Record { id: id.clone(), copy: said(copy, "installPath")?, project })
                }));
            }
        }
    }
    all
}

/// Why an agent does not take a plugin that is installed and enabled, where that can be told.
fn not_taken(facts: &Facts<'_>, view: &View, id: &str, folder: &Path) -> Option<Line> {
    let name = id.split_once('@').map_or(id, |(name, _)| name);
    let again = |command: &Option<String>| command.as_ref().map(|it| it.replace("{id}", &command::quoted(id)));
    if facts.files.kind(folder).is_none() {
        let words = format!("the plugin `{name}` is installed, but the folder of its copy is not there any more");
        return Some(Line::new(Cause::PluginOff, id, folder, words).next(again(&view.host.packages.installing)));
    }
    let mut manifests = view.host.packages.manifests.iter().map(|manifest| folder.join(manifest));
    let manifest = manifests.find_map(|path| Some((facts.files.text(&path)?, path)));
    if let Some((text, path)) = manifest {
        let file = SettingsFile { path: path.clone(), text, ..SettingsFile::default() };
        if let Err(message) = parsed(&file, false) {
            return Some(broken_manifest(facts, view, name, &path, &message));
        }
    }
    let market = id.split_once('@').map(|(_, market)| market)?;
    let said = market_of(facts, view, market)?;
    let text = |pointer: &str| said.pointer(pointer).and_then(Value::as_str);
    let kept = text("/installLocation").map(PathBuf::from).filter(|folder| facts.files.kind(folder).is_none())?;
    let repository = text("/source/repo").map(command::quoted);
    let words =
        format!("the plugin `{name}` is installed, but the copy of its marketplace `{market}` is not there any more");
    let adding = view.host.packages.adding.as_ref();
    let next = adding.map(|it| repository.map_or_else(|| it.clone(), |repo| it.replace("OWNER/REPOSITORY", &repo)));
    Some(Line::new(Cause::PluginOff, id, &kept, words).next(next))
}

/// A manifest that the agent does not take; `name` is what the plugin is called.
fn broken_manifest(facts: &Facts<'_>, view: &View, name: &str, path: &Path, message: &str) -> Line {
    let (spot, what) = placed(path, message);
    let host = &view.host.name;
    let words = format!("the manifest of the plugin `{name}` cannot be read: {what}; {host} does not load the plugin");
    let folder = package_of(path).unwrap_or(path);
    let skills = facts.files.list(&folder.join("skills"));
    let skills: Vec<String> =
        skills.iter().filter_map(|it| it.strip_suffix('/')).map(|skill| format!("{name}:{skill}")).collect();
    let skills = if skills.is_empty() { vec![name.to_owned()] } else { skills };
    let id = records(facts, view).into_iter().find(|(_, at)| at == folder).map(|(id, _)| id);
    let line = Line::new(Cause::Package, "", path, words).at(spot);
    let line = match view.host.packages.updating.as_ref().zip(id) {
        Some((updating, id)) if is_copy(facts, view, folder) => {
            let words = format!("{}; mend that where it is written, and update it then", line.words);
            Line { words, ..line }.next(updating.replace("{id}", &command::quoted(&id)))
        }
        _ => line.next(command::editing(facts.environment, path)),
    };
    Line { skills, ..line }
}

/// The lists of plugins and manifests of enabled plugins that an agent cannot read.
pub(super) fn unreadable(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let is_manifest = |path: &Path| view.host.packages.manifests.iter().any(|manifest| path.ends_with(manifest));
    // What `check` finds in the packages of this repository is told by their own lines.
    let is_told = |path: &Path| facts.findings.iter().any(|(known, findings)| known == path && !findings.is_empty());
    let problems = view.controls.package_problems.iter().filter(|(path, _)| !is_told(path));
    let line = |(path, message): &(PathBuf, String)| {
        if is_manifest(path) {
            let folder = package_of(path)?;
            let called = name_of(facts, path).or_else(|| Some(folder.file_name()?.to_string_lossy().into_owned()))?;
            let id = records(facts, view).into_iter().find(|(_, at)| at == folder).map(|(id, _)| id);
            let is_it = |known: &str| id.as_deref().map_or_else(|| is_of_plugin(known, &called), |id| id == known);
            let is_on = view.controls.plugins.iter().any(|(known, on)| *on && is_it(known));
            let name = id.as_deref().and_then(|id| id.split_once('@')).map_or(called.as_str(), |(name, _)| name);
            return is_on.then(|| broken_manifest(facts, view, name, path, message));
        }
        let (spot, what) = placed(path, message);
        let words = format!("it cannot be read: {what}; {} takes no plugins from it", view.host.name);
        let line = Line::new(Cause::Package, "", path, words).at(spot);
        let missing = view.controls.plugins.iter().filter(|(id, on)| *on && !is_there(view, id));
        let skills = missing.map(|(id, _)| id.clone()).collect();
        Some(Line { skills, ..line.listed(true).next(command::editing(facts.environment, path)) })
    };
    problems.filter_map(line).collect()
}

/// The name that a manifest gives, where it can be read at all.
fn name_of(facts: &Facts<'_>, manifest: &Path) -> Option<String> {
    json(facts, manifest)?.get("name")?.as_str().map(str::to_owned)
}

/// Whether a package lies where the agent keeps its copies.
fn is_copy(facts: &Facts<'_>, view: &View, folder: &Path) -> bool {
    let stores = view.host.packages.stores.iter().flat_map(|store| &store.places);
    let mut places = stores.flat_map(|place| settings_places(place, facts.environment)).flatten();
    places.any(|place| folder.starts_with(place))
}

fn is_there(view: &View, id: &str) -> bool {
    view.controls.packages.iter().any(|package| package.id == id)
}

/// Whether an id such as `bio@market` means a plugin of this name.
fn is_of_plugin(id: &str, name: &str) -> bool {
    id.split_once('@').is_some_and(|(plugin, _)| plugin == name)
}

/// Whether the agent has been told of a marketplace; also where nobody can tell.
fn is_known_market(facts: &Facts<'_>, view: &View, name: &str) -> bool {
    let has_list = view.host.packages.stores.iter().any(|store| store.registered.is_some());
    !has_list || market_of(facts, view, name).is_some()
}

/// What the agent's list of marketplaces says of one.
fn market_of(facts: &Facts<'_>, view: &View, name: &str) -> Option<Value> {
    view.host.packages.stores.iter().find_map(|store| {
        let file = store.registered.as_deref()?;
        let mut places = store.places.iter().flat_map(|place| settings_places(place, facts.environment)).flatten();
        places.find_map(|place| json(facts, &place.join(file))?.get(name).cloned())
    })
}

/// Folders among the packages of an agent that bring skills and have no manifest, by which it would know them.
pub(super) fn without_manifest(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let rule = &view.host.packages;
    let mut lines = Vec::new();
    for store in rule.stores.iter().filter(|store| store.kind == StoreKind::Folders && rule.needs_manifest) {
        for around in store.places.iter().flat_map(|place| settings_places(place, facts.environment)).flatten() {
            let names = facts.files.list(&around);
            for name in names.iter().filter_map(|name| name.strip_suffix('/')) {
                let folder = around.join(name);
                let is_there = |file: &str| facts.files.kind(&folder.join(file)).is_some();
                let is_known = view.controls.packages.iter().any(|package| package.path == folder);
                let [manifest, ..] = rule.manifests.as_slice() else { continue };
                if is_known || is_there(manifest) || store.link.as_ref().is_some_and(|link| is_there(link)) {
                    continue;
                }
                let skills = facts.files.list(&folder.join("skills"));
                let skills: Vec<String> =
                    skills.iter().filter_map(|it| it.strip_suffix('/').map(str::to_owned)).collect();
                if !skills.is_empty() {
                    let words =
                        format!("there is no `{manifest}` in it, without which it is not taken for an extension");
                    let next = format!("$EDITOR {}", command::path(facts.environment, &folder.join(manifest)));
                    lines.push(Line { skills, ..Line::new(Cause::PluginOff, "", &folder, words).next(next) });
                }
            }
        }
    }
    lines
}

/// A skill in the folder that holds nothing but the manifest of a package: `bio/.claude-plugin/skills`.
pub(super) fn beside_manifest(facts: &Facts<'_>, view: &View, name: &str, folder: &Path) -> Option<Line> {
    let manifests = &view.host.owns_manifests;
    let mut around = folder.ancestors().skip(1);
    let holder = around.find(|around| {
        let inner = around.file_name().filter(|inner| inner.to_string_lossy().starts_with('.'));
        let is_its = |manifest: &String| Path::new(manifest).parent().and_then(Path::file_name) == inner;
        inner.is_some() && manifests.iter().any(is_its)
    })?;
    let package = holder.parent()?;
    let right = package.join(folder.parent()?.strip_prefix(holder).ok()?);
    let environment = facts.environment;
    let words = format!(
        "`{}` holds the manifest and nothing else: the skills lie beside it, in `{}`",
        holder.file_name()?.to_string_lossy(),
        environment.short(&right)
    );
    // What is installed is a copy, and the next update undoes what is changed in it.
    let is_installed = |it: &&Package| it.origin == Origin::Installed && folder.starts_with(&it.path);
    if let Some(copy) = view.controls.packages.iter().find(is_installed) {
        let words = format!("{words}; mend that where the plugin `{}` is written, and update it then", copy.name);
        let next = view.host.packages.updating.as_ref().map(|it| it.replace("{id}", &command::quoted(&copy.id)));
        return Some(Line::new(Cause::Misplaced, name, folder, words).next(next));
    }
    let from = folder.parent()?;
    let next = match facts.files.kind(&right) {
        None if from != holder => command::moving(environment, facts.files, from, &right),
        _ => command::moving(environment, facts.files, folder, &right.join(name)),
    };
    Some(Line::new(Cause::Misplaced, name, folder, words).next(next))
}

/// A skill in a package that the package does not bring: it lies beside its folders of skills, or too deep.
pub(super) fn not_brought(facts: &Facts<'_>, view: &View, name: &str, folder: &Path) -> Option<Line> {
    let environment = facts.environment;
    let is_around = |package: &&Package| {
        let is_had = package.loaded || matches!(package.origin, Origin::Here | Origin::Installed);
        is_had && !package.path.as_os_str().is_empty() && folder.starts_with(&package.path)
    };
    let package = view.controls.packages.iter().filter(is_around).max_by_key(|package| package.path.iter().count())?;
    let roots = roots_of_skills(view, package);
    let is_skill = |root: &PathBuf| facts.files.kind(&root.join("SKILL.md")).is_some();
    if !roots.is_empty() && roots.iter().all(is_skill) && !is_copy(facts, view, &package.path) {
        return Some(not_named(facts, view, package, name, folder));
    }
    let root = roots.iter().find(|root| folder.starts_with(root)).or(roots.first())?;
    let host = capitalized(&view.host.name);
    let (called, shown) = (&package.name, environment.short(root));
    let words = match folder.strip_prefix(root).map(|below| below.iter().count()) {
        Ok(deep) if deep > 1 => {
            format!(
                "it lies {deep} folders below `{shown}` of the plugin `{called}`; {host} looks one folder deep there"
            )
        }
        Ok(_) => return None,
        Err(_) => format!("{host} takes the skills of the plugin `{called}` from `{shown}`"),
    };
    let to = root.join(name);
    if is_copy(facts, view, &package.path) {
        let words = format!("{words}; mend that where the plugin is written, and update it then");
        let next = view.host.packages.updating.as_ref().map(|it| it.replace("{id}", &command::quoted(&package.id)));
        return Some(Line::new(Cause::Misplaced, name, folder, words).next(next));
    }
    let next = match facts.files.kind(&to) {
        None => command::moving(environment, facts.files, folder, &to),
        Some(_) => command::ours("why", name, &view.host),
    };
    Some(Line::new(Cause::Misplaced, name, folder, words).next(next))
}

/// A skill beside those that the manifest of a package, or its entry in a marketplace, names one by one.
fn not_named(facts: &Facts<'_>, view: &View, package: &Package, name: &str, folder: &Path) -> Line {
    let top = facts.environment.git_root.as_ref();
    let around = package.path.ancestors().take_while(|around| top.is_none_or(|top| around.starts_with(top)));
    let manifests = around.flat_map(|around| view.host.owns_manifests.iter().map(|name| around.join(name)));
    let manifest = manifests.into_iter().find(|path| facts.files.kind(path).is_some());
    let shown = manifest.as_ref().map(|path| format!(" in `{}`", facts.environment.short(path))).unwrap_or_default();
    let words = format!("the plugin `{}` names its skills one by one{shown}, and not this one", package.name);
    let next = manifest.map(|path| command::editing(facts.environment, &path));
    Line::new(Cause::Misplaced, name, folder, words).next(next)
}

/// The names of the folders of skills that the installed copy of a package of this repository has, where there is one.
pub(super) fn installed_copy(facts: &Facts<'_>, view: &View, package: &str) -> Option<HashSet<String>> {
    let own = view.controls.packages.iter().find(|it| it.origin == Origin::Here && it.name == package)?;
    let is_it = |id: &str| id.split('@').next() == Some(package) && view.controls.plugin(id) != Some(false);
    let is_copy = |path: &PathBuf| *path != own.path && facts.files.kind(path).is_some();
    let mut copies = records(facts, view).into_iter().filter(|(id, _)| is_it(id)).map(|(_, path)| path);
    // What an entry of a marketplace names elsewhere is not compared.
    let folder = copies.find(is_copy)?.join("skills");
    facts.files.kind(&folder)?;
    let names = facts.files.list(&folder);
    Some(names.iter().filter_map(|name| name.strip_suffix('/').map(str::to_owned)).collect())
}

/// A skill of a package that lies somewhere and is not installed.
pub(super) fn uninstalled(facts: &Facts<'_>, view: &View, name: &str, folder: &Path) -> Option<Line> {
    let environment = facts.environment;
    let trying = view.host.packages.trying.as_ref()?;
    let is_package = |around: &&Path| {
        let mut manifests = view.host.packages.manifests.iter().filter(|manifest| manifest.contains('/'));
        manifests.any(|manifest| facts.files.kind(&around.join(manifest)) == Some(FileKind::File))
    };
    let package = folder.ancestors().skip(1).find(is_package)?;
    if view.controls.packages.iter().any(|known| known.path == package) {
        return None;
    }
    let called = package.file_name()?.to_string_lossy();
    let words = format!("it belongs to a plugin, `{called}`, that is not installed: to lie there is not enough");
    let next = trying.replace("{path}", &command::path(environment, package));
    Some(Line::new(Cause::PluginOff, name, folder, words).next(next))
}

/// Why a package that is installed is not enabled.
fn not_enabled(facts: &Facts<'_>, view: &View, package: &Package) -> String {
    let key = view.host.controls.plugins.as_deref().unwrap_or("the settings");
    if let (Some(false), Some(file)) = (view.controls.plugin(&package.id), view.controls.plugin_files.get(&package.id))
    {
        return format!("`{key}` in `{}` switches `{}` off", view.environment.short(file), package.id);
    }
    // A name that nothing is called, and nearly this one.
    let is_stray = |id: &&str| !view.controls.packages.iter().any(|it| it.id == **id);
    let strays: Vec<&str> = view.controls.plugins.iter().map(|(id, _)| id.as_str()).filter(is_stray).collect();
    let file = |id: &str| view.controls.plugin_files.get(id).map(|file| view.environment.short(file));
    // The same plugin of a marketplace that is called otherwise is meant before one that is called nearly so.
    let is_same = |id: &&&str| is_of_plugin(id, &package.name);
    let stray = strays.iter().find(is_same).copied().or_else(|| likely(&package.id, strays));
    match stray.and_then(|id| Some((id, file(id)?))) {
        Some((id, file)) => format!("not enabled: `{key}` in `{file}` names `{id}`, and it is called `{}`", package.id),
        None => match enablement(facts, view, package) {
            Some(file) => format!("switched off for this folder in `{}`", view.environment.short(&file)),
            None => "not enabled".to_owned(),
        },
    }
}

/// The file beside a package that says where it is switched on.
fn enablement(facts: &Facts<'_>, view: &View, package: &Package) -> Option<PathBuf> {
    let file = view.host.packages.stores.iter().find_map(|store| store.enablement.as_ref())?;
    let file = package.path.parent()?.join(file);
    let has_it = json(facts, &file).is_some_and(|rules| rules.get(&package.name).is_some());
    has_it.then_some(file)
}

/// The agent's own command that tries a package of this repository out, of which a skill is.
pub(super) fn trying(facts: &Facts<'_>, view: &View, candidate: &Candidate) -> Option<String> {
    let id = view.place(candidate)?.own_package.as_ref()?;
    let package = view.controls.packages.iter().find(|package| *package.id == **id)?;
    let trying = view.host.packages.trying.as_ref()?;
    // Tried by itself, a package is called by its manifest, or else by its folder: an entry of a marketplace is not there.
    let mut manifests = view.host.packages.manifests.iter().map(|manifest| package.path.join(manifest));
    let is_named = manifests.any(|manifest| facts.files.kind(&manifest).is_some())
        || package.path.file_name().is_some_and(|folder| *folder == *package.name);
    is_named.then(|| trying.replace("{path}", &command::path(facts.environment, &package.path)))
}
