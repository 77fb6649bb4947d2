//! Holds the map in `src/lib.rs`: a module uses only what its row of the table names, of ours and from outside, and no
//! agent is named outside its data. What cannot be told from the text (whose method `is_file` is) clippy holds, with
//! the list in `clippy.toml`.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use source::Source;

/// Words that are also agents' names, and where they mean something else: the user of a Raspberry Pi, and what a check
/// is about.
const OTHERWISE_MEANT: [(&str, &str); 2] =
    [("src/checks/path_machine_specific.rs", "pi"), ("src/checks/frontmatter_cut_short.rs", "Claude Code")];

/// Agents that are called as ordinary words are: only a text that is nothing else means them.
const ORDINARY: [&str; 6] = ["amp", "crush", "cursor", "goose", "pi", "portable"];

/// Folders that are no single agent's.
const SHARED_FOLDERS: [&str; 3] = [".agents", ".config", ".github"];

/// What nobody may use: nothing is run, and nothing is asked of the network.
const NEVER: [&str; 4] = ["std::net", "std::os::unix::net", "std::process::Command", "std::process::Child"];

/// What a row of the map allows.
struct Row {
    /// The modules.
    uses: BTreeSet<String>,
    /// What of the world outside, as beginnings of paths.
    outside: BTreeSet<String>,
}

/// The table in the doc comment of `src/lib.rs`, what clippy refuses, and what the agents are called.
struct Map {
    rows: BTreeMap<String, Row>,
    refused: BTreeSet<String>,
    agents: Vec<String>,
}

impl Map {
    fn read(library: &str) -> Map {
        let mut above: Vec<String> = Vec::new();
        let mut rows = BTreeMap::new();
        for line in library.lines().filter_map(|line| line.strip_prefix("//! | [`")) {
            let (module, rest) = line.split_once("`] | ").expect("a module");
            let cells: Vec<&str> = rest.trim_end_matches(" |").split(" | ").collect();
            let [_, uses, outside] = cells[..] else { panic!("`{module}` has {} cells", cells.len() + 1) };
            let outside = listed(outside).map(|it| it.trim_matches('`').to_owned()).collect();
            rows.insert(module.to_owned(), Row { uses: used(module, uses, &above), outside });
            above.push(module.to_owned());
        }
        assert!(rows.len() > 10, "the table of src/lib.rs was not found");
        Map { rows, refused: refused_calls(), agents: agents() }
    }

    /// What is wrong in a file, each as a line.
    fn violations(&self, path: &str, source: &Source) -> Vec<String> {
        let module = module_of(path);
        let Some(row) = self.rows.get(&module) else {
            return vec![format!("{path}: module `{module}` is not on the map")];
        };
        let mut wrong = Vec::new();
        for (line, used) in &source.paths {
            if let Some(reason) = self.forbidden(&module, row, used) {
                wrong.push(format!("{path}:{line}: {reason} ({used})"));
            }
        }
        for (line, method) in source.methods.iter().filter(|_| !row.outside.contains("std::fs")) {
            if self.refused.contains(&format!("std::path::Path::{method}")) {
                wrong.push(format!("{path}:{line}: `{module}` may not ask the file system (.{method})"));
            }
        }
        let printers = ["print", "println", "eprint", "eprintln", "dbg"];
        for (line, name) in source.macros.iter().filter(|(_, name)| printers.contains(&name.as_str())) {
            wrong.push(format!("{path}:{line}: `{name}!` prints; the command line writes to its console"));
        }
        for (line, literal) in &source.strings {
            let agent = agent_in(literal, &self.agents).filter(|it| !OTHERWISE_MEANT.contains(&(path, it)));
            if let Some(agent) = agent {
                wrong.push(format!("{path}:{line}: `{agent}` is named outside its data ({literal:?})"));
            }
        }
        wrong
    }

    /// Why a module may not use a path.
    fn forbidden(&self, module: &str, row: &Row, path: &str) -> Option<String> {
        if let Some(inner) = path.strip_prefix("crate::").or((path == "crate").then_some("*")) {
            let other = inner.split("::").next().unwrap_or_default();
            let is_free = other == module || row.uses.contains(other) || !self.rows.contains_key(other);
            return match other {
                "*" => Some("names the whole crate, which hides what is used".to_owned()),
                _ => (!is_free).then(|| format!("`{module}` may not use `{other}`")),
            };
        }
        if self.refused.contains(path) && !row.outside.contains("std::fs") {
            return Some(format!("`{module}` may not use `{path}`"));
        }
        let guards = self.rows.values().flat_map(|row| &row.outside).map(String::as_str).chain(NEVER);
        let is_below =
            |path: &str, other: &str| path.strip_prefix(other).is_some_and(|it| it.is_empty() || it.starts_with("::"));
        // Everything of `std::io` is also what is guarded in it; otherwise the narrowest guard decides.
        let guard = match path.strip_suffix("::*") {
            Some(all) => guards.clone().find(|it| is_below(it, all) && !row.outside.contains(*it)),
            None => None,
        };
        let guard = guard.or_else(|| guards.filter(|it| is_below(path, it)).max_by_key(|it| it.len()))?;
        (!row.outside.contains(guard)).then(|| format!("`{module}` may not use `{guard}`"))
    }
}

fn listed(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(", ").map(str::trim).filter(|it| *it != "–")
}

/// `text, document`, or `catalog and left of it`: with all that stand above it in the table.
fn used(module: &str, cell: &str, above: &[String]) -> BTreeSet<String> {
    let (names, left) = match cell.split_once(" and left of ") {
        Some((names, _)) => (names, true),
        None => (cell, false),
    };
    let mut uses = BTreeSet::new();
    for name in listed(names) {
        let place = above.iter().position(|it| it == name);
        let place = place.unwrap_or_else(|| panic!("`{module}` uses `{name}`, which does not stand to its left"));
        uses.extend(above[if left { 0 } else { place }..=place].iter().cloned());
    }
    uses
}

/// The methods of paths that ask the file system, and all other calls that do: what clippy refuses outside `disk`.
fn refused_calls() -> BTreeSet<String> {
    let clippy = fs::read_to_string("clippy.toml").unwrap();
    clippy.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\",")).map(str::to_owned).collect()
}

/// The agent that a text names, by id or name. Texts over several lines are documentation, which may say what an agent
/// does.
fn agent_in<'a>(text: &str, agents: &'a [String]) -> Option<&'a str> {
    let is_word = |it: char| it.is_alphanumeric() || it == '-';
    let stands_alone =
        |at: usize, name: &str| !text[..at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word);
    let names = |agent: &str| match ORDINARY.iter().any(|it| it.eq_ignore_ascii_case(agent)) {
        true => text == agent,
        false => text.match_indices(agent).any(|(at, name)| stands_alone(at, name)),
    };
    let found = agents.iter().map(String::as_str).find(|agent| names(agent));
    found.filter(|_| !text.contains('\n') && !text.contains("\\n"))
}

/// The ids and names of the agents, and the folders that are theirs alone.
fn agents() -> Vec<String> {
    let mut agents = Vec::new();
    for entry in fs::read_dir("src/hosts/data").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "toml") {
            continue;
        }
        agents.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().take_while(|line| !line.starts_with('[')) {
            let value = |key: &str| line.strip_prefix(key)?.strip_prefix(" = ");
            agents.extend(value("name").map(|name| name.trim_matches('"').to_owned()));
            let folders = [value("owns"), value("owns-manifests")].into_iter().flatten().flat_map(|it| it.split('"'));
            let own = folders.filter_map(|it| it.split('/').next()).filter(|it| it.starts_with('.'));
            agents.extend(own.filter(|it| !SHARED_FOLDERS.contains(it)).map(str::to_owned));
        }
    }
    agents.sort();
    agents.dedup();
    assert!(agents.len() > 40, "the data was not found");
    agents
}

#[test]
fn the_map_is_kept() {
    let map = Map::read(&fs::read_to_string("src/lib.rs").unwrap());
    let sources: Vec<(String, Source)> =
        sources().into_iter().map(|(path, text)| (path.clone(), Source::read(&path, &text))).collect();
    let for_tests = for_tests(&sources);
    let checked = sources.iter().filter(|(path, _)| !for_tests.iter().any(|it| path.starts_with(it)));
    let wrong: Vec<String> = checked.flat_map(|(path, source)| map.violations(path, source)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn planted(map: &Map, path: &str, text: &str) -> String {
    map.violations(path, &Source::read(path, text)).join("\n")
}

#[test]
fn violations_are_seen() {
    let map = Map::read(&fs::read_to_string("src/lib.rs").unwrap());
    for (path, text, expected) in [
        // Modules, in every way that they can be written.
        ("src/document/x.rs", "use crate::features::hover;", "1: `document` may not use `features`"),
        ("src/checks/x.rs", "use crate::{features, lsp};", "`checks` may not use `features`"),
        ("src/checks/x.rs", "use crate::{text::{Span, Edit}, lsp::{self, State}};", "`checks` may not use `lsp`"),
        ("src/checks/x.rs", "use super::super::workspace::Snapshot;", "`checks` may not use `workspace`"),
        ("src/checks/hooks/x.rs", "fn a() { super::super::super::cli::run() }", "`checks` may not use `cli`"),
        ("src/checks/mod.rs", "use super::{features as asked};", "`checks` may not use `features`"),
        ("src/workspace.rs", "use super::lsp;", "`workspace` may not use `lsp`"),
        (
            "src/text/span.rs",
            "mod inner { fn a() { super::super::super::document::parse() } }",
            "may not use `document`",
        ),
        ("src/checks/x.rs", "use crate as root;\nfn a() { root::lsp::run() }", "names the whole crate"),
        ("src/checks/x.rs", "use crate::*;", "names the whole crate"),
        ("src/checks/x.rs", "use super::super as up;\nfn a() { up::lsp::run() }", "2: `checks` may not use `lsp`"),
        ("src/checks/x.rs", "fn a() -> skill_lsp::lsp::State { todo!() }", "`checks` may not use `lsp`"),
        ("src/checks/x.rs", "macro_rules! a { () => { $crate::cli::run() } }", "`checks` may not use `cli`"),
        ("src/checks/x.rs", "fn a() { assert!(crate::r#cli::run()) }", "`checks` may not use `cli`"),
        ("src/lsp/x.rs", "use crate::mcp::run;", "`lsp` may not use `mcp`"),
        ("src/cli/x.rs", "type A = Vec<crate::lsp::State>;", "`cli` may not use `lsp`"),
        ("src/news/x.rs", "", "module `news` is not on the map"),
        // The file system.
        ("src/checks/x.rs", "use std::{fs};", "`checks` may not use `std::fs`"),
        ("src/checks/x.rs", "use ::std::{collections::BTreeMap, fs::{self, File}};", "`checks` may not use `std::fs`"),
        (
            "src/checks/x.rs",
            "use std as base;\nfn a() { base::fs::read(\"a\") }",
            "2: `checks` may not use `std::fs::read`",
        ),
        ("src/catalog/x.rs", "fn a(path: &Path) -> bool { path.is_file() }", "may not ask the file system (.is_file)"),
        ("src/catalog/x.rs", "fn a(path: &Path) { path\n.read_dir() }", "may not ask the file system (.read_dir)"),
        (
            "src/cli/x.rs",
            "use std::path::Path;\nfn a() { b.filter(Path::exists) }",
            "may not use `std::path::Path::exists`",
        ),
        (
            "src/lsp/x.rs",
            "use ignore::WalkBuilder;\nfn a() { WalkBuilder::new(b) }",
            "`lsp` may not use `ignore::WalkBuilder::new`",
        ),
        ("src/checks/x.rs", "use std::*;", "`checks` may not use `std::"),
        ("src/features/x.rs", "use std::time::*;", "`features` may not use `std::time::"),
        ("src/cli/x.rs", "use rustix::fs::open;", "`cli` may not use `rustix`"),
        // Protocols.
        ("src/features/x.rs", "use tower_lsp_server::ls_types::Hover;", "`features` may not use `tower_lsp_server`"),
        ("src/checks/x.rs", "fn a() -> rmcp::model::Tool { b }", "`checks` may not use `rmcp`"),
        ("src/mcp/x.rs", "use tower_lsp_server::ls_types::Hover;", "`mcp` may not use `tower_lsp_server`"),
        // The rest of the world.
        ("src/disk/x.rs", "fn a() { std::process::Command::new(b) }", "may not use `std::process::Command`"),
        (
            "src/disk/x.rs",
            "use std::process;\nfn a() { process::Command::new(b) }",
            "may not use `std::process::Command`",
        ),
        ("src/lsp/x.rs", "use std::net::TcpStream;", "`lsp` may not use `std::net::TcpStream`"),
        ("src/catalog/x.rs", "fn a() { std::env::var(b) }", "`catalog` may not use `std::env`"),
        ("src/features/x.rs", "use std::time::{Duration, Instant};", "`features` may not use `std::time::Instant`"),
        ("src/checks/x.rs", "use std::thread::spawn;", "`checks` may not use `std::thread`"),
        ("src/features/x.rs", "use tokio::sync::Notify;", "`features` may not use `tokio`"),
        // Printing.
        ("src/checks/x.rs", "fn a() {\n    println!(\"a\");\n}", "2: `println!` prints"),
        ("src/cli/x.rs", "fn a() { eprint! { \"a\" } }", "`eprint!` prints"),
        ("src/lsp/x.rs", "use std::io;\nfn a() { io::stdout() }", "`lsp` may not use `std::io::stdout`"),
        // Agents.
        ("src/checks/x.rs", "fn a(host: &Host) -> bool { host.id == \"claude-code\" }", "`claude-code` is named"),
        ("src/disk/x.rs", "fn a() { b.join(\".claude\").join(\"skills\") }", "`.claude` is named outside its data"),
        ("src/lsp/x.rs", "const A: &str = \"**/.codex/skills\";", "`.codex` is named outside its data"),
        ("src/features/x.rs", "const A: &str = \"pi\";", "`pi` is named outside its data"),
        ("src/disk/x.rs", "const A: &str = r#\"it is Claude Code\"#;", "`Claude Code` is named outside its data"),
    ] {
        let found = planted(&map, path, text);
        assert!(found.contains(expected), "{path}: {text}\nfound: {found}\nexpected: {expected}");
    }
}

#[test]
fn what_is_allowed_is_not_reported() {
    let map = Map::read(&fs::read_to_string("src/lib.rs").unwrap());
    for (path, text) in [
        ("src/document/x.rs", "use crate::text::Span;\nuse super::yaml;\nuse self::yaml::Node;"),
        (
            "src/checks/x.rs",
            "// use crate::lsp;\n/* /* crate::cli */ std::fs */\nconst A: &str = \"crate::lsp std::fs\";",
        ),
        ("src/checks/x.rs", "const A: [char; 3] = ['\"', '\\'', 'a'];\nfn a<'a>(b: &'a str) {}"),
        ("src/checks/x.rs", "const A: &str = r##\"\"# crate::lsp\"##;"),
        (
            "src/checks/x.rs",
            "#[cfg(test)]\nmod tests {\n    use crate::features::testing;\n    fn a() { std::fs::read(\"pi\") }\n}",
        ),
        ("src/checks/x.rs", "#[cfg(test)]\nuse std::fs;\nuse crate::text::Span;"),
        ("src/checks/x.rs", "fn a() { files.list(folder); kind.is_some(); std::time::Duration::from_secs(1) }"),
        ("src/disk/x.rs", "use std::fs;\nfn a(path: &Path) { path.is_file() && fs::read(path).is_ok() }"),
        ("src/catalog/x.rs", "const A: &str = std::env::consts::OS;"),
        ("src/checks/x.rs", "const A: &str = \"\\\nClaude Code cuts it.\n\";\nconst B: &str = \"compiler\";"),
        ("src/lsp/x.rs", "use tower_lsp_server::ls_types::*;\nuse crate::{features::hover, project, text::Span};"),
    ] {
        assert_eq!(planted(&map, path, text), "", "{path}: {text}");
    }
}

#[test]
fn the_map_names_every_module() {
    let library = fs::read_to_string("src/lib.rs").unwrap();
    let declared: BTreeSet<String> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ").or(line.strip_prefix("mod "))?.strip_suffix(';'))
        .map(str::to_owned)
        .collect();
    assert_eq!(Map::read(&library).rows.into_keys().collect::<BTreeSet<_>>(), declared);
}

#[test]
fn every_file_says_what_it_is_in_its_first_line() {
    let sources = sources();
    let silent: Vec<&str> =
        sources.iter().filter(|(_, text)| !text.starts_with("//! ")).map(|(path, _)| &**path).collect();
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn only_memory_and_a_process_of_windows_need_foreign_code() {
    let sources = sources();
    let paths: Vec<&str> =
        sources.iter().filter(|(_, text)| text.contains("unsafe_code")).map(|(path, _)| &**path).collect();
    assert_eq!(paths, ["src/disk/process.rs", "src/lsp/memory.rs"]);
}

/// Every source file below a module, by its path.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let shown = path.to_str().unwrap().replace('\\', "/");
                if !matches!(shown.as_str(), "src/lib.rs" | "src/main.rs" | "src/hosts/data/mod.rs") {
                    found.push((shown, fs::read_to_string(&path).unwrap()));
                }
            }
        }
    }
    found.sort();
    assert!(found.len() > 30, "the sources were not found");
    found
}

/// The files, and beginnings of the files, that are compiled for tests alone and may use anything.
fn for_tests(sources: &[(String, Source)]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, source) in sources {
        let folder = path.strip_suffix("mod.rs").map_or_else(|| path.replace(".rs", "/"), str::to_owned);
        for module in &source.test_modules {
            found.extend([format!("{folder}{module}.rs"), format!("{folder}{module}/")]);
        }
    }
    found
}

fn module_of(path: &str) -> String {
    let inside = path.strip_prefix("src/").unwrap_or(path);
    inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs").to_owned()
}
