//! The arguments that a skill declares, each with its place.

use crate::document::Document;
use crate::document::tools::tools;
use crate::text::Span;

/// A declared argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
}

/// The arguments in `arguments`, in order: a list, or words in one text.
pub fn declared(document: &Document) -> Vec<Argument> {
    let Some(field) = document.field("arguments") else { return Vec::new() };
    let entries = tools(&document.text, &field.value).entries.into_iter();
    entries.map(|entry| Argument { name: entry.text, span: entry.span }).collect()
}
