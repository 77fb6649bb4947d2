//! The rules of `.gitignore` and its kin, read only from what is a file: a pipe of that name would never end.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::disk::read::read;

/// The rules that the ignore files called `names` give for `folder`. One that cannot be read ignores nothing.
pub(super) fn rules(folder: &Path, names: &[&str]) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    for name in names {
        let path = folder.join(name);
        let Ok((bytes, _)) = read(&path) else { continue };
        for line in String::from_utf8_lossy(&bytes).lines() {
            // A line that is no pattern says nothing, as in git.
            let _ = builder.add_line(Some(path.clone()), line);
        }
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// The rules that the ignore files of `folder` give in a list that begins at `root`: each pattern is bound to its
/// folder, a leading `/` says nothing, and case does not matter.
pub(super) fn rules_from_root(root: &Path, folder: &Path, names: &[&str]) -> Gitignore {
    let mut builder = GitignoreBuilder::new(root);
    if builder.case_insensitive(true).is_err() {
        return Gitignore::empty();
    }
    let below = folder.strip_prefix(root).unwrap_or(Path::new("")).to_string_lossy().into_owned();
    let before = if below.is_empty() { String::new() } else { format!("{below}/") };
    for name in names {
        let path = folder.join(name);
        let Ok((bytes, _)) = read(&path) else { continue };
        for line in String::from_utf8_lossy(&bytes).lines() {
            if let Some(line) = bound(line, &before) {
                let _ = builder.add_line(Some(path.clone()), &line);
            }
        }
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// A line with the folder before its pattern; `None` for a comment.
fn bound(line: &str, before: &str) -> Option<String> {
    if line.trim().is_empty() || line.trim().starts_with('#') {
        return None;
    }
    let (sign, pattern) = match line.strip_prefix('!') {
        Some(rest) => ("!", rest),
        None => ("", line.strip_prefix('\\').filter(|rest| rest.starts_with('!')).unwrap_or(line)),
    };
    Some(format!("{sign}{before}{}", pattern.strip_prefix('/').unwrap_or(pattern)))
}

/// Whether something other than a file stands where an ignore file would.
pub(super) fn is_blocked(folder: &Path) -> bool {
    [".gitignore", ".ignore"]
        .iter()
        .any(|name| folder.join(name).metadata().is_ok_and(|it| !it.is_file() && !it.is_dir()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn patterns_bound_to_their_folder() {
        assert_eq!(bound("foo", "a/").as_deref(), Some("a/foo"));
        assert_eq!(bound("/foo", "").as_deref(), Some("foo"));
        assert_eq!(bound("!/foo", "a/").as_deref(), Some("!a/foo"));
        assert_eq!(bound("\\!foo", "a/").as_deref(), Some("a/!foo"));
        assert_eq!(bound("  # no", "a/"), None);
    }

    #[test]
    fn a_pipe_is_never_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join(".gitignore");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(is_blocked(folder.path()));
        assert!(rules(folder.path(), &[".gitignore"]).is_empty());
        std::fs::remove_file(&pipe).unwrap();
        std::fs::write(&pipe, "out/\n").unwrap();
        assert!(!is_blocked(folder.path()));
        assert!(rules(folder.path(), &[".gitignore"]).matched(folder.path().join("out"), true).is_ignore());
    }
}
