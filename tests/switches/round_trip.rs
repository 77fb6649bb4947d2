//! Off and on again, or on and off: the settings file is the same to the byte.

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

/// Turns the skill the other way and back, and compares.
fn check(tree: &Tree, host: &str, id: &str, file: &str, text: &str) {
    tree.write(file, text);
    let was_on = match tree.plan(host, id, true, None) {
        Ok(plan) => !plan.changed,
        Err(refused) => panic!("{host}: {}\n{text}", refused.sentence()),
    };
    let there = tree.switch(host, id, !was_on).unwrap_or_else(|sentence| panic!("{host}: {sentence}\n{text}"));
    let between = tree.read(file);
    assert!(there && between != text, "{host}: something was written\n{text}");
    let back = tree.switch(host, id, was_on).unwrap_or_else(|sentence| panic!("{host}: {sentence}\n{between}"));
    assert!(back, "{host}: something was written again\n{between}");
    let after = tree.read(file);
    assert_eq!(after, text, "{host}, by way of\n{between}");
}

#[test]
fn grown_settings_files() {
    let mut checked = 0;
    for (number, place) in PLACES.iter().enumerate() {
        // A tree for each: a second file would speak too.
        let tree = Tree::for_every_agent();
        for seed in 0..FILES {
            let mut seed = Seed::new(number as u64 * 1000 + seed);
            let switch = grown_switch(&mut seed, &place.form);
            let text = grower::json(&mut seed, place.comments, place.key, switch);
            check(&tree, place.host, "deploy", place.file, &text);
            checked += 1;
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
        check(&tree, "codex", "deploy", "home/.codex/config.toml", &text);
        checked += 1;
    }
    assert_eq!(checked, 300);
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
        ("opencode", opencode, "{\"permission\": {\"skill\": {\"*\": \"allow\"}}}"),
        ("opencode", opencode, "{\"permission\": {\"skill\": { \"*\": \"deny\" }}}"),
        // The name stands elsewhere too.
        (
            "opencode",
            opencode,
            "{\"instructions\": [\"a\", \"deploy\"], \"permission\": {\"skill\": {\"*\": \"allow\", \"deploy\": \"allow\"}}}",
        ),
        (
            "opencode",
            opencode,
            "{\"instructions\": [\"a\", \"deploy\"], \"permission\": {\"skill\": {\"*\": \"allow\"}}}",
        ),
        (
            "opencode",
            opencode,
            "{\"instructions\": [\"a\",  \"deploy\"], \"permission\": {\"skill\": {\"*\": \"deny\", \"deploy\": \"deny\"}}}",
        ),
        (
            "opencode",
            opencode,
            "{\n  \"permission\": {\n    \"skill\": {\n      \"*\": \"deny\", // none\n      \"pdf\": \"allow\"\n    }\n  }\n}",
        ),
        ("opencode", opencode, "{\"permission\":{\"skill\":\"deny\"},\"model\":\"a/b\"}"),
        (
            "gemini-cli",
            gemini,
            "{\n  \"skills\": {\n    // too eager\n    \"disabled\": [\n      \"pdf\", // slow\n      \"deploy\", // loud\n      \"zeta\",\n    ],\n  },\n}\n",
        ),
        ("gemini-cli", gemini, "{ \"skills\": { \"disabled\": [ ] } }"),
        (
            "codex",
            codex,
            "# Codex\nmodel = \"gpt\"\n\n[skills]\nconfig = [\n  { name = \"pdf\", enabled = false }, # slow\n  { name = \"deploy\", enabled = true },\n]\n",
        ),
        ("codex", codex, "[[skills.config]]\nname = \"deploy\"\nenabled = false\n"),
        ("codex", codex, "[projects.\"/x\"]\ntrust_level = \"trusted\"\n"),
    ] {
        check(&Tree::for_every_agent(), host, "deploy", file, text);
    }
}

#[test]
fn a_file_that_was_not_there_is_left_empty() {
    let tree = Tree::for_every_agent();
    for (host, file, left) in [
        ("claude-code", "home/project/.claude/settings.local.json", "{}\n"),
        ("opencode", "home/project/opencode.json", "{}\n"),
        ("codex", "home/.codex/config.toml", ""),
    ] {
        assert_eq!(tree.switch(host, "deploy", false), Ok(true));
        assert_ne!(tree.read(file), left);
        assert_eq!(tree.switch(host, "deploy", true), Ok(true));
        assert_eq!(tree.read(file), left);
    }
}
