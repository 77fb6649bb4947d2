//! Packages of this repository that an agent does not take, or not whole, because of their manifests.

use std::path::Path;

use crate::catalog::{FoundKind, SkillRoot, View};
use crate::checks::Diagnostic;
use crate::config::Level;

use super::unread::own_name;
use super::{Cause, Facts, Line, cause, command};

/// The group of the checks that read manifests.
const GROUP: &str = "manifests";
/// What says nothing of whether the package is taken.
const BESIDES: [&str; 2] = ["manifest-version-differs", "manifest-incomplete"];

/// A line for the worst that is wrong in each manifest by which an agent misses skills.
pub(super) fn lines(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let mut lines = Vec::new();
    for (path, findings) in facts.findings {
        let meant = findings.iter().filter(|finding| is_meant(finding, view));
        let Some(worst) = meant.min_by_key(|finding| (finding.level != Level::Error, finding.span.start)) else {
            continue;
        };
        let skills = missed(facts, view, path);
        if skills.is_empty() {
            continue;
        }
        let next = format!("skill-lsp check --host {} {}", view.host.id, command::path(facts.environment, path));
        let words = cause::words(worst, view);
        let line = Line::new(Cause::Package, "", path, words).at(cause::spot(facts, path, worst)).next(next);
        lines.push(Line { skills, ..line });
    }
    lines
}

fn is_meant(finding: &Diagnostic, view: &View) -> bool {
    let is_loud = matches!(finding.level, Level::Error | Level::Warning);
    let concerns = finding.hosts.is_empty() || finding.hosts.contains(&view.host.id);
    is_loud && concerns && cause::group(finding.check) == Some(GROUP) && !BESIDES.contains(&finding.check)
}

/// The skills around a manifest that the agent does not come upon, and that lie in no folder of its own.
fn missed(facts: &Facts<'_>, view: &View, manifest: &Path) -> Vec<String> {
    let Some(package) = package_of(manifest) else { return Vec::new() };
    let skills = facts.catalog.skills().filter(|(id, skill)| {
        skill.kind == FoundKind::Skill
            && skill.path.starts_with(package)
            && view.of_skill(*id).is_none()
            && SkillRoot::of(facts.known, &skill.path).is_none()
    });
    let mut names: Vec<String> = skills.map(|(_, skill)| own_name(skill).to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// The folder of the package of which a file is the manifest: `bio` for `bio/.claude-plugin/plugin.json`.
pub(super) fn package_of(manifest: &Path) -> Option<&Path> {
    let folder = manifest.parent()?;
    let is_hidden = |folder: &&Path| folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    folder.ancestors().find(|folder| !is_hidden(folder))
}

/// Whether one of these lines speaks of a skill.
pub(super) fn is_told(lines: &[Line], name: &str, path: &Path) -> bool {
    let mut told = lines.iter().filter(|line| line.cause == Cause::Package);
    told.any(|line| {
        let package = line.places.first().and_then(|spot| package_of(&spot.path));
        line.skills.iter().any(|skill| skill == name) && package.is_some_and(|package| path.starts_with(package))
    })
}
