//! Another name for a skill: its `name`, its folder or file, every mention and every link to it, in one step.

mod edits;
mod refusal;
mod settings;

use std::path::{Path, PathBuf};

use crate::catalog::{FoundKind, SkillId};
use crate::features::Context;
use crate::features::called::own_names;
use crate::features::changes::{Change, Changes};
use crate::features::mention_meaning::led_to_by;
use crate::features::subject::{Subject, subject};
use crate::text::Span;

/// What can be renamed at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renameable {
    /// The name, without sign, quotes and what stands before a colon.
    pub span: Span,
    /// The name as it is.
    pub name: String,
}

/// Why nothing is renamed, in one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameRefusal(pub String);

/// Whether files and folders can be renamed as part of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// They can.
    Renamed,
    /// Only texts can be changed.
    Kept,
}

/// A skill that is to get another name: which, and where it lies before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The skill's file.
    pub path: PathBuf,
    /// The new name.
    pub name: String,
    /// The folder of the skill, or the file of a command, and its new path.
    pub moved: Option<(PathBuf, PathBuf)>,
}

/// What can be renamed at an offset.
pub fn renameable(context: &Context<'_>, offset: usize) -> Result<Option<Renameable>, RenameRefusal> {
    let Some((renameable, id)) = target(context, offset)? else { return Ok(None) };
    refusal::of_place(context, id)?;
    Ok(Some(renameable))
}

/// The plan to give the skill at an offset another name.
pub fn plan(context: &Context<'_>, offset: usize, name: &str, files: Files) -> Result<Option<Plan>, RenameRefusal> {
    let Some((renameable, id)) = target(context, offset)? else { return Ok(None) };
    let name = name.trim().trim_start_matches(['/', '$']);
    if name == renameable.name {
        return Ok(None);
    }
    refusal::of_place(context, id)?;
    refusal::of_name(context, id, name)?;
    let Some(skill) = context.catalog.skill(id) else { return Ok(None) };
    if skill.kind == FoundKind::Written {
        return Err(RenameRefusal("The name is a key of the manifest: change it there".to_owned()));
    }
    let moved = moved(context, id, name);
    if let Some((from, to)) = &moved {
        refusal::of_target(context, from, to)?;
    }
    if files == Files::Kept && (skill.kind != FoundKind::Skill || skill.name.is_none()) {
        let what = if skill.kind == FoundKind::Skill { "folder" } else { "file" };
        return Err(RenameRefusal(format!(
            "The name is that of the {what}, which this editor cannot rename in one step"
        )));
    }
    let moved = moved.filter(|_| files == Files::Renamed);
    Ok(Some(Plan { path: skill.path.clone(), name: name.to_owned(), moved }))
}

/// The plan that follows when somebody renames a folder or a file in the explorer: what moves is moved by others.
/// `None` when it is no skill, when its name stays, or when the new one is not to be had.
pub fn plan_of_move(context: &Context<'_>, from: &Path, to: &Path) -> Option<Plan> {
    let (id, skill) = context.skill()?;
    let (old, new) = (last_name(from, skill.kind)?, last_name(to, skill.kind)?);
    // What goes elsewhere under its old name keeps it.
    if from.parent() != to.parent() || old == new {
        return None;
    }
    refusal::of_place(context, id).ok()?;
    refusal::of_name(context, id, &new).ok()?;
    Some(Plan { path: skill.path.clone(), name: new, moved: Some((from.to_owned(), to.to_owned())) })
}

fn last_name(path: &Path, kind: FoundKind) -> Option<String> {
    let name = if kind == FoundKind::Skill { path.file_name() } else { path.file_stem() };
    Some(name?.to_str()?.to_owned())
}

/// The changes that a plan needs as far as this context sees: texts first, since what is renamed is no longer where its
/// edits look for it. `also` are files to look at besides.
pub fn changes(context: &Context<'_>, plan: &Plan, also: &[PathBuf]) -> Changes {
    let Some(id) = context.catalog.by_path(&plan.path) else { return Changes::default() };
    let mut changes = edits::edits(context, id, plan, also);
    changes.extend(plan.moved.clone().map(|(from, to)| Change::Rename { from, to }));
    Changes(changes)
}

/// The skill that stands at an offset, and the part of what is written there that is its own name.
fn target(context: &Context<'_>, offset: usize) -> Result<Option<(Renameable, SkillId)>, RenameRefusal> {
    let (name, span, ids) = match subject(context, offset) {
        Some(Subject::Name { name, span }) => {
            return Ok(context.skill().map(|(id, _)| (Renameable { span, name }, id)));
        }
        Some(Subject::Mention(mention)) => {
            let ids = led_to_by(context, &mention);
            (mention.name, mention.span, ids)
        }
        Some(Subject::Argument { .. } | Subject::Placeholder { .. }) | None => return Ok(None),
    };
    let [id] = ids.as_slice() else {
        return match ids.is_empty() {
            true => Ok(None),
            false => {
                Err(RenameRefusal(format!("Several skills are called `{name}`: rename one of them in its own file")))
            }
        };
    };
    let Some(skill) = context.catalog.skill(*id) else { return Ok(None) };
    let own = own_part(&name, own_names(skill)).to_owned();
    let span =
        if name.ends_with(&own) && span.len() == name.len() { Span::new(span.end - own.len(), span.end) } else { span };
    // The sign before a name stands for it; what a plugin is called is not renamed here.
    let is_on_it = span.touches(offset) || offset + 1 == span.start;
    Ok(is_on_it.then_some((Renameable { span, name: own }, *id)))
}

/// The part of a written name that is the skill's own: what stands before it is the plugin's or the folder's.
fn own_part<'a>(written: &'a str, own: impl Iterator<Item = &'a str>) -> &'a str {
    let last = |name: &'a str| name.rsplit(':').next().unwrap_or(name);
    let whole = own.map(last).filter(|own| written == *own || written.ends_with(&format!(":{own}")));
    whole.max_by_key(|own| own.len()).unwrap_or_else(|| last(written))
}

/// What moves with the name: the folder of a skill, the file of a command.
fn moved(context: &Context<'_>, id: SkillId, name: &str) -> Option<(PathBuf, PathBuf)> {
    let skill = context.catalog.skill(id)?;
    if skill.kind != FoundKind::Skill {
        let ending = skill.path.extension().and_then(|it| it.to_str()).unwrap_or("md");
        return Some((skill.path.clone(), skill.path.with_file_name(format!("{name}.{ending}"))));
    }
    let folder = skill.path.parent()?;
    let is_package = context.environment.own_packages.known.iter().any(|(_, package)| package == folder);
    let mut places = context.catalog.views().iter().flat_map(|view| view.places.iter());
    // A manifest of the repository may name the folder of each skill: it is changed along.
    let is_root = places.any(|place| place.path == folder && (place.own_package.is_none() || is_package));
    // Whoever cloned a repository named its folder, and an agent may be at work in it.
    let is_project = context.environment.working_directory.starts_with(folder);
    let is_checkout = context.files.kind(&folder.join(".git")).is_some();
    // What was never saved has no folder yet.
    let is_there = context.files.kind(folder).is_some();
    let to = folder.with_file_name(name);
    (is_there && !is_root && !is_project && !is_checkout && to != folder).then(|| (folder.to_owned(), to))
}

#[cfg(test)]
mod tests;
