//! `skill-lsp mcp`, line by line: what a client can do wrong, and what a skill can. tests/mcp/run drives it with the
//! official client.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::hostile;

mod storm;

/// A server in a home folder of its own, in which `shop` is a project.
struct Server {
    home: tempfile::TempDir,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    count: u64,
}

impl Server {
    /// Begins, without a word of greeting.
    fn mute(prepare: impl FnOnce(&Path), flags: &[&str]) -> Server {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().canonicalize().unwrap();
        fs::create_dir_all(path.join("shop/.git")).unwrap();
        prepare(&path);
        let mut child = Command::new(env!("CARGO_BIN_EXE_skill-lsp"))
            .arg("mcp")
            .args(flags)
            .current_dir(path.join("shop"))
            .env_clear()
            .env("HOME", &path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Server { home, child, input, output, count: 0 }
    }

    /// Begins and greets.
    fn new(prepare: impl FnOnce(&Path)) -> Server {
        let mut server = Server::mute(prepare, &[]);
        server.greet();
        server
    }

    fn greet(&mut self) {
        self.greet_as(json!({}));
    }

    /// Greets as a client that can do these things.
    fn greet_as(&mut self, capabilities: Value) {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = self.ask("initialize", params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "skill-lsp", "{answer}");
        self.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    }

    fn home(&self) -> PathBuf {
        self.home.path().canonicalize().unwrap()
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
    }

    /// A part of a line.
    fn say_piece(&mut self, piece: &[u8]) {
        self.input.as_mut().unwrap().write_all(piece).unwrap();
    }

    /// How many threads the server has, and how many files it holds open; 0 where the system does not tell.
    fn burden(&self) -> (usize, usize) {
        let count = |what: &str| fs::read_dir(format!("/proc/{}/{what}", self.child.id())).map_or(0, Iterator::count);
        (count("task"), count("fd"))
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        let id = self.count;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        loop {
            let heard = self.hear();
            if heard["id"] == id {
                return heard;
            }
        }
    }

    /// What a tool says, and whether that is an error.
    fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let blocks = answer["result"]["content"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let texts: Vec<&str> = blocks.iter().map(|block| block["text"].as_str().unwrap()).collect();
        (texts.join("\n"), answer["result"]["isError"] == true)
    }

    /// Hangs up and waits for the end: the exit code, and how long it took.
    fn end(mut self) -> (Option<i32>, Duration) {
        let began = Instant::now();
        drop(self.input.take());
        let code = self.child.wait().unwrap().code();
        (code, began.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn skill(home: &Path, name: &str, body: &str) {
    let folder = home.join(".claude/skills").join(name);
    fs::create_dir_all(&folder).unwrap();
    let text = format!("---\nname: {name}\ndescription: Does it. Use when asked to.\n---\n\n{body}");
    fs::write(folder.join("SKILL.md"), text).unwrap();
}

#[test]
fn who_begins_in_a_wrong_way_may_begin_again() {
    let mut server = Server::mute(|home| skill(home, "notes", "Do it.\n"), &[]);
    server.say("nonsense");
    assert_eq!(server.hear()["error"]["code"], -32700);
    server.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    server.say(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(server.ask("tools/list", json!({}))["error"]["code"], -32602);
    assert_eq!(server.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(server.ask("initialize", json!({"protocolVersion": 7}))["error"]["code"], -32602);
    server.greet();
    assert!(server.call("skills_load", json!({"skill": "notes"})).0.contains("Do it."));
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_broken_message_costs_one_answer() {
    let mut server = Server::new(|home| skill(home, "notes", "Do it.\n"));
    for (line, code) in [
        ("{", -32700),
        ("[]", -32600),
        ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", -32600),
        ("7", -32600),
        (r#"{"id":1,"method":"tools/list"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
    ] {
        server.say(line);
        let heard = server.hear();
        assert_eq!(heard["error"]["code"], code, "{line}: {heard}");
    }
    let deep = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{}1{}}}"#, "[".repeat(5000), "]".repeat(5000));
    server.say(&deep);
    let heard = server.hear();
    assert_eq!((&heard["id"], &heard["error"]["code"]), (&json!(1), &json!(-32700)), "{heard}");
    // JSON that cannot be read is answered to whoever asked, with what is wrong.
    for (id, what, words) in [
        ("7", r#""\ud800""#, "surrogate"),
        (r#""a""#, r#"{"\udc00":1}"#, "surrogate"),
        ("8", "1e999", "number out of range"),
    ] {
        let params = format!(r#"{{"name":"skills_load","arguments":{{"skill":{what}}}}}"#);
        server.say(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#));
        let heard = server.hear();
        assert_eq!(heard["id"].to_string(), id, "{heard}");
        assert!(heard["error"]["message"].as_str().unwrap().contains(words), "{heard}");
    }
    server.say(&" ".repeat(17 * 1024 * 1024));
    assert_eq!(server.hear()["error"]["message"], "the message is longer than 16 MB");
    assert_eq!(server.ask("tools/call", json!({"name": 7}))["error"]["code"], -32602);
    assert_eq!(server.ask("tools/call", json!({}))["error"]["code"], -32602);
    assert_eq!(server.ask("tools/call", json!({"name": "skills_list", "arguments": []}))["error"]["code"], -32602);
    assert_eq!(server.ask("skills/everything", json!({}))["error"]["code"], -32601);
    assert_eq!(server.ask("skill-lsp/panic", json!({}))["error"]["code"], -32603);
    assert!(server.call("skills_list", json!({})).0.contains("notes"));
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_client_that_does_not_listen_is_not_heard_and_nothing_is_lost() {
    let mut server = Server::new(|home| skill(home, "notes", &"Do it.\n".repeat(3000)));
    let mut input = server.input.take().unwrap();
    let count = 2000;
    let talk = std::thread::spawn(move || {
        for id in 1000..1000 + count {
            let arguments = json!({"skill": "notes", "file": "SKILL.md"});
            let params = json!({"name": "skills_load", "arguments": arguments});
            let line = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string();
            input.write_all(line.as_bytes()).unwrap();
            input.write_all(b"\n").unwrap();
        }
        input
    });
    std::thread::sleep(Duration::from_millis(800));
    assert!(!talk.is_finished(), "all was taken in though nobody reads the answers");
    let mut answered: Vec<u64> = (0..count).map(|_| server.hear()["id"].as_u64().unwrap()).collect();
    answered.sort_unstable();
    assert_eq!(answered, (1000..1000 + count).collect::<Vec<u64>>());
    server.input = Some(talk.join().unwrap());
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn the_end_of_the_input_is_the_end_after_the_last_answer() {
    let mut server = Server::new(|home| skill(home, "notes", "Do it.\n"));
    let params = json!({"name": "skills_list"});
    for id in 1000..1020 {
        server.say(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string());
    }
    drop(server.input.take());
    for _ in 0..20 {
        assert!(server.hear()["result"]["content"].is_array());
    }
    let (code, time) = server.end();
    assert_eq!(code, Some(0));
    assert!(time < Duration::from_secs(3), "{time:?}");
}

#[test]
fn a_client_that_has_gone_is_not_waited_for() {
    let mut server = Server::new(|home| skill(home, "notes", "Do it.\n"));
    server.say(&json!({"jsonrpc": "2.0", "id": 9, "method": "tools/list"}).to_string());
    let (code, time) = server.end();
    assert_eq!(code, Some(0));
    assert!(time < Duration::from_secs(3), "{time:?}");
}

#[test]
fn a_question_without_an_answer_holds_up_nobody() {
    let prepare = |home: &Path| {
        skill(home, "notes", "Do it.\n");
        let file = home.join(".claude/skills/notes/SKILL.md");
        let text = fs::read_to_string(&file).unwrap().replace("description:", "allowed-tools: Bash\ndescription:");
        fs::write(file, text).unwrap();
    };
    let mut server = Server::mute(prepare, &[]);
    server.greet_as(json!({"elicitation": {}}));
    let params = json!({"name": "skills_load", "arguments": {"skill": "notes"}});
    let load = |id: u64| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string();
    server.say(&load(1000));
    let question = server.hear();
    assert_eq!(question["method"], "elicitation/create", "{question}");
    assert!(server.call("skills_list", json!({})).0.contains("notes"));
    // What is taken back is not answered, and what is answered then is answered to nobody.
    server.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1000}}"#);
    let yes = json!({"action": "accept", "content": {"load": "once"}});
    server.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": yes}).to_string());
    server.say(&json!({"jsonrpc": "2.0", "id": 12345, "result": yes}).to_string());
    assert!(server.call("skills_list", json!({})).0.contains("notes"));
    // Nobody can be asked everything at once.
    for id in 2000..2040 {
        server.say(&load(id));
    }
    let heard: Vec<Value> = (0..40).map(|_| server.hear()).collect();
    let questions = heard.iter().filter(|it| it["method"] == "elicitation/create").count();
    let refusals = heard.iter().filter(|it| it.to_string().contains("too many questions are open")).count();
    assert_eq!((questions, refusals), (32, 8), "{heard:?}");
    // An error is no yes.
    let question = heard.iter().find(|it| it["method"] == "elicitation/create").unwrap();
    let error = json!({"code": -1, "message": "no"});
    server.say(&json!({"jsonrpc": "2.0", "id": question["id"], "error": error}).to_string());
    assert_eq!(server.hear()["result"]["isError"], true);
    let (code, time) = server.end();
    assert_eq!(code, Some(0));
    assert!(time < Duration::from_secs(3), "{time:?}");
}

#[test]
fn a_settings_file_that_cannot_be_read_lets_nothing_through_in_silence() {
    let prepare = |home: &Path| {
        skill(home, "notes", "Do it.\n");
        fs::write(home.join(".claude/settings.json"), r#"{"permissions": {"deny": ["Skill(notes)"],}}"#).unwrap();
    };
    let mut server = Server::mute(prepare, &[]);
    server.greet();
    let (text, is_error) = server.call("skills_load", json!({"skill": "notes"}));
    assert!(is_error && text.contains("this client cannot ask the user"), "{text}");
    assert!(text.contains("settings.json are not known: ") && text.contains(". To allow it, mend "), "{text}");
}

/// 001: `skills_list` gives id, name, description and allowedTools; `skills_load` finds by id, by name, and by a part.
#[test]
fn the_two_tools_of_shipmyagent() {
    let prepare = |home: &Path| {
        let folder = home.join("shop/.claude/skills/pdf-miner");
        fs::create_dir_all(&folder).unwrap();
        let front = "---\nname: PDF Miner\ndescription: Extract text & metadata from PDFs\nallowed-tools:\n  - exec_shell\n  - \
                     read_file\n---\n\n# PDF Miner\n...\n";
        fs::write(folder.join("SKILL.md"), front).unwrap();
    };
    let mut server = Server::mute(prepare, &["--host", "shipmyagent@2025"]);
    server.greet();
    let listed = server.ask("tools/call", json!({"name": "skills_list"}));
    let expected = json!({"id": "pdf-miner", "name": "PDF Miner", "description": "Extract text & metadata from PDFs",
        "allowedTools": ["exec_shell", "read_file"]});
    assert_eq!(listed["result"]["structuredContent"], json!({"skills": [expected], "total": 1}));
    for wanted in ["pdf-miner", "PDF Miner", "Miner"] {
        let (text, is_error) = server.call("skills_load", json!({"skill": wanted}));
        assert!(!is_error && text.contains("# PDF Miner"), "{wanted}: {text}");
    }
}

/// 000: the parameter is one of the ids; the answer says where the skill comes from, and that it may be loaded.
#[test]
fn the_skill_tool_of_the_three_layers() {
    let prepare = |home: &Path| {
        skill(home, "notes", "Do it.");
        skill(&home.join("shop"), "notes", "Do it here.");
        skill(home, "secret", "Hush.");
        let rules = r#"{"permissions": {"skill": {"secret": "deny"}}}"#;
        fs::write(home.join(".claude/three-layer.json"), rules).unwrap();
    };
    let mut server = Server::mute(prepare, &["--host", "three-layer"]);
    server.greet();
    let tools = server.ask("tools/list", json!({}));
    let load = &tools["result"]["tools"][1];
    assert_eq!(load["inputSchema"]["properties"]["skill"]["enum"], json!(["user:notes", "project:notes"]), "{load}");
    let loaded = server.ask("tools/call", json!({"name": "skills_load", "arguments": {"skill": "project:notes"}}));
    let facts = &loaded["result"]["_meta"]["skill-lsp/skill"];
    assert_eq!((&facts["source"], &facts["permission"]), (&json!("project"), &json!("allow")), "{loaded}");
    let text = loaded["result"]["content"].to_string();
    assert!(text.contains("Do it here.") && text.contains("Source: project") && text.contains("Permission: allow"));
    let mut empty = Server::mute(|_| (), &["--host", "three-layer"]);
    empty.greet();
    let tools = empty.ask("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"][1]["inputSchema"]["properties"]["skill"]["enum"], json!([""]));
}

/// 003: who is asked is offered a rule for the skill, and one for all that begins with its name.
#[test]
fn claude_code_in_june_offers_two_rules() {
    let prepare = |home: &Path| {
        let folder = home.join("shop/.claude/skills/ship");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), "---\ndescription: Ships.\nallowed-tools: Bash\n---\nDo it.\n").unwrap();
    };
    let rules = "add `\"Skill(ship)\"` or `\"Skill(ship:*)\"` to `permissions.allow` in ~/.claude/settings.json";
    let mut server = Server::mute(prepare, &["--host", "claude-code@2026-06"]);
    server.greet_as(json!({"elicitation": {}}));
    let params = json!({"name": "skills_load", "arguments": {"skill": "ship"}});
    server.say(&json!({"jsonrpc": "2.0", "id": "x", "method": "tools/call", "params": params}).to_string());
    let question = server.hear()["params"]["message"].to_string();
    assert!(serde_json::from_str::<String>(&question).unwrap().ends_with(&format!("To allow it always, {rules}.")));
    for rule in ["Skill(ship)", "Skill(ship:*)"] {
        let mut server = Server::mute(prepare, &["--host", "claude-code@2026-06"]);
        server.greet();
        let (text, is_error) = server.call("skills_load", json!({"skill": "ship"}));
        assert!(is_error && text.ends_with(rules), "{text}");
        fs::create_dir_all(server.home().join(".claude")).unwrap();
        let settings = json!({"permissions": {"allow": [rule]}}).to_string();
        fs::write(server.home().join(".claude/settings.json"), settings).unwrap();
        let mut loaded = server.call("skills_load", json!({"skill": "ship"}));
        for _ in 0..50 {
            if !loaded.1 {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
            loaded = server.call("skills_load", json!({"skill": "ship"}));
        }
        assert!(loaded.0.contains("Do it."), "{rule}: {}", loaded.0);
    }
}

/// 002: what the description of the tool names, and what is asked before it is read: once, always, no.
#[test]
fn the_skill_tool_of_the_portable_protocol() {
    let prepare = |home: &Path| {
        for name in ["deploy", "secret"] {
            let folder = home.join("shop/.portable/skills").join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\ndescription: Does it.\n---\nDo it.\n"))
                .unwrap();
        }
        fs::create_dir_all(home.join(".config/portable")).unwrap();
        let rules = r#"{"skill": {"*": "ask", "secret": "deny"}}"#;
        fs::write(home.join(".config/portable/permissions.json"), rules).unwrap();
    };
    let mut server = Server::mute(prepare, &["--host", "portable"]);
    server.greet_as(json!({"elicitation": {}}));
    let tools = server.ask("tools/list", json!({}))["result"]["tools"].to_string();
    assert!(tools.contains("- deploy: Does it.") && !tools.contains("secret"), "{tools}");
    let (text, is_error) = server.call("skills_load", json!({"skill": "secret"}));
    assert!(is_error && text.contains("denied by `secret` in ~/.config/portable/permissions.json:1"), "{text}");
    let params = json!({"name": "skills_load", "arguments": {"skill": "deploy"}});
    for (answer, is_loaded) in [("no", false), ("once", true), ("always", true)] {
        server.say(&json!({"jsonrpc": "2.0", "id": answer, "method": "tools/call", "params": params}).to_string());
        let question = server.hear();
        let choices = question["params"]["requestedSchema"]["properties"]["load"]["oneOf"].as_array().unwrap();
        assert_eq!(choices.len(), 3, "{question}");
        let content = json!({"action": "accept", "content": {"load": answer}});
        server.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": content}).to_string());
        // That the rules have changed may be told before.
        let heard = std::iter::repeat_with(|| server.hear()).find(|heard| heard["id"] == answer).unwrap();
        assert_eq!(heard["result"]["isError"] != true, is_loaded, "{heard}");
    }
    let rules = fs::read_to_string(server.home().join(".config/portable/permissions.json")).unwrap();
    assert_eq!(rules, r#"{"skill": {"*": "ask", "secret": "deny", "deploy": "allow"}}"#);
    assert!(server.call("skills_load", json!({"skill": "deploy"})).0.contains("Do it."));
}

#[test]
fn a_folder_that_goes_takes_its_skills_along_and_may_come_back() {
    let mut server = Server::new(|home| {
        let folder = home.join("shop/.claude/skills/pdf");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), "---\nname: pdf\ndescription: Reads.\n---\nRead it.\n").unwrap();
    });
    let shop = server.home().join("shop");
    fs::rename(&shop, server.home().join("away")).unwrap();
    let (text, is_error) = server.call("skills_list", json!({}));
    assert!(is_error && text.contains("there is no such folder"), "{text}");
    fs::rename(server.home().join("away"), &shop).unwrap();
    let (text, is_error) = server.call("skills_list", json!({}));
    assert!(!is_error && text.contains("pdf"), "{text}");
}

#[test]
fn no_path_leads_out_of_a_skill() {
    let mut server = Server::new(|home| hostile::build(&home.join(".claude/skills/pdf")));
    let folder = server.home().join(".claude/skills/pdf");
    let table = hostile::hostile(&folder);
    assert!(table.len() >= 20);
    for (name, reason) in table {
        let (text, is_error) = server.call("skills_load", json!({"skill": "pdf", "file": name}));
        assert!(is_error && text.ends_with(reason), "{name:?}: {text}");
        assert!(!text.contains(hostile::SECRET), "{name:?}: {text}");
    }
    for (name, bytes) in hostile::HARMLESS {
        let (text, is_error) = server.call("skills_load", json!({"skill": "pdf", "file": name}));
        match std::str::from_utf8(bytes) {
            Ok(expected) => assert_eq!((text.as_str(), is_error), (expected, false), "{name}"),
            Err(_) => assert!(is_error && text.ends_with("it is not text"), "{name}: {text}"),
        }
    }
}

#[test]
fn arguments_that_are_no_text_are_told() {
    let mut server = Server::new(|_| {});
    for (arguments, sentence) in [
        (json!({}), "`skill` is missing: name the skill that is to be loaded"),
        (json!({"skill": null}), "`skill` is missing: name the skill that is to be loaded"),
        (json!({"skill": 7}), "`skill` must be a text, but is a number"),
        (json!({"name": true}), "`name` must be a text, but is a boolean"),
        (json!({"skill": "pdf", "arguments": ["staging"]}), "`arguments` must be a text, but is a list"),
        (json!({"skill": "pdf", "file": {}}), "`file` must be a text, but is an object"),
    ] {
        assert_eq!(server.call("skills_load", arguments.clone()), (sentence.to_owned(), true), "{arguments}");
    }
}

#[test]
fn a_wrong_use_is_told_before_anything_is_served() {
    let run = |flags: &[&str]| {
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_skill-lsp"));
        command.arg("mcp").args(flags).current_dir(&home).env_clear().env("HOME", home.path()).stdin(Stdio::null());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, out, error) = run(&["--host", "codxe"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.contains("did you mean `codex`?"), "{error}");
    let (code, out, error) = run(&["--cwd", "nowhere"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.contains("there is no such folder"), "{error}");
    assert_eq!(run(&[]).0, Some(0));
}
