//! What a check means.

use serde_json::{Value, json};

use crate::checks::{CHECKS, Check, check};
use crate::config::Level;
use crate::features::unfound::Unfound;
use crate::words::did_you_mean;

/// The check that someone asks about: its id may be pasted as a finding was printed.
pub fn explained(id: &str) -> Result<&'static Check, Unfound> {
    let id = id.trim_matches(['[', ']', '`']);
    check(id).ok_or_else(|| {
        let known = CHECKS.iter().map(|check| check.id);
        Unfound::Absent(format!("there is no check `{id}`{}", did_you_mean(id, known, "checks")))
    })
}

/// A check as `checks` and `explain` have it with `--format json`.
pub fn as_json(check: &Check) -> Value {
    json!({
        "id": check.id,
        "group": check.group(),
        "summary": check.summary,
        "levels": check.levels.map(Level::word),
        "fixable": check.fixable,
        "documentation": check.documentation,
    })
}
