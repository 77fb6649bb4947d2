//! How two texts differ: a unified diff, and in how many lines.

use std::time::Duration;

use similar::{ChangeTag, DiffTag, TextDiff};

/// So many equal lines are shown around a change.
const CONTEXT: usize = 3;

/// So long the shortest way from one text to another is looked for, when only their difference is counted.
const LONGEST: Duration = Duration::from_millis(50);

/// The changes from `old` to `new` with the two file headers; empty when there are none.
pub(crate) fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    if old == new {
        return String::new();
    }
    // A lone carriage return ends no line of a patch, so the lines are not left to the crate.
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let diff = TextDiff::from_slices(&old, &new);
    let mut text = format!("--- {old_name}\n+++ {new_name}\n");
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        text.push_str(&format!("{}\n", hunk.header()));
        for change in hunk.iter_changes() {
            text.push(match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            });
            text.push_str(change.value());
            if !change.value().ends_with('\n') {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    text
}

/// In how many lines two texts differ, line ends apart, and how many they share.
pub(crate) fn compared(old: &str, new: &str) -> (usize, usize) {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let diff = TextDiff::configure().timeout(LONGEST).diff_slices(&old, &new);
    let mut compared = (0, 0);
    for change in diff.ops() {
        let length = change.old_range().len().max(change.new_range().len());
        match change.tag() {
            DiffTag::Equal => compared.1 += length,
            DiffTag::Delete | DiffTag::Insert | DiffTag::Replace => compared.0 += length,
        }
    }
    compared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_are_counted() {
        assert_eq!(compared("1\n2\n3\n", "1\r\n2\r\n3"), (0, 3));
        assert_eq!(compared("1\n2\n3\n", "1\ntwo\n3\n4\n"), (2, 2));
        assert_eq!(compared("", "1\n2\n"), (2, 0));
    }

    fn check(old: &str, new: &str, expected: &str) {
        assert_eq!(unified(old, new, "a/x", "b/x"), expected);
    }

    #[test]
    fn equal_texts_have_no_diff() {
        check("a\n", "a\n", "");
    }

    #[test]
    fn a_line_in_the_middle() {
        check(
            "1\n2\n3\n4\n5\n6\n7\n8\n",
            "1\n2\n3\n4\nfive\n6\n7\n8\n",
            "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
        );
    }

    #[test]
    fn a_missing_last_line_break() {
        check("a", "a\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    }

    #[test]
    fn lone_carriage_returns() {
        check("a\rb\r", "a\nb\n", "--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\rb\r\n\\ No newline at end of file\n+a\n+b\n");
    }

    #[test]
    fn a_new_text() {
        check("", "a\nb\n", "--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    }

    #[test]
    fn two_changes_far_apart_and_an_insertion() {
        let old: String = (1..=20).map(|it| format!("{it}\n")).collect();
        let new = old.replace("2\n3\n", "2\nx\n3\n").replace("18\n", "y\n");
        let text = unified(&old, &new, "a", "b");
        assert!(text.contains("@@ -1,5 +1,6 @@\n 1\n 2\n+x\n 3\n"), "{text}");
        assert!(text.contains("@@ -15,6 +16,6 @@\n"), "{text}");
    }
}
