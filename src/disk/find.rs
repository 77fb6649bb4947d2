//! Every skill file under given paths, whether a host reads it or not.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::catalog::{Found, FoundKind, Place};
use crate::disk::DiskProblem;
use crate::disk::walk::{Met, walk};
use crate::hosts::{Layout, Scope, Walk};

/// Every skill file under `paths`, at any depth, hidden folders included, `.git` and `node_modules` left out;
/// a path that is a file comes as it is. Links to folders are not followed. Sorted by path.
pub fn find(paths: &[PathBuf]) -> (Vec<Found>, Vec<DiskProblem>) {
    let mut found = Vec::new();
    let mut problems = Vec::new();
    let mut folders = Vec::new();
    for path in paths {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => folders.push(everything_in(path)),
            Ok(_) => found.push(file(&path)),
            Err(error) => problems.push(DiskProblem::from_error("read", &path, &error)),
        }
    }
    let (met, more) = walk(&[&folders]);
    problems.extend(more);
    // What is met nowhere was found through links.
    found.extend(met.into_iter().filter(|(_, at)| !at.is_empty()).map(|(found, _)| found));
    found.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    found.dedup_by(|left, right| left.path == right.path);
    (found, problems)
}

/// Joins what a walk met and what [`find`] found: a file that was walked keeps the places it was met at.
/// Sorted by path.
pub fn merged(mut walked: Vec<Met>, found: Vec<Found>) -> Vec<Met> {
    if found.is_empty() {
        return walked;
    }
    let known: HashSet<PathBuf> = walked.iter().map(|(found, _)| found.path.clone()).collect();
    walked.extend(found.into_iter().filter(|found| !known.contains(&found.path)).map(|found| (found, Vec::new())));
    walked.sort_unstable_by(|left, right| left.0.path.cmp(&right.0.path));
    walked
}

fn everything_in(path: PathBuf) -> Place {
    let walk = Walk {
        depth: usize::MAX,
        symlinks: false,
        any_case: true,
        root_file: true,
        stop_at_skill: false,
        skip: vec![".git".to_owned(), "node_modules".to_owned()],
        ..Walk::default()
    };
    Place::new(path, Scope::Explicit, Layout::Folders, walk)
}

/// A file given by its path.
fn file(path: &Path) -> Found {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (name, kind) = FoundKind::of_path(path);
    Found { path: path.to_owned(), real, name, kind, size: 0, rank: u32::MAX, is_outside: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_skill_under_a_path_and_files_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        for path in [
            "x/.hidden/deep/er/SKILL.md",
            "x/a/SKILL.md",
            "x/a/inner/skill.md",
            "x/node_modules/m/SKILL.md",
            "x/.git/SKILL.md",
            "commands/sub/go.md",
            "notes.md",
        ] {
            fs::create_dir_all(base.join(path).parent().unwrap()).unwrap();
            fs::write(base.join(path), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(base.join("x/a"), base.join("x/link")).unwrap();
        let paths = ["x", "x/a", "commands/sub/go.md", "notes.md", "nothing"].map(|path| base.join(path));
        let (found, problems) = find(&paths);
        let shown: Vec<String> = found
            .iter()
            .map(|it| format!("{} {:?} {}", it.path.strip_prefix(base).unwrap().display(), it.kind, it.name))
            .collect();
        let expected = [
            "commands/sub/go.md Command sub:go",
            "notes.md Flat notes",
            "x/.hidden/deep/er/SKILL.md Skill er",
            "x/a/SKILL.md Skill a",
            "x/a/inner/skill.md Skill inner",
        ];
        assert_eq!(shown, expected);
        let nothing = base.join("nothing").display().to_string();
        assert_eq!(problems[0].message, format!("cannot read {nothing}: no such file or directory"));
        let walked = vec![(found[3].clone(), vec![(0, 0)])];
        let merged = merged(walked, found);
        assert_eq!(merged.iter().map(|(_, at)| at.len()).collect::<Vec<_>>(), [0, 0, 0, 1, 0]);
    }
}
