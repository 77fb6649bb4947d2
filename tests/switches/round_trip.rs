//! Off and on again, and the settings file is the same to the byte; on and off again, and comments, order and indentation
//! are kept.

use std::fs;

use serde_json::Value as Json;
use skill_lsp::features::switching::Refused;
use skill_lsp::settings::{Format, edit};

use crate::program::Tree;
use crate::switches::grower::{self, Seed, Value};

/// How many files are grown for each host.
const FILES: u64 = 30;

/// A host, the file in which it is switched, whether that may hold comments, and where in it.
struct Place {
    host: &'static str,
    file: &'static str,
    comments: bool,
    key: &'static str,
    form: Form,
}

enum Form {
    /// `{"deploy": "off"}`
    Words,
    /// `{"project:deploy": {"enabled": false}}`
    Flags,
    /// `["deploy"]`
    Names,
    /// `{"deploy": "deny"}`
    Permissions,
}

const PLACES: [Place; 9] = [
    Place {
        host: "claude-code",
        file: "home/project/.claude/settings.local.json",
        comments: false,
        key: "skillOverrides",
        form: Form::Words,
    },
    Place {
        host: "opencode",
        file: "home/project/opencode.json",
        comments: true,
        key: "permission.skill",
        form: Form::Permissions,
    },
    Place {
        host: "opencode",
        file: "home/project/.opencode/opencode.jsonc",
        comments: true,
        key: "permission.skill",
        form: Form::Permissions,
    },
    Place {
        host: "gemini-cli",
        file: "home/project/.gemini/settings.json",
        comments: true,
        key: "skills.disabled",
        form: Form::Names,
    },
    Place {
        host: "qwen-code",
        file: "home/project/.qwen/settings.json",
        comments: true,
        key: "skills.disabled",
        form: Form::Names,
    },
    Place {
        host: "copilot-cli",
        file: "home/.copilot/settings.json",
        comments: true,
        key: "disabledSkills",
        form: Form::Names,
    },
    Place {
        host: "crush",
        file: "home/project/crush.json",
        comments: false,
        key: "options.disabled_skills",
        form: Form::Names,
    },
    Place {
        host: "three-layer",
        file: "home/.claude/three-layer.json",
        comments: false,
        key: "skills",
        form: Form::Flags,
    },
    Place {
        host: "portable",
        file: "home/.config/portable/permissions.json",
        comments: false,
        key: "skill",
        form: Form::Permissions,
    },
];

/// What a host's file says of skills: nothing, nothing yet, others, this one first, in the middle or last.
fn grown_switch(seed: &mut Seed, form: &Form) -> Option<Value> {
    let others = seed.below(3);
    let position = seed.below(others + 1);
    let is_there = seed.below(2) == 0;
    if seed.below(4) == 0 {
        return None;
    }
    let mut entries = Vec::new();
    for index in 0..=others {
        let name = if index == position { "deploy".to_owned() } else { format!("other-{index}") };
        if index == position && !is_there {
            continue;
        }
        let on = seed.below(2) == 0;
        let plain = |text: &str| Value::Plain(text.to_owned());
        entries.push(match form {
            Form::Words => (name, plain(if on { "\"on\"" } else { "\"off\"" })),
            Form::Permissions => (name, plain(if on { "\"allow\"" } else { "\"deny\"" })),
            Form::Names => (name.clone(), plain(&format!("\"{name}\""))),
            Form::Flags => {
                let flag = plain(if on { "true" } else { "false" });
                (format!("project:{name}"), Value::Map(vec![("enabled".to_owned(), flag)]))
            }
        });
    }
    match form {
        Form::Names => Some(Value::List(entries.into_iter().map(|(_, value)| value).collect())),
        Form::Permissions if seed.below(4) == 0 => Some(Value::Plain("\"allow\"".to_owned())),
        Form::Words | Form::Permissions | Form::Flags => Some(Value::Map(entries)),
    }
}

/// Turns the skill the other way and back; what is there then, and whether it was on.
fn there_and_back(tree: &Tree, host: &str, file: &str, text: &str) -> (Option<String>, bool) {
    tree.write(file, text);
    let was_on = match tree.plan(host, "deploy", true, None) {
        Ok(plan) => !plan.changed,
        Err(Refused::Wrong(sentence) | Refused::Absent(sentence) | Refused::NoEffect(sentence)) => {
            panic!("{host}: {sentence}\n{text}")
        }
    };
    let there = tree.switch(host, "deploy", !was_on).unwrap_or_else(|sentence| panic!("{host}: {sentence}\n{text}"));
    let between = fs::read_to_string(tree.path(file)).ok();
    assert!(there && between.as_deref() != Some(text), "{host}: something was written\n{text}");
    let back = tree.switch(host, "deploy", was_on).unwrap_or_else(|sentence| panic!("{host}: {sentence}\n{between:?}"));
    assert!(back, "{host}: something was written again\n{between:?}");
    (fs::read_to_string(tree.path(file)).ok(), was_on)
}

/// A word for what holds anyway that looks exactly like one of ours goes the way of one of ours: what is left then.
fn unsaid(place: &Place, format: Format, text: &str) -> Option<String> {
    let id = if matches!(place.form, Form::Flags) { "project:deploy" } else { "deploy" };
    let enabled = matches!(place.form, Form::Flags).then_some("enabled");
    let keys: Vec<&str> = place.key.split('.').chain([id]).chain(enabled).collect();
    edit::unset(format, text, &keys).ok().flatten().filter(|left| left != edit::blank(format))
}

/// All that a text says, with lists in one order, and how many comments it has.
fn said(format: Format, text: &str) -> (Json, usize) {
    fn sorted(value: Json) -> Json {
        match value {
            Json::Array(mut items) => {
                items.sort_by_key(Json::to_string);
                Json::Array(items)
            }
            Json::Object(entries) => entries.into_iter().map(|(key, value)| (key, sorted(value))).collect(),
            other => other,
        }
    }
    let comments = ["// about", " // why", "/* { */", "// 漢字", "// My", "/* the"].map(|it| text.matches(it).count());
    (sorted(format.parse(text).whole().map(|root| root.plain()).unwrap()), comments.iter().sum())
}

#[test]
fn grown_settings_files() {
    let (mut same, mut unsaid_words, mut reordered) = (0, 0, 0);
    for (number, place) in PLACES.iter().enumerate() {
        // A tree for each: a second file would speak too.
        let tree = Tree::for_every_agent();
        let format = if place.comments { Format::JsonWithComments } else { Format::Json };
        for seed in 0..FILES {
            let mut seed = Seed::new(number as u64 * 1000 + seed);
            let switch = grown_switch(&mut seed, &place.form);
            let text = grower::json(&mut seed, place.comments, place.key, switch);
            let (after, was_on) = there_and_back(&tree, place.host, place.file, &text);
            if after.as_deref() == Some(text.as_str()) {
                same += 1;
            } else if was_on {
                assert_eq!(after, unsaid(place, format, &text), "{}\n{text}", place.host);
                unsaid_words += 1;
            } else {
                let after = after.unwrap();
                assert!(matches!(place.form, Form::Names), "{}\n{text}\n{after}", place.host);
                assert_eq!(said(format, &after), said(format, &text), "{}\n{text}\n{after}", place.host);
                reordered += 1;
            }
        }
    }
    let tree = Tree::for_every_agent();
    for seed in 0..FILES {
        let mut seed = Seed::new(900_000 + seed);
        let switch = match seed.below(3) {
            0 => None,
            1 => Some("true"),
            _ => Some("false"),
        };
        let text = grower::toml(&mut seed, switch);
        assert_eq!(there_and_back(&tree, "codex", "home/.codex/config.toml", &text).0, Some(text));
        same += 1;
    }
    assert_eq!(same + unsaid_words + reordered, 300);
    assert!(same > 250, "{same} the same, {unsaid_words} without a word, {reordered} in another order");
}

#[test]
fn settings_files_as_people_write_them() {
    let claude = "home/project/.claude/settings.local.json";
    let opencode = "home/project/opencode.json";
    let gemini = "home/project/.gemini/settings.json";
    let codex = "home/.codex/config.toml";
    for (host, file, text) in [
        (
            "claude-code",
            claude,
            "{\n  \"permissions\": {\n    \"allow\": [\"Bash(npm run test:*)\", \"Skill(pdf)\"]\n  }\n}\n",
        ),
        ("claude-code", claude, "{\"skillOverrides\":{\"deploy\":\"off\"}}"),
        (
            "claude-code",
            claude,
            "{\n\t\"skillOverrides\": {\n\t\t\"deploy\": \"on\",\n\t\t\"pdf\": \"name-only\"\n\t},\n\t\"env\": {}\n}",
        ),
        ("claude-code", claude, "\u{feff}{\r\n  \"model\": \"opus\"\r\n}\r\n"),
        ("claude-code", claude, "{}"),
        ("claude-code", claude, ""),
        ("claude-code", claude, "\n\n"),
        ("opencode", opencode, "{\n  // all of them\n  \"permission\": \"ask\",\n}\n"),
        ("opencode", opencode, "{\"permission\": {\"*\": \"ask\", \"skill\": \"allow\"}}"),
        ("opencode", opencode, "{\"permission\": {\"*\": \"ask\"}}"),
        ("opencode", opencode, "{\"permission\": {\"skill\": { \"*\": \"deny\" }}}"),
        (
            "opencode",
            opencode,
            "{\n  \"permission\": {\n    \"skill\": {\n      \"*\": \"deny\", // none\n      \"pdf\": \"allow\"\n    }\n  }\n}",
        ),
        ("opencode", opencode, "{\"permission\":{\"skill\":\"deny\"},\"model\":\"a/b\"}"),
        ("gemini-cli", gemini, "{ \"skills\": { \"disabled\": [ ] } }"),
        (
            "codex",
            codex,
            "# Codex\n[skills]\nconfig = [ # mine\n  { name = \"deploy\", enabled = true },\n  { name = \"pdf\", enabled = false } # slow\n]\n",
        ),
        ("codex", codex, "[[skills.config]]\nname = \"deploy\"\nenabled = false\n"),
        ("codex", codex, "[projects.\"/x\"]\ntrust_level = \"trusted\"\n"),
    ] {
        assert_eq!(there_and_back(&Tree::for_every_agent(), host, file, text).0.as_deref(), Some(text));
    }
    for (host, file, text, left) in [
        // What looks as if we had made it goes: a file, a word for what holds anyway, a map in the place of a word.
        ("claude-code", claude, "{}\n", None),
        ("claude-code", claude, "{\n  \"skillOverrides\": {\n    \"deploy\": \"on\"\n  }\n}\n", None),
        (
            "opencode",
            opencode,
            "{\"permission\": {\"skill\": {\"*\": \"allow\"}}}",
            Some("{\"permission\": {\"skill\": \"allow\"}}"),
        ),
        (
            "opencode",
            opencode,
            "{\"instructions\": [\"a\",  \"deploy\"], \"permission\": {\"skill\": {\"*\": \"deny\", \"deploy\": \"deny\"}}}",
            Some("{\"instructions\": [\"a\",  \"deploy\"], \"permission\": {\"skill\": \"deny\"}}"),
        ),
        (
            "codex",
            codex,
            "# Codex\n[skills]\nconfig = [\n  { name = \"pdf\", enabled = false }, # slow\n  { name = \"deploy\", enabled = true },\n]\n",
            Some("# Codex\n[skills]\nconfig = [\n  { name = \"pdf\", enabled = false }, # slow\n]\n"),
        ),
        // What is off is the last of the list again; comments and the others stay.
        (
            "gemini-cli",
            gemini,
            "{\n  \"skills\": {\n    // too eager\n    \"disabled\": [\n      \"pdf\", // slow\n      \"deploy\", // loud\n      \"zeta\",\n    ],\n  },\n}\n",
            Some(
                "{\n  \"skills\": {\n    // too eager\n    \"disabled\": [\n      \"pdf\", // slow\n       // loud\n      \"zeta\",\n      \"deploy\",\n    ],\n  },\n}\n",
            ),
        ),
    ] {
        assert_eq!(there_and_back(&Tree::for_every_agent(), host, file, text).0.as_deref(), left);
    }
}

#[test]
fn a_file_that_was_not_there_goes_again() {
    let tree = Tree::for_every_agent();
    for (host, file) in [
        ("claude-code", "home/project/.claude/settings.local.json"),
        ("opencode", "home/project/opencode.json"),
        ("codex", "home/.codex/config.toml"),
    ] {
        assert_eq!(tree.switch(host, "deploy", false), Ok(true));
        assert!(tree.path(file).exists());
        assert_eq!(tree.switch(host, "deploy", true), Ok(true));
        assert!(!tree.path(file).exists());
    }
}
