//! The Markdown body: headings, links, code, placeholders, commands and mentions, each with its span.

use crate::text::Span;

/// What the body holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Where it stands.
    pub span: Span,
    /// Headings, in order.
    pub headings: Vec<Heading>,
    /// Links and images, in order.
    pub links: Vec<Link>,
    /// Code blocks, fenced and indented: the whole block with its fences.
    pub code_blocks: Vec<CodeBlock>,
    /// Inline code, backticks included.
    pub code_spans: Vec<Span>,
    /// HTML comments, whole.
    pub comments: Vec<Span>,
    /// `$ARGUMENTS`, `$1`, `$name`, `${CLAUDE_SKILL_DIR}` …, also inside code: hosts substitute everywhere.
    pub placeholders: Vec<Placeholder>,
    /// `` !`command` `` and ```` ```! ```` blocks.
    pub commands: Vec<Command>,
    /// `/skill` and `$skill` outside code blocks.
    pub mentions: Vec<Mention>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The whole line or lines.
    pub span: Span,
    /// Its text without markup.
    pub text: String,
}

/// A link or image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// From `[` to `)`.
    pub span: Span,
    /// The destination as written, without angle brackets and title.
    pub target_span: Span,
    /// The destination, decoded (`%20`, backslash escapes).
    pub target: String,
    /// Whether it is an image.
    pub image: bool,
}

/// A code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// The whole block.
    pub span: Span,
    /// The content between the fences.
    pub content: Span,
    /// The info string, when it is fenced.
    pub language: String,
}

/// A placeholder that a host may fill when it loads the skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// The whole placeholder.
    pub span: Span,
    /// What kind it is.
    pub kind: PlaceholderKind,
    /// Whether it stands inside a code block or inline code.
    pub in_code: bool,
}

/// The kinds of placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceholderKind {
    /// `$ARGUMENTS`
    Arguments,
    /// `$ARGUMENTS[n]`
    ArgumentAt(usize),
    /// `$n`
    Number(usize),
    /// `${NAME}`
    Braced(String),
    /// `$name` or `$NAME`
    Named(String),
}

/// A command that a host would run when it loads the skill. Never run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The whole construct, from `!`.
    pub span: Span,
    /// The command text.
    pub command: Span,
    /// A fenced ```` ```! ```` block.
    pub block: bool,
}

/// A mention of another skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The sign and the name.
    pub span: Span,
    /// The name without its sign.
    pub name: String,
    /// `/` or `$`.
    pub sign: char,
    /// Whether it stands in inline code.
    pub in_code: bool,
}

/// Reads the body of `text` at `span`.
pub fn parse(text: &str, span: Span) -> Body {
    let _ = text;
    Body { span, ..Body::default() }
}
