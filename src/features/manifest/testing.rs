//! Manifests in which tests ask something.

use std::path::Path;

use crate::catalog::manifest::subjects;
use crate::checks::testing::Fixture;
use crate::features::manifest::ManifestQuestion;
use crate::hosts::builtin;

/// Asks at `<|>` in the text of a manifest, beside some files.
pub(super) fn asked<T>(
    path: &str,
    text: &str,
    files: &[&str],
    ask: impl FnOnce(&ManifestQuestion<'_>, usize) -> T,
) -> T {
    let offset = text.find("<|>").expect("a cursor");
    let text = text.replace("<|>", "");
    let fixture: String = files.iter().map(|file| format!("//- {file}\nx\n")).collect();
    let memory = Fixture::parse(&format!("{fixture}//- {path}\n")).memory();
    let path = Path::new(path);
    let subjects = subjects(builtin().iter(), None, path);
    ask(&ManifestQuestion { path, text: &text, subjects: &subjects, files: &memory }, offset)
}
