//! The form of a plugin's manifest and of a marketplace: one that breaks it is not loaded at all.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

/// A key, and whether a value has the form that it must have there.
type KeyForm = (&'static str, fn(&Value) -> bool);

/// The keys of a manifest that are looked at, and what each may hold. Others may hold anything.
const MANIFEST: [KeyForm; 26] = [
    ("name", is_name),
    ("$schema", Value::is_string),
    ("displayName", Value::is_string),
    ("version", Value::is_string),
    ("description", Value::is_string),
    ("author", is_person),
    ("homepage", is_address),
    ("repository", Value::is_string),
    ("license", Value::is_string),
    ("keywords", |it| is_list(it, Value::is_string)),
    ("defaultEnabled", Value::is_boolean),
    ("dependencies", |it| is_list(it, |it| dependency(it).is_some())),
    ("hooks", |it| is_one_or_more(it, |it| is_file(it, ".json") || it.is_object())),
    ("commands", |it| is_one_or_more(it, is_path) || is_table(it, is_command)),
    ("agents", |it| is_one_or_more(it, |it| is_file(it, ".md"))),
    ("skills", |it| is_one_or_more(it, |it| is_path(it) || it == ".")),
    ("outputStyles", |it| is_one_or_more(it, is_path)),
    ("themes", |it| is_one_or_more(it, is_path)),
    ("workflows", |it| is_one_or_more(it, is_path)),
    ("channels", Value::is_array),
    ("mcpServers", |it| is_one_or_more(it, is_servers)),
    ("lspServers", |it| is_one_or_more(it, |it| is_file(it, ".json") || is_table(it, is_language_server))),
    ("monitors", |it| is_file(it, ".json") || it.is_array()),
    ("settings", Value::is_object),
    ("types", |it| is_file(it, ".d.ts")),
    ("userConfig", is_options),
];

/// The keys of `experimental`, which holds parts whose form may still change.
const EXPERIMENTAL: [KeyForm; 3] = [
    ("themes", |it| is_one_or_more(it, is_path)),
    ("outputStyles", |it| is_one_or_more(it, is_path)),
    ("monitors", |it| is_file(it, ".json") || it.is_array()),
];

/// The keys that an entry of a marketplace has besides.
const ENTRY: [KeyForm; 3] =
    [("category", Value::is_string), ("tags", |it| is_list(it, Value::is_string)), ("strict", Value::is_boolean)];

/// The keys of an entry in the list of installed plugins.
const RECORD: [KeyForm; 8] = [
    ("scope", |it| ["managed", "user", "project", "local"].iter().any(|scope| it == scope)),
    ("projectPath", Value::is_string),
    ("installPath", Value::is_string),
    ("version", Value::is_string),
    ("installedAt", Value::is_string),
    ("lastUpdated", Value::is_string),
    ("gitCommitSha", Value::is_string),
    ("auto", Value::is_boolean),
];

/// The keys of a marketplace, and what each may hold.
const MARKET: [KeyForm; 8] = [
    ("$schema", Value::is_string),
    ("name", is_market_name),
    ("version", Value::is_string),
    ("description", Value::is_string),
    ("owner", is_person),
    ("plugins", Value::is_array),
    ("forceRemoveDeletedPlugins", Value::is_boolean),
    ("metadata", |it| {
        fits(it, &[("pluginRoot", Value::is_string), ("version", Value::is_string), ("description", Value::is_string)])
    }),
];

/// What is wrong with a manifest, if something is.
pub(super) fn wrong_in_manifest(manifest: &Value) -> Option<String> {
    wrong(manifest, &MANIFEST, &["name"]).or_else(|| {
        let parts = manifest.get("experimental").filter(|it| it.is_object())?;
        wrong(parts, &EXPERIMENTAL, &[])
    })
}

/// What is wrong with a marketplace itself, if something is; its entries stand each for itself.
pub(super) fn wrong_in_market(catalog: &Value) -> Option<String> {
    wrong(catalog, &MARKET, &["name", "owner", "plugins"])
}

/// What is wrong with the list of installed plugins, if something is: then none of them counts. The second version has
/// a list for each plugin, one entry for each scope, the first version a single entry.
pub(super) fn wrong_in_installed(list: &Value) -> Option<String> {
    let version = list.get("version").and_then(Value::as_u64);
    let has_form = |value: &Value| match version {
        Some(1) => wrong(value, &RECORD, &["version", "installedAt", "installPath"]).is_none(),
        _ => is_list(value, |it| wrong(it, &RECORD, &["scope", "installPath"]).is_none()),
    };
    if !matches!(version, Some(1 | 2)) {
        return Some("its `version` is neither 1 nor 2".to_owned());
    }
    let Some(plugins) = list.get("plugins").and_then(Value::as_object) else {
        return Some("`plugins` is missing".to_owned());
    };
    let is_id = |id: &&String| id.contains('@') && dependency(&Value::from(id.as_str())).is_some();
    let found = plugins.iter().find(|(id, value)| is_id(id) && !has_form(value));
    found.map(|(id, _)| format!("`{id}` does not have the form it must have"))
}

/// Whether an entry of a marketplace is understood; of another only the name counts.
pub(super) fn is_entry(entry: &Value) -> bool {
    wrong_in_manifest(entry).is_none() && fits(entry, &ENTRY)
}

/// Whether a plugin that comes from no marketplace may have this name.
pub(super) fn is_plain_name(name: &str) -> bool {
    static ODD: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"[@:\s/\\\p{C}\x{2028}\x{2029}\x{2800}\p{Default_Ignorable_Code_Point}]").ok());
    !name.is_empty() && ODD.as_ref().is_none_or(|odd| !odd.is_match(name))
}

/// The plugin that an entry of `dependencies` means: a name, or `name@marketplace`.
pub(super) fn dependency(value: &Value) -> Option<String> {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphanumeric())
            && word.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '.' | '_'))
    };
    if let Some(written) = value.as_str() {
        // A range of versions may follow.
        let whole = written.split_once("@^").filter(|(_, range)| !range.contains('@'));
        let whole = whole.map_or(written, |(whole, _)| whole);
        let is_one = match whole.split_once('@') {
            Some((name, market)) => is_word(name) && is_word(market),
            None => is_word(whole),
        };
        return is_one.then(|| whole.to_owned());
    }
    let name = value.get("name")?.as_str().filter(|name| is_word(name))?;
    match value.get("marketplace") {
        None => Some(name.to_owned()),
        Some(market) => Some(format!("{name}@{}", market.as_str().filter(|market| is_word(market))?)),
    }
}

fn wrong(value: &Value, forms: &[KeyForm], needed: &[&str]) -> Option<String> {
    let Some(table) = value.as_object() else { return Some("it is not an object".to_owned()) };
    if let Some(key) = needed.iter().find(|key| !table.contains_key(**key)) {
        return Some(format!("`{key}` is missing"));
    }
    let found = forms.iter().find(|(key, fits)| table.get(*key).is_some_and(|it| !fits(it)));
    found.map(|(key, _)| format!("`{key}` does not have the form it must have"))
}

fn fits(value: &Value, forms: &[KeyForm]) -> bool {
    wrong(value, forms, &[]).is_none()
}

fn is_list(value: &Value, fits: fn(&Value) -> bool) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(fits))
}

fn is_one_or_more(value: &Value, fits: fn(&Value) -> bool) -> bool {
    fits(value) || is_list(value, fits)
}

fn is_table(value: &Value, fits: fn(&Value) -> bool) -> bool {
    value.as_object().is_some_and(|table| table.values().all(fits))
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

fn is_path(value: &Value) -> bool {
    value.as_str().is_some_and(|path| path.starts_with("./"))
}

fn is_file(value: &Value, ending: &str) -> bool {
    is_path(value) && value.as_str().is_some_and(|path| path.ends_with(ending))
}

fn is_name(value: &Value) -> bool {
    let is_odd = |sign: char| {
        sign == ' '
            || sign.is_control()
            || matches!(sign, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    value.as_str().is_some_and(|name| !name.is_empty() && !name.contains(is_odd))
}

fn is_market_name(value: &Value) -> bool {
    let is_path = |name: &str| name == "." || name.contains("..") || name.contains(['/', '\\']);
    is_name(value) && value.as_str().is_some_and(|name| !is_path(name))
}

fn is_person(value: &Value) -> bool {
    value.get("name").is_some_and(is_text) && fits(value, &[("email", Value::is_string), ("url", Value::is_string)])
}

/// Whether a text has the look of a web address: a scheme, and for the usual ones a host.
fn is_address(value: &Value) -> bool {
    let parts = value.as_str().and_then(|text| text.trim().split_once(':'));
    parts.is_some_and(|(scheme, rest)| {
        let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.'));
        let is_usual = ["http", "https", "ws", "wss", "ftp"].iter().any(|usual| scheme.eq_ignore_ascii_case(usual));
        let host = rest.trim_start_matches(['/', '\\']).split(['/', '\\', '?', '#']).next().unwrap_or_default();
        is_scheme && !(is_usual && (host.is_empty() || host.contains([' ', '<', '>', '^', '|'])))
    })
}

/// A command that a manifest names: a file, or its text.
fn is_command(value: &Value) -> bool {
    let forms: [KeyForm; 6] = [
        ("source", is_path),
        ("content", Value::is_string),
        ("description", Value::is_string),
        ("argumentHint", Value::is_string),
        ("model", Value::is_string),
        ("allowedTools", |it| is_list(it, Value::is_string)),
    ];
    let has = |key: &str| value.get(key).is_some_and(is_text);
    fits(value, &forms) && has("source") != has("content")
}

fn is_servers(value: &Value) -> bool {
    let is_bundle = |text: &str| {
        (text.starts_with("./") || text.contains(':')) && [".mcpb", ".dxt"].iter().any(|it| text.ends_with(it))
    };
    let forms = |it: &Value| {
        fits(
            it,
            &[
                ("command", Value::is_string),
                ("url", Value::is_string),
                ("type", Value::is_string),
                ("args", |it| is_list(it, Value::is_string)),
            ],
        )
    };
    is_file(value, ".json") || value.as_str().is_some_and(is_bundle) || is_table(value, forms)
}

fn is_language_server(value: &Value) -> bool {
    let languages = value.get("extensionToLanguage").and_then(Value::as_object);
    value.get("command").is_some_and(is_text) && languages.is_some_and(|languages| !languages.is_empty())
}

/// The values that a plugin asks its user for.
fn is_options(value: &Value) -> bool {
    const KEYS: [&str; 10] =
        ["type", "title", "description", "required", "default", "multiple", "sensitive", "min", "max", "options"];
    let is_key = |key: &str| {
        key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && key.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
    };
    let is_kind = |kind: &str| ["string", "number", "boolean", "directory", "file"].contains(&kind);
    let is_option = |option: &Map<String, Value>| {
        option.keys().all(|key| KEYS.contains(&&**key))
            && option.get("type").and_then(Value::as_str).is_some_and(is_kind)
            && ["title", "description"].iter().all(|key| option.get(*key).is_some_and(Value::is_string))
    };
    let options = value.as_object();
    options.is_some_and(|it| it.iter().all(|(key, it)| is_key(key) && it.as_object().is_some_and(is_option)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn manifest(key: &str, value: Value) -> String {
        let mut manifest = json!({"name": "kit"});
        manifest[key] = value;
        wrong_in_manifest(&manifest).unwrap_or_default()
    }

    #[test]
    fn a_manifest_with_one_key_of_a_wrong_form_is_refused() {
        let wrong = |key: &str| format!("`{key}` does not have the form it must have");
        for (key, value) in [
            ("author", json!("Me")),
            ("agents", json!("./agents/")),
            ("skills", json!("skills")),
            ("skills", json!(null)),
            ("commands", json!({"go": {"description": "no file, no text"}})),
            ("homepage", json!("no address")),
            ("keywords", json!("a, b")),
            ("name", json!("two words")),
            ("dependencies", json!(["two words"])),
            ("mcpServers", json!({"a": {"command": 5}})),
            ("userConfig", json!({"1a": {"type": "string", "title": "", "description": ""}})),
        ] {
            assert_eq!(manifest(key, value), wrong(key));
        }
        assert_eq!(wrong_in_manifest(&json!({})).as_deref(), Some("`name` is missing"));
        assert_eq!(wrong_in_manifest(&json!([])).as_deref(), Some("it is not an object"));
        assert_eq!(manifest("experimental", json!({"themes": "t"})), wrong("themes"));
    }

    #[test]
    fn what_is_unknown_or_of_the_right_form_is_taken() {
        for (key, value) in [
            ("author", json!({"name": "Me", "github": 1})),
            ("agents", json!(["./agents/a.md"])),
            ("skills", json!(".")),
            ("commands", json!({"go": {"content": "text"}})),
            ("homepage", json!("https://example.com")),
            ("hooks", json!({"NoSuch": []})),
            ("metadata", json!("x")),
            ("experimental", json!("x")),
            ("whatever", json!(1)),
        ] {
            assert_eq!(manifest(key, value), "");
        }
    }

    #[test]
    fn marketplaces_and_their_entries() {
        let market = json!({"name": "shop", "owner": {"name": "Me"}, "plugins": [{"name": 5}]});
        assert_eq!(wrong_in_market(&market), None);
        assert_eq!(wrong_in_market(&json!({"name": "shop", "plugins": []})).as_deref(), Some("`owner` is missing"));
        assert!(is_entry(&json!({"name": "kit", "source": "./kit", "tags": ["a"]})));
        assert!(!is_entry(&json!({"name": "kit", "source": "./kit", "tags": "a"})));
    }

    #[test]
    fn one_wrong_entry_spoils_the_list_of_installed_plugins() {
        let of = |version: Value, plugins: Value| wrong_in_installed(&json!({"version": version, "plugins": plugins}));
        let good = json!({"scope": "user", "installPath": "/p"});
        assert_eq!(of(json!(2), json!({"a@m": [good], "no id": 5})), None);
        assert_eq!(of(json!(1), json!({"a@m": {"version": "1", "installedAt": "", "installPath": "/p"}})), None);
        let wrong = Some("`b@m` does not have the form it must have");
        assert_eq!(of(json!(2), json!({"a@m": [good], "b@m": [{"installPath": "/p"}]})).as_deref(), wrong);
        assert_eq!(of(json!(3), json!({})).as_deref(), Some("its `version` is neither 1 nor 2"));
    }

    #[test]
    fn names_and_dependencies() {
        assert_eq!(
            ["kit", "ünï", "a+b", "a:b", "a/b", "a\u{200B}b"].map(is_plain_name),
            [true, true, true, false, false, false]
        );
        let shown = |value: Value| dependency(&value).unwrap_or_default();
        assert_eq!(shown(json!("kit@^1.0")), "kit");
        assert_eq!(shown(json!("kit@shop@^1.0")), "kit@shop");
        assert_eq!(shown(json!({"name": "kit", "marketplace": "shop"})), "kit@shop");
        assert_eq!(shown(json!("two words")), "");
    }
}
