//! `pin`, `unpin`, `pinned`: the skills that stay loaded in a context.

use serde_json::{Value, json};

use crate::cli::arguments::{AnswerFormat, Global, PinArguments, PinnedArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Session};
use crate::cli::terminal::{columns, plain, table_within};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINE};
use crate::features::pins::Pinned;
use crate::features::unfound::Unfound;
use crate::project::pins::PinBoard;

/// Runs `pin`.
pub(crate) fn pin(global: &Global, arguments: &PinArguments, console: &Console) -> Answer {
    changed(global, &arguments.place, console, |board| {
        let is_new = board.is_new();
        match board.pin(&arguments.id)? {
            true if is_new => console.say(&format!("the context {} is new here", board.file.context)),
            true => {}
            false => console.say(&format!("`{}` is pinned in {} already", arguments.id, board.file.context)),
        }
        Ok(())
    })
}

/// Runs `unpin`.
pub(crate) fn unpin(global: &Global, arguments: &PinArguments, console: &Console) -> Answer {
    changed(global, &arguments.place, console, |board| board.unpin(&arguments.id))
}

/// Runs `pinned`.
pub(crate) fn pinned(global: &Global, arguments: &PinnedArguments, console: &Console) -> Answer {
    session::alone(&arguments.host)?;
    let session = session::about(global, &Sight::default(), std::slice::from_ref(&arguments.host), console)?;
    let board = PinBoard::needed(&session.snapshot, &arguments.host, arguments.context.as_deref())?;
    let stale = board.pins()?.stale;
    for id in &stale {
        console.warning(&format!("`{id}` is pinned in {}, but there is no such skill", board.file.context));
    }
    print(&session, &board, arguments, json!({"stale": stale}), console)
}

/// The ids that are pinned, those whose skill is gone left out and told.
pub(crate) fn standing_ids(board: &PinBoard<'_>, console: &Console) -> Result<Vec<String>, String> {
    for id in board.pins()?.stale {
        console.warning(&format!("`{id}` is pinned in {}, but there is no such skill", board.file.context));
    }
    board.standing_ids()
}

/// Changes what is pinned, takes the pins away whose skill is gone, and prints what is pinned now.
fn changed(
    global: &Global,
    arguments: &PinnedArguments,
    console: &Console,
    change: impl FnOnce(&mut PinBoard<'_>) -> Result<(), Unfound>,
) -> Answer {
    session::alone(&arguments.host)?;
    let session = session::about(global, &Sight::default(), std::slice::from_ref(&arguments.host), console)?;
    let mut board = PinBoard::needed(&session.snapshot, &arguments.host, arguments.context.as_deref())?;
    change(&mut board)?;
    let dropped = board.drop_stale()?;
    for id in &dropped {
        console.say(&format!("`{id}` is unpinned: there is no such skill"));
    }
    print(&session, &board, arguments, json!({"dropped": dropped}), console)
}

/// Prints what is pinned; `gone` is what is not any more.
fn print(
    session: &Session,
    board: &PinBoard<'_>,
    arguments: &PinnedArguments,
    gone: Value,
    console: &Console,
) -> Answer {
    let (file, pins) = (&board.file, board.pins()?);
    match arguments.format {
        AnswerFormat::Json => {
            let pinned: Vec<_> = pins.kept.iter().map(as_json).collect();
            let mut answer =
                json!({"host": arguments.host, "context": file.context, "path": file.path, "pinned": pinned});
            if let (Some(answer), Value::Object(gone)) = (answer.as_object_mut(), gone) {
                answer.extend(gone);
            }
            console.print_json(&answer);
        }
        AnswerFormat::Text => {
            let row = |pinned: &Pinned<'_>| {
                let place = shown_place(&session.around, &pinned.skill.path);
                vec![plain(&pinned.candidate.id).into_owned(), place]
            };
            let rows: Vec<Vec<String>> = pins.kept.iter().map(row).collect();
            console.print(&table_within(&rows, columns()));
            if rows.is_empty() {
                console.say(&format!("nothing is pinned in {}", file.context));
            }
        }
    }
    Ok(FINE)
}

fn as_json(Pinned { candidate, skill }: &Pinned<'_>) -> serde_json::Value {
    let tools: Vec<String> = candidate.reading.allowed_tools.iter().map(|tool| tool.to_string()).collect();
    let name = candidate.label_name.as_ref().unwrap_or(&candidate.id);
    json!({"id": &*candidate.id, "name": &**name, "path": skill.path, "allowedTools": tools})
}
