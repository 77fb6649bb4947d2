//! Agents in an editor: they are judged as agents, and are no skills.

use serde_json::json;

use crate::server::client::{Client, Tree, codes, rich};

const OWN: &str = "home/shop/.claude/agents/reviewer.md";
const PACKED: &str = "home/shop/kit/agents/tester.md";

fn tree() -> Tree {
    Tree::new(
        r#"
        //- home/shop/.claude/agents/reviewer.md
        ---
        name: reviewer
        description: Reviews changes. Use after each change.
        tools: Read, Grpe
        skills: code-stlye
        ---
        Review it.
        //- home/shop/.claude/skills/code-style/SKILL.md
        ---
        name: code-style
        description: Says how code is written here. Use before code is written.
        ---
        Write it so.
        //- home/shop/kit/.claude-plugin/plugin.json
        { "name": "kit", "version": "1.0.0", "description": "A kit", "author": { "name": "Me" } }
        //- home/shop/kit/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when a PDF is to be read.
        ---
        Read it.
        //- home/shop/kit/agents/tester.md
        ---
        name: tester
        description: Tests changes. Use after each change.
        skills: [pdf, pfd]
        ---
        Test it.
        "#,
    )
}

#[test]
fn findings_in_closed_and_open_agents() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let (own, packed) = (tree.uri(OWN), tree.uri(PACKED));
    client.wait_for("closed agents", |client| {
        let found = |uri: &str| client.published.get(uri).map(|(_, found)| codes(found)).unwrap_or_default();
        found(&own) == ["3: tool-unknown", "4: agent-skill-unknown"] && found(&packed) == ["3: agent-skill-unknown"]
    });
    client.open(&own, &tree.read(OWN));
    assert_eq!(codes(&client.diagnostics(&own, 1)), ["3: tool-unknown", "4: agent-skill-unknown"]);
    client.change(&own, 2, "---\nname: reviewer\n# skill-lsp: allow description-missing\ntools: Read\n---\n");
    assert_eq!(codes(&client.diagnostics(&own, 2)), ["1: description-missing", "2: allow-unused"]);
    client.change(&own, 3, "---\nname: reviewer\ndescription: Reviews.\ncolour: red\n---\n");
    assert_eq!(codes(&client.diagnostics(&own, 3)), ["3: field-misspelled"]);
    client.close(&own);
    client.wait_for("what is saved", |client| {
        codes(&client.published[&own].1) == ["3: tool-unknown", "4: agent-skill-unknown"]
    });
    // One of a package, which is known to be an agent by the manifest around it.
    client.open(&packed, &tree.read(PACKED));
    assert_eq!(codes(&client.diagnostics(&packed, 1)), ["3: agent-skill-unknown"]);
    let asked = json!({ "command": "skill-lsp.list", "arguments": [{ "host": "claude-code", "uri": own }] });
    let listed = client.request("workspace/executeCommand", asked).unwrap().to_string();
    assert!(listed.contains("code-style") && !listed.contains("reviewer"), "an agent is no skill: {listed}");
    // From a name in `skills` to the skill, with and without the name of the package.
    client.open(&own, &tree.read(OWN).replace("code-stlye", "code-style"));
    let found = client.at("textDocument/definition", &own, 4, 12).unwrap().to_string();
    assert!(found.contains("/code-style/SKILL.md"), "{found}");
    let found = client.at("textDocument/definition", &packed, 3, 10).unwrap().to_string();
    assert!(found.contains("/pdf/SKILL.md"), "{found}");
}

#[test]
fn an_agent_of_a_package_that_is_open_before_the_package_is_known() {
    let tree = tree();
    let mut client = Client::start(&tree);
    client.shake_hands(&tree, rich());
    let packed = tree.uri(PACKED);
    client.open(&packed, &tree.read(PACKED));
    assert_eq!(codes(&client.diagnostics(&packed, 1)), ["3: agent-skill-unknown"]);
}
