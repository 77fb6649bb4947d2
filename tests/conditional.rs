//! Skills that wait for a file, and those that are found on the way to one, as their design document tells it.

use crate::program::Tree;
use serde_json::{Value, json};

/// A skill that only tests wake; nested folders at two depths; one that git ignores.
const SHOP: &str = "\
//- home/project/.git/HEAD
ref: refs/heads/main
//- home/project/.git/objects/x
//- home/project/.git/refs/x
//- home/project/.gitignore
node_modules/
//- home/project/.claude/skills/tests/SKILL.md
---
description: Writes tests
paths: ['*.test.ts']
---
//- home/project/.claude/skills/always/SKILL.md
---
description: Is there
---
//- home/project/packages/.claude/skills/shared/SKILL.md
---
description: Outer
---
//- home/project/packages/web/.claude/skills/shared/SKILL.md
---
description: Inner
---
//- home/project/packages/web/.claude/skills/pages/SKILL.md
---
description: Writes pages
---
//- home/project/packages/web/.claude/skills/always/SKILL.md
---
description: Is too late
---
//- home/project/node_modules/dependency/.claude/skills/evil/SKILL.md
---
description: Nobody asked for
---
";
const JUNE: &str = "claude-code@2026-06";
const HEADER: &str = "The following skills are available for use with the Skill tool:\n\n";
const TOUCHED: [&str; 4] = ["--touched", "packages/web/src/a.test.ts", "--touched", "node_modules/dependency/x.js"];

fn statuses(tree: &Tree, arguments: &[&str]) -> Vec<(String, String, String)> {
    let list = tree.json(&[&["list", "--all", "--format", "json"], arguments].concat());
    let word = |skill: &Value, key: &str| skill[key].as_str().unwrap().to_owned();
    let rows = list.as_array().unwrap().iter();
    let mut rows: Vec<_> = rows.map(|it| (word(it, "id"), word(it, "description"), word(it, "status"))).collect();
    rows.sort();
    rows
}

fn row(id: &str, description: &str, status: &str) -> (String, String, String) {
    (id.to_owned(), description.to_owned(), status.to_owned())
}

#[test]
fn a_skill_for_tests_is_not_seen_until_a_test_is_touched() {
    let tree = Tree::new(SHOP);
    for host in [JUNE, "claude-code"] {
        assert_eq!(tree.out(&["prompt", "--host", host]), format!("{HEADER}- always: Is there"), "{host}");
        let other = tree.out(&["prompt", "--host", host, "--touched", "src/main.ts"]);
        assert_eq!(other, format!("{HEADER}- always: Is there"), "{host}");
        let woken = tree.out(&["prompt", "--host", host, "--touched", "src/deep/main.test.ts"]);
        assert_eq!(woken, format!("{HEADER}- always: Is there\n\n{HEADER}- tests: Writes tests"), "{host}");
        let why = |arguments: &[&str]| {
            tree.json(&[&["why", "tests", "--host", host, "--format", "json"], arguments].concat())[0]["outcome"]
                .clone()
        };
        assert_eq!((why(&[]), why(&["--touched", "a.test.ts"])), (json!("conditional"), json!("active")), "{host}");
    }
}

#[test]
fn nested_folders_are_found_from_the_file_upwards_the_deeper_first() {
    let tree = Tree::new(SHOP);
    let prompt = tree.out(&[&["prompt", "--host", JUNE], &TOUCHED[..]].concat());
    let later = "- pages: Writes pages\n- shared: Inner\n- tests: Writes tests";
    assert_eq!(prompt, format!("{HEADER}- always: Is there\n\n{HEADER}{later}"));
    assert_eq!(
        statuses(&tree, &[&["--host", JUNE], &TOUCHED[..]].concat()),
        [
            row("always", "Is there", "active"),
            row("always", "Is too late", "shadowed"),
            row("pages", "Writes pages", "active"),
            row("shared", "Inner", "active"),
            row("shared", "Outer", "shadowed"),
            row("tests", "Writes tests", "active"),
        ]
    );
    // A file beside them finds the outer one alone.
    let outer = tree.out(&["prompt", "--host", JUNE, "--touched", "packages/x.md"]);
    assert_eq!(outer, format!("{HEADER}- always: Is there\n\n{HEADER}- shared: Outer"));
}

#[test]
fn what_git_ignores_is_not_found() {
    let tree = Tree::new(SHOP);
    for host in [JUNE, "claude-code"] {
        let found = |tree: &Tree| {
            let rows = statuses(tree, &["--host", host, "--touched", "node_modules/dependency/x.js"]);
            rows.contains(&row("evil", "Nobody asked for", "active"))
        };
        assert!(!found(&tree), "{host}");
        // Without a repository nobody ignores anything.
        let bare = Tree::new(SHOP);
        std::fs::remove_file(bare.path("home/project/.git/HEAD")).unwrap();
        assert!(found(&bare), "{host}");
    }
}
