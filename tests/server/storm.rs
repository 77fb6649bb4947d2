//! Ten thousand random edits, questions, changes on disk and mishaps, and then the same findings as after a fresh start.
//! `SKILL_LSP_STORM=1000000 SKILL_LSP_STORM_SEED=7 cargo test --test all storm` is a longer one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::client::{Client, Tree, codes};

const SKILLS: &[&str] = &[
    "home/shop/.claude/skills/deploy/SKILL.md",
    "home/shop/.claude/skills/pdf/SKILL.md",
    "home/shop/.agents/skills/deploy/SKILL.md",
    "home/shop/.agents/skills/review-code/SKILL.md",
    "home/shop/packages/web/.claude/skills/deploy/SKILL.md",
    "home/shop/.claude/commands/ship.md",
    "home/.claude/skills/deploy/SKILL.md",
    "home/.agents/skills/pdf/SKILL.md",
];
const PIECES: &[&str] = &[
    "name: deploy\n",
    "name: pdf\n",
    "description: Use when: it breaks\n",
    "description: |\n  Reads PDF files.\n",
    "---\n",
    "\n",
    "allowed-tools: Read, Bash(git:*)\n",
    "漢字😀",
    "/deploy ",
    "$ARGUMENTS ",
    "[guide](guide.md)",
    "`scripts/run.sh`",
    "\r\n",
    "\t",
    "\"",
    "'",
    "{",
    "]",
    ": ",
    "- ",
    "# Heading\n",
    "```\ncode\n```\n",
    "<!-- skill-lsp: allow all -->\n",
    "paths: ['**/*.rs']\n",
];
const QUESTIONS: &[&str] = &[
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/documentSymbol",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
];

/// What is none of the protocol. Its answers have no id, or -1.
const GARBAGE: &[&str] = &[
    "",
    "{",
    "[]",
    "[[[[[[]]]]]]",
    "\u{feff}{}",
    r#"{"jsonrpc":"2.0"}"#,
    r#"{"jsonrpc":"2.0","id":-1,"method":"x","params":"\ud800"}"#,
    r#"{"jsonrpc":"2.0","id":-1,"method":"x","params":1e999}"#,
    r#"{"jsonrpc":"2.0","id":-1,"method":"$/x"}"#,
    r#"{"jsonrpc":"2.0","id":-1,"method":"initialize","params":{"capabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","id":-1,"method":"textDocument/hover","params":7}"#,
    r#"{"jsonrpc":"2.0","id":-1,"result":7}"#,
    r#"{"jsonrpc":"2.0","id":12345678,"error":{"code":-1,"message":"no"}}"#,
    r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":12345678}}"#,
    r#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{}}"#,
];

/// Small, fast, and the same on every machine.
pub(crate) struct Dice(pub(crate) u64);

/// The seed of a storm, and how many events it has.
pub(crate) fn seed_and_count() -> (u64, usize) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = number("SKILL_LSP_STORM_SEED").unwrap_or(0x5eed_1234_5678_9abc).max(1);
    (seed, number("SKILL_LSP_STORM").unwrap_or(10_000) as usize)
}

impl Dice {
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    pub(crate) fn of(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len())]
    }
}

#[test]
fn ten_thousand_events_end_as_a_fresh_start() {
    let tree = Tree::new("");
    fs::create_dir_all(tree.path("home/shop/.claude")).unwrap();
    let mut client = Client::ready(&tree);
    let (seed, count) = seed_and_count();
    let mut dice = Dice(seed);
    let mut open: BTreeMap<&str, i64> = BTreeMap::new();
    let mut asked: Vec<i64> = Vec::new();
    let (mut memory_early, mut burden_early) = (0, (0, 0));
    for event in 0..count {
        let path = dice.of(SKILLS);
        let uri = tree.uri(path);
        match dice.below(100) {
            0..50 => match open.get_mut(path) {
                Some(version) => {
                    *version += 1;
                    let (line, character) = (dice.below(12), dice.below(40));
                    let end = json!({"line": line + dice.below(2), "character": dice.below(40)});
                    let start = json!({"line": line, "character": character});
                    let range = json!({"start": start, "end": if dice.below(3) == 0 { end } else { start.clone() }});
                    client.change_with(&uri, *version, json!([{"range": range, "text": dice.of(PIECES)}]));
                }
                None => {
                    client.open(&uri, &text(&mut dice));
                    open.insert(path, 1);
                }
            },
            50..55 => {
                if open.remove(path).is_some() {
                    client.close(&uri);
                }
            }
            55..60 => {
                tree.write(path, &text(&mut dice));
                changed(&mut client, &uri);
            }
            60..62 => {
                let _ = fs::remove_file(tree.path(path));
                changed(&mut client, &uri);
            }
            62..63 => {
                let folder = tree.path(path).parent().unwrap().join("guide.md");
                let _ = fs::write(&folder, "Guide\n");
                changed(&mut client, &format!("file://{}", folder.display()));
            }
            63..64 => client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}})),
            64..65 => {
                let other = dice.of(SKILLS);
                let _ = fs::create_dir_all(tree.path(other).parent().unwrap());
                let _ = fs::rename(tree.path(path), tree.path(other));
                changed(&mut client, &uri);
                changed(&mut client, &tree.uri(other));
            }
            65..72 => mishap(&mut client, &mut dice),
            _ => {
                let position = json!({"line": dice.below(12), "character": dice.below(60)});
                let context = json!({"includeDeclaration": true});
                let parameters = json!({"textDocument": {"uri": uri}, "position": position, "context": context});
                let id = client.ask(dice.of(QUESTIONS), parameters);
                match dice.below(4) {
                    0 => client.notify("$/cancelRequest", json!({"id": id})),
                    _ => asked.push(id),
                }
            }
        }
        if event % 200 == 0 {
            for id in asked.drain(..) {
                if let Err(error) = client.answer(id) {
                    assert_ne!(error["code"], -32603, "a question failed: {error}");
                }
            }
            // What is left answers garbage and what was cancelled. A long storm would else measure how slowly this client
            // goes through a list of a million messages.
            client.unread.clear();
            client.heard.retain(tells_of_a_mistake);
        }
        if event == count / 5 {
            (memory_early, burden_early) = (memory(&client), client.burden());
        }
    }
    for id in asked {
        let _ = client.answer(id);
    }
    for path in open.into_keys() {
        client.close(&tree.uri(path));
    }
    client.settings = json!({});
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    let mut fresh = Client::ready(&tree);
    fresh.listen_for(Duration::from_secs(1));
    let expected = findings(&fresh);
    let end = Instant::now() + Duration::from_secs(60);
    while findings(&client) != expected && Instant::now() < end {
        client.listen_for(Duration::from_millis(200));
    }
    assert_eq!(findings(&client), expected, "left: after the storm, right: after a fresh start");
    let failures: Vec<&Value> = client.heard.iter().filter(|it| tells_of_a_mistake(it)).collect();
    assert!(failures.is_empty(), "{failures:?}");
    let memory_late = memory(&client);
    assert!(memory_late < memory_early * 2 + 20_000, "grew from {memory_early} to {memory_late} kB");
    let (early, late) = (burden_early, client.burden());
    assert!(late.0 <= early.0 + 2 && late.1 <= early.1 + 4, "threads and files: {early:?}, then {late:?}");
    assert!(client.shut_down().success());
}

fn tells_of_a_mistake(message: &Value) -> bool {
    message.to_string().contains("mistake in skill-lsp")
}

/// What is none of the protocol, a message in pieces, or, rarely, other settings.
fn mishap(client: &mut Client, dice: &mut Dice) {
    match dice.below(70) {
        0..30 => client.send_text(dice.of(GARBAGE)),
        30..40 => client.send_bytes(b"Content-Type: nothing\r\n\r\nGET / HTTP/1.1\r\nContent-Length: -7\r\n\r\n"),
        40..50 => client.send_text(&"[".repeat(dice.below(3_000))),
        50..69 => {
            let body = r#"{"jsonrpc":"2.0","id":-1,"method":"workspace/symbol","params":{"query":"de"}}"#;
            let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
            let (first, second) = message.split_at(dice.below(message.len()));
            client.send_bytes(first.as_bytes());
            client.send_bytes(second.as_bytes());
        }
        _ => {
            let level = dice.of(&["warning", "off", "error", "nonsense"]);
            client.settings = json!({"checks": {"name-shadowed": level}});
            client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
        }
    }
}

/// A skill, more or less.
fn text(dice: &mut Dice) -> String {
    let mut text = String::from("---\n");
    for _ in 0..dice.below(6) {
        text.push_str(dice.of(PIECES));
    }
    text.push_str("---\n");
    for _ in 0..dice.below(6) {
        text.push_str(dice.of(PIECES));
    }
    text
}

fn changed(client: &mut Client, uri: &str) {
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": 2}]}));
}

/// What is shown, by file.
fn findings(client: &Client) -> BTreeMap<String, BTreeSet<String>> {
    let shown = client.published.iter().filter(|(_, (_, found))| !found.is_empty());
    shown.map(|(uri, (_, found))| (uri.clone(), codes(found).into_iter().collect())).collect()
}

/// Resident memory in kilobytes; nothing where the system does not tell.
fn memory(client: &Client) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", client.process())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
