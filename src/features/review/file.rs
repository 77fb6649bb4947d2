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
use crate::features::review::later::{run_at_start, run_later};
use crate::features::review::links::{is_of_one_machine, names_secrets};
use crate::features::review::lookalikes::lookalikes;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::pieces::pieces;
use crate::features::review::signs::{Hit, hits, line_around};
use crate::features::review::skill::{role, skill};
use crate::features::review::speech::{said, speech};
use crate::features::review::spoken::{Manner, What, manner, speaks_of};
use crate::features::review::touches::passages;
use crate::features::review::urls::urls;
use crate::features::review::views::views;
use crate::features::review::{Call, Grant, Noted, Passage, SkillSeen, Weight};
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
    pub(super) passages: Vec<Passage>,
    /// How many more sentences touch something and weigh less.
    pub(super) lighter: usize,
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
            let written = target.to_string_lossy();
            let target = quoted(&written);
            match leads {
                Leads::Outside => {
                    let is_grave = names_secrets(&written) || is_of_one_machine(&written);
                    let weight = if is_grave { Weight::Danger } else { Weight::Look };
                    say(weight, "link-out", format!("is a link out of the folder, to {target}"));
                }
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
    let found: Vec<(Hit, Manner)> = hits(text, language)
        .into_iter()
        .map(|hit| {
            let what = match hit.sign.kind.as_str() {
                "instruction" if hit.sign.words.starts_with("tells the model") => What::Denial,
                "instruction" => What::Order,
                _ => What::Deed,
            };
            let manner = manner(name, text, language, hit.start, what);
            (hit, manner)
        })
        .collect();
    seen.is_script = language.is_code() || executable && text.starts_with("#!");
    seen.calls = calls(&found, &lines);
    signs(name, text, language, &found, &mut notes);
    speech(name, text, language, &mut notes);
    views(name, text, language, &mut notes);
    hidden(name, text, language, &mut notes);
    blobs(name, text, language, &mut notes);
    pieces(name, text, language, &mut notes);
    run_later(name, text, language, &mut notes);
    run_at_start(name, text, &mut notes);
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
    seen.sites = urls(name, text, language, &mut notes);
    foreign_keys(text, language, &seen.sites, &mut notes);
    (seen.passages, seen.lighter) = passages(name, text, language, &mut notes);
    seen.found.append(&mut notes.found);
    seen.starts.commands.append(&mut notes.commands);
    if seen.is_script {
        seen.starts.names = script_names(text);
    }
}

/// What a script calls, by kind; what it only looks for it does not call.
fn calls(found: &[(Hit, Manner)], lines: &Text) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    let called = found.iter().filter(|(hit, manner)| hit.sign.kind != "instruction" && *manner != Manner::SpokenOf);
    for (hit, _) in called {
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

fn signs(name: &str, text: &str, language: Language, found: &[(Hit, Manner)], notes: &mut Notes<'_>) {
    let is_container = name.to_ascii_lowercase().contains("dockerfile") || name.ends_with("Containerfile");
    let prose = match language {
        Language::Python => docstrings(text),
        _ => Vec::new(),
    };
    let is_told =
        |hit: &Hit| hit.sign.kind != "instruction" && prose.iter().any(|(from, to)| (*from..*to).contains(&hit.start));
    let line_of = |hit: &Hit| line_around(text, hit.start).1;
    // What the file does, and not what it looks for or forbids.
    let done = || found.iter().filter(|(hit, manner)| *manner == Manner::Done && !is_told(hit)).map(|(hit, _)| hit);
    let sends = done().any(|hit| hit.sign.kind == "sends" || hit.sign.kind == "credentials-sent");
    let takes_secrets = done().any(|hit| {
        let (kind, line) = (hit.sign.kind.as_str(), line_of(hit));
        hit.weight != Weight::Note
            && (kind == "credentials" && is_hoard(line) || kind == "environment" && is_whole(line))
    });
    for (hit, manner) in found.iter().filter(|(hit, _)| !is_told(hit)) {
        let line = line_of(hit);
        let mut weight = hit.weight;
        let mut words = hit.sign.words.clone();
        match hit.sign.kind.as_str() {
            "credentials" if language.is_code() && weight == Weight::Look && is_checked(line) => weight = Weight::Note,
            "credentials" if language.is_code() && weight == Weight::Look && sends && is_hoard(line) => {
                weight = Weight::Danger;
                words = format!("{words}, in a file that sends something away");
            }
            "environment" if weight == Weight::Look && !is_whole(line) => weight = Weight::Note,
            "environment" if weight == Weight::Look && sends => {
                weight = Weight::Danger;
                words = format!("{words}, in a file that sends something away");
            }
            "sends" if language.is_code() && takes_secrets => {
                weight = Weight::Danger;
                words = format!("{words}, in a file that reads credentials or the whole environment");
            }
            "runs-text" if language.is_code() => {
                if let Some(source) = runs_what(text, line) {
                    (weight, words) = (Weight::Danger, format!("runs text as code that it {source}"));
                }
            }
            _ => {}
        }
        let is_prose = language == Language::Prose;
        match manner {
            Manner::SpokenOf => continue,
            Manner::Done if is_prose && weight != Weight::Note && in_comment(text, hit.start) => {
                weight = Weight::Danger;
                words = format!("{words}, in a comment");
            }
            _ if weight == Weight::Danger && (*manner == Manner::Quoted || is_prose && speaks_of(line)) => {
                weight = Weight::Look;
                let what = if is_prose { "as it seems as an example" } else { "as it seems in a test or a rule" };
                words = format!("{words}, {what}");
            }
            Manner::Quoted if hit.sign.kind == "instruction" || !is_prose => weight = Weight::Note,
            _ => {}
        }
        if weight == Weight::Danger && !is_prose && is_printed(line) {
            weight = Weight::Note;
        }
        // A container is thrown away.
        let is_of_container = is_container && !["download-runs", "decoded-runs"].contains(&hit.sign.kind.as_str());
        weight = match weight {
            Weight::Danger if is_of_container && hit.sign.kind != "credentials-sent" => Weight::Look,
            Weight::Look if is_of_container && hit.sign.kind == "persists" => Weight::Note,
            weight => weight,
        };
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

/// What nobody sends anywhere in the course of honest work: keys, cookies, histories, stored passwords.
static HOARD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)\.ssh\b|id_(?:rsa|ed25519|ecdsa|dsa)\b|login data|cookies|local state|keychain|find-(?:generic|internet)-password|wallet|metamask|_history\b|/etc/shadow|lsass|mimikatz|key4\.db|logins\.json|\.gnupg|\.aws["'/\\]|\.netrc|git-credentials|\.npmrc|\.pypirc|\.kube\b|docker/config\.json|oauth_creds|\.credentials\.json|/auth\.json|/environ\b|cmdkey|vaultcmd|password-store|gh/hosts|gcloud/"#).ok()
});
/// Where a key is only looked for, made, protected or used to log in.
static CHECKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)ssh-keygen|ssh-add|ssh-keyscan|known_hosts|authorized_keys|\.pub\b|\bssh\s+(?:-\S+\s+)*-i\b|identityfile|\bchmod\b|\bchown\b|\bstat\b|\bls\b|\bmkdir\b|\[\s+!?\s*-\w\s|\btest\s+!?\s*-\w\s|\bexists?\b|is_?file|is_?dir|test-path|--exclude|\.ssh/config|\.env\.(?:example|sample|template)|--(?:key|identity)\b"#).ok()
});
/// The environment, whole and as a text.
static WHOLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)(?:dumps|stringify|str|repr)\s*\(|environ\.items|\benv\.to_h|\bprintenv\b|^\s*env\b|env:|export\s+-p|entries\(|dict\(\s*os\.environ\s*\)"#).ok()
});

/// Whether a line takes what is the user's own: keys, cookies, histories.
pub(super) fn is_hoard(line: &str) -> bool {
    HOARD.as_ref().is_some_and(|it| it.is_match(line)) && !is_checked(line)
}

fn is_checked(line: &str) -> bool {
    CHECKED.as_ref().is_some_and(|it| it.is_match(line))
}

fn is_whole(line: &str) -> bool {
    WHOLE.as_ref().is_some_and(|it| it.is_match(line))
}

/// A call that runs a text, with what it is given.
static RUN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|[^.\w])(?:eval|exec|function|compile|iex|invoke-expression|instance_eval|runinthiscontext|vm\.run\w+)\b\s*(.*)$").ok()
});
static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[A-Za-z_][A-Za-z0-9_]*").ok());

/// Where the text comes from that a line runs, when that is the network or something that was decoded.
fn runs_what(text: &str, line: &str) -> Option<&'static str> {
    const FETCHES: [&str; 20] = [
        "requests.",
        "urlopen",
        "httpx",
        "fetch(",
        "axios",
        "http.get",
        "https.get",
        "urlretrieve",
        ".recv(",
        "net::http",
        "uri.open",
        "curl ",
        "wget ",
        "downloadstring",
        "invoke-webrequest",
        "invoke-restmethod",
        "irm ",
        "iwr ",
        ".on('data'",
        ".on(\"data\"",
    ];
    const DECODES: [&str; 13] = [
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
        "chr(",
    ];
    let given = RUN.as_ref()?.captures(line)?.get(1)?.as_str();
    let mut names: Vec<String> = Vec::new();
    let mut lines: Vec<&str> = vec![given];
    let mut at = 0;
    // What is given a value by what is given a value: a few steps tell the story.
    while let Some(line) = lines.get(at).copied().filter(|_| at < 24) {
        at += 1;
        let lower = line.to_ascii_lowercase();
        if FETCHES.iter().any(|it| lower.contains(it)) {
            return Some("gets from the network");
        }
        if DECODES.iter().any(|it| lower.contains(it)) {
            return Some("decodes");
        }
        for name in WORD.iter().flat_map(|it| it.find_iter(line)).map(|it| it.as_str()) {
            if name.len() < 2 && at > 1 || names.iter().any(|it| it == name) || names.len() > 30 {
                continue;
            }
            names.push(name.to_owned());
            let Ok(given) = Regex::new(&format!(r"(?m)^.*\b{name}\s*(?:[+:]?=[^=]|\bin\b).*$")) else { continue };
            lines.extend(given.find_iter(text).take(4).map(|it| it.as_str()));
        }
    }
    None
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
    PRINTS.iter().any(|it| start.starts_with(it)) && end.ends_with(['"', '\'', ')', ';']) && !goes_on(line)
}

/// Whether what a shell prints goes to another program or into a file.
fn goes_on(line: &str) -> bool {
    let mut quote = None;
    for letter in line.chars() {
        match (letter, quote) {
            ('|' | '>', None) => return true,
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            _ => {}
        }
    }
    false
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
