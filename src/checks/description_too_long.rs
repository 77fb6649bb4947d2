//! `description-too-long`: a `description` over the limit of a host.

use crate::catalog::Refusal;
use crate::checks::prelude::*;
use crate::hosts::Consequence;

/// Over a limit.
pub(crate) static CHECK: Check = Check {
    id: "description-too-long",
    summary: "a `description` over the limit of a host",
    documentation: "\
## What it reports

A `description` longer than a host you write for takes, and in hosts that join `when_to_use` to it, the two together.
Characters are counted, not bytes: 1,000 Chinese characters are 1,000.

## Why it matters

Every description stands before the model in every conversation. What is over the limit is cut off, and the end is often
where the description says when to use the skill. Some hosts refuse the skill instead.

## Example

A description of 1,500 characters, with the conditions of use in its last sentence.

## Instead

Say what and when in a few sentences; move the rest to the body, which is read once the skill is loaded.

## Hosts

The open specification allows 1,024 characters. Copilot CLI, Crush and Roo refuse a longer one, Codex and VS Code cut
it. Claude Code cuts description and `when_to_use` together at 1,536.
",
    levels: [Level::Error, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some(field) = context.document.field("description") else { return };
    let Some(description) = field.value.scalar().map(str::trim) else { return };
    let length = description.chars().count();
    let over: Vec<(&Judge<'_>, Over)> =
        context.judges.iter().filter_map(|judge| Some((judge, over(judge, description, length)?))).collect();
    let Some(least) = over.iter().map(|(_, it)| it.limit).min() else { return };
    let together = over.iter().all(|(_, it)| it.together);
    let counted = if together { over.iter().map(|(_, it)| it.length).max().unwrap_or(length) } else { length };
    let subject =
        if together && counted != length { "`description` and `when_to_use` have" } else { "`description` has" };
    let message = format!("{subject} {} characters; at most {} are allowed", grouped(counted), grouped(least));
    report.finding(field.value.span, message).deeds(over.into_iter().map(|(judge, it)| (judge, it.deed)));
}

/// A limit that is exceeded.
struct Over {
    limit: usize,
    /// What was counted.
    length: usize,
    /// Whether `when_to_use` was counted too.
    together: bool,
    deed: Deed,
}

fn over(judge: &Judge<'_>, description: &str, length: usize) -> Option<Over> {
    let host = judge.host;
    // Nothing is cut of a skill that is refused for something else.
    let is_loaded = judge.reading.refusal.is_none();
    if let Some(limit) = host.description.max_length.filter(|limit| length > *limit) {
        let deed = match host.description.too_long {
            _ if judge.reading.refusal == Some(Refusal::DescriptionTooLong) => Deed::skips(),
            Consequence::Skipped => Deed::skips(),
            Consequence::Ignored if is_loaded => {
                Deed::of("cut", format_args!("it after {} characters", grouped(limit)))
            }
            Consequence::None
            | Consequence::Ignored
            | Consequence::Repaired
            | Consequence::Unlisted
            | Consequence::Empty
            | Consequence::StopsAll => Deed::of("allow", grouped(limit)),
        };
        return Some(Over { limit, length, together: false, deed });
    }
    // The listing counts in UTF-16 units, and may hold more than the description.
    let listing = host.listing.iter().find(|listing| listing.mode == "tool").or(host.listing.first())?;
    let limit = listing.text_limit?;
    let when = match (&listing.when_joiner, judge.reading.when.as_deref()) {
        (Some(joiner), Some(when)) => joiner.encode_utf16().count() + when.encode_utf16().count(),
        _ => 0,
    };
    let units = description.encode_utf16().count() + when;
    (units > limit).then(|| Over {
        limit,
        length: units,
        together: true,
        deed: match is_loaded {
            true => Deed::of("cut", format_args!("the entry after {} characters", grouped(limit))),
            false => Deed::of("allow", grouped(limit)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{Fixture, silent};

    fn found(fixture: &str) -> Vec<(String, String)> {
        let findings = Fixture::parse(fixture).findings(&CHECK);
        findings.into_values().flatten().map(|it| (it.message, it.consequence.unwrap_or_default())).collect()
    }

    fn pair(message: &str, consequence: &str) -> (String, String) {
        (message.to_owned(), consequence.to_owned())
    }

    #[test]
    fn over_the_specification() {
        let text = format!("//# hosts = claude-code, agentskills\n---\ndescription: {}\n---\n", "a".repeat(1025));
        let message = "`description` has 1,025 characters; at most 1,024 are allowed";
        assert_eq!(found(&text), [pair(message, "A plain Agent Skills client allows 1,024")]);
    }

    #[test]
    fn together_with_when_to_use() {
        let text = format!(
            "//# hosts = claude-code\n---\ndescription: {}\nwhen_to_use: {}\n---\n",
            "a".repeat(1000),
            "b".repeat(534)
        );
        let message = "`description` and `when_to_use` have 1,537 characters; at most 1,536 are allowed";
        assert_eq!(found(&text), [pair(message, "Claude Code cuts the entry after 1,536 characters")]);
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        silent(&CHECK, &format!("---\ndescription: {}\n---\n", "字".repeat(1024)));
    }

    #[test]
    fn at_the_limit() {
        silent(&CHECK, &format!("---\ndescription: {}\n---\n", "a".repeat(1024)));
        silent(&CHECK, &format!("//# hosts = claude-code\n---\ndescription: {}\n---\n", "a".repeat(1536)));
    }
}
