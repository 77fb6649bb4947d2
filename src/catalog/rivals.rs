//! Skills that want the same name.

use crate::catalog::{Candidate, Skill, Status, View};

/// How many other places a finding names.
pub(crate) const NAMED: usize = 16;

/// Whether it does not matter which of two files is used: they are one, or equal byte for byte.
pub(crate) fn are_identical(one: &Skill, other: &Skill) -> bool {
    one.real == other.real || (one.hash == other.hash && one.length == other.length)
}

/// The other candidates for the id of `candidate` in this status, each skill once.
pub(crate) fn others<'a>(view: &'a View, candidate: &Candidate, status: Status) -> Vec<&'a Candidate> {
    let mut others: Vec<&Candidate> = Vec::new();
    for other in view.named(&candidate.id) {
        let is_new = other.skill != candidate.skill && !others.iter().any(|it| it.skill == other.skill);
        if is_new && other.verdict.status == status {
            others.push(other);
        }
        if others.len() > NAMED {
            break;
        }
    }
    others
}
