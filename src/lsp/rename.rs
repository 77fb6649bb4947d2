//! Renames as the protocol writes them: what can be renamed, the edit, and the reason why not.

use std::path::{Path, PathBuf};

use tower_lsp_server::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp_server::ls_types::*;

use crate::catalog::{FileKind, Files};
use crate::features::changes::{Change, Changes};
use crate::features::rename::{self, Plan, RenameRefusal, plan, plan_of_move, renameable};
use crate::lsp::convert::{path_of, uri_of};
use crate::lsp::document::OpenDocument;
use crate::lsp::edits::workspace_edit;
use crate::lsp::navigation::in_every_folder;
use crate::lsp::notes::Wide;
use crate::lsp::state::{Question, Shared};

/// The protocol's number for a request that is understood and refused.
const REQUEST_FAILED: i64 = -32803;

/// What can be renamed at a position.
pub(crate) fn renameable_at(question: &Question, position: Position) -> Result<Option<PrepareRenameResponse>> {
    let found = question.ask(|context| renameable(context, question.offset(position))).map_err(error)?;
    Ok(found
        .map(|it| PrepareRenameResponse::RangeWithPlaceholder { range: question.range(it.span), placeholder: it.name }))
}

/// The edit that gives the skill at a position another name.
pub(crate) fn renamed(shared: &Shared, wide: &Wide, position: Position, name: &str) -> Result<Option<WorkspaceEdit>> {
    let question = &wide.question;
    let can_move = question.abilities.document_changes && question.abilities.renames_files;
    let files = if can_move { rename::Files::Renamed } else { rename::Files::Kept };
    let plan = question.ask(|context| plan(context, question.offset(position), name, files)).map_err(error)?;
    let Some(plan) = plan else { return Ok(None) };
    let edit = workspace_edit(&changes(wide, &plan), &question.files, &question.abilities);
    shared.lock().own_move = plan.moved.filter(|_| edit.is_some());
    Ok(edit)
}

/// The edit that follows when folders and files are renamed in the explorer: everything but that itself.
pub(crate) fn moved(shared: &Shared, files: &[FileRename]) -> Option<WorkspaceEdit> {
    let mut all = Changes::default();
    let mut last = None;
    for file in files {
        let (Some(from), Some(to)) = (path_in(&file.old_uri), path_in(&file.new_uri)) else { continue };
        // A folder that moves as part of our own edit is asked about too: its texts change with that edit.
        if shared.lock().own_move.take_if(|own| own.0 == from && own.1 == to).is_some() {
            continue;
        }
        let Some(wide) = wide(shared, &from) else { continue };
        let Some(plan) = wide.question.ask(|context| plan_of_move(context, &from, &to)) else { continue };
        let changes = changes(&wide, &plan).0.into_iter();
        all.0.extend(changes.filter(|change| matches!(change, Change::Edit { .. })));
        last = Some(wide.question);
    }
    let question = last.filter(|_| !all.0.is_empty())?;
    workspace_edit(&all.together(), &question.files, &question.abilities)
}

/// The skill that a folder or a file is, whether it is open or not.
fn wide(shared: &Shared, path: &Path) -> Option<Wide> {
    let files = shared.lock().files();
    let skill = match files.kind(path)? {
        FileKind::File => path.to_owned(),
        FileKind::Folder => skill_in(&files, path)?,
    };
    let closed = files.text(&skill).and_then(|text| Some(OpenDocument::new(uri_of(&skill)?, 0, &text)));
    shared.lock().wide_question(skill, closed)
}

fn skill_in(files: &dyn Files, folder: &Path) -> Option<PathBuf> {
    let names = files.list(folder);
    names.iter().find(|name| name.eq_ignore_ascii_case("SKILL.md")).map(|name| folder.join(name))
}

fn path_in(uri: &str) -> Option<PathBuf> {
    path_of(&uri.parse().ok()?)
}

/// What changes in all folders together.
fn changes(wide: &Wide, plan: &Plan) -> Changes {
    let mut all = Changes::default();
    in_every_folder(wide, |context, notes| {
        let known: Vec<PathBuf> = all.0.iter().filter_map(Change::edited).map(Path::to_owned).collect();
        let more = rename::changes(context, plan, notes).0.into_iter();
        // What several folders know is changed once.
        let is_new = |change: &Change| match change {
            Change::Edit { path, .. } => !known.contains(path),
            Change::Create { .. } | Change::Rename { .. } => known.is_empty(),
        };
        all.0.extend(more.filter(is_new));
    });
    all.together()
}

fn error(refusal: RenameRefusal) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: refusal.0.into(), data: None }
}
