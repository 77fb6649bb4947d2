//! What the model receives when a skill is loaded, through the real program: held against what real hosts gave
//! theirs, and against the systems of the design documents.
//!
//! A case in `tests/hosts/loading/HOST` is `{manifest, expected}`: a tree with the skills to be loaded, and the texts
//! that the real host gave its model for them; `prove load` captures them. More cases in the same form are tried when
//! `SKILL_LSP_LOADING` names a folder of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::hosts::case::{self, Manifest};
use crate::hosts::tree;
use crate::program;

/// What is loaded, and what commands in it print.
#[derive(Deserialize)]
struct Loads {
    loads: Vec<Load>,
    /// A person types the names.
    #[serde(default)]
    typed: bool,
    #[serde(default)]
    prints: BTreeMap<String, String>,
}

/// One skill that is loaded.
#[derive(Deserialize)]
struct Load {
    skill: String,
    arguments: Option<String>,
}

#[test]
fn every_case_is_loaded_as_the_host_loaded_it() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/loading")];
    folders.extend(std::env::var_os("SKILL_LSP_LOADING").map(PathBuf::from));
    let cases: Vec<PathBuf> = folders.iter().flat_map(|folder| case::cases_in(folder)).collect();
    let half = cases.len().div_ceil(2);
    let (mut count, mut differences) = (0, Vec::new());
    std::thread::scope(|scope| {
        let parts: Vec<_> = cases.chunks(half.max(1)).map(|part| scope.spawn(|| compared(part))).collect();
        for part in parts {
            let (tried, found) = part.join().unwrap();
            count += tried;
            differences.extend(found);
        }
    });
    assert!(count > 100, "there are cases: {count}");
    assert!(differences.is_empty(), "{} of {count} differ:\n{}", differences.len(), differences.join("\n"));
}

/// How many loads the cases have, and where ours is another text than the host's.
fn compared(cases: &[PathBuf]) -> (usize, Vec<String>) {
    let (mut count, mut differences) = (0, Vec::new());
    for path in cases {
        let case: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let manifest = Manifest::deserialize(&case["manifest"]).unwrap();
        let loads = Loads::deserialize(&case["manifest"]).unwrap();
        let tree = tree::Tree::write(&manifest);
        for (load, expected) in loads.loads.iter().zip(case["expected"]["loads"].as_array().unwrap()) {
            count += 1;
            let ours = shown(&manifest, &tree, load, &load.skill, loads.typed);
            // A link out of the project is shown only to whoever names it.
            let withheld =
                ours.as_ref().err().and_then(|said| said.strip_prefix("error: ")?.split_once(" leads outside"));
            let named = withheld.map(|(path, _)| shown(&manifest, &tree, load, path, loads.typed));
            let ours = named.unwrap_or(ours).map(|answer| in_order(&printed(&answer, &loads.prints)));
            let host = expected.as_str().map(|text| in_order(&tree.expand(text)));
            if ours.as_ref().ok() != host.as_ref() {
                differences.push(format!("{} {}\n  host: {host:?}\n  ours: {ours:?}", manifest.case, load.skill));
            }
        }
    }
    (count, differences)
}

/// What `show` answers; an error is what it says instead.
fn shown(manifest: &Manifest, tree: &tree::Tree, load: &Load, skill: &str, typed: bool) -> Result<Value, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    command.args(["show", skill, "--host", &manifest.host, "--format", "json"]);
    command.args(typed.then_some("--typed"));
    if let Some(arguments) = &load.arguments {
        command.args(["--arguments", &tree.expand(arguments)]);
    }
    command.args(manifest.flags.iter().map(|flag| tree.expand(flag)));
    command.current_dir(tree.root().join(&manifest.cwd)).env_clear().env("HOME", tree.root().join("home"));
    command.envs(manifest.env.iter().map(|(name, value)| (name, tree.expand(value))));
    let output = command.output().unwrap();
    match output.status.success() {
        true => Ok(serde_json::from_slice(&output.stdout).unwrap()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The text with what its commands print in their place.
fn printed(answer: &Value, prints: &BTreeMap<String, String>) -> String {
    let text = answer["text"].as_str().unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let offset = |place: &Value| {
        let (line, column) = (place["line"].as_u64().unwrap() as usize, place["column"].as_u64().unwrap() as usize);
        let before: usize = lines.iter().take(line - 1).map(|line| line.len()).sum();
        let inside: usize =
            lines.get(line - 1).map_or(0, |line| line.chars().take(column - 1).map(char::len_utf8).sum());
        before + inside
    };
    let mut changed = text.to_owned();
    for mark in answer["marks"].as_array().unwrap().iter().rev().filter(|mark| mark["kind"] == "command") {
        let (start, end) = (offset(&mark["range"]["start"]), offset(&mark["range"]["end"]));
        assert_eq!(&text[start..end], mark["text"].as_str().unwrap(), "the mark stands where it says");
        if let Some(print) = prints.get(&text[start..end].replace("\r\n", "\n")) {
            changed.replace_range(start..end, print);
        }
    }
    changed
}

/// Two hosts list the files of a skill in an order that changes from run to run: such lines stand sorted.
fn in_order(text: &str) -> String {
    let is_file = |line: &str| line.starts_with("<file>") || line.starts_with("- ") && line.contains(" → ");
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut files: Vec<&str> = lines.iter().copied().filter(|line| is_file(line)).collect();
    files.sort_unstable();
    let mut files = files.into_iter();
    lines.iter_mut().filter(|line| is_file(line)).for_each(|line| *line = files.next().unwrap());
    lines.join("\n")
}

/// The skill of the first design document, with its own words.
const MY_SKILL: &str = "\
//- home/.claude/skills/my-skill/SKILL.md
---
name: my-skill
description: A skill that helps with specific tasks
allowed-tools: [Read, Write, Bash]
---

# My Custom Skill

This skill provides guidance for specific tasks.

## Usage

1. First, analyze the requirements
2. Then, implement the solution
3. Finally, verify the results
//- home/.claude/skills/my-skill/helper.py
print()
";

#[test]
fn three_layer_gives_the_instructions() {
    let tree = program::Tree::new(MY_SKILL);
    let instructions = "# My Custom Skill\n\nThis skill provides guidance for specific tasks.\n\n## Usage\n\n\
                        1. First, analyze the requirements\n2. Then, implement the solution\n3. Finally, verify the results";
    let ran = tree.run(&["show", "my-skill", "--host", "three-layer"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), instructions));
    assert_eq!(ran.err, "allowed tools: Read, Write, Bash\n");
    assert_eq!(tree.out(&["show", "user:my-skill", "--host", "three-layer"]), instructions, "by its id too");
    // Nothing is filled in: the document knows no placeholders.
    tree.write("home/.claude/skills/other/SKILL.md", "---\nname: other\n---\n$ARGUMENTS\n");
    assert_eq!(tree.out(&["show", "other", "--host", "three-layer", "--arguments", "a"]), "$ARGUMENTS");
}

#[test]
fn portable_gives_title_body_and_folder() {
    let tree = program::Tree::new(
        "//- home/project/.portable/skills/group/review/SKILL.md\n---\nname: review\ndescription: Check: the diff\n---\n\nRead the diff.\n",
    );
    let folder = tree.text_path("home/project/.portable/skills/group/review");
    assert_eq!(
        tree.out(&["show", "review", "--host", "portable"]),
        format!("# Skill: review\n\nRead the diff.\n\nBase directory of this skill: {folder}\n")
    );
}

#[test]
fn shipmyagent_gives_the_whole_file() {
    let text = "---\nname: PDF Miner\ndescription: Extract text & metadata from PDFs\nallowed-tools:\n  - exec_shell\n  - read_file\n---\n\n# PDF Miner\n";
    let tree = program::Tree::new(&format!(
        "//- home/project/.claude/skills/pdf/SKILL.md\n{text}//- home/project/.ship/skills/pdf/SKILL.md\n{text}"
    ));
    let path = tree.text_path("home/project/.claude/skills/pdf/SKILL.md");
    let loaded = tree.run(&["show", "PDF Miner", "--host", "shipmyagent@2025"]);
    assert_eq!(loaded.out, format!("{path}\n\n{text}"));
    assert_eq!(loaded.err, "allowed tools: exec_shell, read_file\n");
    assert_eq!(
        tree.out(&["show", "pdf", "--host", "shipmyagent"]),
        format!("## PDF Miner (`pdf`)\n\n{text}"),
        "pinned, it stands in full"
    );
}

/// The fields of the third document's example.
const CODE_REVIEW: &str = "\
//- home/project/.claude/skills/code-review/SKILL.md
---
name: code-review
description: Systematic code review
when_to_use: \"the user says review\"
allowed-tools:
  - Read
  - Grep
  - Glob
argument-hint: \"<file-or-directory>\"
arguments: [path]
model: opus
effort: high
context: fork
agent: code-reviewer
---
Review $path ($ARGUMENTS) with ${CLAUDE_SKILL_DIR}/rules.md in ${CLAUDE_SESSION_ID}.

!`git diff $path`
";

#[test]
fn claude_code_in_june_fills_arguments_and_folders() {
    let tree = program::Tree::new(CODE_REVIEW);
    let folder = tree.text_path("home/project/.claude/skills/code-review");
    let host = ["--host", "claude-code@2026-06", "--session-id", "s-1", "--arguments", "src/main.ts"];
    let ran = tree.run(&[&["show", "code-review"], &host[..]].concat());
    assert!(
        ran.out.ends_with(&format!(
            "Review src/main.ts (src/main.ts) with {folder}/rules.md in s-1.\n\n!`git diff src/main.ts`\n"
        )),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.err,
        "allowed tools: Read, Grep, Glob\nmodel: opus\neffort: high\nruns in: a fork, with the agent `code-reviewer`\n\
         not run: !`git diff src/main.ts`\n"
    );
}

#[test]
fn the_answer_for_programs() {
    let tree = program::Tree::new(CODE_REVIEW);
    let answer = tree.json(&["show", "code-review", "--arguments", "'a b' c", "--format", "json"]);
    assert_eq!(answer["host"], "claude-code");
    assert_eq!(answer["arguments"], serde_json::json!(["a b", "c"]));
    assert_eq!(answer["changes"]["fork"], true);
    assert_eq!(answer["changes"]["agent"], "code-reviewer");
    let marks: Vec<String> = answer["marks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mark| format!("{} {} = {}", mark["kind"].as_str().unwrap(), mark["written"], mark["text"]))
        .collect();
    assert_eq!(marks[0], "argument \"$path\" = \"a b\"");
    assert!(marks.iter().any(|mark| mark == "command \"!`git diff a b`\" = \"!`git diff a b`\""), "{marks:?}");
    assert_eq!(
        answer["marks"][0]["source"],
        serde_json::json!({"start": {"line": 16, "column": 8}, "end": {"line": 16, "column": 13}})
    );
}

#[test]
fn what_is_written_in_a_manifest_has_no_place_in_it() {
    let tree = program::Tree::new(
        r#"//- home/project/kit/.claude-plugin/plugin.json
{"name": "kit", "commands": {"go": {"content": "Go to $ARGUMENTS.", "description": "Goes."}}}
"#,
    );
    let go = ["show", "kit:go", "--plugin-dir", "kit", "--arguments", "work", "--format", "json"];
    let answer = tree.json(&go);
    assert_eq!(answer["text"], "Go to work.");
    assert_eq!((&answer["marks"][0]["written"], &answer["marks"][0]["source"]), (&"$ARGUMENTS".into(), &Value::Null));
}

#[test]
fn which_one_is_shown() {
    let tree = program::Tree::new(
        "//- home/.claude/skills/deploy/SKILL.md\n---\ndescription: d\n---\nUser.\n\
         //- home/project/.claude/skills/deploy/SKILL.md\n---\ndescription: d\n---\nProject.\n\
         //- home/project/.claude/skills/off/SKILL.md\n---\ndescription: d\n---\nOff.\n\
         //- home/project/.claude/skills/denied/SKILL.md\n---\ndescription: d\n---\nNo.\n\
         //- home/.claude/settings.json\n\
         {\"skillOverrides\": {\"off\": \"off\"}, \"permissions\": {\"deny\": [\"Skill(denied)\"]}}\n\
         //- home/project/.agents/skills/elsewhere/SKILL.md\n---\nname: elsewhere\ndescription: d\n---\nThere.\n",
    );
    let winner = tree.text_path("home/.claude/skills/deploy");
    let text = format!("Base directory for this skill: {winner}\n\nUser.\n");
    for name in ["deploy", "/deploy", &winner, &format!("{winner}/SKILL.md")] {
        assert_eq!(tree.out(&["show", name]), text, "{name}");
    }
    let shadowed = tree.run(&["show", ".claude/skills/deploy"]);
    assert!(shadowed.out.ends_with("Project.\n"), "{}", shadowed.out);
    assert!(shadowed.err.starts_with("warning: Claude Code uses another `deploy`: "), "{}", shadowed.err);
    let denied = tree.run(&["show", "denied"]);
    assert_eq!((denied.code, denied.out.ends_with("No.\n")), (Some(0), true));
    assert_eq!(denied.err, "warning: loading `denied` is denied by `Skill(denied)` in ~/.claude/settings.json:1\n");
    for (name, said) in [
        ("off", "Claude Code does not load `off`: "),
        ("deplyo", "Claude Code has no skill `deplyo`: did you mean `deploy`?\n"),
        ("elsewhere", "Claude Code has no skill `elsewhere`: "),
        (".agents/skills/elsewhere", "Claude Code does not read it: "),
        ("nothing/there", "Claude Code has no skill `nothing/there`\n"),
    ] {
        let ran = tree.run(&["show", name]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{name}: {}", ran.err);
        assert!(ran.err.starts_with(said), "{name}: {}", ran.err);
    }
    let wrong = tree.run(&["show", "deploy", "--host", "cladue-code"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("did you mean `claude-code`?"), "{}", wrong.err);
}

#[test]
fn a_host_that_nobody_has_looked_at_gets_the_file() {
    let text = "---\nname: go\ndescription: d\n---\nGo $0.\n";
    let tree = program::Tree::new(&format!("//- home/project/.roo/skills/go/SKILL.md\n{text}"));
    let ran = tree.run(&["show", "go", "--host", "roo", "--arguments", "a"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), text));
    assert_eq!(ran.err, "warning: what Roo Code gives its model is not known: this is the file as it is\n");
}
