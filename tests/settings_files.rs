//! The settings of a team: rules of its own, files that extend others, folders with settings of their own.

use serde_json::{Value, json};

use crate::program::Tree;
use crate::server::client;

const SKILL: &str = "---\nname: NAME\ndescription: Does it. Use when asked.\n---\n\nDo it.\n";

/// A project with a skill in each of these folders.
fn project(folders: &[&str], files: &[(&str, &str)]) -> Tree {
    let tree = Tree::of(files);
    for folder in folders {
        let name = folder.rsplit('/').next().unwrap();
        tree.write(&format!("home/project/{folder}/SKILL.md"), &SKILL.replace("NAME", name));
    }
    tree
}

/// `folder: level message` of every finding.
fn found(tree: &Tree, arguments: &[&str]) -> Vec<String> {
    let found = tree.json(&[&["check", "--format", "json"], arguments].concat());
    let shown = |it: &Value| {
        let folder = it["path"].as_str().unwrap().rsplit('/').nth(1).unwrap();
        format!("{folder}: {} {}", it["level"].as_str().unwrap(), it["message"].as_str().unwrap())
    };
    found["findings"].as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn house_rules_are_told_in_the_words_of_the_team() {
    let tree = project(
        &[".claude/skills/a", "skills/b"],
        &[(
            "home/project/skill-lsp.toml",
            "[[rules]]\npaths = [\"skills\"]\nrequired-fields = [\"license\"]\nmessage = \"Every skill names its licence\"\nlevel = \"error\"\n\
         [[rules]]\nname-pattern = \"^[b-z]\"\n",
        )],
    );
    assert_eq!(
        found(&tree, &[]),
        ["a: warning `a` does not match `^[b-z]`", "b: error Every skill names its licence (`license` is missing)",]
    );
    assert_eq!(tree.run(&["check"]).code, Some(1));
    assert_eq!(found(&tree, &["--ignore", "house-rule"]), [""; 0]);
    assert!(tree.out(&["explain", "house-rule"]).contains("[[rules]]"));
}

#[test]
fn mistakes_in_rules_are_told_at_their_places_and_the_others_count() {
    let tree = project(
        &["skills/b"],
        &[(
            "home/project/skill-lsp.toml",
            "overlap = 0\n[[rules]]\nname-patern = \"x\"\n[[rules]]\nname-pattern = \"(\"\n[[rules]]\nmax-body-lines = \"x\"\n\
         [[rules]]\nlevel = \"loud\"\nrequired-fields = [\"x\"]\n[[rules]]\nmessage = \"m\"\n[[rules]]\nmax-body-lines = 0\n",
        )],
    );
    let ran = tree.run(&["check"]);
    for (line, message) in [
        (1, "`overlap` must be a number from 1 to 100"),
        (3, "there is no rule `name-patern`: did you mean `name-pattern`?"),
        (5, "`(` is no regular expression: unclosed group"),
        (7, "`max-body-lines` must be a whole number"),
        (9, "`loud` is not a level"),
        (11, "this rule demands nothing"),
    ] {
        assert!(ran.err.contains(message), "{message}\n{}", ran.err);
        assert!(ran.err.contains(&format!("skill-lsp.toml:{line}:")), "{line}\n{}", ran.err);
    }
    assert!(ran.out.contains("the text has"), "{}", ran.out);
}

#[test]
fn a_file_may_extend_others() {
    let tree = project(
        &["skills/b"],
        &[
            (
                "home/team/base.toml",
                "extends = \"deep/first.toml\"\n[checks]\nfield-unknown = \"warning\"\n[[rules]]\nrequired-fields = [\"license\"]\n",
            ),
            (
                "home/team/deep/first.toml",
                "[checks]\nfield-unknown = \"error\"\nbody-empty = \"off\"\n[[overrides]]\npaths = [\"skills\"]\nchecks = { name-missing = \"hint\" }\n",
            ),
            ("home/project/skill-lsp.toml", "extends = \"../team/base.toml\"\n[checks]\nname-too-long = \"off\"\n"),
        ],
    );
    assert_eq!(found(&tree, &[]), ["b: warning `license` is missing"]);
    let settings = tree.json(&["settings", "skills/b/SKILL.md", "--format", "json"]);
    let shown: Vec<String> = settings["settings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            format!(
                "{} = {} {}:{}",
                it["key"].as_str().unwrap(),
                it["value"].as_str().unwrap(),
                it["path"].as_str().unwrap().rsplit('/').next().unwrap(),
                it["line"]
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "checks.body-empty = \"off\" first.toml:3",
            "overrides.checks = { name-missing = \"hint\" } first.toml:6",
            "extends = \"deep/first.toml\" base.toml:1",
            "checks.field-unknown = \"warning\" base.toml:3",
            "rules.required-fields = [\"license\"] base.toml:5",
            "extends = \"../team/base.toml\" skill-lsp.toml:1",
            "checks.name-too-long = \"off\" skill-lsp.toml:3",
        ]
    );
    let text = tree.out(&["settings", "--all"]);
    assert!(text.contains("checks.field-unknown") && text.contains("\"error\""), "{text}");
    // What cannot be followed stops everything: a green look would say too much.
    tree.write("home/team/deep/first.toml", "extends = \"../base.toml\"\n");
    let ran = tree.run(&["check"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("first.toml:1:11: ") && ran.err.contains("extend each other in a circle"), "{}", ran.err);
    tree.write("home/project/skill-lsp.toml", "extends = [\"nowhere.toml\"]\n");
    let ran = tree.run(&["check"]);
    assert_eq!(
        (ran.code, ran.err.trim()),
        (Some(2), "error: skill-lsp.toml:1:12: cannot read `nowhere.toml`: no such file or directory")
    );
    // Nothing is shown of a file that is no settings file.
    tree.write("home/secret", "password: hunter2\n");
    tree.write("home/project/skill-lsp.toml", "extends = \"../secret\"\n");
    let ran = tree.run(&["check"]);
    assert_eq!((ran.code, ran.err.contains("hunter2")), (Some(2), false), "{}", ran.err);
    tree.write("home/project/skill-lsp.toml", "extends = 3\n");
    assert!(tree.run(&["check"]).err.contains("`extends` must be the path of a settings file"));
}

#[test]
fn folders_have_settings_of_their_own() {
    let tree = project(
        &["skills/a", "team/skills/b", "team/old/c"],
        &[
            (
                "home/project/skill-lsp.toml",
                "[[rules]]\nrequired-fields = [\"license\"]\n[[overrides]]\npaths = [\"team/old\"]\nchecks = { house-rule = \"error\" }\n",
            ),
            (
                "home/project/team/skill-lsp.toml",
                "hosts = [\"codex\"]\nexclude = [\"d\"]\n[checks]\nhouse-rule = \"information\"\n[[overrides]]\npaths = [\"skills\"]\nchecks = { name-missing = \"off\" }\n[[rules]]\nrequired-fields = [\"owner\"]\n",
            ),
            ("home/project/team/old/.skill-lsp.toml", "[checks]\nhouse-rule = \"hint\"\nnme-missing = \"off\"\n"),
            ("home/project/team/d/SKILL.md", "nothing\n"),
        ],
    );
    let expected = [
        "a: warning `license` is missing",
        "c: hint `license` is missing",
        "c: hint `owner` is missing",
        "b: information `license` is missing",
        "b: information `owner` is missing",
    ];
    assert_eq!(found(&tree, &["--select", "house-rule"]), expected);
    assert_eq!(found(&tree, &["--select", "house-rule", "team/old/c/SKILL.md"]), expected[1..3]);
    assert_eq!(found(&tree, &["--ignore", "house-rule"]), [""; 0], "a flag is the last word");
    let ran = tree.run(&["check"]);
    assert!(
        ran.err.contains("team/old/.skill-lsp.toml:3:1") && ran.err.contains("did you mean `name-missing`?"),
        "{}",
        ran.err
    );
    let text = tree.out(&["settings", "team/old"]);
    assert!(
        text.contains("checks.house-rule") && text.contains("team/old/.skill-lsp.toml:2") && !text.contains("hosts"),
        "{text}"
    );
    // Whoever works there has its hosts too.
    assert!(tree.out(&["settings", "--cwd", "team"]).contains("hosts"));
}

#[test]
fn a_first_settings_file() {
    let tree = project(&[".claude/skills/a", "vendor/skills/b"], &[]);
    for name in ["c", "d"] {
        tree.write(
            &format!("home/project/.claude/skills/{name}/SKILL.md"),
            &format!(
                "---\nname: {name}\ndescription: Does {name}. Use when asked.\nallowed-tools: DeployTool\n---\n\nDo it.\n"
            ),
        );
    }
    let printed = tree.out(&["init", "--diff"]);
    assert!(!tree.has("home/project/skill-lsp.toml"));
    let ran = tree.run(&["init"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = tree.read("home/project/skill-lsp.toml");
    assert_eq!(text, printed);
    assert!(
        text.contains("\nexclude = [\n  \"/vendor\",  # 1 skill\n]\n")
            && text.contains("# hosts = [\"claude-code\"]")
            && text.contains("# known = [\"DeployTool\"]"),
        "{text}"
    );
    let told = "wrote skill-lsp.toml: 1 skill of others is left out, the rest is commented out\n\
                2 findings here: `skill-lsp check` tells\n";
    assert_eq!(ran.err, told);
    assert_eq!(tree.refused(&["init"]), "skill-lsp.toml is there already");
    assert_eq!(tree.run(&["check"]).err.matches("warning:").count(), 0);
}

#[test]
fn a_collection_in_numbers() {
    let tree = project(&[".claude/skills/a", ".claude/skills/b"], &[]);
    tree.write(
        "home/project/.claude/skills/c/SKILL.md",
        &SKILL
            .replace("NAME", "c")
            .replace("Does it", &"Does it. ".repeat(40))
            .replace("Do it", "[x](references/x.md)"),
    );
    let stats = tree.json(&["stats", "--format", "json"]);
    assert_eq!((&stats["version"], &stats["skills"]), (&json!(1), &json!(3)));
    assert!(stats["bytes"]["largest"][0]["path"].as_str().unwrap().ends_with("skills/c/SKILL.md"), "{stats:#}");
    assert_eq!(stats["checks"], json!([{"check": "link-target-missing", "level": "warning", "count": 1}]));
    let claude = stats["hosts"].as_array().unwrap().iter().find(|it| it["host"] == "claude-code").unwrap();
    assert_eq!((&claude["listed"], &claude["cut"]), (&json!(3), &json!(0)));
    let text = tree.out(&["stats", "--host", "claude-code"]);
    assert!(text.starts_with("3 skills\n") && text.contains("Claude Code  3 skills") && text.contains(" %"), "{text}");
    assert_eq!(tree.run(&["stats", "--max-share", "100"]).code, Some(0));
    let ran = tree.run(&["stats", "--host", "claude-code", "--max-share", "0"]);
    assert_eq!((ran.code, ran.err.contains("Claude Code would take ")), (Some(1), true), "{}", ran.err);
}

#[test]
fn the_agents_own_skills_are_part_of_the_share() {
    let tree = project(&[".claude/skills/a", "skills/b"], &[]);
    let percent = |more: &[&str]| {
        let stats = tree.json(&[&["stats", "--host", "claude-code", "--format", "json"], more].concat());
        stats["hosts"][0]["percent"].as_u64().unwrap()
    };
    assert!(percent(&[]) > percent(&["--without-bundled"]) + 10);
    let most = percent(&["--without-bundled"]).to_string();
    let gate = ["stats", "--host", "claude-code", "--max-share", &most];
    assert_eq!(tree.run(&gate).code, Some(1));
    assert_eq!(tree.run(&[&gate[..], &["--without-bundled"]].concat()).code, Some(0));
}

#[test]
fn what_is_not_measured_does_not_pass() {
    let tree = project(&["skills/b"], &[]);
    let ran = tree.run(&["stats", "--host", "claude-code"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "Claude Code lists no skill of this repository here\n"));
    let ran = tree.run(&["stats", "--host", "claude-code", "--max-share", "80"]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.ends_with("--max-share: there is no listing here that could be measured\n"), "{}", ran.err);
}

#[test]
fn what_does_not_count_is_not_shown_as_counting() {
    let tree = project(&["skills/a"], &[]);
    tree.write(
        "home/project/skill-lsp.toml",
        "rots = [\"x\"]\noverlap = 500\nexclude = [\"b\"]\n[checks]\nno-such = \"off\"\nname-missing = \"loud\"\nbody-empty = \"hint\"\n\
         [[overrides]]\nchecks = { all = \"off\" }\n\
         [[rules]]\nrequired-fields = [\"license\"]\nlevel = 3\n[host.b]\n",
    );
    let settings = tree.json(&["settings", "--format", "json"]);
    let keys: Vec<&str> =
        settings["settings"].as_array().unwrap().iter().map(|it| it["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["exclude", "checks.body-empty", "rules.required-fields"]);
    // The rest of a rule holds, and nobody takes a wrong setting for a green light.
    let ran = tree.run(&["check"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("`license` is missing"), "{}", ran.out);
    assert!(ran.err.contains("this host reads nothing"), "{}", ran.err);
    assert!(ran.err.ends_with("; 7 settings are wrong and do not count\n"), "{}", ran.err);
    assert_eq!(tree.run(&["check", "--ignore", "house-rule", "--fail-on", "warning"]).code, Some(1));
    tree.write("home/project/skill-lsp.toml", "# hosts = []\n");
    let ran = tree.run(&["settings"]);
    assert_eq!(ran.err, "skill-lsp.toml says nothing that counts here\n");
}

#[test]
fn nothing_found_says_who_looked() {
    let tree = project(&["skills/a"], &[]);
    assert_eq!(tree.run(&["check"]).err, "1 skill checked for a plain Agent Skills client, nothing found\n");
    assert_eq!(tree.run(&["check", "--host", "agentskills"]).err, "1 skill checked, nothing found\n");
}

#[test]
fn descriptions_that_overlap() {
    let tree = Tree::of(&[]);
    let words = "Fills PDF forms with values of one table, signs and prints the result at once";
    let second = words.replace("table", "list").replace("signs", "stamps");
    let third = second.replace("prints", "sends").replace("result", "letter");
    for (name, text) in [("a", words), ("b", &second), ("c", &third)] {
        let text = format!("---\nname: {name}\ndescription: {text}\n---\n\nDo it.\n");
        tree.write(&format!("home/project/.claude/skills/{name}/SKILL.md"), &text);
    }
    assert_eq!(found(&tree, &["--select", "description-overlaps"]), [""; 0]);
    tree.write("home/project/skill-lsp.toml", "overlap = 60\n[checks]\ndescription-overlaps = \"warning\"\n");
    let all = found(&tree, &[]);
    assert_eq!(all.len(), 3, "{all:?}");
    let said = "The descriptions of `a`, `b` and `c` are nearly the same, each shares at least 66 % with another; all have \
                `fills`, `pdf`, `forms`, `values`, `one` and `once`";
    assert_eq!(all, ["a", "b", "c"].map(|name| format!("{name}: warning {said}")), "one sentence for a cluster");
}

#[test]
fn a_large_cluster_is_one_line_of_a_collection_in_numbers() {
    let tree = Tree::of(&[]);
    let write = |folder: &str, other: &str| {
        let text = "Fills PDF forms with values of one table, signs and prints the result at once";
        let text = text.replace("table", other);
        let name = folder.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: {text}\n---\n\nDo it.\n");
        tree.write(&format!("home/{folder}/SKILL.md"), &text);
    };
    for at in 1..=9 {
        write(&format!("project/.claude/skills/s{at}"), "table");
    }
    write(".claude/skills/left", "list");
    let text = tree.out(&["stats"]);
    assert!(text.contains("  s1, s2, s3, s4, s5, s6 and 3 more  81 %: "), "{text}");
    let stats = tree.json(&["stats", "--format", "json"]);
    assert_eq!(stats["overlaps"][0]["names"].as_array().unwrap().len(), 9, "{stats:#}");
}

/// What the command line and the server say: rules, overrides, files that are extended, folders, and the baseline.
#[test]
fn the_editor_says_the_same() {
    let tree = client::Tree::new(
        "
        //- home/shop/.claude/skills/a/SKILL.md
        ---
        name: a
        description: Does it. Use when asked.
        ---
        See [x](x.md).
        //- home/shop/team/.claude/skills/b/SKILL.md
        ---
        name: b
        description: Does it. Use when asked.
        ---
        See [x](x.md).
        //- home/team.toml
        [[rules]]
        required-fields = [\"license\"]
        message = \"Name it\"
        //- home/shop/skill-lsp.toml
        extends = \"../team.toml\"
        //- home/shop/team/skill-lsp.toml
        [checks]
        house-rule = \"error\"
        nothing-such = \"off\"
        //- home/shop/skill-lsp-baseline.json
        {\"version\": 1, \"findings\": [{\"path\": \".claude/skills/a/SKILL.md\", \"check\": \"link-target-missing\", \"text\": \"x.md\"}]}
        ",
    );
    let mut client = client::Client::ready(&tree);
    let shown = |client: &client::Client, path: &str| -> Vec<String> {
        let Some((_, found)) = client.published.get(&tree.uri(path)) else { return Vec::new() };
        found
            .iter()
            .map(|it| {
                format!("{} {} {}", it["code"].as_str().unwrap(), it["severity"], it["message"].as_str().unwrap())
            })
            .collect()
    };
    let a = "home/shop/.claude/skills/a/SKILL.md";
    client.wait_for("a", |client| {
        shown(client, a)
            == [
                "house-rule 2 Name it (`license` is missing)",
                "link-target-missing 4 `x.md` does not exist (in the baseline)",
            ]
    });
    client.wait_for("the settings below", |client| {
        shown(client, "home/shop/team/skill-lsp.toml")
            .first()
            .is_some_and(|it| it.contains("there is no check `nothing-such`"))
    });
    // While somebody types, and when the baseline changes.
    let uri = tree.uri(a);
    client.open(&uri, &tree.read(a).replace("See [x](x.md).", "\nNow see [x](x.md), [y](y.md)."));
    client.wait_for("what is new", |client| {
        let shown = shown(client, a);
        shown.iter().any(|it| it.starts_with("link-target-missing 2 `y.md`"))
            && shown.iter().any(|it| it.starts_with("link-target-missing 4 `x.md`"))
    });
    tree.write("home/shop/skill-lsp-baseline.json", "{\"version\": 1, \"findings\": []}");
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": tree.uri("home/shop/skill-lsp-baseline.json"), "type": 2}]}),
    );
    client.wait_for("nothing remembered", |client| {
        shown(client, a).iter().any(|it| it.starts_with("link-target-missing 2 `x.md` does not exist"))
    });
}
