//! `hosts`: what is known of each agent.

use serde_json::{Value, json};

use crate::cli::arguments::{AnswerFormat, Global, HostsArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask};
use crate::cli::terminal::{columns, heading, plain, wrapped};
use crate::cli::{Answer, FINE};
use crate::hosts::{
    At, BudgetPolicy, BudgetRule, Consequence, Host, How, IdSource, MissingDescription, Unit, WinnerPolicy,
};

/// Runs `hosts`.
pub(crate) fn hosts(global: &Global, arguments: &HostsArguments, console: &Console) -> Answer {
    let setting = session::setting(&Ask::about_skills(global, &Sight::default(), &arguments.host))?;
    session::say(&setting.problems, console);
    let known = setting.config.known_hosts.iter().map(|host| &**host);
    let shown: Vec<&Host> =
        known.filter(|host| arguments.host.is_empty() || arguments.host.contains(&host.id)).collect();
    match arguments.format {
        AnswerFormat::Json => console.print_json(&shown.iter().map(|host| as_json(host)).collect::<Vec<_>>()),
        AnswerFormat::Text => {
            let blocks: Vec<String> = shown.iter().map(|host| block(host)).collect();
            console.print(&blocks.join("\n"));
        }
    }
    Ok(FINE)
}

fn block(host: &Host) -> String {
    let how = match host.verified.how {
        How::Run => "run and watched",
        How::Read => "read in its source",
        How::Documented => "as documented",
    };
    let mut notes = String::new();
    if host.only_when_named {
        notes.push_str("; only when named");
    }
    if host.sketch {
        notes.push_str("; a sketch");
    }
    // A host of the settings was verified by nobody but its author.
    let verified = match host.verified.version.as_str() {
        "" => ", from the settings".to_owned(),
        version => format!(" {}, {how}", plain(version)),
    };
    let mut text = format!("\u{1b}[1m{}\u{1b}[0m  {}{verified}{notes}\n", plain(&host.id), plain(heading(&host.name)));
    let mut line = |title: &str, words: &str| {
        for (index, part) in wrapped(&plain(words), columns().saturating_sub(12).min(100)).into_iter().enumerate() {
            text.push_str(&format!("  {:<9} {part}\n", if index == 0 { title } else { "" }));
        }
    };
    line("roots", &or(roots(host).join("; "), "not known"));
    line("identity", identity(host));
    line("winner", &winner(host));
    line("required", &or(required(host).join(", "), "nothing"));
    line("limits", &or(limits(host).join(", "), "none known"));
    for budget in budgets(host) {
        line("budget", &budget);
    }
    text
}

fn or(text: String, otherwise: &str) -> String {
    if text.is_empty() { otherwise.to_owned() } else { text }
}

/// A word of our own data, as it is spelled there.
fn word(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

fn roots(host: &Host) -> Vec<String> {
    host.roots
        .iter()
        .map(|rule| {
            let from = match rule.at {
                At::Fixed => "",
                At::WorkingDirectory => " in the working directory",
                At::Upwards => " from the working directory upwards",
                At::Downwards => " down to the working directory",
                At::GitRoot => " in the git root",
                At::Added => " in each added folder",
                At::Plugin => " in each plugin",
                At::Touched => " above a touched file",
                At::Setting => " named in the host's settings",
                At::Explicit => " named in the settings",
            };
            format!("{} {}{from}", word(rule.scope), rule.paths.join(" ")).replace("  ", " ")
        })
        .collect()
}

fn identity(host: &Host) -> &'static str {
    match host.identity.id {
        IdSource::Folder => "the folder's name",
        IdSource::Name => "`name`",
        IdSource::NameOrFolder => "`name`, else the folder's name",
        IdSource::SourceAndName => "source and name: `user:pdf`",
    }
}

fn winner(host: &Host) -> String {
    let policy = match host.winner.policy {
        WinnerPolicy::First => "the first one met",
        WinnerPolicy::Last | WinnerPolicy::LastKeepsPlace => "the last one met",
        WinnerPolicy::RankKeepsPlace => "the one in the strongest root",
        WinnerPolicy::All => "all are listed",
        WinnerPolicy::AllFirstFound => "all are listed, the first is found by id",
        WinnerPolicy::Race => "not decided: a race",
        WinnerPolicy::Unknown => "not known",
    };
    if host.winner.because.is_empty() { policy.to_owned() } else { format!("{policy}: {}", host.winner.because) }
}

fn required(host: &Host) -> Vec<&'static str> {
    let mut required = Vec::new();
    if host.fence.missing == Consequence::Skipped {
        required.push("frontmatter");
    }
    if host.identity.name_missing == Consequence::Skipped {
        required.push("name");
    }
    if host.description.missing == MissingDescription::Skipped {
        required.push("description");
    }
    required
}

fn limits(host: &Host) -> Vec<String> {
    let mut limits = Vec::new();
    if let Some(limit) = host.identity.max_length {
        limits.push(limited("name", limit, host.identity.too_long));
    }
    if let Some(limit) = host.description.max_length {
        limits.push(limited("description", limit, host.description.too_long));
    }
    for rule in &host.listing {
        if let Some(limit) = rule.text_limit {
            let entry = format!("listed text {limit}");
            if !limits.contains(&entry) {
                limits.push(entry);
            }
        }
        if let Some(limit) = rule.entry_limit {
            limits.push(format!("{limit} entries"));
        }
    }
    if let Some(limit) = host.walk.size_limit {
        limits.push(format!("file {limit} bytes"));
    }
    limits
}

fn limited(what: &str, limit: usize, beyond: Consequence) -> String {
    match beyond {
        Consequence::None => format!("{what} {limit}"),
        _ => format!("{what} {limit} (longer: {})", word(beyond)),
    }
}

/// The budget of each mode; once when they are all the same.
fn budgets(host: &Host) -> Vec<String> {
    let unknown = if host.sketch { "not known" } else { "none" };
    let mut budgets: Vec<(&str, String)> = host
        .listing
        .iter()
        .map(|rule| (rule.mode.as_str(), rule.budget.as_ref().map_or(unknown.to_owned(), budget)))
        .collect();
    let first = budgets.first().map(|(_, text)| text.clone()).unwrap_or_else(|| unknown.to_owned());
    if budgets.iter().all(|(_, text)| *text == first) {
        return vec![first];
    }
    budgets.drain(..).map(|(mode, text)| format!("{mode}: {text}")).collect()
}

fn budget(rule: &BudgetRule) -> String {
    let unit = match rule.unit {
        Unit::Columns => "columns",
        Unit::Characters => "characters",
        Unit::Tokens => "tokens",
    };
    let limit = match (rule.limit, rule.per_mille) {
        (Some(limit), _) => format!("{limit} {unit}"),
        (None, Some(share)) => format!("{} % of the context window in {unit}", share as f64 / 10.0),
        (None, None) => unit.to_owned(),
    };
    let over = match rule.policy {
        BudgetPolicy::Greedy => "over it, the least used keep only their names",
        BudgetPolicy::EqualShare => "over it, descriptions share the rest equally",
        BudgetPolicy::RoundRobin => "over it, descriptions are shortened in turn",
        BudgetPolicy::Omit => "over it, entries are left out",
    };
    format!("{limit}; {over}")
}

fn as_json(host: &Host) -> Value {
    json!({
        "id": host.id,
        "name": host.name,
        "verified": {"version": host.verified.version, "how": word(host.verified.how)},
        "onlyWhenNamed": host.only_when_named,
        "sketch": host.sketch,
        "roots": host.roots.iter().map(|rule| json!({
            "scope": word(rule.scope),
            "at": word(rule.at),
            "paths": rule.paths,
        })).collect::<Vec<_>>(),
        "identity": word(host.identity.id),
        "winner": {"policy": word(host.winner.policy), "because": host.winner.because},
        "required": required(host),
        "limits": {
            "name": host.identity.max_length,
            "description": host.description.max_length,
            "file": host.walk.size_limit,
        },
        "modes": host.listing.iter().map(|rule| json!({
            "mode": rule.mode,
            "textLimit": rule.text_limit,
            "entryLimit": rule.entry_limit,
            "budget": rule.budget.as_ref().map(|budget| json!({
                "policy": word(budget.policy),
                "unit": word(budget.unit),
                "limit": budget.limit,
                "perMille": budget.per_mille,
            })),
        })).collect::<Vec<_>>(),
        "models": host.models.iter().map(|model| &model.name).collect::<Vec<_>>(),
    })
}
