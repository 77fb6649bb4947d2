//! What changes on the disk, in the settings and in the set of folders.

use std::fs;

use serde_json::json;

use crate::server::client::{CLASH, Client, Tree, codes, rich};

const HERE: &str = "home/shop/.claude/skills/deploy/SKILL.md";
const AT_HOME: &str = "home/.claude/skills/deploy/SKILL.md";

/// Waits until the findings of a file are these.
fn expect(client: &mut Client, uri: &str, expected: &[&str]) {
    let what = format!("{expected:?} in {uri}");
    client.wait_for(&what, |client| {
        client.published.get(uri).map_or(expected.is_empty(), |(_, found)| codes(found) == expected)
    });
}

/// What a client that can watch tells of one file: 1 created, 2 changed, 3 deleted.
fn tell(client: &mut Client, uri: &str, kind: u8) {
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": kind}]}));
}

#[test]
fn a_renamed_skill_frees_its_closed_namesake() {
    let tree = Tree::new(CLASH);
    let mut client = Client::ready(&tree);
    let (here, at_home) = (tree.uri(HERE), tree.uri(AT_HOME));
    expect(&mut client, &here, &["1: name-shadowed"]);
    // The one at home gets another folder while nobody has it open: our own watching sees it.
    fs::rename(tree.path("home/.claude/skills/deploy"), tree.path("home/.claude/skills/ship")).unwrap();
    expect(&mut client, &here, &[]);
    expect(&mut client, &at_home, &[]);
}

#[test]
fn the_clients_watching_is_believed() {
    let tree = Tree::new(CLASH);
    let mut client = Client::ready(&tree);
    let here = tree.uri(HERE);
    expect(&mut client, &here, &["1: name-shadowed"]);
    fs::remove_dir_all(tree.path("home/shop/.claude/skills/deploy")).unwrap();
    tell(&mut client, &here, 3);
    expect(&mut client, &here, &[]);
    tree.write("home/shop/.claude/skills/pdf/SKILL.md", "---\nname: pdf\n---\n");
    let pdf = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    tell(&mut client, &pdf, 1);
    client.wait_for("the new skill", |client| client.published.get(&pdf).is_some_and(|(_, found)| !found.is_empty()));
}

#[test]
fn a_client_that_cannot_watch_needs_not_to() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    let mut abilities = rich();
    abilities["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": false});
    client.shake_hands(&tree, abilities);
    client.wait_for_index();
    let here = tree.uri(HERE);
    expect(&mut client, &here, &["1: name-shadowed"]);
    tree.write(HERE, "---\nname: deploy\ndescription: Use when: it breaks\n---\nDeploy it.\n");
    expect(&mut client, &here, &["1: name-shadowed", "2: yaml-syntax"]);
    fs::remove_dir_all(tree.path("home/shop/.claude/skills/deploy")).unwrap();
    expect(&mut client, &here, &[]);
}

#[test]
fn what_is_open_wins_over_what_is_saved() {
    let tree = Tree::new(CLASH);
    let mut client = Client::ready(&tree);
    let here = tree.uri(HERE);
    client.open(&here, "---\nname: deploy\ndescription: Use when: it breaks\n---\nDeploy it.\n");
    client.diagnostics(&here, 1);
    expect(&mut client, &here, &["1: name-shadowed", "2: yaml-syntax"]);
    tree.write(HERE, "---\nname: deploy\n---\nDeploy it.\n");
    tell(&mut client, &here, 2);
    // A file that is really changed comes after it, so that the first was taken in.
    fs::remove_dir_all(tree.path("home/.claude/skills/deploy")).unwrap();
    expect(&mut client, &here, &["2: yaml-syntax"]);
    client.close(&here);
    client.wait_for("what is saved", |client| {
        client.published.get(&here).is_some_and(|(version, found)| {
            version.is_none() && codes(found).iter().any(|it| it.ends_with("description-missing"))
        })
    });
}

#[test]
fn a_missing_file_that_comes_is_noticed() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when a PDF is to be read.
        ---
        Read [the guide](guide.md).
        ",
    );
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    client.open(&uri, &tree.read("home/shop/.claude/skills/pdf/SKILL.md"));
    expect(&mut client, &uri, &["4: link-target-missing"]);
    tree.write("home/shop/.claude/skills/pdf/guide.md", "Guide\n");
    tell(&mut client, &tree.uri("home/shop/.claude/skills/pdf/guide.md"), 1);
    expect(&mut client, &uri, &[]);
}

#[test]
fn the_settings_file_is_applied_when_it_changes() {
    let tree = Tree::new(CLASH);
    let mut client = Client::ready(&tree);
    let here = tree.uri(HERE);
    expect(&mut client, &here, &["1: name-shadowed"]);
    tree.write("home/shop/skill-lsp.toml", "[checks]\nname-shadowed = \"off\"\nnme-shadows = \"off\"\n");
    let settings = tree.uri("home/shop/skill-lsp.toml");
    tell(&mut client, &settings, 1);
    expect(&mut client, &here, &[]);
    // A wrong setting is told at its place, and the others still apply.
    expect(&mut client, &settings, &["2: settings"]);
    fs::remove_file(tree.path("home/shop/skill-lsp.toml")).unwrap();
    tell(&mut client, &settings, 3);
    expect(&mut client, &here, &["1: name-shadowed"]);
    expect(&mut client, &settings, &[]);
}

#[test]
fn what_is_excluded_stays_silent_also_where_it_is_open() {
    let tree = Tree::new(CLASH);
    let mut client = Client::ready(&tree);
    let here = tree.uri(HERE);
    client.open(&here, &tree.read(HERE));
    expect(&mut client, &here, &["1: name-shadowed"]);
    tree.write("home/shop/skill-lsp.toml", "exclude = [\".claude\"]\n");
    tell(&mut client, &tree.uri("home/shop/skill-lsp.toml"), 1);
    expect(&mut client, &here, &[]);
}

#[test]
fn the_editors_settings_are_asked_for_and_followed() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    client.settings = json!({"checks": {"name-shadowed": "error"}});
    client.shake_hands(&tree, rich());
    let here = tree.uri(HERE);
    let level =
        |client: &Client| client.published.get(&here).and_then(|(_, found)| found.first()?["severity"].as_i64());
    client.wait_for("an error", |client| level(client) == Some(1));
    client.settings = json!({"checks": {"name-shadowed": "hint"}});
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    client.wait_for("a hint", |client| level(client) == Some(4));
}

#[test]
fn folders_come_and_go() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        ---
        Read it.
        //- home/office/.claude/skills/fax/SKILL.md
        ---
        name: fax
        ---
        Send it.
        ",
    );
    let mut client = Client::ready(&tree);
    let (pdf, fax) =
        (tree.uri("home/shop/.claude/skills/pdf/SKILL.md"), tree.uri("home/office/.claude/skills/fax/SKILL.md"));
    let has = |client: &Client, uri: &str| client.published.get(uri).is_some_and(|(_, found)| !found.is_empty());
    client.wait_for("the shop", |client| has(client, &pdf));
    assert!(!has(&client, &fax));
    let (shop, office) = (
        json!({"uri": tree.uri("home/shop"), "name": "shop"}),
        json!({"uri": tree.uri("home/office"), "name": "office"}),
    );
    let event = json!({"event": {"added": [office], "removed": []}});
    client.notify("workspace/didChangeWorkspaceFolders", event);
    client.wait_for("the office", |client| has(client, &fax) && has(client, &pdf));
    let event = json!({"event": {"added": [], "removed": [shop]}});
    client.notify("workspace/didChangeWorkspaceFolders", event);
    client.wait_for("the shop to be closed", |client| has(client, &fax) && !has(client, &pdf));
}

#[test]
fn a_file_without_a_folder_is_looked_at_too() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    client.request("initialize", json!({"processId": null, "rootUri": null, "capabilities": rich()})).unwrap();
    client.notify("initialized", json!({}));
    let here = tree.uri(HERE);
    client.open(&here, &tree.read(HERE));
    expect(&mut client, &here, &["1: name-shadowed"]);
}

#[test]
fn an_agent_that_comes_is_offered() {
    let skill = "home/shop/.claude/skills/pdf/SKILL.md";
    let text = "---\nname: pdf\ndescription: Reads PDF files. Use when one is to be read.\ncontext: fork\nagent: \n---\nRead it.\n";
    let tree = Tree::new("");
    tree.write(skill, text);
    let mut client = Client::ready(&tree);
    let uri = tree.uri(skill);
    client.open(&uri, text);
    let offered = |client: &mut Client, name: &str| {
        let answer = client.at("textDocument/completion", &uri, 4, 7).unwrap();
        let items = answer["items"].as_array().or(answer.as_array()).cloned().unwrap_or_default();
        items.iter().any(|item| item["label"] == name)
    };
    assert!(offered(&mut client, "Explore") && !offered(&mut client, "tester"));
    // Outside of the folder: our own watching sees it.
    tree.write("home/.claude/agents/tester.md", "---\nname: tester\ndescription: Tests.\n---\n");
    client.listen_until(|client| offered(client, "tester"));
}

#[test]
fn a_server_that_is_declared_is_told_of() {
    let skill = "home/shop/.claude/skills/pdf/SKILL.md";
    let text = "---\nname: pdf\ndescription: Reads PDF files. Use when one is to be read.\nallowed-tools: mcp__github\n---\nRead it.\n";
    let tree = Tree::new("");
    tree.write(skill, text);
    let mut client = Client::ready(&tree);
    let uri = tree.uri(skill);
    client.open(&uri, text);
    let tells = |client: &mut Client, words: &str| {
        client.at("textDocument/hover", &uri, 3, 18).unwrap().to_string().contains(words)
    };
    assert!(tells(&mut client, "which no settings file here declares"));
    // In the folder: the client tells of it. What it says of anything else changes nothing.
    tree.write("home/shop/.mcp.json", "{\"mcpServers\": {\"github\": {\"command\": \"x\"}}}");
    tell(&mut client, &tree.uri("home/shop/.mcp.json"), 1);
    client.listen_until(|client| tells(client, ".mcp.json:1"));
    // Outside of it: our own watching sees it.
    fs::remove_file(tree.path("home/shop/.mcp.json")).unwrap();
    tell(&mut client, &tree.uri("home/shop/.mcp.json"), 3);
    client.listen_until(|client| tells(client, "which no settings file here declares"));
    tree.write("home/.claude.json", "{\"numStartups\": 1}");
    tree.write("home/.claude.json", "{\"numStartups\": 2, \n\"mcpServers\": {\"github\": {}}}");
    client.listen_until(|client| tells(client, ".claude.json:2"));
}

/// The system counts watches for each user, and here for a user of the server's own.
#[cfg(target_os = "linux")]
#[test]
fn that_there_are_too_few_watches_is_told_once() {
    let tree = Tree::new(CLASH);
    for folder in 0..30 {
        tree.write(&format!("home/.claude/skills/s{folder}/SKILL.md"), "---\nname: x\ndescription: y\n---\nz\n");
    }
    let limit = "echo 5 >/proc/sys/user/max_inotify_watches && exec \"$0\" serve";
    let script = ["-Ur", "/bin/sh", "-c", limit, env!("CARGO_BIN_EXE_skill-lsp")];
    let is_allowed = std::process::Command::new("/usr/bin/unshare")
        .args(&script[..3])
        .arg("test -w /proc/sys/user/max_inotify_watches")
        .status();
    if !is_allowed.is_ok_and(|status| status.success()) {
        return;
    }
    let mut client = Client::start_as(&tree, std::process::Command::new("/usr/bin/unshare").args(script));
    client.shake_hands(&tree, json!({}));
    client.wait_for_index();
    for _ in 0..5 {
        client.request("workspace/executeCommand", json!({"command": "skill-lsp.refresh"})).unwrap();
        client.listen_for(std::time::Duration::from_millis(400));
    }
    let told = |it: &&serde_json::Value| it["method"] == "window/logMessage" && it["params"]["type"] == 2;
    let told: Vec<&str> = client.heard.iter().filter(told).filter_map(|it| it["params"]["message"].as_str()).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("not watched for changes") && told[0].contains("fs.inotify.max_user_watches"), "{told:?}");
    assert!(client.shut_down().success());
}

#[test]
fn a_collection_is_told_where_no_agent_reads_it() {
    let skill = |name: &str| format!("---\nname: {name}\ndescription: Use when: it breaks\n---\n\nDo it.\n");
    let tree = Tree::new("");
    for (path, name) in [("skills/a", "a"), ("ignored/b", "b"), ("plugins/p/skills/c", "c")] {
        tree.write(&format!("home/shop/{path}/SKILL.md"), &skill(name));
    }
    for (path, text) in [("HEAD", "ref: refs/heads/main\n"), ("objects/x", ""), ("refs/x", "")] {
        tree.write(&format!("home/shop/.git/{path}"), text);
    }
    tree.write("home/shop/.gitignore", "ignored\n");
    let mut client = Client::ready(&tree);
    for path in ["skills/a", "plugins/p/skills/c"] {
        expect(&mut client, &tree.uri(&format!("home/shop/{path}/SKILL.md")), &["2: yaml-syntax"]);
    }
    tree.write("home/shop/skills/d/SKILL.md", &skill("d"));
    let new = tree.uri("home/shop/skills/d/SKILL.md");
    tell(&mut client, &new, 1);
    expect(&mut client, &new, &["2: yaml-syntax"]);
    fs::remove_dir_all(tree.path("home/shop/skills/d")).unwrap();
    tell(&mut client, &new, 3);
    expect(&mut client, &new, &[]);
    assert!(!client.published.contains_key(&tree.uri("home/shop/ignored/b/SKILL.md")));
}
