//! `usage`: how often skills were used, as the host counts it, and what that does to its listing.

use std::sync::Arc;

use crate::catalog::expanded_path;
use crate::cli::arguments::{AnswerFormat, Global, UsageArguments};
use crate::cli::console::Console;
use crate::cli::report::{counted, indented_table};
use crate::cli::session::{self, Ask, Session};
use crate::cli::terminal::{heading, plain};
use crate::cli::{Answer, FINE};
use crate::features::prompt::{refusal, strange_model};
use crate::features::usage::{self, Usage, UsedPlace, UsedSkill};
use crate::hosts::Host;
use crate::listing::Request;
use crate::words::grouped;

/// Runs `usage`.
pub(crate) fn usage(global: &Global, arguments: &UsageArguments, console: &Console) -> Answer {
    let host = session::one_host(global, arguments.host.as_deref())?;
    let session = session::open(&Ask::about_skills(global, &arguments.sight, std::slice::from_ref(&host)))?;
    let snapshot = &session.snapshot;
    let view = snapshot.view(&host)?;
    let name = heading(&view.host.name);
    let Some(fact) = &view.host.controls.usage else {
        let counts = |host: &&Arc<Host>| host.controls.usage.is_some() && !host.only_when_named;
        let counting: Vec<String> =
            snapshot.config.known_hosts.iter().filter(counts).map(|host| format!("--host {}", host.id)).collect();
        return Err(format!("{name} does not count how often skills are used: try {}", counting.join(" or ")).into());
    };
    let file = expanded_path(&fact.file, &snapshot.environment).unwrap_or_default();
    if let Some((_, message)) = view.controls.problems.iter().find(|(path, _)| *path == file) {
        return Err(message.clone().into());
    }
    session.say_problems(console);
    if let Some(sentence) = strange_model(&view.host, arguments.model.as_deref()) {
        console.warning(&sentence);
    }
    let request =
        Request { model: arguments.model.clone(), context_window: arguments.context_window, ..Request::default() };
    let usage = usage::usage(&snapshot.catalog, view, &*snapshot.files, &request)
        .map_err(|error| refusal(&error, &view.host, None))?;
    match arguments.format {
        AnswerFormat::Json => console.print_json(&usage),
        AnswerFormat::Text => {
            if usage.skills.iter().all(|skill| skill.last_used.is_none()) {
                console.say(&format!("no use of a skill is recorded in {}", session.around.path(&file)));
            }
            console.print(&text(&session, &usage));
        }
    }
    Ok(FINE)
}

/// The skills that were used, those that the budget cuts, and the budget.
fn text(session: &Session, usage: &Usage) -> String {
    let name = session.snapshot.catalog.view(&usage.host).map_or(usage.host.as_str(), |view| &view.host.name);
    let mut text = format!("\u{1b}[1m{}\u{1b}[0m", plain(heading(name)));
    if let Some(model) = &usage.model {
        text.push_str(&format!("  {}", plain(model)));
    }
    if let Some(budget) = &usage.budget {
        text.push_str(&format!("  {} of {} {} used", grouped(budget.used), grouped(budget.limit), budget.unit));
        if budget.wanted > budget.used {
            text.push_str(&format!(", {} wanted", grouped(budget.wanted)));
        }
    }
    text.push('\n');
    let is_shown = |skill: &&UsedSkill| skill.last_used.is_some() || skill.cut.is_some();
    let mut rows: Vec<Vec<String>> = usage.skills.iter().filter(is_shown).map(row).collect();
    if !rows.is_empty() {
        let head = ["rank", "skill", "used", "days ago", "left", "score", ""].map(str::to_owned);
        rows.insert(0, head.to_vec());
    }
    text.push_str(&indented_table(&rows));
    let rest = usage.skills.iter().filter(|skill| !is_shown(skill)).count();
    if rest > 0 {
        text.push_str(&format!("  {} never used, and listed whole\n", counted(rest, "skill")));
    }
    text
}

fn row(skill: &UsedSkill) -> Vec<String> {
    let days = skill.days.map(|days| format!("{days:.1}")).unwrap_or_default();
    let left = skill.decay.map(|decay| format!("{:.0} %", decay * 100.0)).unwrap_or_default();
    let rank = skill.rank.map(|rank| rank.to_string()).unwrap_or_else(|| "–".to_owned());
    let score = if skill.count == 0 { "0".to_owned() } else { format!("{:.2}", skill.score) };
    let mut words = Vec::new();
    match skill.place {
        UsedPlace::Listed => {}
        UsedPlace::Unlisted => words.push("not in the listing".to_owned()),
        UsedPlace::Own => words.push("the agent's own".to_owned()),
        UsedPlace::Absent => words.push("no such skill here: gone, or of another project".to_owned()),
    }
    match (skill.cut, skill.because_of_usage) {
        (Some("name-only"), Some(_)) => words.push("description dropped: others are used more".to_owned()),
        (Some("name-only"), None) => words.push("description dropped".to_owned()),
        (Some(cut), _) => words.push(cut.to_owned()),
        (None, Some(_)) => words.push("description kept because it is used".to_owned()),
        (None, None) => {}
    }
    vec![rank, plain(&skill.name).into_owned(), skill.count.to_string(), days, left, score, words.join("; ")]
}
