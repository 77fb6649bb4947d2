//! Orders of names.

use std::cmp::Ordering;
use std::sync::OnceLock;

use icu_collator::options::CollatorOptions;
use icu_collator::{CollatorBorrowed, CollatorPreferences};

use crate::hosts::OrderName;

impl OrderName {
    /// Compares two names. `Discovery` finds all equal, so that a stable sort keeps their order.
    pub fn compare(self, left: &str, right: &str) -> Ordering {
        match self {
            OrderName::Byte | OrderName::Path | OrderName::Preorder | OrderName::Breadth | OrderName::PathText => {
                left.cmp(right)
            }
            OrderName::ReverseByte => right.cmp(left),
            OrderName::Collation => collated(left, right),
            OrderName::Discovery | OrderName::FileSystem => Ordering::Equal,
            OrderName::LowerPath => left.to_lowercase().cmp(&right.to_lowercase()),
        }
    }
}

/// The root collation: punctuation counts, numbers are text, case decides last.
fn collated(left: &str, right: &str) -> Ordering {
    static COLLATOR: OnceLock<Option<CollatorBorrowed<'static>>> = OnceLock::new();
    let collator = COLLATOR
        .get_or_init(|| CollatorBorrowed::try_new(CollatorPreferences::default(), CollatorOptions::default()).ok());
    match collator {
        Some(collator) => collator.compare(left, right),
        None => left.cmp(right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(order: OrderName, names: &[&str]) -> String {
        let mut names = names.to_vec();
        names.sort_by(|left, right| order.compare(left, right));
        names.join(" ")
    }

    #[test]
    fn collation_is_that_of_locale_compare() {
        let names = [
            "zed",
            "Zeta",
            "with-space",
            "b",
            "B",
            "ab",
            "alpha",
            "A.b",
            "a-b",
            "a_b",
            "2",
            "10",
            "Ünder",
            "élan",
            "_under",
        ];
        assert_eq!(
            sorted(OrderName::Collation, &names),
            "_under 10 2 a_b a-b A.b ab alpha b B élan Ünder with-space zed Zeta"
        );
        assert_eq!(
            sorted(OrderName::Collation, &["漢", "q-q", "outer", "alpha", "a.b", ".hidden", "b2", "B", "_under"]),
            "_under .hidden a.b alpha B b2 outer q-q 漢"
        );
    }

    #[test]
    fn a_space_counts_as_a_letter_before_all_others() {
        assert_eq!(OrderName::Collation.compare("with space", "withal"), Ordering::Less);
        assert_eq!(OrderName::Collation.compare("with space", "with_space"), Ordering::Less);
    }

    #[test]
    fn bytes_put_capitals_first() {
        assert_eq!(sorted(OrderName::Byte, &["b", "a", "Z"]), "Z a b");
        assert_eq!(sorted(OrderName::ReverseByte, &["b", "a", "Z"]), "b a Z");
        assert_eq!(sorted(OrderName::LowerPath, &["b", "a", "Z"]), "a b Z");
    }

    #[test]
    fn discovery_keeps_what_it_is_given() {
        assert_eq!(sorted(OrderName::Discovery, &["b", "a", "Z"]), "b a Z");
    }
}
