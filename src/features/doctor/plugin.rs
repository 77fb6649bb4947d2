//! The packages of an agent that are installed and not enabled, or could be tried out.

use std::collections::HashSet;
use std::path::Path;

use crate::catalog::{Candidate, FileKind, Origin, Package, View, settings_places};
use crate::hosts::{Layout, StoreKind};
use crate::words::likely;

use super::{Cause, Facts, Line, Spot, command};

/// The skills of packages that are installed and not enabled.
pub(super) fn off(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let mut lines = Vec::new();
    let is_off = |origin: Origin| matches!(origin, Origin::Installed | Origin::Adopted | Origin::Untrusted);
    for package in view.controls.packages.iter().filter(|package| !package.loaded && is_off(package.origin)) {
        let is_folders = |layout: Layout| !layout.is_commands();
        let rules = view.host.roots.iter().filter(|rule| is_folders(rule.layout));
        let roots: HashSet<_> = rules.flat_map(|rule| package.paths(rule)).collect();
        let mut skills: Vec<(String, std::path::PathBuf)> = Vec::new();
        for root in roots.into_iter().filter(|root| root.starts_with(&package.path)) {
            for name in facts.files.list(&root).iter().filter_map(|name| name.strip_suffix('/')) {
                let file = root.join(name).join("SKILL.md");
                if facts.files.kind(&file).is_some() {
                    skills.push((format!("{}:{name}", package.name), file));
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
            _ => format!("the plugin `{}` is installed, but {}", package.name, not_enabled(view, package)),
        };
        let enabling = view.host.packages.enabling.as_ref();
        let enabling = enabling.map(|command| command.replace("{id}", &command::quoted(&package.id)));
        // What a file says is changed in that file: the agent's own command may write to another one.
        let file = view.controls.plugin_files.get(&package.id).filter(|_| view.controls.plugin(&package.id).is_some());
        let next = file.map(|file| command::editing(facts.environment, file)).or(enabling);
        let spot = |(_, path): &(String, std::path::PathBuf)| Spot { path: path.clone(), line: None, column: None };
        lines.push(Line {
            places: skills.iter().map(spot).collect(),
            skills: skills.into_iter().map(|(name, _)| name).collect(),
            ..Line::new(Cause::PluginOff, "", &package.path, words).next(next)
        });
    }
    lines
}

/// The packages that settings switch on, and that are not there.
pub(super) fn not_there(view: &View) -> Vec<Line> {
    let Some(key) = view.host.controls.plugins.as_deref() else { return Vec::new() };
    let is_there = |id: &str| view.controls.packages.iter().any(|package| package.id == id);
    let is_near = |id: &str| likely(id, view.controls.packages.iter().map(|package| package.id.as_str())).is_some();
    let mut lines = Vec::new();
    for (id, _) in view.controls.plugins.iter().filter(|(id, on)| *on && !is_there(id) && !is_near(id)) {
        let Some(file) = view.controls.plugin_files.get(id) else { continue };
        let words = format!("`{key}` switches the plugin `{id}` on, but it is not installed");
        let next = view.host.packages.installing.as_ref().map(|it| it.replace("{id}", &command::quoted(id)));
        lines.push(Line::new(Cause::PluginOff, id, file, words).next(next));
    }
    lines
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
    let from = folder.parent()?;
    let next = match facts.files.kind(&right) {
        None if from != holder => command::moving(environment, facts.files, from, &right),
        _ => command::moving(environment, facts.files, folder, &right.join(name)),
    };
    Some(Line::new(Cause::Misplaced, name, folder, words).next(next))
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
    let called = package.file_name()?.to_string_lossy();
    let words = format!("it belongs to a plugin, `{called}`, that is not installed: to lie there is not enough");
    let next = trying.replace("{path}", &command::path(environment, package));
    Some(Line::new(Cause::PluginOff, name, folder, words).next(next))
}

/// Why a package that is installed is not enabled.
fn not_enabled(view: &View, package: &Package) -> String {
    let key = view.host.controls.plugins.as_deref().unwrap_or("the settings");
    if let (Some(false), Some(file)) = (view.controls.plugin(&package.id), view.controls.plugin_files.get(&package.id))
    {
        return format!("`{key}` in `{}` switches `{}` off", view.environment.short(file), package.id);
    }
    // A name that nothing is called, and nearly this one.
    let is_stray = |id: &&str| !view.controls.packages.iter().any(|it| it.id == **id);
    let strays: Vec<&str> = view.controls.plugins.iter().map(|(id, _)| id.as_str()).filter(is_stray).collect();
    let file = |id: &str| view.controls.plugin_files.get(id).map(|file| view.environment.short(file));
    match likely(&package.id, strays).and_then(|id| Some((id, file(id)?))) {
        Some((id, file)) => format!("not enabled: `{key}` in `{file}` names `{id}`, and it is called `{}`", package.id),
        None => "not enabled".to_owned(),
    }
}

/// The agent's own command that tries a package of this repository out, of which a skill is.
pub(super) fn trying(facts: &Facts<'_>, view: &View, candidate: &Candidate) -> Option<String> {
    let id = view.place(candidate)?.own_package.as_ref()?;
    let package = view.controls.packages.iter().find(|package| *package.id == **id)?;
    let trying = view.host.packages.trying.as_ref()?;
    Some(trying.replace("{path}", &command::path(facts.environment, &package.path)))
}
