//! The whole life of one skill in each agent: found, read, named, allowed, listed, woken by, loaded as.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalog::{BlockState, Candidate, Skill, SkillId, Status, View, is_callable, waits};
use crate::checks::says_when;
use crate::features::list::{Extent, ListedSkill, list};
use crate::features::meant::at;
use crate::features::show::{self, Chosen};
use crate::features::{creation, why};
use crate::hosts::Scope;
use crate::loading::LoadRequest;
use crate::text::worded;
use crate::words::{capitalized, enumeration, grouped, likely, short};

use super::cause::{self, cause};
use super::{Agent, Cause, Facts, Line, Spot, command, far, other_kind, plugin};

/// The life of a skill. The names of the fields are those of `doctor NAME --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Life {
    /// The name, id or path that was asked about.
    pub name: String,
    /// In each agent.
    pub agents: Vec<LifeInAgent>,
    /// The other agents that list it.
    pub others: Vec<String>,
    /// What of this name lies where nobody reads it.
    pub lines: Vec<Line>,
    /// The known name that is nearest, where nobody knows this one.
    pub nearest: Option<String>,
    /// Where a skill of this name would have to be, where nobody knows it: one place for each agent.
    pub places: Vec<PathBuf>,
}

/// The life of a skill in one agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LifeInAgent {
    /// The host's id.
    pub host: String,
    /// Its name.
    pub name: String,
    /// The file; nothing when the agent does not find one.
    pub path: Option<PathBuf>,
    /// What happens to it, step by step, up to the one that it does not get past.
    pub steps: Vec<Step>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Which.
    pub step: StepName,
    /// Whether it is well.
    pub fine: bool,
    /// What happens.
    pub words: String,
    /// The command to run next, where it is not well.
    pub next: Option<String>,
}

worded! {
    /// The steps of a life, in their order.
    pub enum StepName {
        /// The agent comes upon the file.
        Found = "found",
        /// It can make something of it.
        Read = "read",
        /// It has a name that means it.
        Named = "named",
        /// Settings and permissions let it be.
        Allowed = "allowed",
        /// It stands in the listing.
        Listed = "listed",
        /// What makes the agent load it.
        WokenBy = "woken by",
        /// What the model gets then.
        LoadedAs = "loaded as",
    }
}

impl Serialize for StepName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Life {
    /// Whether nobody knows anything of the name.
    pub fn is_unknown(&self) -> bool {
        self.agents.iter().all(|agent| agent.steps.is_empty()) && self.others.is_empty() && self.lines.is_empty()
    }
}

pub(super) fn life(facts: &Facts<'_>, agents: &[Agent], elsewhere: &[Line], name: &str) -> Life {
    let asked = Asked::new(facts, name);
    let views = facts.hosts.iter().filter_map(|host| facts.catalog.view(host));
    let all = || agents.iter().flat_map(|agent| &agent.each).chain(elsewhere);
    let is_known = all().any(|line| asked.is_meant(line)) || asked.is_had(facts);
    let all_agents = agents;
    let mut agents: Vec<LifeInAgent> =
        views.zip(agents).map(|(view, agent)| in_agent(facts, view, agent, &asked)).collect();
    let others = facts.catalog.views().iter();
    let others = others.filter(|view| !facts.hosts.contains(&view.host.id) && !view.host.specification);
    let lists = |view: &&View| asked.candidates(facts, view).iter().any(|it| it.verdict.status == Status::Active);
    let others: Vec<String> = others.filter(lists).map(|view| view.host.name.clone()).collect();
    let mut lines: Vec<Line> =
        elsewhere.iter().filter(|line| asked.is_meant(line)).map(|line| asked.narrowed(line)).collect();
    if agents.iter().all(|agent| agent.steps.is_empty()) && lines.is_empty() && others.is_empty() {
        lines.extend(asked.unmet(facts));
    }
    let nearest = if is_known { None } else { nearest(facts, &asked, all()) };
    if !is_known && nearest.is_none() && asked.path.is_none() {
        lines.extend((facts.somewhere)(Some(name)).iter().map(|path| far::line(facts, name, path)));
        lines.extend(other_kind::called(facts, name));
    }
    if is_known || !lines.is_empty() {
        agents = agents.into_iter().zip(all_agents).map(|(life, agent)| with_wide_cause(life, agent)).collect();
    }
    // What a plugin brings cannot be made by a folder of that name.
    let is_of_plugin = name.contains(':');
    let places = if is_known || asked.path.is_some() || is_of_plugin { Vec::new() } else { places(facts, name) };
    Life { name: name.to_owned(), agents, others, lines, nearest, places }
}

/// What keeps an agent from all skills keeps it from this one, which it does not come upon.
fn with_wide_cause(life: LifeInAgent, agent: &Agent) -> LifeInAgent {
    let is_wide = |line: &&Line| {
        let is_of_all = line.skills.is_empty() || line.skills.iter().all(|skill| skill == "skills");
        is_of_all && matches!(line.cause, Cause::Settings | Cause::TooOld | Cause::Misplaced)
    };
    match agent.lines.iter().find(is_wide).filter(|_| life.steps.is_empty()) {
        Some(line) => {
            let (words, next) = (line.words.clone(), line.next.clone());
            let step = Step { step: StepName::Found, fine: false, words, next };
            LifeInAgent { path: line.places.first().map(|spot| spot.path.clone()), steps: vec![step], ..life }
        }
        None => life,
    }
}

/// The skill that is asked about.
struct Asked<'a> {
    name: &'a str,
    /// Where the name is a path.
    path: Option<&'a Path>,
    /// The skill at that path.
    at: Option<(SkillId, &'a Skill)>,
}

impl<'a> Asked<'a> {
    fn new(facts: &Facts<'a>, name: &'a str) -> Asked<'a> {
        let path = Some(Path::new(name)).filter(|path| path.is_absolute());
        Asked { name, path, at: path.and_then(|path| at(facts.catalog, path)) }
    }

    fn candidates<'v>(&self, facts: &Facts<'_>, view: &'v View) -> Vec<&'v Candidate> {
        match (self.path, self.at) {
            (_, Some((id, _))) => view.all_of_skill(id).collect(),
            (Some(_), None) => Vec::new(),
            (None, None) => why::candidates(facts.catalog, view, self.name),
        }
    }

    fn is_had(&self, facts: &Facts<'_>) -> bool {
        self.at.is_some() || facts.catalog.views().iter().any(|view| !self.candidates(facts, view).is_empty())
    }

    /// Whether a line is about this skill.
    fn is_meant(&self, line: &Line) -> bool {
        match self.path {
            Some(path) => line.places.iter().any(|spot| spot.path == path || spot.path.parent() == Some(path)),
            None => {
                let is_name = |skill: &String| {
                    why::is_same_word(skill, self.name) || skill.rsplit(':').next().is_some_and(|it| it == self.name)
                };
                let is_of_plugin = self.name.split_once(':').is_some_and(|(plugin, own)| {
                    let is_plugin = |skill: &String| skill.split_once('@').is_some_and(|(name, _)| name == plugin);
                    let lies_in = |spot: &Spot| spot.path.iter().any(|name| name == plugin);
                    let is_own = line.skills.iter().any(|skill| skill == own);
                    line.skills.iter().any(is_plugin)
                        || is_own && (line.cause == Cause::Package || line.places.iter().any(lies_in))
                });
                is_of_plugin || line.skills.iter().any(is_name) || line.places.iter().any(|spot| self.is_at(&spot.path))
            }
        }
    }

    /// Whether a file or folder is called so, or the folder in which it lies.
    fn is_at(&self, path: &Path) -> bool {
        let is_root = |name: &str| name.eq_ignore_ascii_case("skills");
        let names = path.iter().rev().map(|name| name.to_string_lossy()).filter(|name| *name != "SKILL.md").take(2);
        let mut names = names.take_while(|name| !is_root(name));
        names.any(|name| why::is_same_word(&name, self.name))
    }

    /// A line about many skills, as it is about this one.
    fn narrowed(&self, line: &Line) -> Line {
        let is_it = |skill: &&String| why::is_same_word(skill, self.name);
        match line.skills.iter().find(is_it).filter(|_| line.skills.len() > 1) {
            Some(skill) => Line { skills: vec![skill.clone()], ..line.clone() },
            None => line.clone(),
        }
    }

    /// A path of which nothing else is told: what stands there.
    fn unmet(&self, facts: &Facts<'_>) -> Option<Line> {
        let path = self.path?;
        facts.files.kind(path)?;
        let holds = facts.files.kind(&path.join("SKILL.md")).is_some();
        let words = match holds || path.ends_with("SKILL.md") {
            true => "no agent looks here from this working directory",
            false => "there is no `SKILL.md` here, so it is no skill",
        };
        let folder = if path.ends_with("SKILL.md") { path.parent().unwrap_or(path) } else { path };
        let mut views = facts.hosts.iter().filter_map(|id| facts.catalog.view(id));
        let root = views.find_map(|view| creation::root(view, Scope::Project));
        let to = root.map(|root| root.join(folder.file_name().unwrap_or_default()));
        let next = to.filter(|_| holds || folder != path);
        let next = next.map(|to| command::copying(facts.environment, facts.files, folder, &to));
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        Some(Line::new(Cause::Nobody, &name, path, words).next(next))
    }
}

/// The name that was probably meant: of what agents have, and of what lies beside.
fn nearest<'a>(facts: &Facts<'a>, asked: &Asked<'_>, lines: impl Iterator<Item = &'a Line>) -> Option<String> {
    let all: Vec<String> = facts.catalog.views().iter().map(|view| view.host.id.clone()).collect();
    let known = why::nearest_id(facts.catalog, &all, asked.name);
    let near: Vec<&str> = lines.flat_map(|line| &line.skills).map(String::as_str).collect();
    known.or_else(|| likely(asked.name, near).map(str::to_owned))
}

/// Where a skill of this name would have to be for each of the agents.
fn places(facts: &Facts<'_>, name: &str) -> Vec<PathBuf> {
    let views = facts.hosts.iter().filter_map(|id| facts.catalog.view(id));
    let roots = views.filter_map(|view| creation::root(view, Scope::Project));
    let mut places: Vec<PathBuf> = roots.map(|root| root.join(name).join("SKILL.md")).collect();
    places.dedup();
    places
}

fn in_agent(facts: &Facts<'_>, view: &View, agent: &Agent, asked: &Asked<'_>) -> LifeInAgent {
    let candidates = asked.candidates(facts, view);
    let order = [
        Status::Active,
        Status::Ambiguous,
        Status::Hidden,
        Status::Conditional,
        Status::Disabled,
        Status::Skipped,
        Status::Shadowed,
    ];
    let turn = |it: &&&Candidate| order.iter().position(|status| *status == it.verdict.status);
    let chosen = candidates.iter().min_by_key(turn).copied();
    let met = chosen.and_then(|candidate| Some((candidate, facts.catalog.skill(candidate.skill)?)));
    let mut lines: Vec<&Line> = agent.each.iter().filter(|line| asked.is_meant(line)).collect();
    lines.sort_by_key(|line| line.cause);
    // What is said of the very file that was chosen comes before what is said of others of its name.
    let is_of = |line: &&&Line, path: &Path| {
        line.places.iter().any(|spot| spot.path == path || Some(&*spot.path) == path.parent())
    };
    let of_chosen = met.and_then(|(_, skill)| lines.iter().find(|line| is_of(line, &skill.path)));
    let line = of_chosen.or(lines.first()).copied();
    let (path, steps) = match met {
        Some((candidate, skill)) => {
            let told = LifeOf { facts, view, candidate, skill, line, all: &candidates };
            (Some(skill.path.clone()), told.steps())
        }
        None => {
            let step = |line: &Line| Step {
                step: StepName::Found,
                fine: false,
                words: line.words.clone(),
                next: line.next.clone(),
            };
            (
                line.and_then(|line| line.places.first()).map(|spot| spot.path.clone()),
                line.map(step).into_iter().collect(),
            )
        }
    };
    LifeInAgent { host: agent.host.clone(), name: agent.name.clone(), path, steps }
}

/// A skill that an agent comes upon.
struct LifeOf<'a> {
    facts: &'a Facts<'a>,
    view: &'a View,
    candidate: &'a Candidate,
    skill: &'a Skill,
    /// What the doctor says of it, when something is amiss.
    line: Option<&'a Line>,
    /// All of the name.
    all: &'a [&'a Candidate],
}

impl LifeOf<'_> {
    fn steps(&self) -> Vec<Step> {
        let all = [Self::found, Self::read, Self::named, Self::allowed, Self::listed, Self::woken_by, Self::loaded_as];
        let mut steps = Vec::new();
        for step in all {
            let step = step(self);
            let goes_on = [StepName::Found, StepName::Listed, StepName::Read];
            let is_last = !step.fine && !goes_on.contains(&step.step);
            let is_refused = !step.fine && self.candidate.verdict.status == Status::Skipped;
            steps.push(step);
            if is_last || is_refused {
                break;
            }
        }
        steps
    }

    fn fine(step: StepName, words: impl Into<String>) -> Step {
        Step { step, fine: true, words: words.into(), next: None }
    }

    fn amiss(&self, step: StepName, words: impl Into<String>) -> Step {
        let next = self.line.and_then(|line| line.next.clone());
        Step { step, fine: false, words: words.into(), next }
    }

    /// What the doctor says of it, where that is about this cause: with what else is amiss.
    fn said(&self, cause: Cause) -> Option<String> {
        self.line.filter(|line| line.cause == cause).map(|line| line.words.clone())
    }

    fn found(&self) -> Step {
        let scope = self.view.scope(self.candidate).word();
        let place = self.facts.environment.short(&self.skill.path);
        let mut others = self.all.iter().filter(|it| it.skill != self.candidate.skill);
        let other = others.next().and_then(|it| Some((it, self.facts.catalog.skill(it.skill)?)));
        let more = match (other, others.count()) {
            (None, _) => String::new(),
            (Some((other, skill)), 0) => {
                let place = self.facts.environment.short(&skill.path);
                let fate = match other.verdict.status {
                    Status::Shadowed | Status::Skipped | Status::Disabled => {
                        format!(" is not used: {}", other.verdict.reason)
                    }
                    _ => " too".to_owned(),
                };
                format!("; {place}{fate}")
            }
            (Some(_), count) => format!("; there are {} others of this name", count + 1),
        };
        match self.package() {
            Some(package) => {
                let words = format!("{place}, but only once the plugin `{package}` is installed{more}");
                Step {
                    next: plugin::trying(self.facts, self.view, self.candidate),
                    ..self.amiss(StepName::Found, words)
                }
            }
            None => Self::fine(StepName::Found, format!("{place} ({scope}){more}")),
        }
    }

    /// The package of this repository that brings it, which nobody may have installed.
    fn package(&self) -> Option<&str> {
        let place = self.view.place(self.candidate)?;
        place.own_package.as_ref().and(place.plugin.as_deref())
    }

    fn read(&self) -> Step {
        let finding = cause(self.facts, self.view, &self.skill.path);
        if self.candidate.verdict.status == Status::Skipped {
            let why = finding.map(|it| cause::words(it, self.view));
            let reason = why.unwrap_or_else(|| format!("skipped: {}", self.candidate.verdict.reason));
            let told = self.said(Cause::Refused).unwrap_or(reason);
            return self.amiss(StepName::Read, told);
        }
        match (finding, &self.candidate.reading.block) {
            (Some(finding), _) => self.amiss(StepName::Read, cause::words(finding, self.view)),
            (None, BlockState::Void) => self.amiss(StepName::Read, "its frontmatter cannot be read and is ignored"),
            (None, BlockState::Absent) => self.amiss(StepName::Read, "the agent sees no frontmatter in it"),
            (None, BlockState::Repaired) => Self::fine(StepName::Read, "yes, after the agent repaired its frontmatter"),
            (None, BlockState::Read) if self.said(Cause::Vague).is_some() => {
                self.amiss(StepName::Read, self.said(Cause::Vague).unwrap_or_default())
            }
            (None, BlockState::Read) => {
                let tools = self.candidate.reading.allowed_tools.len();
                let tools = if tools > 0 { format!(", {tools} allowed tools") } else { String::new() };
                let description = self.candidate.reading.description.as_deref().unwrap_or_default();
                let length = grouped(description.chars().count());
                Self::fine(StepName::Read, format!("yes: a description of {length} characters{tools}"))
            }
        }
    }

    fn named(&self) -> Step {
        let id = &self.candidate.id;
        match self.candidate.verdict.status {
            Status::Shadowed => {
                let winner = self.candidate.verdict.winner.and_then(|winner| self.facts.catalog.skill(winner));
                let instead = winner.map(|it| format!("{} is used instead: ", short(&it.path, &self.view.environment)));
                let words = format!("`{id}`, but {}{}", instead.unwrap_or_default(), self.candidate.verdict.reason);
                self.amiss(StepName::Named, words)
            }
            Status::Ambiguous => {
                let reason = self.said(Cause::Clash).unwrap_or_else(|| self.candidate.verdict.reason.to_string());
                self.amiss(StepName::Named, format!("`{id}`: {reason}"))
            }
            _ if **id != *self.skill.folder => Self::fine(StepName::Named, format!("`{id}`, by this whole name")),
            _ => Self::fine(StepName::Named, format!("`{id}`")),
        }
    }

    fn allowed(&self) -> Step {
        let verdict = &self.candidate.verdict;
        if verdict.status == Status::Disabled {
            let told = self.said(Cause::SwitchedOff).unwrap_or_else(|| verdict.reason.to_string());
            return self.amiss(StepName::Allowed, told);
        }
        match crate::features::permission::permitted(self.view, self.candidate) {
            Some(permitted) if permitted.verdict == "deny" => {
                self.amiss(StepName::Allowed, format!("no: loading it is {}", permitted.reason))
            }
            Some(permitted) => Self::fine(StepName::Allowed, format!("yes; loading it is {}", permitted.reason)),
            None => Self::fine(StepName::Allowed, "yes: nothing switches it off or denies it"),
        }
    }

    fn listed(&self) -> Step {
        let verdict = &self.candidate.verdict;
        match verdict.status {
            Status::Hidden => return self.amiss(StepName::Listed, format!("no: {}", verdict.reason)),
            Status::Conditional => {
                let words = self.line.map_or_else(|| verdict.reason.to_string(), |line| line.words.clone());
                return self.amiss(StepName::Listed, format!("not yet: {words}"));
            }
            _ => {}
        }
        let listing = self.facts.listings.listing(&self.view.host.id, &self.skill.path);
        let Some(listing) = listing else {
            return Self::fine(StepName::Listed, "yes; how exactly is not known of this agent");
        };
        let mut entries = listing.entries.iter();
        let entry = entries.find(|entry| *entry.path == *self.skill.path && *entry.name == *self.candidate.id);
        let hosts = std::slice::from_ref(&self.view.host.id);
        let all = list(self.facts.catalog, None, self.facts.listings, hosts, Extent::All);
        let told = all.iter().find(|it| it.path == self.skill.path && it.id == *self.candidate.id);
        let reason = told.map(|told: &ListedSkill| told.reason.clone()).unwrap_or_default();
        match (entry, told.and_then(|told| told.shown)) {
            (Some(entry), Some("whole")) => Self::fine(StepName::Listed, one_line(&entry.text)),
            (Some(entry), Some("omitted")) | (Some(entry), None) if entry.text.is_empty() => {
                self.amiss(StepName::Listed, format!("no: {reason}"))
            }
            (Some(entry), _) => self.amiss(StepName::Listed, format!("{} ({reason})", one_line(&entry.text))),
            (None, _) => self.amiss(StepName::Listed, format!("no: {reason}")),
        }
    }

    fn woken_by(&self) -> Step {
        let id = &self.candidate.id;
        let mut ways: Vec<String> = Vec::new();
        let is_hidden = self.candidate.verdict.status == Status::Hidden;
        if waits(self.view, self.candidate) {
            let paths = self.candidate.reading.paths.iter().take(3).map(|path| format!("`{path}`"));
            ways.push(format!("a file that matches {}", paths.collect::<Vec<_>>().join(", ")));
        }
        if !is_hidden {
            let reading = &self.candidate.reading;
            let when = [reading.description.as_deref(), reading.when.as_deref()].into_iter().flatten();
            let is_said = reading.when.is_some() || when.into_iter().any(says_when);
            let unsaid = if is_said { "" } else { " (which does not say when to use it)" };
            ways.push(format!("the model, when the task fits the description{unsaid}"));
        }
        let is_closed = self.field("user-invocable").is_some_and(|value| value == "false");
        // What people type is known of some agents.
        let typed = self.view.host.loading.as_ref().and_then(|loading| loading.typed.as_ref());
        let typed = typed.filter(|_| is_callable(self.candidate.verdict.status) && !is_closed);
        if let Some(typed) = typed {
            let call = typed.call.replace("{id}", id).replace("{name}", id);
            ways.push(format!("a person, with `{call}`"));
        }
        if ways.is_empty() {
            ways.push("nothing that is known of this agent".to_owned());
        }
        let closed = if is_closed { "; `user-invocable: false` keeps people from calling it" } else { "" };
        Self::fine(StepName::WokenBy, format!("{}{closed}", enumeration(&ways)))
    }

    fn field(&self, key: &str) -> Option<String> {
        let document = show::document_of(self.facts.files, self.skill).ok()?;
        document.scalar(key).map(|value| value.trim().to_owned())
    }

    fn loaded_as(&self) -> Step {
        let chosen = Chosen { candidate: self.candidate, skill: self.skill };
        let loaded = show::document_of(self.facts.files, self.skill)
            .and_then(|document| show::show(self.view, chosen, &document, self.facts.files, &LoadRequest::default()));
        let next = command::ours("show", &self.candidate.id, &self.view.host);
        match loaded {
            Ok(shown) => {
                let length = grouped(shown.loaded.text.chars().count());
                let words = match shown.loaded.known {
                    true => format!("{length} characters of text"),
                    false => format!("{length} characters of text, as far as is known of this agent"),
                };
                Step { next: Some(next), ..Self::fine(StepName::LoadedAs, words) }
            }
            Err(why) => Step { next: Some(next), ..self.amiss(StepName::LoadedAs, capitalized(&why)) },
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
