//! Remembers in a host's settings what may always be done.

use std::path::PathBuf;

use crate::catalog::{Environment, expanded_path};
use crate::disk;
use crate::features::always::always_allowed;
use crate::hosts::Host;
use crate::settings::{Format, edit};

/// Remembers that a skill may always be loaded, in the settings of its host; gives the file.
pub fn always_allow(host: &Host, environment: &Environment, name: &str) -> Result<PathBuf, String> {
    let file = host.permissions.remembered.as_deref().and_then(|file| expanded_path(file, environment));
    let path = file.ok_or_else(|| format!("{} does not remember what it was told", host.name))?;
    let bytes = match disk::files().kind(&path) {
        Some(_) => {
            let read = disk::text_inside(&environment.reach, &path);
            Some(read.map_err(|error| format!("cannot read {}: {}", path.display(), disk::words(&error)))?.into_bytes())
        }
        None => None,
    };
    let text = bytes.as_deref().map_or(Ok(edit::blank(Format::Json)), std::str::from_utf8);
    let text = text.map_err(|_| format!("cannot read {}: it is not UTF-8", path.display()))?;
    let changed = always_allowed(host, text, name);
    let changed = changed.map_err(|refusal| refusal.in_file(&path.display().to_string(), text))?;
    if bytes.is_none() || changed != text {
        disk::write(&environment.reach, &path, bytes.as_deref(), &changed).map_err(|problem| problem.message)?;
    }
    Ok(path)
}
