//! The listing that a host puts before its model, as an answer.

use serde_json::{Value, json};

use crate::catalog::View;
use crate::hosts::{Host, ModelFact, glob_matches};
use crate::listing::{CutKind, ListedEntry, Listing, ListingError};
use crate::words::{capitalized, guessed, likely};

/// Why there is no listing, in one sentence; `mode` is the one that was asked for.
pub fn refusal(error: &ListingError, host: &Host, mode: Option<&str>) -> String {
    let name = &host.name;
    match error {
        ListingError::NotKnown => {
            let why = if host.listing_unknown.is_empty() { "" } else { ": " };
            format!("the text that {name} puts before its model is not known{why}{}", host.listing_unknown)
        }
        ListingError::UnknownMode(modes) => {
            let asked = mode.unwrap_or_default();
            let guess = guessed(likely(asked, modes.iter().map(String::as_str)));
            format!("{name} has no mode `{asked}`{guess}; it has {}", modes.join(", "))
        }
    }
}

/// The listing as `prompt --format json` has it.
pub fn as_json(view: &View, listing: &Listing) -> Value {
    let entries: Vec<Value> = listing.entries.iter().map(|entry| entry_as_json(entry)).collect();
    json!({
        "host": view.host.id,
        "mode": listing.mode,
        "model": listing.model,
        "text": listing.text,
        "later": listing.later,
        "budget": budget_as_json(listing),
        "entries": entries,
    })
}

pub(super) fn entry_as_json(entry: &ListedEntry) -> Value {
    json!({
        "id": &*entry.name,
        "name": &*entry.label,
        "path": entry.path.to_string_lossy(),
        "text": &*entry.text,
        "cut": entry.cut.map(CutKind::word),
        "wanted": entry.full,
        "later": entry.later.is_some(),
        "description": entry.cut.and(entry.description.as_deref()),
    })
}

pub(super) fn budget_as_json(listing: &Listing) -> Option<Value> {
    listing.budget.as_ref().map(|it| {
        json!({
            "used": it.used,
            "wanted": it.wanted,
            "limit": it.limit,
            "unit": it.unit,
            "bundled": it.own,
            "bundledCount": it.own_count,
            "taken": it.taken,
            "origin": it.origin,
        })
    })
}

/// What is to be said of a model that a host does not know, in one sentence.
pub fn strange_model(host: &Host, model: Option<&str>) -> Option<String> {
    let named = model?;
    let lower = named.to_lowercase();
    let knows = |fact: &ModelFact| {
        glob_matches(&fact.name.to_lowercase(), &lower) || fact.also.iter().any(|word| word.eq_ignore_ascii_case(named))
    };
    if host.models.is_empty() || host.models.iter().any(knows) {
        return None;
    }
    let usual = host.models.iter().find(|fact| fact.default).or_else(|| host.models.first())?;
    let known = host.models.iter().map(|fact| fact.name.as_str()).filter(|name| !name.contains('*'));
    let guess = guessed(likely(named, known));
    let reckoned = format!("it is reckoned as {}", usual.name);
    Some(format!("{} has no model `{named}` that is known here{guess}; {reckoned}", capitalized(&host.name)))
}
