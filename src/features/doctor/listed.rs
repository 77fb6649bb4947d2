//! What has become of the skills that an agent comes upon, where it is not that they are listed as they were written.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use crate::catalog::{Candidate, FoundKind, Skill, SkillId, SkillRoot, Status, View, waits};
use crate::checks::says_when;
use crate::document;
use crate::features::list::ListedSkill;
use crate::features::permission::Permitted;
use crate::features::shown::{ignored_block, showing};
use crate::features::switching::has_switch;
use crate::hosts::IdSource;
use crate::listing::{CutCause, ListedEntry, Listing};
use crate::words::{capitalized, enumeration, short};

use super::cause::{self, cause};
use super::further::besides;
use super::{Cause, Facts, Line, UNCALLED, command, idle_setting, plugin, refusal, room};

pub(super) fn lines(facts: &Facts<'_>, view: &View, skills: &[ListedSkill], copies: &Copies) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut seen: HashSet<(SkillId, &str)> = HashSet::new();
    let mut index = Index::new(skills, copies);
    for skill in skills {
        let Some((id, file)) = facts.catalog.by_path(&skill.path).and_then(|id| Some((id, facts.catalog.skill(id)?)))
        else {
            continue;
        };
        let its = |candidate: &&Candidate| *candidate.id == *skill.id;
        let Some(candidate) = view.all_of_skill(id).find(its) else { continue };
        if seen.insert((id, skill.id.as_str())) {
            let met = Met { facts, view, skill, file, candidate };
            lines.extend(met.line(&mut index));
        }
    }
    lines.extend(room::lines(facts, view, skills));
    lines.extend(plugin::off(facts, view));
    lines.extend(plugin::not_there(facts, view));
    lines.extend(plugin::broken_links(facts, view));
    lines.extend(plugin::without_manifest(facts, view));
    lines.extend(plugin::misspelled_folders(facts, view));
    lines
}

/// What is looked up for each of thousands of skills.
struct Index<'a> {
    /// How many skills of an id are active.
    active: HashMap<&'a str, usize>,
    /// The listings, one for each package, with the numbers of their entries by id.
    listings: Vec<(Arc<Listing>, NumbersById)>,
    copies: &'a Copies,
}

/// The skills that the installed copies of packages of this repository have, by the packages.
pub(super) type Copies = HashMap<String, HashSet<String>>;

/// The numbers of entries by the id of their skill.
type NumbersById = HashMap<String, Vec<usize>>;

impl<'a> Index<'a> {
    fn new(skills: &'a [ListedSkill], copies: &'a Copies) -> Index<'a> {
        let mut active = HashMap::new();
        for skill in skills.iter().filter(|skill| skill.status == "active") {
            *active.entry(skill.id.as_str()).or_insert(0) += 1;
        }
        Index { active, listings: Vec::new(), copies }
    }

    /// The entry of a skill in its listing.
    fn entry(&mut self, listing: &Arc<Listing>, skill: &ListedSkill) -> Option<&ListedEntry> {
        let known = self.listings.iter().position(|(known, _)| Arc::ptr_eq(known, listing));
        let at = known.unwrap_or_else(|| {
            let mut entries = NumbersById::new();
            for (at, entry) in listing.entries.iter().enumerate() {
                entries.entry(entry.name.to_string()).or_default().push(at);
            }
            self.listings.push((listing.clone(), entries));
            self.listings.len() - 1
        });
        let (listing, entries) = self.listings.get(at)?;
        let named = entries.get(&skill.id)?.iter().filter_map(|at| listing.entries.get(*at));
        named.into_iter().map(|entry| &**entry).find(|entry| *entry.path == *skill.path)
    }
}

/// A skill that the agent comes upon.
struct Met<'a> {
    facts: &'a Facts<'a>,
    view: &'a View,
    skill: &'a ListedSkill,
    file: &'a Skill,
    candidate: &'a Candidate,
}

impl Met<'_> {
    fn line(&self, index: &mut Index<'_>) -> Option<Line> {
        match self.skill.status {
            "skipped" => Some(self.refused()),
            "disabled" => Some(self.switched_off()),
            "hidden" => Some(self.hidden()),
            "conditional" => Some(self.waiting()),
            "shadowed" => self.shadowed(),
            "ambiguous" => Some(self.undecided()),
            _ => self.active(index),
        }
    }

    fn named(&self, cause: Cause, words: impl Into<String>) -> Line {
        Line::new(cause, &self.skill.id, &self.skill.path, words)
    }

    /// The same, with what else is amiss.
    fn told(&self, cause: Cause, words: impl Into<String>) -> Line {
        let words = besides(self.facts, self.view, &self.skill.path, &self.file.folder, cause, words.into());
        self.named(cause, words)
    }

    fn refused(&self) -> Line {
        let finding = cause(self.facts, self.view, &self.skill.path);
        let words = refusal::words(self.facts, self.view, self.file, self.candidate, finding);
        let line = self.told(Cause::Refused, format!("{words}{}", self.instead()));
        // Its author knows it by its folder: its name may be what is amiss.
        let line = Line { skills: vec![self.file.folder.to_string()], ..line };
        match finding {
            Some(finding) => {
                let is_fixable = finding.safe_fix().is_some();
                let line = line.at(cause::spot(self.facts, &self.skill.path, finding));
                line.next(self.checking(is_fixable)).for_many(is_fixable.then(|| self.checking_all(true)))
            }
            None => line.next(self.checking(false)),
        }
    }

    /// The same for several of them, wherever they lie.
    fn checking_all(&self, is_fixable: bool) -> String {
        let fix = if is_fixable { " --fix" } else { "" };
        let user = if self.facts.check.contains(" --user") { " --user" } else { "" };
        format!("skill-lsp check{fix}{user} --host {}", self.view.host.id)
    }

    /// What mends it: we do, or only who wrote it.
    fn checking(&self, is_fixable: bool) -> String {
        let environment = self.facts.environment;
        let host = &self.view.host.id;
        match is_fixable {
            true => format!("skill-lsp check --fix --host {host} {}", command::path(environment, &self.folder())),
            false => command::editing(environment, &self.skill.path),
        }
    }

    fn folder(&self) -> std::path::PathBuf {
        let is_skill = self.skill.path.file_name().is_some_and(|name| name == "SKILL.md");
        self.skill.path.parent().filter(|_| is_skill).unwrap_or(&self.skill.path).to_owned()
    }

    fn switched_off(&self) -> Line {
        let line = self.told(Cause::SwitchedOff, format!("{}{}", self.skill.reason, self.instead()));
        let rule = self.skill.permission.as_ref().filter(|it| it.verdict == "deny").and_then(|it| it.path.as_deref());
        let controls = &self.view.controls;
        let file =
            rule.or(controls.all_denied.as_ref().map(|rule| rule.path.as_path())).or(controls.all_off_by.as_deref());
        // One switch may mean several of one name.
        let switching = self.switching_file().map(|file| command::editing(self.facts.environment, file));
        let line = line.for_many(switching);
        match file.filter(|file| file.is_absolute()) {
            Some(file) => line.next(command::editing(self.facts.environment, file)),
            None if self.filtering_file().is_some() => {
                line.next(self.filtering_file().map(|file| command::editing(self.facts.environment, file)))
            }
            None if has_switch(&self.view.host) => line.next(command::ours("enable", &self.skill.id, &self.view.host)),
            None => line.next(command::ours("why", &self.skill.id, &self.view.host)),
        }
    }

    fn hidden(&self) -> Line {
        let words = format!("the model does not see it: {}{}", self.skill.reason, self.instead());
        let reading = &self.candidate.reading;
        let beside = self.view.host.companion.as_ref().filter(|_| reading.hidden && reading.hidden_by.is_none());
        let beside = beside.map(|companion| self.folder().join(&companion.file));
        let by_itself = reading.hidden || reading.unlisted;
        let file = if by_itself { Some(self.skill.path.as_path()) } else { self.switching_file() };
        let file = beside.as_deref().or(file);
        let editing = file.map(|file| command::editing(self.facts.environment, file));
        let next = editing.unwrap_or_else(|| command::ours("why", &self.skill.id, &self.view.host));
        // What the file is explains why there is no description.
        let is_cause = |check| reading.unlisted || !reading.hidden && cause::is_of_file(check);
        match cause(self.facts, self.view, &self.skill.path).filter(|it| is_cause(it.check)) {
            Some(finding) => self
                .named(Cause::Refused, cause::words(finding, self.view))
                .at(cause::spot(self.facts, &self.skill.path, finding))
                .next(self.checking(finding.safe_fix().is_some())),
            None => self.told(Cause::Hidden, words).next(next),
        }
    }

    /// The settings file whose patterns leave out what lies where this skill does.
    fn filtering_file(&self) -> Option<&Path> {
        let place = self.view.place(self.candidate)?;
        place.switches.first().map(|filter| filter.file.as_path()).filter(|_| !has_switch(&self.view.host))
    }

    /// The settings file that says something of this skill.
    fn switching_file(&self) -> Option<&Path> {
        self.view.controls.override_of(&self.view.host, &self.skill.id).map(|(_, file)| file.as_path())
    }

    fn waiting(&self) -> Line {
        let environment = self.facts.environment;
        if !waits(self.view, self.candidate) {
            let (host, beside) = (&self.view.host.name, self.beside_plugin());
            let words = format!("it waits: it is {}, or where {host} is started there{beside}", self.skill.reason);
            let folder = self.view.place(self.candidate).and_then(|place| place.prefix.as_deref()).unwrap_or_default();
            let folder = environment.working_directory.join(folder);
            return self.named(Cause::Waiting, words).next(command::going(environment, &folder));
        }
        let patterns = self.candidate.reading.paths.iter().take(3).map(|path| format!("`{path}`")).collect::<Vec<_>>();
        let patterns = patterns.join(", ");
        let line = match (self.facts.is_matched)(self.view, self.candidate) {
            Some(false) => {
                let is_windows = patterns.contains('\\');
                let slashes = if is_windows { ": a pattern has `/` between folders, on every system" } else { "" };
                let words = format!("its `paths` wait for {patterns}, and no file here matches{slashes}");
                self.told(Cause::Waiting, words)
            }
            _ => self.named(
                Cause::Waiting,
                format!("it waits, as its `paths` say, until a file is read that matches {patterns}"),
            ),
        };
        line.next(command::editing(environment, &self.skill.path))
    }

    /// A plugin around a folder of skills that the plugin does not bring.
    fn beside_plugin(&self) -> String {
        let root = SkillRoot::of(self.facts.known, &self.skill.path);
        let holder = root.as_ref().and_then(SkillRoot::holder);
        let package = self.view.controls.packages.iter().find(|package| Some(&*package.path) == holder);
        package.map(|package| format!("; the plugin `{}` does not bring it", package.name)).unwrap_or_default()
    }

    fn shadowed(&self) -> Option<Line> {
        let winner = self.skill.winner.as_deref().and_then(|path| {
            let id = self.facts.catalog.by_path(path)?;
            self.facts.catalog.skill(id)
        });
        let words = match winner {
            // A second name for one file is no second skill.
            Some(winner) if winner.real == self.file.real && winner.folder != self.file.folder => {
                let host = capitalized(&self.view.host.name);
                let place = short(&winner.path, &self.view.environment);
                format!("the same file as {place}, by a link; {host} lists a file once, as `{}`", winner.folder)
            }
            // The same text is used in its stead: nothing is lost.
            Some(winner) if winner.real == self.file.real || winner.hash == self.file.hash => return None,
            Some(winner) => {
                let place = short(&winner.path, &self.view.environment);
                let (id, folder) = (&self.skill.id, &self.file.folder);
                let is_called = **folder != **id && !id.ends_with(&format!(":{folder}"));
                let called = if is_called { format!("it says `name: {id}`, and ") } else { String::new() };
                let capitals = if self.is_known_by_capitals(winner) { "" } else { "; capitals in names do not count" };
                format!("{called}{place} is used instead: {}{capitals}", self.skill.reason)
            }
            None => self.skill.reason.clone(),
        };
        let id = command::quoted(&self.skill.id);
        Some(self.also_called(self.told(Cause::Shadowed, words)).next(format!("skill-lsp why {id}")))
    }

    /// Whether the one that is used is written with the same capitals.
    fn is_known_by_capitals(&self, winner: &Skill) -> bool {
        let id = self.facts.catalog.by_path(&winner.path);
        let mut used = id.into_iter().flat_map(|id| self.view.all_of_skill(id));
        !used.any(|used| used.id != self.candidate.id && used.id.eq_ignore_ascii_case(&self.candidate.id))
    }

    fn undecided(&self) -> Line {
        let id = command::quoted(&self.skill.id);
        let reason = self.skill.reason.strip_prefix("not decided: ").unwrap_or(&self.skill.reason);
        let mut folders: Vec<String> = self.of_its_name().map(|(_, skill)| format!("`{}`", skill.folder)).collect();
        folders.sort();
        folders.dedup();
        let is_told = folders.len() > 1;
        let all = if folders.len() == 2 { "both" } else { "all" };
        let called = match is_told {
            true => format!("{} {all} say `name: {id}`; ", enumeration(&folders)),
            false => format!("{} have this name; ", self.places_of_its_name()),
        };
        let words = format!("{called}nobody can say which of them is used: {reason}");
        let line = self.named(Cause::Clash, words).listed(true);
        let own = self.file.folder.as_ref() != self.skill.id;
        let next = match is_told && own {
            true => command::editing(self.facts.environment, &self.skill.path),
            false => format!("skill-lsp why {id}"),
        };
        self.also_called(line).next(next)
    }

    /// Another one of its name that the agent uses, where there is one.
    fn instead(&self) -> String {
        let names = [Some(&*self.file.folder), self.file.name.as_ref().map(|name| name.text.trim())];
        let is_called = |id: &str| *id == *self.candidate.id || names.iter().flatten().any(|name| *name == id);
        let mut used =
            self.view.candidates.iter().filter(|it| {
                it.verdict.status == Status::Active && it.skill != self.candidate.skill && is_called(&it.id)
            });
        let used = used.find_map(|it| self.facts.catalog.skill(it.skill));
        let place = used.map(|skill| short(&skill.path, &self.view.environment));
        place.map(|place| format!("; {place} has the same name and is used instead")).unwrap_or_default()
    }

    /// The skills that have its name in this agent, with itself.
    fn of_its_name(&self) -> impl Iterator<Item = (&Candidate, &Skill)> {
        let same = self.view.candidates.iter().filter(|it| it.id == self.candidate.id);
        same.filter_map(|it| Some((it, self.facts.catalog.skill(it.skill)?)))
    }

    /// Where they lie, some of them.
    fn places_of_its_name(&self) -> String {
        const NAMED: usize = 3;
        let own = self.of_its_name().filter(|(it, _)| it.verdict.status == self.candidate.verdict.status);
        let mut places: Vec<String> = own.map(|(_, skill)| short(&skill.path, &self.view.environment)).collect();
        places.sort();
        places.dedup();
        let rest = places.len().saturating_sub(NAMED);
        places.truncate(NAMED);
        places.extend((rest > 0).then(|| format!("{rest} more")));
        enumeration(&places)
    }

    /// A line that whoever looks for the skill by its folder finds too.
    fn also_called(&self, line: Line) -> Line {
        let folder = self.file.folder.to_string();
        let is_known = line.skills.iter().any(|skill| *skill == folder || skill.ends_with(&format!(":{folder}")));
        let also = if is_known { None } else { Some(folder) };
        Line { skills: also.into_iter().chain(line.skills).collect(), ..line }
    }

    fn active(&self, index: &mut Index<'_>) -> Option<Line> {
        if let Some(denied) = self.skill.permission.as_ref().filter(|it| it.verdict == "deny") {
            return Some(self.denied(denied));
        }
        let listing = self.facts.listings.listing(&self.view.host.id, &self.skill.path);
        let entry = listing.as_ref().and_then(|listing| index.entry(listing, self.skill));
        match entry.and_then(|entry| entry.cause) {
            // All of these are told together.
            Some(CutCause::Room | CutCause::Count) => return None,
            Some(cut) => {
                let showing = listing.as_ref().and_then(|listing| showing(self.view, self.candidate, listing));
                let why = showing.and_then(|showing| showing.cause).unwrap_or_default();
                return Some(self.cut(cut, &why));
            }
            None => {}
        }
        if index.active.get(self.skill.id.as_str()).is_some_and(|count| *count > 1) {
            let times = if index.active.get(self.skill.id.as_str()) == Some(&2) { "twice" } else { "several times" };
            let words = format!("listed {times}: {} have this name", self.places_of_its_name());
            let id = command::quoted(&self.skill.id);
            let is_named_otherwise = *self.file.folder != *self.skill.id;
            let next = match is_named_otherwise {
                true => command::editing(self.facts.environment, &self.skill.path),
                false => format!("skill-lsp why {id}"),
            };
            return Some(self.also_called(self.named(Cause::Clash, words).listed(true)).next(next));
        }
        let quiet = self
            .damaged()
            .or_else(|| self.not_copied(index.copies))
            .or_else(|| self.called(index.copies))
            .or_else(|| self.uncalled())
            .or_else(|| self.taken());
        quiet.or_else(|| self.vague()).or_else(|| self.passed_over())
    }

    /// The plugin that it is written for is installed, and what is installed is a copy without it.
    fn not_copied(&self, copies: &Copies) -> Option<Line> {
        let package = self.skill.package.as_ref()?;
        copies.get(package).filter(|copy| !copy.contains(&*self.file.folder))?;
        let words = format!("the plugin `{package}` is installed as a copy, and that copy does not have it yet");
        let trying = plugin::trying(self.facts, self.view, self.candidate);
        Some(self.named(Cause::PluginOff, words).next(trying))
    }

    /// So few words that do not say when it is to be used give the model nothing to go by.
    fn vague(&self) -> Option<Line> {
        const FEW: usize = 40;
        let reading = &self.candidate.reading;
        let description = reading.description.as_deref().filter(|_| reading.description_written)?;
        let is_vague = description.chars().count() < FEW && reading.when.is_none() && !says_when(description);
        // Something in the block may have cut it: that is the cause, and is told where an agent minds.
        if !is_vague || cause::has_broken_block(self.facts, &self.skill.path) {
            return None;
        }
        let is_other = |name: &&String| *name != "SKILL.md" && name.to_lowercase().starts_with("skill");
        let names = self.facts.files.list(&self.folder());
        let other = names.iter().find(|name| is_other(name) && name.ends_with(".md"));
        let other = other.map(|name| format!("; no agent reads `{name}` beside it")).unwrap_or_default();
        let words = format!("the description says too little for a model to know when to use it{other}");
        let next = command::editing(self.facts.environment, &self.skill.path);
        Some(self.named(Cause::Vague, words).listed(true).next(next))
    }

    /// It has a field by which other agents hide it, let it wait or allow it tools, and this one does not read that field.
    fn passed_over(&self) -> Option<Line> {
        let finding = cause::passed_over(self.facts, self.view, &self.skill.path)?;
        let line = self.named(Cause::PassedOver, cause::words(finding, self.view)).listed(true);
        Some(line.next(command::editing(self.facts.environment, &self.skill.path)))
    }

    /// The agent has a command of this name.
    fn taken(&self) -> Option<Line> {
        let (host, id) = (&self.view.host, &self.skill.id);
        let is_command = host.reserved.commands.contains(id) && !host.reserved.replaces.contains(id);
        let name = capitalized(&host.name);
        let words = format!("{name} has a command `/{id}` of its own: whoever types it may get that one");
        let to = self.folder().with_file_name(format!("my-{id}"));
        let next = command::moving(self.facts.environment, self.facts.files, &self.folder(), &to);
        is_command.then(|| self.named(Cause::Called, words).listed(true).next(next))
    }

    /// Only the model may call it.
    fn uncalled(&self) -> Option<Line> {
        self.view.host.fields.iter().find(|field| field.key == UNCALLED)?;
        let path = Some(&self.skill.path).filter(|path| self.facts.of_model.contains(*path))?;
        let document = document::parse_bytes(&self.facts.files.bytes(path)?);
        let is_closed = document.scalar(UNCALLED).is_some_and(|value| value.trim().eq_ignore_ascii_case("false"));
        let words = format!("`{UNCALLED}: false`: the model may load it, but nobody can type `/{}`", self.skill.id);
        let next = command::editing(self.facts.environment, &self.skill.path);
        is_closed.then(|| self.named(Cause::Called, words).listed(true).next(next))
    }

    fn denied(&self, denied: &Permitted) -> Line {
        let line = self.told(Cause::Denied, format!("the model may not load it: {}", denied.reason)).listed(true);
        match denied.path.as_deref().filter(|path| path.is_absolute()) {
            Some(path) => line.next(command::editing(self.facts.environment, path)),
            None => line.next(command::ours("why", &self.skill.id, &self.view.host)),
        }
    }

    fn cut(&self, cut: CutCause, why: &str) -> Line {
        let is_omitted = self.skill.shown == Some("omitted");
        let words = match cut {
            CutCause::Switch => format!("the model sees its name only: {why}"),
            CutCause::Length => format!("the model sees a part of its description: {why}"),
            CutCause::Off | CutCause::Room | CutCause::Count => why.to_owned(),
        };
        let limit = self.view.host.controls.text_limit.as_deref().filter(|_| cut == CutCause::Length);
        let limited = limit.and_then(|key| idle_setting::file_with(self.facts, self.view, key));
        let words = match &limited {
            Some(file) => format!("{words} in `{}`", self.view.environment.short(file)),
            None => words,
        };
        let key = self.view.host.controls.listing_enabled.as_deref().filter(|_| cut == CutCause::Off);
        let off = key.and_then(|key| idle_setting::file_with(self.facts, self.view, key));
        let words = match &off {
            Some(file) => format!("{words} in `{}`", self.view.environment.short(file)),
            None => words,
        };
        let file = self.switching_file().filter(|_| cut == CutCause::Switch);
        let file = file.or(limited.as_deref()).or(off.as_deref()).unwrap_or(&self.skill.path);
        let next = match cut == CutCause::Off && off.is_none() {
            true => format!("skill-lsp prompt --host {} --budget", self.view.host.id),
            false => command::editing(self.facts.environment, file),
        };
        self.named(Cause::Cut, words).listed(!is_omitted).next(next)
    }

    /// It is listed, but something in its file keeps the agent from what was written.
    fn damaged(&self) -> Option<Line> {
        let finding = cause(self.facts, self.view, &self.skill.path);
        if let Some(finding) = finding {
            let line = self.named(Cause::Damaged, cause::words(finding, self.view));
            let line = line.at(cause::spot(self.facts, &self.skill.path, finding)).listed(true);
            let is_fixable = finding.safe_fix().is_some();
            return Some(line.next(self.checking(is_fixable)).for_many(self.checking_all(is_fixable)));
        }
        let ignored = ignored_block(self.file, self.candidate)?;
        Some(self.named(Cause::Damaged, ignored).listed(true).next(self.checking(false)))
    }

    /// It has a name before its own.
    fn called(&self, copies: &Copies) -> Option<Line> {
        let place = self.view.place(self.candidate)?;
        let (id, folder) = (&self.skill.id, &self.file.folder);
        if self.file.kind == FoundKind::Skill && place.plugin.is_none() && !self.candidate.renamed && *id != **folder {
            let words = format!("it is called `{id}`, by its `name`, and not `{folder}` as its folder");
            return Some(self.named(Cause::Called, words).listed(true).next(self.checking(false)));
        }
        let name = self.file.name.as_ref().map(|name| name.text.trim());
        let is_by_name = self.view.host.identity.id != IdSource::Folder;
        if let Some(name) = name.filter(|name| is_by_name && place.plugin.is_none() && *name != id) {
            let host = capitalized(&self.view.host.name);
            let words = format!("its `name` is `{name}`, but {host} calls it `{id}`");
            return Some(self.named(Cause::Called, words).listed(true).next(self.checking(false)));
        }
        // A name for people, which nobody can type.
        if name.is_some_and(|name| !is_by_name && place.plugin.is_none() && name.contains(' ') && name != id) {
            let host = capitalized(&self.view.host.name);
            let words = format!("{host} calls it as its folder is called, and not by its `name`");
            let next = command::ours("show", id, &self.view.host);
            return Some(self.named(Cause::Called, words).listed(true).next(next));
        }
        let package = self.skill.package.as_ref().filter(|package| !copies.contains_key(*package));
        let is_prefixed = place.plugin.is_some() || self.candidate.renamed;
        if package.is_none() && (!is_prefixed || !self.skill.id.contains(':')) {
            return None;
        }
        let words = match (package, place.plugin.is_some()) {
            (Some(package), _) if id.contains(':') => {
                format!("listed once the plugin `{package}` is installed, and called by this whole name")
            }
            (Some(package), _) => format!("listed once the plugin `{package}` is installed"),
            (None, _) if self.skill.package.is_some() => {
                "comes with the installed plugin, and is called by this whole name".to_owned()
            }
            (None, true) => "comes with a plugin, and is called by this whole name".to_owned(),
            (None, false) => "another one has its name, so it is called by this whole name".to_owned(),
        };
        let plain = id.rsplit(':').next().unwrap_or_default();
        let mut others = self.view.named(plain).filter(|it| it.verdict.status == Status::Active && *it.id != *id);
        let other = others.find_map(|it| self.facts.catalog.skill(it.skill));
        let other = other.map(|it| format!("; `{plain}` alone is {}", short(&it.path, &self.view.environment)));
        let words = format!("{words}{}", other.unwrap_or_default());
        let trying = plugin::trying(self.facts, self.view, self.candidate).filter(|_| package.is_some());
        let next = trying.unwrap_or_else(|| command::ours("show", &self.skill.id, &self.view.host));
        Some(self.named(Cause::Called, words).listed(true).next(next))
    }
}
