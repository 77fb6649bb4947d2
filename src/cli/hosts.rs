//! `hosts`: what is known of each agent, as tables to pin to a wall, or in full for one of them.

use crate::cli::arguments::{AnswerFormat, Global, HostsArguments, Sight};
use crate::cli::console::Console;
use crate::cli::session::{self, Ask};
use crate::cli::terminal::{columns, grid, heading, plain, wrapped};
use crate::cli::{Answer, FINE};
use crate::features::profile::{Profile, as_json, sources};
use crate::features::versions;
use crate::hosts::{Host, Installed};
use crate::project;

/// Where nothing says how wide it may be, a table is this wide: a printed page on its side.
const PAGE: usize = 140;

/// Runs `hosts`.
pub(crate) fn hosts(global: &Global, arguments: &HostsArguments, console: &Console) -> Answer {
    let host = if arguments.host.is_empty() { Vec::new() } else { session::named(global, &arguments.host)? };
    let arguments = &HostsArguments { host, ..arguments.clone() };
    let setting = session::setting(&Ask::about_skills(global, &Sight::default(), &arguments.host))?;
    session::say(&setting.problems, console);
    let here = |host: &Host| project::installed(host, &setting.environment);
    let known: Vec<&Host> = setting.config.known_hosts.iter().map(|host| &**host).collect();
    let named: Vec<&Host> = known.iter().copied().filter(|host| arguments.host.contains(&host.id)).collect();
    match arguments.format {
        AnswerFormat::Json => {
            let shown = if arguments.host.is_empty() { known } else { named };
            console.print_json(&shown.into_iter().map(|host| as_json(host, here(host).as_ref())).collect::<Vec<_>>());
        }
        AnswerFormat::Text if arguments.host.is_empty() => console.print(&wall(&known, &here)),
        AnswerFormat::Text => {
            let blocks: Vec<String> = named.into_iter().map(|host| block(host, here(host).as_ref())).collect();
            console.print(&blocks.join("\n"));
        }
    }
    Ok(FINE)
}

/// Every host that takes part by itself, in three tables.
fn wall(known: &[&Host], here: &dyn Fn(&Host) -> Option<Installed>) -> String {
    let (asides, hosts): (Vec<&Host>, Vec<&Host>) = known.iter().copied().partition(|host| host.only_when_named);
    let profiles: Vec<(&Host, Profile)> = hosts.into_iter().map(|host| (host, Profile::of(host))).collect();
    let width = columns().min(PAGE);
    let mut text = titled("What each agent demands, and who wins a name");
    text.push_str(&grid(&rules(&profiles, here), width));
    text.push_str(&format!("\n{}", titled("What becomes of a skill with …")));
    text.push_str(&grid(&fates(&profiles), width));
    text.push_str(&format!("\n{}", titled("Where each agent looks, in this order")));
    text.push_str(&grid(&roots(&profiles), width));
    let marks = "[read], [documented]: not seen in a run, but read in its source or its documentation. ";
    let asides: Vec<&str> = asides.iter().map(|host| host.id.as_str()).collect();
    let more = "All of one agent: skill-lsp hosts --host ID.";
    let named = match asides.is_empty() {
        true => String::new(),
        false => format!(" Only when named: {}.", asides.join(", ")),
    };
    for line in wrapped(&format!("{marks}{more}{named}"), width) {
        text.push_str(&format!("\n{}", plain(&line)));
    }
    text.push('\n');
    text
}

fn titled(title: &str) -> String {
    format!("\u{1b}[1m{title}\u{1b}[0m\n")
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.iter().map(|cell| plain_cell(cell)).collect()
}

/// A cell may have lines of its own; nothing else in it acts.
fn plain_cell(cell: &str) -> String {
    cell.lines().map(plain).collect::<Vec<_>>().join("\n")
}

fn rules(profiles: &[(&Host, Profile)], here: &dyn Fn(&Host) -> Option<Installed>) -> Vec<Vec<String>> {
    let title = row(["agent", "verified", "a skill's id", "of two with one name", "needs", "limits", "listing budget"]);
    let line = |(host, profile): &(&Host, Profile)| {
        let name = format!("{}\n{}", heading(&host.name), host.id);
        let verified = profile.verified.replacen(", ", "\n", 1);
        let sketch = if host.sketch { "\na sketch" } else { "" };
        let yours = here(host).map_or(String::new(), |it| format!("\nyours: {}", it.version.text()));
        row([
            &name,
            &format!("{verified}{sketch}{yours}"),
            profile.identity,
            &profile.winner,
            &or(profile.required.join(", "), "nothing"),
            &or(profile.limits.join(", "), "none known"),
            &profile.budget.join("\n"),
        ])
    };
    with_title(title, profiles.iter().map(line))
}

fn fates(profiles: &[(&Host, Profile)]) -> Vec<Vec<String>> {
    let faults = profiles.first().into_iter().flat_map(|(_, profile)| profile.fates.iter().map(|fate| fate.fault));
    let title = std::iter::once("agent").chain(faults).map(plain_cell).collect();
    let line = |(host, profile): &(&Host, Profile)| {
        let words = profile.fates.iter().map(|fate| fate.word);
        std::iter::once(heading(&host.name)).chain(words).map(plain_cell).collect()
    };
    with_title(title, profiles.iter().map(line))
}

fn roots(profiles: &[(&Host, Profile)]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (host, profile) in profiles {
        for (index, root) in profile.roots.iter().enumerate() {
            rows.push(row([if index == 0 { heading(&host.name) } else { "" }, root.scope, &root.place]));
        }
    }
    rows
}

/// A title, a rule below it, and the rows.
fn with_title(title: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let rule = title.iter().map(|cell| "─".repeat(cell.chars().count().min(8))).collect();
    [title, rule].into_iter().chain(rows).collect()
}

/// All of one host.
fn block(host: &Host, installed: Option<&Installed>) -> String {
    let profile = Profile::of(host);
    let sketch = if host.sketch { "; a sketch" } else { "" };
    let aside = if host.only_when_named { "; only when named" } else { "" };
    let (id, name) = (plain(&host.id), plain(heading(&host.name)));
    let mut text = format!("\u{1b}[1m{id}\u{1b}[0m  {name} {}{aside}{sketch}\n", plain(&profile.verified));
    let mut line = |title: &str, words: &str| {
        for (index, part) in wrapped(&plain(words), columns().saturating_sub(12).min(100)).into_iter().enumerate() {
            text.push_str(&format!("  {:<9} {part}\n", if index == 0 { title } else { "" }));
        }
    };
    if let Some(installed) = installed {
        let apart = match (host.edition(), versions::apart(host, installed)) {
            (Some(edition), _) => format!(", so the rules of {edition} are used"),
            (None, Some(_)) => ", another version than was verified".to_owned(),
            (None, None) => String::new(),
        };
        line("installed", &format!("{} ({}){apart}", installed.version.text(), installed.path.display()));
    }
    for (index, root) in profile.roots.iter().enumerate() {
        line(if index == 0 { "roots" } else { "" }, &format!("{} {}", root.scope, root.place));
    }
    line("identity", profile.identity);
    line("winner", &profile.winner);
    line("required", &or(profile.required.join(", "), "nothing"));
    line("limits", &or(profile.limits.join(", "), "none known"));
    for budget in &profile.budget {
        line("budget", budget);
    }
    let fates: Vec<String> = profile.fates.iter().map(|fate| format!("{}: {}", fate.fault, fate.word)).collect();
    line("faults", &fates.join("; "));
    let fields: Vec<&str> = host.fields.iter().map(|field| field.key.as_str()).collect();
    line("fields", &or(fields.join(", "), "not known"));
    for (part, source) in sources(host) {
        line("source", &format!("{part}: {source}"));
    }
    text
}

fn or(text: String, otherwise: &str) -> String {
    if text.is_empty() { otherwise.to_owned() } else { text }
}
