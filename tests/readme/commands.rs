//! Every command of the README and of `docs/` is run: those of the program here, in a tree that has what they speak of.

use std::collections::BTreeSet;
use std::fs;

use crate::program::Tree;

/// What is no command of the program, and where it is run.
const ELSEWHERE: &[(&str, &str)] = &[
    ("demo/run", "tests/editors and whoever reads on"),
    ("tests/run", "before a change lands"),
    ("cargo install --locked --path .", "tests/packages/run"),
    ("npm install --global $(packages/npm/build)", "tests/packages/run"),
    ("pip install ./packages/python", "tests/packages/run"),
    ("packages/release --dry-run", "tests/packages/run"),
    ("code --install-extension", "tests/editors/vscode/run"),
    ("code --add-mcp", "tests/mcp/run"),
    ("skill-lsp check --changed origin/main", "tests/adoption.rs, where there is a branch"),
    ("sed -n", "no program of ours"),
    ("check-jsonschema", "no program of ours; tests/schema.rs"),
    ("tests/hosts/prove", "its own self-check, and by hand where the agents are"),
];

#[test]
fn every_command_is_run() {
    let tree = tree();
    let mut run = 0;
    for (page, line) in commands() {
        if ELSEWHERE.iter().any(|(start, _)| line.starts_with(start)) {
            continue;
        }
        // `claude mcp add skills -- skill-lsp mcp`: what the agent would start.
        let is_bare = line == "skill-lsp";
        let at = line.find("skill-lsp ").or(is_bare.then_some(0));
        let at = at.unwrap_or_else(|| panic!("{page}: nobody runs `{line}`"));
        let home = tree.text_path("home");
        let command = line[at..].split(['<', '>']).next().unwrap_or_default();
        let words = words(&command.replace("~/", &format!("{home}/")));
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let ran = tree.run(&words);
        assert!(matches!(ran.code, Some(0 | 1)), "{page}: `{line}`: {:?}\n{}\n{}", ran.code, ran.out, ran.err);
        run += 1;
    }
    assert!(run > 40, "{run}");
}

#[test]
fn the_table_has_every_command() {
    let tree = Tree::of(&[]);
    let told = tree.run(&["--help"]).out;
    let commands = told.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap();
    let commands = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: BTreeSet<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let page = fs::read_to_string("docs/commands.md").unwrap();
    let table = page.split_once("| command | does |").unwrap().1.split("\n\n").next().unwrap();
    let first = table.lines().filter_map(|row| row.strip_prefix("| ")?.split(" | ").next());
    let named = first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).filter_map(|it| it.split_whitespace().next());
    let named: BTreeSet<&str> = named.filter(|it| !it.starts_with('-')).collect();
    let missing: Vec<&&str> = commands.iter().filter(|it| **it != "help" && !named.contains(**it)).collect();
    assert!(missing.is_empty(), "the table of docs/commands.md has no {missing:?}");
    for command in named {
        let ran = tree.run(&[command, "--help"]);
        assert_eq!(ran.code, Some(0), "docs/commands.md names `{command}`: {}", ran.err);
    }
}

/// The lines of the blocks of shell commands, without what is said about them, and those of what is shown on a terminal; each
/// with its page.
fn commands() -> Vec<(String, String)> {
    let plain = |line: &str| {
        line.split("  #").next().unwrap_or_default().split(" # ").next().unwrap_or_default().trim().to_owned()
    };
    let mut commands = Vec::new();
    for (path, text) in super::documents() {
        let mut language = None;
        for line in text.lines() {
            match (line.strip_prefix("```"), language) {
                (Some(named), None) => language = Some(named),
                (Some(_), Some(_)) => language = None,
                (None, Some("sh")) => commands.push((path.clone(), plain(line))),
                (None, Some("text")) => {
                    commands.extend(line.strip_prefix("$ ").map(|line| (path.clone(), plain(line))));
                }
                (None, _) => {}
            }
        }
    }
    commands.retain(|(_, line)| !line.is_empty());
    commands
}

/// The words of a line, as a shell takes them.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for sign in line.chars() {
        match (sign, quote) {
            ('"' | '\'', None) => quote = Some(sign),
            (_, Some(open)) if sign == open => quote = None,
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().unwrap().push(sign),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn tree() -> Tree {
    let skill = |name: &str| format!("---\nname: {name}\ndescription: Does it. Use when asked.\n---\n\nDo it.\n");
    // A repository in which nothing was ever committed.
    let tree = Tree::of(&[
        ("home/project/.git/HEAD", "ref: refs/heads/main\n"),
        ("home/project/.git/objects/x", ""),
        ("home/project/.git/refs/x", ""),
    ]);
    for (path, name) in [
        ("home/project/.claude/skills/deploy/SKILL.md", "deploy"),
        ("home/project/.agents/skills/deploy/SKILL.md", "deploy"),
        ("home/project/skills/tidy/SKILL.md", "tidy"),
        ("home/project/plugins/bio/skills/align/SKILL.md", "align"),
        ("home/plugin/skills/more/SKILL.md", "more"),
        ("home/Downloads/pdf-helper/SKILL.md", "pdf-helper"),
    ] {
        tree.write(path, &skill(name));
    }
    tree.write("home/project/plugins/bio/.claude-plugin/plugin.json", "{\"name\": \"bio\", \"version\": \"1.0.0\"}");
    tree.write(
        "home/project/.claude-plugin/marketplace.json",
        "{\"name\": \"market\", \"owner\": {\"name\": \"me\"}, \"plugins\": [{\"name\": \"bio\", \"source\": \"./plugins/bio\"}]}",
    );
    tree
}
