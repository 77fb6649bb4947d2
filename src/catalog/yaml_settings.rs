//! A settings file that is written in YAML, as a tree.

use serde_json::{Map, Value};

use crate::document::yaml::{self, Node, Resolved, Schema};
use crate::text::Span;

/// How deep a settings file is read.
const DEEPEST: usize = 32;

/// The tree of a YAML text; the message says what is wrong with it.
pub(super) fn tree(text: &str) -> Result<Value, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match yaml::parse_strict(text, Span::new(0, text.len())) {
        Ok(Some(node)) => Ok(value(&node, 0)),
        Ok(None) => Ok(Value::Object(Map::new())),
        Err(_) => Err("this is not valid YAML".to_owned()),
    }
}

fn value(node: &Node, depth: usize) -> Value {
    if depth > DEEPEST {
        return Value::Null;
    }
    match &node.value {
        yaml::Value::Mapping { entries, .. } => {
            let entry = |entry: &yaml::Entry| Some((entry.key.scalar()?.to_owned(), value(&entry.value, depth + 1)));
            Value::Object(entries.iter().filter_map(entry).collect())
        }
        yaml::Value::Sequence { items, .. } => items.iter().map(|item| value(item, depth + 1)).collect(),
        yaml::Value::Scalar(_) => match node.resolve(Schema::Core) {
            Some(Resolved::Bool(is_on)) => Value::Bool(is_on),
            Some(Resolved::Number(number)) => Value::from(number),
            Some(Resolved::Text) => node.scalar().map_or(Value::Null, Value::from),
            Some(Resolved::Null) | None => Value::Null,
        },
        yaml::Value::Alias(_) | yaml::Value::Missing | yaml::Value::Broken => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_tree_of_a_settings_file() {
        let text = "extensions:\n  skills:\n    enabled: false\n    timeout: 300\n    names: [a, 'b']\nempty:\n";
        let expected =
            json!({"extensions": {"skills": {"enabled": false, "timeout": 300.0, "names": ["a", "b"]}}, "empty": null});
        assert_eq!(tree(text), Ok(expected));
        assert_eq!(tree(""), Ok(json!({})));
        assert!(tree("a: [\n").is_err());
    }
}
