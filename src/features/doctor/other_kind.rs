//! Files in the folders of agents that are called as the skill that somebody misses, and are something else: rules, prompts.

use std::path::{Path, PathBuf};

use super::{Cause, Facts, Line, command};

/// How deep the folders of agents are looked into, and how many entries there.
const DEEP: usize = 3;
const MOST: usize = 5_000;
/// How the files of rules, prompts, commands and agents end.
const ENDINGS: [&str; 5] = [".md", ".mdc", ".txt", ".toml", ".yaml"];

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
