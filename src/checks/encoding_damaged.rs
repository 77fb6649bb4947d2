//! `encoding-damaged`: bytes that are not text.

use crate::catalog::Refusal;
use crate::checks::damaged_block;
use crate::checks::other_format::other_format;
use crate::checks::prelude::*;
use crate::document::Document;
use crate::hosts::Consequence;
use crate::text::{Encoding, Text};

/// Bytes that are not UTF-8, and NUL characters.
pub(crate) static CHECK: Check = Check {
    id: "encoding-damaged",
    summary: "bytes that are not UTF-8, or a NUL character",
    documentation: "\
## What it reports

A file that is not UTF-8 (often Latin-1, Windows-1252 or UTF-16), or one that holds a NUL character. The first such
byte is shown. While the file is damaged no fixes are offered for it: they would have to guess its bytes.

## Why it matters

Hosts read skills as UTF-8. Some refuse the file, one does not even start, others replace every damaged character, and a
NUL breaks YAML and ends the text in many programs.

## Example

A description saved as Latin-1, where `é` is the single byte `0xE9`:

```yaml
---
name: cafe-menu
description: Prints the caf\u{FFFD} menu.
---
```

## Instead

Save the file as UTF-8 (in most editors: *Save with encoding*), and delete NUL characters.
",
    levels: [Level::Error, Level::Error, Level::Error],
    fixable: false,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    if let Some(order) = utf_16(document) {
        let (told, _) = damaged_block::consequence(context.judges);
        let finding = report.finding(Span::new(0, 1), format!("The file is UTF-16 ({order}), not UTF-8"));
        let finding = finding.grade(Grade::Severe);
        match document.damage {
            Some(_) => {
                let deeds = context.judges.iter().filter_map(|judge| Some((judge, deed(context, judge)?)));
                finding.deeds(deeds);
            }
            None => drop(finding.consequence(told)),
        }
        return;
    }
    if let Some(message) = other_format(&document.text).filter(|_| is_damaged(document)) {
        let (told, _) = damaged_block::consequence(context.judges);
        report.finding(Span::new(0, 1), message).grade(Grade::Severe).consequence(told);
        return;
    }
    if let Some(damage) = document.damage {
        let line = Text::new(document.text.clone()).position(damage.offset, Encoding::Utf8).line + 1;
        let more = if damage.count > 1 { format!(", and {} more", damage.count - 1) } else { String::new() };
        let message = format!("The file is not UTF-8: byte `0x{:02X}` on line {line}{more}", damage.byte);
        report
            .finding(Span::new(damage.offset, damage.offset + 1), message)
            .grade(Grade::Severe)
            .deeds(context.judges.iter().filter_map(|judge| Some((judge, deed(context, judge)?))));
    }
    if let Some(offset) = memchr::memchr(0, document.text.as_bytes()) {
        let (consequence, _) = damaged_block::consequence(context.judges);
        report
            .finding(Span::new(offset, offset + 1), "The file contains a NUL character (U+0000)")
            .grade(Grade::Severe)
            .consequence(consequence);
    }
}

/// Whether there are bytes in it that no text has.
pub(crate) fn is_damaged(document: &Document) -> bool {
    document.damage.is_some() || memchr::memchr(0, document.text.as_bytes()).is_some()
}

/// Which half of a character comes first, in a file that is UTF-16: by its mark, or because every other byte of its
/// beginning is NUL.
pub(crate) fn utf_16(document: &Document) -> Option<&'static str> {
    const LOOKED_AT: usize = 64;
    let marked = document.damage.filter(|damage| damage.offset == 0).map(|damage| damage.byte);
    let start = document.text.as_bytes().get(..LOOKED_AT.min(document.text.len())).unwrap_or_default();
    let nuls = |from: usize| start.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (nuls(0), nuls(1));
    let most = start.len() / 3;
    match (marked, odd > most && even == 0, even > most && odd == 0) {
        (Some(0xFF), true, _) | (None, true, _) => Some("little-endian"),
        (Some(0xFE), _, true) | (None, _, true) => Some("big-endian"),
        _ => None,
    }
}

/// What a host does that takes no damaged file.
fn deed(context: &DocumentContext<'_>, judge: &Judge<'_>) -> Option<Deed> {
    let is_skill = context.path.file_name().is_some_and(|name| name == "SKILL.md");
    match (&judge.reading.refusal, judge.host.fence.damaged) {
        (Some(Refusal::Damaged), Consequence::StopsAll) if is_skill => {
            Some(Deed::new("does not start", "do not start"))
        }
        (Some(Refusal::Damaged), _) => Some(Deed::skips()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, messages, silent};

    #[test]
    fn latin_1() {
        let bytes = b"---\nname: cafe\ndescription: Prints the caf\xe9 menu, d\xe9j\xe0 vu.\n---\n";
        assert_eq!(
            messages(&CHECK, "/home/.claude/skills/cafe/SKILL.md", bytes),
            ["The file is not UTF-8: byte `0xE9` on line 3, and 2 more"]
        );
    }

    #[test]
    fn utf_16() {
        let text = "---\nname: cafe\ndescription: Prints the café menu.\n---\n";
        let bytes = |mark: bool, put: fn(u16) -> [u8; 2]| -> Vec<u8> {
            mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16()).flat_map(put).collect()
        };
        let path = "/home/.claude/skills/cafe/SKILL.md";
        let said = |bytes: &[u8]| messages(&CHECK, path, bytes).join("; ").split(" = ").next().map(str::to_owned);
        for mark in [true, false] {
            let little = said(&bytes(mark, u16::to_le_bytes));
            assert_eq!(little.as_deref(), Some("The file is UTF-16 (little-endian), not UTF-8"), "{mark}");
            let big = said(&bytes(mark, u16::to_be_bytes));
            assert_eq!(big.as_deref(), Some("The file is UTF-16 (big-endian), not UTF-8"), "{mark}");
        }
        assert_eq!(said(b"---\nname: a\0b\n---\n").as_deref(), Some("The file contains a NUL character (U+0000)"));
    }

    #[test]
    fn hosts_that_refuse_it() {
        let bytes = b"---\nname: cafe\ndescription: Prints the caf\xe9 menu.\n---\n";
        for (path, said) in [
            ("/home/.kimi/skills/cafe/SKILL.md", "Kimi CLI does not start"),
            ("/home/.kimi/skills/cafe.md", "Kimi CLI skips the skill"),
            ("/home/.codex/skills/cafe/SKILL.md", "Codex skips the skill"),
        ] {
            let found = messages(&CHECK, path, bytes);
            assert!(found.iter().any(|message| message.ends_with(said)), "{path}: {found:?}");
        }
    }

    #[test]
    fn nul_in_a_value() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Fills in\0 forms.
                                 ^ encoding-damaged (error): The file contains a NUL character (U+0000)
            ---
            ",
        );
    }

    #[test]
    fn other_languages_are_fine() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Füllt Formulare aus. 填写表格 😀 \u{FFFD}
            ---
            ",
        );
    }
}
