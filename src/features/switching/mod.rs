//! Turning a skill on or off: which settings file of the host says it, and what it says then.

mod form;

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalog::{Candidate, Catalog, Controls, FileKind, Files, Override, Status, View, settings_places};
use crate::features::permission::{Permitted, permitted};
use crate::features::why::own_package;
use crate::hosts::{Host, Scope, SettingsRule, SwitchFile, SwitchScope};
use crate::settings::{SettingsRefusal, edit};
use crate::text::{Span, Text};
use crate::words::{guessed, likely};

use form::{Page, Subject, SwitchForm, Weight, form, format};

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The skill: its id in the host, or the path of its file or folder.
    pub id: &'a str,
    /// On or off.
    pub on: bool,
    /// Where it is to be said; `None` leaves it to us.
    pub scope: Option<SwitchScope>,
}

/// The world that a plan is made in.
pub struct Around<'a> {
    /// The skills.
    pub catalog: &'a Catalog,
    /// The host.
    pub view: &'a View,
    /// What there is.
    pub files: &'a dyn Files,
    /// The text of a settings file; `None` when it is not there.
    pub read: &'a dyn Fn(&Path) -> Result<Option<String>, String>,
    /// What the settings of the host would say if this file had this text, or were not there.
    pub controls_if: &'a dyn Fn(&Path, Option<&str>) -> Controls,
}

/// What is to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The host's id.
    pub host: String,
    /// The skill's id in it.
    pub id: String,
    /// On or off.
    pub enabled: bool,
    /// The file that says so; of a skill that is so already the one that would.
    pub path: PathBuf,
    /// For whom that file counts.
    pub scope: SwitchScope,
    /// Whether anything has to be written.
    pub changed: bool,
    /// The line of the change, from 1.
    pub line: usize,
    /// The text that is there; `None` when there is no file.
    #[serde(skip)]
    pub before: Option<String>,
    /// The text that is to be there; `None` when the file is to go, because nothing is left of it but what a new one
    /// would hold.
    #[serde(skip)]
    pub after: Option<String>,
    /// The text of a new file.
    #[serde(skip)]
    pub blank: &'static str,
    /// Why it is off already, what keeps one that is on from the model, or what was said before and is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Why nothing is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The host has no skill of this name.
    Absent(String),
    /// The wish cannot be had: a host without a switch, a file that does not parse.
    Wrong(String),
    /// It could be written, and something stronger would still decide otherwise.
    NoEffect(String),
}

/// What has to be written so that a skill is on or off in a host.
pub fn plan(around: &Around<'_>, wish: &Wish<'_>) -> Result<Plan, Refused> {
    let host = &around.view.host;
    let Some(form) = form(host) else { return Err(Refused::Wrong(without_switch(host))) };
    let (id, subject) = subject(around, wish.id, &form)?;
    let switch = choose(around, wish, &form, &id, &subject)?;
    let path = place(&switch, around).ok_or_else(|| {
        Refused::Wrong(format!("{} keeps its switches in a home folder, and there is none", host.name))
    })?;
    let before = (around.read)(&path).map_err(Refused::Wrong)?;
    let format = format(host, &path);
    let blank = edit::blank(format);
    let text = before.clone().unwrap_or_else(|| blank.to_owned());
    let name = path.display().to_string();
    let wrong = |refusal: SettingsRefusal| {
        Refused::Wrong(format!(
            "{}; the file is left as it is",
            refusal.in_file(&format!("cannot change {name}"), &text)
        ))
    };
    let page = Page { format, text: &text, rule: &host.controls };
    let said = form.said(&page, &subject).map_err(wrong)?;
    let line = |text: &str, offset: usize| Text::new(text).line_number(offset);
    let mut plan = Plan {
        host: host.id.clone(),
        id: id.clone(),
        enabled: wish.on,
        line: said.as_ref().map_or(1, |said| line(&text, said.offset)),
        path: path.clone(),
        scope: switch.scope,
        changed: false,
        after: before.clone(),
        before,
        blank,
        note: None,
    };
    let standing_if = |text: Option<&str>| {
        let view = around.catalog.view_if(&host.id, (around.controls_if)(&path, text), &id);
        view.map_or_else(Standing::default, |view| Standing::of(&view, &id))
    };
    let standing = standing_if(plan.before.as_deref());
    if standing.is(wish.on) {
        plan.note = if wish.on { reservation(around, &id, &standing) } else { Some(standing.reason) };
        return Ok(plan);
    }
    if form.is_pattern(&subject.name) {
        let reason = format!("`{id}` would be a pattern in {name}, and switch other skills too");
        return Err(Refused::Wrong(reason));
    }
    let unsaid = form.unsaid(&page, &subject).map_err(wrong)?;
    let weight = if standing_if(Some(&unsaid)).is(wish.on) { Weight::Redundant } else { Weight::Needed };
    let switched = form.switched(&page, &subject, wish.on, weight).map_err(wrong)?;
    plan.after = Some(switched.clone()).filter(|switched| switched != blank);
    let reached = standing_if(plan.after.as_deref());
    if !reached.is(wish.on) {
        return Err(Refused::NoEffect(no_effect(around, &plan, &form, &subject, &reached)));
    }
    plan.changed = plan.after != plan.before;
    let again = Page { text: &switched, ..page };
    plan.line = match form.said(&again, &subject).ok().flatten() {
        Some(said) => line(&switched, said.offset),
        None => first_difference(&text, &switched),
    };
    let is_ordinary = |word: &str| ["\"on\"", "\"off\"", "\"allow\"", "\"deny\"", "true", "false"].contains(&word);
    let lost = said.filter(|said| !is_ordinary(&said.word) && !matches!(form, SwitchForm::Names(_)));
    let denied = reached.denied.as_ref().filter(|_| wish.on).map(denial);
    plan.note = lost.map(|said| format!("it said {} before", said.word)).or(denied);
    Ok(plan)
}

impl Plan {
    /// What was done, in one sentence without a full stop; `shown` writes a place.
    pub fn sentence(&self, host: &str, shown: impl Fn(&Path) -> String) -> String {
        let word = if self.enabled { "on" } else { "off" };
        let note = self.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        let start = format!("`{}` is {word} in {host}", self.id);
        match (self.changed, &self.after) {
            (true, Some(_)) => format!("{start} now: {}:{}{note}", shown(&self.path), self.line),
            (true, None) => format!("{start} now: {} said nothing else and is gone{note}", shown(&self.path)),
            (false, _) => format!("{start} already{note}"),
        }
    }
}

/// What keeps a skill from the model, or may, though it is on.
fn reservation(around: &Around<'_>, id: &str, standing: &Standing) -> Option<String> {
    let is_half =
        |it: &&Candidate| matches!(it.verdict.status, Status::Hidden | Status::Ambiguous | Status::Conditional);
    let half = around.view.named(id).find(is_half).map(|it| it.verdict.reason.to_string());
    standing.denied.as_ref().map(denial).or(half)
}

/// What a permission makes of a skill that is on.
fn denial(denied: &Permitted) -> String {
    format!("loading it is {}", denied.reason)
}

/// Where a skill would be switched if nobody said where.
pub fn usual_place(catalog: &Catalog, view: &View, files: &dyn Files, candidate: &Candidate) -> Option<SwitchScope> {
    let around =
        Around { catalog, view, files, read: &|path| Ok(files.text(path)), controls_if: &|_, _| Controls::default() };
    let form = form(&view.host)?;
    let subject = Subject { name: candidate.id.to_string(), path: None };
    let wish = Wish { id: &candidate.id, on: true, scope: None };
    choose(&around, &wish, &form, &candidate.id, &subject).ok().map(|file| file.scope)
}

/// Where a settings file of a host names a skill in order to switch it, quotes included.
pub(crate) fn named_in(host: &Host, path: &Path, text: &str, id: &str) -> Vec<Span> {
    let page = Page { format: format(host, path), text, rule: &host.controls };
    form(host).map(|form| form.named(&page, id)).unwrap_or_default()
}

/// Whether a skill can be switched in a host, and what it is now; `None` when there is no switch for it.
pub fn is_switchable(view: &View, candidate: &Candidate) -> Option<bool> {
    let form = form(&view.host)?;
    // What is not installed yet is switched with its package, when it is.
    if view.place(candidate).is_some_and(|place| place.own_package.is_some()) {
        return None;
    }
    let is_plugins = view.place(candidate).is_some_and(|place| place.plugin.is_some());
    if is_plugins && matches!(form, SwitchForm::Words(_)) || form.is_pattern(&candidate.id) {
        return None;
    }
    match candidate.verdict.status {
        Status::Active | Status::Ambiguous | Status::Conditional | Status::Hidden => Some(true),
        Status::Disabled => Some(false),
        Status::Shadowed | Status::Skipped | Status::Unread => None,
    }
}

/// What has become of all skills of an id.
#[derive(Clone, Debug, Default)]
struct Standing {
    /// One of them is there for the model or waits to be.
    on: bool,
    /// None of them is there at all.
    off: bool,
    /// Why, in one sentence.
    reason: String,
    /// The permission that keeps one of them from the model, when one does.
    denied: Option<Permitted>,
    /// The rule that lets one of them pass or has a person asked, when one does.
    passed: Option<Permitted>,
}

impl Standing {
    fn of(view: &View, id: &str) -> Standing {
        let mut standing = Standing { off: true, ..Standing::default() };
        for candidate in view.named(id) {
            let verdict = &candidate.verdict;
            match permitted(view, candidate) {
                Some(it) if it.verdict == "deny" => standing.denied = Some(it),
                Some(it) => standing.passed = Some(it),
                None => {}
            }
            let is_users_only = || {
                let switch = view.controls.override_of(&view.host, &candidate.id);
                matches!(switch, Some((Override::UserOnly, _)))
            };
            match verdict.status {
                Status::Active | Status::Ambiguous | Status::Conditional => standing.on = true,
                Status::Hidden if !is_users_only() => standing.on = true,
                Status::Hidden => {}
                Status::Shadowed | Status::Disabled | Status::Skipped | Status::Unread => {
                    if verdict.status == Status::Disabled || standing.reason.is_empty() {
                        standing.reason = verdict.reason.to_string();
                    }
                    continue;
                }
            }
            standing.off = false;
            standing.reason = verdict.reason.to_string();
        }
        standing
    }

    fn is(&self, on: bool) -> bool {
        if on { self.on } else { self.off }
    }
}

/// What a host has instead of a switch.
/// Whether the settings of a host have a switch for a single skill.
pub fn has_switch(host: &Host) -> bool {
    form(host).is_some()
}

fn without_switch(host: &Host) -> String {
    let mut sentence = format!("{} has no switch for a single skill in its settings", host.name);
    if let Some((field, value)) = host.controls.hides.iter().next() {
        sentence.push_str(&format!("; `{field}: {value}` in the skill's own frontmatter keeps it from the model"));
    } else if let Some(companion) = &host.companion {
        sentence.push_str(&format!("; `{}` beside the skill can keep it from the model", companion.file));
    }
    if let Some(key) = &host.controls.all_enabled {
        sentence.push_str(&format!("; `{key}` in its settings is for all skills at once"));
    }
    if let Some(pins) = &host.controls.pins {
        sentence.push_str(&format!("; `{}` says which skills are always loaded", pins.key));
    }
    sentence
}

/// The skill that is meant: its id, and how settings call it.
fn subject(around: &Around<'_>, asked: &str, form: &SwitchForm) -> Result<(String, Subject), Refused> {
    let Around { catalog, view, .. } = around;
    let host = &view.host;
    let path = Path::new(asked);
    let by_path = catalog.by_path(path).or_else(|| catalog.by_path(&path.join("SKILL.md")));
    let of_path = by_path.and_then(|id| view.standing(id));
    let is_had = |candidate: &&Candidate| own_package(view, candidate).is_none();
    // What is not an id is enough where only one id is meant by it.
    let only = |is_meant: &dyn Fn(&Candidate) -> bool| {
        let mut found: Vec<&Candidate> = view.candidates.iter().filter(|it| is_meant(it)).collect();
        found.sort_by_key(|it| &*it.id);
        found.dedup_by(|left, right| left.id == right.id);
        if let [one] = found[..] { view.named(&one.id).find(is_had).or(Some(one)) } else { None }
    };
    let ends = |it: &Candidate| it.id.rsplit(':').next().unwrap_or_default().to_owned();
    let lower = asked.to_lowercase();
    let short = || only(&|it| ends(it) == asked || &*it.reading.id == asked);
    let in_any_case = || only(&|it| it.id.to_lowercase() == lower);
    let short_in_any_case = || only(&|it| [ends(it).as_str(), &it.reading.id].map(str::to_lowercase).contains(&lower));
    let named = || view.named(asked).find(is_had).or_else(|| view.named(asked).next());
    let found = of_path.or_else(named).or_else(short).or_else(in_any_case).or_else(short_in_any_case);
    let Some(candidate) = found else {
        let known: Vec<&str> = view.candidates.iter().map(|candidate| &*candidate.id).collect();
        let guess = guessed(likely(asked, known));
        return Err(Refused::Absent(format!("{} has no skill `{asked}` here{guess}", host.name)));
    };
    if let Some(package) = own_package(view, candidate) {
        let id = &candidate.id;
        let reason = format!(
            "`{id}` belongs to the package `{package}` of this repository: it is switched where that is installed"
        );
        return Err(Refused::Wrong(reason));
    }
    let plugin = view.place(candidate).and_then(|place| place.plugin.clone());
    if let (Some(plugin), SwitchForm::Words(_)) = (plugin, form) {
        let id = &candidate.id;
        let reason =
            format!("`{id}` comes with the plugin `{plugin}`: {} switches plugins, not their skills", host.name);
        return Err(Refused::Wrong(reason));
    }
    let is_path = of_path.is_some() && matches!(form, SwitchForm::Tables(_));
    let path = catalog.skill(candidate.skill).filter(|_| is_path).map(|skill| skill.path.display().to_string());
    Ok((candidate.id.to_string(), Subject { name: candidate.id.to_string(), path }))
}

/// The file in which it is said: the one that is asked for, or that says something of the skill already, or else that
/// of where the skill lives.
fn choose(
    around: &Around<'_>,
    wish: &Wish<'_>,
    form: &SwitchForm,
    id: &str,
    subject: &Subject,
) -> Result<SwitchFile, Refused> {
    let host = &around.view.host;
    let all = &host.controls.switch;
    if let Some(scope) = wish.scope {
        let found = all.iter().find(|file| file.scope == scope);
        return found.cloned().ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|file| file.scope.word()).collect();
            let known = known.join(", ");
            Refused::Wrong(format!("{} keeps no switch in `{}` settings, only in: {known}", host.name, scope.word()))
        });
    }
    let says_something = |file: &&SwitchFile| {
        let Some(path) = place(file, around) else { return false };
        let Ok(Some(text)) = (around.read)(&path) else { return false };
        let page = Page { format: format(host, &path), text: &text, rule: &host.controls };
        form.said(&page, subject).is_ok_and(|said| said.is_some())
    };
    if let Some(file) = all.iter().find(says_something) {
        return Ok(file.clone());
    }
    let used = |candidate: &&Candidate| candidate.verdict.status != Status::Shadowed;
    let candidate = around.view.named(id).find(used).or_else(|| around.view.named(id).next());
    let is_projects = candidate.is_some_and(|candidate| match around.view.scope(candidate) {
        Scope::Project | Scope::Nested => true,
        Scope::User | Scope::Managed | Scope::Plugin => false,
        Scope::Added | Scope::Environment | Scope::Command | Scope::Compatibility | Scope::Explicit => {
            is_in_project(around, candidate)
        }
    });
    let fits = |file: &&SwitchFile| (file.scope != SwitchScope::User) == is_projects;
    let found = all.iter().find(fits).or_else(|| all.last());
    found.cloned().ok_or_else(|| Refused::Wrong(without_switch(host)))
}

/// Whether a skill lies in the project, and not only in the home folder.
fn is_in_project(around: &Around<'_>, candidate: &Candidate) -> bool {
    let environment = &around.view.environment;
    let root = environment.git_root.as_ref().unwrap_or(&environment.working_directory);
    let path = around.catalog.skill(candidate.skill).map(|skill| &skill.path);
    let is_home = environment.home.as_ref().is_some_and(|home| home.starts_with(root));
    path.is_some_and(|path| path.starts_with(root)) && !is_home
}

/// Where a file of switches is, or would be.
fn place(file: &SwitchFile, around: &Around<'_>) -> Option<PathBuf> {
    let rule = SettingsRule { paths: file.paths.clone(), at: file.at, ..SettingsRule::default() };
    let places: Vec<PathBuf> = settings_places(&rule, &around.view.environment).into_iter().flatten().collect();
    let there = places.iter().find(|path| around.files.kind(path) == Some(FileKind::File));
    there.or(places.last()).cloned()
}

/// Who decides otherwise.
fn no_effect(around: &Around<'_>, plan: &Plan, form: &SwitchForm, subject: &Subject, reached: &Standing) -> String {
    let host = &around.view.host;
    let word = |on: bool| if on { "on" } else { "off" };
    let controls = (around.controls_if)(&plan.path, plan.after.as_deref());
    let start = format!("`{}` stays {} in {}", plan.id, word(!plan.enabled), host.name);
    if let Some((_, problem)) = controls.problems.iter().find(|(path, _)| *path == plan.path) {
        return format!("{start}: {}: {problem}", plan.path.display());
    }
    let others = host.controls.files.iter().flat_map(|rule| settings_places(rule, &around.view.environment)).flatten();
    for path in others.filter(|path| *path != plan.path) {
        let Ok(Some(text)) = (around.read)(&path) else { continue };
        let page = Page { format: format(host, &path), text: &text, rule: &host.controls };
        if let Ok(Some(said)) = form.said(&page, subject) {
            let line = Text::new(text.as_str()).line_number(said.offset);
            return format!("{start}: {}:{line} says {}, and counts too", path.display(), said.word);
        }
    }
    if let Some(Permitted { rule: Some(rule), path: Some(path), line: Some(line), .. }) = &reached.denied {
        return format!("{start}: {}:{line} denies `{rule}`", path.display());
    }
    if let Some(Permitted { verdict, rule: Some(rule), path: Some(path), line: Some(line), .. }) = &reached.passed
        && !plan.enabled
    {
        return format!("{start}: {}:{line} says \"{verdict}\" for `{rule}`, and that rule decides", path.display());
    }
    if let Some(reason) = &controls.distrusted {
        return format!("{start}: {reason}");
    }
    format!("{start}: {}", reached.reason)
}

/// The line, from 1, in which two texts begin to differ.
fn first_difference(old: &str, new: &str) -> usize {
    let same = old.split_inclusive('\n').zip(new.split_inclusive('\n')).take_while(|(left, right)| left == right);
    same.count() + 1
}
