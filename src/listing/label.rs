//! What a host calls an entry: its id, and its name when that leads back to it.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::catalog::{Candidate, Catalog, SkillId, Status, View};
use crate::listing::shorten::units;
use crate::listing::width::regex;

/// Finds the skill that a name leads to, as the host looks it up. All names are gathered once somebody asks for one: most
/// listings never do.
pub(super) struct Names<'a> {
    /// Where the names are; nowhere for whoever does not ask for labels.
    place: Option<(&'a Catalog, &'a View, Moment)>,
    found: OnceCell<Found<'a>>,
}

#[derive(Default)]
struct Found<'a> {
    ids: HashSet<&'a str>,
    by_name: HashMap<&'a str, &'a str>,
}

impl<'a> Names<'a> {
    /// The names of everything that a view holds: the hidden, the switched-off and the shadowed too, but not those
    /// that still wait for a file, nor second paths to one file.
    pub(super) fn new(catalog: &'a Catalog, view: &'a View, moment: Moment) -> Names<'a> {
        Names { place: Some((catalog, view, moment)), found: OnceCell::new() }
    }

    /// No names at all, for whoever does not ask for labels.
    pub(super) fn none() -> Names<'a> {
        Names { place: None, found: OnceCell::new() }
    }

    /// The same, to be gathered by itself.
    pub(super) fn again(&self) -> Names<'a> {
        Names { place: self.place, found: OnceCell::new() }
    }

    /// The label of an entry. An id that is exactly the name beats every display name.
    pub(super) fn label(&self, candidate: &Candidate) -> String {
        let id = &*candidate.id;
        match candidate.label_name.as_deref() {
            Some(name) if shown(id, name) && self.leads_to(name, id) => format!("{id} ({name})"),
            _ => id.to_owned(),
        }
    }

    fn leads_to(&self, name: &str, id: &str) -> bool {
        let found = self.found.get_or_init(|| self.place.map(gathered).unwrap_or_default());
        !found.ids.contains(name) && found.by_name.get(name).is_some_and(|&found| found == id)
    }
}

fn gathered<'a>((catalog, view, moment): (&'a Catalog, &'a View, Moment)) -> Found<'a> {
    let mut found =
        Found { ids: view.host.reserved.commands.iter().map(String::as_str).collect(), by_name: HashMap::new() };
    let (later, first): (Vec<&Candidate>, Vec<&Candidate>) =
        view.candidates.iter().partition(|candidate| candidate.later);
    // What is found later stands behind all that was there.
    let met = first.into_iter().chain(later);
    for candidate in met.filter(|candidate| callable(catalog, candidate, moment)) {
        found.ids.insert(&candidate.id);
        // A plugin's skill answers to its `name` too, without the plugin's.
        let is_plugin = view.place(candidate).is_some_and(|place| place.plugin.is_some());
        let short = candidate.reading.name.as_deref().filter(|_| is_plugin);
        for name in [candidate.label_name.as_deref(), short].into_iter().flatten() {
            found.by_name.entry(name).or_insert(&candidate.id);
        }
    }
    found
}

/// When a name is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// When the agent starts.
    First,
    /// Once files are touched.
    Later,
}

/// Whether a candidate is among what can be called, whether the model sees it or not.
pub(super) fn callable(catalog: &Catalog, candidate: &Candidate, moment: Moment) -> bool {
    if candidate.later && moment == Moment::First {
        return false;
    }
    let real = |skill: SkillId| catalog.skill(skill).map(|skill| &skill.real);
    match candidate.verdict.status {
        Status::Active | Status::Hidden | Status::Disabled | Status::Ambiguous => true,
        Status::Shadowed => candidate.verdict.winner.is_none_or(|winner| real(winner) != real(candidate.skill)),
        Status::Conditional | Status::Skipped | Status::Unread => false,
    }
}

/// Whether a name may stand in parentheses: it says more than the id, and it is one word.
fn shown(id: &str, name: &str) -> bool {
    static WORD: LazyLock<Regex> = LazyLock::new(|| regex(r"\A[\p{L}\p{M}\p{N}_:.-]+\z"));
    let last = id.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(':'));
    !last && units(name) <= 256 && WORD.is_match(name)
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_name_is_shown_when_it_is_one_word_and_not_the_id() {
        assert!(shown("pdf", "pdf-tools"));
        assert!(shown("pdf", "élan_2.b:c"));
        assert!(!shown("pdf", "pdf"));
        assert!(!shown("sub:pdf", "pdf"));
        assert!(shown("subpdf", "pdf"));
        assert!(!shown("pdf", "PDF Tools"));
        assert!(!shown("pdf", ""));
        assert!(!shown("pdf", "x\n"));
        assert!(!shown("pdf", &"x".repeat(257)));
    }
}
