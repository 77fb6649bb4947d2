//! `list`: every skill each host sees.

use crate::catalog::Files;
use crate::cli::arguments::{AnswerFormat, Global, ListArguments};
use crate::cli::console::Console;
use crate::cli::report::{counted, indented_table};
use crate::cli::session::{self, Session};
use crate::cli::terminal::{heading, plain};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINE};
use crate::features::list::{self, Extent, ListedSkill};

/// Runs `list`.
pub(crate) fn list(global: &Global, arguments: &ListArguments, console: &Console) -> Answer {
    let named = session::named(global, &arguments.host)?;
    let session = session::about(global, &arguments.sight, &named, console)?;
    let extent = if arguments.all { Extent::All } else { Extent::Used };
    let catalog = &session.snapshot.catalog;
    let skills = |files: Option<&dyn Files>| list::list(catalog, files, &session.snapshot, &session.hosts(), extent);
    match arguments.format {
        AnswerFormat::Json => console.print_json(&skills(Some(&*session.snapshot.files))),
        AnswerFormat::Text => print(&session, &named, &skills(None), arguments.all, console),
    }
    Ok(FINE)
}

fn print(session: &Session, named: &[String], skills: &[ListedSkill], is_all: bool, console: &Console) {
    let mut text = String::new();
    for view in session.snapshot.catalog.views() {
        let rows: Vec<Vec<String>> =
            skills.iter().filter(|skill| skill.host == view.host.id).map(|skill| row(session, skill)).collect();
        if rows.is_empty() && named.is_empty() {
            continue;
        }
        text.push_str(&format!(
            "\u{1b}[1m{}\u{1b}[0m  {}\n",
            plain(heading(&view.host.name)),
            counted(rows.len(), "skill")
        ));
        text.push_str(&indented_table(&rows));
        text.push('\n');
    }
    console.print(text.strip_suffix('\n').unwrap_or(&text));
    if skills.is_empty() {
        console.say("no skills found: `skill-lsp doctor` looks for what lies nearby; --all lists every place");
        if is_all {
            session.say_places(&session.hosts(), console);
        }
    }
}

fn row(session: &Session, skill: &ListedSkill) -> Vec<String> {
    let name = if skill.name == skill.id { skill.id.clone() } else { format!("{} ({})", skill.id, skill.name) };
    let reason = match skill.status {
        "active" => {
            let held_back = skill.permission.as_ref().filter(|permitted| permitted.is_held_back());
            let held_back = held_back.map(|permitted| plain(&permitted.reason).into_owned());
            // That it is there alone, or wins, is what nobody wonders about.
            let told = (skill.is_told).then(|| plain(&skill.reason).into_owned());
            told.into_iter().chain(held_back).collect::<Vec<_>>().join("; ")
        }
        _ => plain(&skill.reason).into_owned(),
    };
    let reason = match skill.shown.filter(|shown| *shown != "whole") {
        Some(shown) => format!("{shown}: {reason}"),
        None => reason,
    };
    vec![plain(&name).into_owned(), skill.status.to_owned(), shown_place(&session.around, &skill.path), reason]
}
