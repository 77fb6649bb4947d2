//! Files of skills over the pipe.

use serde_json::{Value, json};

use crate::hostile;
use crate::server::client::{Client, Tree};

fn tree() -> Tree {
    Tree::new(
        "
        //- home/shop/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Reads PDF files. Use when asked to.
        ---
        Read it.
        ",
    )
}

fn read_file(client: &mut Client, path: &str, file: &str) -> Result<Value, String> {
    let argument = json!({"path": path, "file": file});
    let parameters = json!({"command": "skill-lsp.readFile", "arguments": [argument]});
    let answer = client.request("workspace/executeCommand", parameters);
    answer.map_err(|error| error["message"].as_str().unwrap().to_owned())
}

#[test]
fn pinned_skills_follow_the_listing_of_their_context() {
    let tree = Tree::new(
        "
        //- home/shop/.ship/skills/playwright/SKILL.md
        ---
        name: Playwright
        description: Drives a browser.
        ---
        Open the page first.
        //- home/shop/.ship/context/chat/messages/meta.json
        {\"pinnedSkillIds\": [\"playwright\", \"gone\"]}
        ",
    );
    let mut client = Client::ready(&tree);
    let mut prompt = |argument: Value| {
        let parameters = json!({"command": "skill-lsp.prompt", "arguments": [argument]});
        client.request("workspace/executeCommand", parameters)
    };
    let text = |answer: &Value| answer["text"].as_str().unwrap().to_owned();
    let overview = text(&prompt(json!({"host": "shipmyagent"})).unwrap());
    let whole = text(&prompt(json!({"host": "shipmyagent", "context": "chat"})).unwrap());
    assert!(whole.starts_with(&overview) && whole.contains("## playwright (Playwright)"), "{whole}");
    assert!(!overview.contains("Open the page first.") && whole.contains("Open the page first."), "{overview}");
    let refused = prompt(json!({"context": "chat"})).unwrap_err();
    assert_eq!(refused["message"], "Claude Code does not keep skills loaded by context");
}

#[test]
fn a_file_is_read_by_its_skill_and_no_hostile_path_gets_out() {
    let tree = tree();
    let skill = tree.path("home/shop/.claude/skills/pdf");
    hostile::build(&skill);
    let path = skill.to_str().unwrap();
    let mut client = Client::ready(&tree);
    for (name, bytes) in hostile::HARMLESS {
        let answer = read_file(&mut client, path, name).unwrap();
        assert_eq!(answer["text"].as_str(), std::str::from_utf8(bytes).ok(), "{name}");
    }
    let main = format!("{path}/SKILL.md");
    assert_eq!(read_file(&mut client, &main, "bytes.bin").unwrap()["base64"], "/wD+");
    for (name, reason) in hostile::hostile(&skill) {
        let message = read_file(&mut client, path, &name).expect_err(&name);
        assert!(message.contains(reason) && !message.contains(hostile::SECRET), "{name:?}: {message}");
    }
    let elsewhere = read_file(&mut client, skill.parent().unwrap().to_str().unwrap(), "secret.md").unwrap_err();
    assert!(elsewhere.starts_with("there is no skill at "), "{elsewhere}");
    assert!(read_file(&mut client, "pdf", "SKILL.md").unwrap_err().contains("must be an absolute path"));
}
