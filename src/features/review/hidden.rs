//! What a reader does not see and a model reads: invisible characters, comments, text pushed out of sight.

use std::sync::LazyLock;

use regex::{Regex, bytes};

use crate::checks::text_invisible::{invisible, name_of};
use crate::document::lines::lines;
use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::signs::pattern;
use crate::features::review::spoken::{Manner, What, is_fenced, manner};
use crate::text::Span;

/// So many blanks within a line put what follows out of sight.
const PUSHED_ASIDE: usize = 180;
/// So many empty lines put what follows out of sight.
const PUSHED_DOWN: usize = 60;
/// So many invisible characters side by side are a text.
const A_TEXT: usize = 4;

/// Notes what is hidden in a text.
pub(super) fn hidden(name: &str, text: &str, language: Language, notes: &mut Notes<'_>) {
    if !text.is_ascii() {
        characters(text, language, notes);
    }
    pushed(text, notes);
    if matches!(language, Language::Prose | Language::Data) {
        comments(name, text, language, notes);
        unshown(text, language, notes);
    }
}

fn characters(text: &str, language: Language, notes: &mut Notes<'_>) {
    for line in lines(text, Span::new(0, text.len())).filter(|line| !line.text.is_ascii()) {
        let span = line.span();
        let mut found = invisible(text, span);
        // A mark at the very start is the file's own.
        found.retain(|(span, character)| !(span.start == 0 && *character == '\u{FEFF}'));
        if let Some((at, said)) = spelled(line.text) {
            let message = match said.is_empty() {
                true => "hides a text in characters that nobody sees".to_owned(),
                false => format!("hides a text in characters that nobody sees: {}", quoted(&said)),
            };
            notes.add(Weight::Danger, "hidden-text", span.start + at, message);
            continue;
        }
        let Some((first, character)) = found.first().copied() else { continue };
        let what = name_of(character).unwrap_or("an invisible character");
        let turns = found.iter().any(|(_, it)| matches!(it, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'));
        let message = match found.len() {
            1 => format!("has {what} (U+{:04X})", character as u32),
            count => format!("has {what} (U+{:04X}) and {} more that nobody sees", character as u32, count - 1),
        };
        // Hebrew and Arabic are written with such marks.
        let is_needed = !language.is_code() && line.text.chars().any(|it| matches!(it, '\u{0590}'..='\u{08FF}'));
        match turns {
            true if is_needed => notes.add(Weight::Note, "direction", first.start, message),
            true => notes.add(
                Weight::Danger,
                "direction",
                first.start,
                format!("{message}: it reads otherwise than it looks"),
            ),
            false if found.len() >= A_TEXT => notes.add(Weight::Look, "hidden-text", first.start, message),
            false => notes.add(Weight::Note, "invisible", first.start, message),
        }
    }
}

/// A run of characters in which text can be spelled unseen: where it starts, and what it says as far as it can be read.
fn spelled(line: &str) -> Option<(usize, String)> {
    let mut run: Option<(usize, usize, String)> = None;
    let mut is_flag = false;
    for (at, character) in line.char_indices() {
        let letter = match character {
            // Flags of some countries are spelled in tags, behind a black flag.
            '\u{E0001}'..='\u{E007F}' if !is_flag => {
                char::from_u32(character as u32 - 0xE0000).filter(|it| !it.is_control())
            }
            '\u{FE00}'..='\u{FE0E}' | '\u{E0100}'..='\u{E01EF}' | '\u{200B}'..='\u{200C}' | '\u{2060}'..='\u{2064}' => {
                None
            }
            _ => {
                if run.as_ref().is_some_and(|(_, count, _)| *count >= A_TEXT) {
                    break;
                }
                run = None;
                is_flag = character == '\u{1F3F4}' || is_flag && matches!(character, '\u{E0001}'..='\u{E007F}');
                continue;
            }
        };
        let (_, count, said) = run.get_or_insert((at, 0, String::new()));
        *count += 1;
        said.extend(letter);
    }
    run.filter(|(_, count, _)| *count >= A_TEXT).map(|(at, _, said)| (at, said))
}

fn pushed(text: &str, notes: &mut Notes<'_>) {
    let mut empty = 0;
    for line in lines(text, Span::new(0, text.len())) {
        if line.text.trim().is_empty() {
            empty += 1;
            continue;
        }
        if empty >= PUSHED_DOWN {
            let message = format!("stands below {empty} empty lines, where nobody looks");
            notes.add(Weight::Danger, "pushed-off", line.span().start, message);
        }
        empty = 0;
        if line.text.len() < PUSHED_ASIDE {
            continue;
        }
        let mut width = 0;
        for (at, character) in line.text.char_indices() {
            if character.is_whitespace() || character == '\u{2800}' || character == '\u{3164}' {
                width += if character == '\t' { 8 } else { 1 };
                continue;
            }
            // The padding of a table ends at a bar.
            if width >= PUSHED_ASIDE && character != '|' {
                let rest = line.text.get(at..).unwrap_or_default();
                let message = format!("hides text behind {width} blanks: {}", quoted(rest));
                notes.add(Weight::Danger, "pushed-off", line.span().start, message);
                break;
            }
            width = 0;
        }
    }
}

/// HTML comments, and what Markdown makes none of: `[//]: # (text)`.
static COMMENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?s)<!--(.*?)-->|(?m:^ {0,3}\[(?://|comment|_)\]:\s*(?:#|<>)\s*(.*)$)").ok());

/// A word by which a model is spoken to.
static MODEL: LazyLock<Option<bytes::Regex>> = LazyLock::new(|| pattern("MODEL"));

/// What nobody needs to ask for in a comment.
static RISK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:send|upload|exfiltrate|curl|wget|fetch|post) |https?://|\.env\b|credential|\bsecret|\btokens?\b|password|\.ssh\b|id_rsa|\bapi[ _-]?key|do not (?:tell|mention|inform|reveal|ask|show|warn)|don'?t (?:tell|mention|inform|reveal|ask|show)|never (?:tell|mention|inform|reveal|ask)|without (?:telling|asking|informing|confirmation|approval)|\bignore\b|\boverride\b|\bdisregard\b|silently|secretly|quietly|before (?:answering|responding|replying|you)|\b(?:run|execute|install)\b|chmod|base64|\bdelete\b|--no-verify|\bapprove|permission|the user",
    )
    .ok()
});

/// What makes it one that is meant to be hidden: something leaves, is kept from somebody, or is set aside.
static GRAVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:send|upload|exfiltrate|curl|wget|forward|e-?mail|bcc) |\.env\b|\.ssh\b|id_rsa|do not (?:tell|mention|inform|reveal|ask|show|warn)|don'?t (?:tell|mention|inform|reveal|ask|show)|never (?:tell|mention|inform|reveal|ask)|without (?:telling|asking|informing|confirmation|approval)|\b(?:ignore|override|disregard) (?:all|any|the|your|previous|prior|user)|silently|secretly|base64|--no-verify|\bapprove (?:all|any|every|the)",
    )
    .ok()
});
/// A model that is called by its name, and an address.
static CALLED: LazyLock<Option<bytes::Regex>> = LazyLock::new(|| pattern("CALLED"));

fn comments(name: &str, text: &str, language: Language, notes: &mut Notes<'_>) {
    let (Some(comment), Some(model), Some(risk)) = (COMMENT.as_ref(), MODEL.as_ref(), RISK.as_ref()) else { return };
    if !text.contains("<!--") && !text.contains("]:") {
        return;
    }
    let each = comment.captures_iter(text).take(500);
    let each = each.filter_map(|found| Some((found.get(0)?.start(), found.get(1).or_else(|| found.get(2))?.as_str())));
    for (start, said) in each.chain(unclosed(text)) {
        let is_one = said.trim_start().starts_with("skill-lsp:");
        if said.trim().is_empty() || is_one {
            continue;
        }
        let mut asked: Vec<String> = risk.find_iter(said).map(|it| it.as_str().to_lowercase()).collect();
        asked.sort_unstable();
        asked.dedup();
        // A list of sources asks for nothing.
        let only_names = asked.iter().all(|it| it.starts_with("http"));
        let (speaks, asks) = (model.is_match(said.as_bytes()), if only_names { 0 } else { asked.len() });
        // What a template says of how it is filled in is no secret between it and the model.
        let hides = GRAVE.as_ref().is_some_and(|it| it.is_match(said));
        let weight = match (language, speaks, asks) {
            _ if manner(name, text, language, start, What::Order) != Manner::Done => Weight::Note,
            (Language::Prose, _, _) if CALLED.as_ref().is_some_and(|it| it.is_match(said.as_bytes())) => Weight::Danger,
            (Language::Prose, true, 2..) if hides => Weight::Danger,
            (Language::Prose, true, 1..) if hides => Weight::Look,
            (Language::Prose, true, 3..) => Weight::Look,
            _ => Weight::Note,
        };
        let message = match weight {
            Weight::Danger | Weight::Look => format!("speaks to the model in a comment: {}", quoted(said)),
            Weight::Note => format!("has a comment: {}", quoted(said)),
        };
        notes.add(weight, "comment", start, message);
    }
}

/// A comment at the start of a line that nothing closes: a page shows nothing of what follows.
fn unclosed(text: &str) -> Option<(usize, &str)> {
    let at = text.rfind("<!--").filter(|at| text.rfind("-->").is_none_or(|close| close < *at))?;
    let before = text.get(..at)?.rsplit('\n').next()?;
    (before.len() <= 3 && before.trim().is_empty()).then(|| (at, text.get(at + 4..).unwrap_or_default()))
}

/// Markup of a page that keeps its text from being shown.
static UNSHOWN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)<(?:div|span|p|section|td|font|small|b|i|em|a)\b[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:[;"'\s]|\.0)|color\s*:\s*(?:white|transparent|#fff(?:fff)?)\b|position\s*:\s*absolute[^>]*left\s*:\s*-\d{3,}|\bhidden\b)[^>]*>([^<]{12,})"#).ok()
});

fn unshown(text: &str, language: Language, notes: &mut Notes<'_>) {
    let Some(pattern) = UNSHOWN.as_ref() else { return };
    for found in pattern.captures_iter(text).take(50) {
        let (Some(whole), Some(inner)) = (found.get(0), found.get(1)) else { continue };
        let speaks = MODEL.as_ref().is_some_and(|it| it.is_match(inner.as_str().as_bytes()));
        let asks = GRAVE.as_ref().is_some_and(|it| it.is_match(inner.as_str()));
        // What a page shows only later, or to some, is hidden by a class or an attribute all the same.
        let is_text = language == Language::Prose && !is_fenced(text, whole.start());
        let is_of_page = whole.as_str().split('>').next().is_some_and(|tag| !tag.contains("style"));
        let weight = match (speaks, asks) {
            (true, true) if is_of_page => Weight::Look,
            (_, true) if !is_of_page => Weight::Danger,
            (true, false) if !is_of_page => Weight::Look,
            // Nobody writes a sentence into Markdown so that nobody reads it.
            _ if is_text && !is_of_page && inner.as_str().split_whitespace().count() > 5 => Weight::Look,
            _ => Weight::Note,
        };
        notes.add(
            weight,
            "hidden-text",
            whole.start(),
            format!("has text that a page does not show: {}", quoted(inner.as_str())),
        );
    }
}

/// Whether a part of a text stands in a comment of it.
pub(super) fn in_comment(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default();
    // Between backticks it is only spoken of.
    let opens = before.rfind("<!--").filter(|at| !before.get(..*at).is_some_and(|it| it.ends_with('`')));
    match (opens, before.rfind("-->")) {
        (Some(open), Some(close)) => open > close,
        (Some(_), None) => true,
        (None, _) => false,
    }
}
