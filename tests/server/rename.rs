//! Another name for a skill: one edit for its name, its folder and every mention.

use serde_json::{Value, json};

use crate::server::client::{Client, Tree};

const SHOP: &str = "
    //- home/shop/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the shop. Use when it is ready.
    ---
    Run /deploy.
    //- home/shop/.claude/skills/ship/SKILL.md
    ---
    name: ship
    description: Ships. Use when it is ready.
    ---
    漢😀 /deploy comes before, not https://x.org/deploy. See [it](../deploy/SKILL.md).
    //- home/shop/.claude/agents/helper.md
    ---
    name: helper
    description: Helps.
    skills: deploy
    ---
    //- home/shop/CLAUDE.md
    Use /deploy here.
    //- home/shop/AGENTS.md
    Use $deploy here.
    ";

const DEPLOY: &str = "home/shop/.claude/skills/deploy/SKILL.md";

/// An edit, one line for each change, in order.
pub(super) fn shown(tree: &Tree, edit: &Value) -> Vec<String> {
    let short = |uri: &Value| uri.as_str().unwrap().strip_prefix(&tree.uri("home/shop/")).unwrap().to_owned();
    let mut lines = Vec::new();
    let edits = |path: String, edits: &Value, lines: &mut Vec<String>| {
        for edit in edits.as_array().unwrap() {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            assert_eq!(start["line"], end["line"]);
            let text = edit["newText"].as_str().unwrap();
            lines.push(format!("{path} {}:{}-{} {text}", start["line"], start["character"], end["character"]));
        }
    };
    for change in edit["documentChanges"].as_array().into_iter().flatten() {
        match change["kind"].as_str() {
            Some(kind) => lines.push(format!("{kind} {} -> {}", short(&change["oldUri"]), short(&change["newUri"]))),
            None => edits(short(&change["textDocument"]["uri"]), &change["edits"], &mut lines),
        }
    }
    for (uri, changes) in edit["changes"].as_object().into_iter().flatten() {
        edits(short(&json!(uri)), changes, &mut lines);
    }
    lines
}

pub(super) fn renamed(
    client: &mut Client,
    uri: &str,
    (line, character): (usize, usize),
    name: &str,
) -> Result<Value, Value> {
    let position = json!({"line": line, "character": character});
    client.request("textDocument/rename", json!({"textDocument": {"uri": uri}, "position": position, "newName": name}))
}

const MENTIONS: [&str; 6] = [
    ".claude/agents/helper.md 3:8-14 roll-out",
    ".claude/skills/deploy/SKILL.md 1:6-12 roll-out",
    ".claude/skills/deploy/SKILL.md 4:5-11 roll-out",
    ".claude/skills/ship/SKILL.md 4:5-11 roll-out",
    "AGENTS.md 0:5-11 roll-out",
    "CLAUDE.md 0:5-11 roll-out",
];
const LINK: &str = ".claude/skills/ship/SKILL.md 4:64-70 roll-out";

fn with_link() -> Vec<String> {
    let mut expected = MENTIONS.map(str::to_owned).to_vec();
    expected.insert(4, LINK.to_owned());
    expected
}

/// The folder first, and every text where it lies then.
fn moved_first() -> Vec<String> {
    let mut expected = vec!["rename .claude/skills/deploy -> .claude/skills/roll-out".to_owned()];
    let moved = |line: String| line.replace("skills/deploy/", "skills/roll-out/");
    expected.extend(with_link().into_iter().map(moved));
    expected
}

#[test]
fn the_folder_and_every_mention_come_along() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let uri = tree.uri(DEPLOY);
    client.open(&uri, &tree.read(DEPLOY));
    let prepared = client.at("textDocument/prepareRename", &uri, 1, 9).unwrap();
    assert_eq!(prepared["placeholder"], "deploy");
    assert_eq!(prepared["range"], json!({"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 12}}));
    let edit = renamed(&mut client, &uri, (1, 9), "roll-out").unwrap();
    assert_eq!(shown(&tree, &edit), moved_first());
    let version = |edit: &Value, end: &str| {
        let changes = edit["documentChanges"].as_array().unwrap();
        let uri = |it: &Value| it["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        changes.iter().find(|it| uri(it).ends_with(end)).unwrap()["textDocument"]["version"].clone()
    };
    assert_eq!(version(&edit, "skills/roll-out/SKILL.md"), Value::Null, "under its new name it has no version yet");
    // The same from a mention in a file that is no skill.
    let note = tree.uri("home/shop/CLAUDE.md");
    client.open(&note, &tree.read("home/shop/CLAUDE.md"));
    let edit = renamed(&mut client, &note, (0, 6), "roll-out").unwrap();
    assert_eq!(shown(&tree, &edit), moved_first());
    assert_eq!(version(&edit, "CLAUDE.md"), 1, "what is open has its version");
}

#[test]
fn an_editor_that_cannot_rename_folders() {
    let tree = Tree::new(SHOP);
    let mut client = Client::start(&tree);
    let answer = client.shake_hands(&tree, json!({}));
    assert_eq!(answer["capabilities"]["renameProvider"], true);
    client.wait_for_index();
    let uri = tree.uri(DEPLOY);
    client.open(&uri, &tree.read(DEPLOY));
    let edit = renamed(&mut client, &uri, (4, 6), "roll-out").unwrap();
    let mut lines = shown(&tree, &edit);
    lines.sort();
    assert_eq!(lines, MENTIONS, "the folder stays, and so do the links to it");
}

#[test]
fn refusals_give_their_reason() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let uri = tree.uri(DEPLOY);
    client.open(&uri, &tree.read(DEPLOY));
    for (name, reason) in [
        ("ship", "`ship` is taken in Claude Code by `.claude/skills/ship`"),
        (
            "Roll Out",
            "`Roll Out` is not a valid name: it takes lower-case letters, digits and single hyphens, such as `roll-out`",
        ),
    ] {
        let error = renamed(&mut client, &uri, (1, 9), name).unwrap_err();
        assert_eq!((error["code"].as_i64(), error["message"].as_str()), (Some(-32803), Some(reason)));
    }
    assert_eq!(client.at("textDocument/prepareRename", &uri, 2, 20).unwrap(), Value::Null);
    assert_eq!(renamed(&mut client, &uri, (2, 20), "x").unwrap(), Value::Null);
}

#[test]
fn a_folder_renamed_in_the_explorer_changes_its_name_and_mentions() {
    let tree = Tree::new(SHOP);
    let mut client = Client::start(&tree);
    let answer = client.shake_hands(&tree, crate::server::client::rich());
    let filters = &answer["capabilities"]["workspace"]["fileOperations"]["willRename"]["filters"];
    assert_eq!(filters[0]["pattern"], json!({"glob": "**/*", "matches": "folder"}));
    client.wait_for_index();
    let mut moved = |from: &str, to: &str| {
        let files = json!([{"oldUri": tree.uri(from), "newUri": tree.uri(to)}]);
        client.request("workspace/willRenameFiles", json!({"files": files})).unwrap()
    };
    let edit = moved("home/shop/.claude/skills/deploy", "home/shop/.claude/skills/roll-out");
    assert_eq!(shown(&tree, &edit), with_link());
    assert_eq!(moved("home/shop/.claude/agents", "home/shop/.claude/helpers"), Value::Null);
    assert_eq!(moved("home/shop/.claude/skills/deploy", "home/shop/.claude/skills/ship"), Value::Null, "taken");
}

#[test]
fn a_folder_that_moves_as_part_of_our_own_edit_changes_nothing_twice() {
    let tree = Tree::new(SHOP);
    let mut client = Client::ready(&tree);
    let uri = tree.uri(DEPLOY);
    client.open(&uri, &tree.read(DEPLOY));
    renamed(&mut client, &uri, (1, 9), "roll-out").unwrap();
    let (from, to) = ("home/shop/.claude/skills/deploy", "home/shop/.claude/skills/roll-out");
    let files = json!([{"oldUri": tree.uri(from), "newUri": tree.uri(to)}]);
    let mut asked = || client.request("workspace/willRenameFiles", json!({"files": files})).unwrap();
    assert_eq!(asked(), Value::Null);
    // Whoever asks again moves it by hand.
    assert_eq!(shown(&tree, &asked()), with_link());
}

#[cfg(unix)]
#[test]
fn a_folder_that_a_link_leads_to_keeps_its_name() {
    let tree = Tree::new(SHOP);
    std::fs::create_dir_all(tree.path("home/shop/.agents/skills")).unwrap();
    let link = tree.path("home/shop/.agents/skills/deploy");
    std::os::unix::fs::symlink("../../.claude/skills/deploy", link).unwrap();
    let mut client = Client::ready(&tree);
    for (path, reason) in [
        (DEPLOY, "`.agents/skills/deploy` is a link to this folder and would lead nowhere"),
        (
            "home/shop/.agents/skills/deploy/SKILL.md",
            "`.agents/skills/deploy` is a link to `.claude/skills/deploy`, which would keep its name",
        ),
    ] {
        let uri = tree.uri(path);
        client.open(&uri, &tree.read(path));
        let error = client.at("textDocument/prepareRename", &uri, 1, 9).unwrap_err();
        assert_eq!(error["message"], reason);
    }
}

#[cfg(unix)]
#[test]
fn two_roots_that_are_one_folder() {
    let tree = Tree::new(SHOP);
    std::fs::create_dir_all(tree.path("home/shop/.agents")).unwrap();
    std::os::unix::fs::symlink("../.claude/skills", tree.path("home/shop/.agents/skills")).unwrap();
    let mut client = Client::ready(&tree);
    for (path, at) in [(DEPLOY, (1, 9)), ("home/shop/CLAUDE.md", (0, 6))] {
        let uri = tree.uri(path);
        client.open(&uri, &tree.read(path));
        let edit = renamed(&mut client, &uri, at, "roll-out").unwrap();
        assert_eq!(shown(&tree, &edit), moved_first(), "{path}");
    }
}

#[test]
fn an_installed_plugin_keeps_its_names() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/ship/SKILL.md
        ---
        name: ship
        description: Ships. Use when it is ready.
        ---
        First /tools:lint.
        //- home/.claude/plugins/cache/mk/tools/1.0.0/.claude-plugin/plugin.json
        {\"name\": \"tools\"}
        //- home/.claude/plugins/cache/mk/tools/1.0.0/skills/lint/SKILL.md
        ---
        description: Lints. Use before a commit.
        ---
        Then /ship.
        //- home/.claude/settings.json
        {\"enabledPlugins\": {\"tools@mk\": true}}
        ",
    );
    let path = tree.path("home/.claude/plugins/cache/mk/tools/1.0.0");
    let then = "2026-01-01T00:00:00Z";
    let copy = json!({
        "scope": "user", "installPath": path, "version": "1.0.0", "installedAt": then, "lastUpdated": then,
    });
    let install = json!({"version": 2, "plugins": {"tools@mk": [copy]}});
    tree.write("home/.claude/plugins/installed_plugins.json", &install.to_string());
    let market = tree.path("home/market");
    let known = json!({
        "mk": {"source": {"source": "github", "repo": "x/mk"}, "installLocation": market, "lastUpdated": then},
    });
    tree.write("home/.claude/plugins/known_marketplaces.json", &known.to_string());
    let plugins = json!({
        "name": "mk", "owner": {"name": "x"},
        "plugins": [{"name": "tools", "source": {"source": "github", "repo": "x/tools"}}],
    });
    tree.write("home/market/.claude-plugin/marketplace.json", &plugins.to_string());
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.claude/skills/ship/SKILL.md");
    client.open(&uri, &tree.read("home/shop/.claude/skills/ship/SKILL.md"));
    let error = client.at("textDocument/prepareRename", &uri, 4, 15).unwrap_err();
    assert_eq!(
        error["message"],
        "`~/.claude/plugins/cache/mk/tools/1.0.0/skills/lint` belongs to an installed plugin: rename it where the \
         plugin is made"
    );
    // What the plugin says of others stays as well.
    let edit = renamed(&mut client, &uri, (1, 8), "sail").unwrap();
    assert_eq!(
        shown(&tree, &edit),
        ["rename .claude/skills/ship -> .claude/skills/sail", ".claude/skills/sail/SKILL.md 1:6-10 sail"]
    );
}

#[test]
fn a_skill_for_all_projects_is_renamed_in_every_folder() {
    let tree = Tree::new(
        "
        //- home/.claude/skills/ship/SKILL.md
        ---
        name: ship
        description: Ships. Use when it is ready.
        ---
        Ship it.
        //- home/shop/CLAUDE.md
        Use /ship.
        //- home/bank/AGENTS.md
        Never /ship.
        ",
    );
    let mut client = Client::start(&tree);
    let folders: Vec<Value> =
        ["home/shop", "home/bank"].iter().map(|it| json!({"uri": tree.uri(it), "name": it})).collect();
    let parameters =
        json!({"processId": null, "capabilities": crate::server::client::rich(), "workspaceFolders": folders});
    client.request("initialize", parameters).unwrap();
    client.notify("initialized", json!({}));
    client.wait_for_index();
    let uri = tree.uri("home/.claude/skills/ship/SKILL.md");
    client.open(&uri, &tree.read("home/.claude/skills/ship/SKILL.md"));
    let edit = renamed(&mut client, &uri, (1, 8), "sail").unwrap();
    let changed: Vec<String> = edit["documentChanges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["textDocument"]["uri"].as_str().or(it["newUri"].as_str()).unwrap().to_owned())
        .collect();
    let expected =
        ["home/.claude/skills/sail", "home/.claude/skills/sail/SKILL.md", "home/bank/AGENTS.md", "home/shop/CLAUDE.md"];
    assert_eq!(changed, expected.map(|path| tree.uri(path)));
}

#[test]
fn settings_that_are_open_and_not_saved_are_changed_as_they_stand() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys. Use when it is ready.
        ---
        //- home/shop/.claude/settings.json
        {\"permissions\": {\"allow\": [\"Skill(deploy)\"]}}
        ",
    );
    let of_settings = |edit: &Value| {
        shown(&tree, edit).into_iter().find(|line| line.starts_with(".claude/settings.json")).unwrap_or_default()
    };
    let mut client = Client::ready(&tree);
    let (uri, settings) = (tree.uri(DEPLOY), tree.uri("home/shop/.claude/settings.json"));
    client.open(&uri, &tree.read(DEPLOY));
    let saved = renamed(&mut client, &uri, (1, 8), "roll-out").unwrap();
    assert_eq!(of_settings(&saved), ".claude/settings.json 0:34-40 roll-out");
    client.open(&settings, &tree.read("home/shop/.claude/settings.json"));
    let typed = "{\n  \"model\": \"opus\",\n  \"permissions\": {\"allow\": [\"Skill(deploy)\"]}\n}\n";
    client.change(&settings, 2, typed);
    let edit = renamed(&mut client, &uri, (1, 8), "roll-out").unwrap();
    assert_eq!(of_settings(&edit), ".claude/settings.json 2:35-41 roll-out");
    let changes = edit["documentChanges"].as_array().unwrap();
    let change = changes.iter().find(|change| change["textDocument"]["uri"] == settings.as_str()).unwrap();
    assert_eq!(change["textDocument"]["version"], 2);
    // Whoever closes it without saving has what is saved.
    client.close(&settings);
    let edit = renamed(&mut client, &uri, (1, 8), "roll-out").unwrap();
    assert_eq!(of_settings(&edit), ".claude/settings.json 0:34-40 roll-out");
}
