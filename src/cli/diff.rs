//! A unified diff of two texts.

/// So many equal lines are shown around a change.
const CONTEXT: usize = 3;
/// Tables of more cells than this are not made: the lines count as all replaced.
const CELLS: usize = 4_000_000;

/// The changes from `old` to `new` with the two file headers; empty when there are none.
pub(crate) fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    if old == new {
        return String::new();
    }
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let lines = changes(&old, &new);
    let mut text = format!("--- {old_name}\n+++ {new_name}\n");
    for (from, to) in hunks(&lines) {
        push_hunk(&mut text, &lines, from, to);
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Kept,
    Removed,
    Added,
}

/// Every line of both texts, in order, with what became of it.
fn changes<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(Change, &'a str)> {
    let before = old.iter().zip(new).take_while(|(left, right)| left == right).count();
    let rest = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(left, right)| left == right).count();
    let (old_middle, new_middle) = (
        old.get(before..old.len() - after).unwrap_or_default(),
        new.get(before..new.len() - after).unwrap_or_default(),
    );
    let mut lines: Vec<(Change, &str)> = old.iter().take(before).map(|line| (Change::Kept, *line)).collect();
    middle(old_middle, new_middle, &mut lines);
    lines.extend(old.iter().skip(old.len() - after).map(|line| (Change::Kept, *line)));
    lines
}

/// The longest common subsequence, from a table of lengths.
fn middle<'a>(old: &[&'a str], new: &[&'a str], lines: &mut Vec<(Change, &'a str)>) {
    let width = new.len() + 1;
    let mut table = Vec::new();
    let small = (old.len() + 1).saturating_mul(width) <= CELLS;
    if small {
        table = vec![0u32; (old.len() + 1) * width];
        for (row, left) in old.iter().enumerate().rev() {
            for (column, right) in new.iter().enumerate().rev() {
                let at = |row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
                let length = if left == right {
                    at(row + 1, column + 1) + 1
                } else {
                    at(row + 1, column).max(at(row, column + 1))
                };
                if let Some(cell) = table.get_mut(row * width + column) {
                    *cell = length;
                }
            }
        }
    }
    let at = |row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
    let (mut row, mut column) = (0, 0);
    loop {
        match (old.get(row), new.get(column)) {
            (Some(left), Some(right)) if small && left == right => {
                lines.push((Change::Kept, left));
                row += 1;
                column += 1;
            }
            (Some(left), right) if right.is_none() || !small || at(row + 1, column) >= at(row, column + 1) => {
                lines.push((Change::Removed, left));
                row += 1;
            }
            (_, Some(right)) => {
                lines.push((Change::Added, right));
                column += 1;
            }
            (_, None) => return,
        }
    }
}

/// The stretches of lines to show: changes with their surroundings, joined where they meet.
fn hunks(lines: &[(Change, &str)]) -> Vec<(usize, usize)> {
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for (index, _) in lines.iter().enumerate().filter(|(_, (change, _))| *change != Change::Kept) {
        let (from, to) = (index.saturating_sub(CONTEXT), (index + CONTEXT + 1).min(lines.len()));
        match hunks.last_mut() {
            Some(last) if from <= last.1 => last.1 = to,
            _ => hunks.push((from, to)),
        }
    }
    hunks
}

fn push_hunk(text: &mut String, lines: &[(Change, &str)], from: usize, to: usize) {
    let count = |upto: &[(Change, &str)], without: Change| upto.iter().filter(|(change, _)| *change != without).count();
    let (before, shown) = (lines.get(..from).unwrap_or_default(), lines.get(from..to).unwrap_or_default());
    let range = |without: Change| {
        let (start, length) = (count(before, without), count(shown, without));
        // An empty range names the line before it.
        let first = if length == 0 { start } else { start + 1 };
        if length == 1 { first.to_string() } else { format!("{first},{length}") }
    };
    text.push_str(&format!("@@ -{} +{} @@\n", range(Change::Added), range(Change::Removed)));
    for (change, line) in shown {
        text.push(match change {
            Change::Kept => ' ',
            Change::Removed => '-',
            Change::Added => '+',
        });
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
