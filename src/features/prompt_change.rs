//! What has changed in a listing since it was told: whoever types beside a preview changes one entry of hundreds.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::catalog::View;
use crate::features::prompt::{budget_as_json, entry_as_json};
use crate::hosts::Host;
use crate::listing::{Listing, Parts};

/// A listing as it was told.
pub struct ToldListing {
    host: Arc<Host>,
    listing: Listing,
    parts: Parts,
}

impl ToldListing {
    /// What is told now.
    pub fn new(view: &View, listing: Listing, parts: Parts) -> ToldListing {
        ToldListing { host: view.host.clone(), listing, parts }
    }

    /// What it was made of: the next one is made of the same but for what has changed.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The listing.
    pub fn listing(&self) -> &Listing {
        &self.listing
    }

    /// What is another in `now`: the lines of its text that take the place of others, the entries by their number, and the
    /// budget. `None` where it is not the same entries in the same order, so that all is to be told.
    pub fn changed(&self, now: &ToldListing) -> Option<Value> {
        let (old, new) = (&self.listing, &now.listing);
        let is_same_listing = self.host.id == now.host.id
            && (&old.mode, &old.model, &old.apart) == (&new.mode, &new.model, &new.apart)
            && old.later == new.later
            && old.entries.len() == new.entries.len()
            && old.entries.iter().zip(&new.entries).all(|(old, new)| old.path == new.path);
        if !is_same_listing {
            return None;
        }
        let pairs = old.entries.iter().zip(&new.entries).enumerate();
        let changed = pairs.filter(|(_, (old, new))| old != new);
        let entries: Vec<Value> =
            changed.map(|(number, (_, entry))| json!({"at": number, "entry": entry_as_json(entry)})).collect();
        Some(json!({"lines": lines(&old.text, &new.text), "entries": entries, "budget": budget_as_json(new)}))
    }
}

/// The lines from the first to the last that differ, counted from 0, `to` not among them, and what stands there now; nothing
/// when all are the same.
fn lines(old: &str, new: &str) -> Option<Value> {
    if old == new {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let from = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.iter().skip(from).rev().zip(new.iter().skip(from).rev());
    let same_end = rest.take_while(|(old, new)| old == new).count();
    let by = new.get(from..new.len() - same_end).unwrap_or_default();
    Some(json!({"from": from, "to": old.len() - same_end, "by": by}))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are told; put in their place, they make the new text.
    fn spliced(old: &str, new: &str) -> String {
        let told = json!(lines(old, new));
        if let Some(change) = told.as_object() {
            let at = |key: &str| change[key].as_u64().unwrap() as usize;
            let mut all: Vec<&str> = old.split('\n').collect();
            all.splice(at("from")..at("to"), change["by"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()));
            assert_eq!(all.join("\n"), new);
        }
        told.to_string()
    }

    #[test]
    fn only_the_lines_that_differ_are_told() {
        assert_eq!(spliced("a\nb\nc", "a\nb\nc"), "null");
        assert_eq!(spliced("a\nb\nc", "a\nB\nc"), r#"{"from":1,"to":2,"by":["B"]}"#);
        assert_eq!(spliced("a\nb\nc", "a\nb1\nb2\nc"), r#"{"from":1,"to":2,"by":["b1","b2"]}"#);
        assert_eq!(spliced("a\nb\nc", "a\nc"), r#"{"from":1,"to":2,"by":[]}"#);
        assert_eq!(spliced("a\na\na", "a\na"), r#"{"from":2,"to":3,"by":[]}"#);
        assert_eq!(spliced("", "a\n"), r#"{"from":0,"to":0,"by":["a"]}"#);
        assert_eq!(spliced("a", ""), r#"{"from":0,"to":1,"by":[""]}"#);
        assert_eq!(spliced("x\n", "x\n\n"), r#"{"from":2,"to":2,"by":[""]}"#);
    }
}
