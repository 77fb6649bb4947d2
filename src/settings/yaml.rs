//! Reads YAML, as a whole file or as the frontmatter of one.

use crate::document::yaml::{self, Resolved, Schema};
use crate::document::{self};
use crate::settings::{Member, Node, Settings, SettingsRefusal, Value};
use crate::text::Span;

/// How deep a text may be nested.
const DEEPEST: usize = 64;

/// What a text says.
pub(super) fn settings(text: &str) -> Settings {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    match yaml::parse_strict(text, Span::new(start, text.len())) {
        Ok(Some(root)) => {
            let mut reader = YamlReader { problem: None };
            let root = reader.node(&root, 0);
            Settings { root, problem: reader.problem }
        }
        Ok(None) => Settings { root: Node::blank(), problem: None },
        Err(error) => Settings::broken(error.span.start, "this is not valid YAML"),
    }
}

/// The fields at the beginning of a Markdown file.
pub fn frontmatter(text: &str) -> Node {
    let mut reader = YamlReader { problem: None };
    let fields = document::parse(text).fields;
    let member = |field: &document::Field| Member {
        key: field.key.clone(),
        key_span: field.key_span,
        value: reader.node(&field.value, 0),
    };
    Node { span: Span::at(0), value: Value::Map(fields.iter().map(member).collect()) }
}

struct YamlReader {
    problem: Option<SettingsRefusal>,
}

impl YamlReader {
    fn node(&mut self, found: &yaml::Node, depth: usize) -> Node {
        let value = match &found.value {
            _ if depth > DEEPEST => {
                self.problem.get_or_insert_with(|| SettingsRefusal::new(found.span.start, "this is nested too deep"));
                Value::Other(Box::default())
            }
            yaml::Value::Mapping { entries, .. } => {
                let mut seen = std::collections::HashSet::new();
                let mut members = Vec::new();
                for entry in entries {
                    let key = entry.key.scalar().unwrap_or_default();
                    if !seen.insert(key) {
                        self.problem.get_or_insert_with(|| SettingsRefusal::repeated(key, entry.key.span));
                    }
                    let value = self.node(&entry.value, depth + 1);
                    members.push(Member { key: key.to_owned(), key_span: entry.key.span, value });
                }
                Value::Map(members)
            }
            yaml::Value::Sequence { items, .. } => {
                Value::List(items.iter().map(|item| self.node(item, depth + 1)).collect())
            }
            yaml::Value::Scalar(scalar) => match found.resolve(Schema::Core) {
                Some(Resolved::Bool(is_on)) => Value::other(is_on),
                Some(Resolved::Number(number)) => Value::other(number),
                Some(Resolved::Null) => Value::Other(Box::default()),
                Some(Resolved::Text) | None => Value::Text(scalar.text.clone()),
            },
            yaml::Value::Alias(_) | yaml::Value::Missing | yaml::Value::Broken => Value::Other(Box::default()),
        };
        Node { span: found.span, value }
    }
}
