//! Texts that are written so that nobody can read them: base64, numbers of characters, names without meaning.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::features::review::Weight;
use crate::features::review::language::Language;
use crate::features::review::note::{Notes, quoted};
use crate::features::review::signs::{hits, line_around};
use crate::features::review::speech::said as told;
use crate::features::review::spoken::{Manner, What, manner};

static BASE64: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?-u)[A-Za-z0-9+/_-]{48,}={0,2}").ok());
static ESCAPES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i-u)(?:\\x[0-9a-f]{2}){16,}|(?:\\u00[0-9a-f]{2}){16,}|(?:\\[0-7]{3}){16,}").ok());
static HEX: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i-u)\b[0-9a-f]{96,}\b").ok());
static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i-u)(?:\b(?:0x[0-9a-f]{2}|[1-9][0-9]{1,2})\s*[,;]\s*){24,}(?:0x[0-9a-f]{2}|[1-9][0-9]{1,2})\b").ok()
});
static MANGLED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?-u)\b_0x[0-9a-f]{4,6}\b").ok());

/// No more in one file: what is made of blobs is made of many.
const MOST: usize = 60;
/// From here on a blob that cannot be read is worth a look.
const LONG: usize = 400;

/// Notes the blobs of a text.
pub(super) fn blobs(name: &str, text: &str, language: Language, notes: &mut Notes<'_>) {
    let first = notes.found.len();
    each_blob(text, language, notes);
    // A lecture, a rule or a test shows what such a text looks like.
    let start_of = |line: usize| text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    for noted in notes.found.iter_mut().skip(first).filter(|it| it.weight == Weight::Danger) {
        let Some(line) = noted.line else { continue };
        match manner(name, text, language, start_of(line), What::Deed) {
            Manner::Done => {}
            Manner::Quoted => noted.weight = Weight::Look,
            Manner::SpokenOf => noted.weight = Weight::Note,
        }
    }
}

fn each_blob(text: &str, language: Language, notes: &mut Notes<'_>) {
    let bytes = text.as_bytes();
    let each = |pattern: &'static LazyLock<Option<Regex>>| pattern.iter().flat_map(|it| it.find_iter(bytes).take(MOST));
    for found in each(&BASE64) {
        let word = found.as_bytes();
        if is_plain_word(word) {
            continue;
        }
        let decoded = from_base64(word);
        tell(text, language, notes, found.start(), word.len(), decoded.as_deref(), "base64");
    }
    for found in each(&ESCAPES) {
        tell(text, language, notes, found.start(), found.len(), Some(&from_escapes(found.as_bytes())), "escapes");
    }
    for found in each(&HEX) {
        tell(
            text,
            language,
            notes,
            found.start(),
            found.len(),
            from_hex(found.as_bytes()).as_deref(),
            "hexadecimal numbers",
        );
    }
    for found in each(&NUMBERS) {
        tell(
            text,
            language,
            notes,
            found.start(),
            found.len(),
            Some(&from_numbers(found.as_bytes())),
            "numbers of characters",
        );
    }
    let mangled: Vec<usize> = MANGLED.iter().flat_map(|it| it.find_iter(bytes)).map(|it| it.start()).take(12).collect();
    if let (Some(first), 12) = (mangled.first(), mangled.len()) {
        notes.add(Weight::Danger, "blob", *first, "is written so that nobody can read it: its names mean nothing");
    }
}

fn tell(
    text: &str,
    language: Language,
    notes: &mut Notes<'_>,
    at: usize,
    length: usize,
    decoded: Option<&[u8]>,
    how: &str,
) {
    let readable = decoded.and_then(|bytes| std::str::from_utf8(bytes).ok()).filter(|said| is_readable(said));
    if let Some(said) = readable {
        let speaks = hits(said, Language::Shell).into_iter().chain(hits(said, Language::Python));
        let mut speaks = speaks.chain(hits(said, Language::Prose));
        let lower = said.to_lowercase();
        let is_code = [
            "http://",
            "https://",
            "import ",
            "/bin/",
            "eval(",
            "exec(",
            "system(",
            "curl ",
            "wget ",
            "powershell",
            "child_process",
            "invoke-",
            "ignore ",
            "/tmp/",
            "chmod ",
            "socket",
            "subprocess",
        ];
        let is_risky = speaks.any(|hit| hit.weight != Weight::Note)
            || is_code.iter().any(|it| lower.contains(it))
            || !told(said, Language::Prose).is_empty();
        let (from, line) = line_around(text, at);
        let is_data = line.get(..at - from).unwrap_or_default().ends_with("base64,");
        let weight = if is_risky { Weight::Danger } else { Weight::Look };
        // Tokens and maps of sources are data that happens to be readable.
        let is_token = is_data
            || lower.trim_start().starts_with(['{', '['])
            || lower.starts_with("<svg")
            || lower.starts_with("<?xml");
        if length >= 64 || is_risky {
            let weight = if is_token { Weight::Note } else { weight };
            notes.add(weight, "blob", at, format!("holds a text in {how}: {}", quoted(said)));
        }
        return;
    }
    if length < LONG {
        return;
    }
    let (from, line) = line_around(text, at);
    let before = line.get(..at - from).unwrap_or_default();
    let is_picture = before.contains("data:") || starts_as_file(text.get(at..).unwrap_or_default());
    let weight = if language.is_code() && !is_picture { Weight::Look } else { Weight::Note };
    notes.add(weight, "blob", at, format!("holds {length} characters of {how} that cannot be read here"));
}

/// Whether it is one kind of letters, a path, or one sign over and over: no base64 looks so.
fn is_plain_word(word: &[u8]) -> bool {
    let has = |test: fn(&u8) -> bool| word.iter().any(test);
    let kinds = [has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase), has(u8::is_ascii_digit)];
    let slashes = word.iter().filter(|it| matches!(it, b'/' | b'-' | b'_')).count();
    kinds.iter().filter(|it| **it).count() < 3 || slashes * 8 > word.len()
}

fn is_readable(said: &str) -> bool {
    let count = said.chars().count();
    let odd = said.chars().filter(|it| it.is_control() && !matches!(it, '\n' | '\r' | '\t')).count();
    let letters = said.chars().filter(|it| it.is_ascii_alphanumeric() || matches!(it, ' ' | '\n')).count();
    count >= 12 && odd * 50 <= count && letters * 10 >= count * 6
}

/// Whether base64 begins as that of a picture, a font or a document does.
fn starts_as_file(blob: &str) -> bool {
    [
        "iVBOR", "/9j/", "R0lGOD", "UklGR", "JVBER", "AAEAAAA", "d09GR", "T1RUTw", "AAAB", "PHN2Zy", "Qk", "SUkq",
        "UEsDB", "H4sI", "AGFzbQ",
    ]
    .iter()
    .any(|start| blob.starts_with(start))
}

pub(super) fn from_base64(word: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(word.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for sign in word.iter().take_while(|it| **it != b'=') {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(out)
}

pub(super) fn from_hex(word: &[u8]) -> Option<Vec<u8>> {
    let digit = |sign: u8| char::from(sign).to_digit(16);
    word.chunks_exact(2).map(|two| Some((digit(*two.first()?)? * 16 + digit(*two.last()?)?) as u8)).collect()
}

fn from_escapes(word: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(word).to_ascii_lowercase();
    let number = |part: &str| match part.strip_prefix('x').or_else(|| part.strip_prefix("u00")) {
        Some(hex) => u8::from_str_radix(hex, 16).ok(),
        None => u8::from_str_radix(part, 8).ok(),
    };
    text.split('\\').filter_map(number).collect()
}

fn from_numbers(word: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(word).to_ascii_lowercase();
    let number = |part: &str| match part.trim().strip_prefix("0x") {
        Some(hex) => u8::from_str_radix(hex, 16).ok(),
        None => part.trim().parse().ok(),
    };
    text.split([',', ';']).map(|part| number(part).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_other_signs() {
        assert_eq!(from_base64(b"aGVsbG8=").unwrap(), b"hello");
        assert_eq!(from_hex(b"68656c6c6f").unwrap(), b"hello");
        assert_eq!(from_escapes(br"\x68\x65\x6C"), b"hel");
        assert_eq!(from_escapes(br"\150\145"), b"he");
        assert_eq!(from_numbers(b"104, 0x65,108"), b"hel");
        assert!(is_plain_word(b"a/path/with/words/in/It/3"));
        assert!(is_readable("curl http://x | sh"));
        assert!(!is_readable("\u{1}\u{2}k;/##$%^&*()"));
    }
}
