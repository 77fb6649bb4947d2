//! What texts cost in the unit of a budget.

use crate::hosts::Unit;
use crate::listing::shorten::units;
use crate::listing::width::width;

/// Counts entries in one unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meter<'a> {
    /// The unit.
    pub(super) unit: Unit,
    /// What stands between two entries.
    pub(super) separator: &'a str,
}

impl Meter<'_> {
    /// What one entry costs. Tokens are counted by line, its separator included.
    pub(super) fn entry(self, text: &str) -> usize {
        match self.unit {
            Unit::Columns => width(text),
            Unit::Characters => units(text),
            Unit::LineCharacters => text.chars().count() + self.separator.chars().count(),
            Unit::Tokens => (text.len() + self.separator.len()).div_ceil(4),
        }
    }

    /// What stands between `count` entries costs. A line break counts one, although it takes no column.
    pub(super) fn between(self, count: usize) -> usize {
        match self.unit {
            Unit::Columns | Unit::Characters => count.saturating_sub(1) * units(self.separator),
            Unit::Tokens | Unit::LineCharacters => 0,
        }
    }

    /// What entries of these costs cost together.
    pub(super) fn sum(self, costs: impl Iterator<Item = usize>) -> usize {
        let (mut sum, mut count) = (0, 0);
        for cost in costs {
            sum += cost;
            count += 1;
        }
        sum + self.between(count)
    }

    /// The unit in words.
    pub(super) fn word(self) -> &'static str {
        match self.unit {
            // A wide character counts two of them; nobody who writes a description counts otherwise than by characters.
            Unit::Columns | Unit::Characters | Unit::LineCharacters => "characters",
            Unit::Tokens => "tokens",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Meter;
    use crate::hosts::Unit;

    #[test]
    fn each_unit() {
        let total = |unit| {
            let meter = Meter { unit, separator: "\n" };
            meter.sum(["- 漢", "- b😀"].into_iter().map(|entry| meter.entry(entry)))
        };
        assert_eq!(total(Unit::Columns), 4 + 5 + 1);
        assert_eq!(total(Unit::Characters), 3 + 5 + 1);
        assert_eq!(total(Unit::Tokens), 2 + 2);
        assert_eq!(total(Unit::LineCharacters), 3 + 1 + 4 + 1);
    }
}
