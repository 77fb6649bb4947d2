//! A JSON Schema of a SKILL.md's frontmatter, as a host takes it: for editors and programs that know nothing of skills.
//!
//! It refuses only what a check reports as a warning or an error: by the kind of a value, or because it is not there.
//! What an author may well write (a number as a licence, keys of one's own) it allows, as the host does.

use serde_json::{Map, Value, json};

use crate::catalog::{boolean_of, breaks};
use crate::document::yaml::{Node, Scalar, Style, Value as Written};
use crate::features::profile::Profile;
use crate::hosts::{Consequence, FieldFact, FieldKind, Host, MissingDescription, NotText};
use crate::knowledge::fields::fact;
use crate::text::Span;

/// The draft that editors and validators have in common.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// Something that is not blank.
const SOMETHING: &str = r"\S";

/// The name that the reference of the specification takes: it knows small letters and digits of every script, and no
/// pattern that all validators read tells those from capitals.
const SPECIFIED_NAME: &str = r"^\s*(?:[a-z0-9]|[^\x00-\x7F])+(?:-(?:[a-z0-9]|[^\x00-\x7F])+)*\s*$";

/// The kinds of values that are one word or sentence, or nothing.
const SCALARS: [&str; 4] = ["string", "number", "boolean", "null"];

type Keywords = Map<String, Value>;

/// The schema for a host; for several, what all of them take.
pub fn frontmatter_schema(hosts: &[&Host]) -> Value {
    let mut schema = Keywords::new();
    schema.insert("$schema".to_owned(), json!(DRAFT));
    match hosts {
        [host] => schema.extend(of_host(host)),
        _ => {
            let names: Vec<&str> = hosts.iter().map(|host| host.name.as_str()).collect();
            schema.insert("title".to_owned(), json!(format!("The frontmatter of a SKILL.md for {}", names.join(", "))));
            schema.insert("allOf".to_owned(), hosts.iter().map(|host| Value::Object(of_host(host))).collect());
        }
    }
    Value::Object(schema)
}

fn of_host(host: &Host) -> Keywords {
    let mut properties = Keywords::new();
    // What is demanded of these two is known of hosts whose fields are not.
    for (key, keywords) in [("name", name(host)), ("description", description(host))] {
        let about = fact(host, key).map_or("", |fact| &fact.about);
        properties.insert(key.to_owned(), described(about, keywords));
    }
    for fact in &host.fields {
        if !properties.contains_key(&fact.key) {
            properties.insert(fact.key.clone(), described(&fact.about, field(host, fact)));
        }
        for also in fact.also.iter().filter(|also| !host.fields.iter().any(|other| other.key == **also)) {
            let mut other = field(host, &FieldFact { refuses: false, ..fact.clone() });
            other.insert("deprecated".to_owned(), json!(true));
            let about = format!("Another spelling of `{}`. {}", fact.key, fact.about);
            properties.insert(also.clone(), described(about.trim_end(), other));
        }
    }
    let verified = Profile::of(host).verified;
    let mut required = Vec::new();
    if needs_name(host) {
        required.push("name");
    }
    if is_lost(host.description.missing) {
        required.push("description");
    }
    let schema = json!({
        "title": format!("The frontmatter of a SKILL.md for {}", host.name),
        "$comment": format!("Made by skill-lsp from what it knows of `{}` ({verified}).", host.id),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": true,
    });
    match schema {
        Value::Object(schema) => schema,
        _ => Keywords::new(),
    }
}

/// The keywords behind a description, when there is one.
fn described(about: &str, keywords: Keywords) -> Value {
    let mut schema = Keywords::new();
    if !about.is_empty() {
        schema.insert("description".to_owned(), json!(about));
    }
    schema.extend(keywords);
    Value::Object(schema)
}

fn needs_name(host: &Host) -> bool {
    host.identity.name_missing != Consequence::None
}

fn name(host: &Host) -> Keywords {
    let rule = &host.identity;
    let is_needed = needs_name(host) || rule.empty_refused;
    let mut schema = types(&["string"]);
    if !is_needed && !host.yaml.null_counts {
        schema = types(&["string", "null"]);
    }
    if is_needed {
        schema.insert("minLength".to_owned(), json!(1));
    }
    if let Some(most) = rule.max_length {
        schema.insert("maxLength".to_owned(), json!(most));
    }
    let pattern = match &rule.pattern {
        Some(_) if host.specification => Some(SPECIFIED_NAME.to_owned()),
        // The pattern is that of a name that was changed before.
        Some(pattern) if rule.pattern_broken != Consequence::None && rule.replaced.is_empty() => {
            portable(pattern).map(|pattern| if rule.trims { within_space(&pattern) } else { pattern })
        }
        _ => None,
    };
    if is_needed {
        // Not every pattern does without a letter.
        match &pattern {
            Some(pattern) if breaks(pattern, " ") => {}
            Some(_) => drop(schema.insert("allOf".to_owned(), json!([{"pattern": SOMETHING}]))),
            None => drop(schema.insert("pattern".to_owned(), json!(SOMETHING))),
        }
    }
    if let Some(pattern) = pattern {
        schema.insert("pattern".to_owned(), json!(pattern));
    }
    schema
}

fn description(host: &Host) -> Keywords {
    let rule = &host.description;
    let refuses_null = host.yaml.null_counts && rule.not_text == NotText::Skipped;
    let mut schema = types(&["string"]);
    if !is_lost(rule.missing) && !refuses_null {
        schema = types(&["string", "null"]);
    }
    if is_lost(rule.empty) {
        schema.insert("minLength".to_owned(), json!(1));
    }
    if let Some(most) = rule.max_length {
        schema.insert("maxLength".to_owned(), json!(most));
    }
    if is_lost(rule.blank.unwrap_or(rule.empty)) && !rule.blank_counts {
        schema.insert("pattern".to_owned(), json!(SOMETHING));
    }
    schema
}

/// Whether the model never hears of a skill that is described so.
fn is_lost(missing: MissingDescription) -> bool {
    matches!(missing, MissingDescription::Skipped | MissingDescription::Unlisted)
}

/// What a field may be, other than `name` and `description`.
fn field(host: &Host, fact: &FieldFact) -> Keywords {
    // Nothing behind the colon is as good as no field, unless the host says otherwise.
    let takes_null = !fact.refuses || fact.nullable || !host.yaml.null_counts;
    let nullable = |kinds: &[&str]| {
        let null = takes_null.then_some("null");
        types(&kinds.iter().copied().chain(null).collect::<Vec<_>>())
    };
    let paths = host.yaml.inner_texts.iter().filter_map(|path| path.split_once('.'));
    let inner: Vec<&str> = paths.filter(|(field, _)| *field == fact.key).map(|(_, key)| key).collect();
    match fact.kind {
        FieldKind::Text => text(host, fact, takes_null),
        FieldKind::Number if !fact.values.is_empty() => choice(fact, takes_null),
        FieldKind::Number if fact.refuses => nullable(&["number"]),
        FieldKind::Number => types(&SCALARS),
        FieldKind::Boolean => boolean(host, fact, takes_null),
        // Names of arguments may be numbers among others; a check looks at each.
        FieldKind::List if fact.key == "arguments" && !fact.refuses => {
            types(&["array", "string", "number", "boolean", "null"])
        }
        FieldKind::List => {
            let mut schema = nullable(&["array", "string"]);
            if fact.refuses {
                schema.insert("items".to_owned(), Value::Object(types(&["string"])));
            }
            schema
        }
        FieldKind::Sequence if fact.refuses => nullable(&["array"]),
        FieldKind::Sequence => with("maxLength", json!(0), types(&["array", "null", "string"])),
        FieldKind::Mapping | FieldKind::TextMapping if fact.refuses || !inner.is_empty() => {
            let mut schema = nullable(&["object"]);
            if !inner.is_empty() {
                let inner = inner.iter().map(|key| ((*key).to_owned(), Value::Object(types(&SCALARS))));
                schema.insert("properties".to_owned(), Value::Object(inner.collect()));
            }
            if fact.kind == FieldKind::TextMapping {
                schema.insert("additionalProperties".to_owned(), Value::Object(types(&SCALARS)));
            }
            schema
        }
        FieldKind::Mapping if fact.key != "metadata" => {
            let mut schema = with("pattern", json!(r"^\s*$"), types(&["object", "null", "string"]));
            if !fact.keys.is_empty() {
                let keys = fact.keys.iter().map(|key| (key.name.clone(), described(&key.about, Keywords::new())));
                schema.insert("properties".to_owned(), Value::Object(keys.collect()));
            }
            schema
        }
        // No host reads it by its kind.
        FieldKind::Mapping | FieldKind::TextMapping | FieldKind::Any => Keywords::new(),
    }
}

fn text(host: &Host, fact: &FieldFact, takes_null: bool) -> Keywords {
    if !fact.values.is_empty() && !fact.open {
        return choice(fact, takes_null);
    }
    let is_needed = fact.longest.is_some();
    // A number stands for its digits where the host prints it, or keeps what is written.
    let takes_numbers = !fact.refuses || host.yaml.as_written;
    let mut kinds = vec!["string"];
    kinds.extend(["number", "boolean"].iter().filter(|_| takes_numbers));
    kinds.extend(takes_null.then_some("null"));
    // `[file]` is how people write that an argument may be left out.
    let is_hint = fact.key == "argument-hint" && !fact.refuses;
    kinds.extend(is_hint.then_some("array"));
    let mut schema = types(&kinds);
    if is_hint {
        schema.insert("items".to_owned(), Value::Object(types(&SCALARS)));
        schema.insert("maxItems".to_owned(), json!(1));
    }
    if let Some(most) = [fact.longest, fact.most_bytes].into_iter().flatten().min() {
        schema.insert("maxLength".to_owned(), json!(most));
    }
    if is_needed {
        schema.insert("pattern".to_owned(), json!(SOMETHING));
    }
    if !fact.values.is_empty() {
        schema.insert("examples".to_owned(), json!(fact.values));
    }
    schema
}

/// One of a few values, or nothing.
fn choice(fact: &FieldFact, takes_null: bool) -> Keywords {
    let mut ways = vec![json!({"enum": fact.values})];
    if fact.kind == FieldKind::Number {
        ways.push(json!({"type": "number"}));
    }
    // A host that refuses others takes these to the letter.
    let values = fact.values.iter().filter(|_| !fact.refuses);
    let values = values.map(|value| if fact.any_case { any_case(value) } else { literal(value) });
    ways.push(json!({"type": "string", "pattern": words(values)}));
    if takes_null {
        ways.push(json!({"type": "null"}));
    }
    with("anyOf", Value::Array(ways), Keywords::new())
}

/// True, false, and the words that the host takes for them.
fn boolean(host: &Host, fact: &FieldFact, takes_null: bool) -> Keywords {
    const WORDS: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "y", "n"];
    let takes = |word: &str, style: Style| boolean_of(host, &scalar(word, style)).is_some();
    // A validator sees no quotes; but without them these two are no text.
    let takes_text = |word: &str| {
        let is_plain_text = !matches!(word, "true" | "false");
        takes(word, Style::Double) || is_plain_text && takes(word, Style::Plain)
    };
    let known = WORDS.iter().filter(|word| takes_text(word));
    let known: Vec<String> = known
        .map(|word| if takes_text(&word.to_uppercase()) { any_case(word) } else { literal(word) })
        .chain(["1", "0"].iter().filter(|digit| takes(digit, Style::Double)).map(|digit| literal(digit)))
        .collect();
    let takes_digits = takes("1", Style::Plain);
    let takes_text = !known.is_empty() || !fact.refuses;
    let kinds = [
        Some("boolean"),
        takes_digits.then_some("integer"),
        takes_text.then_some("string"),
        takes_null.then_some("null"),
    ];
    let mut schema = types(&kinds.into_iter().flatten().collect::<Vec<_>>());
    if takes_digits {
        schema.insert("minimum".to_owned(), json!(0));
        schema.insert("maximum".to_owned(), json!(1));
    }
    if takes_text {
        let pattern = words(known.into_iter());
        // An empty text is no boolean where the host insists on one.
        let pattern = if fact.refuses { pattern.replacen(")?", ")", 1) } else { pattern };
        schema.insert("pattern".to_owned(), json!(pattern));
    }
    schema
}

fn scalar(text: &str, style: Style) -> Node {
    let value = Written::Scalar(Scalar { text: text.to_owned(), style });
    Node { value, span: Span::new(0, text.len()), tag: None, anchor: None }
}

fn types(kinds: &[&str]) -> Keywords {
    let kinds = match kinds {
        [only] => json!(only),
        _ => json!(kinds),
    };
    with("type", kinds, Keywords::new())
}

fn with(keyword: &str, value: Value, mut schema: Keywords) -> Keywords {
    schema.insert(keyword.to_owned(), value);
    schema
}

/// A pattern for one of these words, or nothing, with space around it.
fn words(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => r"^\s*$".to_owned(),
        false => format!(r"^\s*(?:{})?\s*$", words.join("|")),
    }
}

/// A pattern with space around what it takes.
fn within_space(pattern: &str) -> String {
    match pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')) {
        Some(inner) => format!(r"^\s*(?:{inner})\s*$"),
        None => pattern.to_owned(),
    }
}

/// A text as a pattern of itself.
fn literal(text: &str) -> String {
    text.chars().fold(String::new(), |mut pattern, sign| {
        if r"^$\.*+?()[]{}|/".contains(sign) {
            pattern.push('\\');
        }
        pattern.push(sign);
        pattern
    })
}

/// A word as a pattern of itself in small letters, capitals, or both.
fn any_case(word: &str) -> String {
    let sign = |sign: char| match sign.is_ascii_alphabetic() {
        true => format!("[{}{}]", sign.to_ascii_uppercase(), sign.to_ascii_lowercase()),
        false => literal(&sign.to_string()),
    };
    word.chars().map(sign).collect()
}

/// A pattern of ours, when it means the same in the language of JSON Schema, JavaScript's. What is not surely the same
/// is left out: a schema that says less is better than one that refuses a good name.
fn portable(pattern: &str) -> Option<String> {
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(sign) = rest.chars().next() {
        let after = rest.get(sign.len_utf8()..)?;
        let length = match sign {
            '\\' => escape(after)? + 1,
            '(' if !in_class && after.starts_with('?') => after.starts_with("?:").then_some(3)?,
            '[' if in_class => return None,
            '[' => {
                in_class = true;
                // A bracket that comes first is itself here, and the end of the class there.
                let inner = after.strip_prefix('^').unwrap_or(after);
                (!inner.starts_with(']')).then_some(1)?
            }
            ']' if in_class => {
                in_class = false;
                1
            }
            '&' | '~' | '-' if in_class && after.starts_with(sign) => return None,
            '{' | '}' | ']' if !in_class => return None,
            _ => sign.len_utf8(),
        };
        rest = rest.get(length..)?;
    }
    Some(pattern.to_owned())
}

/// How many bytes behind a backslash are an escape that means the same in both.
fn escape(after: &str) -> Option<usize> {
    const SAME: &str = r"^$\.*+?()[]{}|/nrt";
    if let Some(name) = after.strip_prefix("p{") {
        let (name, _) = name.split_once('}')?;
        return matches!(name, "L" | "Lu" | "Ll" | "N" | "Nd" | "M" | "P" | "S" | "Z").then_some(name.len() + 3);
    }
    after.chars().next().filter(|sign| SAME.contains(*sign)).map(char::len_utf8)
}

#[cfg(test)]
mod tests;
