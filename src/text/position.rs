//! Lines and columns: the only place that converts between them and bytes.

use std::sync::Arc;

use memchr::memchr2_iter;

use crate::text::Span;
use crate::text::span::{ceil_boundary, floor_boundary};

/// How a client counts columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, the protocol's default.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

/// A line and a column, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// The line, from 0.
    pub line: usize,
    /// The column, from 0, in the units of an [`Encoding`].
    pub column: usize,
}

/// A text that can be asked for positions. Lines end at LF, CRLF and a lone CR, as in the protocol.
#[derive(Clone, Debug)]
pub struct Text {
    text: Arc<str>,
    /// Where each line starts. Invariant: in order, the first is 0.
    starts: Vec<usize>,
}

impl Text {
    /// Indexes `text`.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let bytes = text.as_bytes();
        let is_end = |at: &usize| bytes.get(*at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n');
        let ends = memchr2_iter(b'\n', b'\r', bytes).filter(is_end);
        let starts = std::iter::once(0).chain(ends.map(|end| end + 1)).collect();
        Text { text, starts }
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The position of a byte offset. Total: clamps to the end, and to the start of a character.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = floor_boundary(&self.text, offset.min(self.text.len()));
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = self.text.get(self.start_of(line)..offset).unwrap_or_default();
        Position { line, column: encoding.length(before) }
    }

    /// The line of a byte offset, counted from 1 as people do.
    pub fn line_number(&self, offset: usize) -> usize {
        self.position(offset, Encoding::Utf8).line + 1
    }

    /// The byte offset of a position. Total: a line past the end is the end of the text, a column past the
    /// end of its line is the end of that line before its line break.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = self.line_span(position.line);
        let mut column = 0;
        for (index, character) in line.of(&self.text).char_indices() {
            column += encoding.length(character.encode_utf8(&mut [0; 4]));
            if column > position.column {
                return line.start + index;
            }
        }
        line.end
    }

    /// The span between two positions; turned round, they mean the same.
    pub fn span(&self, start: Position, end: Position, encoding: Encoding) -> Span {
        let (start, end) = (self.offset(start, encoding), self.offset(end, encoding));
        Span::new(start.min(end), start.max(end))
    }

    /// Puts `with` in the place of a span. Total: the span is cut to the text, and widened to whole characters.
    pub fn replace(&mut self, span: Span, with: &str) {
        let end = ceil_boundary(&self.text, span.end.min(self.text.len()));
        let start = floor_boundary(&self.text, span.start.min(end));
        let (before, after) = (self.text.get(..start), self.text.get(end..));
        *self = Text::new([before.unwrap_or_default(), with, after.unwrap_or_default()].concat());
    }

    /// The bytes of a line without its line break; an empty span at the end for a line that is not there.
    pub fn line_span(&self, line: usize) -> Span {
        let (start, end) = (self.start_of(line), self.start_of(line.saturating_add(1)));
        let whole = Span::new(start, end).of(&self.text);
        let without = whole.strip_suffix('\n').unwrap_or(whole);
        Span::new(start, start + without.strip_suffix('\r').unwrap_or(without).len())
    }

    fn start_of(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }
}

impl Encoding {
    /// How many columns a piece of a line takes.
    fn length(self, piece: &str) -> usize {
        match self {
            Encoding::Utf8 => piece.len(),
            _ if piece.is_ascii() => piece.len(),
            Encoding::Utf16 => piece.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => piece.chars().count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_three_encodings() {
        let text = Text::new("a\r\n漢😀b\rc");
        let offset = "a\r\n漢😀".len();
        assert_eq!(text.position(offset, Encoding::Utf8), Position { line: 1, column: 7 });
        assert_eq!(text.position(offset, Encoding::Utf16), Position { line: 1, column: 3 });
        assert_eq!(text.position(offset, Encoding::Utf32), Position { line: 1, column: 2 });
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            assert_eq!(text.offset(text.position(offset, encoding), encoding), offset);
        }
        assert_eq!(
            text.position(offset + 2, Encoding::Utf16),
            Position { line: 2, column: 0 },
            "a lone CR ends a line"
        );
    }

    #[test]
    fn a_piece_is_replaced() {
        let mut text = Text::new("a漢b\r\nc");
        text.replace(Span::new(1, 4), "x");
        assert_eq!(text.as_str(), "axb\r\nc");
        text.replace(Span::new(3, 99), "\n");
        assert_eq!(text.as_str(), "axb\n");
        text.replace(Span::new(7, 9), "!");
        assert_eq!(text.as_str(), "axb\n!", "past the end is the end");
        let mut text = Text::new("漢");
        text.replace(Span::new(1, 2), "");
        assert_eq!(text.as_str(), "", "half a character is the whole one");
    }

    #[test]
    fn every_position_is_answered() {
        let text = Text::new("ab\r\ncd");
        assert_eq!(text.offset(Position { line: 0, column: 99 }, Encoding::Utf16), 2);
        assert_eq!(text.offset(Position { line: 99, column: 0 }, Encoding::Utf16), 6);
        assert_eq!(text.position(99, Encoding::Utf16), Position { line: 1, column: 2 });
        assert_eq!(Text::new("").offset(Position { line: 3, column: 3 }, Encoding::Utf8), 0);
    }
}
