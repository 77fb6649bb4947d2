//! Findings in one file, with their lines.

use crate::features::review::signs::line_around;
use crate::features::review::{Noted, Weight};
use crate::text::Text;
use crate::words::one_line;

/// Collects findings in a text.
pub(super) struct Notes<'a> {
    name: &'a str,
    text: &'a Text,
    pub(super) found: Vec<Noted>,
    /// Commands that run by themselves.
    pub(super) commands: Vec<String>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(name: &'a str, text: &'a Text) -> Notes<'a> {
        Notes { name, text, found: Vec::new(), commands: Vec::new() }
    }

    /// Adds something that stands at a byte of the text; the line is quoted.
    pub(super) fn add(&mut self, weight: Weight, kind: &str, offset: usize, message: impl Into<String>) {
        let (line, excerpt) = self.line_and_excerpt(offset);
        self.found.push(Noted {
            weight,
            kind: kind.to_owned(),
            name: self.name.to_owned(),
            line: Some(line),
            message: message.into(),
            excerpt: Some(excerpt),
        });
    }

    /// The line at a byte of the text, counted from 1, and what it says there.
    pub(super) fn line_and_excerpt(&self, offset: usize) -> (usize, String) {
        let (from, line) = line_around(self.text.as_str(), offset);
        (self.text.line_number(offset), excerpt(line, offset - from))
    }
}

/// The most characters of a line that are shown.
const LONGEST: usize = 160;

/// A line, or the part of a long one that matters, which begins with a whole word.
fn excerpt(line: &str, at: usize) -> String {
    let line_start = line.len() - line.trim_start().len();
    let mut from = if line.len() <= LONGEST { line_start } else { at.saturating_sub(20).max(line_start) };
    while from < line.len() && !line.is_char_boundary(from) {
        from += 1;
    }
    let rest = line.get(from..).unwrap_or_default().trim_end();
    if from == line_start {
        return shortened(rest, LONGEST);
    }
    let words = rest.find(' ').filter(|blank| *blank < 40).and_then(|blank| rest.get(blank + 1..)).unwrap_or(rest);
    format!("…{}", shortened(words, LONGEST))
}

/// A text in quotation marks, on one line and not too long.
pub(super) fn quoted(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("“{}”", shortened(&one_line(&words.join(" ")), 100))
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}
