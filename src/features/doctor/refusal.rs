//! Why an agent refuses a skill that it comes upon, and what it would mind next.

use crate::catalog::{Candidate, FoundKind, Refusal, Skill, View, breaks, read};
use crate::checks::{Diagnostic, Fix};
use crate::document;
use crate::hosts::Host;
use crate::text::{Edit, apply};
use crate::words::{enumeration, grouped, uncapitalized};

use super::{Facts, cause};

/// Why, in one sentence. `finding` is what `check` says about it.
pub(super) fn words(
    facts: &Facts<'_>,
    view: &View,
    skill: &Skill,
    candidate: &Candidate,
    finding: Option<&Diagnostic>,
) -> String {
    let host = &view.host.name;
    let refusal = candidate.reading.refusal.as_ref();
    let name = skill.name.as_ref().map(|name| &*name.text);
    let words = match (refusal, name, finding) {
        (Some(Refusal::NameInvalid), Some(name), _) if is_taken(&view.host, name) => {
            format!(
                "its `name` is `{name}`, which YAML does not read as text; {host} skips the skill: put it in quotes"
            )
        }
        (Some(Refusal::NameInvalid), Some(name), _) => {
            format!("its `name` is `{name}`, but {host} takes {}, and skips the skill", taken(&view.host, name))
        }
        (_, _, Some(finding)) => {
            let said = cause::words(finding, view);
            let is_said = finding.loses_skill && said.contains(&view.host.name);
            if is_said { said } else { format!("{said}; {host} skips the skill") }
        }
        (Some(Refusal::BlockMissing), _, None) => match first_line(facts, skill) {
            Some(line) => format!("its first line is `{line}`, where {host} expects `---`, and skips the skill"),
            None => format!("it has no frontmatter; {host} skips the skill"),
        },
        (_, _, None) => format!("{}; {host} skips the skill", candidate.verdict.reason),
    };
    let next = after_mending(facts, view, skill, refusal, finding).filter(|next| Some(next) != refusal);
    let second = finding.and_then(|finding| cause::second(facts, view, &skill.path, finding));
    match (next, second) {
        // A field that is there and misspelled is not missing.
        (Some(next), Some(second)) if next.field().is_some_and(|field| second.message.contains(field)) => {
            format!("{words}; besides, {}", uncapitalized(&second.message))
        }
        (Some(next), _) => format!("{words}; besides, {}", in_words(&view.host, &next)),
        (None, Some(second)) => format!("{words}; besides, {}", uncapitalized(&second.message)),
        (None, None) => words,
    }
}

/// The first line of a file, where it is nearly `---`.
fn first_line(facts: &Facts<'_>, skill: &Skill) -> Option<String> {
    let text = facts.files.text(&skill.path)?;
    let line = text.lines().next()?;
    (line.trim() == "---").then(|| line.to_owned())
}

/// Why the agent would refuse the file once what was found is mended.
fn after_mending(
    facts: &Facts<'_>,
    view: &View,
    skill: &Skill,
    refusal: Option<&Refusal>,
    finding: Option<&Diagnostic>,
) -> Option<Refusal> {
    let is_clear = |fix: &&Fix| !fix.is_choice && fix.edits_here().next().is_some();
    let edits: Vec<Edit> = match (refusal, &skill.name) {
        // A good name is that of the folder.
        (Some(Refusal::NameInvalid | Refusal::NameMismatch | Refusal::NameTooLong), Some(name)) => {
            vec![Edit::replace(name.span, &*skill.folder)]
        }
        _ => finding?.fixes.iter().find(is_clear)?.edits_here().cloned().collect(),
    };
    let document = document::parse(&apply(&facts.files.text(&skill.path)?, &edits));
    let refusal = read(&view.host, &document, &skill.folder, FoundKind::Skill).refusal?;
    // What we made up says nothing about what its author will write.
    let is_made_up =
        |field: &str| edits.iter().any(|edit| edit.text.contains(&format!("{}:", field.trim_matches('`'))));
    (refusal != Refusal::NameMismatch && !refusal.field().is_some_and(is_made_up)).then_some(refusal)
}

/// What a refusal says, with the host's own limit.
pub(super) fn in_words(host: &Host, refusal: &Refusal) -> String {
    let longer = |what: &str, limit: Option<usize>| {
        limit.map(|limit| format!("its {what} is longer than {} characters", grouped(limit)))
    };
    let words = match refusal {
        Refusal::DescriptionTooLong => longer("description", host.description.max_length),
        Refusal::NameTooLong => longer("`name`", host.identity.max_length),
        _ => None,
    };
    words.unwrap_or_else(|| refusal.words().into_owned())
}

/// Whether there is nothing in a name that a host would mind.
fn is_taken(host: &Host, name: &str) -> bool {
    host.identity.pattern.as_deref().is_none_or(|pattern| !breaks(pattern, name))
}

/// What a host takes in a name, where this one breaks its rule: "only lower-case letters, digits and hyphens in a name".
fn taken(host: &Host, name: &str) -> String {
    let pattern = host.identity.pattern.as_deref().unwrap_or_default();
    let kinds = [
        ("a", "lower-case letters"),
        ("B", "capital letters"),
        ("1", "digits"),
        ("-", "hyphens"),
        ("_", "underscores"),
        (".", "dots"),
        (":", "colons"),
        (" ", "spaces"),
    ];
    let takes = |sign: &str| !breaks(pattern, &format!("a{sign}a"));
    let taken: Vec<&str> = kinds.iter().filter(|(sign, _)| takes(sign)).map(|(_, kind)| *kind).collect();
    let strange = name.chars().find(|sign| is_invisible(*sign) && *sign != ' ' && !takes(&sign.to_string()));
    let strange = strange.map(|sign| format!(", not the invisible character U+{:04X}", u32::from(sign)));
    match taken.len() == kinds.len() {
        true => format!("no name {}", fault(pattern, name)),
        false => format!("only {} in a name{}", enumeration(&taken), strange.unwrap_or_default()),
    }
}

/// What in a name breaks a pattern: "with `/` in it".
fn fault(pattern: &str, name: &str) -> String {
    let mut kinds: Vec<String> = Vec::new();
    for sign in name.chars().filter(|sign| breaks(pattern, &format!("a{sign}a"))) {
        let kind = match sign {
            sign if sign.is_whitespace() && sign.is_ascii() => "spaces".to_owned(),
            sign if sign.is_uppercase() => "capital letters".to_owned(),
            sign if sign.is_alphanumeric() && sign.is_ascii() => format!("`{sign}`"),
            sign if sign.is_alphanumeric() => "letters of this alphabet".to_owned(),
            sign if is_invisible(sign) => format!("the invisible character U+{:04X}", u32::from(sign)),
            sign => format!("`{sign}`"),
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    match kinds.is_empty() {
        true => "that begins or ends with a hyphen, or has two in a row".to_owned(),
        false => format!("with {} in it", enumeration(&kinds)),
    }
}

/// Whether a sign leaves nothing on a screen.
fn is_invisible(sign: char) -> bool {
    let is_format = matches!(u32::from(sign), 0xAD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFEFF);
    sign.is_control() || sign.is_whitespace() || is_format
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::builtin;

    #[test]
    fn what_a_name_may_not_hold() {
        let known = builtin();
        let told = |host: &str, name: &str| taken(known.get(host).unwrap(), name);
        assert_eq!(
            told("qwen-code", "PDF Filler"),
            "only lower-case letters, capital letters, digits, hyphens, underscores, dots and colons in a name"
        );
        let plain = "only lower-case letters, digits and hyphens in a name";
        assert_eq!(told("roo", "PDF Filler"), plain);
        assert_eq!(told("roo", "api-docs\u{200b}"), format!("{plain}, not the invisible character U+200B"));
        assert_eq!(told("goose", "team/oncall"), "no name with `/` in it");
    }
}
