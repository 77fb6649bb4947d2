//! What ignore files leave out on the way through a root: `.gitignore` and its kin.

use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::catalog::Files;
use crate::hosts::Walk;

/// The files that say what is ignored.
pub(super) const NAMES: [&str; 3] = [".gitignore", ".ignore", ".fdignore"];

/// The ignore rules of a folder, and those of the folders above.
pub(super) struct Ignores {
    rules: Gitignore,
    /// The same, where they count as part of one list that begins at the root.
    from_root: Gitignore,
    before: Option<Arc<Ignores>>,
}

impl Ignores {
    /// The rules that the ignore files of `folder` add to those before them.
    pub(super) fn new(files: &dyn Files, root: &Path, folder: &Path, before: Option<Arc<Ignores>>) -> Ignores {
        let mut rules = GitignoreBuilder::new(folder);
        let mut from_root = GitignoreBuilder::new(root);
        let _ = from_root.case_insensitive(true);
        let below = folder.strip_prefix(root).unwrap_or(Path::new("")).to_string_lossy().into_owned();
        let prefix = if below.is_empty() { String::new() } else { format!("{below}/") };
        for name in NAMES {
            let path = folder.join(name);
            let Some(bytes) = files.bytes(&path) else { continue };
            for line in String::from_utf8_lossy(&bytes).lines() {
                // A line that is no pattern says nothing, as in git.
                let _ = rules.add_line(Some(path.clone()), line);
                if let Some(line) = bound(line, &prefix) {
                    let _ = from_root.add_line(Some(path.clone()), &line);
                }
            }
        }
        let built = |builder: GitignoreBuilder| builder.build().unwrap_or_else(|_| Gitignore::empty());
        Ignores { rules: built(rules), from_root: built(from_root), before }
    }

    /// The ignore file that leaves a path out, for a walk that respects them: the innermost one that says anything.
    pub(super) fn ignoring(&self, walk: &Walk, path: &Path, is_folder: bool) -> Option<&Path> {
        let mut level = Some(self).filter(|_| walk.gitignore);
        while let Some(ignores) = level {
            let rules = if walk.ignores_from_root { &ignores.from_root } else { &ignores.rules };
            match rules.matched(path, is_folder) {
                Match::None => level = ignores.before.as_deref(),
                Match::Ignore(rule) => return rule.from(),
                Match::Whitelist(_) => return None,
            }
        }
        None
    }
}

/// A line with the folder before its pattern; `None` for a comment. In a list that begins at the root each pattern is
/// bound to its folder, a leading `/` says nothing, and case does not matter.
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

#[cfg(test)]
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
}
