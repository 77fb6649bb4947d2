//! Watches folders for changes, also those that are not there yet.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::disk::{DiskProblem, threads_can_be_had, words};

/// Changes that come within this time count as one.
const PAUSE: Duration = Duration::from_millis(120);

/// After events were lost, everything is read again; if that loses some too, the next time is put off so long, and each time
/// twice as long. The system also counts what we open ourselves: to read thousands of skills may be more than it keeps.
const FIRST_DELAY: Duration = Duration::from_secs(5);
const LONGEST_DELAY: Duration = Duration::from_secs(600);

/// Watches while it lives.
pub struct Watch {
    watcher: RecommendedWatcher,
    folders: Arc<Mutex<Folders>>,
    /// What the system was asked for on Windows, and which folder it was then.
    asked: HashMap<PathBuf, (RecursiveMode, Option<u64>)>,
    /// What cannot be watched, which is told once.
    unwatched: BTreeSet<PathBuf>,
    /// Whether it was told that the system allows no more watches.
    is_full: bool,
}

/// What is watched for.
#[derive(Default)]
struct Folders {
    /// Files and folders, whether they are there or not.
    named: Vec<PathBuf>,
    /// Those that are watched with all that lies below, as they were then, until something happens to them. To name one
    /// again to the system opens every folder in it.
    below: HashMap<PathBuf, u64>,
}

/// What happened.
enum Change {
    At(PathBuf),
    /// Events were lost: anything may have changed.
    Lost,
}

/// Watches what it is told to with [`Watch::also`]; `changed` is called with the paths that changed, on another thread.
pub fn watch(changed: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<Watch, DiskProblem> {
    let problem =
        |reason: String| DiskProblem { path: PathBuf::new(), message: format!("cannot watch for changes: {reason}") };
    // The library takes it for granted that its thread can be started.
    threads_can_be_had(2).map_err(|error| problem(words(&error)))?;
    let folders: Arc<Mutex<Folders>> = Arc::default();
    let (watched, named) = (folders.clone(), folders.clone());
    let (sender, events) = mpsc::channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let mut folders = watched.lock().unwrap_or_else(PoisonError::into_inner);
        for change in event.map(|event| folders.changes(event)).unwrap_or_default() {
            let _ = sender.send(change);
        }
    });
    let watcher = watcher.map_err(|error| match reason(&error) {
        // The system has the same words for both.
        words if cfg!(target_os = "linux") && words == "too many open files" => {
            problem(format!("{words}, or watchers: raise `fs.inotify.max_user_instances`"))
        }
        words => problem(words),
    })?;
    let told = thread::Builder::new().name("changes".to_owned()).spawn(move || {
        let all = || named.lock().unwrap_or_else(PoisonError::into_inner).named.clone();
        tell(&events, &all, &changed);
    });
    told.map_err(|error| problem(words(&error)))?;
    Ok(Watch { watcher, folders, asked: HashMap::new(), unwatched: BTreeSet::new(), is_full: false })
}

/// Why something cannot be watched, in our words.
fn reason(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::Io(error) => words(error),
        _ => error.to_string(),
    }
}

/// Collects paths for a moment and tells them together, until nobody watches any more. Each path is told, also of what
/// came and went within the moment: somebody may have read it in between. When events were lost, all are told.
fn tell(events: &Receiver<Change>, all: &impl Fn() -> Vec<PathBuf>, changed: &impl Fn(Vec<PathBuf>)) {
    let mut losses = Losses::default();
    loop {
        let first = match losses.due {
            Some(due) => events.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let mut paths = BTreeSet::new();
        match first {
            Ok(first) => {
                thread::sleep(PAUSE);
                for change in std::iter::once(first).chain(events.try_iter()) {
                    match change {
                        Change::At(path) => drop(paths.insert(path)),
                        Change::Lost => losses.add(Instant::now()),
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if losses.are_due(Instant::now()) {
            paths.extend(all());
        }
        if !paths.is_empty() {
            changed(paths.into_iter().collect());
        }
    }
}

/// When all is to be read again because events were lost.
#[derive(Default)]
struct Losses {
    delay: Duration,
    due: Option<Instant>,
    /// When it was told last.
    told: Option<Instant>,
}

impl Losses {
    fn add(&mut self, now: Instant) {
        if self.due.is_some() {
            return;
        }
        // A long time without a loss makes up for those before it.
        let patience = self.delay.max(FIRST_DELAY) * 2;
        let is_again = self.told.is_some_and(|told| now.saturating_duration_since(told) < patience);
        self.delay = if is_again { (self.delay * 2).clamp(FIRST_DELAY, LONGEST_DELAY) } else { Duration::ZERO };
        self.due = Some(now + self.delay);
    }

    /// Whether it is to be told now, which counts as told.
    fn are_due(&mut self, now: Instant) -> bool {
        let are_due = self.due.is_some_and(|due| due <= now);
        if are_due {
            (self.due, self.told) = (None, Some(now));
        }
        are_due
    }
}

impl Folders {
    /// What an event means for what is watched for.
    fn changes(&mut self, event: Event) -> Vec<Change> {
        if event.need_rescan() {
            self.below.clear();
            return vec![Change::Lost];
        }
        if let EventKind::Access(_) = event.kind {
            return Vec::new();
        }
        let paths: Vec<PathBuf> = event.paths.into_iter().filter(|path| matters(path, &self.named)).collect();
        for path in &paths {
            self.below.retain(|folder, _| !folder.starts_with(path));
        }
        paths.into_iter().map(Change::At).collect()
    }
}

/// What tells a folder from another one at its place; `None` where there is none, or the system has no such thing.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<u64> {
    std::fs::metadata(folder).ok().map(|metadata| std::os::unix::fs::MetadataExt::ino(&metadata))
}

#[cfg(windows)]
fn identity(folder: &Path) -> Option<u64> {
    std::fs::metadata(folder).ok().map(|metadata| std::os::windows::fs::MetadataExt::creation_time(&metadata))
}

#[cfg(not(any(unix, windows)))]
fn identity(_: &Path) -> Option<u64> {
    None
}

impl Watch {
    /// Watches these files and everything below these folders too, and the settings beside them. What is not there is
    /// awaited; naming one again after it came is harmless, and needed. What is wrong is told once.
    pub fn also(&mut self, folders: &[PathBuf]) -> Vec<DiskProblem> {
        let mut problems = Vec::new();
        let mut refused = BTreeSet::new();
        for folder in folders {
            let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
            if !known.named.contains(folder) {
                known.named.push(folder.clone());
            }
            let identity = identity(folder);
            if identity.is_some() && known.below.get(folder).copied() == identity {
                continue;
            }
            // Before it is watched: what happens from now on counts.
            if let Some(identity) = identity.filter(|_| folder.is_dir()) {
                known.below.insert(folder.clone(), identity);
            }
            drop(known);
            let (existing, mode) = match nearest(folder) {
                Some(existing) if existing == folder => (existing, RecursiveMode::Recursive),
                Some(existing) => (existing, RecursiveMode::NonRecursive),
                None => continue,
            };
            match self.ask(existing, mode) {
                Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => {
                    self.folders.lock().unwrap_or_else(PoisonError::into_inner).below.remove(folder);
                    refused.insert(existing);
                }
                Err(error) if self.unwatched.insert(existing.to_owned()) => problems.push(DiskProblem {
                    path: existing.to_owned(),
                    message: format!("cannot watch {}: {}", existing.display(), reason(&error)),
                }),
                _ => {}
            }
            // The host's settings lie beside its skills.
            if let Some(beside) = folder.parent().filter(|beside| beside.is_dir() && mode == RecursiveMode::Recursive) {
                let _ = self.ask(beside, RecursiveMode::NonRecursive);
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

    /// Asks the system to watch a folder. The library opens it anew for each time on Windows and gives none of them back, and
    /// a folder that is held open cannot be replaced there: it is asked for once.
    fn ask(&mut self, folder: &Path, mode: RecursiveMode) -> notify::Result<()> {
        if !cfg!(windows) {
            return self.watcher.watch(folder, mode);
        }
        let identity = identity(folder);
        match self.asked.get(folder) {
            Some((known, same)) if *same == identity && [mode, RecursiveMode::Recursive].contains(known) => {
                return Ok(());
            }
            Some(_) => self.watcher.unwatch(folder)?,
            None => {}
        }
        self.watcher.watch(folder, mode)?;
        self.asked.insert(folder.to_owned(), (mode, identity));
        Ok(())
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
        let changed = changes.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(changed.contains(&folder), "{changed:?}");
        watch.also(std::slice::from_ref(&folder));
        std::fs::write(folder.join("SKILL.md"), "x").unwrap();
        assert!(changes.recv_timeout(Duration::from_secs(60)).unwrap().contains(&folder.join("SKILL.md")));
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
        let named = vec![PathBuf::from("/home/.claude/skills"), PathBuf::from("/shop/.claude/skills")];
        let below = named.iter().map(|folder| (folder.clone(), 1)).collect();
        let mut folders = Folders { named, below };
        let lost = Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan);
        assert!(matches!(*folders.changes(lost), [Change::Lost]));
        assert!(folders.below.is_empty(), "folders may have come that nobody watches");
    }

    /// Reading everything may itself lose events: it is not read again and again.
    #[test]
    fn who_always_loses_events_is_told_less_and_less_often() {
        let start = Instant::now();
        let (mut now, mut losses, mut waits) = (start, Losses::default(), Vec::new());
        for _ in 0..10 {
            losses.add(now);
            let due = losses.due.unwrap();
            // More of them change nothing, and nothing is told before its time.
            losses.add(now + Duration::from_millis(1));
            assert_eq!(losses.due, Some(due));
            assert!(due == now || !losses.are_due(due - Duration::from_millis(1)));
            waits.push((due - now).as_secs());
            now = due;
            assert!(losses.are_due(now) && losses.due.is_none());
        }
        assert_eq!(waits, [0, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
        // After an hour without a loss it is told at once again.
        now += Duration::from_secs(3600);
        losses.add(now);
        assert!(losses.are_due(now));
    }

    #[test]
    #[cfg_attr(
        all(windows, target_env = "gnu"),
        ignore = "Wine 8 removes a folder that is watched when nobody watches it any more"
    )]
    fn a_folder_that_stays_is_not_opened_again_and_one_that_comes_anew_is() {
        let home = tempfile::tempdir().unwrap();
        let folder = real_path(home.path()).unwrap().join("skills");
        std::fs::create_dir(&folder).unwrap();
        let (sender, changes) = std::sync::mpsc::channel();
        let mut watch = watch(move |paths| drop(sender.send(paths))).unwrap();
        for _ in 0..2 {
            watch.also(std::slice::from_ref(&folder));
        }
        std::fs::remove_dir(&folder).unwrap();
        assert!(changes.recv_timeout(Duration::from_secs(60)).unwrap().contains(&folder));
        std::fs::create_dir(&folder).unwrap();
        watch.also(std::slice::from_ref(&folder));
        while changes.recv_timeout(Duration::from_millis(500)).is_ok() {}
        std::fs::write(folder.join("SKILL.md"), "x").unwrap();
        let mut told = std::iter::from_fn(|| changes.recv_timeout(Duration::from_secs(60)).ok());
        assert!(told.any(|paths| paths.contains(&folder.join("SKILL.md"))));
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
        assert_eq!(changes.recv_timeout(Duration::from_secs(60)).unwrap(), [file]);
    }
}
