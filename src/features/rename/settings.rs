//! What settings and manifests say of a skill that gets another name: rules and switches by its id, paths to its folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::manifest::{Examined, Sort, examine, subjects};
use crate::catalog::permissions::{Means, SkillRule};
use crate::catalog::{Skill, SkillId, View, normal, settings_places};
use crate::features::Context;
use crate::features::called::{leading_in, own_names, same_file};
use crate::features::rename::edits::{last_name, part_that_is};
use crate::features::rename::{Plan, own_part};
use crate::features::switching::named_in;
use crate::hosts::Host;
use crate::text::{Edit, Span};

/// The edits of rules and switches in the settings of the agents.
pub(super) fn of_settings(context: &Context<'_>, id: SkillId, plan: &Plan) -> Vec<(PathBuf, Edit)> {
    let Some(skill) = context.catalog.skill(id) else { return Vec::new() };
    let mut found = Vec::new();
    let same = same_file(context.catalog, id);
    for &twin in &same {
        for view in context.catalog.views() {
            for candidate in view.all_of_skill(twin) {
                // Another skill of the name is the one that is meant.
                if leading_in([view], &candidate.id).iter().any(|it| !same.contains(it)) {
                    continue;
                }
                let own = own_part(&candidate.id, own_names(skill));
                // A name that the agent made of the skill's own cannot be told for the new one.
                if own != plan.name && candidate.id.ends_with(own) && own_names(skill).any(|name| name == own) {
                    let named = [rules(context, view, &candidate.id), switches(context, view, &candidate.id)];
                    let edit = |(path, span): (PathBuf, Span)| {
                        (path, Edit::replace(Span::new(span.end - own.len(), span.end), plan.name.as_str()))
                    };
                    found.extend(named.into_iter().flatten().map(edit));
                }
            }
        }
    }
    found.retain(|(path, _)| is_for_this(context, path, skill));
    found
}

/// Settings that count in every project may mean a skill of that name in another one.
fn is_for_this(context: &Context<'_>, file: &Path, skill: &Skill) -> bool {
    let environment = context.environment;
    let project = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    file.starts_with(project) || !skill.path.starts_with(project)
}

/// Where rules say this id, and mean no other skill.
fn rules(context: &Context<'_>, view: &View, id: &str) -> Vec<(PathBuf, Span)> {
    let is_about = |rule: &&SkillRule| match &rule.means {
        Means::Start(start) => start == id && view.candidates.iter().all(|it| &*it.id == id || !it.id.starts_with(id)),
        means => means.name() == Some(id),
    };
    let mut found = Vec::new();
    for rule in view.controls.permissions.iter().filter(is_about) {
        let Some(text) = context.files.text(&rule.path) else { continue };
        for span in places(rule, &text) {
            let name = rule.text.rfind(id).map(|at| Span::new(at, at + id.len()).shift(span.start));
            found.extend(name.map(|name| (rule.path.clone(), name)));
        }
    }
    found
}

/// Where a rule stands. The line that is known is that of the saved text; in one that is not saved it may be another.
fn places(rule: &SkillRule, text: &str) -> Vec<Span> {
    let known = rule.places(text);
    let Ok(written) = serde_json::to_string(&rule.text) else { return known };
    match known.is_empty() {
        true => text.match_indices(&written).map(|(at, it)| Span::new(at + 1, at + it.len() - 1)).collect(),
        false => known,
    }
}

/// Where switches say this id.
fn switches(context: &Context<'_>, view: &View, id: &str) -> Vec<(PathBuf, Span)> {
    let rules = view.host.controls.files.iter();
    let places = rules.flat_map(|rule| settings_places(rule, &view.environment)).flatten();
    let mut found = Vec::new();
    for path in places {
        let Some(text) = context.files.text(&path) else { continue };
        let named = named_in(&view.host, &path, &text, id).into_iter();
        let inside = |span: Span| {
            let at = span.of(&text).rfind(id)?;
            Some((path.clone(), Span::new(at, at + id.len()).shift(span.start)))
        };
        found.extend(named.filter_map(inside));
    }
    found
}

/// The edits of paths in the manifests of the repository that lead into what moves.
pub(super) fn of_manifests(context: &Context<'_>, from: &Path, to: &Path) -> Vec<(PathBuf, Edit)> {
    let (old, new) = (last_name(from), last_name(to));
    let hosts: Vec<Arc<Host>> = context.catalog.views().iter().map(|view| view.host.clone()).collect();
    let mut found = Vec::new();
    for path in &context.environment.own_packages.manifests {
        let Some(text) = context.files.text(path).filter(|text| text.contains(&old)) else { continue };
        for subject in subjects(&hosts, None, path) {
            let Examined { paths, .. } = examine(&subject.host, subject.sort, &text);
            let mut bases = vec![subject.folder.clone()];
            if subject.sort == Sort::Market {
                // What an entry names lies in its package.
                let sources = paths.iter().filter(|path| path.key.ends_with(".source"));
                bases.extend(sources.map(|source| normal(&subject.folder.join(&source.written))));
            }
            for named in &paths {
                let inner = Span::new(named.span.start + 1, named.span.end.saturating_sub(1));
                let is_plain = inner.of(&text) == named.written;
                let part = bases.iter().find_map(|base| part_that_is(base, &named.written, from));
                let edit = part.filter(|_| is_plain).map(|part| Edit::replace(part.shift(inner.start), new.as_str()));
                found.extend(edit.map(|edit| (path.clone(), edit)));
            }
        }
    }
    found
}
