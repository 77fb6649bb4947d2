//! Makes a new skill.

use std::path::{Path, PathBuf};

use crate::disk;
use crate::features::creation::{NewSkill, NotMade, Order, new_skill};
use crate::workspace::Snapshot;

/// Makes a new skill; gives its file.
pub fn create(
    snapshot: &Snapshot,
    host: &str,
    order: &Order<'_>,
    shown: impl Fn(&Path) -> String,
) -> Result<PathBuf, Uncreated> {
    let new = new_skill(&snapshot.catalog, snapshot.view(host)?, &*snapshot.files, order, shown);
    let NewSkill { path, text } = new.map_err(Uncreated::Refused)?;
    disk::write(&snapshot.environment.reach, &path, None, &text)
        .map_err(|problem| Uncreated::Unwritten(problem.message))?;
    Ok(path)
}

/// Why there is no new skill.
pub enum Uncreated {
    /// It cannot be made so.
    Refused(NotMade),
    /// It could not be written.
    Unwritten(String),
}

impl From<String> for Uncreated {
    fn from(sentence: String) -> Uncreated {
        Uncreated::Refused(sentence.into())
    }
}
