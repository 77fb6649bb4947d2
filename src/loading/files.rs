//! The files beside a skill, as a host prints them when it is loaded.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use crate::hosts::{FilesShape, LoadedFiles, LoadingRule, OrderName, SkillFiles, fill};
use crate::loading::Subject;
use crate::loading::values::{folder, shown};

/// How deep folders are entered, and how many files are looked at: links may lead around.
const DEPTH: usize = 12;
const MOST: usize = 2000;

/// The files, as the host prints them; nothing where it prints none.
pub(super) fn printed(subject: &Subject<'_>, rule: &LoadingRule) -> String {
    let Some(rule) = &rule.files else { return String::new() };
    match rule.shape {
        FilesShape::List => list(subject, rule),
        FilesShape::Tree => tree(subject, rule),
    }
}

/// An entry of a folder.
struct NamedEntry {
    name: String,
    is_folder: bool,
}

/// What the host sees in a folder, in its order.
fn entries(subject: &Subject<'_>, rule: &LoadedFiles, folder: &Path) -> Vec<NamedEntry> {
    let files = subject.files;
    let real = rule.no_links.then(|| files.real(folder)).flatten();
    let is_link = |name: &str| {
        let place = real.as_ref().map(|real| real.join(name));
        place.is_some_and(|place| files.real(&place).is_some_and(|real| real != place))
    };
    let mut found: Vec<NamedEntry> = Vec::new();
    for listed in files.list(folder) {
        let is_folder = listed.ends_with('/');
        let name = listed.trim_end_matches('/').to_owned();
        if !is_link(&name) {
            found.push(NamedEntry { name, is_folder });
        }
    }
    let order = if rule.collated { OrderName::Collation } else { OrderName::Byte };
    found.sort_by(|left, right| order.compare(&left.name, &right.name));
    found
}

fn list(subject: &Subject<'_>, rule: &LoadedFiles) -> String {
    let folder = folder(subject);
    let mut names = Vec::new();
    collect(subject, rule, folder, "", 0, &mut names);
    let limit = rule.limit.unwrap_or(MOST);
    let is_cut = names.len() > limit;
    names.truncate(limit);
    let print = |name: &String| {
        fill(&rule.each, &|key| match key {
            "file" => Some(name.clone()),
            "path" => Some(shown(&folder.join(name))),
            "id" => Some(subject.candidate.id.to_string()),
            _ => None,
        })
    };
    let mut text = names.iter().map(print).collect::<Vec<_>>().join(&rule.separator);
    if is_cut {
        text.push_str(&rule.more);
    }
    text
}

/// The files below a folder, by their names from the skill's own.
fn collect(
    subject: &Subject<'_>,
    rule: &LoadedFiles,
    folder: &Path,
    before: &str,
    depth: usize,
    names: &mut Vec<String>,
) {
    let entries = entries(subject, rule, folder);
    let has_skill = entries.iter().any(|entry| entry.name == "SKILL.md");
    if depth > 0 && has_skill && rule.skill_files == SkillFiles::NoFolders {
        return;
    }
    for NamedEntry { name, is_folder } in entries {
        if names.len() >= MOST {
            return;
        }
        if !is_folder && (name != "SKILL.md" || rule.skill_files == SkillFiles::All) {
            names.push(format!("{before}{name}"));
        } else if is_folder && depth < DEPTH && !rule.skip.contains(&name) {
            collect(subject, rule, &folder.join(&name), &format!("{before}{name}/"), depth + 1, names);
        }
    }
}

/// A folder of a tree, with what is shown of it.
struct Branch {
    folder: PathBuf,
    files: Vec<String>,
    /// The folders in it: the number of each, or none where it is not entered.
    folders: Vec<(String, Option<usize>)>,
    is_cut: bool,
}

fn tree(subject: &Subject<'_>, rule: &LoadedFiles) -> String {
    let branches = branches(subject, rule);
    let is_skipped = |branch: &Branch| branch.folders.iter().any(|(_, number)| number.is_none());
    let is_cut = branches.iter().any(|branch| branch.is_cut || is_skipped(branch));
    let mut text = if is_cut { rule.before_cut.clone() } else { rule.before.clone() };
    text.push_str(&format!("{}/\n", shown(folder(subject))));
    draw(&branches, 0, "", &mut text);
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// The folders of a tree, level by level, as far as the limit goes.
fn branches(subject: &Subject<'_>, rule: &LoadedFiles) -> Vec<Branch> {
    let new = |folder: PathBuf| Branch { folder, files: Vec::new(), folders: Vec::new(), is_cut: false };
    let mut branches = vec![new(folder(subject).to_owned())];
    let mut left = rule.limit.unwrap_or(MOST);
    let mut waiting = VecDeque::from([0]);
    while let Some(index) = waiting.pop_front() {
        let Some(folder) = branches.get(index).map(|branch| branch.folder.clone()).filter(|_| left > 0) else { break };
        let (folders, files): (Vec<NamedEntry>, Vec<NamedEntry>) =
            entries(subject, rule, &folder).into_iter().partition(|entry| entry.is_folder);
        for NamedEntry { name, is_folder } in files.into_iter().chain(folders) {
            let next = branches.len();
            let Some(branch) = branches.get_mut(index) else { break };
            if left == 0 {
                branch.is_cut = true;
                break;
            }
            left -= 1;
            if !is_folder {
                branch.files.push(name);
            } else if rule.skip.contains(&name) {
                branch.folders.push((name, None));
            } else {
                let inner = branch.folder.join(&name);
                branch.folders.push((name, Some(next)));
                branches.push(new(inner));
                waiting.push_back(next);
            }
        }
    }
    branches
}

fn draw(branches: &[Branch], index: usize, before: &str, text: &mut String) {
    let Some(branch) = branches.get(index) else { return };
    let count = branch.files.len() + branch.folders.len() + usize::from(branch.is_cut);
    let mut at = 0;
    let mut line = |text: &mut String, name: &str| {
        at += 1;
        let is_last = at == count;
        text.push_str(&format!("{before}{}{name}\n", if is_last { "└───" } else { "├───" }));
        format!("{before}{}", if is_last { "    " } else { "│   " })
    };
    for name in &branch.files {
        line(text, name);
    }
    for (name, number) in &branch.folders {
        match number {
            Some(number) => {
                let before = line(text, &format!("{name}/"));
                draw(branches, *number, &before, text);
            }
            None => drop(line(text, &format!("{name}/..."))),
        }
    }
    if branch.is_cut {
        line(text, "...");
    }
}
