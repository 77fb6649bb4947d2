//! Which manifests are loaded.

use serde_json::json;

use super::*;
use crate::hosts::builtin;

fn host() -> std::sync::Arc<Host> {
    builtin().iter().find(|host| host.packages.strict).unwrap().clone()
}

fn manifest(key: &str, value: Json) -> String {
    let mut manifest = json!({"name": "kit"});
    manifest[key] = value;
    wrong_in_manifest(&host(), &manifest).unwrap_or_default()
}

#[test]
fn a_manifest_with_one_key_of_a_wrong_form_is_refused() {
    for (key, value, message) in [
        ("version", json!(1), "`version` is a number, but must be text"),
        ("agents", json!("./agents/"), "`agents` is `./agents/`, but must be a `.md` file"),
        ("skills", json!("skills"), "`skills` is `skills`, but a path begins with `./`"),
        ("skills", json!(null), "`skills` is `null`, but must be a path or a list"),
        ("commands", json!({"go": {"description": "nothing"}}), "`go` needs either `source` or `content`"),
        ("name", json!("two words"), "`name` is `two words`, and a name may not hold spaces"),
        ("dependencies", json!(["two words"]), "`dependencies` is neither `name` nor `name@marketplace`"),
        ("mcpServers", json!({"a": {"command": 5}}), "`a` has a `command` that is not text"),
        (
            "userConfig",
            json!({"1a": {"type": "string", "title": "", "description": ""}}),
            "`1a` may only hold letters, digits and `_`, and no digit first",
        ),
        ("experimental", json!({"themes": "t"}), "`themes` is `t`, but a path begins with `./`"),
        ("hooks", json!({"PreToolUse": 5}), "`PreToolUse` is a number, but must be a list"),
    ] {
        assert_eq!(manifest(key, value), message);
    }
    assert_eq!(wrong_in_manifest(&host(), &json!({})).as_deref(), Some("`name` is missing"));
    let message = "The file holds a list, but must hold an object";
    assert_eq!(wrong_in_manifest(&host(), &json!([])).as_deref(), Some(message));
}

/// It is loaded without them; its own validation, and releases before it did so, refuse them.
#[test]
fn a_wrong_value_that_is_only_shown_costs_nothing() {
    let before = builtin().get("claude-code@2.1.325").unwrap().clone();
    for (key, value, message) in [
        ("$schema", json!(1), "`$schema` is a number, but must be text"),
        ("author", json!("Me"), "`author` is text, but must be an object"),
        ("author", json!({"name": 1}), "`name` is a number, but must be text"),
        ("homepage", json!("no address"), "`homepage` is `no address`, which is no web address"),
        ("keywords", json!("a, b"), "`keywords` is text, but must be a list of texts"),
        ("repository", json!({"url": "x"}), "`repository` is an object, but must be text"),
    ] {
        let manifest = json!({"name": "kit", key: value});
        assert_eq!(wrong_in_manifest(&host(), &manifest), None);
        assert_eq!(wrong_in_manifest(&before, &manifest).as_deref(), Some(message));
        let faults = examine(&host(), Sort::Package, &manifest.to_string()).faults;
        let told: Vec<_> = faults.iter().filter(|it| it.message == message).map(|it| it.cost).collect();
        assert_eq!(told, [Cost::Invalid]);
    }
}

#[test]
fn what_is_unknown_or_of_the_right_form_is_taken() {
    for (key, value) in [
        ("author", json!({"name": "Me", "github": 1})),
        ("agents", json!(["./agents/a.md"])),
        ("skills", json!(".")),
        ("skills", json!("./../out")),
        ("commands", json!({"go": {"content": "text"}})),
        ("homepage", json!("https://example.com")),
        ("hooks", json!({"NoSuch": []})),
        ("hooks", json!({"Stop": 5})),
        ("metadata", json!("x")),
        ("experimental", json!("x")),
        ("whatever", json!(1)),
        ("engines", json!({"claude-code": 5})),
    ] {
        assert_eq!(manifest(key, value), "");
    }
}

#[test]
fn marketplaces_and_their_entries() {
    let host = host();
    let market = json!({"name": "shop", "owner": {"name": "Me"}, "plugins": [{"name": 5}]});
    assert_eq!(wrong_in_market(&host, &market), None);
    let market = json!({"name": "shop", "plugins": []});
    assert_eq!(wrong_in_market(&host, &market).as_deref(), Some("`owner` is missing"));
    assert!(is_entry(&host, &json!({"name": "kit", "source": "./kit", "tags": ["a"]})));
    assert!(!is_entry(&host, &json!({"name": "kit", "source": "./kit", "tags": "a"})));
}

#[test]
fn one_wrong_entry_spoils_the_list_of_installed_packages() {
    let of =
        |version: Json, plugins: Json| wrong_in_installed(&host(), &json!({"version": version, "plugins": plugins}));
    let good = json!({"scope": "user", "installPath": "/p"});
    assert_eq!(of(json!(2), json!({"a@m": [good], "no id": 5})), None);
    assert_eq!(of(json!(1), json!({"a@m": {"version": "1", "installedAt": "", "installPath": "/p"}})), None);
    let wrong = Some("`b@m` does not have the form it must have");
    assert_eq!(of(json!(2), json!({"a@m": [good], "b@m": [{"installPath": "/p"}]})).as_deref(), wrong);
    assert_eq!(of(json!(3), json!({})).as_deref(), Some("its `version` is neither 1 nor 2"));
}
