//! Files that a loaded text mentions with `@`. They are marked and never read; only one inside of the skill's folder is
//! looked for at all.

use std::path::{Component, Path};

use crate::catalog::FileKind;
use crate::loading::values::folder;
use crate::loading::{Mark, MarkKind, Subject};
use crate::text::Span;

/// The mentions of files in a text.
pub(super) fn marks(text: &str, subject: &Subject<'_>) -> Vec<Mark> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('@') {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        if !before.is_none_or(char::is_whitespace) {
            continue;
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        let length = rest.find(|sign: char| sign.is_whitespace() || "`\"'()[]{}<>,;".contains(sign));
        let name = rest.get(..length.unwrap_or(rest.len())).unwrap_or_default().trim_end_matches(['.', ':', '!', '?']);
        if !is_path(name) {
            continue;
        }
        let span = Span::new(at, at + 1 + name.len());
        let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let file = folder(subject).join(name);
        let file = (inside && subject.files.kind(&file) == Some(FileKind::File)).then_some(file);
        let written = span.of(text).to_owned();
        // `@scope/package` is no file, unless there is one.
        if file.is_some() || has_extension(name) || name.starts_with(['/', '~', '.']) {
            found.push(Mark { kind: MarkKind::File, span, written, source: None, file });
        }
    }
    found
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '.']) && name.chars().any(char::is_alphanumeric)
}

fn has_extension(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|it| (1..=8).contains(&it.len()) && it.chars().all(|sign| sign.is_ascii_alphanumeric()))
}
