//! `skill-lsp.doctor`: the state of things in a folder, what is open counting as it is open.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::document::Document;
use crate::features::doctor::{Doctor, Line};
use crate::features::named_hosts::known_host;
use crate::lsp::commands::{Arguments, Said, folder_asked};
use crate::lsp::state::Shared;
use crate::project;
use crate::project::doctor::{Question, doctor as examined};

/// The answer, and the text to be shown.
pub(crate) fn doctor(shared: &Shared, arguments: &Arguments) -> Said<(Value, String)> {
    let (name, hosts) = (arguments.text("name")?, arguments.texts("host")?.unwrap_or_default());
    let folder = folder_asked(shared, arguments)?;
    let (overlay, open) = {
        let state = shared.lock();
        let skills = state.documents.iter().filter(|(_, document)| !document.is_manifest);
        let open: Vec<(PathBuf, Arc<Document>)> =
            skills.map(|(path, document)| (path.clone(), document.document())).collect();
        (state.settings.overlay.clone(), open)
    };
    let setting = project::setting_of(&folder, &overlay);
    for host in &hosts {
        known_host(&setting.config, host)?;
    }
    let name = name.as_deref().filter(|name| !name.trim().is_empty());
    let question = Question { hosts: &hosts, name, open: &open };
    let answer = examined(setting.config, setting.environment, &question);
    let shown = text(&folder, &answer);
    Ok((json!(answer), shown))
}

/// The answer in a few lines, for editors that know no better.
fn text(folder: &Path, answer: &Doctor) -> String {
    let line = |line: &Line| {
        let place = line.places.first().map(|spot| spot.path.strip_prefix(folder).unwrap_or(&spot.path));
        let place = place.map(|place| format!("{}: ", place.display())).unwrap_or_default();
        format!("\n  {} {place}{}", line.skills.join(", "), line.words)
    };
    let lines = |lines: &[Line]| lines.iter().map(line).collect::<String>();
    let agents = answer.agents.iter().map(|agent| {
        format!("{}: {} listed, {} not{}", agent.name, agent.listed, agent.not_listed, lines(&agent.lines))
    });
    let mut parts: Vec<String> = agents.collect();
    if !answer.elsewhere.is_empty() {
        parts.push(format!("No agent reads{}", lines(&answer.elsewhere)));
    }
    parts.join("\n")
}
