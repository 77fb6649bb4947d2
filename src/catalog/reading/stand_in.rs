//! Characters that stand in for those that YAML refuses or takes for line breaks, while a block is read.

use crate::hosts::Host;

/// The first stand-in: they lie in a private area at the very end of Unicode.
const FIRST: u32 = 0x10_F800;

/// Behind the stand-ins for control characters lie those for these.
const OTHERS: [char; 5] = ['\u{2028}', '\u{2029}', '\u{FEFF}', '\u{FFFE}', '\u{FFFF}'];

/// How a value begins with a byte order mark, which YAML takes for none.
const MARKED: [&str; 2] = [": \u{FEFF}", ":\t\u{FEFF}"];

/// The block with stand-ins for its control characters, when the host takes them for text.
pub(super) fn without_controls(host: &Host, block: &str) -> Option<String> {
    let is_taken = |sign: char| original(sign).is_some();
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    if block.bytes().all(is_plain) {
        return None;
    }
    let is_marked = || MARKED.iter().any(|marked| block.contains(marked));
    if host.yaml.order_mark_is_text && is_marked() && !block.contains(is_taken) {
        let mark = stand_in('\u{FEFF}')?.to_string();
        let marked = |text: String, marked: &&str| text.replace(*marked, &marked.replace('\u{FEFF}', &mark));
        return Some(MARKED.iter().fold(block.to_owned(), marked));
    }
    if !host.yaml.control_characters {
        return None;
    }
    let is_odd = |sign: char| is_odd(sign) || sign == '\0' && host.yaml.nul_is_text;
    if !block.contains(is_odd) || block.contains(is_taken) {
        return None;
    }
    Some(block.chars().map(|sign| stand_in(sign).filter(|_| is_odd(sign)).unwrap_or(sign)).collect())
}

/// A text with the characters that stood there first.
pub(super) fn with_controls(text: &str) -> String {
    text.chars().map(|sign| original(sign).unwrap_or(sign)).collect()
}

fn stand_in(sign: char) -> Option<char> {
    let code = match OTHERS.iter().position(|other| *other == sign) {
        Some(index) => 0x100 + u32::try_from(index).ok()?,
        None => u32::from(sign),
    };
    char::from_u32(FIRST + code)
}

fn original(stand_in: char) -> Option<char> {
    let code = u32::from(stand_in).checked_sub(FIRST)?;
    match code.checked_sub(0x100) {
        Some(index) => OTHERS.get(index as usize).copied(),
        None => char::from_u32(code),
    }
}

/// Whether a parser of YAML would stumble over a character that is text to the host.
fn is_odd(sign: char) -> bool {
    sign.is_control() && !matches!(sign, '\0' | '\t' | '\n' | '\r') || OTHERS.contains(&sign)
}
