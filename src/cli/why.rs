//! `why`: which skill of a name wins in each host, and why.

use std::path::Path;

use crate::catalog::Obstacle;
use crate::cli::arguments::{AnswerFormat, Global, WhyArguments};
use crate::cli::console::Console;
use crate::cli::report::counted;
use crate::cli::session::{self, Ask, Session};
use crate::cli::terminal::{Around, columns, heading, plain, table_within};
use crate::cli::{Answer, FINDINGS, FINE};
use crate::features::versions::Apart;
use crate::features::why::{self, Outcome, Why};
use crate::project;
use crate::words::{add_to, guessed};
use crate::workspace::Snapshot;

/// Runs `why`.
pub(crate) fn why(global: &Global, arguments: &WhyArguments, console: &Console) -> Answer {
    let named = session::named(global, &arguments.host)?;
    let everyone = session::everyone(global, &arguments.sight, &named)?;
    let mut session =
        session::open(&Ask { named: Some(&arguments.name), ..Ask::about_skills(global, &arguments.sight, &everyone) })?;
    session.say_problems(console);
    session.try_on(&arguments.name, console);
    let session = session;
    let hosts = if named.is_empty() { session.hosts() } else { named.clone() };
    let Snapshot { catalog, config, files, .. } = &session.snapshot;
    let path = session.path(&arguments.name).map(|path| path.to_string_lossy().into_owned());
    let name = path.as_deref().unwrap_or(&arguments.name);
    let mut answers = why::why(catalog, &**files, &config.known_hosts, &hosts, name);
    let is_had = answers.iter().any(|answer| answer.outcome != Outcome::Absent);
    if !is_had {
        let near = project::near_misses(&session.snapshot, &arguments.name);
        why::put_near(&mut answers, &config.known_hosts, &near, &named);
    }
    why::tell_shown(&mut answers, catalog, &session.snapshot);
    why::tell_copies(&mut answers, catalog, &**files, &config.known_hosts);
    let is_somewhere = answers.iter().any(|answer| !answer.candidates.is_empty());
    let is_missing = |answer: &Why| answer.outcome == Outcome::Absent && !answer.has_near();
    if arguments.format == AnswerFormat::Json {
        console.print_json(&why::told(answers.clone(), !named.is_empty()));
    }
    let (missing, shown): (Vec<Why>, Vec<Why>) =
        answers.into_iter().partition(|answer| named.is_empty() && is_missing(answer));
    match arguments.format {
        AnswerFormat::Text if is_somewhere => {
            console.print(&text(&session, &arguments.name, &shown));
            console.print(&elsewhere(&session, &missing));
            console.print(&apart(&session, &shown));
        }
        AnswerFormat::Json | AnswerFormat::Text => {}
    }
    let shown: Vec<String> = shown.into_iter().map(|answer| answer.host).collect();
    session.say_versions(&shown, Apart::APatch, console);
    if is_had {
        return Ok(FINE);
    }
    if !is_somewhere {
        let guess = guessed(why::nearest_id(catalog, &hosts, &arguments.name));
        console.say(&format!("no agent has a skill `{}`{guess}", arguments.name));
        session.say_where(&hosts, &arguments.name, arguments.all, console);
    }
    Ok(FINDINGS)
}

fn text(session: &Session, name: &str, answers: &[Why]) -> String {
    let mut rows = Vec::new();
    for answer in answers {
        let host = session.snapshot.catalog.view(&answer.host).map_or(&answer.host, |view| &view.host.name);
        let host = heading(host);
        if answer.candidates.is_empty() {
            rows.push(vec![format!("  {}", plain(host)), "–".to_owned(), "not there".to_owned()]);
        }
        for (index, candidate) in answer.candidates.iter().enumerate() {
            let host = if index == 0 { format!("  {}", plain(host)) } else { String::new() };
            let place = shown_place(&session.around, &candidate.path);
            rows.push(vec![host, place, plain(&answer.words(index)).into_owned()]);
        }
    }
    format!("{}\n{}", plain(name), table_within(&rows, columns()))
}

/// The hosts that do not have the name, those with the same reason together.
fn elsewhere(session: &Session, missing: &[Why]) -> String {
    let mut groups: Vec<(Vec<&Obstacle>, Vec<&str>)> = Vec::new();
    for answer in missing {
        let Some(view) = session.snapshot.catalog.view(&answer.host) else { continue };
        let host = heading(&view.host.name);
        let mut obstacles: Vec<&Obstacle> = Vec::new();
        for obstacle in answer.candidates.iter().filter_map(|candidate| candidate.obstacle.as_ref()) {
            if !obstacles.iter().any(|known| known.of_hosts() == obstacle.of_hosts()) {
                obstacles.push(obstacle);
            }
        }
        add_to(&mut groups, obstacles, host);
    }
    let mut rows = Vec::new();
    for (obstacles, hosts) in groups.iter().filter(|(obstacles, _)| !obstacles.is_empty()) {
        let words = obstacles.iter().map(|obstacle| {
            let (one, many) = obstacle.of_hosts();
            if hosts.len() == 1 { one } else { many }
        });
        let reason = format!("{}: {}", hosts.join(", "), words.collect::<Vec<_>>().join("; "));
        rows.push(vec!["  not in".to_owned(), plain(&reason).into_owned()]);
    }
    table_within(&rows, columns())
}

/// The copies for several agents that are no longer the same.
fn apart(session: &Session, answers: &[Why]) -> String {
    let row = |(one, other, lines): (&Path, &Path, usize)| {
        let [one, other] = [one, other].map(|path| shown_place(&session.around, path));
        let words = format!("{one} and {other} differ in {}", counted(lines, "line"));
        vec!["  copies".to_owned(), plain(&words).into_owned()]
    };
    table_within(&why::copies_apart(answers).into_iter().map(row).collect::<Vec<_>>(), columns())
}

/// The folder of a SKILL.md, or the file itself, short.
pub(crate) fn shown_place(around: &Around, path: &Path) -> String {
    let is_skill = path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    around.dotted(if is_skill { path.parent().unwrap_or(path) } else { path })
}
