//! Lines of a text with their offsets, for scanners that must not lose a byte.

use memchr::memchr2;

use crate::text::Span;

/// One line: LF, CRLF and a lone CR end it, as in [`crate::text::Text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line<'text> {
    /// Where it starts.
    pub(crate) start: usize,
    /// Where it ends, line break excluded.
    pub(crate) end: usize,
    /// Where the next line starts.
    pub(crate) next: usize,
    /// What it says, line break excluded.
    pub(crate) text: &'text str,
}

impl Line<'_> {
    /// The bytes of the line without its line break.
    pub(crate) fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }

    /// Whether it holds nothing but blanks.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// How many bytes of spaces and tabs it starts with.
    pub(crate) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches([' ', '\t']).len()
    }

    /// The bytes of its text without blanks around it.
    pub(crate) fn trimmed_span(&self) -> Span {
        trimmed(self.text, self.start)
    }
}

/// The span of `part`, which starts at `start`, without the white space around it.
pub(crate) fn trimmed(part: &str, start: usize) -> Span {
    let kept = part.trim_start();
    let start = start + part.len() - kept.len();
    Span::new(start, start + kept.trim_end().len())
}

/// The lines of `text` inside `span`; offsets are those of `text`. No empty line after a last line break.
pub(crate) fn lines(text: &str, span: Span) -> Lines<'_> {
    Lines { rest: span.of(text), offset: span.start }
}

/// The line that holds `offset`, whole.
pub(crate) fn line_at(text: &str, offset: usize) -> Line<'_> {
    let before = text.get(..offset).unwrap_or(text);
    // Between CR and LF the line has not ended yet.
    let is_inside_break = before.ends_with('\r') && text.get(offset..).is_some_and(|rest| rest.starts_with('\n'));
    let before = if is_inside_break { before.trim_end_matches('\r') } else { before };
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    lines(text, Span::new(start, text.len())).next().unwrap_or(Line { start, end: start, next: start, text: "" })
}

/// See [`lines`].
#[derive(Clone, Debug)]
pub(crate) struct Lines<'text> {
    rest: &'text str,
    offset: usize,
}

impl<'text> Iterator for Lines<'text> {
    type Item = Line<'text>;

    fn next(&mut self) -> Option<Line<'text>> {
        if self.rest.is_empty() {
            return None;
        }
        let bytes = self.rest.as_bytes();
        let length = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
        let ending = match (bytes.get(length), bytes.get(length + 1)) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(_), _) => 1,
            (None, _) => 0,
        };
        let (text, rest) = (self.rest.get(..length)?, self.rest.get(length + ending..)?);
        let start = self.offset;
        self.rest = rest;
        self.offset = start + length + ending;
        Some(Line { start, end: start + length, next: self.offset, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_line_ends() {
        let text = "a\r\nb\rc\n\nd";
        let found: Vec<(&str, usize)> =
            lines(text, Span::new(0, text.len())).map(|line| (line.text, line.next)).collect();
        assert_eq!(found, [("a", 3), ("b", 5), ("c", 7), ("", 8), ("d", 9)]);
        assert_eq!(line_at(text, 2).text, "a");
        assert_eq!(line_at(text, 4).text, "b");
        assert_eq!(line_at(text, 9).text, "d");
    }
}
