//! Handshake, order, and how it ends.

use serde_json::{Value, json};

use crate::program::with_home;
use crate::server::client::{Client, Tree, codes, rich};

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

/// Editors ask as soon as a document is open; what they are told then stays on the screen.
#[test]
#[cfg_attr(
    all(windows, target_env = "gnu"),
    ignore = "Wine reads 300 skills in more than the second and a half for which a question waits"
)]
fn a_question_before_the_first_reading_waits_for_it() {
    let tree = Tree::new(SHOP);
    for index in 0..300 {
        let text = format!("---\nname: other-{index}\ndescription: Reads {index}.\n---\nRead it.\n");
        tree.write(&format!("home/.claude/skills/other-{index}/SKILL.md"), &text);
    }
    tree.write("home/.claude/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads mine.\n---\nRead it.\n");
    let mut client = Client::start(&tree);
    client.shake_hands(&tree, rich());
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    client.open(&uri, &tree.read("home/shop/.claude/skills/pdf/SKILL.md"));
    let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}})).unwrap();
    let title = lenses[0]["command"]["title"].as_str().unwrap();
    assert!(title.starts_with("Claude Code: your user skill wins"), "{title}");
    let asked = json!({"command": "skill-lsp.places", "arguments": [{"uri": uri}]});
    let places = client.request("workspace/executeCommand", asked).unwrap();
    let first = (places[0]["scope"].as_str(), places[0]["skills"].as_u64());
    assert_eq!(first, (Some("project"), Some(1)), "{places}");
    assert_eq!(places[1]["skills"], 301, "{places}");
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

/// It asks for settings, for registrations and for a progress bar as soon as it may: nobody answers here.
#[test]
fn it_ends_with_exit_whatever_it_waits_for() {
    let tree = Tree::new(SHOP);
    let leave = |farewell: &[&str], expected: i32| {
        let mut client = Client::start(&tree);
        let parameters = json!({"rootUri": tree.uri("home/shop"), "capabilities": rich()});
        client.request("initialize", parameters).unwrap();
        let mut bytes = Vec::new();
        for body in std::iter::once(&r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#).chain(farewell) {
            bytes.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
        }
        client.send_bytes(&bytes);
        // Its input stays open all the while.
        assert_eq!(client.ended().code(), Some(expected), "{farewell:?}");
    };
    let (shutdown, exit) = (r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let change = r#"{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":null}}"#;
    let changes = [vec![change; 100], vec![shutdown, exit]].concat();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..5 {
                    leave(&[shutdown, exit], 0);
                    leave(&[exit], 1);
                }
                leave(&changes, 0);
            });
        }
    });
}

#[test]
fn a_client_that_answers_nothing_is_served_too() {
    let tree = Tree::new(SHOP);
    let mut client = Client::start(&tree);
    client.is_silent = true;
    client.shake_hands(&tree, rich());
    for _ in 0..300 {
        client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    }
    client.wait_for_index();
    assert!(client.shut_down().success());
}

#[test]
fn who_says_everything_at_once_is_heard() {
    let tree = Tree::new(SHOP);
    let mut client = Client::start(&tree);
    let parameters = json!({"rootUri": tree.uri("home/shop"), "capabilities": {}});
    let id = client.ask("initialize", parameters);
    client.notify("initialized", json!({}));
    client.answer(id).unwrap();
    client.wait_for_index();
    assert!(client.shut_down().success());
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

#[test]
fn a_client_that_dies_and_leaves_its_pipes_open_is_missed() {
    let tree = Tree::new(SHOP);
    // Another server stands for the editor: it waits for its input as long as it is left alone.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    let mut parent =
        command.arg("serve").stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().unwrap();
    let mut client = Client::start(&tree);
    let parameters = json!({"processId": parent.id(), "rootUri": tree.uri("home/shop"), "capabilities": rich()});
    client.request("initialize", parameters).unwrap();
    client.notify("initialized", json!({}));
    client.wait_for_index();
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn a_client_that_does_not_listen_any_more_is_missed() {
    let tree = Tree::new(SHOP);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    let mut child = with_home(command.arg("serve"), &tree.path("home"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), message.as_bytes()).unwrap();
    // Its input stays open all the while.
    let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() {
        assert!(std::time::Instant::now() < end, "the server talks to nobody");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_panic_costs_one_answer() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    client.open(&uri, &tree.read("home/shop/.claude/skills/pdf/SKILL.md"));
    let error = client.request("skill-lsp/panic", json!({"textDocument": {"uri": uri}})).unwrap_err();
    assert_eq!(error["code"], -32603);
    client.wait_for("the log", |client| {
        client
            .heard
            .iter()
            .any(|it| it["method"] == "window/logMessage" && it.to_string().contains("mistake in skill-lsp"))
    });
    // Of several lines of a message, the log has one.
    let mut lines = client.heard.iter().filter_map(|it| it["params"]["message"].as_str());
    assert!(lines.all(|line| !line.contains(char::is_control)), "{:?}", client.heard);
    assert!(client.at("textDocument/hover", &uri, 1, 7).unwrap()["contents"].is_object());
    assert!(client.shut_down().success());
}

#[test]
fn every_answer_is_for_the_text_that_the_client_had() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    let text = |version: i64| format!("---\nname: pdf\ndescription: Reads it.\n---\n# Version {version}\n");
    client.open(&uri, &text(1));
    let mut asked = Vec::new();
    for version in 2..400 {
        client.change(&uri, version, &text(version));
        asked.push((version, client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}))));
    }
    for (version, id) in asked {
        let answer = client.answer(id).unwrap().to_string();
        assert!(answer.contains(&format!("\"Version {version}\"")), "asked at version {version}, answered {answer}");
    }
    assert!(client.shut_down().success());
}
