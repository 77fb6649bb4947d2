//! What a newer version of a folder may do that an older one could not.

use serde_json::{Value, json};

use crate::features::review::{Noted, Passage, Review, Weight, noted_json, passage_json};

/// What is new and what is gone between two versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// What the new one has and the old one had not, the gravest first.
    pub new: Vec<Noted>,
    /// What the old one had.
    pub gone: Vec<Noted>,
    /// Sentences that touch something, and were not there.
    pub passages: Vec<Passage>,
    /// What may now be done without asking: place, entry.
    pub granted: Vec<(String, usize, String)>,
    /// Machines that are named now.
    pub sites: Vec<String>,
    /// What scripts call now: the file, what, and the lines.
    pub calls: Vec<(String, String, Vec<usize>)>,
    /// Files that were added, that went, and that changed.
    pub added: Vec<String>,
    /// Files that are gone.
    pub removed: Vec<String>,
    /// Files with other bytes.
    pub changed: Vec<String>,
}

/// Compares two versions. What only moved to another line is not new.
pub fn changes(old: &Review, new: &Review) -> Change {
    let missing = |from: &Review, of: &Review| -> Vec<Noted> {
        let mut left: Vec<_> = from.found.iter().map(key).collect();
        let mut missing = Vec::new();
        for noted in of.found.iter().filter(|it| it.weight != Weight::Note) {
            match left.iter().position(|it| *it == key(noted)) {
                Some(at) => drop(left.swap_remove(at)),
                None => missing.push(noted.clone()),
            }
        }
        missing
    };
    let names = |review: &Review| review.marks.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let (before, after) = (names(old), names(new));
    let said = |it: &Passage| old.passages.iter().any(|before| before.path == it.path && before.text == it.text);
    let had = |entry: &str| old.grants.iter().any(|it| it.entry == entry);
    let called = |name: &str, kind: &str| {
        old.scripts.iter().any(|(it, calls)| it == name && calls.iter().any(|call| call.kind == kind))
    };
    let mut calls = Vec::new();
    for (name, all) in &new.scripts {
        for call in all.iter().filter(|call| !called(name, &call.kind)) {
            calls.push((name.clone(), call.kind.clone(), call.lines.clone()));
        }
    }
    let is_changed = |(name, mark): &&(String, u64)| old.marks.iter().any(|(it, before)| it == name && before != mark);
    Change {
        new: missing(old, new),
        gone: missing(new, old),
        passages: new.passages.iter().filter(|it| !said(it)).cloned().collect(),
        granted: new
            .grants
            .iter()
            .filter(|it| !had(&it.entry))
            .map(|it| (it.path.clone(), it.line, it.entry.clone()))
            .collect(),
        sites: new
            .sites
            .iter()
            .filter(|it| !old.sites.iter().any(|known| known.host == it.host))
            .map(|it| it.host.clone())
            .collect(),
        calls,
        added: after.iter().filter(|it| !before.contains(it)).cloned().collect(),
        removed: before.iter().filter(|it| !after.contains(it)).cloned().collect(),
        changed: new.marks.iter().filter(is_changed).map(|(name, _)| name.clone()).collect(),
    }
}

/// What is the same in two versions: everything but the line.
fn key(noted: &Noted) -> (&str, &str, &str, Option<&str>) {
    (&noted.kind, &noted.name, &noted.message, noted.excerpt.as_deref())
}

impl Change {
    /// Whether nothing is to be told.
    pub fn is_empty(&self) -> bool {
        *self == Change::default()
    }

    /// As `review --diff --format json` has it.
    pub fn as_json(&self, old: &Review, new: &Review) -> Value {
        let place = |name: &String| new.root.join(name).to_string_lossy().into_owned();
        let places = |names: &[String]| names.iter().map(place).collect::<Vec<_>>();
        json!({
            "version": 1,
            "path": new.root.to_string_lossy(),
            "old": old.root.to_string_lossy(),
            "new": self.new.iter().map(|it| noted_json(it, &new.root)).collect::<Vec<_>>(),
            "gone": self.gone.iter().map(|it| noted_json(it, &old.root)).collect::<Vec<_>>(),
            "sentences": self.passages.iter().map(|it| passage_json(it, &new.root)).collect::<Vec<_>>(),
            "granted": self.granted.iter().map(|(name, line, entry)| json!({"path": place(name), "line": line, "entry": entry})).collect::<Vec<_>>(),
            "sites": self.sites,
            "calls": self.calls.iter().map(|(name, kind, lines)| json!({"path": place(name), "kind": kind, "lines": lines})).collect::<Vec<_>>(),
            "added": places(&self.added),
            "removed": self.removed.iter().map(|name| old.root.join(name).to_string_lossy().into_owned()).collect::<Vec<_>>(),
            "changed": places(&self.changed),
        })
    }
}
