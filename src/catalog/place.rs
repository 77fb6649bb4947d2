//! The concrete roots of a host, in load order, for one environment.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Controls, Environment, Origin, Package, PackageCommand, PathFilter, normal};
use crate::hosts::{At, Host, Layout, Moved, Packages, Reads, RootRule, Scope, Until, Walk};

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

/// Why a host does not look into a folder that it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// The folder is not trusted.
    Distrusted,
    /// The host's settings say so.
    Settings,
    /// An environment variable, or an option of the command, says so.
    Environment,
    /// The working directory is the home folder.
    AtHome,
    /// It is for another operating system.
    System,
}

impl Off {
    /// When a host does not read a folder, or why.
    pub fn words(self) -> &'static str {
        match self {
            Off::Distrusted => "before it is trusted",
            Off::Settings => "with these settings",
            Off::Environment => "in this environment",
            Off::AtHome => "when started at home",
            Off::System => "on this system",
        }
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

/// What switches a rule off.
fn off(rule: &RootRule, environment: &Environment, controls: &Controls) -> Option<Off> {
    let is_at_home = environment.home.as_ref() == Some(&environment.working_directory);
    let is_filled = |name: &String| environment.variables.get(name).is_some_and(|it| !it.is_empty());
    if rule.system.as_deref().is_some_and(|system| system != std::env::consts::OS) {
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
    let moved = controls.project_root.clone().map(|root| environment.with_root(root));
    let environment = moved.as_ref().unwrap_or(environment);
    let mut places = Vec::new();
    let is_taken =
        |(_, rule): &(usize, &RootRule)| taking == Taking::Known || off(rule, environment, controls).is_none();
    for (index, rule) in host.roots.iter().enumerate().filter(is_taken) {
        let filter = controls.root_filters.get(&index);
        let except: Vec<PathBuf> = rule.except.iter().filter_map(|path| expanded_path(path, environment)).collect();
        let mut add = |path: PathBuf, mut details: Details| {
            details.switches.extend(filter.cloned());
            if !except.contains(&path) {
                places.push(place(host, rule, index, path, details));
            }
        };
        let is_first_only = match rule.reads {
            Reads::All => false,
            Reads::First => true,
            Reads::AllUnlessSet => controls.first_only,
        };
        let others = |before: &[PathBuf]| if is_first_only { before.to_vec() } else { Vec::new() };
        match rule.at {
            At::Fixed if rule.split.is_some() => {
                for path in split_paths(rule, environment) {
                    add(path, Details::default());
                }
            }
            At::Fixed => {
                let paths: Vec<PathBuf> =
                    rule.paths.iter().filter_map(|path| expanded_path(path, environment)).collect();
                for (at, path) in paths.iter().enumerate() {
                    let unless = others(paths.get(..at).unwrap_or_default());
                    add(path.clone(), Details { unless, ..Details::default() });
                }
            }
            At::WorkingDirectory => {
                for path in &rule.paths {
                    add(joined(&environment.working_directory, path), Details::default());
                }
            }
            At::GitRoot => {
                let root = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
                let paths: Vec<PathBuf> = rule.paths.iter().map(|path| joined(root, path)).collect();
                for (at, path) in paths.iter().enumerate() {
                    let unless = others(paths.get(..at).unwrap_or_default());
                    add(path.clone(), Details { unless, ..Details::default() });
                }
            }
            At::Repository => {
                let root = environment.repository.as_ref().unwrap_or(&environment.working_directory);
                for path in &rule.paths {
                    add(joined(root, path), Details::default());
                }
            }
            At::Upwards | At::Downwards | At::Above => {
                let mut folders = upwards(environment, rule.until);
                if rule.at == At::Above {
                    folders.retain(|folder| *folder != environment.working_directory);
                }
                if rule.at == At::Downwards {
                    folders.reverse();
                }
                for folder in folders {
                    for path in &rule.paths {
                        add(joined(&folder, path), Details::default());
                    }
                }
                if let (true, Some(main), Some(root)) =
                    (rule.main_checkout, &environment.main_checkout, &environment.git_root)
                {
                    for path in &rule.paths {
                        let unless = vec![joined(root, path)];
                        add(joined(main, path), Details { unless, ..Details::default() });
                    }
                }
            }
            At::Added => {
                for folder in &environment.added {
                    for path in &rule.paths {
                        let prefix = Some(added_prefix(folder, environment));
                        add(joined(folder, path), Details { prefix, ..Details::default() });
                    }
                }
            }
            At::Package => {
                let is_meant = |package: &&Package| match rule.packages {
                    Packages::All => true,
                    Packages::Given => package.origin == Origin::Given,
                    Packages::Installed => package.origin == Origin::Installed,
                };
                for package in controls.packages.iter().filter(|package| package.loaded).filter(is_meant) {
                    for path in package.paths(rule) {
                        let command = package.commands.iter().find(|command| command.path == path).cloned();
                        let details = Details {
                            plugin: (!rule.unprefixed).then(|| package.name.clone()),
                            command: command.map(Arc::new),
                            root_file: host.packages.root_file && !rule.layout.is_commands(),
                            switches: package.filters.clone(),
                            fills: fills(rule, &package.path, environment),
                            ..Details::default()
                        };
                        add(path, details);
                    }
                }
            }
            At::Touched => {
                let touched = touched_folders(environment);
                let untouched = environment.nested.iter().filter(|folder| !touched.contains(folder));
                let folders =
                    touched.iter().map(|folder| (folder, false)).chain(untouched.map(|folder| (folder, true)));
                for (folder, waiting) in folders {
                    let prefix = relative(folder, &environment.working_directory);
                    for path in &rule.paths {
                        let details = Details { prefix: prefix.clone(), later: true, waiting, ..Details::default() };
                        add(joined(folder, path), details);
                    }
                }
            }
            At::Setting if rule.list.is_none() => {
                let outside_allowed = host.controls.external_paths.is_none() || controls.external_paths;
                let project = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
                for written in &controls.paths {
                    let folder = match (rule.literal, rule.from_git_root) {
                        (true, _) => Some(joined(&environment.working_directory, written)),
                        (false, true) => below_git_root(written, environment),
                        (false, false) => expanded_path(written, environment),
                    };
                    let Some(folder) = folder else { continue };
                    if !outside_allowed && !folder.starts_with(project) {
                        continue;
                    }
                    for path in below(rule) {
                        add(joined(&folder, path), Details::default());
                    }
                }
            }
            At::Setting | At::Marked => {
                for named in controls.named.iter().filter(|named| named.rule == index) {
                    add(named.path.clone(), Details { switches: named.filters.clone(), ..Details::default() });
                }
            }
            At::Explicit => {
                for folder in &environment.explicit {
                    for path in below(rule) {
                        add(joined(folder, path), Details::default());
                    }
                }
            }
        }
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
    places.retain(|place| named.insert((place.path.clone(), place.layout.is_commands(), place.unless.clone())));
    places
}

fn is_of_plugins(place: &Place) -> bool {
    place.layout == Layout::PluginFolders
}

impl Layout {
    /// Whether what lies there are commands rather than skills.
    pub fn is_commands(self) -> bool {
        match self {
            Layout::Commands | Layout::Files => true,
            Layout::Folders | Layout::PluginCache | Layout::PluginFolders => false,
        }
    }
}

impl Scope {
    /// The word of the interface.
    pub fn word(self) -> &'static str {
        match self {
            Scope::Managed => "managed",
            Scope::User => "user",
            Scope::Project => "project",
            Scope::Nested => "nested",
            Scope::Added => "added",
            Scope::Environment => "environment",
            Scope::Plugin => "plugin",
            Scope::Command => "command",
            Scope::Compatibility => "compatibility",
            Scope::Explicit => "explicit",
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
    let separator = rule.split.as_deref().unwrap_or_default();
    let variables = rule.paths.iter().filter_map(|path| environment.variables.get(path.strip_prefix('$')?));
    let folders = variables.flat_map(|value| value.split(separator)).map(str::trim).filter(|folder| !folder.is_empty());
    folders.map(|folder| joined(&environment.working_directory, folder)).collect()
}

/// What differs between the places of one rule.
#[derive(Default)]
struct Details {
    plugin: Option<String>,
    command: Option<Arc<PackageCommand>>,
    prefix: Option<String>,
    later: bool,
    waiting: bool,
    unless: Vec<PathBuf>,
    switches: Vec<Arc<PathFilter>>,
    root_file: bool,
    fills: Vec<(String, String)>,
}

/// What `${NAME}` stands for in the skills of a package.
fn fills(rule: &RootRule, package: &Path, environment: &Environment) -> Vec<(String, String)> {
    let here = environment.working_directory.display().to_string();
    let value = |value: &String| value.replace("{package}", &package.display().to_string()).replace("{here}", &here);
    rule.fills.iter().map(|(name, text)| (format!("${{{name}}}"), value(text))).collect()
}

fn place(host: &Host, rule: &RootRule, index: usize, path: PathBuf, details: Details) -> Place {
    let mut walk = rule.walk.clone().unwrap_or_else(|| host.walk.clone());
    walk.root_file |= details.root_file;
    Place {
        path,
        scope: rule.scope,
        layout: rule.layout,
        walk,
        source: source_name(rule).to_owned(),
        rule: index,
        plugin: details.plugin,
        command: details.command,
        prefix: details.prefix,
        later: details.later,
        waiting: details.waiting,
        switches: details.switches,
        unless: details.unless,
        fills: details.fills,
    }
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
            Until::GitRootOrTop | Until::GitRootOrTopWithHome | Until::GitRootOrHome | Until::Top => false,
        };
        if stops_before {
            break;
        }
        folders.push(folder.to_owned());
        let stops_here = match until {
            Until::GitRoot | Until::GitRootOrHere | Until::GitRootOrTop | Until::GitRootOrTopWithHome => {
                git_root.is_some_and(|root| root == folder)
            }
            Until::GitRootOrHome => match git_root {
                Some(root) => root == folder,
                None => is_home,
            },
            Until::Home | Until::Top => false,
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
            return end.to_string_lossy().into_owned();
        }
    }
    folder.to_string_lossy().into_owned()
}

fn relative(folder: &Path, base: &Path) -> Option<String> {
    let relative = folder.strip_prefix(base).ok()?;
    (!relative.as_os_str().is_empty()).then(|| relative.to_string_lossy().into_owned())
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

/// The folders that a rule means below a path that someone else named: that path itself when it says nothing.
fn below(rule: &RootRule) -> impl Iterator<Item = &str> {
    let itself = rule.paths.is_empty().then_some("");
    rule.paths.iter().map(String::as_str).chain(itself)
}
