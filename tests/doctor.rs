//! The doctor on what first-time authors do: each situation is a tree, and the first screen has to name its cause.

mod situation;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Tree;
use situation::{Situation, rows};

/// The situations of one file, each of which has to be named, on a screen of 40 lines and 100 columns.
fn check(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doctor").join(file);
    let situations = Situation::all(&fs::read_to_string(path).unwrap());
    assert!(!situations.is_empty());
    let failures: Vec<String> = situations.iter().filter_map(missing).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What the first screen does not name.
fn missing(situation: &Situation) -> Option<String> {
    let world = situation.grown();
    let ran = world.run(&[]);
    let mut missing: Vec<String> =
        situation.expected.iter().filter(|it| !situation::is_named(&rows(&ran.out), it)).cloned().collect();
    let barred = situation.barred.iter().filter(|it| situation::is_named(&rows(&ran.out), it));
    missing.extend(barred.map(|it| format!("nothing of `{it}`")));
    let lines = ran.out.lines().count();
    missing.extend((lines > 40).then(|| format!("one screen, but there are {lines} lines")));
    missing.extend(ran.out.lines().filter(|line| line.chars().count() > 100).map(|line| format!("too wide: {line}")));
    missing.extend((ran.code != Some(0)).then(|| format!("exit code 0, but it is {:?}", ran.code)));
    (!missing.is_empty())
        .then(|| format!("{}\n{}{}missing: {}\n", situation.title, ran.out, ran.err, missing.join("\n         ")))
}

#[test]
fn the_wrong_place() {
    check("place.txt");
}

#[test]
fn a_closed_place() {
    check("closed.txt");
}

#[test]
fn the_wrong_file() {
    check("file.txt");
}

#[test]
fn the_wrong_block() {
    check("block.txt");
}

#[test]
fn switched_off() {
    check("switched.txt");
}

#[test]
fn beaten_by_another() {
    check("beaten.txt");
}

#[test]
fn squeezed_out() {
    check("squeezed.txt");
}

#[test]
fn waiting_for_a_file() {
    check("waiting.txt");
}

#[test]
fn thought_of_afterwards() {
    check("fresh.txt");
}

/// After what somebody wrote who had never seen the program.
#[test]
fn thought_of_by_strangers() {
    check("stranger.txt");
}

/// The same, a second and a third time: whole classes of mistakes, each after one that a stranger made.
#[test]
fn thought_of_by_other_strangers() {
    check("classes.txt");
}

/// What was not told well when others, who had never seen it, looked at it.
#[test]
fn at_first_sight() {
    check("sight.txt");
}

/// Whole classes of habits, most of them written down before the program was run on them.
#[test]
fn habits() {
    check("habits.txt");
}

/// What only whoever asks by a name is told.
#[test]
fn a_name_that_means_something_else() {
    let tree = Tree::new(
        "//- home/notes-project/.claude/skills/deck/SKILL.md
---
name: deck
description: Make a deck. Use when somebody says slides.
---
Make it.
//- home/project/.cursor/rules/style.mdc
---
description: Our style.
---
Write so.
",
    );
    let far = tree.run(&["doctor", "deck"]).out;
    assert!(far.contains("it lies in another project, `~/notes-project`"), "{far}");
    let rule = tree.run(&["doctor", "style"]).out;
    assert!(rule.contains(".cursor/rules/style.mdc: a file of this name, but no skill"), "{rule}");
}

/// A project in which several things are amiss.
const TREE: &str = "//- home/.claude/skills/deploy/SKILL.md
---
name: deploy
description: Deploy the user's way. Use when somebody says deploy.
---
Deploy.
//- home/project/.claude/skills/deploy/SKILL.md
---
name: deploy
description: Deploy the project. Use when somebody says deploy.
---
Deploy it.
//- home/project/.claude/skill/notes/SKILL.md
---
name: notes
description: Take notes. Use when somebody says so.
---
Take notes.
//- home/project/.claude/skills/tdd/SKILL.md
---
name: tdd
description: Write the test first. Use when code is written.
---
Write the test first.
";

#[test]
fn the_state_of_things() {
    let tree = Tree::new(TREE);
    let expected = "\
Claude Code  2 skills listed, 2 not
  notes   .claude/skill/notes: the folder has to be called `.claude/skills`
          → mv .claude/skill/notes .claude/skills/notes
  deploy  .claude/skills/deploy: ~/.claude/skills/deploy is used instead: user skills come before
          project skills  → skill-lsp why deploy
2 warnings in 2 files  → skill-lsp check --host claude-code
the whole life of one skill  → skill-lsp doctor NAME
";
    assert_eq!(tree.out(&[]), expected);
    assert_eq!(tree.out(&["doctor"]), expected);
    // What the last line but one says is what that command finds.
    let found = tree.run(&["check", "--host", "claude-code"]).err;
    assert!(found.contains("2 warnings"), "{found}");
}

#[test]
fn the_whole_life_of_a_skill() {
    let tree = Tree::new(TREE);
    let life = tree.out(&["doctor", "tdd"]);
    // How long the loaded text is depends on where the tree stands.
    let (before, after) = life.split_once("  ✓ loaded as  ").unwrap();
    assert_eq!(
        before,
        "\
tdd
Claude Code
  ✓ found      .claude/skills/tdd/SKILL.md (project)
  ✓ read       yes: a description of 47 characters
  ✓ named      `tdd`
  ✓ allowed    yes: nothing switches it off or denies it
  ✓ listed     - tdd: Write the test first. Use when code is written.
  ✓ woken by   the model, when the task fits the description and a person, with `/tdd`
"
    );
    assert_eq!(
        after.split_once(' ').unwrap().1,
        "\
characters of text  → skill-lsp show tdd
where they are installed, also listed by OpenCode, Copilot CLI, Copilot in VS Code, Kimi CLI, Amp,
Goose, Crush and Cursor  → skill-lsp why tdd
"
    );
    let life = tree.out(&["doctor", "notes"]);
    assert!(life.contains("✗ found      .claude/skill/notes: the folder has to be called `.claude/skills`"), "{life}");
    let life = tree.out(&["doctor", "./.claude/skills/deploy"]);
    assert!(life.contains("✗ named      `deploy`, but ~/.claude/skills/deploy is used instead"), "{life}");
}

#[test]
fn a_name_that_nobody_knows() {
    let tree = Tree::new(TREE);
    let ran = tree.run(&["doctor", "depoly"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.out, "no agent has a skill `depoly`: did you mean `deploy`?  → skill-lsp doctor deploy\n");
    let ran = tree.run(&["doctor", "quarterly"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("it would have to be .claude/skills/quarterly/SKILL.md"), "{}", ran.out);
    assert!(ran.out.lines().count() <= 3, "{}", ran.out);
    // A folder that no agent reads is known, and told what to do with.
    tree.write("home/downloads/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads PDFs. Use for PDFs.\n---\nRead.\n");
    let ran = tree.run(&["doctor", "../downloads/pdf"]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.out.contains("cp -R ~/downloads/pdf .claude/skills/pdf"), "{}", ran.out);
    let ran = tree.run(&["doctor", "../downloads/nothing"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
}

#[test]
fn flags_without_a_command() {
    let tree = Tree::new(TREE);
    assert_eq!(tree.json(&["--format", "json"]), tree.json(&["doctor", "--format", "json"]));
    assert!(tree.out(&["--all", "--host", "codex"]).starts_with("Codex  0 skills listed"));
    assert!(tree.refused(&["--all", "list"]).contains("stand behind the command"));
}

#[test]
fn an_editor_is_served_and_nobody_is_waited_for() {
    let tree = Tree::new(TREE);
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let ran = tree.run_with(&[], format!("{}{}", framed(message), framed(exit)).as_bytes());
    assert!(ran.out.starts_with("Content-Length: "), "{}", ran.out);
    assert!(ran.out.contains("\"capabilities\""), "{}", ran.out);
    // Words are no header, and neither is nothing.
    assert!(tree.run_with(&[], b"hello\n").out.starts_with("Claude Code"));
    assert!(tree.run_with(&[], b"").out.starts_with("Claude Code"));
    // A pipe on which nothing ever comes.
    let mut child =
        tree.command(&[]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let held = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(held);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("Claude Code"));
}

#[test]
fn the_json_is_as_its_schema_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas/doctor.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let tree = Tree::new(TREE);
    let mut causes: BTreeSet<String> = BTreeSet::new();
    for arguments in [&["doctor"][..], &["doctor", "tdd"], &["doctor", "notes"], &["doctor", "depoly"]] {
        let answer = tree.json(&[arguments, &["--format", "json", "--host", "claude-code,codex"]].concat());
        situation::holds(&schema, &schema, &answer, "$");
        let lines = answer["agents"].as_array().unwrap().iter().flat_map(|agent| agent["lines"].as_array().unwrap());
        causes.extend(lines.map(|line| line["cause"].as_str().unwrap().to_owned()));
    }
    assert!(causes.contains("misplaced") && causes.contains("shadowed"), "{causes:?}");
}
