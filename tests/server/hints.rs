//! What is told about a place, over the frontmatter and at the end of the description.

use serde_json::{Value, json};

use crate::server::client::{Client, Tree, rich};

const CLASH: &str = "
    //- home/shop/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: 部署 😀 the shop.
    ---
    Read [the notes](notes.md), then /pdf $ARGUMENTS.
    //- home/shop/.claude/skills/deploy/notes.md
    # Notes
    //- home/shop/.claude/skills/pdf/SKILL.md
    ---
    name: pdf
    description: Reads PDF files.
    ---
    Read it.
    //- home/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys anything.
    ---
    Do it.
    ";

const SKILL: &str = "home/shop/.claude/skills/deploy/SKILL.md";

fn opened(tree: &Tree) -> (Client, String) {
    let mut client = Client::ready(tree);
    let uri = tree.uri(SKILL);
    client.open(&uri, &tree.read(SKILL));
    (client, uri)
}

/// The text of a hover and its range as `line:start-end`.
fn hover(client: &mut Client, uri: &str, line: usize, character: usize) -> (String, String) {
    let answer = client.at("textDocument/hover", uri, line, character).unwrap();
    let range = &answer["range"];
    let place = format!("{}:{}-{}", range["start"]["line"], range["start"]["character"], range["end"]["character"]);
    (place, answer["contents"]["value"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_name_is_told_with_links_to_the_others() {
    let tree = Tree::new(CLASH);
    let (mut client, uri) = opened(&tree);
    let (place, text) = hover(&mut client, &uri, 1, 8);
    let other = tree.uri("home/.claude/skills/deploy/SKILL.md");
    assert_eq!(place, "1:6-12");
    let first = format!(
        "**Claude Code**\n\n- [~/.claude/skills/deploy]({other}): wins: user skills come before project skills\n- this one: shadowed\n\n"
    );
    assert!(text.starts_with(&first), "{text}");
}

#[test]
fn each_place_has_its_own_text_and_range() {
    let tree = Tree::new(CLASH);
    let (mut client, uri) = opened(&tree);
    let (place, text) = hover(&mut client, &uri, 2, 3);
    assert_eq!(place, "2:0-11");
    assert!(text.starts_with("`description`\n\n- **Claude Code**: What the skill does"), "{text}");
    let (place, text) = hover(&mut client, &uri, 2, 14);
    assert_eq!(place, "2:13-28", "in UTF-16");
    assert!(text.starts_with("**Claude Code** does not list it: shadowed: user skills come"), "{text}");
    let (place, text) = hover(&mut client, &uri, 4, 20);
    let notes = tree.uri("home/shop/.claude/skills/deploy/notes.md");
    assert_eq!(place, "4:17-25");
    assert_eq!(text, format!("[notes.md]({notes}): 8 bytes\n\nBegins with `# Notes`"));
    let (place, text) = hover(&mut client, &uri, 4, 35);
    assert_eq!(place, "4:33-37");
    assert!(text.starts_with("**pdf**\n\nReads PDF files.\n\n**Claude Code, "), "{text}");
    let (place, text) = hover(&mut client, &uri, 4, 40);
    assert_eq!(place, "4:38-48");
    assert!(text.starts_with("`$ARGUMENTS`: Everything that is typed"), "{text}");
    assert_eq!(client.at("textDocument/hover", &uri, 4, 1).unwrap(), Value::Null);
    assert_eq!(client.at("textDocument/hover", &uri, 900, 900).unwrap(), Value::Null);
}

#[test]
fn a_client_without_markdown_gets_plain_text() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    client.shake_hands(&tree, json!({}));
    client.wait_for_index();
    let uri = tree.uri(SKILL);
    client.open(&uri, &tree.read(SKILL));
    let answer = client.at("textDocument/hover", &uri, 1, 8).unwrap();
    assert_eq!(answer["contents"]["kind"], "plaintext");
    let text = answer["contents"]["value"].as_str().unwrap();
    assert!(text.starts_with("Claude Code\n\n- ~/.claude/skills/deploy: wins: "), "{text}");
}

#[test]
fn a_hover_is_answered_from_what_was_just_typed() {
    let tree = Tree::new(CLASH);
    let (mut client, _) = opened(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    client.open(&uri, "---\nname: pdf\ndescription: Old words.\n---\nRead it.\n");
    for version in 2..20 {
        let words = "new ".repeat(version);
        let text = format!("---\nname: pdf\ndescription: Some {words}words.\n---\nRead it.\n");
        client.change(&uri, version as i64, &text);
        let (_, text) = hover(&mut client, &uri, 2, 15);
        assert!(text.contains(&format!("- pdf: Some {words}words.\n")), "{version}: {text}");
    }
}

#[test]
fn lenses_stand_over_the_frontmatter() {
    let tree = Tree::new(CLASH);
    let (mut client, uri) = opened(&tree);
    let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}})).unwrap();
    let [verdicts, prompt] = lenses.as_array().unwrap().as_slice() else { panic!("two lenses: {lenses}") };
    assert_eq!(verdicts["range"], json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}));
    let title = verdicts["command"]["title"].as_str().unwrap();
    assert!(title.starts_with("Claude Code: your user skill wins · ") && title.ends_with(" more"), "{title}");
    assert_eq!(verdicts["command"]["command"], "skill-lsp.why");
    assert_eq!(verdicts["command"]["arguments"], json!([{"name": "deploy", "uri": uri, "show": true}]));
    assert_eq!(
        prompt["command"],
        json!({
            "title": "preview prompt", "command": "skill-lsp.prompt",
            "arguments": [{"host": "claude-code", "uri": uri, "show": true}],
        })
    );
}

#[test]
fn lenses_and_hints_follow_a_change() {
    let tree = Tree::new(CLASH);
    let (mut client, uri) = opened(&tree);
    let refreshed = client.count("workspace/codeLens/refresh");
    tree.write("home/.claude/skills/deploy/SKILL.md", "---\nname: ship\ndescription: Ships.\n---\nDo it.\n");
    std::fs::rename(tree.path("home/.claude/skills/deploy"), tree.path("home/.claude/skills/ship")).unwrap();
    let gone = json!({"uri": tree.uri("home/.claude/skills/deploy/SKILL.md"), "type": 3});
    let new = json!({"uri": tree.uri("home/.claude/skills/ship/SKILL.md"), "type": 1});
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [gone, new]}));
    client.wait_for("new lenses", |client| client.count("workspace/codeLens/refresh") > refreshed);
    let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}})).unwrap();
    assert_eq!(lenses[0]["command"]["title"], "listed in 9 agents");
}

#[test]
fn the_description_says_how_long_it_is() {
    let tree = Tree::new(CLASH);
    let mut client = Client::start(&tree);
    let mut abilities = rich();
    abilities["general"]["positionEncodings"] = json!(["utf-8"]);
    client.shake_hands(&tree, abilities);
    client.wait_for_index();
    let uri = tree.uri(SKILL);
    client.open(&uri, &tree.read(SKILL));
    let hints = |client: &mut Client, from: usize, to: usize| {
        let range = json!({"start": {"line": from, "character": 0}, "end": {"line": to, "character": 0}});
        client.request("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range})).unwrap()
    };
    let shown = hints(&mut client, 0, 9);
    assert_eq!(shown[0]["position"], json!({"line": 2, "character": 34}), "in UTF-8");
    assert_eq!(shown[0]["label"], "14 of 1024 characters, not in the listing");
    assert_eq!(shown[0]["tooltip"], "A plain Agent Skills client takes at most 1,024 characters");
    assert_eq!(hints(&mut client, 4, 9), json!([]));
}

#[test]
fn an_older_edition_takes_part_when_it_is_named() {
    let tree = Tree::new(CLASH);
    tree.write("home/shop/skill-lsp.toml", "hosts = [\"claude-code@2026-06\"]\n");
    let (mut client, _) = opened(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    client.open(&uri, &tree.read("home/shop/.claude/skills/pdf/SKILL.md"));
    let (_, text) = hover(&mut client, &uri, 2, 15);
    assert!(text.starts_with("**Claude Code (June 2026)** lists it:"), "{text}");
    let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}})).unwrap();
    assert_eq!(lenses[0]["command"]["title"], "listed in 10 agents");
    assert_eq!(lenses[1]["command"]["arguments"][0]["host"], "claude-code@2026-06");
}
