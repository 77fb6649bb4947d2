//! A range of bytes in one document.

/// A half-open byte range. It never travels without the document it points into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`; a reversed pair becomes an empty span at `start`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end: end.max(start) }
    }

    /// The empty span at `offset`.
    pub fn at(offset: usize) -> Self {
        Span { start: offset, end: offset }
    }

    /// How many bytes it covers.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it covers nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` lies inside, or right behind the last byte, as a cursor does.
    pub fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Whether `other` lies wholly inside.
    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share at least one byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest span that holds both.
    pub fn cover(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The same span, `by` bytes further on.
    pub fn shift(self, by: usize) -> Span {
        Span { start: self.start + by, end: self.end + by }
    }

    /// The text it covers. Total: ends that are out of range or inside a character are moved inwards.
    pub fn of(self, text: &str) -> &str {
        let start = ceil_boundary(text, self.start.min(text.len()));
        let end = floor_boundary(text, self.end.min(text.len()));
        text.get(start..end.max(start)).unwrap_or("")
    }
}

/// The nearest character boundary at or before `offset`.
pub(super) fn floor_boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The nearest character boundary at or after `offset`.
pub(super) fn ceil_boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset += 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_total() {
        assert_eq!(Span::new(1, 99).of("añb"), "ñb");
        assert_eq!(Span::new(2, 3).of("añb"), "", "inside a character");
        assert_eq!(Span::new(5, 2).of("abc"), "");
    }
}
