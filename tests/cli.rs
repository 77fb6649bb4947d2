//! The command line as people and scripts use it: the real program on real folders.

use std::fs;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{Tree, ran};

const GOOD: &str = "---\nname: good\ndescription: Tidies a file. Use when a file is untidy.\n---\n\nTidy it.\n";
const COLON: &str = "---\nname: deploy\ndescription: Use this when: you deploy\n---\n\nDeploy it.\n";

/// A project with the colon of the first scene and a skill without fault.
fn colon() -> Tree {
    Tree::of(&[
        ("home/project/.claude/skills/deploy/SKILL.md", COLON),
        ("home/project/.claude/skills/good/SKILL.md", GOOD),
    ])
}

/// One name in two places.
fn clash() -> Tree {
    let text = "---\nname: deploy\ndescription: Deploys. Use when asked to.\n---\n\nDeploy it.\n";
    Tree::of(&[
        ("home/.claude/skills/deploy/SKILL.md", text),
        ("home/project/.claude/skills/deploy/SKILL.md", &text.replace("Deploys", "Ships")),
        ("home/.agents/skills/deploy/SKILL.md", &text.replace("Deploys", "Brings")),
        ("home/project/.agents/skills/deploy/SKILL.md", &text.replace("Deploys", "Sends")),
    ])
}

fn find<'a>(rows: &'a Value, keys: &[(&str, &str)]) -> &'a Value {
    let fits = |row: &&Value| keys.iter().all(|(key, value)| row[*key] == *value);
    rows.as_array().unwrap().iter().find(fits).unwrap_or_else(|| panic!("no {keys:?} in {rows:#}"))
}

// check

#[test]
fn check_draws_the_colon_and_fails() {
    let ran = colon().run(&["check", "--select", "yaml-syntax"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("error[yaml-syntax]: "), "{}", ran.out);
    assert_eq!(lines[1], "  ╭▸ .claude/skills/deploy/SKILL.md:3:27");
    assert_eq!(lines[3], "3 │ description: Use this when: you deploy");
    assert!(lines[4].starts_with("  │                           ━"), "{}", ran.out);
    assert!(ran.out.contains("╰ fix: "), "{}", ran.out);
    assert_eq!(ran.err, "1 error in 2 skills; 1 fixable with --fix\n");
}

#[test]
fn check_is_quiet_when_all_is_well() {
    let tree = Tree::of(&[("home/project/.claude/skills/good/SKILL.md", GOOD)]);
    let ran = tree.run(&["check"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    assert_eq!(ran.err, "1 skill checked, nothing found\n");
}

#[test]
fn check_without_skills_says_where_it_looked() {
    let ran = Tree::of(&[]).run(&["check"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    let nothing = "no skills found: looked for SKILL.md in every folder below ., in the agents' folders here; `--user` looks \
                   into your home folder too";
    assert_eq!(ran.err, format!("{nothing}\n"));
    // Machines are told too, where people look.
    let tree = Tree::of(&[]);
    let ran = tree.run(&["check", "--format", "github"]);
    assert_eq!((ran.code, ran.out), (Some(0), format!("::notice title=skill-lsp::{nothing}\n")));
    assert_eq!(tree.run(&["check", "--format", "json"]).err, format!("{nothing}\n"));
}

#[test]
fn check_sees_what_is_here_and_nothing_that_git_ignores() {
    let tree = Tree::of(&[
        ("home/project/.git/HEAD", "ref: refs/heads/main\n"),
        ("home/project/.git/objects/x", ""),
        ("home/project/.git/refs/x", ""),
        ("home/project/.gitignore", "ignored\n.claude\n"),
        ("home/project/skills/a/SKILL.md", COLON),
        ("home/project/plugins/p/skills/b/SKILL.md", COLON),
        ("home/project/skills/a/templates/part/SKILL.md", COLON),
        ("home/project/skills/a/inner/SKILL.md", COLON),
        ("home/project/ignored/c/SKILL.md", COLON),
        ("home/project/node_modules/d/SKILL.md", COLON),
        ("home/project/.claude/skills/e/SKILL.md", COLON),
        ("home/project/clone/.git", "gitdir: elsewhere\n"),
        ("home/project/clone/skills/f/SKILL.md", COLON),
        ("home/.claude/skills/mine/SKILL.md", COLON),
    ]);
    let seen = |arguments: &[&str]| -> String {
        let found = tree.json(&[&["check", "--select", "yaml-syntax", "--format", "json"], arguments].concat());
        let path = |it: &Value| {
            let folder = it["path"].as_str().unwrap().strip_suffix("SKILL.md").unwrap();
            folder.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap().to_owned()
        };
        found["findings"].as_array().unwrap().iter().map(path).collect::<Vec<_>>().join(" ")
    };
    // A plain client looks for skills in every folder, but for those of a skill's own files.
    assert_eq!(seen(&[]), "e b a inner");
    assert_eq!(seen(&["--user"]), "mine e b a inner");
    let ran = tree.run(&["check"]);
    let parts = "1 file called SKILL.md is a part of another skill: skills/a/templates/part/SKILL.md\n";
    assert!(ran.err.ends_with(parts), "{}", ran.err);
    for format in ["concise", "grouped", "jsonl", "github", "sarif", "gitlab", "junit", "html"] {
        let ran = tree.run(&["check", "--format", format]);
        assert!(ran.err.ends_with(parts), "{format}: {}", ran.err);
    }
    let inside = json!([tree.path("home/project/skills/a/templates/part/SKILL.md")]);
    assert_eq!(tree.json(&["check", "--format", "json"])["parts"], inside);
    assert_eq!(seen(&["--exclude", "plugins", "--exclude", "skills/a", "--include", "skills/a/inner"]), "e inner");
    let wrong = tree.run(&["check", "--exclude", "{a"]);
    assert_eq!((wrong.code, wrong.err.contains("`{a` is no pattern")), (Some(2), true), "{}", wrong.err);
    tree.write("home/project/skill-lsp.toml", "exclude = [\"skills\"]\n");
    assert_eq!(seen(&[]), "", "as in an ignore file: every folder of that name");
    for named in ["skills/a/SKILL.md", "skills/a", "skills"] {
        assert_eq!(seen(&[named]), "", "what is left out stays left out: hooks and shells name whatever there is");
        let ran = tree.run(&["check", "--fix", named]);
        let said = format!("not checked, because `exclude` leaves it out: `{named}`\n");
        assert_eq!((ran.code, ran.err), (Some(0), said));
    }
    assert_eq!(seen(&["skills/a", "--include", "skills/a"]), "a inner");
    let typed = tree.run_with(&["check", "--fix", "--stdin-filename", "skills/a/SKILL.md"], COLON.as_bytes());
    assert_eq!((&*typed.out, typed.code), (COLON, Some(0)), "{}", typed.err);
    assert!(typed.err.starts_with("not checked, because"), "{}", typed.err);
    tree.write("home/project/skill-lsp.toml", "exclude = [\"/skills\"]\n");
    // What git ignores is changed only when it is named.
    let read = |name: &str| std::fs::read_to_string(tree.path(name)).unwrap();
    tree.run(&["check", "--fix"]);
    assert_ne!(read("home/project/plugins/p/skills/b/SKILL.md"), COLON);
    for name in [".claude/skills/e", "ignored/c", "clone/skills/f", "skills/a"] {
        assert_eq!(read(&format!("home/project/{name}/SKILL.md")), COLON, "{name}");
    }
    tree.run(&["check", "--fix", ".claude"]);
    assert_ne!(read("home/project/.claude/skills/e/SKILL.md"), COLON);
}

#[cfg(unix)]
#[test]
fn a_folder_with_two_names_is_told_once() {
    let tree = Tree::of(&[("home/project/.agents/skills/a/SKILL.md", COLON)]);
    std::fs::create_dir_all(tree.path("home/project/.claude")).unwrap();
    std::os::unix::fs::symlink("../.agents/skills", tree.path("home/project/.claude/skills")).unwrap();
    let found = tree.json(&["check", "--select", "yaml-syntax", "--format", "json"]);
    assert_eq!(found["files"], 1);
    assert_eq!(found["findings"].as_array().unwrap().len(), 1, "{found:#}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_nobody_may_read_is_told_and_fails_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let tree = Tree::of(&[("home/project/skills/good/SKILL.md", GOOD), ("home/project/data/x", "")]);
    let data = tree.path("home/project/data");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o000)).unwrap();
    // Root may read everything.
    let is_closed = std::fs::read_dir(&data).is_err();
    let ran = tree.run(&["check", "--select", "yaml-syntax"]);
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!((ran.code, ran.err.contains("/project/data: ")), (Some(0), is_closed), "{}", ran.err);
}

#[test]
fn outside_a_repository_the_look_is_bounded_and_that_is_told() {
    let tree = Tree::of(&[
        ("home/project/1/2/3/4/5/6/7/8/9/SKILL.md", COLON),
        ("home/project/1/2/3/4/5/6/7/8/SKILL.md", COLON),
    ]);
    let ran = tree.run(&["check", "--select", "yaml-syntax", "--format", "json"]);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&found["files"], &found["incomplete"]), (&json!(1), &json!(true)));
    assert!(ran.err.contains("only 8 levels and 50000 entries were looked through"), "{}", ran.err);
}

#[test]
fn check_looks_at_the_named_paths_only() {
    let tree = colon();
    tree.write("home/project/elsewhere/deep/down/odd/SKILL.md", COLON);
    let all = tree.json(&["check", "--format", "json", "--select", "yaml-syntax"]);
    assert_eq!(all["findings"].as_array().unwrap().len(), 2, "everything here: {all:#}");
    let named = tree.json(&["check", "elsewhere", "--format", "json", "--select", "yaml-syntax"]);
    assert_eq!(named["files"], 1);
    assert_eq!(named["findings"][0]["path"], tree.text_path("home/project/elsewhere/deep/down/odd/SKILL.md"));
    let file = tree.json(&["check", ".claude/skills/good/SKILL.md", "--format", "json", "--select", "yaml-syntax"]);
    assert_eq!((&file["files"], &file["findings"]), (&json!(1), &json!([])));
}

#[test]
fn a_path_that_is_not_there_is_a_wrong_use() {
    let ran = colon().run(&["check", "nowhere"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("nowhere: there is no such file or folder"), "{}", ran.err);
}

#[test]
fn the_failing_level_decides_the_exit_code() {
    let tree = Tree::of(&[("home/project/.claude/skills/other/SKILL.md", GOOD)]);
    let code =
        |arguments: &[&str]| tree.run(&[&["check", "--select", "name-folder-mismatch"], arguments].concat()).code;
    assert_eq!(code(&[]), Some(0), "a warning");
    assert_eq!(code(&["--fail-on", "warning"]), Some(1));
    assert_eq!(code(&["--fail-on", "information"]), Some(1));
    assert_eq!(code(&["--fail-on", "off"]), Some(0));
    assert_eq!(code(&["--fail-on", "loud"]), Some(2));
    assert_eq!(tree.run(&["check", "--ignore", "name-folder-mismatch", "--fail-on", "warning"]).code, Some(0));
}

#[test]
fn selected_checks_are_heard_alone_also_those_that_are_off() {
    let tree = Tree::of(&[(
        "home/project/.claude/skills/other/SKILL.md",
        "---\nname: good\ndescription: Tidies a file.\n---\n\nTidy it.\n",
    )]);
    let checks = |arguments: &[&str]| -> Vec<String> {
        let value = tree.json(&[&["check", "--format", "json"], arguments].concat());
        value["findings"].as_array().unwrap().iter().map(|it| it["check"].as_str().unwrap().to_owned()).collect()
    };
    assert!(!checks(&[]).contains(&"description-without-trigger".to_owned()));
    assert_eq!(checks(&["--select", "description-without-trigger"]), ["description-without-trigger"]);
    assert_eq!(checks(&["--select", "name-folder-mismatch,yaml-syntax"]), ["name-folder-mismatch"]);
    assert!(!checks(&["--ignore", "name-folder-mismatch"]).contains(&"name-folder-mismatch".to_owned()));
}

#[test]
fn what_is_selected_is_shown_and_what_is_ignored_is_not() {
    let tree = colon();
    let file = "home/project/.claude/skills/good/SKILL.md";
    tree.write(file, &GOOD.replace("name: good", "name: good\nown-key: 1"));
    let ran = tree.run(&["check", "--select", "field-unknown"]);
    assert!(ran.out.starts_with("hint[field-unknown]"), "{}{}", ran.out, ran.err);
    let ran = tree.run(&["check", "--select", "field-unknown", "--ignore", "field-unknown"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", "2 skills checked, nothing found\n"));
}

#[test]
fn a_folder_that_is_off_by_path_stays_off_when_a_check_is_selected() {
    let tree = colon();
    tree.write("home/project/vendor/deploy/SKILL.md", COLON);
    let settings =
        "[checks]\nyaml-syntax = \"off\"\n[[overrides]]\npaths = [\"vendor/**\"]\nchecks = { all = \"off\" }\n";
    tree.write("home/project/skill-lsp.toml", settings);
    let found = tree.json(&["check", "--select", "yaml-syntax", "--format", "json", "."]);
    let found: Vec<_> = found["findings"].as_array().unwrap().iter().map(|it| (&it["path"], &it["level"])).collect();
    let path = json!(tree.text_path("home/project/.claude/skills/deploy/SKILL.md"));
    assert_eq!(found, [(&path, &json!("error"))]);
}

#[test]
fn json_is_the_contract() {
    let tree = colon();
    let value = tree.json(&["check", "--format", "json", "--select", "yaml-syntax"]);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&value), ["version", "files", "findings"]);
    assert_eq!((&value["version"], &value["files"]), (&json!(1), &json!(2)));
    let finding = &value["findings"][0];
    assert_eq!(keys(finding), ["check", "level", "path", "range", "message", "hosts", "related", "fixes"]);
    assert_eq!(finding["check"], "yaml-syntax");
    assert_eq!(finding["level"], "error");
    assert_eq!(finding["path"], tree.text_path("home/project/.claude/skills/deploy/SKILL.md"));
    assert_eq!(finding["range"]["start"], json!({"line": 3, "column": 27}));
    assert_eq!(keys(&finding["fixes"][0]), ["title", "safe", "edits"]);
    assert_eq!(finding["fixes"][0]["safe"], true);
    assert_eq!(keys(&finding["fixes"][0]["edits"][0]), ["path", "range", "newText"]);
    let lines = tree.run(&["check", "--format", "jsonl", "--select", "yaml-syntax"]).out;
    assert_eq!(lines.lines().count(), 1);
    assert_eq!(serde_json::from_str::<Value>(&lines).unwrap(), *finding);
}

#[test]
fn columns_count_characters_and_utf16_units() {
    let tree = Tree::of(&[("home/project/.claude/skills/deploy/SKILL.md", &COLON.replace("Use this", "😀漢s this"))]);
    let value = tree.json(&["check", "--format", "json", "--select", "yaml-syntax"]);
    assert_eq!(value["findings"][0]["range"]["start"]["column"], 27);
    let value = tree.json(&["check", "--format", "sarif", "--select", "yaml-syntax"]);
    let region = &value["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startColumn"], 28);
}

#[test]
fn sarif_has_what_code_scanning_asks_for() {
    let tree = clash();
    tree.write("home/project/.claude/skills/a b/SKILL.md", COLON);
    let value = tree.json(&["check", "--format", "sarif"]);
    assert_eq!(value["version"], "2.1.0");
    assert!(value["$schema"].as_str().unwrap().ends_with("sarif-2.1.0.json"));
    let run = &value["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "skill-lsp");
    assert!(run["originalUriBaseIds"]["%SRCROOT%"]["uri"].as_str().unwrap().ends_with("/project/"));
    let rules = driver["rules"].as_array().unwrap();
    for rule in rules {
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(!rule[key]["text"].as_str().unwrap().is_empty(), "{rule:#}");
        }
        assert!(
            ["error", "warning", "note", "none"].contains(&rule["defaultConfiguration"]["level"].as_str().unwrap())
        );
    }
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert!(!place["artifactLocation"]["uri"].as_str().unwrap().contains(' '));
        let number = |key: &str| place["region"][key].as_u64().unwrap();
        assert!(number("startLine") >= 1 && number("startColumn") >= 1);
        assert!((number("endLine"), number("endColumn")) >= (number("startLine"), number("startColumn")));
    }
    let here = results.iter().find(|result| {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == ".claude/skills/a%20b/SKILL.md"
    });
    assert_eq!(here.unwrap()["locations"][0]["physicalLocation"]["artifactLocation"]["uriBaseId"], "%SRCROOT%");
}

#[test]
fn github_annotations_name_file_and_line() {
    let ran = colon().run(&["check", "--format", "github", "--select", "yaml-syntax"]);
    assert!(ran.out.starts_with("::error file=.claude/skills/deploy/SKILL.md,line=3,col=27,endColumn="), "{}", ran.out);
    assert!(ran.out.contains(",endLine=3,title=yaml-syntax::"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 1, "a message of two lines is escaped: {}", ran.out);
}

#[test]
fn junit_is_well_formed() {
    let tree = Tree::of(&[(
        "home/project/.claude/skills/a&b/SKILL.md",
        "---\nname: <a>\ndescription: \"x & y\u{1}\"\n---\nbody\n",
    )]);
    let ran = tree.run(&["check", "--format", "junit", "--fail-on", "hint"]);
    assert!(ran.out.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "), "{}", ran.out);
    assert!(ran.out.contains("a&amp;b/SKILL.md"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1}'));
    assert_well_formed(&ran.out);
}

/// Tags balance, attributes are quoted, nothing stands raw.
fn assert_well_formed(text: &str) {
    let mut open = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, rest) = piece.split_once('>').expect(piece);
        assert!(!rest.contains('>'), "{rest}");
        for entity in rest.split('&').skip(1).chain(tag.split('&').skip(1)) {
            let name = entity.split(';').next().unwrap();
            assert!(["lt", "gt", "amp", "quot", "apos"].contains(&name) || name.starts_with('#'), "{entity}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.starts_with('?') && !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap().to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn statistics_count_each_check() {
    let tree = colon();
    let ran = tree.run(&["check", "--statistics", "--select", "yaml-syntax"]);
    assert_eq!(ran.out, "     1  error  yaml-syntax  1 fixable\n");
    let value = tree.json(&["check", "--statistics", "--select", "yaml-syntax", "--format", "json"]);
    assert_eq!(value, json!([{"check": "yaml-syntax", "level": "error", "count": 1, "fixable": 1}]));
}

#[test]
fn an_unknown_check_or_host_is_guessed() {
    let tree = colon();
    let ran = tree.run(&["check", "--select", "yaml-sintax"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(2), "error: there is no check `yaml-sintax`: did you mean `yaml-syntax`?\n")
    );
    for command in ["check", "list", "prompt"] {
        let ran = tree.run(&[command, "--host", "claude-cod"]);
        assert_eq!(ran.code, Some(2));
        assert!(
            ran.err.starts_with("error: there is no host `claude-cod`: did you mean `claude-code`?; known are "),
            "{}",
            ran.err
        );
    }
}

// fixes

#[test]
fn fix_mends_and_then_finds_nothing_more_to_do() {
    let tree = colon();
    let ran = tree.run(&["check", "--fix", "--select", "yaml-syntax"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(ran.err, "fixed 1 finding in 1 file\n2 skills checked, nothing found\n");
    let mended = tree.read("home/project/.claude/skills/deploy/SKILL.md");
    assert_ne!(mended, COLON);
    assert!(mended.contains("Use this when: you deploy"), "{mended}");
    let again = tree.run(&["check", "--fix", "--select", "yaml-syntax"]);
    assert_eq!((again.code, again.err.as_str()), (Some(0), "2 skills checked, nothing found\n"));
    assert_eq!(tree.read("home/project/.claude/skills/deploy/SKILL.md"), mended);
    assert_eq!(tree.read("home/project/.claude/skills/good/SKILL.md"), GOOD);
}

#[test]
fn diff_shows_the_fix_and_never_writes() {
    let tree = colon();
    let ran = tree.run(&["check", "--diff", "--fix", "--select", "yaml-syntax"]);
    assert_eq!(ran.code, Some(1));
    let path = ".claude/skills/deploy/SKILL.md";
    assert!(ran.out.starts_with(&format!("--- {path}\n+++ {path}\n@@ -1,6 +1,6 @@\n ---\n name: deploy\n-description: Use this when: you deploy\n+description: ")), "{}", ran.out);
    assert_eq!(ran.err, "would fix 1 finding in 1 file\n");
    assert_eq!(tree.read("home/project/.claude/skills/deploy/SKILL.md"), COLON);
    let tree = Tree::of(&[("home/project/.claude/skills/good/SKILL.md", GOOD)]);
    let ran = tree.run(&["check", "--diff"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", "nothing to fix\n"));
}

#[test]
fn crlf_and_permissions_survive_a_fix() {
    let tree = colon();
    let path = "home/project/.claude/skills/deploy/SKILL.md";
    tree.write(path, &COLON.replace('\n', "\r\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(tree.path(path), fs::Permissions::from_mode(0o640)).unwrap();
    }
    assert_eq!(tree.run(&["check", "--fix", "--select", "yaml-syntax"]).code, Some(0));
    let mended = tree.read(path);
    assert_eq!(mended.matches("\r\n").count(), mended.matches('\n').count());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(tree.path(path)).unwrap().permissions().mode() & 0o777, 0o640);
    }
}

#[cfg(unix)]
#[test]
fn one_file_under_two_paths_is_mended_once() {
    let tree = Tree::of(&[("home/project/.agents/skills/deploy/SKILL.md", COLON)]);
    fs::create_dir_all(tree.path("home/project/.claude/skills")).unwrap();
    std::os::unix::fs::symlink("../../.agents/skills/deploy", tree.path("home/project/.claude/skills/deploy")).unwrap();
    let ran = tree.run(&["check", "--fix", "--select", "yaml-syntax"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.err.starts_with("fixed 1 finding in 1 file\n"), "{}", ran.err);
}

#[test]
fn only_unsafe_fixes_rename() {
    let tree = Tree::of(&[("home/project/.claude/skills/other/SKILL.md", GOOD)]);
    let before = tree.read("home/project/.claude/skills/other/SKILL.md");
    let ran = tree.run(&["check", "--fix", "--select", "name-folder-mismatch"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(tree.read("home/project/.claude/skills/other/SKILL.md"), before);
    let ran = tree.run(&["check", "--fix-unsafe", "--select", "name-folder-mismatch"]);
    assert!(ran.err.starts_with("fixed 1 finding in 1 file\n"), "{}{}", ran.out, ran.err);
    let again = tree.run(&["check", "--fix-unsafe", "--select", "name-folder-mismatch"]);
    assert_eq!(again.err, "1 skill checked, nothing found\n");
}

#[test]
#[cfg_attr(
    all(windows, target_env = "gnu"),
    ignore = "Wine 8 gives no file a name that differs in case alone, and says that it did"
)]
fn a_file_gets_the_name_that_agents_look_for() {
    let tree = Tree::of(&[("home/project/.claude/skills/deploy/skill.md", GOOD)]);
    let ran = tree.run(&["check", "--fix-unsafe", "--select", "file-name-case"]);
    assert!(ran.err.starts_with("fixed 1 finding in 1 file\n"), "{}{}", ran.out, ran.err);
    let entries = fs::read_dir(tree.path("home/project/.claude/skills/deploy")).unwrap();
    let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["SKILL.md"]);
    assert_eq!(tree.read("home/project/.claude/skills/deploy/SKILL.md"), GOOD);
}

#[test]
fn files_are_never_created_in_bulk() {
    let text = format!("{GOOD}\nSee [the list](references/list.md).\n");
    let tree = Tree::of(&[("home/project/.claude/skills/deploy/SKILL.md", &text)]);
    let ran = tree.run(&["check", "--fix-unsafe", "--select", "link-target-missing"]);
    // On a command line it is no fix: whoever reads it could not ask for it.
    assert!(
        ran.out.contains("`references/list.md` does not exist") && !ran.out.contains("fix:"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(!tree.path("home/project/.claude/skills/deploy/references").exists());
}

#[test]
fn a_file_that_is_not_utf8_is_never_written() {
    let tree = Tree::of(&[]);
    let path = "home/project/.claude/skills/deploy/SKILL.md";
    let bytes = [COLON.as_bytes(), b"\xff\xfe\n"].concat();
    tree.write_bytes(path, &bytes);
    let ran = tree.run(&["check", "--fix-unsafe"]);
    assert!(ran.code.is_some(), "{}", ran.err);
    assert_eq!(fs::read(tree.path(path)).unwrap(), bytes);
}

// standard input

#[test]
fn a_buffer_is_checked_as_if_it_were_the_file() {
    let tree = Tree::of(&[("home/project/.claude/skills/deploy/SKILL.md", GOOD)]);
    let arguments = ["check", "--stdin-filename", ".claude/skills/deploy/SKILL.md", "--select", "yaml-syntax"];
    let ran = tree.run_with(&arguments, COLON.as_bytes());
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains(".claude/skills/deploy/SKILL.md:3:27"), "{}", ran.out);
    let fixed = tree.run_with(&[&arguments[..], &["--fix"]].concat(), COLON.as_bytes());
    assert_eq!(fixed.code, Some(0), "{}", fixed.err);
    assert!(fixed.out.starts_with("---\nname: deploy\ndescription: "), "{}", fixed.out);
    assert_ne!(fixed.out, COLON);
    let diff = tree.run_with(&[&arguments[..], &["--diff"]].concat(), COLON.as_bytes());
    assert_eq!(diff.code, Some(1));
    assert!(diff.out.starts_with("--- .claude/skills/deploy/SKILL.md\n"), "{}", diff.out);
    assert_eq!(tree.read("home/project/.claude/skills/deploy/SKILL.md"), GOOD, "never written");
    let clean = tree.run_with(&[&arguments[..], &["--fix"]].concat(), GOOD.as_bytes());
    assert_eq!(clean.out, GOOD);
}

#[test]
fn the_diff_of_a_buffer_is_about_that_file_alone() {
    let tree = colon();
    tree.write("home/project/.claude/skills/other/SKILL.md", &COLON.replace("deploy\n", "other\n"));
    let path = ".claude/skills/good/SKILL.md";
    let arguments = ["check", "--diff", "--stdin-filename", path, "--select", "yaml-syntax"];
    let ran = tree.run_with(&arguments, COLON.replace("deploy\n", "good\n").as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), "would fix 1 finding in 1 file\n"));
    let changed = "-description: Use this when: you good\n+description: \"Use this when: you good\"\n";
    let expected =
        format!("--- {path}\n+++ {path}\n@@ -1,6 +1,6 @@\n ---\n name: good\n{changed} ---\n \n Deploy it.\n");
    assert_eq!(ran.out, expected);
    let ran = tree.run_with(&arguments, GOOD.as_bytes());
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", "nothing to fix\n"));
}

#[test]
fn a_buffer_is_never_moved() {
    let tree = Tree::of(&[]);
    tree.write("home/project/.claude/skills/good/skill.md", GOOD);
    let moves = tree.run(&["check", "--diff", "--fix-unsafe", "--select", "file-name-case"]).out;
    assert_eq!(moves, "rename from .claude/skills/good/skill.md\nrename to .claude/skills/good/SKILL.md\n");
    let buffer = ["--diff", "--fix-unsafe", "--stdin-filename", ".claude/skills/good/skill.md"];
    let ran = tree.run_with(&[&["check"], &buffer[..], &["--select", "file-name-case"]].concat(), GOOD.as_bytes());
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", "nothing to fix\n"));
}

#[test]
fn half_a_buffer_is_never_printed() {
    let tree = colon();
    let long = "x".repeat(4_000_001);
    let ran = tree.run_with(&["check", "--fix", "--stdin-filename", "SKILL.md"], long.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{}", ran.err);
}

#[test]
fn a_buffer_may_be_a_file_that_is_not_there_yet() {
    let tree = Tree::of(&[]);
    let arguments = ["check", "--stdin-filename", ".claude/skills/fresh/SKILL.md", "--format", "json"];
    let ran = tree.run_with(&arguments, b"---\nname: stale\ndescription: Does x. Use when y.\n---\nbody\n");
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(value["files"], 1);
    find(&value["findings"], &[("check", "name-folder-mismatch")]);
    assert!(!ran.out.contains("skill-not-discovered"), "{}", ran.out);
}

#[test]
#[cfg(unix)]
fn the_action_and_the_hook_fail_on_a_broken_skill_of_a_collection() {
    let tree =
        Tree::of(&[("home/project/skills/good/SKILL.md", GOOD), ("home/project/skills/open/SKILL.md", "Do it.\n")]);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_skill-lsp")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let shell = |command: &str| {
        let mut shell = Command::new("bash");
        shell.args(["-c", command]).current_dir(tree.path("home/project")).env_clear();
        shell.env("HOME", tree.path("home")).env("PATH", &path).env("FAIL_ON", "error");
        shell.envs(["PATHS", "HOST", "CHANGED", "SARIF"].map(|name| (name, "")));
        ran(shell.output().unwrap())
    };
    let file = |name: &str| fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let said = |text: &str, key: &str| -> String {
        text.lines().find_map(|line| line.trim().strip_prefix(key)).expect("the file says it").to_owned()
    };
    // What the last step of the action runs, with the defaults of its inputs.
    let action = file("action.yml");
    assert!(action.contains("  fail-on:\n") && action.contains("    default: error\n"));
    let (_, script) = action.rsplit_once("      run: |\n").unwrap();
    let done = shell(script);
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert!(done.out.contains("::error file=skills/open/SKILL.md,"), "{}", done.out);
    assert!(!done.out.contains("skills/good"), "{}", done.out);
    // What the hook runs, with the files that its pattern takes.
    let hooks = file(".pre-commit-hooks.yaml");
    let pattern = regex::Regex::new(&said(&hooks, "files: ")).unwrap();
    let all =
        ["README.md", "skills/good/SKILL.md", "skills/open/SKILL.md", "plugin.json", ".claude-plugin/plugin.json"];
    let taken: Vec<&str> = all.into_iter().filter(|path| pattern.is_match(path)).collect();
    assert_eq!(taken, [all[1], all[2], all[4]]);
    // It is given no files: it looks at all of them, once.
    assert_eq!(said(&hooks, "pass_filenames: "), "false");
    let done = shell(&said(&hooks, "entry: "));
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert!(done.out.contains("skills/open/SKILL.md"), "{}", done.out);
}

#[test]
fn a_buffer_is_compared_with_the_copies_of_its_skill() {
    let tree = Tree::of(&[
        ("home/project/.claude/skills/good/SKILL.md", GOOD),
        ("home/project/.agents/skills/good/SKILL.md", GOOD),
    ]);
    let arguments = ["check", "--stdin-filename", ".claude/skills/good/SKILL.md", "--format", "json"];
    let checks = |text: &str| {
        let ran = tree.run_with(&arguments, text.as_bytes());
        let value: Value = serde_json::from_str(&ran.out).unwrap();
        value["findings"].as_array().unwrap().iter().any(|it| it["check"] == "copies-differ")
    };
    assert!(!checks(GOOD));
    assert!(checks(&format!("{GOOD}One line more.\n")));
    tree.write("home/project/.agents/skills/good/SKILL.md", &format!("{GOOD}One line more.\n"));
    assert!(!checks(&format!("{GOOD}One line more.\n")));
    assert!(checks(GOOD));
}

#[test]
fn a_file_that_is_no_skill_allows_findings_too() {
    let tree = Tree::new("");
    let flat = "---\nname: notes\ndescription: Takes notes. Use when there is something to note.\n---\nNote it.\n";
    tree.write("home/project/.claude/skills/notes.md", flat);
    let found = || tree.run(&["check"]).out;
    assert!(found().contains("place-near-miss"), "{}", found());
    let allows = "---\n# skill-lsp: allow-file place-near-miss, field-unknown — moved next week\n";
    tree.write("home/project/.claude/skills/notes.md", &flat.replacen("---\n", allows, 1));
    assert_eq!(found(), "");
}

// list and why

#[test]
#[cfg(unix)]
fn only_files_of_its_own_are_listed_with_a_skill() {
    use std::os::unix::fs::symlink;
    let tree = Tree::new("");
    let folder = tree.path("home/project/.claude/skills/good");
    for file in ["SKILL.md", "notes.md", "sub/inner.md", ".git/config", "sub/node_modules/x/index.js"] {
        tree.write(&format!("home/project/.claude/skills/good/{file}"), GOOD);
    }
    tree.write("home/elsewhere/secret.md", "");
    tree.write("home/project/.claude/skills/good-evil/secret.md", "");
    symlink("notes.md", folder.join("inside.md")).unwrap();
    symlink("sub/inner.md", folder.join("below.md")).unwrap();
    symlink("nowhere.md", folder.join("dangling.md")).unwrap();
    symlink(tree.path("home/elsewhere/secret.md"), folder.join("outside.md")).unwrap();
    symlink("../good-evil/secret.md", folder.join("neighbour.md")).unwrap();
    symlink(tree.path("home/elsewhere"), folder.join("folder")).unwrap();
    symlink(".", folder.join("round")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    let value = tree.json(&["list", "--host", "claude-code", "--format", "json"]);
    let files = find(&value, &[("id", "good")])["files"].as_array().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["SKILL.md", "below.md", "inside.md", "notes.md", "sub/inner.md"]);
}

#[test]
fn a_name_stands_behind_the_id_when_it_leads_to_it() {
    let skill = |id: &str, name: &str, more: &str| {
        format!(
            "//- home/project/.claude/skills/{id}/SKILL.md\n---\nname: {name}\ndescription: Does {id}.\n{more}---\n"
        )
    };
    let tree = Tree::new(
        &[
            // Of two that have one name, it leads to the first.
            skill("one", "same", ""),
            skill("two", "same", ""),
            // An id beats every name.
            skill("alpha", "beta", ""),
            skill("beta", "beta", ""),
            skill("builtin", "help", ""),
            // One that the model does not see can be called; one that waits for a file cannot, yet.
            skill("hidden", "taken", "disable-model-invocation: true\n"),
            skill("visible", "taken", ""),
            skill("a-waiting", "free", "paths: ['*.x']\n"),
            skill("b-there", "free", ""),
        ]
        .concat(),
    );
    let prompt = tree.out(&["prompt", "--host", "claude-code"]);
    let labels: Vec<&str> = prompt.lines().filter_map(|line| line.strip_prefix("- ")?.split(':').next()).collect();
    assert_eq!(labels, ["alpha", "b-there (free)", "beta", "builtin", "one (same)", "two", "visible"]);
}

#[test]
fn a_word_with_a_slash_is_a_path_when_it_leads_somewhere_or_looks_like_one() {
    let tree = Tree::of(&[("home/project/.claude/skills/deploy/SKILL.md", &GOOD.replace("good", "team/deploy"))]);
    fs::create_dir_all(tree.path("home/project/gone")).unwrap();
    let read = |word: &str| tree.run(&["read", word, "SKILL.md", "--host", "opencode"]);
    let absolute = tree.text_path("home/project/.claude/skills/deploy");
    for word in [
        "team/deploy",
        ".claude/skills/deploy",
        "./.claude/skills/deploy",
        "../project/.claude/skills/deploy",
        &absolute,
    ] {
        assert_eq!(read(word).code, Some(0), "{word}: {}", read(word).err);
    }
    for (word, why) in [
        ("gone", "OpenCode has no skill `gone`; it would be ./.opencode/skills/gone/SKILL.md"),
        ("no/such", "OpenCode has no skill `no/such`"),
        ("./no/such", "there is no skill at ./no/such"),
        ("../no/such", "there is no skill at ~/no/such"),
        ("/no/such", "there is no skill at /no/such"),
        ("./team/deploy", "there is no skill at ./team/deploy"),
    ] {
        assert_eq!(read(word).err, format!("error: {why}\n"), "{word}");
    }
    // What is there is meant, though an id says the same.
    fs::create_dir_all(tree.path("home/project/team/deploy")).unwrap();
    assert_eq!(read("team/deploy").err, "error: there is no skill at ./team/deploy\n");
}

#[test]
fn a_home_may_be_written_with_detours() {
    let tree = clash();
    fs::create_dir_all(tree.path("home/elsewhere")).unwrap();
    let detour = tree.path("home/elsewhere/..");
    for arguments in [
        &["check", "--hints"][..],
        &["list", "--all"],
        &["why", "deploy"],
        &["prompt"],
        &["list", "--all", "--format", "json"],
    ] {
        let straight = tree.run(arguments);
        let round = ran(tree.command(arguments).env("HOME", &detour).env("USERPROFILE", &detour).output().unwrap());
        assert_eq!((round.code, round.out, round.err), (straight.code, straight.out, straight.err), "{arguments:?}");
    }
}

#[test]
fn list_json_is_the_contract() {
    let tree = clash();
    tree.write("home/project/.claude/skills/deploy/scripts/run.sh", "");
    tree.write("home/project/.claude/skills/deploy/templates/a.html", "");
    tree.write("home/project/.claude/skills/deploy/notes.md", "");
    let value = tree.json(&["list", "--all", "--format", "json"]);
    let row = find(&value, &[("host", "claude-code"), ("scope", "project")]);
    let keys: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "host",
            "id",
            "name",
            "description",
            "status",
            "reason",
            "path",
            "root",
            "scope",
            "winner",
            "allowedTools",
            "files",
            "shown"
        ]
    );
    assert_eq!(row["status"], "shadowed");
    assert_eq!(row["winner"], tree.text_path("home/.claude/skills/deploy/SKILL.md"));
    assert_eq!(row["root"], tree.text_path("home/project/.claude/skills"));
    let files: Vec<(&str, &str)> = row["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["name"].as_str().unwrap(), file["type"].as_str().unwrap()))
        .collect();
    assert_eq!(
        files,
        [
            ("SKILL.md", "markdown"),
            ("notes.md", "markdown"),
            ("scripts/run.sh", "script"),
            ("templates/a.html", "template")
        ]
    );
    let used = tree.json(&["list", "--format", "json", "--host", "claude-code"]);
    assert_eq!(used.as_array().unwrap().len(), 1, "{used:#}");
    assert_eq!((&used[0]["status"], &used[0]["winner"]), (&json!("active"), &Value::Null));
}

#[test]
fn list_shows_every_real_host_that_sees_something() {
    let ran = clash().run(&["list"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("Claude Code  1 skill\n  deploy  active  ~/.claude/skills/deploy\n"), "{}", ran.out);
    assert!(ran.out.contains("Codex  2 skills\n"), "{}", ran.out);
    assert!(!ran.out.contains("portable") && !ran.out.contains("2026-06"), "{}", ran.out);
}

#[test]
fn why_says_who_wins_in_each_host() {
    let tree = clash();
    let ran = tree.run(&["why", "deploy"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "deploy");
    let claude = lines.iter().position(|line| line.starts_with("  Claude Code ")).expect(&ran.out);
    assert!(lines[claude].contains(" ~/.claude/skills/deploy ") && lines[claude].contains(" wins: "), "{}", ran.out);
    assert!(
        lines[claude + 1].contains(" ./.claude/skills/deploy ") && lines[claude + 1].contains("shadowed"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("listed too"), "{}", ran.out);
    assert!(ran.out.contains("not decided: "), "{}", ran.out);
    let value = tree.json(&["why", "deploy", "--format", "json"]);
    let claude = find(&value, &[("host", "claude-code")]);
    assert_eq!(
        claude.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["host", "name", "outcome", "winner", "candidates"]
    );
    assert_eq!(claude["outcome"], "active");
    assert_eq!(claude["winner"], tree.text_path("home/.claude/skills/deploy/SKILL.md"));
    assert_eq!(
        claude["candidates"][1].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["path", "id", "scope", "status", "reason", "shown"]
    );
    let codex = find(&value, &[("host", "codex")]);
    assert_eq!((&codex["outcome"], &codex["winner"]), (&json!("listed-twice"), &Value::Null));
    let opencode = find(&value, &[("host", "opencode")]);
    assert_eq!((&opencode["outcome"], &opencode["winner"]), (&json!("ambiguous"), &Value::Null));
}

#[test]
fn why_says_who_does_not_look_there() {
    let text = "---\nname: pdf\ndescription: Reads PDF.\n---\n\nRead.\n";
    let tree = Tree::of(&[("home/project/.agents/skills/office/pdf/SKILL.md", text)]);
    let ran = tree.run(&["why", "pdf"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("Codex"), "{}", ran.out);
    assert!(ran.out.contains("not in  Claude Code: never reads `.agents/skills`\n"), "{}", ran.out);
    assert!(ran.out.contains("Gemini CLI"), "{}", ran.out);
    assert!(ran.out.contains("one folder deep\n"), "{}", ran.out);
    let value = tree.json(&["why", "pdf", "--format", "json"]);
    let claude = find(&value, &[("host", "claude-code")]);
    assert_eq!((&claude["outcome"], &claude["candidates"][0]["status"]), (&json!("absent"), &json!("unread")));
    assert_eq!(claude["candidates"][0]["reason"], "never reads `.agents/skills`");
    let named = tree.run(&["why", "pdf", "--host", "gemini-cli"]);
    assert_eq!(named.code, Some(1), "the host that was asked for does not have it");
    let value = tree.json(&["why", "pdf", "--host", "gemini-cli", "--format", "json"]);
    assert_eq!(value[0]["outcome"], "absent");
    assert_eq!(value[0]["candidates"][0]["status"], "unread");
    assert_eq!(value[0]["candidates"][0]["reason"], "looks one folder deep");
}

#[test]
fn why_of_a_name_that_nobody_has() {
    let tree = clash();
    let ran = tree.run(&["why", "deplyo"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    let (said, place) = ran.err.split_once('\n').unwrap();
    assert_eq!(said, "no agent has a skill `deplyo`: did you mean `deploy`?");
    assert!(
        place.starts_with("it would be ./.") && place.ends_with("/deplyo/SKILL.md; --all lists every place\n"),
        "{place}"
    );
    let ran = tree.run(&["why", "deplyo", "--all"]);
    assert!(ran.err.starts_with("no agent has a skill `deplyo`: did you mean `deploy`?\nlooked in:\n"), "{}", ran.err);
    let value = tree.json(&["why", "nothing", "--host", "claude-code", "--format", "json"]);
    assert_eq!(
        value,
        json!([{"host": "claude-code", "name": "nothing", "outcome": "absent", "winner": null, "candidates": []}])
    );
}

// tools

/// A skill with tools of every kind, and settings around it.
fn with_tools() -> Tree {
    Tree::of(&[
        (
            "home/project/.claude/skills/deploy/SKILL.md",
            "---\nname: deploy\ndescription: Deploys the shop. Use when a release is due.\nallowed-tools: Bash(git *), Reed, \
             Bash(npx:checkly:*), mcp__github, Bash(npm run build)\ndisallowed-tools: WebSearch\n---\n\nDeploy it.\n",
        ),
        ("home/project/.mcp.json", "{\n  \"mcpServers\": {\n    \"github\": {\"command\": \"x\"}\n  }\n}\n"),
        (
            "home/project/.claude/settings.json",
            "{\"permissions\": {\n  \"allow\": [\"Bash(npm run *)\"],\n  \"ask\": [\"Bash(git push *)\"],\n  \"deny\": [\"Bash(rm *)\"]\n}}\n",
        ),
        ("home/.claude/agents/tester.md", "---\nname: tester\ndescription: Tests it.\n---\n"),
    ])
}

#[test]
fn tools_of_a_skill_and_what_the_settings_make_of_them() {
    let tree = with_tools();
    let ran = tree.run(&["tools", "--skill", "deploy", "--host", "claude-code"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let expected = "\
deploy in Claude Code  ./.claude/skills/deploy
  Without asking, while it runs
    Bash(git *)          `git`, alone or with anything behind it
                         asked about in part by Bash(git push *) (./.claude/settings.json:3)
    mcp__github          every tool of the MCP server `github`, declared in ./.mcp.json:3
    Bash(npm run build)  the command `npm run build`, exactly so
                         allowed anyway, with more, by Bash(npm run *) (./.claude/settings.json:2)
  Never matches
    Reed                 no such tool
    Bash(npx:checkly:*)  the colon belongs to the name of the program; a blank was meant
  Taken away while it runs
    WebSearch  every use of `WebSearch`
  The settings besides
    deny  Bash(rm *)  ./.claude/settings.json:4
";
    assert_eq!(ran.out, expected);
    let value = tree.json(&["tools", "--skill", "deploy", "--host", "claude-code", "--format", "json"]);
    assert_eq!(
        value[0].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["host", "path", "readsAllowedTools", "allowed", "disallowed", "settings"]
    );
    let entry = &value[0]["allowed"][0];
    assert_eq!(
        entry.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["entry", "tool", "words", "outcome", "matches", "misses", "server", "settings"]
    );
    assert_eq!((&entry["tool"], &entry["outcome"]), (&json!("Bash"), &json!("matches")));
    let rule = json!({
        "effect": "asks-some",
        "rule": "Bash(git push *)",
        "path": tree.text_path("home/project/.claude/settings.json"),
        "line": 3,
    });
    assert_eq!(entry["settings"], json!([rule]));
    assert_eq!(value[0]["allowed"][3]["server"]["line"], 3);
}

#[test]
fn tools_of_a_skill_in_hosts_that_do_not_read_them() {
    let tree = with_tools();
    let ran = tree.run(&["tools", "--skill", "deploy", "--host", "opencode"]);
    assert_eq!(ran.out, "OpenCode does not read allowed-tools: its own permissions count\n");
    let ran = tree.run(&["tools", "--skill", "deplyo"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.starts_with("no agent has a skill `deplyo`: did you mean `deploy`?\n"), "{}", ran.err);
}

#[test]
fn tools_of_a_host_with_what_is_declared_here() {
    let tree = with_tools();
    let ran = tree.run(&["tools", "--host", "claude-code"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let has = |line: &str| ran.out.lines().any(|it| it.split_whitespace().eq(line.split_whitespace()));
    assert!(ran.out.starts_with("Claude Code  "), "{}", ran.out);
    assert!(has("Bash Bash(git add *) Runs a shell command") && has("WebSearch Searches the web"), "{}", ran.out);
    assert!(has("mcp__github ./.mcp.json:3") && has("tester ~/.claude/agents/tester.md Tests it."), "{}", ran.out);
    assert!(has("ask Bash(git push *) ./.claude/settings.json:3"), "{}", ran.out);
    let value = tree.json(&["tools", "--format", "json"]);
    let claude = find(&value, &[("host", "claude-code")]);
    assert_eq!(
        claude.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["host", "readsAllowedTools", "tools", "servers", "agents", "rules"]
    );
    let server = json!({
        "entry": "mcp__github",
        "plugin": null,
        "name": "github",
        "path": tree.text_path("home/project/.mcp.json"),
        "line": 3,
    });
    assert_eq!(claude["servers"], json!([server]));
    assert!(find(&value, &[("host", "codex")])["tools"].as_array().is_some_and(|tools| !tools.is_empty()));
}

// prompt

#[test]
fn prompt_is_exactly_the_listing() {
    let tree = Tree::of(&[("home/project/.claude/skills/good/SKILL.md", GOOD)]);
    let value = tree.json(&["prompt", "--format", "json"]);
    assert_eq!(
        value.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["host", "mode", "model", "text", "later", "budget", "entries"]
    );
    assert_eq!((&value["host"], &value["model"]), (&json!("claude-code"), &json!("claude-opus-5-5")));
    assert_eq!(value["entries"][0]["name"], "good");
    assert_eq!(value["entries"][0]["cut"], Value::Null);
    assert_eq!(value["entries"][0]["path"], tree.text_path("home/project/.claude/skills/good/SKILL.md"));
    let ran = tree.run(&["prompt"]);
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.out, value["text"].as_str().unwrap());
    assert!(ran.out.contains("- good: Tidies a file. Use when a file is untidy."), "{}", ran.out);
    assert_eq!(ran.err, "13 skills of Claude Code's own, not shown here, take 6,199 of 30,000 characters\n");
    let budget = tree.run(&["prompt", "--budget"]);
    assert_eq!(budget.out, ran.out);
    assert!(budget.err.contains(" used"), "{}", budget.err);
}

#[test]
fn prompt_counts_the_agents_own_skills_unless_they_are_off() {
    let tree = Tree::of(&[("home/.claude/skills/good/SKILL.md", GOOD), ("home/.claude/settings.json", "{}")]);
    let budgeted = |arguments: &[&str]| tree.run(&[&["prompt", "--budget"], arguments].concat());
    let counted = budgeted(&[]);
    let own = "13 skills of Claude Code's own, not shown here, take ";
    assert!(counted.err.starts_with(own), "{}", counted.err);
    assert!(counted.err.contains(" taken by the agent's own\n"), "{}", counted.err);
    let left_out = budgeted(&["--without-bundled"]);
    assert_eq!(left_out.out, counted.out);
    assert!(!left_out.err.contains("own"), "{}", left_out.err);
    tree.write("home/.claude/settings.json", r#"{"disableBundledSkills": true}"#);
    let off = budgeted(&[]);
    assert!(!off.err.contains("own"), "{}", off.err);
    let narrow = tree.run(&["prompt", "--setting-sources", "project"]);
    assert_eq!(narrow.out, "The following skills are available for use with the Skill tool:\n\n");
}

#[test]
fn another_version_than_the_verified_one_is_told() {
    let tree = Tree::of(&[("home/.codex/skills/good/SKILL.md", GOOD), ("home/.claude/skills/good/SKILL.md", GOOD)]);
    let global = "home/.npm-global/lib/node_modules";
    tree.write(&format!("{global}/@openai/codex/package.json"), r#"{"name": "@openai/codex", "version": "0.90.1"}"#);
    let versions = tree.path("home/.local/share/claude/versions/2.1.9");
    std::fs::create_dir_all(&versions).unwrap();
    let known = tree.json(&["hosts", "--host", "codex", "--format", "json"]);
    assert_eq!(known[0]["installed"]["version"], "0.90.1");
    let verified = known[0]["verified"]["version"].as_str().unwrap();
    let words = format!("verified on {verified}, yours is 0.90.1");
    assert_eq!(known[0]["installed"]["words"], words);
    assert!(tree.run(&["hosts"]).out.contains("yours: 0.90.1"));
    assert!(tree.run(&["hosts", "--host", "codex"]).out.contains("installed 0.90.1 ("));
    // More than a patch is told with every listing, a patch only to those who want to know why.
    assert!(tree.run(&["prompt", "--host", "codex"]).err.ends_with(&format!("Codex: {words}\n")));
    let quiet = tree.run(&["prompt", "--host", "claude-code"]);
    assert!(!quiet.err.contains("yours is"), "{}", quiet.err);
    let told = tree.run(&["prompt", "--host", "claude-code", "--budget"]);
    assert!(told.err.contains(", yours is 2.1.9\n"), "{}", told.err);
    assert!(tree.run(&["why", "good"]).err.contains(&format!("Codex: {words}\n")));
    assert_eq!(tree.json(&["hosts", "--host", "crush", "--format", "json"])[0]["installed"], Value::Null);
}

#[test]
fn prompt_of_an_unknown_mode() {
    let ran = colon().run(&["prompt", "--host", "three-layer", "--mode", "tol"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("has no mode `tol`: did you mean `tool`?; it has "), "{}", ran.err);
}

#[test]
fn prompt_of_a_host_whose_text_is_not_known() {
    let tree = colon();
    let settings = "[host.mine]\nname = \"My agent\"\nlisting-unknown = \"it is made on the server\"\n";
    tree.write("home/project/skill-lsp.toml", settings);
    let ran = tree.run(&["prompt", "--host", "mine"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert_eq!(ran.err, "error: the text that My agent puts before its model is not known: it is made on the server\n");
}

#[test]
fn why_when_nobody_knows_who_wins() {
    let tree = colon();
    let skill = "---\nname: tidy\ndescription: Tidies.\n---\nTidy.\n";
    tree.write("home/project/.mine/skills/tidy/SKILL.md", skill);
    tree.write("home/.mine/skills/tidy/SKILL.md", skill);
    tree.write(
        "home/project/skill-lsp.toml",
        r#"
[host.mine]
name = "My agent"
winner = { policy = "unknown" }
roots = [
  { scope = "project", at = "upwards", paths = [".mine/skills"] },
  { scope = "user", paths = ["~/.mine/skills"] },
]
"#,
    );
    let ran = tree.run(&["why", "tidy", "--host", "mine"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("not known: My agent does not say which one it uses"), "{}", ran.out);
    let value = tree.json(&["why", "tidy", "--host", "mine", "--format", "json"]);
    assert_eq!((&value[0]["outcome"], &value[0]["winner"]), (&json!("ambiguous"), &Value::Null));
}

// tables

#[test]
fn checks_and_explain_tell_what_is_known() {
    let tree = Tree::of(&[]);
    assert!(tree.run(&["checks"]).out.contains("  yaml-syntax "));
    let value = tree.json(&["checks", "--format", "json"]);
    find(&value, &[("id", "yaml-syntax")]);
    let ran = tree.run(&["explain", "yaml-syntax"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.starts_with("yaml-syntax: "), "{}", ran.out);
    assert!(ran.out.contains("Why it matters"), "{}", ran.out);
    assert_eq!(tree.json(&["explain", "yaml-syntax", "--format", "json"])["id"], "yaml-syntax");
    let ran = tree.run(&["explain", "yaml-sintax"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(1), "error: there is no check `yaml-sintax`: did you mean `yaml-syntax`?\n")
    );
}

#[test]
fn hosts_tell_what_each_agent_does() {
    let tree = Tree::of(&[]);
    let ran = tree.run(&["hosts"]);
    for title in ["verified", "a skill's id", "of two with one name", "needs", "limits", "listing budget"] {
        assert!(ran.out.contains(title), "{title} in {}", ran.out);
    }
    assert!(ran.out.contains("\nClaude Code   "), "{}", ran.out);
    assert!(ran.out.contains("unquoted") && ran.out.contains("repaired"), "{}", ran.out);
    assert!(ran.out.contains(".claude/skills from the working directory up to the git root\n"), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 140), "it fits a page: {}", ran.out);
    let ran = tree.run(&["hosts", "--host", "claude-code"]);
    assert!(ran.out.starts_with("claude-code  Claude Code 2.1.327, run\n"), "{}", ran.out);
    for title in ["roots", "identity", "winner", "required", "limits", "budget", "faults", "fields", "source"] {
        assert!(ran.out.contains(&format!("  {title:<9} ")), "{title} in {}", ran.out);
    }
    let value = tree.json(&["hosts", "--format", "json", "--host", "codex"]);
    assert_eq!(value.as_array().unwrap().len(), 1);
    assert_eq!(value[0]["id"], "codex");
    // What the text has, the JSON has too.
    let text = tree.run(&["hosts", "--host", "codex"]).out;
    let [fields, sources] = ["fields", "sources"].map(|key| value[0][key].as_array().unwrap().clone());
    let keys: Vec<&str> = fields.iter().map(|field| field["key"].as_str().unwrap()).collect();
    let written: Vec<&str> = text.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    assert!(keys.contains(&"description") && keys.iter().all(|key| written.contains(key)), "{keys:?} in {text}");
    assert!(fields.iter().all(|field| field["about"] != "" && field["source"] != ""), "{fields:?}");
    assert_eq!(sources.len(), text.matches("  source ").count(), "{sources:?} in {text}");
    assert!(text.contains(&format!("walk: {}", sources[0]["source"].as_str().unwrap())), "{sources:?} in {text}");
}

// new

#[test]
fn new_makes_a_skill_that_is_found() {
    let tree = Tree::of(&[]);
    let ran = tree.run(&["new", "release-notes", "--description", "Notes: the \"best\". Use when tagging."]);
    let path = tree.text_path("home/project/.claude/skills/release-notes/SKILL.md");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), format!("{path}\n").as_str()), "{}", ran.err);
    let listed = tree.json(&["list", "--host", "claude-code", "--format", "json"]);
    assert_eq!(listed[0]["description"], "Notes: the \"best\". Use when tagging.");
    let again = tree.run(&["new", "release-notes", "--root", "user"]);
    assert_eq!(again.code, Some(2));
    assert_eq!(
        again.err,
        "error: `release-notes` is taken in Claude Code by ./.claude/skills/release-notes; --even-if-taken makes it all the same\n"
    );
    assert_eq!(
        tree.run(&["new", "Release Notes"]).err,
        "error: `Release Notes` is not a name of lower-case letters, digits and single hyphens: try `release-notes`\n"
    );
    let user = tree.run(&["new", "other", "--root", "user"]);
    assert_eq!(user.out, format!("{}\n", tree.text_path("home/.claude/skills/other/SKILL.md")));
    let folder = tree.run(&["new", "third", "--root", "team/skills"]);
    assert_eq!(folder.out, format!("{}\n", tree.text_path("home/project/team/skills/third/SKILL.md")));
    let before = tree.read("home/project/team/skills/third/SKILL.md");
    assert_eq!(tree.run(&["new", "third", "--root", "team/skills"]).code, Some(2));
    assert_eq!(tree.read("home/project/team/skills/third/SKILL.md"), before);
    let codex = tree.run(&["new", "fourth", "--host", "codex"]);
    assert_eq!(
        codex.out,
        format!("{}\n", tree.text_path("home/project/.codex/skills/fourth/SKILL.md")),
        "{}",
        codex.err
    );
}

// settings, streams and hostile input

#[test]
fn broken_settings_are_said_and_the_rest_applies() {
    let tree = colon();
    tree.write("home/project/skill-lsp.toml", "rots = 1\n[checks]\nyaml-syntax = \"warning\"\n");
    let ran = tree.run(&["check", "--select", "yaml-syntax"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let expected = "\
warning: there is no setting `rots`: did you mean `roots`?
  ╭▸ skill-lsp.toml:1:1
  │
1 │ rots = 1
  ╰╴━━━━

";
    assert!(ran.err.starts_with(expected), "{}", ran.err);
    assert!(ran.out.starts_with("warning[yaml-syntax]"), "{}", ran.out);
    let ran = tree.run(&["check", "--config", "no-such.toml"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.ends_with("no-such.toml: no such file or directory\n"), "{}", ran.err);
    tree.write("home/project/.claude/settings.json", "{ not json");
    let ran = tree.run(&["list", "--host", "claude-code"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("settings.json"), "{}", ran.err);
}

#[test]
fn escape_sequences_never_reach_the_terminal() {
    let tree = Tree::of(&[(
        "home/project/.claude/skills/evil/SKILL.md",
        "---\nname: \"e\u{1b}[31mvil\"\ndescription: x\u{1b}]0;title\u{7}: y\n---\nbody\n",
    )]);
    let github = tree.run(&["check", "--format", "github"]);
    assert!(github.out.starts_with("::") && !github.out.contains(['\u{1b}', '\u{7}']), "{:?}", github.out);
    for arguments in [&["check", "--hints"][..], &["check", "--diff"], &["list", "--all"], &["why", "evil"]] {
        let ran = tree.run(arguments);
        if arguments[1] != "--diff" {
            assert!(!ran.out.contains(['\u{1b}', '\u{7}']), "{arguments:?}: {:?}", ran.out);
        }
        assert!(!ran.err.contains(['\u{1b}', '\u{7}']), "{arguments:?}: {:?}", ran.err);
    }
    let json = tree.run(&["check", "--format", "json"]);
    assert!(!json.out.contains('\u{1b}'));
    let colours = tree.run(&["check", "--color", "always"]);
    assert!(colours.out.contains("\u{1b}[1m") && !colours.out.contains('\u{7}'), "{:?}", colours.out);
}

#[cfg(unix)]
#[test]
fn odd_files_are_no_obstacle() {
    let tree = colon();
    let root = tree.path("home/project/.claude/skills");
    fs::create_dir_all(root.join("folder/SKILL.md")).unwrap();
    fs::create_dir_all(root.join("pipe")).unwrap();
    assert!(Command::new("mkfifo").arg(root.join("pipe/SKILL.md")).status().unwrap().success());
    std::os::unix::fs::symlink("nowhere", root.join("dangling")).unwrap();
    std::os::unix::fs::symlink(".", root.join("circle")).unwrap();
    tree.write_bytes("home/project/.claude/skills/damaged/SKILL.md", b"---\nname: damaged\ndescription: \xff\n---\n");
    tree.write("home/project/.claude/skills/empty/SKILL.md", "");
    tree.write("home/project/.claude/skills/long/SKILL.md", &COLON.replace("Use", &"漢".repeat(100_000)));
    let ran = tree.run(&["check"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("encoding-damaged"), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() < 300), "long lines are cut");
    for arguments in [&["list", "--all"][..], &["prompt"], &["why", "deploy"], &["check", "--diff"]] {
        assert!(matches!(tree.run(arguments).code, Some(0 | 1)), "{arguments:?}");
    }
    // What was named and cannot be read is an error; what is wrong elsewhere is not what was asked.
    let pipe = tree.run(&["check", ".claude/skills/pipe/SKILL.md"]);
    assert_eq!(pipe.code, Some(2), "{}", pipe.err);
    assert!(pipe.err.contains("pipe/SKILL.md: it is not a file"), "{}", pipe.err);
    let folder = tree.run(&["check", ".claude/skills/folder"]);
    assert_eq!(folder.code, Some(2), "{}", folder.err);
    let both = tree.run(&["check", ".claude/skills/good", ".claude/skills/pipe/SKILL.md"]);
    assert_eq!(both.code, Some(2), "{}", both.err);
    let good = tree.run(&["check", ".claude/skills/good"]);
    assert_eq!((good.code, good.err.as_str()), (Some(0), "1 skill checked, nothing found\n"));
}

#[cfg(unix)]
#[test]
fn a_skill_that_cannot_be_read_is_an_error_and_the_others_are_checked() {
    let good = "---\nname: deploy\ndescription: Ships it. Use it when asked to ship.\n---\n\nShip it.\n";
    let tree = colon();
    tree.write("home/project/.claude/skills/deploy/SKILL.md", good);
    assert_eq!(tree.run(&["check"]).code, Some(0));
    fs::create_dir_all(tree.path("home/project/.claude/skills/pipe")).unwrap();
    let pipe = tree.path("home/project/.claude/skills/pipe/SKILL.md");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let ran = tree.run(&["check"]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.contains(&format!("cannot read {}: it is not a file\n", pipe.display())), "{}", ran.err);
    assert!(ran.err.contains("2 skills checked, nothing found"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_settings_is_not_waited_for() {
    let tree = colon();
    for path in ["home/project/skill-lsp.toml", "home/project/.claude/settings.json", "home/.claude.json"] {
        assert!(Command::new("mkfifo").arg(tree.path(path)).status().unwrap().success());
    }
    let ran = tree.run(&["list", "--host", "claude-code"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let named = format!("warning: cannot read {}: it is not a file\n", tree.text_path("home/project/skill-lsp.toml"));
    assert!(ran.err.contains(&named), "{}", ran.err);
    let named = tree.text_path("home/project/.claude/settings.json");
    assert!(ran.err.contains(&format!("warning: cannot read {named}: it is not a file\n")), "{}", ran.err);
}

#[test]
fn extra_roots_are_checked_whoever_they_are_for() {
    let tree = colon();
    tree.write("home/project/team/skills/rocket/SKILL.md", &COLON.replace("name: deploy", "name: rocket"));
    tree.write("home/project/skill-lsp.toml", "hosts = [\"claude-code\"]\nroots = [\"team/skills\", \"no-such\"]\n");
    let ran = tree.run(&["check"]);
    assert!(ran.out.contains("team/skills/rocket/SKILL.md:3:27"), "{}", ran.out);
    assert!(ran.err.contains("no-such: there is no such folder"), "{}", ran.err);
}

const OUR_BOT: &str = r#"
[host.our-bot]
name = "Our Bot"
owns = [".bot/skills"]
identity = { name-missing = "skipped", max-length = 20, too-long = "skipped" }
winner = { policy = "last" }

[[host.our-bot.roots]]
scope = "user"
paths = ["~/.bot/skills"]

[[host.our-bot.roots]]
scope = "project"
at = "upwards"
paths = [".bot/skills"]

[[host.our-bot.listing]]
order = "byte"
header = "You know these skills:\n"
entry = "* {name}: {description}"
footer = "\nThat is all.\n"
"#;

#[test]
fn a_host_of_ones_own_is_a_host_like_any_other() {
    let skill = |name: &str, words: &str| format!("---\nname: {name}\ndescription: {words}\n---\n\nDo it.\n");
    let tree = Tree::of(&[
        ("home/project/skill-lsp.toml", OUR_BOT),
        ("home/project/.bot/skills/tidy/SKILL.md", &skill("tidy", "Tidies the project. Use when it is untidy.")),
        ("home/.bot/skills/tidy/SKILL.md", &skill("tidy", "Tidies at home. Use when it is untidy.")),
        ("home/.bot/skills/brew/SKILL.md", &skill("brew", "Brews tea. Use when it is cold.")),
        ("home/.bot/skills/long/SKILL.md", &skill("a-name-that-is-far-too-long", "Waits. Use when in doubt.")),
    ]);
    let prompt = tree.run(&["prompt", "--host", "our-bot"]);
    assert_eq!(
        prompt.out,
        "You know these skills:\n* brew: Brews tea. Use when it is cold.\n\
         * tidy: Tidies the project. Use when it is untidy.\nThat is all.\n"
    );
    let why = tree.json(&["why", "tidy", "--host", "our-bot", "--format", "json"]);
    assert_eq!(why[0]["outcome"], "active");
    assert_eq!(why[0]["winner"], tree.text_path("home/project/.bot/skills/tidy/SKILL.md"));
    let list = tree.json(&["list", "--all", "--format", "json"]);
    let status = |path: &str| find(&list, &[("host", "our-bot"), ("path", &tree.text_path(path))])["status"].clone();
    assert_eq!(status("home/.bot/skills/tidy/SKILL.md"), "shadowed");
    assert_eq!(status("home/.bot/skills/long/SKILL.md"), "skipped");
    // Its folder is its own, so that the checks judge for it without being told.
    let check = tree.run(&["check", "--user", "--format", "json"]);
    let check: Value = serde_json::from_str(&check.out).unwrap();
    let finding = find(&check["findings"], &[("check", "name-too-long")]);
    assert!(finding["hosts"].as_array().unwrap().contains(&json!("our-bot")), "{finding}");
    let hosts = tree.run(&["hosts", "--host", "our-bot"]);
    assert!(hosts.out.contains("Our Bot"), "{}", hosts.out);
}

#[test]
fn a_host_of_ones_own_may_start_from_another() {
    let tree = clash();
    let text = "[host.fork]\nname = \"Fork\"\nextends = \"claude-code\"\n";
    tree.write("home/project/skill-lsp.toml", text);
    let fork = tree.run(&["prompt", "--host", "fork"]);
    let claude = tree.run(&["prompt", "--host", "claude-code"]);
    assert_eq!((fork.code, fork.out), (Some(0), claude.out));
    tree.write("home/project/skill-lsp.toml", &text.replace("claude-code", "claudecode"));
    let ran = tree.run(&["prompt", "--host", "fork"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("skill-lsp.toml:3:11: there is no host `claudecode` to extend: did you mean `claude-code`?"),
        "{}",
        ran.err
    );
}

#[test]
fn a_host_of_ones_own_with_a_mistake_in_it() {
    let tree = colon();
    tree.write("home/project/skill-lsp.toml", "[host.mine]\nownes = [\".mine/skills\"]\n");
    let ran = tree.run(&["prompt", "--host", "mine"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "error: host `mine` cannot be used: skill-lsp.toml:2:1: a host has no setting `ownes`: did you mean `owns`?\n"
    );
    tree.write("home/project/skill-lsp.toml", "[host.mine]\nname = \"Mine\"\n");
    let ran = tree.run(&["hosts", "--host", "mine"]);
    assert!(ran.out.starts_with("mine  Mine from the settings\n"), "{}", ran.out);
}

#[test]
fn a_read_only_file_stays_as_it_is_and_is_not_called_fixed() {
    let tree = colon();
    let file = tree.path("home/project/.claude/skills/deploy/SKILL.md");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    let ran = tree.run(&["check", "--fix"]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.contains("SKILL.md: it is read-only\n") && !ran.err.contains("fixed"), "{}", ran.err);
    assert_eq!(fs::read_to_string(file).unwrap(), COLON);
}

#[test]
fn a_missing_home_is_no_obstacle() {
    let tree = colon();
    for home in [None, Some("")] {
        let mut command = tree.command(&["check", "--select", "yaml-syntax"]);
        match home {
            Some(home) => command.env("HOME", home),
            None => command.env_remove("HOME"),
        };
        assert_eq!(ran(command.output().unwrap()).code, Some(1));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let tree = colon();
    for arguments in [&["check", "--hints"][..], &["hosts"], &["completions", "bash"], &["checks", "--format", "json"]]
    {
        let mut child = tree.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ran = ran(child.wait_with_output().unwrap());
        assert!(matches!(ran.code, Some(0 | 1)), "{arguments:?}: {:?} {}", ran.code, ran.err);
        assert!(!ran.err.contains("panicked") && !ran.err.contains("Broken pipe"), "{}", ran.err);
    }
}

#[test]
fn the_working_directory_can_be_another() {
    let tree = colon();
    let project = tree.text_path("home/project");
    let mut command = tree.command(&["check", "--cwd", &project, "--select", "yaml-syntax"]);
    let elsewhere = ran(command.current_dir(tree.path("home")).output().unwrap());
    assert!(elsewhere.out.contains("╭▸ .claude/skills/deploy/SKILL.md:3:27"), "{}{}", elsewhere.out, elsewhere.err);
    let ran = tree.run(&["check", "--cwd", "nowhere"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("nowhere: there is no such folder"), "{}", ran.err);
}

#[test]
fn watch_checks_again_when_something_changes() {
    use std::io::{BufRead, BufReader};
    let tree = colon();
    let mut child = tree
        .command(&["check", "--watch", "--select", "yaml-syntax"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, lines) = std::sync::mpsc::channel();
    let stderr = child.stderr.take().unwrap();
    std::thread::spawn(move || {
        BufReader::new(stderr).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    let wait_for = |text: &str| {
        while let Ok(line) = lines.recv_timeout(std::time::Duration::from_secs(30)) {
            if line.contains(text) {
                return true;
            }
        }
        false
    };
    assert!(wait_for("1 error in 2 skills"));
    assert!(wait_for("watching for changes"));
    tree.write("home/project/.claude/skills/deploy/SKILL.md", &COLON.replace("when: ", "when "));
    let noticed = wait_for("2 skills checked, nothing found") && wait_for("watching for changes");
    tree.write("home/project/skill-lsp.toml", "rots = 1\n");
    let noticed = noticed && wait_for("there is no setting `rots`");
    child.kill().unwrap();
    assert!(noticed);
    child.wait().unwrap();
}

#[test]
fn help_version_and_completions() {
    let tree = Tree::of(&[]);
    for command in ["check", "list", "why", "prompt", "explain", "checks", "hosts", "new", "completions"] {
        let ran = tree.run(&[command, "--help"]);
        assert_eq!(ran.code, Some(0), "{command}");
        assert!(ran.out.contains("--cwd <DIR>") && ran.out.contains("--color <WHEN>"), "{command}: {}", ran.out);
    }
    assert!(tree.run(&["--version"]).out.starts_with("skill-lsp "));
    assert_eq!(tree.run(&["frobnicate"]).code, Some(2));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(tree.run(&["completions", shell]).out.contains("skill-lsp"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn the_names_of_others_break_no_line() {
    let text = "---\nname: \"evil\\n::error::pwn \\u001b[31m\"\n---\n[a](references/b.md)\n";
    let tree = Tree::of(&[
        ("home/project/.claude/skills/a\nb/SKILL.md", text),
        ("home/project/.claude/skills/\u{1b}[31m%0A\r/SKILL.md", text),
    ]);
    let out = |arguments: &[&str]| tree.run(arguments).out;
    let github = out(&["check", "--format", "github", "--fail-on", "error", "--"]);
    assert!(github.lines().count() > 4 && github.lines().all(|line| line.starts_with("::")), "{github}");
    assert!(github.contains("file=.claude/skills/a%0Ab/SKILL.md"), "{github}");
    assert!(github.contains("the folder is `a b`%0AA plain Agent Skills client wants"), "{github}");
    for arguments in [["check", "--color", "never"], ["check", "--format", "junit"], ["check", "--format", "sarif"]] {
        let text = out(&arguments);
        assert!(!text.contains(|sign: char| sign.is_control() && sign != '\n'), "{text:?}");
    }
    for arguments in [&["list", "--all"][..], &["why", "a\nb"]] {
        let text = out(arguments);
        assert!(text.contains("./.claude/skills/a␊b") && !text.contains(['\u{1b}', '\r']), "{text:?}");
    }
    let ran = tree.run(&["check", "--", "no\n::error::where"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{}", ran.err);
}

#[test]
fn a_marketplace_is_asked_as_if_it_were_installed() {
    let market = r#"{"name": "shop", "owner": {"name": "Me"}, "plugins": [
        {"name": "bio", "source": "./plugins/bio"}, {"name": "geo", "source": "./plugins/geo", "strict": false}]}"#;
    let tree = Tree::of(&[
        ("home/project/.claude-plugin/marketplace.json", market),
        ("home/project/plugins/bio/.claude-plugin/plugin.json", r#"{"name": "bio"}"#),
        ("home/project/plugins/bio/skills/good/SKILL.md", GOOD),
        ("home/project/plugins/geo/skills/good/SKILL.md", GOOD),
        ("home/.claude/skills/good/SKILL.md", GOOD),
    ]);
    let ids = |arguments: &[&str]| -> String {
        let skills = tree.json(&[&["list", "--host", "claude-code", "--format", "json"], arguments].concat());
        skills.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids(&[]), "good bio:good geo:good");
    assert_eq!(ids(&["--package", "geo"]), "good geo:good");
    assert_eq!(ids(&["--package", "plugins/bio"]), "good bio:good");
    assert_eq!(ids(&["--package", "none"]), "good");
    let ran = tree.run(&["prompt", "--host", "claude-code", "--package", "bio", "--without-bundled"]);
    let listing = "The following skills are available for use with the Skill tool:\n\n\
                   - good: Tidies a file. Use when a file is untidy.\n- bio:good: Tidies a file. Use when a file is untidy.";
    assert_eq!((ran.out.trim_end(), ran.err.as_str()), (listing, ""));
    let ran = tree.run(&["why", "bio:good", "--host", "claude-code"]);
    assert!(ran.out.contains("once `bio` is installed"), "{}", ran.out);
    let ran = tree.run(&["list", "--package", "boi"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), "error: there is no package `boi`: did you mean `bio`?\n"));
    let note = "2 packages of this repository count as installed (`bio`, `geo`); --package chooses one\n";
    assert_eq!(tree.run(&["list"]).err, note);
    // What nobody has installed cannot be switched, and nothing is written.
    let ran = tree.run(&["disable", "bio:good", "--host", "codex"]);
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("belongs to the package `bio` of this repository"), "{}", ran.err);
    assert!(!tree.path("home/.codex").exists());
    // What is installed is, also from the repository in which it is made.
    let installed = "home/.codex/plugins/cache/lab/bio/local";
    tree.write(&format!("{installed}/.codex-plugin/plugin.json"), r#"{"name": "bio", "version": "1.0.0"}"#);
    tree.write(&format!("{installed}/skills/good/SKILL.md"), GOOD);
    tree.write("home/.codex/config.toml", "[plugins.\"bio@lab\"]\nenabled = true\n");
    let ran = tree.run(&["disable", "bio:good", "--host", "codex"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(tree.read("home/.codex/config.toml").contains("name = \"bio:good\""));
    assert_eq!(tree.run(&["enable", "bio:good", "--host", "codex"]).code, Some(0));
    assert_eq!(tree.read("home/.codex/config.toml"), "[plugins.\"bio@lab\"]\nenabled = true\n");
    // Both are the author's own: they are judged for Claude Code, and mended.
    tree.write("home/project/plugins/geo/skills/good/SKILL.md", &COLON.replace("deploy", "good"));
    let found = tree.json(&["check", "--format", "json", "--select", "yaml-syntax"]);
    assert_eq!(found["findings"][0]["hosts"], json!(["claude-code", "agentskills"]), "{found:#}");
    assert_eq!(tree.run(&["check", "--fix", "--select", "yaml-syntax"]).code, Some(0));
}

#[test]
fn a_package_is_whole_from_wherever_in_it_one_stands() {
    let skill = |name: &str| GOOD.replace("name: good", &format!("name: {name}"));
    let tree = Tree::of(&[
        ("home/project/.git/HEAD", "ref: refs/heads/main\n"),
        ("home/project/.git/objects/x", ""),
        ("home/project/.git/refs/x", ""),
        ("home/project/.gitignore", "skills/draft\n"),
        ("home/project/.claude-plugin/plugin.json", r#"{"name": "bio"}"#),
        ("home/project/skills/good/SKILL.md", GOOD),
        ("home/project/skills/other/SKILL.md", &skill("other")),
        ("home/project/skills/other/inner/SKILL.md", &skill("inner")),
        ("home/project/skills/draft/SKILL.md", &skill("draft")),
    ]);
    let inside = tree.path("home/project/skills/good").display().to_string();
    let ids = |arguments: &[&str]| -> Vec<String> {
        let list = tree.json(&[&["list", "--host", "claude-code", "--format", "json"], arguments].concat());
        list.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&[]), ["bio:good", "bio:other"]);
    assert_eq!(ids(&["--cwd", &inside]), ["bio:good", "bio:other"], "what git ignores is nobody's but the author's");
    // What lies around whoever stands there was not asked for.
    let checked = tree.json(&["check", "--format", "json", "--cwd", &inside]);
    assert_eq!(checked["files"], 1, "{checked:#}");
    // Claude Code does not look into the folders of skills.
    let parts = tree.json(&["check", "--format", "json"])["parts"].clone();
    assert_eq!(parts, json!([tree.path("home/project/skills/other/inner/SKILL.md")]));
}

#[test]
fn a_piece_of_text_that_no_package_ships_is_no_skill_without_frontmatter() {
    let piece = "<!--piece:start-->\nSee [it](assets/it.json).\n<!--piece:end-->\n";
    let tree = Tree::of(&[
        ("home/project/.claude-plugin/plugin.json", r#"{"name": "bio", "skills": "./skills/"}"#),
        ("home/project/skills/good/SKILL.md", GOOD),
        ("home/project/flavors/web/good/SKILL.md", piece),
    ]);
    let found = |tree: &Tree| {
        let found = tree.json(&["check", "--format", "json", "--hints", "--ignore", "manifest-incomplete"]);
        let found = found["findings"].as_array().unwrap().iter();
        found.map(|it| format!("{} {}", it["check"], it["level"])).collect::<Vec<_>>()
    };
    assert_eq!(found(&tree), [r#""skill-not-shipped" "hint""#]);
    // Where the package ships it, it should have been one.
    tree.write("home/project/skills/web/SKILL.md", piece);
    assert!(found(&tree).contains(&r#""frontmatter-missing" "error""#.to_owned()), "{:?}", found(&tree));
}

#[test]
fn a_translation_in_the_documents_is_no_rival_of_the_skills_in_use() {
    let tree = Tree::of(&[
        ("home/project/.agents/skills/good/SKILL.md", GOOD),
        ("home/project/docs/ko-KR/skills/good/SKILL.md", &GOOD.replace("Use", "Translated. Use")),
    ]);
    let found = tree.json(&["check", "--format", "json", "--hints", "--select", "name-shadowed"]);
    assert_eq!(found["findings"][0]["level"], "hint", "{found:#}");
    assert!(found["findings"][0]["message"].as_str().unwrap().starts_with("Another skill called `good`"), "{found:#}");
}

#[cfg(unix)]
#[test]
fn a_skill_that_another_agent_finds_by_a_link_is_not_lost() {
    let tree = Tree::of(&[("home/project/.claude/skills/codex/good/SKILL.md", GOOD)]);
    let lost = |tree: &Tree| {
        let found = tree.json(&["check", "--format", "json", "--select", "skill-not-discovered"]);
        found["findings"].as_array().unwrap().len()
    };
    assert_eq!(lost(&tree), 1);
    std::fs::create_dir(tree.path("home/project/.codex")).unwrap();
    std::os::unix::fs::symlink("../.claude/skills", tree.path("home/project/.codex/skills")).unwrap();
    assert_eq!(lost(&tree), 0);
}

#[test]
fn a_skill_that_its_package_does_not_ship_is_told() {
    let market = r#"{"name": "shop", "owner": {"name": "Me"}, "plugins": [
        {"name": "auth", "source": "./", "strict": false, "skills": ["./skills/good"]},
        {"name": "bio", "source": "./plugins/bio"}]}"#;
    let skill = |name: &str| GOOD.replace("name: good", &format!("name: {name}"));
    let tree = Tree::of(&[
        ("home/project/.git/HEAD", "ref: refs/heads/main\n"),
        ("home/project/.git/objects/x", ""),
        ("home/project/.git/refs/x", ""),
        ("home/project/.claude-plugin/marketplace.json", market),
        ("home/project/skills/good/SKILL.md", GOOD),
        ("home/project/skills/left/SKILL.md", &skill("left")),
        ("home/project/template/plain/SKILL.md", &skill("plain")),
        ("home/project/plugins/bio/skills/shipped/SKILL.md", &skill("shipped")),
        ("home/project/plugins/geo/.claude-plugin/plugin.json", r#"{"name": "geo"}"#),
        ("home/project/plugins/geo/skills/lost/SKILL.md", &skill("lost")),
    ]);
    let ran = tree.run(&["check", "--select", "skill-not-shipped", "--format", "jsonl"]);
    let messages = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["message"].clone());
    assert_eq!(
        messages.collect::<Vec<_>>(),
        [
            "`lost` is not shipped: no marketplace here lists the package `plugins/geo`",
            "`left` is not shipped: the package ships `skills/good`",
        ]
    );
}

#[test]
fn commands_about_one_host_say_so() {
    let tree = Tree::for_every_agent();
    for command in [&["prompt"][..], &["show", "deploy"], &["usage"], &["mcp"], &["pinned"], &["active-tools"]] {
        let refused = tree.refused(&[command, &["--host", "claude-code,codex"]].concat());
        assert_eq!(refused, "one host at a time: claude-code or codex", "{command:?}");
    }
}

/// What the text of `check` does not show, its JSON does not hold.
#[test]
fn hints_are_in_json_as_they_are_in_text() {
    let tree = Tree::of(&[(
        "home/project/.claude/skills/x/SKILL.md",
        "---\nname: x\ncolour: blue\ndescription: Does things. Use when asked.\n---\n\nDo it.\n",
    )]);
    let ids = |flags: &[&str]| -> Vec<String> {
        let found = tree.json(&[&["check", "--host", "claude-code", "--format", "json"], flags].concat());
        let found = found["findings"].as_array().unwrap().clone();
        found.iter().map(|it| it["check"].as_str().unwrap().to_owned()).collect()
    };
    let hint = "field-unknown";
    assert_eq!(ids(&[]), Vec::<String>::new());
    assert!(ids(&["--hints"]).contains(&hint.to_owned()));
    assert_eq!(ids(&["--select", hint]), [hint]);
    let lines = |flags: &[&str]| tree.out(&[&["check", "--format", "jsonl"], flags].concat()).lines().count();
    assert!(lines(&[]) == 0 && lines(&["--hints"]) > 0);
    for flags in [&[][..], &["--hints"], &["--select", hint]] {
        let text = tree.out(&[&["check", "--host", "claude-code"], flags].concat());
        assert_eq!(text.contains(hint), ids(flags).contains(&hint.to_owned()), "{flags:?}: {text}");
    }
}

// schema

#[test]
fn schema_is_that_of_the_flag_of_the_settings_or_of_the_specification() {
    let tree = colon();
    let title = |arguments: &[&str]| tree.json(arguments)["title"].as_str().unwrap_or_default().to_owned();
    assert_eq!(title(&["schema"]), "The frontmatter of a SKILL.md for a plain Agent Skills client");
    let schema = tree.json(&["schema", "--host", "codex"]);
    assert_eq!(schema["title"], "The frontmatter of a SKILL.md for Codex");
    assert_eq!(schema["required"], json!(["description"]));
    assert_eq!(tree.json(&["schema", "--host", "codex,opencode"])["allOf"].as_array().map(Vec::len), Some(2));
    tree.write("home/project/skill-lsp.toml", "hosts = [\"opencode\"]\n");
    assert_eq!(title(&["schema"]), "The frontmatter of a SKILL.md for OpenCode");
    let ran = tree.run(&["schema", "--host", "codx"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("there is no host `codx`"), "{}", ran.err);
}
