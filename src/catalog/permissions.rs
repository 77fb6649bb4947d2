//! The permission rules of hosts that keep them by tool and by agent.

use serde_json::{Map, Value};

use crate::catalog::controls::permission_word;
use crate::catalog::settings::{SettingsFile, look_up, parsed};
use crate::catalog::{Environment, Permission};
use crate::hosts::{AgentRule, Host, PermissionRule, glob_matches};

/// The rules about skills, patterns over names and what they grant, in the order in which the host looks at them.
/// `files` are given strongest first.
pub(crate) fn rules(host: &Host, files: &[SettingsFile], environment: &Environment) -> Vec<(String, Permission)> {
    let rule = &host.permissions;
    let Some(tool) = &rule.tool else { return Vec::new() };
    let mut settings = Value::Object(Map::new());
    for file in files.iter().rev() {
        if let Ok(value) = parsed(file, host.controls.comments) {
            lay_over(&mut settings, normalized(host, value));
        }
    }
    let key = host.controls.permissions.as_deref().unwrap_or_default();
    let mut general = look_up(&settings, key).cloned().unwrap_or_default();
    let laid_over = rule.variable.as_ref().and_then(|name| environment.variables.get(name));
    if let Some(value) = laid_over.and_then(|text| serde_json::from_str(text).ok()) {
        lay_over(&mut general, value);
    }
    let mut all = switched(rule, &settings);
    lay_over(&mut all, by_tool(general));
    let mut rules = of_tool(&all, tool);
    if let Some(agent) = rule.agents.as_ref().and_then(|agents| first_agent(agents, &settings)) {
        rules.extend(of_tool(agent.get(key).unwrap_or(&Value::Null), tool));
    }
    rules
}

/// One file's settings with its rules in their long form, as the host keeps them before files are merged.
fn normalized(host: &Host, mut settings: Value) -> Value {
    let key = host.controls.permissions.as_deref().unwrap_or_default();
    if let Some(general) = settings.get_mut(key) {
        *general = by_tool(general.take());
    }
    let agents = host.permissions.agents.iter().flat_map(|agents| &agents.keys);
    for agents in agents {
        for (_, agent) in settings.get_mut(agents).and_then(Value::as_object_mut).into_iter().flatten() {
            let Some(written) = agent.as_object_mut() else { continue };
            let own = by_tool(written.get(key).cloned().unwrap_or_default());
            let mut rules = switched(&host.permissions, &Value::Object(written.clone()));
            // Here a rule takes the place of a switch whole.
            for (tool, rule) in own.as_object().into_iter().flatten() {
                if let Some(rules) = rules.as_object_mut() {
                    rules.insert(tool.clone(), rule.clone());
                }
            }
            written.insert(key.to_owned(), rules);
        }
    }
    settings
}

/// A single word is about every tool.
fn by_tool(rules: Value) -> Value {
    match rules {
        Value::String(word) => Value::Object(Map::from_iter([("*".to_owned(), Value::String(word))])),
        rules => rules,
    }
}

/// The rules that switches of tools stand for.
fn switched(rule: &PermissionRule, settings: &Value) -> Value {
    let switches = rule.switches.as_ref().and_then(|key| settings.get(key)).and_then(Value::as_object);
    let word = |on: &Value| Value::from(if on.as_bool().unwrap_or(true) { "allow" } else { "deny" });
    let rules: Map<String, Value> = switches.into_iter().flatten().map(|(tool, on)| (tool.clone(), word(on))).collect();
    Value::Object(rules)
}

/// The rules of the tools that match one, flat.
fn of_tool(rules: &Value, tool: &str) -> Vec<(String, Permission)> {
    let mut found = Vec::new();
    for (tools, rule) in rules.as_object().into_iter().flatten() {
        if !glob_matches(tools, tool) {
            continue;
        }
        let word = |word: &Value| word.as_str().and_then(permission_word);
        if let Some(permission) = word(rule) {
            found.push(("*".to_owned(), permission));
        }
        // JavaScript puts keys that are numbers before all others.
        let mut patterns: Vec<(&String, &Value)> = rule.as_object().into_iter().flatten().collect();
        patterns.sort_by_key(|(pattern, _)| index(pattern));
        for (pattern, granted) in patterns {
            found.extend(word(granted).map(|permission| (pattern.clone(), permission)));
        }
    }
    found
}

/// The number that a key is, when it is written as one.
fn index(key: &str) -> u64 {
    key.parse().ok().filter(|number: &u32| number.to_string() == key).map_or(u64::MAX, u64::from)
}

/// What is said of the agent with which a session begins; `None` when nothing is.
fn first_agent(rule: &AgentRule, settings: &Value) -> Option<Value> {
    let mut agents = Value::Object(Map::new());
    for key in &rule.keys {
        lay_over(&mut agents, settings.get(key).cloned().unwrap_or_default());
    }
    let agents = agents.as_object()?;
    let named = rule.first.as_ref().and_then(|key| look_up(settings, key)).and_then(Value::as_str);
    let name = match named {
        Some(name) => name,
        None => {
            let flag = |agent: Option<&Value>, key: &str| agent.and_then(|it| it.get(key)?.as_bool()) == Some(true);
            let begins = |name: &&str| {
                let agent = agents.get(*name);
                let mode = agent.and_then(|agent| agent.get("mode")?.as_str());
                let is_helper = rule.helpers.iter().any(|helper| helper == name);
                let mode = mode.unwrap_or(if is_helper { "subagent" } else { "primary" });
                !flag(agent, "disable") && !flag(agent, "hidden") && mode != "subagent"
            };
            let own = rule.own.iter().chain(&rule.helpers).map(String::as_str);
            own.chain(agents.keys().map(String::as_str)).find(begins)?
        }
    };
    agents.get(name).cloned()
}

/// Lays one tree over another: mappings are merged, anything else is replaced; what was there keeps its place.
fn lay_over(under: &mut Value, over: Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (key, value) in over {
                match under.get_mut(&key) {
                    Some(known) => lay_over(known, value),
                    None => {
                        under.insert(key, value);
                    }
                }
            }
        }
        (_, Value::Null) => {}
        (under, over) => *under = over,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::*;
    use crate::hosts::builtin;

    /// The rules that files give, the strongest file first.
    fn check(files: &[&str], variables: &[(&str, &str)], expected: &str) {
        let host: Arc<Host> = builtin().get("opencode").unwrap().clone();
        let file = |text: &&str| SettingsFile {
            path: PathBuf::from("/x.json"),
            text: (*text).to_owned(),
            ..SettingsFile::default()
        };
        let files: Vec<SettingsFile> = files.iter().map(file).collect();
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let environment = Environment { variables, ..Environment::default() };
        let rules = rules(&host, &files, &environment);
        let shown: Vec<String> = rules.iter().map(|(pattern, what)| format!("{pattern} {what:?}")).collect();
        assert_eq!(shown.join(", "), expected);
    }

    #[test]
    fn a_word_a_tool_and_patterns() {
        check(&[r#"{"permission": "deny"}"#], &[], "* Deny");
        check(&[r#"{"permission": {"*": "deny", "skill": {"a-*": "allow"}}}"#], &[], "* Deny, a-* Allow");
        check(&[r#"{"permission": {"sk*": "ask", "bash": "deny"}}"#], &[], "* Ask");
        check(&[r#"{"permission": {"skill": {"*": "deny", "7": "allow"}}}"#], &[], "7 Allow, * Deny");
    }

    #[test]
    fn files_are_merged_and_keep_the_first_place() {
        let strong = r#"{"permission": {"skill": {"b": "deny", "a": "allow"}, "*": "ask"}}"#;
        check(
            &[strong, r#"{"permission": {"skill": {"a": "deny", "c": "ask"}}}"#],
            &[],
            "a Allow, c Ask, b Deny, * Ask",
        );
        check(&[strong, r#"{"permission": {"skill": "deny"}}"#], &[], "b Deny, a Allow, * Ask");
        let variable = [("OPENCODE_PERMISSION", r#"{"skill": {"z": "deny"}}"#)];
        check(&[strong], &variable, "b Deny, a Allow, z Deny, * Ask");
    }

    #[test]
    fn a_tool_that_is_switched_off() {
        check(&[r#"{"tools": {"skill": false}}"#], &[], "* Deny");
        check(&[r#"{"tools": {"skill": false}, "permission": {"skill": {"a": "allow"}}}"#], &[], "a Allow");
    }

    #[test]
    fn the_agent_that_begins_has_the_last_word() {
        let build = r#"{"agent": {"build": {"permission": {"skill": "deny"}}, "plan": {"permission": "ask"}}}"#;
        check(&[build], &[], "* Deny");
        check(&[r#"{"default_agent": "plan"}"#, build], &[], "* Ask");
        check(&[r#"{"agent": {"build": {"disable": true}}}"#, build], &[], "* Ask");
        check(&[r#"{"mode": {"build": {"tools": {"skill": true}}}}"#, build], &[], "* Allow");
    }
}
