//! A place in a file.

use std::path::PathBuf;

use crate::text::Span;

/// A span, and the file that it points into.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file. Absolute.
    pub path: PathBuf,
    /// Where in it.
    pub span: Span,
}
