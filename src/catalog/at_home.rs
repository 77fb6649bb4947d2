//! Where in a home folder somebody may have put skills that no agent reads there: `~/.claude/local/skills`, `~/.config/claude`.

use std::path::{Path, PathBuf};

use crate::catalog::{FileKind, Files, SkillRoot};
use crate::hosts::Hosts;

/// Folders that agents fill themselves, or that hold what somebody else keeps.
const KEPT: [&str; 15] = [
    "extensions",
    "cache",
    "marketplaces",
    "projects",
    "todos",
    "shell-snapshots",
    "file-history",
    "sessions",
    "history",
    "logs",
    "tmp",
    "backups",
    "worktrees",
    "node_modules",
    ".git",
];
/// Where programs keep what is theirs.
const PROGRAMS: [&str; 4] = ["", ".config", ".local/share", "Library/Application Support"];
/// Folders in which people gather skills, and in which no agent looks.
const GATHERED: [&str; 2] = ["skills", ".skills"];
/// First folders of roots that belong to no agent alone.
const SHARED: [&str; 3] = [".config", ".agents", ".github"];
/// How deep agents' own folders are looked into, and others that are called as agents are.
const DEEP: usize = 5;
const LESS_DEEP: usize = 3;
/// How many folders are looked into, and so many entries of each.
const MOST_FOLDERS: usize = 3_000;
const MOST_ENTRIES: usize = 2_000;

/// The skills, each a `SKILL.md`, in agents' own folders beside where these look, and in folders that are called as agents
/// are and are no repositories.
pub(crate) fn skills_at_home(known: &Hosts, files: &dyn Files, home: &Path) -> Vec<PathBuf> {
    let mut firsts: Vec<&str> = known.owned_folders().into_iter().filter_map(|owned| owned.split('/').next()).collect();
    firsts.retain(|first| !SHARED.contains(first));
    firsts.sort_unstable();
    firsts.dedup();
    let mut search = Search { known, files, left: MOST_FOLDERS, found: Vec::new() };
    for first in &firsts {
        search.below(&home.join(first), DEEP);
    }
    search.below(&home.join(".agents"), LESS_DEEP);
    // Short names are parts of other words.
    let words: Vec<&str> =
        firsts.iter().filter_map(|first| first.strip_prefix('.')).filter(|word| word.len() >= 4).collect();
    for around in PROGRAMS.iter().map(|folder| if folder.is_empty() { home.to_owned() } else { home.join(folder) }) {
        for folder in search.folders(&around) {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            let is_called = words.iter().any(|word| name.contains(word)) && !firsts.contains(&name.as_str());
            if is_called && files.kind(&folder.join(".git")).is_none() {
                search.below(&folder.join("skills"), LESS_DEEP);
                search.below(&folder, LESS_DEEP);
            }
        }
    }
    for name in GATHERED {
        search.below(&home.join(name), LESS_DEEP - 1);
    }
    search.found
}

/// A search that comes to an end.
struct Search<'a> {
    known: &'a Hosts,
    files: &'a dyn Files,
    left: usize,
    found: Vec<PathBuf>,
}

impl Search<'_> {
    fn folders(&mut self, folder: &Path) -> Vec<PathBuf> {
        if self.left == 0 {
            return Vec::new();
        }
        self.left -= 1;
        let names = self.files.list(folder).into_iter().take(MOST_ENTRIES);
        names.filter_map(|name| Some(folder.join(name.strip_suffix('/')?))).collect()
    }

    /// Whether agents look into a folder: whoever misses a skill of it is told by them.
    fn is_read(&self, folder: &Path) -> bool {
        SkillRoot::of(self.known, &folder.join("SKILL.md")).is_some_and(|root| root.path == folder)
    }

    fn below(&mut self, folder: &Path, depth: usize) {
        for inner in self.folders(folder) {
            let skill = inner.join("SKILL.md");
            let is_kept = inner.file_name().is_some_and(|name| KEPT.iter().any(|kept| name == *kept));
            match self.files.kind(&skill) {
                Some(FileKind::File) => self.found.push(skill),
                _ if depth > 1 && !is_kept && !self.is_read(&inner) => self.below(&inner, depth - 1),
                _ => {}
            }
        }
    }
}
