//! `prompt`: exactly the listing that a host puts before its model.

use std::collections::{BTreeMap, HashSet};

use crate::catalog::{Status, View};
use crate::cli::arguments::{AnswerFormat, Global, PromptArguments};
use crate::cli::console::Console;
use crate::cli::pins::standing_ids;
use crate::cli::report::counted;
use crate::cli::session;
use crate::cli::{Answer, FINE};
use crate::features::prompt::{as_json, refusal, strange_model};
use crate::features::versions::Apart;
use crate::listing::{self, Listing, Request};
use crate::project::pins::PinBoard;
use crate::words::grouped;

/// Runs `prompt`.
pub(crate) fn prompt(global: &Global, arguments: &PromptArguments, console: &Console) -> Answer {
    let host = session::one_host(global, arguments.host.as_deref())?;
    let session = session::about(global, &arguments.sight, std::slice::from_ref(&host), console)?;
    let snapshot = &session.snapshot;
    let view = snapshot.view(&host)?;
    let board = PinBoard::of(snapshot, &host, arguments.context.as_deref())?;
    let pinned = board.map(|board| standing_ids(&board, console)).transpose()?;
    let request = Request {
        mode: arguments.mode.clone(),
        model: arguments.model.clone(),
        context_window: arguments.context_window,
        pinned: pinned.unwrap_or_default(),
        apart: None,
    };
    let listing = listing::listing(&snapshot.catalog, view, &*snapshot.files, &request)
        .map_err(|error| refusal(&error, &view.host, arguments.mode.as_deref()))?;
    if let Some(sentence) = strange_model(&view.host, arguments.model.as_deref()) {
        console.warning(&sentence);
    }
    say_ambiguous(view, console);
    say_own(view, &listing, console);
    match arguments.format {
        AnswerFormat::Text => {
            console.print_exactly(&listing.text);
            let mut before = &listing.text;
            for later in &listing.later {
                // What the host announces later stands after a blank line.
                let gap = match before {
                    text if text.is_empty() || text.ends_with("\n\n") => "",
                    text if text.ends_with('\n') => "\n",
                    _ => "\n\n",
                };
                console.print_exactly(gap);
                console.print_exactly(later);
                before = later;
            }
        }
        AnswerFormat::Json => console.print_json(&as_json(view, &listing)),
    }
    if arguments.budget {
        let last = listing.later.last().unwrap_or(&listing.text);
        if arguments.format == AnswerFormat::Text && !last.is_empty() && !last.ends_with('\n') {
            console.end_line();
        }
        console.say_lines(&accounting(&listing));
    }
    let least = if arguments.budget { Apart::APatch } else { Apart::More };
    session.say_versions(&[host], least, console);
    Ok(FINE)
}

/// Says for which names the entry is one of several that the host may show.
fn say_ambiguous(view: &View, console: &Console) {
    let mut said: HashSet<&str> = HashSet::new();
    for candidate in &view.candidates {
        if candidate.verdict.status == Status::Ambiguous && said.insert(&candidate.id) {
            let (name, host) = (&candidate.id, &view.host.name);
            console.warning(&format!("`{name}` is ambiguous in {host}: {}", candidate.verdict.reason));
        }
    }
}

/// Says what the host's own skills take, whose texts are not shown.
fn say_own(view: &View, listing: &Listing, console: &Console) {
    if let Some(budget) = listing.budget.as_ref().filter(|budget| budget.own_count > 0) {
        let (own, limit, unit) = (grouped(budget.own), grouped(budget.limit), budget.unit);
        let skills = counted(budget.own_count, "skill");
        let name = &view.host.name;
        console.say(&format!("{skills} of {name}'s own, not shown here, take {own} of {limit} {unit}"));
    }
}

/// So many of the skills that were cut are named.
const NAMED: usize = 20;

/// The budget and what it cost, in a few lines.
fn accounting(listing: &Listing) -> String {
    let mut text = format!("mode {}", listing.mode);
    if let Some(model) = &listing.model {
        text.push_str(&format!(", model {model}"));
    }
    text.push('\n');
    let later = listing.entries.iter().filter(|entry| entry.later.is_some()).count();
    text.push_str(&counted(listing.entries.len() - later, "skill"));
    if later > 0 {
        text.push_str(&format!(", {later} more announced later"));
    }
    text.push('\n');
    match &listing.budget {
        Some(budget) => {
            text.push_str(&format!("{} of {} {} used", grouped(budget.used), grouped(budget.limit), budget.unit));
            if budget.wanted > budget.used {
                text.push_str(&format!(", {} wanted", grouped(budget.wanted)));
            }
            if budget.taken > 0 {
                text.push_str(&format!(", {} taken by the agent's own", grouped(budget.taken)));
            }
            text.push('\n');
            if !budget.origin.is_empty() {
                text.push_str(&format!("the limit: {}\n", budget.origin));
            }
        }
        None => text.push_str("no budget\n"),
    }
    let mut cuts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for entry in &listing.entries {
        if let Some(cut) = entry.cut {
            cuts.entry(cut.word()).or_default().push(format!("{} ({})", entry.name, entry.full));
        }
    }
    for (word, names) in cuts {
        let more = names.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {} more; --format json has all", grouped(more)) } else { String::new() };
        let named: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
        text.push_str(&format!("{word}: {}{more}\n", named.join(", ")));
    }
    text
}
