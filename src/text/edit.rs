//! A change to a text: replace a span.

use crate::text::Span;

/// Replaces the text at `span` with `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// Replaces `span`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Edit { span, text: text.into() }
    }

    /// Inserts before `offset`.
    pub fn insert(offset: usize, text: impl Into<String>) -> Self {
        Edit::replace(Span::at(offset), text)
    }

    /// Removes `span`.
    pub fn remove(span: Span) -> Self {
        Edit::replace(span, "")
    }

    /// The smallest single edit that makes `new` of `old`.
    pub fn difference(old: &str, new: &str) -> Self {
        let same = |(left, right): &(char, char)| left == right;
        let length = |(sign, _): (char, char)| sign.len_utf8();
        let start: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
        let (old_rest, new_rest) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
        let end: usize = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(same).map(length).sum();
        let text = new_rest.get(..new_rest.len() - end).unwrap_or_default();
        Edit::replace(Span::new(start, old.len() - end), text)
    }
}

/// The text after all edits. Edits may come in any order; one that overlaps an earlier one, or does not
/// fall on character boundaries, is left out.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in ordered {
        if edit.span.start < done {
            continue;
        }
        let (Some(kept), Some(_)) = (text.get(done..edit.span.start), text.get(edit.span.start..edit.span.end)) else {
            continue;
        };
        result.push_str(kept);
        result.push_str(&edit.text);
        done = edit.span.end;
    }
    result.push_str(text.get(done..).unwrap_or(""));
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_two_texts() {
        for (old, new) in [("abc", "abc"), ("a漢c", "a字c"), ("aa", "aaa"), ("", "x"), ("x", ""), ("abab", "ab")] {
            assert_eq!(apply(old, &[Edit::difference(old, new)]), new);
        }
        assert_eq!(Edit::difference("name: a漢b", "name: a字b").text, "字");
    }

    #[test]
    fn edits_apply_in_order_and_overlaps_are_left_out() {
        let edits = [Edit::replace(Span::new(4, 7), "X"), Edit::insert(0, ">"), Edit::remove(Span::new(5, 9))];
        assert_eq!(apply("abc def ghi", &edits), ">abc X ghi");
    }

    #[test]
    fn edits_that_only_touch_are_all_made() {
        let edits = [Edit::replace(Span::new(3, 6), "Y"), Edit::replace(Span::new(0, 3), "X"), Edit::insert(6, "!")];
        assert_eq!(apply("abcdefg", &edits), "XY!g");
        assert_eq!(apply("ab", &[Edit::insert(1, "1"), Edit::insert(1, "2")]), "a12b");
        let inside = [Edit::replace(Span::new(0, 4), "X"), Edit::insert(3, "!"), Edit::remove(Span::new(0, 5))];
        assert_eq!(apply("abcdef", &inside), "Xef");
    }
}
