//! What would keep a skill from an agent next, once the first cause is gone: mistakes come in pairs.

use std::path::{Path, PathBuf};

use crate::catalog::permissions::denial;
use crate::catalog::{FoundKind, Override, Refusal, Selector, View, read};
use crate::checks::Diagnostic;
use crate::config::Level;
use crate::document;
use crate::words::{enumeration, uncapitalized};

use super::{Cause, Facts, cause, refusal};

/// The findings, other than errors, by which the model does not get the description that was written.
const OF_DESCRIPTION: [&str; 4] =
    ["description-empty", "description-placeholder", "frontmatter-cut-short", "value-cut-by-comment"];

/// Puts behind the words about a skill what else is amiss, `told` being what they say. `path` is its file, `folder` the name
/// of its folder.
pub(super) fn besides(facts: &Facts<'_>, view: &View, path: &Path, folder: &str, told: Cause, words: String) -> String {
    let mut more: Vec<String> = Vec::new();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if told == Cause::Misplaced && name.eq_ignore_ascii_case("SKILL.md") && name != "SKILL.md" {
        more.push(format!("its file is called `{name}` and has to be called `SKILL.md`"));
    }
    let document = facts.files.bytes(path).map(|bytes| document::parse_bytes(&bytes));
    let reading = document.as_ref().map(|document| read(&view.host, document, folder, FoundKind::Skill));
    let host = &view.host.name;
    let finding = || cause::cause(facts, view, path).filter(|_| !matches!(told, Cause::Refused | Cause::Damaged));
    let refusal = reading.as_ref().and_then(|it| it.refusal.as_ref()).filter(|it| **it != Refusal::Reserved);
    if let Some(refusal) = refusal.filter(|_| told != Cause::Refused) {
        let is_of_block = matches!(refusal, Refusal::BlockMissing | Refusal::BlockBroken);
        let words = match finding().filter(|finding| is_of_block && finding.level == Level::Error) {
            Some(finding) => uncapitalized(&finding.message),
            None => refusal::in_words(&view.host, refusal),
        };
        more.push(format!("{words}, so that {host} skips it"));
    }
    if let Some((key, file)) = switched_off(facts, view, path, folder).filter(|_| told != Cause::SwitchedOff) {
        let key = key.map(|key| format!("by `{key}` ")).unwrap_or_default();
        more.push(format!("it is switched off {key}in `{}`", view.environment.short(&file)));
    }
    let is_off = told == Cause::Denied || told == Cause::SwitchedOff && words.contains("denied");
    let rule = [Some(folder), document.as_ref().and_then(|it| it.scalar("name")).map(str::trim)];
    let rule = rule.into_iter().flatten().find_map(|name| denial(view, name));
    if let Some(rule) = rule.filter(|_| !is_off) {
        more.push(format!("loading it is denied by {}", rule.with_place(&view.environment)));
    }
    let is_of_package = view.controls.packages.iter().any(|package| path.starts_with(&package.path));
    let is_bare = reading.as_ref().is_some_and(|it| it.is_unlisted(&view.host, is_of_package));
    if is_bare && told != Cause::Refused && told != Cause::Hidden {
        more.push(format!("it has no description, so that {host} does not list it"));
    }
    // What is wrong with the text of a skill that is taken all the same.
    let is_grave = |finding: &&Diagnostic| finding.level == Level::Error || OF_DESCRIPTION.contains(&finding.check);
    let is_taken = reading.as_ref().is_some_and(|it| it.refusal.is_none());
    let grave = || finding().filter(is_grave).or_else(|| cause::of_description(facts, view, path));
    if let Some(finding) = grave().filter(|_| !is_bare && is_taken && !matches!(told, Cause::Refused | Cause::Damaged))
    {
        more.push(uncapitalized(&finding.message));
    }
    let hidden = reading.as_ref().and_then(|it| it.hidden_by.as_ref()).filter(|_| told != Cause::Hidden);
    more.extend(hidden.map(|field| format!("`{field}` keeps it from the model")));
    match more.is_empty() {
        true => words,
        false => format!("{words}; besides, {}", enumeration(&more)),
    }
}

/// The settings file that switches off what has this name or lies there, and the key that does.
fn switched_off<'a>(facts: &Facts<'_>, view: &'a View, path: &Path, name: &str) -> Option<(Option<&'a str>, PathBuf)> {
    let real = facts.files.real(path);
    let means = |selector: &Selector| match selector {
        Selector::Name(known) => known == name,
        Selector::Path(known) => real.as_ref() == Some(known),
    };
    if let Some(switch) = view.controls.switches.iter().rev().find(|switch| means(&switch.selector)) {
        return (!switch.on).then(|| (view.host.controls.enabled.as_deref(), switch.file.clone()));
    }
    let (switch, file) = view.controls.override_of(&view.host, name)?;
    (*switch == Override::Off).then(|| (view.controls.switch_key(&view.host, name), file.clone()))
}
