//! Where a setting comes from.

use std::path::PathBuf;

use toml::de::DeTable;

use crate::config::Scope;
use crate::text::Span;

/// One thing that a settings file says.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its key, with dots: `checks.field-unknown`.
    pub key: String,
    /// Its value, as it is written.
    pub value: String,
    /// The settings file.
    pub file: PathBuf,
    /// Where in it.
    pub span: Span,
    /// The line, from 1.
    pub line: usize,
    /// The files that it is about, where those are not all.
    pub scope: Option<Scope>,
}

/// The files that a settings file extends, each with its place: a text, or a list of them.
pub fn extended(text: &str) -> Vec<(String, Span)> {
    let (table, _) = DeTable::parse_recoverable(text);
    let Some(value) = table.get_ref().get("extends") else { return Vec::new() };
    let named = |value: &toml::Spanned<toml::de::DeValue<'_>>| {
        let span = Span::new(value.span().start, value.span().end);
        value.get_ref().as_str().map(|name| (name.to_owned(), span))
    };
    match value.get_ref().as_array() {
        Some(items) => items.iter().filter_map(named).collect(),
        None => named(value).into_iter().collect(),
    }
}
