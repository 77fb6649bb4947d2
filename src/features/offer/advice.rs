//! What a person can write so that a skill is loaded without a question.

use crate::catalog::permissions::{Because, Verdict};
use crate::catalog::{Candidate, View, settings_places};
use crate::hosts::{PermissionPolicy, SettingsRule};

/// The line to write and where, for a skill that is asked about: the end of a sentence that begins with "to allow it,";
/// `None` where nobody knows.
pub fn advice(view: &View, candidate: &Candidate, verdict: &Verdict<'_>) -> Option<String> {
    let host = &view.host.permissions;
    let listed = host.rules.allow.as_ref().zip(host.rule_tool.as_ref());
    // As the rules call it.
    let entry = || format!("`\"{}\": \"allow\"`", candidate.reading.id);
    let rule = verdict.rule.filter(|_| verdict.because == Because::Rule);
    let place = rule.map(|rule| {
        let line = rule.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("`{}` in {}{line}", rule.text, view.environment.short(&rule.path))
    });
    match (place, host.policy) {
        // A rule that asks is stronger than one that allows.
        (Some(place), PermissionPolicy::DenyAllowSafe) => Some(format!("take out {place}")),
        (Some(place), PermissionPolicy::LastMatch) => Some(format!("add {} after {place}", entry())),
        (Some(place), PermissionPolicy::FirstMatch) => Some(format!("add {} before {place}", entry())),
        (Some(_) | None, PermissionPolicy::None)
        | (None, PermissionPolicy::LastMatch | PermissionPolicy::FirstMatch) => None,
        (None, PermissionPolicy::DenyAllowSafe) => {
            let (key, tool) = listed?;
            let is_users = |rule: &&SettingsRule| rule.belongs_to.as_deref() == Some("user");
            let file = view
                .host
                .controls
                .files
                .iter()
                .filter(is_users)
                .find_map(|rule| settings_places(rule, &view.environment).into_iter().flatten().next())?;
            let id = &candidate.id;
            let prefix = if host.offers_prefix { format!(" or `\"{tool}({id}:*)\"`") } else { String::new() };
            Some(format!("add `\"{tool}({id})\"`{prefix} to `{key}` in {}", view.environment.short(&file)))
        }
    }
}
