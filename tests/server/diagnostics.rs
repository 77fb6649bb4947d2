//! Findings: sent, asked for, put off until the file is saved.

use serde_json::{Value, json};

use crate::server::client::{CLASH, Client, Tree, codes, rich};

const HERE: &str = "home/shop/.claude/skills/deploy/SKILL.md";
const BROKEN: &str = "---\nname: deploy\ndescription: Use when: it breaks\n---\nDeploy it.\n";

#[test]
fn a_finding_leads_to_the_other_place() {
    let tree = Tree::new(CLASH);
    let mut client = Client::ready(&tree);
    let here = tree.uri(HERE);
    client.open(&here, &tree.read(HERE));
    let found = client.diagnostics(&here, 1);
    let shadowed = found.iter().find(|it| it["code"] == "name-shadowed").unwrap();
    assert_eq!(shadowed["source"], "skill-lsp");
    assert_eq!(shadowed["range"], json!({"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 12}}));
    let winner = &shadowed["relatedInformation"][0]["location"];
    assert_eq!(winner["uri"], tree.uri("home/.claude/skills/deploy/SKILL.md"));
}

/// A client that asks for findings instead of being sent them.
fn asking() -> Value {
    let mut abilities = rich();
    abilities["textDocument"]["diagnostic"] = json!({"relatedDocumentSupport": true});
    abilities["workspace"]["diagnostics"] = json!({"refreshSupport": true});
    abilities
}

#[test]
fn a_client_that_asks_is_answered_and_not_told_twice() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    let answer = client.shake_hands(&tree, asking());
    assert_eq!(answer["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    client.wait_for_index();
    let here = tree.uri(HERE);
    client.open(&here, BROKEN);
    let document = json!({"textDocument": {"uri": here}});
    let report = client.request("textDocument/diagnostic", document).unwrap();
    assert_eq!(report["kind"], "full");
    assert_eq!(codes(report["items"].as_array().unwrap()), ["1: name-shadowed", "2: yaml-syntax"]);
    let again = json!({"textDocument": {"uri": here}, "previousResultId": report["resultId"]});
    assert_eq!(client.request("textDocument/diagnostic", again).unwrap()["kind"], "unchanged");
    assert!(client.published.get(&here).is_none_or(|(version, _)| version.is_none()), "{:?}", client.published);
    // The namesake at home takes part, and nobody asked what is wrong with it.
    let report = client.request("workspace/diagnostic", json!({"previousResultIds": []})).unwrap();
    let files: Vec<&str> = report["items"].as_array().unwrap().iter().map(|it| it["uri"].as_str().unwrap()).collect();
    assert_eq!(files, [here.as_str()]);
    client.listen_for(std::time::Duration::from_millis(300));
    assert!(client.published.values().all(|(_, found)| found.is_empty()), "{:?}", client.published);
}

#[test]
fn a_client_that_asks_is_called_when_another_file_changed_the_answer() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    client.shake_hands(&tree, asking());
    client.wait_for_index();
    let here = tree.uri(HERE);
    client.open(&here, &tree.read(HERE));
    let ask = json!({"textDocument": {"uri": here}});
    let report = client.request("textDocument/diagnostic", ask.clone()).unwrap();
    assert_eq!(codes(report["items"].as_array().unwrap()), ["1: name-shadowed"]);
    let before = client.count("workspace/diagnostic/refresh");
    std::fs::remove_dir_all(tree.path("home/.claude/skills/deploy")).unwrap();
    client.wait_for("the call", |client| client.count("workspace/diagnostic/refresh") > before);
    let report = client.request("textDocument/diagnostic", ask).unwrap();
    assert_eq!(codes(report["items"].as_array().unwrap()), [""; 0]);
}

#[test]
fn neovim_is_sent_what_it_would_not_ask_for_again() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    let answer = client.shake_hands_as(&tree, Some("Neovim"), asking());
    assert_eq!(answer["capabilities"]["diagnosticProvider"], Value::Null);
    let here = tree.uri(HERE);
    // Before anything is read.
    client.open(&here, BROKEN);
    client.wait_for("the namesake", |client| {
        client.published.get(&here).is_some_and(|(_, found)| codes(found) == ["1: name-shadowed", "2: yaml-syntax"])
    });
}

#[test]
fn findings_can_wait_until_the_file_is_saved() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    client.settings = json!({"run": "onSave"});
    client.shake_hands(&tree, rich());
    client.wait_for_index();
    let here = tree.uri(HERE);
    client.open(&here, &tree.read(HERE));
    assert_eq!(codes(&client.diagnostics(&here, 1)), ["1: name-shadowed"]);
    client.change(&here, 2, BROKEN);
    client.listen_for(std::time::Duration::from_millis(700));
    assert_eq!(codes(&client.published[&here].1), ["1: name-shadowed"]);
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": here}}));
    assert_eq!(codes(&client.diagnostics(&here, 2)), ["1: name-shadowed", "2: yaml-syntax"]);
}

#[test]
fn a_rule_that_means_no_skill_is_told_in_the_settings_file() {
    let tree = Tree::new(CLASH);
    let settings = "home/shop/.claude/settings.json";
    tree.write(settings, "{\"permissions\": {\n  \"deny\": [\"Skill(deplyo)\", \"Skill(deploy)\"]}}\n");
    let mut client = Client::ready(&tree);
    let address = tree.uri(settings);
    client.wait_for("the hint", |client| client.published.get(&address).is_some_and(|(_, found)| !found.is_empty()));
    let (version, found) = client.published[&address].clone();
    assert_eq!((version, codes(&found)), (None, vec!["1: permission-matches-no-skill".to_owned()]));
    assert_eq!(found[0]["severity"], 4);
    assert_eq!(found[0]["range"]["start"], json!({"line": 1, "character": 12}));
    // It goes when the rule does, and what is said of the skill stays. Until the file is read again, everything is said of
    // the rules that are known, also when all files are looked through for another reason.
    tree.write(settings, "{\"permissions\": {\"deny\": [\"Skill(deploy)\"]}}\n");
    client.open(&tree.uri(HERE), BROKEN);
    client.diagnostics(&tree.uri(HERE), 1);
    client.listen_for(std::time::Duration::from_millis(500));
    assert_eq!(client.published[&address].1, found);
    let change = json!({"changes": [{"uri": address, "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", change);
    client.wait_for("silence", |client| client.published[&address].1.is_empty());
    let why = json!({"command": "skill-lsp.why", "arguments": [{"name": "deploy", "host": "claude-code"}]});
    let why = client.request("workspace/executeCommand", why).unwrap();
    let permission = &why[0]["candidates"][0]["permission"];
    assert_eq!((&permission["verdict"], &permission["line"]), (&json!("deny"), &json!(1)), "{why}");
}

#[test]
fn a_file_is_told_of_once_however_its_address_is_spelled() {
    let tree = Tree::new(CLASH);
    tree.write(HERE, BROKEN);
    let mut client = Client::ready(&tree);
    let ours = tree.uri(HERE);
    let theirs = ours.replace("/deploy/", "/%64eploy/");
    let shows = |client: &Client, uri: &str| client.published.get(uri).is_some_and(|(_, found)| !found.is_empty());
    client.wait_for("the closed file", |client| shows(client, &ours));
    client.open(&theirs, BROKEN);
    client.wait_for("the open one alone", |client| shows(client, &theirs) && !shows(client, &ours));
    client.close(&theirs);
    client.wait_for("the closed one alone", |client| shows(client, &ours) && !shows(client, &theirs));
}
