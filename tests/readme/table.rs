//! Holds the table of checks (`docs/checks.txt`): id, levels, fix. `UPDATE_README=1 cargo test --test all readme::` writes
//! it anew. A level or a fix that changes is a change that users see; here it shows in the diff.

use std::fmt::Write as _;
use std::fs;

use skill_lsp::checks::{CHECKS, Check};
use skill_lsp::config::Level;

const TABLE: &str = "docs/checks.txt";

#[test]
fn the_table_of_checks_is_the_programs_own() {
    let mut table = String::from(
        "The checks: their levels, from the gravest to the slightest finding, and whether fixes travel with them.\n\
         A safe fix is applied by --fix, an offered one by --fix-unsafe or one by one in an editor.\n\n",
    );
    let _ = writeln!(table, "{:<28} {:<26} fix", "check", "levels");
    for check in CHECKS {
        let _ = writeln!(table, "{:<28} {:<26} {}", check.id, levels(check), fix(check));
    }
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(TABLE, &table).unwrap();
    }
    let held = fs::read_to_string(TABLE).unwrap_or_default();
    assert_eq!(held, table, "run: UPDATE_README=1 cargo test --test all readme::");
}

/// The levels in words: the gravest first, each once.
fn levels(check: &Check) -> String {
    let mut words: Vec<&str> = check.levels.iter().map(|level: &Level| level.word()).collect();
    words.dedup();
    words.join(", ")
}

/// Which fixes a check has, as its source makes them: with what several checks share, where it uses that.
fn fix(check: &Check) -> &'static str {
    let mut source = source(&format!("src/checks/{}.rs", check.id.replace('-', "_")));
    for (name, files) in [
        ("hooks::report", ["src/checks/hooks/mod.rs", "src/checks/hooks/value.rs"].as_slice()),
        ("report_faults", &["src/checks/manifests.rs"]),
    ] {
        if check.fixable && source.contains(name) {
            source.extend(files.iter().map(|file| self::source(file)));
        }
    }
    let is_safe = ["Fix::safe", "Fix::replacing", "safe: true"].iter().any(|sign| source.contains(sign));
    let is_offered = ["Fix::offered", "Fix::renaming", "safe: false"].iter().any(|sign| source.contains(sign));
    let fix = match (is_safe, is_offered) {
        (true, true) => "safe, offered",
        (true, false) => "safe",
        (false, true) => "offered",
        (false, false) => "none",
    };
    assert_eq!(check.fixable, fix != "none", "`{}` says otherwise whether it has fixes", check.id);
    fix
}

/// A file of ours without its tests.
fn source(path: &str) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned()
}
