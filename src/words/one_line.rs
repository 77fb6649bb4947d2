//! Names and texts of others, on one line: what would break it or act on a terminal is shown.

use std::borrow::Cow;

/// Whether a character cannot stand in a line: it breaks it, or does something on a terminal.
pub(crate) fn breaks_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// The text on one line: what breaks it is shown, not obeyed.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(breaks_line) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|it| if breaks_line(it) { picture(it) } else { it.to_string() }).collect::<String>().into()
}

/// What is shown for a character that cannot be printed: a control picture, or its number.
pub(crate) fn picture(character: char) -> String {
    let picture = match character {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + character as u32),
        '\u{7F}' => Some('␡'),
        _ => None,
    };
    picture.map_or_else(|| format!("<U+{:04X}>", character as u32), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_shown() {
        assert_eq!(one_line("a\nb\r\u{1b}[31m\u{7f}\u{9b}\u{2028}c"), "a␊b␍␛[31m␡<U+009B><U+2028>c");
        assert!(matches!(one_line("naïve 漢字\u{200c}"), Cow::Borrowed(_)));
    }
}
