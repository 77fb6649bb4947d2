//! The pins of a context, read and written: which skills stay loaded, and which are gone.

use std::borrow::Cow;
use std::path::Path;

use crate::catalog::Environment;
use crate::disk;
use crate::features::pins::{PinFile, Pins, known, pins};
use crate::features::unfound::Unfound;
use crate::hosts::Host;
use crate::words::{guessed, likely};
use crate::workspace::Snapshot;

/// The pins of one context, and what its file holds.
pub struct PinBoard<'a> {
    snapshot: &'a Snapshot,
    host: &'a str,
    /// Where they are kept.
    pub file: PinFile,
    /// What the file holds; `None` when there is none.
    bytes: Option<Vec<u8>>,
}

impl<'a> PinBoard<'a> {
    /// The pins of the context that was named, or of the one in the host's variable; refused where there is neither.
    pub fn needed(snapshot: &'a Snapshot, host: &'a str, context: Option<&str>) -> Result<PinBoard<'a>, String> {
        let (host_data, environment) = around(snapshot, host)?;
        let file = PinFile::needed(host_data, &environment, context)?;
        PinBoard::read(snapshot, host, file)
    }

    /// The same; `None` where there is neither.
    pub fn of(snapshot: &'a Snapshot, host: &'a str, context: Option<&str>) -> Result<Option<PinBoard<'a>>, String> {
        let (host_data, environment) = around(snapshot, host)?;
        let file = PinFile::of(host_data, &environment, context)?;
        file.map(|file| PinBoard::read(snapshot, host, file)).transpose()
    }

    fn read(snapshot: &'a Snapshot, host: &'a str, file: PinFile) -> Result<PinBoard<'a>, String> {
        let bytes = disk::read_whole(&file.path).map_err(|problem| problem.message)?;
        Ok(PinBoard { snapshot, host, file, bytes })
    }

    /// Whether the context is new here.
    pub fn is_new(&self) -> bool {
        self.bytes.is_none()
    }

    /// What is pinned, and what of it is gone.
    pub fn pins(&self) -> Result<Pins<'a>, String> {
        let snapshot = self.snapshot;
        Ok(pins(&snapshot.catalog, snapshot.view(self.host)?, &*snapshot.files, &self.ids()?))
    }

    /// The ids of the skills that are pinned and there.
    pub fn standing_ids(&self) -> Result<Vec<String>, String> {
        Ok(self.pins()?.kept.iter().map(|pinned| pinned.candidate.id.to_string()).collect())
    }

    /// Pins a skill. Whether it was not yet.
    pub fn pin(&mut self, id: &str) -> Result<bool, Unfound> {
        let id = known(&self.snapshot.catalog, self.snapshot.view(self.host)?, id)?.candidate.id.to_string();
        if self.ids()?.contains(&id) {
            return Ok(false);
        }
        let text = self.file.with(self.text()?, &id)?;
        self.write(text)?;
        Ok(true)
    }

    /// Takes a pin away.
    pub fn unpin(&mut self, id: &str) -> Result<(), Unfound> {
        let ids = self.ids()?;
        // By its id, also when the skill is gone, or else as it was pinned.
        let meant = known(&self.snapshot.catalog, self.snapshot.view(self.host)?, id).ok();
        let meant = meant.map(|pinned| pinned.candidate.id.to_string()).filter(|meant| ids.contains(meant));
        let id = if ids.iter().any(|known| known == id) { id } else { meant.as_deref().unwrap_or(id) };
        if !ids.iter().any(|known| known == id) {
            let guess = guessed(likely(id, ids.iter().map(String::as_str)));
            return Err(Unfound::Absent(format!("`{id}` is not pinned in {}{guess}", self.file.context)));
        }
        let text = self.file.without(self.text()?, &[id.to_owned()])?;
        Ok(self.write(text)?)
    }

    /// Takes the pins away whose skill is gone; gives their ids.
    pub fn drop_stale(&mut self) -> Result<Vec<String>, String> {
        let stale = self.pins()?.stale;
        if !stale.is_empty() {
            let text = self.file.without(self.text()?, &stale)?;
            self.write(text)?;
        }
        Ok(stale)
    }

    fn ids(&self) -> Result<Vec<String>, String> {
        self.file.ids(self.text()?)
    }

    fn text(&self) -> Result<&str, String> {
        text_of(self.bytes.as_deref(), &self.file.path)
    }

    fn write(&mut self, text: String) -> Result<(), String> {
        disk::write(&self.snapshot.environment.reach, &self.file.path, self.bytes.as_deref(), &text)
            .map_err(|problem| problem.message)?;
        self.bytes = Some(text.into_bytes());
        Ok(())
    }
}

/// A host, and the surroundings as it takes them.
fn around<'a>(snapshot: &'a Snapshot, host: &str) -> Result<(&'a Host, Cow<'a, Environment>), String> {
    let view = snapshot.view(host)?;
    let moved = view.controls.moved(&snapshot.environment);
    Ok((&view.host, moved.map_or(Cow::Borrowed(&snapshot.environment), Cow::Owned)))
}

/// The text of a file; nothing when there is none.
fn text_of<'a>(bytes: Option<&'a [u8]>, path: &Path) -> Result<&'a str, String> {
    std::str::from_utf8(bytes.unwrap_or_default())
        .map_err(|_| format!("cannot read {}: it is not UTF-8", path.display()))
}
