//! Links that lead out of the folder that is reviewed, and those among them that nobody needs to follow.

use std::path::{Component, Path};

use crate::document::Document;
use crate::features::review::Weight;
use crate::features::review::note::{Notes, quoted};

/// Notes the links of Markdown that lead out of the folder.
pub(super) fn links(name: &str, document: &Document, notes: &mut Notes<'_>) {
    let depth = name.matches('/').count();
    for link in &document.body.links {
        let target = link.target.as_str();
        // What begins with a slash is mostly a page of a site.
        let lower = target.to_ascii_lowercase();
        let is_local = ["file:", "~/", "/etc/", "/home/"].iter().any(|it| lower.starts_with(it));
        if !is_local && (target.contains(':') || target.starts_with(['#', '/']) || !leaves(depth, target)) {
            continue;
        }
        let weight = if names_secrets(target) { Weight::Danger } else { Weight::Note };
        notes.add(weight, "link-out", link.span.start, format!("links to {}, outside of the folder", quoted(target)));
    }
}

/// Whether a path names what nobody shares: keys, passwords, tokens.
pub(super) fn names_secrets(target: &str) -> bool {
    const FOLDERS: [&str; 8] = [".ssh", ".env", ".aws", ".netrc", ".npmrc", ".kube", ".gnupg", ".git-credentials"];
    const FILES: [&str; 8] =
        ["id_rsa", "id_ed25519", "passwd", "shadow", "credential", "credentials", "secret", "secrets"];
    const ENDINGS: [&str; 6] = ["json", "yaml", "yml", "toml", "txt", "bak"];
    let lower = target.to_ascii_lowercase();
    let mut parts = lower.split(['/', '\\']);
    let last = parts.clone().next_back().unwrap_or_default();
    let stem = last.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending)).map_or(last, |(stem, _)| stem);
    parts.any(|part| FOLDERS.contains(&part)) || FILES.contains(&stem)
}

/// Whether a path begins at a place that each machine has for itself.
pub(super) fn is_of_one_machine(target: &str) -> bool {
    let lower = target.to_ascii_lowercase();
    ["file:", "~", "/", "c:"].iter().any(|it| lower.starts_with(it))
}

/// Whether a relative path goes further up than `depth` folders.
fn leaves(depth: usize, target: &str) -> bool {
    let mut depth = depth;
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir if depth == 0 => return true,
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_shares() {
        for target in ["../../.ssh/id_rsa", "~/.aws/config", "../secrets.yaml", "/etc/shadow", "..\\..\\credentials"] {
            assert!(names_secrets(target), "{target}");
        }
        for target in ["../secrets/SKILL.md", "../credentials.md", "../shadow.css", "../environment"] {
            assert!(!names_secrets(target), "{target}");
        }
    }
}
