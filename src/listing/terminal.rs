//! A text without the sequences that steer a terminal.

use std::borrow::Cow;

/// The text without terminal sequences. One that is never closed takes all the rest with it.
pub(super) fn without_terminal_sequences(text: &str) -> Cow<'_, str> {
    if !text.contains(begins) {
        return Cow::Borrowed(text);
    }
    let mut state = State::Text;
    let mut kept = String::with_capacity(text.len());
    for sign in text.chars() {
        let (next, rest) = state.after(sign);
        state = next;
        kept.extend(rest);
    }
    Cow::Owned(kept)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Outside of any sequence.
    Text,
    /// Behind ESC.
    Escape,
    /// One more character belongs to the sequence.
    OneMore,
    /// In a control sequence, which ends with a letter.
    Control,
    /// In a string that BEL may end.
    Command,
    /// In any other string.
    String,
}

impl State {
    /// The state behind a character, and what is left of the character.
    fn after(self, sign: char) -> (State, Option<char>) {
        let is_end = matches!(sign, '\u{18}' | '\u{1a}' | '\u{9c}');
        match (self, sign) {
            (State::Text | State::Escape, '\u{9b}') | (State::Escape, '[') => (State::Control, None),
            (State::Text | State::Escape, '\u{9d}') | (State::Escape, ']') => (State::Command, None),
            (State::Text | State::Escape, '\u{90}' | '\u{98}' | '\u{9e}' | '\u{9f}')
            | (State::Escape, 'P' | 'X' | '^' | '_') => (State::String, None),
            (_, '\u{1b}') => (State::Escape, None),
            (State::Text, _) => (State::Text, Some(sign)),
            (State::Escape, ' '..='/') => (State::OneMore, None),
            (State::Escape, '0'..='~') => (State::Text, None),
            (State::Escape, _) => (State::Text, (!is_end).then_some(sign)),
            // Of a character outside the basic plane, which is two of JavaScript's, half is left: nothing to be seen.
            (State::OneMore, _) => (State::Text, (sign.len_utf16() > 1).then_some('\0')),
            (State::Control, '@'..='~') | (State::Command, '\u{7}') => (State::Text, None),
            (State::Control | State::Command | State::String, _) => (if is_end { State::Text } else { self }, None),
        }
    }
}

fn begins(sign: char) -> bool {
    matches!(sign, '\u{1b}' | '\u{90}' | '\u{98}' | '\u{9b}' | '\u{9d}'..='\u{9f}')
}

#[cfg(test)]
mod tests {
    use super::without_terminal_sequences;

    fn check(text: &str, expected: &str) {
        assert_eq!(without_terminal_sequences(text), expected, "{text:?}");
    }

    #[test]
    fn closed_sequences() {
        check("\u{1b}[31mred\u{1b}[0m", "red");
        check("a\u{9b}1;2;3 @b\u{1b}[[c", "abc");
        check("a\u{1b}(Bb\u{1b}7c\u{1b}  d", "abcd");
        check("a\u{1b}]8;;x\u{7}l\u{1b}]8;;\u{1b}\\m\u{1b}Px\u{9c}n", "almn");
    }

    #[test]
    fn sequences_that_are_not_closed() {
        check("a\u{1b}]bcd", "a");
        check("a\u{9f}b\u{7}cd", "a");
        check("a\u{1b}[3\ncd", "ad");
        check("a\u{1b}[3\u{18}cd", "acd");
        check("a\u{1b}]b\u{1b}cd", "ad");
    }

    #[test]
    fn what_only_looks_like_one() {
        check("a\u{1b}éb\u{1b}", "aéb");
        check("a\u{9c}b", "a\u{9c}b");
    }
}
