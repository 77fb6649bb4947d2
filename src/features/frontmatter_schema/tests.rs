//! The schema against our own checks: what it refuses they report, and what costs a skill it refuses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::Regex;
use serde_json::{Map, Value, json};

use super::{frontmatter_schema, portable};
use crate::checks::testing::{MemoryFiles, config, with_context};
use crate::checks::{Diagnostic, diagnostics_of_document, finish};
use crate::config::Level;
use crate::document::yaml::{Node, Resolved, Schema, Value as Written};
use crate::document::{self, Document};
use crate::hosts::{Host, LengthUnit, builtin};

/// The checks whose findings about one field the schema has to know, where they cost the skill.
const OF_ONE_FIELD: [&str; 9] = [
    "field-wrong-type",
    "field-value-unknown",
    "name-missing",
    "name-not-kebab-case",
    "name-too-long",
    "description-missing",
    "description-empty",
    "description-too-long",
    "field-misspelled",
];

const PATH: &str = "/home/.claude/skills/pdf/SKILL.md";

/// Whether a value is one that a schema takes. It panics at a keyword that it does not know: then it would prove nothing.
fn takes(schema: &Value, value: &Value) -> bool {
    let keywords = schema.as_object().expect("a schema is an object");
    keywords.iter().all(|(keyword, wanted)| holds(keyword, wanted, keywords, value))
}

fn holds(keyword: &str, wanted: &Value, beside: &Map<String, Value>, value: &Value) -> bool {
    let count = || wanted.as_u64().expect("a number") as usize;
    let length = |text: &str| text.chars().count();
    let each = |wanted: &Value| wanted.as_array().expect("a list").clone();
    match keyword {
        "$schema" | "$comment" | "title" | "description" | "examples" | "deprecated" => true,
        "type" if wanted.is_array() => each(wanted).iter().any(|kind| is_of(kind, value)),
        "type" => is_of(wanted, value),
        "enum" => each(wanted).contains(value),
        "anyOf" => each(wanted).iter().any(|way| takes(way, value)),
        "allOf" => each(wanted).iter().all(|way| takes(way, value)),
        "minLength" => value.as_str().is_none_or(|text| length(text) >= count()),
        "maxLength" => value.as_str().is_none_or(|text| length(text) <= count()),
        "pattern" => {
            let pattern = Regex::new(wanted.as_str().expect("a text")).expect("a pattern");
            value.as_str().is_none_or(|text| pattern.is_match(text))
        }
        "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().expect("a number")),
        "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().expect("a number")),
        "maxItems" => value.as_array().is_none_or(|items| items.len() <= count()),
        "items" => value.as_array().is_none_or(|items| items.iter().all(|item| takes(wanted, item))),
        "required" => {
            let has = |key: &Value| value.get(key.as_str().expect("a key")).is_some();
            !value.is_object() || each(wanted).iter().all(has)
        }
        "properties" => {
            let fits = |(key, inner): (&String, &Value)| value.get(key).is_none_or(|value| takes(inner, value));
            wanted.as_object().expect("an object").iter().all(fits)
        }
        "additionalProperties" if *wanted == json!(true) => true,
        "additionalProperties" => value.as_object().is_none_or(|fields| {
            let is_known = |key: &str| beside.get("properties").is_some_and(|known| known.get(key).is_some());
            fields.iter().all(|(key, value)| is_known(key) || takes(wanted, value))
        }),
        other => panic!("`{other}` is not known here"),
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str() {
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        other => panic!("{other:?} is no kind"),
    }
}

/// The keys that are at fault, one by one.
fn refused_keys(schema: &Value, fields: &Map<String, Value>) -> BTreeSet<String> {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let missing = required.filter(|key| !fields.contains_key(*key)).map(str::to_owned);
    let is_refused = |key: &&String| !takes(&json!({"properties": schema["properties"]}), &json!({*key: fields[*key]}));
    let keys: BTreeSet<String> = missing.chain(fields.keys().filter(is_refused).cloned()).collect();
    assert_eq!(keys.is_empty(), takes(schema, &Value::Object(fields.clone())));
    keys
}

/// The fields as a YAML reader hands them to a validator; `None` where it reports an error itself, or follows an alias.
fn fields(document: &Document) -> Option<Map<String, Value>> {
    let mut fields = Map::new();
    if !document.errors.is_empty() || document.not_mapping.is_some() || document.fields.is_empty() {
        return None;
    }
    for field in &document.fields {
        if fields.insert(field.key.clone(), value(&field.value)?).is_some() {
            return None;
        }
    }
    Some(fields)
}

fn value(node: &Node) -> Option<Value> {
    match &node.value {
        Written::Missing => Some(Value::Null),
        Written::Sequence { items, .. } => items.iter().map(value).collect(),
        Written::Mapping { entries, .. } => {
            entries.iter().map(|entry| Some((entry.key.scalar()?.to_owned(), value(&entry.value)?))).collect()
        }
        Written::Scalar(scalar) => match node.resolve(Schema::Core)? {
            Resolved::Text => Some(json!(scalar.text)),
            Resolved::Null => Some(Value::Null),
            Resolved::Bool(value) => Some(json!(value)),
            Resolved::Number(number) => number.is_finite().then(|| json!(number)),
        },
        Written::Alias(_) | Written::Broken => None,
    }
}

fn findings(path: &Path, document: &Document, host: &Host) -> Vec<Diagnostic> {
    let hosts = [host.id.clone()];
    let files = MemoryFiles::default();
    let raw = with_context(path, document, Some(&hosts), &files, diagnostics_of_document);
    finish(path, &document.allows, &config(), raw)
}

/// Whether a finding is about a field, or about its absence.
fn is_about(finding: &Diagnostic, document: &Document, key: &str) -> bool {
    match document.field(key) {
        Some(field) => finding.span.start <= field.value.span.end && field.key_span.start <= finding.span.end,
        None => finding.message.contains(&format!("`{key}`")),
    }
}

/// What the schema and the checks say differently of a text.
fn differences(host: &Host, schema: &Value, path: &Path, text: &str) -> Vec<String> {
    let document = document::parse(text);
    let Some(fields) = fields(&document) else { return Vec::new() };
    let refused = refused_keys(schema, &fields);
    let found = findings(path, &document, host);
    let mut wrong = Vec::new();
    for key in &refused {
        let is_grave = |it: &&Diagnostic| matches!(it.level, Level::Error | Level::Warning);
        if !found.iter().filter(is_grave).any(|it| is_about(it, &document, key)) {
            wrong.push(format!("{}: the schema alone refuses `{key}: {}`", host.id, shown(fields.get(key))));
        }
    }
    for finding in found.iter().filter(|it| it.loses_skill && OF_ONE_FIELD.contains(&it.check)) {
        if !refused.iter().any(|key| is_about(finding, &document, key)) && !is_beyond(host, finding, &document, &fields)
        {
            let text = finding.span.of(text);
            wrong
                .push(format!("{}: the schema does not know {}: {} ({text})", host.id, finding.check, finding.message));
        }
    }
    wrong
}

/// What no schema can say: it counts characters, and never bytes or halves of them; and to it `~` is nothing at all.
fn is_beyond(host: &Host, finding: &Diagnostic, document: &Document, fields: &Map<String, Value>) -> bool {
    let is_null = |(key, value): (&String, &Value)| value.is_null() && is_about(finding, document, key);
    if finding.check == "field-wrong-type" && fields.iter().any(is_null) {
        return true;
    }
    let text = fields.get("description").and_then(Value::as_str).unwrap_or_default();
    let (unit, most) = (host.description.length_unit, host.description.max_length.unwrap_or(usize::MAX));
    finding.check == "description-too-long" && unit != LengthUnit::Characters && text.chars().count() <= most
}

fn shown(value: Option<&Value>) -> String {
    value.map_or("missing".to_owned(), Value::to_string).chars().take(80).collect()
}

/// Every host, with its schema. A validator has its own words for all of this, and no schema.
fn schemas() -> Vec<(Arc<Host>, Value)> {
    let schema = |host: &Arc<Host>| (host.clone(), frontmatter_schema(&[host]));
    config().known_hosts.iter().filter(|host| !host.validates).map(schema).collect()
}

fn check(texts: impl Fn(&Host) -> Vec<(PathBuf, String)>) {
    let mut wrong = BTreeSet::new();
    for (host, schema) in schemas() {
        for (path, text) in texts(&host) {
            wrong.extend(differences(&host, &schema, &path, &text));
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

/// Values of every kind, as people write them.
const VALUES: [&str; 27] = [
    "",
    "~",
    "\"\"",
    "\"  \"",
    "word",
    "Two Words",
    "snake_case",
    "größe",
    "a/b",
    "fork",
    "INLINE",
    "5",
    "0",
    "1.10",
    "true",
    "false",
    "\"true\"",
    "yes",
    "\"Off\"",
    "[]",
    "[one]",
    "[one, two words, 3]",
    "[[a], {b: c}]",
    "{}",
    "{a: b}",
    "{short-description: [a], a: [b]}",
    "|\n  Two lines\n  of text",
];

#[test]
fn every_field_with_values_of_every_kind() {
    let text = |key: &str, value: &str| {
        let others = ["name: pdf", "description: Fills in forms. Use when a form is to be filled in."];
        let others = others.iter().filter(|it| !it.starts_with(&format!("{key}:")));
        let others = others.map(|it| format!("{it}\n")).collect::<String>();
        (PathBuf::from(PATH), format!("---\n{others}{key}: {value}\n---\n\n# Forms\n"))
    };
    check(|host| {
        let also = host.fields.iter().flat_map(|field| &field.also);
        let keys = host.fields.iter().map(|field| &field.key).chain(also).map(String::as_str);
        let keys: BTreeSet<&str> = keys.chain(["name", "description", "mine"]).collect();
        keys.iter().flat_map(|key| VALUES.map(|value| text(key, value))).collect()
    });
}

#[test]
fn what_is_missing_too_long_or_spelled_otherwise() {
    let name = |length: usize| format!("name: {}\ndescription: Does x.\n", "x".repeat(length));
    let described = |text: &str| format!("name: pdf\ndescription: {text}\n");
    let blocks = [
        "license: MIT\n".to_owned(),
        "name: pdf\n".to_owned(),
        "description: Fills in forms.\n".to_owned(),
        "Name: pdf\nDescription: Fills in forms.\n".to_owned(),
        "nmae: pdf\ndescripton: Fills in forms.\n".to_owned(),
        name(64),
        name(65),
        name(257),
        described(&"x".repeat(1024)),
        described(&"x".repeat(1025)),
        described(&"ß".repeat(700)),
        described(&format!("{}\ncompatibility: {}", "x", "y".repeat(501))),
    ];
    let texts = blocks.iter().map(|block| (PathBuf::from(PATH), format!("---\n{block}---\n\n# Forms\n")));
    let texts: Vec<(PathBuf, String)> = texts.collect();
    check(|_| texts.clone());
}

/// The skills of the demonstration; with `SKILL_LSP_CORPUS`, also every Markdown file of that folder as a SKILL.md.
#[test]
fn skills_that_people_wrote() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("demo")];
    folders.extend(std::env::var_os("SKILL_LSP_CORPUS").map(PathBuf::from));
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md")
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                texts.push((PathBuf::from(PATH), text));
            }
        }
    }
    assert!(texts.len() >= 10, "the demonstration has skills");
    check(|_| texts.clone());
}

#[test]
fn the_open_specification() {
    let hosts = builtin();
    let host = hosts.iter().find(|host| host.specification).expect("the specification");
    let schema = frontmatter_schema(&[host]);
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    assert_eq!(schema["required"], json!(["name", "description"]));
    assert_eq!(schema["properties"]["name"]["maxLength"], 64);
    assert_eq!(schema["properties"]["description"]["maxLength"], 1024);
    assert_eq!(schema["properties"]["allowed-tools"]["type"], json!(["array", "string", "null"]));
    assert!(schema.get("$id").is_none(), "it is published nowhere");
}

#[test]
fn of_several_hosts_what_all_take() {
    let hosts = builtin();
    let of = |id: &str| &**hosts.get(id).expect("a host");
    let both = frontmatter_schema(&[of("claude-code"), of("opencode")]);
    let nameless = json!({"description": "Fills in forms."});
    assert!(takes(&frontmatter_schema(&[of("claude-code")]), &nameless));
    assert!(!takes(&both, &nameless));
    assert!(takes(&both, &json!({"name": "pdf", "description": "Fills in forms.", "mine": [1]})));
    assert!(!takes(&both, &json!({"name": "pdf", "description": "Fills in forms.", "context": "spoon"})));
}

#[test]
fn patterns_that_mean_the_same_elsewhere() {
    for pattern in [r"^[a-z0-9]+(?:-[a-z0-9]+)*$", r"^[\p{L}\p{N}_:.-]+$", r"^[^/]+$", r"^a\.b$"] {
        assert_eq!(portable(pattern).as_deref(), Some(pattern));
    }
    for pattern in [r"(?i)^a$", r"^\w+$", r"^\x{2800}$", "^[[:alpha:]]+$", "^[a-z&&[^b]]$", r"\Aa\z", "^[]a]$", "a{2}"]
    {
        assert_eq!(portable(pattern), None, "{pattern}");
    }
    // Those of the hosts that are built in are all kept.
    for host in builtin().iter() {
        assert!(host.identity.pattern.as_ref().is_none_or(|it| portable(it).is_some()), "{}", host.id);
    }
}
