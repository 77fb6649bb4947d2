//! The commands over the pipe: the same answers as those of the command line, from what is known now.

use serde_json::{Value, json};

use crate::program::with_home;
use crate::server::client::{Client, Tree, rich};

const DEPLOY: &str = "home/shop/.claude/skills/deploy/SKILL.md";

fn tree() -> Tree {
    Tree::new(
        "
        //- home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys the shop. Use when asked to.
        ---
        Deploy it.
        //- home/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Deploys anything. Use when asked to.
        ---
        Deploy it.
        //- home/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when asked to.
        ---
        Read it.
        //- home/other/.agents/skills/there/SKILL.md
        ---
        name: there
        description: Is elsewhere. Use when asked to.
        ---
        Go.
        ",
    )
}

pub(crate) fn run(client: &mut Client, command: &str, argument: Value) -> Result<Value, Value> {
    let parameters = json!({"command": format!("skill-lsp.{command}"), "arguments": [argument]});
    client.request("workspace/executeCommand", parameters)
}

pub(crate) fn refused(client: &mut Client, command: &str, argument: Value) -> String {
    run(client, command, argument).unwrap_err()["message"].as_str().unwrap().to_owned()
}

/// What the command line answers from a folder.
pub(crate) fn told(tree: &Tree, folder: &str, arguments: &[&str]) -> Value {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
    command.args(arguments).args(["--format", "json"]).current_dir(tree.path(folder));
    let output = with_home(&mut command, &tree.path("home")).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn answers_are_those_of_the_command_line() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let shop = |arguments: &[&str]| told(&tree, "home/shop", arguments);
    assert_eq!(run(&mut client, "prompt", json!({})).unwrap(), shop(&["prompt"]));
    assert_eq!(run(&mut client, "prompt", json!({"host": "codex"})).unwrap(), shop(&["prompt", "--host", "codex"]));
    let window = json!({"contextWindow": 1000, "model": "claude-opus-5-5", "uri": tree.uri(DEPLOY)});
    let narrow = ["prompt", "--context-window", "1000", "--model", "claude-opus-5-5"];
    let mut beside = run(&mut client, "prompt", window).unwrap();
    // What became of the file beside which it is shown is told in an editor alone.
    let current = beside.as_object_mut().and_then(|answer| answer.remove("current")).unwrap();
    assert_eq!(current["words"], "Not listed: user skills come before project skills", "{current}");
    assert_eq!(beside, shop(&narrow));
    assert_eq!(run(&mut client, "list", json!({})).unwrap(), shop(&["list"]));
    let all = json!({"all": true, "host": "claude-code"});
    assert_eq!(run(&mut client, "list", all).unwrap(), shop(&["list", "--all", "--host", "claude-code"]));
    assert_eq!(run(&mut client, "why", json!({"name": "deploy"})).unwrap(), shop(&["why", "deploy"]));
    let codex = json!({"name": "pdf", "host": "codex"});
    assert_eq!(run(&mut client, "why", codex).unwrap(), shop(&["why", "pdf", "--host", "codex"]));
    assert_eq!(run(&mut client, "hosts", json!({})).unwrap(), shop(&["hosts"]));
    let check = json!({"check": "yaml-syntax"});
    assert_eq!(run(&mut client, "explain", check).unwrap(), shop(&["explain", "yaml-syntax"]));
    // A host that takes part only when it is named, and a folder that is not open.
    let portable = json!({"host": "portable"});
    assert_eq!(run(&mut client, "list", portable).unwrap(), shop(&["list", "--host", "portable"]));
    let other = json!({"cwd": tree.path("home/other")});
    assert_eq!(run(&mut client, "list", other).unwrap(), told(&tree, "home/other", &["list"]));
    assert!(client.shut_down().success());
}

#[test]
fn an_answer_is_whole_before_all_skills_are_read() {
    let tree = tree();
    let mut client = Client::start(&tree);
    client.shake_hands(&tree, rich());
    client.open(&tree.uri(DEPLOY), &tree.read(DEPLOY));
    // The document is answered for by itself until its folder is read; a list of it alone would be wrong.
    client.at("textDocument/hover", &tree.uri(DEPLOY), 1, 7).unwrap();
    assert_eq!(run(&mut client, "list", json!({})).unwrap(), told(&tree, "home/shop", &["list"]));
    assert!(client.shut_down().success());
}

#[test]
fn what_is_typed_counts() {
    let tree = tree();
    let uri = tree.uri("home/.claude/skills/pdf/SKILL.md");
    let mut client = Client::ready(&tree);
    client.open(&uri, "---\nname: pdf\ndescription: Typed a moment ago.\n---\nRead it.\n");
    let text = |answer: Value| answer["text"].as_str().unwrap().to_owned();
    assert!(text(run(&mut client, "prompt", json!({})).unwrap()).contains("pdf: Typed a moment ago."));
    client.change(&uri, 2, "---\nname: pdf\ndescription: Typed just now.\n---\nRead it.\n");
    assert!(text(run(&mut client, "prompt", json!({})).unwrap()).contains("pdf: Typed just now."));
    let other = json!({"cwd": tree.path("home/other")});
    assert!(text(run(&mut client, "prompt", other).unwrap()).contains("pdf: Typed just now."));
}

#[test]
fn what_is_cut_comes_with_its_whole_description() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let answer = run(&mut client, "prompt", json!({"contextWindow": 1000})).unwrap();
    let cut = |name: &str| {
        let entry = answer["entries"].as_array().unwrap().iter().find(|entry| entry["name"] == name).unwrap();
        (entry["cut"].clone(), entry["description"].clone())
    };
    assert_eq!(cut("pdf"), (json!("name-only"), json!("Reads PDF files. Use when asked to.")));
    assert!(answer["budget"]["wanted"].as_u64() > answer["budget"]["limit"].as_u64(), "{answer}");
    let answer = run(&mut client, "prompt", json!({})).unwrap();
    assert_eq!(answer["entries"][0]["description"], Value::Null);
}

#[test]
fn the_verdicts_on_an_open_file() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let uri = tree.uri(DEPLOY);
    assert_eq!(run(&mut client, "verdicts", json!({"uri": uri})).unwrap(), json!([]));
    client.open(&uri, &tree.read(DEPLOY));
    let verdicts = run(&mut client, "verdicts", json!({"uri": uri})).unwrap();
    let first = json!({
        "host": "claude-code", "id": "deploy", "status": "shadowed", "words": "your user skill wins",
        "reason": verdicts[0]["reason"], "shown": null, "winner": tree.path("home/.claude/skills/deploy/SKILL.md"), "writtenFor": true,
    });
    assert_eq!(verdicts[0], first);
    let others = verdicts.as_array().unwrap().iter().filter(|verdict| verdict["writtenFor"] == false);
    assert!(others.clone().any(|verdict| verdict["host"] == "opencode"), "{verdicts}");
}

#[test]
fn a_skill_is_made() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let new =
        json!({"name": "notes", "description": "Takes notes: short ones.", "instructions": "Write.", "root": "user"});
    let path = tree.path("home/.claude/skills/notes/SKILL.md");
    assert_eq!(run(&mut client, "create", new.clone()).unwrap(), json!({"path": path}));
    assert_eq!(
        tree.read("home/.claude/skills/notes/SKILL.md"),
        "---\nname: notes\ndescription: \"Takes notes: short ones.\"\n---\n\nWrite.\n"
    );
    let knows = |client: &mut Client| {
        let answer = run(client, "why", json!({"name": "notes", "host": "claude-code"})).unwrap();
        answer[0]["outcome"] == "active"
    };
    client.listen_until(knows);
    assert_eq!(refused(&mut client, "create", new), format!("`notes` is taken in Claude Code by {}", path.display()));
    let folder = json!({"name": "more", "description": "Does more.", "root": tree.path("home/shop/.agents/skills")});
    let answer = run(&mut client, "create", folder).unwrap();
    assert_eq!(answer, json!({"path": tree.path("home/shop/.agents/skills/more/SKILL.md")}));
}

#[test]
#[cfg_attr(all(windows, target_env = "gnu"), ignore = "Wine 8 says of the recycle bin that it is not implemented")]
fn a_skill_is_deleted() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let place = "home/.claude/skills/pdf/SKILL.md";
    let path = tree.path(place);
    let knows = |client: &mut Client| {
        let answer = run(client, "why", json!({"name": "pdf", "host": "claude-code"}));
        answer.is_ok_and(|answer| answer[0]["outcome"] == "active")
    };
    assert!(knows(&mut client));
    client.open(&tree.uri(place), &tree.read(place));
    let deleted = run(&mut client, "delete", json!({"path": path})).unwrap();
    assert_eq!(deleted["path"], json!(path.parent()));
    if cfg!(target_os = "linux") {
        assert_eq!(deleted["trash"], json!(tree.path("home/.local/share/Trash/files/pdf")));
    }
    assert!(!path.exists() && !path.parent().unwrap().exists());
    client.listen_until(|client| !knows(client));
    let project = tree.path(DEPLOY);
    let sentence =
        format!("cannot delete {}: it is not a user skill, and only those can be deleted", project.display());
    assert_eq!(refused(&mut client, "delete", json!({"path": project})), sentence);
    assert!(project.exists());
}

#[test]
fn a_wrong_argument_is_told_in_a_sentence() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    assert_eq!(refused(&mut client, "why", json!({})), "`skill-lsp.why` needs `name`");
    assert_eq!(refused(&mut client, "why", json!({"name": 5})), "`name` of `skill-lsp.why` must be text");
    assert_eq!(refused(&mut client, "list", json!("all")), "`skill-lsp.list` takes one object as argument");
    assert_eq!(
        refused(&mut client, "prompt", json!({"contextWindow": -1})),
        "`contextWindow` of `skill-lsp.prompt` must be a whole number"
    );
    assert!(
        refused(&mut client, "prompt", json!({"host": "codx"}))
            .starts_with("there is no host `codx`: did you mean `codex`?")
    );
    assert_eq!(
        refused(&mut client, "explain", json!({"check": "yaml-sintax"})),
        "there is no check `yaml-sintax`: did you mean `yaml-syntax`?"
    );
    assert_eq!(refused(&mut client, "list", json!({"cwd": "shop"})), "`cwd` must be an absolute path, not `shop`");
    let nowhere = tree.path("nowhere");
    assert_eq!(
        refused(&mut client, "list", json!({"cwd": nowhere})),
        format!("cannot start in {}: there is no such folder", nowhere.display())
    );
    let create = |name: &str, root: &str| json!({"name": name, "description": "Does it.", "root": root});
    assert!(refused(&mut client, "create", create("../x", "user")).starts_with("`../x` is not a name of"));
    let sentence = refused(&mut client, "create", create("x", nowhere.to_str().unwrap()));
    assert!(sentence.starts_with("no agent looks for skills in"), "{sentence}");
    assert!(refused(&mut client, "nonsense", json!({})).starts_with("there is no command `skill-lsp.nonsense`"));
    assert_eq!(run(&mut client, "refresh", json!({})).unwrap(), Value::Null);
    assert!(client.shut_down().success());
}

#[test]
fn an_answer_that_is_to_be_shown_comes_as_a_message_too() {
    let tree = tree();
    let mut client = Client::ready(&tree);
    let shown = |client: &Client| -> Vec<String> {
        let said = client.heard.iter().filter(|message| message["method"] == "window/showMessage");
        said.map(|message| message["params"]["message"].as_str().unwrap().to_owned()).collect()
    };
    run(&mut client, "why", json!({"name": "deploy", "host": "claude-code"})).unwrap();
    run(&mut client, "why", json!({"name": "deploy", "host": "claude-code", "show": true})).unwrap();
    run(&mut client, "explain", json!({"check": "yaml-syntax", "show": true})).unwrap();
    let prompt = run(&mut client, "prompt", json!({"show": true})).unwrap();
    client.wait_for("the messages", |client| shown(client).len() == 3);
    let shown = shown(&client);
    let reasons = "deploy\nClaude Code\n  ~/.claude/skills/deploy: wins: user skills come before project skills\n  \
                   .claude/skills/deploy: shadowed";
    assert_eq!(shown[0], reasons);
    assert!(shown[1].starts_with("yaml-syntax: "), "{}", shown[1]);
    assert_eq!(shown[2], prompt["text"].as_str().unwrap().trim_end());
}

#[test]
fn what_the_model_receives_follows_what_is_open() {
    let tree = tree();
    let mut client = Client::start(&tree);
    client.shake_hands(&tree, rich());
    client.wait_for_index();
    let pdf = "home/.claude/skills/pdf/SKILL.md";
    let saved = run(&mut client, "show", json!({"name": "pdf", "arguments": "a b"})).unwrap();
    assert_eq!(saved, told(&tree, "home/shop", &["show", "pdf", "--arguments", "a b"]));
    let changed =
        "---\nname: pdf\ndescription: Reads PDF files. Use when asked to.\nmodel: opus\n---\nRead $0, not $1.\n";
    client.open(&tree.uri(pdf), changed);
    let path = tree.path(pdf);
    for question in [json!({"name": "pdf"}), json!({"path": path}), json!({"path": tree.uri(pdf)})] {
        let mut question = question;
        question["arguments"] = json!("'x y' z");
        let open = run(&mut client, "show", question).unwrap();
        let end = format!("{}pdf\n\nRead x y, not z.\n", std::path::MAIN_SEPARATOR);
        assert!(open["text"].as_str().unwrap().ends_with(&end), "{open}");
        assert_eq!(open["arguments"], json!(["x y", "z"]));
        assert_eq!(open["changes"]["model"], "opus");
        assert_eq!(open["marks"][0]["source"]["start"], json!({"line": 6, "column": 6}));
    }
    let there = run(&mut client, "show", json!({"name": "there", "host": "codex", "cwd": tree.path("home/other")}));
    assert_eq!(there.unwrap()["id"], "there");
    let sentence = refused(&mut client, "show", json!({"name": "pfd"}));
    assert_eq!(sentence, "Claude Code has no skill `pfd`: did you mean `pdf`?");
    assert_eq!(refused(&mut client, "show", json!({})), "`skill-lsp.show` needs `name`");
    client.shut_down();
}
