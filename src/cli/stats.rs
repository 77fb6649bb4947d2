//! `stats`: a collection in numbers.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use clap::Args;

use crate::catalog::View;
use crate::checks::overlaps::{Cluster, named};
use crate::cli::arguments::{AnswerFormat, Global, Sight};
use crate::cli::console::Console;
use crate::cli::report::counted;
use crate::cli::session::{self, Ask, Session, User};
use crate::cli::terminal::{columns, heading, plain, table_within};
use crate::cli::{Answer, FINDINGS, FINE};
use crate::config::Level;
use crate::document;
use crate::features::stats::{Overlap, Share, Sizes, Stats, counts, share, sizes};
use crate::words::grouped;
use crate::workspace::Wanted;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    skill-lsp stats\n  \
    skill-lsp stats --host claude-code --max-share 80    in CI: exit code 1 when the listing wants more of its budget\n\n\
    The budget is that of a listing with everything in it, the agent's own skills among it.")]
pub(crate) struct StatsArguments {
    /// Only these agents (repeatable, or with commas; `all` for every one) [default: those of the settings, else those that
    /// have a skill of this repository]
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub(crate) host: Vec<String>,
    /// Exit code 1 when a listing would take more than so many percent of its budget
    #[arg(long, value_name = "PERCENT")]
    pub(crate) max_share: Option<usize>,
    /// How it is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) sight: Sight,
}

/// So many clusters are shown.
const MOST_OVERLAPS: usize = 10;

/// Runs `stats`.
pub(crate) fn stats(global: &Global, arguments: &StatsArguments, console: &Console) -> Answer {
    let hosts = session::named(global, &arguments.host)?;
    let ask = Ask {
        wanted: if hosts.is_empty() { Wanted::Both } else { Wanted::Check },
        here: Some(User::NotAsked),
        ..Ask::about_skills(global, &arguments.sight, &hosts)
    };
    let session = session::open(&ask)?;
    session.say_problems(console);
    let stats = gathered(&session);
    match arguments.format {
        AnswerFormat::Json => console.print_json(&stats),
        AnswerFormat::Text => console.print(&text(&session, &stats)),
    }
    let is_all = arguments.host.iter().any(|id| id == "all");
    for view in unmeasured(&session, if is_all { &[] } else { &hosts }, &stats) {
        console.say(&format!("{} lists no skill of this repository here", heading(&view.host.name)));
    }
    if arguments.max_share.is_some() && stats.hosts.is_empty() {
        return Err("--max-share: there is no listing here that could be measured".to_owned().into());
    }
    let most = arguments.max_share.unwrap_or(usize::MAX);
    let over: Vec<&Share> = stats.hosts.iter().filter(|share| share.percent.is_some_and(|it| it > most)).collect();
    for share in &over {
        let percent = share.percent.unwrap_or(0);
        console.error(&format!(
            "{} would take {percent} % of its budget, and {most} % are allowed",
            name(&session, share)
        ));
    }
    Ok(if over.is_empty() { FINE } else { FINDINGS })
}

/// The agents that were named one by one, and list nothing that could be measured.
fn unmeasured<'a>(session: &'a Session, named: &[String], stats: &Stats) -> Vec<&'a View> {
    let is_measured = |view: &View| stats.hosts.iter().any(|share| share.host == view.host.id);
    let views = session.snapshot.catalog.views().iter().filter(|view| named.contains(&view.host.id));
    views.filter(|view| !is_measured(view)).collect()
}

fn gathered(session: &Session) -> Stats {
    let snapshot = &session.snapshot;
    let asked: HashSet<&Path> = session.asked.iter().flatten().map(|path| &**path).collect();
    let skills: Vec<_> = snapshot.catalog.skills().filter(|(_, skill)| asked.contains(&*skill.path)).collect();
    // As they are written: some agents see none of them, and others cut them.
    let described = skills.iter().filter_map(|(_, skill)| {
        let document = document::parse(&snapshot.files.text(&skill.path)?);
        Some((&*skill.path, document.scalar("description")?.trim().chars().count() as u64))
    });
    let bytes = skills.iter().filter_map(|(_, skill)| Some((&*skill.path, snapshot.files.size(&skill.path)?)));
    let hosts = snapshot.catalog.views().iter().filter_map(|view| {
        let listing = snapshot.listing(&view.host.id)?;
        let has_own = listing.entries.iter().any(|entry| asked.contains(&*entry.path));
        share(&view.host.id, &listing).filter(|_| has_own)
    });
    let found = session.diagnostics();
    let found = || found.iter().flat_map(|(_, found)| found);
    let told = found().filter(|it| it.level >= Level::Information);
    let overlap = |cluster: &Cluster| {
        let Cluster { skills, percent, words, .. } = cluster;
        let skills = skills.iter().filter_map(|id| snapshot.catalog.skill(*id));
        let skills: Vec<_> = skills.filter(|skill| asked.contains(&*skill.path)).collect();
        let names: BTreeSet<String> = skills.iter().map(|skill| skill.folder.to_string()).collect();
        (names.len() > 1).then(|| Overlap {
            paths: skills.iter().map(|skill| skill.path.clone()).collect(),
            names: names.into_iter().collect(),
            percent: *percent,
            words: words.clone(),
        })
    };
    let mut overlaps: Vec<Overlap> = snapshot.overlaps().iter().filter_map(overlap).collect();
    overlaps.sort_by_key(|it| Reverse(it.names.len()));
    Stats {
        version: 1,
        skills: skills.len(),
        bytes: sizes(bytes),
        descriptions: sizes(described),
        hosts: hosts.collect(),
        checks: counts(told.map(|it| (it.check, it.level))),
        remembered: found().filter(|it| it.is_remembered).count(),
        overlaps,
    }
}

/// What a skill is called by its path: its folder, or the file of a command.
fn called(path: &Path) -> String {
    let is_skill = path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    let name = if is_skill { path.parent().and_then(Path::file_name) } else { path.file_stem() };
    name.unwrap_or_default().to_string_lossy().into_owned()
}

fn name<'a>(session: &'a Session, share: &'a Share) -> &'a str {
    session.snapshot.catalog.view(&share.host).map_or(&share.host, |view| heading(&view.host.name))
}

fn text(session: &Session, stats: &Stats) -> String {
    let title = |text: &str| format!("\u{1b}[1m{text}\u{1b}[0m\n");
    let mut page = title(&counted(stats.skills, "skill"));
    let line = |what: &str, unit: &str, sizes: &Sizes| {
        let named: Vec<String> = sizes
            .largest
            .iter()
            .take(3)
            .map(|it| format!("{} {}", plain(&called(&it.path)), grouped(it.size)))
            .collect();
        let about = format!("{} {unit}, half of them up to {}", grouped(sizes.total), grouped(sizes.median));
        vec![format!("  {what}"), about, named.join(", ")]
    };
    let rows = [line("files", "bytes", &stats.bytes), line("descriptions", "characters", &stats.descriptions)];
    page.push_str(&table_within(&rows, columns()));
    if !stats.hosts.is_empty() {
        page.push_str(&format!("\n{}", title("Listings")));
        let row = |it: &Share| {
            let cut = if it.cut > 0 { format!("{} cut or left out", grouped(it.cut)) } else { String::new() };
            let share = match (it.limit, it.percent) {
                (Some(limit), Some(percent)) => {
                    format!("{} of {} {}, {percent} %", grouped(it.wanted), grouped(limit), it.unit)
                }
                _ => format!("{} {}, no limit", grouped(it.wanted), it.unit),
            };
            vec![format!("  {}", name(session, it)), counted(it.listed, "skill"), share, cut]
        };
        page.push_str(&table_within(&stats.hosts.iter().map(row).collect::<Vec<_>>(), columns()));
    }
    if !stats.checks.is_empty() || stats.remembered > 0 {
        page.push_str(&format!("\n{}", title("Findings")));
        let row = |count: usize, level: &str, check: &str| {
            vec![format!("  {:>6}", grouped(count)), level.to_owned(), check.to_owned()]
        };
        let mut rows: Vec<Vec<String>> = stats.checks.iter().map(|it| row(it.count, it.level, &it.check)).collect();
        if stats.remembered > 0 {
            rows.push(row(stats.remembered, "known", "in the baseline"));
        }
        page.push_str(&table_within(&rows, columns()));
    }
    if !stats.overlaps.is_empty() {
        page.push_str(&format!("\n{}", title("Descriptions that are nearly the same")));
        let row = |it: &Overlap| {
            let words = format!("{} %: {}", it.percent, it.words.join(", "));
            vec![format!("  {}", plain(&named(&it.names))), plain(words.trim_end_matches(": ")).into_owned()]
        };
        page.push_str(&table_within(
            &stats.overlaps.iter().take(MOST_OVERLAPS).map(row).collect::<Vec<_>>(),
            columns(),
        ));
        let more = stats.overlaps.len().saturating_sub(MOST_OVERLAPS);
        if more > 0 {
            page.push_str(&format!("  and {more} more: skill-lsp check --select description-overlaps\n"));
        }
    }
    page
}
