//! One entry in the words of its host.

use std::borrow::Cow;
use std::path::Path;

use crate::catalog::{Candidate, Files, Place, Skill, View};
use crate::hosts::fill;
use crate::hosts::{AliasRule, IdSource, LabelName, ListingRule};
use crate::listing::alias::{Aliases, Root};
use crate::listing::escape::escape;
use crate::listing::form::EntryForm;
use crate::listing::label::Names;
use crate::listing::shorten::{clipped, shortened, shortened_by_characters};

/// What entries are made from.
pub(super) struct Maker<'a> {
    /// The listing's rule.
    pub(super) rule: &'a ListingRule,
    /// The view.
    pub(super) view: &'a View,
    /// The file system.
    pub(super) files: &'a dyn Files,
    /// The look-up of names.
    pub(super) names: Names<'a>,
    /// The short names of roots; none when paths are printed whole.
    pub(super) aliases: Option<Aliases<'a>>,
}

/// What an entry can be shortened by.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// `{text}`
    Text,
    /// `{description}`
    Description,
}

/// A template, cut around what can be shortened.
pub(super) fn parts(template: &str) -> (&str, Option<Part>, &str) {
    match (template.split_once("{text}"), template.split_once("{description}")) {
        (Some((before, after)), _) => (before, Some(Part::Text), after),
        (None, Some((before, after))) => (before, Some(Part::Description), after),
        (None, None) => (template, None, ""),
    }
}

impl<'a> Maker<'a> {
    /// What makes the entries of a rule, with whole paths.
    pub(super) fn new(rule: &'a ListingRule, view: &'a View, files: &'a dyn Files, names: Names<'a>) -> Maker<'a> {
        Maker { rule, view, files, names, aliases: None }
    }

    /// The same with short names for these roots.
    pub(super) fn shortening(&self, alias: &'a AliasRule, roots: Vec<Root>) -> Maker<'a> {
        let Maker { rule, view, files, names, .. } = self;
        let aliases = Aliases::new(alias, roots, rule.forward_slashes);
        Maker { aliases: Some(aliases), ..Maker::new(rule, view, *files, names.again()) }
    }

    /// The forms of an entry.
    pub(super) fn form(&self, candidate: &Candidate, skill: &Skill) -> EntryForm {
        let name_only = candidate.verdict.name_only;
        let described = self.description(candidate, skill);
        let (text, cut_text) = self.limited(self.with_when(described.clone(), candidate));
        let (description, cut_description) = self.limited(described);
        let value = |key: &str| match key {
            "text" => Some(text.clone()),
            "description" => Some(description.clone()),
            "label" if name_only => Some(candidate.id.to_string()),
            _ => self.value(key, candidate, skill),
        };
        // Only the text can be shortened, so the template is cut around it.
        let (before, shown, after, cut) = match parts(&self.rule.entry) {
            (before, Some(Part::Text), after) => (before, &*text, after, cut_text),
            (before, Some(Part::Description), after) => (before, &*description, after, cut_description),
            (before, None, after) => (before, "", after, false),
        };
        EntryForm {
            before: fill(before, &value),
            text: shown.to_owned(),
            description: description.clone(),
            after: fill(after, &value),
            bare: fill(&self.rule.bare, &value),
            cut,
            name_only,
            score: self.view.controls.usage_score(&candidate.id, self.view.environment.now),
        }
    }

    /// The part of an entry that can be shortened, and whether it is already cut to the longest that an entry may have.
    pub(super) fn shown(&self, candidate: &Candidate, skill: &Skill) -> (String, bool) {
        match parts(&self.rule.entry) {
            (_, Some(Part::Text), _) => self.limited(self.with_when(self.description(candidate, skill), candidate)),
            (_, Some(Part::Description), _) => self.limited(self.description(candidate, skill)),
            (_, None, _) => (String::new(), false),
        }
    }

    /// A text cut to the longest that an entry may have, and whether that was needed.
    pub(super) fn limited(&self, text: String) -> (String, bool) {
        let limit = self.rule.text_limit.map(|limit| self.view.controls.text_limit.unwrap_or(limit));
        let shortened = if self.rule.whole_characters { shortened_by_characters } else { shortened };
        match limit.and_then(|limit| shortened(&text, limit, &self.rule.ellipsis)) {
            Some(cut) => (cut, true),
            None => (text, false),
        }
    }

    /// The description and the host's note on it. The note is the host's own and not escaped.
    fn description(&self, candidate: &Candidate, skill: &Skill) -> String {
        let place = self.view.place(candidate);
        let given = place.and_then(|place| place.command.as_ref()?.description.as_deref());
        let written = given.or_else(|| self.last_resort_of_plugin(candidate, skill));
        let written = written.or(candidate.reading.description.as_deref()).unwrap_or_default();
        let mut description = escape(self.rule.escape, written).into_owned();
        description.push_str(candidate.note.as_deref().unwrap_or_default());
        description
    }

    /// What stands in for the description of something of a plugin that has none, where the host says it in words of
    /// its own.
    fn last_resort_of_plugin(&self, candidate: &Candidate, skill: &Skill) -> Option<&str> {
        self.view.place(candidate).filter(|place| candidate.reading.last_resort && place.plugin.is_some())?;
        let rule = &self.view.host.description;
        let is_skill = skill.path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
        let words = if is_skill { &rule.last_resort_plugin } else { &rule.last_resort_plugin_command };
        (!words.is_empty()).then_some(words)
    }

    /// The description, and `when_to_use` where the host reads it.
    fn with_when(&self, mut text: String, candidate: &Candidate) -> String {
        if let (Some(joiner), Some(when)) = (&self.rule.when_joiner, &candidate.reading.when)
            && !when.is_empty()
        {
            text.push_str(joiner);
            text.push_str(&escape(self.rule.escape, when));
        }
        text
    }

    /// A value of a template.
    pub(super) fn value(&self, key: &str, candidate: &Candidate, skill: &Skill) -> Option<String> {
        let escaped = |text: &str| escape(self.rule.escape, text).into_owned();
        let path = |path: &Path| escape(self.rule.escape_path, &path.to_string_lossy()).into_owned();
        let folder = skill.path.parent().unwrap_or(Path::new(""));
        Some(match key {
            "id" => escaped(&candidate.id),
            "name" => escaped(self.name(candidate, skill)),
            "label" => match self.rule.label {
                LabelName::Id => candidate.id.to_string(),
                LabelName::LowerWithColon if candidate.id.contains(':') => candidate.id.to_lowercase(),
                LabelName::LowerWithColon => candidate.id.to_string(),
                LabelName::IdAndName => self.names.label(candidate),
            },
            "when" => escaped(candidate.reading.when.as_deref().unwrap_or_default()),
            "path" => {
                let whole = self.path(candidate, skill);
                let short = self.aliases.as_ref().and_then(|aliases| aliases.short(candidate.place, &whole));
                let printed = short.unwrap_or_else(|| path(&whole));
                if self.rule.forward_slashes { printed.replace('\\', "/") } else { printed }
            }
            "folder" => path(folder),
            "source" => self.view.place(candidate).map(|place| place.source.to_string()).unwrap_or_default(),
            "files" => self.files.list(folder).join(", "),
            "body" => self.body(skill),
            _ => return None,
        })
    }

    /// The folder of a place, as the host prints it.
    pub(super) fn root<'b>(&self, place: &'b Place) -> Cow<'b, Path> {
        match self.rule.real_roots {
            true => self.files.real(&place.path).map_or(Cow::Borrowed(&*place.path), Cow::Owned),
            false => Cow::Borrowed(&place.path),
        }
    }

    /// The path of a skill, as the host prints it: links below the root are left as they are.
    fn path<'b>(&self, candidate: &Candidate, skill: &'b Skill) -> Cow<'b, Path> {
        let place = self.view.place(candidate).filter(|_| self.rule.real_roots);
        let moved = place.and_then(|place| Some(self.root(place).join(skill.path.strip_prefix(&place.path).ok()?)));
        moved.map_or(Cow::Borrowed(&*skill.path), Cow::Owned)
    }

    /// The name that the host shows: where the id says more than the name, the name alone.
    fn name<'b>(&self, candidate: &'b Candidate, skill: &'b Skill) -> &'b str {
        match self.view.host.identity.id {
            IdSource::SourceAndName => candidate.reading.name.as_deref().unwrap_or(&skill.folder),
            IdSource::Folder => candidate.reading.name.as_deref().unwrap_or(&candidate.id),
            IdSource::Name | IdSource::NameOrFolder => &candidate.id,
        }
    }

    /// The body as the host cuts it from the file, trimmed; a file without a block is all body.
    fn body(&self, skill: &Skill) -> String {
        let text = self.files.text(&skill.path).unwrap_or_default();
        let cut = self.view.host.fence.cut(&text);
        let body = match &cut {
            Some(cut) => text.get(cut.body.start..cut.body.end).unwrap_or_default().trim(),
            None => &text,
        };
        let clip = self.rule.body_limit.and_then(|limit| clipped(body, limit, &self.rule.ellipsis));
        clip.unwrap_or_else(|| body.to_owned())
    }
}
