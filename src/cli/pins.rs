//! `pin`, `unpin`, `pinned`: the skills that stay loaded in a context.

use serde_json::json;

use crate::cli::arguments::{AnswerFormat, Global, PinArguments, PinnedArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Session};
use crate::cli::terminal::{columns, plain, table_within};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINE};
use crate::features::pins::Pinned;
use crate::project::pins::PinBoard;

/// Runs `pin`.
pub(crate) fn pin(global: &Global, arguments: &PinArguments, console: &Console) -> Answer {
    let session = open(global, &arguments.place, console)?;
    let mut board = board(&session, &arguments.place)?;
    let is_new = board.is_new();
    let mut dropped = Vec::new();
    match board.pin(&arguments.id)? {
        true if is_new => console.say(&format!("the context {} is new here", board.file.context)),
        true => {}
        false => console.say(&format!("`{}` is pinned in {} already", arguments.id, board.file.context)),
    }
    drop_stale(&mut board, &mut dropped, console)?;
    print(&session, &board, &dropped, &arguments.place, console)
}

/// Runs `unpin`.
pub(crate) fn unpin(global: &Global, arguments: &PinArguments, console: &Console) -> Answer {
    let session = open(global, &arguments.place, console)?;
    let mut board = board(&session, &arguments.place)?;
    let mut dropped = Vec::new();
    board.unpin(&arguments.id)?;
    drop_stale(&mut board, &mut dropped, console)?;
    print(&session, &board, &dropped, &arguments.place, console)
}

/// Runs `pinned`.
pub(crate) fn pinned(global: &Global, arguments: &PinnedArguments, console: &Console) -> Answer {
    let session = open(global, arguments, console)?;
    let mut board = board(&session, arguments)?;
    let mut dropped = Vec::new();
    drop_stale(&mut board, &mut dropped, console)?;
    print(&session, &board, &dropped, arguments, console)
}

/// The ids that are pinned, those whose skill is gone left out and told.
pub(crate) fn standing_ids(board: &PinBoard<'_>, console: &Console) -> Result<Vec<String>, String> {
    for id in board.pins()?.stale {
        console.warning(&format!("`{id}` is pinned in {}, but there is no such skill", board.file.context));
    }
    board.standing_ids()
}

fn open(global: &Global, arguments: &PinnedArguments, console: &Console) -> Result<Session, String> {
    let hosts = std::slice::from_ref(&arguments.host);
    let session = session::open(&Ask::about_skills(global, &Sight::default(), hosts))?;
    session.say_problems(console);
    Ok(session)
}

fn board<'a>(session: &'a Session, arguments: &'a PinnedArguments) -> Result<PinBoard<'a>, String> {
    PinBoard::needed(&session.snapshot, &arguments.host, arguments.context.as_deref())
}

/// Takes the pins away whose skill is gone, and says so.
fn drop_stale(board: &mut PinBoard<'_>, dropped: &mut Vec<String>, console: &Console) -> Result<(), String> {
    for id in board.drop_stale()? {
        console.say(&format!("`{id}` is unpinned: there is no such skill"));
        dropped.push(id);
    }
    Ok(())
}

/// Prints what is pinned now.
fn print(
    session: &Session,
    board: &PinBoard<'_>,
    dropped: &[String],
    arguments: &PinnedArguments,
    console: &Console,
) -> Answer {
    let (file, pins) = (&board.file, board.pins()?);
    match arguments.format {
        AnswerFormat::Json => {
            let pinned: Vec<_> = pins.kept.iter().map(as_json).collect();
            console.print_json(&json!({"host": arguments.host, "context": file.context, "path": file.path,
                "pinned": pinned, "dropped": dropped}));
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
