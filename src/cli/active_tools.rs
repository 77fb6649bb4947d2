//! `active-tools`: the tools that are left while some skills are loaded.

use serde_json::json;

use crate::cli::arguments::{ActiveToolsArguments, AnswerFormat, Global, Sight};
use crate::cli::console::Console;
use crate::cli::pins::standing_ids;
use crate::cli::session;
use crate::cli::terminal::plain;
use crate::cli::{Answer, FINE};
use crate::features::pins::{Pinned, active_tools, known};
use crate::project::pins::PinBoard;

/// Runs `active-tools`.
pub(crate) fn run(global: &Global, arguments: &ActiveToolsArguments, console: &Console) -> Answer {
    let ActiveToolsArguments { skill, available, context, host, format } = arguments;
    session::alone(host)?;
    let session = session::about(global, &Sight::default(), std::slice::from_ref(host), console)?;
    let snapshot = &session.snapshot;
    let view = snapshot.view(host)?;
    let (ids, stale) = match skill.is_empty() {
        false => (skill.clone(), Vec::new()),
        true => {
            let board = PinBoard::needed(snapshot, host, context.as_deref())?;
            (standing_ids(&board, console)?, board.pins()?.stale)
        }
    };
    let loaded: Vec<Pinned> = ids.iter().map(|id| known(&snapshot.catalog, view, id)).collect::<Result<_, _>>()?;
    let available = (!available.is_empty()).then_some(available.as_slice());
    let active = active_tools(&view.host, &loaded, available);
    let is_restricted = active.is_some();
    // Without a restriction everything is left.
    let active = active.or_else(|| available.map(<[String]>::to_vec));
    match format {
        AnswerFormat::Json => {
            let skills: Vec<&str> = loaded.iter().map(|pinned| &*pinned.candidate.id).collect();
            console.print_json(&json!({
                "host": host,
                "skills": skills,
                "stale": stale,
                "restricted": is_restricted,
                "activeTools": active,
            }));
        }
        AnswerFormat::Text => {
            let lines: Vec<String> = active.iter().flatten().map(|tool| format!("{}\n", plain(tool))).collect();
            console.print(&lines.concat());
            if !is_restricted {
                console.say("no restriction: none of these skills has allowed-tools");
            }
        }
    }
    Ok(FINE)
}
