//! Whether the user is asked before a skill is loaded, in what words, and what is remembered.

use crate::catalog::Permission;
use crate::features::offer::Offer;
use crate::features::offer::advice::advice;
use crate::mcp::asking::Question;
use crate::mcp::load::Wanted;
use crate::mcp::shelf::Shelf;

/// A yes that is needed.
pub(crate) struct Permit {
    /// What the user is asked.
    pub(crate) question: Question,
    /// The skill, and why it is needed: "loading it is …".
    id: String,
    reason: String,
    /// What can be written so that it is not.
    advice: Option<String>,
}

/// The yes that is needed to load a skill, when one is.
pub(crate) fn needed(shelf: &Shelf, offer: &Offer<'_>, _: &Wanted) -> Result<Option<Permit>, String> {
    let view = shelf.view()?;
    if offer.permission.permission == Permission::Allow {
        return Ok(None);
    }
    let id = offer.id().to_owned();
    let reason = offer.permission.words(view);
    let question = Question {
        key: format!("load {}", offer.skill.path.display()),
        words: format!("May the skill `{id}` be loaded? Loading it is {reason}."),
        is_remembered: false,
    };
    Ok(Some(Permit { question, advice: advice(view, offer.candidate, &offer.permission), id, reason }))
}

/// Remembers that a skill may always be loaded.
pub(crate) fn remember(_: &Shelf, _: &Offer<'_>, _: &Wanted) -> Result<(), String> {
    Ok(())
}

impl Permit {
    /// The refusal, and what can be done about it.
    pub(crate) fn refused(&self, why: &str) -> String {
        let Permit { id, reason, advice, .. } = self;
        let advice = advice.as_ref().map(|advice| format!(". To allow it, {advice}")).unwrap_or_default();
        format!("`{id}` is not loaded: {why}, and loading it is {reason}{advice}")
    }
}
