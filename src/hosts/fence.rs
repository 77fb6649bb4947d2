//! How a host cuts the frontmatter from a file: its own rule, not what the author meant.

use crate::hosts::FenceRule;
use crate::text::Span;

/// A cut made by a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The YAML.
    pub block: Span,
    /// What remains as body.
    pub body: Span,
}

impl FenceRule {
    /// The frontmatter and the body as this host sees them; `None` when it sees no frontmatter.
    pub fn cut(&self, text: &str) -> Option<Cut> {
        let _ = text;
        None
    }
}
