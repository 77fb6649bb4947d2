//! Changes as an edit of the protocol.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tower_lsp_server::ls_types::*;

use crate::catalog::Files;
use crate::features::changes::{Change, Changes};
use crate::lsp::abilities::Abilities;
use crate::lsp::convert::{range_of, uri_of};
use crate::lsp::files::OpenFiles;
use crate::text::{self, Encoding, Text};

/// The changes as one edit; `None` when the client cannot do what they need, or a file cannot be read. What gets another
/// name gets it first: an editor saves what it has edited where it has edited it, and a text that is edited before it
/// moves would be left unsaved in the place where it goes.
pub(crate) fn workspace_edit(changes: &Changes, files: &OpenFiles, client: &Abilities) -> Option<WorkspaceEdit> {
    if client.document_changes {
        let is_rename = |change: &&Change| matches!(change, Change::Rename { .. });
        let (renames, others): (Vec<&Change>, Vec<&Change>) = changes.0.iter().partition(is_rename);
        let moved = |path: &Path| renames.iter().fold(path.to_owned(), |path, change| change.moved(path));
        let operations: Option<Vec<Vec<DocumentChangeOperation>>> =
            renames.iter().chain(&others).map(|change| operations(change, moved, files, client)).collect();
        let operations = operations?.into_iter().flatten().collect();
        let document_changes = Some(DocumentChanges::Operations(operations));
        return Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() });
    }
    let mut texts = HashMap::new();
    for change in &changes.0 {
        let Change::Edit { path, edits } = change else { return None };
        texts.insert(uri_of(path)?, text_edits(edits, &Text::new(files.text(path)?), client.encoding));
    }
    Some(WorkspaceEdit { changes: Some(texts), ..WorkspaceEdit::default() })
}

fn operations(
    change: &Change,
    moved: impl Fn(&Path) -> PathBuf,
    files: &OpenFiles,
    client: &Abilities,
) -> Option<Vec<DocumentChangeOperation>> {
    let edit = |uri: Uri, version, edits: Vec<TextEdit>| {
        DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        })
    };
    Some(match change {
        Change::Edit { path, edits } => {
            let place = moved(path);
            match files.open.get(path) {
                Some(open) => {
                    let edits = text_edits(edits, &open.text, client.encoding);
                    // Under its new name the text has no version yet.
                    let is_there = place == *path;
                    let uri = if is_there { open.uri.clone() } else { uri_of(&place)? };
                    vec![edit(uri, is_there.then_some(open.version), edits)]
                }
                None => {
                    let edits = text_edits(edits, &Text::new(files.text(path)?), client.encoding);
                    vec![edit(uri_of(&place)?, None, edits)]
                }
            }
        }
        Change::Create { path, text } => {
            if !client.creates_files {
                return None;
            }
            let uri = uri_of(&moved(path))?;
            let options = CreateFileOptions { overwrite: Some(false), ignore_if_exists: Some(true) };
            let create = CreateFile { uri: uri.clone(), options: Some(options), annotation_id: None };
            let whole = TextEdit { range: Range::default(), new_text: text.clone() };
            let mut operations = vec![DocumentChangeOperation::Op(ResourceOp::Create(create))];
            if !text.is_empty() {
                operations.push(edit(uri, None, vec![whole]));
            }
            operations
        }
        Change::Rename { from, to } => {
            if !client.renames_files {
                return None;
            }
            let options = RenameFileOptions { overwrite: Some(false), ignore_if_exists: Some(false) };
            let rename = RenameFile {
                old_uri: uri_of(from)?,
                new_uri: uri_of(to)?,
                options: Some(options),
                annotation_id: None,
            };
            vec![DocumentChangeOperation::Op(ResourceOp::Rename(rename))]
        }
    })
}

/// Edits of one text.
pub(crate) fn text_edits(edits: &[text::Edit], text: &Text, encoding: Encoding) -> Vec<TextEdit> {
    edits
        .iter()
        .map(|edit| TextEdit { range: range_of(text, edit.span, encoding), new_text: edit.text.clone() })
        .collect()
}
