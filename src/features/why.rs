//! Which skill of a name each host uses, and why.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalog::manifest::{Cost, Sort, examine, subjects};
use crate::catalog::rivals::NAMED;
use crate::catalog::{
    Candidate, Catalog, Fate, Files, Kin, NearMiss, Obstacle, Sight, Skill, SkillId, SkillRoot, Status, View,
};
use crate::checks::copies::{Drift, drifts};
use crate::features::Listings;
use crate::features::meant::at;
use crate::features::permission::{Permitted, permitted};
use crate::features::shown::{ignored_block, reason, showing};
use crate::hosts::{Host, Hosts, Scope};
use crate::words::{shipping::left_out, short};

/// What one host makes of a name. The names of the fields are those of `why --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The host's id.
    pub host: String,
    /// The name that was asked for.
    pub name: String,
    /// What comes of it.
    pub outcome: Outcome,
    /// The file that is used; `None` for ambiguous, listed twice, skipped and absent.
    pub winner: Option<PathBuf>,
    /// Everything of this name, in the order the host meets it; when it meets nothing, what it does not read.
    pub candidates: Vec<WhyCandidate>,
}

/// A skill of the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhyCandidate {
    /// Its file. Absolute.
    pub path: PathBuf,
    /// Its id in the host; the name where the host does not read it.
    pub id: String,
    /// The package of this repository that has to be installed for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The scope of its root.
    pub scope: Scope,
    /// The word of its status.
    pub status: &'static str,
    /// Why, in one sentence.
    pub reason: String,
    /// What of it stands in the listing: `whole`, `shortened`, `name-only`, `omitted`; nothing when it is not listed.
    pub shown: Option<&'static str>,
    /// Whether the host loads it without its fields.
    #[serde(skip)]
    pub ignores_block: bool,
    /// Whether the model may load it, where a rule decides or a person is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission: Option<Permitted>,
    /// Its copies for other agents that are no longer the same.
    #[serde(skip)]
    pub differs: Vec<Differing>,
    /// Why the host does not read it, when it does not.
    #[serde(skip)]
    pub obstacle: Option<Obstacle>,
}

/// A copy that is no longer the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The other file. Absolute.
    pub path: PathBuf,
    /// In how many lines it differs.
    pub lines: usize,
}

/// What comes of a name in a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// One is used.
    Active,
    /// Nobody knows which is used.
    Ambiguous,
    /// More than one is listed.
    ListedTwice,
    /// The one that is used is not shown to the model.
    Hidden,
    /// The one that is used waits for a matching file.
    Conditional,
    /// It is switched off.
    Disabled,
    /// The host refuses all of them.
    Skipped,
    /// The host has none.
    Absent,
}

/// What each of `hosts` makes of `name`, which may also be the absolute path of a skill; those without a view are left out. `known` tells which folders are made for
/// skills.
pub fn why(catalog: &Catalog, files: &dyn Files, known: &Hosts, hosts: &[String], name: &str) -> Vec<Why> {
    let asked = catalog.views().iter().filter(|view| hosts.contains(&view.host.id));
    let named: Vec<(SkillId, &Skill)> = match Path::new(name).is_absolute() {
        true => at(catalog, Path::new(name)).into_iter().collect(),
        false => catalog.skills().filter(|(_, skill)| is_called(skill, name)).collect(),
    };
    asked
        .map(|view| {
            let had = match named.as_slice() {
                // The name that it has there.
                [(id, _)] if Path::new(name).is_absolute() => {
                    view.standing(*id).and_then(|it| in_view(catalog, view, &it.id))
                }
                _ => in_view(catalog, view, name),
            };
            had.unwrap_or_else(|| absent(catalog, files, known, view, name, &named))
        })
        .collect()
}

/// What each host that has a skill makes of its name, and the skill's own candidate there. It takes as long as there
/// are skills of that name.
pub fn of_skill(catalog: &Catalog, id: SkillId) -> Vec<(&View, &Candidate, Why)> {
    let met = catalog.views().iter().filter_map(|view| Some((view, view.standing(id)?)));
    met.filter_map(|(view, candidate)| Some((view, candidate, in_view(catalog, view, &candidate.id)?))).collect()
}

/// What each host makes of an id, those left out that have none. It takes as long as there are skills of that id.
pub fn of_id<'a>(catalog: &'a Catalog, id: &str) -> Vec<(&'a View, Why)> {
    let having = catalog.views().iter().filter(|view| view.named(id).next().is_some());
    having.filter_map(|view| Some((view, in_view(catalog, view, id)?))).collect()
}

/// Why a host does not read a skill.
pub fn unread(files: &dyn Files, known: &Hosts, view: &View, skill: &Skill) -> Obstacle {
    let root = SkillRoot::of(known, &skill.path);
    let obstacle = Sight::of(view, files).obstacle(root.as_ref(), &skill.path, skill.kind);
    obstacle.unwrap_or(Obstacle::Elsewhere)
}

/// Why a package of this repository does not bring its skill to a host for which it is made, in words.
pub fn left_behind(files: &dyn Files, known: &Hosts, view: &View, skill: &Skill) -> Option<String> {
    let own = &view.environment.own_packages;
    let (folder, all) = own.around(&skill.path).filter(|_| SkillRoot::of(known, &skill.path).is_none())?;
    let made = all.iter().find(|made| made.host == view.host.id)?;
    if made.fate == Fate::Refused {
        // A package that a marketplace lists has a manifest of its own as well.
        let is_refused = |path: &&PathBuf| {
            let subjects = subjects([&view.host], None, path);
            let mut own = subjects.iter().filter(|it| it.sort == Sort::Package && it.folder == folder);
            own.any(|it| files.text(path).is_some_and(|text| refuses(&it.host, &text)))
        };
        let refused = own.manifests.iter().filter(|path| path.starts_with(folder)).find(is_refused);
        let manifest = short(refused.unwrap_or(&made.manifest), &view.environment);
        return Some(format!("does not load its package, because of what is wrong in `{manifest}`"));
    }
    let is_chosen = made.fate != Fate::Taken || own.of(&view.host.id).iter().any(|package| package.path == folder);
    left_out(own, view, files, folder, made).filter(|_| is_chosen).map(|said| format!("not shipped: {said}"))
}

fn refuses(host: &Host, manifest: &str) -> bool {
    let examined = examine(host, Sort::Package, manifest);
    examined.faults.iter().any(|fault| fault.cost == Cost::Refused)
}

/// Tells of hosts that have nothing of a name, first of all, what lies beside where they look: of those that are asked
/// about, or else of those whose own folder it was meant for.
pub fn put_near(answers: &mut [Why], known: &Hosts, near: &[NearMiss], asked: &[String]) {
    for answer in answers.iter_mut().filter(|answer| answer.outcome == Outcome::Absent) {
        let Some(host) = known.get(&answer.host) else { continue };
        for near in near {
            let owners = known.owners(Path::new(&near.root));
            // What lies in no agent's folder was meant for whoever installs it.
            let is_for_all = near.root.is_empty() && host.specification;
            let is_concerned = asked.contains(&host.id) || is_for_all || owners.iter().any(|owner| owner.id == host.id);
            let is_missed = near.root.is_empty() || !near.missed_by([&**host]).is_empty();
            if !is_concerned || !is_missed {
                continue;
            }
            answer.candidates.retain(|candidate| candidate.path != near.path);
            answer.candidates.insert(
                0,
                WhyCandidate {
                    path: near.path.clone(),
                    id: answer.name.clone(),
                    package: None,
                    scope: Scope::Project,
                    status: Status::Unread.word(),
                    reason: near.words(),
                    shown: None,
                    ignores_block: false,
                    permission: None,
                    differs: Vec::new(),
                    obstacle: None,
                },
            );
        }
    }
}

/// Tells of candidates what of them stands in the listings of their hosts, and why not all of it.
pub fn tell_shown<'a>(answers: impl IntoIterator<Item = &'a mut Why>, catalog: &Catalog, listings: &dyn Listings) {
    for answer in answers {
        let Some(view) = catalog.view(&answer.host) else { continue };
        for told in &mut answer.candidates {
            let id = catalog.by_path(&told.path);
            let its = |candidate: &&Candidate| *candidate.id == *told.id;
            let candidate = id.and_then(|id| view.all_of_skill(id).find(its));
            let Some((skill, candidate)) = id.and_then(|id| catalog.skill(id)).zip(candidate) else { continue };
            let listing = listings.listing(&answer.host, &told.path);
            let showing = listing.and_then(|listing| showing(view, candidate, &listing));
            told.reason = reason(skill, candidate, showing.as_ref());
            told.shown = showing.map(|showing| showing.shown.word());
        }
    }
}

/// Tells of candidates which of their copies for other agents are no longer the same.
pub fn tell_copies(answers: &mut [Why], catalog: &Catalog, files: &dyn Files, known: &Hosts) {
    if answers.iter().all(|answer| answer.candidates.is_empty()) {
        return;
    }
    let kin = Kin::new(catalog, known);
    let mut seen: HashMap<PathBuf, Vec<Differing>> = HashMap::new();
    for candidate in answers.iter_mut().flat_map(|answer| &mut answer.candidates) {
        let differs = seen.entry(candidate.path.clone()).or_insert_with(|| {
            let drifts = catalog.by_path(&candidate.path).map(|id| drifts(&kin, catalog, files, id));
            let differing =
                |drift: Drift| Some(Differing { path: catalog.skill(drift.other)?.path.clone(), lines: drift.lines });
            drifts.into_iter().flatten().take(NAMED).filter_map(differing).collect()
        });
        candidate.differs.clone_from(differs);
    }
}

/// The copies among the candidates that are no longer the same, each two once: with the number of lines.
pub fn copies_apart(answers: &[Why]) -> Vec<(&Path, &Path, usize)> {
    let mut apart: Vec<(&Path, &Path, usize)> = Vec::new();
    for candidate in answers.iter().flat_map(|answer| &answer.candidates) {
        for differing in &candidate.differs {
            let (one, other) = (&*candidate.path, &*differing.path);
            if !apart.iter().any(|(left, right, _)| (*left, *right) == (one, other) || (*left, *right) == (other, one))
            {
                apart.push((one, other, differing.lines));
            }
        }
    }
    apart
}

/// The answers of the hosts that have something to tell, those that have the name first. Of hosts that were asked for by
/// name, that there is nothing is an answer too.
pub fn told(mut answers: Vec<Why>, is_asked: bool) -> Vec<Why> {
    answers.retain(|answer| is_asked || answer.tells());
    if !is_asked {
        // Of those that do not have it, first those beside whose places it lies.
        answers.sort_by_key(|answer| (answer.outcome == Outcome::Absent, !answer.has_near()));
    }
    answers
}

impl Why {
    /// Whether it is told of something beside where the host looks.
    pub fn has_near(&self) -> bool {
        self.outcome == Outcome::Absent && self.candidates.iter().any(|candidate| candidate.obstacle.is_none())
    }

    /// Whether there is something to tell: the host has the name, or a reason not to have what lies there.
    fn tells(&self) -> bool {
        self.outcome != Outcome::Absent || !self.candidates.is_empty()
    }

    /// What has become of a candidate, in one phrase, and whether the model may load it, where there is more to say
    /// than that nothing stands in the way.
    pub fn words(&self, index: usize) -> String {
        self.words_with(index, |_| true)
    }

    /// The same, and of permissions only what rules of the settings hold back.
    pub fn short_words(&self, index: usize) -> String {
        self.words_with(index, Permitted::is_held_back)
    }

    fn words_with(&self, index: usize, is_told: impl Fn(&Permitted) -> bool) -> String {
        let words = self.standing(index);
        let Some(candidate) = self.candidates.get(index) else { return words };
        let words = match &candidate.package {
            Some(package) => format!("{words}, once `{package}` is installed"),
            None => words,
        };
        let is_used = matches!(candidate.status, "active" | "ambiguous" | "hidden" | "conditional");
        match candidate.permission.as_ref().filter(|permitted| is_used && is_told(permitted)) {
            Some(permitted) if permitted.verdict == "allow" => format!("{words}; loading it is {}", permitted.reason),
            Some(permitted) => format!("{words}, but loading it is {}", permitted.reason),
            None => words,
        }
    }

    /// What has become of a candidate, in one phrase. What holds for several of them is said once.
    fn standing(&self, index: usize) -> String {
        let Some(candidate) = self.candidates.get(index) else { return String::new() };
        let earlier = self.candidates.iter().take(index);
        let nth = earlier.clone().filter(|earlier| earlier.status == candidate.status).count();
        let said = earlier.clone().any(|earlier| earlier.reason == candidate.reason);
        let reason = candidate.reason.as_str();
        // Of namesakes with ids of their own none is the only one.
        let is_beside = self.candidates.iter().any(|other| other.status == "active" && other.id != candidate.id);
        let word = match (self.outcome, candidate.status) {
            (_, "active") if candidate.shown == Some("omitted") => "not listed",
            (Outcome::ListedTwice, "active") if is_beside => {
                return self.more_words(if nth == 0 { "listed" } else { "listed too" }, candidate);
            }
            (Outcome::Ambiguous, "ambiguous") if nth > 0 => return "or this one".to_owned(),
            (Outcome::Ambiguous, "ambiguous") if reason.starts_with("not known: ") => "not known",
            (Outcome::Ambiguous, "ambiguous") => "not decided",
            (Outcome::ListedTwice, "active") if nth == 0 => return "listed".to_owned(),
            (Outcome::ListedTwice, "active") if nth > 1 => return "listed too".to_owned(),
            (Outcome::ListedTwice, "active") => "listed too",
            (_, "active") if self.candidates.len() == 1 => "listed",
            (_, "active") => "wins",
            (_, "shadowed") if candidate.shown.is_some() => "listed, but never loaded",
            (_, status) => status,
        };
        let reason = reason.strip_prefix(word).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(reason);
        let word = self.more_words(word, candidate);
        match reason {
            reason if reason.is_empty() || (said && !word.starts_with("listed too")) => word,
            reason => format!("{word}: {reason}"),
        }
    }

    /// The word for a candidate with the id that it has, where that is not what was asked for, and what of it counts.
    fn more_words(&self, word: &str, candidate: &WhyCandidate) -> String {
        let is_there = !matches!(candidate.status, "unread" | "skipped");
        let mut words = match candidate.id == self.name || !is_there {
            true => word.to_owned(),
            false => format!("{word} as `{}`", candidate.id),
        };
        words.push_str(match candidate.shown {
            Some("shortened") => ", shortened",
            Some("name-only") => ", description dropped",
            _ => "",
        });
        if candidate.ignores_block {
            words.push_str(", without its frontmatter");
        }
        words
    }
}

/// The name of the package of this repository that a candidate comes with.
pub(crate) fn own_package(view: &View, candidate: &Candidate) -> Option<String> {
    let id = view.place(candidate)?.own_package.as_deref()?;
    Some(id.rsplit_once('@').map_or(id, |(name, _)| name).to_owned())
}

fn is_called(skill: &Skill, name: &str) -> bool {
    is_same_word(&skill.folder, name) || skill.name.as_ref().is_some_and(|it| is_same_word(&it.text, name))
}

/// What a host makes of a name that it has.
pub(crate) fn in_view(catalog: &Catalog, view: &View, name: &str) -> Option<Why> {
    let candidates = candidates(catalog, view, name);
    let (outcome, winner) = outcome(&candidates)?;
    Some(Why {
        host: view.host.id.clone(),
        name: name.to_owned(),
        outcome,
        winner: winner.and_then(|candidate| catalog.skill(candidate.skill)).map(|skill| skill.path.clone()),
        candidates: candidates
            .iter()
            .filter_map(|candidate| {
                let skill = catalog.skill(candidate.skill)?;
                Some(WhyCandidate {
                    path: skill.path.clone(),
                    id: candidate.id.to_string(),
                    package: own_package(view, candidate),
                    scope: view.scope(candidate),
                    status: candidate.verdict.status.word(),
                    reason: reason(skill, candidate, None),
                    shown: None,
                    ignores_block: ignored_block(skill, candidate).is_some(),
                    permission: permitted(view, candidate),
                    differs: Vec::new(),
                    obstacle: None,
                })
            })
            .collect(),
    })
}

/// A host that has nothing of the name: what others have of it, and why this one does not read that.
fn absent(
    catalog: &Catalog,
    files: &dyn Files,
    known: &Hosts,
    view: &View,
    name: &str,
    named: &[(SkillId, &Skill)],
) -> Why {
    let candidates = named.iter().map(|(id, skill)| {
        let scope = catalog.views().iter().find_map(|other| Some(other.scope(other.of_skill(*id)?)));
        let obstacle = unread(files, known, view, skill);
        let package = left_behind(files, known, view, skill);
        WhyCandidate {
            path: skill.path.clone(),
            id: name.to_owned(),
            package: None,
            scope: scope.unwrap_or(Scope::Project),
            status: Status::Unread.word(),
            obstacle: Some(obstacle.clone()).filter(|_| package.is_none()),
            reason: package.unwrap_or_else(|| obstacle.of_hosts().0),
            shown: None,
            ignores_block: false,
            permission: None,
            differs: Vec::new(),
        }
    });
    Why {
        host: view.host.id.clone(),
        name: name.to_owned(),
        outcome: Outcome::Absent,
        winner: None,
        candidates: candidates.collect(),
    }
}

/// The candidates that a person means by `name`: those with this id, or else those that carry it as their
/// display name, without a plugin's prefix, or as their folder.
pub(crate) fn candidates<'a>(catalog: &Catalog, view: &'a View, name: &str) -> Vec<&'a Candidate> {
    let rule = &view.host.identity;
    let same = |text: &str| rule.key(text) == rule.key(name);
    let chosen = |means: &dyn Fn(&Candidate) -> bool| -> Vec<&'a Candidate> {
        view.candidates.iter().filter(|candidate| means(candidate)).collect()
    };
    let mut found: Vec<&Candidate> = view.named(name).collect();
    if found.is_empty() {
        found = chosen(&|candidate| {
            candidate.label_name.as_deref().is_some_and(same) || candidate.id.rsplit(':').next().is_some_and(same)
        });
    }
    if found.is_empty() {
        found = chosen(&|candidate| catalog.skill(candidate.skill).is_some_and(|skill| same(&skill.folder)));
    }
    if found.is_empty() {
        // Nobody remembers how a name is written.
        found = chosen(&|candidate| {
            let is_name = |text: &str| is_same_word(text, name);
            let is_folder = || catalog.skill(candidate.skill).is_some_and(|skill| is_name(&skill.folder));
            let is_part = || candidate.id.rsplit(':').next().is_some_and(is_name);
            is_name(&candidate.id) || candidate.label_name.as_deref().is_some_and(is_name) || is_part() || is_folder()
        });
    }
    found
}

/// Whether two words are one but for capitals.
pub(crate) fn is_same_word(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || one.to_lowercase() == other.to_lowercase()
}

/// What comes of the candidates, and which one is used; `None` when the host has none.
fn outcome<'a>(candidates: &[&'a Candidate]) -> Option<(Outcome, Option<&'a Candidate>)> {
    let with = |status| candidates.iter().copied().filter(move |candidate| candidate.verdict.status == status);
    if with(Status::Ambiguous).next().is_some() {
        return Some((Outcome::Ambiguous, None));
    }
    if with(Status::Active).nth(1).is_some() {
        return Some((Outcome::ListedTwice, None));
    }
    let by_status = [
        (Status::Active, Outcome::Active),
        (Status::Hidden, Outcome::Hidden),
        (Status::Conditional, Outcome::Conditional),
        (Status::Disabled, Outcome::Disabled),
    ];
    let used = by_status.into_iter().find_map(|(status, outcome)| Some((outcome, Some(with(status).next()?))));
    // What a host refuses has not won anything.
    used.or_else(|| with(Status::Skipped).next().map(|_| (Outcome::Skipped, None)))
}

/// The known id that is nearest to `name`, when one is near.
pub fn nearest_id(catalog: &Catalog, hosts: &[String], name: &str) -> Option<String> {
    let views = catalog.views().iter().filter(|view| hosts.contains(&view.host.id));
    let ids = views.flat_map(|view| view.candidates.iter().map(|candidate| candidate.id.as_ref()));
    let wanted = name.to_lowercase();
    ids.map(|id| (strsim::damerau_levenshtein(&id.to_lowercase(), &wanted), id))
        .filter(|(distance, id)| {
            // Something of the shorter one has to be left, or any letter is like any other.
            let shorter = id.chars().count().min(name.chars().count());
            *distance <= 1 + shorter / 4 && *distance < shorter.max(1)
        })
        .min()
        .map(|(_, id)| id.to_owned())
}
