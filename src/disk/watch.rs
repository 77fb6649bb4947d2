//! Watches folders for changes, also those that are not there yet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::disk::{DiskProblem, threads_can_be_had, words};

/// Changes that come within this time count as one.
const PAUSE: Duration = Duration::from_millis(120);

/// Watches while it lives.
pub struct Watch {
    watcher: RecommendedWatcher,
    folders: Arc<Mutex<Vec<PathBuf>>>,
    /// What cannot be watched, which is told once.
    unwatched: BTreeSet<PathBuf>,
    /// Whether it was told that the system allows no more watches.
    is_full: bool,
}

/// Watches what it is told to with [`Watch::also`]; `changed` is called with the paths that changed, on another thread.
pub fn watch(changed: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<Watch, DiskProblem> {
    let problem =
        |reason: String| DiskProblem { path: PathBuf::new(), message: format!("cannot watch for changes: {reason}") };
    // The library takes it for granted that its thread can be started.
    threads_can_be_had(2).map_err(|error| problem(words(&error)))?;
    let folders: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
    let watched = folders.clone();
    let (sender, events) = mpsc::channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let folders = watched.lock().unwrap_or_else(PoisonError::into_inner);
        for path in event.map(|event| changed_paths(event, &folders)).unwrap_or_default() {
            let _ = sender.send(path);
        }
    });
    let watcher = watcher.map_err(|error| match reason(&error) {
        // The system has the same words for both.
        words if cfg!(target_os = "linux") && words == "too many open files" => {
            problem(format!("{words}, or watchers: raise `fs.inotify.max_user_instances`"))
        }
        words => problem(words),
    })?;
    let told = thread::Builder::new().name("changes".to_owned()).spawn(move || tell(&events, &changed));
    told.map_err(|error| problem(words(&error)))?;
    Ok(Watch { watcher, folders, unwatched: BTreeSet::new(), is_full: false })
}

/// Why something cannot be watched, in our words.
fn reason(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::Io(error) => words(error),
        _ => error.to_string(),
    }
}

/// Collects paths for a moment and tells them together, until nobody watches any more. Each path is told, also of what
/// came and went within the moment: somebody may have read it in between.
fn tell(events: &Receiver<PathBuf>, changed: &impl Fn(Vec<PathBuf>)) {
    while let Ok(first) = events.recv() {
        thread::sleep(PAUSE);
        let paths: BTreeSet<PathBuf> = std::iter::once(first).chain(events.try_iter()).collect();
        changed(paths.into_iter().collect());
    }
}

/// The paths of an event that are watched for. When the system has lost events, anything may have changed.
fn changed_paths(event: Event, folders: &[PathBuf]) -> Vec<PathBuf> {
    if event.need_rescan() {
        return folders.to_vec();
    }
    match event.kind {
        EventKind::Access(_) => Vec::new(),
        _ => event.paths.into_iter().filter(|path| matters(path, folders)).collect(),
    }
}

impl Watch {
    /// Watches these files and everything below these folders too, and the settings beside them. What is not there is
    /// awaited; naming one again after it came is harmless, and needed. What is wrong is told once.
    pub fn also(&mut self, folders: &[PathBuf]) -> Vec<DiskProblem> {
        let mut problems = Vec::new();
        let mut refused = BTreeSet::new();
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
            match self.watcher.watch(existing, mode) {
                Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => drop(refused.insert(existing)),
                Err(error) if self.unwatched.insert(existing.to_owned()) => problems.push(DiskProblem {
                    path: existing.to_owned(),
                    message: format!("cannot watch {}: {}", existing.display(), reason(&error)),
                }),
                _ => {}
            }
            // The host's settings lie beside its skills.
            if let Some(beside) = folder.parent().filter(|beside| beside.is_dir() && mode == RecursiveMode::Recursive) {
                let _ = self.watcher.watch(beside, RecursiveMode::NonRecursive);
            }
        }
        if !refused.is_empty() && !std::mem::replace(&mut self.is_full, true) {
            let folders = match refused.len() {
                1 => "1 folder is".to_owned(),
                count => format!("{count} folders are"),
            };
            let message = format!(
                "{folders} not watched for changes, as the system allows no more watches: raise \
                 `fs.inotify.max_user_watches`"
            );
            problems.push(DiskProblem { path: PathBuf::new(), message });
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
    use crate::disk::real::real_path;

    #[test]
    fn a_folder_that_comes_later_is_noticed() {
        let home = tempfile::tempdir().unwrap();
        let home_path = real_path(home.path()).unwrap();
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
    fn what_comes_and_goes_at_once_is_told() {
        let home = tempfile::tempdir().unwrap();
        let folder = real_path(home.path()).unwrap().join("skills");
        std::fs::create_dir(&folder).unwrap();
        let (sender, changes) = std::sync::mpsc::channel();
        let mut watch = watch(move |paths| drop(sender.send(paths))).unwrap();
        watch.also(std::slice::from_ref(&folder));
        std::fs::create_dir(folder.join("deploy")).unwrap();
        std::fs::remove_dir(folder.join("deploy")).unwrap();
        assert!(changes.recv_timeout(Duration::from_secs(60)).unwrap().contains(&folder.join("deploy")));
    }

    #[test]
    fn when_events_are_lost_everything_counts_as_changed() {
        let folders = [PathBuf::from("/home/.claude/skills"), PathBuf::from("/shop/.claude/skills")];
        let lost = Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan);
        assert_eq!(changed_paths(lost, &folders), folders);
    }

    #[test]
    fn a_file_is_watched_without_its_neighbours() {
        let home = tempfile::tempdir().unwrap();
        let home_path = real_path(home.path()).unwrap();
        let file = home_path.join("skill-lsp.toml");
        let (sender, changes) = std::sync::mpsc::channel();
        let mut watch = watch(move |paths| drop(sender.send(paths))).unwrap();
        watch.also(std::slice::from_ref(&file));
        std::fs::write(home_path.join("unrelated.txt"), "x").unwrap();
        std::fs::write(&file, "x").unwrap();
        assert_eq!(changes.recv().unwrap(), [file]);
    }
}
