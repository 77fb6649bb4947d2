//! Lines of a settings file. Whatever a repository calls itself, it is no more there than a comment or a text in quotes.

use std::fmt::{self, Display, Formatter};

use crate::words::{breaks_line, one_line};

/// A line.
pub(super) enum Line {
    Empty,
    /// What is only said, or waits to be uncommented.
    Said(String),
    /// What counts, and what is said of it.
    Counts(String, String),
}

impl Display for Line {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Line::Empty => writeln!(formatter),
            Line::Said(said) => writeln!(formatter, "# {}", one_line(said)),
            Line::Counts(text, said) if said.is_empty() => writeln!(formatter, "{text}"),
            Line::Counts(text, said) => writeln!(formatter, "{text}  # {}", one_line(said)),
        }
    }
}

/// What is only said.
pub(super) fn said(text: impl Into<String>) -> Line {
    Line::Said(text.into())
}

/// A list of texts, on one line.
pub(super) fn list<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    format!("[{}]", texts.into_iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

/// As a basic string of TOML, on one line.
pub(super) fn quoted(text: &str) -> String {
    let escaped = |it: char| match it {
        '"' | '\\' => format!("\\{it}"),
        it if breaks_line(it) => format!("\\u{:04X}", it as u32),
        it => it.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}
