//! What went wrong and is no reason to stop.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::catalog::OwnPackages;
use crate::cli::console::Console;
use crate::cli::report::{FileReport, snippet};
use crate::cli::terminal::Around;
use crate::config::ConfigProblem;
use crate::disk::DiskProblem;
use crate::words::likely;

/// Something that went wrong and is no reason to stop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Problem {
    /// In one sentence.
    Sentence(String),
    /// At its place in the settings file, drawn, with colours.
    Drawn(String),
    /// Nothing went wrong, but it is worth knowing.
    Note(String),
}

/// Says on standard error what went wrong, each thing once.
pub(crate) fn say(problems: &[Problem], console: &Console) {
    let mut said = HashSet::new();
    for problem in problems.iter().filter(|problem| said.insert(*problem)) {
        match problem {
            Problem::Sentence(sentence) => console.warning(sentence),
            Problem::Drawn(drawn) => console.say_drawn(drawn),
            Problem::Note(note) => console.say(note),
        }
    }
}

pub(super) fn sentences(problems: impl IntoIterator<Item = DiskProblem>) -> Vec<Problem> {
    problems.into_iter().map(|problem| Problem::Sentence(problem.message)).collect()
}

/// A mistake in a settings file, drawn at its place.
pub(super) fn drawn(path: PathBuf, text: &str, problem: &ConfigProblem, around: &Around) -> Problem {
    let file = FileReport::new(path, text.into(), Vec::new());
    Problem::Drawn(snippet::setting(&file, problem.span, &problem.message, around))
}

/// That what was named is left out all the same.
pub(super) fn excluded(paths: &[PathBuf], around: &Around) -> Option<String> {
    let shown: Vec<String> = paths.iter().map(|path| around.path(path)).collect();
    let names: Vec<&str> = shown.iter().map(String::as_str).collect();
    let them = if names.len() == 1 { "it" } else { "them" };
    (!names.is_empty()).then(|| format!("not checked, because `exclude` leaves {them} out: {}", listed_shortly(&names)))
}

/// Why `--package` means nothing.
pub(super) fn unknown_package(name: &str, own: &OwnPackages) -> String {
    let mut known: Vec<&str> = own.known.iter().map(|(name, _)| &**name).collect();
    known.dedup();
    match (likely(name, known.iter().copied()), known.as_slice()) {
        (_, []) => format!("there is no package `{name}`: nothing here is a plugin, an extension or a marketplace"),
        (Some(guess), _) => format!("there is no package `{name}`: did you mean `{guess}`?"),
        (None, [only]) => format!("there is no package `{name}`: there is `{only}`"),
        (None, known) => format!("there is no package `{name}`: there are {}", listed_shortly(known)),
    }
}

/// That several packages count as installed, where nobody chose one.
pub(super) fn several_packages(own: &OwnPackages) -> Option<String> {
    let chosen = own.chosen();
    (chosen.len() > 1).then(|| {
        let names = listed_shortly(&chosen);
        format!("{} packages of this repository count as installed ({names}); --package chooses one", chosen.len())
    })
}

/// The first of some names, and how many more there are.
fn listed_shortly(names: &[&str]) -> String {
    let shown = names.iter().take(4).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(4) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
