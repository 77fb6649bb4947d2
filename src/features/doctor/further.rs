//! What would keep a skill from an agent next, once the first cause is gone: mistakes come in pairs.

use std::path::{Path, PathBuf};

use crate::catalog::{FoundKind, Override, Refusal, Selector, View, read};
use crate::document;
use crate::words::{capitalized, enumeration};

use super::{Cause, Facts, refusal};

/// Puts behind the words about a skill what else is amiss, `told` being what they say. `path` is its file, `folder` the name
/// of its folder.
pub(super) fn besides(facts: &Facts<'_>, view: &View, path: &Path, folder: &str, told: Cause, words: String) -> String {
    let mut more: Vec<String> = Vec::new();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if told == Cause::Misplaced && name.eq_ignore_ascii_case("SKILL.md") && name != "SKILL.md" {
        more.push(format!("its file is called `{name}` and has to be called `SKILL.md`"));
    }
    let document = facts.files.bytes(path).map(|bytes| document::parse_bytes(&bytes));
    let reading = document.map(|document| read(&view.host, &document, folder, FoundKind::Skill));
    let refusal = reading.as_ref().and_then(|it| it.refusal.as_ref()).filter(|it| **it != Refusal::Reserved);
    if let Some(refusal) = refusal.filter(|_| told != Cause::Refused) {
        let words = refusal::in_words(&view.host, refusal);
        more.push(format!("{words}, so that {} skips it", capitalized(&view.host.name)));
    }
    if let Some((key, file)) = switched_off(facts, view, path, folder).filter(|_| told != Cause::SwitchedOff) {
        let key = key.map(|key| format!("by `{key}` ")).unwrap_or_default();
        more.push(format!("it is switched off {key}in `{}`", view.environment.short(&file)));
    }
    if reading.as_ref().is_some_and(|it| it.unlisted) && told != Cause::Refused {
        more.push(format!("it has no description, so that {} does not list it", capitalized(&view.host.name)));
    }
    let hidden = reading.and_then(|it| it.hidden_by).filter(|_| told != Cause::Hidden);
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
