//! Findings as diagnostics of the protocol.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use tower_lsp_server::ls_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
};

use crate::catalog::Files;
use crate::checks::{self, Tag};
use crate::config::Level;
use crate::lsp::abilities::Abilities;
use crate::lsp::convert::{range_of, uri_of};
use crate::text::Text;

/// The texts of files, each indexed once.
pub(crate) struct Texts<'a> {
    files: &'a dyn Files,
    known: HashMap<PathBuf, Text>,
}

impl<'a> Texts<'a> {
    /// Texts that are read from `files` when they are asked for.
    pub(crate) fn new(files: &'a dyn Files) -> Texts<'a> {
        Texts { files, known: HashMap::new() }
    }

    /// The text of a file; empty when it cannot be read.
    pub(crate) fn of(&mut self, path: &Path) -> &Text {
        let files = self.files;
        self.known.entry(path.to_owned()).or_insert_with(|| Text::new(files.text(path).unwrap_or_default()))
    }
}

/// The findings of one document as the client takes them. Those that are off are left out.
pub(crate) fn diagnostics(
    found: &[checks::Diagnostic],
    text: &Text,
    texts: &mut Texts<'_>,
    client: &Abilities,
) -> Vec<Diagnostic> {
    found.iter().filter_map(|finding| diagnostic(finding, text, texts, client)).collect()
}

fn diagnostic(
    finding: &checks::Diagnostic,
    text: &Text,
    texts: &mut Texts<'_>,
    client: &Abilities,
) -> Option<Diagnostic> {
    let severity = match finding.level {
        Level::Off => return None,
        Level::Hint => DiagnosticSeverity::HINT,
        Level::Information => DiagnosticSeverity::INFORMATION,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Error => DiagnosticSeverity::ERROR,
    };
    let related = finding.related.iter().filter_map(|related| {
        let range = range_of(texts.of(&related.path), related.span, client.encoding);
        let location = Location::new(uri_of(&related.path)?, range);
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    });
    Some(Diagnostic {
        range: range_of(text, finding.span, client.encoding),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.check.to_owned())),
        source: Some("skill-lsp".to_owned()),
        message: finding.whole_message(),
        related_information: client.related_information.then(|| related.collect()),
        tags: finding.tag.map(|tag| {
            vec![match tag {
                Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
                Tag::Deprecated => DiagnosticTag::DEPRECATED,
            }]
        }),
        data: (!finding.hosts.is_empty()).then(|| json!({"hosts": finding.hosts})),
        ..Diagnostic::default()
    })
}
