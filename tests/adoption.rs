//! A repository that was not written for us: what is known already, what changed, what is allowed, and short reports.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::program::Tree;

/// A project of 400 skills with 900 findings, written by nobody in particular.
fn legacy() -> Tree {
    let tree = Tree::of(&[]);
    for at in 0..400 {
        let word: String = [at / 26, at % 26].iter().filter_map(|it| char::from_digit(it % 26 + 10, 36)).collect();
        let links: String =
            ["x", "y"].iter().map(|link| format!("See [the notes](notes-{word}{link}.md).\n")).collect();
        let links = if at < 350 { links } else { String::new() };
        let name = if at % 4 == 0 { format!("Old_{at}") } else { format!("s{at}") };
        let description = match at {
            0..50 => format!("Does thing {at}: and more. Use when asked to do it"),
            _ => format!("Does thing {at}. Use when asked to do it."),
        };
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n\n# Thing {at}\n\n{links}\nDo it.\n");
        tree.write(&format!("home/project/.claude/skills/s{at}/SKILL.md"), &text);
    }
    tree
}

fn count(tree: &Tree, arguments: &[&str]) -> usize {
    let found = tree.json(&[&["check", "--format", "json"], arguments].concat());
    found["findings"].as_array().unwrap().len()
}

/// What a formatter does: other quotes, other line ends in a paragraph, blank lines, a description in a block.
fn reformatted(text: &str) -> String {
    let text = text
        .replace("description: Does thing", "description: >-\n  Does thing")
        .replace(": and more. ", ":  and more.\n  ");
    let text =
        text.replace("See [the notes]", "* See\n  [the notes]").replace("# Thing", "<!-- moved -->\n\n\n# Thing");
    text.replace("name: Old_", "name: \"Old_").replace("\ndescription", "\"\ndescription").replace("s\"", "s").replacen(
        "\"\n",
        "\n",
        usize::from(!text.contains("Old_")),
    )
}

#[test]
fn a_large_repository_is_green_after_one_command_and_red_on_the_next_mistake() {
    let tree = legacy();
    let before = count(&tree, &[]);
    assert!((850..1100).contains(&before), "{before}");
    assert_eq!(tree.run(&["check"]).code, Some(1));
    let ran = tree.run(&["check", "--write-baseline"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    assert!(
        ran.err.ends_with("are remembered in skill-lsp-baseline.json: from now on only what is new is told\n"),
        "{}",
        ran.err
    );
    let written = tree.read("home/project/skill-lsp-baseline.json");
    let green = |what: &str| {
        let ran = tree.run(&["check", "--fail-on", "information"]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{what}: {}", ran.err);
        ran.err
    };
    assert_eq!(
        green("at once"),
        format!("400 skills checked, nothing new found; the baseline remembers {before} findings\n")
    );
    tree.run(&["check", "--write-baseline"]);
    assert_eq!(tree.read("home/project/skill-lsp-baseline.json"), written, "the same each time");
    let stats = tree.json(&["stats", "--format", "json"]);
    assert_eq!((&stats["checks"], &stats["remembered"]), (&serde_json::json!([]), &before.into()));

    // On Monday somebody forgets a quote.
    let skill = "home/project/.claude/skills/s300/SKILL.md";
    let good = tree.read(skill);
    tree.write(skill, &good.replace("Does thing", "Use when: does thing"));
    let ran = tree.run(&["check", "--format", "concise"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with(".claude/skills/s300/SKILL.md:3:22: error[yaml-syntax] "), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    tree.write(skill, &good);

    // One more of what is known is one too many.
    let skill = "home/project/.claude/skills/s1/SKILL.md";
    let good = tree.read(skill);
    tree.write(skill, &format!("{good}\nSee [the notes](notes-abx.md) again.\n"));
    assert_eq!(count(&tree, &[]), 1);
    tree.write(skill, &good);

    for at in 0..400 {
        let path = format!("home/project/.claude/skills/s{at}/SKILL.md");
        tree.write(&path, &reformatted(&tree.read(&path)));
    }
    let left = green("after a reformatting");
    assert!(left.contains("nothing new found"), "{left}");
}

#[test]
fn what_is_gone_is_told_until_the_file_shrinks_to_nothing() {
    let bad = "---\nname: a\ndescription: Does it. Use when asked.\n---\n\n[x](references/x.md) [y](references/y.md)\n";
    let tree = Tree::of(&[
        ("home/project/.claude/skills/a/SKILL.md", bad),
        ("home/project/.claude/skills/b/SKILL.md", &bad.replace("name: a", "name: b")),
    ]);
    tree.run(&["check", "--write-baseline"]);
    tree.write("home/project/.claude/skills/a/SKILL.md", &bad.replace(" [y](references/y.md)", ""));
    let ran = tree.run(&["check"]);
    assert_eq!(
        ran.err,
        "2 skills checked, nothing new found; the baseline remembers 3 findings\n\
         1 finding of the baseline is gone; `skill-lsp check --write-baseline` forgets them\n"
    );
    // What was not looked at is not gone, and is kept.
    let ran = tree.run(&["check", ".claude/skills/b"]);
    assert!(!ran.err.contains("gone"), "{}", ran.err);
    tree.run(&["check", ".claude/skills/a", "--write-baseline"]);
    assert_eq!(tree.read("home/project/skill-lsp-baseline.json").matches("\"path\"").count(), 3);
    fs::remove_dir_all(tree.path("home/project/.claude/skills/b")).unwrap();
    tree.write(
        "home/project/.claude/skills/a/SKILL.md",
        &bad.replace("[x](references/x.md) [y](references/y.md)", "Do it."),
    );
    let ran = tree.run(&["check"]);
    assert!(
        ran.err.ends_with("nothing that the baseline remembers is left: skill-lsp-baseline.json can be deleted\n"),
        "{}",
        ran.err
    );
    let ran = tree.run(&["check", "--write-baseline"]);
    assert_eq!(ran.err, "the baseline is empty: skill-lsp-baseline.json can be deleted\n");
    assert_eq!(tree.read("home/project/skill-lsp-baseline.json"), "{\n  \"version\": 1,\n  \"findings\": []\n}\n");
    // What is no baseline stops everything: a green look would say too much.
    tree.write("home/project/skill-lsp-baseline.json", "<<<<<<< HEAD\n");
    let ran = tree.run(&["check"]);
    assert_eq!(
        (ran.code, ran.err.contains("skill-lsp-baseline.json: expected value at line 1")),
        (Some(2), true),
        "{}",
        ran.err
    );
    assert_eq!(tree.run(&["check", "--baseline", "none"]).code, Some(0));
    assert_eq!(tree.run(&["check", "--baseline", "nowhere.json"]).code, Some(2));
}

#[test]
fn what_is_moved_stays_known() {
    let bad = "---\nname: a\ndescription: Does it. Use when asked.\n---\n\n[x](references/x.md)\n";
    let tree = Tree::of(&[
        ("home/project/.claude/skills/a/SKILL.md", bad),
        ("home/project/.claude/skills/b/SKILL.md", &bad.replace("name: a", "name: b")),
    ]);
    tree.run(&["check", "--write-baseline"]);
    fs::create_dir_all(tree.path("home/project/web/.claude")).unwrap();
    fs::rename(tree.path("home/project/.claude/skills"), tree.path("home/project/web/.claude/skills")).unwrap();
    let ran = tree.run(&["check", "--fail-on", "information"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            Some(0),
            "2 skills checked, nothing new found; the baseline remembers 2 findings\n\
             2 findings of the baseline are in files that were moved; `skill-lsp check --write-baseline` notes where they lie now\n"
        )
    );
    tree.run(&["check", "--write-baseline"]);
    let written = tree.read("home/project/skill-lsp-baseline.json");
    assert_eq!(written.matches("\"web/.claude/skills/").count(), 2, "{written}");
    // A copy is a new place, also before the baseline is written anew, and so is another skill of a name that is gone.
    let tree = Tree::of(&[("home/project/.claude/skills/a/SKILL.md", bad)]);
    tree.write("home/project/.claude/skills/c/SKILL.md", "---\nname: c\ndescription: Does it. Use when asked.\n---\n");
    tree.run(&["check", "--write-baseline"]);
    fs::remove_dir_all(tree.path("home/project/.claude/skills")).unwrap();
    tree.write("home/project/one/.claude/skills/a/SKILL.md", bad);
    tree.write(
        "home/project/one/.claude/skills/c/SKILL.md",
        "---\nname: c\ndescription: Draws it. Use when told.\n---\n",
    );
    let told = |check: &str| tree.run(&["check", "--select", check, "--format", "concise"]).out.lines().count();
    assert_eq!((told("link-target-missing"), told("body-empty")), (0, 1));
    tree.write("home/project/two/.claude/skills/a/SKILL.md", bad);
    assert_eq!(told("link-target-missing"), 2);
    fs::remove_dir_all(tree.path("home/project/one")).unwrap();
    assert_eq!(told("link-target-missing"), 0);
    tree.run(&["check", "--write-baseline"]);
    tree.write("home/project/.claude/skills/a/SKILL.md", &bad.replace("Does it", "Does it again"));
    assert_eq!(tree.run(&["check", "--select", "link-target-missing", "--format", "concise"]).out.lines().count(), 1);
}

#[test]
fn the_settings_may_name_the_baseline_and_hints_show_what_it_holds() {
    let bad = "---\nname: a\ndescription: Does it. Use when asked.\n---\n\n[x](references/x.md)\n";
    let tree = Tree::of(&[
        ("home/project/.claude/skills/a/SKILL.md", bad),
        ("home/project/skill-lsp.toml", "baseline = \"ci/known.json\"\n"),
    ]);
    assert_eq!(tree.run(&["check", "--write-baseline"]).code, Some(0));
    assert!(tree.has("home/project/ci/known.json"));
    assert_eq!(count(&tree, &[]), 0);
    let found = tree.json(&["check", "--format", "json", "--hints", "--fail-on", "hint"]);
    let remembered: Vec<&Value> =
        found["findings"].as_array().unwrap().iter().filter(|it| it["remembered"] == true).collect();
    assert_eq!(remembered.len(), 1, "{found:#}");
    assert_eq!((&remembered[0]["level"], &found["remembered"]), (&"hint".into(), &1.into()));
    assert_eq!(tree.run(&["check", "--hints", "--fail-on", "hint", "--select", "link-target-missing"]).code, Some(0));
    // A fix is for what is told.
    tree.run(&["check", "--fix-unsafe"]);
    assert_eq!(tree.read("home/project/.claude/skills/a/SKILL.md"), bad);
}

/// A repository made by git itself.
fn repository(files: &[(&str, &str)]) -> Tree {
    let tree = Tree::of(files);
    fs::remove_dir_all(tree.path("home/project/.git")).unwrap();
    git(&tree, "init -q -b main .");
    git(&tree, "add -A");
    git(&tree, "commit -q -m x");
    tree
}

fn git(tree: &Tree, arguments: &str) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=x", "-c", "user.email=x@y"]).args(arguments.split(' '));
    command.current_dir(tree.path("home/project")).env("HOME", tree.path("home")).env("GIT_CONFIG_NOSYSTEM", "1");
    assert!(command.output().unwrap().status.success(), "{arguments}");
}

fn seen(tree: &Tree, arguments: &[&str]) -> String {
    let found = tree.json(&[&["check", "--format", "json"], arguments].concat());
    let name = |it: &Value| it["path"].as_str().unwrap().rsplit(['/', '\\']).nth(1).unwrap().to_owned();
    found["findings"].as_array().unwrap().iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
#[cfg_attr(all(windows, target_env = "gnu"), ignore = "under Wine there is no git")]
fn only_what_changed_is_told_and_all_is_judged() {
    let bad = |name: &str| {
        format!(
            "---\nname: {name}\ndescription: Does it. Use when asked.\n---\n\n[x](references/x.md) [it](references/it.md)\n"
        )
    };
    let files: Vec<(String, String)> = ["a", "b", "c", "d"]
        .iter()
        .map(|name| (format!("home/project/.claude/skills/{name}/SKILL.md"), bad(name)))
        .collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    files.push(("home/project/.claude/skills/d/it.md", "it\n"));
    let tree = repository(&files);
    assert_eq!(seen(&tree, &["--changed"]), "");
    assert_eq!(tree.run(&["check", "--changed"]).err, "0 changed skills checked, nothing found\n");
    git(&tree, "checkout -q -b work");
    tree.write("home/project/.claude/skills/a/SKILL.md", &bad("a").replace("[x](references/x.md) ", ""));
    git(&tree, "commit -q -a -m x");
    tree.write("home/project/.claude/skills/b/SKILL.md", &bad("b").replace("[x](references/x.md) ", ""));
    tree.write("home/project/.claude/skills/e/SKILL.md", &bad("a"));
    assert_eq!(seen(&tree, &["--changed", "--select", "link-target-missing"]), "b e e");
    assert_eq!(seen(&tree, &["--changed", "main", "--select", "link-target-missing"]), "a b e e");
    let ran = tree.run(&["check", "--changed", "--select", "body-empty"]);
    assert_eq!(ran.err, "2 changed skills checked, nothing found\n");
    // The new one has the name of another: that is seen although the other did not change.
    assert!(!seen(&tree, &["--changed", "--select", "name-folder-mismatch"]).is_empty());
    // A file that a skill needs is gone.
    fs::remove_file(tree.path("home/project/.claude/skills/d/it.md")).unwrap();
    assert_eq!(seen(&tree, &["--changed", "--select", "link-target-missing"]), "b d d e e");
    let ran = tree.run(&["check", "--changed", "nowhere"]);
    assert_eq!(
        (ran.code, ran.err.contains("there is no branch, tag or commit `nowhere` here")),
        (Some(2), true),
        "{}",
        ran.err
    );
    let ran = tree.run(&["check", "--changed", ".claude"]);
    assert!(ran.err.contains("a path stands before --changed"), "{}", ran.err);
    assert_eq!(Tree::of(&[]).run(&["check", "--changed"]).code, Some(2), "no repository");
}

#[test]
#[cfg_attr(all(windows, target_env = "gnu"), ignore = "under Wine there is no git")]
fn what_is_staged_is_judged_as_it_would_be_committed() {
    let good = "---\nname: a\ndescription: Does it. Use when asked.\n---\n\nDo it.\n";
    let tree = repository(&[("home/project/.claude/skills/a/SKILL.md", good)]);
    let path = "home/project/.claude/skills/a/SKILL.md";
    tree.write(path, &good.replace("Do it.", "[x](references/x.md)"));
    assert_eq!(seen(&tree, &["--staged"]), "");
    git(&tree, "add -A");
    assert_eq!(seen(&tree, &["--staged"]), "a");
    tree.write(path, good);
    assert_eq!(seen(&tree, &["--staged"]), "a", "the commit would hold it");
    assert_eq!(seen(&tree, &[]), "");
    // No filter, hook or program of the repository is run.
    let marked = tree.text_path("home/marked");
    for key in ["filter.x.clean", "filter.x.smudge", "core.fsmonitor", "diff.external"] {
        git(&tree, &format!("config {key} touch${{IFS}}{marked}"));
    }
    tree.write("home/project/.gitattributes", "* filter=x diff=x\n");
    for arguments in [&["--staged"][..], &["--changed"], &["--changed", "main"]] {
        tree.run(&[&["check"], arguments].concat());
    }
    assert!(!tree.has("home/marked"));
}

#[test]
fn comments_allow_what_is_found() {
    let text = "---\nname: b\ndescription: Does it. Use when asked.\n---\n\n| a |\n|---|\n| [x](references/x.md) |\n\n```sh\nsee /Users/me/x\n```\n\nSee [y](references/y.md).\n";
    let tree = Tree::of(&[
        ("home/project/.claude/skills/a/SKILL.md", text),
        ("home/project/.claude-plugin/plugin.json", "{\"name\": 3}\n"),
    ]);
    let ran = tree.run(&["check", "--add-allow", "legacy", "--diff"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("+# skill-lsp: allow name-folder-mismatch — legacy"), "{}", ran.out);
    assert_eq!(tree.read("home/project/.claude/skills/a/SKILL.md"), text, "nothing is written");
    let ran = tree.run(&["check", "--add-allow", "legacy"]);
    assert!(ran.err.contains("not allowed: .claude-plugin/plugin.json: no comment can stand there"), "{}", ran.err);
    assert_eq!(count(&tree, &[".claude"]), 0, "{}", tree.read("home/project/.claude/skills/a/SKILL.md"));
    assert!(
        tree.read("home/project/.claude/skills/a/SKILL.md")
            .contains("<!-- skill-lsp: allow link-target-missing — legacy -->\nSee [y](references/y.md).\n")
    );
    assert_eq!(tree.run(&["check", "--add-allow", "a --> b"]).code, Some(2));
}

#[test]
fn short_reports() {
    let tree = legacy();
    let ran = tree.run(&["check", "--format", "grouped"]);
    assert!(ran.out.starts_with("error[yaml-syntax] ×50 in 50 skills, 50 fixable\n"), "{}", ran.out);
    assert!(ran.out.contains("warning[link-target-missing] ×700 in 350 skills\n"), "{}", ran.out);
    assert!(ran.out.lines().count() < 40, "{}", ran.out);
    let ran = tree.run(&["check", "--format", "concise", "--max", "60", "-q"]);
    assert_eq!((ran.code, ran.err.as_str(), ran.out.lines().count()), (Some(1), "", 60));
    assert_eq!(ran.out.lines().filter(|line| line.contains(": error[")).count(), 50, "errors first");
    let ran = tree.run(&["check", "--max", "1", "--select", "link-target-missing"]);
    assert!(ran.err.starts_with("and 699 findings more, which --max leaves out\n"), "{}", ran.err);
    assert!(!ran.out.contains("(in an editor)"), "{}", ran.out);
    let found = tree.json(&["check", "--format", "json", "--max", "10"]);
    assert_eq!(found["findings"].as_array().unwrap().len(), 10);
    // Into a file, whole.
    let ran = tree.run(&["check", "--format", "gitlab", "--output", "report.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("errors"), "{}", ran.err);
    let report: Value = serde_json::from_str(&tree.read("home/project/report.json")).unwrap();
    let first = &report[0];
    assert_eq!(
        (&first["severity"], &first["location"]["path"]),
        (&"critical".into(), &".claude/skills/s0/SKILL.md".into())
    );
    let prints: std::collections::BTreeSet<&str> =
        report.as_array().unwrap().iter().map(|it| it["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(prints.len(), report.as_array().unwrap().len());
    tree.run(&["check", "--format", "html", "--output", "report.html"]);
    let page = tree.read("home/project/report.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("×700 in 350 skills"), "{}", &page[..800]);
    let ran = tree.run(&["check", "--output", ".claude"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "a folder: {}", ran.err);
}
