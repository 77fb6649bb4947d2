//! Pinned skills and the tools they leave, as their design document walks through it.

use crate::program::{Tree, ran};
use serde_json::json;

const SHIP: &str = "\
//- home/project/.ship/skills/playwright/SKILL.md
---
name: Playwright
description: Drives a browser. Use when a page is to be tried.
allowed-tools: [browser_click, browser_open, exec_command]
---

# Playwright

Open the page first.
//- home/.ship/skills/notes/SKILL.md
---
description: Takes notes. Use when asked to.
---
Write.
//- home/project/.ship/skills/search/SKILL.md
---
description: Searches. Use when asked to.
allowed_tools: web_search
---
Search.
//- home/project/.ship/context/telegram%3Achat%2F1/messages/meta.json
{
  \"v\": 1,
  \"contextId\":   \"telegram:chat/1\",
  \"updatedAt\": 1.70e12
}
";
const META: &str = "home/project/.ship/context/telegram%3Achat%2F1/messages/meta.json";
const CONTEXT: [&str; 2] = ["--context", "telegram:chat/1"];

fn with<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [arguments, &CONTEXT].concat()
}

/// Roots, settings and pins lie in the folder of ship.json, wherever below it one works.
#[test]
fn everything_starts_in_the_folder_of_ship_json() {
    let tree = Tree::new(SHIP);
    tree.write("home/project/ship.json", "{\"skills\": {\"paths\": [\"more\"]}}");
    tree.write("home/project/more/extra/SKILL.md", "---\ndescription: More. Use when asked to.\n---\nMore.\n");
    tree.write("home/project/deep/down/.ship/skills/near/SKILL.md", "---\ndescription: Not seen.\n---\n");
    let below = |arguments: &[&str]| {
        let mut command = tree.command(&with(arguments));
        ran(command.current_dir(tree.path("home/project/deep/down")).output().unwrap())
    };
    let here = tree.out(&["prompt", "--host", "shipmyagent"]);
    assert!(here.contains("- extra (extra)") && here.contains("- playwright (") && !here.contains("near"), "{here}");
    assert_eq!(below(&["prompt", "--host", "shipmyagent"]).out, here);
    assert_eq!(below(&["pin", "extra"]).code, Some(0));
    assert!(tree.read(META).contains("\"extra\"") && !tree.has("home/project/deep/down/.ship/context"));
    assert_eq!(tree.out(&with(&["pinned"])), "extra  ./more/extra\n");
    // Without one, the working directory is all there is.
    std::fs::remove_file(tree.path("home/project/ship.json")).unwrap();
    assert!(below(&["prompt", "--host", "shipmyagent"]).out.contains("- near (near)"));
}

/// Load a skill; then the next message finds it in the prompt, and its tools are the only ones.
#[test]
fn a_skill_is_loaded_and_the_next_message_obeys_it() {
    let tree = Tree::new(SHIP);
    let before = tree.read(META);
    assert_eq!(tree.out(&with(&["pinned"])), "");
    assert_eq!(tree.out(&with(&["pin", "playwright"])), "playwright  ./.ship/skills/playwright\n");
    let pinned = tree.read(META);
    let value: serde_json::Value = serde_json::from_str(&pinned).unwrap();
    assert_eq!(value["pinnedSkillIds"], json!(["playwright"]));
    assert!(pinned.starts_with("{\n  \"v\": 1,\n  \"contextId\":   \"telegram:chat/1\",\n  \"updatedAt\": 1.70e12"));
    let prompt = tree.out(&with(&["prompt", "--host", "shipmyagent"]));
    let overview = tree.out(&["prompt", "--host", "shipmyagent"]);
    let active = prompt.strip_prefix(&overview).unwrap();
    let expected = format!(
        "\n# Active skills\n\nThese skills are loaded in this context. Follow their instructions strictly; where they name \
         tools, use no others.\n\n## playwright (Playwright)\n\nFile: {}\n\n{}\n",
        tree.text_path("home/project/.ship/skills/playwright/SKILL.md"),
        tree.read("home/project/.ship/skills/playwright/SKILL.md").trim_end()
    );
    assert_eq!(active, expected);
    assert!(overview.contains("- notes (notes): Takes notes.") && overview.contains("- playwright (Playwright): "));
    let tools = ["--available", "browser_open,exec_command,write_stdin,read_file"];
    let active = tree.out(&[&with(&["active-tools"])[..], &tools].concat());
    assert_eq!(active, "browser_open\nexec_command\nwrite_stdin\n");
    assert_eq!(tree.out(&with(&["unpin", "playwright"])), "");
    assert_eq!(tree.read(META), before, "byte for byte as it was");
}

#[test]
fn the_context_is_the_one_that_is_said_or_else_the_variable() {
    let tree = Tree::new(SHIP);
    let asked = "which context? Say --context ID, or set SHIP_CONTEXT_ID";
    assert_eq!(tree.refused(&["pinned"]), asked);
    assert_eq!(tree.refused(&["pin", "playwright"]), asked);
    assert_eq!(tree.refused(&["active-tools"]), asked);
    let by_variable = |arguments: &[&str]| {
        let ran = ran(tree.command(arguments).env("SHIP_CONTEXT_ID", "other").output().unwrap());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ran
    };
    let ran = by_variable(&["pin", "notes"]);
    assert!(ran.err.contains("the context other is new here"), "{}", ran.err);
    assert_eq!(by_variable(&["pinned"]).out, "notes  ~/.ship/skills/notes\n");
    assert!(by_variable(&["prompt", "--host", "shipmyagent"]).out.contains("## notes (notes)"));
    assert_eq!(by_variable(&["pinned", "--context", "telegram:chat/1"]).out, "");
    assert!(tree.has("home/project/.ship/context/other/messages/meta.json"));
    assert_eq!(tree.refused(&["pin", "notes", "--context", ".."]), "`..` cannot be the id of a context");
    assert_eq!(
        tree.refused(&["pinned", "--host", "codex", "--context", "x"]),
        "Codex does not keep skills loaded by context"
    );
    assert_eq!(tree.refused(&["prompt", "--context", "x"]), "Claude Code does not keep skills loaded by context");
}

#[test]
fn a_skill_is_pinned_by_its_id_its_name_or_a_part_of_its_name() {
    let tree = Tree::new(SHIP);
    for word in ["playwright", "Playwright", "PLAY", "wright"] {
        assert_eq!(tree.out(&with(&["pin", word])), "playwright  ./.ship/skills/playwright\n", "{word}");
        assert_eq!(tree.out(&with(&["unpin", word])), "", "{word}");
    }
}

#[test]
fn stale_pins_are_told_by_pinned_and_dropped_by_the_next_change() {
    let tree = Tree::new(SHIP);
    tree.write(META, "{\"a\" : 1, \"pinnedSkillIds\": [\"gone\", \"search\", \"empty\"], \"z\": [ ]}");
    tree.write("home/project/.ship/skills/empty/SKILL.md", " \n");
    let prompt = tree.run(&with(&["prompt", "--host", "shipmyagent"]));
    assert!(prompt.err.contains("`gone` is pinned in telegram:chat/1, but there is no such skill"), "{}", prompt.err);
    assert!(tree.read(META).contains("gone"), "only asking changes nothing");
    let answer = tree.json(&with(&["pinned", "--format", "json"]));
    assert_eq!(answer["stale"], json!(["gone", "empty"]));
    assert_eq!(
        answer["pinned"],
        json!([{"id": "search", "name": "search", "path": tree.text_path("home/project/.ship/skills/search/SKILL.md"),
            "allowedTools": ["web_search"]}])
    );
    assert!(tree.read(META).contains("\"gone\""), "`pinned` only reads");
    let answer = tree.json(&with(&["pin", "search", "--format", "json"]));
    assert_eq!(answer["dropped"], json!(["gone", "empty"]));
    let text = tree.read(META);
    assert!(text.starts_with("{\"a\" : 1, \"pinnedSkillIds\": [") && text.ends_with("], \"z\": [ ]}"), "{text}");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["pinnedSkillIds"], json!(["search"]));
}

#[test]
fn a_wrong_id_and_a_broken_file_are_told() {
    let tree = Tree::new(SHIP);
    assert_eq!(
        tree.absent(&with(&["pin", "playwrite"])),
        "ShipMyAgent has no skill `playwrite`: did you mean `playwright`?"
    );
    tree.out(&with(&["pin", "playwright"]));
    assert_eq!(
        tree.absent(&with(&["unpin", "playwrigth"])),
        "`playwrigth` is not pinned in telegram:chat/1: did you mean `playwright`?"
    );
    assert!(tree.run(&with(&["pin", "playwright"])).err.contains("is pinned in telegram:chat/1 already"));
    tree.write(META, "{\"pinnedSkillIds\": [\"playwright\",]}");
    for command in ["pin", "unpin"] {
        let refused = tree.refused(&with(&[command, "playwright"]));
        assert!(refused.starts_with(&format!("@ROOT@/{META}:1:34: ")), "{refused}");
    }
    assert_eq!(tree.read(META), "{\"pinnedSkillIds\": [\"playwright\",]}");
    assert!(tree.refused(&with(&["pinned"])).contains("meta.json:1:34: "));
}

#[test]
fn tools_are_the_union_with_the_basic_ones() {
    let tree = Tree::new(SHIP);
    let tools = |arguments: &[&str]| tree.json(&[&["active-tools", "--format", "json"], arguments].concat());
    assert_eq!(
        tools(&["--skill", "search", "--skill", "playwright"])["activeTools"],
        json!(["web_search", "browser_click", "browser_open", "exec_command", "write_stdin", "close_context"])
    );
    assert_eq!(
        tools(&["--skill", "notes"]),
        json!({"host": "shipmyagent", "skills": ["notes"], "stale": [], "restricted": false, "activeTools": null})
    );
    assert_eq!(
        tools(&["--skill", "notes", "--available", "a", "--available", "b"])["activeTools"],
        json!(["a", "b"]),
        "no skill with allowed-tools, no restriction"
    );
    assert_eq!(tools(&["--skill", "search", "--available", "x"])["activeTools"], json!([]));
    let text = tree.run(&["active-tools", "--skill", "notes"]);
    assert_eq!(
        (text.out.as_str(), text.err.as_str()),
        ("", "no restriction: none of these skills has allowed-tools\n")
    );
    assert!(tree.absent(&["active-tools", "--skill", "nots"]).ends_with("did you mean `notes`?"));
}
