//! What one value is to a host: text, a date, a boolean, or a number as JavaScript prints it.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::fields::Field;
use super::pattern::breaks;
use crate::document::yaml::{Node, Resolved, Schema, Style, Value};
use crate::hosts::{self, BooleanName, Host, SchemaName};

pub(super) fn is_text(host: &Host, node: &Node) -> bool {
    node.resolve(schema(host)) == Some(Resolved::Text) && !is_date(host, node) && !is_binary(host, node)
}

/// Whether the host takes a value for bytes: it does when it heeds tags.
fn is_binary(host: &Host, node: &Node) -> bool {
    (host.yaml.known_tags || host.yaml.typed_tags) && node.tag.as_deref() == Some("!!binary")
}

/// Whether a value is written like a date.
pub(super) fn is_dated(node: &Node) -> bool {
    node.scalar().is_some_and(|text| !breaks(DATE, text))
}

/// Whether the host takes a value for a date.
fn is_date(host: &Host, node: &Node) -> bool {
    let Value::Scalar(scalar) = &node.value else { return false };
    host.yaml.typed_tags && node.tag.as_deref() == Some("!!timestamp") && !breaks(DATE, &scalar.text)
        || host.yaml.timestamps
            && scalar.style == Style::Plain
            && node.tag.is_none()
            && node
                .scalar()
                .is_some_and(|text| text.starts_with(|sign: char| sign.is_ascii_digit()) && !breaks(DATE, text))
}

/// A date, or a date and a time, as YAML 1.1 writes them.
const DATE: &str = r"(?x)^[0-9]{4} - (?: [0-9]{2} - [0-9]{2}
    | [0-9]{1,2} - [0-9]{1,2} (?: [Tt] | [\ \t]+ ) [0-9]{1,2} : [0-9]{2} : [0-9]{2} (?: \. [0-9]* )?
      (?: [\ \t]* (?: Z | [-+] [0-9]{1,2} (?: : [0-9]{2} )? ) )? )$";

pub(super) fn schema(host: &Host) -> Schema {
    match host.yaml.schema {
        SchemaName::Core => Schema::Core,
        SchemaName::Serde => Schema::Serde,
        SchemaName::Yaml11 => Schema::Yaml11,
        SchemaName::CoreWords => Schema::CoreWords,
        SchemaName::Texts => Schema::Texts,
    }
}

/// A number as JavaScript prints it: `1.5`, `31`, `1e+21`, `1e-7`, `Infinity`.
pub(super) fn number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    // Rust prints the shortest digits that lead back to the number, as JavaScript does, but never an exponent.
    let magnitude = value.abs();
    if (1e-6..1e21).contains(&magnitude) {
        return value.to_string();
    }
    let scientific = format!("{value:e}");
    match scientific.split_once('e') {
        Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
        _ => scientific,
    }
}

pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(hosts::is_space)
}

/// A text without what steers terminals and without control characters, a space for each run of line breaks.
pub(super) fn without_escapes(text: &str) -> String {
    static ESCAPES: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let sequences = [
            r"\x1b\][\s\S]*?(?:\x07|\x1b\\)",
            r"\x1b[P^_][\s\S]*?\x1b\\",
            r"\x1b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]",
            r"\x1b[\x20-\x7e]",
            r"[\x{80}-\x{9f}]",
            r"[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]",
        ];
        Regex::new(&sequences.join("|")).ok()
    });
    let plain = ESCAPES.as_ref().map_or(Cow::Borrowed(text), |escapes| escapes.replace_all(text, ""));
    let lines: Vec<&str> = plain.split('\n').collect();
    let inner = lines.iter().enumerate().filter(|(at, line)| *at == 0 || *at + 1 == lines.len() || !line.is_empty());
    trimmed(&inner.map(|(_, line)| *line).collect::<Vec<_>>().join(" ")).to_owned()
}

pub(super) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A boolean in the ways that the host understands; `None` for everything else.
pub(super) fn boolean(field: Field<'_>) -> Option<bool> {
    if let Some(Resolved::Bool(value)) = field.resolve() {
        return Some(value);
    }
    word(field.fields.host.yaml.booleans, &field.scalar()?)
}

/// The boolean that a host takes a written value for; `None` when it takes it for none.
pub(crate) fn boolean_of(host: &Host, node: &Node) -> Option<bool> {
    match node.resolve(schema(host)) {
        Some(Resolved::Bool(value)) => Some(value),
        _ => word(host.yaml.booleans, node.scalar()?),
    }
}

fn word(booleans: BooleanName, text: &str) -> Option<bool> {
    match (booleans, trimmed(text).to_lowercase().as_str()) {
        (BooleanName::Words, "true" | "yes" | "on" | "1") => Some(true),
        (BooleanName::Words, "false" | "no" | "off" | "0") => Some(false),
        (BooleanName::Quoted, _) if *text == *"true" => Some(true),
        (BooleanName::Quoted, _) if *text == *"false" => Some(false),
        (BooleanName::FewWords, "y" | "yes" | "on") => Some(true),
        (BooleanName::FewWords, "n" | "no" | "off") => Some(false),
        (BooleanName::Words | BooleanName::Quoted | BooleanName::FewWords | BooleanName::Strict, _) => None,
    }
}
