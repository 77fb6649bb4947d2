//! A spanned YAML tree: strict for what a host reads, tolerant for what an author is still typing.

mod cause;
mod escape;
mod parser;
mod recovery;
mod schema;
#[cfg(test)]
mod tests;

use crate::document::keys::is_common;
use crate::document::lines::{line_at, trimmed};
use crate::text::Span;
pub(crate) use cause::flow_end;
pub use escape::escaped_sign;
use parser::Tree;

/// One node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The bytes of the value, quotes and block indicator included, without a trailing comment or line break.
    pub span: Span,
    /// What it is.
    pub value: Value,
    /// The explicit tag, as written (`!`, `!!str`).
    pub tag: Option<String>,
    /// The name of the anchor on it.
    pub anchor: Option<String>,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    Scalar(Scalar),
    /// A list.
    Sequence {
        /// Written as `[a, b]`.
        flow: bool,
        /// Its items.
        items: Vec<Node>,
    },
    /// A mapping.
    Mapping {
        /// Written as `{a: b}`.
        flow: bool,
        /// Its entries, in order, repeated keys included.
        entries: Vec<Entry>,
    },
    /// `*name`: kept as it is, never expanded, so that a bomb costs nothing.
    Alias(String),
    /// Nothing after the colon. The span is empty and stands where a value would begin.
    Missing,
    /// YAML could not read it; the span is the raw text, trimmed.
    Broken,
}

/// A text value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The decoded text.
    pub text: String,
    /// How it is written.
    pub style: Style,
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'…'`
    Single,
    /// `"…"`
    Double,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Node,
    /// The value.
    pub value: Node,
}

/// What a plain scalar means to a parser.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolved {
    /// `~`, `null`, nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number, with its value.
    Number(f64),
    /// Text.
    Text,
}

/// Which words and numbers a parser resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// YAML 1.2 core: `true`, `false`, `null`, `~`, decimal, `0x`, `0o`, floats.
    Core,
    /// The same, as Rust's serde_yaml reads it: `0b11` is a number besides; `017` and `1e999` are text.
    Serde,
    /// YAML 1.1 besides: `yes`, `no`, `on`, `off`, `1_000`, dates stay text.
    Yaml11,
    /// The words of the core schema with the numbers of YAML 1.1: `1_000`, `017`, `12:30`.
    CoreWords,
    /// None: every value is a text.
    Texts,
}

/// A YAML error, in the words of the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// The characters to blame, inside the field.
    pub span: Span,
    /// The top-level key of the field it is confined to, when there is one.
    pub key: Option<String>,
    /// Why.
    pub cause: Cause,
}

/// Why YAML could not read something. The check turns each into a sentence and a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// `: ` inside an unquoted value. The span is the colon and the space.
    ColonInPlain,
    /// `: ` in a continuation line of an unquoted value.
    ColonInContinuation,
    /// A plain value cannot start with this character (`@`, backtick, `%`, `,`, `]`, `}` …).
    ReservedStart(char),
    /// `*text` read as an alias that has no anchor (often Markdown bold).
    AliasUndefined,
    /// Text after a closing quote.
    TextAfterQuote,
    /// A comma right after a closing quote.
    CommaAfterQuote,
    /// A quote of the same kind inside the quoted text; the span is the text after the second quote.
    InnerQuote,
    /// A quote that is never closed; the span is the opening quote.
    QuoteUnclosed,
    /// A backslash escape that YAML does not know; the span is the escape.
    BadEscape,
    /// `[a] [b]`: something after a flow list or mapping.
    TextAfterFlow,
    /// `[` or `{` that is never closed; the span is the bracket.
    FlowUnclosed(char),
    /// `{{name}}`: an unfilled template placeholder.
    TemplatePlaceholder,
    /// A list used as a key.
    ListAsKey,
    /// `key: - item` on one line.
    ListOnKeyLine,
    /// A line without a colon; the span is the line, the text its first word.
    KeyWithoutColon,
    /// A full-width colon after a key; the span is the colon.
    FullWidthColon,
    /// A tab used as indentation; the span is the tab.
    TabIndentation,
    /// A line of a block scalar or nested value that is indented less than it should be.
    LessIndented,
    /// A line indented more than its neighbours.
    MoreIndented,
    /// Text after `|` or `>` on the same line.
    TextAfterBlockSign,
    /// `key:value`: no space after the colon, so there is no key; the span is the colon.
    ColonWithoutSpace,
    /// A ` #` comment with more of the value below it; the span is the comment.
    CommentInPlain,
    /// A quoted value that goes on at column 0. Some parsers read it, so the value is kept; the span is the
    /// first such line.
    QuoteAtColumnZero,
    /// A list item below a key that already has a value; the span is the dash.
    ListAfterValue,
    /// A line among list items that has no dash; the span is the line.
    DashMissing,
    /// Two items of `[…]` or `{…}` without a comma between them; the span is where the second begins.
    CommaMissing,
    /// A second document; the span is the line that starts it.
    SecondDocument,
    /// A Git conflict marker; the span is its line. Reported once for a block.
    ConflictMarker,
    /// A character that no YAML text may hold, such as NUL. The value is kept.
    ControlCharacter(char),
    /// Nested deeper than the parser goes.
    TooDeep,
    /// Something else: the parser's own words.
    Other(String),
}

/// The tolerant reading of a block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Top-level entries with the span of the whole field, broken ones included.
    pub entries: Vec<(Entry, Span)>,
    /// The root, when it is not a mapping (a list, a scalar); `None` for an empty block.
    pub root: Option<Node>,
    /// What is wrong.
    pub errors: Vec<YamlError>,
    /// Comments, from `#` to the end of the line.
    pub comments: Vec<Span>,
}

impl Node {
    /// The decoded text of a scalar.
    pub fn scalar(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) => Some(&scalar.text),
            Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => None,
        }
    }

    /// What the value means under `schema`; `None` for anything but scalars and missing values.
    pub fn resolve(&self, schema: Schema) -> Option<Resolved> {
        let (text, is_plain) = match &self.value {
            Value::Scalar(scalar) => (scalar.text.as_str(), scalar.style == Style::Plain),
            Value::Missing => ("", true),
            Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Broken => return None,
        };
        let Some(tag) = &self.tag else {
            return Some(if is_plain { schema::resolve_plain(text, schema) } else { Resolved::Text });
        };
        let name = tag.strip_prefix("!!").or_else(|| tag.strip_prefix("!<tag:yaml.org,2002:")?.strip_suffix('>'));
        let resolved = schema::resolve_plain(text, schema);
        let fits = match name {
            Some("null") => resolved == Resolved::Null,
            Some("bool") => matches!(resolved, Resolved::Bool(_)),
            Some("int") => matches!(resolved, Resolved::Number(_)) && schema::is_whole(text),
            Some("float") => matches!(resolved, Resolved::Number(_)),
            _ => false,
        };
        Some(if fits { resolved } else { Resolved::Text })
    }
}

impl YamlError {
    /// The raw text of the innermost value that the error stands in, for a fix that puts it in quotes: for
    /// `metadata:` with a line `a: b: c` below it, `b: c`. `None` when the error is not inside a value.
    pub fn value(&self, text: &str) -> Option<Span> {
        cause::value_around(text, self)
    }
}

/// Reads `block` of `text` as a host's parser would: all or nothing. Spans are those of `text`.
/// Repeated keys are kept; a second document is an error. An empty block is `Ok(None)`.
pub fn parse_strict(text: &str, block: Span) -> Result<Option<Node>, YamlError> {
    match parser::tree(block.of(text), block.start) {
        Ok(tree) if tree.undefined.is_empty() => Ok(tree.root),
        Ok(_) | Err(_) => {
            // The tolerant reading knows the cause and the smallest span.
            let errors = parse_tolerant(text, block).errors;
            let first = errors.into_iter().min_by_key(|error| error.span.start);
            Err(first.unwrap_or(YamlError { span: block, key: None, cause: Cause::Other("not YAML".to_owned()) }))
        }
    }
}

/// Reads `block` of `text` as far as possible: whole, or, where YAML breaks, field by field.
pub fn parse_tolerant(text: &str, block: Span) -> Block {
    if block.of(text).bytes().any(|byte| is_control(char::from(byte)) && byte.is_ascii()) {
        return parse_around_controls(text, block);
    }
    match parser::tree(block.of(text), block.start) {
        Ok(tree) => {
            let is_plain = tree
                .root
                .as_ref()
                .is_some_and(|root| matches!(&root.value, Value::Scalar(scalar) if scalar.style == Style::Plain));
            if is_plain && recovery::has_key_without_colon(text, block) {
                return recovery::recover(text, block, None);
            }
            whole(text, tree)
        }
        Err(failure) => recovery::recover(text, block, Some(failure)),
    }
}

/// Reads a frontmatter that its author wrote on one line: `name: x description: y`. Each common field starts a value.
pub fn parse_one_line(text: &str, line: Span) -> Block {
    let source = line.of(text);
    let mut keys: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for word in source.split([' ', '\t']) {
        if let Some(key) = word.strip_suffix(':').filter(|key| is_common(key)) {
            keys.push((at, key));
        }
        at += word.len() + 1;
    }
    let ends = keys.iter().skip(1).map(|(at, _)| *at).chain([source.len()]);
    let entries = keys
        .iter()
        .zip(ends)
        .map(|((at, key), end)| {
            let after = at + key.len() + 1;
            let span = trimmed(source.get(after..end).unwrap_or_default(), line.start + after);
            let value = if span.is_empty() {
                Value::Missing
            } else {
                Value::Scalar(Scalar { text: span.of(text).to_owned(), style: Style::Plain })
            };
            let key_span = Span::new(line.start + at, line.start + at + key.len());
            let entry = Entry { key: plain_key(text, key_span), value: Node::new(span, value) };
            let field = key_span.cover(span);
            (entry, field)
        })
        .collect();
    Block { entries, ..Block::default() }
}

impl Node {
    /// A node without tag and anchor.
    fn new(span: Span, value: Value) -> Node {
        Node { span, value, tag: None, anchor: None }
    }
}

/// The key written at `span`.
fn plain_key(text: &str, span: Span) -> Node {
    Node::new(span, Value::Scalar(Scalar { text: span.of(text).to_owned(), style: Style::Plain }))
}

/// The block of a tree without syntax errors. Undefined aliases and lists as keys are legal syntax, but not readable.
fn whole(text: &str, tree: Tree) -> Block {
    let mut block = Block { comments: tree.comments, ..Block::default() };
    match tree.root {
        Some(Node { value: Value::Mapping { entries, .. }, .. }) => {
            block.entries = entries.into_iter().map(|entry| with_field_span(text, entry)).collect();
        }
        root => block.root = root,
    }
    unreadable_aliases(&mut block, &tree.undefined);
    unreadable_keys(text, &mut block, &tree.complex_keys);
    block
}

/// The entry with the span of its field: to the end of its last line, without that line's break.
fn with_field_span(text: &str, entry: Entry) -> (Entry, Span) {
    let end = entry.key.span.end.max(entry.value.span.end);
    let field = Span::new(entry.key.span.start, line_at(text, end).end.max(end));
    (entry, field)
}

/// The index of the entry whose field covers `span`. Fields stand in the order of the text.
fn field_at(block: &Block, span: Span) -> Option<usize> {
    let index = block.entries.partition_point(|(_, field)| field.end < span.end);
    block.entries.get(index).filter(|(_, field)| field.covers(span)).map(|_| index)
}

/// The first undefined alias of each field is an error; more of them are the same fault.
fn unreadable_aliases(block: &mut Block, undefined: &[Span]) {
    let mut reported = usize::MAX;
    for &span in undefined {
        let field = field_at(block, span).unwrap_or(usize::MAX - 1);
        if field == reported {
            continue;
        }
        reported = field;
        let entry = block.entries.get_mut(field).map(|(entry, _)| entry);
        let key = entry.as_ref().and_then(|entry| entry.key.scalar().map(str::to_owned));
        if let Some(entry) = entry.filter(|entry| entry.value.span == span) {
            entry.value.value = Value::Broken;
        }
        block.errors.push(YamlError { span, key, cause: Cause::AliasUndefined });
    }
}

/// `{{name}}` is a mapping whose key is a mapping: a template that nobody filled in. Other lists and mappings as keys
/// are what they are.
fn unreadable_keys(text: &str, block: &mut Block, complex_keys: &[Span]) {
    let mut reported: Option<usize> = None;
    for &span in complex_keys {
        let field = field_at(block, span);
        if field.is_some() && field == reported {
            continue;
        }
        reported = field;
        let around = Span::new(span.start.saturating_sub(1), span.end + 1);
        let is_template = around.of(text).starts_with("{{");
        let entry = field.and_then(|field| block.entries.get_mut(field)).map(|(entry, _)| entry);
        let key = entry.as_ref().and_then(|entry| entry.key.scalar().map(str::to_owned));
        if let Some(entry) = entry.filter(|entry| is_template && entry.value.span.start == around.start) {
            entry.value.value = Value::Broken;
        }
        let (span, cause) = if is_template { (around, Cause::TemplatePlaceholder) } else { (span, Cause::ListAsKey) };
        block.errors.push(YamlError { span, key, cause });
    }
}

/// Whether no YAML text may hold this character: NUL, escape, delete and the like.
fn is_control(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\u{85}')
}

/// Reads a block that holds control characters, which no YAML parser takes: as if each byte of them were a `?`.
fn parse_around_controls(text: &str, block: Span) -> Block {
    let stand_in = |it: char| if is_control(it) { "?".repeat(it.len_utf8()) } else { it.to_string() };
    let clean: String = text.chars().map(stand_in).collect();
    let mut result = parse_tolerant(&clean, block);
    for (entry, _) in &mut result.entries {
        let span = entry.value.span;
        if let Value::Scalar(scalar) = &mut entry.value.value
            && scalar.text == span.of(&clean)
        {
            scalar.text = span.of(text).to_owned();
        }
    }
    // One error for all: they have one origin.
    if let Some((at, character)) = block.of(text).char_indices().find(|(_, it)| is_control(*it)) {
        let span = Span::new(block.start + at, block.start + at + character.len_utf8());
        result.errors.retain(|error| error.span != span);
        let field = field_at(&result, span).and_then(|index| result.entries.get(index));
        let key = field.and_then(|(entry, _)| entry.key.scalar().map(str::to_owned));
        result.errors.push(YamlError { span, key, cause: Cause::ControlCharacter(character) });
        result.errors.sort_by_key(|error| error.span.start);
    }
    result
}
