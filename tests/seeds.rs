//! The systems of the design documents, each on the tree of its own document.

use crate::hosts::case::{Item, Manifest};
use crate::hosts::engine;
use crate::hosts::tree::Tree;

const WITHOUT_BUNDLED: &str = "--without-bundled";

/// The listing of a host for a tree written as `//- path` lines with the text of the file below each; the working
/// directory is `project`, `@ROOT@` stands for the root in what is given and what comes back.
fn listing(host: &str, mode: Option<&str>, flags: &[&str], files: &str) -> String {
    let files = files.split("//- ").skip(1).map(|file| {
        let (path, text) = file.split_once('\n').expect("a path and a text");
        Item { path: path.to_owned(), text: Some(text.to_owned()), base64: None, symlink: None, dir: false, mode: None }
    });
    let manifest = Manifest {
        case: host.to_owned(),
        host: host.to_owned(),
        cwd: "project".to_owned(),
        env: Default::default(),
        flags: flags.iter().filter(|flag| **flag != WITHOUT_BUNDLED).map(|flag| (*flag).to_owned()).collect(),
        bundled: !flags.contains(&WITHOUT_BUNDLED),
        overlays: Default::default(),
        touch: Vec::new(),
        files: files.collect(),
    };
    let tree = Tree::write(&manifest);
    let (_, listing) = engine::list(&manifest, &tree, mode);
    listing.expect("a listing").text.replace(&*tree.root().to_string_lossy(), "@ROOT@")
}

const THREE_LAYERS: &str = "\
//- home/.claude/skills/my-skill/SKILL.md
---
name: my-skill
description: A helpful skill for doing things
allowed-tools: [Read, Write, Bash]
---

# My Custom Skill

This skill provides guidance for specific tasks.
//- home/.claude/skills/my-skill/script.py
print()
//- home/.claude/skills/my-skill/templates/template.txt
text
//- project/.claude/skills/project-skill/SKILL.md
---
name: project-skill
description: Project-specific skill
---
Steps.
//- home/.claude/plugins/cache/claude-plugins-official/plugin-name/version/skills/skill-name/SKILL.md
---
description: From a plugin
---
";

#[test]
fn three_layer_awareness() {
    assert_eq!(
        listing("three-layer", Some("awareness"), &[], THREE_LAYERS),
        "## Available Skills\n\n\
         The following skills are available. Use Bash to read SKILL.md for detailed instructions.\n\n\
         - **my-skill** (user)\n  Description: A helpful skill for doing things\n  \
         Path: @ROOT@/home/.claude/skills/my-skill/\n  Files: SKILL.md, script.py, templates/\n\n\
         - **project-skill** (project)\n  Description: Project-specific skill\n  \
         Path: @ROOT@/project/.claude/skills/project-skill/\n  Files: SKILL.md\n\n\
         - **skill-name** (plugin)\n  Description: From a plugin\n  \
         Path: @ROOT@/home/.claude/plugins/cache/claude-plugins-official/plugin-name/version/skills/skill-name/\n  \
         Files: SKILL.md\n\n"
    );
}

#[test]
fn three_layer_direct() {
    assert_eq!(
        listing("three-layer", Some("direct"), &[], THREE_LAYERS),
        "## Available Skills\n\n\
         ### Skill: my-skill\n**Description:** A helpful skill for doing things\n\n\
         # My Custom Skill\n\nThis skill provides guidance for specific tasks.\n\n\
         ### Skill: project-skill\n**Description:** Project-specific skill\n\nSteps.\n\n\
         ### Skill: skill-name\n**Description:** From a plugin\n\n\n\n"
    );
}

#[test]
fn three_layer_direct_cuts_a_long_body() {
    let files = format!("//- home/.claude/skills/long/SKILL.md\n---\ndescription: d\n---\n{}\n", "x".repeat(1001));
    assert_eq!(
        listing("three-layer", Some("direct"), &[], &files),
        format!("## Available Skills\n\n### Skill: long\n**Description:** d\n\n{}...\n\n", "x".repeat(1000))
    );
}

#[test]
fn three_layer_tool_is_the_usual_mode() {
    assert_eq!(
        listing("three-layer", None, &[], THREE_LAYERS),
        "## Available Skills\n\nUse the `skill` tool to load detailed instructions for any skill.\n\n\
         - **my-skill**: A helpful skill for doing things\n- **project-skill**: Project-specific skill\n\
         - **skill-name**: From a plugin\n"
    );
}

#[test]
fn three_layer_lists_both_of_one_name_and_nothing_without_skills() {
    let files = "\
//- home/.claude/skills/a/SKILL.md
---
name: same
description: first
---
//- home/.claude/skills/b/SKILL.md
---
name: same
description: second
---
";
    assert_eq!(
        listing("three-layer", None, &[], files),
        "## Available Skills\n\nUse the `skill` tool to load detailed instructions for any skill.\n\n\
         - **same**: first\n- **same**: second\n"
    );
    assert_eq!(listing("three-layer", None, &[], "//- home/x\n"), "");
}

#[test]
fn three_layer_reads_a_list_as_frontmatter_and_an_empty_block_as_body() {
    let files = "\
//- home/.claude/skills/empty/SKILL.md
---
---
Do it.
//- home/.claude/skills/listed/SKILL.md
---
- a
- b
---
Do it.
";
    assert_eq!(
        listing("three-layer", Some("direct"), &[], files),
        "## Available Skills\n\n### Skill: empty\n**Description:** \n\n---\n---\nDo it.\n\n\n\
         ### Skill: listed\n**Description:** \n\nDo it.\n\n"
    );
}

/// The walk upwards ends before the top of the file system.
#[test]
fn three_layer_never_visits_the_top() {
    let host = skill_lsp::hosts::builtin().get("three-layer").unwrap().clone();
    let environment = skill_lsp::catalog::Environment {
        working_directory: "/a/b".into(),
        ..skill_lsp::catalog::Environment::default()
    };
    let places = skill_lsp::catalog::places(&host, &environment, &skill_lsp::catalog::Controls::default());
    let paths: Vec<String> = places.iter().map(|place| place.path.display().to_string()).collect();
    let project: Vec<&str> = paths.iter().filter(|path| path.ends_with("/skills")).map(String::as_str).collect();
    assert_eq!(project, ["/a/b/.claude/skills", "/a/.claude/skills"]);
}

/// What its code reads as on: nothing at all, or `enabled: true`; a table that says nothing is off.
#[test]
fn three_layer_is_enabled_as_its_code_reads_it() {
    let settings = "home/.claude/three-layer.json";
    for (before, after) in [
        ("{\"skills\": {\"user:pdf\": {\"enabled\": false}}}", None),
        ("{\"skills\": {\"user:pdf\": {}}}", None),
        // The `enabled` of `true` is nothing.
        ("{\"skills\": {\"user:pdf\": true}}", None),
        ("{\"skills\": {\"user:pdf\": {\"enabled\": false, \"since\": 1}}}", Some(true)),
    ] {
        let tree = crate::program::Tree::of(&[
            ("home/.claude/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads.\n---\nDo it.\n"),
            (settings, before),
        ]);
        let status = || tree.json(&["list", "--host", "three-layer", "--format", "json"])[0]["status"].clone();
        assert_eq!(status(), "disabled", "{before}");
        tree.out(&["enable", "user:pdf", "--host", "three-layer"]);
        assert_eq!(status(), "active", "{before}");
        let value: serde_json::Value = serde_json::from_str(&tree.read(settings)).unwrap();
        let said = value.get("skills").and_then(|skills| skills.get("user:pdf"));
        let is_on = said.is_none_or(|said| said["enabled"] == true);
        assert!(is_on && after.is_none_or(|on| said.is_some_and(|said| said["enabled"] == on)), "{value}");
    }
}

/// What counts as nothing says nothing, and what counts as `true` is on.
#[test]
fn three_layer_is_on_where_its_code_finds_nothing() {
    for said in ["false", "null", "{\"enabled\": 1}"] {
        let settings = format!("{{\"skills\": {{\"user:pdf\": {said}}}}}");
        let tree = crate::program::Tree::of(&[
            ("home/.claude/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads.\n---\nDo it.\n"),
            ("home/.claude/three-layer.json", &settings),
        ]);
        let status = || tree.json(&["list", "--host", "three-layer", "--format", "json"])[0]["status"].clone();
        assert_eq!(status(), "active", "{said}");
        tree.out(&["disable", "user:pdf", "--host", "three-layer"]);
        assert_eq!(status(), "disabled", "{said}: {}", tree.read("home/.claude/three-layer.json"));
    }
}

#[test]
fn portable_takes_roots_by_variable_and_by_flag() {
    let tree = crate::program::Tree::of(&[
        ("one/a/SKILL.md", "---\nname: a\ndescription: By variable.\n---\n"),
        ("two/b/SKILL.md", "---\nname: b\ndescription: By variable too.\n---\n"),
        ("three/a/SKILL.md", "---\nname: a\ndescription: By flag.\n---\n"),
    ]);
    let roots = format!("{}:{}", tree.text_path("one"), tree.text_path("two"));
    let flag = tree.text_path("three");
    let mut command = tree.command(&["prompt", "--host", "portable", "--add-dir", &flag]);
    let ran = crate::program::ran(command.env("PORTABLE_SKILLS", roots).output().unwrap());
    assert!(ran.out.ends_with("- b: By variable too.\n- a: By flag."), "{} {}", ran.out, ran.err);
}

#[test]
fn claude_code_in_june_takes_the_first_paragraph() {
    let files =
        "//- project/.claude/skills/x/SKILL.md\n---\nname: x\n---\n# Title\n\nThe first\nparagraph.\n\nThe second.\n";
    assert_eq!(listing("claude-code@2026-06", None, &[], files), format!("{JUNE}- x: The first paragraph."));
}

#[test]
fn shipmyagent_in_2025_names_its_roots_and_at_most_forty_skills() {
    let mut files = String::from(
        "//- project/ship.json\n{\"skills\": {\"paths\": [\".claude/skills\", \".my\"]}}\n\
         //- project/.my/skills/zz/SKILL.md\n---\ndescription: the last\n---\n",
    );
    files.push_str(
        "//- project/.claude/skills/pdf/SKILL.md\n---\nname: PDF Miner\ndescription: Extract text & metadata from PDFs\n\
         allowed-tools:\n  - exec_shell\n  - read_file\n---\n\n# PDF Miner\n",
    );
    for number in 0..40 {
        files.push_str(&format!(
            "//- project/.claude/skills/q{number:02}/SKILL.md\n---\ndescription: number {number}\n---\n"
        ));
    }
    let text = listing("shipmyagent@2025", None, &[], &files);
    assert!(
        text.starts_with(
            "# Skills\n\nSkill roots:\n- @ROOT@/project/.claude/skills\n- @ROOT@/project/.my/skills\n\n\
             Call `skills_list` to see the skills and `skills_load` to read one before you act.\n\n\
             - pdf (PDF Miner): Extract text & metadata from PDFs\n- q00 (q00): number 0\n"
        ),
        "{text}"
    );
    assert!(text.ends_with("- q38 (q38): number 38\n"), "{text}");
}

#[test]
fn shipmyagent_gives_an_overview() {
    let files = "\
//- project/.ship/skills/playwright/SKILL.md
---
name: Playwright
description: Drive a browser
---
//- home/.ship/skills/playwright/SKILL.md
---
description: shadowed
---
//- home/.ship/skills/.hidden/SKILL.md
---
description: skipped
---
//- home/.ship/skills/docs/SKILL.md
---
description: Write docs
---
";
    assert_eq!(
        listing("shipmyagent", None, &[], files),
        "# Skills\n\nSkill roots:\n- @ROOT@/project/.ship/skills\n- @ROOT@/home/.ship/skills\n\n\
         2 skills are available. `skill load ID` keeps one loaded in this context.\n\n\
         - docs (docs): Write docs\n- playwright (Playwright): Drive a browser\n"
    );
}

#[test]
fn portable_describes_its_skill_tool() {
    let files = "\
//- project/.git/HEAD
ref: refs/heads/main
//- home/.claude/skills/review/SKILL.md
---
name: review
description: from the compatibility layer
---
//- home/.config/portable/skill/review/SKILL.md
---
name: review
description: from the user
---
//- project/.portable/skills/group/review/SKILL.md
---
name: review
description: Check: the diff
---
//- project/.agents/skills/build/SKILL.md
---
name: build
description: Build it
---
//- project/.agents/skills/nameless/SKILL.md
---
description: skipped
---
";
    assert_eq!(
        listing("portable", None, &[], files),
        "Load a skill to get step-by-step guidance for a task.\n\nAvailable skills:\n\
         - build: Build it\n- review: Check: the diff"
    );
}

fn june(flags: &[&str]) -> String {
    let files = format!(
        "//- project/.claude/skills/code-review/SKILL.md\n---\ndescription: {}\n---\n\
         //- project/.claude/skills/deploy/SKILL.md\n---\ndescription: Ships it\nwhen_to_use: after a review\n---\n",
        "r".repeat(300)
    );
    listing("claude-code@2026-06", None, flags, &files)
}

const JUNE: &str = "The following skills are available for use with the Skill tool:\n\n";

#[test]
fn claude_code_in_june_cuts_a_description_at_250() {
    let cut = "r".repeat(249);
    assert_eq!(june(&[]), format!("{JUNE}- code-review: {cut}…\n- deploy: Ships it - after a review"));
}

#[test]
fn claude_code_in_june_shares_what_is_left_equally() {
    // 2,500 tokens × 4 characters × 1 % are 100 characters; the names leave 74 of them, 37 for each description.
    let cut = "r".repeat(36);
    assert_eq!(
        june(&["--context-window", "2500", WITHOUT_BUNDLED]),
        format!("{JUNE}- code-review: {cut}…\n- deploy: Ships it - after a review")
    );
}

#[test]
fn claude_code_in_june_keeps_only_names_below_twenty_characters() {
    assert_eq!(june(&["--context-window", "1500", WITHOUT_BUNDLED]), format!("{JUNE}- code-review\n- deploy"));
    // What is bundled is never cut: it leaves too little here.
    assert_eq!(june(&["--context-window", "2500"]), format!("{JUNE}- code-review\n- deploy"));
}

#[test]
fn the_open_specification_lists_what_its_client_guide_shows() {
    let files = "\
//- home/.agents/skills/pdf/SKILL.md
---
name: pdf
description: The user's own
---
//- home/.agents/skills/notes/SKILL.md
---
name: notes
description: Takes notes
---
//- project/.agents/skills/pdf/SKILL.md
---
name: pdf
description: Reads PDF files
---
//- project/.agents/skills/silent/SKILL.md
---
name: silent
---
";
    assert_eq!(
        listing("agentskills", None, &[], files),
        "\
<available_skills>
  <skill>
    <name>pdf</name>
    <description>Reads PDF files</description>
    <location>@ROOT@/project/.agents/skills/pdf/SKILL.md</location>
  </skill>
  <skill>
    <name>notes</name>
    <description>Takes notes</description>
    <location>@ROOT@/home/.agents/skills/notes/SKILL.md</location>
  </skill>
</available_skills>"
    );
    assert_eq!(listing("agentskills", None, &[], "//- project/README.md\nnothing here\n"), "");
}
