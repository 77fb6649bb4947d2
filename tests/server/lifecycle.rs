//! Handshake, order, and how it ends.

use serde_json::{Value, json};

use crate::client::{Client, Tree, codes, rich};

const SHOP: &str = "
    //- home/shop/.claude/skills/pdf/SKILL.md
    ---
    name: pdf
    description: Reads PDF files. Use when a PDF is to be read.
    ---
    Read it.
    ";

#[test]
fn an_editor_opens_a_broken_skill_and_mends_it() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    client.open(&uri, "---\nname: pdf\ndescription: Use this when: a PDF is to be read\n---\nRead it.\n");
    assert_eq!(codes(&client.diagnostics(&uri, 1)), ["2: yaml-syntax"]);
    let range = json!({"start": {"line": 2, "character": 13}, "end": {"line": 2, "character": 48}});
    let quoted = "\"Use this when: a PDF is to be read\"";
    client.change_with(&uri, 2, json!([{"range": range, "text": quoted}]));
    assert_eq!(codes(&client.diagnostics(&uri, 2)), [""; 0]);
    assert!(client.shut_down().success());
}

#[test]
fn a_poor_client_is_served_too() {
    let tree = Tree::new(SHOP);
    let mut client = Client::start(&tree);
    let answer = client.shake_hands(&tree, json!({}));
    assert_eq!(answer["serverInfo"]["name"], "skill-lsp");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    client.wait_for_index();
    let asked: Vec<&Value> = client.heard.iter().filter(|message| message.get("id").is_some()).collect();
    assert!(asked.is_empty(), "it cannot be asked anything: {asked:?}");
    assert!(client.shut_down().success());
}

#[test]
fn an_exit_without_a_shutdown_is_an_error() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn a_client_that_dies_takes_the_server_with_it() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    client.hang_up();
    client.ended();
}

#[test]
fn a_burst_of_changes_ends_in_the_last_state() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    client.open(&uri, "---\nname: pdf\ndescription: a\n---\nRead it.\n");
    // Breaks and mends the description in turn: one change that is lost or comes too early leaves another end.
    let last = 1_001;
    let mut column = 14;
    for version in 2..=last {
        let is_broken = version % 2 == 0;
        let start = json!({"line": 2, "character": column});
        let end = json!({"line": 2, "character": if is_broken { column } else { column + 4 }});
        let text = if is_broken { ": b " } else { "a" };
        client.change_with(&uri, version, json!([{"range": {"start": start, "end": end}, "text": text}]));
        if !is_broken {
            column += 1;
        }
    }
    let at = json!({"line": 2, "character": column});
    client.change_with(&uri, last + 1, json!([{"range": {"start": at, "end": at}, "text": ": b"}]));
    let found = client.diagnostics(&uri, last + 1);
    let broken = found.iter().find(|it| it["code"] == "yaml-syntax").unwrap();
    assert_eq!(broken["range"]["start"], json!({"line": 2, "character": 14 + 500}));
    assert!(client.shut_down().success());
}

#[test]
fn columns_are_counted_as_the_client_counts() {
    let text = "---\nname: pdf\ndescription: 漢字と😀 when: a PDF is to be read\n---\nRead it.\n";
    // `: ` comes after `description: 漢字と😀 when`.
    for (encoding, column) in [("utf-8", 13 + 9 + 4 + 5), ("utf-16", 13 + 3 + 2 + 5), ("utf-32", 13 + 3 + 1 + 5)] {
        let tree = Tree::new(SHOP);
        let mut client = Client::start(&tree);
        let mut abilities = rich();
        abilities["general"]["positionEncodings"] = json!([encoding]);
        let answer = client.shake_hands(&tree, abilities);
        assert_eq!(answer["capabilities"]["positionEncoding"], encoding);
        let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
        client.open(&uri, text);
        let found = client.diagnostics(&uri, 1);
        let colon = found.iter().find(|it| it["code"] == "yaml-syntax").unwrap();
        assert_eq!(colon["range"]["start"], json!({"line": 2, "character": column}), "{encoding}");
        // A change is counted the same way: the colon goes.
        let range = json!({"start": {"line": 2, "character": column}, "end": {"line": 2, "character": column + 1}});
        client.change_with(&uri, 2, json!([{"range": range, "text": ""}]));
        let found = client.diagnostics(&uri, 2);
        assert!(found.iter().all(|it| it["code"] != "yaml-syntax"), "{encoding}: {found:?}");
    }
}
