//! Ten thousand random lines and changes on disk: every request is answered once, and nothing grows.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::mcp::{Server, skill};
use crate::server::storm::{Dice, seed_and_count};

const NAMES: &[&str] = &["deploy", "pdf", "review", "notes", "a\nb", "漢字"];
const GARBAGE: &[&str] = &[
    "",
    "nonsense",
    "[]",
    "{}",
    "{\"jsonrpc\":\"2.0\"",
    r#"{"jsonrpc":"2.0","id":-1,"method":7}"#,
    r#"{"jsonrpc":"2.0","id":-1,"method":"ping","params":"\ud800"}"#,
    r#"{"jsonrpc":"2.0","id":-1,"result":{}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/nothing"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":-9}}"#,
];

#[test]
fn ten_thousand_events_cost_nothing() {
    let (seed, count) = seed_and_count();
    let mut dice = Dice(seed);
    let mut server = Server::new(|home| NAMES.iter().for_each(|name| skill(home, name, "Do it.\n")));
    let home = server.home();
    let mut early = (0, 0);
    let mut id = 1_000;
    let mut open = HashSet::new();
    for event in 0..count {
        let name = dice.of(NAMES);
        let mut request = None;
        match dice.below(100) {
            0..10 => server.say(dice.of(GARBAGE)),
            10..12 => server.say(&"[".repeat(dice.below(2_000))),
            12..14 => skill(&home, name, &"Do it.\n".repeat(dice.below(50))),
            14..15 => drop(fs::remove_dir_all(folder(&home, name))),
            15..16 => drop(fs::rename(folder(&home, name), folder(&home, dice.of(NAMES)))),
            16..20 => {
                let cancelled = id - dice.below(20);
                let params = json!({"requestId": cancelled});
                server
                    .say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).to_string());
                open.remove(&cancelled);
            }
            20..50 => request = Some(("ping", json!({}))),
            50..60 => request = Some(("skills/unknown", json!({}))),
            60..80 => request = Some(("tools/call", json!({"name": "unknown", "arguments": {"skill": name}}))),
            80..90 => request = Some(("tools/list", json!({}))),
            90..93 => {
                let query = dice.of(NAMES);
                request = Some(("tools/call", json!({"name": "skills_list", "arguments": {"query": query}})));
            }
            _ => {
                let file = dice.of(&["SKILL.md", "../SKILL.md", "nothing", "\u{1b}"]);
                let arguments = match dice.below(2) {
                    0 => json!({"skill": name}),
                    _ => json!({"skill": name, "file": file}),
                };
                request = Some(("tools/call", json!({"name": "skills_load", "arguments": arguments})));
            }
        }
        if let Some((method, params)) = request {
            id += 1;
            open.insert(id);
            let line = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
            // A line may come in pieces.
            let (first, second) = line.as_bytes().split_at(dice.below(line.len()));
            server.say_piece(first);
            server.say_piece(second);
            server.say("");
        }
        if event % 40 == 39 || event + 1 == count {
            id += 1;
            server.say(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string());
            open.insert(id);
            while !open.is_empty() {
                let heard = server.hear();
                if let Some(answered) = heard["id"].as_u64() {
                    open.remove(&(answered as usize));
                    assert_ne!(heard["error"]["code"], -32603, "a request failed: {heard}");
                }
            }
        }
        if event == count / 5 {
            early = server.burden();
        }
    }
    assert!(!server.call("skills_list", json!({})).1);
    let late = server.burden();
    assert!(late.0 <= early.0 + 2 && late.1 <= early.1 + 4, "threads and files: {early:?}, then {late:?}");
    assert_eq!(server.end().0, Some(0));
}

fn folder(home: &Path, name: &str) -> std::path::PathBuf {
    home.join(".claude/skills").join(name)
}
