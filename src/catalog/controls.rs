//! The switches of a host, read from its own settings files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::catalog::PathFilter;
use crate::catalog::accepted::unacceptable;
use crate::catalog::permissions::{self, Means, SkillRule};
use crate::catalog::settings_file::{SettingsFile, parsed};
use crate::catalog::{Environment, Package};
use crate::hosts::{ControlRule, Host, PermissionPolicy};
use crate::settings::{Node, look_up};
use crate::text::worded;

/// What the settings of a host say about skills, all files merged.
#[derive(Clone, Debug, Default)]
pub struct Controls {
    /// Switches by skill id, with the file that says so.
    pub overrides: BTreeMap<String, (Override, PathBuf)>,
    /// The names among them that another key than the usual one switches off: that key, where it is known.
    pub off_by_default: BTreeMap<String, Option<String>>,
    /// Switches in the order in which they are laid over each other: the last that means a skill decides.
    pub switches: Vec<Switch>,
    /// What was installed here from elsewhere.
    pub installed: Option<Installed>,
    /// Whether skills are on at all.
    pub all_off: bool,
    /// The settings file that says so.
    pub all_off_by: Option<PathBuf>,
    /// Names that settings switch on again, in lower case.
    pub reenabled: Vec<String>,
    /// Sources whose roots are not read.
    pub disabled_sources: Vec<String>,
    /// Of several folders at one place only the first that is there is read.
    pub first_only: bool,
    /// The share of the listing budget (0.01 is one per cent).
    pub budget_fraction: Option<f64>,
    /// The listing budget itself.
    pub budget_limit: Option<usize>,
    /// The context window in tokens; 0 when it is said to be none.
    pub context_window: Option<usize>,
    /// The longest text of an entry.
    pub text_limit: Option<usize>,
    /// More roots, as written.
    pub paths: Vec<String>,
    /// Roots that a list or a marker names, in order.
    pub named: Vec<NamedRoot>,
    /// What switches skills of the roots of a rule off and on, by the rule's index in `host.roots`.
    pub root_filters: BTreeMap<usize, Arc<PathFilter>>,
    /// Settings that are on or off.
    pub flags: BTreeMap<String, bool>,
    /// Folders: roots in them are not read.
    pub ignored: Vec<String>,
    /// Whether roots outside the project are allowed.
    pub external_paths: bool,
    /// The rules about skills, in the order in which they are looked at.
    pub permissions: Vec<SkillRule>,
    /// The model is not told of skills at all: the listing is switched off, or the tool that loads them denied.
    pub listing_off: bool,
    /// All plugins are switched off.
    pub plugins_off: bool,
    /// The mode in which the host asks otherwise than usual, and the file that says so.
    pub mode: Option<(String, PathBuf)>,
    /// The names of plugins that are off.
    pub disabled_plugins: Vec<String>,
    /// The root of the project, where the settings say how to know it.
    pub project_root: Option<PathBuf>,
    /// The folder in which the host starts, where that is not the working directory.
    pub anchor: Option<PathBuf>,
    /// The rule that denies all skills, when one does.
    pub all_denied: Option<SkillRule>,
    /// `plugin@marketplace` to on or off, in the order in which the weakest file that names one names it.
    pub plugins: Vec<(String, bool)>,
    /// The settings file that has the last word on each of them.
    pub plugin_files: BTreeMap<String, PathBuf>,
    /// Only managed skills and plugins are left, says this file.
    pub plugins_only: Option<PathBuf>,
    /// Whether the administrator keeps some kind of customization to plugins; then no skill folder is one.
    pub adopts_no_plugins: bool,
    /// Environment variables that the host sets for itself, over those that it was started with.
    pub variables: BTreeMap<String, String>,
    /// Whether the host's own skills are switched off.
    pub own_skills_off: bool,
    /// How often a skill was used, and when last, in milliseconds since 1970.
    pub usage: BTreeMap<String, (u64, u64)>,
    /// The model that the settings name.
    pub model: Option<String>,
    /// Why the folder is not trusted, when it is not.
    pub distrusted: Option<String>,
    /// Whether the user has said that the project is to be trusted, where the host asks.
    pub trusted: bool,
    /// The host's packages, on or off, in the order in which it loads them.
    pub packages: Vec<Package>,
    /// Files of packages that could not be read, with a message.
    pub package_problems: Vec<(PathBuf, String)>,
    /// Files that could not be read as what they should be, with a message.
    pub problems: Vec<(PathBuf, String)>,
}

/// The skills that were installed here from elsewhere, as a file tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// The file.
    pub file: PathBuf,
    /// Their names, as [`Installed::holds`] compares them.
    pub names: BTreeSet<String>,
    /// The folders that they are installed in.
    pub folders: Vec<PathBuf>,
}

impl Installed {
    /// What the file says; `None` when it names nothing.
    pub fn read(file: PathBuf, names: impl Iterator<Item = String>, folders: Vec<PathBuf>) -> Option<Installed> {
        let names: BTreeSet<String> = names.map(|name| installed_name(&name)).collect();
        (!names.is_empty()).then_some(Installed { file, names, folders })
    }

    /// Whether a skill was installed, by its name or that of its folder.
    pub fn holds(&self, folder: &Path, name: &str) -> bool {
        let of_folder = || folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        self.folders.iter().any(|inside| folder.starts_with(inside))
            && [name, of_folder()].iter().any(|name| self.names.contains(&installed_name(name)))
    }
}

/// A name in lower case, with `-` for each run of white space and `_`.
fn installed_name(name: &str) -> String {
    let lower = name.to_lowercase();
    let is_gap = |sign: char| sign.is_whitespace() || sign == '_' || sign == '\u{feff}';
    let mut plain = String::with_capacity(lower.len());
    let mut in_gap = false;
    for sign in lower.chars() {
        match is_gap(sign) {
            true if in_gap => {}
            true => plain.push('-'),
            false => plain.push(sign),
        }
        in_gap = is_gap(sign);
    }
    plain
}

/// A root that a list or a marker names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRoot {
    /// The index of the rule in `host.roots` that yields it.
    pub rule: usize,
    /// The folder, or a single file.
    pub path: PathBuf,
    /// What leaves some of its files out.
    pub filters: Vec<Arc<PathFilter>>,
}

/// A switch for the skills of a name, or for one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Whom it means.
    pub selector: Selector,
    /// On or off.
    pub on: bool,
    /// The file that says so.
    pub file: PathBuf,
}

/// Whom a switch means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Every skill with this id.
    Name(String),
    /// The skill in this file; `disk` makes it a real path.
    Path(PathBuf),
}

worded! {
    /// What a switch does.
    pub enum Override {
        /// Listed in full.
        On = "on",
        /// Listed by its name alone.
        NameOnly = "name-only",
        /// The user may call it, the model does not see it.
        UserOnly = "user-invocable-only",
        /// Off.
        Off = "off",
    }
}

worded! {
    /// What a permission grants.
    pub enum Permission {
        /// The model may load it.
        Allow = "allow",
        /// The user is asked.
        Ask = "ask",
        /// It may not.
        Deny = "deny",
    }
}

/// What a settings file says under a key.
type Values<'a> = dyn Fn(&Option<String>) -> Option<&'a Value> + 'a;

impl Controls {
    /// Reads the settings of a host. `files` are given strongest first, as in [`ControlRule::files`];
    /// `usage` is the text of the usage file.
    pub fn read(rule: &ControlRule, files: &[SettingsFile], usage: Option<&SettingsFile>) -> Controls {
        let mut controls = Controls::default();
        let mut by_default = Vec::new();
        // The weakest comes first, so that the stronger ones overwrite it.
        for file in files.iter().rev() {
            match parsed(file, rule.comments) {
                Ok(mut settings) => {
                    let wrong = unacceptable(rule, &settings);
                    if let Some(key) = wrong {
                        let rest = if file.source.is_some() { ", so all of it is passed over" } else { "" };
                        let message = format!("its `{key}` has a value that is not accepted{rest}");
                        controls.problems.push((file.path.clone(), message));
                    }
                    match file.source.as_deref() {
                        Some(_) if wrong.is_some() => continue,
                        Some(_) if file.only_plugins => {
                            let plugins = ControlRule { plugins: rule.plugins.clone(), ..ControlRule::default() };
                            controls.take_in(&plugins, &settings, file);
                            continue;
                        }
                        Some(_) => {}
                        // Of the administrator's files only the wrong keys are passed over.
                        None => {
                            while let Some(key) = unacceptable(rule, &settings)
                                && settings.as_object_mut().is_some_and(|it| it.remove(key).is_some())
                            {
                            }
                        }
                    }
                    controls.take_in(rule, &settings, file);
                    let value = |key: &Option<String>| look_up(&settings, key.as_ref()?);
                    let names = strings(value(&rule.disabled_by_default));
                    by_default.extend(names.map(|name| (name.trim().to_lowercase(), file.path.clone())));
                    controls.reenabled.extend(strings(value(&rule.reenabled)).map(|name| name.trim().to_lowercase()));
                }
                Err(message) => controls.problems.push((file.path.clone(), message)),
            }
        }
        for (name, path) in by_default {
            controls.switch_off_by_default(name, rule.disabled_by_default.as_deref(), path);
        }
        if let (Some(fact), Some(file)) = (&rule.usage, usage) {
            match file.tree(false) {
                Ok(root) => controls.usage = usage_of(root.look_up(&fact.key).map(Node::plain).as_ref()),
                Err(message) => controls.problems.push((file.path.clone(), message)),
            }
        }
        controls.problems.reverse();
        controls
    }

    /// The surroundings as the host takes them, when they are other ones: it may start in another folder, or know the root
    /// of the project by something of its own.
    pub fn moved(&self, environment: &Environment) -> Option<Environment> {
        let started = self.anchor.as_ref().map(|anchor| environment.started_in(anchor.clone()));
        started.or_else(|| Some(environment.with_root(self.project_root.clone()?)))
    }

    /// Switches a name off, unless the settings say something about it. `key` is what says so in the file, where it is known.
    pub fn switch_off_by_default(&mut self, name: String, key: Option<&str>, said_in: PathBuf) {
        if !self.reenabled.contains(&name) && !self.overrides.contains_key(&name) {
            self.off_by_default.insert(name.clone(), key.map(str::to_owned));
            self.overrides.insert(name, (Override::Off, said_in));
        }
    }

    /// The usage score of a skill at the moment `now`: its count, as far as it has not faded.
    pub fn usage_score(&self, id: &str, now: u64) -> f64 {
        let Some((count, last)) = self.usage.get(id) else { return 0.0 };
        *count as f64 * faded(days_between(*last, now))
    }

    /// The switch for an id or a path, and the file that says so.
    pub fn override_of(&self, host: &Host, id: &str) -> Option<&(Override, PathBuf)> {
        let found = self.overrides.get(id);
        if found.is_some() || !(host.identity.ignores_case || host.controls.ignores_case) {
            return found;
        }
        self.overrides.iter().find(|(name, _)| name.to_lowercase() == id.to_lowercase()).map(|(_, found)| found)
    }

    /// The key of a host's settings that says what [`Controls::override_of`] finds for a name.
    pub fn switch_key<'a>(&'a self, host: &'a Host, name: &str) -> Option<&'a str> {
        let rule = &host.controls;
        if let Some(key) = self.off_by_default.get(&name.to_lowercase()) {
            return key.as_deref();
        }
        let key = rule.overrides.as_ref().or(rule.enabled.as_ref()).or(rule.disabled.as_ref());
        key.and_then(|key| key.split('|').next())
    }

    /// Reads the rules about skills; `files` are given strongest first, as those that count.
    pub fn read_permissions(&mut self, host: &Host, files: &[SettingsFile], environment: &Environment) {
        let rule = &host.permissions;
        if rule.tool.is_some() {
            self.permissions = permissions::by_tool::rules(host, files, environment);
            let last = self.permissions.last();
            self.listing_off = last.is_some_and(|it| it.permission == Permission::Deny && it.means.is_everybody());
            return;
        }
        let mut is_held = false;
        for file in files.iter().filter(|file| !file.only_plugins) {
            let Ok(root) = file.tree(host.controls.comments) else { continue };
            let mut settings = root.plain();
            if let (None, Some(key)) = (&file.source, &host.controls.permissions) {
                // Of the administrator's files only the wrong keys are passed over.
                let rules = look_up(&settings, key).map(|rules| (key.clone(), rules.clone()));
                settings = Value::Object(rules.into_iter().collect());
            }
            if unacceptable(&host.controls, &settings).is_some() {
                continue;
            }
            let said = |key: &Option<String>| look_up(&settings, key.as_ref()?)?.as_str();
            is_held |= said(&rule.modes.allowing_off) == Some("disable");
            let may_say = |mode: &str| {
                let of_user = |source: &String| rule.modes.allowing_from.contains(source);
                !rule.modes.allowing.iter().any(|it| it == mode) || file.source.as_ref().is_none_or(of_user)
            };
            if let Some(mode) = said(&rule.modes.setting).filter(|mode| self.mode.is_none() && may_say(mode)) {
                self.mode = Some((mode.to_owned(), file.path.clone()));
            }
            match (rule.policy, &host.controls.permissions) {
                (PermissionPolicy::DenyAllowSafe, _) => {
                    self.permissions.extend(permissions::listed_rules(rule, file, &root))
                }
                (PermissionPolicy::FirstMatch | PermissionPolicy::LastMatch, Some(key)) => {
                    self.permissions.extend(permissions::mapped_rules(rule, key, file, &root));
                }
                (PermissionPolicy::FirstMatch | PermissionPolicy::LastMatch, None) | (PermissionPolicy::None, _) => {}
            }
        }
        self.mode.take_if(|(mode, _)| is_held && rule.modes.allowing.contains(mode));
        for rule in &mut self.permissions {
            rule.awaits_trust &= !self.trusted;
        }
        let denies_all = |rule: &&SkillRule| rule.means == Means::All && rule.permission == Permission::Deny;
        self.all_denied = self.permissions.iter().find(denies_all).cloned();
    }

    /// Lays one file over what the weaker ones said.
    fn take_in(&mut self, rule: &ControlRule, settings: &Value, file: &SettingsFile) {
        let value = |key: &Option<String>| key.as_ref()?.split('|').find_map(|spelling| look_up(settings, spelling));
        let flag = |key: &Option<String>| value(key).and_then(Value::as_bool);
        let count = |key: &Option<String>| Some(usize::try_from(value(key)?.as_u64()?).unwrap_or(usize::MAX));
        for (on, off) in [
            (flag(&rule.all_plugins), &mut self.plugins_off),
            (flag(&rule.listing_enabled), &mut self.listing_off),
            (flag(&rule.own_skills_off).map(|off| !off).or(flag(&rule.bundled_enabled)), &mut self.own_skills_off),
            (flag(&rule.all_enabled), &mut self.all_off),
            (flag(&rule.merges), &mut self.first_only),
        ] {
            *off = on.map_or(*off, |on| !on);
        }
        if let Some(on) = flag(&rule.all_enabled) {
            self.all_off_by = (!on).then(|| file.path.clone());
        }
        self.external_paths = flag(&rule.external_paths).unwrap_or(self.external_paths);
        self.budget_fraction = value(&rule.budget_fraction).and_then(Value::as_f64).or(self.budget_fraction);
        self.budget_limit = count(&rule.budget_limit).or(self.budget_limit);
        self.text_limit = count(&rule.text_limit).or(self.text_limit);
        if let Some(window) = value(&rule.context_window).and_then(Value::as_i64) {
            self.context_window = Some(usize::try_from(window).unwrap_or(0));
        }
        if let Some(model) = value(&rule.model).and_then(Value::as_str) {
            self.model = Some(model.to_owned());
        }
        for key in &rule.flags {
            if let Some(on) = look_up(settings, key).and_then(Value::as_bool) {
                self.flags.insert(key.clone(), on);
            }
        }
        if let Some(switch) = &rule.tool_off
            && let Some(list) = look_up(settings, &switch.key)
        {
            self.all_off = strings(Some(list)).any(|tool| tool == switch.tool);
            self.all_off_by = self.all_off.then(|| file.path.clone());
        }
        self.disabled_sources.extend(strings(value(&rule.disabled_sources)).map(str::to_owned));
        for (name, text) in members(value(&rule.variables)) {
            if let Some(text) = as_variable(text) {
                self.variables.insert(name.clone(), text);
            }
        }
        self.take_switches(rule, &value, &file.path);
        self.take_paths(rule, &value);
        self.take_plugins(rule, &value, file);
    }

    /// Which skills are on and off.
    fn take_switches(&mut self, rule: &ControlRule, value: &Values<'_>, path: &Path) {
        let mut switch = |name: &str, what: Override| {
            self.overrides.insert(name.to_owned(), (what, path.to_owned()));
        };
        for (name, word) in members(value(&rule.overrides)) {
            if let Some(what) = word.as_str().and_then(Override::from_word) {
                switch(name, what);
            }
        }
        let enabled = value(&rule.enabled);
        for (name, flag) in members(enabled) {
            if rule.enabled_in_tables {
                if counts(flag) {
                    switch(name, if flag.get("enabled").is_some_and(counts) { Override::On } else { Override::Off });
                }
                continue;
            }
            // What is said of a skill without saying that it is on turns it off.
            let of_table = || flag.as_object().map(|table| table.get("enabled").and_then(Value::as_bool) == Some(true));
            if let Some(on) = flag.as_bool().or_else(of_table) {
                switch(name, if on { Override::On } else { Override::Off });
            }
        }
        let is_list = |value: &&Value| !rule.lists_only || value.is_array();
        for name in strings(value(&rule.disabled).filter(is_list)) {
            switch(if rule.trims_names { name.trim() } else { name }, Override::Off);
        }
        for flag in enabled.and_then(Value::as_array).into_iter().flatten() {
            if rule.enabled_required && !flag.get("enabled").is_some_and(Value::is_boolean) {
                let key = rule.enabled.as_deref().unwrap_or_default();
                let message =
                    format!("an entry of its `{key}` lacks `enabled = true` or `false`, so the agent does not start");
                self.problems.push((path.to_owned(), message));
            }
            let text = |key: &str| flag.get(key).and_then(Value::as_str);
            let selector = match (text("name").map(str::trim), text("path")) {
                (Some(name), None) if !name.is_empty() => Selector::Name(name.to_owned()),
                (None, Some(path)) => Selector::Path(PathBuf::from(path)),
                // One that is for both, or for nobody, counts for nothing.
                _ => continue,
            };
            if let Some(on) = flag.get("enabled").and_then(Value::as_bool) {
                self.switches.push(Switch { selector, on, file: path.to_owned() });
            }
        }
    }

    /// Where more skills are, and where none are read.
    fn take_paths(&mut self, rule: &ControlRule, value: &Values<'_>) {
        if let Some(paths) = value(&rule.paths) {
            if !rule.paths_add_up {
                self.paths.clear();
            }
            let texts = strings(Some(paths));
            match &rule.paths_separator {
                Some(separator) => {
                    let parts = texts.flat_map(|text| text.split(separator.as_str())).filter(|part| !part.is_empty());
                    self.paths.extend(parts.map(str::to_owned));
                }
                None => self.paths.extend(texts.map(str::to_owned)),
            }
        }
        if let Some(Value::Array(paths)) = value(&rule.paths_alone) {
            let is_address = |path: &&str| path.starts_with("http://") || path.starts_with("https://");
            let paths = paths.iter().filter_map(Value::as_str).filter(|path| !is_address(path));
            self.paths = paths.map(str::to_owned).collect();
        }
        if let Some(ignored) = value(&rule.ignored) {
            self.ignored = strings(Some(ignored)).map(str::to_owned).collect();
        }
        for (folder, is_read) in members(value(&rule.locations)) {
            let folder = folder.trim().to_owned();
            let is_read = match is_read {
                Value::String(word) => word.trim().parse().ok(),
                word => word.as_bool(),
            };
            let Some(is_read) = is_read.filter(|_| !folder.is_empty()) else { continue };
            self.paths.retain(|known| *known != folder);
            self.ignored.retain(|known| *known != folder);
            if is_read { self.paths.push(folder) } else { self.ignored.push(folder) }
        }
    }

    /// Which plugins are on and off, and whether they alone are left.
    fn take_plugins(&mut self, rule: &ControlRule, value: &Values<'_>, file: &SettingsFile) {
        self.disabled_plugins.extend(strings(value(&rule.disabled_plugins)).map(|name| name.trim().to_owned()));
        for (id, on) in members(value(&rule.plugins)) {
            // A list of versions switches a plugin on too, and so does a table without a word.
            let on = match on {
                Value::Object(words) => words.get("enabled").map_or(Some(true), Value::as_bool),
                _ => on.as_bool().or_else(|| on.is_array().then_some(true)),
            };
            let Some(on) = on else { continue };
            self.plugin_files.insert(id.clone(), file.path.clone());
            match self.plugins.iter_mut().find(|(known, _)| known == id) {
                Some((_, known)) => *known = on,
                None => self.plugins.push((id.clone(), on)),
            }
        }
        if let (None, Some(value)) = (&file.source, value(&rule.plugins_only)) {
            let kinds = value.as_array().map(Vec::as_slice).unwrap_or_default();
            let leaves_plugins = value.as_bool() == Some(true) || kinds.iter().any(|it| it == "skills");
            self.plugins_only = leaves_plugins.then(|| file.path.clone());
            self.adopts_no_plugins = value.as_bool().unwrap_or(!kinds.is_empty());
        }
    }

    /// Whether the settings switch a plugin on or off; `None` when they say nothing.
    pub fn plugin(&self, id: &str) -> Option<bool> {
        self.plugins.iter().find(|(known, _)| known == id).map(|(_, on)| *on)
    }

    /// An environment variable as the host has it: its settings come before what it was started with.
    pub fn variable<'a>(&'a self, environment: &'a Environment, name: &str) -> Option<&'a str> {
        self.variables.get(name).or_else(|| environment.variables.get(name)).map(String::as_str)
    }

    /// Whether an environment variable says yes.
    pub fn is_set(&self, environment: &Environment, name: &str) -> bool {
        let value = self.variable(environment, name).map(|value| value.trim().to_lowercase());
        matches!(value.as_deref(), Some("1" | "true" | "yes" | "y" | "on"))
    }

    /// Whether the host's own skills are on.
    pub fn has_own_skills(&self, rule: &ControlRule, environment: &Environment) -> bool {
        let switched = rule.own_skills_off_variable.as_ref().is_some_and(|name| self.is_set(environment, name));
        !(switched || self.own_skills_off || environment.without_bundled)
    }
}

/// After so many days without use a score is half of what it was.
pub const HALF_LIFE: f64 = 7.0;
/// Less than this part of a count is never left.
pub const LEAST_LEFT: f64 = 0.1;

/// What is left of a count after some days without use.
pub fn faded(days: f64) -> f64 {
    0.5f64.powf(days / HALF_LIFE).max(LEAST_LEFT)
}

/// The days between two moments, in milliseconds since 1970.
pub fn days_between(earlier: u64, later: u64) -> f64 {
    const DAY: f64 = 24.0 * 60.0 * 60.0 * 1000.0;
    (later as f64 - earlier as f64) / DAY
}

/// A value as an environment variable has it.
pub(super) fn as_variable(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The texts of a list; a single text is a list of one.
fn strings(value: Option<&Value>) -> impl Iterator<Item = &str> {
    let one = value.and_then(Value::as_str);
    let many = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    one.into_iter().chain(many)
}

/// Whether JavaScript takes a value for something.
fn counts(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

/// The keys and values of a table.
fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

fn usage_of(value: Option<&Value>) -> BTreeMap<String, (u64, u64)> {
    let number = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_f64).map(|it| it.max(0.0) as u64);
    let used = |entry: &Value| Some((number(entry, "usageCount")?, number(entry, "lastUsedAt").unwrap_or(0)));
    members(value).filter_map(|(name, entry)| Some((name.clone(), used(entry)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::FileKey;

    fn rule() -> ControlRule {
        let key = |key: &str| Some(key.to_owned());
        ControlRule {
            overrides: key("skillOverrides"),
            enabled: key("skills.entries"),
            disabled: key("skills.disabled"),
            budget_fraction: key("skillListingBudgetFraction"),
            text_limit: key("skillListingMaxDescChars"),
            paths: key("skills.paths"),
            permissions: key("permission.skill"),
            plugins: key("enabledPlugins"),
            usage: Some(FileKey { file: String::new(), key: "skillUsage".to_owned() }),
            ..ControlRule::default()
        }
    }

    fn file(path: &str, text: &str) -> SettingsFile {
        SettingsFile {
            path: PathBuf::from(path),
            text: text.to_owned(),
            source: Some("user".to_owned()),
            ..SettingsFile::default()
        }
    }

    #[test]
    fn the_stronger_file_overwrites_the_weaker() {
        let strong = file("/p/local.json", r#"{"skillOverrides": {"a": "off", "c": "nonsense"}}"#);
        let weak = file(
            "/p/settings.json",
            r#"{"skillOverrides": {"a": "on", "b": "name-only"}, "skillListingBudgetFraction": 0.5,
                "skillListingMaxDescChars": 99, "enabledPlugins": {"x@y": true, "z@y": "?"},
                "skills": {"disabled": ["d"], "paths": ["~/x", 7]}}"#,
        );
        let controls = Controls::read(&rule(), &[strong, weak], None);
        let shown: Vec<String> = controls
            .overrides
            .iter()
            .map(|(name, (what, path))| format!("{name} {what:?} {}", path.display()))
            .collect();
        assert_eq!(shown, ["a Off /p/local.json", "b NameOnly /p/settings.json", "d Off /p/settings.json"]);
        assert_eq!((controls.budget_fraction, controls.text_limit), (Some(0.5), Some(99)));
        assert_eq!(controls.paths, ["~/x"]);
        assert_eq!(controls.plugins, [("x@y".to_owned(), true)]);
        assert!(controls.problems.is_empty());
    }

    #[test]
    fn a_broken_file_is_named_with_line_and_column_and_the_others_still_apply() {
        let broken = file("/a.json", "{\n  \"skillOverrides\": {,}\n}");
        let fine = file("/b.toml", "[[skills.entries]]\nname = \"x\"\nenabled = false");
        let controls = Controls::read(&rule(), &[broken, fine], None);
        assert_eq!(controls.problems.len(), 1);
        // The strongest file first.
        let broken = [file("/p/local.json", "{"), file("/p/settings.json", "[")];
        let problems = Controls::read(&rule(), &broken, None).problems;
        let paths: Vec<&PathBuf> = problems.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, [&broken[0].path, &broken[1].path]);
        let message = &controls.problems[0].1;
        assert!(message.starts_with("cannot read /a.json:2:22: "), "{message}");
        assert_eq!(controls.switches.len(), 1);
    }

    #[test]
    fn a_list_of_switches_keeps_its_order() {
        let entries = r#"[[skills.entries]]
            name = " x "
            enabled = false
            [[skills.entries]]
            path = "~/x/SKILL.md"
            enabled = true
            [[skills.entries]]
            name = "for both"
            path = "/is/for/nobody"
            enabled = false
            [[skills.entries]]
            name = "without a word""#;
        let controls = Controls::read(&rule(), &[file("/c.toml", entries)], None);
        let shown: Vec<String> = controls.switches.iter().map(|it| format!("{:?} {}", it.selector, it.on)).collect();
        assert_eq!(shown, [r#"Name("x") false"#, r#"Path("~/x/SKILL.md") true"#]);
    }

    #[test]
    fn a_wrong_value_costs_the_users_file_and_only_the_key_of_the_administrators() {
        let rule = ControlRule { whole_or_not: true, ..rule() };
        let text = r#"{"skillOverrides": {"a": "nonsense", "b": "off"}, "skillListingMaxDescChars": 9}"#;
        let users = Controls::read(&rule, &[file("/u.json", text)], None);
        assert_eq!((users.overrides.len(), users.text_limit, users.problems.len()), (0, None, 1));
        let administrators = SettingsFile { source: None, ..file("/m.json", text) };
        let managed = Controls::read(&rule, &[administrators], None);
        assert_eq!((managed.overrides.len(), managed.text_limit, managed.problems.len()), (0, Some(9), 1));
        let fine = r#"{"skillListingBudgetFraction": 1, "enabledPlugins": {"x@y": ["1.0"]}, "else": {}}"#;
        let fine = Controls::read(&rule, &[file("/u.json", fine)], None);
        assert_eq!((fine.budget_fraction, fine.plugin("x@y"), fine.problems.len()), (Some(1.0), Some(true), 0));
    }

    #[test]
    fn what_is_set_is_remembered_with_its_file() {
        let rule = ControlRule { variables: Some("env".to_owned()), plugins_only: Some("only".to_owned()), ..rule() };
        let text = r#"{"env": {"A": 1, "B": "yes"}, "only": ["skills"]}"#;
        let controls = Controls::read(&rule, &[file("/u.json", text)], None);
        assert_eq!(controls.plugins_only, None, "only an administrator can say so");
        let environment = Environment {
            variables: BTreeMap::from([("A".to_owned(), "2".to_owned()), ("C".to_owned(), "on".to_owned())]),
            ..Environment::default()
        };
        assert_eq!(controls.variable(&environment, "A"), Some("1"));
        assert!(controls.is_set(&environment, "B") && controls.is_set(&environment, "C"));
        let managed = SettingsFile { source: None, ..file("/m.json", text) };
        assert_eq!(Controls::read(&rule, &[managed], None).plugins_only, Some(PathBuf::from("/m.json")));
    }

    #[test]
    fn comments_are_taken_where_the_ending_says_so() {
        let text = "{ // one\n \"skills\": {\"paths\": [\"a//b\", /* two */ \"c\\\"/*\",], }, }";
        assert_eq!(Controls::read(&rule(), &[file("/x.jsonc", text)], None).paths, ["a//b", "c\"/*"]);
        assert_eq!(Controls::read(&rule(), &[file("/x.json", text)], None).problems.len(), 1);
        assert_eq!(Controls::read(&rule(), &[file("/x.jsonc", "/*/ \"")], None).problems.len(), 1);
        assert_eq!(Controls::read(&rule(), &[file("/x.json", "")], None).problems.len(), 0);
    }

    #[test]
    fn the_score_halves_every_week_down_to_a_tenth() {
        let week = 7 * 24 * 60 * 60 * 1000;
        let text = format!(
            r#"{{"skillUsage": {{"new": {{"usageCount": 4, "lastUsedAt": {week}}}, "odd": 3,
                "old": {{"usageCount": 4, "lastUsedAt": 0}}}}}}"#
        );
        let controls = Controls::read(&rule(), &[], Some(&file("/c.json", &text)));
        let score = |id: &str, now: u64| controls.usage_score(id, now);
        assert_eq!((score("new", week), score("new", 2 * week), score("old", 99 * week)), (4.0, 2.0, 0.4));
        // A use in the future counts the more, as in the host.
        assert_eq!((score("new", 0), score("odd", 0), score("none", 0)), (8.0, 0.0, 0.0));
    }
}
