//! What the hosts know about a key of the frontmatter: theirs, another host's, a near miss, or nothing.

use std::sync::Arc;

use crate::config::Config;
use crate::document::Document;
use crate::hosts::{FieldFact, Host};

/// What is known about a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Knowledge {
    /// A host the author writes for reads it.
    Known,
    /// Another spelling of this field: `allowedTools` for `allowed-tools`. With it, the names of the hosts that the
    /// author writes for and that read it nevertheless.
    Variant(String, Vec<String>),
    /// Nearly this field: `alowed-tools`. It may stand beside it.
    NearMiss(String),
    /// These hosts read it, none of which the author writes for.
    OfOthers(Vec<String>),
    /// No host reads it.
    Unknown,
}

/// How many fields of a file are looked up: more than anyone writes by hand.
pub(crate) const MOST_FIELDS: usize = 300;

/// Ordinary words that stand near a field's name without being meant for it.
const WORDS: [&str; 26] = [
    "agents", "argument", "effect", "contact", "content", "contents", "contexts", "hook", "hints", "models", "module",
    "mode", "node", "parts", "path", "patch", "shelf", "shells", "tags", "title", "tool", "versions", "named", "modes",
    "modal", "modem",
];

/// What is known about `key`, which stands in a document for these hosts.
pub(crate) fn knowledge(document: &Document, judges: &[&Host], config: &Config, key: &str) -> Knowledge {
    // A key that all of them know is fine, whatever it resembles: nearly every key is one.
    if !judges.is_empty() && judges.iter().all(|host| fact(host, key).is_some()) {
        return Knowledge::Known;
    }
    let variant = variant_of(judges, key);
    let readers: Vec<&Host> = judges.iter().copied().filter(|host| fact(host, key).is_some()).collect();
    if let Some(field) = &variant {
        let wants_other = judges.iter().any(|host| fact(host, field).is_some() && fact(host, key).is_none());
        if wants_other && !readers.iter().any(|host| host.fields.iter().any(|it| it.key == key)) {
            return Knowledge::Variant(field.clone(), readers.iter().map(|host| host.name.clone()).collect());
        }
    }
    // Without any host to ask, nothing can be said; an invisible character is told by `text-invisible`.
    if !key.chars().all(|it| it.is_ascii_graphic() || it == ' ' || it.is_alphanumeric()) {
        return Knowledge::Known;
    }
    if !readers.is_empty() || judges.is_empty() {
        return Knowledge::Known;
    }
    // What others know of skills says nothing about the file of an agent.
    let of_skills = !judges.iter().any(|host| host.reads_agents());
    let known = || config.known_hosts.iter().filter(|_| of_skills);
    let real = config.known_hosts.real().filter(|_| of_skills);
    let others: Vec<&Arc<Host>> = real.filter(|host| fact(host, key).is_some()).collect();
    if !others.is_empty() {
        return Knowledge::OfOthers(others.iter().map(|host| host.name.clone()).collect());
    }
    let everyone: Vec<&Host> = known().map(AsRef::as_ref).collect();
    if let Some(field) = variant_of(&everyone, key) {
        return Knowledge::Variant(field, Vec::new());
    }
    match near_miss(judges, key).or_else(|| near_miss(&everyone, key)) {
        Some(field) if document.field(&field).is_none() || is_slip(key, &field) => Knowledge::NearMiss(field),
        _ => Knowledge::Unknown,
    }
}

/// What a host knows about a key, under any spelling it reads.
pub(crate) fn fact<'a>(host: &'a Host, key: &str) -> Option<&'a FieldFact> {
    host.fields.iter().find(|field| field.key == key || field.also.iter().any(|also| also == key))
}

/// The field of which `key` is another spelling: case, hyphens and underscores do not count.
fn variant_of(hosts: &[&Host], key: &str) -> Option<String> {
    hosts
        .iter()
        .flat_map(|host| &host.fields)
        .find(|field| field.key != key && same_letters(&field.key, key))
        .map(|field| field.key.clone())
}

fn plain(key: &str) -> String {
    key.chars().filter(|it| !matches!(it, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Whether two keys are plainly the same; nearly all are told apart by their first letter.
fn same_letters(left: &str, right: &str) -> bool {
    if !left.is_ascii() || !right.is_ascii() {
        return plain(left) == plain(right);
    }
    fn letters(key: &str) -> impl Iterator<Item = u8> + '_ {
        key.bytes().filter(|it| !matches!(it, b'-' | b'_' | b' ')).map(|it| it.to_ascii_lowercase())
    }
    letters(left).eq(letters(right))
}

/// Whether a key is surely meant for a field that stands there too: one letter off, and no `description2`.
fn is_slip(key: &str, field: &str) -> bool {
    let (key, field) = (plain(key), plain(field));
    !key.starts_with(&field) && !field.starts_with(&key) && strsim::osa_distance(&key, &field) == 1
}

/// The one field that `key` nearly is. Short keys and ordinary words are near too many.
fn near_miss(hosts: &[&Host], key: &str) -> Option<String> {
    let length = key.chars().count();
    if !(5..=40).contains(&length) || WORDS.contains(&key) {
        return None;
    }
    let most = if length < 8 { 1 } else { 2 };
    let wanted = plain(key);
    let letters = |key: &str| key.chars().filter(|it| !matches!(it, '-' | '_' | ' ')).count();
    let wanted_letters = letters(&wanted);
    let mut keys: Vec<&str> = hosts
        .iter()
        .flat_map(|host| &host.fields)
        .map(|field| field.key.as_str())
        .filter(|field| field.chars().count() >= 5 || (length == 5 && *field == "name"))
        // Most differ by their length alone.
        .filter(|field| letters(field).abs_diff(wanted_letters) <= most)
        .collect();
    // Hosts have most fields in common.
    keys.sort_unstable();
    keys.dedup();
    let distances = keys.into_iter().map(|key| (strsim::osa_distance(&wanted, &plain(key)), key));
    let mut near: Vec<(usize, &str)> = distances.filter(|(distance, _)| *distance <= most).collect();
    near.sort_unstable();
    match near.as_slice() {
        [(_, only)] => Some((*only).to_owned()),
        [(first, nearest), (second, _), ..] if first < second => Some((*nearest).to_owned()),
        _ => None,
    }
}
