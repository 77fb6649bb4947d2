//! The rules that fit the version of an agent that is installed here.

use serde_json::Value;

use crate::program::Tree;

const COPILOT: &str = "home/.npm-global/lib/node_modules/@github/copilot/package.json";
const CLAUDE: &str = "home/.npm-global/lib/node_modules/@anthropic-ai/claude-code/package.json";

/// Two skills of which the listing of newer versions turns the order around, and an installed agent.
fn tree(path: &str, name: &str, version: &str) -> Tree {
    let package = format!("{{\"name\": \"{name}\", \"version\": \"{version}\"}}");
    Tree::of(&[
        ("home/project/.github/skills/a/SKILL.md", "---\nname: zebra\ndescription: Last by name.\n---\nDo it.\n"),
        ("home/project/.github/skills/b/SKILL.md", "---\nname: ant\ndescription: First by name.\n---\nDo it.\n"),
        ("home/project/.claude/skills/shared/SKILL.md", "---\nname: shared\ndescription: Mine.\n---\nDo it.\n"),
        ("home/extra/.claude/skills/shared/SKILL.md", "---\nname: shared\ndescription: Theirs.\n---\nDo it.\n"),
        (path, &package),
    ])
}

fn host(tree: &Tree, id: &str) -> Value {
    let ran = tree.run(&["hosts", "--host", id, "--format", "json"]);
    let hosts: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
    hosts.get(0).cloned().unwrap()
}

/// The names in the listing, in order.
fn listed(tree: &Tree, id: &str, more: &[&str]) -> Vec<String> {
    let ran = tree.run(&[&["prompt", "--host", id, "--format", "json"], more].concat());
    let answer: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
    let entries = answer.get("entries").and_then(Value::as_array).cloned().unwrap_or_default();
    entries.iter().filter_map(|entry| entry.get("id")?.as_str().map(str::to_owned)).collect()
}

#[test]
fn an_older_agent_has_the_rules_of_its_version() {
    let tree = tree(COPILOT, "@github/copilot", "1.0.92");
    let copilot = host(&tree, "copilot-cli");
    assert_eq!(copilot.get("edition").and_then(Value::as_str), Some("copilot-cli@1.0.92"));
    assert_eq!(copilot.pointer("/installed/version").and_then(Value::as_str), Some("1.0.92"));
    let found = listed(&tree, "copilot-cli", &[]);
    assert_eq!(found.iter().filter(|id| *id != "shared").collect::<Vec<_>>(), ["zebra", "ant"]);
}

#[test]
fn a_newer_agent_or_none_has_the_newest_rules() {
    for version in ["1.0.102", "1.9.0"] {
        let tree = tree(COPILOT, "@github/copilot", version);
        assert_eq!(host(&tree, "copilot-cli").get("edition"), Some(&Value::Null), "{version}");
        let found = listed(&tree, "copilot-cli", &[]);
        assert_eq!(found.iter().filter(|id| *id != "shared").collect::<Vec<_>>(), ["ant", "zebra"], "{version}");
        let found = listed(&tree, "copilot-cli@1.0.92", &[]);
        assert_eq!(found.iter().filter(|id| *id != "shared").collect::<Vec<_>>(), ["zebra", "ant"], "{version}");
    }
}

#[test]
fn what_clashes_in_an_added_folder_is_renamed_since_a_version() {
    let old = tree(CLAUDE, "@anthropic-ai/claude-code", "2.1.300");
    let added = ["--add-dir", "../extra"];
    assert_eq!(listed(&old, "claude-code", &added), ["shared"]);
    let new = tree(CLAUDE, "@anthropic-ai/claude-code", "2.1.327");
    assert_eq!(listed(&new, "claude-code", &added), ["shared", "extra:shared"]);
}

#[test]
fn it_is_told_once_and_in_few_words() {
    let tree = tree(COPILOT, "@github/copilot", "1.0.89");
    let ran = tree.run(&["prompt", "--host", "copilot-cli"]);
    let words = "Copilot CLI: rules of copilot-cli@1.0.92, verified on 1.0.92, yours is 1.0.89";
    assert_eq!(ran.err.matches(words).count(), 1, "{}", ran.err);
    assert!(!ran.out.contains("yours is"), "{}", ran.out);
    let ran = tree.run(&["hosts", "--host", "copilot-cli"]);
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    assert!(words.join(" ").contains("so the rules of copilot-cli@1.0.92 are used"), "{}", ran.out);
}

#[test]
fn every_edition_says_which_versions_it_is_about_and_none_overlap() {
    let hosts = skill_lsp::hosts::builtin();
    let editions: Vec<_> = hosts.iter().filter(|host| host.for_versions.below.is_some()).collect();
    assert!(!editions.is_empty());
    for edition in &editions {
        let own = skill_lsp::hosts::Version::parse(&edition.verified.version).unwrap();
        let fitting: Vec<_> = editions
            .iter()
            .filter(|other| other.id.split('@').next() == edition.id.split('@').next() && other.for_versions.has(&own))
            .map(|other| &other.id)
            .collect();
        assert_eq!(fitting, [&edition.id]);
        assert!(edition.only_when_named, "{}", edition.id);
        assert!(edition.id.ends_with(&format!("@{}", edition.verified.version)), "{}", edition.id);
    }
}
