//! Who wins a name in a host, and why.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::catalog::own_packages::package_id;
use crate::catalog::pages::Pages;
use crate::catalog::place::woken_prefix;
use crate::catalog::view::Slots;
use crate::catalog::{
    Candidate, FoundKind, Origin, Override, Package, Permission, Place, Reading, Selector, Skill, SkillId, Status,
    Switch,
};
use crate::catalog::{Verdict, View, paths, permissions, waking};
use crate::hosts::{IdSource, Layout, OrderName, OwnRule, Scope, WinnerPolicy};

/// The reason of nearly every skill, kept once.
static ONLY: LazyLock<Arc<str>> = LazyLock::new(|| Arc::from("the only skill of its name"));

impl Verdict {
    /// Whether nothing else is to be said than that no other skill has the name.
    pub fn is_alone(&self) -> bool {
        *self.reason == **ONLY
    }
}

/// The verdict before anything is settled.
pub(crate) fn unsettled() -> Verdict {
    Verdict { status: Status::Active, reason: ONLY.clone(), winner: None, name_only: false }
}

/// Settles the candidates that want one id. `same_file` knows the skills that are one file on disk.
pub(crate) fn settle(
    view: &mut View,
    skills: &Pages<Arc<Skill>>,
    key: &str,
    same_file: impl Fn(&Skill) -> Vec<SkillId>,
) -> Vec<SkillId> {
    let slots: Vec<u32> = view.by_id.get(key).map(|slots| slots.iter().collect()).unwrap_or_default();
    let mut contest = Vec::new();
    let mut settled = Vec::new();
    for &slot in &slots {
        match standing(view, skills, slot, &same_file) {
            Ok(entrant) => contest.push(entrant),
            Err(outcome) => settled.push((slot, outcome)),
        }
    }
    settled.extend(decide(view, skills, contest));
    let mut touched = Vec::with_capacity(settled.len());
    for (slot, outcome) in settled {
        touched.extend(apply(view, skills, slot, key, outcome));
    }
    touched
}

/// What is written into a candidate.
struct Settled {
    id: Option<String>,
    note: Option<String>,
    later: bool,
    verdict: Verdict,
}

impl Settled {
    fn new(status: Status, reason: impl Into<Arc<str>>) -> Settled {
        let verdict = Verdict { status, reason: reason.into(), winner: None, name_only: false };
        Settled { id: None, note: None, later: false, verdict }
    }
}

/// A candidate that takes part.
#[derive(Clone)]
struct Entrant {
    slot: u32,
    skill: SkillId,
    place: usize,
    is_command: bool,
    /// Its `paths` held it back until a file was touched.
    activated: bool,
    /// What it still waits for, in a host where it keeps its name meanwhile.
    waiting: Option<Arc<str>>,
    hidden: Option<Arc<str>>,
    name_only: bool,
}

/// A candidate as it takes part when a name is given away, or what becomes of it when it does not.
fn standing(
    view: &View,
    skills: &Pages<Arc<Skill>>,
    slot: u32,
    same_file: impl Fn(&Skill) -> Vec<SkillId>,
) -> Result<Entrant, Settled> {
    let gone = || Err(Settled::new(Status::Unread, "the host never looks there"));
    let off = |reason: String| Err(Settled::new(Status::Disabled, reason));
    let Some(candidate) = view.candidates.at(slot) else { return gone() };
    let (Some(skill), Some(place)) = (skills.get(candidate.skill.0), view.place(candidate)) else { return gone() };
    let reading = &candidate.reading;
    if let Some(first) = view.first_stage.filter(|_| is_passed_over(view, place)) {
        let path = skills.get(first.0).map(|first| first.path.display().to_string()).unwrap_or_default();
        return Err(Settled::new(Status::Unread, format!("not looked for, because `{path}` is there")));
    }
    if let Some(refusal) = &reading.refusal {
        return Err(Settled::new(Status::Skipped, refusal.words()));
    }
    if let Some(installed) = &view.controls.installed
        && skill.path.parent().is_some_and(|folder| installed.holds(folder, &reading.id))
    {
        let file = installed.file.display();
        return off(format!("installed here from elsewhere, says `{file}`"));
    }
    let later = place.later;
    if place.waiting {
        let folder = place.prefix.as_deref().unwrap_or_default();
        let reason = format!("read once a file under `{folder}/` is touched");
        return Err(Settled { later, ..Settled::new(Status::Conditional, reason) });
    }
    if let Some(first) = first_of_same_file(view, skills, slot, candidate, skill, same_file) {
        let path = skills.get(first.0).map(|first| view.environment.short(&first.path)).unwrap_or_default();
        let mut outcome = Settled::new(Status::Shadowed, format!("the same file as `{path}`"));
        outcome.verdict.winner = Some(first);
        return Err(outcome);
    }
    if view.controls.all_off {
        let file = view.controls.all_off_by.as_ref().map(|file| format!("`{}`", view.environment.short(file)));
        let key = view.host.controls.all_off_key().map(|key| format!("by `{key}` ")).unwrap_or_default();
        return off(format!("skills are switched off {key}in {}", file.as_deref().unwrap_or("the host's settings")));
    }
    if let Some(filter) = place.switches.iter().find(|filter| !filter.is_on(&skill.path)) {
        return off(format!("switched off in `{}`", view.environment.short(&filter.file)));
    }
    if let (true, Some(rule)) = (view.host.permissions.all_denied_unlisted, &view.controls.all_denied) {
        return off(format!("all skills are denied by {}", rule.with_place(&view.environment)));
    }
    if let Some(id) = off_as_plugin(view, skill, place) {
        return off(format!("switched off as the plugin `{id}`"));
    }
    let switch = switch(view, candidate, skill, place);
    if let Some((Override::Off, place)) = &switch {
        return off(format!("switched off by {place}"));
    }
    if let Some(reason) = denial(view, candidate) {
        return off(reason);
    }
    // The commands of a plugin stand before its skills, and win.
    let is_command = place.layout == Layout::Commands && place.plugin.is_none();
    let waits = waking::waits(view, candidate);
    let mut waiting = None;
    if waits
        && !paths::matches(
            view.host.controls.path_patterns,
            &reading.paths,
            &view.environment.working_directory,
            &view.waking,
        )
    {
        let patterns: Vec<String> = reading.paths.iter().take(3).map(|path| format!("`{path}`")).collect();
        let reason = format!("waits for a file that matches {}", patterns.join(", "));
        if !view.host.winner.waiting_keeps_name {
            return Err(Settled { later: true, ..Settled::new(Status::Conditional, reason) });
        }
        waiting = Some(Arc::from(reason));
    }
    Ok(Entrant {
        slot,
        skill: candidate.skill,
        place: candidate.place,
        is_command,
        activated: waits,
        waiting,
        hidden: hidden(view, candidate, place, switch.as_ref()),
        name_only: matches!(switch, Some((Override::NameOnly, _))),
    })
}

/// The first skill of the earliest stage that has one that is taken; `None` in hosts whose roots are all looked at.
pub(crate) fn first_stage(view: &View, skills: &Pages<Arc<Skill>>) -> Option<SkillId> {
    if view.host.roots.iter().all(|rule| rule.stage == 0) {
        return None;
    }
    let all = View { first_stage: None, ..view.clone() };
    let stage = |candidate: &Candidate| all.place(candidate).map(|place| stage_of(&all, place));
    let taken = all
        .candidates
        .slots()
        .filter(|slot| standing(&all, skills, *slot, |_| Vec::new()).is_ok_and(|entrant| entrant.hidden.is_none()));
    let taken = taken.filter_map(|slot| all.candidates.at(slot));
    taken.min_by_key(|candidate| stage(candidate)).map(|candidate| candidate.skill)
}

/// Whether a place is of a later stage than what was taken.
fn is_passed_over(view: &View, place: &Place) -> bool {
    let taken = view.first_stage.into_iter().flat_map(|skill| view.all_of_skill(skill));
    let first = taken.filter_map(|candidate| view.place(candidate)).map(|place| stage_of(view, place)).min();
    first.is_some_and(|first| first < stage_of(view, place))
}

fn stage_of(view: &View, place: &Place) -> usize {
    view.host.roots.get(place.rule).map_or(0, |rule| rule.stage)
}

/// The skill that this file was met as before, under another path or at another place.
fn first_of_same_file(
    view: &View,
    skills: &Pages<Arc<Skill>>,
    slot: u32,
    candidate: &Candidate,
    skill: &Arc<Skill>,
    same_file: impl Fn(&Skill) -> Vec<SkillId>,
) -> Option<SkillId> {
    let is_later = |candidate: &Candidate| view.place(candidate).is_some_and(|place| place.later);
    let twins = match view.host.winner.real_path_once && !is_later(candidate) {
        true => same_file(skill),
        false => vec![candidate.skill],
    };
    let mut first = (slot, skill, candidate.skill);
    for twin in twins {
        let Some(twin_skill) = skills.get(twin.0) else { continue };
        for other in view.by_skill.get(twin.0).into_iter().flat_map(Slots::iter) {
            let counts = view.candidates.at(other).is_some_and(|other| {
                let same_kind = is_later(other) == is_later(candidate) && shares_files(view, candidate, other);
                same_kind && other.reading.refusal.is_none() && !view.place(other).is_some_and(|place| place.waiting)
            });
            if other != first.0
                && counts
                && view.candidates.compare((other, twin_skill), (first.0, first.1)) == Ordering::Less
            {
                first = (other, twin_skill, twin);
            }
        }
    }
    (first.0 != slot).then_some(first.2)
}

/// Whether a file that one met counts as met for the other too.
fn shares_files(view: &View, candidate: &Candidate, other: &Candidate) -> bool {
    let (Some(place), Some(other)) = (view.place(candidate), view.place(other)) else { return false };
    // Of what is written in a manifest, each is a command by itself.
    if place.layout == Layout::Written || other.layout == Layout::Written {
        return false;
    }
    // Each package of the repository will be a copy of its own.
    if place.own_package != other.own_package {
        return false;
    }
    if !view.host.winner.plugin_files_apart {
        return true;
    }
    match (&place.plugin, &other.plugin) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some(_), None) => place.layout != Layout::Commands && other.scope == Scope::User,
        (Some(plugin), Some(others)) => {
            place.layout == other.layout && (place.layout != Layout::Commands || plugin == others)
        }
    }
}

/// The plugin that a skill's own folder is, when that is switched off. Only the user's own skills and those of the
/// working directory are looked at.
fn off_as_plugin<'a>(view: &'a View, skill: &Skill, place: &Place) -> Option<&'a str> {
    if view.controls.packages.is_empty() {
        return None;
    }
    let folder = skill.path.parent().filter(|_| place.plugin.is_none() && !place.later)?;
    let is_it = |package: &&Package| {
        matches!(package.origin, Origin::Adopted | Origin::Untrusted)
            && package.path == folder
            && view.controls.plugin(&package.id) == Some(false)
    };
    view.controls.packages.iter().find(is_it).map(|package| &*package.id)
}

/// What the settings say about a candidate, and where: "`skillOverrides` in `.claude/settings.json`".
fn switch(view: &View, candidate: &Candidate, skill: &Skill, place: &Place) -> Option<(Override, String)> {
    let base = || base_id(view, place, skill, &candidate.reading);
    let means = |switch: &&Switch| match &switch.selector {
        Selector::Name(name) => **name == *base(),
        Selector::Path(path) => *path == skill.real,
    };
    if let Some(switch) = view.controls.switches.iter().rev().find(means) {
        let what = if switch.on { Override::On } else { Override::Off };
        return Some((what, said_in(view, view.host.controls.enabled.as_deref(), &switch.file)));
    }
    if view.controls.overrides.is_empty() {
        return None;
    }
    // Claude Code applies its overrides to everything but the skills of plugins.
    if place.plugin.is_some() && view.host.controls.overrides.is_some() {
        return None;
    }
    let base = base();
    let scoped = place.prefix.as_ref().map(|prefix| format!("{prefix}:{base}"));
    let folder = skill.path.parent().and_then(|folder| folder.to_str());
    let of_plugin = place.plugin.as_ref().map(|plugin| format!("{plugin}:{}", candidate.reading.id));
    let short = (place.plugin.is_some() && view.host.controls.short_plugin_names).then_some(&*candidate.reading.id);
    let names = [scoped.as_deref(), Some(base.as_ref()), short, of_plugin.as_deref(), skill.path.to_str(), folder];
    let mut named = names.into_iter().flatten();
    let (name, found) = named.find_map(|name| Some((name, view.controls.override_of(&view.host, name)?)))?;
    Some((found.0, said_in(view, view.controls.switch_key(&view.host, name), &found.1)))
}

/// A key of a settings file, as people name the two.
fn said_in(view: &View, key: Option<&str>, file: &Path) -> String {
    let file = view.environment.short(file);
    key.map_or_else(|| format!("`{file}`"), |key| format!("`{key}` in `{file}`"))
}

/// Why the permissions keep a skill out, when they do.
fn denial(view: &View, candidate: &Candidate) -> Option<String> {
    if !view.host.permissions.denied_unlisted || view.controls.permissions.is_empty() {
        return None;
    }
    let verdict = permissions::verdict(view, candidate);
    (verdict.permission == Permission::Deny).then(|| verdict.words(view))
}

/// Why a skill that loads is not shown to the model, when it is not.
fn hidden(view: &View, candidate: &Candidate, place: &Place, switch: Option<&(Override, String)>) -> Option<Arc<str>> {
    let reading = &candidate.reading;
    if let Some((what @ Override::UserOnly, place)) = switch {
        return Some(Arc::from(format!("only the user may call it: {place} says `{}`", what.word())));
    }
    if reading.hidden {
        return Some(match (&reading.hidden_by, &view.host.companion) {
            (Some(field), _) => Arc::from(format!("`{field}` keeps it from the model")),
            (None, Some(companion)) => Arc::from(format!("`{}` beside it keeps it from the model", companion.file)),
            (None, None) => Arc::from("its own fields keep it from the model"),
        });
    }
    if place.layout == Layout::Commands && place.plugin.is_none() && is_name_of_own(view, &reading.id) {
        return Some(Arc::from("the agent has a skill of its own by that name, which the model sees instead"));
    }
    // Where the body stands in for a description, it does so only for the user's own skills, not for a plugin's.
    let is_given = place.command.as_ref().is_some_and(|command| command.description.is_some());
    if reading.is_unlisted(&view.host, place.plugin.is_some() && !is_given) {
        return Some(Arc::from("it has no description, so it is not listed"));
    }
    None
}

/// Whether a command would have the name of one of the host's own skills, in a host that shows its model that one.
fn is_name_of_own(view: &View, id: &str) -> bool {
    let own = view.host.listing.iter().filter_map(|rule| rule.own.as_ref());
    let is_on = |own: &&OwnRule| own.always || view.controls.has_own_skills(&view.host.controls, &view.environment);
    view.host.winner.commands_apart
        && own.filter(is_on).flat_map(|own| &own.skills).any(|skill| skill.name == id)
        && !matches!(view.controls.override_of(&view.host, id), Some((Override::Off, _)))
}

/// Gives the name away among those that take part, in the order met.
fn decide(view: &View, skills: &Pages<Arc<Skill>>, contest: Vec<Entrant>) -> Vec<(u32, Settled)> {
    let mut outcomes = Vec::new();
    let (mut plain, scoped): (Vec<Entrant>, Vec<Entrant>) = contest.into_iter().partition(|entrant| {
        !(view.host.winner.scoped_clashes && !entrant.is_command && prefix(view, entrant).is_some())
    });
    let (nested, mut added): (Vec<Entrant>, Vec<Entrant>) =
        scoped.into_iter().partition(|entrant| view.places.get(entrant.place).is_some_and(|place| place.later));
    // What had to wait for a file comes after those of other added folders that did not.
    added.sort_by_key(|entrant| entrant.activated);
    // An added skill clashes with skills only: a command of its name loses to it.
    for entrant in added {
        let clashes = |other: &Entrant| !other.activated && (entrant.activated || !other.is_command);
        if plain.iter().any(clashes) {
            outcomes.push((entrant.slot, renamed(view, &entrant, Note::Instead)));
        } else {
            let position = plain.iter().position(|other| other.is_command).unwrap_or(plain.len());
            plain.insert(position, entrant);
        }
    }
    let several = nested.len() > 1;
    for entrant in nested {
        // A plugin's skill answers to its `name` too, without the plugin's.
        let is_free = plain.is_empty() && !is_plugins_short_name(view, entrant_id(view, &entrant));
        let outcome = match (is_free, several) {
            (false, _) => renamed(view, &entrant, Note::Instead),
            (true, true) => renamed(view, &entrant, Note::From),
            (true, false) => {
                let note = note(view, &entrant, Note::From);
                Settled { note, later: true, ..loaded(&entrant, ONLY.clone()) }
            }
        };
        outcomes.push((entrant.slot, Settled { later: true, ..outcome }));
    }
    let place = |slot: u32| view.candidates.at(slot).and_then(|candidate| view.place(candidate));
    for (slot, outcome) in by_policy(view, skills, plain) {
        // What lies in a nested folder is found only once a file there is touched, whatever name it has.
        let later = outcome.later || place(slot).is_some_and(|place| place.later);
        outcomes.push((slot, Settled { later, ..outcome }));
    }
    outcomes
}

/// Whether a skill of a plugin answers to this name.
fn is_plugins_short_name(view: &View, name: &str) -> bool {
    let is_plugin = |candidate: &Candidate| view.place(candidate).is_some_and(|place| place.plugin.is_some());
    view.places.iter().any(|place| place.plugin.is_some())
        && view.candidates.iter().any(|it| it.reading.name.as_deref() == Some(name) && is_plugin(it))
}

/// Which of the two notes the host appends.
#[derive(Clone, Copy)]
enum Note {
    /// The name is taken by another skill.
    Instead,
    /// It says where the skill comes from.
    From,
}

/// The folder that stands before the name of a skill when it clashes.
fn prefix<'a>(view: &'a View, entrant: &Entrant) -> Option<Cow<'a, str>> {
    let place = view.places.get(entrant.place)?;
    match &place.prefix {
        Some(prefix) => Some(Cow::Borrowed(prefix)),
        None if entrant.activated => woken_prefix(&view.host, place, &view.environment).map(Cow::Owned),
        None => None,
    }
}

fn renamed(view: &View, entrant: &Entrant, kind: Note) -> Settled {
    let prefix = prefix(view, entrant).unwrap_or_default();
    let base = entrant_id(view, entrant);
    let id = format!("{prefix}:{base}");
    let reason = format!("its name is taken, so it is called `{id}`");
    Settled { id: Some(id), note: note(view, entrant, kind), ..loaded(entrant, Arc::from(reason)) }
}

/// The words that Claude Code appends to the description of a skill from an added or nested folder.
fn note(view: &View, entrant: &Entrant, kind: Note) -> Option<String> {
    let place = view.places.get(entrant.place)?;
    let prefix = prefix(view, entrant)?;
    Some(match kind {
        Note::Instead => {
            let base = entrant_id(view, entrant);
            format!(
                " (scoped to {prefix}/ — use this instead of the unscoped \"{base}\" skill when the files being changed are under {prefix}/)"
            )
        }
        Note::From => {
            let rule = view.host.roots.get(place.rule)?;
            let root = rule.paths.iter().find(|path| place.path.ends_with(path))?;
            format!(" (from {prefix}/{root} — applies when working on files under {prefix}/)")
        }
    })
}

fn entrant_id<'a>(view: &'a View, entrant: &Entrant) -> &'a str {
    view.candidates.at(entrant.slot).map_or("", |candidate| &candidate.reading.id)
}

/// A skill that the host loads: active, or hidden from the model.
fn loaded(entrant: &Entrant, reason: Arc<str>) -> Settled {
    let mut outcome = match (&entrant.hidden, &entrant.waiting) {
        (Some(reason), _) => Settled::new(Status::Hidden, reason.clone()),
        (None, Some(reason)) => Settled::new(Status::Conditional, reason.clone()),
        (None, None) => Settled::new(Status::Active, reason),
    };
    outcome.verdict.name_only = entrant.name_only;
    outcome.later = entrant.activated;
    outcome
}

fn by_policy(view: &View, skills: &Pages<Arc<Skill>>, mut plain: Vec<Entrant>) -> Vec<(u32, Settled)> {
    let rule = &view.host.winner;
    let is_of_commands = |entrant: &Entrant| entrant.is_command;
    if rule.commands_apart
        && plain.iter().any(is_of_commands)
        && plain.iter().any(|entrant| !entrant.is_command)
        && plain.iter().all(|entrant| entrant.is_command || entrant.hidden.is_some())
    {
        let (commands, others) = plain.into_iter().partition(is_of_commands);
        let mut outcomes = by_policy(view, skills, others);
        outcomes.extend(by_policy(view, skills, commands));
        return outcomes;
    }
    // A skill that had to wait for a file comes after all that were there already, hidden ones and commands too.
    plain.sort_by_key(|entrant| (entrant.activated && !rule.waiting_keeps_name, entrant.is_command));
    let note_of = |entrant: &Entrant| if entrant.activated { note(view, entrant, Note::From) } else { None };
    if let [only] = plain.as_slice() {
        let outcome = Settled { note: note_of(only), ..loaded(only, ONLY.clone()) };
        return vec![(only.slot, outcome)];
    }
    let because = |otherwise: &str| match rule.because.is_empty() {
        true => format!("{} {otherwise}", view.host.name),
        false => rule.because.clone(),
    };
    let winner = match rule.policy {
        WinnerPolicy::All => {
            let reason: Arc<str> = Arc::from(because("keeps every skill of a name"));
            let is_kept = |entrant: &&Entrant| plain.len() == 1 || !is_migrated(view, entrant);
            let kept = plain.iter().filter(is_kept).map(|entrant| (entrant.slot, loaded(entrant, reason.clone())));
            let dropped = plain.iter().filter(|entrant| !is_kept(entrant)).map(|entrant| {
                let reason = "the package has another of its name, and then the command is not made a skill";
                (entrant.slot, Settled::new(Status::Skipped, reason))
            });
            return kept.chain(dropped).collect();
        }
        WinnerPolicy::Race | WinnerPolicy::Unknown => {
            let reason: Arc<str> = Arc::from(match rule.policy {
                WinnerPolicy::Unknown => format!("not known: {}", because("does not say which one it uses")),
                _ => format!("not decided: {}", because("keeps whichever file it finishes reading last")),
            });
            return plain
                .iter()
                .map(|entrant| (entrant.slot, Settled::new(Status::Ambiguous, reason.clone())))
                .collect();
        }
        WinnerPolicy::First | WinnerPolicy::AllFirstFound => {
            let all_waited = !rule.waiting_keeps_name && plain.iter().all(|entrant| entrant.activated);
            let seen =
                plain.iter().find(|entrant| rule.hidden_steps_aside && entrant.hidden.is_none() && !entrant.activated);
            // Of those that a file wakes, each takes the name from the one before.
            if all_waited { plain.last() } else { seen.or(plain.first()) }
        }
        WinnerPolicy::Last | WinnerPolicy::LastKeepsPlace => plain.last(),
        WinnerPolicy::RankKeepsPlace => plain.iter().max_by_key(|entrant| rank(view, entrant)),
    };
    let Some(winner) = winner.cloned() else { return Vec::new() };
    let rivals = plain.iter().filter(|entrant| entrant.place == winner.place).count();
    if rule.unordered_root && rivals > 1 {
        return undecided_in_root(view, skills, &winner, &plain);
    }
    let mut outcomes = Vec::with_capacity(plain.len());
    let mut before_winner = true;
    let twins = plugin_twins(view, &plain, &winner);
    let rival = plain.iter().find(|entrant| entrant.slot != winner.slot).cloned();
    for entrant in &plain {
        if let Some(plugin) = twins.get(&entrant.slot) {
            let id = format!("{plugin}:{}", entrant_id(view, entrant));
            let reason = format!("another plugin has a skill of its name, so it is called `{id}`");
            outcomes.push((entrant.slot, Settled { id: Some(id), ..loaded(entrant, Arc::from(reason)) }));
        } else if entrant.slot == winner.slot {
            before_winner = false;
            let reason = rival.as_ref().map_or_else(String::new, |rival| reason(view, skills, &winner, rival));
            let outcome = Settled { note: note_of(entrant), ..loaded(entrant, Arc::from(reason)) };
            outcomes.push((entrant.slot, outcome));
        } else if rule.hidden_steps_aside && before_winner && entrant.hidden.is_some() {
            outcomes.push((entrant.slot, loaded(entrant, ONLY.clone())));
        } else {
            let mut outcome = Settled::new(Status::Shadowed, reason(view, skills, &winner, entrant));
            outcome.verdict.winner = Some(winner.skill);
            outcome.later = entrant.activated;
            outcomes.push((entrant.slot, outcome));
        }
    }
    outcomes
}

/// Whether an entrant is a command that becomes a skill when its package is installed.
fn is_migrated(view: &View, entrant: &Entrant) -> bool {
    let place = view.places.get(entrant.place);
    place.and_then(|place| view.host.roots.get(place.rule)).is_some_and(|rule| rule.migrates.is_some())
}

/// How strong the root of an entrant is.
fn rank(view: &View, entrant: &Entrant) -> usize {
    let rule = view.places.get(entrant.place).and_then(|place| view.host.roots.get(place.rule));
    rule.map_or(0, |rule| rule.rank)
}

/// The root that wins is decided, but not which of its skills: that is left to the file system.
fn undecided_in_root(
    view: &View,
    skills: &Pages<Arc<Skill>>,
    winner: &Entrant,
    plain: &[Entrant],
) -> Vec<(u32, Settled)> {
    let text = "not decided: the file system decides which of one folder is met first";
    let undecided: Arc<str> = Arc::from(text);
    let outcome = |entrant: &Entrant| match entrant.place == winner.place {
        true => Settled::new(Status::Ambiguous, undecided.clone()),
        false => Settled::new(Status::Shadowed, reason(view, skills, winner, entrant)),
    };
    plain.iter().map(|entrant| (entrant.slot, outcome(entrant))).collect()
}

/// Skills of different plugins that bear one name, and the plugins, where the host keeps them all: the first of each
/// plugin, when the name is a plugin's. Of commands it keeps one.
fn plugin_twins(view: &View, plain: &[Entrant], winner: &Entrant) -> BTreeMap<u32, String> {
    let plugin =
        |entrant: &Entrant| view.places.get(entrant.place).filter(|place| !place.layout.is_commands())?.plugin.clone();
    let mut twins = BTreeMap::new();
    if !view.host.winner.plain_plugin_names || plugin(winner).is_none() {
        return twins;
    }
    for entrant in plain {
        if let Some(plugin) = plugin(entrant).filter(|plugin| !twins.values().any(|known| known == plugin)) {
            twins.insert(entrant.slot, plugin);
        }
    }
    if twins.len() < 2 { BTreeMap::new() } else { twins }
}

/// Why `winner` and not `loser`.
fn reason(view: &View, skills: &Pages<Arc<Skill>>, winner: &Entrant, loser: &Entrant) -> String {
    if rule_hides(view, loser) && loser.place < winner.place {
        return "the one before it is not shown to the model".to_owned();
    }
    if loser.activated && !winner.activated && !view.host.winner.waiting_keeps_name {
        return "a skill that waits for a file comes after those that do not".to_owned();
    }
    if winner.is_command != loser.is_command {
        return "skills come before commands".to_owned();
    }
    let last = matches!(
        view.host.winner.policy,
        WinnerPolicy::Last | WinnerPolicy::LastKeepsPlace | WinnerPolicy::RankKeepsPlace
    );
    if view.host.winner.order == OrderName::LowerPath {
        return view.host.winner.because.clone();
    }
    let (Some(first), Some(second)) = (view.places.get(winner.place), view.places.get(loser.place)) else {
        return view.host.winner.because.clone();
    };
    let verb = if last { "override" } else { "come before" };
    if first.scope != second.scope {
        return format!("{} {verb} {}", scope_words(first.scope), scope_words(second.scope));
    }
    if winner.place != loser.place {
        let verb = if last { "overrides" } else { "comes before" };
        let short = |place: &Place| view.environment.short(&place.path);
        return format!("`{}` {verb} `{}`", short(first), short(second));
    }
    let folder = |entrant: &Entrant| skills.get(entrant.skill.0).map(|skill| skill.folder.clone()).unwrap_or_default();
    if view.host.winner.order == OrderName::FileSystem {
        let kind = |entrant: &Entrant| skills.get(entrant.skill.0).map(|skill| skill.kind);
        return match (kind(winner), kind(loser)) {
            (Some(FoundKind::Skill), Some(FoundKind::Flat)) => "a folder comes before a single file".to_owned(),
            (Some(FoundKind::Flat), _) => format!("the file system lists `{}` first", folder(winner)),
            _ => format!("the file system lists `{}` last, and the last one counts", folder(winner)),
        };
    }
    let verb = if last { "after, and the last one counts" } else { "first" };
    format!("in one folder, `{}` is met {verb}", folder(winner))
}

fn rule_hides(view: &View, entrant: &Entrant) -> bool {
    view.host.winner.hidden_steps_aside && entrant.hidden.is_some()
}

fn scope_words(scope: Scope) -> &'static str {
    match scope {
        Scope::Managed => "managed skills",
        Scope::User => "user skills",
        Scope::Project => "project skills",
        Scope::Nested => "nested skills",
        Scope::Added => "skills of added folders",
        Scope::Environment => "skills named by the environment",
        Scope::Plugin => "plugin skills",
        Scope::Command => "commands",
        Scope::Compatibility => "skills read for compatibility",
        Scope::Explicit => "skills of the settings",
    }
}

/// Writes an outcome into its candidate, when it differs from what stands there.
fn apply(view: &mut View, skills: &Pages<Arc<Skill>>, slot: u32, key: &str, outcome: Settled) -> Option<SkillId> {
    let candidate = view.candidates.at(slot)?;
    let skill = candidate.skill;
    let place = view.place(candidate)?;
    let file = skills.get(skill.0)?;
    let renamed = outcome.id.is_some();
    let id: Arc<str> = outcome.id.map_or_else(|| base_id(view, place, file, &candidate.reading), Arc::from);
    // A skill that is renamed loses its display name.
    let label_name = match renamed {
        true => None,
        false => label_name(place, &candidate.reading.name, &id),
    };
    let same = candidate.id == id
        && candidate.label_name == label_name
        && candidate.note.as_deref() == outcome.note.as_deref()
        && candidate.later == outcome.later
        && candidate.renamed == renamed
        && candidate.verdict == outcome.verdict;
    if same {
        return Some(skill);
    }
    if candidate.renamed {
        let old = candidate.id.clone();
        view.renamed.take(&*view.key(&old).into_owned());
    }
    if renamed {
        let alias = Arc::from(view.key(&id).as_ref());
        view.renamed.put(alias, Arc::from(key));
    }
    let candidate = view.candidates.at_mut(slot)?;
    candidate.id = id;
    candidate.label_name = label_name;
    candidate.note = outcome.note.map(Arc::from);
    candidate.later = outcome.later;
    candidate.renamed = renamed;
    candidate.verdict = outcome.verdict;
    Some(skill)
}

/// The id before any scoped renaming: with the plugin's name, or the source's, before it.
pub(crate) fn base_id(view: &View, place: &Place, skill: &Skill, reading: &Reading) -> Arc<str> {
    let id = &reading.id;
    let rule = view.host.roots.get(place.rule);
    match (&place.plugin, view.host.identity.id) {
        (Some(_), _) if view.host.winner.plain_plugin_names => id.clone(),
        (Some(plugin), _) => match (&place.command, rule) {
            (Some(command), _) => Arc::from(format!("{plugin}:{}", command.name)),
            (None, Some(rule)) => package_id(rule, plugin, skill.path.parent() == Some(&*place.path), reading),
            (None, None) => Arc::from(format!("{plugin}:{id}")),
        },
        (None, IdSource::SourceAndName) => Arc::from(format!("{}:{id}", place.source)),
        (None, IdSource::Folder | IdSource::Name | IdSource::NameOrFolder) => id.clone(),
    }
}

/// The display name, when it says more than the id. What lies among the user's legacy commands has none.
fn label_name(place: &Place, name: &Option<Arc<str>>, id: &Arc<str>) -> Option<Arc<str>> {
    let name = name.as_ref().filter(|_| place.layout != Layout::Commands || place.plugin.is_some())?;
    let name = match (&place.plugin, place.layout) {
        // A command in a sub-folder keeps the folder before its name.
        (Some(_), Layout::Commands | Layout::Written) => Arc::from(format!("{}:{name}", id.rsplit_once(':')?.0)),
        (Some(plugin), _) => Arc::from(format!("{plugin}:{name}")),
        (None, _) => name.clone(),
    };
    (name != *id).then_some(name)
}
