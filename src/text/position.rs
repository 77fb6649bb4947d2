//! Lines and columns: the only place that converts between them and bytes.

use ropey::Rope;

use crate::text::Span;

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
#[derive(Clone, Debug, Default)]
pub struct Text {
    rope: Rope,
}

impl Text {
    /// Indexes `text`.
    pub fn new(text: &str) -> Self {
        Text { rope: Rope::from_str(text) }
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.rope.len_bytes()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many lines it has; the empty text has one.
    pub fn line_count(&self) -> usize {
        self.rope.len_lines()
    }

    /// The position of a byte offset. Total: clamps to the end, and to the start of a character.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let character = self.rope.byte_to_char(offset.min(self.rope.len_bytes()));
        let line = self.rope.char_to_line(character);
        let line_start = self.rope.line_to_char(line);
        let column = match encoding {
            Encoding::Utf8 => self.rope.char_to_byte(character) - self.rope.char_to_byte(line_start),
            Encoding::Utf16 => self.rope.char_to_utf16_cu(character) - self.rope.char_to_utf16_cu(line_start),
            Encoding::Utf32 => character - line_start,
        };
        Position { line, column }
    }

    /// The line of a byte offset, counted from 1 as people do.
    pub fn line_number(&self, offset: usize) -> usize {
        self.position(offset, Encoding::Utf8).line + 1
    }

    /// The byte offset of a position. Total: a line past the end is the end of the text, a column past the
    /// end of its line is the end of that line before its line break.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        if position.line >= self.rope.len_lines() {
            return self.rope.len_bytes();
        }
        let line = self.line_span(position.line);
        let start = self.rope.byte_to_char(line.start);
        let end = self.rope.byte_to_char(line.end);
        let character = match encoding {
            Encoding::Utf8 => self.rope.byte_to_char((line.start.saturating_add(position.column)).min(line.end)),
            Encoding::Utf16 => {
                let base = self.rope.char_to_utf16_cu(start);
                let limit = self.rope.char_to_utf16_cu(end);
                self.rope.utf16_cu_to_char(base.saturating_add(position.column).min(limit))
            }
            Encoding::Utf32 => start.saturating_add(position.column).min(end),
        };
        self.rope.char_to_byte(character)
    }

    /// The span between two positions; turned round, they mean the same.
    pub fn span(&self, start: Position, end: Position, encoding: Encoding) -> Span {
        let (start, end) = (self.offset(start, encoding), self.offset(end, encoding));
        Span::new(start.min(end), start.max(end))
    }

    /// Puts `with` in the place of a span. Total: the span is cut to the text, and widened to whole characters.
    pub fn replace(&mut self, span: Span, with: &str) {
        let end = span.end.min(self.rope.len_bytes());
        let first = self.rope.byte_to_char(span.start.min(end));
        let last = self.rope.byte_to_char(end);
        let last = if self.rope.char_to_byte(last) < end { last + 1 } else { last };
        self.rope.remove(first..last.max(first));
        self.rope.insert(first, with);
    }

    /// The bytes of a line without its line break; an empty span at the end for a line that is not there.
    pub fn line_span(&self, line: usize) -> Span {
        if line >= self.rope.len_lines() {
            return Span::at(self.rope.len_bytes());
        }
        let start = self.rope.line_to_byte(line);
        let slice = self.rope.line(line);
        let ending = match slice.len_chars() {
            0 => 0,
            length => match slice.char(length - 1) {
                '\n' if length > 1 && slice.char(length - 2) == '\r' => 2,
                '\n' | '\r' => 1,
                _ => 0,
            },
        };
        Span::new(start, start + slice.len_bytes() - ending)
    }
}

impl std::fmt::Display for Text {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.rope.fmt(formatter)
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
        assert_eq!(text.to_string(), "axb\r\nc");
        text.replace(Span::new(3, 99), "\n");
        assert_eq!(text.to_string(), "axb\n");
        text.replace(Span::new(7, 9), "!");
        assert_eq!(text.to_string(), "axb\n!", "past the end is the end");
        let mut text = Text::new("漢");
        text.replace(Span::new(1, 2), "");
        assert_eq!(text.to_string(), "", "half a character is the whole one");
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
