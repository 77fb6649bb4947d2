//! Watches folders for changes, also those that are not there yet.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify_debouncer_full::notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use crate::disk::DiskProblem;

/// Changes that come within this time count as one.
const PAUSE: Duration = Duration::from_millis(120);

/// Watches while it lives.
pub struct Watch {
    debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
    changes: Receiver<Vec<PathBuf>>,
    folders: Vec<PathBuf>,
}

/// Watches everything below `folders`, and the settings files beside them. A folder that is not there is awaited.
pub fn watch(folders: &[PathBuf]) -> Result<(Watch, Vec<DiskProblem>), DiskProblem> {
    let (sender, changes) = channel();
    let debouncer = new_debouncer(PAUSE, None, move |result: DebounceEventResult| {
        let Ok(events) = result else { return };
        let changed = events.into_iter().filter(|event| !matches!(event.kind, EventKind::Access(_)));
        let paths: Vec<PathBuf> = changed.flat_map(|event| event.event.paths).collect();
        if !paths.is_empty() {
            // The other end is gone only when the program ends.
            let _ = sender.send(paths);
        }
    })
    .map_err(|error| DiskProblem { path: PathBuf::new(), message: format!("cannot watch for changes: {error}") })?;
    let mut watch = Watch { debouncer, changes, folders: Vec::new() };
    let problems = watch.also(folders);
    Ok((watch, problems))
}

impl Watch {
    /// Watches these folders too.
    pub fn also(&mut self, folders: &[PathBuf]) -> Vec<DiskProblem> {
        let mut problems = Vec::new();
        for folder in folders {
            if !self.folders.contains(folder) {
                self.folders.push(folder.clone());
            }
            // Watching again is harmless, and needed for a folder that has just come.
            let (existing, mode) = match nearest(folder) {
                Some(existing) if existing == folder => (existing, RecursiveMode::Recursive),
                Some(existing) => (existing, RecursiveMode::NonRecursive),
                None => continue,
            };
            if let Err(error) = self.debouncer.watch(existing, mode) {
                problems.push(DiskProblem {
                    path: existing.to_owned(),
                    message: format!("cannot watch {}: {error}", existing.display()),
                });
            }
            // The host's settings lie beside its skills.
            if let Some(beside) = folder.parent().filter(|beside| beside.is_dir() && mode == RecursiveMode::Recursive) {
                let _ = self.debouncer.watch(beside, RecursiveMode::NonRecursive);
            }
        }
        problems
    }

    /// Waits until something that matters has changed; `None` when it never will.
    pub fn wait(&self) -> Option<Vec<PathBuf>> {
        loop {
            let mut paths = self.changes.recv().ok()?;
            paths.extend(self.changes.try_iter().flatten());
            paths.retain(|path| self.matters(path));
            if !paths.is_empty() {
                paths.sort();
                paths.dedup();
                return Some(paths);
            }
        }
    }

    fn matters(&self, path: &Path) -> bool {
        let is_settings = path.extension().is_some_and(|extension| extension == "json" || extension == "toml");
        self.folders.iter().any(|folder| {
            path.starts_with(folder) || folder.starts_with(path) || (is_settings && path.parent() == folder.parent())
        })
    }
}

/// The folder itself, or its nearest ancestor that is there.
fn nearest(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|ancestor| ancestor.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_comes_later_is_noticed() {
        let home = tempfile::tempdir().unwrap();
        let home_path = home.path().canonicalize().unwrap();
        let folder = home_path.join("project/skills");
        std::fs::create_dir_all(home_path.join("project")).unwrap();
        let (mut watch, problems) = watch(std::slice::from_ref(&folder)).unwrap();
        assert_eq!(problems, []);
        std::fs::write(home_path.join("project/unrelated.txt"), "x").unwrap();
        std::fs::create_dir(&folder).unwrap();
        let changed = watch.wait().unwrap();
        assert!(changed.contains(&folder), "{changed:?}");
        watch.also(std::slice::from_ref(&folder));
        std::fs::write(folder.join("SKILL.md"), "x").unwrap();
        assert!(watch.wait().unwrap().contains(&folder.join("SKILL.md")));
    }
}
