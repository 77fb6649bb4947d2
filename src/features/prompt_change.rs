//! What has changed in a listing since it was told: whoever types beside a preview changes one entry of hundreds.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::catalog::View;
use crate::features::prompt::{budget_as_json, entry_as_json};
use crate::hosts::Host;
use crate::listing::{ListedEntry, Listing, Parts};

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
            && old
                .entries
                .iter()
                .zip(&new.entries)
                .all(|(old, new)| Arc::ptr_eq(old, new) || alike(&old.path, &new.path));
        if !is_same_listing {
            return None;
        }
        let pairs = old.entries.iter().zip(&new.entries).enumerate();
        let changed = pairs.filter(|(_, (old, new))| !is_same(old, new));
        let entries: Vec<Value> =
            changed.map(|(number, (_, entry))| json!({"at": number, "entry": entry_as_json(entry)})).collect();
        Some(json!({"lines": lines(&old.text, &new.text), "entries": entries, "budget": budget_as_json(new)}))
    }
}

/// Whether an entry is what it was. What was not made anew is the same thing in memory: looking at it is most of the work.
fn is_same(old: &Arc<ListedEntry>, new: &Arc<ListedEntry>) -> bool {
    if Arc::ptr_eq(old, new) {
        return true;
    }
    let ListedEntry { skill, name, label, path, description, text, cut, cause, full, later, shown } = &**old;
    let is_description = match (description, &new.description) {
        (Some(old), Some(new)) => alike(old, new),
        (old, new) => old == new,
    };
    (skill, cut, cause, full, later, shown) == (&new.skill, &new.cut, &new.cause, &new.full, &new.later, &new.shown)
        && alike(text, &new.text)
        && is_description
        && alike(path, &new.path)
        && alike(name, &new.name)
        && alike(label, &new.label)
}

fn alike<T: PartialEq + ?Sized>(old: &Arc<T>, new: &Arc<T>) -> bool {
    Arc::ptr_eq(old, new) || old == new
}

/// The lines from the first to the last that differ, counted from 0, `to` not among them, and what stands there now; nothing
/// when all are the same. Of a long text nearly all is the same: only the rest is taken apart.
fn lines(old: &str, new: &str) -> Option<Value> {
    if old == new {
        return None;
    }
    // The last line too has its end: whole lines are the same where all their bytes are.
    let (old, new) = ([old, "\n"].concat(), [new, "\n"].concat());
    let from_start = |old: &[u8], new: &[u8]| old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let from_end =
        |old: &[u8], new: &[u8]| old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let same = agreeing(old.as_bytes().chunks(BLOCK).zip(new.as_bytes().chunks(BLOCK)), from_start);
    let start = old.as_bytes().get(..same)?.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (head, old, new) = (old.get(..start)?, old.get(start..)?, new.get(start..)?);
    let mut same = agreeing(old.as_bytes().rchunks(BLOCK).zip(new.as_bytes().rchunks(BLOCK)), from_end);
    let is_line = |text: &str| same == text.len() || text.as_bytes().get(text.len() - same - 1) == Some(&b'\n');
    if !is_line(old) || !is_line(new) {
        same -= old.as_bytes().iter().rev().take(same).rev().position(|byte| *byte == b'\n')? + 1;
    }
    let count = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count();
    let (from, gone, by) = (count(head), old.get(..old.len() - same)?, new.get(..new.len() - same)?);
    Some(json!({"from": from, "to": from + count(gone), "by": by.split_terminator('\n').collect::<Vec<&str>>()}))
}

/// So many bytes are compared at once.
const BLOCK: usize = 256;

/// How many bytes agree in pairs of blocks up to the first that do not; in those, as many as `within` says.
fn agreeing<'a>(blocks: impl Iterator<Item = (&'a [u8], &'a [u8])>, within: impl Fn(&[u8], &[u8]) -> usize) -> usize {
    let mut bytes = 0;
    for (left, right) in blocks {
        if left != right {
            return bytes + within(left, right);
        }
        bytes += left.len();
    }
    bytes
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
    fn in_a_long_text_too() {
        let long = |middle: &str| format!("{}{middle}{}", "line\n".repeat(200), "\nend of it".repeat(100));
        assert_eq!(spliced(&long("x"), &long("y\nz")), r#"{"from":200,"to":201,"by":["y","z"]}"#);
        assert_eq!(spliced(&long("line"), &long("line\nline")), r#"{"from":201,"to":201,"by":["line"]}"#);
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
        assert_eq!(spliced("a\nä", "a\nå"), r#"{"from":1,"to":2,"by":["å"]}"#);
        assert_eq!(spliced("ab\nb", "b\nb"), r#"{"from":0,"to":1,"by":["b"]}"#);
    }
}
