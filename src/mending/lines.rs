//! Lines around a place, for fixes that take, move or indent whole lines.

use crate::text::Span;

/// Where the line that holds `at` starts.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    Span::new(0, at).of(text).rfind(['\n', '\r']).map_or(0, |found| found + 1)
}

/// Where the line that holds `at` ends, before its line break.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let rest = Span::new(at, text.len()).of(text);
    at + rest.find(['\n', '\r']).unwrap_or(rest.len())
}

/// The line break that the author uses, for edits that add a line.
pub(crate) fn line_break(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text.get(..at).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}

/// The first line of what stands in `span`: where a finding about the whole of it is shown.
pub(crate) fn first_line(text: &str, span: Span) -> Span {
    Span::new(span.start, line_end(text, span.start).min(span.end))
}

/// Where the line after `end`, the end of a line, starts.
pub(crate) fn next_line(text: &str, end: usize) -> usize {
    let rest = Span::new(end, text.len()).of(text);
    end + if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) }
}

/// The lines inside `span` without their line breaks; LF, CRLF and a lone CR end a line.
pub(crate) fn lines(text: &str, span: Span) -> impl Iterator<Item = Span> + '_ {
    let mut at = span.start;
    std::iter::from_fn(move || {
        if at >= span.end {
            return None;
        }
        let line = Span::new(at, line_end(text, at).min(span.end));
        at = next_line(text, line.end).max(at + 1);
        Some(line)
    })
}

/// The spaces and tabs that a line starts with.
pub(crate) fn indentation(text: &str, line: Span) -> Span {
    let content = line.of(text);
    let width = content.len() - content.trim_start_matches([' ', '\t']).len();
    Span::new(line.start, line.start + width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_line_ends() {
        let text = "a\r\n b\rc\n\nd";
        let found: Vec<&str> = lines(text, Span::new(0, text.len())).map(|line| line.of(text)).collect();
        assert_eq!(found, ["a", " b", "c", "", "d"]);
        assert_eq!(line_start(text, 4), 3);
        assert_eq!(line_end(text, 3), 5);
        assert_eq!(next_line(text, 1), 3);
        assert_eq!(indentation(text, Span::new(3, 5)), Span::new(3, 4));
    }

    #[test]
    fn the_line_break_of_the_author() {
        assert_eq!(
            ["", "a", "a\n", "a\nb\r\n", "a\r\nb\n", "\n"].map(line_break),
            ["\n", "\n", "\n", "\n", "\r\n", "\n"]
        );
    }
}
