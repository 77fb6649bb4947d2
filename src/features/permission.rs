//! Whether the model may load a skill, as the interface says it.

use std::path::PathBuf;

use serde::Serialize;

use crate::catalog::permissions::{Because, verdict};
use crate::catalog::{Candidate, Permission, View};

/// What a host answers when the model asks for a skill. The names of the fields are those of the JSON of `list` and `why`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Permitted {
    /// `allow`, `ask` or `deny`.
    pub verdict: &'static str,
    /// The rule that decides, as it is written; `null` when none does.
    pub rule: Option<String>,
    /// The file of that rule. Absolute; a variable with its `$` where the environment says so.
    pub path: Option<PathBuf>,
    /// Its line, counted from 1.
    pub line: Option<usize>,
    /// The verdict as the end of a sentence that begins with "loading it is".
    pub reason: String,
}

/// Whether the model may load a skill; `None` where it may and no rule says so.
pub fn permitted(view: &View, candidate: &Candidate) -> Option<Permitted> {
    let verdict = verdict(view, candidate);
    if verdict.permission == Permission::Allow && verdict.because != Because::Rule {
        return None;
    }
    let rule = verdict.rule;
    Some(Permitted {
        verdict: verdict.permission.word(),
        rule: rule.map(|rule| rule.text.clone()),
        path: rule.map(|rule| rule.path.clone()),
        line: rule.and_then(|rule| rule.line),
        reason: verdict.words(view),
    })
}

impl Permitted {
    /// Whether a rule of the settings holds the skill back, or a person has to say yes because of one.
    pub fn is_held_back(&self) -> bool {
        self.verdict == "deny" || (self.verdict == "ask" && self.rule.is_some())
    }
}
