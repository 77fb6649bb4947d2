//! `skill-lsp.delete`: a user skill goes to the trash, where there is one. The editor has asked.

use std::path::PathBuf;

use serde_json::json;
use tower_lsp_server::jsonrpc::Result;

use crate::disk::Trash;
use crate::features::deletion::deletable;
use crate::lsp::commands::{Arguments, Done, Said, Sight, failed, place, wrong};
use crate::lsp::state::Shared;

/// Carries out the command.
pub(crate) fn delete(shared: &Shared, arguments: &Arguments) -> Result<Done> {
    let (folder, trash) = fate(shared, arguments).map_err(wrong)?;
    let gone = trash.take(&folder).map_err(|problem| failed(problem.message))?;
    // Editors hold on to what they had open, some of them for minutes.
    let mut state = shared.lock();
    let open: Vec<PathBuf> = state.documents.keys().filter(|path| path.starts_with(&folder)).cloned().collect();
    open.into_iter().for_each(|path| state.close(path));
    drop(state);
    let answer = json!({"path": folder, "trash": gone});
    Ok(Done { answer, changed: Some(folder.join("SKILL.md")), shown: None })
}

/// What goes, and where to.
fn fate(shared: &Shared, arguments: &Arguments) -> Said<(PathBuf, Trash)> {
    let path = place(&arguments.needed("path")?, "path")?;
    let sight = Sight::of(shared, arguments, None)?;
    let folder = deletable(&sight.snapshot.catalog, &path)?;
    let trash = Trash::of(&folder, &sight.snapshot.environment);
    Ok((folder, trash))
}
