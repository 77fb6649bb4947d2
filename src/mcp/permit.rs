//! Whether the user is asked before a skill is loaded, in what words, and what is remembered.

use std::path::{Path, PathBuf};

use crate::catalog::{Permission, View};
use crate::features::always::is_remembered;
use crate::features::offer::Offer;
use crate::features::offer::advice::advice;
use crate::hosts::PermissionPolicy;
use crate::mcp::asking::Question;
use crate::mcp::load::{Loaded, Wanted, load};
use crate::mcp::shelf::Shelf;
use crate::project;

/// A yes that is needed.
pub(crate) struct Permit {
    /// What the user is asked.
    pub(crate) question: Question,
    /// The file that it is for.
    pub(crate) path: String,
    /// The skill, and why it is needed: "loading it is …".
    id: String,
    reason: String,
    /// What can be written so that it is not.
    advice: Option<String>,
}

/// A skill that was loaded, or the yes that is needed first.
pub(crate) enum Permitted {
    /// It needed none.
    Loaded(Loaded),
    /// It needs one.
    Asked(Permit),
}

/// Loads a skill unless a yes is needed.
pub(crate) fn load_or_ask(shelf: &Shelf, offer: &Offer<'_>, wanted: &Wanted) -> Result<Permitted, String> {
    let view = shelf.view()?;
    let is_allowed = offer.permission.permission == Permission::Allow;
    let broken = broken_settings(view).filter(|_| is_allowed);
    if is_allowed && broken.is_none() {
        return load(shelf, offer, wanted).map(Permitted::Loaded);
    }
    let id = offer.id().to_owned();
    let path = offer.skill.path.display().to_string();
    let reason = match broken {
        Some((file, words)) => format!("asked about, as the rules of {} are not known: {words}", file.display()),
        None => offer.permission.words(view),
    };
    let advice = match broken {
        Some((file, _)) => Some(format!("mend {}", file.display())),
        None => advice(view, offer.candidate, &offer.permission),
    };
    let rules = advice.as_ref().filter(|_| view.host.permissions.offers_prefix);
    let rules = rules.map(|rules| format!(" To allow it always, {rules}.")).unwrap_or_default();
    let question = Question {
        key: format!("load {path}"),
        words: format!("May the skill `{id}` be loaded? Loading it is {reason}.{rules}"),
        is_remembered: broken.is_none() && is_remembered(&view.host),
    };
    Ok(Permitted::Asked(Permit { question, path, advice, id, reason }))
}

/// A settings file that could not be read, with what is wrong in it. What it denies would be let through in silence.
fn broken_settings(view: &View) -> Option<&(PathBuf, String)> {
    if view.host.permissions.policy == PermissionPolicy::None {
        return None;
    }
    // Nothing is denied where uses are counted.
    let counted = view.host.controls.usage.as_ref().and_then(|usage| Path::new(&usage.file).file_name());
    view.controls.problems.iter().find(|(file, _)| counted.is_none() || file.file_name() != counted)
}

/// Remembers that a skill may always be loaded.
pub(crate) fn remember(shelf: &Shelf, offer: &Offer<'_>, _: &Wanted) -> Result<(), String> {
    let view = shelf.view()?;
    if !is_remembered(&view.host) {
        // It was not among the choices; this time is part of always.
        return Ok(());
    }
    // Rules call a skill so.
    project::always_allow(&view.host, &view.environment, &offer.candidate.reading.id).map(drop)
}

impl Permit {
    /// The refusal, and what can be done about it.
    pub(crate) fn refused(&self, why: &str) -> String {
        let Permit { id, reason, advice, .. } = self;
        let advice = advice.as_ref().map(|advice| format!(". To allow it, {advice}")).unwrap_or_default();
        format!("`{id}` is not loaded: {why}, and loading it is {reason}{advice}")
    }
}
