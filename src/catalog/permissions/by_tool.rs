//! The permission rules of hosts that keep them by tool and by agent.

use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::catalog::permissions::rule::index;
use crate::catalog::permissions::{Means, SkillRule};
use crate::catalog::{Environment, Permission, SettingsFile};
use crate::hosts::{AgentRule, Host, PermissionRule, glob_matches};
use crate::settings::{Node, look_up};
use crate::text::Text;

/// The rules about skills in the order in which the host looks at them. `files` are given strongest first.
pub(crate) fn rules(host: &Host, files: &[SettingsFile], environment: &Environment) -> Vec<SkillRule> {
    let rule = &host.permissions;
    let Some(tool) = &rule.tool else { return Vec::new() };
    let read = |file| Some((file, SettingsFile::tree(file, host.controls.comments).ok()?));
    let files: Vec<(&SettingsFile, Node)> = files.iter().filter_map(read).collect();
    let mut settings = Value::Object(Map::new());
    for (_, root) in files.iter().rev() {
        lay_over(&mut settings, normalized(host, root.plain()));
    }
    let key = host.controls.permissions.as_deref().unwrap_or_default();
    let mut general = look_up(&settings, key).cloned().unwrap_or_default();
    let variable = rule.variable.as_ref().and_then(|name| Some((name, environment.variables.get(name)?)));
    let laid_over: Option<Value> = variable.and_then(|(_, text)| serde_json::from_str(text).ok());
    if let Some(value) = laid_over.clone() {
        lay_over(&mut general, value);
    }
    let mut all = switched(rule, &settings);
    lay_over(&mut all, by_tool(general));
    let switches = rule.switches.as_deref();
    let mut rules = Vec::new();
    for said in of_tool(&all, tool) {
        let of_variable = laid_over.as_ref().is_some_and(|value| said.is_in(value));
        let place = match variable.filter(|_| of_variable) {
            Some((name, _)) => Some((PathBuf::from(format!("${name}")), None)),
            None => place(&files, &[key], switches, &said),
        };
        rules.push(said.at(place));
    }
    let agents = rule.agents.as_ref();
    if let Some((agents, (name, agent))) = agents.and_then(|it| Some((it, begins(it, &settings, environment)?))) {
        for said in of_tool(agent.get(key).unwrap_or(&Value::Null), tool) {
            let mut keys = agents.keys.iter().rev();
            let place = keys.find_map(|of_agents| place(&files, &[of_agents, &name, key], switches, &said));
            rules.push(said.at(place));
        }
    }
    let text_of = |rule: &SkillRule| files.iter().find(|(file, _)| file.path == rule.path).map(|(file, _)| &file.text);
    let located = rules.into_iter().map(|rule: SkillRule| match text_of(&rule) {
        Some(text) => rule.read_from(text),
        None => rule,
    });
    located.collect()
}

/// A rule that the merged settings give.
struct Said {
    /// The pattern over tools.
    tools: String,
    /// The pattern over names, where one is written.
    pattern: Option<String>,
    permission: Permission,
}

impl Said {
    fn at(self, place: Option<(PathBuf, Option<usize>)>) -> SkillRule {
        let (path, line) = place.unwrap_or_default();
        let Said { tools, pattern, permission } = self;
        let means = Means::Glob(pattern.clone().unwrap_or_else(|| "*".to_owned()));
        SkillRule { means, permission, text: pattern.unwrap_or(tools), path, line, span: None, awaits_trust: false }
    }

    /// Whether a tree of rules says it.
    fn is_in(&self, rules: &Value) -> bool {
        let by_tool = rules.get(&self.tools).unwrap_or(rules);
        let word = self.pattern.as_ref().and_then(|pattern| by_tool.get(pattern)).unwrap_or(by_tool);
        word.as_str() == Some(self.permission.word())
    }
}

/// The strongest file that says a rule, and the line; `above` are the keys that lead to the rules.
fn place(
    files: &[(&SettingsFile, Node)],
    above: &[&str],
    switches: Option<&str>,
    said: &Said,
) -> Option<(PathBuf, Option<usize>)> {
    let found = |keys: &[&str], is_it: &dyn Fn(&Node) -> bool| {
        files.iter().find_map(|(file, root)| {
            let at = offset(root, keys, 0, is_it)?;
            Some((file.path.clone(), Some(Text::new(&*file.text).line_number(at))))
        })
    };
    let mut keys = above.to_vec();
    keys.extend([Some(said.tools.as_str()), said.pattern.as_deref()].into_iter().flatten());
    let is_it = |node: &Node| node.text() == Some(said.permission.word());
    found(&keys, &is_it).or_else(|| {
        let mut keys: Vec<&str> = above.iter().take(above.len() - 1).copied().chain(switches).collect();
        keys.push(&said.tools);
        found(&keys, &|_| true)
    })
}

/// Where a value stands. One that is no mapping stands for all that could be below it.
fn offset(node: &Node, keys: &[&str], at: usize, is_it: &dyn Fn(&Node) -> bool) -> Option<usize> {
    match keys.split_first() {
        Some((key, below)) if node.is_map() => {
            let member = node.get(key)?;
            offset(&member.value, below, member.key_span.start, is_it)
        }
        _ => (!node.is_map() && is_it(node)).then_some(at),
    }
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
fn of_tool(rules: &Value, tool: &str) -> Vec<Said> {
    let mut found = Vec::new();
    for (tools, rule) in rules.as_object().into_iter().flatten() {
        if !glob_matches(tools, tool) {
            continue;
        }
        let said = |pattern: Option<&String>, word: &Value| {
            let permission = word.as_str().and_then(Permission::from_word)?;
            Some(Said { tools: tools.clone(), pattern: pattern.cloned(), permission })
        };
        found.extend(said(None, rule));
        // JavaScript puts keys that are numbers before all others.
        let mut patterns: Vec<(&String, &Value)> = rule.as_object().into_iter().flatten().collect();
        patterns.sort_by_key(|(pattern, _)| index(pattern));
        found.extend(patterns.into_iter().filter_map(|(pattern, word)| said(Some(pattern), word)));
    }
    found
}

/// The agent with which a session begins, and what is said of it; `None` when nothing is.
fn begins(rule: &AgentRule, settings: &Value, environment: &Environment) -> Option<(String, Value)> {
    let mut agents = Value::Object(Map::new());
    for key in &rule.keys {
        lay_over(&mut agents, settings.get(key).cloned().unwrap_or_default());
    }
    let agents = agents.as_object()?;
    let flag = |agent: Option<&Value>, key: &str| agent.and_then(|it| it.get(key)?.as_bool()) == Some(true);
    let is_first = |name: &str| {
        let agent = agents.get(name);
        let mode = agent.and_then(|agent| agent.get("mode")?.as_str());
        let is_helper = rule.helpers.iter().any(|helper| helper == name);
        let mode = mode.unwrap_or(if is_helper { "subagent" } else { "primary" });
        !flag(agent, "disable") && mode != "subagent"
    };
    let is_known = |name: &str| agents.contains_key(name) || rule.own.iter().any(|own| own == name);
    let asked = environment.agent.as_deref().filter(|name| is_known(name) && is_first(name));
    let named = asked.or_else(|| rule.first.as_ref().and_then(|key| look_up(settings, key)).and_then(Value::as_str));
    let name = match named {
        Some(name) => name,
        None => {
            let own = rule.own.iter().chain(&rule.helpers).map(String::as_str);
            let shown = |name: &&str| is_first(name) && !flag(agents.get(*name), "hidden");
            own.chain(agents.keys().map(String::as_str)).find(shown)?
        }
    };
    Some((name.to_owned(), agents.get(name)?.clone()))
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
        let shown: Vec<String> = rules
            .iter()
            .map(|rule| match &rule.means {
                Means::Glob(pattern) => format!("{pattern} {:?}", rule.permission),
                other => format!("{other:?}"),
            })
            .collect();
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
