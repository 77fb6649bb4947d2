//! Holds the tables of the README: they are generated from the same text that `explain` and `hosts` print.
//! `UPDATE_README=1 cargo test --test all readme::` writes them anew.

mod commands;
mod table;

use std::fmt::Write as _;
use std::fs;

use skill_lsp::checks::CHECKS;
use skill_lsp::config::Level;
use skill_lsp::hosts::{How, builtin};

#[test]
fn the_tables_are_the_programs_own() {
    hold("checks", &checks());
    hold("hosts", &hosts());
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
        let _ = writeln!(table, "| `{}` | {} | {} | {fix} |", check.id, check.summary, levels(&check.levels));
    }
    table
}

fn hosts() -> String {
    let mut table = String::from("| host | agent | verified on | how |\n|---|---|---|---|\n");
    for host in builtin().iter() {
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
        let _ = writeln!(table, "| `{}` | {} | {} | {how}{part}{named} |", host.id, host.name, host.verified.version);
    }
    table
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

/// Compares the text between two markers of the README with `expected`.
fn hold(name: &str, expected: &str) {
    let readme = fs::read_to_string("README.md").unwrap();
    let (start, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let from = readme.find(&start).unwrap_or_else(|| panic!("README.md has no {start}")) + start.len();
    let to = readme[from..].find(&end).unwrap_or_else(|| panic!("README.md has no {end}")) + from;
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write("README.md", format!("{}{expected}{}", &readme[..from], &readme[to..])).unwrap();
        return;
    }
    assert_eq!(&readme[from..to], expected, "run: UPDATE_README=1 cargo test --test all readme::");
}
