//! `show`: what the model receives when a skill is loaded.

use std::path::Path;

use crate::catalog::{FileKind, normal};
use crate::cli::arguments::{AnswerFormat, Global, ShowArguments};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask, Session};
use crate::cli::{Answer, FINDINGS, FINE};
use crate::features::named_hosts::with_real_hosts;
use crate::features::show::{self, Chosen, Refused};
use crate::features::unfound::Unfound;
use crate::loading::LoadRequest;
use crate::words::guessed;

/// Runs `show`.
pub(crate) fn show(global: &Global, arguments: &ShowArguments, console: &Console) -> Answer {
    let host = session::one_host(global, arguments.host.as_deref())?;
    let named = std::slice::from_ref(&host);
    let named_by = Some(arguments.name.as_str());
    let open = |hosts: &[String]| {
        session::open(&Ask { named: named_by, ..Ask::about_skills(global, &arguments.sight, hosts) })
    };
    let mut session = open(named)?;
    if chosen(&session, &host, arguments).is_err() {
        // What the other hosts have explains what this one does not.
        session = open(&with_real_hosts(&session.snapshot.config, named))?;
        session.try_on(&arguments.name, console);
    }
    session.say_problems(console);
    let snapshot = &session.snapshot;
    let view = snapshot.view(&host)?;
    let is_json = arguments.format == AnswerFormat::Json;
    let chosen = match chosen(&session, &host, arguments) {
        Ok(chosen) => chosen,
        Err(Refused::NotLoaded(sentence)) if is_json => return Err(Unfound::Absent(sentence)),
        Err(Refused::NotLoaded(sentence)) => {
            console.say(&sentence);
            return Ok(FINDINGS);
        }
        Err(Refused::Unknown(guess)) => {
            let sentence = format!("{} has no skill `{}`{}", view.host.name, arguments.name, guessed(guess));
            if is_json {
                return Err(session.unfound(named, &arguments.name, Unfound::Absent(sentence)));
            }
            console.say(&sentence);
            session.say_where(named, &arguments.name, arguments.all, console);
            return Ok(FINDINGS);
        }
    };
    let document = show::document_of(&*snapshot.files, chosen.skill)?;
    let request = LoadRequest {
        arguments: arguments.arguments.clone(),
        session_id: arguments.session_id.clone(),
        typed: arguments.typed,
    };
    let shown = show::show(view, chosen, &document, &*snapshot.files, &request)?;
    match arguments.format {
        AnswerFormat::Json => console.print_json(&show::as_json(view, chosen, &document, &shown)),
        AnswerFormat::Text => {
            console.print_exactly(&shown.loaded.text);
            if !shown.loaded.text.ends_with('\n') {
                console.end_line();
            }
            for warning in &shown.warnings {
                console.warning(warning);
            }
            for remark in show::remarks(&shown) {
                console.say(&remark);
            }
        }
    }
    Ok(FINE)
}

/// The skill that is meant: by its name, or by the path of its file or folder.
fn chosen<'a>(session: &'a Session, host: &str, arguments: &ShowArguments) -> Result<Chosen<'a>, Refused> {
    let snapshot = &session.snapshot;
    let (catalog, files, known) = (&*snapshot.catalog, &*snapshot.files, &snapshot.config.known_hosts);
    let Some(view) = catalog.view(host) else { return Err(Refused::Unknown(None)) };
    let named = show::named(catalog, files, known, view, &arguments.name);
    let is_path = arguments.name.contains(['/', '\\']) || arguments.name.ends_with(".md");
    if !is_path || named.is_ok() {
        return named;
    }
    let here = std::env::current_dir().ok();
    let written = session::placed(Path::new(&arguments.name), here.as_deref(), &snapshot.environment.working_directory);
    let path = normal(&written);
    match show::at_path(catalog, files, known, view, &path) {
        Err(Refused::Unknown(_)) if snapshot.files.kind(&path) == Some(FileKind::File) => {
            let host = &view.host.name;
            Err(Refused::NotLoaded(format!("{host} does not read {}", session.around.path(&path))))
        }
        // As it is typed in the agent.
        Err(Refused::Unknown(guess)) => match arguments.name.strip_prefix('/') {
            Some(typed) => show::named(catalog, files, known, view, typed),
            None => Err(Refused::Unknown(guess)),
        },
        found => found,
    }
}
