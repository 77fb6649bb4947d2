//! The `---` fence around the frontmatter, as the author meant it.

use crate::text::Span;

/// Where the frontmatter stands. With a [`Fault`] the spans are a best guess, good enough to go on checking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fence {
    /// The byte order mark, when the file starts with one.
    pub bom: Option<Span>,
    /// What stands before the opening fence, BOM excluded: blank lines, a comment, a code fence line.
    pub before: Option<Span>,
    /// The opening `---` (three bytes), when there is one.
    pub opening: Option<Span>,
    /// The YAML between the fences, with its last line break.
    pub block: Span,
    /// The closing `---` (three bytes), when there is one.
    pub closing: Option<Span>,
    /// The text below.
    pub body: Span,
    /// What is wrong with the fence.
    pub fault: Option<Fault>,
}

/// What can be wrong with the fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no fence and nothing that looks like fields.
    Missing,
    /// Lines that look like fields at the top, and no fence at all. The block covers them.
    KeysWithoutFence,
    /// Fields at the top, then a closing `---`, but no opening one.
    OpeningMissing,
    /// Something stands before the opening fence: blank lines, text, a comment. See [`Fence::before`].
    NotFirst,
    /// The whole file is wrapped in a Markdown code fence; the span is its first line.
    WrappedInCode {
        /// The first line of the wrapping.
        first: Span,
        /// Its last line, when it is closed.
        last: Option<Span>,
    },
    /// No closing fence. The block ends before the first line that cannot be YAML.
    Unclosed,
    /// The closing `---` has text glued to it (`---# Title`); the span is that text.
    Glued(Span),
    /// The closing `---` is indented; the span is its indentation.
    Indented(Span),
    /// Closed by `...` instead of `---`; the span is the dots.
    Dots(Span),
    /// The whole frontmatter stands on one line; the span is that line.
    OneLine(Span),
}

/// Finds the fence in a text.
pub fn find(text: &str) -> Fence {
    let _ = text;
    Fence::default()
}
