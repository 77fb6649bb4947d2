//! What is so on Windows alone: drives, addresses, case, links, locks, names that are taken. `tests/platforms/run` runs it
//! under Wine, where programs are built for `gnu`; the workflow runs it on the real thing, where they are built for `msvc`.
//! What only Wine does otherwise is left out there, and says why.

use std::fs::{self, OpenOptions};
use std::os::windows::fs::OpenOptionsExt;
use std::process::Command;

use serde_json::{Value, json};

use crate::program::{Tree, below};
use crate::server::client::{self, Client, codes, uri};

const SKILL: &str =
    "---\r\nname: deploy\r\ndescription: Deploys the shop. Use when it is ready.\r\n---\r\n\r\nDo it.\r\n";
const PLACE: &str = "home/project/.claude/skills/deploy/SKILL.md";

#[test]
fn paths_are_plain_and_nothing_is_said_of_what_no_file_can_be_called() {
    let tree = Tree::of(&[(PLACE, SKILL)]);
    let listed = tree.run(&["list", "--host", "all", "--format", "json"]);
    assert_eq!(listed.err, "", "no pattern is taken for a file");
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    let paths: Vec<&str> = listed.as_array().unwrap().iter().map(|it| it["path"].as_str().unwrap()).collect();
    assert!(!paths.is_empty());
    let place = tree.text_path(PLACE);
    assert!(paths.iter().all(|path| *path == place), "{place}: {paths:?}");
    assert_eq!(tree.run(&["check"]).code, Some(0), "CRLF is no fault");
}

#[test]
fn one_file_however_it_is_written() {
    let tree = Tree::of(&[(PLACE, &SKILL.replace("ready.", "ready: now"))]);
    let place = tree.text_path(PLACE);
    let lower = place.replacen(&place[..1], &place[..1].to_lowercase(), 1);
    for written in [place.clone(), lower, format!(r"\\?\{place}"), place.replace('\\', "/")] {
        let found = tree.json(&["check", "--format", "json", &written]);
        let found = found["findings"].as_array().unwrap();
        assert!(!found.is_empty(), "{written}");
        assert!(found.iter().all(|it| it["path"] == json!(place)), "{written}: {found:?}");
    }
}

#[test]
fn agents_print_paths_as_they_do_there() {
    let tree = Tree::of(&[("home/project/.agents/skills/pdf/SKILL.md", &SKILL.replace("deploy", "pdf"))]);
    let codex = tree.out(&["prompt", "--host", "codex", "--without-bundled"]);
    assert!(codex.contains("/home/project/.agents/skills") && !codex.contains('\\'), "{codex}");
    let kimi = tree.out(&["prompt", "--host", "kimi-cli", "--without-bundled"]);
    assert!(kimi.contains(r"\home\project\.agents\skills\pdf"), "{kimi}");
}

#[test]
fn lists_of_folders_are_separated_by_semicolons() {
    let tree = Tree::of(&[("one/a/SKILL.md", SKILL), ("two/b/SKILL.md", &SKILL.replace("deploy", "b"))]);
    let variable = format!("{};{}", tree.text_path("one"), tree.text_path("two"));
    let mut command = tree.command(&["list", "--host", "portable", "--format", "json"]);
    let output = command.env("PORTABLE_SKILLS", variable).output().unwrap();
    let listed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
}

#[test]
fn settings_of_the_machine_lie_where_windows_has_them() {
    let tree = Tree::of(&[
        ("machine/OpenAI/Codex/skills/ours/SKILL.md", &SKILL.replace("deploy", "ours")),
        ("local/crush/skills/mine/SKILL.md", &SKILL.replace("deploy", "mine")),
    ]);
    let seen = |host: &str| {
        let mut command = tree.command(&["list", "--host", host, "--format", "json", "--without-bundled"]);
        let command = command.env("ProgramData", tree.path("machine")).env("LOCALAPPDATA", tree.path("local"));
        let listed: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
        listed.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(seen("codex"), ["ours"]);
    assert_eq!(seen("crush"), ["mine"]);
}

#[test]
fn what_is_locked_is_told_and_left_alone() {
    let text = SKILL.replace("ready.", "ready: now");
    let tree = Tree::of(&[(PLACE, &text)]);
    // Somebody else may read it, not write or replace it.
    let held = OpenOptions::new().read(true).share_mode(1).open(tree.path(PLACE)).unwrap();
    let fixed = tree.run(&["check", "--fix"]);
    assert!(matches!(fixed.code, Some(1 | 2)), "{:?} {}{}", fixed.code, fixed.out, fixed.err);
    assert_eq!(tree.read(PLACE), text);
    drop(held);
    assert_eq!(tree.run(&["check", "--fix"]).code, Some(0));
    assert_ne!(tree.read(PLACE), text);
    let beside: Vec<_> = fs::read_dir(tree.path("home/project/.claude/skills/deploy")).unwrap().collect();
    assert_eq!(beside.len(), 1, "nothing is left beside it: {beside:?}");
}

#[test]
fn names_of_devices_are_no_files() {
    let tree = Tree::of(&[(PLACE, SKILL)]);
    for name in ["NUL", "con", "nul.txt", "COM1"] {
        let ran = tree.run(&["read", "deploy", name]);
        assert!(
            matches!(ran.code, Some(1 | 2)) && ran.err.starts_with("error: "),
            "{name}: {:?} {}",
            ran.code,
            ran.err
        );
    }
    for name in ["con", "nul", "com1"] {
        let sentence = format!("`{name}` is the name of a device on Windows, where no folder can be called so");
        assert_eq!(tree.refused(&["new", name]), sentence);
    }
}

#[test]
#[cfg_attr(target_env = "gnu", ignore = "Wine 8 makes no junction, and says that it did")]
fn a_junction_leads_on_as_a_link_does() {
    let tree = Tree::of(&[("elsewhere/deploy/SKILL.md", SKILL)]);
    fs::create_dir_all(tree.path("home/project/.claude")).unwrap();
    let (link, target) = (tree.text_path("home/project/.claude/skills"), tree.text_path("elsewhere"));
    assert!(Command::new("cmd").args(["/c", "mklink", "/J", &link, &target]).status().unwrap().success());
    let listed = tree.json(&["list", "--host", "claude-code", "--format", "json"]);
    assert_eq!(listed[0]["path"], json!(tree.text_path(PLACE)));
    assert_eq!(tree.run(&["check", "--fix"]).code, Some(0));
}

#[test]
fn every_spelling_of_an_address_is_one_document() {
    let files =
        "//- home/shop/.claude/skills/deploy/SKILL.md\n---\nname: deploy\ndescription: Use it: now\n---\nDo it.\n";
    let tree = client::Tree::new(files);
    let mut client = Client::ready(&tree);
    let address = tree.uri("home/shop/.claude/skills/deploy/SKILL.md");
    let (drive, rest) = address.split_once("%3A").unwrap();
    let letter = drive.strip_prefix("file:///").unwrap();
    client.wait_for("the finding of a closed file, as the editor writes addresses", |client| {
        client.published.get(&address).is_some_and(|(_, found)| !found.is_empty())
    });
    for other in [
        format!("file:///{}:{rest}", letter.to_uppercase()),
        format!("file:///{letter}:{rest}"),
        format!("file:///{}%3a{rest}", letter.to_uppercase()),
        format!("file:///{letter}%3A{}", rest.to_uppercase()),
    ] {
        client.open(&other, "---\nname: deploy\ndescription: Use it: now\n---\nDo it.\n");
        assert_eq!(codes(&client.diagnostics(&other, 1)), ["2: yaml-syntax"], "{other}");
        client.close(&other);
    }
    assert!(client.shut_down().success());
    assert_eq!(uri(&below(&tree.path(""), "a/b")), tree.uri("a/b"));
}
