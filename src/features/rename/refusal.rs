//! Why a skill does not get another name.

use std::path::Path;

use crate::catalog::{FoundKind, Origin, Package, SkillId, Status, View};
use crate::features::Context;
use crate::features::called::{own_names, same_file};
use crate::features::creation::device;
use crate::features::rename::{RenameRefusal, own_part};
use crate::hosts::{Consequence, Host, Scope};
use crate::mending::kebab::{is_kebab, to_kebab};
use crate::text::is_device;
use crate::words::short;

/// The longest name of the open specification.
const LONGEST: usize = 64;

/// Refuses when the skill lies where nothing is to be changed.
pub(super) fn of_place(context: &Context<'_>, id: SkillId) -> Result<(), RenameRefusal> {
    let Some(skill) = context.catalog.skill(id) else { return Ok(()) };
    read_only(context, &skill.path)?;
    of_links(context, id)
}

/// Refuses when nothing is to be changed in a file: it is managed, a plugin's, or nobody's that is known here.
pub(super) fn read_only(context: &Context<'_>, path: &Path) -> Result<(), RenameRefusal> {
    let environment = context.environment;
    let shown = short(path, environment);
    let project = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    let is_home_below = environment.home.as_ref().is_some_and(|home| home.starts_with(project));
    let is_of_project =
        (path.starts_with(project) || path.starts_with(&environment.working_directory)) && !is_home_below;
    let places = context.catalog.views().iter().flat_map(|view| view.places.iter());
    let holding: Vec<_> = places.filter(|place| path.starts_with(&place.path)).collect();
    if holding.iter().any(|place| place.scope == Scope::Managed || place.source == "managed") {
        return Err(RenameRefusal(format!("`{shown}` is managed by an administrator")));
    }
    let mut packages = context.catalog.views().iter().flat_map(|view| &view.controls.packages);
    let is_installed = |package: &Package| package.origin == Origin::Installed && path.starts_with(&package.path);
    let is_plugins = holding.iter().any(|place| place.scope == Scope::Plugin) || packages.any(is_installed);
    if is_plugins && !is_of_project {
        return Err(RenameRefusal(format!(
            "`{shown}` belongs to an installed plugin: rename it where the plugin is made"
        )));
    }
    let is_at_home = environment.home.as_ref().is_some_and(|home| path.starts_with(home));
    if is_of_project || !holding.is_empty() || is_at_home {
        return Ok(());
    }
    Err(RenameRefusal(format!("`{shown}` lies outside the workspace and outside your home folder")))
}

/// Refuses when the folder is a link, or when a link leads to it: neither survives another name.
fn of_links(context: &Context<'_>, id: SkillId) -> Result<(), RenameRefusal> {
    let Some(skill) = context.catalog.skill(id).filter(|skill| skill.kind == FoundKind::Skill) else { return Ok(()) };
    for twin in same_file(context.catalog, id) {
        let Some(folder) = context.catalog.skill(twin).and_then(|twin| twin.path.parent()) else { continue };
        let (Some(root), Some(name)) = (folder.parent(), folder.file_name()) else { continue };
        let (Some(root), Some(real)) = (context.files.real(root), context.files.real(folder)) else { continue };
        if root.join(name) != real {
            let (link, real) = (short(folder, context.environment), short(&real, context.environment));
            return Err(RenameRefusal(match skill.path.starts_with(folder) {
                true => format!("`{link}` is a link to `{real}`, which would keep its name"),
                false => format!("`{link}` is a link to this folder and would lead nowhere"),
            }));
        }
    }
    Ok(())
}

/// Refuses when the name is none, or taken in a host that sees the skill.
pub(super) fn of_name(context: &Context<'_>, id: SkillId, name: &str) -> Result<(), RenameRefusal> {
    let Some(skill) = context.catalog.skill(id) else { return Ok(()) };
    let is_skill = skill.kind == FoundKind::Skill;
    let is_file_name = !name.is_empty()
        && !name.starts_with('.')
        && name.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.'));
    if (is_skill && !is_kebab(name)) || !is_file_name {
        let hint = to_kebab(name).map(|kebab| format!(", such as `{kebab}`")).unwrap_or_default();
        return Err(RenameRefusal(match is_skill {
            true => {
                format!("`{name}` is not a valid name: it takes lower-case letters, digits and single hyphens{hint}")
            }
            false => format!("`{name}` is not a valid name for a command{hint}"),
        }));
    }
    if is_device(name) {
        return Err(RenameRefusal(device(name)));
    }
    let limits = context.hosts.iter().filter(|host| host.identity.too_long != Consequence::None);
    let longest = limits.filter_map(|host| host.identity.max_length).chain([LONGEST]).min().unwrap_or(LONGEST);
    let length = name.chars().count();
    if is_skill && length > longest {
        return Err(RenameRefusal(format!("The name has {length} characters; at most {longest} are allowed")));
    }
    for host in context.hosts {
        of_host(host, name)?;
    }
    for view in context.catalog.views() {
        of_view(context, view, id, name)?;
    }
    Ok(())
}

/// Refuses names that a host keeps for itself.
fn of_host(host: &Host, name: &str) -> Result<(), RenameRefusal> {
    if host.reserved.folders.iter().any(|folder| folder.eq_ignore_ascii_case(name)) {
        return Err(RenameRefusal(format!("{} never loads a folder called `{name}`", host.name)));
    }
    if host.reserved.commands.iter().any(|command| command == name) {
        return Err(RenameRefusal(format!("`/{name}` is a command of {} itself", host.name)));
    }
    Ok(())
}

/// Refuses names that another skill has in a host that sees this one.
fn of_view(context: &Context<'_>, view: &View, id: SkillId, name: &str) -> Result<(), RenameRefusal> {
    let Some(skill) = context.catalog.skill(id) else { return Ok(()) };
    for candidate in view.all_of_skill(id) {
        let own = own_part(&candidate.id, own_names(skill));
        let wanted = format!("{}{name}", candidate.id.strip_suffix(own).unwrap_or_default());
        for other in view.named(&wanted) {
            let Some(rival) = context.catalog.skill(other.skill) else { continue };
            let is_there = !matches!(other.verdict.status, Status::Skipped | Status::Unread);
            if is_there && other.skill != id && rival.real != skill.real {
                let place = short(&rival.path, context.environment);
                return Err(RenameRefusal(format!("`{wanted}` is taken in {} by `{place}`", view.host.name)));
            }
        }
    }
    Ok(())
}

/// Refuses when something stands where the skill would go.
pub(super) fn of_target(context: &Context<'_>, from: &Path, to: &Path) -> Result<(), RenameRefusal> {
    let is_same = |one: &Path, other: &Path| {
        context.files.real(one).is_some_and(|real| context.files.real(other).is_some_and(|it| it == real))
    };
    if context.files.kind(to).is_some() && !is_same(from, to) {
        return Err(RenameRefusal(format!("`{}` is there already", short(to, context.environment))));
    }
    Ok(())
}
