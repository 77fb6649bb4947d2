//! A finding: where, what, in which host, and how to mend it.

use std::path::{Path, PathBuf};

use crate::catalog::{Catalog, Skill, SkillId};
use crate::config::Level;
use crate::text::{Edit, Span};
use crate::words::{breaks_line, one_line};

/// One finding in one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The check's id.
    pub check: &'static str,
    /// How loud it is.
    pub level: Level,
    /// Where in the document.
    pub span: Span,
    /// The fact, in one line, with the text quoted.
    pub message: String,
    /// What happens in which host, in one short line.
    pub consequence: Option<String>,
    /// The ids of the hosts concerned.
    pub hosts: Vec<String>,
    /// Whether a host for which the author writes loses the skill by it.
    pub loses_skill: bool,
    /// Other places.
    pub related: Vec<Related>,
    /// How to mend it; the first is preferred.
    pub fixes: Vec<Fix>,
    /// How editors paint it.
    pub tag: Option<Tag>,
    /// Whether the baseline remembers it: then it is a hint.
    pub is_remembered: bool,
}

impl Diagnostic {
    /// A finding of which nothing more is said yet.
    pub(crate) fn new(check: &'static str, level: Level, span: Span, message: String) -> Diagnostic {
        let (consequence, tag) = (None, None);
        let (hosts, related, fixes) = (Vec::new(), Vec::new(), Vec::new());
        Diagnostic {
            check,
            level,
            span,
            message,
            consequence,
            hosts,
            loses_skill: false,
            related,
            fixes,
            tag,
            is_remembered: false,
        }
    }

    /// The fact, and on a second line what happens in which host: for formats that have one text only.
    pub fn whole_message(&self) -> String {
        match &self.consequence {
            Some(consequence) => format!("{}\n{consequence}", self.message),
            None => self.message.clone(),
        }
    }

    /// Puts every sentence on one line: the names that it quotes may hold anything.
    pub(crate) fn straighten(&mut self) {
        let related = self.related.iter_mut().map(|related| &mut related.message);
        let titles = self.fixes.iter_mut().map(|fix| &mut fix.title);
        for sentence in std::iter::once(&mut self.message).chain(&mut self.consequence).chain(related).chain(titles) {
            if sentence.contains(breaks_line) {
                *sentence = one_line(sentence).into_owned();
            }
        }
    }

    /// The fix that `--fix` would apply.
    pub fn safe_fix(&self) -> Option<&Fix> {
        self.fixes.iter().find(|fix| fix.safe && !fix.edits.is_empty())
    }
}

/// Another place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The file.
    pub path: PathBuf,
    /// Where in it.
    pub span: Span,
    /// What is there.
    pub message: String,
}

impl Related {
    /// The places of other skills, with a word about each.
    pub(crate) fn skills(
        catalog: &Catalog,
        ids: impl IntoIterator<Item = SkillId>,
        message: impl Into<String>,
    ) -> Vec<Related> {
        let message = message.into();
        let skills = ids.into_iter().filter_map(|id| catalog.skill(id));
        let place =
            |skill: &Skill| Related { path: skill.path.clone(), span: skill.headline, message: message.clone() };
        skills.map(place).collect()
    }
}

/// A way to mend a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Starts with a verb: ``Rename to `pdf` ``.
    pub title: String,
    /// Whether it restores what the author evidently wrote, no more.
    pub safe: bool,
    /// Whether it is one of several that are as likely: a person chooses, and nothing is done in bulk.
    pub is_choice: bool,
    /// What it changes.
    pub edits: Vec<FileEdit>,
}

/// One change of a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileEdit {
    /// A change in the document of the finding.
    Here(Edit),
    /// A new file with this text.
    Create {
        /// The file.
        path: PathBuf,
        /// Its text.
        text: String,
    },
    /// A file or folder gets another name.
    Rename {
        /// The old path.
        from: PathBuf,
        /// The new one.
        to: PathBuf,
    },
}

impl Fix {
    /// A safe fix in the document itself.
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix {
            title: title.into(),
            safe: true,
            is_choice: false,
            edits: edits.into_iter().map(FileEdit::Here).collect(),
        }
    }

    /// A safe fix that puts another word in the place of one.
    pub(crate) fn replacing(span: Span, new: &str) -> Fix {
        Fix::safe(format!("Replace with `{new}`"), vec![Edit::replace(span, new)])
    }

    /// A fix in the document itself that may change its meaning.
    pub fn offered(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix {
            title: title.into(),
            safe: false,
            is_choice: false,
            edits: edits.into_iter().map(FileEdit::Here).collect(),
        }
    }

    /// A fix that renames a file or a folder.
    pub fn renaming(title: impl Into<String>, from: &Path, to: PathBuf) -> Fix {
        Fix {
            title: title.into(),
            safe: false,
            is_choice: false,
            edits: vec![FileEdit::Rename { from: from.to_owned(), to }],
        }
    }

    /// Its changes in the document itself.
    pub fn edits_here(&self) -> impl Iterator<Item = &Edit> {
        self.edits.iter().filter_map(|edit| match edit {
            FileEdit::Here(edit) => Some(edit),
            FileEdit::Create { .. } | FileEdit::Rename { .. } => None,
        })
    }

    /// Whether it makes a new file: never the preferred fix, and never done in bulk, since only the author knows
    /// what belongs in it.
    pub fn creates(&self) -> bool {
        self.edits.iter().any(|edit| matches!(edit, FileEdit::Create { .. }))
    }
}

/// How editors paint a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Faded: it has no effect.
    Unnecessary,
    /// Struck through.
    Deprecated,
}
