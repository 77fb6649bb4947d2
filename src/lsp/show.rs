//! `skill-lsp.show`: what the model receives when a skill is loaded, from what is open as it is open.

use serde_json::Value;

use crate::document::Document;
use crate::features::show::{self, Chosen, Refused};
use crate::loading::LoadRequest;
use crate::lsp::commands::{Arguments, Said, Sight, place};
use crate::lsp::files::OpenFiles;
use crate::lsp::state::Shared;
use crate::words::guessed;

/// The answer, and the text to be shown.
pub(crate) fn show(shared: &Shared, arguments: &Arguments) -> Said<(Value, String)> {
    let path = arguments.text("path")?.map(|path| place(&path, "path")).transpose()?;
    let name = if path.is_some() { arguments.text("name")? } else { Some(arguments.needed("name")?) };
    let request = LoadRequest {
        arguments: arguments.text("arguments")?,
        session_id: arguments.text("sessionId")?,
        typed: arguments.flag("typed")?,
    };
    let (sight, host) = Sight::of_one_host(shared, arguments)?;
    let snapshot = &sight.snapshot;
    let (view, known) = (snapshot.view(&host)?, &snapshot.config.known_hosts);
    let found = match (&path, &name) {
        (Some(path), _) => show::at_path(&snapshot.catalog, &*snapshot.files, known, view, path),
        (None, name) => {
            show::named(&snapshot.catalog, &*snapshot.files, known, view, name.as_deref().unwrap_or_default())
        }
    };
    let chosen = found.map_err(|refused| match refused {
        Refused::NotLoaded(sentence) => sentence,
        Refused::Unknown(guess) => {
            let asked = path.map(|path| path.display().to_string()).or(name).unwrap_or_default();
            format!("{} has no skill `{asked}`{}", view.host.name, guessed(guess))
        }
    })?;
    let files = shared.lock().files();
    let document = document(&files, chosen)?;
    let shown = show::show(view, chosen, &document, &files, &request)?;
    Ok((show::as_json(view, chosen, &document, &shown), shown.loaded.text))
}

/// The skill's text: what is open stands for what is saved.
fn document(files: &OpenFiles, chosen: Chosen<'_>) -> Said<Document> {
    show::document_of(files, chosen.skill)
}
