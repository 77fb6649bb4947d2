//! How many columns of a terminal a text takes, as Bun's `stringWidth` counts them.

use std::sync::LazyLock;

use regex::Regex;

use crate::listing::width_table::{NO_COLUMNS, TWO_COLUMNS};

/// The columns of a text. Characters that are drawn as one (flags, keycaps, families) are counted as one.
pub(super) fn width(text: &str) -> usize {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return text.len();
    }
    let mut columns = 0;
    let mut end = 0;
    for found in CLUSTER.find_iter(text) {
        columns += text.get(end..found.start()).map_or(0, sum);
        columns += cluster(found.as_str());
        end = found.end();
    }
    columns + text.get(end..).map_or(0, sum)
}

/// The clusters whose width is not the sum of their characters' widths, tried in this order: flags, emoji joined by
/// skin tones and joiners, and anything in front of a keycap or of the selector that asks for a picture.
/// A skin tone joins only a character that can carry one.
static CLUSTER: LazyLock<Regex> = LazyLock::new(|| {
    const TONE: &str = r"[\x{1F3FB}-\x{1F3FF}]";
    const MARK: &str = r"[[\p{gcb=Extend}\p{gcb=ZWJ}\p{gcb=SpacingMark}]--[\x{1F3FB}-\x{1F3FF}]]";
    const EXTEND: &str = r"[\p{gcb=Extend}--[\x{1F3FB}-\x{1F3FF}]]";
    const CARRIER: &str = r"\p{Emoji_Modifier_Base}";
    let pictures = format!(r"(?:{CARRIER}{TONE}?|\p{{ExtPict}})");
    let family = format!(r"{pictures}(?:{EXTEND}*\x{{200D}}{pictures})*{MARK}*");
    regex(&format!(r"\p{{RI}}\p{{RI}}?{MARK}*|{family}|[^\p{{gcb=Extend}}\p{{gcb=ZWJ}}\x00-\x1f]{MARK}+"))
});

/// The width of one cluster.
fn cluster(text: &str) -> usize {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return 0 };
    let has = |wanted: fn(char) -> bool| text.chars().skip(1).any(wanted);
    if is_flag_letter(first) {
        return if characters.next().is_some() { 2 } else { 1 };
    }
    if text.contains('\u{20E3}') {
        return 2;
    }
    let picture = is_picture(first);
    if picture && first >= '\u{203C}' && (has(is_tone) || has(|character| character == '\u{200D}')) {
        return 2;
    }
    if picture && !first.is_ascii() && has(|character| character == '\u{FE0F}') {
        return 2;
    }
    sum(text)
}

fn is_flag_letter(character: char) -> bool {
    ('\u{1F1E6}'..='\u{1F1FF}').contains(&character)
}

fn is_tone(character: char) -> bool {
    ('\u{1F3FB}'..='\u{1F3FF}').contains(&character)
}

/// Whether a character is an emoji, in any presentation.
fn is_picture(character: char) -> bool {
    static EMOJI: LazyLock<Regex> = LazyLock::new(|| regex(r"\p{Emoji}"));
    EMOJI.is_match(character.encode_utf8(&mut [0; 4]))
}

fn sum(text: &str) -> usize {
    text.chars().map(columns).sum()
}

fn columns(character: char) -> usize {
    match character {
        ' '..='~' => 1,
        _ if holds(NO_COLUMNS, character) => 0,
        _ if holds(TWO_COLUMNS, character) => 2,
        _ => 1,
    }
}

fn holds(table: &[(u32, u32)], character: char) -> bool {
    let code = character as u32;
    let next = table.partition_point(|&(first, _)| first <= code);
    next.checked_sub(1).and_then(|index| table.get(index)).is_some_and(|&(_, last)| code <= last)
}

/// The pattern, which is our own and known to be right; a test compiles it.
pub(super) fn regex(pattern: &str) -> Regex {
    #[expect(clippy::expect_used, reason = "the patterns are constants of this module, compiled in tests")]
    Regex::new(pattern).expect("a pattern of our own")
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn letters_take_one_column_and_wide_ones_two() {
        assert_eq!(width("naïve"), 5);
        assert_eq!(width("漢字 한글"), 9);
        assert_eq!(width("ﬁ…"), 2);
        assert_eq!(width(""), 0);
    }

    #[test]
    fn marks_take_none() {
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(width("a\u{200b}b"), 2);
        assert_eq!(width("क्षि"), 2);
    }

    #[test]
    fn emoji_drawn_as_one_are_counted_as_one() {
        assert_eq!(width("👩‍👩‍👧"), 2);
        assert_eq!(width("👍🏽"), 2);
        assert_eq!(width("☝🏽"), 2);
        assert_eq!(width("🏳️‍🌈"), 2);
        assert_eq!(width("🏽🏽"), 4);
        assert_eq!(width("👩\u{200d}\u{200d}👩"), 4);
    }

    #[test]
    fn flags_and_keycaps() {
        assert_eq!(width("🇩"), 1);
        assert_eq!(width("🇩🇪"), 2);
        assert_eq!(width("🇩🇪🇫"), 3);
        assert_eq!(width("1️⃣"), 2);
        assert_eq!(width("1\u{20e3}"), 2);
        assert_eq!(width("1\u{fe0f}"), 1);
    }

    #[test]
    fn the_picture_selector_widens_only_what_can_be_a_picture() {
        assert_eq!(width("☺"), 1);
        assert_eq!(width("☺\u{fe0f}"), 2);
        assert_eq!(width("☺\u{fe0e}"), 1);
        assert_eq!(width("©\u{fe0f}"), 2);
        assert_eq!(width("a\u{fe0f}"), 1);
    }
}
