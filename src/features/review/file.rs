//! One file of a review: what it is, what it says, what it calls.

use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use regex::Regex;

use crate::catalog::{Leads, Piece, PieceKind};
use crate::checks::secret_literal::secrets;
use crate::features::review::blobs::blobs;
use crate::features::review::by_itself::{Starts, script_names};
use crate::features::review::declared::declared;
use crate::features::review::disguise::{disguise, is_program, is_text};
use crate::features::review::foreign_keys::foreign_keys;
use crate::features::review::hidden::{hidden, in_comment};
use crate::features::review::inside::inside;
use crate::features::review::language::Language;
use crate::features::review::later::run_later;
use crate::features::review::lookalikes::lookalikes;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::pieces::pieces;
use crate::features::review::signs::{Hit, hits, line_around};
use crate::features::review::skill::{role, skill};
use crate::features::review::speech::{said, speech};
use crate::features::review::urls::urls;
use crate::features::review::views::views;
use crate::features::review::{Call, Grant, Noted, SkillSeen, Weight};
use crate::hosts::Host;
use crate::text::Text;

/// A key of AWS; without its other half it opens nothing, but nobody writes one by accident.
static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"\b(?:AKIA|ASIA)[A-Z2-7]{16}\b|(?i:aws_?secret_?access_?key)["']?\s*[=:]\s*["']?[A-Za-z0-9/+]{40}\b"#)
        .ok()
});

/// What was seen of one file.
#[derive(Clone, Debug, Default)]
pub struct FileSeen {
    /// Its path from the folder, with `/`.
    pub(super) name: String,
    /// Its bytes; nothing for what is no file.
    pub(super) size: Option<u64>,
    pub(super) found: Vec<Noted>,
    pub(super) skill: Option<SkillSeen>,
    pub(super) grants: Vec<Grant>,
    /// What it is to an agent that reads it, when it is no skill.
    pub(super) role: Option<String>,
    pub(super) is_script: bool,
    pub(super) calls: Vec<Call>,
    /// What it starts.
    pub(super) starts: Starts,
    /// The machines that addresses name, each with its line.
    pub(super) sites: Vec<(String, usize)>,
    /// A number that the bytes decide.
    pub(super) mark: u64,
}

/// Reads one piece of a folder, as the hosts would.
pub fn examine(piece: &Piece, bytes: &[u8], hosts: &[&Host]) -> FileSeen {
    let mut seen = FileSeen { name: piece.name.clone(), mark: mark(piece, bytes), ..FileSeen::default() };
    let mut say = |weight: Weight, kind: &str, message: String| {
        let (name, kind) = (piece.name.clone(), kind.to_owned());
        seen.found.push(Noted { weight, kind, name, line: None, message, excerpt: None });
    };
    match &piece.kind {
        PieceKind::Unread(why) => say(Weight::Look, "unread", format!("could not be read: {why}")),
        PieceKind::Other => say(Weight::Danger, "no-file", "is no file: a pipe, a socket or a device".to_owned()),
        PieceKind::Link { target, leads } => {
            let target = quoted(&target.to_string_lossy());
            match leads {
                Leads::Outside => say(Weight::Danger, "link-out", format!("is a link out of the folder, to {target}")),
                Leads::Nowhere => say(Weight::Note, "link", format!("is a link to nothing: {target}")),
                Leads::Inside => say(Weight::Note, "link", format!("is a link to {target}")),
            }
        }
        PieceKind::File { size, executable } => {
            if let Some((weight, kind, message)) = disguise(&piece.name, bytes) {
                say(weight, kind, message);
            }
            seen.size = Some(*size);
            for (weight, message) in speaking_name(&piece.name) {
                say(weight, "instruction", message);
            }
            if is_text(bytes) {
                read_text(piece, &String::from_utf8_lossy(bytes), *executable, hosts, &mut seen);
            } else if let Some(text) = wide_text(bytes) {
                read_text(piece, &text, *executable, hosts, &mut seen);
            } else if !is_program(bytes) {
                for (weight, kind, message) in inside(bytes) {
                    let (name, kind) = (piece.name.clone(), kind.to_owned());
                    seen.found.push(Noted { weight, kind, name, line: None, message, excerpt: None });
                }
            }
            if *size > bytes.len() as u64 {
                let (name, kind) = (piece.name.clone(), "unread".to_owned());
                let message = format!("is {size} bytes long, of which the first {} were read", bytes.len());
                seen.found.push(Noted { weight: Weight::Look, kind, name, line: None, message, excerpt: None });
            }
        }
    }
    seen
}

/// What a name says when it is read as a sentence.
fn speaking_name(name: &str) -> Vec<(Weight, String)> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let plain = file.replace(['-', '_', '.'], " ");
    if plain.split_whitespace().count() < 4 {
        return Vec::new();
    }
    let found = hits(&plain, Language::Prose)
        .into_iter()
        .filter(|hit| hit.sign.kind == "instruction" && hit.weight != Weight::Note);
    let mut all: Vec<(Weight, String)> =
        found.map(|hit| (hit.weight, format!("{}, by its name", hit.sign.words))).collect();
    all.extend(said(&plain, Language::Prose).into_iter().map(|it| (it.weight, format!("{}, by its name", it.words))));
    all.truncate(1);
    all
}

/// A text of two bytes for each letter.
fn wide_text(bytes: &[u8]) -> Option<String> {
    let (rest, is_little) = match bytes {
        [0xff, 0xfe, rest @ ..] => (rest, true),
        [0xfe, 0xff, rest @ ..] => (rest, false),
        _ => return None,
    };
    let pair = |two: &[u8]| {
        let (first, last) = (two.first().copied().unwrap_or(0), two.last().copied().unwrap_or(0));
        if is_little { u16::from_le_bytes([first, last]) } else { u16::from_be_bytes([first, last]) }
    };
    let units: Vec<u16> = rest.chunks_exact(2).map(pair).collect();
    Some(String::from_utf16_lossy(&units))
}

fn read_text(piece: &Piece, text: &str, executable: bool, hosts: &[&Host], seen: &mut FileSeen) {
    let name = &piece.name;
    let language = Language::of(name, text);
    let lines = Text::new(text);
    let mut notes = Notes::new(name, &lines);
    let found = hits(text, language);
    seen.is_script = language.is_code() || executable && text.starts_with("#!");
    seen.calls = calls(&found, &lines);
    signs(name, text, language, &found, &mut notes);
    speech(text, language, &mut notes);
    views(text, language, &mut notes);
    hidden(text, language, &mut notes);
    blobs(text, language, &mut notes);
    pieces(text, language, &mut notes);
    run_later(text, language, &mut notes);
    for (span, message) in secrets(text) {
        notes.add(Weight::Look, "secret", span.start, message);
    }
    for found in KEY.iter().flat_map(|it| it.find_iter(text)).filter(|it| !it.as_str().contains("EXAMPLE")).take(20) {
        notes.add(Weight::Look, "secret", found.start(), "names a key of AWS");
    }
    lookalikes(name, text, language, &mut notes);
    declared(name, text, &mut notes);
    if name.to_ascii_lowercase().ends_with(".md") {
        (seen.skill, seen.grants) = skill(name, &lines, hosts, &mut notes);
        seen.role = role(name, text);
    }
    seen.sites = urls(text, language, &mut notes);
    foreign_keys(text, language, &seen.sites, &mut notes);
    seen.found.append(&mut notes.found);
    seen.starts.commands.append(&mut notes.commands);
    if seen.is_script {
        seen.starts.names = script_names(text);
    }
}

/// What a script calls, by kind.
fn calls(found: &[Hit], lines: &Text) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for hit in found.iter().filter(|hit| hit.sign.kind != "instruction") {
        let line = lines.line_number(hit.start);
        match calls.iter_mut().find(|call| call.kind == hit.sign.kind) {
            Some(call) if call.lines.contains(&line) => {}
            Some(call) => call.lines.push(line),
            None => calls.push(Call { kind: hit.sign.kind.clone(), words: hit.sign.words.clone(), lines: vec![line] }),
        }
    }
    calls.iter_mut().for_each(|call| call.lines.sort_unstable());
    calls
}

fn signs(name: &str, text: &str, language: Language, found: &[Hit], notes: &mut Notes<'_>) {
    let is_container = name.to_ascii_lowercase().contains("dockerfile") || name.ends_with("Containerfile");
    let has = |kind: &str| found.iter().any(|hit| hit.sign.kind == kind);
    let lower = text.to_ascii_lowercase();
    let decodes = [
        "b64decode",
        "atob(",
        "base64 -d",
        "base64 --decode",
        "frombase64string",
        "decode64",
        "fromhex",
        "fromcharcode",
        "marshal.loads",
        "zlib.decompress",
        "'base64'",
        "\"base64\"",
    ]
    .iter()
    .any(|it| lower.contains(it));
    let is_secret = |hit: &Hit| ["credentials", "environment", "credentials-sent"].contains(&hit.sign.kind.as_str());
    let handles_secrets = found.iter().any(|hit| is_secret(hit) && hit.weight != Weight::Note);
    let prose = match language {
        Language::Python => docstrings(text),
        _ => Vec::new(),
    };
    for hit in found {
        let (_, line) = line_around(text, hit.start);
        let is_told = prose.iter().any(|(from, to)| (*from..*to).contains(&hit.start));
        if is_told && hit.sign.kind != "instruction" {
            continue;
        }
        let mut weight = hit.weight;
        let mut words = hit.sign.words.clone();
        match hit.sign.kind.as_str() {
            "credentials" | "environment" if language.is_code() && weight == Weight::Look && has("network") => {
                weight = Weight::Danger;
                words = format!("{words}, in a file that speaks to the network");
            }
            "sends" if language.is_code() && handles_secrets => {
                weight = Weight::Danger;
                words = format!("{words}, in a file that reads credentials or the whole environment");
            }
            "runs-text" => {
                let is_eval = ["eval(", "exec(", "function(", "eval ", "iex"]
                    .iter()
                    .any(|it| line.to_ascii_lowercase().contains(it));
                // A shell has no other way to set a variable whose name it is given.
                let fetches = has("network") && language != Language::Shell;
                match (fetches, decodes, is_eval) {
                    (_, true, true) => {
                        (weight, words) = (Weight::Danger, "runs text as code, in a file that decodes some".to_owned())
                    }
                    (true, _, true) => {
                        (weight, words) =
                            (Weight::Danger, "runs text as code, in a file that speaks to the network".to_owned())
                    }
                    _ => {}
                }
            }
            "instruction" if language == Language::Prose => {
                if in_comment(text, hit.start) {
                    weight = Weight::Danger;
                    words = format!("{words}, in a comment");
                } else if weight == Weight::Danger && is_example(line, text, hit.start) {
                    weight = Weight::Look;
                    words = format!("{words}, as it seems as an example");
                }
            }
            _ if in_comment(text, hit.start) && language == Language::Prose && weight != Weight::Note => {
                weight = Weight::Danger;
                words = format!("{words}, in a comment");
            }
            _ if language == Language::Prose && weight == Weight::Danger && is_example(line, text, hit.start) => {
                weight = Weight::Look;
                words = format!("{words}, as it seems as an example");
            }
            _ if weight == Weight::Danger && is_printed(line) => weight = Weight::Note,
            _ => {}
        }
        // A container is thrown away.
        if weight == Weight::Danger
            && is_container
            && !["download-runs", "decoded-runs", "credentials-sent"].contains(&hit.sign.kind.as_str())
        {
            weight = Weight::Look;
        }
        if weight == Weight::Note && language.is_code() && hit.sign.kind == "sends" && !is_printed(line) {
            weight = Weight::Look;
        }
        if weight == Weight::Note && language.is_code() {
            // It is among the calls.
            continue;
        }
        notes.add(weight, &hit.sign.kind, hit.start, words);
    }
}

/// Whether a line only prints what it says.
fn is_printed(line: &str) -> bool {
    const PRINTS: [&str; 18] = [
        "echo ",
        "echo(",
        "printf ",
        "print(",
        "print ",
        "console.",
        "write-host",
        "write-output",
        "puts ",
        "log ",
        "log(",
        "logger.",
        "warn ",
        "die ",
        "error ",
        "raise ",
        "process.std",
        "sys.std",
    ];
    let start = line.trim_start().to_ascii_lowercase();
    let end = line.trim_end();
    PRINTS.iter().any(|it| start.starts_with(it)) && end.ends_with(['"', '\'', ')', ';'])
}

/// Whether the words around a phrase speak of it, instead of to the model.
fn is_example(line: &str, text: &str, at: usize) -> bool {
    let lower = line.to_lowercase();
    let speaks_of = [
        "injection",
        "jailbreak",
        "e.g.",
        "for example",
        "for instance",
        "such as",
        "phrases like",
        "attempts to",
        "malicious",
        "attack",
        "payload",
        "red flag",
        "suspicious",
        "detect",
        "pattern",
        "untrusted",
        "if the content",
        "if you see",
        "contains instructions",
        "says ",
        "telling you",
    ];
    let above = text.get(..at).unwrap_or_default();
    let before = above.chars().next_back();
    // What is quoted as a block is spoken of in the lines before it, or under a heading that does.
    let is_block = line.trim_start().starts_with('>');
    let around = above.lines().rev().skip(1).filter(|line| !line.trim().is_empty());
    let around: Vec<String> = around.take(5).map(str::to_lowercase).collect();
    let heading = above.lines().rev().find(|line| line.starts_with('#')).map(str::to_lowercase);
    let is_spoken_of = |line: &String| speaks_of.iter().any(|it| line.contains(it));
    if is_block && (around.iter().any(is_spoken_of) || heading.as_ref().is_some_and(is_spoken_of)) {
        return true;
    }
    let is_quoted = before.is_some_and(|it| matches!(it, '"' | '\'' | '“' | '‘' | '`' | '«' | '「'));
    is_quoted || speaks_of.iter().any(|it| lower.contains(it))
}

/// Where Python has text for people: strings of three quotes at the start of a line.
fn docstrings(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, quote)) = next_quotes(text, at) {
        let inner = start + 3;
        let end = text.get(inner..).and_then(|rest| rest.find(quote)).map_or(text.len(), |it| inner + it + 3);
        let (_, line) = line_around(text, start);
        let before = line.trim_start();
        if before.starts_with(quote)
            || before.starts_with('r') && before.get(1..).is_some_and(|it| it.starts_with(quote))
        {
            found.push((start, end));
        }
        at = end;
    }
    found
}

fn next_quotes(text: &str, from: usize) -> Option<(usize, &'static str)> {
    let rest = text.get(from..)?;
    let first = |quote: &'static str| rest.find(quote).map(|at| (from + at, quote));
    [first("\"\"\""), first("'''")].into_iter().flatten().min()
}

fn mark(piece: &Piece, bytes: &[u8]) -> u64 {
    let mut hasher = foldhash::quality::FixedState::with_seed(7).build_hasher();
    hasher.write(bytes);
    if let PieceKind::Link { target, .. } = &piece.kind {
        hasher.write(target.to_string_lossy().as_bytes());
    }
    hasher.finish()
}
