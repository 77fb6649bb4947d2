//! The server says what `check` says, on every tree among the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::hosts::case::{Case, cases_in};
use crate::hosts::tree;
use crate::program::with_home;
use crate::server::client::{Client, Tree, rich, uri};

/// Findings by file: line, column, check, level and message.
type Findings = BTreeMap<PathBuf, BTreeSet<Finding>>;
type Finding = (u64, u64, String, String, String);

/// What `check` finds in a folder.
fn checked(folder: &Path, home: &Path) -> Findings {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    command.args(["check", "--format", "json", "--hints"]).current_dir(folder);
    let output = with_home(&mut command, home).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut findings = Findings::new();
    for finding in report["findings"].as_array().unwrap() {
        let start = &finding["range"]["start"];
        let text = |key: &str| finding[key].as_str().unwrap().to_owned();
        findings.entry(PathBuf::from(text("path"))).or_default().insert((
            start["line"].as_u64().unwrap() - 1,
            start["column"].as_u64().unwrap() - 1,
            text("check"),
            text("level"),
            text("message"),
        ));
    }
    findings
}

/// What the server told.
fn told(client: &Client) -> Findings {
    let mut findings = Findings::new();
    for (address, (_, found)) in client.published.iter().filter(|(_, (_, found))| !found.is_empty()) {
        let path = percent_decoded(address.strip_prefix("file://").unwrap());
        for it in found.iter().filter(|it| it["code"] != "settings") {
            let start = &it["range"]["start"];
            let level = ["error", "warning", "information", "hint"][it["severity"].as_u64().unwrap() as usize - 1];
            findings.entry(path.clone()).or_default().insert((
                start["line"].as_u64().unwrap(),
                start["character"].as_u64().unwrap(),
                it["code"].as_str().unwrap().to_owned(),
                level.to_owned(),
                it["message"].as_str().unwrap().to_owned(),
            ));
        }
    }
    findings
}

fn percent_decoded(text: &str) -> PathBuf {
    let bytes = text.as_bytes();
    let mut decoded = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| u8::from_str_radix(&text[at + 1..at + 3], 16).unwrap());
        decoded.push(hex.unwrap_or(bytes[at]));
        at += if hex.is_some() { 3 } else { 1 };
    }
    PathBuf::from(String::from_utf8(decoded).unwrap())
}

#[test]
fn the_server_and_the_command_line_agree_on_every_tree() {
    let base = Tree::new("");
    let home = base.path("home");
    let below = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/cases");
    let cases: Vec<Case> = cases_in(&below).iter().map(|path| Case::read(path)).collect();
    let trees: Vec<tree::Tree> = cases.iter().map(|case| tree::Tree::write(&case.manifest)).collect();
    let mut folders: Vec<PathBuf> =
        trees.iter().zip(&cases).map(|(tree, case)| tree.root().join(&case.manifest.cwd)).collect();
    folders.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/project"));
    assert!(folders.len() > 100, "there are {} cases", folders.len());

    let mut count = 0;
    let mut differences = Vec::new();
    for folders in folders.chunks(40) {
        let told = told_of(&base, folders);
        let mut expected = Findings::new();
        for folder in folders {
            expected.extend(checked(folder, &home));
        }
        count += expected.values().map(BTreeSet::len).sum::<usize>();
        for path in expected.keys().chain(told.keys()) {
            // `check` tells what is wrong in a file once, where it really lies; an editor shows it under each of its paths.
            let real = std::fs::canonicalize(path).ok().filter(|real| real != path);
            let real = real.and_then(|real| expected.get(&real));
            let is_told = |it: &Finding| {
                real.is_some_and(|real| real.iter().any(|its| (its.0, its.1, &its.2) == (it.0, it.1, &it.2)))
            };
            let own = |findings: &Findings| -> Vec<Finding> {
                findings.get(path).into_iter().flatten().filter(|it| !is_told(it)).cloned().collect()
            };
            if own(&told) != own(&expected) {
                let (path, told, checked) = (path.display(), own(&told), own(&expected));
                differences.push(format!("{path}\n  server: {told:?}\n  check:  {checked:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(count > 500, "the trees have {count} findings");
}

/// What a server tells that has these folders open.
fn told_of(base: &Tree, folders: &[PathBuf]) -> Findings {
    // Columns as `check` counts them.
    let mut abilities = rich();
    abilities["general"]["positionEncodings"] = json!(["utf-32"]);
    let mut client = Client::start(base);
    let named: Vec<Value> = folders.iter().map(|folder| json!({"uri": uri(folder), "name": "x"})).collect();
    let parameters = json!({"processId": null, "capabilities": abilities, "workspaceFolders": named});
    client.request("initialize", parameters).unwrap();
    client.notify("initialized", json!({}));
    client.wait_for_index();
    told(&client)
}
