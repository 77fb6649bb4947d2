//! One agent: how many skills it lists, and what is amiss.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::catalog::{FileKind, SkillRoot, View};
use crate::features::creation;
use crate::features::list::{Extent, ListedSkill, list};
use crate::features::versions::{self, Apart};
use crate::hosts::{Installed, Scope};
use crate::words::capitalized;

use super::gathering::{folded, gathered};
use super::listed::Copies;
use super::{
    Agent, Cause, Facts, Line, Spot, alike, command, faulty_package, idle_setting, listed, marketplace, named_folder,
    other_kind, plugin, unread,
};

pub(super) fn agent(facts: &Facts<'_>, view: &View) -> Agent {
    let host = &view.host;
    let skills = list(facts.catalog, None, facts.listings, std::slice::from_ref(&host.id), Extent::All);
    let mut lines = broken_settings(facts, view);
    lines.extend(idle_setting::lines(facts, view));
    lines.extend(unread::lines(facts, view));
    lines.extend(named_folder::missing(facts, view));
    let packages: HashSet<&String> = skills.iter().filter_map(|skill| skill.package.as_ref()).collect();
    let copy = |package: &String| Some((package.clone(), plugin::installed_copy(facts, view, package)?));
    let copies: Copies = packages.into_iter().filter_map(copy).collect();
    lines.extend(listed::lines(facts, view, &skills, &copies));
    lines.extend(names_only(view, &skills));
    lines.extend(alike::lines(view, &skills));
    let faulty = faulty_package::lines(facts, view);
    lines.retain(|line| {
        let is_told = |skill: &String, spot: &Spot| faulty_package::is_told(&faulty, skill, &spot.path);
        let mut named = line.skills.iter().zip(&line.places);
        line.cause != Cause::OtherFolder || !named.any(|(skill, spot)| is_told(skill, spot))
    });
    lines.extend(faulty);
    let mut each = lines.clone();
    for market in marketplace::untouched(facts, view) {
        each.extend(market.lines.iter().chain(&market.newer).cloned());
        lines.extend(market.newer);
        lines.extend(market.lines.into_iter().filter(|_| market.is_whole));
    }
    match skills.is_empty() && lines.is_empty() {
        true => lines.extend(other_kind::instead(facts, view)),
        false => lines.extend(other_kind::like_skills(facts, view)),
    }
    let installed = facts.installed.iter().find(|(id, _)| *id == host.id).map(|(_, installed)| installed);
    let too_old = installed.and_then(|installed| too_old(view, installed));
    let is_too_old = too_old.is_some();
    if let Some(line) = too_old {
        // Nothing else is true of it.
        lines = vec![line];
        each.clear();
    }
    let lines = folded(gathered(facts, lines));
    let apart = installed.map(|installed| match versions::apart(host, installed) {
        Some(Apart::APatch) => Some("patch"),
        Some(Apart::More) => Some("more"),
        None => versions::is_same(host, installed).then_some("same"),
    });
    Agent {
        host: host.id.clone(),
        name: match host.owns.first().filter(|_| host.specification) {
            Some(folder) => format!("Any agent that reads {folder}"),
            None => capitalized(&host.name),
        },
        installed: installed.map(|installed| installed.version.text().to_owned()),
        verified: host.verified.version.clone(),
        apart: apart.flatten(),
        listed: listed_count(skills.iter().filter(|skill| !is_too_old && is_had(skill, &copies) == Some(true))),
        once_installed: listed_count(skills.iter().filter(|skill| !is_too_old && is_had(skill, &copies).is_none())),
        not_listed: missing_count(facts, &lines),
        lines,
        each,
        root: creation::root(view, Scope::Project).map(Path::to_owned),
    }
}

/// Whether a skill is there now; `None` for one that is there once its package is installed.
fn is_had(skill: &ListedSkill, copies: &Copies) -> Option<bool> {
    let Some(package) = &skill.package else { return Some(true) };
    let folder = skill.path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    copies.get(package).map(|copy| copy.contains(&*folder))
}

/// A version that was made before the agent had skills.
fn too_old(view: &View, installed: &Installed) -> Option<Line> {
    let host = capitalized(&view.host.name);
    let (is, path) = (installed.version.text(), &installed.path);
    let words = format!("{host} {is} is too old: it was made before {host} had skills, and reads none");
    let package = view.host.installed.npm.first();
    let next = package.map(|package| format!("npm install -g {}@latest", command::quoted(package)));
    let line = Line::new(Cause::TooOld, "", path, words).listed(true).next(next);
    view.host.is_too_old(&installed.version).then(|| Line { skills: Vec::new(), places: Vec::new(), ..line })
}

/// How many skills the model is told of; those of which nobody knows which one is used count once.
fn listed_count<'a>(skills: impl Iterator<Item = &'a ListedSkill>) -> usize {
    let mut ambiguous = HashSet::new();
    let is_listed = |skill: &&ListedSkill| match skill.status {
        "active" => skill.shown != Some("omitted"),
        "ambiguous" => ambiguous.insert(skill.id.clone()),
        _ => false,
    };
    skills.filter(is_listed).count()
}

/// How many skills these lines miss. A folder of skills, or a settings file, is no skill; a manifest stands for all those
/// that are missed by it.
fn missing_count(facts: &Facts<'_>, lines: &[Line]) -> usize {
    let owned = facts.known.owned_folders();
    let is_root = |path: &Path| owned.iter().any(|owned| path.ends_with(owned));
    let is_around_roots = |path: &Path| {
        let is_folder = facts.files.kind(path) == Some(FileKind::Folder);
        is_folder && SkillRoot::of(facts.known, &path.join("SKILL.md")).is_none()
    };
    // Whether a folder holds skills, or the folders of skills.
    let holds_skills =
        |line: &Line, path: &Path| is_root(path) || line.cause == Cause::Unreadable && is_around_roots(path);
    let is_file = |path: &Path| path.extension().is_some_and(|end| end == "json" || end == "toml");
    let mut missing: HashSet<(&Path, &str)> = HashSet::new();
    let is_missing = |line: &&Line| !line.listed && !matches!(line.cause, Cause::NoSkillFile | Cause::Beside);
    for line in lines.iter().filter(is_missing) {
        if let (Cause::Package, [manifest]) = (line.cause, line.places.as_slice()) {
            missing.extend(line.skills.iter().map(|skill| (manifest.path.as_path(), skill.as_str())));
        } else {
            let named = line.places.iter().take(line.skills.len()).map(|spot| spot.path.as_path());
            missing.extend(named.filter(|path| !holds_skills(line, path) && !is_file(path)).map(|path| (path, "")));
        }
    }
    missing.len()
}

/// Where an agent shows its model the names of skills and nothing else, whatever their descriptions say.
fn names_only(view: &View, skills: &[ListedSkill]) -> Option<Line> {
    let mut modes = view.host.listing.iter();
    let shows_more = |entry: &str| ["{description}", "{text}", "{body}"].iter().any(|part| entry.contains(part));
    if view.host.listing.is_empty() || modes.any(|mode| shows_more(&mode.entry)) {
        return None;
    }
    let listed: Vec<&ListedSkill> = skills.iter().filter(|skill| skill.status == "active").collect();
    let first = listed.first()?;
    let host = capitalized(&view.host.name);
    let words = format!(
        "{host} shows its model only the names of skills, not their descriptions: the name has to say what it is for"
    );
    let spot = |skill: &&ListedSkill| Spot { path: skill.path.clone(), line: None, column: None };
    Some(Line {
        skills: listed.iter().map(|skill| skill.id.clone()).collect(),
        places: listed.iter().map(spot).collect(),
        ..Line::new(Cause::Called, "", &first.path, words)
            .listed(true)
            .next(format!("skill-lsp prompt --host {}", view.host.id))
    })
}

/// The settings files that do not parse: what they switch does not count, or nothing counts at all.
fn broken_settings(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let line = |(path, message): &(PathBuf, String)| {
        let (spot, what) = placed(path, message);
        let words = format!("these settings cannot be read: {what}");
        let next = command::editing(facts.environment, path);
        Line { skills: Vec::new(), ..Line::new(Cause::Settings, "", path, words).at(spot).next(next) }
    };
    // A folder that may not be looked into is told as such, once.
    let folder = |path: &Path, reason: &str| unread::closed_folder(facts, path, reason).map(Path::to_owned);
    let told: HashSet<PathBuf> = facts.unreadable.iter().filter_map(|(path, reason)| folder(path, reason)).collect();
    let mut seen: HashSet<&PathBuf> = HashSet::new();
    let problems = view.controls.problems.iter().filter(|(path, _)| seen.insert(path));
    let is_new = |(path, reason): &&(PathBuf, String)| folder(path, reason).is_none_or(|it| !told.contains(&it));
    problems.filter(is_new).map(line).map(|line| line.listed(true)).collect()
}

/// `cannot read PATH:2:1: what` taken apart.
pub(super) fn placed(path: &std::path::Path, message: &str) -> (Spot, String) {
    let spot = |line, column| Spot { path: path.to_owned(), line, column };
    let shown = path.display().to_string();
    let Some(rest) = message.split_once(&shown).map(|(_, rest)| rest) else {
        return (spot(None, None), message.to_owned());
    };
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let number = |text: &str| -> Option<(usize, String)> {
        let (digits, after) = text.split_once(':')?;
        Some((digits.trim().parse().ok()?, after.to_owned()))
    };
    match number(rest).and_then(|(line, after)| Some((line, number(&after)?))) {
        Some((line, (column, what))) => (spot(Some(line), Some(column)), what.trim().to_owned()),
        None => (spot(None, None), rest.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_place_in_a_message() {
        let path = Path::new("/home/a:b/s.json");
        let told = |message: &str| {
            let (spot, what) = placed(path, message);
            (spot.line, spot.column, what)
        };
        assert_eq!(
            told("cannot read /home/a:b/s.json:2:1: `,` is expected"),
            (Some(2), Some(1), "`,` is expected".to_owned())
        );
        assert_eq!(
            told("cannot read /home/a:b/s.json: permission denied"),
            (None, None, "permission denied".to_owned())
        );
        assert_eq!(told("`x` is not known"), (None, None, "`x` is not known".to_owned()));
    }
}
