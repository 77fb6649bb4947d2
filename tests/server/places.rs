//! Where skills lie, in the editor: beside where an agent looks, and twice.

use std::fs;

use serde_json::{Value, json};

use crate::server::client::{Client, Tree, codes};

/// Waits until the findings of a file are these.
fn expect(client: &mut Client, uri: &str, expected: &[&str]) {
    let what = format!("{expected:?} in {uri}");
    client.wait_for(&what, |client| {
        client.published.get(uri).map_or(expected.is_empty(), |(_, found)| codes(found) == expected)
    });
}

fn actions(client: &mut Client, uri: &str, line: usize) -> Vec<Value> {
    let range = json!({"start": {"line": line, "character": 7}, "end": {"line": line, "character": 7}});
    let parameters = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
    client.request("textDocument/codeAction", parameters).unwrap().as_array().cloned().unwrap_or_default()
}

#[test]
fn what_lies_beside_is_told_and_can_be_moved() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skill/notes/SKILL.md
        ---
        name: notes
        description: Keeps notes. Use when something is to be noted.
        ---
        Note it.
        //- home/shop/.claude/skills/flat.md
        ---
        name: flat
        description: Lies flat. Use when it has to.
        ---
        Lie.
        ",
    );
    let mut client = Client::ready(&tree);
    let flat = tree.uri("home/shop/.claude/skills/flat.md");
    let notes = tree.uri("home/shop/.claude/skill/notes/SKILL.md");
    expect(&mut client, &flat, &["1: place-near-miss"]);
    expect(&mut client, &notes, &["1: place-near-miss"]);
    client.open(&flat, &tree.read("home/shop/.claude/skills/flat.md"));
    let found = actions(&mut client, &flat, 1);
    let action = found.iter().find(|it| it["title"] == "Move to `.claude/skills/flat/SKILL.md`").expect("a move");
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!((&change["kind"], &change["oldUri"]), (&json!("rename"), &json!(flat)), "{action:#}");
    assert_eq!(change["newUri"], tree.uri("home/shop/.claude/skills/flat/SKILL.md"));
    // A question about the name says it too.
    let command = json!({"command": "skill-lsp.why", "arguments": [{"name": "notes"}]});
    let answer = client.request("workspace/executeCommand", command).unwrap();
    let reason = answer[0]["candidates"][0]["reason"].as_str().unwrap();
    assert_eq!(reason, "`notes` lies in `.claude/skill`, but the folder is called `.claude/skills`", "{answer:#}");
    // Once it is moved, there is nothing left to say.
    client.close(&flat);
    fs::create_dir(tree.path("home/shop/.claude/skills/flat")).unwrap();
    let moved = tree.path("home/shop/.claude/skills/flat/SKILL.md");
    fs::rename(tree.path("home/shop/.claude/skills/flat.md"), moved).unwrap();
    let changes =
        json!([{"uri": flat, "type": 3}, {"uri": tree.uri("home/shop/.claude/skills/flat/SKILL.md"), "type": 1}]);
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    expect(&mut client, &flat, &[]);
}
