//! What is told and offered in the manifest of a package, or in the catalogue of a marketplace.

pub mod completion;
pub mod hover;
mod spot;
#[cfg(test)]
mod testing;

use std::path::Path;

use crate::catalog::Files;
use crate::catalog::manifest::Subject;

/// A manifest in which something is asked.
pub struct ManifestQuestion<'a> {
    /// Its file.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// What it is to the hosts for which its author writes.
    pub subjects: &'a [Subject],
    /// The file system.
    pub files: &'a dyn Files,
}
