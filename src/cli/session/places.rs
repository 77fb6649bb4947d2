//! Where skills were looked for, and what a word of the command line means there.

use std::path::{Component, Path, PathBuf};

use crate::catalog::{Controls, FileKind, Place, Skill, SkillId, places};
use crate::cli::console::Console;
use crate::cli::session::Session;
use crate::cli::session::ask::placed;
use crate::cli::session::problem::say;
use crate::cli::terminal::{columns, heading, lines_of};
use crate::cli::why::shown_place;
use crate::disk;
use crate::features::creation;
use crate::features::meant::meant;
use crate::features::show;
use crate::features::unfound::Unfound;
use crate::features::versions::{self, Apart};
use crate::hosts::{Layout, Scope};
use crate::project;
use crate::words::add_new;
use crate::workspace::Snapshot;

impl Session {
    /// The path that a word of the command line means, when it is one and not an id: it has a slash, and leads
    /// somewhere or begins as only paths do.
    pub(crate) fn path(&self, word: &str) -> Option<PathBuf> {
        path_meant(word, &self.snapshot.environment.working_directory)
    }

    /// Takes in a skill that is named by its path and that no host here reads, as if it lay in the first root that each
    /// host has in a project; says so.
    pub(crate) fn try_on(&mut self, word: &str, console: &Console) {
        let Some(path) = self.path(word) else { return };
        let files = disk::files();
        let file = if files.kind(&path) == Some(FileKind::Folder) { path.join("SKILL.md") } else { path };
        let is_skill = file.file_name().is_some_and(|name| name == "SKILL.md");
        if !is_skill || self.snapshot.catalog.by_path(&file).is_some() {
            return;
        }
        let Ok((bytes, _)) = disk::read_inside_reach(&self.snapshot.environment.reach, &file) else { return };
        let found = self.workspace.found(&file, bytes.len());
        let mut at = Vec::new();
        for (index, view) in self.snapshot.catalog.views().iter().enumerate() {
            let is_root = |place: &Place| place.layout == Layout::Folders && place.own_package.is_none();
            let of = |scope: Scope| view.places.iter().position(|place| place.scope == scope && is_root(place));
            at.extend(of(Scope::Project).or_else(|| of(Scope::User)).map(|place| (index, place)));
        }
        let read = self.workspace.read(&found, &at, &bytes);
        self.workspace.accept(vec![read]);
        self.refresh();
        let shown = shown_place(&self.around, &file);
        console.say(&format!("{shown} is not installed: this is what would be if it lay among the project's skills"));
    }

    /// The skill that a name means in some hosts, or the one at a path.
    pub(crate) fn meant(&self, hosts: &[String], name: &str) -> Result<(SkillId, &Skill), Unfound> {
        let at = self.path(name).map(|path| path.to_string_lossy().into_owned());
        let shown = |path: &Path| shown_place(&self.around, path);
        let name = at.as_deref().unwrap_or(name);
        meant(&self.snapshot.catalog, hosts, name, shown, "choose one with --host, or by its path")
    }

    /// The roots that some hosts look into, each once, with whether they are there.
    pub(crate) fn places(&self, hosts: &[String]) -> Vec<(PathBuf, bool)> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for view in self.snapshot.catalog.views().iter().filter(|view| hosts.contains(&view.host.id)) {
            paths.extend(view.places.iter().map(|place| place.path.clone()));
        }
        if self.judges_by_owner {
            // Any host would have been asked that owns a root here.
            let Snapshot { config, environment, .. } = &self.snapshot;
            for host in config.known_hosts.real() {
                let places = places(host, environment, &Controls::default());
                paths.extend(places.into_iter().map(|place| place.path));
            }
        }
        // The folders nearest to the working directory come first, the rest of the system last.
        let here = &self.snapshot.environment.working_directory;
        let home = self.snapshot.environment.home.as_deref();
        paths.sort_by_cached_key(|path| {
            let distance = here.ancestors().position(|folder| path.starts_with(folder)).unwrap_or(usize::MAX);
            let is_home = home.is_some_and(|home| path.starts_with(home)) && !path.starts_with(here);
            (is_home, distance, path.clone())
        });
        paths.dedup();
        let files = &self.snapshot.files;
        paths.into_iter().map(|path| (path.clone(), files.kind(&path).is_some())).collect()
    }

    /// Says on standard error what went wrong.
    pub(crate) fn say_problems(&self, console: &Console) {
        say(&self.problems, console);
    }

    /// Says of which of these hosts another version is installed than their rules were verified on; with
    /// `Apart::More` only where that is more than a patch.
    pub(crate) fn say_versions(&self, hosts: &[String], least: Apart, console: &Console) {
        for view in hosts.iter().filter_map(|host| self.snapshot.catalog.view(host)) {
            let Some(installed) = project::installed(&view.host, &self.snapshot.environment) else { continue };
            let apart = versions::apart(&view.host, &installed);
            if apart.is_some_and(|apart| least == Apart::APatch || apart == Apart::More) {
                console.say(&format!("{}: {}", heading(&view.host.name), versions::words(&view.host, &installed)));
            }
        }
    }

    /// Says of a name that is not found, after it is said, what lies nearest and where it would have to be; every place
    /// that was looked at only where that is asked for.
    pub(crate) fn say_where(&self, hosts: &[String], name: &str, all: bool, console: &Console) {
        if all {
            return self.say_places(hosts, console);
        }
        let (near, would_be) = self.where_it_is(hosts, name);
        near.iter().for_each(|line| console.say(line));
        if let Some(places) = would_be {
            console.say(&format!("it would be {places}; --all lists every place"));
        }
    }

    /// A refusal of a name that is not found, with what lies nearest and where it would have to be.
    pub(crate) fn unfound(&self, hosts: &[String], name: &str, unfound: Unfound) -> Unfound {
        let Unfound::Absent(sentence) = unfound else { return unfound };
        // Where another name was meant, nothing lies elsewhere.
        if sentence.ends_with('?') || self.path(name).is_some() {
            return Unfound::Absent(sentence);
        }
        let told = match hosts {
            [host] => self.not_had(host, name),
            _ => None,
        };
        let sentence = told.unwrap_or(sentence);
        let (near, would_be) = self.where_it_is(hosts, name);
        let told = match (near.is_empty(), would_be) {
            (false, _) => near,
            (true, Some(places)) => vec![format!("it would be {places}")],
            (true, None) => Vec::new(),
        };
        Unfound::Absent(std::iter::once(sentence).chain(told).collect::<Vec<_>>().join("; "))
    }

    /// Why a host has nothing of a name that others have, as `show` and `why` say it.
    fn not_had(&self, host: &str, name: &str) -> Option<String> {
        let Snapshot { catalog, files, config, .. } = &self.snapshot;
        match show::named(catalog, &**files, &config.known_hosts, catalog.view(host)?, name) {
            Err(show::Refused::NotLoaded(sentence)) => Some(sentence),
            Ok(_) | Err(show::Refused::Unknown(_)) => None,
        }
    }

    /// What of a name lies near where agents look, and the places at which it would be.
    fn where_it_is(&self, hosts: &[String], name: &str) -> (Vec<String>, Option<String>) {
        let near = project::near_misses(&self.snapshot, name);
        let near =
            near.iter().take(3).map(|near| format!("{}: {}", self.around.dotted(&near.path), near.short_words()));
        let views = self.snapshot.catalog.views().iter().filter(|view| hosts.contains(&view.host.id));
        let mut roots: Vec<&Path> = Vec::new();
        add_new(&mut roots, views.filter_map(|view| creation::root(view, Scope::Project)));
        let files = &self.snapshot.files;
        // Of many the ones that are there, or else the first.
        let (there, missing): (Vec<&Path>, Vec<&Path>) = roots.iter().partition(|root| files.kind(root).is_some());
        let meant = if there.is_empty() { missing } else { there };
        let skill = |root: &&Path| self.around.dotted(&root.join(name).join("SKILL.md"));
        let meant: Vec<String> = meant.iter().take(2).map(skill).collect();
        let is_told = !meant.is_empty() && !name.contains('/');
        (near.collect(), is_told.then(|| meant.join(" or ")))
    }

    /// Says where skills were looked for.
    pub(crate) fn say_places(&self, hosts: &[String], console: &Console) {
        let (there, missing): (Vec<_>, Vec<_>) = self.places(hosts).into_iter().partition(|(_, is_there)| *is_there);
        for (title, places) in [("looked in:", there), ("looked for, but not there:", missing)] {
            if places.is_empty() {
                continue;
            }
            let shown: Vec<String> = places.iter().map(|(path, _)| self.around.dotted(path)).collect();
            console.say(title);
            for line in lines_of(&shown, columns().saturating_sub(2).min(100)) {
                console.say(&format!("  {line}"));
            }
        }
    }
}

/// The path that a word of the command line means, when it is one and not an id: it has a slash, and leads somewhere or
/// begins as only paths do.
pub(crate) fn path_meant(word: &str, working_directory: &Path) -> Option<PathBuf> {
    let is_short = matches!(word, "." | "..");
    if !is_short && !word.contains(['/', std::path::MAIN_SEPARATOR]) {
        return None;
    }
    let here = std::env::current_dir().ok();
    let path = placed(Path::new(word), here.as_deref(), working_directory);
    let begins = Path::new(word).components().next();
    let is_plain = Path::new(word).is_absolute() || matches!(begins, Some(Component::CurDir | Component::ParentDir));
    (is_plain || disk::files().kind(&path).is_some()).then_some(path)
}
