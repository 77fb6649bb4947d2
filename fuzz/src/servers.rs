//! Bytes that no client would send, to both servers: each in a process of its own, this program started again.

use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use skill_lsp::{lsp, mcp, project};

use crate::random::Random;
use crate::texts::{Texts, boundary};

/// So long a server may take to end once its input has.
const LONGEST: Duration = Duration::from_secs(20);

/// Serves, as the program does.
pub fn serve(server: &str) -> ExitCode {
    let output = Box::new(std::io::stdout());
    let print = |line: &str| eprintln!("{line}");
    match server {
        "lsp" => lsp::serve(output, print),
        _ => {
            let overlay = skill_lsp::config::Overlay { hosts: Some(vec!["codex".to_owned()]), ..Default::default() };
            let start = project::Start { overlay, ..project::Start::default() };
            mcp::serve(start, 10_000, output, print)
        }
    }
}

/// Tries both; returns how often something was amiss.
pub fn try_all(texts: &Texts, seed: u64, share: Duration, most: u64) -> usize {
    let folder = std::env::temp_dir().join(format!("skill-lsp-fuzz-{}", std::process::id()));
    let made = std::fs::create_dir_all(folder.join(".codex/skills/fuzz"));
    let mut failures = usize::from(made.is_err());
    for server in ["lsp", "mcp"] {
        let (begun, mut count) = (Instant::now(), 0);
        while begun.elapsed() < share / 2 && count < most {
            let case = seed.wrapping_add(count);
            let input = conversation(texts, server, &mut Random::new(case));
            count += 1;
            if let Some(told) = tried(&folder, server, &input) {
                println!("{server}: case {case}: {told}\n  {:?}", String::from_utf8_lossy(&input));
                failures += 1;
                break;
            }
        }
        println!("{server}: {count} conversations");
    }
    let _ = std::fs::remove_dir_all(folder);
    failures
}

/// What is wrong with how a server takes an input: it panics, or it does not end.
fn tried(folder: &Path, server: &str, input: &[u8]) -> Option<String> {
    let program = std::env::current_exe().ok()?;
    let mut child = Command::new(program)
        .args(["--serve", server])
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    if let Some(mut pipe) = child.stdin.take() {
        // A server that has gone does not read on.
        let _ = pipe.write_all(input);
    }
    let begun = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if begun.elapsed() > LONGEST {
            let _ = child.kill();
            let _ = child.wait();
            return Some(format!("does not end within {LONGEST:?}"));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let errors = child.wait_with_output().ok()?.stderr;
    let errors = String::from_utf8_lossy(&errors);
    errors.contains("panicked").then(|| errors.into_owned())
}

/// Messages, most of them well formed, some with accidents.
fn conversation(texts: &Texts, server: &str, random: &mut Random) -> Vec<u8> {
    let uri = "file:///tmp/fuzz/.codex/skills/fuzz/SKILL.md";
    let place = |random: &mut Random| json!({"line": random.below(9), "character": random.below(40)});
    let mut messages = match server {
        "lsp" => vec![
            json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}),
            json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
            json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
                {"uri": uri, "languageId": "markdown", "version": 1, "text": texts.skill(random)}}}),
        ],
        _ => vec![
            json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
                "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "0"}}}),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        ],
    };
    for id in 1..random.below(12) {
        let params = match (server, random.below(3)) {
            ("lsp", 0) => json!({"textDocument": {"uri": uri, "version": id}, "contentChanges": [
                {"range": {"start": place(random), "end": place(random)}, "text": texts.words(random)}]}),
            ("lsp", _) => json!({"textDocument": {"uri": uri}, "position": place(random), "context": {},
                "range": {"start": place(random), "end": place(random)}, "newName": texts.words(random)}),
            (_, 0) => json!({"name": "skill", "arguments": {"name": texts.words(random)}}),
            (_, _) => json!({"uri": texts.words(random), "cursor": texts.words(random)}),
        };
        let methods: &[&str] = match server {
            "lsp" => &[
                "textDocument/didChange",
                "textDocument/hover",
                "textDocument/completion",
                "textDocument/definition",
                "textDocument/semanticTokens/full",
                "textDocument/rename",
                "textDocument/codeAction",
                "textDocument/diagnostic",
                "workspace/executeCommand",
                "$/cancelRequest",
            ],
            _ => &["tools/list", "tools/call", "resources/list", "resources/read", "prompts/get", "ping"],
        };
        let method = *random.pick(methods);
        messages.push(match method.contains("did") {
            true => json!({"jsonrpc": "2.0", "method": method, "params": params}),
            false => json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}),
        });
    }
    let mut bytes = Vec::new();
    for message in messages {
        let mut text = message.to_string();
        if random.once_in(8) {
            let at = boundary(&text, random);
            text.insert_str(at, random.word(&["\"", "{", "}", "\\", "\n", "漢", "[", "null"]));
        }
        match server {
            "lsp" => bytes.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()),
            _ => bytes.extend((text + "\n").into_bytes()),
        }
        if random.once_in(20) {
            bytes.extend((0..random.below(20)).map(|_| random.next() as u8));
        }
    }
    bytes
}
