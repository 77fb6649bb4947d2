//! One question, three doors: the command line, the language server and the Model Context Protocol decide nothing by
//! themselves, so that they answer alike.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::server::client::{Client, Tree};
use crate::server::commands::{refused, run, told};

/// A project with skills of two hosts, and its settings.
fn tree(settings: &str) -> Tree {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when asked to.
        ---
        Deploy $ARGUMENTS now.
        //- home/.agents/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when asked to.
        ---
        Read it.
        ",
    );
    fs::write(tree.path("home/shop/skill-lsp.toml"), settings).unwrap();
    tree
}

/// The program from the project, and what it says on both streams.
fn ran(tree: &Tree, arguments: &[&str]) -> (String, String) {
    let output = program(tree).args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn program(tree: &Tree) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    command.current_dir(tree.path("home/shop")).env_clear().env("HOME", tree.path("home"));
    command
}

/// What a tool of the Model Context Protocol answers.
pub(crate) fn called(tree: &Tree, tool: &str, arguments: Value) -> Value {
    let mut child = program(tree).arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let greeting =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let mut input = child.stdin.take().unwrap();
    for line in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": greeting}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}),
    ] {
        writeln!(input, "{line}").unwrap();
    }
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let answer = lines.find_map(|line| {
        let value: Value = serde_json::from_str(&line.unwrap()).unwrap();
        (value["id"] == 2).then(|| value["result"].clone())
    });
    drop(input);
    child.wait().unwrap();
    answer.unwrap()
}

#[test]
fn the_host_that_is_meant_where_none_is_named() {
    for (settings, host, skill) in
        [("", "claude-code", "deploy"), ("hosts = [\"codex\", \"claude-code\"]", "codex", "pdf")]
    {
        let tree = tree(settings);
        let mut client = Client::ready(&tree);
        let prompt = told(&tree, "home/shop", &["prompt"]);
        assert_eq!(prompt["host"], host);
        assert_eq!(run(&mut client, "prompt", json!({})).unwrap(), prompt);
        let listed = called(&tree, "skills_list", json!({}))["structuredContent"]["skills"].clone();
        let names: Vec<&str> = listed.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
        assert_eq!(names, [skill]);
    }
}

#[test]
fn what_the_model_receives() {
    let tree = tree("");
    let mut client = Client::ready(&tree);
    let shown = told(&tree, "home/shop", &["show", "deploy", "--arguments", "it"]);
    assert_eq!(run(&mut client, "show", json!({"name": "deploy", "arguments": "it"})).unwrap(), shown);
    let loaded = called(&tree, "skills_load", json!({"name": "deploy", "arguments": "it"}));
    assert_eq!(loaded["content"][0]["text"], shown["text"]);
}

#[test]
fn a_new_skill_and_why_there_is_none() {
    let tree = tree("");
    let mut client = Client::ready(&tree);
    let wanted = |name: &str, root: &str| json!({"name": name, "description": "Does it.", "root": root});
    for (name, root) in [("Bad Name", "project"), ("deploy", "project"), ("synced", "user")] {
        let said = ran(&tree, &["new", name, "--description", "Does it.", "--root", root]).1;
        let said =
            said.trim_end().trim_start_matches("error: ").trim_end_matches("; --even-if-taken makes it all the same");
        let told = refused(&mut client, "create", wanted(name, root));
        let home = tree.path("home").display().to_string();
        assert_eq!(told.replace(&format!("{home}/shop"), ".").replace(&home, "~").replace("/SKILL.md", ""), said);
    }
    let path = ran(&tree, &["new", "notes", "--description", "Does it."]).0;
    let text = fs::read_to_string(path.trim_end()).unwrap();
    fs::remove_dir_all(tree.path("home/shop/.claude/skills/notes")).unwrap();
    run(&mut client, "refresh", json!({})).unwrap();
    let made = run(&mut client, "create", wanted("notes", "project")).unwrap();
    assert_eq!(made["path"], path.trim_end());
    assert_eq!(fs::read_to_string(path.trim_end()).unwrap(), text);
}

#[test]
fn a_switch_and_what_it_would_write() {
    let tree = tree("");
    let mut client = Client::ready(&tree);
    // It is on: nothing is to be written, and nothing is shown.
    assert_eq!(ran(&tree, &["enable", "deploy", "--diff"]).0, "");
    let settings = tree.path("home/shop/.claude/settings.local.json");
    assert!(!settings.exists());
    let shown = ran(&tree, &["disable", "deploy", "--diff"]).0;
    run(&mut client, "toggle", json!({"id": "deploy", "enabled": false, "host": "claude-code"})).unwrap();
    let text = fs::read_to_string(&settings).unwrap();
    let added: String = shown.lines().skip(3).map(|line| format!("{}\n", line.trim_start_matches('+'))).collect();
    assert_eq!(added, text);
    fs::remove_file(&settings).unwrap();
    ran(&tree, &["disable", "deploy"]);
    assert_eq!(fs::read_to_string(&settings).unwrap(), text);
}
