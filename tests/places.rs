//! Where skills lie: beside where an agent looks, behind links that lead nowhere, in what git ignores, and twice.

#[cfg(unix)]
use std::fs;

use serde_json::{Value, json};

use crate::program::{Ran, Tree};

const SKILL: &str = "---\nname: notes\ndescription: Keeps notes. Use when something is to be noted.\n---\n\nNote it.\n";

/// A project that git itself takes for a repository.
fn repository(files: &[(&str, &str)]) -> Tree {
    let git = [("HEAD", "ref: refs/heads/main\n"), ("objects/x", ""), ("refs/x", "")];
    let tree = Tree::of(&[]);
    for (path, text) in git {
        tree.write(&format!("home/project/.git/{path}"), text);
    }
    for (path, text) in files {
        tree.write(&format!("home/project/{path}"), text);
    }
    tree
}

/// `path: check`, in order.
fn told(tree: &Tree, arguments: &[&str]) -> Vec<String> {
    let root = tree.text_path("home/");
    let found = tree.json(&[&["check", "--format", "json"], arguments].concat());
    let line = |finding: &Value| {
        let path = finding["path"].as_str().unwrap().strip_prefix(&root).unwrap().replace('\\', "/");
        format!("{}: {}", path.strip_prefix("project/").unwrap_or(&path), finding["check"].as_str().unwrap())
    };
    found["findings"].as_array().unwrap().iter().map(line).collect()
}

/// The skills that a run has looked at, by their bad links.
fn checked(tree: &Tree, arguments: &[&str]) -> Vec<String> {
    let all = told(tree, &[&["--select", "link-target-missing"], arguments].concat());
    all.into_iter().map(|it| it.replace("/SKILL.md: link-target-missing", "")).collect()
}

#[test]
fn a_skill_beside_where_an_agent_looks_is_moved_there() {
    let tree = repository(&[
        (".claude/skill/notes/SKILL.md", SKILL),
        (".claude/skills/flat.md", SKILL),
        (".claude/skills/text/SKILLS.md", SKILL),
        ("skills/collection/SKILL.md", &SKILL.replace("notes", "collection")),
    ]);
    let select = ["--select", "place-near-miss"];
    let all = [
        ".claude/skill/notes/SKILL.md: place-near-miss",
        ".claude/skills/flat.md: place-near-miss",
        ".claude/skills/text/SKILLS.md: place-near-miss",
    ];
    assert_eq!(told(&tree, &select), all);
    assert_eq!(told(&tree, &["--select", "place-near-miss", "."]), all);
    assert_eq!(told(&tree, &["--select", "place-near-miss", ".claude/skills"]), all[1..]);
    // Also where git ignores the folder of the agent; but then nobody meant it to be changed.
    tree.write("home/project/.gitignore", ".claude\n");
    assert_eq!(told(&tree, &select), all);
    tree.out(&["check", "--select", "place-near-miss", "--fix-unsafe"]);
    assert!(tree.has("home/project/.claude/skills/flat.md"));
    let Ran { code, err, .. } = tree.run(&["check", "--select", "place-near-miss", "--fix-unsafe", ".claude"]);
    assert_eq!((code, err.lines().next()), (Some(0), Some("fixed 3 findings in 3 files")));
    for skill in ["notes", "flat", "text"] {
        assert_eq!(tree.read(&format!("home/project/.claude/skills/{skill}/SKILL.md")), SKILL);
    }
    assert_eq!(told(&tree, &select), Vec::<String>::new());
}

#[test]
fn what_lies_beside_the_home_of_an_agent_is_told_with_the_user() {
    let tree = repository(&[("../.claude/skill/notes/SKILL.md", SKILL)]);
    assert_eq!(told(&tree, &["--select", "place-near-miss"]), Vec::<String>::new());
    let told = told(&tree, &["--select", "place-near-miss", "--user"]);
    assert_eq!(told, [".claude/skill/notes/SKILL.md: place-near-miss"]);
}

#[test]
fn why_says_first_where_it_lies() {
    let tree = repository(&[(".claude/skill/notes/SKILL.md", SKILL)]);
    let Ran { code, out, .. } = tree.run(&["why", "notes"]);
    let words = "unread: `notes` lies in `.claude/skill`, but the folder is called `.claude/skills`";
    assert_eq!(code, Some(1));
    assert_eq!(out, format!("notes\n  Claude Code  ./.claude/skill/notes  {words}\n"));
    let answers = tree.json(&["why", "notes", "--format", "json"]);
    assert_eq!((&answers[0]["host"], &answers[0]["outcome"]), (&json!("claude-code"), &json!("absent")));
    assert_eq!(answers[0]["candidates"][0]["path"], tree.text_path("home/project/.claude/skill/notes/SKILL.md"));
    assert_eq!(answers[0]["candidates"][0]["status"], "unread");
    let home = repository(&[("../.gemini/skills/notes.md", SKILL)]);
    let Ran { out, .. } = home.run(&["why", "notes"]);
    assert!(out.contains("unread: `notes` is a file in `.gemini/skills`, where `notes/SKILL.md` should be"), "{out}");
}

#[cfg(unix)]
#[test]
fn a_skill_that_git_ignores_by_the_way_is_told_and_one_that_it_ignores_on_purpose_is_not() {
    let broken = "See [it](gone.md).\n";
    let text = |name: &str| format!("{}{broken}", SKILL.replace("notes", name));
    let paths = ["skills/build", "skills/mine", "skills/kept", "skills/tmp", ".claude/skills/build", "out/skills/x"];
    let texts: Vec<(String, String)> =
        paths.iter().map(|path| (format!("{path}/SKILL.md"), text(path.rsplit('/').next().unwrap()))).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let tree = repository(&files);
    tree.write("home/project/.gitignore", "build/\n/skills/mine\nout/\n");
    tree.write("home/project/skills/.gitignore", "tmp\n");
    let found = told(&tree, &["--select", "place-near-miss", "--select", "link-target-missing"]);
    // What only git's rules keep from others is named; its text is judged where an agent reads it all the same.
    let expected = [
        ".claude/skills/build/SKILL.md: place-near-miss",
        ".claude/skills/build/SKILL.md: link-target-missing",
        "skills/build/SKILL.md: place-near-miss",
        "skills/kept/SKILL.md: link-target-missing",
    ];
    assert_eq!(found, expected);
    let json = tree.json(&["check", "--format", "json", "--select", "place-near-miss"]);
    let message = "Git ignores `build` (`build/` in `.gitignore`), so that nobody else gets it";
    assert_eq!(
        (&json["findings"][0]["message"], &json["findings"][0]["level"]),
        (&json!(message), &json!("information"))
    );
    // Whoever asks is told of what is ignored on purpose too.
    for (name, rule) in [("mine", "`/skills/mine` in `.gitignore`"), ("tmp", "`tmp` in `.gitignore`")] {
        let out = tree.run(&["why", name]).out;
        assert!(out.contains(&format!("unread: Git ignores `{name}` ({rule}), so that nobody else gets it")), "{out}");
    }
}

#[test]
fn why_tells_of_a_skill_that_no_package_ships() {
    let tree = repository(&[
        (
            ".claude-plugin/marketplace.json",
            r#"{"name": "m", "owner": {"name": "x"}, "plugins": [{"name": "p", "source": "./p"}]}"#,
        ),
        ("p/skills/notes/SKILL.md", SKILL),
        ("p/drafts/plan/SKILL.md", &SKILL.replace("notes", "plan")),
    ]);
    let out = tree.run(&["why", "plan"]).out;
    assert!(
        out.contains("./p/drafts/plan  unread: `plan` is read by no agent from here, and no package ships it"),
        "{out}"
    );
}

#[test]
fn a_command_of_a_plugin_that_wins_over_its_skill_is_told_by_check_as_by_why() {
    let tree = repository(&[
        (".claude-plugin/plugin.json", r#"{"name": "bio"}"#),
        ("skills/notes/SKILL.md", SKILL),
        ("commands/notes.md", "---\ndescription: Notes.\n---\n\nNote it.\n"),
    ]);
    assert_eq!(told(&tree, &["--select", "name-shadowed"]), ["skills/notes/SKILL.md: name-shadowed"]);
    let json = tree.json(&["check", "--format", "json", "--select", "name-shadowed"]);
    let message = json["findings"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("A command called `bio:notes` is used instead in Claude Code\n"), "{message}");
    assert!(tree.run(&["why", "notes"]).out.contains("./commands/notes.md  wins as `bio:notes`"));
}

#[test]
fn agents_that_a_manifest_names_are_judged_wherever_they_lie() {
    let agent = "---\nname: rev\ndescription: Reviews.\ntools: Reed\n---\n\nReview it.\n";
    let tree = repository(&[
        (".claude-plugin/plugin.json", r#"{"name": "bio", "agents": ["./more/rev.md"]}"#),
        ("more/rev.md", agent),
        ("more/other.md", agent),
        ("skills/notes/SKILL.md", SKILL),
    ]);
    assert_eq!(told(&tree, &[]), ["more/rev.md: tool-unknown"]);
    tree.write("home/project/.claude-plugin/plugin.json", r#"{"name": "bio"}"#);
    assert_eq!(told(&tree, &[]), Vec::<String>::new());
    tree.write("home/project/.claude/agents/odd.md", &agent.replace("name: rev", "name: a:b").replace("Reed", "Read"));
    assert_eq!(told(&tree, &[]), [".claude/agents/odd.md: name-not-kebab-case"]);
}

#[test]
fn a_manifest_with_a_byte_order_mark_is_told_for_the_agents_that_refuse_it() {
    let tree = repository(&[
        ("gemini-extension.json", "\u{feff}{\"name\": \"bio\", \"version\": \"1.0.0\"}\n"),
        ("skills/notes/SKILL.md", SKILL),
    ]);
    assert_eq!(told(&tree, &[]), ["gemini-extension.json: manifest-invalid"]);
    assert_eq!(tree.run(&["list", "--host", "gemini-cli"]).out, "Gemini CLI  0 skills\n");
    tree.out(&["check", "--fix"]);
    assert_eq!(told(&tree, &[]), Vec::<String>::new());
    assert!(tree.run(&["list", "--host", "gemini-cli"]).out.contains("notes"));
    // Claude Code reads it.
    let tree = repository(&[
        (".claude-plugin/plugin.json", "\u{feff}{\"name\": \"bio\"}\n"),
        ("skills/notes/SKILL.md", SKILL),
    ]);
    assert_eq!(told(&tree, &[]), Vec::<String>::new());
}

// Links can be made without further ado only on Unix.
#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_a_finding_and_no_error() {
    use std::os::unix::fs::symlink;

    let tree = repository(&[(".claude/skills/good/SKILL.md", &SKILL.replace("notes", "good"))]);
    fs::create_dir_all(tree.path("home/project/.claude/skills/file")).unwrap();
    fs::create_dir_all(tree.path("home/project/skills/collected")).unwrap();
    symlink("nowhere", tree.path("home/project/.claude/skills/file/SKILL.md")).unwrap();
    symlink("../nowhere", tree.path("home/project/.claude/skills/folder")).unwrap();
    symlink("nowhere", tree.path("home/project/skills/collected/SKILL.md")).unwrap();
    let all = [
        ".claude/skills/file/SKILL.md: link-leads-nowhere",
        ".claude/skills/folder: link-leads-nowhere",
        "skills/collected/SKILL.md: link-leads-nowhere",
    ];
    assert_eq!(told(&tree, &[]), all);
    assert_eq!(told(&tree, &["."]), all);
    assert_eq!(told(&tree, &["skills/collected/SKILL.md"]), all[2..]);
    let Ran { code, out, err } = tree.run(&["check"]);
    assert_eq!((code, err.as_str()), (Some(0), "3 warnings in 1 skill\n"));
    assert!(out.contains("warning[link-leads-nowhere]: `folder` is a link that leads nowhere"), "{out}");
    assert_eq!(tree.run(&["check", "--fail-on", "warning"]).code, Some(1));
    assert_eq!(tree.run(&["check", "--ignore", "link-leads-nowhere", "--fail-on", "warning"]).code, Some(0));
}

/// A skill with a bad link, by which it is told that it was looked at.
fn marked() -> String {
    format!("{SKILL}\n[gone](references/gone.md)\n")
}

#[test]
fn what_git_ignores_below_a_path_is_left_out_unless_it_is_named() {
    let marked = &*marked();
    let tree = repository(&[
        (".gitignore", "ignored\n.claude\n"),
        ("skills/a/SKILL.md", marked),
        ("ignored/b/SKILL.md", marked),
        ("app/ignored/c/SKILL.md", marked),
        ("app/d/SKILL.md", marked),
        ("app/.claude/skills/e/SKILL.md", marked),
        ("clone/.git/HEAD", "ref: refs/heads/main\n"),
        ("clone/f/SKILL.md", marked),
        ("worktree/.git", "gitdir: elsewhere\n"),
        ("worktree/g/SKILL.md", marked),
    ]);
    assert_eq!(checked(&tree, &["."]), ["app/d", "skills/a"]);
    assert_eq!(checked(&tree, &[]), ["app/d", "skills/a"]);
    // An agent that is started in the path reads its folder there.
    assert_eq!(checked(&tree, &["app"]), ["app/.claude/skills/e", "app/d"]);
    assert_eq!(checked(&tree, &["ignored"]), ["ignored/b"]);
    assert_eq!(checked(&tree, &["app/ignored/c"]), ["app/ignored/c"]);
    assert_eq!(checked(&tree, &["app/ignored/c/SKILL.md", "skills"]), ["app/ignored/c", "skills/a"]);
    assert_eq!(checked(&tree, &["clone", "worktree"]), ["clone/f", "worktree/g"]);
    // `include` brings back, in the flags and in the settings.
    assert_eq!(checked(&tree, &[".", "--include", "ignored"]), ["app/d", "app/ignored/c", "ignored/b", "skills/a"]);
    tree.write("home/project/skill-lsp.toml", "include = [\"/ignored/**\"]\n");
    assert_eq!(checked(&tree, &["."]), ["app/d", "ignored/b", "skills/a"]);
    assert_eq!(checked(&tree, &[]), ["app/d", "ignored/b", "skills/a"]);
}

#[test]
fn what_git_ignores_is_fixed_only_when_it_is_named() {
    let tool = &SKILL.replace("\n---\n\n", "\nallowed-tools: Reed\n---\n\n");
    let tree =
        repository(&[(".gitignore", ".claude\n"), ("app/.claude/skills/a/SKILL.md", tool), ("app/b/SKILL.md", tool)]);
    let fix = |path: &str| tree.run(&["check", "--fix-unsafe", "--select", "tool-unknown", path]).code;
    assert_eq!(fix("app"), Some(0));
    let has = |path: &str| tree.read(&format!("home/project/app/{path}/SKILL.md")).contains("Reed");
    assert!(has(".claude/skills/a") && !has("b"));
    assert_eq!(fix("app/.claude/skills"), Some(0));
    assert!(!has(".claude/skills/a"));
}

#[test]
fn a_skill_in_the_folder_one_stands_in_counts() {
    let marked = &*marked();
    let tree = repository(&[("SKILL.md", marked), ("skills/x/SKILL.md", marked)]);
    assert_eq!(checked(&tree, &["--cwd", "skills/x"]), ["skills/x"]);
    assert_eq!(checked(&tree, &["skills/x"]), ["skills/x"]);
    assert_eq!(tree.json(&["check", ".", "--format", "json"])["files"], 2);
}

#[test]
fn copies_that_drifted_apart_are_told_on_both_and_by_why() {
    let changed = SKILL.replace("Note it.", "Note it.\nTwice.");
    let tree = repository(&[
        (".claude/skills/notes/SKILL.md", SKILL),
        (".agents/skills/notes/SKILL.md", &changed),
        (".codex/skills/notes/SKILL.md", &SKILL.replace('\n', "\r\n")),
    ]);
    let found = tree.json(&["check", "--format", "json", "--select", "copies-differ"]);
    let told: Vec<_> = found["findings"].as_array().unwrap().iter().map(|it| it["message"].as_str().unwrap()).collect();
    let wanted = [
        "`notes` differs from 2 of its copies for other agents",
        "`notes` differs from its copy in `.agents/skills` in 1 line",
        "`notes` differs from its copy in `.agents/skills` in 1 line",
    ];
    assert_eq!(told, wanted);
    assert_eq!(found["findings"][1]["related"][0]["message"], "this copy differs in 1 line");
    assert_eq!(found["findings"][1]["level"], "information");
    let out = tree.out(&["why", "notes"]);
    assert!(out.contains("  copies  ./.agents/skills/notes and ./.claude/skills/notes differ in 1 line\n"), "{out}");
    let out = tree.out(&["why", "notes", "--host", "claude-code"]);
    assert!(out.contains("./.claude/skills/notes and ./.agents/skills/notes differ in 1 line"), "{out}");
}

#[test]
fn one_name_twice_in_a_package_is_told_and_in_two_of_them_it_is_not() {
    let forms = &SKILL.replace("Note it.", "Fill it in.");
    let marketplace = r#"{"name": "shop", "owner": {"name": "Mei"}, "plugins": [
        {"name": "a", "source": "./a"}, {"name": "b", "source": "./b"}]}"#;
    let tree = repository(&[
        (".claude-plugin/marketplace.json", marketplace),
        ("a/.claude-plugin/plugin.json", r#"{"name": "a"}"#),
        ("b/.claude-plugin/plugin.json", r#"{"name": "b"}"#),
        ("a/skills/notes/SKILL.md", SKILL),
        ("b/skills/notes/SKILL.md", forms),
    ]);
    let select = ["--select", "name-repeated"];
    assert_eq!(told(&tree, &select), Vec::<String>::new());
    tree.write("home/project/a/skills/forms/SKILL.md", forms);
    let both = ["a/skills/forms/SKILL.md: name-repeated", "a/skills/notes/SKILL.md: name-repeated"];
    assert_eq!(told(&tree, &select), both);
    let found = tree.json(&["check", "--format", "json", "--select", "name-repeated"]);
    assert_eq!(found["findings"][0]["message"], "Another skill in the package `a` is called `notes` too");
}
