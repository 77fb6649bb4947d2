//! Whether the model may load a skill: one engine for every host, whose way of reading rules is data.

pub(crate) mod by_tool;
mod rule;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

pub use self::rule::{Means, SkillRule};
pub(crate) use self::rule::{listed_rules, mapped_rules};
use crate::catalog::{Candidate, Permission, View};
use crate::hosts::{Layout, PermissionPolicy};

/// What a host answers when the model asks for a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'a> {
    /// What is granted.
    pub permission: Permission,
    /// The rule that decides, when one does.
    pub rule: Option<&'a SkillRule>,
    /// Why.
    pub because: Because,
}

/// Why a skill may be loaded, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// The rule says so.
    Rule,
    /// No rule is about it, and what no rule is about is allowed.
    NoRule,
    /// No rule is about it, and it has nothing that the host would ask about.
    OnlySafe,
    /// This field of it needs a yes.
    Field(Arc<str>),
    /// It would be asked about; but this is the mode, by this file.
    Mode(String, PathBuf),
    /// A field of it needs a yes; the rule would allow it, but it stands in the settings of a folder that is not trusted.
    Untrusted(Arc<str>),
}

impl Verdict<'_> {
    /// The verdict as the end of a sentence that begins with "loading it is".
    pub fn words(&self, view: &View) -> String {
        let by = |rule: &SkillRule| rule.with_place(&view.environment);
        let done = match self.permission {
            Permission::Allow => "allowed",
            Permission::Ask => "asked about",
            Permission::Deny => "denied",
        };
        match (&self.because, self.rule) {
            (Because::Rule, Some(rule)) => format!("{done} by {}", by(rule)),
            (Because::Untrusted(field), Some(rule)) => {
                format!("{done}, as it has `{field}`: {} counts once the folder is trusted", by(rule))
            }
            (Because::Field(field) | Because::Untrusted(field), _) => format!("{done}, as it has `{field}`"),
            (Because::Mode(mode, path), _) => {
                format!("{done} in the mode `{mode}`, set in {}", view.environment.short(path))
            }
            (Because::OnlySafe, _) => format!("{done}, as it has nothing to ask about"),
            (Because::Rule | Because::NoRule, _) => format!("{done}: no rule is about it"),
        }
    }
}

/// Whether the model may load a skill in a host.
pub fn verdict<'a>(view: &'a View, candidate: &Candidate) -> Verdict<'a> {
    let rules = &view.controls.permissions;
    let rule = &view.host.permissions;
    let means = |rule: &&SkillRule| rule.means.is_about(&candidate.reading.id);
    let said = match rule.policy {
        PermissionPolicy::None => None,
        PermissionPolicy::FirstMatch => rules.iter().find(means),
        PermissionPolicy::LastMatch => rules.iter().rev().find(means),
        PermissionPolicy::DenyAllowSafe => return in_mode(view, by_lists(view, candidate)),
    };
    match said {
        Some(rule) => Verdict { permission: rule.permission, rule: Some(rule), because: Because::Rule },
        None => Verdict { permission: Permission::Allow, rule: None, because: Because::NoRule },
    }
}

/// Whether the rules of a host deny a name.
pub fn denies(view: &View, name: &str) -> bool {
    denial(view, name).is_some()
}

/// The rule by which a host denies a name.
pub fn denial<'a>(view: &'a View, name: &str) -> Option<&'a SkillRule> {
    let is_denied = |rule: &&SkillRule| rule.permission == Permission::Deny;
    let mut about = view.controls.permissions.iter().filter(|rule| rule.means.is_about(name));
    match view.host.permissions.policy {
        PermissionPolicy::None => None,
        PermissionPolicy::FirstMatch => about.next().filter(is_denied),
        PermissionPolicy::LastMatch => about.next_back().filter(is_denied),
        PermissionPolicy::DenyAllowSafe => about.find(is_denied),
    }
}

/// What is denied stays so, then what is asked about, then what is allowed; the rest hangs on what the skill has.
fn by_lists<'a>(view: &'a View, candidate: &Candidate) -> Verdict<'a> {
    let more = other_names(view, candidate);
    let find = |permission: Permission, trusted: bool| {
        let names = || {
            // Only to deny a skill it may be called by other names.
            let others = more.iter().map(|name| &**name).filter(|_| permission == Permission::Deny);
            std::iter::once(&*candidate.id).chain(others)
        };
        let of_list = view.controls.permissions.iter().filter(|rule| rule.permission == permission);
        of_list.filter(|rule| rule.awaits_trust != trusted).find(|rule| names().any(|name| rule.means.is_about(name)))
    };
    for permission in [Permission::Deny, Permission::Ask, Permission::Allow] {
        if let Some(rule) = find(permission, true) {
            return Verdict { permission, rule: Some(rule), because: Because::Rule };
        }
    }
    let Some(field) = &candidate.reading.asks_about else {
        return Verdict { permission: Permission::Allow, rule: None, because: Because::OnlySafe };
    };
    match find(Permission::Allow, false) {
        Some(rule) => {
            Verdict { permission: Permission::Ask, rule: Some(rule), because: Because::Untrusted(field.clone()) }
        }
        None => Verdict { permission: Permission::Ask, rule: None, because: Because::Field(field.clone()) },
    }
}

/// What becomes of a verdict in the mode that the settings name.
fn in_mode<'a>(view: &'a View, verdict: Verdict<'a>) -> Verdict<'a> {
    let Some((mode, path)) = view.controls.mode.as_ref().filter(|_| verdict.permission == Permission::Ask) else {
        return verdict;
    };
    let modes = &view.host.permissions.modes;
    let permission = match verdict.because {
        _ if modes.denying.contains(mode) => Permission::Deny,
        // A rule that asks is heeded all the same.
        Because::Field(_) | Because::Untrusted(_) if modes.allowing.contains(mode) => Permission::Allow,
        _ => return verdict,
    };
    Verdict { permission, rule: None, because: Because::Mode(mode.clone(), path.clone()) }
}

/// The names besides its id by which a rule that denies may mean a skill.
pub fn other_names<'a>(view: &View, candidate: &'a Candidate) -> Vec<Cow<'a, str>> {
    if !view.host.permissions.denies_by_any_name {
        return Vec::new();
    }
    let mut names: Vec<Cow<'a, str>> = candidate.label_name.as_deref().map(Cow::Borrowed).into_iter().collect();
    let place = view.place(candidate);
    let has_name = place.is_some_and(|place| place.layout != Layout::Commands || place.plugin.is_some());
    // A skill that is renamed loses its display name.
    let has_name = has_name && !candidate.renamed;
    let name = candidate.reading.name.as_deref().filter(|_| has_name);
    names.extend(name.map(Cow::Borrowed));
    if candidate.renamed {
        names.push(Cow::Borrowed(&candidate.reading.id));
    }
    // A plugin with a skill of its own name is meant by that name.
    if let Some((plugin, own)) = candidate.id.split_once(':')
        && plugin == own
        && place.is_some_and(|place| place.plugin.is_some())
    {
        names.push(Cow::Borrowed(own));
    }
    names
}

#[cfg(test)]
mod tests;
