//! Findings by their cause, the worst first: what there is, how often, and a few examples of each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::checks::Diagnostic;
use crate::cli::report::snippet::{Colours, painted};
use crate::cli::report::{FileReport, Findings, counted};
use crate::cli::terminal::{Around, plain, width};
use crate::config::Level;
use crate::text::Encoding;
use crate::words::grouped as with_commas;

/// So many different messages of a check are shown.
const EXAMPLES: usize = 3;

/// Equal findings of one check, of one level.
pub(crate) struct Group<'a> {
    pub(crate) level: Level,
    pub(crate) check: &'static str,
    pub(crate) found: Vec<(&'a FileReport, &'a Diagnostic)>,
}

impl Group<'_> {
    /// `link-target-missing ×898 in 12 skills`, without the name.
    pub(crate) fn extent(&self) -> String {
        let files: BTreeSet<&Path> = self.found.iter().map(|(file, _)| &*file.path).collect();
        let is_skill = |path: &&&Path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
        let what = if files.iter().all(|path| is_skill(&path)) { "skill" } else { "file" };
        match self.found.len() {
            1 => String::new(),
            count => format!(" ×{} in {}", with_commas(count), counted(files.len(), what)),
        }
    }
}

/// The findings by check and level: the loudest first, of one level the most frequent.
pub(crate) fn groups(findings: &Findings) -> Vec<Group<'_>> {
    let mut by_check: BTreeMap<(&str, Level), Group<'_>> = BTreeMap::new();
    for (file, diagnostic) in findings.each() {
        let (level, check) = (diagnostic.level, diagnostic.check);
        let group = || Group { level, check, found: Vec::new() };
        by_check.entry((check, level)).or_insert_with(group).found.push((file, diagnostic));
    }
    let mut groups: Vec<Group<'_>> = by_check.into_values().collect();
    groups.sort_by(|one, other| {
        (other.level, other.found.len()).cmp(&(one.level, one.found.len())).then(one.check.cmp(other.check))
    });
    groups
}

/// `check --format grouped`, in lines of at most `columns`.
pub(crate) fn grouped(findings: &Findings, around: &Around, colours: Colours, columns: usize) -> String {
    let mut text = String::new();
    for group in groups(findings) {
        let title = painted(group.level, &[group.level.word(), "[", group.check, "]"], colours);
        let fixable = group.found.iter().filter(|(_, it)| it.safe_fix().is_some()).count();
        let fixable = if fixable > 0 { format!(", {} fixable", with_commas(fixable)) } else { String::new() };
        let _ = writeln!(text, "{title}{}{fixable}", group.extent());
        // Equal ones are told once, the most frequent first.
        let mut by_message: BTreeMap<&str, Vec<(&FileReport, &Diagnostic)>> = BTreeMap::new();
        for (file, diagnostic) in &group.found {
            by_message.entry(&diagnostic.message).or_default().push((file, diagnostic));
        }
        let mut messages: Vec<(&str, Vec<(&FileReport, &Diagnostic)>)> = by_message.into_iter().collect();
        messages.sort_by_key(|(_, found)| std::cmp::Reverse(found.len()));
        let mut shown = 0;
        for (message, found) in messages.iter().take(EXAMPLES) {
            let Some((file, diagnostic)) = found.first() else { continue };
            let (start, _) = file.range(diagnostic.span, Encoding::Utf32);
            let place = format!("{}:{}:{}", around.path(&file.path), start.line + 1, start.column + 1);
            let times = if found.len() > 1 { format!(" ×{}", with_commas(found.len())) } else { String::new() };
            let room = columns.saturating_sub(4 + width(&times));
            let _ = writeln!(text, "  {place}\n    {}{times}", cut(&plain(message), room));
            shown += found.len();
        }
        if shown < group.found.len() {
            let more = with_commas(group.found.len() - shown);
            let _ = writeln!(text, "  and {more} more: skill-lsp check --format text --select {}", group.check);
        }
        text.push('\n');
    }
    text
}

/// As much of a sentence as has room.
fn cut(sentence: &str, room: usize) -> String {
    if width(sentence) <= room || room < 20 {
        return sentence.to_owned();
    }
    let mut short = String::new();
    for character in sentence.chars() {
        if width(&short) + 2 > room {
            break;
        }
        short.push(character);
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    #[test]
    fn equal_ones_are_folded_and_the_worst_come_first() {
        let find = |check, level, message: &str| Diagnostic::new(check, level, Span::new(2, 4), message.to_owned());
        let links = |count: usize| {
            (0..count).map(|at| find("link-target-missing", Level::Warning, &format!("`{at}.md` is missing")))
        };
        let file = |name: &str, found: Vec<Diagnostic>| {
            FileReport::new(format!("/p/{name}/SKILL.md").into(), "a\nbc".into(), found)
        };
        let same = || find("body-empty", Level::Warning, "nothing there");
        let files = vec![
            file("a", links(3).chain([same()]).collect()),
            file("b", links(2).chain([same(), find("yaml-syntax", Level::Error, "a colon")]).collect()),
        ];
        let findings = Findings { files, ..crate::cli::report::sample::findings() };
        let around = Around { here: "/p".into(), home: None };
        assert_eq!(
            grouped(&findings, &around, Colours::Off, 80),
            "error[yaml-syntax]\n  b/SKILL.md:2:1\n    a colon\n\n\
             warning[link-target-missing] ×5 in 2 skills\n  a/SKILL.md:2:1\n    `0.md` is missing ×2\n  \
             a/SKILL.md:2:1\n    `1.md` is missing ×2\n  a/SKILL.md:2:1\n    `2.md` is missing\n\n\
             warning[body-empty] ×2 in 2 skills\n  a/SKILL.md:2:1\n    nothing there ×2\n\n"
        );
        assert_eq!(cut("abcdefghijklmnopqrstuvwxyz", 20), "abcdefghijklmnopqrs…");
    }
}
