//! The host's own skills, as far as they shape the listing of the others.

use crate::catalog::permissions::denies;
use crate::catalog::{Override, View};
use crate::hosts::ListingRule;

/// Whether one of the host's own skills stands in the listing.
pub(super) fn listed(rule: &ListingRule, view: &View) -> bool {
    let is_listed = |name: &String| {
        let switched = view.controls.override_of(&view.host, name).map(|(switch, _)| *switch);
        !matches!(switched, Some(Override::Off | Override::UserOnly)) && !denies(view, name)
    };
    !view.controls.all_off && rule.bundled.iter().any(is_listed)
}

/// The place that a skill takes over from one of the host's own.
pub(super) fn place(rule: &ListingRule, id: &str) -> usize {
    rule.bundled.iter().position(|name| name == id).unwrap_or(usize::MAX)
}
