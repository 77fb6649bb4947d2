//! `skill-lsp.readFile`: one file of a skill as it lies on disk, never one outside its folder.

use tower_lsp_server::jsonrpc::Result;

use crate::disk::{self, FileRefusal};
use crate::features::{meant, skill_file};
use crate::lsp::commands::{Arguments, Done, Sight, failed, place, wrong};
use crate::lsp::state::Shared;

/// Carries out the command.
pub(crate) fn read_file(shared: &Shared, arguments: &Arguments) -> Result<Done> {
    let path = place(&arguments.needed("path").map_err(wrong)?, "path").map_err(wrong)?;
    // An empty name is the guard's to refuse.
    let file = arguments.text("file").map_err(wrong)?.unwrap_or_default();
    let sight = Sight::of(shared, arguments, None).map_err(wrong)?;
    let (_, skill) = meant::at(&sight.snapshot.catalog, &path)
        .ok_or_else(|| wrong(format!("there is no skill at {}", path.display())))?;
    let folder = skill_file::folder(skill).map_err(wrong)?;
    let bytes = disk::read_inside(&folder, &file).map_err(|refusal| {
        let guess = (refusal == FileRefusal::Missing).then(|| skill_file::guess(&*sight.snapshot.files, skill, &file));
        failed(format!("cannot read `{file}`: {refusal}{}", guess.unwrap_or_default()))
    })?;
    Ok(Done { answer: skill_file::as_json(&folder, &file, &bytes), ..Done::default() })
}
