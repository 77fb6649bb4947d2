//! Files in the folders of agents that somebody may take for skills, and that are something else: rules, prompts.

use std::path::{Path, PathBuf};

use crate::catalog::View;
use crate::document;
use crate::features::creation;
use crate::hosts::{Host, Scope};
use crate::words::capitalized;

use super::{Cause, Facts, Line, command};

/// How deep the folders of agents are looked into, and how many entries there.
const DEEP: usize = 3;
const MOST: usize = 5_000;
/// How the files of rules, prompts, commands and agents end.
const ENDINGS: [&str; 5] = [".md", ".mdc", ".txt", ".toml", ".yaml"];

/// What agents keep beside skills, by the folder that it lies in.
const KINDS: [(&str, &str); 9] = [
    ("agents", "an agent that is called by others"),
    ("chatmodes", "a chat mode"),
    ("commands", "a command"),
    ("instructions", "instructions for every session"),
    ("modes", "a mode"),
    ("prompts", "a prompt"),
    ("rules", "a rule"),
    ("steering", "instructions for every session"),
    ("workflows", "a workflow"),
];
/// Texts that agents read in every session.
const MEMORIES: [&str; 5] = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", "copilot-instructions.md"];
/// So many of a folder are told.
const TOLD: usize = 50;

/// For an agent that has no skills at all: what lies in its folders and is something else.
pub(super) fn instead(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let own = instead_of(facts, view);
    if !own.is_empty() {
        return own;
    }
    // Whoever changes from one agent to another takes the old one's files for skills.
    let mut others: Vec<&str> = facts.known.real().flat_map(|host| firsts(host)).collect();
    others.sort_unstable();
    others.dedup();
    let mut holders = holders(facts);
    holders.retain(|holder| Some(*holder) != facts.environment.home.as_ref());
    in_folders(facts, view, &holders, &others)
}

/// What lies in the agent's own folders, here and at home, and is something else.
fn instead_of(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    in_folders(facts, view, &holders(facts), &firsts(&view.host))
}

fn holders<'a>(facts: &Facts<'a>) -> Vec<&'a PathBuf> {
    let environment = facts.environment;
    let holders = [Some(&environment.working_directory), environment.git_root.as_ref(), environment.home.as_ref()];
    let mut holders: Vec<&PathBuf> = holders.into_iter().flatten().collect();
    holders.dedup();
    holders
}

/// What lies there and describes itself as skills do, and as nothing else of its kind does.
pub(super) fn like_skills(facts: &Facts<'_>, view: &View) -> Vec<Line> {
    let mut lines = instead_of(facts, view);
    lines.retain(|line| {
        let path = line.places.first().map(|spot| spot.path.as_path()).unwrap_or(Path::new(""));
        // `review.prompt.md` says itself what it is, and an agent has a name and a description, too.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_marked = name.matches('.').count() > 1 || MEMORIES.contains(&&*name);
        let kind = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let is_named = ["agents", "chatmodes", "modes"].contains(&&*kind);
        !is_marked && !is_named && says_what_it_is_for(facts, path).is_some()
    });
    lines
}

fn in_folders(facts: &Facts<'_>, view: &View, holders: &[&PathBuf], firsts: &[&str]) -> Vec<Line> {
    let environment = facts.environment;
    let mut lines = Vec::new();
    for &holder in holders {
        let scope = if Some(holder) == environment.home.as_ref() { Scope::User } else { Scope::Project };
        for first in firsts {
            for (kind, is) in KINDS {
                let folder = holder.join(first).join(kind);
                lines.extend(texts(facts, &folder).map(|path| no_skill(facts, view, scope, &path, is)));
            }
        }
        let folders = std::iter::once(holder.clone()).chain(firsts.iter().map(|first| holder.join(first)));
        let memories = folders.flat_map(|folder| MEMORIES.map(|name| folder.join(name)));
        let described = memories.filter_map(|path| Some((says_what_it_is_for(facts, &path)?, path)));
        lines.extend(described.map(|(name, path)| {
            let line = no_skill(facts, view, scope, &path, "instructions for every session");
            let next = new(view, &command::quoted(&name));
            Line { skills: vec![name], next: Some(next), ..line }
        }));
    }
    lines
}

/// The folders that an agent calls its own: `.claude`.
fn firsts(host: &Host) -> Vec<&str> {
    let mut firsts: Vec<&str> = host.owns.iter().filter_map(|owned| owned.split('/').next()).collect();
    firsts.retain(|first| first.starts_with('.') && *first != ".config");
    firsts.sort_unstable();
    firsts.dedup();
    firsts
}

/// The texts in a folder that are no skills to anybody.
fn texts(facts: &Facts<'_>, folder: &Path) -> impl Iterator<Item = PathBuf> {
    let names = facts.files.list(folder).into_iter().filter(|name| {
        let is_page = name.eq_ignore_ascii_case("README.md");
        !is_page && ENDINGS.iter().any(|ending| name.ends_with(ending))
    });
    let paths = names.take(TOLD).map(|name| folder.join(name));
    paths.filter(|path| facts.catalog.by_path(path).is_none())
}

fn no_skill(facts: &Facts<'_>, view: &View, scope: Scope, path: &Path, is: &str) -> Line {
    let host = capitalized(&view.host.name);
    let from = match creation::root(view, scope) {
        Some(root) => format!("; {host} reads skills from `{}`", facts.environment.short(root)),
        None => String::new(),
    };
    let stem = path.file_name().unwrap_or_default().to_string_lossy();
    let name = stem.split('.').next().unwrap_or(&stem);
    Line::new(Cause::NoSkillFile, name, path, format!("{is}, not a skill{from}"))
        .next(new(view, &command::quoted(name)))
        .for_many(new(view, "NAME"))
}

fn new(view: &View, name: &str) -> String {
    format!("skill-lsp new {name} --host {}", view.host.id)
}

/// The name that a text gives itself as skills do, with what it is for.
fn says_what_it_is_for(facts: &Facts<'_>, path: &Path) -> Option<String> {
    let text = facts.files.text(path).filter(|text| text.starts_with("---"))?;
    let document = document::parse(&text);
    document.field("description")?;
    Some(document.scalar("name")?.trim().to_owned()).filter(|name| !name.is_empty())
}

/// A line for each file in the folders of agents, here and at home, whose name begins with that of the skill.
pub(super) fn called(facts: &Facts<'_>, name: &str) -> Vec<Line> {
    let environment = facts.environment;
    let holders = [Some(&environment.working_directory), environment.git_root.as_ref(), environment.home.as_ref()];
    let mut firsts: Vec<&str> =
        facts.known.owned_folders().into_iter().filter_map(|owned| owned.split('/').next()).collect();
    firsts.retain(|first| *first != ".config");
    let mut found: Vec<PathBuf> = Vec::new();
    let mut left = MOST;
    for holder in holders.into_iter().flatten() {
        for first in &firsts {
            look(facts, &holder.join(first), name, DEEP, &mut left, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found.iter().map(|path| line(name, path)).collect()
}

fn look(facts: &Facts<'_>, folder: &Path, name: &str, depth: usize, left: &mut usize, found: &mut Vec<PathBuf>) {
    for entry in facts.files.list(folder) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let path = folder.join(entry.trim_end_matches('/'));
        if entry.ends_with('/') {
            let is_kept = matches!(entry.as_str(), "projects/" | "cache/" | "plugins/" | "node_modules/");
            if depth > 1 && !is_kept {
                look(facts, &path, name, depth - 1, left, found);
            }
            continue;
        }
        let is_text = ENDINGS.iter().any(|ending| entry.ends_with(ending));
        let is_called = entry.split('.').next().is_some_and(|stem| stem.eq_ignore_ascii_case(name));
        if is_text && is_called {
            found.push(path);
        }
    }
}

fn line(name: &str, path: &Path) -> Line {
    let words = format!("a file of this name, but no skill: a skill is a folder with a file in it, `{name}/SKILL.md`");
    let next = format!("skill-lsp new {}", command::quoted(name));
    Line::new(Cause::NoSkillFile, name, path, words).next(next)
}
