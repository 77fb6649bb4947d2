//! `delete`: removes a user skill, after a question.

use std::io::{self, IsTerminal};
use std::path::Path;

use serde_json::json;

use crate::cli::arguments::{AnswerFormat, DeleteArguments, Global, Sight};
use crate::cli::console::Console;
use crate::cli::report::counted;
use crate::cli::session;
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINDINGS, FINE};
use crate::disk::Trash;
use crate::features::deletion::deletable;
use crate::features::list::bundled;

/// Runs `delete`.
pub(crate) fn delete(global: &Global, arguments: &DeleteArguments, console: &Console) -> Answer {
    let DeleteArguments { name, host, yes, format } = arguments;
    let host = &session::looked_in(global, host)?;
    let everyone = session::everyone(global, &Sight::default(), host)?;
    let session = session::about(global, &Sight::default(), &everyone, console)?;
    let hosts = if host.is_empty() { session.hosts() } else { host.clone() };
    let (_, skill) = session.meant(&hosts, name).map_err(|unfound| session.unfound(&hosts, name, unfound))?;
    let folder = deletable(&session.snapshot.catalog, &skill.path)?;
    let trash = Trash::of(&folder, &session.snapshot.environment);
    let shown = |path: &Path| shown_place(&session.around, path);
    let count = counted(bundled(&*session.snapshot.files, skill).len(), "file");
    let fate = if trash == Trash::None { "There is no trash: it cannot be undone." } else { "It goes to the trash." };
    if !yes {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Err(format!("nobody is there to be asked whether to delete {}: use --yes", shown(&folder)).into());
        }
        console.ask(&format!("Delete {} ({count})? {fate} [y/N] ", shown(&folder)));
        let mut answer = String::new();
        // What cannot be read is not a yes.
        let _ = io::stdin().read_line(&mut answer);
        if !is_yes(&answer) {
            console.say("nothing was deleted");
            return Ok(FINDINGS);
        }
    }
    let gone = trash.take(&folder).map_err(|problem| problem.message)?;
    match format {
        AnswerFormat::Json => console.print_json(&json!({"path": folder, "trash": gone})),
        AnswerFormat::Text => match &gone {
            Some(place) => console.print_exactly(&format!("{}\n", place.display())),
            None => console.say(&format!("{} is deleted", shown(&folder))),
        },
    }
    Ok(FINE)
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_a_yes() {
        assert!(is_yes("y\n") && is_yes(" YES \r\n"));
        assert!(!is_yes("") && !is_yes("\n") && !is_yes("yep") && !is_yes("no"));
    }
}
