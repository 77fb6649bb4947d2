//! A found file as one host reads it, with what lies around it.

use std::path::Path;
use std::sync::Arc;

use super::companion::policy;
use super::{Reading, Refusal, read};
use crate::catalog::namespace::Namespaces;
use crate::catalog::{Files, Found};
use crate::document::Document;
use crate::hosts::Host;

/// What lies around the files that are read.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The file system.
    pub files: &'a dyn Files,
    /// The plugins in whose folders skills lie.
    pub namespaces: &'a Namespaces,
}

/// What `host` makes of a file that a walk met: of its text, of the file beside it, of the plugin that it lies in.
/// Where `plugin` is given, the place gives the plugin's name, and no manifest does.
pub fn read_found(
    host: &Host,
    document: &Document,
    found: &Found,
    plugin: Option<&str>,
    around: Around<'_>,
) -> Reading {
    let real = found.real.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    let folder = real.filter(|_| host.identity.real_folder).unwrap_or(&found.name);
    let mut reading = read(host, document, folder, found.kind);
    if reading.refusal.is_some() {
        return reading;
    }
    let namespace = match plugin {
        Some(_) => None,
        None => around.namespaces.of(&host.identity.namespaces, &found.real, around.files),
    };
    let qualified = namespace.as_deref().or(plugin).map(|plugin| format!("{plugin}:{}", reading.id));
    if let Some(qualified) = qualified {
        let is_too_long = host.identity.max_qualified.is_some_and(|most| qualified.chars().count() > most);
        reading.refusal = is_too_long.then_some(Refusal::NameTooLong);
        if namespace.is_some() {
            reading.id = Arc::from(qualified);
        }
    }
    if let (Some(rule), Some(folder)) = (&host.companion, found.real.parent())
        && let Some(text) = around.files.text(&folder.join(&rule.file))
    {
        let policy = policy(rule, &text);
        reading.hidden |= policy.is_hidden;
        if policy.is_for_others {
            reading.refusal = Some(Refusal::ForOthers);
        }
    }
    reading
}
