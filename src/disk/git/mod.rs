//! A git repository, read as it lies on the disk: no git process, filter or hook is ever run.

mod changes;
mod history;
pub(super) mod index;
mod objects;
mod references;
mod sha1;

pub use changes::{Changed, Changes, changes};

use std::path::{Path, PathBuf};

use crate::disk::read::read_text;

/// The name of an object.
type Id = [u8; 20];

/// The id that 40 hexadecimal digits spell.
fn id_of(digits: &str) -> Option<Id> {
    let digits = digits.trim();
    let mut id = [0; 20];
    if digits.len() != 40 || !digits.is_ascii() {
        return None;
    }
    for (byte, at) in id.iter_mut().zip((0..40).step_by(2)) {
        *byte = u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?;
    }
    Some(id)
}

/// An id as people write it.
fn digits(id: &Id) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The folder that belongs to a checkout, and the one that it shares with its worktrees.
pub(super) fn folders(root: &Path) -> (PathBuf, PathBuf) {
    let mut git = root.join(".git");
    if let Ok(text) = read_text(&git)
        && let Some(named) = text.strip_prefix("gitdir:")
    {
        git = root.join(named.trim());
    }
    let common = read_text(&git.join("commondir")).map_or_else(|_| git.clone(), |common| git.join(common.trim()));
    (git, common)
}
