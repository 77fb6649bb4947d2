//! Every JSON form of the command line has a schema in `docs/schemas`, and is what the schema says: each command is run.
//! A new command needs a row in the table of `docs/schemas/README.md`, the schema, and a line in `RUNS`.

mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use self::schema::Schema;
use crate::program::Tree;

/// What is run, one after the other in one tree; `--format json` is added, where no format is named.
const RUNS: &[&str] = &[
    "check --hints",
    "check --hints .claude/skills",
    "check --hints --max 1",
    "settings",
    "stats",
    "doctor",
    "doctor deploy",
    "doctor depolyy",
    "list --all",
    "list --all --host claude-code --package bio --cwd plugin",
    "why deploy",
    "why twice",
    "why align --package bio --cwd plugin",
    "why nobody-has-this",
    "prompt",
    "prompt --context-window 2000 --touched src/main.rs",
    "prompt --host codex",
    "show deploy --arguments two",
    "show waits",
    "explain yaml-syntax",
    "checks",
    "hosts",
    "tools",
    "tools --skill deploy",
    "review plugin",
    "review plugin --diff .claude/skills/deploy",
    "read deploy SKILL.md",
    "read deploy picture.png",
    "usage",
    "disable deploy",
    "enable deploy",
    "pin browse --context c --host shipmyagent",
    "pinned --context c --host shipmyagent",
    "active-tools --context c --host shipmyagent",
    "active-tools --skill browse --available Read --host shipmyagent",
    "unpin browse --context c --host shipmyagent",
    "delete mine --yes",
];

/// What is run with a name that is not found. `why` and `doctor` answer with what they looked at.
const UNFOUND: &[&str] = &[
    "show nobody-has-this",
    "show src/nobody.md",
    "show waits --host codex",
    "explain nobody-has-this",
    "tools --skill nobody-has-this",
    "review nobody-has-this",
    "review plugin --diff nobody-has-this",
    "read nobody-has-this SKILL.md",
    "read deploy nobody-has-this",
    "disable nobody-has-this",
    "enable nobody-has-this",
    "pin nobody-has-this --context c --host shipmyagent",
    "unpin nobody-has-this --context c --host shipmyagent",
    "active-tools --skill nobody-has-this --host shipmyagent",
    "delete nobody-has-this",
];

/// The schema of what is printed then.
const NOT_FOUND: &str = "not-found.json";

/// Keys that this tree does not lead to, each with its reason.
const RARE: &[(&str, &str)] = &[("check.json", "#/properties/incomplete")];

#[test]
fn every_answer_in_json_is_what_its_schema_says() {
    let tree = tree();
    let mut schemas: BTreeMap<String, Schema> = BTreeMap::new();
    for (_, file) in table() {
        schemas.entry(file.clone()).or_insert_with(|| Schema::new(&fs::read_to_string(folder().join(file)).unwrap()));
    }
    let mut faults = Vec::new();
    for run in RUNS {
        let file = schema_of(run);
        let schema = schemas.get_mut(&file).unwrap();
        let words: Vec<&str> = run.split(' ').chain(["--format", "json"]).collect();
        let ran = tree.run(&words);
        let value: Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{run}: {error}\n{}\n{}", ran.out, ran.err));
        faults.extend(schema.faults(&value).into_iter().take(5).map(|fault| format!("{run} ({file}): {fault}")));
    }
    let check = schemas.get_mut("check.json").unwrap();
    for line in tree.run(&["check", "--hints", "--format", "jsonl"]).out.lines() {
        faults.extend(check.faults_in("finding", &serde_json::from_str(line).unwrap()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let unseen: Vec<(&str, String)> =
        schemas.iter().flat_map(|(file, schema)| schema.unseen().into_iter().map(|key| (file.as_str(), key))).collect();
    let unseen: Vec<(&str, &str)> = unseen.iter().map(|(file, key)| (*file, key.as_str())).collect();
    assert_eq!(unseen, RARE, "keys that no run has printed, against those that are known to be rare");
}

#[test]
fn a_name_that_is_not_found_is_answered_in_json_by_every_command() {
    let tree = tree();
    let mut schema = Schema::new(&fs::read_to_string(folder().join(NOT_FOUND)).unwrap());
    for run in UNFOUND {
        let words: Vec<&str> = run.split(' ').chain(["--format", "json"]).collect();
        let ran = tree.run(&words);
        assert_eq!(ran.code, Some(1), "{run}: {}\n{}", ran.out, ran.err);
        let value: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{run}: {error}\n{}", ran.err));
        assert_eq!(schema.faults(&value), Vec::<String>::new(), "{run}");
    }
    assert_eq!(schema.unseen(), Vec::<String>::new());
}

#[test]
fn every_command_with_a_json_form_is_in_the_table_and_run() {
    let tree = Tree::of(&[]);
    let told = tree.run(&["--help"]).out;
    let commands = told.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap();
    let commands = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: BTreeSet<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let has_json = |command: &&&str| {
        let help = tree.run(&[command, "--help"]).out;
        help.contains("--format") && help.contains("json")
    };
    let with_json: BTreeSet<&str> = commands.iter().filter(has_json).copied().collect();
    assert!(with_json.len() > 15, "{with_json:?}");
    let table = table();
    let first = |words: &str| words.split(' ').next().unwrap().to_owned();
    let in_table: BTreeSet<String> = table.iter().map(|(command, _)| first(command)).collect();
    assert_eq!(in_table.iter().map(String::as_str).collect::<BTreeSet<_>>(), with_json);
    let run: BTreeSet<String> = RUNS.iter().map(|run| first(run)).collect();
    assert_eq!(run, in_table, "what is run, and what is in the table");
}

#[test]
fn every_schema_is_in_the_table_and_has_a_version() {
    let in_table: BTreeSet<String> = table().into_iter().map(|(_, file)| file).collect();
    let there = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = there.filter(|name| name != "README.md").collect();
    let of_commands: BTreeSet<String> = there.iter().filter(|name| *name != NOT_FOUND).cloned().collect();
    assert_eq!(of_commands, in_table);
    for file in there {
        let schema = Schema::new(&fs::read_to_string(folder().join(&file)).unwrap());
        let name = file.trim_end_matches(".json");
        let version = schema.id().strip_prefix(&format!("urn:skill-lsp:schema:{name}:"));
        assert!(version.is_some_and(|version| version.parse::<u32>().is_ok()), "{file}: {}", schema.id());
    }
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas")
}

/// The commands of the table and their schemas.
fn table() -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join("README.md")).unwrap();
    let row = |line: &str| {
        let (command, rest) = line.strip_prefix("| `")?.split_once("` | [")?;
        let (file, _) = rest.split_once(']')?;
        Some((command.trim_end_matches(" --format json").to_owned(), file.to_owned()))
    };
    let rows: Vec<(String, String)> = text.lines().filter_map(row).collect();
    assert!(rows.len() > 15, "{rows:?}");
    rows
}

/// The schema of the row whose words all stand in the run; the longest such row counts.
fn schema_of(run: &str) -> String {
    let words: Vec<&str> = run.split(' ').collect();
    let fits =
        |row: &&(String, String)| row.0.split(' ').all(|word| words.contains(&word)) && row.0.starts_with(words[0]);
    let table = table();
    let row = table.iter().filter(|row| fits(row) && row.0.split(' ').next() == words.first().copied());
    row.max_by_key(|row| row.0.len()).unwrap_or_else(|| panic!("no row for `{run}`")).1.clone()
}

/// A tree with something of everything that is printed.
fn tree() -> Tree {
    let tree = Tree::new(include_str!("forms/tree.txt"));
    tree.write_bytes("home/project/.claude/skills/deploy/picture.png", b"\x89PNG\r\n\x1a\n\xff\xfe");
    tree
}
