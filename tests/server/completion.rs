//! Completion as clients of several abilities see it.

use serde_json::{Value, json};

use crate::server::client::{Client, Tree};

const SHOP: &str = "
    //- home/shop/.claude/skills/pdf/SKILL.md
    ---
    name: pdf
    description: Reads PDF files. Use when a PDF is to be read.
    ---
    //- home/shop/.claude/skills/pdf/scripts/fill.py
    print()
    //- home/shop/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the shop. Use when asked to ship.
    ---
    //- home/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys anything. Use when asked to ship.
    ---
    ";

const PDF: &str = "home/shop/.claude/skills/pdf/SKILL.md";

/// What is offered where `<|>` stands, in a document that is opened with this text.
fn offered(client: &mut Client, tree: &Tree, text: &str) -> Value {
    let before = text.split("<|>").next().unwrap();
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    client.open(&tree.uri(PDF), &text.replacen("<|>", "", 1));
    client.at("textDocument/completion", &tree.uri(PDF), line, character).unwrap()
}

fn item<'a>(list: &'a Value, label: &str) -> &'a Value {
    let items = list["items"].as_array().unwrap();
    items.iter().find(|item| item["label"] == label).unwrap_or_else(|| panic!("no {label} in {list:#}"))
}

#[test]
fn a_skill_is_mentioned_behind_wide_characters() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let list = offered(&mut client, &tree, "---\nname: pdf\n---\n梨🍐 /de<|>p now\n");
    assert_eq!(list["isIncomplete"], false);
    let deploy = item(&list, "/deploy");
    assert_eq!(deploy["detail"], "Deploys anything. Use when asked to ship.");
    let (start, cursor, end) = (json!(4), json!(7), json!(8));
    assert_eq!(
        deploy["textEdit"],
        json!({
            "newText": "/deploy",
            "insert": {"start": {"line": 3, "character": start}, "end": {"line": 3, "character": cursor}},
            "replace": {"start": {"line": 3, "character": start}, "end": {"line": 3, "character": end}},
        })
    );
    assert_eq!(deploy["documentation"], Value::Null, "it is told when someone looks at it");
    let resolved = client.request("completionItem/resolve", deploy.clone()).unwrap();
    assert_eq!(resolved["documentation"]["kind"], "markdown");
    let told = resolved["documentation"]["value"].as_str().unwrap();
    let first: Vec<&str> = told.lines().take(3).collect();
    let wins = "- Claude Code: `~/.claude/skills/deploy` wins over 1";
    assert_eq!(first, ["Deploys anything. Use when asked to ship.", "", wins], "{told}");
    assert!(client.shut_down().success());
}

#[test]
fn snippets_only_for_those_who_take_them() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let list = offered(&mut client, &tree, "---\ncont<|>\n---\n");
    let context = item(&list, "context");
    assert_eq!(context["insertTextFormat"], 2);
    assert_eq!(context["textEdit"]["newText"], "context: ${1|inline,fork|}");
    assert!(client.shut_down().success());

    let mut client = Client::start(&tree);
    client.shake_hands(&tree, json!({}));
    client.wait_for_index();
    let list = offered(&mut client, &tree, "---\ncont<|>\n---\n");
    let context = item(&list, "context");
    assert_eq!(context["insertTextFormat"], 1);
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 4}});
    assert_eq!(context["textEdit"], json!({"newText": "context: ", "range": range}));
    assert!(context["documentation"].is_string(), "{context:#}");
    assert!(client.shut_down().success());
}

#[test]
fn an_empty_file_offers_a_whole_skill() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let list = offered(&mut client, &tree, "<|>");
    let text = item(&list, "new skill")["textEdit"]["newText"].as_str().unwrap();
    assert!(text.starts_with("---\nname: pdf\ndescription: ${1:"), "{text}");
    assert!(client.shut_down().success());
}

#[test]
fn files_beside_it_and_nothing_in_prose() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let list = offered(&mut client, &tree, "---\nname: pdf\n---\n[fill](<|>)\n");
    assert_eq!(item(&list, "scripts/")["textEdit"]["newText"], "scripts/");
    let list = offered(&mut client, &tree, "---\nname: pdf\n---\nPlain words <|>\n");
    assert_eq!(list["items"], json!([]));
    // Positions that are not there mean the nearest that is.
    let list = client.at("textDocument/completion", &tree.uri(PDF), 9_999, 9_999).unwrap();
    assert_eq!(list["items"], json!([]));
    let list = client.at("textDocument/completion", &tree.uri("home/shop/README.md"), 0, 0).unwrap();
    assert_eq!(list, Value::Null);
    assert!(client.shut_down().success());
}

#[test]
fn the_events_of_hooks_that_are_not_there_yet() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let list = offered(&mut client, &tree, "---\nname: pdf\nhooks:\n  Stop: []\n  Pre<|>\n---\nRead.\n");
    let before = item(&list, "PreToolUse");
    assert_eq!(before["documentation"]["value"], "Claude Code: Before a tool is called; it can stop the call.");
    assert!(!list["items"].as_array().unwrap().iter().any(|item| item["label"] == "Stop"));
}

/// A text after an item was taken, with its other edits.
fn taken(text: &str, item: &Value) -> String {
    let text = text.replacen("<|>", "", 1);
    let mut edits = vec![item["textEdit"].clone()];
    edits.extend(item["additionalTextEdits"].as_array().cloned().unwrap_or_default());
    let offset = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + position["character"].as_u64().unwrap() as usize
    };
    let range = |edit: &Value| if edit["range"].is_null() { edit["replace"].clone() } else { edit["range"].clone() };
    let mut placed: Vec<(usize, usize, String)> = edits
        .iter()
        .map(|edit| {
            let new = edit["newText"].as_str().unwrap().to_owned();
            (offset(&range(edit)["start"]), offset(&range(edit)["end"]), new)
        })
        .collect();
    placed.sort();
    let mut result = text.clone();
    for (start, end, new) in placed.into_iter().rev() {
        result.replace_range(start..end, &new);
    }
    result
}

#[test]
fn entries_of_tools_from_what_is_there() {
    let tree = Tree::new(&format!(
        "{SHOP}//- home/shop/.mcp.json
    {{\"mcpServers\": {{\"github\": {{\"command\": \"x\"}}}}}}
    "
    ));
    let mut client = Client::ready(&tree);
    let body = "---\n```sh\ngit add -A\njq .\n```\n";
    let mut check = |field: &str, label: &str, expected: &str| {
        let text = format!("---\nname: pdf\n{field}\n{body}");
        let list = offered(&mut client, &tree, &text);
        assert_eq!(taken(&text, item(&list, label)), format!("---\nname: pdf\n{expected}\n{body}"));
    };
    check("allowed-tools: [Read Bash(gi<|>]", "Bash(git add *)", "allowed-tools: [Read, Bash(git add *)]");
    check(
        "allowed-tools: [Bash(<|>)]",
        "Bash(${CLAUDE_SKILL_DIR}/scripts/fill.py *)",
        "allowed-tools: [\"Bash(${CLAUDE_SKILL_DIR}/scripts/fill.py *)\"]",
    );
    check("allowed-tools: Read, mcp<|>", "mcp__github__*", "allowed-tools: Read, mcp__github__*");
    check("allowed-tools:\n  - Skill(<|>)", "Skill(deploy)", "allowed-tools:\n  - Skill(deploy)");
    check("allowed-tools: Ba<|> Read", "Bash(…)", "allowed-tools: Bash($0) Read");
    assert!(client.shut_down().success());

    let mut client = Client::start(&tree);
    client.shake_hands(&tree, json!({}));
    client.wait_for_index();
    let list = offered(&mut client, &tree, "---\nallowed-tools: B<|>\n---\n");
    item(&list, "Bash");
    assert!(!list["items"].as_array().unwrap().iter().any(|item| item["label"] == "Bash(…)"));
    assert!(client.shut_down().success());
}
