//! Which files that are no skills a host reads: by their name, or by the folder that is its own.

use std::path::Path;

use crate::hosts::Host;

impl Host {
    /// Whether a file tells this host about a project or a user: `CLAUDE.md`, `.github/copilot-instructions.md`.
    pub fn is_memory(&self, path: &Path) -> bool {
        self.memory.iter().any(|name| path.ends_with(name))
    }

    /// The folders in which the host keeps what is its own, as the ends of paths: `.claude` of `.claude/skills`.
    pub fn kept_folders(&self) -> impl Iterator<Item = &str> {
        let parents = self.owns.iter().filter_map(|own| Some(own.rsplit_once('/')?.0));
        parents.filter(|folder| folder.starts_with('.'))
    }

    /// Whether a folder is one of those.
    pub fn keeps(&self, folder: &Path) -> bool {
        self.kept_folders().any(|kept| folder.ends_with(kept))
    }
}
