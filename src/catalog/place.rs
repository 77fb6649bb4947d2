//! The concrete roots of a host, in load order, for one environment.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Controls, Environment, NamedRoot, Origin, Package, PackageCommand, PathFilter, normal};
use crate::hosts::{At, Host, Layout, Moved, Packages, Reads, RootRule, Scope, Until, Walk};
use crate::text::{slashed, worded};

/// One folder that a host looks into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder. Absolute; it may not exist. A plugin may name a single command file here.
    pub path: PathBuf,
    /// Its scope.
    pub scope: Scope,
    /// What lies in it.
    pub layout: Layout,
    /// How it is walked.
    pub walk: Walk,
    /// What the listing calls it (`user`, `project`, `plugin`).
    pub source: String,
    /// The index of the rule in `host.roots` that yields it.
    pub rule: usize,
    /// The plugin whose folder it is: its name prefixes the ids.
    pub plugin: Option<String>,
    /// The id of the package of this repository that it belongs to.
    pub own_package: Option<Arc<str>>,
    /// For added and nested folders: the folder that stands before the colon when a name clashes
    /// (the path relative to the working directory, or the folder's own name).
    pub prefix: Option<String>,
    /// Read only once a file was touched there.
    pub later: bool,
    /// No file was touched there yet, so the host has not read it: its skills wait.
    pub waiting: bool,
    /// What switches its skills off and on, all of it.
    pub switches: Vec<Arc<PathFilter>>,
    /// What `${NAME}` stands for in names and descriptions.
    pub fills: Vec<(String, String)>,
    /// What a plugin's manifest says of the single command file that this is.
    pub command: Option<Arc<PackageCommand>>,
    /// Read only when none of these folders is there: a main checkout stands in for what its worktree lacks.
    pub unless: Vec<PathBuf>,
}

impl Place {
    /// A folder of which no more is said than where it is and how it is walked.
    pub fn new(path: PathBuf, scope: Scope, layout: Layout, walk: Walk) -> Place {
        Place {
            path,
            scope,
            layout,
            walk,
            source: String::new(),
            rule: 0,
            plugin: None,
            own_package: None,
            prefix: None,
            later: false,
            waiting: false,
            switches: Vec::new(),
            fills: Vec::new(),
            command: None,
            unless: Vec::new(),
        }
    }
}

/// The folders that `host` looks into, in load order, whether they exist or not; a folder is named once.
pub fn places(host: &Host, environment: &Environment, controls: &Controls) -> Vec<Place> {
    gathered(host, environment, controls, Taking::Read)
}

/// The same, with those that are switched off.
pub(super) fn places_if_on(host: &Host, environment: &Environment, controls: &Controls) -> Vec<Place> {
    gathered(host, environment, controls, Taking::Known)
}

/// Which places are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    /// Those that are read.
    Read,
    /// Those too that are switched off.
    Known,
}

worded! {
    /// Why a host does not look into a folder that it knows.
    pub enum Off {
        /// The folder is not trusted.
        Distrusted = "before it is trusted",
        /// The host's settings say so.
        Settings = "with these settings",
        /// An environment variable, or an option of the command, says so.
        Environment = "in this environment",
        /// The working directory is the home folder.
        AtHome = "when started at home",
        /// It is for another operating system.
        System = "on this system",
    }
}

/// What switches a place off.
pub(super) fn off_at(host: &Host, place: &Place, environment: &Environment, controls: &Controls) -> Option<Off> {
    let left_out = || is_left_out(&place.path, environment, controls).then_some(Off::Settings);
    host.roots.get(place.rule).and_then(|rule| off(rule, environment, controls)).or_else(left_out)
}

fn is_left_out(path: &Path, environment: &Environment, controls: &Controls) -> bool {
    controls.ignored.iter().filter_map(|ignored| expanded_path(ignored, environment)).any(|it| path.starts_with(it))
}

/// Whether a rule for a system counts on this one.
pub(super) fn is_this_system(system: &str) -> bool {
    system == std::env::consts::OS || system == "unix" && cfg!(not(windows))
}

/// What switches a rule off.
fn off(rule: &RootRule, environment: &Environment, controls: &Controls) -> Option<Off> {
    let is_at_home = environment.home.as_ref() == Some(&environment.working_directory);
    let is_filled = |name: &String| environment.variables.get(name).is_some_and(|it| !it.is_empty());
    if rule.system.as_deref().is_some_and(|system| !is_this_system(system)) {
        Some(Off::System)
    } else if rule.off_when.iter().any(|name| controls.is_set(environment, name))
        || rule.off_when_moved.as_ref().is_some_and(|moved| is_moved(moved, environment))
        || rule.off_when_set.iter().any(is_filled)
        || rule.needs_source.as_deref().is_some_and(|source| !environment.reads_source(source))
    {
        Some(Off::Environment)
    } else if rule.off_when_setting.as_ref().is_some_and(|key| controls.flags.get(key) == Some(&true))
        || controls.disabled_sources.iter().any(|source| *source == source_name(rule))
        || controls.plugins_only.is_some() && !matches!(rule.scope, Scope::Managed | Scope::Plugin)
    {
        Some(Off::Settings)
    } else if rule.not_at_home && is_at_home {
        Some(Off::AtHome)
    } else if rule.when_trusted && controls.distrusted.is_some() {
        Some(Off::Distrusted)
    } else {
        None
    }
}

fn gathered(host: &Host, environment: &Environment, controls: &Controls, taking: Taking) -> Vec<Place> {
    let moved = controls.moved(environment);
    let environment = moved.as_ref().unwrap_or(environment);
    let mut places: Vec<Place> = Vec::new();
    for (index, rule) in host.roots.iter().enumerate() {
        if taking == Taking::Read && off(rule, environment, controls).is_some() {
            continue;
        }
        let except: Vec<PathBuf> = rule.except.iter().filter_map(|path| expanded_path(path, environment)).collect();
        let found = Rule { host, rule, index, environment, controls }.places();
        places.extend(found.into_iter().filter(|place| !except.contains(&place.path)));
    }
    for place in &mut places {
        place.switches.extend(controls.root_filters.get(&place.rule).cloned());
    }
    places.retain(|place| taking == Taking::Known || !is_left_out(&place.path, environment, controls));
    let plugin_folders: Vec<PathBuf> = places.iter().filter(|it| is_of_plugins(it)).map(|it| it.path.clone()).collect();
    for place in places.iter_mut().filter(|place| is_of_plugins(place)) {
        // A plugin of the same name in a folder before it stands for this one.
        place.unless = plugin_folders.iter().take_while(|folder| **folder != place.path).cloned().collect();
    }
    let mut named = HashSet::new();
    // The same folder may be a root of skills and a root of commands: those are two places.
    // So is one that is read only when others are not there, and may come again.
    // One of a later stage may be walked in another way.
    let stage = |place: &Place| host.roots.get(place.rule).map_or(0, |rule| rule.stage);
    places.retain(|place| {
        let written = place.command.as_ref().filter(|_| place.layout == Layout::Written).map(|it| it.name.clone());
        named.insert((place.path.clone(), place.layout.is_commands(), place.unless.clone(), stage(place), written))
    });
    places
}

/// A rule of a host, where its places are looked for.
struct Rule<'a> {
    host: &'a Host,
    rule: &'a RootRule,
    index: usize,
    environment: &'a Environment,
    controls: &'a Controls,
}

impl Rule<'_> {
    fn places(&self) -> Vec<Place> {
        let Rule { rule, environment, controls, .. } = *self;
        let here = &environment.working_directory;
        match rule.at {
            At::Fixed if rule.split.is_some() => self.all(split_paths(rule, environment)),
            At::Fixed => self.in_turn(rule.paths.iter().filter_map(|path| expanded_path(path, environment)).collect()),
            At::GitRoot => self.in_turn(self.below(environment.git_root.as_ref().unwrap_or(here)).collect()),
            At::WorkingDirectory => self.all(self.below(here)),
            At::Repository => self.all(self.below(environment.repository.as_ref().unwrap_or(here))),
            At::Upwards | At::Downwards | At::Above => self.upwards(),
            At::Added => {
                // Of a folder around the working directory, nothing that clashes is renamed.
                let is_scoped = |folder: &Path| !here.starts_with(folder) && !self.host.winner.added_unscoped;
                let prefix = |folder: &Path| is_scoped(folder).then(|| added_prefix(folder, environment));
                let scoped = |folder: &PathBuf| self.scoped(folder, prefix(folder));
                environment.added.iter().flat_map(scoped).collect()
            }
            At::Package => self.of_packages(),
            At::Touched => self.touched(),
            At::Setting if rule.list.is_none() => self.of_setting(),
            At::Setting | At::Marked | At::Shipped => {
                let named = controls.named.iter().filter(|named| named.rule == self.index);
                let place = |it: &NamedRoot| Place { switches: it.filters.clone(), ..self.place(it.path.clone()) };
                named.map(place).collect()
            }
            At::Explicit => self.all(environment.explicit.iter().flat_map(|folder| self.below_or_itself(folder))),
        }
    }

    /// A place with all that the rule says of it.
    fn place(&self, path: PathBuf) -> Place {
        let rule = self.rule;
        let walk = rule.walk.clone().unwrap_or_else(|| self.host.walk.clone());
        let source = source_name(rule).to_owned();
        Place { source, rule: self.index, ..Place::new(path, rule.scope, rule.layout, walk) }
    }

    fn all(&self, paths: impl IntoIterator<Item = PathBuf>) -> Vec<Place> {
        paths.into_iter().map(|path| self.place(path)).collect()
    }

    /// Each only where none before it is there, if the rule says so.
    fn in_turn(&self, paths: Vec<PathBuf>) -> Vec<Place> {
        let is_first_only = match self.rule.reads {
            Reads::All => false,
            Reads::First => true,
            Reads::AllUnlessSet => self.controls.first_only,
        };
        let before = |at: usize| paths.iter().take(if is_first_only { at } else { 0 }).cloned().collect();
        paths.iter().enumerate().map(|(at, path)| Place { unless: before(at), ..self.place(path.clone()) }).collect()
    }

    /// The folders that the rule means below one.
    fn below(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        self.rule.paths.iter().map(move |path| joined(folder, path))
    }

    /// The same for a folder that someone else named: that folder itself when the rule says nothing.
    fn below_or_itself(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        self.below(folder).chain(self.rule.paths.is_empty().then(|| joined(folder, "")))
    }

    /// What lies in a folder whose name stands before that of a skill when it clashes.
    fn scoped(&self, folder: &Path, prefix: Option<String>) -> Vec<Place> {
        self.below(folder).map(|path| Place { prefix: prefix.clone(), ..self.place(path) }).collect()
    }

    fn upwards(&self) -> Vec<Place> {
        let Rule { rule, environment, .. } = *self;
        let mut folders = upwards(environment, rule.until);
        folders.retain(|folder| rule.at != At::Above || *folder != environment.working_directory);
        if rule.at == At::Downwards {
            folders.reverse();
        }
        let mut places = self.all(folders.iter().flat_map(|folder| self.below(folder)));
        if let (true, Some(main), Some(root)) = (rule.main_checkout, &environment.main_checkout, &environment.git_root)
        {
            let pairs = self.below(main).zip(self.below(root));
            places.extend(pairs.map(|(path, own)| Place { unless: vec![own], ..self.place(path) }));
        }
        places
    }

    fn of_packages(&self) -> Vec<Place> {
        let Rule { host, rule, environment, controls, .. } = *self;
        let is_meant = |package: &&Package| match rule.packages {
            Packages::All => true,
            Packages::Given => package.origin == Origin::Given,
            Packages::Own => package.origin == Origin::Here,
            Packages::Installed => matches!(package.origin, Origin::Installed | Origin::Here),
        };
        let of_package = |package: &Package| -> Vec<Place> {
            let fills = fills(rule, &package.path, environment);
            let own_package = (package.origin == Origin::Here).then(|| Arc::from(&*package.id));
            let place = |path: PathBuf| {
                let is_it = |command: &&PackageCommand| command.path == path && command.text.is_none();
                let command = package.commands.iter().find(is_it).cloned();
                let mut place = Place {
                    plugin: (!rule.unprefixed).then(|| package.name.clone()),
                    own_package: own_package.clone(),
                    command: command.map(Arc::new),
                    switches: package.filters.clone(),
                    fills: fills.clone(),
                    ..self.place(path)
                };
                place.walk.root_file |= host.packages.root_file && !rule.layout.is_commands();
                place.walk.hidden &= !package.leaves_hidden;
                if package.skill_folders.contains(&place.path) {
                    place.walk.root_file = true;
                    place.walk.depth = 0;
                }
                place
            };
            let written = package.commands.iter().filter(|it| it.text.is_some() && rule.layout.is_commands());
            let written = written.map(|command| Place {
                layout: Layout::Written,
                command: Some(Arc::new(command.clone())),
                ..place(command.path.clone())
            });
            package.paths(rule).map(place).chain(written).collect()
        };
        controls.packages.iter().filter(|package| package.loaded).filter(is_meant).flat_map(of_package).collect()
    }

    fn touched(&self) -> Vec<Place> {
        let environment = self.environment;
        let touched = touched_folders(environment);
        let untouched = environment.nested.iter().filter(|folder| !touched.contains(folder));
        let folders = touched.iter().map(|folder| (folder, false)).chain(untouched.map(|folder| (folder, true)));
        let places = folders.flat_map(|(folder, waiting)| {
            let scoped = self.scoped(folder, relative(folder, &environment.working_directory));
            scoped.into_iter().map(move |place| Place { later: true, waiting, ..place })
        });
        places.collect()
    }

    fn of_setting(&self) -> Vec<Place> {
        let Rule { host, rule, environment, controls, .. } = *self;
        let outside_allowed = host.controls.external_paths.is_none() || controls.external_paths;
        let project = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
        // What is read anyhow is read once.
        let is_usual = |written: &&String| {
            let mut usual =
                host.roots.iter().filter(|_| host.controls.locations.is_some()).flat_map(|rule| &rule.paths);
            usual.any(|path| path == *written)
        };
        let written = controls.paths.iter().filter(|written| !is_usual(written));
        let folders = written.filter_map(|written| match (rule.literal, rule.from_git_root) {
            (true, _) => Some(joined(&environment.working_directory, written)),
            (false, true) => below_git_root(written, environment),
            (false, false) => expanded_path(written, environment),
        });
        let folders = folders.filter(|folder| outside_allowed || folder.starts_with(project));
        folders.flat_map(|folder| self.all(self.below_or_itself(&folder))).collect()
    }
}

fn is_of_plugins(place: &Place) -> bool {
    place.layout == Layout::PluginFolders
}

impl Layout {
    /// Whether what lies there are commands rather than skills.
    pub fn is_commands(self) -> bool {
        match self {
            Layout::Commands | Layout::Files | Layout::Written => true,
            Layout::Folders | Layout::PluginCache | Layout::PluginFolders => false,
        }
    }
}

/// Whether an environment variable says yes.
pub fn is_set(name: &str, environment: &Environment) -> bool {
    let value = environment.variables.get(name).map(String::as_str);
    matches!(value, Some("1" | "true" | "yes" | "y" | "on"))
}

/// Whether a variable leads a folder elsewhere.
fn is_moved(moved: &Moved, environment: &Environment) -> bool {
    let to = environment.variables.get(&moved.variable).filter(|value| !value.is_empty());
    to.is_some_and(|to| Some(joined(&environment.working_directory, to)) != expanded_path(&moved.from, environment))
}

/// The folders that the variables of a rule hold.
fn split_paths(rule: &RootRule, environment: &Environment) -> Vec<PathBuf> {
    // On Windows a colon stands behind the letter of each drive, and lists of paths are separated by semicolons.
    let separator = match rule.split.as_deref().unwrap_or_default() {
        ":" if cfg!(windows) => ";",
        separator => separator,
    };
    let variables = rule.paths.iter().filter_map(|path| environment.variables.get(path.strip_prefix('$')?));
    let folders = variables.flat_map(|value| value.split(separator)).map(str::trim).filter(|folder| !folder.is_empty());
    folders.map(|folder| joined(&environment.working_directory, folder)).collect()
}

/// What `${NAME}` stands for in the skills of a package.
fn fills(rule: &RootRule, package: &Path, environment: &Environment) -> Vec<(String, String)> {
    let here = environment.working_directory.display().to_string();
    let value = |value: &String| value.replace("{package}", &package.display().to_string()).replace("{here}", &here);
    rule.fills.iter().map(|(name, text)| (format!("${{{name}}}"), value(text))).collect()
}

/// A path as host files write it: `~/x`, `$VARIABLE/x`, `${VARIABLE:-~/x}/y`; a relative one starts at the
/// working directory. `None` when a variable or home is not there.
pub fn expanded_path(path: &str, environment: &Environment) -> Option<PathBuf> {
    let mut text = String::new();
    let mut rest = path;
    while let Some(dollar) = rest.find('$') {
        text.push_str(rest.get(..dollar)?);
        let after = rest.get(dollar + 1..)?;
        let (name, default, remainder) = match after.strip_prefix('{') {
            Some(inside) => {
                let (inside, remainder) = inside.split_once('}')?;
                let (name, default) = inside.split_once(":-").map_or((inside, None), |(name, it)| (name, Some(it)));
                (name, default, remainder)
            }
            None => {
                let end = after.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(after.len());
                (after.get(..end)?, None, after.get(end..)?)
            }
        };
        let value = environment.variables.get(name).map(String::as_str).filter(|value| !value.is_empty());
        text.push_str(value.or(default)?);
        rest = remainder;
    }
    text.push_str(rest);
    match text.strip_prefix('~') {
        Some("") => environment.home.clone(),
        Some(below) if below.starts_with('/') => {
            Some(joined(environment.home.as_ref()?, below.trim_start_matches('/')))
        }
        _ => Some(joined(&environment.working_directory, &text)),
    }
}

/// A path as a setting writes it that starts at the git root and knows no variables.
fn below_git_root(written: &str, environment: &Environment) -> Option<PathBuf> {
    let root = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    match written.strip_prefix('~') {
        Some("") => environment.home.clone(),
        Some(below) if below.starts_with('/') => {
            Some(joined(environment.home.as_ref()?, below.trim_start_matches('/')))
        }
        Some(_) => None,
        None => (!written.is_empty()).then(|| joined(root, written)),
    }
}

fn source_name(rule: &RootRule) -> &str {
    rule.source_name.as_deref().unwrap_or_else(|| rule.scope.word())
}

/// `folder/path`, without `.` and `..`.
fn joined(folder: &Path, path: &str) -> PathBuf {
    normal(&folder.join(path))
}

/// The working directory and its parents, nearest first, as far as the rule goes.
pub fn upwards(environment: &Environment, until: Until) -> Vec<PathBuf> {
    let here = &environment.working_directory;
    let git_root = environment.git_root.as_ref().filter(|root| here.starts_with(root));
    let mut folders = Vec::new();
    for folder in here.ancestors() {
        let is_home = environment.home.as_deref() == Some(folder);
        if is_home && until == Until::GitRootOrTop {
            if git_root.is_some_and(|root| root == folder) {
                break;
            }
            continue;
        }
        let at_home = is_home && folder != here;
        let stops_before = match until {
            Until::GitRoot | Until::Home => at_home,
            Until::GitRootOrHere => git_root.is_none() && folder != here,
            Until::BelowTop => folder.parent().is_none(),
            Until::GitRootOrTop | Until::GitRootOrTopWithHome | Until::CheckoutOrHome | Until::Top => false,
        };
        if stops_before {
            break;
        }
        folders.push(folder.to_owned());
        let stops_here = match until {
            Until::GitRoot | Until::GitRootOrHere | Until::GitRootOrTop | Until::GitRootOrTopWithHome => {
                git_root.is_some_and(|root| root == folder)
            }
            Until::CheckoutOrHome => match environment.checkout.as_ref().filter(|root| here.starts_with(root)) {
                Some(root) => root == folder,
                None => is_home,
            },
            Until::Home | Until::Top | Until::BelowTop => false,
        };
        if stops_here {
            break;
        }
    }
    folders
}

/// What stands before the colon when a skill of an added folder clashes: the path below the working directory,
/// or as many of its last names as tell it from the other added folders.
fn added_prefix(folder: &Path, environment: &Environment) -> String {
    if let Some(relative) = relative(folder, &environment.working_directory) {
        return relative;
    }
    let names: Vec<_> = folder.iter().collect();
    for count in 1..=names.len() {
        let Some(end) = names.get(names.len() - count..) else { break };
        let end: PathBuf = end.iter().collect();
        let others = environment.added.iter().filter(|other| *other != folder && other.ends_with(&end));
        if others.count() == 0 {
            return slashed(&end);
        }
    }
    slashed(folder)
}

/// What stands before the name of a skill that had to wait for a file, when its place has no prefix: a folder above the
/// working directory has one as well, if someone added it or one around it.
pub(super) fn woken_prefix(host: &Host, place: &Place, environment: &Environment) -> Option<String> {
    let mut roots = host.roots.iter().filter(|rule| rule.at == At::Added).flat_map(|rule| &rule.paths);
    let root = roots.find(|root| place.path.ends_with(root))?;
    let folder = place.path.ancestors().nth(Path::new(root).components().count())?;
    let around = environment.added.iter().filter(|added| folder.starts_with(added));
    let added = around.max_by_key(|added| added.components().count())?;
    if folder.starts_with(&environment.working_directory) {
        return None;
    }
    let prefix = added_prefix(added, environment);
    Some(relative(folder, added).map_or_else(|| prefix.clone(), |below| format!("{prefix}/{below}")))
}

fn relative(folder: &Path, base: &Path) -> Option<String> {
    let relative = folder.strip_prefix(base).ok()?;
    (!relative.as_os_str().is_empty()).then(|| slashed(relative))
}

/// Folders between a touched file and the working directory, which is not among them; deepest first.
fn touched_folders(environment: &Environment) -> Vec<PathBuf> {
    let here = &environment.working_directory;
    let mut folders: Vec<PathBuf> = Vec::new();
    for file in environment.touched.iter().filter(|file| file.starts_with(here)) {
        for folder in file.ancestors().skip(1).take_while(|folder| *folder != here) {
            if !folders.iter().any(|known| known == folder) && !environment.ignored.iter().any(|it| it == folder) {
                folders.push(folder.to_owned());
            }
        }
    }
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
    folders
}
