//! What a host calls an entry: its id, and its name when that leads back to it.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::catalog::{Candidate, Status, View};
use crate::listing::shorten::units;
use crate::listing::width::regex;

/// Finds the skill that a name leads to, as the host looks it up.
pub(super) struct Names<'a> {
    ids: HashSet<&'a str>,
    by_name: HashMap<&'a str, &'a str>,
}

impl<'a> Names<'a> {
    /// The names of everything that can be called in a view: the model-hidden and switched-off ones too, but not
    /// those that still wait for a file, nor those that another one shadows.
    pub(super) fn new(view: &'a View) -> Names<'a> {
        let mut names =
            Names { ids: view.host.reserved.commands.iter().map(String::as_str).collect(), by_name: HashMap::new() };
        for candidate in view.candidates.iter().filter(|candidate| callable(candidate)) {
            names.ids.insert(&candidate.id);
            if let Some(name) = &candidate.label_name {
                names.by_name.entry(name).or_insert(&candidate.id);
            }
        }
        names
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
        !self.ids.contains(name) && self.by_name.get(name).is_some_and(|&found| found == id)
    }
}

fn callable(candidate: &Candidate) -> bool {
    match candidate.verdict.status {
        Status::Active | Status::Hidden | Status::Disabled | Status::Ambiguous => true,
        Status::Shadowed | Status::Conditional | Status::Skipped | Status::Unread => false,
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
