//! The emoji sequences that Unicode recommends for interchange: the only ones whose joiners and selectors stay.

use std::sync::LazyLock;

use regex::Regex;

use crate::listing::width::regex;

/// The byte ranges of the sequences in a text, those of a single character left out.
pub(super) fn sequences(text: &str) -> impl Iterator<Item = (usize, usize)> {
    SEQUENCE.find_iter(text).map(|found| (found.start(), found.end()))
}

/// The sequences of emoji-sequences.txt and emoji-zwj-sequences.txt (Unicode 17) that hold a joiner, a selector or a
/// tag, the longest first. Two people with skin tones are taken with any two tones.
static SEQUENCE: LazyLock<Regex> = LazyLock::new(|| {
    const T: &str = r"[🏻-🏿]";
    const J: &str = r"\x{200D}";
    const S: &str = r"\x{FE0F}";
    let adult = "[👨👩🧑]";
    let families = format!(
        "[👨👩]{J}👩{J}(?:👦{J}👦|👧{J}[👦👧])|👨{J}👨{J}(?:👦{J}👦|👧{J}[👦👧])|🧑{J}🧑{J}🧒{J}🧒\
         |[👨👩]{J}👩{J}[👦👧]|👨{J}👨{J}[👦👧]|🧑{J}🧑{J}🧒|🧑{J}🧒{J}🧒|[👨👩]{J}(?:👦{J}👦|👧{J}[👦👧])\
         |🧑{J}🧒|[👨👩]{J}[👦👧]"
    );
    let heart = format!("{J}❤{S}{J}(?:💋{J})?");
    let couples = format!(
        "(?:👩{T}{heart}[👨👩]|👨{T}{heart}👨|🧑{T}{heart}🧑){T}|👩{heart}[👨👩]|👨{heart}👨\
         |🧑{J}🤝{J}🧑|{adult}{T}{J}[🤝🐰🫯]{J}{adult}{T}|🫱{T}{J}🫲{T}"
    );
    let roles = format!(
        "{adult}{T}?{J}(?:[🦯🦼🦽]{J}➡{S}|[⚕⚖✈]{S}|[🌾🍳🍼🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦯🦰🦱🦲🦳🦼🦽])|🧑{T}?{J}[🎄🩰]"
    );
    let walkers = format!("[🏃🚶🧎]{T}?(?:{J}[♀♂]{S})?{J}➡{S}");
    let genders = format!(
        "(?:[⛹🏋🏌🕵](?:{S}|{T})|[🏃🏄🏊👮👯👰👱👳👷💁💂💆💇🙅🙆🙇🙋🙍🙎🚣🚴🚵🚶🤦🤵🤷🤸🤹🤼🤽🤾🦸🦹🧍🧎🧏🧔🧖🧗🧘🧙🧚🧛🧜🧝]{T}?\
         |[🧞🧟]){J}[♀♂]{S}"
    );
    let others = format!(
        "⛓{S}{J}💥|❤{S}{J}[🔥🩹]|🐦{J}[🔥⬛]|🍄{J}🟫|🍋{J}🟩|🏳{S}{J}(?:⚧{S}|🌈)|🏴{J}☠{S}|🐈{J}⬛|🐕{J}🦺|🐻{J}❄{S}\
         |👁{S}{J}🗨{S}|😮{J}💨|😵{J}💫|😶{J}🌫{S}|🙂{J}[↔↕]{S}"
    );
    let tags = r"🏴\x{E0067}\x{E0062}(?:\x{E0065}\x{E006E}\x{E0067}|\x{E0073}\x{E0063}\x{E0074}|\x{E0077}\x{E006C}\x{E0073})\x{E007F}";
    let keycaps = format!(r"[0-9#*]{S}\x{{20E3}}");
    let selected = format!(r"[\p{{Emoji}}--[\p{{Emoji_Presentation}}0-9#*]]{S}");
    regex(&[families, couples, roles, walkers, genders, others, tags.to_owned(), keycaps, selected].join("|"))
});

#[cfg(test)]
mod tests {
    use super::sequences;

    #[test]
    fn only_whole_sequences_count() {
        let found = |text: &str| sequences(text).collect::<Vec<_>>();
        assert_eq!(found("👩‍👩‍👧"), [(0, 18)]);
        assert_eq!(found("👩‍👩"), []);
        assert_eq!(found("🏳️‍🌈"), [(0, 14)]);
        assert_eq!(found("😀\u{fe0f}"), []);
        assert_eq!(found("☺\u{fe0f}"), [(0, 6)]);
    }
}
