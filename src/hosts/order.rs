//! Orders of names.

use std::cmp::Ordering;

use crate::hosts::OrderName;

impl OrderName {
    /// Compares two names. `Discovery` finds all equal, so that a stable sort keeps their order.
    pub fn compare(self, left: &str, right: &str) -> Ordering {
        let _ = (left, right);
        Ordering::Equal
    }
}
