//! What the model receives when a skill is loaded, as an answer: which skill is meant, the text, and what there is to
//! know beside it.

use std::path::Path;

use serde_json::{Value, json};

use crate::catalog::{Candidate, Catalog, Files, Skill, Status, View};
use crate::document::{self, Document};
use crate::features::meant::at;
use crate::features::permission::permitted;
use crate::features::skill_file;
use crate::features::why;
use crate::hosts::Hosts;
use crate::loading::{Changes, LoadRequest, Loaded, Mark, MarkKind, Subject, load};
use crate::text::{Encoding, Position, Span, Text};

/// The skill that a name or a path means.
#[derive(Clone, Copy)]
pub struct Chosen<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// Its file.
    pub skill: &'a Skill,
}

/// Why there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing has the name; another one that has may be meant.
    Unknown(Option<String>),
    /// The host does not load it, in one sentence.
    NotLoaded(String),
}

/// A skill as the model receives it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The text, and what loading changes.
    pub loaded: Loaded,
    /// What may be amiss, one sentence each.
    pub warnings: Vec<String>,
    /// What there is to know of the host beside.
    pub note: Option<String>,
}

/// The skill of a host that a person means by a name: the one that is used.
pub fn named<'a>(
    catalog: &'a Catalog,
    files: &dyn Files,
    known: &Hosts,
    view: &'a View,
    name: &str,
) -> Result<Chosen<'a>, Refused> {
    let candidates = why::candidates(catalog, view, name);
    let order = [Status::Active, Status::Ambiguous, Status::Hidden, Status::Conditional];
    let with = |status: &Status| candidates.iter().find(|candidate| candidate.verdict.status == *status).copied();
    if let Some(candidate) = order.iter().find_map(with) {
        return chosen(catalog, candidate).ok_or(Refused::Unknown(None));
    }
    let host = &view.host.name;
    if let Some(candidate) = candidates.first() {
        let Candidate { verdict, id, .. } = candidate;
        return Err(Refused::NotLoaded(format!(
            "{host} does not load `{id}`: {}",
            reason(verdict.status, &verdict.reason)
        )));
    }
    let answers = why::why(catalog, files, known, std::slice::from_ref(&view.host.id), name);
    match answers.first().and_then(|answer| answer.candidates.first()) {
        Some(unread) => Err(Refused::NotLoaded(format!("{host} has no skill `{name}`: {}", unread.reason))),
        None => Err(Refused::Unknown(why::nearest_id(catalog, std::slice::from_ref(&view.host.id), name))),
    }
}

/// The skill of a host whose file, or whose folder, this is; also when another of its name is used.
pub fn at_path<'a>(
    catalog: &'a Catalog,
    files: &dyn Files,
    known: &Hosts,
    view: &'a View,
    path: &Path,
) -> Result<Chosen<'a>, Refused> {
    let (id, skill) = at(catalog, path).ok_or(Refused::Unknown(None))?;
    let host = &view.host.name;
    let Some(candidate) = view.standing(id) else {
        let package = why::left_behind(files, known, view, skill);
        let obstacle = package.unwrap_or_else(|| why::unread(files, known, view, skill).of_hosts().0);
        return Err(Refused::NotLoaded(format!("{host} does not read it: {obstacle}")));
    };
    match candidate.verdict.status {
        Status::Skipped | Status::Disabled | Status::Unread => {
            let reason = reason(candidate.verdict.status, &candidate.verdict.reason);
            Err(Refused::NotLoaded(format!("{host} does not load `{}`: {reason}", candidate.id)))
        }
        Status::Active | Status::Shadowed | Status::Ambiguous | Status::Hidden | Status::Conditional => {
            Ok(Chosen { candidate, skill })
        }
    }
}

fn reason(status: Status, reason: &str) -> String {
    let word = status.word();
    if reason.is_empty() || reason.starts_with(word) { reason.to_owned() } else { format!("{word}, {reason}") }
}

fn chosen<'a>(catalog: &'a Catalog, candidate: &'a Candidate) -> Option<Chosen<'a>> {
    Some(Chosen { candidate, skill: catalog.skill(candidate.skill)? })
}

/// What the file of a skill says now; an error says why it is not told.
pub fn document_of(files: &dyn Files, skill: &Skill) -> Result<Document, String> {
    skill_file::inside(skill)?;
    let bytes = files.bytes(&skill.path).ok_or_else(|| format!("cannot read {}", skill.path.display()))?;
    Ok(document::parse_bytes(&bytes))
}

/// What the model receives for a skill.
pub fn show(
    view: &View,
    chosen: Chosen<'_>,
    document: &Document,
    files: &dyn Files,
    request: &LoadRequest,
) -> Result<Shown, String> {
    let Chosen { candidate, skill } = chosen;
    let subject = Subject { view, candidate, skill, document, files };
    let (host, id) = (&view.host, &candidate.id);
    let loaded =
        load(&subject, request).map_err(|error| format!("{} does not load `{id}`: {}", host.name, error.words()))?;
    let mut warnings = Vec::new();
    let verdict = &candidate.verdict;
    match verdict.status {
        Status::Ambiguous => warnings.push(format!("`{id}` is ambiguous in {}: {}", host.name, verdict.reason)),
        Status::Shadowed => warnings.push(format!("{} uses another `{id}`: {}", host.name, verdict.reason)),
        Status::Hidden if request.typed => {}
        Status::Hidden => warnings.push(format!("the model does not see `{id}`: {}", verdict.reason)),
        Status::Conditional => warnings.push(format!("`{id}` {}", verdict.reason)),
        Status::Active | Status::Disabled | Status::Skipped | Status::Unread => {}
    }
    if let Some(permitted) = permitted(view, candidate).filter(|it| it.is_held_back() && !request.typed) {
        warnings.push(format!("loading `{id}` is {}", permitted.reason));
    }
    if host.loading.is_none() {
        warnings.push(format!("what {} gives its model is not known: this is the file as it is", host.name));
    }
    let typed = host.loading.as_ref().and_then(|rule| rule.typed.as_ref()).filter(|_| request.typed);
    if request.typed && typed.is_none() && host.loading.is_some() {
        let name = &host.name;
        warnings.push(format!("what a typed name does in {name} is not known: this is what its model loads itself"));
    }
    let note = match typed {
        Some(typed) => Some(typed.note.clone()),
        None => host.loading.as_ref().map(|rule| rule.note.clone()),
    };
    let note = note.filter(|note| !note.is_empty());
    Ok(Shown { loaded, warnings, note })
}

/// The answer as `show --format json` has it.
pub fn as_json(view: &View, chosen: Chosen<'_>, document: &Document, shown: &Shown) -> Value {
    let Loaded { text, known, arguments, marks, changes } = &shown.loaded;
    let (lines, source) = (Text::new(text.as_str()), Text::new(document.text.clone()));
    let marks: Vec<Value> = marks.iter().map(|mark| as_mark(mark, text, &lines, &source)).collect();
    json!({
        "host": view.host.id,
        "id": &*chosen.candidate.id,
        "name": chosen.candidate.label_name.as_deref().unwrap_or(&chosen.candidate.id),
        "path": chosen.skill.path.to_string_lossy(),
        "known": known,
        "text": text,
        "arguments": arguments,
        "marks": marks,
        "changes": as_changes(changes),
        "permission": permitted(view, chosen.candidate),
        "notes": shown.warnings.iter().chain(&shown.note).collect::<Vec<_>>(),
    })
}

fn as_mark(mark: &Mark, text: &str, lines: &Text, source: &Text) -> Value {
    json!({
        "kind": mark.kind.word(),
        "range": range(lines, mark.span),
        "text": mark.span.of(text),
        "written": mark.written,
        "source": mark.source.map(|span| range(source, span)),
        "file": mark.file.as_ref().map(|file| file.to_string_lossy()),
    })
}

fn range(text: &Text, span: Span) -> Value {
    let position = |offset: usize| {
        let Position { line, column } = text.position(offset, Encoding::Utf32);
        json!({"line": line + 1, "column": column + 1})
    };
    json!({"start": position(span.start), "end": position(span.end)})
}

fn as_changes(changes: &Changes) -> Value {
    json!({
        "allowedTools": changes.allowed_tools,
        "disallowedTools": changes.disallowed_tools,
        "model": changes.model,
        "effort": changes.effort,
        "fork": changes.fork,
        "agent": changes.agent,
        "hooks": changes.hooks,
        "shell": changes.shell,
    })
}

/// What the host would still do with the text, and what loading changes: a line each, to stand beside it.
pub fn remarks(shown: &Shown) -> Vec<String> {
    let mut lines: Vec<String> =
        shown.loaded.changes.phrases().into_iter().map(|(what, value)| format!("{what}: {value}")).collect();
    for mark in &shown.loaded.marks {
        let first = mark.written.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        match mark.kind {
            MarkKind::Command if first == "```!" => {
                let inside = mark.written.lines().nth(1).unwrap_or_default();
                lines.push(format!("not run: {inside}"));
            }
            MarkKind::Command => lines.push(format!("not run: {first}")),
            MarkKind::File => lines.push(format!("not read: {first}")),
            MarkKind::Argument | MarkKind::Placeholder => {}
        }
    }
    lines.extend(shown.note.clone());
    lines
}
