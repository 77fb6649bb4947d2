//! The host's own skills: entries that are never shown here, but take room, places and short names from the others.

use std::path::{Path, PathBuf};

use crate::catalog::permissions::denies;
use crate::catalog::{Override, Status, View, expanded_path};
use crate::hosts::{ListingRule, OwnRule, OwnSkill, WinnerPolicy, fill};
use crate::listing::alias::Root;
use crate::listing::entry::{Maker, parts};
use crate::listing::form::EntryForm;
use crate::listing::listed::Listed;
use crate::text::slashed;

/// The number of the place that holds them, which is none of the view's.
const PLACE: usize = usize::MAX;

/// Those that stand in a listing.
#[derive(Clone, Default)]
pub(super) struct OwnEntries<'a> {
    /// Each of them, in their order.
    pub(super) skills: Vec<&'a OwnSkill>,
    /// How many of the others stand before them.
    pub(super) at: usize,
    /// The folder they lie in.
    root: Option<PathBuf>,
}

impl<'a> OwnEntries<'a> {
    /// Those that stand among these skills: none that is switched off, or whose name another one has taken.
    pub(super) fn among(rule: &'a ListingRule, view: &View, listed: &[Listed]) -> OwnEntries<'a> {
        let Some(own) = &rule.own else { return OwnEntries::default() };
        let is_on = own.always || view.controls.has_own_skills(&view.host.controls, &view.environment);
        if !is_on || view.controls.all_off {
            return OwnEntries::default();
        }
        let at = match (own.first, own.before.as_slice()) {
            (true, _) => 0,
            (false, before) => {
                let is_behind = |listed: &Listed| before.contains(&view.scope(listed.candidate));
                listed.iter().position(is_behind).unwrap_or(listed.len())
            }
        };
        OwnEntries {
            skills: own.skills.iter().filter(|skill| stands(view, &skill.name)).collect(),
            at,
            root: own.root.as_deref().and_then(|root| expanded_path(root, &view.environment)),
        }
    }

    /// Puts the folder they lie in among those of the others, in the order in which the host reads them.
    pub(super) fn join(&self, rule: &ListingRule, view: &View, roots: &mut Vec<Root>) {
        let (Some(root), Some(own)) = (&self.root, &rule.own) else { return };
        let last = view.host.roots.iter().rposition(|root| Some(root.scope) == own.root_after);
        let is_later = |root: &Root| view.places.get(root.place).is_some_and(|place| Some(place.rule) > last);
        let at = roots.iter().position(is_later).unwrap_or(roots.len());
        if !self.skills.is_empty() {
            roots.insert(at, Root { place: PLACE, path: root.clone(), skills: self.skills.len() });
        }
    }

    /// Their entries, as long as those of the host, and of letters that say nothing.
    pub(super) fn forms(&self, maker: &Maker) -> Vec<EntryForm> {
        let Some(own) = &maker.rule.own else { return Vec::new() };
        self.skills.iter().map(|skill| self.form(maker, own, skill)).collect()
    }

    fn form(&self, maker: &Maker, own: &OwnRule, skill: &OwnSkill) -> EntryForm {
        let path = self.root.as_deref().unwrap_or(Path::new("")).join(&skill.name).join("SKILL.md");
        let shown = maker.aliases.as_ref().and_then(|aliases| aliases.short(PLACE, &path));
        let value = |key: &str| match key {
            "path" => Some(shown.clone().unwrap_or_else(|| match maker.rule.forward_slashes {
                true => slashed(&path),
                false => path.to_string_lossy().into_owned(),
            })),
            "source" => Some(own.source_name.clone()),
            "id" | "name" | "label" => Some(skill.name.clone()),
            _ => None,
        };
        let (before, _, after) = parts(&maker.rule.entry);
        let (before, after) = (fill(before, &value), fill(after, &value));
        let (text, _) = maker.limited(filler(&skill.text));
        let can_be_cut = own.cut || skill.cut;
        let bare = if can_be_cut { fill(&maker.rule.bare, &value) } else { [&*before, &text, &after].concat() };
        let score = maker.view.controls.usage_score(&skill.name, maker.view.environment.now);
        EntryForm { before, description: text.clone(), text, after, bare, score, ..EntryForm::default() }
    }
}

/// Whether one of them is neither switched off nor replaced by a skill of its name.
fn stands(view: &View, name: &str) -> bool {
    let switch = view.controls.override_of(&view.host, name).map(|(switch, _)| *switch);
    let rule = &view.host.winner;
    let takes = |status| match status {
        Status::Skipped | Status::Unread => false,
        Status::Hidden => !rule.hidden_steps_aside,
        Status::Conditional => !rule.hidden_steps_aside || rule.waiting_keeps_name,
        Status::Active | Status::Shadowed | Status::Ambiguous | Status::Disabled => true,
    };
    let is_replaced = !matches!(view.host.winner.policy, WinnerPolicy::All | WinnerPolicy::AllFirstFound)
        && view.named(name).any(|candidate| takes(candidate.verdict.status));
    let is_denied = view.host.permissions.denied_unlisted && denies(view, name);
    !matches!(switch, Some(Override::Off | Override::UserOnly)) && !is_denied && !is_replaced
}

/// A text of this length.
fn filler(runs: &[usize]) -> String {
    let runs: Vec<String> = runs.iter().map(|length| "x".repeat(*length)).collect();
    runs.join("—")
}

/// The place that a skill takes over from one of the host's own.
pub(super) fn place(rule: &ListingRule, id: &str) -> usize {
    let own = rule.own.as_ref().map_or(&[][..], |own| &own.skills);
    own.iter().position(|skill| skill.name == id).unwrap_or(usize::MAX)
}
