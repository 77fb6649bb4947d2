//! The forms that the values of a catalogue or a manifest must have for a host that takes all of it or nothing.

use serde_json::Value as Json;

use crate::catalog::manifest::address::is_address;
use crate::hosts::{Entries, EntryForm, PackageRule};

/// Whether a value has the form.
fn fits(form: EntryForm, value: &Json) -> bool {
    let are_texts = |it: &Json| it.as_array().is_some_and(|items| items.iter().all(Json::is_string));
    match form {
        EntryForm::Text => value.is_string(),
        EntryForm::Address => value.as_str().is_some_and(is_address),
        EntryForm::Flag => value.is_boolean(),
        EntryForm::Texts => are_texts(value),
        EntryForm::Table => value.is_object(),
        EntryForm::Person => value.get("name").is_some_and(Json::is_string),
        EntryForm::Paths => value.is_string() || are_texts(value) || value.get("paths").is_some_and(are_texts),
        EntryForm::TextOrTable => value.is_string() || value.is_object(),
    }
}

/// What a value must be, in words.
pub(super) fn wanted(form: EntryForm) -> &'static str {
    match form {
        EntryForm::Text => "text",
        EntryForm::Address => "a web address",
        EntryForm::Flag => "`true` or `false`",
        EntryForm::Texts => "a list of texts",
        EntryForm::Table => "an object",
        EntryForm::Person => "an object with a `name`",
        EntryForm::Paths => "a path, or a list of paths",
        EntryForm::TextOrTable => "text or an object",
    }
}

/// The keys of a manifest whose values have another form than the host needs to install the package.
pub fn wrong_in_package<'a>(rule: &'a PackageRule, manifest: &Json) -> Vec<(&'a str, EntryForm)> {
    let value = |key: &str| manifest.get(key).filter(|value| !value.is_null());
    let wrong = rule.forms.iter().filter(|(key, form)| value(key).is_some_and(|value| !fits(**form, value)));
    wrong.map(|(key, form)| (key.as_str(), *form)).collect()
}

/// The keys of an entry whose values have another form.
pub(super) fn wrong_in_entry<'a>(rule: &'a Entries, entry: &Json) -> Vec<(&'a str, EntryForm)> {
    let wrong = rule.forms.iter().filter(|(key, form)| entry.get(key).is_some_and(|value| !fits(**form, value)));
    wrong.map(|(key, form)| (key.as_str(), *form)).collect()
}

/// The keys of a catalogue whose values have another form, with dots between keys inside others.
pub(super) fn wrong_in_catalog<'a>(rule: &'a Entries, catalog: &Json) -> Vec<(&'a str, EntryForm)> {
    let value = |key: &str| key.split('.').try_fold(catalog, |at, key| at.get(key));
    let wrong = rule.catalog_forms.iter().filter(|(key, form)| value(key).is_some_and(|value| !fits(**form, value)));
    wrong.map(|(key, form)| (key.as_str(), *form)).collect()
}

/// Whether something in a catalogue has a form that keeps the host from all of it.
pub fn has_wrong_form(rule: &Entries, catalog: &Json) -> bool {
    let entries = catalog.get("plugins").and_then(Json::as_array).into_iter().flatten();
    let mut entries = entries.map(|entry| wrong_in_entry(rule, entry));
    !wrong_in_catalog(rule, catalog).is_empty() || entries.any(|wrong| !wrong.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::hosts::builtin;

    #[test]
    fn as_the_host_took_and_refused_them() {
        let host = builtin().get("copilot-cli").unwrap().clone();
        let entry = |key: &str, value: Json| {
            let mut entry = json!({"name": "odd", "source": "./p"});
            entry[key] = value;
            json!({"owner": {"name": "a"}, "plugins": [entry]})
        };
        for (key, value) in [
            ("version", json!(1)),
            ("description", json!(null)),
            ("author", json!("x")),
            ("author", json!({"name": 1})),
            ("homepage", json!("no url")),
            ("repository", json!({"url": "x"})),
            ("keywords", json!("a")),
            ("tags", json!([1])),
            ("strict", json!("x")),
            ("skills", json!(["./more", 1])),
            ("skills", json!({})),
            ("commands", json!({"a": {"source": "./x"}})),
            ("agents", json!(1)),
            ("hooks", json!([1])),
        ] {
            assert!(has_wrong_form(&host.packages.entries, &entry(key, value.clone())), "{key} {value}");
        }
        for (key, value) in [
            ("version", json!("")),
            ("author", json!({"name": "x"})),
            ("homepage", json!("https://example.com")),
            ("skills", json!({"paths": ["./x"]})),
            ("skills", json!(["../out"])),
            ("hooks", json!({})),
            ("mcpServers", json!("x")),
            ("foo", json!(1)),
        ] {
            assert!(!has_wrong_form(&host.packages.entries, &entry(key, value.clone())), "{key} {value}");
        }
        let top = |key: &str, value: Json| {
            let mut catalog = json!({"owner": {"name": "a"}, "plugins": []});
            catalog[key] = value;
            has_wrong_form(&host.packages.entries, &catalog)
        };
        assert!(top("metadata", json!("x")) && top("metadata", json!({"version": 1})));
        assert!(top("owner", json!({"name": "a", "email": 1})) && top("owner", json!("a")));
        assert!(
            !top("metadata", json!({"foo": 1})) && !top("description", json!(1)) && !top("owner", json!({"name": ""}))
        );
    }

    #[test]
    fn a_manifest_that_keeps_its_package_from_being_installed() {
        let host = builtin().get("copilot-cli").unwrap().clone();
        let is_wrong = |skills: Json| !wrong_in_package(&host.packages, &json!({"skills": skills})).is_empty();
        for skills in [json!(1), json!(true), json!([1]), json!(["./more", null]), json!({}), json!({"paths": "./x"})] {
            assert!(is_wrong(skills.clone()), "{skills}");
        }
        for skills in [json!(null), json!(""), json!("./more"), json!([]), json!(["./x"]), json!({"paths": ["./x"]})] {
            assert!(!is_wrong(skills.clone()), "{skills}");
        }
    }
}
