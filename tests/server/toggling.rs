//! Skills are turned on and off over the pipe.

use serde_json::{Value, json};

use crate::server::client::{Client, Tree};

const PDF: &str = "home/.claude/skills/pdf/SKILL.md";
const SETTINGS: &str = "home/.claude/settings.json";

fn tree() -> Tree {
    Tree::new(
        "
        //- home/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when asked to.
        ---
        Read it.
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when asked to.
        ---
        Deploy it.
        ",
    )
}

fn run(client: &mut Client, command: &str, argument: Value) -> Result<Value, String> {
    let parameters = json!({"command": command, "arguments": [argument]});
    let answer = client.request("workspace/executeCommand", parameters);
    answer.map_err(|error| error["message"].as_str().unwrap().to_owned())
}

fn toggle(client: &mut Client, argument: Value) -> Result<Value, String> {
    run(client, "skill-lsp.toggle", argument)
}

fn status(client: &mut Client, name: &str) -> Value {
    let why = run(client, "skill-lsp.why", json!({"name": name, "host": "claude-code"})).unwrap();
    why[0]["outcome"].clone()
}

#[test]
fn off_and_on_and_the_catalogue_follows() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let off = toggle(&mut client, json!({"id": "pdf", "enabled": false})).unwrap();
    assert_eq!(off["path"], tree.path(SETTINGS).display().to_string());
    assert_eq!((&off["changed"], &off["scope"]), (&json!(true), &json!("user")));
    assert_eq!(tree.read(SETTINGS), "{\n  \"skillOverrides\": {\n    \"pdf\": \"off\"\n  }\n}\n");
    client.listen_until(|client| status(client, "pdf") == "disabled");
    let on = toggle(&mut client, json!({"id": "pdf", "enabled": true, "host": "claude-code"})).unwrap();
    assert_eq!(on["enabled"], true);
    assert!(!tree.path(SETTINGS).exists(), "the file that was made goes");
    client.listen_until(|client| status(client, "pdf") == "active");
    assert_eq!(toggle(&mut client, json!({"id": "pdf", "enabled": true})).unwrap()["changed"], false);
    assert!(client.shut_down().success());
}

#[test]
fn an_installed_plugin_is_switched_where_it_is_made() {
    let tree = Tree::new(
        r#"
        //- home/shop/.codex-plugin/plugin.json
        { "name": "bio", "version": "1.0.0" }
        //- home/shop/.agents/plugins/marketplace.json
        { "name": "lab", "plugins": [{ "name": "bio", "source": "./" }] }
        //- home/shop/skills/align/SKILL.md
        ---
        name: align
        description: Aligns reads. Use when there are reads.
        ---
        Align.
        "#,
    );
    let mut client = Client::ready(&tree);
    let off = json!({"id": "bio:align", "enabled": false, "host": "codex"});
    let refused = toggle(&mut client, off.clone()).unwrap_err();
    assert!(refused.contains("belongs to the package `bio` of this repository"), "{refused}");
    let installed = "home/.codex/plugins/cache/lab/bio/local";
    tree.write(&format!("{installed}/.codex-plugin/plugin.json"), "{ \"name\": \"bio\", \"version\": \"1.0.0\" }");
    tree.write(&format!("{installed}/skills/align/SKILL.md"), "---\nname: align\ndescription: Aligns.\n---\nAlign.\n");
    tree.write("home/.codex/config.toml", "[plugins.\"bio@lab\"]\nenabled = true\n");
    let done = toggle(&mut client, off).unwrap();
    assert_eq!(done["path"], tree.path("home/.codex/config.toml").display().to_string());
    assert!(tree.read("home/.codex/config.toml").contains("name = \"bio:align\""));
}

#[test]
fn what_cannot_be_done_is_said_and_nothing_is_written() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let mut said = |argument: Value| toggle(&mut client, argument).unwrap_err();
    assert_eq!(
        said(json!({"id": "pfd", "enabled": false})),
        "Claude Code has no skill `pfd` here: did you mean `pdf`?"
    );
    assert_eq!(said(json!({"id": "pdf"})), "`enabled` of `skill-lsp.toggle` must be true or false");
    assert_eq!(
        said(json!({"id": "pdf", "enabled": false, "scope": "everywhere"})),
        "`scope` must be `user`, `project` or `local`, not `everywhere`"
    );
    assert!(said(json!({"id": "pdf", "enabled": false, "host": "goose"})).starts_with("Goose has no switch"));
    std::fs::write(tree.path(SETTINGS), "{\n  oops\n}").unwrap();
    let broken = said(json!({"id": "pdf", "enabled": false}));
    assert!(broken.contains("settings.json:2:3: a key in double quotes is expected here, not `o`"), "{broken}");
    assert_eq!(tree.read(SETTINGS), "{\n  oops\n}");
    assert!(client.shut_down().success());
}

#[test]
fn a_code_action_on_the_name() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let uri = tree.uri(PDF);
    client.open(&uri, &tree.read(PDF));
    let range = json!({"start": {"line": 1, "character": 7}, "end": {"line": 1, "character": 7}});
    let parameters = json!({
        "textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": [], "only": ["refactor.skill-lsp"]},
    });
    let actions = client.request("textDocument/codeAction", parameters).unwrap();
    let action = &actions[0];
    assert_eq!(action["title"], "Turn off in Claude Code (user settings)");
    let command = &action["command"];
    run(&mut client, command["command"].as_str().unwrap(), command["arguments"][0].clone()).unwrap();
    assert!(tree.read(SETTINGS).contains("\"pdf\": \"off\""));
    assert!(client.shut_down().success());
}
