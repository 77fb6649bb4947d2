//! The fields around the description, over the real program: hooks, arguments, patterns, models and agents.

use serde_json::Value;

use crate::server::client::{Client, Tree};

const SHOP: &str = "
    //- home/shop/.claude/skills/fix/SKILL.md
    ---
    name: fix
    description: Fixes an issue. Use when asked to.
    ---
    Fix $issue.
    //- home/shop/.claude/agents/reviewer.md
    ---
    name: code-reviewer
    description: Reads code.
    ---
    Read.
    //- home/shop/src/a.ts
    x
    //- home/shop/src/b.ts
    x
    ";

const FIX: &str = "home/shop/.claude/skills/fix/SKILL.md";

/// Opens the skill with these lines and asks where `<|>` stands.
fn ask(client: &mut Client, tree: &Tree, what: &str, lines: &str) -> Value {
    let text = format!("---\nname: fix\ndescription: Fixes an issue. Use when asked to.\n{lines}\n---\nFix $issue.\n");
    let before = text.split("<|>").next().unwrap();
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    client.open(&tree.uri(FIX), &text.replacen("<|>", "", 1));
    client.at(&format!("textDocument/{what}"), &tree.uri(FIX), line, character).unwrap()
}

#[test]
fn each_is_completed_from_what_exists() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let mut labels = |lines: &str| -> Vec<String> {
        let list = ask(&mut client, &tree, "completion", lines);
        list["items"].as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect()
    };
    let has = |labels: &[String], wanted: &str| assert!(labels.iter().any(|it| it == wanted), "{wanted} in {labels:?}");
    has(&labels("hooks:\n  <|>"), "PreToolUse");
    assert_eq!(labels("hooks:\n  Stop:\n    - <|>"), ["matcher", "hooks"]);
    has(&labels("hooks:\n  PreToolUse:\n    - matcher: \"Edit|<|>\""), "Write");
    has(&labels("hooks:\n  Stop:\n    - hooks:\n        - type: <|>"), "command");
    has(&labels("context: fork\nagent: <|>"), "code-reviewer");
    has(&labels("model: <|>"), "claude-opus-5-5");
    assert_eq!(labels("arguments: [<|>]"), ["issue"]);
    assert_eq!(labels("arguments: issue\nargument-hint: <|>"), ["[issue]", "<issue>"]);
    assert_eq!(labels("paths:\n  - src/<|>"), ["**", "*.ts", "a.ts", "b.ts"]);
    assert!(client.shut_down().success());
}

#[test]
fn each_is_explained() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let mut told = |lines: &str| -> String {
        ask(&mut client, &tree, "hover", lines)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let says = |text: &str, wanted: &str| assert!(text.contains(wanted), "{wanted} in {text}");
    says(&told("hooks:\n  PreTool<|>Use:\n    - hooks: []"), "Before a tool is called");
    says(&told("hooks:\n  PreToolUse:\n    - matcher: Ed<|>it|Write\n      hooks: []"), "it fits `Edit` and `Write`");
    says(&told("context: fork\nagent: code-<|>reviewer"), "Reads code.");
    says(&told("model: op<|>us"), "`claude-opus-5-5`");
    says(&told("arguments: iss<|>ue"), "The body uses it once");
    says(&told("argument-hint: <iss<|>ue>"), "/fix <issue>");
    says(&told("paths: src<|>/**"), "matches 2 files");
    assert!(client.shut_down().success());
}
