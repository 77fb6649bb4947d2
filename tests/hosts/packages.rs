//! Packages that `prove packages` installed into the real hosts: in the repository that they come from, where nothing is
//! installed, this program says what the hosts listed then.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::hosts::case::{Manifest, cases_in};
use crate::hosts::tree::Tree;

/// A case as `prove packages` stores it.
#[derive(Deserialize)]
struct PackageCase {
    manifest: Repository,
    expected: Listed,
}

/// A tree with the repository of an author in it.
#[derive(Deserialize)]
struct Repository {
    #[serde(flatten)]
    tree: Manifest,
    repository: String,
}

#[derive(Deserialize)]
struct Listed {
    entries: Vec<Entry>,
}

/// What the host lists for one skill, without the place where its copy lies; the file, where it could be told.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    text: String,
    path: Option<String>,
}

#[test]
fn packages_are_listed_before_they_are_installed_as_the_hosts_listed_them_afterwards() {
    let cases = cases_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/packages"));
    assert!(cases.len() >= 10, "there are cases");
    let wrong: Vec<String> = cases.iter().filter_map(|path| difference(path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn difference(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).unwrap();
    let case: PackageCase = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let host = &case.manifest.tree.host;
    let tree = Tree::write(&case.manifest.tree);
    let repository = tree.root().join(&case.manifest.repository);
    let theirs: BTreeSet<Entry> = case.expected.entries.into_iter().collect();
    let untold: BTreeSet<&str> = theirs.iter().filter(|it| it.path.is_none()).map(|it| &*it.text).collect();
    let below = |path: &Value| {
        let path = Path::new(path.as_str().unwrap()).strip_prefix(&repository).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let prompt = answer(&tree, &repository, &["prompt", "--host", host, "--format", "json"]);
    let entries = prompt["entries"].as_array().unwrap();
    let mine: BTreeSet<Entry> = entries
        .iter()
        .map(|entry| {
            let text = without_place(host, entry["text"].as_str().unwrap());
            let path = (!untold.contains(&*text)).then(|| below(&entry["path"]));
            Entry { text, path }
        })
        .collect();
    let list = answer(&tree, &repository, &["list", "--host", host, "--format", "json"]);
    let is_active = |skill: &&Value| skill["status"] == "active";
    let skills = list.as_array().unwrap().iter().filter(is_active);
    let skills: BTreeSet<(String, String)> = skills.map(|it| (it["id"].to_string(), below(&it["path"]))).collect();
    let listed = entries.iter().map(|it| (it["id"].to_string(), below(&it["path"]))).collect();
    let name = path.display();
    if theirs != mine {
        let only = |left: &BTreeSet<Entry>, right: &BTreeSet<Entry>| format!("{:#?}", left - right);
        return Some(format!("{name}\nonly the host: {}\nonly ours: {}", only(&theirs, &mine), only(&mine, &theirs)));
    }
    (skills != listed).then(|| format!("{name}: `list` has {skills:?}, `prompt` {listed:?}"))
}

/// What the program answers in the repository.
fn answer(tree: &Tree, repository: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
        .args(arguments)
        .current_dir(repository)
        .env_clear()
        .env("HOME", tree.root().join("home"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// An entry without the path of its file, which is another one where a package is installed.
fn without_place(host: &str, text: &str) -> String {
    let between = |opening: &str, closing: &str| {
        let (before, rest) = text.rsplit_once(opening)?;
        Some((before.to_owned(), rest.split_once(closing)?.1.to_owned()))
    };
    match host {
        "codex" => between(" (file: ", ")").map_or_else(|| text.to_owned(), |(before, after)| before + &after),
        "gemini-cli" => between("<location>", "</location>")
            .map_or_else(|| text.to_owned(), |(before, after)| before + "<location/>" + &after),
        _ => text.to_owned(),
    }
}
