//! Reads a folder that is to be reviewed, and nothing around it.

use std::path::Path;

use crate::catalog::FileKind;
use crate::config::Config;
use crate::disk::{self, Gathered};
use crate::features::review::{self, Review};
use crate::hosts::Host;

/// What a skill, a package or a single file may do. An error says why it cannot be looked at.
pub fn review(config: &Config, path: &Path) -> Result<Review, String> {
    let hosts: Vec<&Host> = config.known_hosts.real_or(|id| config.names(id)).map(AsRef::as_ref).collect();
    let (folder, only) = match disk::files().kind(path) {
        Some(FileKind::File) => around(path)?,
        _ => (path, None),
    };
    let Gathered { root, made, left_out } =
        disk::gather(folder, only, |piece, bytes| review::examine(piece, bytes, &hosts))?;
    Ok(review::review(&root, made, left_out))
}

/// The folder that a file stands for, or the folder it lies in and its name, when it stands for itself.
fn around(path: &Path) -> Result<(&Path, Option<&str>), String> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let folder = path.parent().unwrap_or(path);
    let lower = name.to_ascii_lowercase();
    if [".zip", ".skill", ".tgz", ".gz", ".tar", ".mcpb", ".vsix", ".7z", ".xz"].iter().any(|it| lower.ends_with(it)) {
        return Err(format!(
            "{} is an archive, which is not opened here: unpack it and name the folder",
            path.display()
        ));
    }
    let is_dotted = folder.file_name().is_some_and(|it| it.to_string_lossy().ends_with("-plugin"));
    Ok(match lower.as_str() {
        "skill.md" => (folder, None),
        "plugin.json" | "marketplace.json" if is_dotted => (folder.parent().unwrap_or(folder), None),
        "plugin.json" | "marketplace.json" => (folder, None),
        _ if lower.ends_with("-extension.json") => (folder, None),
        _ => (folder, Some(name)),
    })
}
