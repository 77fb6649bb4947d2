//! The description that a host takes from the fields or from the body, or why it refuses the skill.

use std::sync::Arc;

use super::fields::Fields;
use super::values::{collapsed, is_text, trimmed, without_escapes};
use super::{Refusal, Refusals};
use crate::catalog::FoundKind;
use crate::hosts::{Consequence, Host, MissingDescription, NotText, fill};

/// A description, and where it comes from.
#[derive(Default)]
pub(super) struct Described {
    pub(super) text: Option<Arc<str>>,
    pub(super) is_written: bool,
    pub(super) is_unlisted: bool,
    pub(super) is_last_resort: bool,
}

impl Described {
    /// One that the author has written.
    fn written(text: impl Into<Arc<str>>) -> Described {
        Described { is_written: true, ..Described::borrowed(text) }
    }

    /// One that stands in for it.
    fn borrowed(text: impl Into<Arc<str>>) -> Described {
        Described { text: Some(text.into()), ..Described::default() }
    }
}

pub(super) fn description(
    host: &Host,
    fields: &Fields<'_>,
    body: &str,
    folder: &str,
    kind: FoundKind,
    refusals: &mut Refusals,
) -> Described {
    let rule = &host.description;
    if let Some(text) = fields.null("description").filter(|_| rule.null_as_written) {
        return Described::written(text);
    }
    let (fallback, refusal) = match fields.text_value("description") {
        None => (rule.missing, Refusal::DescriptionMissing),
        Some(field) => match (field.scalar(), is_text(host, field.node), rule.not_text) {
            (None, ..) => (rule.not_scalar, Refusal::DescriptionInvalid),
            (Some(_), false, NotText::Skipped) if !host.yaml.as_written => {
                (MissingDescription::Skipped, Refusal::DescriptionInvalid)
            }
            (Some(_), false, NotText::AsMissing) => (rule.missing, Refusal::DescriptionMissing),
            (Some(text), ..) => match cleaned(host, &text, refusals) {
                Some(text) => return Described::written(text),
                None if text.is_empty() => (rule.empty, Refusal::DescriptionMissing),
                None => (rule.blank.unwrap_or(rule.empty), Refusal::DescriptionMissing),
            },
        },
    };
    let printed = fields.value("description").filter(|_| fallback == MissingDescription::Printed);
    if let Some(text) = printed.and_then(|field| field.print_list()).filter(|text| !trimmed(text).is_empty()) {
        return Described::written(text);
    }
    match fallback {
        MissingDescription::Skipped | MissingDescription::Printed => {
            refusals.note(Some(refusal));
            Described::default()
        }
        MissingDescription::Unlisted => Described { is_unlisted: true, ..Described::default() },
        MissingDescription::Kept => {
            // What is kept of an empty description are its spaces, where the host leaves them.
            let text = fields.value("description").and_then(|field| field.scalar()).filter(|_| !rule.trims);
            Described::borrowed(text.unwrap_or_default())
        }
        MissingDescription::FirstLine | MissingDescription::FirstParagraph => {
            let last_resort = match kind {
                FoundKind::Command if !rule.last_resort_command.is_empty() => &rule.last_resort_command,
                FoundKind::Command | FoundKind::Written | FoundKind::Skill | FoundKind::Flat | FoundKind::Agent => {
                    &rule.last_resort
                }
            };
            let line = match fallback {
                MissingDescription::FirstParagraph => first_paragraph(body).or_else(|| first_line(body)),
                _ => first_line(body),
            };
            let is_last_resort = line.is_none();
            Described { is_last_resort, ..Described::borrowed(line.unwrap_or_else(|| last_resort.clone())) }
        }
        MissingDescription::LastResort => {
            let file = folder.rsplit(':').next().unwrap_or(folder);
            let words = fill(&rule.last_resort, &|key| (key == "file").then(|| file.to_owned()));
            Described { is_last_resort: true, ..Described::borrowed(words) }
        }
        MissingDescription::BodyLines => Described::borrowed(cut_to(host, body_lines(body))),
        MissingDescription::WholeLine => {
            Described::borrowed(whole_line(host, body).unwrap_or_else(|| rule.last_resort.clone()))
        }
        MissingDescription::Body => Described::borrowed(collapsed(body)),
    }
}

/// A written description after the host has cleaned it; `None` when nothing is left.
fn cleaned(host: &Host, text: &str, refusals: &mut Refusals) -> Option<String> {
    let rule = &host.description;
    let mut text = match (rule.collapses_space, rule.trims) {
        _ if host.yaml.strips_escapes => without_escapes(text),
        (true, _) => collapsed(text),
        (false, true) => trimmed(text).to_owned(),
        (false, false) => text.to_owned(),
    };
    if rule.strips_tags {
        text = without_tags(&text);
    }
    if text.is_empty() || !rule.blank_counts && trimmed(&text).is_empty() {
        return None;
    }
    if let Some(end) = end_of_accepted(host, &text) {
        match rule.too_long {
            Consequence::Skipped => refusals.note(Some(Refusal::DescriptionTooLong)),
            Consequence::Ignored => text.truncate(end),
            Consequence::None
            | Consequence::Repaired
            | Consequence::Unlisted
            | Consequence::Empty
            | Consequence::StopsAll => {}
        }
    }
    Some(text)
}

/// A text without what stands between `<` and the next `>`; `<>` is no tag.
fn without_tags(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        cleaned.push_str(before);
        match after.find('>') {
            Some(end) if end > 0 => rest = after.get(end + 1..).unwrap_or_default(),
            _ => {
                cleaned.push('<');
                rest = after;
            }
        }
    }
    cleaned.push_str(rest);
    cleaned
}

/// Where the longest accepted beginning of a text ends; `None` when all of it is accepted.
fn end_of_accepted(host: &Host, text: &str) -> Option<usize> {
    // No unit counts more than bytes.
    let longest = host.description.max_length.filter(|longest| text.len() > *longest)?;
    let mut length = 0;
    let too_far = text.char_indices().find(|(_, sign)| {
        length += host.description.length_unit.of(*sign);
        length > longest
    });
    too_far.map(|(end, _)| end)
}

fn cut_to(host: &Host, mut text: String) -> String {
    if let Some(end) = end_of_accepted(host, &text) {
        text.truncate(end);
    }
    text
}

/// The first three lines of a body that are neither blank nor headings, each trimmed, joined by spaces.
fn body_lines(body: &str) -> String {
    let lines = body.split('\n').map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).take(3).collect::<Vec<_>>().join(" ")
}

/// The first line of a body that is neither blank nor a fence, cut to 240 characters.
fn whole_line(host: &Host, body: &str) -> Option<String> {
    const LONGEST: usize = 240;
    let mut lines = body.split(|sign| sign == '\n' || host.fence.breaks.has(sign)).map(str::trim);
    let line = lines.find(|line| !line.is_empty() && *line != "---")?;
    if line.char_indices().nth(LONGEST).is_none() {
        return Some(line.to_owned());
    }
    let cut: String = line.chars().take(LONGEST - 1).collect();
    Some(format!("{}…", cut.trim_end()))
}

/// The first paragraph of a body that is no heading, in one line.
fn first_paragraph(body: &str) -> Option<String> {
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines = body.split('\n').map(trimmed).skip_while(|line| !is_text(line));
    let paragraph = lines.take_while(is_text).collect::<Vec<_>>().join(" ");
    (!paragraph.is_empty()).then_some(paragraph)
}

/// The first line of a body that is not blank, without heading signs.
fn first_line(body: &str) -> Option<String> {
    let line = body.split('\n').map(trimmed).find(|line| !line.is_empty())?;
    let after_signs = line.trim_start_matches('#');
    let title = trimmed(after_signs);
    // A heading needs a space after its signs, and the host's pattern stops at line ends of its own language.
    let is_heading = after_signs.len() < line.len()
        && title.len() < after_signs.len()
        && !title.is_empty()
        && !title.contains(['\r', '\u{2028}', '\u{2029}']);
    let line = if is_heading { title } else { line };
    let units: Vec<u16> = line.encode_utf16().take(101).collect();
    if units.len() <= 100 {
        return Some(line.to_owned());
    }
    // Half of a character that is cut in two is printed as a space.
    let start = char::decode_utf16(units.into_iter().take(97)).map(|sign| sign.unwrap_or(' '));
    Some(start.chain("...".chars()).collect())
}
