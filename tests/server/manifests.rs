//! Manifests of packages in an editor.

use serde_json::json;

use crate::server::client::{Client, Tree, codes};

const PLUGIN: &str = "home/shop/kit/.claude-plugin/plugin.json";
const MARKET: &str = "home/shop/.claude-plugin/marketplace.json";

fn tree() -> Tree {
    Tree::new(
        r#"
        //- home/shop/.claude-plugin/marketplace.json
        {
          "name": "shop",
          "owner": { "name": "Me" },
          "description": "Tools",
          "plugins": [
            { "name": "kit", "source": "./kit", "version": "1.0.0" },
            { "name": "kat", "source": "./kat" }
          ]
        }
        //- home/shop/kit/.claude-plugin/plugin.json
        { "name": "kit", "version": "1.0.0", "description": "A kit", "author": { "name": "Me" } }
        //- home/shop/kit/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when a PDF is to be read.
        ---
        Read it.
        "#,
    )
}

#[test]
fn findings_in_closed_and_open_manifests_as_one_types() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let (plugin, market) = (tree.uri(PLUGIN), tree.uri(MARKET));
    client.wait_for("the marketplace", |client| {
        client.published.get(&market).is_some_and(|(_, found)| codes(found) == ["6: manifest-path-missing"])
    });
    client.open(&plugin, &tree.read(PLUGIN));
    assert_eq!(codes(&client.diagnostics(&plugin, 1)), [""; 0]);
    // Half a key, then a version that the marketplace does not know.
    client.change(&plugin, 2, "{ \"name\": \"kit\", \"");
    assert_eq!(codes(&client.diagnostics(&plugin, 2)), ["0: manifest-invalid"]);
    client.change(&plugin, 3, "{ \"name\": \"kit\", \"version\": \"2.0.0\", \"skils\": \"./skills\" }");
    let found = client.diagnostics(&plugin, 3);
    assert!(codes(&found).contains(&"0: manifest-key-unknown".to_owned()), "{found:#?}");
    client.wait_for("the other file", |client| {
        let (_, found) = &client.published[&market];
        codes(found) == ["5: manifest-version-differs", "6: manifest-path-missing"]
    });
    client.close(&plugin);
    client.wait_for("what is saved", |client| {
        let (_, found) = &client.published[&market];
        codes(found) == ["6: manifest-path-missing"]
    });
}

#[test]
fn fixes_hover_and_completion() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let plugin = tree.uri(PLUGIN);
    client.open(&plugin, "{ \"name\": \"kit\",\n  \"skils\": [\"./\"] }\n");
    client.diagnostics(&plugin, 1);
    let range = json!({"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 4}});
    let asked = json!({"textDocument": {"uri": plugin}, "range": range, "context": {"diagnostics": []}});
    let actions = client.request("textDocument/codeAction", asked).unwrap();
    let titles: Vec<&str> = actions.as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles,
        ["Rename to `skills`", "Fix all that can be fixed safely", "Explain `manifest-key-unknown`"],
        "{actions:#}"
    );
    client.change(&plugin, 2, "{ \"name\": \"kit\",\n  \"skills\": [\"./sk\"] }\n");
    let told = client.at("textDocument/hover", &plugin, 1, 5).unwrap();
    assert!(told["contents"]["value"].as_str().unwrap().contains("Folders of skills"), "{told:#}");
    let offered = client.at("textDocument/completion", &plugin, 1, 18).unwrap();
    let labels: Vec<&str> =
        offered["items"].as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["./skills"], "{offered:#}");
    // What is about skills has no answer here.
    assert_eq!(client.request("textDocument/codeLens", json!({"textDocument": {"uri": plugin}})).unwrap(), json!(null));
}

#[test]
fn a_package_is_previewed_by_itself_and_follows_its_manifest() {
    let tree = tree();
    tree.write("home/shop/kat/.claude-plugin/plugin.json", r#"{ "name": "kat" }"#);
    tree.write("home/shop/kat/skills/cat/SKILL.md", "---\nname: cat\ndescription: Finds cats.\n---\nFind it.\n");
    let mut client = Client::ready(&tree);
    let mut listing = |skill: &str| {
        let argument = json!({"host": "claude-code", "uri": tree.uri(skill)});
        let parameters = json!({"command": "skill-lsp.prompt", "arguments": [argument]});
        let answer = client.request("workspace/executeCommand", parameters).unwrap();
        answer["text"].as_str().unwrap().lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let (pdf, cat) = ("home/shop/kit/skills/pdf/SKILL.md", "home/shop/kat/skills/cat/SKILL.md");
    assert_eq!(listing(pdf), ["- kit:pdf: Reads PDF files. Use when a PDF is to be read."]);
    assert_eq!(listing(cat), ["- kat:cat: Finds cats."]);
    tree.write("home/shop/kat/.claude-plugin/plugin.json", r#"{ "name": "kitty" }"#);
    let changed = json!({"changes": [{"uri": tree.uri("home/shop/kat/.claude-plugin/plugin.json"), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changed);
    client.listen_until(|client| {
        let argument = json!({"host": "claude-code", "all": true});
        let parameters = json!({"command": "skill-lsp.list", "arguments": [argument]});
        let answer = client.request("workspace/executeCommand", parameters).unwrap();
        answer.as_array().unwrap().iter().any(|skill| skill["id"] == "kitty:cat")
    });
}
