//! What the flags ask for: settings and surroundings, before anything is walked.

use std::path::{Path, PathBuf};

use crate::catalog::{Environment, FileKind, PackageChoice, normal};
use crate::checks::CHECKS;
use crate::cli::arguments::{Global, Sight};
use crate::cli::session::problem::{Problem, drawn, sentences};
use crate::cli::terminal::Around;
use crate::config::{BaselineChoice, Config, ConfigProblem, Exclusion, Level, Overlay, Stop};
use crate::disk::{self, Surroundings};
use crate::features::named_hosts::known_host;
use crate::project::{self, Start};
use crate::text::{Encoding, Text};
use crate::words::did_you_mean;
use crate::workspace::Wanted;

/// Whether the skills of the home folder are asked for too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    Asked,
    NotAsked,
}

/// What is asked for.
pub(crate) struct Ask<'a> {
    pub(crate) global: &'a Global,
    pub(crate) sight: &'a Sight,
    /// `--host`; empty when none was named.
    pub(crate) hosts: &'a [String],
    pub(crate) wanted: Wanted,
    /// `--select` and `--ignore`.
    pub(crate) select: &'a [String],
    pub(crate) ignore: &'a [String],
    /// Files and folders to look into besides the roots.
    pub(crate) paths: &'a [PathBuf],
    /// What lies here, when no paths are named; with the user's own, where that is said.
    pub(crate) here: Option<User>,
    /// `--baseline`.
    pub(crate) baseline: BaselineChoice,
    /// `--exclude` and `--include`.
    pub(crate) exclude: &'a [String],
    pub(crate) include: &'a [String],
    /// What the user named, which may be the path of a skill: a link that is named counts as inside.
    pub(crate) named: Option<&'a str>,
    /// A text that stands for a file.
    pub(crate) buffer: Option<(&'a Path, &'a [u8])>,
    /// Whether the bytes of every file are kept, for fixes.
    pub(crate) keeps_bytes: bool,
}

impl<'a> Ask<'a> {
    /// Asks for the skills of the roots alone, as a question about them does.
    pub(crate) fn about_skills(global: &'a Global, sight: &'a Sight, hosts: &'a [String]) -> Ask<'a> {
        Ask {
            global,
            sight,
            hosts,
            wanted: Wanted::All,
            select: &[],
            ignore: &[],
            paths: &[],
            here: None,
            baseline: BaselineChoice::Usual,
            exclude: &[],
            include: &[],
            named: None,
            buffer: None,
            keeps_bytes: false,
        }
    }
}

/// The flags turned into settings and surroundings, before anything is walked.
pub(crate) struct Setting {
    pub(crate) config: Config,
    pub(crate) environment: Environment,
    pub(crate) around: Around,
    pub(crate) problems: Vec<Problem>,
}

/// The flags turned into where a look begins. An error is a wrong use.
pub(crate) fn start(ask: &Ask<'_>) -> Result<Start, String> {
    let here = std::env::current_dir().ok();
    let working_directory = working_directory(ask.global, here.as_deref())?;
    let place = |path: &PathBuf| placed(path, here.as_deref(), &working_directory);
    let surroundings = Surroundings {
        working_directory: Some(working_directory.clone()),
        added: ask.sight.add_dir.iter().map(place).collect(),
        plugin_folders: ask.sight.plugin_dir.iter().map(place).collect(),
        touched: ask.sight.touched.iter().map(place).collect(),
        without_bundled: ask.sight.without_bundled,
        setting_sources: ask.sight.setting_sources.as_ref().map(|list| {
            list.split(',').map(|source| source.trim().to_owned()).filter(|source| !source.is_empty()).collect()
        }),
        agent: ask.sight.agent.clone(),
        package_choice: match (ask.sight.package.as_deref(), ask.wanted) {
            (Some("none"), _) => PackageChoice::Nothing,
            (Some(name), _) => PackageChoice::Named(name.to_owned()),
            (None, Wanted::All) => PackageChoice::Around,
            (None, Wanted::Check | Wanted::Both) => PackageChoice::All,
        },
        ..Surroundings::default()
    };
    for (flag, folder) in surroundings
        .added
        .iter()
        .map(|it| ("--add-dir", it))
        .chain(surroundings.plugin_folders.iter().map(|it| ("--plugin-dir", it)))
    {
        if disk::files().kind(folder) != Some(FileKind::Folder) {
            return Err(format!("{flag} {}: {}", folder.display(), disk::absence(folder, "folder")));
        }
    }
    Ok(Start { surroundings, settings_file: ask.global.config.as_ref().map(place), overlay: overlay(ask)? })
}

/// Reads settings and looks around. An error is a wrong use.
pub(crate) fn setting(ask: &Ask<'_>) -> Result<Setting, String> {
    let project::Setting { config, environment, layers, config_problems, disk_problems, baseline_problem } =
        start(ask)?.setting()?;
    if let Some(problem) = baseline_problem {
        return Err(problem.message);
    }
    let around = Around { here: environment.working_directory.clone(), home: environment.home.clone() };
    let mut problems = sentences(disk_problems);
    if let Some((nearest, _)) = layers.nearest() {
        let place = |problem: &ConfigProblem| {
            let path = problem.file.as_ref().unwrap_or(nearest);
            (path.clone(), layers.text(path).unwrap_or_default().to_owned())
        };
        let stopping = stopping(&config_problems);
        if !stopping.is_empty() {
            let told = stopping.iter().map(|problem| {
                let (path, text) = place(problem);
                placed_problem(&around.path(&path), &text, problem)
            });
            return Err(told.collect::<Vec<_>>().join("; "));
        }
        for problem in &config_problems {
            let (path, text) = place(problem);
            problems.push(drawn(path, &text, problem, &around));
        }
    }
    for id in ask.hosts.iter().filter(|id| *id != "all") {
        // A host of one's own with a mistake in it is not there: then the mistake is what matters.
        known_host(&config, id).map_err(|unknown| {
            let mistake = layers
                .nearest()
                .and_then(|(path, text)| mistake_in_host(id, &around.path(path), text, &config_problems));
            mistake.unwrap_or(unknown)
        })?;
    }
    Ok(Setting { config, environment, around, problems })
}

fn working_directory(global: &Global, here: Option<&Path>) -> Result<PathBuf, String> {
    let asked = match (&global.cwd, here) {
        (Some(cwd), Some(here)) => normal(&here.join(cwd)),
        (Some(cwd), None) if cwd.is_absolute() => normal(cwd),
        (None, Some(here)) => here.to_owned(),
        (_, None) => return Err("the current folder is not there any more: use --cwd DIR".to_owned()),
    };
    project::can_start_in(&asked)?;
    Ok(asked)
}

/// A path of the command line: from the current folder, or from `--cwd` when it is not there.
pub(crate) fn placed(path: &Path, here: Option<&Path>, working_directory: &Path) -> PathBuf {
    let from_here = here.map(|here| normal(&here.join(path))).filter(|path| disk::files().kind(path).is_some());
    from_here.unwrap_or_else(|| normal(&working_directory.join(path)))
}

/// The settings of the command line.
fn overlay(ask: &Ask<'_>) -> Result<Overlay, String> {
    let check_ids: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
    for id in ask.select.iter().chain(ask.ignore) {
        if !check_ids.contains(&id.as_str()) {
            return Err(format!("there is no check `{id}`{}", did_you_mean(id, check_ids.iter().copied(), "checks")));
        }
    }
    let base = working_directory(ask.global, std::env::current_dir().ok().as_deref())?;
    if let Some(wrong) = Exclusion::default().add(&base, ask.exclude, ask.include).first() {
        return Err(format!("`{wrong}` is no pattern: write it as in .gitignore"));
    }
    Ok(Overlay {
        hosts: (!ask.hosts.is_empty()).then(|| ask.hosts.to_vec()),
        select: ask.select.to_vec(),
        checks: ask.ignore.iter().map(|id| (id.clone(), Level::Off)).collect(),
        exclude: ask.exclude.to_vec(),
        include: ask.include.to_vec(),
        baseline: ask.baseline.clone(),
        base,
        ..Overlay::default()
    })
}

/// What is wrong in `[host.ID]` of a settings file, with its place.
fn mistake_in_host(id: &str, path: &str, text: &str, problems: &[ConfigProblem]) -> Option<String> {
    let of_host = problems.iter().filter(|problem| problem.host.as_deref() == Some(id));
    let mistakes: Vec<String> = of_host.map(|problem| placed_problem(path, text, problem)).collect();
    (!mistakes.is_empty()).then(|| format!("host `{id}` cannot be used: {}", mistakes.join("; ")))
}

/// What is said where no answer would be the one that was asked for: a host of one's own that is not there because of its
/// mistakes is told by them, all at once.
fn stopping(problems: &[ConfigProblem]) -> Vec<&ConfigProblem> {
    let stopping: Vec<&ConfigProblem> = problems.iter().filter(|problem| problem.stops.is_some()).collect();
    let of_hosts: Vec<&ConfigProblem> = problems.iter().filter(|problem| problem.host.is_some()).collect();
    let parses = !stopping.iter().any(|problem| problem.stops == Some(Stop::File));
    if stopping.is_empty() || of_hosts.is_empty() || !parses { stopping } else { of_hosts }
}

/// What is wrong in a settings file, with its place.
fn placed_problem(path: &str, text: &str, problem: &ConfigProblem) -> String {
    let at = Text::new(text).position(problem.span.start, Encoding::Utf32);
    format!("{path}:{}:{}: {}", at.line + 1, at.column + 1, problem.message)
}
