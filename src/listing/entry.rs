//! One entry in the words of its host.

use std::path::Path;

use crate::catalog::{Candidate, Files, Skill, View};
use crate::hosts::{IdSource, LabelName, ListingRule};
use crate::listing::escape::escape;
use crate::listing::form::Form;
use crate::listing::label::Names;
use crate::listing::shorten::{clipped, shortened};
use crate::listing::template::fill;

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
}

impl Maker<'_> {
    /// The forms of an entry.
    pub(super) fn form(&self, candidate: &Candidate, skill: &Skill) -> Form {
        let name_only = candidate.verdict.name_only;
        let whole = self.text(candidate);
        let limit = self.rule.text_limit.map(|limit| self.view.controls.text_limit.unwrap_or(limit));
        let cut = limit.and_then(|limit| shortened(&whole, limit, &self.rule.ellipsis));
        let text = cut.as_deref().unwrap_or(&whole);
        let value = |key: &str| match key {
            "text" => Some(text.to_owned()),
            "label" if name_only => Some(candidate.id.to_string()),
            _ => self.value(key, candidate, skill),
        };
        // Only the text can be shortened, so the template is cut around it.
        let (before, after) = match self.rule.entry.split_once("{text}") {
            Some((before, after)) => (fill(before, &value), Some(fill(after, &value))),
            None => (fill(&self.rule.entry, &value), None),
        };
        Form {
            before,
            text: if after.is_some() { text.to_owned() } else { String::new() },
            after: after.unwrap_or_default(),
            bare: fill(&self.rule.bare, &value),
            cut: cut.is_some(),
            name_only,
            score: self.view.controls.usage_score(&candidate.id, self.view.environment.now),
        }
    }

    /// The description, the host's note on it, and `when_to_use` where the host reads it. The note is the host's own
    /// and not escaped.
    fn text(&self, candidate: &Candidate) -> String {
        let reading = &candidate.reading;
        let mut text = escape(self.rule.escape, reading.description.as_deref().unwrap_or_default()).into_owned();
        if let Some(note) = candidate.note.as_deref() {
            text.push_str(note);
        }
        if let (Some(joiner), Some(when)) = (&self.rule.when_joiner, &reading.when)
            && !when.is_empty()
        {
            text.push_str(joiner);
            text.push_str(&escape(self.rule.escape, when));
        }
        text
    }

    fn value(&self, key: &str, candidate: &Candidate, skill: &Skill) -> Option<String> {
        let escaped = |text: &str| escape(self.rule.escape, text).into_owned();
        let path = |path: &Path| escape(self.rule.escape_path, &path.to_string_lossy()).into_owned();
        let folder = skill.path.parent().unwrap_or(Path::new(""));
        Some(match key {
            "id" => escaped(&candidate.id),
            "name" => escaped(self.name(candidate, skill)),
            "label" => match self.rule.label {
                LabelName::Id => candidate.id.to_string(),
                LabelName::IdAndName => self.names.label(candidate),
            },
            "description" => escaped(candidate.reading.description.as_deref().unwrap_or_default()),
            "when" => escaped(candidate.reading.when.as_deref().unwrap_or_default()),
            "path" => path(&skill.path),
            "folder" => path(folder),
            "source" => self.view.place(candidate).map(|place| place.source.to_string()).unwrap_or_default(),
            "files" => self.files.list(folder).join(", "),
            "body" => self.body(skill),
            _ => return None,
        })
    }

    /// The name that the host shows: where the id says more than the name, the name alone.
    fn name<'a>(&self, candidate: &'a Candidate, skill: &'a Skill) -> &'a str {
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
