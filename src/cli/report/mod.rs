//! Findings on their way out: one file for each format.

mod arguments;
pub(crate) mod concise;
pub(crate) mod github;
pub(crate) mod gitlab;
pub(crate) mod grouped;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod sarif;
pub(crate) mod snippet;

pub(crate) use crate::words::counted;
pub(crate) use arguments::{OutputArguments, ReportFormat};

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::catalog::path_order;
use crate::checks::Diagnostic;
use crate::cli::terminal::{columns, table_within};
use crate::config::Level;
use crate::text::{Encoding, Position, Span, Text};

/// The findings of one file, with the text they point into.
pub(crate) struct FileReport {
    /// The file. Absolute.
    pub(crate) path: PathBuf,
    /// Its text, as the findings count it; at least all lines that findings, fixes and related places speak of.
    pub(crate) text: Text,
    /// The findings, in the order of the text.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl FileReport {
    pub(crate) fn new(path: PathBuf, text: Arc<str>, mut diagnostics: Vec<Diagnostic>) -> FileReport {
        diagnostics.sort_by(|left, right| {
            (left.span, left.check, &left.message).cmp(&(right.span, right.check, &right.message))
        });
        FileReport { path, text: Text::new(text), diagnostics }
    }

    /// The first and the last position of a span, both from 0.
    pub(crate) fn range(&self, span: Span, encoding: Encoding) -> (Position, Position) {
        (self.text.position(span.start, encoding), self.text.position(span.end, encoding))
    }
}

/// A list whose items are made as they are written: all of a large tree at once would take more room than its skills.
pub(crate) struct Lazy<Make>(pub(crate) Make);

impl<Make: Fn() -> Items, Items: IntoIterator<Item: Serialize>> Serialize for Lazy<Make> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Everything that was found.
pub(crate) struct Findings {
    /// How many skills were checked.
    pub(crate) skills: usize,
    /// How many agents were checked.
    pub(crate) agents: usize,
    /// How many manifests of packages were checked.
    pub(crate) manifests: usize,
    /// Files with findings, by path.
    pub(crate) files: Vec<FileReport>,
    /// Whether not everything was looked through.
    pub(crate) is_incomplete: bool,
    /// Files that are called like skills and are parts of others.
    pub(crate) parts: Vec<PathBuf>,
    /// Texts of other files that findings point to.
    pub(crate) others: HashMap<PathBuf, Text>,
    /// How many findings the baseline remembers in what was checked, when there is one.
    pub(crate) remembered: Option<usize>,
    /// How many findings are left out, because no more were wanted.
    pub(crate) more: usize,
}

impl Findings {
    /// How many files were checked.
    pub(crate) fn checked(&self) -> usize {
        self.skills + self.agents + self.manifests
    }

    /// Every finding with its file, in the order of paths and texts.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&FileReport, &Diagnostic)> {
        self.files.iter().flat_map(|file| file.diagnostics.iter().map(move |diagnostic| (file, diagnostic)))
    }

    /// The same, the loudest first.
    pub(crate) fn by_level(&self) -> Vec<(&FileReport, &Diagnostic)> {
        let mut all: Vec<_> = self.each().collect();
        all.sort_by_key(|(_, diagnostic)| std::cmp::Reverse(diagnostic.level));
        all
    }

    /// Keeps so many findings, the loudest.
    pub(crate) fn keep_loudest(&mut self, most: usize) {
        let mut levels: Vec<Level> = self.each().map(|(_, diagnostic)| diagnostic.level).collect();
        if levels.len() <= most {
            return;
        }
        levels.sort_by_key(|level| std::cmp::Reverse(*level));
        self.more = levels.len() - most;
        let (kept, _) = levels.split_at(most);
        let mut room: HashMap<Level, usize> = HashMap::new();
        kept.iter().for_each(|level| *room.entry(*level).or_default() += 1);
        for file in &mut self.files {
            file.diagnostics.retain(|diagnostic| match room.get_mut(&diagnostic.level) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    true
                }
                _ => false,
            });
        }
        self.files.retain(|file| !file.diagnostics.is_empty());
    }

    /// How many there are of a level.
    pub(crate) fn count(&self, level: Level) -> usize {
        self.each().filter(|(_, diagnostic)| diagnostic.level == level).count()
    }

    /// The positions of a place in any file, from 0; the beginning when its text is not at hand.
    pub(crate) fn place(&self, path: &std::path::Path, span: Span, encoding: Encoding) -> (Position, Position) {
        if let Some(text) = self.others.get(path) {
            return (text.position(span.start, encoding), text.position(span.end, encoding));
        }
        match self.files.binary_search_by(|file| path_order(&file.path, path)) {
            Ok(index) => self.files.get(index).map(|file| file.range(span, encoding)).unwrap_or_default(),
            Err(_) => Default::default(),
        }
    }

    /// The files that related places point into and whose text is not here yet.
    pub(crate) fn missing(&self) -> Vec<PathBuf> {
        let mut missing: Vec<PathBuf> = self
            .each()
            .flat_map(|(_, diagnostic)| diagnostic.related.iter())
            .filter(|related| self.files.binary_search_by(|file| path_order(&file.path, &related.path)).is_err())
            .map(|related| related.path.clone())
            .collect();
        missing.sort();
        missing.dedup();
        missing
    }
}

/// Rows with aligned columns, set in by two blanks, as wide as the terminal.
pub(crate) fn indented_table(rows: &[Vec<String>]) -> String {
    table_within(rows, columns().saturating_sub(2)).lines().map(|line| format!("  {line}\n")).collect()
}

#[cfg(test)]
pub(crate) mod sample {
    use super::*;
    use crate::checks::{Fix, Related};
    use crate::text::Edit;

    /// A finding with everything there can be, in a file with wide characters.
    pub(crate) fn findings() -> Findings {
        let text = "---\nname: 漢😀\ndescription: Use this when: you deploy\n---\n";
        let start = text.find(": you").unwrap();
        let name = text.find('漢').unwrap();
        let diagnostics = vec![
            Diagnostic {
                check: "yaml-syntax",
                level: Level::Error,
                span: Span::new(start, start + 2),
                message: "`: ` starts a new key, 100% <sure> & \"quoted\"".to_owned(),
                consequence: Some("Pi skips the skill".to_owned()),
                hosts: vec!["pi".to_owned()],
                loses_skill: true,
                related: vec![],
                fixes: vec![Fix::safe("Put the value in quotes", vec![Edit::insert(start, "\"")])],
                tag: None,
                is_remembered: false,
            },
            Diagnostic {
                check: "name-shadowed",
                level: Level::Warning,
                span: Span::new(name, name + "漢😀".len()),
                message: "another skill wins".to_owned(),
                consequence: None,
                hosts: vec![],
                loses_skill: false,
                related: vec![Related {
                    path: "/home/me/.claude/skills/x/SKILL.md".into(),
                    span: Span::new(4, 8),
                    message: "the winner".to_owned(),
                }],
                fixes: vec![],
                tag: None,
                is_remembered: false,
            },
        ];
        let other = Text::new("---\nname: x\n---\n");
        let others = [("/home/me/.claude/skills/x/SKILL.md".into(), other)].into();
        let files = vec![FileReport::new("/home/me/project/a b/SKILL.md".into(), text.into(), diagnostics)];
        Findings {
            skills: 2,
            agents: 0,
            manifests: 0,
            files,
            is_incomplete: false,
            parts: Vec::new(),
            others,
            remembered: None,
            more: 0,
        }
    }
}
