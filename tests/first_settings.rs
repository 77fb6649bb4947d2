//! `init` on a repository of everything that it looks at: what it writes is true, also with everything uncommented.

use crate::program::Tree;

/// Six skills of the project, one that is installed, one that tests are fed with, and one that nobody finds.
fn tree() -> Tree {
    let tree = Tree::of(&[]);
    let skill = |name: &str, more: &str| {
        let description = "Makes things of other things. Use when things are to be made.";
        format!("---\nname: {name}\ndescription: {description}\n{more}---\n\n# About\n\n## When to use\n\nMake it.\n")
    };
    for at in 1..=6 {
        let more = "license: MIT\nallowed-tools: Read, TeamDeploy\nmetadata:\n  owner: me\n";
        tree.write(&format!("home/project/.claude/skills/s{at}/SKILL.md"), &skill(&format!("s{at}"), more));
    }
    tree.write("home/project/.claude/skills/tdd/SKILL.md", &skill("tdd", "argument-hint: [\n"));
    let lock = r#"{"version": 1, "skills": {"tdd": {"source": "a/b", "sourceType": "github", "computedHash": "x"}}}"#;
    tree.write("home/project/skills-lock.json", lock);
    tree.write("home/project/tests/fixtures/broken/SKILL.md", "---\ndescription: a: b\n---\n\n[x](y.md)\n");
    let more = "license: MIT\nmetadata:\n  owner: me\n";
    tree.write("home/project/ai/team/odd/SKILL.md", &skill("odd", more));
    tree
}

/// What `check` finds, as check and path.
fn found(tree: &Tree) -> Vec<String> {
    let ran = tree.run(&["check", "--format", "concise", "--quiet"]);
    let mut found: Vec<String> = ran.out.lines().map(str::to_owned).collect();
    found.sort();
    found
}

#[test]
fn what_is_written_leaves_out_only_the_work_of_others() {
    let tree = tree();
    let before = found(&tree);
    let printed = tree.run(&["init", "--diff"]);
    let ran = tree.run(&["init"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("2 skills of others are left out, the rest is commented out"), "{}", ran.err);
    assert_eq!(tree.read("home/project/skill-lsp.toml"), printed.out);
    let is_others = |line: &&String| line.contains("fixtures") || line.contains("skills/tdd");
    assert!(before.iter().any(|line| is_others(&line)), "{before:?}");
    let own: Vec<String> = before.iter().filter(|line| !is_others(line)).cloned().collect();
    assert_eq!(found(&tree), own);
    let said = tree.run(&["settings"]);
    assert!(said.out.contains("/tests/fixtures") && said.out.contains("/.claude/skills/tdd"), "{}", said.out);
    assert_eq!(tree.run(&["init"]).code, Some(2), "a file that is there stays as it is");
}

#[test]
fn with_everything_uncommented_it_is_true() {
    let tree = tree();
    let text = tree.run(&["init", "--diff"]).out;
    let is_setting = |line: &str| line.starts_with("# ") && (line.contains(" = ") || line.starts_with("# ["));
    let bare = |line: &str| if is_setting(line) { line[2..].to_owned() } else { line.to_owned() };
    let text: String = text.lines().map(|line| bare(line) + "\n").collect();
    for part in [
        "hosts = [\"claude-code\"]",
        "#   ai/team: 1 skill\n",
        "known = [\"TeamDeploy\"]",
        "# Each of the 7 skills keeps to this already.",
        "required-fields = [\"license\", \"metadata.owner\"]",
        "licenses = [\"MIT\"]",
        "required-sections = [\"About\", \"When to use\"]",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(found(&tree).iter().any(|line| line.contains("TeamDeploy")));
    tree.write("home/project/skill-lsp.toml", &text);
    let wrong = found(&tree);
    let wrong: Vec<&String> =
        wrong.iter().filter(|it| it.contains("house-rule") || it.contains("TeamDeploy")).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let said = tree.run(&["check"]).err;
    assert!(!said.contains("does not count") && !said.contains("do not count"), "{said}");
}

#[test]
#[cfg(unix)]
fn a_folder_that_is_a_link_has_no_skills_of_its_own() {
    let tree = tree();
    std::fs::create_dir_all(tree.path("home/project/.codex")).unwrap();
    std::os::unix::fs::symlink("../.claude/skills", tree.path("home/project/.codex/skills")).unwrap();
    let text = tree.run(&["init", "--diff"]).out;
    for part in [
        "#   claude-code: 6 skills, by .claude/skills\n",
        "#   codex: 6 skills, by .codex/skills\n",
        "Each of the 7 skills",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// What the repository calls itself is no line of ours: a break in it ends no comment.
#[test]
fn a_source_that_would_be_settings_stays_in_its_comment() {
    let tree = tree();
    let source = "a/b\n]\n[checks]\nall = \"off\"\n[x]\ny = [\r\u{85}\u{2028}\u{2029}\u{1b}[2J";
    let lock = serde_json::json!({"version": 1, "skills": {"tdd": {"source": source, "sourceType": "github"}}});
    tree.write("home/project/skills-lock.json", &lock.to_string());
    let ran = tree.run(&["init"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = tree.read("home/project/skill-lsp.toml");
    let counts: toml::Table = text.parse().unwrap();
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["exclude"], "{text}");
    assert!(text.contains("# 1 skill from a/b␊]␊[checks]␊all = \"off\"␊"), "{text}");
    assert!(!text.contains(|it: char| it != '\n' && (it.is_control() || "\u{2028}\u{2029}".contains(it))), "{text:?}");
}

#[test]
fn folders_whose_names_are_patterns_are_left_out_as_they_are() {
    let tree = tree();
    let skill = "---\nname: x\nfoo: 1\n---\n\n[x](y.md)\n";
    for folder in [".claude/skills/a[b]", ".claude/skills/ab", "vendor [x]/fixtures/{c}", "d{e,f}/vendor/g"] {
        tree.write(&format!("home/project/{folder}/SKILL.md"), skill);
    }
    let lock = r#"{"version": 1, "skills": {"a[b]": {"source": "a/b", "sourceType": "github"}}}"#;
    tree.write("home/project/skills-lock.json", lock);
    let said = tree.run(&["init"]).err;
    assert!(said.contains("4 skills of others are left out"), "{said}");
    let found = found(&tree).join("\n");
    for folder in ["a[b]", "{c}", "vendor/g", "tests/fixtures"] {
        assert!(!found.contains(folder), "{folder}\n{found}");
    }
    assert!(found.contains("skills/ab/SKILL.md"), "{found}");
}

/// Who has two skills of one folder, and ships one of them, has both left in.
#[test]
fn nothing_of_ones_own_is_left_out() {
    let tree = tree();
    let skill =
        |name: &str| format!("---\nname: {name}\ndescription: Does {name}. Use when asked.\n---\n\n[x](y.md)\n");
    tree.write("home/project/.claude-plugin/plugin.json", r#"{"name": "p", "skills": ["./vendor/mine"]}"#);
    for name in ["mine", "theirs"] {
        tree.write(&format!("home/project/vendor/{name}/SKILL.md"), &skill(name));
    }
    let said = tree.run(&["init"]).err;
    assert!(said.contains("2 skills of others are left out"), "{said}");
    assert!(
        found(&tree).iter().any(|line| line.contains("vendor/mine")),
        "{}",
        tree.read("home/project/skill-lsp.toml")
    );
}

#[test]
#[cfg(unix)]
fn only_what_was_read_keeps_to_something() {
    let tree = tree();
    tree.write("home/elsewhere/far/SKILL.md", "---\nname: far\ndescription: Is far. Use when far.\n---\n\nGo.\n");
    std::os::unix::fs::symlink("../../../elsewhere/far", tree.path("home/project/.claude/skills/far")).unwrap();
    let text = tree.run(&["init", "--diff"]).out;
    assert!(text.contains("claude-code: 7 skills") && text.contains("Each of the 7 skills keeps to this"), "{text}");
}
