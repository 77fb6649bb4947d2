//! What a file or a folder is called as a skill or a command.

use std::ffi::OsStr;
use std::path::Path;

use super::folder::Folder;
use crate::hosts::Walk;

/// `NAME` of `NAME.md`, in any case of the ending.
pub(super) fn stem(file: &str) -> Option<&str> {
    let (stem, extension) = file.rsplit_once('.')?;
    (extension.eq_ignore_ascii_case("md") && !stem.is_empty()).then_some(stem)
}

/// Whether a file is called `SKILL.md` in any case.
pub(super) fn is_skill_file(file: &str) -> bool {
    file.eq_ignore_ascii_case("SKILL.md")
}

/// What a command file is called. Only `.md` is taken from its name, so that `NAME.MD` keeps its ending.
pub(super) fn command_name<'a>(file: &'a str, walk: &Walk) -> Option<&'a str> {
    let plain = file.strip_suffix(".md").filter(|name| !name.is_empty());
    plain.or_else(|| stem(file).filter(|_| walk.any_extension_case).map(|_| file))
}

pub(super) fn folder_name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// `sub:name`: the folders below the root, then the file.
pub(super) fn command_id(folder: &Folder, file: Option<&str>) -> String {
    let names: Vec<&OsStr> = folder.path.iter().collect();
    let below = names.get(names.len().saturating_sub(folder.depth)..).unwrap_or_default();
    let mut parts: Vec<String> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    parts.extend(file.map(str::to_owned));
    parts.join(":")
}
