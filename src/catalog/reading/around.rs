//! A found file as one host reads it, with what lies around it.

use std::path::Path;
use std::sync::Arc;

use super::companion::policy;
use super::{Reading, Refusal, read, read_migrated};
use crate::catalog::namespace::Namespaces;
use crate::catalog::{Files, Found, FoundKind, Place, View};
use crate::document::{self, Document};
use crate::hosts::{Host, Layout};

/// What lies around the files that are read.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The file system.
    pub files: &'a dyn Files,
    /// The plugins in whose folders skills lie.
    pub namespaces: &'a Namespaces,
}

/// What a host makes of a file where it meets it.
pub fn read_at(view: &View, place: &Place, document: &Document, found: &Found, around: Around<'_>) -> Reading {
    let host = view.reader(place);
    let reading = match migrating(view, place) {
        Some(prefix) => read_migrated(prefix, document, found),
        None if place.layout == Layout::Written => read_written(host, place, found, around),
        None => read_found(host, document, found, place.plugin.as_deref(), around),
    };
    match refused_there(view, place, found, around.files) {
        None => reading,
        refusal => Reading { refusal, ..reading },
    }
}

/// Whether the place makes no difference to what the host reads there, beyond how it reads and whether a package has it.
pub fn reads_as_usual(view: &View, place: &Place, found: &Found, files: &dyn Files) -> bool {
    let is_plain = migrating(view, place).is_none() && place.layout != Layout::Written;
    is_plain && refused_there(view, place, found, files).is_none()
}

/// What stands before the name of a command that would become a skill there.
fn migrating<'a>(view: &'a View, place: &Place) -> Option<&'a str> {
    view.host.roots.get(place.rule)?.migrates.as_deref()
}

/// What a host reads in a command that is written in a manifest.
fn read_written(host: &Host, place: &Place, found: &Found, around: Around<'_>) -> Reading {
    let command = place.command.as_deref();
    let text = command.and_then(|command| command.text.as_deref()).unwrap_or_default();
    let name = command.map(|command| command.name.clone()).unwrap_or_default();
    let found = Found { name, kind: FoundKind::Command, ..found.clone() };
    read_found(host, &document::parse(text), &found, place.plugin.as_deref(), around)
}

/// Why a host refuses a file for where it lies: it is larger than those that it reads there, or a link leads to it, out of
/// the package.
fn refused_there(view: &View, place: &Place, found: &Found, files: &dyn Files) -> Option<Refusal> {
    if place.walk.size_limit.is_some_and(|limit| found.size > limit) {
        return Some(Refusal::FileTooLarge);
    }
    view.host.roots.get(place.rule).filter(|rule| rule.stays_in_package)?;
    let real = files.real(place.path.parent().filter(|_| found.real != found.path)?)?;
    (!found.real.starts_with(real)).then_some(Refusal::OutsidePackage)
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
