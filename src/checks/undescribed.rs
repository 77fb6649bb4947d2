//! What hosts make of a skill that says nothing about itself.

use crate::catalog::Refusal;
use crate::checks::{DocumentContext, Grade, Judge};
use crate::words::consequence::{self, Consequence, Deed};
use crate::words::excerpt;

/// What each host does without a description, and how grave that is: severe when one of them drops the skill, or
/// does not list it.
pub(crate) fn consequence(context: &DocumentContext<'_>) -> (Consequence, Grade) {
    let deeds = context.judges.iter().filter_map(|judge| Some((judge.host, deed(judge)?)));
    let grade = if context.judges.iter().any(loses_it) { Grade::Severe } else { Grade::Mild };
    (consequence::of_deeds(deeds), grade)
}

fn loses_it(judge: &Judge<'_>) -> bool {
    judge.reading.unlisted || refuses(judge)
}

fn refuses(judge: &Judge<'_>) -> bool {
    matches!(judge.reading.refusal, Some(Refusal::DescriptionMissing | Refusal::DescriptionInvalid))
}

fn deed(judge: &Judge<'_>) -> Option<Deed> {
    if refuses(judge) {
        return Some(Deed::skips());
    }
    // What a host does that refuses the skill for another reason is said by another check.
    if judge.reading.refusal.is_some() {
        return None;
    }
    if judge.reading.unlisted {
        return Some(Deed::new("does not list the skill", "do not list the skill"));
    }
    match judge.reading.description.as_deref().map(str::trim) {
        Some(line) if !line.is_empty() => {
            let line = excerpt(line);
            Some(Deed::of("list", format_args!("it as {line}")))
        }
        Some(_) | None => Some(Deed::of("list", "it without a word")),
    }
}
