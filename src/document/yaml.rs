//! A spanned YAML tree: strict for what a host reads, tolerant for what an author is still typing.

use crate::text::Span;

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
    /// YAML 1.1 besides: `yes`, `no`, `on`, `off`, `1_000`, dates stay text.
    Yaml11,
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
        let _ = schema;
        None
    }
}

/// Reads `block` of `text` as a host's parser would: all or nothing. Spans are those of `text`.
/// Repeated keys are kept; a second document is an error. An empty block is `Ok(None)`.
pub fn parse_strict(text: &str, block: Span) -> Result<Option<Node>, YamlError> {
    let _ = (text, block);
    Ok(None)
}

/// Reads `block` of `text` as far as possible: whole, or, where YAML breaks, field by field.
pub fn parse_tolerant(text: &str, block: Span) -> Block {
    let _ = (text, block);
    Block::default()
}
