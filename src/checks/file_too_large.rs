//! `file-too-large`: a file over the limit of a host.

use crate::checks::prelude::*;

/// Over a host's limit.
pub(crate) static CHECK: Check = Check {
    id: "file-too-large",
    summary: "a file that is larger than a host reads",
    documentation: "\
## What it reports

A `SKILL.md` with more bytes than a host you write for reads, or more than this program looks at.

## Why it matters

The host skips the whole skill, and does not say so.

## Example

A `SKILL.md` into which a whole manual was pasted: 1,400,000 bytes.

## Instead

Keep the instructions in `SKILL.md`, move the material to files beside it (`references/manual.md`), and link to them. The model
then reads them only when it needs them.

## Hosts

Claude Code reads up to 1,000,000 bytes.
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let size = context.size;
    let read = context.document.text.len() as u64;
    let deeds: Vec<_> = context
        .judges
        .iter()
        .filter_map(|judge| {
            let limit = judge.host.walk.size_limit.filter(|limit| size > *limit)?;
            Some((judge, Deed::of("skip", format_args!("files over {}", grouped(limit))).losing_skill()))
        })
        .collect();
    if deeds.is_empty() && size <= read {
        return;
    }
    let message = match size > read {
        true => format!("The file has {} bytes; only the first {} were checked", grouped(size), grouped(read)),
        false => format!("The file has {} bytes", grouped(size)),
    };
    report.finding(context.headline(), message).deeds(deeds);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{messages, silent};

    #[test]
    fn over_the_limit_of_claude_code() {
        let text = format!("---\nname: pdf\n---\n{}", "x".repeat(1_000_000));
        assert_eq!(
            messages(&CHECK, "/home/.claude/skills/pdf/SKILL.md", text.as_bytes()),
            ["The file has 1,000,018 bytes = Claude Code skips files over 1,000,000"]
        );
    }

    #[test]
    fn an_ordinary_file() {
        silent(&CHECK, "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n");
    }
}
