//! Suppression comments: `# skill-lsp: allow ID — reason` and `<!-- skill-lsp: allow ID — reason -->`.

use crate::document::body::Body;
use crate::text::Span;

/// One suppression comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The whole comment.
    pub span: Span,
    /// The check ids it names, with their spans.
    pub checks: Vec<(String, Span)>,
    /// What it covers.
    pub scope: AllowScope,
    /// Why, when the author says so.
    pub reason: Option<String>,
}

/// What a suppression covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowScope {
    /// Findings that start on this line: the one after the comment.
    NextLine(Span),
    /// The whole file (`allow-file`).
    File,
}

/// The suppressions among the comments of the frontmatter and of the body.
pub fn find(text: &str, comments: &[Span], body: &Body) -> Vec<Allow> {
    let _ = (text, comments, body);
    Vec::new()
}
