//! The texts that change when a skill gets another name.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use crate::catalog::{FoundKind, Skill, SkillId};
use crate::document::yaml::{Style, Value};
use crate::document::{self, Document};
use crate::features::Context;
use crate::features::called::{names_of, own_names};
use crate::features::changes::Change;
use crate::features::links::{code_paths, skill_folder};
use crate::features::mention_files::files_with;
use crate::features::mentions::body_of;
use crate::features::references::{Besides, mentioning};
use crate::features::rename::refusal::read_only;
use crate::features::rename::settings::{of_manifests, of_settings};
use crate::features::rename::{Plan, own_part};
use crate::knowledge::relative_link::resolved;
use crate::mending::new_field;
use crate::text::{Edit, Span};

/// The edits in every file that may be changed, by path.
pub(super) fn edits(context: &Context<'_>, id: SkillId, plan: &Plan, also: &[PathBuf]) -> Vec<Change> {
    let Some(skill) = context.catalog.skill(id) else { return Vec::new() };
    let mut changed: BTreeMap<PathBuf, Vec<Edit>> = BTreeMap::new();
    changed.entry(plan.path.clone()).or_default().extend(of_name(context, skill, plan));
    let old = plan.moved.as_ref().map(|(from, _)| last_name(from));
    let names = names_of(context.catalog, id);
    let words: Vec<&str> = names.iter().map(String::as_str).chain(old.as_deref()).collect();
    let files = files_with(context, &words, also);
    for file in mentioning(context, id, &names, &files, Besides::Nothing) {
        // A folder that moves as part of our own edit is asked about when the texts have changed already.
        let renamed = file.mentions.iter().filter_map(|mention| {
            let own = own_part(&mention.name, own_names(skill));
            let span = Span::new(mention.span.end.saturating_sub(own.len()), mention.span.end);
            (own != plan.name).then(|| Edit::replace(span, plan.name.as_str()))
        });
        changed.entry(file.path).or_default().extend(renamed);
    }
    if let Some((from, to)) = &plan.moved {
        for (path, document) in &files {
            let edits = of_links(context, path, document, (from, to));
            changed.entry(path.clone()).or_default().extend(edits);
        }
    }
    let manifests = plan.moved.iter().flat_map(|(from, to)| of_manifests(context, from, to));
    for (path, edit) in of_settings(context, id, plan).into_iter().chain(manifests) {
        changed.entry(path).or_default().push(edit);
    }
    let mut changed = one_path_each(context, &plan.path, changed);
    changed.retain(|path, edits| {
        edits.sort_by_key(|edit| edit.span);
        edits.dedup_by_key(|edit| edit.span);
        !edits.is_empty() && read_only(context, path).is_ok()
    });
    changed.into_iter().map(|(path, edits)| Change::Edit { path, edits }).collect()
}

/// The edits of one file together, though several paths lead to it: under the path of the skill, of the open document, or
/// one without links.
fn one_path_each(
    context: &Context<'_>,
    skill: &Path,
    changed: BTreeMap<PathBuf, Vec<Edit>>,
) -> BTreeMap<PathBuf, Vec<Edit>> {
    let real = |path: &Path| context.files.real(path).unwrap_or_else(|| path.to_owned());
    let mut known: HashMap<PathBuf, PathBuf> = HashMap::new();
    let plain = changed.keys().map(PathBuf::as_path).filter(|path| real(path) == **path);
    for path in [skill, context.path].into_iter().chain(plain) {
        known.entry(real(path)).or_insert_with(|| path.to_owned());
    }
    let mut together: BTreeMap<PathBuf, Vec<Edit>> = BTreeMap::new();
    for (path, edits) in changed {
        let shown = known.entry(real(&path)).or_insert(path).clone();
        together.entry(shown).or_default().extend(edits);
    }
    together
}

/// The edit of `name` itself. A skill without one goes by its folder, and a command with another one keeps it.
fn of_name(context: &Context<'_>, skill: &Skill, plan: &Plan) -> Option<Edit> {
    let read;
    let document = if context.path == plan.path {
        context.document
    } else {
        read = document::parse(&context.files.text(&plan.path)?);
        &read
    };
    let field = document.field("name")?;
    let Value::Scalar(scalar) = &field.value.value else { return None };
    let is_command = skill.kind != FoundKind::Skill;
    let is_own = scalar.text.trim() == own_part(&skill.folder, std::iter::empty());
    if scalar.text.trim() == plan.name || (is_command && !is_own) {
        return None;
    }
    let span = field.value.span;
    Some(match scalar.style {
        Style::Single | Style::Double => {
            Edit::replace(Span::new(span.start + 1, span.end.saturating_sub(1)), plan.name.as_str())
        }
        Style::Plain | Style::Literal | Style::Folded => Edit::replace(span, new_field::scalar(&plan.name)),
    })
}

/// The edits of links and paths in a file that lead into what moves.
fn of_links(context: &Context<'_>, path: &Path, document: &Document, (from, to): (&Path, &Path)) -> Vec<Edit> {
    let new = last_name(to);
    let mut bases: Vec<PathBuf> = path.parent().map(Path::to_owned).into_iter().collect();
    bases.extend(skill_folder(context.files, path));
    bases.push(context.environment.working_directory.clone());
    let renamed = |span: Span| {
        let written = span.of(&document.text);
        let part = bases.iter().find_map(|base| part_that_is(base, written, from))?;
        Some(Edit::replace(part.shift(span.start), new.as_str()))
    };
    written_paths(document).into_iter().filter_map(renamed).collect()
}

pub(super) fn last_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Everything in a text that may be a path to a file.
fn written_paths(document: &Document) -> Vec<Span> {
    let body = body_of(document);
    let links = body.links.iter().map(|link| link.target_span);
    links.chain(code_paths(&document.text, &body).map(|word| word.span)).collect()
}

/// The name in a written path that is this file or folder, when the path is taken from `base`.
pub(super) fn part_that_is(base: &Path, written: &str, wanted: &Path) -> Option<Span> {
    if written.starts_with(['/', '~']) || written.contains("://") {
        return None;
    }
    let path = written.split(['#', '?']).next().unwrap_or(written);
    let mut start = 0;
    for part in path.split('/') {
        let end = start + part.len();
        let so_far = path.get(..end)?;
        if !matches!(part, "" | "." | "..") && resolved(base, so_far) == wanted {
            return Some(Span::new(start, end));
        }
        start = end + 1;
    }
    None
}
