//! Skills that wait for a file: what the open files do to them, and what a touched one would.

use serde_json::{Value, json};

use crate::server::client::{Client, Tree};

const SKILL: &str = "home/shop/.claude/skills/rust/SKILL.md";

fn tree() -> Tree {
    Tree::new(
        "
        //- home/shop/.claude/skills/rust/SKILL.md
        ---
        name: rust
        description: Writes Rust. Use when a crate is changed.
        paths: [src/**, '*.toml']
        ---
        Write it.
        //- home/shop/web/.claude/skills/pages/SKILL.md
        ---
        name: pages
        description: Writes pages. Use when a page is changed.
        ---
        Write it.
        ",
    )
}

/// The labels of the hints of the skill.
fn hints(client: &mut Client, uri: &str) -> Vec<String> {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let hints =
        client.request("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range})).unwrap();
    hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn open_files_are_counted_and_named() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let uri = tree.uri(SKILL);
    client.open(&uri, &tree.read(SKILL));
    let none = "no open file matches".to_owned();
    client.listen_until(|client| hints(client, &uri).contains(&none));
    // Some clients open every file with us.
    client.open(&tree.uri("home/shop/src/main.rs"), "fn main() {}");
    let before = client.count("workspace/inlayHint/refresh");
    assert!(hints(&mut client, &uri).contains(&"1 open file matches".to_owned()));
    // Others tell what is open.
    let uris = [tree.uri("home/shop/Cargo.toml"), tree.uri("home/shop/src/main.rs"), tree.uri("home/other/x.toml")];
    client.notify("skill-lsp/openFiles", json!({"uris": uris}));
    assert!(hints(&mut client, &uri).contains(&"2 open files match".to_owned()));
    client.wait_for("a refresh", |client| client.count("workspace/inlayHint/refresh") > before);
    let hover = client.at("textDocument/hover", &uri, 3, 2).unwrap();
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.contains("Activated by open files") && text.contains("matches `src/**`"), "{text}");
    assert!(text.contains("matches `*.toml`") && !text.contains("x.toml"), "{text}");
    client.notify("skill-lsp/openFiles", json!({"uris": []}));
    client.close(&tree.uri("home/shop/src/main.rs"));
    assert!(hints(&mut client, &uri).contains(&none));
}

fn run(client: &mut Client, command: &str, argument: Value) -> Value {
    let parameters = json!({"command": format!("skill-lsp.{command}"), "arguments": [argument]});
    client.request("workspace/executeCommand", parameters).unwrap()
}

#[test]
fn a_touched_file_wakes_and_finds() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let statuses = |client: &mut Client, touched: Value| -> Vec<(String, String)> {
        let list = run(client, "list", json!({"host": "claude-code", "touched": touched}));
        let word = |skill: &Value, key: &str| skill[key].as_str().unwrap().to_owned();
        list.as_array().unwrap().iter().map(|skill| (word(skill, "id"), word(skill, "status"))).collect()
    };
    let pair = |id: &str, status: &str| (id.to_owned(), status.to_owned());
    let untouched = statuses(&mut client, json!([]));
    assert_eq!(untouched, [pair("rust", "conditional"), pair("pages", "conditional")]);
    let touched = statuses(&mut client, json!(["src/main.rs", tree.path("home/shop/web/index.html")]));
    assert_eq!(touched, [pair("rust", "active"), pair("pages", "active")]);
    let prompt = run(&mut client, "prompt", json!({"touched": "src/main.rs"}));
    assert!(prompt["later"][0].as_str().unwrap().contains("- rust: Writes Rust."), "{prompt}");
    let why = run(&mut client, "why", json!({"name": "rust", "host": "claude-code", "touched": "src/main.rs"}));
    assert_eq!(why[0]["outcome"], "active");
}

/// An agent that had the open files before it would have read the skills on the way to them.
#[test]
fn open_files_wake_skills_that_then_clash_and_are_listed() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/rust/SKILL.md
        ---
        name: rust
        description: Writes Rust. Use when a crate is changed.
        paths: [src/**]
        ---
        Write it.
        //- home/shop/.claude/skills/pages/SKILL.md
        ---
        name: pages
        description: Writes any page. Use when a page is changed.
        ---
        Write it.
        //- home/shop/web/.claude/skills/pages/SKILL.md
        ---
        name: pages
        description: Writes web pages. Use when a page is changed.
        ---
        Write it.
        ",
    );
    let mut client = Client::ready(&tree);
    let statuses = |client: &mut Client| -> Vec<(String, String)> {
        let list = run(client, "list", json!({"host": "claude-code", "all": true}));
        let word = |skill: &Value, key: &str| skill[key].as_str().unwrap().to_owned();
        list.as_array().unwrap().iter().map(|skill| (word(skill, "id"), word(skill, "status"))).collect()
    };
    let untouched = statuses(&mut client);
    assert!(untouched.contains(&("rust".to_owned(), "conditional".to_owned())), "{untouched:?}");
    client.open(&tree.uri("home/shop/src/main.rs"), "fn main() {}");
    let rust = ("rust".to_owned(), "active".to_owned());
    client.listen_until(|client| statuses(client).contains(&rust));
    client.close(&tree.uri("home/shop/src/main.rs"));
    client.listen_until(|client| !statuses(client).contains(&rust));
    // The nested one has its own name beside that of the project once a file there is open.
    let nested = ("web:pages".to_owned(), "active".to_owned());
    client.notify("skill-lsp/openFiles", json!({"uris": [tree.uri("home/shop/web/index.html")]}));
    client.listen_until(|client| statuses(client).contains(&nested));
    client.notify("skill-lsp/openFiles", json!({"uris": []}));
    client.listen_until(|client| !statuses(client).contains(&nested));
}
