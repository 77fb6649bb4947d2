//! Names in a sentence.

use std::borrow::Borrow;
use std::fmt::Display;

use crate::hosts::Host;

/// The text with a capital: a host's name may start with "the".
pub(crate) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

/// A sentence in the middle of another one: its first word without a capital, unless that is a name such as `Codex`.
pub(crate) fn uncapitalized(text: &str) -> String {
    const PLAIN: [&str; 10] = ["A", "An", "The", "There", "This", "It", "Its", "Text", "White", "What"];
    match text.split_once(' ').filter(|(first, _)| PLAIN.contains(first)) {
        Some((first, rest)) => format!("{} {rest}", first.to_lowercase()),
        None => text.to_owned(),
    }
}

/// So many hosts are named one by one; of more, some, and how many others there are.
const NAMED: usize = 5;

/// `a, b and c`, or `a, b, c, d and 4 more`: the finding itself lists them all.
pub(crate) fn shortened<S: Borrow<str>>(names: &[S]) -> String {
    match names.split_at_checked(NAMED - 1) {
        Some((first, rest)) if rest.len() > 1 => format!("{} and {} more", first.join(", "), rest.len()),
        _ => enumeration(names),
    }
}

/// The names of hosts, shortened.
pub(crate) fn hosts_named<'a, H: Borrow<Host> + 'a>(hosts: impl IntoIterator<Item = &'a H>) -> String {
    shortened(&hosts.into_iter().map(|host| host.borrow().name.as_str()).collect::<Vec<_>>())
}

/// The words as they are written, as in a sentence: `` `a`, `b` and `c` ``.
pub(crate) fn quoted_words<S: Display>(words: impl IntoIterator<Item = S>) -> String {
    enumeration(&words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>())
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn enumeration<S: Borrow<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [first @ .., last] => format!("{} and {}", first.join(", "), last.borrow()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_in_a_sentence() {
        assert_eq!(enumeration::<&str>(&[]), "");
        assert_eq!(enumeration(&["a"]), "a");
        assert_eq!(enumeration(&["a", "b"]), "a and b");
        assert_eq!(enumeration(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn many_names_are_counted() {
        assert_eq!(shortened(&["a", "b", "c", "d", "e"]), "a, b, c, d and e");
        assert_eq!(shortened(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 more");
        assert_eq!(shortened::<&str>(&[]), "");
    }
}
