//! What the model receives when a skill is loaded: the host's frame, the body, arguments and placeholders filled in.
//! Nothing is run and nothing is followed: commands and files stand as they are written, and are marked.

mod changes;
mod commands;
mod files;
mod fill;
mod mention;
mod piece;
mod values;
mod words;

use std::path::PathBuf;

pub use changes::Changes;
pub use words::words;

use crate::catalog::{Candidate, Files, FoundKind, Frontmatter, Skill, View};
use crate::document::{self, Document};
use crate::hosts::{Host, Layout, LoadingRule, TrimName, is_space, pieces};
use crate::loading::fill::{Filler, TooLong};
use crate::loading::piece::TextPiece;
use crate::loading::values::Values;
use crate::text::{Span, worded};

/// The id of a session that was never held.
pub const SAMPLE_SESSION: &str = "00000000-0000-4000-8000-000000000000";

/// How a skill is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadRequest {
    /// What is typed behind the name, or given by the model, when anything is.
    pub arguments: Option<String>,
    /// The id of the session; [`SAMPLE_SESSION`] when nothing is said.
    pub session_id: Option<String>,
    /// A person types the name, and the model does not load the skill by itself.
    pub typed: bool,
}

impl LoadRequest {
    /// The arguments; nothing when none are given.
    pub(crate) fn given(&self) -> &str {
        self.arguments.as_deref().unwrap_or_default()
    }
}

/// A skill that is to be loaded: a candidate of a host, and what its file says now.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The host's view.
    pub view: &'a View,
    /// The candidate in it.
    pub candidate: &'a Candidate,
    /// Its file.
    pub skill: &'a Skill,
    /// What the file says.
    pub document: &'a Document,
    /// The file system.
    pub files: &'a dyn Files,
}

impl<'a> Subject<'a> {
    /// What it says, if it is a command that is written in a manifest.
    fn written(&self) -> Option<Document> {
        let place = self.view.place(self.candidate).filter(|place| place.layout == Layout::Written)?;
        Some(document::parse(place.command.as_ref()?.text.as_deref()?))
    }

    /// The host as it reads what lies where it met the skill.
    fn reader(&self) -> &'a Host {
        self.view.place(self.candidate).map_or(&self.view.host, |place| self.view.reader(place))
    }
}

/// What the model receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The text.
    pub text: String,
    /// Whether it is known what the host does; otherwise the text is the file as it is.
    pub known: bool,
    /// The arguments, word by word, as the host cuts them.
    pub arguments: Vec<String>,
    /// What was filled in, and what is left to the host, in the order of the text.
    pub marks: Vec<Mark>,
    /// What else loading does.
    pub changes: Changes,
}

/// A place in the loaded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Where it stands in the text.
    pub span: Span,
    /// What is written for it in the file.
    pub written: String,
    /// Where that stands in the file, when it does.
    pub source: Option<Span>,
    /// The file that is meant, when it is one inside the skill's folder that exists.
    pub file: Option<PathBuf>,
}

worded! {
    /// What a mark is.
    pub enum MarkKind {
        /// Filled in from the arguments.
        Argument = "argument",
        /// Another placeholder, filled in.
        Placeholder = "placeholder",
        /// A command that the host would run; it stands as it is written.
        Command = "command",
        /// A file that is mentioned; it stands as it is written.
        File = "file",
    }
}

/// Why a host would not load a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// With the arguments filled in it is longer than this, in UTF-16 units.
    TooLong(usize),
    /// In its arguments stands a quote that nothing closes.
    OpenQuote,
    /// This field keeps people from it.
    NotForPeople(String),
}

impl LoadError {
    /// The error in words.
    pub fn words(&self) -> String {
        match self {
            LoadError::TooLong(limit) => format!("with its arguments filled in it is longer than {limit} characters"),
            LoadError::NotForPeople(field) => format!("`{field}: false` keeps people from typing its name"),
            LoadError::OpenQuote => "nothing closes a quote in the arguments".to_owned(),
        }
    }
}

/// What the model receives when the host loads a skill.
pub fn load(subject: &Subject<'_>, request: &LoadRequest) -> Result<Loaded, LoadError> {
    let written = subject.written();
    let document = written.as_ref().unwrap_or(subject.document);
    let document = document.replaced.as_deref().unwrap_or(document);
    let host = subject.reader();
    let frontmatter =
        Frontmatter::read(host, document, if written.is_some() { FoundKind::Command } else { subject.skill.kind });
    let changes = changes::changes(host, &frontmatter, &subject.candidate.reading);
    let Some(rule) = &host.loading else {
        let marks = mention::marks(&document.text, subject);
        return Ok(Loaded { text: document.text.to_string(), known: false, arguments: Vec::new(), marks, changes });
    };
    let typed = rule.typed.as_ref().filter(|_| request.typed);
    if let Some(field) = typed.and_then(|typed| typed.refused_without.as_ref())
        && frontmatter.is_false(field)
    {
        return Err(LoadError::NotForPeople(field.clone()));
    }
    let trimmed = typed.filter(|typed| typed.trims_arguments).map(|_| LoadRequest {
        arguments: request.arguments.as_deref().map(|given| given.trim().to_owned()),
        ..request.clone()
    });
    let request = trimmed.as_ref().unwrap_or(request);
    let values = Values::new(subject, rule, &frontmatter, request);
    let pieces = framed(subject, rule, document, request);
    let declared = if host.placeholders.arguments { frontmatter.argument_names() } else { Vec::new() };
    let arguments = words(rule.words, request.given()).ok_or(LoadError::OpenQuote)?;
    let (placeholders, id) = (&host.placeholders, &*subject.candidate.id);
    let filler = Filler { rule, placeholders, values: &values, declared, request, words: &arguments, id };
    let pieces = filler.filled(pieces).map_err(|TooLong(limit)| LoadError::TooLong(limit))?;
    let (text, mut marks) = piece::joined(&pieces);
    if host.placeholders.commands {
        marks.extend(commands::marks(&text));
    }
    marks.extend(mention::marks(&text, subject));
    match written {
        None => piece::give_sources(&mut marks, &pieces),
        // What is written in a manifest has no places of its own there.
        Some(_) => marks.iter_mut().for_each(|mark| mark.source = None),
    }
    marks.sort_by_key(|mark| (mark.span.start, mark.span.end));
    Ok(Loaded { text, known: true, arguments, marks, changes })
}

/// The host's template for a skill, with everything in it but arguments and placeholders.
fn framed(subject: &Subject<'_>, rule: &LoadingRule, document: &Document, request: &LoadRequest) -> Vec<TextPiece> {
    let host = subject.reader();
    let body = body(host, rule, document);
    let value = |key: &str| match key {
        "body" => Some(body.of(&document.text).to_owned()),
        "file" => Some(document.text.to_string()),
        "arguments" if rule.trims_arguments => Some(request.given().trim().to_owned()),
        "arguments" => Some(request.given().to_owned()),
        "files" => Some(files::printed(subject, rule)),
        key => values::of_skill(subject, key),
    };
    let mut found = Vec::new();
    let typed = rule.typed.as_ref().filter(|_| request.typed);
    for filled in pieces(typed.map_or("", |typed| &typed.before), &value) {
        found.push(TextPiece::settled(filled.text, None));
    }
    let plain_breaks = rule.plain_breaks || typed.is_some_and(|typed| typed.plain_breaks);
    let usual = template(subject, rule);
    for filled in pieces(typed.and_then(|typed| typed.text.as_deref()).unwrap_or(usual), &value) {
        let (source, fillable) = match filled.key {
            Some("body") => (Some(body.start), true),
            Some("file") => (Some(0), rule.fills_all),
            _ => (None, rule.fills_all),
        };
        let text = if plain_breaks { filled.text.replace("\r\n", "\n") } else { filled.text };
        // A text that was changed has no places in the file any more.
        let source = source.filter(|_| !(plain_breaks && document.text.contains("\r\n")));
        let is_body = filled.key == Some("body");
        found.push(if fillable { TextPiece::open(text, source, is_body) } else { TextPiece::settled(text, source) });
    }
    found
}

/// The template that fits: commands may have one of their own.
fn template<'a>(subject: &Subject<'_>, rule: &'a LoadingRule) -> &'a str {
    let is_command = values::is_command(subject);
    let place = subject.view.place(subject.candidate);
    let is_among_commands = place.is_some_and(|place| matches!(place.layout, Layout::Commands | Layout::Written));
    let of_plugin = rule.plugin_command_text.as_deref();
    let of_plugin = of_plugin.filter(|_| is_among_commands && place.is_some_and(|place| place.plugin.is_some()));
    of_plugin.or(rule.command_text.as_deref().filter(|_| is_command)).unwrap_or(&rule.text)
}

/// The body as the host cuts it from the file; a file without a block is all body.
fn body(host: &Host, rule: &LoadingRule, document: &Document) -> Span {
    let text = &*document.text;
    let mark = if host.fence.strips_bom && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let whole = Span::new(mark, text.len());
    let body = match host.fence.cut(text) {
        Some(cut) => cut.body,
        None if rule.trims_blockless => whole,
        // What has no block is not taken apart at all.
        None => return whole,
    };
    let written = body.of(text);
    let from_start = written.len() - written.trim_start_matches(is_space).len();
    let from_end = written.len() - written.trim_end_matches(is_space).len();
    match rule.trims {
        TrimName::None => body,
        // All of it may be white space.
        _ if from_start == written.len() => Span::new(body.start, body.start),
        TrimName::Both => Span::new(body.start + from_start, body.end - from_end),
        TrimName::StartBreaks => {
            let after = written.trim_start_matches(['\n', '\r']);
            Span::new(body.end - after.len(), body.end)
        }
        TrimName::Start => Span::new(body.start + from_start, body.end),
        TrimName::End => Span::new(body.start, body.end - from_end),
    }
}

#[cfg(test)]
mod tests;
