//! Watches folders for changes, also those that are not there yet.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use notify_debouncer_full::notify::{Config, EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, NoCache, new_debouncer_opt};

use crate::disk::DiskProblem;

/// Changes that come within this time count as one.
const PAUSE: Duration = Duration::from_millis(120);

/// Watches while it lives.
pub struct Watch {
    debouncer: Debouncer<RecommendedWatcher, NoCache>,
    folders: Arc<Mutex<Vec<PathBuf>>>,
}

/// Watches what it is told to with [`Watch::also`]; `changed` is called with the paths that changed, on another thread.
pub fn watch(changed: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<Watch, DiskProblem> {
    let folders: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
    let watched = folders.clone();
    let handle = move |result: DebounceEventResult| {
        let Ok(events) = result else { return };
        let events = events.into_iter().filter(|event| !matches!(event.kind, EventKind::Access(_)));
        let mut paths: Vec<PathBuf> = events.flat_map(|event| event.event.paths).collect();
        let folders = watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
        paths.retain(|path| matters(path, &folders));
        paths.sort();
        paths.dedup();
        if !paths.is_empty() {
            changed(paths);
        }
    };
    // Nobody asks which file was which before it was renamed, so that nothing need be kept of each.
    let debouncer =
        new_debouncer_opt::<_, RecommendedWatcher, _>(PAUSE, None, handle, NoCache::new(), Config::default()).map_err(
            |error| DiskProblem { path: PathBuf::new(), message: format!("cannot watch for changes: {error}") },
        )?;
    Ok(Watch { debouncer, folders })
}

impl Watch {
    /// Watches these files and everything below these folders too, and the settings beside them. What is not there is
    /// awaited; naming one again after it came is harmless, and needed.
    pub fn also(&mut self, folders: &[PathBuf]) -> Vec<DiskProblem> {
        let mut problems = Vec::new();
        for folder in folders {
            let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
            if !known.contains(folder) {
                known.push(folder.clone());
            }
            drop(known);
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
}

/// Whether a change of a path is one of those that are watched for.
fn matters(path: &Path, folders: &[PathBuf]) -> bool {
    let is_settings = path.extension().is_some_and(|extension| extension == "json" || extension == "toml");
    folders.iter().any(|folder| {
        path.starts_with(folder) || folder.starts_with(path) || (is_settings && path.parent() == folder.parent())
    })
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
        let (sender, changes) = std::sync::mpsc::channel();
        let mut watch = watch(move |paths| drop(sender.send(paths))).unwrap();
        assert_eq!(watch.also(std::slice::from_ref(&folder)), []);
        std::fs::write(home_path.join("project/unrelated.txt"), "x").unwrap();
        std::fs::create_dir(&folder).unwrap();
        let changed = changes.recv().unwrap();
        assert!(changed.contains(&folder), "{changed:?}");
        watch.also(std::slice::from_ref(&folder));
        std::fs::write(folder.join("SKILL.md"), "x").unwrap();
        assert!(changes.recv().unwrap().contains(&folder.join("SKILL.md")));
    }

    #[test]
    fn a_file_is_watched_without_its_neighbours() {
        let home = tempfile::tempdir().unwrap();
        let home_path = home.path().canonicalize().unwrap();
        let file = home_path.join("skill-lsp.toml");
        let (sender, changes) = std::sync::mpsc::channel();
        let mut watch = watch(move |paths| drop(sender.send(paths))).unwrap();
        watch.also(std::slice::from_ref(&file));
        std::fs::write(home_path.join("unrelated.txt"), "x").unwrap();
        std::fs::write(&file, "x").unwrap();
        assert_eq!(changes.recv().unwrap(), [file]);
    }
}
