//! What one SKILL.md says: the fence, a tolerant YAML tree, the Markdown body. Parsing never fails.

pub mod allow;
pub mod arguments;
pub mod body;
pub mod fence;
pub(crate) mod keys;
pub(crate) mod lines;
pub mod patterns;
#[cfg(test)]
mod properties;
pub mod tool_rule;
pub mod tools;
mod withheld;
pub mod yaml;

pub use withheld::withheld;

use std::sync::Arc;

use crate::text::Span;
use allow::Allow;
use body::LazyBody;
use fence::{Fence, FenceFault};
use yaml::{Entry, Node, YamlError};

/// Everything one file says, with the byte span of each part. Problems are part of the value.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text itself, byte for byte as on disk (see [`Document::damage`] for what is not UTF-8).
    pub text: Arc<str>,
    /// The first byte that is not UTF-8. Each such byte stands as `?` in `text`, so that spans stay true.
    pub damage: Option<Damage>,
    /// A damaged file as most programs read it: with U+FFFD in place of what is not UTF-8.
    pub replaced: Option<Arc<Document>>,
    /// Where the frontmatter begins and ends, as the author meant it.
    pub fence: Fence,
    /// The frontmatter's fields, in order, broken ones included. Empty when it is not a mapping.
    pub fields: Vec<Field>,
    /// The frontmatter's root when it is something other than a mapping.
    pub not_mapping: Option<Node>,
    /// YAML errors, each confined to its field.
    pub errors: Vec<YamlError>,
    /// Comments in the frontmatter, from `#` to the end of the line.
    pub comments: Vec<Span>,
    /// The Markdown below the frontmatter.
    pub body: LazyBody,
    /// Suppression comments, in order.
    pub allows: Vec<Allow>,
}

/// A byte that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where it stands.
    pub offset: usize,
    /// Its value.
    pub byte: u8,
    /// How many such bytes the file has.
    pub count: usize,
}

/// One top-level field of the frontmatter.
#[derive(Clone, Debug)]
pub struct Field {
    /// The key as written, without quotes.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// The value. `Value::Broken` when YAML could not read it; its span is then the raw text of the value.
    pub value: Node,
    /// The whole field: from the key to the end of its last line, without that line's break.
    pub span: Span,
}

impl Document {
    /// The first field with this key. Keys are case-sensitive, as every host takes them.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The decoded text of a scalar field, trimmed of nothing. `None` when it is absent, broken or not a scalar.
    pub fn scalar(&self, key: &str) -> Option<&str> {
        self.field(key)?.value.scalar()
    }

    /// Whether the frontmatter was read without any error.
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty() && self.fence.fault.is_none()
    }
}

/// Reads a text. Never fails; what is wrong is part of the answer.
pub fn parse(text: &str) -> Document {
    let fence = fence::find(text);
    let block = match fence.fault {
        Some(FenceFault::OneLine(_)) => yaml::parse_one_line(text, fence.block),
        _ => yaml::parse_tolerant(text, fence.block),
    };
    let whole: Arc<str> = Arc::from(text);
    let body = LazyBody::new(whole.clone(), fence.body);
    let allows = allow::find(text, &block.comments, &body);
    let (fields, not_mapping) = fields_of(block.entries, block.root);
    Document {
        text: whole,
        damage: None,
        replaced: None,
        fence,
        fields,
        not_mapping,
        errors: block.errors,
        comments: block.comments,
        body,
        allows,
    }
}

/// Reads bytes that may not be UTF-8.
pub fn parse_bytes(bytes: &[u8]) -> Document {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(_) => {
            let (text, damage) = repair_bytes(bytes);
            let replaced = Document { damage, ..parse(&String::from_utf8_lossy(bytes)) };
            Document { damage, replaced: Some(Arc::new(replaced)), ..parse(&text) }
        }
    }
}

/// The text with one `?` for each byte that is not UTF-8: offsets stay those of the file.
fn repair_bytes(bytes: &[u8]) -> (String, Option<Damage>) {
    let mut text = String::with_capacity(bytes.len());
    let mut damage: Option<Damage> = None;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for &byte in chunk.invalid() {
            let offset = text.len();
            let first = damage.get_or_insert(Damage { offset, byte, count: 0 });
            first.count += 1;
            text.push('?');
        }
    }
    (text, damage)
}

fn fields_of(entries: Vec<(Entry, Span)>, root: Option<Node>) -> (Vec<Field>, Option<Node>) {
    let fields = entries
        .into_iter()
        .map(|(entry, span)| Field {
            key: entry.key.scalar().unwrap_or_default().to_owned(),
            key_span: entry.key.span,
            value: entry.value,
            span,
        })
        .collect();
    (fields, root)
}
