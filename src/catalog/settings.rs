//! A settings file of a host, and its text as a tree.

use std::path::PathBuf;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::{Map, Value};

use crate::catalog::{Environment, yaml_settings};
use crate::document::yaml::{self, Node, Resolved, Schema};
use crate::document::{self};
use crate::hosts::VariableStyle;

/// A settings file that `disk` found and read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// It counts only when the folder is trusted.
    pub when_trusted: bool,
    /// The agent that it describes, when it is a Markdown file whose frontmatter is the settings.
    pub agent: Option<String>,
    /// The source of settings it belongs to; none for the administrator's.
    pub source: Option<String>,
    /// Only what it says of plugins counts.
    pub only_plugins: bool,
}

/// A settings file as a tree, by its ending: TOML, YAML, JSON with comments, or JSON, which may have `comments` too.
pub fn parsed(file: &SettingsFile, comments: bool) -> Result<Value, String> {
    if let Some(agent) = &file.agent {
        return Ok(agent_settings(agent, &file.text));
    }
    let path = file.path.display();
    if file.path.extension().is_some_and(|extension| extension == "toml") {
        return toml::from_str(&file.text).map_err(|error| {
            let before = error.span().and_then(|span| file.text.get(..span.start)).unwrap_or_default();
            let (line, column) = (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or_default());
            format!("cannot read {path}:{line}:{}: {}", column.chars().count() + 1, error.message())
        });
    }
    if file.path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
        return yaml_settings::tree(&file.text).map_err(|message| format!("cannot read {path}: {message}"));
    }
    let text = file.text.strip_prefix('\u{feff}').unwrap_or(&file.text);
    if text.trim().is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    let text = match comments || file.path.extension().is_some_and(|extension| extension == "jsonc") {
        true => without_comments(text),
        false => text.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        format!("cannot read {path}:{}:{}: {message}", error.line(), error.column())
    })
}

/// JSON with its comments and trailing commas blanked, so that lines and columns stay true.
fn without_comments(text: &str) -> String {
    let mut result: Vec<char> = Vec::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut in_string = false;
    // Where a comma stands that nothing but space has followed yet.
    let mut comma: Option<usize> = None;
    while let Some(character) = characters.next() {
        match character {
            '\\' if in_string => {
                result.push(character);
                result.extend(characters.next());
                continue;
            }
            '"' => in_string = !in_string,
            '/' if !in_string && characters.peek() == Some(&'/') => {
                result.push(' ');
                while let Some(inside) = characters.next_if(|it| *it != '\n') {
                    result.push(if inside == '\r' { '\r' } else { ' ' });
                }
                continue;
            }
            '/' if !in_string && characters.peek() == Some(&'*') => {
                // The star of the opening is taken now, so that `/*/` does not end by itself.
                characters.next();
                result.extend([' ', ' ']);
                let mut last = ' ';
                for inside in characters.by_ref() {
                    result.push(if inside == '\n' { '\n' } else { ' ' });
                    if (last, inside) == ('*', '/') {
                        break;
                    }
                    last = inside;
                }
                continue;
            }
            '}' | ']' if !in_string => {
                if let Some(place) = comma.take().and_then(|place| result.get_mut(place)) {
                    *place = ' ';
                }
            }
            _ => {}
        }
        if character == ',' && !in_string {
            comma = Some(result.len());
        } else if !character.is_whitespace() {
            comma = None;
        }
        result.push(character);
    }
    result.into_iter().collect()
}

/// The value under a dotted key: `a.b` may be a key itself, or `b` inside `a`.
pub fn look_up<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    let object = value.as_object()?;
    if let Some(found) = object.get(key) {
        return Some(found);
    }
    key.match_indices('.').find_map(|(dot, _)| look_up(object.get(key.get(..dot)?)?, key.get(dot + 1..)?))
}

/// The settings of one agent, from the frontmatter of its file.
fn agent_settings(agent: &str, text: &str) -> Value {
    let document = document::parse(text);
    let fields = document.fields.iter().map(|field| (field.key.clone(), plain(&field.value, 0)));
    let said = Value::Object(fields.collect());
    let agents = Value::Object(Map::from_iter([(agent.to_owned(), said)]));
    Value::Object(Map::from_iter([("agent".to_owned(), agents)]))
}

/// A YAML value as JSON. What lies too deep for any setting is left out.
fn plain(node: &Node, depth: usize) -> Value {
    const DEEPEST: usize = 16;
    match (&node.value, node.resolve(Schema::Core)) {
        _ if depth > DEEPEST => Value::Null,
        (yaml::Value::Mapping { entries, .. }, _) => {
            let pairs = entries
                .iter()
                .map(|entry| (entry.key.scalar().unwrap_or_default().to_owned(), plain(&entry.value, depth + 1)));
            Value::Object(pairs.collect())
        }
        (yaml::Value::Sequence { items, .. }, _) => items.iter().map(|item| plain(item, depth + 1)).collect(),
        (_, Some(Resolved::Bool(value))) => Value::Bool(value),
        (_, Some(Resolved::Number(value))) => Value::from(value),
        (yaml::Value::Scalar(scalar), Some(Resolved::Text)) => Value::from(scalar.text.clone()),
        _ => Value::Null,
    }
}

/// A settings text with its environment variables filled in.
pub fn with_variables(style: VariableStyle, text: &str, environment: &Environment) -> String {
    static DOLLAR: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\$(?:([0-9A-Za-z_]+)|\{([^}]+?)(?::-([^}]*))?\})").ok());
    static BRACES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\{env:([^}]+)\}").ok());
    let value = |name: &str| environment.variables.get(name).map(String::as_str);
    let filled = match style {
        VariableStyle::Dollar => DOLLAR.as_ref().map(|pattern| {
            pattern.replace_all(text, |found: &Captures| {
                let name = found.get(1).or(found.get(2)).map_or("", |name| name.as_str());
                let otherwise = found.get(3).map(|otherwise| otherwise.as_str().to_owned());
                let whole = found.get(0).map_or("", |whole| whole.as_str());
                let quoted = |value: &str| {
                    let quoted = Value::from(value).to_string();
                    quoted.trim_start_matches('"').strip_suffix('"').unwrap_or_default().to_owned()
                };
                value(name).map(quoted).or(otherwise).unwrap_or_else(|| whole.to_owned())
            })
        }),
        VariableStyle::EnvBraces => BRACES.as_ref().map(|pattern| {
            pattern.replace_all(text, |found: &Captures| {
                value(found.get(1).map_or("", |name| name.as_str())).unwrap_or_default().to_owned()
            })
        }),
    };
    filled.map_or_else(|| text.to_owned(), |filled| filled.into_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn variables_in_two_styles() {
        let variables = BTreeMap::from([("A".to_owned(), "x\"y".to_owned())]);
        let environment = Environment { variables, ..Environment::default() };
        let filled = |style, text| with_variables(style, text, &environment);
        assert_eq!(filled(VariableStyle::Dollar, "$A ${A} $B ${B:-c} ${B}"), "x\\\"y x\\\"y $B c ${B}");
        assert_eq!(filled(VariableStyle::EnvBraces, "[{env:A}] [{env:B}] $A"), "[x\"y] [] $A");
    }

    #[test]
    fn an_agent_in_markdown() {
        let text = "---\nmode: primary\ntools: {skill: false}\npermission:\n  skill:\n    \"a-*\": deny\n---\nBody.\n";
        let shown = agent_settings("build", text).to_string();
        let expected =
            r#"{"agent":{"build":{"mode":"primary","tools":{"skill":false},"permission":{"skill":{"a-*":"deny"}}}}}"#;
        assert_eq!(shown, expected);
    }
}
