//! A value held against a JSON Schema, as far as the schemas of `docs/schemas` go: a word that is not known here stops the test.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A schema, and which of its keys values have had.
pub(crate) struct Schema {
    root: Value,
    seen: BTreeSet<String>,
}

impl Schema {
    pub(crate) fn new(text: &str) -> Schema {
        Schema { root: serde_json::from_str(text).unwrap(), seen: BTreeSet::new() }
    }

    pub(crate) fn id(&self) -> &str {
        self.root["$id"].as_str().unwrap()
    }

    /// What is wrong with a value. An object may have no other keys than the schema names: whoever reads the schema sees
    /// everything that is printed, while the schema itself lets later versions of the program say more.
    pub(crate) fn faults(&mut self, value: &Value) -> Vec<String> {
        let root = self.root.clone();
        let mut faults = Vec::new();
        self.hold(&root, "#", value, "$", &mut faults);
        faults
    }

    /// The same, by one of the parts that have names.
    pub(crate) fn faults_in(&mut self, part: &str, value: &Value) -> Vec<String> {
        let schema = self.root["$defs"][part].clone();
        assert!(schema.is_object(), "{} has no {part}", self.id());
        let mut faults = Vec::new();
        self.hold(&schema, &format!("#/$defs/{part}"), value, "$", &mut faults);
        faults
    }

    /// The keys that no value has had yet.
    pub(crate) fn unseen(&self) -> Vec<String> {
        let mut all = BTreeSet::new();
        keys(&self.root, "#", &mut all);
        all.difference(&self.seen).cloned().collect()
    }

    fn hold(&mut self, schema: &Value, at: &str, value: &Value, place: &str, faults: &mut Vec<String>) {
        let schema = schema.as_object().unwrap_or_else(|| panic!("{at} of {} is no schema", self.id()));
        for (word, rule) in schema {
            match word.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" | "required" => {}
                "type" if !is_of(rule, value) => faults.push(format!("{place} is {value}, not of type {rule}")),
                "enum" if !rule.as_array().unwrap().contains(value) => {
                    faults.push(format!("{place}: {value} is none of {rule}"))
                }
                "const" if rule != value => faults.push(format!("{place} is {value}, not {rule}")),
                "minimum" if value.as_f64().is_some_and(|it| it < rule.as_f64().unwrap()) => {
                    faults.push(format!("{place} is {value}, less than {rule}"));
                }
                "type" | "enum" | "const" | "minimum" => {}
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.hold(rule, &format!("{at}/items"), item, &format!("{place}[{index}]"), faults);
                    }
                }
                "anyOf" => self.hold_any(rule.as_array().unwrap(), at, value, place, faults),
                "$ref" => {
                    let path = rule.as_str().unwrap();
                    let part = self.root.pointer(path.trim_start_matches('#')).cloned();
                    let part = part.unwrap_or_else(|| panic!("{path} is not in {}", self.id()));
                    self.hold(&part, path, value, place, faults);
                }
                "properties" | "additionalProperties" => {
                    if let Value::Object(object) = value {
                        self.hold_keys(schema, word, at, object, place, faults);
                    }
                }
                _ => panic!("{word} at {at} of {} is not known to this test", self.id()),
            }
        }
    }

    fn hold_any(&mut self, rules: &[Value], at: &str, value: &Value, place: &str, faults: &mut Vec<String>) {
        let mut told = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let (before, mut wrong) = (self.seen.clone(), Vec::new());
            self.hold(rule, &format!("{at}/anyOf/{index}"), value, place, &mut wrong);
            if wrong.is_empty() {
                return;
            }
            self.seen = before;
            told.extend(wrong);
        }
        faults.push(format!("{place} is of no form: {}", told.join("; ")));
    }

    fn hold_keys(
        &mut self,
        schema: &Map<String, Value>,
        word: &str,
        at: &str,
        object: &Map<String, Value>,
        place: &str,
        faults: &mut Vec<String>,
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let known = |key: &str| properties.and_then(|it| it.get(key));
        for (key, inner) in object {
            match (word, known(key), schema.get("additionalProperties")) {
                ("properties", Some(rule), _) => {
                    let at = format!("{at}/properties/{key}");
                    self.seen.insert(at.clone());
                    self.hold(rule, &at, inner, &format!("{place}.{key}"), faults);
                }
                ("properties", None, None) => faults.push(format!("{place}.{key} is not in the schema")),
                ("additionalProperties", None, Some(rule)) => {
                    self.hold(rule, &format!("{at}/{word}"), inner, &format!("{place}.{key}"), faults);
                }
                _ => {}
            }
        }
        for key in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            let key = key.as_str().unwrap();
            assert!(known(key).is_some(), "{key} is required at {at} of {} and has no schema", self.id());
            if !object.contains_key(key) {
                faults.push(format!("{place} has no {key}"));
            }
        }
    }
}

fn is_of(rule: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        other => panic!("{other} is no type"),
    };
    match rule {
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    }
}

/// Where keys of objects stand in a schema.
fn keys(schema: &Value, at: &str, all: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            for (word, inner) in object {
                let at = format!("{at}/{word}");
                match (word.as_str(), inner) {
                    ("properties", Value::Object(properties)) => {
                        for (key, inner) in properties {
                            all.insert(format!("{at}/{key}"));
                            keys(inner, &format!("{at}/{key}"), all);
                        }
                    }
                    _ => keys(inner, &at, all),
                }
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, inner)| keys(inner, &format!("{at}/{index}"), all));
        }
        _ => {}
    }
}

#[test]
fn what_does_not_fit_is_told_by_its_place() {
    let mut schema = Schema::new(
        r##"{"$id": "x", "type": "array", "items": {"$ref": "#/$defs/row"}, "$defs": {"row": {"type": "object",
        "properties": {"id": {"type": "string"}, "line": {"type": ["integer", "null"], "minimum": 1}, "kind": {"enum": ["a"]}},
        "required": ["id"]}}}"##,
    );
    let faults = |schema: &mut Schema, text: &str| schema.faults(&serde_json::from_str(text).unwrap());
    assert!(faults(&mut schema, r#"[{"id": "a", "line": null}, {"id": "b", "line": 2}]"#).is_empty());
    assert_eq!(schema.unseen(), ["#/$defs/row/properties/kind"]);
    assert_eq!(
        faults(&mut schema, r#"[{"id": 1, "line": 0, "kind": "b", "more": 1}, {}, 3]"#),
        [
            "$[0].id is 1, not of type \"string\"",
            "$[0].line is 0, less than 1",
            "$[0].kind: \"b\" is none of [\"a\"]",
            "$[0].more is not in the schema",
            "$[1] has no id",
            "$[2] is 3, not of type \"object\"",
        ]
    );
}
