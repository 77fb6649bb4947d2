//! A settings file of a host, and its text as a tree.

use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::catalog::yaml_settings;

/// A settings file that `disk` found and read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// It counts only when the folder is trusted.
    pub when_trusted: bool,
    /// The source of settings it belongs to; none for the administrator's.
    pub source: Option<String>,
    /// Only what it says of plugins counts.
    pub only_plugins: bool,
}

/// A settings file as a tree, by its ending: TOML, YAML, JSON with comments, or JSON, which may have `comments` too.
pub fn parsed(file: &SettingsFile, comments: bool) -> Result<Value, String> {
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
