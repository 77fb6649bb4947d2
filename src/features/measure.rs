//! How long a description is against the limits of hosts, and what it takes of their listings.

use crate::catalog::{Candidate, View};
use crate::features::Context;
use crate::hosts::{Host, LengthUnit, ListingRule};
use crate::listing::{CutKind, ListedEntry, Listing};
use crate::words::{capitalized, grouped};

/// A length, and how much a host takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Length {
    /// How long the text is.
    pub(crate) length: usize,
    /// How much the host takes, when it has a limit.
    pub(crate) limit: Option<usize>,
    /// What is counted.
    unit: LengthUnit,
    /// `when_to_use` is counted too.
    with_when: bool,
    /// The name of the host whose limit it is.
    host: String,
}

impl Length {
    /// `612 characters`, `612 of 1,024 characters`.
    pub(crate) fn words(&self) -> String {
        let unit = match (self.unit, self.limit.unwrap_or(self.length)) {
            (LengthUnit::Bytes, 1) => "byte",
            (LengthUnit::Bytes, _) => "bytes",
            (LengthUnit::Characters | LengthUnit::Utf16, 1) => "character",
            (LengthUnit::Characters | LengthUnit::Utf16, _) => "characters",
        };
        let limit = self.limit.map(|limit| format!(" of {}", grouped(limit))).unwrap_or_default();
        let when = if self.with_when { " with `when_to_use`" } else { "" };
        format!("{}{limit} {unit}{when}", grouped(self.length))
    }

    /// Whose limit it is, in one sentence; `None` when there is no limit.
    pub(crate) fn whose(&self) -> Option<String> {
        let unit = if self.unit == LengthUnit::Bytes { "bytes" } else { "characters" };
        let limit = grouped(self.limit?);
        Some(format!("{} takes at most {limit} {unit}", capitalized(&self.host)))
    }
}

/// The length of the description against the limit to which it comes nearest, among the hosts written for.
pub(crate) fn tightest(context: &Context<'_>) -> Option<Length> {
    let description = context.document.scalar("description")?.trim();
    let when = context.document.scalar("when_to_use").map(str::trim).filter(|when| !when.is_empty());
    let limited = context.hosts.iter().flat_map(|host| lengths(context, host, description, when));
    // Compared as fractions: the first of two that are equally near is kept.
    let nearer = |one: &Length, other: &Length| {
        let share = |of: &Length, by: &Length| (of.length as u128) * (by.limit.unwrap_or(1).max(1) as u128);
        share(one, other) > share(other, one)
    };
    let tightest = limited.reduce(|best, next| if nearer(&next, &best) { next } else { best });
    let unlimited = Length {
        length: description.chars().count(),
        limit: None,
        unit: LengthUnit::Characters,
        with_when: false,
        host: String::new(),
    };
    Some(tightest.unwrap_or(unlimited))
}

/// The lengths that a host limits: of the description, and of the text in its listing.
fn lengths(context: &Context<'_>, host: &Host, description: &str, when: Option<&str>) -> Vec<Length> {
    let rule = &host.description;
    let own = rule.max_length.map(|limit| Length {
        length: rule.length_unit.length(description),
        limit: Some(limit),
        unit: rule.length_unit,
        with_when: false,
        host: host.name.clone(),
    });
    let setting = context.catalog.view(&host.id).and_then(|view| view.controls.text_limit);
    let listed = usual(host).and_then(|listing| {
        let limit = setting.or(listing.text_limit).filter(|_| listing.text_limit.is_some())?;
        let unit = if listing.whole_characters { LengthUnit::Characters } else { LengthUnit::Utf16 };
        let joined = listing.when_joiner.as_ref().zip(when);
        let more = joined.map_or(0, |(joiner, when)| unit.length(joiner) + unit.length(when));
        Some(Length {
            length: unit.length(description) + more,
            limit: Some(limit),
            unit,
            with_when: joined.is_some(),
            host: host.name.clone(),
        })
    });
    own.into_iter().chain(listed).collect()
}

/// The listing that is shown when nobody asks for another.
fn usual(host: &Host) -> Option<&ListingRule> {
    host.listing.iter().find(|listing| listing.mode == "tool").or(host.listing.first())
}

/// What an entry takes of a listing, in words: of its budget, or of its text when there is no budget.
pub(crate) fn share(entry: &ListedEntry, listing: &Listing) -> String {
    let (part, whole) = match &listing.budget {
        Some(budget) => (entry.full, budget.limit),
        None => (entry.text.len(), listing.text.len()),
    };
    match (part as u128 * 200 + whole as u128) / (2 * whole.max(1) as u128) {
        0 => "under 1 %".to_owned(),
        per_cent => format!("{per_cent} %"),
    }
}

/// What was cut of a description, in one word.
pub(crate) fn cut_word(cut: CutKind) -> &'static str {
    match cut {
        CutKind::Shortened => "shortened",
        CutKind::NameOnly => "description dropped",
        CutKind::Omitted => "left out",
    }
}

/// The hosts written for that have the document, each with what it makes of it.
pub(crate) fn readers<'a>(context: &Context<'a>) -> Vec<(&'a View, &'a Candidate)> {
    let Some((id, _)) = context.skill() else { return Vec::new() };
    let views = context.hosts.iter().filter_map(|host| context.catalog.view(&host.id));
    views.filter_map(|view| Some((view, view.standing(id)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::usual;
    use crate::hosts::builtin;

    #[test]
    fn the_listing_of_the_tool_is_the_usual_one() {
        let hosts = builtin();
        let mode = |id: &str| usual(hosts.get(id).unwrap()).map(|listing| listing.mode.as_str());
        assert_eq!(mode("three-layer"), Some("tool"));
        assert_eq!(mode("gemini-cli"), hosts.get("gemini-cli").unwrap().listing.first().map(|it| it.mode.as_str()));
    }
}
