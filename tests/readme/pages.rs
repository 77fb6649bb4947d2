//! A page for each check and each host, and the tables that lead to them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use skill_lsp::checks::{CHECKS, Check};
use skill_lsp::config::Level;
use skill_lsp::features::profile::{Profile, sources};
use skill_lsp::hosts::{Host, How, builtin};

#[test]
fn every_check_has_its_page() {
    let pages: Vec<(&str, String)> = CHECKS.iter().map(|check| (check.id, of_check(check))).collect();
    hold_pages("docs/checks", &pages);
    hold_table("docs/checks/README.md", "checks", &checks());
}

#[test]
fn every_host_has_its_page() {
    let known = builtin();
    let pages: Vec<(&str, String)> = known.iter().map(|host| (host.id.as_str(), of_host(host))).collect();
    hold_pages("docs/hosts", &pages);
    hold_table("docs/hosts/README.md", "hosts", &hosts());
}

/// Compares the pages of a folder, of which none is left over.
fn hold_pages(folder: &str, pages: &[(&str, String)]) {
    for (id, page) in pages {
        let path = format!("{folder}/{id}.md");
        super::hold(&path, &fs::read_to_string(&path).unwrap_or_default(), page);
    }
    let known: BTreeSet<String> = pages.iter().map(|(id, _)| format!("{id}.md")).collect();
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "README.md" || known.contains(&name), "{folder}/{name} is about nothing: delete it");
    }
}

/// Compares the text between two markers of a page with `expected`.
fn hold_table(path: &str, name: &str, expected: &str) {
    let page = fs::read_to_string(path).unwrap();
    let (start, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let from = page.find(&start).unwrap_or_else(|| panic!("{path} has no {start}")) + start.len();
    let to = page[from..].find(&end).unwrap_or_else(|| panic!("{path} has no {end}")) + from;
    super::hold(path, &page, &format!("{}{expected}{}", &page[..from], &page[to..]));
}

fn checks() -> String {
    let mut table = String::from("| check | finds | level | fix |\n|---|---|---|---|\n");
    let mut group = "";
    for check in CHECKS {
        if check.group() != group {
            group = check.group();
            let _ = writeln!(table, "| **{group}** | | | |");
        }
        let fix = if check.fixable { "yes" } else { "" };
        let (id, summary) = (check.id, check.summary);
        let _ = writeln!(table, "| [`{id}`]({id}.md) | {summary} | {} | {fix} |", levels(&check.levels));
    }
    table
}

fn of_check(check: &Check) -> String {
    let (id, summary) = (check.id, check.summary);
    let level = match levels(&check.levels) {
        words if words == "off" => "off, until the settings say otherwise".to_owned(),
        words => words,
    };
    let fix = if check.fixable { "yes" } else { "no" };
    // What JSON holds cannot be commented.
    let allowed = match check.group() {
        "manifests" | "settings" | "comments" => String::new(),
        "body" => format!("In the line above a place: `<!-- skill-lsp: allow {id} — the reason -->`. "),
        _ => format!("In the line above a place: `# skill-lsp: allow {id} — the reason`. "),
    };
    let other = if check.levels.iter().all(|level| *level == Level::Off) { "warning" } else { "off" };
    format!(
        "# {id}\n\nFinds: {summary}.\n\nLevel: {level} · fix: {fix} · about: {} · [all checks](README.md)\n\n{}\n\n\
         ## Settings\n\nIn `skill-lsp.toml`:\n\n```toml\n[checks]\n{id} = \"{other}\"\n```\n\n\
         {allowed}[More about settings](../settings.md)\n",
        check.group(),
        check.documentation.trim(),
    )
}

fn hosts() -> String {
    let mut table = String::from("| host | agent | verified on | how |\n|---|---|---|---|\n");
    for host in builtin().iter() {
        let id = &host.id;
        let _ = writeln!(table, "| [`{id}`]({id}.md) | {} | {} | {} |", host.name, host.verified.version, how(host));
    }
    table
}

/// What the facts about a host rest on, and when it takes part.
fn how(host: &Host) -> String {
    let how = match host.verified.how {
        How::Run => "run and watched",
        How::Read => "read in its source",
        How::Documented => "as documented",
    };
    let part = if host.sketch { ", a sketch so far" } else { "" };
    let named = match (host.only_when_named, &host.for_versions.below) {
        (true, Some(below)) => format!(", where it is installed (below {below}) or named"),
        (true, None) => ", only when named".to_owned(),
        (false, _) => String::new(),
    };
    format!("{how}{part}{named}")
}

fn of_host(host: &Host) -> String {
    let profile = Profile::of(host);
    let mut page = format!(
        "# {}\n\n`--host {}` · verified on {}, {} · [all agents](README.md)\n\n## Where it looks\n\nIn this order:\n\n| | |\n|---|---|\n",
        host.name,
        host.id,
        host.verified.version,
        how(host),
    );
    for (rule, root) in host.roots.iter().zip(&profile.roots) {
        let paths = rule.paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
        let place = match root.place.strip_prefix(&rule.paths.join(", ")) {
            Some(rest) if !rule.paths.is_empty() => format!("{paths}{rest}"),
            _ => root.place.clone(),
        };
        let _ = writeln!(page, "| {} | {} |", root.scope, cell(&place));
    }
    page.push_str("\n## What it demands, and who wins a name\n\n| | |\n|---|---|\n");
    let or = |words: String, otherwise: &str| if words.is_empty() { otherwise.to_owned() } else { words };
    let mut row = |title: &str, words: &str| {
        let _ = writeln!(page, "| {title} | {} |", cell(words));
    };
    row("a skill's id", profile.identity);
    row("of two with one name", &profile.winner);
    row("needs", &or(profile.required.join(", "), "nothing"));
    row("limits", &or(profile.limits.join(", "), "none known"));
    row("budget of its listing", &profile.budget.join("; "));
    page.push_str("\n## What becomes of a skill with …\n\n| | |\n|---|---|\n");
    for fate in &profile.fates {
        let _ = writeln!(page, "| {} | {} |", cell(fate.fault), cell(fate.word));
    }
    if !host.fields.is_empty() {
        page.push_str("\n## Fields\n\n| field | |\n|---|---|\n");
        for field in &host.fields {
            let _ = writeln!(page, "| `{}` | {} |", field.key, cell(&field.about));
        }
    }
    let sources = sources(host);
    if !sources.is_empty() {
        page.push_str("\n## What this rests on\n\n");
        if let How::Run = host.verified.how {
            let version = &host.verified.version;
            let _ = writeln!(
                page,
                "A row names the release in which it was found out; {version} is the last one that was run beside skill-lsp, with \
                 the same skills before both, and did the same.\n"
            );
        }
        page.push_str("| | |\n|---|---|\n");
        for (part, source) in sources {
            let _ = writeln!(page, "| {part} | {} |", cell(source));
        }
    }
    let id = &host.id;
    let _ = write!(page, "\n`skill-lsp hosts --host {id}` prints this in a terminal, `--format json` for programs.\n");
    page
}

/// A text in a cell of a table, with nothing in it that Markdown would take away.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for (index, part) in text.replace('\n', " ").split('`').enumerate() {
        // What stands in backticks is shown as it is, but for what ends the cell.
        let part = part.replace('|', "\\|");
        let part = match index % 2 {
            0 => part.replace('*', "\\*").replace('<', "&lt;").replace('_', "\\_").replace('~', "\\~"),
            _ => part,
        };
        if index > 0 {
            cell.push('`');
        }
        cell.push_str(&part);
    }
    cell
}

/// The levels in words: the gravest first, each once.
fn levels(levels: &[Level; 3]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for level in levels {
        if !words.contains(&level.word()) {
            words.push(level.word());
        }
    }
    words.join(" / ")
}
