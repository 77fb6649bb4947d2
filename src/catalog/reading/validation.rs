//! What the reference validator of the specification complains about, in its own words and order.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::BlockState;
use super::block::HostBlock;
use super::fields::Fields;
use super::pattern::breaks;
use super::values::trimmed;
use crate::document::Document;
use crate::document::yaml::{Node, Value};
use crate::hosts::Host;

/// One complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The field that it is about; none when it is about the file.
    pub field: Option<String>,
    /// What it says.
    pub message: String,
}

/// Everything that a validator complains about in a file of a folder called `folder`.
pub fn complaints(host: &Host, document: &Document, folder: &str) -> Vec<Complaint> {
    let text = &*document.text;
    let about_file = |message: &str| vec![Complaint { field: None, message: message.to_owned() }];
    if document.damage.is_some() {
        return about_file("SKILL.md is not UTF-8");
    }
    if !text.starts_with("---") {
        return about_file("SKILL.md must start with YAML frontmatter (---)");
    }
    let Some(cut) = host.fence.cut(text) else {
        return about_file("SKILL.md frontmatter not properly closed with ---");
    };
    let block = HostBlock::read(host, document, cut.block);
    if block.state == BlockState::Void {
        return about_file("Invalid YAML in frontmatter");
    }
    let fields = block.fields(host, document);
    if fields.pairs.is_empty() {
        return about_file("SKILL.md frontmatter must be a YAML mapping");
    }
    of_fields(host, &fields, folder)
}

fn of_fields(host: &Host, fields: &Fields<'_>, folder: &str) -> Vec<Complaint> {
    let mut found = Vec::new();
    let mut complain = |field: &str, message: String| found.push(Complaint { field: Some(field.to_owned()), message });
    let mut allowed: Vec<&str> = host.fields.iter().map(|fact| fact.key.as_str()).collect();
    allowed.sort_unstable();
    let mut extra: Vec<&str> = fields.pairs.iter().map(|(key, _)| *key).filter(|key| !allowed.contains(key)).collect();
    extra.sort_unstable();
    if let Some(first) = extra.first() {
        let allowed: Vec<String> = allowed.iter().map(|key| format!("'{key}'")).collect();
        let (extra, allowed) = (extra.join(", "), allowed.join(", "));
        complain(first, format!("Unexpected fields in frontmatter: {extra}. Only [{allowed}] are allowed."));
    }
    match written(fields, "name") {
        None => complain("name", "Missing required field in frontmatter: name".to_owned()),
        Some(node) => of_name(host, text_of(node), folder).into_iter().for_each(|message| complain("name", message)),
    }
    match written(fields, "description") {
        None => complain("description", "Missing required field in frontmatter: description".to_owned()),
        Some(node) => match text_of(node).filter(|text| !trimmed(text).is_empty()) {
            None => complain("description", "Field 'description' must be a non-empty string".to_owned()),
            Some(text) => {
                if let Some(message) = too_long("Description", text, host.description.max_length) {
                    complain("description", message);
                }
            }
        },
    }
    let limited = host.fields.iter().filter_map(|fact| Some((fact, written(fields, &fact.key)?, fact.longest?)));
    for (fact, node, longest) in limited {
        let Some(text) = text_of(node) else {
            complain(&fact.key, format!("Field '{}' must be a string", fact.key));
            continue;
        };
        let mut label = fact.key.clone();
        if let Some(first) = label.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        if let Some(message) = too_long(&label, text, Some(longest)) {
            complain(&fact.key, message);
        }
    }
    found
}

fn of_name(host: &Host, name: Option<&str>, folder: &str) -> Vec<String> {
    let Some(name) = name.map(trimmed).filter(|name| !name.is_empty()) else {
        return vec!["Field 'name' must be a non-empty string".to_owned()];
    };
    let name = composed(name);
    let (length, mut found) = (name.chars().count(), Vec::new());
    if let Some(most) = host.identity.max_length.filter(|most| length > *most) {
        found.push(format!("Skill name '{name}' exceeds {most} character limit ({length} chars)"));
    }
    if *name != *name.to_lowercase() {
        found.push(format!("Skill name '{name}' must be lowercase"));
    }
    if name.starts_with('-') || name.ends_with('-') {
        found.push("Skill name cannot start or end with a hyphen".to_owned());
    }
    if name.contains("--") {
        found.push("Skill name cannot contain consecutive hyphens".to_owned());
    }
    if host.identity.pattern.as_ref().is_some_and(|pattern| breaks(pattern, &name)) {
        let allowed = "Only letters, digits, and hyphens are allowed.";
        found.push(format!("Skill name '{name}' contains invalid characters. {allowed}"));
    }
    if *composed(folder) != *name {
        found.push(format!("Directory name '{folder}' must match skill name '{name}'"));
    }
    found
}

/// The value of a key, with nothing behind it or not.
fn written<'a>(fields: &Fields<'a>, key: &str) -> Option<&'a Node> {
    fields.pairs.iter().find(|(known, _)| *known == key).map(|(_, node)| *node)
}

/// A value as text; none for lists and mappings.
fn text_of(node: &Node) -> Option<&str> {
    if matches!(node.value, Value::Missing) { Some("") } else { node.scalar() }
}

fn too_long(what: &str, text: &str, most: Option<usize>) -> Option<String> {
    let length = text.chars().count();
    let most = most.filter(|most| length > *most)?;
    Some(format!("{what} exceeds {most} character limit ({length} chars)"))
}

/// A name in the form in which letters that look alike are one (NFKC).
fn composed(name: &str) -> Cow<'_, str> {
    if name.is_ascii() { Cow::Borrowed(name) } else { ComposingNormalizerBorrowed::new_nfkc().normalize(name) }
}
