//! Where names, mentions and links lead, and from where.

use serde_json::{Value, json};

use crate::server::client::{Client, Tree};

const SHOP: &str = "
    //- home/shop/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the shop. Use when it is ready.
    metadata:
      author: me
    ---
    # Steps
    梨😀 first run `scripts/run.sh`, then see [notes](references/notes.md#how).
    ## Last
    //- home/shop/.claude/skills/deploy/scripts/run.sh
    ls
    //- home/shop/.claude/skills/deploy/references/notes.md
    # Notes

    ## How
    //- home/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys what is mine. Use when it is ready.
    ---
    Run it.
    //- home/.claude/skills/ship/SKILL.md
    ---
    name: ship
    description: Ships. Use when it is ready.
    ---
    梨😀 /deploy comes before /ship.
    //- home/shop/CLAUDE.md
    Use /ship here.
    ";

const DEPLOY: &str = "home/shop/.claude/skills/deploy/SKILL.md";
const SHIP: &str = "home/.claude/skills/ship/SKILL.md";

fn opened<'a>(client: &mut Client, tree: &Tree, paths: impl IntoIterator<Item = &'a str>) {
    for path in paths {
        client.open(&tree.uri(path), &tree.read(path));
    }
}

/// `path line:character-character` of a location, from the tree's folder.
fn place(tree: &Tree, uri: &Value, range: &Value) -> String {
    let path = uri.as_str().unwrap().strip_prefix(&tree.uri("")).unwrap().to_owned();
    format!("{path} {}", shown(range))
}

fn shown(range: &Value) -> String {
    let (start, end) = (&range["start"], &range["end"]);
    if start["line"] == end["line"] {
        return format!("{}:{}-{}", start["line"], start["character"], end["character"]);
    }
    format!("{}:{}-{}:{}", start["line"], start["character"], end["line"], end["character"])
}

fn places(tree: &Tree, locations: &Value) -> Vec<String> {
    locations.as_array().unwrap().iter().map(|it| place(tree, &it["uri"], &it["range"])).collect()
}

#[test]
fn a_mention_leads_to_the_skill_that_wins() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    opened(&mut client, &tree, [SHIP, DEPLOY, "home/shop/CLAUDE.md"]);
    let found = client.at("textDocument/definition", &tree.uri(SHIP), 4, 6).unwrap();
    let link = &found[0];
    assert_eq!(shown(&link["originSelectionRange"]), "4:4-11", "two units for the emoji: {found}");
    assert_eq!(
        place(&tree, &link["targetUri"], &link["targetSelectionRange"]),
        "home/.claude/skills/deploy/SKILL.md 1:6-12"
    );
    // The project's is shadowed.
    let found = client.at("textDocument/definition", &tree.uri(DEPLOY), 1, 8).unwrap();
    assert_eq!(
        place(&tree, &found[0]["targetUri"], &found[0]["targetRange"]),
        "home/.claude/skills/deploy/SKILL.md 1:6-12"
    );
    let found = client.at("textDocument/definition", &tree.uri(DEPLOY), 7, 20).unwrap();
    assert_eq!(
        place(&tree, &found[0]["targetUri"], &found[0]["targetRange"]),
        "home/shop/.claude/skills/deploy/scripts/run.sh 0:0-0"
    );
    let found = client.at("textDocument/definition", &tree.uri(DEPLOY), 7, 55).unwrap();
    assert_eq!(
        place(&tree, &found[0]["targetUri"], &found[0]["targetRange"]),
        "home/shop/.claude/skills/deploy/references/notes.md 2:0-6"
    );
    let found = client.at("textDocument/definition", &tree.uri("home/shop/CLAUDE.md"), 0, 6).unwrap();
    assert_eq!(
        place(&tree, &found[0]["targetUri"], &found[0]["targetRange"]),
        "home/.claude/skills/ship/SKILL.md 1:6-10"
    );
    let nothing = client.at("textDocument/definition", &tree.uri(DEPLOY), 999, 999).unwrap();
    assert_eq!(nothing, Value::Null);
}

#[test]
fn every_mention_is_found_and_a_file_that_is_no_skill_stays_silent() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    opened(&mut client, &tree, ["home/shop/CLAUDE.md"]);
    let uri = tree.uri("home/shop/CLAUDE.md");
    // What is open counts, not what is saved.
    client.change(&uri, 2, "First /ship,\nthen /ship.\n");
    let ask = |client: &mut Client, declared: bool| {
        let parameters = json!({
            "textDocument": {"uri": uri}, "position": {"line": 0, "character": 8},
            "context": {"includeDeclaration": declared},
        });
        places(&tree, &client.request("textDocument/references", parameters).unwrap())
    };
    let mentions =
        ["home/.claude/skills/ship/SKILL.md 4:26-30", "home/shop/CLAUDE.md 0:7-11", "home/shop/CLAUDE.md 1:6-10"];
    assert_eq!(ask(&mut client, false), mentions);
    assert_eq!(ask(&mut client, true)[0], "home/.claude/skills/ship/SKILL.md 1:6-10");
    let found = client.at("textDocument/documentHighlight", &uri, 0, 8).unwrap();
    let shown: Vec<String> = found.as_array().unwrap().iter().map(|it| self::shown(&it["range"])).collect();
    assert_eq!(shown, ["0:7-11", "1:6-10"]);
    let told = client.at("textDocument/hover", &uri, 0, 8).unwrap();
    assert!(told["contents"]["value"].as_str().unwrap().contains("Ships. Use when it is ready."), "{told}");
    client.change(&uri, 3, "First /s\n");
    let offered = client.at("textDocument/completion", &uri, 0, 8).unwrap();
    let labels: Vec<&str> =
        offered["items"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert!(labels.contains(&"/ship"), "{labels:?}");
    assert_eq!(client.at("textDocument/hover", &uri, 0, 2).unwrap(), Value::Null);
    let symbols = client.request("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}})).unwrap();
    assert_eq!(symbols, Value::Null, "the outline of other files is not our matter");
    client.close(&uri);
    client.request("workspace/symbol", json!({"query": ""})).unwrap();
    assert!(!client.published.contains_key(&uri), "no findings in a file that is no skill");
}

#[test]
fn links_lead_to_files_that_are_there() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    opened(&mut client, &tree, [DEPLOY]);
    let found =
        client.request("textDocument/documentLink", json!({"textDocument": {"uri": tree.uri(DEPLOY)}})).unwrap();
    let links: Vec<String> =
        found.as_array().unwrap().iter().map(|it| place(&tree, &it["target"], &it["range"])).collect();
    assert_eq!(
        links,
        [
            "home/shop/.claude/skills/deploy/scripts/run.sh 7:15-29",
            "home/shop/.claude/skills/deploy/references/notes.md 7:49-68"
        ]
    );
    assert_eq!(found[0]["tooltip"], ".claude/skills/deploy/scripts/run.sh");
}

#[test]
fn the_outline_is_a_tree_or_flat() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    opened(&mut client, &tree, [DEPLOY]);
    let ask = json!({"textDocument": {"uri": tree.uri(DEPLOY)}});
    let found = client.request("textDocument/documentSymbol", ask.clone()).unwrap();
    let mut lines = Vec::new();
    draw(&found, 0, &mut lines);
    assert_eq!(
        lines,
        [
            "Frontmatter 0:0-5:3",
            "  name 1:0-12",
            "  description 2:0-52",
            "  metadata 3:0-4:12",
            "    author 4:2-12",
            "Steps 6:0-9:0",
            "  Last 8:0-9:0",
        ]
    );
    let mut poor = Client::start(&tree);
    poor.shake_hands(&tree, json!({}));
    poor.wait_for_index();
    opened(&mut poor, &tree, [DEPLOY]);
    let found = poor.request("textDocument/documentSymbol", ask).unwrap();
    let names: Vec<String> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|it| format!("{} in {}", it["name"].as_str().unwrap(), it["containerName"].as_str().unwrap_or("nothing")))
        .collect();
    assert_eq!(
        names,
        [
            "Frontmatter in nothing",
            "name in Frontmatter",
            "description in Frontmatter",
            "metadata in Frontmatter",
            "author in metadata",
            "Steps in nothing",
            "Last in Steps"
        ]
    );
    let found = poor.at("textDocument/definition", &tree.uri(DEPLOY), 1, 8).unwrap();
    assert_eq!(places(&tree, &found), ["home/.claude/skills/deploy/SKILL.md 1:6-12"]);
}

fn draw(symbols: &Value, depth: usize, lines: &mut Vec<String>) {
    for symbol in symbols.as_array().into_iter().flatten() {
        lines.push(format!("{}{} {}", "  ".repeat(depth), symbol["name"].as_str().unwrap(), shown(&symbol["range"])));
        draw(&symbol["children"], depth + 1, lines);
    }
}

#[test]
fn skills_are_found_by_name() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let found = client.request("workspace/symbol", json!({"query": "dep"})).unwrap();
    let shown: Vec<String> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let location = place(&tree, &it["location"]["uri"], &it["location"]["range"]);
            format!("{} in {}: {location}", it["name"].as_str().unwrap(), it["containerName"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        shown,
        [
            "deploy in ~/.claude/skills (user): home/.claude/skills/deploy/SKILL.md 1:6-12",
            "deploy in .claude/skills (project): home/shop/.claude/skills/deploy/SKILL.md 1:6-12",
        ]
    );
}
