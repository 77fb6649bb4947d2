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

#[test]
fn copies_that_drifted_apart_are_compared() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when a release is due.
        ---
        Test it.
        Deploy it.
        //- home/shop/.agents/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when a release is due.
        ---
        Deploy it.
        //- home/shop/README.md
        The shop.
        ",
    );
    let mut client = Client::ready(&tree);
    let [mine, theirs] = ["claude", "agents"].map(|it| format!("home/shop/.{it}/skills/deploy/SKILL.md"));
    let uri = tree.uri(&mine);
    expect(&mut client, &uri, &["1: copies-differ"]);
    expect(&mut client, &tree.uri(&theirs), &["1: copies-differ"]);
    client.open(&uri, &tree.read(&mine));
    let found = actions(&mut client, &uri, 1);
    let action = found.iter().find(|it| it["title"] == "Show the difference").expect("a comparison");
    let (command, argument) = (&action["command"]["command"], &action["command"]["arguments"][0]);
    assert_eq!(command, "skill-lsp.diff");
    assert_eq!((&argument["path"], &argument["other"]), (&json!(tree.path(&mine)), &json!(tree.path(&theirs))));
    let ask = |client: &mut Client, path: &str, other: &str| {
        let argument = json!({"path": tree.path(path), "other": tree.path(other)});
        client.request("workspace/executeCommand", json!({"command": "skill-lsp.diff", "arguments": [argument]}))
    };
    let answer = ask(&mut client, &mine, &theirs).unwrap();
    let diff = "--- .claude/skills/deploy/SKILL.md\n+++ .agents/skills/deploy/SKILL.md\n\
                @@ -2,5 +2,4 @@\n name: deploy\n description: Deploys the shop. Use when a release is due.\n \
                ---\n-Test it.\n Deploy it.\n";
    assert_eq!((&answer["lines"], &answer["diff"]), (&json!(1), &json!(diff)));
    // What stands in the editor counts.
    client.change(&uri, 2, &tree.read(&theirs));
    assert_eq!(ask(&mut client, &mine, &theirs).unwrap()["diff"], "");
    // Nothing but skills is shown.
    tree.write("home/shop/secret.txt", "secret");
    let refusal = ask(&mut client, &mine, "home/shop/secret.txt").unwrap_err();
    assert!(refusal["message"].as_str().unwrap().ends_with("is no skill that is known here"), "{refusal}");
}

#[cfg(unix)]
#[test]
fn a_text_that_is_withheld_is_compared_with_nothing() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when a release is due.
        ---
        Deploy it.
        //- home/private/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when a release is due.
        ---
        Deploy it.
        SECRET
        ",
    );
    fs::create_dir_all(tree.path("home/shop/.agents/skills")).unwrap();
    std::os::unix::fs::symlink(tree.path("home/private"), tree.path("home/shop/.agents/skills/deploy")).unwrap();
    let mut client = Client::ready(&tree);
    let [mine, theirs] = ["claude", "agents"].map(|it| format!("home/shop/.{it}/skills/deploy/SKILL.md"));
    expect(&mut client, &tree.uri(&theirs), &["0: link-leads-outside"]);
    expect(&mut client, &tree.uri(&mine), &[]);
    let argument = json!({"path": tree.path(&mine), "other": tree.path(&theirs)});
    let command = json!({"command": "skill-lsp.diff", "arguments": [argument]});
    let refusal = client.request("workspace/executeCommand", command).unwrap_err();
    assert!(refusal["message"].as_str().unwrap().contains("leads outside"), "{refusal}");
    assert!(!refusal.to_string().contains("SECRET"));
}
