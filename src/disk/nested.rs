//! Roots below the working directory that a host reads only once a file there is touched.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;

use crate::catalog::{EntryKind, Environment, FolderEntry};
use crate::disk::ignore_file::is_blocked;
use crate::disk::walk::Listings;
use crate::hosts::{At, Host};

/// More folders than this are not looked at: an agent started in a whole disk is not a reason to read it.
const MOST_FOLDERS: usize = 20_000;
const MOST_ENTRIES: usize = 400_000;
const DEEPEST: usize = 16;

/// The folders below the working directory that hold a root which one of `hosts` reads once a file there is
/// touched; for [`Environment::nested`]. Ignored folders are left out, and the search is bounded.
pub fn nested(hosts: &[Arc<Host>], environment: &Environment) -> Vec<PathBuf> {
    nested_knowing(hosts, environment, &Listings::default())
}

/// The same, where some folders have just been looked into.
pub fn nested_knowing(hosts: &[Arc<Host>], environment: &Environment, known: &Listings) -> Vec<PathBuf> {
    let rules = hosts.iter().flat_map(|host| &host.roots).filter(|rule| rule.at == At::Touched);
    let mut roots: Vec<&str> = rules.flat_map(|rule| &rule.paths).map(String::as_str).collect();
    roots.sort_unstable();
    roots.dedup();
    let here = &environment.working_directory;
    let is_everything = here.parent().is_none() || environment.home.as_ref() == Some(here);
    if roots.is_empty() || is_everything || here.ancestors().any(is_blocked) {
        return Vec::new();
    }
    let mut firsts: Vec<OsString> =
        roots.iter().filter_map(|root| Some(Path::new(root).iter().next()?.to_owned())).collect();
    firsts.dedup();
    let begins_a_root = move |name: &OsStr| firsts.iter().any(|first| first == name);
    let is_entered = begins_a_root.clone();
    let has_folder = |entries: &[FolderEntry]| entries.iter().any(|entry| entry.kind == EntryKind::Folder);
    let leaves = known.iter().filter(|(_, entries)| !has_folder(entries)).map(|(folder, _)| folder.clone());
    let leaves: HashSet<OsString, foldhash::quality::FixedState> = leaves.collect();
    let mut walk = WalkBuilder::new(here);
    walk.hidden(false).max_depth(Some(DEEPEST)).filter_entry(move |entry| {
        let name = entry.file_name();
        // What lies inside a root is not searched for more roots.
        let inside = entry.depth() > 1 && entry.path().parent().and_then(Path::file_name).is_some_and(&is_entered);
        let is_left_out = inside || name == ".git" || name == "node_modules" || name == "target";
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        !(is_left_out || is_folder && (leaves.contains(entry.path().as_os_str()) || is_blocked(entry.path())))
    });
    let mut found = Vec::new();
    let (mut folders, mut entries) = (0, 0);
    for entry in walk.build().filter_map(Result::ok) {
        entries += 1;
        folders += usize::from(entry.file_type().is_some_and(|kind| kind.is_dir()));
        if folders > MOST_FOLDERS || entries > MOST_ENTRIES {
            break;
        }
        let Some(folder) = entry.path().parent().filter(|folder| *folder != here && folder.starts_with(here)) else {
            continue;
        };
        if begins_a_root(entry.file_name()) && roots.iter().any(|root| folder.join(root).is_dir()) {
            found.push(folder.to_owned());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn below_the_working_directory_but_not_where_git_ignores() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        for path in [
            ".git/x",
            ".claude/skills/top/x",
            "a/.claude/skills/s/x",
            "a/b/.claude/skills/s/x",
            "c/.claude/other/x",
            "out/.claude/skills/s/x",
            "node_modules/m/.claude/skills/s/x",
        ] {
            fs::create_dir_all(base.join(path)).unwrap();
        }
        fs::write(base.join(".gitignore"), "out/\n").unwrap();
        let environment = Environment { working_directory: base.to_owned(), ..Environment::default() };
        let hosts = crate::hosts::builtin();
        let found = |id: &str| nested(&[hosts.get(id).unwrap().clone()], &environment);
        assert_eq!(found("claude-code"), [base.join("a"), base.join("a/b")]);
        assert!(found("codex").is_empty());
        // A folder that is known to hold no others is not looked into again.
        let known = Listings::from_iter([(base.join("a").join("b").into_os_string(), Vec::new())]);
        let hosts_here = [hosts.get("claude-code").unwrap().clone()];
        assert_eq!(nested_knowing(&hosts_here, &environment, &known), [base.join("a")]);
        let at_home = Environment { home: Some(base.to_owned()), ..environment.clone() };
        assert!(nested(&[hosts.get("claude-code").unwrap().clone()], &at_home).is_empty());
    }
}
