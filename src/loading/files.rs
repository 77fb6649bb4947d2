//! The files beside a skill, as a host prints them when it is loaded.

use std::path::Path;

use crate::catalog::Files;
use crate::hosts::{FilesShape, LoadedFiles, LoadingRule, fill};
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

fn list(subject: &Subject<'_>, rule: &LoadedFiles) -> String {
    let folder = folder(subject);
    let mut names = Vec::new();
    collect(subject.files, rule, folder, "", 0, &mut names);
    let own = subject.skill.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    names.retain(|name| rule.own || name != own);
    names.truncate(rule.limit.unwrap_or(MOST));
    let print = |name: &String| {
        fill(&rule.each, &|key| match key {
            "file" => Some(name.clone()),
            "path" => Some(shown(&folder.join(name))),
            "id" => Some(subject.candidate.id.to_string()),
            _ => None,
        })
    };
    names.iter().map(print).collect::<Vec<_>>().join(&rule.separator)
}

/// The files below a folder, by their names from the skill's own, in the order of bytes.
fn collect(files: &dyn Files, rule: &LoadedFiles, folder: &Path, before: &str, depth: usize, names: &mut Vec<String>) {
    for name in files.list(folder) {
        if names.len() >= MOST {
            return;
        }
        match name.strip_suffix('/') {
            Some(inner) if depth < DEPTH && !rule.skip.iter().any(|skip| skip == inner) => {
                collect(files, rule, &folder.join(inner), &format!("{before}{inner}/"), depth + 1, names);
            }
            Some(_) => {}
            None => names.push(format!("{before}{name}")),
        }
    }
}

fn tree(subject: &Subject<'_>, rule: &LoadedFiles) -> String {
    let folder = folder(subject);
    let mut left = rule.limit.unwrap_or(MOST);
    let mut text = format!("{}/\n", shown(folder));
    branches(subject.files, rule, folder, "", 0, &mut left, &mut text);
    text.truncate(text.trim_end_matches('\n').len());
    text
}

fn branches(
    files: &dyn Files,
    rule: &LoadedFiles,
    folder: &Path,
    before: &str,
    depth: usize,
    left: &mut usize,
    text: &mut String,
) {
    let names = files.list(folder);
    let (folders, plain): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.ends_with('/'));
    let all: Vec<&String> = plain.into_iter().chain(folders).collect();
    for (index, name) in all.iter().enumerate() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let is_last = index + 1 == all.len();
        text.push_str(before);
        text.push_str(if is_last { "└───" } else { "├───" });
        text.push_str(name);
        if let Some(inner) = name.strip_suffix('/') {
            if rule.skip.iter().any(|skip| skip == inner) {
                text.push_str("...");
            } else if depth < DEPTH {
                text.push('\n');
                let before = format!("{before}{}", if is_last { "    " } else { "│   " });
                branches(files, rule, &folder.join(inner), &before, depth + 1, left, text);
                continue;
            }
        }
        text.push('\n');
    }
}
