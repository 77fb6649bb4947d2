//! Links that lead outside: nothing of what they lead to is shown by any command, over any protocol, and nothing of it
//! is changed. What the agents see of such a skill, its name and description, stays.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::doors::called;
use crate::server::client::{Client, Tree};

/// Stands in everything that must not be shown.
const SECRET: &str = "SECRET7f3a";

/// A repository by a stranger, with links out of it, and what they lead to.
fn tree() -> Tree {
    let tree = Tree::new(
        "
        //- home/shop/.git/HEAD
        ref: refs/heads/main
        //- home/shop/.claude/skills/plain/SKILL.md
        ---
        name: plain
        description: Does it. Use when asked to.
        ---
        Read [more](references/more.md), then /note and /folder.
        ",
    );
    let outside = [
        ("home/.ssh/id_rsa", "-----BEGIN KEY-----\n@SECRET\n-----END KEY-----\n"),
        ("home/.ssh/config.md", "---\nname: @SECRET: x\ndescription: @SECRET\n---\n"),
        (
            "home/private/note.md",
            "---\nname: note\ntoken: @SECRET\ndescription: Takes notes. Use when noting.\n---\n\n@SECRET\n",
        ),
        ("home/private/folder/SKILL.md", "---\nname: folder\ndescription: A folder.\n---\n\n@SECRET\n"),
        ("home/private/folder/@SECRET.md", "@SECRET\n"),
        ("home/private/settings.json", "{\"token\": \"@SECRET\", \"permissions\": {\"deny\": [\"Skill(plain)\"]}}"),
        ("home/private/servers.json", "token = @SECRET\n"),
        ("home/private/settings.toml", "@SECRET = [\n"),
        ("home/private/memory.md", "Run /@SECRET and /plain.\n"),
        ("home/private/agents.yaml", "interface:\n  display_name: @SECRET\n  short_description: @SECRET\n"),
    ];
    for (path, text) in outside {
        let path = tree.path(&path.replace("@SECRET", SECRET));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("@SECRET", SECRET)).unwrap();
    }
    let links = [
        ("home/shop/.claude/skills/key/SKILL.md", "home/.ssh/id_rsa"),
        ("home/shop/.claude/skills/broken/SKILL.md", "home/.ssh/config.md"),
        ("home/shop/.claude/skills/note/SKILL.md", "home/private/note.md"),
        ("home/shop/.claude/skills/folder", "home/private/folder"),
        ("home/shop/.claude/commands/typed.md", "home/.ssh/id_rsa"),
        ("home/shop/.claude/skills/plain/references/more.md", "home/private/memory.md"),
        ("home/shop/.claude/skills/plain/agents/openai.yaml", "home/private/agents.yaml"),
        ("home/shop/.claude/settings.json", "home/private/settings.json"),
        ("home/shop/.claude/agents/helper.md", "home/private/note.md"),
        ("home/shop/.agents/skills", "home/private"),
        ("home/shop/.mcp.json", "home/private/servers.json"),
        ("home/shop/.skill-lsp.toml", "home/private/settings.toml"),
        ("home/shop/CLAUDE.md", "home/private/memory.md"),
    ];
    for (link, target) in links {
        let link = tree.path(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(tree.path(target), link).unwrap();
    }
    let environment = tree.path("home/shop/.claude/skills/environment/SKILL.md");
    fs::create_dir_all(environment.parent().unwrap()).unwrap();
    symlink("/proc/self/environ", environment).unwrap();
    tree
}

/// The program from the project, and all that it says.
fn said(tree: &Tree, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    command.current_dir(tree.path("home/shop")).env_clear().env("HOME", tree.path("home")).env("TOKEN", SECRET);
    let output = command.args(arguments).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Every file below a folder, with its bytes.
fn bytes_of(folder: &Path, all: &mut BTreeMap<std::path::PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let (path, kind) = entry.map(|entry| (entry.path(), entry.file_type().unwrap())).unwrap();
        if kind.is_dir() {
            bytes_of(&path, all);
        } else if kind.is_file() {
            all.insert(path.clone(), fs::read(path).unwrap());
        }
    }
}

#[test]
fn no_command_shows_it() {
    let tree = tree();
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["list"],
        vec!["list", "--format", "json"],
        vec!["tools"],
        vec!["usage"],
        vec!["read", "folder", "SKILL.md"],
        vec!["read", "plain", "references/more.md"],
        vec!["enable", "plain"],
        vec!["disable", "plain", "--diff"],
        vec!["active-tools", "plain"],
    ];
    for format in ["text", "json", "jsonl", "sarif", "github", "junit"] {
        commands.push(vec!["check", "--hints", "--format", format]);
    }
    for name in ["key", "broken", "note", "folder", "typed", "plain", "environment"] {
        commands.extend([vec!["show", name], vec!["why", name], vec!["tools", "--skill", name]]);
        commands.push(vec!["read", name, "SKILL.md"]);
    }
    for host in ["claude-code", "codex", "opencode", "gemini-cli", "pi"] {
        commands.extend([vec!["prompt", "--host", host], vec!["check", "--hints", "--host", host]]);
        commands.push(vec!["show", "note", "--host", host]);
    }
    for command in commands {
        let said = said(&tree, &command);
        assert!(!said.contains(SECRET), "{command:?}: {said}");
    }
}

#[test]
fn it_is_told_and_the_agents_view_stays() {
    let tree = tree();
    let found = said(&tree, &["check", "--format", "jsonl"]);
    for (name, real) in
        [("key", "~/.ssh/id_rsa"), ("note", "~/private/note.md"), ("folder", "~/private/folder/SKILL.md")]
    {
        let line = found.lines().find(|line| line.contains(&format!(".claude/skills/{name}/")));
        let line = line.unwrap_or_else(|| panic!("nothing about {name}: {found}"));
        assert!(line.contains(&format!("leads outside: agents would load {real}")), "{line}");
        assert_eq!(
            found.lines().filter(|line| line.contains(&format!(".claude/skills/{name}/"))).count(),
            1,
            "{found}"
        );
    }
    assert!(said(&tree, &["prompt"]).contains("- note: Takes notes. Use when noting."), "{}", said(&tree, &["prompt"]));
    let shown = said(&tree, &["show", "note"]);
    assert!(shown.contains("leads outside: agents would load "), "{shown}");
    // What the user names is what the user wants to see.
    let named = ".claude/skills/note/SKILL.md";
    assert!(said(&tree, &["show", named]).contains(SECRET));
    assert!(!said(&tree, &["check", named]).contains("agents would load"));
}

#[test]
fn nothing_of_it_is_changed() {
    let tree = tree();
    let mut before = BTreeMap::new();
    bytes_of(&tree.path("home/.ssh"), &mut before);
    bytes_of(&tree.path("home/private"), &mut before);
    for command in [
        vec!["check", "--fix"],
        vec!["check", "--fix-unsafe", "--hints"],
        vec!["check", "--fix-unsafe", "--hints", ".claude"],
        vec!["disable", "plain"],
        vec!["enable", "plain"],
        vec!["new", "fresh"],
    ] {
        said(&tree, &command);
    }
    let mut after = BTreeMap::new();
    bytes_of(&tree.path("home/.ssh"), &mut after);
    bytes_of(&tree.path("home/private"), &mut after);
    assert_eq!(before, after);
}

#[test]
fn a_link_that_is_named_is_mended_and_one_below_a_folder_is_not() {
    let tree = Tree::new(
        "
        //- home/shop/docs/deploy.md
        ---
        name: deploy
        description: Use this when: you deploy
        ---
        Do it.
        //- home/shop/.git/HEAD
        ref: refs/heads/main
        ",
    );
    let link = tree.path("home/shop/.claude/skills/deploy/SKILL.md");
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink(tree.path("home/shop/docs/deploy.md"), &link).unwrap();
    let before = tree.read("home/shop/docs/deploy.md");
    let said_of_folder = said(&tree, &["check", "--fix", ".claude"]);
    assert!(said_of_folder.contains("a link leads out of what is to be fixed"), "{said_of_folder}");
    assert_eq!(tree.read("home/shop/docs/deploy.md"), before);
    said(&tree, &["check", "--fix", ".claude/skills/deploy/SKILL.md"]);
    assert!(tree.read("home/shop/docs/deploy.md").contains("description: \"Use this when: you deploy\""));
}

#[test]
fn neither_protocol_shows_it() {
    let tree = tree();
    for (tool, arguments) in [
        ("skills_list", json!({})),
        ("skills_load", json!({"skill": "note"})),
        ("skills_load", json!({"skill": "folder"})),
        ("skills_load", json!({"skill": "key"})),
        ("skills_load", json!({"skill": tree.path("home/shop/.claude/skills/note/SKILL.md")})),
        ("skills_load", json!({"skill": "folder", "file": format!("{SECRET}.md")})),
        ("skills_load", json!({"skill": "folder", "file": "SKILL.md"})),
        ("skills_load", json!({"skill": "plain", "file": "references/more.md"})),
    ] {
        let answer = called(&tree, tool, arguments.clone()).to_string();
        let answer = answer.replace(&format!("{SECRET}.md"), "");
        assert!(!answer.contains(SECRET), "{tool} {arguments}: {answer}");
    }
    let mut client = Client::ready(&tree);
    let path = |name: &str| tree.path(&format!("home/shop/.claude/skills/{name}/SKILL.md"));
    let mut questions = vec![
        ("list", json!({})),
        ("prompt", json!({})),
        ("prompt", json!({"host": "codex"})),
        ("verdicts", json!({})),
        ("readFile", json!({"path": path("plain"), "file": "references/more.md"})),
    ];
    for name in ["note", "folder", "key", "broken", "environment"] {
        questions.push(("show", json!({"name": name})));
        questions.push(("show", json!({"path": path(name)})));
        questions.push(("why", json!({"name": name})));
        questions.push(("readFile", json!({"path": path(name), "file": "SKILL.md"})));
    }
    for (command, argument) in questions {
        let arguments = json!({"command": format!("skill-lsp.{command}"), "arguments": [argument]});
        let answer = format!("{:?}", client.request("workspace/executeCommand", arguments));
        assert!(!answer.contains(SECRET), "{command} {argument}: {answer}");
    }
    let plain = "home/shop/.claude/skills/plain/SKILL.md";
    client.open(&tree.uri(plain), &tree.read(plain));
    client.diagnostics(&tree.uri(plain), 1);
    for method in ["hover", "definition", "references", "documentHighlight", "completion"] {
        for (line, character) in [(1, 8), (4, 15), (4, 40), (4, 51)] {
            let answer =
                format!("{:?}", client.at(&format!("textDocument/{method}"), &tree.uri(plain), line, character));
            assert!(!answer.contains(SECRET), "{method}: {answer}");
        }
    }
    let symbols = format!("{:?}", client.request("workspace/symbol", json!({"query": ""})));
    assert!(!symbols.contains(SECRET), "{symbols}");
    let all = format!("{:?}", client.request("workspace/diagnostic", json!({"previousResultIds": []})));
    assert!(!all.contains(SECRET), "{all}");
}
