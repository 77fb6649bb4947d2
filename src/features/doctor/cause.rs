//! Which finding in a file says why a skill is not listed as it was written.

use std::path::Path;

use crate::catalog::View;
use crate::checks::{Diagnostic, GROUPS};
use crate::config::Level;
use crate::text::{Encoding, Text};
use crate::words::{capitalized, uncapitalized};

use super::{Facts, Spot};

/// The groups of checks that are about what an agent reads of a skill before it is loaded.
const OF_LISTING: [&str; 4] = ["the block", "fields", "name", "description"];
/// Findings of other groups by which a skill does nothing, and those that are worth telling at any level.
const TOLD_TOO: [&str; 1] = ["body-empty"];
const TOLD_ALWAYS: [&str; 1] = ["name-reserved"];
const DESCRIPTION: &str = "`description`";
/// What is amiss with the whole file: everything else follows from it.
const FIRST: [&str; 3] = ["encoding-damaged", "merge-conflict", "file-is-link-text"];
/// The fields that decide whether a skill is found, listed and called.
const DECIDING: [&str; 6] =
    ["`name`", "`description`", "`when_to_use`", "`paths`", "`disable-model-invocation`", "`user-invocable`"];
/// The fields by which a skill is hidden, waits, or is kept to some tools.
const HIDING: [&str; 5] =
    ["`paths`", "`disable-model-invocation`", "`user-invocable`", "`allowed-tools`", "`disallowed-tools`"];
/// What the doctor says itself, of all skills together.
const SAID_OTHERWISE: [&str; 3] = ["listing-over-budget", "description-overlaps", "file-name-case"];

/// The finding in a file that says most about what a host makes of it.
pub(super) fn cause<'a>(facts: &Facts<'a>, view: &View, path: &Path) -> Option<&'a Diagnostic> {
    let at = facts.findings.binary_search_by(|(file, _)| file.as_path().cmp(path)).ok()?;
    let (_, findings) = facts.findings.get(at)?;
    let meant = findings.iter().filter(|finding| is_told(finding, view));
    meant.min_by_key(|finding| {
        let is_lost = finding.loses_skill && is_about(finding, view);
        let is_first = is_of_file(finding.check);
        let is_field = group(finding.check) == Some("fields");
        // Of several fields the description says most of what the model sees.
        let is_less = is_field && !finding.message.contains(DESCRIPTION);
        (!is_first, !is_lost, finding.level != Level::Error, is_field, is_less, finding.span.start)
    })
}

/// Whether a check is about a file as a whole.
pub(super) fn is_of_file(check: &str) -> bool {
    FIRST.contains(&check)
}

/// What else `check` says of the same file in the same regard, besides a finding that is told already.
pub(super) fn second<'a>(facts: &Facts<'a>, view: &View, path: &Path, first: &Diagnostic) -> Option<&'a Diagnostic> {
    let at = facts.findings.binary_search_by(|(file, _)| file.as_path().cmp(path)).ok()?;
    let (_, findings) = facts.findings.get(at)?;
    let is_other = |finding: &&Diagnostic| finding.check != first.check;
    // Of what is written nothing is known before the block can be read.
    let is_of_field = |finding: &&Diagnostic| group(finding.check) != Some("the block");
    findings.iter().filter(|finding| is_told(finding, view)).filter(is_other).find(is_of_field)
}

/// The finding about a field that was meant as the description.
pub(super) fn of_description<'a>(facts: &Facts<'a>, view: &View, path: &Path) -> Option<&'a Diagnostic> {
    let at = facts.findings.binary_search_by(|(file, _)| file.as_path().cmp(path)).ok()?;
    let (_, findings) = facts.findings.get(at)?;
    let mut of_fields = findings.iter().filter(|finding| group(finding.check) == Some("fields"));
    of_fields.find(|finding| is_told(finding, view) && finding.message.contains(DESCRIPTION))
}

/// The finding about a field that other hosts read, and this one does not, where it would hide the skill or let it wait.
pub(super) fn passed_over<'a>(facts: &Facts<'a>, view: &View, path: &Path) -> Option<&'a Diagnostic> {
    const CHECK: &str = "field-of-another-host";
    let at = facts.findings.binary_search_by(|(file, _)| file.as_path().cmp(path)).ok()?;
    let (_, findings) = facts.findings.get(at)?;
    findings.iter().find(|finding| {
        let is_hiding = HIDING.iter().any(|field| finding.message.starts_with(field));
        finding.check == CHECK && is_hiding && is_about(finding, view)
    })
}

/// Whether something is wrong with the block of a file, for whomever.
pub(super) fn has_broken_block(facts: &Facts<'_>, path: &Path) -> bool {
    let at = facts.findings.binary_search_by(|(file, _)| file.as_path().cmp(path)).ok();
    let findings =
        at.and_then(|at| facts.findings.get(at)).map(|(_, findings)| findings.as_slice()).unwrap_or_default();
    findings.iter().any(|finding| finding.level == Level::Error && group(finding.check) == Some("the block"))
}

fn is_told(finding: &Diagnostic, view: &View) -> bool {
    let is_loud = matches!(finding.level, Level::Error | Level::Warning);
    let is_meant = match group(finding.check) {
        Some("fields") => finding.loses_skill || DECIDING.iter().any(|field| finding.message.contains(field)),
        Some(group) => OF_LISTING.contains(&group) || TOLD_TOO.contains(&finding.check),
        None => false,
    };
    let concerns = finding.hosts.is_empty() || finding.hosts.contains(&view.host.id);
    concerns
        && !SAID_OTHERWISE.contains(&finding.check)
        && (is_loud && is_meant || TOLD_ALWAYS.contains(&finding.check))
}

fn is_about(finding: &Diagnostic, view: &View) -> bool {
    finding.hosts.is_empty() || finding.hosts.contains(&view.host.id)
}

pub(super) fn group(check: &str) -> Option<&'static str> {
    GROUPS.iter().find(|(_, checks)| checks.iter().any(|it| it.id == check)).map(|(group, _)| *group)
}

/// What a finding says, and what the host does about it.
pub(super) fn words(finding: &Diagnostic, view: &View) -> String {
    match part(finding, view) {
        Some(part) if finding.message.ends_with('?') => format!("{} {}", finding.message, capitalized(part)),
        Some(part) => format!("{}; {}", finding.message, uncapitalized(part)),
        None => finding.message.clone(),
    }
}

/// What of the consequence is about the host.
fn part<'a>(finding: &'a Diagnostic, view: &View) -> Option<&'a str> {
    let name = view.host.name.to_lowercase();
    finding.consequence.as_deref()?.split("; ").find(|part| part.to_lowercase().contains(&name))
}

/// Where a finding stands.
pub(super) fn spot(facts: &Facts<'_>, path: &Path, finding: &Diagnostic) -> Spot {
    let text = facts.files.bytes(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let at = text.map(|text| Text::new(text.as_str()).position(finding.span.start, Encoding::Utf32));
    Spot { path: path.to_owned(), line: at.map(|at| at.line + 1), column: at.map(|at| at.column + 1) }
}
