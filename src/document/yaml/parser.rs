//! The tree of a text that is YAML, built from the parser's events. The only user of granit-parser.

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, StructureStyle, options};

use crate::document::yaml::{Entry, Node, Scalar, Style, Value};
use crate::text::Span;

/// How deep flow and block collections may nest, each. Real frontmatter stays below 10; a tree this flat can be
/// dropped and walked recursively.
const DEPTH: usize = 128;

/// What the events of one document hold.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) root: Option<Node>,
    pub(crate) comments: Vec<Span>,
    /// Aliases without an anchor before them.
    pub(crate) undefined: Vec<Span>,
    /// Keys that are lists or mappings.
    pub(crate) complex_keys: Vec<Span>,
}

/// Where the parser stopped, and why.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) at: usize,
    pub(crate) kind: FailureKind,
}

/// Why the parser stopped: the few reasons that the text alone does not show, and its own words for the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    SecondDocument,
    TooDeep,
    Tab,
    Character(char),
    NotAligned,
    Other(String),
}

/// Reads `source`, which stands at `offset` of its text.
pub(crate) fn tree(source: &str, offset: usize) -> Result<Tree, Failure> {
    let options = options! {
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        flow_nesting_limit: DEPTH,
        block_nesting_limit: DEPTH,
        max_buffered_comment_events: usize::MAX,
    };
    let mut builder = Builder { source, offset, ..Builder::default() };
    for next in Parser::new_from_str_with_options(source, options) {
        let (event, span) = next.map_err(|error| Failure {
            at: offset + error.marker().byte_offset().unwrap_or_default().min(source.len()),
            kind: failure_kind(error.kind()),
        })?;
        builder.add(event, &span)?;
    }
    builder.flush();
    Ok(builder.tree)
}

fn failure_kind(kind: &ErrorKind) -> FailureKind {
    match kind {
        ErrorKind::RecursionLimitExceeded => FailureKind::TooDeep,
        ErrorKind::TabInBlockIndentation | ErrorKind::TabInIndentation | ErrorKind::TabNotAllowed => FailureKind::Tab,
        ErrorKind::UnexpectedCharacter { character } => FailureKind::Character(*character),
        ErrorKind::ExpectedDocumentStart | ErrorKind::InvalidIndentation => FailureKind::NotAligned,
        other => FailureKind::Other(other.to_string()),
    }
}

/// Collections that are still open, innermost last: the tree grows without recursion.
#[derive(Default)]
struct Builder<'source> {
    source: &'source str,
    offset: usize,
    tree: Tree,
    open: Vec<Collection>,
    /// The last scalar, until it is known that no anchor event follows it.
    held: Option<Node>,
    /// Where the last node ends; the sign of a block scalar is looked for from here.
    last_end: usize,
    documents: usize,
}

struct Collection {
    node: Node,
    /// The key that waits for its value.
    key: Option<Node>,
}

impl Builder<'_> {
    fn add(&mut self, event: Event<'_>, span: &granit_parser::Span) -> Result<(), Failure> {
        let range = span.byte_range().unwrap_or_default();
        let tag = span.tag_span().and_then(|it| it.slice(self.source).map(str::to_owned));
        if !matches!(event, Event::Anchor(..)) {
            self.flush();
        }
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(Failure { at: self.offset + range.start, kind: FailureKind::SecondDocument });
                }
            }
            Event::Comment(..) => self.tree.comments.push(self.span(range.start, range.end)),
            Event::Anchor(_, name) => {
                let node = self.held.as_mut().or(self.open.last_mut().map(|it| &mut it.node));
                if let Some(node) = node {
                    node.anchor = Some(name.into_owned());
                }
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                let span = self.span(range.start, range.end);
                if matches!(event, Event::UnresolvedAlias(_)) {
                    self.tree.undefined.push(span);
                }
                let name = self.source.get(range.clone()).unwrap_or_default().trim_start_matches('*').to_owned();
                self.last_end = range.end;
                self.held = Some(Node { span, value: Value::Alias(name), tag, anchor: None });
            }
            Event::Scalar(text, style, ..) => {
                // granit gives `~` and an empty range for a value that is not written.
                if range.is_empty() && style == ScalarStyle::Plain {
                    self.held = Some(Node { span: Span::at(range.start), value: Value::Missing, tag, anchor: None });
                    return Ok(());
                }
                let style = match style {
                    ScalarStyle::Plain => Style::Plain,
                    ScalarStyle::SingleQuoted => Style::Single,
                    ScalarStyle::DoubleQuoted => Style::Double,
                    ScalarStyle::Literal => Style::Literal,
                    ScalarStyle::Folded => Style::Folded,
                };
                let (start, end) = match style {
                    Style::Literal | Style::Folded => self.block_scalar(range.start, range.end),
                    Style::Plain | Style::Single | Style::Double => (range.start, range.end),
                };
                self.last_end = range.end;
                let scalar = Scalar { text: text.into_owned(), style };
                self.held = Some(Node { span: self.span(start, end), value: Value::Scalar(scalar), tag, anchor: None });
            }
            Event::SequenceStart(style, ..) => {
                let flow = style == StructureStyle::Flow;
                let is_value = self.open.last().is_some_and(|parent| parent.key.is_some());
                let mut range = range;
                if !flow && is_value {
                    // The parser's range of a list that is not indented starts behind its dash.
                    range.start = self.sign_before(range.start, &['-']).min(range.start);
                    range.end = range.start;
                }
                self.start(range, Value::Sequence { flow, items: Vec::new() }, tag);
            }
            Event::MappingStart(style, ..) => {
                let flow = style == StructureStyle::Flow;
                self.start(range, Value::Mapping { flow, entries: Vec::new() }, tag);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.last_end = self.last_end.max(range.end.min(range.start + 1));
                if let Some(mut collection) = self.open.pop() {
                    // A block collection ends with its last child, a flow collection with its bracket.
                    if !range.is_empty() {
                        collection.node.span.end = self.offset + range.end;
                    }
                    self.place(collection.node);
                }
            }
            // The parser may learn new events; those known today build the whole tree.
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, range: std::ops::Range<usize>, value: Value, tag: Option<String>) {
        self.last_end = range.end;
        let span = self.span(range.start, range.end);
        self.open.push(Collection { node: Node { span, value, tag, anchor: None }, key: None });
    }

    fn flush(&mut self) {
        if let Some(node) = self.held.take() {
            self.place(node);
        }
    }

    /// Puts a finished node where it belongs.
    fn place(&mut self, mut node: Node) {
        let Some(parent) = self.open.last_mut() else {
            if node.value == Value::Missing {
                node.span = node.span.shift(self.offset);
            }
            self.tree.root = Some(node);
            return;
        };
        if node.value == Value::Missing {
            let bare = node.tag.is_none() && node.anchor.is_none();
            let after_colon = parent.key.as_ref().filter(|_| bare).and_then(|key| {
                let after_key = key.span.end - self.offset;
                let rest = self.source.get(after_key..)?;
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                let after = rest.get(blanks..)?.strip_prefix(':')?;
                Some(after_key + blanks + 1 + usize::from(after.starts_with(' ')))
            });
            node.span = Span::at(after_colon.unwrap_or(node.span.start)).shift(self.offset);
        }
        let written = node.value != Value::Missing;
        let end = node.span.end;
        match &mut parent.node.value {
            Value::Sequence { items, .. } => items.push(node),
            Value::Mapping { entries, .. } => match parent.key.take() {
                Some(key) => entries.push(Entry { key, value: node }),
                None => {
                    if matches!(node.value, Value::Sequence { .. } | Value::Mapping { .. }) {
                        self.tree.complex_keys.push(node.span);
                    }
                    parent.key = Some(node);
                }
            },
            Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
        }
        if written {
            parent.node.span.end = parent.node.span.end.max(end);
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.offset + start, self.offset + end)
    }

    /// Where the first of `signs` stands behind the last node; comments, tags and anchors may come between.
    fn sign_before(&self, start: usize, signs: &[char]) -> usize {
        let mut at = self.last_end.min(start);
        let mut rest = self.source.get(at..).unwrap_or_default();
        while let Some(first) = rest.chars().next().filter(|first| !signs.contains(first)) {
            let skipped = match first {
                '#' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
                '!' | '&' => rest.find(char::is_whitespace).unwrap_or(rest.len()),
                other => other.len_utf8(),
            };
            at += skipped;
            rest = rest.get(skipped..).unwrap_or_default();
        }
        at
    }

    /// From the `|` or `>` to the end of the last line that says something. The parser's range starts at the
    /// first character of the content and ends where the next token may stand.
    fn block_scalar(&self, start: usize, end: usize) -> (usize, usize) {
        let at = self.sign_before(start, &['|', '>']);
        let rest = self.source.get(at..).unwrap_or_default();
        let header = rest.len()
            - rest.trim_start_matches(['|', '>', '+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']).len();
        let mut content = self.source.get(at..end.max(at)).unwrap_or_default();
        loop {
            content = content.trim_end_matches(['\n', '\r']);
            let last = content.rfind(['\n', '\r']).map_or(0, |it| it + 1);
            if last == 0 || !content.get(last..).unwrap_or_default().trim().is_empty() {
                break;
            }
            content = content.get(..last).unwrap_or_default();
        }
        // Only the header is left when the scalar is empty: a comment behind it is not part of it.
        let is_empty = !content.contains(['\n', '\r']);
        (at, if is_empty { at + header } else { at + content.len() })
    }
}
