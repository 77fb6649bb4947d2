//! What the user asked for: the settings file, and the overlay of editor settings or flags.

mod baseline;
mod exclusion;
mod file;
mod level;
mod nearest;
mod own_hosts;
mod resolve;
mod rules;
mod scope;
mod source;

pub use baseline::{
    BASELINE_NAMES, Baseline, BaselineChoice, Remembered, baseline_text, number, place_sign, place_text,
};
pub use exclusion::Exclusion;
pub use file::SETTINGS;
pub use level::Level;
pub use resolve::{resolve, resolve_layers};
pub use rules::{Demand, HouseRule, KEYS as RULE_KEYS};
pub use scope::Scope;
pub use source::{Source, extended};

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::hosts::Hosts;
use crate::text::Span;

/// The settings in force.
#[derive(Clone, Debug)]
pub struct Config {
    /// The hosts the author writes for; `None` means the owner of each root, and `agentskills`.
    pub hosts: Option<Vec<String>>,
    /// Extra folders that hold skills. Absolute.
    pub roots: Vec<PathBuf>,
    /// What is never walked and never fixed.
    pub exclusion: Exclusion,
    /// Levels by check id; `all` stands for every check.
    pub checks: BTreeMap<String, Level>,
    /// When it is there, only these checks count (`--select`), also those that are off by default.
    pub only: Option<Vec<String>>,
    /// Levels by path.
    pub overrides: Vec<Override>,
    /// The checks that flags or an editor silenced, wherever the files say otherwise.
    pub silenced: Vec<String>,
    /// From which likeness on, in percent, two descriptions overlap.
    pub overlap: Option<u8>,
    /// What the team demands.
    pub rules: Vec<HouseRule>,
    /// What the files say, each thing with its place, in the order in which it counts.
    pub sources: Vec<Source>,
    /// Tools known besides those of the hosts, with `*`.
    pub known_tools: Vec<String>,
    /// All hosts, those of the settings included.
    pub known_hosts: Hosts,
    /// The settings file, when there is one.
    pub file: Option<PathBuf>,
    /// The file that the settings name as the baseline. Absolute.
    pub baseline_file: Option<PathBuf>,
    /// What is remembered and not told again.
    pub baseline: Option<Arc<Baseline>>,
}

impl Config {
    /// Whether the author says that a host is one of those to write for.
    pub fn names(&self, host: &str) -> bool {
        self.hosts.iter().flatten().any(|id| id == host)
    }
}

/// Levels for some paths.
#[derive(Clone, Debug)]
pub struct Override {
    /// The files.
    pub scope: Scope,
    /// Levels by check id; `all` stands for every check.
    pub checks: BTreeMap<String, Level>,
}

/// What is wrong in a settings file. The other settings still apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
    /// The host of one's own that is not there because of it.
    pub host: Option<String>,
    /// What it leaves nothing of, so that no answer would be the one that was asked for.
    pub stops: Option<Stop>,
    /// The settings file, where it is not the nearest one: one that this extends, or one of a folder below.
    pub file: Option<PathBuf>,
}

/// What a mistake in the settings leaves nothing of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The file does not parse.
    File,
    /// No host that it names is one.
    Hosts,
}

impl ConfigProblem {
    /// Something that is wrong, and that the other settings do not suffer from.
    pub(crate) fn new(span: Span, message: String) -> ConfigProblem {
        ConfigProblem { span, message, host: None, stops: None, file: None }
    }
}

/// What flags or an editor lay over the settings file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// `--host`, `skillLsp.hosts`.
    pub hosts: Option<Vec<String>>,
    /// `skillLsp.roots`. Absolute.
    pub roots: Vec<PathBuf>,
    /// `--exclude`.
    pub exclude: Vec<String>,
    /// `--include`, which brings some of it back.
    pub include: Vec<String>,
    /// The folder that both count from.
    pub base: PathBuf,
    /// `--select`: only these.
    pub select: Vec<String>,
    /// `--ignore`, `skillLsp.checks`.
    pub checks: BTreeMap<String, Level>,
    /// `skillLsp.tools.known`.
    pub known_tools: Vec<String>,
    /// `--baseline`.
    pub baseline: BaselineChoice,
}

impl Config {
    /// The level that the settings give a check in a file, when they give one. The last matching override counts.
    pub fn level(&self, check: &str, path: &std::path::Path) -> Option<Level> {
        self.level_by_path(check, path).or_else(|| self.checks.get(check).or_else(|| self.checks.get("all")).copied())
    }

    /// The level that the last matching override gives a check.
    pub fn level_by_path(&self, check: &str, path: &std::path::Path) -> Option<Level> {
        if self.silenced.iter().any(|id| id == check) {
            return Some(Level::Off);
        }
        let mut level = None;
        for rule in &self.overrides {
            if rule.scope.has(path) {
                level = rule.checks.get(check).or_else(|| rule.checks.get("all")).copied().or(level);
            }
        }
        level
    }

    /// Adds the settings of a folder below, which count for what lies in it: levels, overrides, rules, tools, and what is
    /// left out. Hosts and roots are a matter of where an agent is started.
    pub fn add_folder(&mut self, layers: &[(PathBuf, String)], check_ids: &[&str]) -> Vec<ConfigProblem> {
        let layers: Vec<(PathBuf, &str)> = layers.iter().map(|(path, text)| (path.clone(), text.as_str())).collect();
        let Some((path, _)) = layers.last() else { return Vec::new() };
        let (own, mut problems) = resolve_layers(&layers, &Overlay::default(), check_ids);
        problems.iter_mut().for_each(|problem| problem.file = problem.file.take().or_else(|| Some(path.clone())));
        let base = path.parent().unwrap_or(path);
        if !own.checks.is_empty() {
            self.overrides.push(Override { scope: Scope::below(base), checks: own.checks });
        }
        self.overrides.extend(own.overrides);
        self.rules.extend(own.rules);
        self.known_tools.extend(own.known_tools);
        self.exclusion.append(own.exclusion);
        let counts = |key: &str| {
            ["checks", "overrides", "rules", "tools", "exclude", "include"].iter().any(|it| key.starts_with(it))
        };
        let scope = |source: Source| Source { scope: source.scope.or_else(|| Some(Scope::below(base))), ..source };
        self.sources.extend(own.sources.into_iter().filter(|source| counts(&source.key)).map(scope));
        problems
    }
}
