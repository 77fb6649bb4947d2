//! How two skills differ, as a patch.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalog::{Catalog, Files, Skill};
use crate::features::skill_file::inside;
use crate::mending::diff::{compared, unified};

/// The difference between two skills. The names of the fields are those of the answer of `skill-lsp.diff`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The first file.
    pub path: PathBuf,
    /// The second.
    pub other: PathBuf,
    /// In how many lines they differ, line ends apart.
    pub lines: usize,
    /// From the first to the second, as `diff -u` writes it; empty when they are equal.
    pub diff: String,
}

/// Compares two skills that are known here. A text that a link brings in from outside is withheld.
pub fn difference(
    catalog: &Catalog,
    files: &dyn Files,
    path: &Path,
    other: &Path,
    shown: impl Fn(&Path) -> String,
) -> Result<Difference, String> {
    let (mine, theirs) = (text(catalog, files, path)?, text(catalog, files, other)?);
    let (lines, _) = compared(&mine, &theirs);
    let diff = unified(&mine, &theirs, &shown(path), &shown(other));
    Ok(Difference { path: path.to_owned(), other: other.to_owned(), lines, diff })
}

fn text(catalog: &Catalog, files: &dyn Files, path: &Path) -> Result<String, String> {
    let skill: Option<&Skill> = catalog.by_path(path).and_then(|id| catalog.skill(id));
    inside(skill.ok_or_else(|| format!("{} is no skill that is known here", path.display()))?)?;
    files.text(path).ok_or_else(|| format!("cannot read {}", path.display()))
}
