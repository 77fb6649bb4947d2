//! A text without characters that cannot be seen: each run of them becomes one space.

use std::sync::LazyLock;

use regex::Regex;

use crate::listing::emoji;
use crate::listing::terminal::without_terminal_sequences;
use crate::listing::width::regex;

/// The text on one line: terminal sequences are taken out, then every run of control, format, private and
/// unassigned characters becomes one space. Joiners and selectors that an emoji or a script needs stay.
pub(super) fn clean(text: &str) -> String {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return text.to_owned();
    }
    let text = without_terminal_sequences(text);
    let kept = kept(&text);
    let mut cleaned = String::with_capacity(text.len());
    let mut end = 0;
    for run in UNSEEN.find_iter(&text) {
        cleaned.push_str(text.get(end..run.start()).unwrap_or_default());
        let mut spaced = false;
        for (offset, character) in run.as_str().char_indices() {
            let at = run.start() + offset;
            if kept.iter().any(|&(start, end)| (start..end).contains(&at)) {
                cleaned.push(character);
                spaced = false;
            } else if !spaced {
                cleaned.push(' ');
                spaced = true;
            }
        }
        end = run.end();
    }
    cleaned.push_str(text.get(end..).unwrap_or_default());
    cleaned
}

static UNSEEN: LazyLock<Regex> = LazyLock::new(|| {
    let unseen = r"[\p{Cc}\p{Cf}\p{Co}\p{Cn}\x{2028}\x{2029}\p{Default_Ignorable_Code_Point}\x{2800}]";
    regex(&format!("[{unseen}--[{NEWLY_ASSIGNED}]]+"))
});

/// Characters of Unicode 17, which the tables of our regular expressions still call unassigned.
const NEWLY_ASSIGNED: &str = concat!(
    r"\x{88F}\x{C5C}\x{CDC}\x{1ACF}-\x{1ADD}\x{1AE0}-\x{1AEB}\x{20C1}\x{2B96}\x{A7CE}-\x{A7CF}\x{A7D2}\x{A7D4}",
    r"\x{A7F1}\x{FBC3}-\x{FBD2}\x{FD90}-\x{FD91}\x{FDC8}-\x{FDCE}\x{10940}-\x{10959}\x{10EC5}-\x{10EC7}",
    r"\x{10ED0}-\x{10ED8}\x{10EFA}-\x{10EFB}\x{11B60}-\x{11B67}\x{11DB0}-\x{11DDB}\x{11DE0}-\x{11DE9}",
    r"\x{16EA0}-\x{16EB8}\x{16EBB}-\x{16ED3}\x{16FF2}-\x{16FF6}\x{187F8}-\x{187FF}\x{18D09}-\x{18D1E}",
    r"\x{18D80}-\x{18DF2}\x{1CCFA}-\x{1CCFC}\x{1CEBA}-\x{1CED0}\x{1CEE0}-\x{1CEF0}\x{1E6C0}-\x{1E6DE}",
    r"\x{1E6E0}-\x{1E6F5}\x{1E6FE}-\x{1E6FF}\x{1F6D8}\x{1F777}-\x{1F77A}\x{1F8D0}-\x{1F8D8}\x{1FA54}-\x{1FA57}",
    r"\x{1FA8A}\x{1FA8E}\x{1FAC8}\x{1FACD}\x{1FAEA}\x{1FAEF}\x{1FBFA}\x{2B73A}-\x{2B73F}\x{2CEA2}-\x{2CEAD}",
    r"\x{323B0}-\x{33479}",
);

/// Longer texts, in UTF-16 units, keep no joiner at all.
const JOINER_LIMIT: usize = 4096;

/// The byte ranges whose characters stay although they cannot be seen.
fn kept(text: &str) -> Vec<(usize, usize)> {
    if !text.contains(['\u{200C}', '\u{200D}', '\u{FE0F}', '\u{E007F}']) || text.encode_utf16().count() > JOINER_LIMIT {
        return Vec::new();
    }
    emoji::sequences(text).chain(script_joiners(text)).collect()
}

/// Joiners that spelling needs: after a virama between two consonants of an Indic script, and between two letters of
/// the Arabic script that would join without it (Persian `می‌شود`).
fn script_joiners(text: &str) -> impl Iterator<Item = (usize, usize)> {
    SPELLED.iter().flat_map(move |(before, after)| {
        before.find_iter(text).filter_map(move |found| {
            let next = text.get(found.end()..)?.chars().next()?;
            let joiner = found.as_str().chars().next_back()?;
            after.is_match(next.encode_utf8(&mut [0; 4])).then_some((found.end() - joiner.len_utf8(), found.end()))
        })
    })
}

/// What stands before a joiner, the joiner included, and what must follow.
static SPELLED: LazyLock<Vec<(Regex, Regex)>> = LazyLock::new(|| {
    // These seven scripts lie in blocks of the same layout: consonants, nukta, virama.
    let mut rules: Vec<(Regex, Regex)> = [0x900, 0x980, 0xA80, 0xB00, 0xC00, 0xC80, 0xD00]
        .into_iter()
        .map(|block| {
            let consonant = format!(r"[\x{{{:X}}}-\x{{{:X}}}]", block + 0x15, block + 0x39);
            let nukta = if block == 0xD00 { String::new() } else { format!(r"\x{{{:X}}}?", block + 0x3C) };
            let virama = format!(r"\x{{{:X}}}", block + 0x4D);
            (regex(&format!(r"{consonant}{nukta}{virama}[\x{{200C}}\x{{200D}}]")), regex(&consonant))
        })
        .collect();
    let sinhala = r"[\x{D9A}-\x{DC6}]";
    rules.push((regex(&format!(r"{sinhala}\x{{DCA}}\x{{200D}}")), regex(sinhala)));
    let marks = r"[[\p{sc=Arabic}\p{sc=Inherited}]&&\p{Mn}--\p{Default_Ignorable_Code_Point}]{0,8}";
    rules.push((regex(&format!(r"[{JOINS_BOTH_SIDES}]{marks}\x{{200C}}")), regex(&format!("[{JOINS_BACKWARDS}]"))));
    rules
});

/// Arabic letters that join what follows.
const JOINS_BOTH_SIDES: &str = concat!(
    r"\x{620}\x{626}\x{628}\x{62A}-\x{62E}\x{633}-\x{63F}\x{641}-\x{647}\x{649}\x{64A}\x{66E}\x{66F}\x{678}-\x{687}",
    r"\x{69A}-\x{6BF}\x{6C1}\x{6C2}\x{6CC}\x{6CE}\x{6D0}\x{6D1}\x{6FA}-\x{6FC}\x{6FF}\x{750}-\x{758}\x{75C}-\x{76A}",
    r"\x{76D}-\x{770}\x{772}\x{775}-\x{777}\x{77A}-\x{77F}\x{886}\x{889}-\x{88D}\x{88F}\x{8A0}-\x{8A9}\x{8AF}\x{8B0}",
    r"\x{8B3}-\x{8B8}\x{8BA}-\x{8C8}",
);

/// Arabic letters that join what stands before them.
const JOINS_BACKWARDS: &str = concat!(
    r"\x{620}\x{622}-\x{63F}\x{641}-\x{64A}\x{66E}\x{66F}\x{671}-\x{673}\x{675}-\x{6D3}\x{6D5}\x{6EE}\x{6EF}",
    r"\x{6FA}-\x{6FC}\x{6FF}\x{750}-\x{77F}\x{870}-\x{882}\x{886}\x{889}-\x{88F}\x{8A0}-\x{8AC}\x{8AE}-\x{8C8}",
);

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn a_run_of_line_breaks_becomes_one_space() {
        assert_eq!(clean("a\n\nb\tc\n"), "a b c ");
        assert_eq!(clean("a \n b"), "a   b");
    }

    #[test]
    fn hidden_characters_become_a_space() {
        assert_eq!(clean("a\u{200b}\u{feff}b\u{ad}c"), "a b c");
        assert_eq!(clean("\u{e000}x\u{2800}"), " x ");
    }

    #[test]
    fn joiners_of_emoji_stay_and_others_go() {
        assert_eq!(clean("👩‍👩‍👧 a\u{200d}b"), "👩‍👩‍👧 a b");
        assert_eq!(clean("1️⃣ ❤️‍🔥 😀\u{fe0f}!"), "1️⃣ ❤️‍🔥 😀 !");
    }

    #[test]
    fn a_very_long_text_keeps_no_joiner() {
        let text = |letters: usize, family: &str| format!("{}{family}", "a".repeat(letters));
        assert_eq!(clean(&text(4088, "👩‍👩‍👧")), text(4088, "👩‍👩‍👧"));
        assert_eq!(clean(&text(4089, "👩‍👩‍👧")), text(4089, "👩 👩 👧"));
    }

    #[test]
    fn joiners_of_spelling_stay() {
        assert_eq!(clean("می\u{200c}شود"), "می\u{200c}شود");
        assert_eq!(clean("क्\u{200d}ष"), "क्\u{200d}ष");
        assert_eq!(clean("a\u{200c}b"), "a b");
    }

    #[test]
    fn terminal_colours_are_taken_out() {
        assert_eq!(clean("\u{1b}[31mred\u{1b}[0m"), "red");
    }
}
