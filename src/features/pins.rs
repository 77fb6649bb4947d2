//! The skills that are kept loaded in a context, and the tools that they leave.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::catalog::{Candidate, Catalog, Environment, Files, Skill, Status, View};
use crate::features::unfound::Unfound;
use crate::features::why::nearest_id;
use crate::hosts::Host;
use crate::settings::{Format, SettingsRefusal, edit};
use crate::words::{add_new, guessed};

/// Where the pins of a context are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinFile {
    /// The context's id.
    pub context: String,
    /// The file. Absolute.
    pub path: PathBuf,
    /// The keys that lead to the list of ids.
    keys: Vec<String>,
}

/// What the pins of a context come to.
#[derive(Debug, Default)]
pub struct Pins<'a> {
    /// The skills that are pinned, each once, in the order of the file.
    pub kept: Vec<Pinned<'a>>,
    /// The ids of pins whose skill is gone or empty.
    pub stale: Vec<String>,
}

/// A pinned skill.
#[derive(Debug)]
pub struct Pinned<'a> {
    /// What the host makes of it.
    pub candidate: &'a Candidate,
    /// Its file.
    pub skill: &'a Skill,
}

impl PinFile {
    /// The file of the context that was named, or else of the one in the host's variable; `None` when there is neither.
    pub fn of(host: &Host, environment: &Environment, context: Option<&str>) -> Result<Option<PinFile>, String> {
        let Some(pins) = &host.controls.pins else {
            return match context {
                Some(_) => Err(format!("{} does not keep skills loaded by context", host.name)),
                None => Ok(None),
            };
        };
        let variable = host.controls.context_variable.as_ref();
        let from_variable = variable.and_then(|name| environment.variables.get(name)).map(String::as_str);
        let Some(context) = context.or(from_variable.filter(|context| !context.is_empty())) else { return Ok(None) };
        let name = encoded(context);
        // A dot is not encoded, and a folder of dots is another folder.
        let is_one_name = matches!(Path::new(&name).components().collect::<Vec<_>>()[..], [Component::Normal(_)]);
        if !is_one_name || context.trim().is_empty() {
            return Err(format!("`{context}` cannot be the id of a context"));
        }
        Ok(Some(PinFile {
            context: context.to_owned(),
            path: environment.working_directory.join(pins.file.replace("{context}", &name)),
            keys: pins.key.split('.').map(str::to_owned).collect(),
        }))
    }

    /// The same, where a context is needed.
    pub fn needed(host: &Host, environment: &Environment, context: Option<&str>) -> Result<PinFile, String> {
        PinFile::of(host, environment, context)?.ok_or_else(|| {
            match (&host.controls.pins, &host.controls.context_variable) {
                (Some(_), Some(variable)) => format!("which context? Say --context ID, or set {variable}"),
                (Some(_), None) => "which context? Say --context ID".to_owned(),
                (None, _) => format!("{} does not keep skills loaded by context", host.name),
            }
        })
    }

    /// The ids in the text of the file, each once. Refused with the place where it is not what it should be.
    pub fn ids(&self, text: &str) -> Result<Vec<String>, String> {
        let found = edit::find(Format::Json, text, &self.keys()).map_err(|refusal| self.refused(&refusal, text))?;
        let Some(found) = found else { return Ok(Vec::new()) };
        let Value::Array(items) = found.value else {
            let refusal = SettingsRefusal {
                offset: found.span.start,
                message: format!("`{}` is not a list", self.keys().join(".")),
            };
            return Err(self.refused(&refusal, text));
        };
        let mut ids: Vec<String> = Vec::new();
        let written = items.iter().filter_map(Value::as_str).map(str::trim).filter(|id| !id.is_empty());
        add_new(&mut ids, written.map(str::to_owned));
        Ok(ids)
    }

    /// The text with one id more.
    pub fn with(&self, text: &str, id: &str) -> Result<String, String> {
        let text_or_new = if text.trim().is_empty() { edit::blank(Format::Json) } else { text };
        edit::push(Format::Json, text_or_new, &self.keys(), &id.into()).map_err(|refusal| self.refused(&refusal, text))
    }

    /// The text without some ids.
    pub fn without(&self, text: &str, ids: &[String]) -> Result<String, String> {
        let is_meant = |item: &str| ids.iter().any(|id| id == item.trim());
        let pulled = edit::pull(Format::Json, text, &self.keys(), &is_meant);
        pulled.map(|pulled| pulled.unwrap_or_else(|| text.to_owned())).map_err(|refusal| self.refused(&refusal, text))
    }

    fn keys(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    fn refused(&self, refusal: &SettingsRefusal, text: &str) -> String {
        refusal.in_file(&self.path.to_string_lossy(), text)
    }
}

/// What some ids come to in a host.
pub fn pins<'a>(catalog: &'a Catalog, view: &'a View, files: &dyn Files, ids: &[String]) -> Pins<'a> {
    let mut pins = Pins::default();
    for id in ids {
        match pinned(catalog, view, id) {
            Some(pinned) if files.text(&pinned.skill.path).is_none_or(|text| !text.trim().is_empty()) => {
                pins.kept.push(pinned);
            }
            _ => pins.stale.push(id.clone()),
        }
    }
    pins
}

/// The skill that an id means in a host.
fn pinned<'a>(catalog: &'a Catalog, view: &'a View, id: &str) -> Option<Pinned<'a>> {
    let is_used = |candidate: &&Candidate| !matches!(candidate.verdict.status, Status::Shadowed | Status::Skipped);
    let candidate = view.named(id).find(is_used)?;
    Some(Pinned { candidate, skill: catalog.skill(candidate.skill)? })
}

/// The skill that is meant in a host by its id, or else by its name, or else by a part of its name; refused with a guess
/// when there is none.
pub fn known<'a>(catalog: &'a Catalog, view: &'a View, id: &str) -> Result<Pinned<'a>, Unfound> {
    let name = |candidate: &'a Candidate| candidate.label_name.as_deref().unwrap_or(&candidate.id).to_lowercase();
    let wanted = id.trim().to_lowercase();
    let by = |is_meant: &dyn Fn(&'a Candidate) -> bool| {
        let ids = view.candidates.iter().filter(|candidate| is_meant(candidate)).map(|candidate| &*candidate.id);
        ids.into_iter().find_map(|id| pinned(catalog, view, id))
    };
    let found = pinned(catalog, view, id).or_else(|| by(&|candidate| candidate.id.to_lowercase() == wanted));
    let found = found.or_else(|| by(&|candidate| name(candidate) == wanted));
    let found = found.or_else(|| by(&|candidate| !wanted.is_empty() && name(candidate).contains(&wanted)));
    found.ok_or_else(|| {
        let guess = guessed(nearest_id(catalog, std::slice::from_ref(&view.host.id), id));
        Unfound::Absent(format!("{} has no skill `{id}`{guess}", view.host.name))
    })
}

/// The tools that are left while some skills are loaded: what they allow and what always stays, as far as it is
/// `available` (anything, when nothing is said). `None` when no skill restricts them.
pub fn active_tools(host: &Host, loaded: &[Pinned<'_>], available: Option<&[String]>) -> Option<Vec<String>> {
    let allowed = loaded.iter().flat_map(|pinned| &*pinned.candidate.reading.allowed_tools);
    let mut tools: Vec<String> = Vec::new();
    add_new(&mut tools, allowed.map(|tool| tool.to_string()));
    if tools.is_empty() {
        return None;
    }
    add_new(&mut tools, host.controls.base_tools.iter().cloned());
    if let Some(available) = available {
        tools.retain(|tool| available.contains(tool));
    }
    Some(tools)
}

/// A context's id as the name of a folder: what `encodeURIComponent` makes of it.
fn encoded(context: &str) -> String {
    let mut text = String::new();
    for byte in context.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => text.push(char::from(byte)),
            b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::builtin;
    use crate::text::slashed;

    fn file(context: &str) -> Result<PinFile, String> {
        let hosts = builtin();
        let environment = Environment { working_directory: PathBuf::from("/shop"), ..Environment::default() };
        PinFile::needed(hosts.get("shipmyagent").unwrap(), &environment, Some(context))
    }

    #[test]
    fn a_context_is_one_folder() {
        let check = |context: &str, expected: &str| {
            let path = file(context).unwrap().path;
            assert_eq!(path, Path::new("/shop/.ship/context").join(expected).join("messages/meta.json"));
        };
        check("telegram-chat-1", "telegram-chat-1");
        check("telegram:chat/1", "telegram%3Achat%2F1");
        check("../../etc", "..%2F..%2Fetc");
        check("频道", "%E9%A2%91%E9%81%93");
        for wrong in ["", "  ", ".", ".."] {
            assert_eq!(file(wrong), Err(format!("`{wrong}` cannot be the id of a context")));
        }
    }

    #[test]
    fn other_keys_stay_byte_for_byte() {
        let file = file("a").unwrap();
        let text = "{\n  \"v\": 1,   \"pinnedSkillIds\" : [ \"one\" ],\n\t\"updatedAt\": 5e3\n}\n";
        assert_eq!(file.ids(text).unwrap(), ["one"]);
        let two = file.with(text, "two").unwrap();
        assert_eq!(two, text.replace("[ \"one\" ]", "[ \"one\", \"two\" ]"));
        assert_eq!(file.without(&two, &["two".to_owned()]).unwrap(), text);
        assert_eq!(file.ids(&file.with("", "one").unwrap()).unwrap(), ["one"]);
        assert_eq!(file.ids("{\"pinnedSkillIds\": [\"a\", 5, \"\", \" a\", \"b\"]}").unwrap(), ["a", "b"]);
        assert_eq!(file.ids("{}").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_list_is_refused_with_its_place() {
        let file = file("a").unwrap();
        let place = "/shop/.ship/context/a/messages/meta.json";
        let text = "{\n  \"pinnedSkillIds\": \"one\"\n}";
        let ids = file.ids(text).map_err(slashed);
        assert_eq!(ids, Err(format!("{place}:2:21: `pinnedSkillIds` is not a list")));
        assert!(slashed(file.with(text, "two").unwrap_err()).starts_with(&format!("{place}:2:21: ")));
        assert!(slashed(file.with("{\"a\": }", "two").unwrap_err()).starts_with(&format!("{place}:1:7: ")));
        assert!(file.ids("[").is_err());
    }

    #[test]
    fn a_host_without_pins_says_so() {
        let hosts = builtin();
        let claude = hosts.get("claude-code").unwrap();
        let refused = Err("Claude Code does not keep skills loaded by context".to_owned());
        assert_eq!(PinFile::needed(claude, &Environment::default(), None), refused);
        assert_eq!(PinFile::of(claude, &Environment::default(), None), Ok(None));
        let ship = PinFile::needed(hosts.get("shipmyagent").unwrap(), &Environment::default(), None);
        assert_eq!(ship, Err("which context? Say --context ID, or set SHIP_CONTEXT_ID".to_owned()));
    }
}
