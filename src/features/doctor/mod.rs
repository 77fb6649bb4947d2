//! The state of things here, for somebody whose skill does not trigger: for each agent what it lists, what it does not and
//! why, and the one next step.

mod agent;
mod alike;
mod cause;
mod command;
mod far;
mod faulty_package;
mod further;
mod gathering;
mod idle_setting;
pub mod life;
mod link;
mod listed;
mod many;
mod marketplace;
mod named_folder;
mod naming;
mod nobody;
mod offered;
mod other_kind;
mod plugin;
mod refusal;
mod room;
pub mod taking_part;
mod unread;
mod whereabouts;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalog::{Candidate, Catalog, Environment, Files, NearMiss, View};
use crate::checks::Diagnostic;
use crate::config::Level;
use crate::features::Listings;
use crate::hosts::{Hosts, Installed};
use crate::text::worded;

pub use command::quoted;

use agent::agent;
use gathering::gathered;
use life::{Life, life};
use many::Many;
use whereabouts::Whereabouts;

/// The version of the form of the answer.
pub const FORM: u32 = 1;

/// The field that says whether somebody may type the name of a skill.
pub const UNCALLED: &str = "user-invocable";

/// Everything that is known here.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The skills as every real host sees them, and those that none sees.
    pub catalog: &'a Catalog,
    /// The file system.
    pub files: &'a dyn Files,
    /// Every host that there is.
    pub known: &'a Hosts,
    /// Where an agent would be started.
    pub environment: &'a Environment,
    /// What stands before the models.
    pub listings: &'a dyn Listings,
    /// The ids of the hosts that it is about.
    pub hosts: &'a [String],
    /// The versions of hosts that are installed here, by id.
    pub installed: &'a [(String, Installed)],
    /// What `check` finds, by file, in the order of their paths.
    pub findings: &'a [(PathBuf, Vec<Diagnostic>)],
    /// What lies beside where hosts look.
    pub near: &'a [NearMiss],
    /// What could not be read, with a reason.
    pub unreadable: &'a [(PathBuf, String)],
    /// The skills that git ignores, which are looked for nowhere else.
    pub ignored: &'a HashSet<PathBuf>,
    /// The files that speak of [`UNCALLED`], by which only the model calls a skill.
    pub of_model: &'a HashSet<PathBuf>,
    /// Whether some file here matches what a skill waits for; `None` when there are too many files to know.
    pub is_matched: &'a dyn Fn(&View, &Candidate) -> Option<bool>,
    /// The skills anywhere in the home folder, those of a name for somebody who asks about one that is known nowhere.
    pub somewhere: &'a dyn Fn(Option<&str>) -> Vec<PathBuf>,
    /// The command that finds the same as `findings`.
    pub check: &'a str,
}

/// The answer. The names of the fields are those of `doctor --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Doctor {
    /// The version of this form.
    pub version: u32,
    /// Where an agent would be started.
    pub cwd: PathBuf,
    /// Each agent that is installed here or owns something here.
    pub agents: Vec<Agent>,
    /// What concerns no agent in particular.
    pub elsewhere: Vec<Line>,
    /// What `check` finds.
    pub findings: Findings,
    /// The life of the skill that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<Life>,
}

/// One agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Agent {
    /// The host's id.
    pub host: String,
    /// Its name.
    pub name: String,
    /// The version that is installed, when one was found.
    pub installed: Option<String>,
    /// The version on which what is said here was verified.
    pub verified: String,
    /// How far the two are apart: `same`, `patch`, `more`, or nothing when nobody can tell.
    pub apart: Option<&'static str>,
    /// How many skills it lists to its model.
    pub listed: usize,
    /// How many more it lists once packages of this repository are installed.
    pub once_installed: usize,
    /// How many of those that are meant for it, or could be, it does not list.
    pub not_listed: usize,
    /// What is amiss, the worst first.
    pub lines: Vec<Line>,
    /// The same, a line for each skill.
    #[serde(skip)]
    pub(crate) each: Vec<Line>,
    /// The folder for its new skills here.
    #[serde(skip)]
    pub(crate) root: Option<PathBuf>,
}

/// One cause, and all skills that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// What kind of cause.
    pub cause: Cause,
    /// The skills, by the names that their author would look for; none when it concerns all of them.
    pub skills: Vec<String>,
    /// Where: the file of each skill, or the settings.
    pub places: Vec<Spot>,
    /// What is the matter, in one sentence without a full stop.
    pub words: String,
    /// Whether the agent lists the skills all the same.
    pub listed: bool,
    /// The command to run next.
    pub next: Option<String>,
    /// The same where several skills have this cause.
    #[serde(skip)]
    next_for_many: Option<Many>,
}

/// A place in a file, or a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spot {
    /// The file or folder. Absolute.
    pub path: PathBuf,
    /// The line, counted from 1, where it is known.
    pub line: Option<usize>,
    /// The column in characters, counted from 1, where it is known.
    pub column: Option<usize>,
}

worded! {
    /// Why a skill does not trigger, in the order in which it matters.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Cause {
        /// A settings file of the agent does not parse.
        Settings = "settings",
        /// The agent is older than its skills.
        TooOld = "too-old",
        /// The manifest of its package is wrong.
        Package = "package",
        /// It lies beside where the agent looks, or too deep.
        Misplaced = "misplaced",
        /// Its file cannot be read.
        Unreadable = "unreadable",
        /// The agent refuses it.
        Refused = "refused",
        /// It is switched off.
        SwitchedOff = "switched-off",
        /// Its plugin is not enabled.
        PluginOff = "plugin-off",
        /// A permission keeps the model from loading it.
        Denied = "denied",
        /// Another one of its name is used.
        Shadowed = "shadowed",
        /// Nobody knows which one of its name is used, or there are two.
        Clash = "clash",
        /// There is no room for its description.
        NoRoom = "no-room",
        /// Its description is cut.
        Cut = "cut",
        /// The model does not see it, by its own words or by the settings.
        Hidden = "hidden",
        /// It waits for a file.
        Waiting = "waiting",
        /// It is listed, but not as it was written.
        Damaged = "damaged",
        /// It is called otherwise than one would think.
        Called = "called",
        /// Its description gives the model nothing to go by.
        Vague = "vague",
        /// It lies in the folder of another agent.
        OtherFolder = "other-folder",
        /// It lies in another part of the repository.
        Beside = "beside",
        /// A folder among the skills has no `SKILL.md`.
        NoSkillFile = "no-skill-file",
        /// It has a field that the agent does not read.
        PassedOver = "passed-over",
        /// No agent at all looks there.
        Nobody = "nobody",
    }
}

impl Serialize for Cause {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// What `check` finds, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Findings {
    /// How many errors.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// In how many files.
    pub files: usize,
    /// The command that shows them; nothing when there are none.
    pub next: Option<String>,
}

/// The state of things here, or the life of one skill: `name` is a name, an id, or the absolute path of its file or folder.
pub fn doctor(facts: &Facts<'_>, name: Option<&str>) -> Doctor {
    let views = facts.hosts.iter().filter_map(|host| facts.catalog.view(host));
    let agents: Vec<Agent> = views.map(|view| agent(facts, view)).collect();
    let mut each = nobody::lines(facts, &agents);
    // Whoever misses a skill would be told of nothing.
    let is_new = |agent: &Agent| !agent.lines.iter().any(|line| line.cause == Cause::TooOld);
    if each.is_empty() && agents.iter().all(is_new) && agents.iter().all(Agent::has_nothing) {
        each = far::lines(facts);
    }
    Doctor {
        version: FORM,
        cwd: facts.environment.working_directory.clone(),
        skill: name.map(|name| life(facts, &agents, &each, name)),
        agents,
        elsewhere: gathered(facts, each),
        findings: counted(facts),
    }
}

impl Doctor {
    /// Whether the skill that was asked about is unknown everywhere.
    pub fn is_unknown(&self) -> bool {
        self.skill.as_ref().is_some_and(Life::is_unknown)
    }
}

impl Agent {
    /// Whether it lists no skill, and nothing is known of one that it could.
    fn has_nothing(&self) -> bool {
        self.listed + self.once_installed == 0
            && self.lines.iter().all(|line| matches!(line.cause, Cause::Settings | Cause::NoSkillFile))
    }
}

fn counted(facts: &Facts<'_>) -> Findings {
    // `check` does not look into other parts of the repository.
    let told = || facts.findings.iter().filter(|(path, _)| !Whereabouts::of(facts, path).is_beside());
    let count = |level: Level| {
        let all = told().flat_map(|(_, findings)| findings);
        all.filter(|finding| finding.level == level).count()
    };
    let is_loud = |finding: &Diagnostic| matches!(finding.level, Level::Error | Level::Warning);
    let files = told().filter(|(_, findings)| findings.iter().any(is_loud)).count();
    let (errors, warnings) = (count(Level::Error), count(Level::Warning));
    Findings { errors, warnings, files, next: (files > 0).then(|| facts.check.to_owned()) }
}

impl Line {
    /// A cause that has one place and says nothing of a next step.
    fn new(cause: Cause, skill: &str, path: &Path, words: impl Into<String>) -> Line {
        Line {
            cause,
            skills: vec![skill.to_owned()],
            places: vec![Spot { path: path.to_owned(), line: None, column: None }],
            words: words.into(),
            listed: false,
            next: None,
            next_for_many: None,
        }
    }

    fn next(self, command: impl Into<Option<String>>) -> Line {
        Line { next: command.into(), ..self }
    }

    fn for_many(self, command: impl Into<Option<String>>) -> Line {
        self.many(command.into().map(Many::Command))
    }

    fn many(self, many: Option<Many>) -> Line {
        Line { next_for_many: many, ..self }
    }

    fn at(self, spot: Spot) -> Line {
        Line { places: vec![spot], ..self }
    }

    fn listed(self, listed: bool) -> Line {
        Line { listed, ..self }
    }
}
