//! The repository of a plugin in an editor: its skills go by the names that they will have once it is installed.

use serde_json::Value;

use crate::server::client::{Client, Tree};
use crate::server::rename::{renamed, shown};

const BIO: &str = r#"
    //- home/shop/.claude-plugin/plugin.json
    {
      "name": "bio",
      "skills": ["./skills/align", "./skills/trim"]
    }
    //- home/shop/.claude-plugin/marketplace.json
    {
      "name": "lab",
      "owner": { "name": "Lab" },
      "plugins": [{ "name": "bio", "source": "./", "skills": ["./skills/align"] }]
    }
    //- home/shop/.claude/settings.json
    {
      "permissions": {
        "allow": ["Skill(bio:align)", "Skill(bio:trim)"],
        "deny": ["Skill(bio:align:*)", "Bash(bio:align)"]
      }
    }
    //- home/shop/skills/align/SKILL.md
    ---
    name: align
    description: Aligns reads. Use when there are reads.
    ---
    Align.
    //- home/shop/skills/trim/SKILL.md
    ---
    name: trim
    description: Trims reads. Use before /bio:align.
    allowed-tools: Skill(bio:align)
    ---
    Then run /bio:align, not /bio:other.
    //- home/shop/commands/go.md
    ---
    description: Does all of it.
    ---
    First /bio:trim, then /bio:align.
    //- home/shop/CLAUDE.md
    Use /bio:align here.
    //- home/shop/README.md
    Type `/bio:align` or /bio:align; the folder /align is another thing.
    //- home/.claude/settings.json
    { "permissions": { "deny": ["Skill(bio:align)"] } }
    "#;

const ALIGN: &str = "home/shop/skills/align/SKILL.md";
const TRIM: &str = "home/shop/skills/trim/SKILL.md";

fn opened(tree: &Tree) -> Client {
    let mut client = Client::ready(tree);
    for path in [ALIGN, TRIM] {
        client.open(&tree.uri(path), &tree.read(path));
    }
    client
}

#[test]
fn a_rename_reaches_rules_manifests_and_every_mention() {
    let tree = Tree::new(BIO);
    let mut client = opened(&tree);
    let expected = [
        "rename skills/align -> skills/map-reads",
        ".claude/settings.json 2:25-30 map-reads",
        ".claude/settings.json 3:24-29 map-reads",
        ".claude-plugin/marketplace.json 3:68-73 map-reads",
        ".claude-plugin/plugin.json 2:23-28 map-reads",
        "CLAUDE.md 0:9-14 map-reads",
        "README.md 0:11-16 map-reads",
        "README.md 0:26-31 map-reads",
        "commands/go.md 3:27-32 map-reads",
        "skills/map-reads/SKILL.md 1:6-11 map-reads",
        "skills/trim/SKILL.md 2:42-47 map-reads",
        "skills/trim/SKILL.md 3:25-30 map-reads",
        "skills/trim/SKILL.md 5:14-19 map-reads",
    ];
    let edit = renamed(&mut client, &tree.uri(ALIGN), (1, 8), "map-reads").unwrap();
    assert_eq!(shown(&tree, &edit), expected);
    // The same from a mention; the plugin's part of it is not renamed.
    let prepared = client.at("textDocument/prepareRename", &tree.uri(TRIM), 5, 16).unwrap();
    assert_eq!(prepared["placeholder"], "align");
    let edit = renamed(&mut client, &tree.uri(TRIM), (5, 16), "map-reads").unwrap();
    assert_eq!(shown(&tree, &edit), expected);
    assert_eq!(client.at("textDocument/prepareRename", &tree.uri(TRIM), 5, 11).unwrap(), Value::Null);
}

#[test]
fn a_mention_is_completed_told_of_and_followed() {
    let tree = Tree::new(BIO);
    let mut client = opened(&tree);
    let trim = tree.uri(TRIM);
    let definition = client.at("textDocument/definition", &trim, 5, 16).unwrap();
    let target = definition[0]["targetUri"].as_str().or(definition[0]["uri"].as_str());
    assert_eq!(target, Some(tree.uri(ALIGN).as_str()));
    let hover = client.at("textDocument/hover", &trim, 5, 16).unwrap();
    let told = hover["contents"]["value"].as_str().unwrap();
    assert!(told.contains("Aligns reads."), "{told}");
    client.change(&trim, 2, "---\nname: trim\ndescription: Trims.\n---\nThen run /\n");
    let offered = client.at("textDocument/completion", &trim, 4, 10).unwrap();
    let labels: Vec<&str> =
        offered["items"].as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["/bio:align", "/bio:go"]);
}

#[test]
fn what_a_package_brings_and_what_not() {
    let tree = Tree::new(BIO);
    tree.write("home/shop/skills/lost/SKILL.md", "---\nname: lost\ndescription: Is lost. Use never.\n---\n");
    let mut client = Client::ready(&tree);
    let parameters = serde_json::json!({"command": "skill-lsp.packages", "arguments": [{}]});
    let answer = client.request("workspace/executeCommand", parameters).unwrap();
    let package = &answer["packages"][0];
    assert_eq!(
        (package["name"].as_str(), answer["loose"].as_array().map(Vec::len)),
        (Some("bio"), Some(0)),
        "{answer}"
    );
    let agents = package["agents"].as_array().unwrap();
    let claude = agents.iter().find(|agent| agent["host"] == "claude-code").unwrap();
    assert_eq!(claude["fate"], "taken");
    let ids: Vec<&str> = claude["skills"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"bio:align"), "{ids:?}");
    let left: Vec<String> = claude["notShipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| format!("{}: {}", it["name"].as_str().unwrap(), it["reason"].as_str().unwrap_or_default()))
        .collect();
    assert!(left.iter().any(|line| line == "lost: the package ships `commands`, `skills/align`"), "{left:?}");
}
