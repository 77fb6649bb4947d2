//! Skills and hosts as people name them: in any case, by id, by path, by flag and by settings.

use serde_json::{Value, json};

use crate::program::Tree;
use crate::server::client::{Client, Tree as Shop, rich, uri};

fn skill(name: &str, more: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}. Use when asked to.\n{more}---\n\nDo it.\n")
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn why(tree: &Tree, arguments: &[&str]) -> String {
    words(&tree.run(&[&["why"], arguments].concat()).out)
}

#[test]
fn a_name_is_found_in_any_case_by_id_and_by_path() {
    let tree = Tree::of(&[
        ("home/project/.claude/skills/deploy/SKILL.md", &skill("deploy", "")),
        ("kit/.claude-plugin/plugin.json", r#"{"name": "acme"}"#),
        ("kit/skills/notes/SKILL.md", &skill("notes", "")),
    ]);
    let host = ["--host", "claude-code"];
    let place = "Claude Code ./.claude/skills/deploy listed";
    assert_eq!(why(&tree, &[&["deploy"], &host[..]].concat()), format!("deploy {place}: the only skill of its name"));
    assert_eq!(
        why(&tree, &[&["Deploy"], &host[..]].concat()),
        format!("Deploy {place} as `deploy`: the only skill of its name")
    );
    let by_path = ".claude/skills/deploy";
    assert_eq!(why(&tree, &[&[by_path], &host[..]].concat()), format!("{by_path} {place}: the only skill of its name"));
    let kit = tree.text_path("kit");
    let plugin = [&host[..], &["--plugin-dir", &kit]].concat();
    for name in ["notes", "acme:notes", "ACME:Notes"] {
        let said = why(&tree, &[&[name], &plugin[..]].concat());
        assert!(said.contains("/kit/skills/notes listed"), "{said}");
        assert_eq!(said.contains("listed as `acme:notes`"), name != "acme:notes", "{said}");
    }
    assert!(tree.out(&["show", "DEPLOY"]).contains("Do it."));
    assert!(tree.out(&["read", "Deploy", "SKILL.md"]).contains("Do it."));
}

#[test]
fn one_letter_is_not_like_another() {
    let tree = Tree::of(&[
        ("home/project/.claude/skills/a/SKILL.md", &skill("a", "")),
        ("home/project/.claude/skills/b/SKILL.md", &skill("b", "")),
    ]);
    assert!(tree.out(&["show", "B"]).contains("Do it."));
    let ran = tree.run(&["show", "c"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("Claude Code has no skill `c`\n"), "{}", ran.err);
}

/// One skill in each state, and what `why` says of it.
#[test]
fn why_says_the_cause_the_field_and_the_rule() {
    let long = "x".repeat(1600);
    let tree = Tree::of(&[
        ("home/.claude/skills/off/SKILL.md", &skill("off", "")),
        ("home/.claude/skills/bare/SKILL.md", &skill("bare", "")),
        ("home/.claude/skills/denied/SKILL.md", &skill("denied", "")),
        ("home/.claude/skills/quiet/SKILL.md", &skill("quiet", "disable-model-invocation: true\n")),
        ("home/.claude/skills/long/SKILL.md", &format!("---\ndescription: {long}\n---\n\nDo it.\n")),
        ("home/.claude/skills/void/SKILL.md", "---\ndescription: >\nUse\n\t- x: [\n---\n\nDo it.\n"),
        ("home/.claude/settings.json", r#"{"skillOverrides": {"off": "off", "bare": "name-only"}}"#),
    ]);
    let check = |name: &str, expected: &str, shown: Value| {
        let home = format!("{name} Claude Code ~/.claude/skills/{name} ");
        let said = why(&tree, &[name, "--host", "claude-code"]).replace(&tree.text_path("home"), "~");
        assert_eq!(said, home + expected);
        let answer = tree.json(&["why", name, "--host", "claude-code", "--format", "json"]);
        assert_eq!(answer[0]["candidates"][0]["shown"], shown, "{name}");
        let list = tree.json(&["list", "--all", "--host", "claude-code", "--format", "json"]);
        let listed = list.as_array().unwrap().iter().find(|it| it["id"] == name).unwrap();
        assert_eq!((&listed["shown"], &listed["reason"]), (&shown, &answer[0]["candidates"][0]["reason"]), "{name}");
    };
    check("off", "disabled: switched off by `skillOverrides` in `~/.claude/settings.json`", Value::Null);
    check(
        "bare",
        "listed, description dropped: `skillOverrides` in `~/.claude/settings.json` asks for its name only",
        json!("name-only"),
    );
    check("denied", "listed: the only skill of its name", json!("whole"));
    check("quiet", "hidden: `disable-model-invocation: true` keeps it from the model", Value::Null);
    check(
        "long",
        "listed, shortened: its text is longer than the 1,536 characters that an entry may have",
        json!("shortened"),
    );
    check("void", "listed, without its frontmatter: its frontmatter cannot be read and is ignored", json!("whole"));
}

#[test]
fn a_skipped_skill_has_not_won() {
    let tree = Tree::of(&[("home/project/.agents/skills/x/SKILL.md", "---\nname: x\n---\n\nDo it.\n")]);
    let answer = tree.json(&["why", "x", "--host", "codex", "--format", "json"]);
    assert_eq!((&answer[0]["outcome"], &answer[0]["winner"]), (&json!("skipped"), &Value::Null));
}

#[test]
fn the_name_of_an_entry_is_the_name() {
    let tree = Tree::of(&[("home/project/.claude/skills/pdf/SKILL.md", &skill("miner", ""))]);
    let entry = |host: &str| tree.json(&["prompt", "--host", host, "--format", "json"])["entries"][0].clone();
    let told = |host: &str| (entry(host)["id"].clone(), entry(host)["name"].clone());
    assert_eq!(told("three-layer"), (json!("project:miner"), json!("miner")));
    assert_eq!(told("claude-code"), (json!("pdf"), json!("miner")));
}

// hosts

const EVERYWHERE: [&str; 2] = ["home/project/.portable/skills/x/SKILL.md", "home/project/.claude/skills/y/SKILL.md"];

fn hosts_tree(settings: &str) -> Tree {
    let tree = Tree::of(&[(EVERYWHERE[0], &skill("x", "")), (EVERYWHERE[1], &skill("y", ""))]);
    tree.write("home/project/skill-lsp.toml", settings);
    tree
}

#[test]
fn hosts_of_the_settings_answer_everywhere() {
    let tree = hosts_tree("hosts = [\"portable\"]\n");
    let hosts = |arguments: &[&str]| -> Vec<String> {
        let answer = tree.json(&[arguments, &["--format", "json"]].concat());
        let mut hosts: Vec<String> =
            answer.as_array().unwrap().iter().map(|it| it["host"].as_str().unwrap().to_owned()).collect();
        hosts.dedup();
        hosts
    };
    assert_eq!(hosts(&["list"]), ["portable"]);
    assert_eq!(hosts(&["why", "x"]), ["portable"]);
    assert_eq!(hosts(&["why", "y"]), ["portable"]);
    assert_eq!(tree.json(&["prompt", "--format", "json"])["host"], "portable");
    assert!(tree.out(&["show", "x"]).contains("Do it."));
    assert!(tree.out(&["read", "x", "SKILL.md"]).contains("Do it."));
    assert_eq!(hosts(&["why", "y", "--host", "claude-code"]), ["claude-code"]);
    assert_eq!(hosts(&["list", "--host", "codex,claude-code"]), ["claude-code"]);
    let all = hosts(&["list", "--host", "all"]);
    assert!(all.contains(&"claude-code".to_owned()) && !all.contains(&"portable".to_owned()), "{all:?}");
    assert_eq!(tree.run(&["check", "--host", "all"]).code, Some(0));
    assert_eq!(tree.run(&["check", "--host", "claude-code,portable"]).code, Some(0));
}

#[test]
fn a_wrong_host_in_the_settings_is_told_at_its_place() {
    let one = hosts_tree("hosts = [\"claud-code\",\n  \"portable\"]\n");
    for command in [&["check"][..], &["list"], &["why", "x"], &["prompt"], &["show", "x"]] {
        let ran = one.run(command);
        assert_eq!(ran.code, Some(0), "{command:?} {}", ran.err);
        assert!(ran.err.contains("skill-lsp.toml:1:10"), "{command:?} {}", ran.err);
        assert!(ran.err.contains("there is no host `claud-code`: did you mean `claude-code`?"), "{}", ran.err);
    }
    let none = hosts_tree("hosts = [\"claud-code\", \"codx\"]\n");
    let broken = hosts_tree("hosts = [\n[x\n");
    for command in [&["check"][..], &["list"], &["why", "x"], &["prompt"], &["show", "x"]] {
        assert_eq!(
            none.refused(command),
            "skill-lsp.toml:1:10: there is no host `claud-code`: did you mean `claude-code`?; \
             skill-lsp.toml:1:24: there is no host `codx`: did you mean `codex`?"
        );
        let told = broken.refused(command);
        assert!(told.starts_with("skill-lsp.toml:2:"), "{told}");
        let wrong = one.run(&[command, &["--host", "codx"]].concat());
        assert_eq!(wrong.code, Some(2), "{command:?}");
        assert!(wrong.err.contains("there is no host `codx`: did you mean `codex`?"), "{}", wrong.err);
    }
    assert_eq!(none.run(&["why", "x", "--host", "portable"]).code, Some(0), "the flag counts");
}

#[test]
fn a_wrong_host_in_the_settings_of_an_editor_is_a_message_and_the_rest_applies() {
    let shop = Shop::new(
        "
        //- home/shop/.portable/skills/x/SKILL.md
        ---
        name: x
        description: Does x. Use when asked to.
        ---
        Do it.
        ",
    );
    let mut client = Client::start(&shop);
    let folder = json!({"uri": uri(&shop.path("home/shop")), "name": "shop"});
    let options = json!({"hosts": ["claud-code", "portable"]});
    let hello = json!({"processId": null, "capabilities": rich(), "workspaceFolders": [folder],
        "initializationOptions": options});
    client.request("initialize", hello).unwrap();
    client.notify("initialized", json!({}));
    client.wait_for_index();
    client.wait_for("a message", |client| client.count("window/showMessage") == 1);
    let parameters = json!({"command": "skill-lsp.list", "arguments": [{}]});
    let list = client.request("workspace/executeCommand", parameters).unwrap();
    assert_eq!(
        (&list[0]["host"], &list[0]["id"], list.as_array().unwrap().len()),
        (&json!("portable"), &json!("x"), 1)
    );
}
