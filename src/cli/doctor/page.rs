//! The doctor's answer as a page for people.

use std::collections::HashSet;
use std::path::Path;

use crate::cli::report::counted;
use crate::cli::terminal::{Around, plain, width, wrapped};
use crate::features::doctor::life::{Life, LifeInAgent};
use crate::features::doctor::{Agent, Cause, Doctor, Findings, Line, Spot, quoted};
use crate::words::enumeration;

/// How many lines one screen has.
const SCREEN: usize = 40;
/// How wide the names at the beginning of a line may be.
const WIDEST_NAME: usize = 22;
/// So many skills of a line are named.
const NAMED: usize = 3;

const BOLD: &str = "\u{1b}[1m";
const FAINT: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

/// How the page is laid out.
pub(super) struct Page<'a> {
    pub(super) around: &'a Around,
    /// How many columns there are.
    pub(super) width: usize,
    /// Whether all of it is wanted, and not one screen only.
    pub(super) whole: bool,
}

/// Some lines that belong together, and how much they matter: the least is left out first.
struct Block {
    rank: Option<(Cause, usize)>,
    lines: Vec<String>,
    /// Whether it says nothing without a row below it.
    is_bare_heading: bool,
}

impl Page<'_> {
    pub(super) fn text(&self, doctor: &Doctor) -> String {
        let mut blocks = match &doctor.skill {
            Some(life) => self.life(life),
            None => self.state(doctor),
        };
        let mut left_out = 0;
        let count = |blocks: &[Block]| blocks.iter().map(|block| block.lines.len()).sum::<usize>();
        while !self.whole && count(&blocks) > SCREEN - usize::from(left_out > 0) {
            let least = blocks.iter().enumerate().filter_map(|(at, block)| Some((block.rank?, at))).max();
            let Some((_, at)) = least else { break };
            blocks.remove(at);
            left_out += 1;
        }
        let is_row = |block: &Block| block.lines.first().is_some_and(|line| line.starts_with("  "));
        let alone = |at: &usize| {
            blocks.get(*at).is_some_and(|block| block.is_bare_heading) && !blocks.get(at + 1).is_some_and(is_row)
        };
        if let Some(at) = (0..blocks.len()).find(alone) {
            blocks.remove(at);
        }
        if left_out > 0 {
            let more = if left_out == 1 { "one more line".to_owned() } else { format!("{left_out} more lines") };
            let command = match &doctor.skill {
                Some(life) => format!("skill-lsp doctor {} --all", quoted(&life.name)),
                None => "skill-lsp doctor --all".to_owned(),
            };
            blocks.push(fixed(self.with_step(&format!("… and {more}"), 0, Some(&command))));
        }
        blocks.into_iter().flat_map(|block| block.lines).map(|line| format!("{line}\n")).collect()
    }

    fn state(&self, doctor: &Doctor) -> Vec<Block> {
        let mut blocks = Vec::new();
        if doctor.agents.is_empty() {
            let words = "no agent is installed here or has a folder here: no skill can be listed";
            let next = doctor.elsewhere.is_empty().then_some("skill-lsp new NAME");
            blocks.push(fixed(self.with_step(words, 0, next)));
        }
        for (at, agent) in doctor.agents.iter().enumerate() {
            blocks.push(fixed(vec![self.heading(agent)]));
            let before = doctor.agents.get(..at).unwrap_or_default();
            blocks.extend(self.agent(agent, at, before));
        }
        if !doctor.elsewhere.is_empty() {
            blocks.push(Block { is_bare_heading: true, ..fixed(vec![format!("{BOLD}No agent reads{RESET}")]) });
            blocks.extend(self.rows(&doctor.elsewhere, doctor.agents.len()));
        }
        blocks.extend(self.findings(&doctor.findings));
        let names_some = |lines: &[Line]| lines.iter().any(|line| !line.skills.is_empty());
        let has_some = |agent: &Agent| agent.listed + agent.once_installed > 0 || names_some(&agent.lines);
        if doctor.agents.iter().any(has_some) || names_some(&doctor.elsewhere) {
            blocks.push(fixed(self.with_step("the whole life of one skill", 0, Some("skill-lsp doctor NAME"))));
        }
        blocks
    }

    fn heading(&self, agent: &Agent) -> String {
        let version = agent.installed.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
        let verified = match agent.apart {
            Some("patch" | "more") if agent.installed.as_deref() != Some(agent.verified.as_str()) => {
                format!(" (verified on {})", agent.verified)
            }
            _ => String::new(),
        };
        let missing = if agent.not_listed > 0 { format!(", {} not", agent.not_listed) } else { String::new() };
        let listed = counted(agent.listed, "skill");
        let later = match agent.once_installed {
            0 => String::new(),
            count => format!(", {count} more once installed"),
        };
        format!("{BOLD}{}{}{RESET}{verified}  {listed} listed{later}{missing}", plain(&agent.name), plain(&version))
    }

    fn agent(&self, agent: &Agent, at: usize, before: &[Agent]) -> Vec<Block> {
        let is_told = |line: &Line, other: &Agent| {
            let said = |line: &Line, agent: &Agent| line.words.replace(&agent.name, "");
            let same = |it: &Line| {
                let is_same = it.cause == line.cause && it.skills == line.skills && it.places == line.places;
                is_same && said(it, other) == said(line, agent)
            };
            !line.skills.is_empty() && other.lines.iter().any(same)
        };
        let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut lines: Vec<Line> = Vec::new();
        for line in &agent.lines {
            match before.iter().find(|other| !self.whole && is_told(line, other)) {
                Some(other) => match told.iter_mut().find(|(name, _)| *name == other.name) {
                    Some((_, skills)) => skills.extend(line.skills.iter().map(String::as_str)),
                    None => told.push((&other.name, line.skills.iter().map(String::as_str).collect())),
                },
                None => lines.push(line.clone()),
            }
        }
        let mut blocks = self.rows(&lines, at);
        for (name, skills) in told {
            let row = self.row(&names(&skills), &format!("as in {name}"), None, self.column(&lines));
            blocks.push(ranked((Cause::Nobody, at), row));
        }
        if agent.lines.iter().all(|line| line.cause == Cause::Settings) && agent.listed + agent.once_installed == 0 {
            let command = format!("skill-lsp new NAME --host {}", agent.host);
            let root = agent.root.as_ref().map(|root| format!(": in `{}`", self.around.path(root)));
            let words = format!("there are no skills where it looks{}", root.unwrap_or_default());
            let lines = self.with_step(&words, 2, Some(&command));
            blocks.push(ranked((Cause::Nobody, at), lines));
        }
        blocks
    }

    fn rows(&self, lines: &[Line], at: usize) -> Vec<Block> {
        let column = self.column(lines);
        let row = |line: &Line| {
            let skills: Vec<&str> = line.skills.iter().map(String::as_str).collect();
            let name = if skills.is_empty() { of_all(line.cause).to_owned() } else { names(&skills) };
            let place = self.place(line);
            let words = if place.is_empty() { line.words.clone() } else { format!("{place}: {}", line.words) };
            ranked((line.cause, at), self.row(&name, &words, line.next.as_deref(), column))
        };
        lines.iter().map(row).collect()
    }

    /// Where the words begin.
    fn column(&self, lines: &[Line]) -> usize {
        let name = |line: &Line| match line.skills.is_empty() {
            true => of_all(line.cause).len(),
            false => width(&names(&line.skills.iter().map(String::as_str).collect::<Vec<_>>())),
        };
        lines.iter().map(name).filter(|width| *width <= WIDEST_NAME).max().unwrap_or(0)
    }

    fn place(&self, line: &Line) -> String {
        // Where many are shown by their names, their places would be too much.
        let is_by_name = matches!(line.cause, Cause::NoRoom | Cause::Called);
        // A clash is told with the places of all that have the name.
        if is_by_name || (line.cause == Cause::Clash && line.places.len() > 1) {
            return String::new();
        }
        match line.places.as_slice() {
            [] => String::new(),
            // A collection all over the place worked in is told without a place.
            [spot] if self.around.dotted(&spot.path) == "." => String::new(),
            [spot] => self.spot(line.cause, spot),
            [first, second] if line.skills.len() == 1 => {
                format!("{} and {}", self.spot(line.cause, first), self.spot(line.cause, second))
            }
            [first, rest @ ..] => {
                let folder = |spot: &Spot| holder(&spot.path).map(Path::to_owned);
                match folder(first).filter(|around| rest.iter().all(|spot| folder(spot).as_ref() == Some(around))) {
                    Some(around) => self.around.path(&around),
                    None => format!("{} and {} more", self.spot(line.cause, first), rest.len()),
                }
            }
        }
    }

    fn spot(&self, cause: Cause, spot: &Spot) -> String {
        let is_about_file =
            matches!(cause, Cause::Misplaced | Cause::Unreadable | Cause::Nobody | Cause::Settings | Cause::Package);
        let is_skill = !is_about_file && spot.path.file_name().is_some_and(|name| name == "SKILL.md");
        match (spot.line, spot.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", self.around.path(&spot.path)),
            (Some(line), None) => format!("{}:{line}", self.around.path(&spot.path)),
            (None, _) if is_skill => self.around.path(spot.path.parent().unwrap_or(&spot.path)),
            (None, _) => self.around.path(&spot.path),
        }
    }

    fn row(&self, name: &str, words: &str, next: Option<&str>, column: usize) -> Vec<String> {
        let indent = 2 + column + 2;
        let room = self.width.saturating_sub(indent).max(30);
        let mut parts = wrapped(&plain(words), room).into_iter();
        let name = plain(name);
        let mut lines = Vec::new();
        if width(&name) <= column {
            let first = parts.next().unwrap_or_default();
            lines.push(format!("  {name}{}  {first}", " ".repeat(column - width(&name))));
        } else {
            lines.push(format!("  {name}"));
        }
        lines.extend(parts.map(|part| format!("{}{part}", " ".repeat(indent))));
        self.add_step(&mut lines, indent, next);
        lines
    }

    fn with_step(&self, words: &str, indent: usize, next: Option<&str>) -> Vec<String> {
        let room = self.width.saturating_sub(indent).max(30);
        let mut lines: Vec<String> =
            wrapped(&plain(words), room).into_iter().map(|part| format!("{}{part}", " ".repeat(indent))).collect();
        self.add_step(&mut lines, indent + 2, next);
        lines
    }

    /// Puts the next command behind the last line, or below it: it is broken after `&&`, or as a shell continues a line.
    fn add_step(&self, lines: &mut Vec<String>, indent: usize, next: Option<&str>) {
        let Some(next) = next else { return };
        let next = plain(next);
        let last = lines.last_mut();
        match last {
            Some(last) if width(last) + 4 + width(&next) <= self.width => {
                last.push_str(&format!("  {FAINT}→{RESET} {next}"));
            }
            _ => {
                let pieces = match indent + 2 + width(&next) <= self.width {
                    true => vec![next.into_owned()],
                    false => next.split_inclusive("&& ").map(|piece| piece.trim_end().to_owned()).collect(),
                };
                let room = self.width.saturating_sub(indent + 2);
                for (at, piece) in pieces.into_iter().flat_map(|piece| continued(piece, room)).enumerate() {
                    let arrow = if at == 0 { format!("{FAINT}→{RESET} ") } else { "  ".to_owned() };
                    lines.push(format!("{}{arrow}{piece}", " ".repeat(indent)));
                }
            }
        }
    }

    fn findings(&self, findings: &Findings) -> Option<Block> {
        let Findings { errors, warnings, files, next } = findings;
        let parts = [(*errors, "error"), (*warnings, "warning")];
        let parts: Vec<String> =
            parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what)).collect();
        let words = format!("{} in {}", parts.join(", "), counted(*files, "file"));
        (!parts.is_empty()).then(|| fixed(self.with_step(&words, 0, next.as_deref())))
    }

    fn life(&self, life: &Life) -> Vec<Block> {
        let path = Path::new(&life.name);
        let name = if path.is_absolute() { self.around.path(path) } else { life.name.clone() };
        let name = plain(&name).into_owned();
        if let (true, Some(nearest)) = (life.is_unknown(), &life.nearest) {
            let words = format!("no agent has a skill `{name}`: did you mean `{nearest}`?");
            return vec![fixed(self.with_step(&words, 0, Some(&format!("skill-lsp doctor {}", quoted(nearest)))))];
        }
        if life.is_unknown() {
            let places: Vec<String> = life.places.iter().map(|place| self.around.path(place)).collect();
            let there = match (places.as_slice(), path.is_absolute()) {
                (_, true) => format!("there is nothing at {name}"),
                ([], _) => format!("no agent has a skill `{name}`"),
                (places, _) => format!("no agent has a skill `{name}`; it would have to be {}", either(places)),
            };
            let next = (!path.is_absolute()).then(|| match life.places.is_empty() {
                true => "skill-lsp doctor".to_owned(),
                false => format!("skill-lsp new {}", quoted(&name)),
            });
            return vec![fixed(self.with_step(&there, 0, next.as_deref()))];
        }
        let mut blocks = vec![fixed(vec![format!("{BOLD}{name}{RESET}")])];
        for agent in life.agents.iter() {
            blocks.extend(self.life_in(agent, &name));
        }
        if !life.lines.is_empty() {
            blocks.push(fixed(vec![format!("{BOLD}No agent reads{RESET}")]));
            blocks.extend(self.rows(&life.lines, life.agents.len()));
        }
        if !life.others.is_empty() {
            let words = format!("where they are installed, also listed by {}", enumeration(&life.others));
            blocks.push(fixed(self.with_step(&words, 0, Some(&format!("skill-lsp why {}", quoted(&name))))));
        }
        blocks
    }

    fn life_in(&self, agent: &LifeInAgent, name: &str) -> Vec<Block> {
        let mut blocks = vec![fixed(vec![format!("{BOLD}{}{RESET}", plain(&agent.name))])];
        if agent.steps.is_empty() {
            blocks.push(fixed(self.with_step(&format!("has no skill `{name}`"), 2, None)));
        }
        for step in &agent.steps {
            let mark = if step.fine { "✓" } else { "✗" };
            let place = agent.path.as_ref().filter(|_| !step.fine && agent.steps.len() == 1);
            let words = match place {
                Some(path) => format!("{}: {}", self.around.path(path), step.words),
                None => step.words.clone(),
            };
            let label = format!("{mark} {}", step.step.word());
            let words = if self.whole { words } else { shortened(words) };
            let lines = self.row(&label, &words, step.next.as_deref(), "✓ loaded as".chars().count());
            // Where there is not room for all, what is well is left out first.
            blocks.push(Block { rank: step.fine.then_some((Cause::Nobody, 0)), ..fixed(lines) });
        }
        blocks
    }
}

/// What is named in front where a line speaks of no skill.
fn of_all(cause: Cause) -> &'static str {
    if cause == Cause::TooOld { "version" } else { "settings" }
}

/// As much of a text as one looks at on one screen.
fn shortened(words: String) -> String {
    const LONGEST: usize = 320;
    match words.char_indices().nth(LONGEST) {
        Some((at, _)) => {
            let rest = words.get(at..).unwrap_or_default().chars().count();
            format!("{} … and {rest} more characters", words.get(..at).unwrap_or_default().trim_end())
        }
        None => words,
    }
}

/// A command for which there is no room on one line, on two: the last word goes to the second.
fn continued(command: String, room: usize) -> Vec<String> {
    let (before, quoted) = (command.trim_end_matches(" &&"), command.contains(['\'', '"']));
    match before.rfind(' ').filter(|_| width(&command) > room && !quoted) {
        Some(at) => {
            let (first, last) = command.split_at(at);
            vec![format!("{first} \\"), format!("  {}", last.trim_start())]
        }
        None => vec![command],
    }
}

fn fixed(lines: Vec<String>) -> Block {
    Block { rank: None, lines, is_bare_heading: false }
}

fn ranked(rank: (Cause, usize), lines: Vec<String>) -> Block {
    Block { rank: Some(rank), ..fixed(lines) }
}

/// The folder in which a skill lies with others.
fn holder(path: &Path) -> Option<&Path> {
    let is_skill = path.file_name().is_some_and(|name| name == "SKILL.md");
    let folder = if is_skill { path.parent()? } else { path };
    folder.parent()
}

/// `a or b`, as people say it.
fn either(places: &[String]) -> String {
    match places {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The names of skills, the first of them where there are many.
fn names(skills: &[&str]) -> String {
    let mut skills = skills.to_vec();
    let mut seen: HashSet<&str> = HashSet::new();
    skills.retain(|skill| seen.insert(skill));
    match skills.len() {
        0..=NAMED => skills.join(", "),
        count => format!("{} and {} more", skills.get(..2).unwrap_or_default().join(", "), count - 2),
    }
}
