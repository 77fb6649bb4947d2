//! Findings for clients that ask for them.

use std::path::Path;
use std::sync::Arc;

use tower_lsp_server::ls_types::*;

use crate::checks;
use crate::lsp::convert::{path_of, uri_of};
use crate::lsp::findings::{Texts, diagnostics};
use crate::lsp::publisher::{Publisher, hash_of};
use crate::lsp::state::{Question, Shared};

/// The findings of an open document; that nothing is new, when the client knows them.
pub(crate) fn of_document(question: &Question, known: Option<&str>) -> DocumentDiagnosticReport {
    let found = question.snapshot.diagnostics(&question.path);
    // The version does not count here: the client asks anew for each.
    let result_id = hash_of(&found, None).to_string();
    if known == Some(&*result_id) {
        let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id };
        return DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report,
        });
    }
    let mut texts = Texts::new(&question.files);
    let items = diagnostics(&found, &question.open.text, &mut texts, &question.abilities);
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
    })
}

/// A document of which nothing is known.
pub(crate) fn nothing() -> DocumentDiagnosticReport {
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport::default())
}

/// The findings of every file in which there are any, and of those that the client knows something else of.
pub(crate) fn of_workspace(
    shared: &Shared,
    publisher: &Publisher,
    known: &[PreviousResultId],
) -> Vec<WorkspaceDocumentDiagnosticReport> {
    let mut paths = publisher.files();
    paths.extend(known.iter().filter_map(|known| path_of(&known.uri)));
    paths.sort_unstable();
    paths.dedup();
    let files = shared.lock().files();
    let mut texts = Texts::new(&files);
    paths.iter().filter_map(|path| of_file(shared, publisher, path, known, &mut texts)).collect()
}

fn of_file(
    shared: &Shared,
    publisher: &Publisher,
    path: &Path,
    known: &[PreviousResultId],
    texts: &mut Texts<'_>,
) -> Option<WorkspaceDocumentDiagnosticReport> {
    let uri = uri_of(path)?;
    let known = known.iter().find(|known| path_of(&known.uri).as_deref() == Some(path));
    let told = publisher.result_of(path).map(|hash| hash.to_string());
    let (client, open, snapshot) = {
        let state = shared.lock();
        let open = state.documents.get(path).cloned();
        let snapshot = state.folder_of(path).map(|folder| folder.snapshot.clone());
        (state.abilities.clone(), open, snapshot)
    };
    let version = open.as_ref().map(|open| i64::from(open.version));
    if let Some(told) = told.as_ref().filter(|told| known.is_some_and(|known| known.value == **told)) {
        let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id: told.clone() };
        return Some(WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
            uri,
            version,
            unchanged_document_diagnostic_report,
        }));
    }
    let found: Vec<checks::Diagnostic> = snapshot.map(|snapshot| snapshot.diagnostics(path)).unwrap_or_default();
    let text = open.map_or_else(|| Arc::new(texts.of(path).clone()), |open| open.text);
    let items = diagnostics(&found, &text, texts, &client);
    Some(WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: told, items },
    }))
}
