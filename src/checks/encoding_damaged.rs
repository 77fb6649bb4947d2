//! `encoding-damaged`: bytes that are not text.

use crate::catalog::Refusal;
use crate::checks::damaged_block;
use crate::checks::prelude::*;
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
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    if let Some(damage) = document.damage {
        let line = Text::new(document.text.clone()).position(damage.offset, Encoding::Utf8).line + 1;
        let more = if damage.count > 1 { format!(", and {} more", damage.count - 1) } else { String::new() };
        let message = format!("The file is not UTF-8: byte `0x{:02X}` on line {line}{more}", damage.byte);
        report
            .finding(Span::new(damage.offset, damage.offset + 1), message)
            .grade(Grade::Severe)
            .deeds(context.judges.iter().filter_map(|judge| Some((judge.host, deed(context, judge)?))));
    }
    if let Some(offset) = memchr::memchr(0, document.text.as_bytes()) {
        let (consequence, _) = damaged_block::consequence(context.judges);
        report
            .finding(Span::new(offset, offset + 1), "The file contains a NUL character (U+0000)")
            .grade(Grade::Severe)
            .consequence(consequence);
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
