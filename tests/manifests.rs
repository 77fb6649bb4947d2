//! What `check` says of manifests, beside what the agent's own validation said of the same ones (`tests/hosts/manifests.txt`).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use skill_lsp::config::{Level, Overlay};
use skill_lsp::project::{self, Asked};
use skill_lsp::settings::{Format, Node};
use skill_lsp::workspace::Wanted;

use crate::program::Tree;

/// A case of the table.
#[derive(Default)]
struct Case {
    name: String,
    files: Vec<(String, String)>,
    /// What the host says of each key, and what we say besides.
    said: BTreeSet<String>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in include_str!("hosts/manifests.txt").split_inclusive('\n') {
        let trimmed = line.trim_end();
        let Some((sign, rest)) = trimmed.split_at_checked(3) else {
            if let Some((_, text)) = cases.last_mut().and_then(|case| case.files.last_mut()) {
                text.push_str(line);
            }
            continue;
        };
        match (sign, cases.last_mut()) {
            ("== ", _) => cases.push(Case { name: rest.to_owned(), ..Case::default() }),
            ("-- ", Some(case)) => case.files.push((rest.to_owned(), String::new())),
            ("=> " | "+> ", Some(case)) => drop(case.said.insert(rest.to_owned())),
            (_, Some(case)) => {
                let Some((_, text)) = case.files.last_mut() else { continue };
                text.push_str(&line.replace("<BOM>", "\u{feff}"));
            }
            (_, None) => {}
        }
    }
    cases
}

#[test]
fn every_verdict_is_that_of_the_agent() {
    let cases = cases();
    assert!(cases.len() > 150, "the table was not read");
    let mut wrong = Vec::new();
    for case in &cases {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in &case.files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.trim_end_matches('\n')).unwrap();
        }
        let found = found(folder.path(), &case.files[0].0);
        if found != case.said {
            wrong.push(format!("{}: the agent says {:?}, we say {found:?}", case.name, case.said));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is found in a file, each as `level key`, and of each key the worst; whatever is less than an error is a warning.
fn found(folder: &Path, file: &str) -> BTreeSet<String> {
    let setting = project::setting_of(folder, &Overlay::default());
    let asked = Asked::Here { user: false };
    let (workspace, _) = project::walk(setting.config, setting.environment, Wanted::Check, asked).read(|| {});
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    let root = Format::Json.parse(&text).root;
    let mut found = BTreeSet::new();
    for finding in workspace.snapshot().diagnostics(&path) {
        let level = if finding.level == Level::Error { "error" } else { "warning" };
        let is_whole = ["This is not JSON", "The file holds"].iter().any(|it| finding.message.starts_with(it));
        let mut keys = keys_at(&root, finding.span.start);
        let message = finding.message.strip_suffix(" is missing").or(finding.message.strip_suffix(" is not given"));
        keys.extend(message.map(|it| it.trim_matches('`').to_owned()));
        let depth = if keys[..].first().is_some_and(|key| key == "plugins") { 3 } else { 1 };
        keys.truncate(depth);
        found.insert(format!("{level} {}", if is_whole { "-".to_owned() } else { keys.join(".") }));
    }
    let errors: Vec<String> = found.iter().filter_map(|it| it.strip_prefix("error ")).map(str::to_owned).collect();
    found.retain(|it| !it.strip_prefix("warning ").is_some_and(|key| errors.iter().any(|error| error == key)));
    found
}

/// The keys down to what stands at an offset.
fn keys_at(node: &Node, offset: usize) -> Vec<String> {
    let mut keys = Vec::new();
    let inside = node.members().into_iter().find(|it| (it.key_span.start..it.value.span.end).contains(&offset));
    if let Some(member) = inside {
        keys.push(member.key.clone());
        keys.extend(keys_at(&member.value, offset));
    }
    let item = node.items().iter().enumerate().find(|(_, it)| (it.span.start..it.span.end).contains(&offset));
    if let Some((index, item)) = item {
        keys.push(index.to_string());
        keys.extend(keys_at(item, offset));
    }
    keys
}

const PLUGIN: &str = "home/project/kit/.claude-plugin/plugin.json";

/// A repository with a package whose manifest has what can be mended and what cannot, and one skill.
fn package() -> Tree {
    Tree::of(&[
        (PLUGIN, "{ \"name\": \"kit\", \"skils\": \"./skills\", \"author\": \"Me\", \"keywords\": 5 }\n"),
        (
            "home/project/kit/skills/pdf/SKILL.md",
            "---\nname: pdf\ndescription: Reads PDF files. Use for PDFs.\n---\nRead.\n",
        ),
    ])
}

#[test]
fn why_and_show_say_what_check_says_of_a_manifest() {
    let tree = package();
    tree.write(PLUGIN, "{ \"name\": \"kit\", \"agents\": \"./agents\" }\n");
    let words = "does not load its package, because of what is wrong in `kit/.claude-plugin/plugin.json`";
    for arguments in [&["why", "pdf"][..], &["why", "pdf", "--host", "claude-code"]] {
        let ran = tree.run(arguments);
        assert!(ran.out.contains(&format!("unread: {words}")), "{arguments:?}: {}{}", ran.out, ran.err);
    }
    let ran = tree.run(&["show", "pdf", "--host", "claude-code"]);
    assert_eq!((ran.code, ran.err), (Some(1), format!("Claude Code has no skill `pdf`: {words}\n")));
}

#[test]
fn whoever_has_no_skill_of_a_collection_is_not_told_that_nobody_has() {
    let tree = Tree::of(&[(
        "home/project/skills/pdf/SKILL.md",
        "---\nname: pdf\ndescription: Reads PDF files. Use for PDFs.\n---\nRead.\n",
    )]);
    let reason = tree.run(&["show", "pdf", "--host", "claude-code"]).err;
    let ran = tree.run(&["disable", "pdf", "--host", "claude-code"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with(&format!("error: {}", reason.trim_end())), "{}", ran.err);
    let read = tree.run(&["read", "pdf", "SKILL.md", "--host", "claude-code"]);
    assert_eq!((read.code, read.err), (Some(1), ran.err));
}

#[test]
fn check_tells_of_manifests_here_below_a_path_and_by_name() {
    let tree = package();
    let select = ["--select", "manifest-invalid,manifest-key-unknown"];
    for paths in [&[][..], &["kit"], &["kit/.claude-plugin"], &["kit/.claude-plugin/plugin.json"]] {
        let ran = tree.run(&[&["check", "--format", "json"], paths, &select].concat());
        let found: Vec<&str> = ran.out.matches("\"check\": \"manifest-").collect();
        assert_eq!((ran.code, found.len()), (Some(1), 3), "{paths:?}: {}{}", ran.out, ran.err);
    }
    let ran = tree.run(&["check", "kit/skills"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "1 skill checked, nothing found\n"), "{}", ran.out);
    let ran = tree.run(&["check", "--ignore", "manifest-invalid,manifest-key-unknown"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), "1 skill and 1 manifest checked, nothing found\n"),
        "{}",
        ran.out
    );
    tree.write("home/project/skill-lsp.toml", "[[overrides]]\npaths = [\"kit/**\"]\nchecks = { all = \"off\" }\n");
    assert_eq!(tree.run(&["check"]).code, Some(0));
}

#[test]
fn check_mends_what_is_evident_in_a_manifest() {
    let tree = package();
    let ran = tree.run(&["check", "--fix"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.starts_with("fixed 2 findings in 1 file\n"), "{}", ran.err);
    let mended = "{ \"name\": \"kit\", \"skills\": \"./skills\", \"author\": { \"name\": \"Me\" }, \"keywords\": 5 }\n";
    assert_eq!(tree.read(PLUGIN), mended);
    // The same from standard input.
    let arguments = ["check", "--fix", "--stdin-filename", "kit/.claude-plugin/plugin.json"];
    let ran = tree.run_with(&arguments, b"{ \"name\": \"kit\", }\n");
    assert_eq!(ran.out, "{ \"name\": \"kit\" }\n", "{}", ran.err);
}
