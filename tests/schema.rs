//! Holds the JSON schema of the settings: its part about hosts is made from the form in `src/hosts/host`, and the
//! program's own errors say whether it is true. `UPDATE_README=1 cargo test --test all schema::` writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use skill_lsp::config::{Overlay, RULE_KEYS, SETTINGS, resolve};
use skill_lsp::hosts::{At, Host, builtin, kept_folders, memory_files};

const SCHEMA: &str = "editors/skill-lsp.schema.json";

#[test]
fn the_schema_knows_the_whole_form_of_a_host() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SCHEMA);
    let written: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let made = with_hosts(&written);
    if written == made {
        return;
    }
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, serde_json::to_string_pretty(&made).unwrap() + "\n").unwrap();
        return;
    }
    panic!("{SCHEMA} is not what the form says: run UPDATE_README=1 cargo test --test all schema::");
}

#[test]
fn the_schema_knows_every_setting_and_every_rule() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SCHEMA);
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let keys = |form: &Value| -> BTreeSet<String> {
        assert_eq!(form["additionalProperties"], false);
        form["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let known = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(keys(&schema), known(&SETTINGS));
    assert_eq!(keys(&schema["properties"]["rules"]["items"]), known(&RULE_KEYS));
}

#[test]
fn vs_code_wakes_for_every_folder_in_which_a_host_finds_skills() {
    const MANIFEST: &str = "editors/vscode/package.json";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(MANIFEST);
    let written = fs::read_to_string(&path).unwrap();
    let (before, rest) = written.split_once("  \"activationEvents\": [").unwrap();
    let (_, after) = rest.split_once(']').unwrap();
    let hosts = builtin();
    let real = || hosts.iter().filter(|host| !host.only_when_named);
    let is_in_project = |at: At| match at {
        At::WorkingDirectory | At::Upwards | At::Downwards | At::Above | At::GitRoot => true,
        At::Touched | At::Repository | At::Marked => true,
        At::Fixed | At::Added | At::Package | At::Setting | At::Shipped | At::Explicit => false,
    };
    let roots = real().flat_map(|host| &host.roots).filter(|rule| is_in_project(rule.at)).flat_map(|rule| &rule.paths);
    let manifests = real().flat_map(|host| &host.owns_manifests).map(|path| path.split('/').next().unwrap());
    let folders = roots.map(String::as_str).filter(|path| !path.contains('*')).chain(manifests);
    let folders: BTreeSet<&str> = folders.collect();
    let folders = folders.into_iter().chain(["SKILL.md", "skill-lsp.toml", ".skill-lsp.toml"]);
    let signs = folders.map(|folder| format!("workspaceContains:{folder}"));
    let events: Vec<String> = std::iter::once("onLanguage:skill".to_owned()).chain(signs).collect();
    let events: Vec<String> = events.iter().map(|event| format!("\n    \"{event}\"")).collect();
    let made = format!("{before}  \"activationEvents\": [{}\n  ]{after}", events.join(","));
    if written != made && std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, made).unwrap();
        return;
    }
    assert!(written == made, "{MANIFEST} misses a folder: run UPDATE_README=1 cargo test --test schema");
}

/// The settings of VS Code offer every agent by its id, with its name beside it.
#[test]
fn vs_code_offers_every_host_in_its_settings() {
    const MANIFEST: &str = "editors/vscode/package.json";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(MANIFEST);
    let written = fs::read_to_string(&path).unwrap();
    let (before, rest) = written.split_once("\"skillLsp.hosts\": {").unwrap();
    let (head, rest) = rest.split_once("          \"items\": {").unwrap();
    let (_, after) = rest.split_once("\n          },\n          \"default\"").unwrap();
    let hosts = builtin();
    let told = |host: &Host| {
        if host.only_when_named { format!("{}; only when it is named", host.name) } else { host.name.clone() }
    };
    // Only a plain `enum` is a list to choose from in the page of settings.
    let items = json!({
        "enum": hosts.iter().map(|host| &host.id).collect::<Vec<_>>(),
        "enumDescriptions": hosts.iter().map(|host| told(host)).collect::<Vec<_>>(),
        "type": "string",
    });
    let items = serde_json::to_string_pretty(&items).unwrap();
    let items: Vec<String> = items.lines().skip(1).map(|line| format!("\n          {line}")).collect();
    let made = format!(
        "{before}\"skillLsp.hosts\": {{{head}          \"items\": {{{},\n          \"default\"{after}",
        items.concat()
    );
    if written != made && std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, made).unwrap();
        return;
    }
    assert!(written == made, "{MANIFEST} misses a host: run UPDATE_README=1 cargo test --test all schema::");
}

/// What the server takes for a file that may mention skills, the editors send it: an edit of a file that it does not know to
/// be open would be made in another text.
#[test]
fn the_editors_send_every_file_that_mentions_skills() {
    for (path, quote) in [("editors/vscode/src/server.ts", '"'), ("editors/neovim/lua/skill_lsp/places.lua", '\'')] {
        let written = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        let names =
            kept_folders().filter(|folder| *folder != ".github").map(|folder| format!("{quote}{folder}{quote}"));
        let memory =
            memory_files().map(|end| end.rsplit_once('/').map_or(format!("{quote}{end}{quote}"), |_| end.to_owned()));
        for name in names.chain(memory) {
            assert!(written.contains(&name), "{path} does not name {name}");
        }
    }
}

#[test]
fn the_program_takes_exactly_the_keys_and_values_of_the_schema() {
    let schema = with_hosts(&json!({"definitions": {}, "properties": {}}));
    let definitions = schema["definitions"].as_object().unwrap();
    let mut seen = Vec::new();
    visit(definitions, "host", &|inside| format!("[host.x]\n{inside}\n"), &mut seen);
    assert!(seen.len() > 20, "the form has many parts: {seen:?}");
}

/// Compares a table of the form, and all that lies in it, with what the program says when something else is written.
fn visit(definitions: &Map<String, Value>, name: &str, around: &dyn Fn(&str) -> String, seen: &mut Vec<String>) {
    if seen.iter().any(|known| known == name) {
        return;
    }
    seen.push(name.to_owned());
    let properties = definitions[name]["properties"].as_object().unwrap();
    let mut keys: Vec<&str> = properties.keys().map(String::as_str).filter(|key| *key != "extends").collect();
    keys.sort_unstable();
    assert_eq!(listed(&around("qqqqqqqqqqqqqqqqqqqqqq = 1"), "; here it has "), keys, "{name}");
    let inner = if name == "host" { "\n" } else { "" };
    for (key, property) in properties {
        let is_list = property["type"] == "array";
        let target = if is_list { &property["items"] } else { property };
        let Some(target) = target["allOf"][0]["$ref"].as_str().or(target["$ref"].as_str()) else { continue };
        let target = target.rsplit('/').next().unwrap();
        let within = |value: &str| {
            let value = if is_list { format!("[{value}]") } else { value.to_owned() };
            around(&format!("{inner}{key} = {value}"))
        };
        if let Some(values) = definitions[target].get("enum") {
            let mut values: Vec<&str> = values.as_array().unwrap().iter().filter_map(Value::as_str).collect();
            values.sort_unstable();
            let told = listed(&within("\"qqqqqqqqqqqqqqqqqqqqqq\""), "; it may be ");
            assert_eq!(told, values, "{name}.{key}");
        } else if definitions[target].get("properties").is_some() {
            visit(definitions, target, &|inside| within(&format!("{{ {inside} }}")), seen);
        }
    }
}

/// The words that the program names when the settings are wrong.
fn listed(settings: &str, before: &str) -> Vec<String> {
    let (_, problems) = resolve(Some((PathBuf::from("/x/skill-lsp.toml"), settings)), &Overlay::default(), &[]);
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    let words = messages.iter().find_map(|message| message.split_once(before));
    let words = words.unwrap_or_else(|| panic!("{messages:?} for\n{settings}")).1;
    let mut words: Vec<String> = words.split(", ").map(str::to_owned).collect();
    words.sort_unstable();
    words
}

/// The schema with its part about hosts made anew.
fn with_hosts(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let definitions = schema["definitions"].as_object_mut().unwrap();
    definitions.retain(|name, _| name != "host" && !name.starts_with("host-"));
    definitions.extend(form());
    schema["properties"]["host"] = json!({
        "type": "object",
        "description": "Hosts of your own, in the form of the built-in ones",
        "additionalProperties": {"$ref": "#/definitions/host"},
    });
    schema
}

/// The form of a host file as definitions, read from its Rust source: names, kinds and the first lines of comment.
fn form() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/hosts/host");
    let mut definitions = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let form = text.split("\nform! {\n").nth(1).and_then(|rest| rest.split("\n}\n").next()).unwrap();
        let lines = form.lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
        Source { lines: lines.collect() }.read_into(&mut definitions);
    }
    let host = definitions.get_mut("host").unwrap();
    let extends = json!({"type": "string", "description": "The host whose form this one starts from"});
    host["properties"]["extends"] = extends;
    definitions
}

struct Source<'a> {
    lines: Vec<&'a str>,
}

impl Source<'_> {
    fn read_into(&self, definitions: &mut BTreeMap<String, Value>) {
        let mut at = 0;
        let (mut about, mut attributes) = (Vec::new(), String::new());
        while let Some(line) = self.lines.get(at).copied() {
            at += 1;
            if let Some(words) = line.strip_prefix("///") {
                about.push(words.trim());
                continue;
            }
            if line.starts_with("#[") {
                attributes.push_str(line);
                continue;
            }
            let opened = line.strip_suffix(" {");
            let body: Vec<&str> = self.lines.iter().skip(at).copied().take_while(|line| *line != "}").collect();
            let name = opened.and_then(|line| line.strip_prefix("pub struct "));
            if let Some(name) = name.filter(|_| attributes.contains("(remote = ")) {
                let name = name.trim_end_matches(" needs");
                // What may be written in several ways is told in words only.
                definitions.insert(reference(name), json!({"description": about.join(" ")}));
            } else if let Some(name) = name {
                let (name, needs) = name.strip_suffix(" needs").map_or((name, false), |name| (name, true));
                definitions.insert(reference(name), table(&body, &about.join(" "), needs));
            } else if let Some(name) = opened.and_then(|line| line.strip_prefix("pub enum ")) {
                let values: Vec<String> = members(&body).into_iter().map(|member| member.key).collect();
                definitions.insert(reference(name), json!({"description": about.join(" "), "enum": values}));
            }
            about.clear();
            attributes.clear();
        }
    }
}

/// A field or a variant.
struct Member<'a> {
    key: String,
    kind: &'a str,
    about: String,
    is_optional: bool,
}

fn members<'a>(body: &[&'a str]) -> Vec<Member<'a>> {
    let mut members = Vec::new();
    let (mut about, mut attributes, mut is_optional) = (Vec::new(), String::new(), false);
    for line in body.iter().map(|line| line.trim()) {
        if let Some(words) = line.strip_prefix("///") {
            about.push(words.trim());
        } else if line.starts_with("#[") {
            attributes.push_str(line);
        } else if line == "} else {" {
            is_optional = true;
        } else if attributes.contains("(skip)") && line.ends_with(',') {
            // Only the program says it.
            about.clear();
            attributes.clear();
        } else if let Some(member) = line.strip_suffix(',') {
            let member = member.strip_prefix("pub ").unwrap_or(member);
            let member = member.split(" = ").next().unwrap();
            let (name, kind) = member.split_once(": ").unwrap_or((member, ""));
            let renamed = attributes.split("rename = \"").nth(1).and_then(|rest| rest.split('"').next());
            members.push(Member {
                key: renamed.map_or_else(|| kebab(name), str::to_owned),
                kind,
                about: about.join(" "),
                is_optional,
            });
            about.clear();
            attributes.clear();
        }
    }
    members
}

fn table(body: &[&str], about: &str, needs: bool) -> Value {
    let members = members(body);
    let required: Vec<&str> = members
        .iter()
        .filter(|member| needs && !member.is_optional && !member.kind.starts_with("Option<"))
        .map(|member| member.key.as_str())
        .collect();
    let properties: Map<String, Value> =
        members.iter().map(|member| (member.key.clone(), described(kind(member.kind), &member.about))).collect();
    let mut table =
        json!({"type": "object", "description": about, "additionalProperties": false, "properties": properties});
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

/// A draft-07 reference takes no neighbours, so a described one is wrapped.
fn described(kind: Value, about: &str) -> Value {
    match kind.get("$ref") {
        Some(_) => json!({"allOf": [kind], "description": about}),
        None => {
            let mut kind = kind;
            kind["description"] = json!(about);
            kind
        }
    }
}

fn kind(written: &str) -> Value {
    let inside = |outer: &str| written.strip_prefix(outer).and_then(|rest| rest.strip_suffix('>'));
    if let Some(inner) = inside("Option<") {
        return kind(inner);
    }
    if let Some(inner) = inside("Vec<") {
        return json!({"type": "array", "items": kind(inner)});
    }
    if let Some(inner) = inside("BTreeMap<String, ") {
        return json!({"type": "object", "additionalProperties": kind(inner)});
    }
    match written {
        "String" => json!({"type": "string"}),
        "bool" => json!({"type": "boolean"}),
        "usize" | "u64" | "u32" => json!({"type": "integer", "minimum": 0}),
        "f64" => json!({"type": "number"}),
        name if name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric) => {
            json!({"$ref": format!("#/definitions/{}", reference(name))})
        }
        // What the form has and this reader does not know may be anything.
        _ => json!({}),
    }
}

/// The name of a definition: `host` itself, `host-root-rule`.
fn reference(name: &str) -> String {
    if name == "Host" { "host".to_owned() } else { format!("host-{}", kebab(name)) }
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for sign in name.chars() {
        match sign {
            '_' => text.push('-'),
            _ if sign.is_uppercase() && !text.is_empty() => {
                text.push('-');
                text.extend(sign.to_lowercase());
            }
            _ => text.extend(sign.to_lowercase()),
        }
    }
    text
}
