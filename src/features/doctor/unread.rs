//! What an agent does not come upon: what lies beside where it looks, too deep, in another agent's folder, or cannot be read.

use std::path::Path;

use crate::catalog::{Bar, FoundKind, Miss, NearMiss, Obstacle, Skill, SkillId, SkillRoot, SolePlace, View};
use crate::features::{creation, why};
use crate::hosts::Scope;
use crate::words::{capitalized, shortened};

use super::{Cause, Facts, Line, command};

pub(super) fn lines(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let near = facts.near.iter().filter(|near| !near.missed_by([&*view.host]).is_empty());
    let mut lines: Vec<Line> = near.map(|near| beside(facts, near)).collect();
    lines.extend(facts.unreadable.iter().filter_map(|(path, reason)| unreadable(facts, view, path, reason)));
    for (id, skill) in facts.catalog.skills() {
        if view.of_skill(id).is_none() && skill.kind == FoundKind::Skill {
            lines.extend(not_met(facts, view, id, skill));
        }
    }
    lines
}

/// What lies beside where agents look.
pub(super) fn beside(facts: &Facts<'_>, near: &NearMiss) -> Line {
    let cause = if near.miss == Miss::NoFile { Cause::NoSkillFile } else { Cause::Misplaced };
    let is_skill = near.path.file_name().is_some_and(|name| name == "SKILL.md");
    let shown = match near.miss {
        Miss::Folder(_) | Miss::Unknown(_) if is_skill => near.path.parent().unwrap_or(&near.path),
        _ => &near.path,
    };
    let name = if near.miss == Miss::InRoot && near.moved.is_none() { "SKILL.md" } else { &near.name };
    let line = Line::new(cause, name, shown, near.short_words());
    let next = match (&near.moved, &near.miss) {
        (Some((from, to)), _) => command::moving(facts.environment, facts.files, from, to),
        (None, Miss::NoFile) => format!("skill-lsp new {} --root {}", command::quoted(&near.name), root(facts, near)),
        (None, Miss::InRoot) => {
            let folder = command::path(facts.environment, near.path.parent().unwrap_or(&near.path));
            format!("mkdir {folder}/NAME && mv {folder}/SKILL.md {folder}/NAME/")
        }
        (None, Miss::Archive) => {
            let (file, folder) = (command::path(facts.environment, &near.path), root(facts, near));
            let is_zip = near.path.extension().is_some_and(|it| it == "zip" || it == "skill");
            if is_zip { format!("unzip {file} -d {folder}") } else { format!("tar -xzf {file} -C {folder}") }
        }
        (None, Miss::Dangling) => format!("ls -l {}", command::path(facts.environment, &near.path)),
        (None, _) => format!("skill-lsp why {}", command::quoted(&near.name)),
    };
    line.next(next)
}

fn root(facts: &Facts<'_>, near: &NearMiss) -> String {
    command::path(facts.environment, near.path.parent().unwrap_or(&near.path))
}

/// A file that cannot be read, in a folder that the agent reads.
fn unreadable(facts: &Facts<'_>, view: &View, path: &Path, reason: &str) -> Option<Line> {
    let is_its = view.places.iter().any(|place| path.starts_with(&place.path));
    let (name, _) = FoundKind::of_path(path);
    let is_denied = reason.contains("permission denied");
    let shown = command::path(facts.environment, path);
    let next = if is_denied { format!("chmod u+r {shown}") } else { format!("ls -l {shown}") };
    is_its.then(|| Line::new(Cause::Unreadable, &name, path, format!("it cannot be read: {reason}")).next(next))
}

/// A skill that the agent does not come upon, where it could be meant for it.
fn not_met(facts: &Facts<'_>, view: &View, id: SkillId, skill: &Skill) -> Option<Line> {
    let Some(root) = SkillRoot::of(facts.known, &skill.path) else { return of_package(facts, view, id, skill) };
    let is_near = facts.near.iter().any(|near| near.path == skill.path);
    if is_near || has_another(facts, view, skill) {
        return None;
    }
    let name = own_name(skill);
    let folder = skill.path.parent().unwrap_or(&skill.path);
    if !root.is_read_by(&view.host) {
        return other_folder(facts, view, id, &root, name, folder);
    }
    let obstacle = why::unread(facts.files, facts.known, view, skill);
    let host = capitalized(&view.host.name);
    let words = match obstacle {
        Obstacle::Elsewhere if facts.ignored.contains(&skill.path) => {
            format!("git ignores the folder that it lies in; {host} does not look there")
        }
        _ => format!("{}; {host} {}", obstacle.of_the_file(), obstacle.of_hosts().0),
    };
    let is_file_meant = matches!(&obstacle, Obstacle::Inside(inside) if inside.bar == Bar::Spelling);
    let shown = if is_file_meant { &skill.path } else { folder };
    let (next, many) = step(facts, view, &obstacle, &root, skill, folder);
    Some(Line::new(Cause::Misplaced, name, shown, words).next(next).for_many(many))
}

/// What to do about an obstacle; and about the same one of several skills that lie beside each other.
fn step(
    facts: &Facts<'_>,
    view: &View,
    obstacle: &Obstacle,
    root: &SkillRoot,
    skill: &Skill,
    folder: &Path,
) -> (String, Option<String>) {
    let Facts { environment, files, .. } = *facts;
    let why = || command::ours("why", own_name(skill), &view.host);
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let moving = |to: &Path| command::moving(environment, files, folder, to);
    match obstacle {
        Obstacle::Inside(inside) => match inside.bar {
            Bar::TooDeep | Bar::InsideSkill => {
                let to = root.path.join(&name);
                let parent = folder.parent().unwrap_or(folder);
                let shown = command::path(environment, parent);
                let root = command::path(environment, &root.path);
                match files.kind(&to) {
                    None => (moving(&to), Some(format!("mv {shown}/* {root}/"))),
                    Some(_) if to == parent => (format!("mv {}/* {shown}/", command::path(environment, folder)), None),
                    Some(_) => (why(), None),
                }
            }
            Bar::Hidden if name.starts_with('.') => (moving(&root.path.join(name.trim_start_matches('.'))), None),
            Bar::Spelling => {
                let to = folder.join("SKILL.md");
                (command::moving(environment, files, &skill.path, &to), None)
            }
            _ => (why(), None),
        },
        Obstacle::OnlyIn(_, SolePlace::WorkingDirectory | SolePlace::GitRoot) | Obstacle::Elsewhere => {
            let holder = root.holder().unwrap_or(&root.path);
            let is_above = environment.working_directory.starts_with(holder);
            let up = environment.working_directory.strip_prefix(holder).map(|below| vec![".."; below.iter().count()]);
            match up {
                Ok(up) if is_above && !up.is_empty() => (format!("cd {}", up.join("/")), None),
                _ => (format!("cd {}", command::path(environment, holder)), None),
            }
        }
        Obstacle::AboveGitRoot => match creation::root(view, Scope::Project) {
            Some(own) => (command::copying(environment, files, folder, &own.join(&name)), None),
            None => (why(), None),
        },
        _ => (why(), None),
    }
}

/// A skill of the project or the user that lies where another agent reads.
fn other_folder(
    facts: &Facts<'_>,
    view: &View,
    id: SkillId,
    root: &SkillRoot,
    name: &str,
    folder: &Path,
) -> Option<Line> {
    // What a plugin or an administrator brings is theirs to place.
    let met = facts.catalog.views().iter().filter_map(|other| other.of_skill(id).map(|it| other.scope(it)));
    let is_own = |scope: Scope| !matches!(scope, Scope::Plugin | Scope::Managed);
    let scopes: Vec<Scope> = met.collect();
    if scopes.is_empty() || !scopes.iter().any(|scope| is_own(*scope)) {
        return None;
    }
    let host = capitalized(&view.host.name);
    let words = format!("{host} never reads `{}`", root.owned);
    let is_home = root.holder() == facts.environment.home.as_deref();
    let target = creation::root(view, if is_home { Scope::User } else { Scope::Project });
    let many = target.map(|target| {
        let (from, to) = (command::path(facts.environment, &root.path), command::path(facts.environment, target));
        match facts.files.kind(target) {
            Some(_) => format!("cp -R {from}/* {to}/"),
            None => format!("mkdir -p {to} && cp -R {from}/* {to}/"),
        }
    });
    let target = target.map(|target| target.join(folder.file_name().unwrap_or_default()));
    let next = target.map(|target| command::copying(facts.environment, facts.files, folder, &target));
    Some(Line::new(Cause::OtherFolder, name, folder, words).next(next).for_many(many))
}

/// A skill of a package of this repository that other agents take, and this one, which is installed, does not.
fn of_package(facts: &Facts<'_>, view: &View, id: SkillId, skill: &Skill) -> Option<Line> {
    facts.installed.iter().find(|(host, _)| *host == view.host.id)?;
    let takes = |other: &&View| {
        let is_met = other.all_of_skill(id).any(|it| other.place(it).is_some_and(|it| it.own_package.is_some()));
        is_met && !other.host.specification
    };
    let others: Vec<&str> = facts.catalog.views().iter().filter(takes).map(|it| it.host.name.as_str()).collect();
    if others.is_empty() || has_another(facts, view, skill) {
        return None;
    }
    let host = capitalized(&view.host.name);
    let words = format!("it is in a package for {}; {host} does not take it", shortened(&others));
    let folder = skill.path.parent().unwrap_or(&skill.path);
    let next = format!("skill-lsp hosts --host {}", view.host.id);
    Some(Line::new(Cause::OtherFolder, own_name(skill), folder, words).next(next))
}

/// Whether the agent has another skill of this name, or the same text elsewhere.
fn has_another(facts: &Facts<'_>, view: &View, skill: &Skill) -> bool {
    let mut names = [Some(&*skill.folder), skill.name.as_ref().map(|name| &*name.text)].into_iter().flatten();
    names.any(|name| !why::candidates(facts.catalog, view, name.trim()).is_empty())
}

/// The name that its author would look for.
pub(super) fn own_name(skill: &Skill) -> &str {
    skill.folder.as_ref()
}
