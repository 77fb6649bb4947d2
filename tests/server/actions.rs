//! Code actions, folds, selections and semantic tokens over the pipe.

use serde_json::{Value, json};

use crate::program::with_home;
use crate::server::client::{Client, Tree, rich};

const PDF: &str = "home/shop/.claude/skills/pdf/SKILL.md";

/// A skill with what can be mended safely, and what cannot.
fn tree() -> Tree {
    Tree::new(
        "
        //- home/shop/.claude/skills/pdf/SKILL.md
        ---
        name: pdfs
        description: Use this when: 漢字 😀 are read
        allowed_tools: Read, Bash(git add *)
        ---
        See [the forms](forms.md) and /deploi or $ARGUMENTS.
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when asked to.
        ---
        Deploy it.
        ",
    )
}

/// The code actions of a range, and those diagnostics that are sent along.
fn actions(client: &mut Client, uri: &str, lines: (usize, usize), context: Value) -> Vec<Value> {
    let range = json!({"start": {"line": lines.0, "character": 8}, "end": {"line": lines.1, "character": 8}});
    let parameters = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
    let answer = client.request("textDocument/codeAction", parameters).unwrap();
    answer.as_array().cloned().unwrap_or_default()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().unwrap()).collect()
}

/// The text after the edits of one document; positions count in UTF-16.
fn applied(text: &str, edit: &Value) -> String {
    let changes = edit["documentChanges"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{edit:#}");
    let mut edits: Vec<(usize, usize, &str)> = Vec::new();
    for it in changes[0]["edits"].as_array().unwrap() {
        let (start, end) = (&it["range"]["start"], &it["range"]["end"]);
        edits.push((offset(text, start), offset(text, end), it["newText"].as_str().unwrap()));
    }
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.0));
    let mut text = text.to_owned();
    for (start, end, new) in edits {
        text.replace_range(start..end, new);
    }
    text
}

fn offset(text: &str, position: &Value) -> usize {
    let (line, character) = (position["line"].as_u64().unwrap() as usize, position["character"].as_u64().unwrap());
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut units = 0;
    for (at, sign) in text[start..].char_indices() {
        if units >= character {
            return start + at;
        }
        units += sign.len_utf16() as u64;
    }
    text.len()
}

#[test]
fn a_finding_and_what_can_be_done_about_it() {
    let tree = tree();
    let (uri, text) = (tree.uri(PDF), tree.read(PDF));
    let mut client = Client::ready(&tree);
    client.open(&uri, &text);
    let sent = client.diagnostics(&uri, 1);
    let found = actions(&mut client, &uri, (1, 1), json!({"diagnostics": sent, "only": ["quickfix"]}));
    let on_name: Vec<&Value> =
        found.iter().filter(|action| action["diagnostics"][0]["code"] == "name-folder-mismatch").collect();
    let shown: Vec<String> = on_name
        .iter()
        .map(|it| format!("{}{}", it["title"].as_str().unwrap(), if it["isPreferred"] == true { " *" } else { "" }))
        .collect();
    assert_eq!(
        shown,
        [
            "Change the name to `pdf` *",
            "Rename the folder to `pdfs`",
            "Allow `name-folder-mismatch` here",
            "Allow `name-folder-mismatch` in this file",
            "Explain `name-folder-mismatch`",
        ]
    );
    // What was sent along is answered, wherever it stands.
    assert!(titles(&found).contains(&"Create `forms.md`"));
    assert!(found.iter().all(|action| action["kind"] == "quickfix"));
    assert!(applied(&text, &on_name[0]["edit"]).contains("\nname: pdf\n"));
    let rename = &on_name[1]["edit"]["documentChanges"][0];
    assert_eq!(
        (&rename["kind"], &rename["newUri"]),
        (&json!("rename"), &json!(tree.uri("home/shop/.claude/skills/pdfs")))
    );
    let allowed = applied(&text, &on_name[2]["edit"]);
    assert!(allowed.contains("---\n# skill-lsp: allow name-folder-mismatch — reason\nname: pdfs\n"), "{allowed}");
    assert_eq!(on_name[4]["command"]["arguments"], json!([{"check": "name-folder-mismatch", "show": true}]));

    // And the comment does what it says.
    client.change(&uri, 2, &allowed);
    let left = client.diagnostics(&uri, 2);
    assert!(left.iter().all(|it| it["code"] != "name-folder-mismatch"), "{left:#?}");
    assert!(client.shut_down().success());
}

#[test]
fn all_safe_fixes_are_those_of_the_command_line() {
    let tree = tree();
    let (uri, text) = (tree.uri(PDF), tree.read(PDF));
    let mut client = Client::ready(&tree);
    client.open(&uri, &text);
    let context = json!({"diagnostics": [], "only": ["source.fixAll"]});
    let found = actions(&mut client, &uri, (0, 0), context.clone());
    assert_eq!(titles(&found), ["Fix all that can be fixed safely"]);
    assert_eq!((&found[0]["kind"], found[0].get("edit")), (&json!("source.fixAll.skill-lsp"), None));
    let resolved = client.request("codeAction/resolve", found[0].clone()).unwrap();
    let mended = applied(&text, &resolved["edit"]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    command.args(["check", "--fix", "--color", "never"]).arg(tree.path(PDF)).current_dir(tree.path("home/shop"));
    assert!(with_home(&mut command, &tree.path("home")).output().is_ok());
    assert_eq!(mended, tree.read(PDF));
    assert_ne!(mended, text);

    // What is mended has nothing left to mend.
    client.change(&uri, 2, &mended);
    assert_eq!(actions(&mut client, &uri, (0, 0), context), Vec::<Value>::new());
}

#[test]
fn tools_in_another_form() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when asked to.
        allowed-tools: Read, Bash(git add *) # why
        ---
        Read it.
        ",
    );
    let (uri, text) = (tree.uri(PDF), tree.read(PDF));
    let mut client = Client::ready(&tree);
    client.open(&uri, &text);
    let found = actions(&mut client, &uri, (3, 3), json!({"diagnostics": [], "only": ["refactor"]}));
    assert_eq!(
        titles(&found),
        [
            "Sort `allowed-tools`",
            "Write `allowed-tools` as a list",
            "Write `allowed-tools` as a list in brackets",
            "Write `allowed-tools` with spaces"
        ]
    );
    assert!(applied(&text, &found[0]["edit"]).contains("allowed-tools: Bash(git add *), Read # why\n---\n"));
    assert!(applied(&text, &found[1]["edit"]).contains("allowed-tools: # why\n  - Read\n  - Bash(git add *)\n---\n"));
    assert!(
        actions(&mut client, &uri, (3, 3), json!({"diagnostics": [], "only": ["source.organizeImports"]})).is_empty()
    );

    let wide = text.replace("Bash(git add *)", "Bash, Read").replace("Read it.", "```sh\njq .\n```");
    client.change(&uri, 2, &wide);
    let found = actions(&mut client, &uri, (3, 3), json!({"diagnostics": [], "only": ["refactor.rewrite"]}));
    let first = ["Narrow `Bash` to the commands of the body", "Remove repeated entries of `allowed-tools`"];
    assert_eq!(titles(&found)[..2], first);
    assert!(applied(&wide, &found[0]["edit"]).contains("allowed-tools: Read, Bash(jq *), Read # why\n"));
    assert!(applied(&wide, &found[1]["edit"]).contains("allowed-tools: Read, Bash # why\n"));
}

#[test]
fn a_client_gets_only_what_it_can_do() {
    let tree = tree();
    let (uri, text) = (tree.uri(PDF), tree.read(PDF));
    let check = |capabilities: Value, expected: &[(&str, bool)]| {
        let mut client = Client::start(&tree);
        client.shake_hands(&tree, capabilities);
        client.wait_for_index();
        client.open(&uri, &text);
        let found = actions(&mut client, &uri, (1, 1), json!({"diagnostics": []}));
        let shown: Vec<(&str, bool)> = found
            .iter()
            .filter(|action| {
                let title = action["title"].as_str().unwrap();
                title.starts_with("Rename the folder") || title.starts_with("Explain")
            })
            .map(|action| (action["title"].as_str().unwrap(), action.get("disabled").is_some()))
            .collect();
        assert_eq!(shown, expected);
    };
    let mut as_neovim = rich();
    as_neovim["workspace"]["workspaceEdit"] = json!({"resourceOperations": ["rename", "create", "delete"]});
    check(as_neovim, &[("Rename the folder to `pdfs`", false), ("Explain `name-folder-mismatch`", false)]);
    let mut without_files = rich();
    without_files["workspace"]["workspaceEdit"]["resourceOperations"] = json!([]);
    check(without_files.clone(), &[("Rename the folder to `pdfs`", true), ("Explain `name-folder-mismatch`", false)]);
    without_files["textDocument"]["codeAction"]["disabledSupport"] = json!(false);
    check(without_files, &[("Explain `name-folder-mismatch`", false)]);
    check(json!({}), &[("Explain `name-folder-mismatch`", false)]);
}

#[test]
fn words_have_colours_in_every_encoding() {
    let tree = Tree::new(
        "
        //- home/shop/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when asked to.
        allowed-tools: Bash(echo 漢😀), Mine
        ---
        漢😀 /deploy $ARGUMENTS
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when asked to.
        ---
        Deploy it.
        ",
    );
    let (uri, text) = (tree.uri(PDF), tree.read(PDF));
    // Line, start, length, type, modifiers: `Bash`, `echo 漢😀`, `Mine`, `/deploy`, `$ARGUMENTS`.
    for (encoding, pattern, mine, deploy, arguments) in
        [("utf-8", 12, 15, 8, 8), ("utf-16", 8, 11, 4, 8), ("utf-32", 7, 10, 3, 8)]
    {
        let mut capabilities = rich();
        capabilities["general"]["positionEncodings"] = json!([encoding]);
        let mut client = Client::start(&tree);
        client.shake_hands(&tree, capabilities);
        client.wait_for_index();
        client.open(&uri, &text);
        let document = json!({"textDocument": {"uri": uri}});
        let answer = client.request("textDocument/semanticTokens/full", document).unwrap();
        let expected: Vec<[u32; 5]> = vec![
            [3, 15, 4, 3, 1],
            [0, 5, pattern, 4, 0],
            [0, mine, 4, 3, 0],
            [2, deploy, 7, 0, 0],
            [0, arguments, 10, 1, 0],
        ];
        assert_eq!(answer["data"], json!(expected.concat()), "{encoding}");
        let range = json!({"start": {"line": 5, "character": 0}, "end": {"line": 6, "character": 0}});
        let parameters = json!({"textDocument": {"uri": uri}, "range": range});
        let answer = client.request("textDocument/semanticTokens/range", parameters).unwrap();
        assert_eq!(answer["data"], json!([[5, deploy, 7, 0, 0], [0, arguments, 10, 1, 0]].concat()), "{encoding}");
    }
}

#[test]
fn skills_have_colours_where_they_are_mentioned() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/CLAUDE.md");
    client.open(&uri, "# Shop\nRun /deploy with $ARGUMENTS.\n");
    let answer = client.request("textDocument/semanticTokens/full", json!({"textDocument": {"uri": uri}})).unwrap();
    assert_eq!(answer["data"], json!([1, 4, 7, 0, 0]));
}

#[test]
fn folds_and_growing_selections() {
    let tree = tree();
    let uri = tree.uri(PDF);
    let mut client = Client::ready(&tree);
    client.open(&uri, "---\nname: pdf\nmetadata:\n  a: b\n---\n# A\n\nOne 😀 two. Three.\n");
    let answer = client.request("textDocument/foldingRange", json!({"textDocument": {"uri": uri}})).unwrap();
    assert_eq!(
        answer,
        json!([
            {"startLine": 0, "endLine": 4, "kind": "region"},
            {"startLine": 2, "endLine": 3},
            {"startLine": 5, "endLine": 7},
        ])
    );
    let positions = json!([{"line": 7, "character": 8}, {"line": 99, "character": 99}]);
    let parameters = json!({"textDocument": {"uri": uri}, "positions": positions});
    let answer = client.request("textDocument/selectionRange", parameters).unwrap();
    assert_eq!(answer.as_array().map(Vec::len), Some(2));
    let mut ends = Vec::new();
    let mut range = &answer[0];
    while range.is_object() {
        let (start, end) = (&range["range"]["start"], &range["range"]["end"]);
        ends.push(format!("{}:{}-{}:{}", start["line"], start["character"], end["line"], end["character"]));
        range = &range["parent"];
    }
    assert_eq!(ends, ["7:7-7:10", "7:0-7:11", "7:0-7:18", "5:0-7:18", "5:0-8:0", "0:0-8:0"]);
    for method in ["foldingRange", "semanticTokens/full"] {
        let other = json!({"textDocument": {"uri": tree.uri("home/shop/README.md")}});
        assert_eq!(client.request(&format!("textDocument/{method}"), other).unwrap(), Value::Null);
    }
}
