//! The skills that are kept loaded in a context, for its listing.

use crate::catalog::View;
use crate::disk;
use crate::features::pins::{PinFile, pins};
use crate::lsp::commands::Said;
use crate::workspace::Snapshot;

/// The ids that are pinned in a context, or in the one of the host's variable; those whose skill is gone are left out.
pub(crate) fn pinned(snapshot: &Snapshot, view: &View, context: Option<&str>) -> Said<Vec<String>> {
    let Some(file) = PinFile::of(&view.host, &snapshot.environment, context)? else { return Ok(Vec::new()) };
    let bytes = disk::read_whole(&file.path).map_err(|problem| problem.message)?.unwrap_or_default();
    let text = String::from_utf8(bytes).map_err(|_| format!("cannot read {}: it is not UTF-8", file.path.display()))?;
    let pins = pins(&snapshot.catalog, view, &*snapshot.files, &file.ids(&text)?);
    Ok(pins.kept.iter().map(|pinned| pinned.candidate.id.to_string()).collect())
}
