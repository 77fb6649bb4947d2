//! Whether agents let their model load a skill, and how often it did, on the command line.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::program::Tree;
use serde_json::{Value, json};

/// A tree with skills of some names in a root, and more files.
fn tree(root: &str, names: &[&str], more: &str) -> Tree {
    let mut files = String::new();
    for name in names {
        files += &format!(
            "//- {root}/{name}/SKILL.md\n---\nname: {name}\ndescription: Does {name}. Use when asked to.\n---\nDo it.\n"
        );
    }
    Tree::new(&(files + more))
}

fn words(tree: &Tree, arguments: &[&str]) -> String {
    let out = tree.out(arguments);
    let lines: Vec<String> = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    lines.join("\n")
}

/// The document of the desktop app: the first pattern that fits counts, and what is denied is not listed.
#[test]
fn the_first_pattern_counts_in_the_three_layers() {
    let tree = tree(
        "home/.claude/skills",
        &["code-review", "internal-docs", "internal-tools", "experimental-x"],
        "//- home/.claude/three-layer.json\n{\n  \"permissions\": {\"skill\": {\n    \"internal-docs\": \"allow\",\n    \
         \"internal-*\": \"deny\",\n    \"experimental-*\": \"ask\",\n    \"*\": \"allow\"\n  }}\n}\n",
    );
    assert_eq!(
        tree.out(&["prompt", "--host", "three-layer"]),
        "## Available Skills\n\nUse the `skill` tool to load detailed instructions for any skill.\n\n\
         - **code-review**: Does code-review. Use when asked to.\n\
         - **experimental-x**: Does experimental-x. Use when asked to.\n\
         - **internal-docs**: Does internal-docs. Use when asked to.\n"
    );
    let why = |name: &str| words(&tree, &["why", name, "--host", "three-layer"]);
    assert!(
        why("internal-tools")
            .contains("disabled as `user:internal-tools`: denied by `internal-*` in ~/.claude/three-layer.json:4")
    );
    assert!(why("internal-docs").contains("loading it is allowed by `internal-docs` in ~/.claude/three-layer.json:3"));
    assert!(why("experimental-x").contains("but loading it is asked about by `experimental-*`"));
    let path = tree.text_path("home/.claude/three-layer.json");
    let listed = tree.json(&["list", "--host", "three-layer", "--format", "json"]);
    let of = |id: &str| listed.as_array().unwrap().iter().find(|it| it["id"] == id).unwrap()["permission"].clone();
    assert_eq!(
        of("user:internal-tools"),
        json!({"verdict": "deny", "rule": "internal-*", "path": path, "line": 4,
            "reason": "denied by `internal-*` in ~/.claude/three-layer.json:4"})
    );
    assert_eq!(of("user:code-review")["rule"], "*");
}

/// The protocol: the last pattern that fits counts, so that later rules override earlier ones.
#[test]
fn the_last_pattern_counts_in_the_portable_system() {
    let tree = tree(
        "home/.config/portable/skills",
        &["deploy", "docs", "secrets"],
        "//- home/.config/portable/permissions.json\n{\"skill\": {\"*\": \"ask\", \"secrets\": \"deny\", \"docs\": \"allow\"}}\n",
    );
    let listing = tree.out(&["prompt", "--host", "portable"]);
    assert!(listing.contains("deploy") && listing.contains("docs") && !listing.contains("secrets"), "{listing}");
    let why = tree.json(&["why", "deploy", "--host", "portable", "--format", "json"]);
    assert_eq!(why[0]["candidates"][0]["permission"]["verdict"], "ask");
    assert_eq!(why[0]["candidates"][0]["permission"]["line"], 1);
}

/// Claude Code: deny rules, then allow rules, then what the skill has; a denied skill stays listed.
#[test]
fn claude_code_lists_what_it_denies() {
    let tree = tree(
        "home/project/.claude/skills",
        &["deploy", "docs"],
        "//- home/project/.claude/skills/tidy/SKILL.md\n---\nname: tidy\ndescription: Tidies. Use when asked to.\n\
         allowed-tools: Read\n---\nTidy.\n//- home/project/.claude/settings.json\n{\n  \"permissions\": {\n    \
         \"deny\": [\n      \"Skill(deploy)\"\n    ]\n  }\n}\n",
    );
    assert!(tree.out(&["prompt"]).contains("- deploy: Does deploy"));
    let why = |name: &str| words(&tree, &["why", name, "--host", "claude-code"]);
    let denied = "but loading it is denied by `Skill(deploy)` in .claude/settings.json:4";
    assert_eq!(
        why("deploy"),
        format!("deploy\nClaude Code ./.claude/skills/deploy listed: the only skill of its name, {denied}")
    );
    assert!(why("tidy").ends_with("but loading it is asked about, as it has `allowed-tools`"), "{}", why("tidy"));
    assert!(why("docs").ends_with("listed: the only skill of its name"));
    let listed = words(&tree, &["list", "--host", "claude-code"]);
    assert!(
        listed.contains("deploy active ./.claude/skills/deploy denied by `Skill(deploy)` in .claude/settings.json:4")
    );
    assert!(
        listed.contains("tidy active ./.claude/skills/tidy\n") || listed.ends_with("tidy active ./.claude/skills/tidy")
    );
}

#[test]
fn an_agent_of_opencode_has_rules_of_its_own() {
    let tree = tree(
        "home/project/.opencode/skills",
        &["deploy", "docs"],
        "//- home/project/opencode.json\n{\"agent\": {\"plan\": {\"permission\": {\"skill\": {\"deploy\": \"deny\"}}}}}\n",
    );
    let listing = |more: &[&str]| tree.out(&[&["prompt", "--host", "opencode"], more].concat());
    assert!(listing(&[]).contains("<name>deploy</name>"));
    assert!(!listing(&["--agent", "plan"]).contains("<name>deploy</name>"));
    let why = words(&tree, &["why", "deploy", "--host", "opencode", "--agent", "plan"]);
    assert!(why.contains("disabled: denied by `deploy` in opencode.json:1"), "{why}");
}

#[test]
fn a_rule_that_means_no_skill_is_a_hint() {
    let tree = tree(
        "home/project/.claude/skills",
        &["deploy", "internal-docs"],
        "//- home/project/.claude/settings.json\n{\n  \"permissions\": {\n    \"allow\": [\"Skill(deploy)\", \"Bash(ls)\", \
         \"Skill(init)\", \"Skill(mcp__x__y)\"],\n    \"ask\": [\"Skill(deploy)\"],\n    \"deny\": [\"Skill(deplyo)\", \
         \"Skill(internal-*)\", \"Skill(internal-:*)\",\n             \"Skill(gone)\", \"Skill\"]\n  }\n}\n\
         //- home/.claude/settings.json\n{\"permissions\": {\"deny\": [\"Skill(of-another-project)\", \"Skill(depoy)\"]}}\n",
    );
    let ran = tree.run(&["check"]);
    assert_eq!((ran.code, ran.out.contains("permission-")), (Some(0), false), "{}", ran.out);
    let report = tree.json(&["check", "--select", "permission-matches-no-skill", "--format", "json"]);
    let shown: Vec<String> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let at = &it["range"]["start"];
            let name = it["path"].as_str().unwrap().rsplit_once("home/").unwrap().1;
            format!(
                "{} {name}:{}:{} {}",
                it["level"].as_str().unwrap(),
                at["line"],
                at["column"],
                it["message"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "hint .claude/settings.json:1:57 `Skill(depoy)` matches no skill; did you mean `deploy`?",
            "hint project/.claude/settings.json:4:14 Claude Code never looks at `Skill(deploy)` in `ask`; `Skill(skill:deploy)` would count",
            "hint project/.claude/settings.json:5:15 `Skill(deplyo)` matches no skill; did you mean `deploy`?",
            "hint project/.claude/settings.json:5:32 `Skill(internal-*)` matches no skill: the `*` stands for itself here; `Skill(internal-:*)` would",
            "hint project/.claude/settings.json:6:15 `Skill(gone)` matches no skill that Claude Code has here",
        ]
    );
    let text = tree.run(&["check", "--hints"]);
    assert!(text.out.contains("hint[permission-matches-no-skill]"), "{}", text.out);
}

const DAY: u64 = 24 * 60 * 60 * 1000;

fn days_ago(days: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    now - days * DAY
}

/// The document's own formula: usage count × max(0.5^(days since use / 7), 0.1).
#[test]
fn usage_is_scored_and_ranked() {
    let usage = json!({"skillUsage": {
        "deploy": {"usageCount": 4, "lastUsedAt": days_ago(7)},
        "docs": {"usageCount": 3, "lastUsedAt": days_ago(0)},
        "old": {"usageCount": 50, "lastUsedAt": days_ago(365)},
        "gone": {"usageCount": 9, "lastUsedAt": days_ago(14)},
        "init": {"usageCount": 1, "lastUsedAt": days_ago(1)},
    }});
    let tree = tree(
        "home/project/.claude/skills",
        &["deploy", "docs", "never", "old"],
        &format!("//- home/.claude.json\n{usage}\n"),
    );
    let usage = tree.json(&["usage", "--format", "json"]);
    assert_eq!((&usage["halfLifeDays"], &usage["floor"]), (&json!(7.0), &json!(0.1)));
    let shown: Vec<String> = usage["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let number = |key: &str| it[key].as_f64().map_or("–".to_owned(), |number| format!("{number:.2}"));
            let rank = it["rank"].as_u64().map_or("–".to_owned(), |rank| rank.to_string());
            let (name, place) = (it["name"].as_str().unwrap(), it["place"].as_str().unwrap());
            format!("{rank} {name} {} {} {} {} {place}", it["count"], number("days"), number("decay"), number("score"))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "1 old 50 365.00 0.10 5.00 listed",
            "2 docs 3 0.00 1.00 3.00 listed",
            "3 deploy 4 7.00 0.50 2.00 listed",
            "4 never 0 – – 0.00 listed",
            "– gone 9 14.00 0.25 2.25 absent",
            "– init 1 1.00 0.91 0.91 own",
        ]
    );
    let text = words(&tree, &["usage", "--context-window", "4000", "--without-bundled"]);
    let expected = "\
        Claude Code claude-opus-5-5 90 of 120 characters used, 155 wanted\n\
        rank skill used days ago left score\n\
        1 old 50 365.0 10 % 5.00 description kept because it is used\n\
        2 docs 3 0.0 100 % 3.00\n\
        3 deploy 4 7.0 50 % 2.00 description dropped: others are used more\n\
        4 never 0 0 description dropped\n\
        – gone 9 14.0 25 % 2.25 no such skill here: gone, or of another project\n\
        – init 1 1.0 91 % 0.91 the agent's own";
    assert_eq!(text, expected);
}

#[test]
fn usage_that_cannot_be_read_or_is_not_counted() {
    let tree = tree("home/project/.claude/skills", &["docs"], "//- home/.claude.json\n{\n  \"skillUsage\": {,}\n}\n");
    let message = "cannot read @ROOT@/home/.claude.json:2:18: ";
    assert!(tree.refused(&["usage"]).starts_with(message), "{}", tree.refused(&["usage"]));
    assert_eq!(
        tree.refused(&["usage", "--host", "opencode"]),
        "OpenCode does not count how often skills are used: try --host claude-code"
    );
    let none = self::tree("home/project/.claude/skills", &["docs"], "");
    let ran = none.run(&["usage"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "no use of a skill is recorded in ~/.claude.json\n"));
    assert_eq!(none.json(&["usage", "--format", "json"])["skills"][0]["lastUsed"], Value::Null);
}

/// The protocol: an answer "always" is remembered, and is the last rule, so that it counts.
#[test]
fn an_always_is_remembered() {
    use skill_lsp::disk::{Surroundings, environment};
    use skill_lsp::{hosts, project};
    let tree = tree("home/.config/portable/skills", &["deploy"], "");
    let home = Some(tree.path("home"));
    let surroundings = Surroundings { home, working_directory: Some(tree.path("home")), ..Surroundings::default() };
    let (environment, _) = environment(&surroundings);
    let known = hosts::builtin();
    let host = known.get("portable").unwrap();
    let path = project::always_allow(host, &environment, "deploy").unwrap();
    assert_eq!(path, tree.path("home/.config/portable/permissions.json"));
    let verdict = |tree: &Tree| {
        let why = tree.json(&["why", "deploy", "--host", "portable", "--format", "json"]);
        why[0]["candidates"][0]["permission"]["verdict"].as_str().unwrap_or("none").to_owned()
    };
    assert_eq!(verdict(&tree), "allow");
    std::fs::write(&path, "{\"skill\": {\"deploy\": \"allow\", \"*\": \"ask\"}}").unwrap();
    assert_eq!(verdict(&tree), "ask");
    project::always_allow(host, &environment, "deploy").unwrap();
    assert_eq!(verdict(&tree), "allow");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"skill\": {\"*\": \"ask\", \"deploy\": \"allow\"}}");
    std::fs::write(&path, "{\"skill\": {").unwrap();
    let refused = project::always_allow(host, &environment, "deploy").unwrap_err();
    assert!(refused.starts_with(&format!("{}:1:", path.display())), "{refused}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"skill\": {");
}
