//! `tools`: the tools of each host, or what a skill may use in it without asking.

use std::path::{Path, PathBuf};

use crate::catalog::servers_around;
use crate::cli::arguments::{AnswerFormat, Global, ToolsArguments};
use crate::cli::console::Console;
use crate::cli::report::{counted, indented_table};
use crate::cli::session::{self, Ask, Session};
use crate::cli::terminal::{Around, columns, heading, plain, table_within, wrapped};
use crate::cli::why::shown_place;
use crate::cli::{Answer, FINDINGS, FINE};
use crate::document;
use crate::features::allowance::{Allowance, allowance};
use crate::features::granted::{GrantOutcome, Granted, Setting};
use crate::features::toolbox::{Tool, Toolbox, toolbox};
use crate::features::unfound::Unfound;
use crate::features::why::{self, Why};
use crate::hosts::Host;
use crate::project;
use crate::words::guessed;
use crate::workspace::Snapshot;

/// Runs `tools`.
pub(crate) fn tools(global: &Global, arguments: &ToolsArguments, console: &Console) -> Answer {
    let named = session::named(global, &arguments.host)?;
    let arguments = &ToolsArguments { host: named.clone(), ..arguments.clone() };
    let ask = Ask::about_skills(global, &arguments.sight, &named);
    match &arguments.skill {
        Some(name) => of_skill(&ask, arguments, name, console),
        None => of_hosts(&ask, arguments, console),
    }
}

/// What each host has.
fn of_hosts(ask: &Ask<'_>, arguments: &ToolsArguments, console: &Console) -> Answer {
    let setting = session::setting(ask)?;
    session::say(&setting.problems, console);
    let declared = &project::declared(&setting.config, &setting.environment);
    let is_wanted = |host: &&Host| match arguments.host.is_empty() {
        true => {
            let has_something = !host.tools.is_empty() || declared.servers_of(&host.id).next().is_some();
            !host.only_when_named && has_something
        }
        false => arguments.host.contains(&host.id),
    };
    let hosts = setting.config.known_hosts.iter().map(AsRef::as_ref).filter(is_wanted);
    let boxes: Vec<(&Host, Toolbox)> = hosts.map(|host| (host, toolbox(host, declared))).collect();
    match arguments.format {
        AnswerFormat::Json => console.print_json(&boxes.into_iter().map(|(_, toolbox)| toolbox).collect::<Vec<_>>()),
        AnswerFormat::Text => {
            let blocks: Vec<String> = boxes.iter().map(|(host, it)| box_text(host, it, &setting.around)).collect();
            console.print(&blocks.join("\n"));
        }
    }
    Ok(FINE)
}

fn box_text(host: &Host, toolbox: &Toolbox, around: &Around) -> String {
    let tools: Vec<&Tool> = toolbox.tools.iter().filter(|tool| !tool.gone).collect();
    let reads = match toolbox.reads_allowed_tools {
        true => "reads allowed-tools",
        false => "does not read allowed-tools",
    };
    let count = match tools.len() {
        0 => "its tools are not known".to_owned(),
        count => counted(count, "tool"),
    };
    let mut text = format!("\u{1b}[1m{}\u{1b}[0m  {count}; {reads}\n", plain(heading(&host.name)));
    let row = |tool: &&Tool| cells([&tool.name, &tool.form().unwrap_or_default(), &tool.about]);
    text.push_str(&indented_table(&tools.iter().map(row).collect::<Vec<_>>()));
    let servers = toolbox.servers.iter().map(|server| {
        let plugin = server.plugin.as_ref().map(|plugin| format!("plugin {plugin}")).unwrap_or_default();
        cells([&server.entry, &place(around, &server.declared.path, server.declared.line), &plugin])
    });
    section(&mut text, "MCP servers", servers.collect());
    let own = toolbox
        .agents
        .iter()
        .filter_map(|agent| Some(cells([&agent.name, &around.dotted(agent.path.as_ref()?), &agent.about])));
    section(&mut text, "Agents", own.collect());
    let rules = toolbox.rules.iter();
    section(
        &mut text,
        "Rules of the settings",
        rules.map(|it| cells([it.permission, &it.rule, &place(around, &it.path, it.line)])).collect(),
    );
    text
}

/// What one skill may use in each host that has it.
fn of_skill(ask: &Ask<'_>, arguments: &ToolsArguments, name: &str, console: &Console) -> Answer {
    let mut session = session::open(&Ask { named: Some(name), baseline: ask.baseline.clone(), ..*ask })?;
    session.say_problems(console);
    session.try_on(name, console);
    let path = session.path(name).map(|path| path.to_string_lossy().into_owned());
    let name = path.as_deref().unwrap_or(name);
    let Snapshot { catalog, config, files, environment, .. } = &session.snapshot;
    let declared = &project::declared(config, environment);
    let hosts = session.hosts();
    let mut allowances: Vec<(&Host, Allowance)> = Vec::new();
    for answer in why::why(catalog, &**files, &config.known_hosts, &hosts, name) {
        let Some(view) = catalog.view(&answer.host) else { continue };
        for path in used(&answer) {
            let Some(text) = files.text(&path) else { continue };
            let known_tools = &config.known_tools;
            let brought = &servers_around(&view.host, &path, &**files);
            let setting = Setting { host: &view.host, declared, brought, known_tools };
            allowances.push((&view.host, allowance(&setting, &path, &document::parse(&text))));
        }
    }
    if allowances.is_empty() {
        let guess = guessed(why::nearest_id(catalog, &hosts, name));
        let sentence = format!("no agent has a skill `{name}`{guess}");
        if arguments.format == AnswerFormat::Json {
            return Err(session.unfound(&hosts, name, Unfound::Absent(sentence)));
        }
        console.say(&sentence);
        session.say_where(&hosts, name, arguments.all, console);
        return Ok(FINDINGS);
    }
    match arguments.format {
        AnswerFormat::Json => console.print_json(&allowances.iter().map(|(_, it)| it).collect::<Vec<_>>()),
        AnswerFormat::Text => console.print(&skill_text(&session, name, &allowances)),
    }
    Ok(FINE)
}

/// The files of a name that a host uses.
fn used(answer: &Why) -> Vec<PathBuf> {
    let is_used = |status: &str| matches!(status, "active" | "ambiguous" | "hidden" | "conditional");
    let candidates = answer.candidates.iter().filter(|candidate| is_used(candidate.status));
    match &answer.winner {
        Some(winner) => vec![winner.clone()],
        None => candidates.map(|candidate| candidate.path.clone()).collect(),
    }
}

fn skill_text(session: &Session, name: &str, allowances: &[(&Host, Allowance)]) -> String {
    let mut text = String::new();
    let (readers, others): (Vec<_>, Vec<_>) = allowances.iter().partition(|(_, it)| it.reads_allowed_tools);
    for (host, allowance) in readers {
        let place = shown_place(&session.around, &allowance.path);
        let title = format!("\u{1b}[1m{}\u{1b}[0m in {}  {place}\n", plain(name), plain(&host.name));
        text.push_str(&title);
        text.push_str(&allowance_text(allowance, &session.around));
        text.push('\n');
    }
    let mut names: Vec<&str> = others.iter().map(|(host, _)| heading(&host.name)).collect();
    names.dedup();
    if !names.is_empty() {
        let (read, their) = if names.len() == 1 { ("does not read", "its") } else { ("do not read", "their") };
        let line = format!("{} {read} allowed-tools: {their} own permissions count", names.join(", "));
        let lines = wrapped(&plain(&line), columns());
        text.push_str(&lines.join("\n"));
    }
    format!("{}\n", text.trim_end())
}

fn allowance_text(allowance: &Allowance, around: &Around) -> String {
    let mut text = String::new();
    let of = |entries: &[Granted], outcome: fn(GrantOutcome) -> bool| -> Vec<Vec<String>> {
        entries.iter().filter(|it| outcome(it.outcome)).flat_map(|it| rows_of(it, around)).collect()
    };
    let does = |outcome| outcome == GrantOutcome::Matches;
    let does_not = |outcome| matches!(outcome, GrantOutcome::Never | GrantOutcome::UnknownTool);
    let (allowed, disallowed) = (&allowance.allowed, &allowance.disallowed);
    if !allowed.iter().any(|it| matches!(it.outcome, GrantOutcome::Matches | GrantOutcome::NotKnown)) {
        text.push_str("  It allows nothing by itself: the usual permissions count\n");
    }
    section(&mut text, "Without asking, while it runs", of(allowed, does));
    section(&mut text, "Never matches", of(allowed, does_not));
    section(&mut text, "Taken away while it runs", of(disallowed, does));
    section(&mut text, "Takes nothing away", of(disallowed, does_not));
    let unknown = allowed.iter().chain(disallowed).filter(|it| it.outcome == GrantOutcome::NotKnown);
    let unknown: Vec<Vec<String>> = unknown.map(|it| cells([it.entry.as_str()])).collect();
    section(&mut text, "Not known what comes of", unknown);
    let told = |rule: &str, path: &Path, line: usize| {
        let mut effects = allowed.iter().flat_map(|it| &it.settings);
        effects.any(|it| it.rule == rule && it.path == path && it.line == line)
    };
    let rules = allowance.settings.iter().filter(|it| !told(&it.rule, &it.path, it.line));
    let rules = rules.map(|it| cells([it.permission, &it.rule, &place(around, &it.path, it.line)]));
    section(&mut text, "The settings besides", rules.collect());
    text
}

/// An entry, and below it what the settings make of it.
fn rows_of(granted: &Granted, around: &Around) -> Vec<Vec<String>> {
    let declared = granted.server.as_ref().map(|server| {
        let at = place(around, &server.path, server.line);
        format!(", declared in {at}")
    });
    let mut rows = vec![cells([&granted.entry, &format!("{}{}", granted.words, declared.unwrap_or_default())])];
    for it in &granted.settings {
        rows.push(cells(["", &format!("{} {} ({})", it.effect.words(), it.rule, place(around, &it.path, it.line))]));
    }
    rows
}

/// A title and its rows, when there are any.
fn section(text: &mut String, title: &str, rows: Vec<Vec<String>>) {
    if rows.is_empty() {
        return;
    }
    let table = table_within(&rows, columns().saturating_sub(4));
    text.push_str(&format!("  {title}\n"));
    text.extend(table.lines().map(|line| format!("    {line}\n")));
}

fn place(around: &Around, path: &Path, line: usize) -> String {
    format!("{}:{line}", around.dotted(path))
}

fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.iter().map(|cell| plain(cell).into_owned()).collect()
}
