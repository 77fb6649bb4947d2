//! What hosts make of a skill that says nothing about itself.

use crate::catalog::Refusal;
use crate::checks::{DocumentContext, Grade, Judge, name_missing};
use crate::knowledge::fields::Knowledge;
use crate::words::consequence::{self, Consequence, Deed};
use crate::words::excerpt;

/// What each host does without a description, and how grave that is: severe when one of them drops the skill, or
/// does not list it.
pub(crate) fn consequence(context: &DocumentContext<'_>) -> (Consequence, Grade) {
    let deeds = context.judges.iter().filter_map(|judge| Some((judge, deed(judge)?)));
    let grade = if context.judges.iter().any(loses_it) { Grade::Severe } else { Grade::Mild };
    (consequence::of_deeds(deeds), grade)
}

/// Whether a field that is not there stands there in another spelling, of which another check speaks.
pub(crate) fn spelled_otherwise(context: &DocumentContext<'_>, wanted: &str) -> bool {
    context.document.field(wanted).is_none() && context.known_fields().any(|(_, known)| means(known, wanted))
}

fn means(known: &Knowledge, wanted: &str) -> bool {
    match known {
        Knowledge::Variant(meant, _) | Knowledge::NearMiss(meant) => meant == wanted,
        Knowledge::Known | Knowledge::OfOthers(_) | Knowledge::Unknown => false,
    }
}

/// What it costs that a field is written in another way: as much as if it were not there.
pub(crate) fn cost_of_spelling(context: &DocumentContext<'_>, meant: &str) -> Consequence {
    match meant {
        _ if context.document.field(meant).is_some() || context.is_command() => Consequence::default(),
        "description" => consequence(context).0,
        "name" => name_missing::consequence(context),
        _ => Consequence::default(),
    }
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
        return Some(Deed::unlisted());
    }
    match judge.reading.description.as_deref().map(str::trim) {
        Some(line) if !line.is_empty() => {
            let line = excerpt(line);
            Some(Deed::of("list", format_args!("it as {line}")))
        }
        Some(_) | None => Some(Deed::of("list", "it without a word")),
    }
}
