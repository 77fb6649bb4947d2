//! Whether the `paths` that hold a skill back match a file that was touched.

use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::GitignoreBuilder;

use crate::hosts::PathPatterns;

/// More alternatives than this are not looked at; `{a,b}{c,d}…` would grow without bound.
const MOST_ALTERNATIVES: usize = 256;

/// Whether these patterns hold a skill back at all: `**` and nothing do not.
pub(crate) fn is_condition(kind: PathPatterns, patterns: &[Arc<str>]) -> bool {
    let holds_back = |pattern: &str| !pattern.is_empty() && (kind == PathPatterns::Globs || pattern != "**");
    patterns.iter().any(|pattern| holds_back(pattern.trim()))
}

/// Whether one of the touched files matches, in the way of the host.
pub(crate) fn matches(kind: PathPatterns, patterns: &[Arc<str>], here: &Path, touched: &[impl AsRef<Path>]) -> bool {
    match kind {
        PathPatterns::Ignore => ignored(patterns, here, touched),
        PathPatterns::Globs => globbed(patterns, here, touched),
    }
}

/// Patterns that match a whole path below the working directory, in their own case.
fn globbed(patterns: &[Arc<str>], here: &Path, touched: &[impl AsRef<Path>]) -> bool {
    let mut builder = GitignoreBuilder::new(here);
    for alternative in patterns.iter().flat_map(|pattern| alternatives(pattern.trim())) {
        let anchored = format!("/{}", alternative.trim_start_matches("./"));
        let _ = builder.add_line(None, &anchored);
    }
    let Ok(matcher) = builder.build() else { return false };
    touched.iter().any(|file| {
        let relative = file.as_ref().strip_prefix(here);
        relative.is_ok_and(|relative| matcher.matched(relative, false).is_ignore())
    })
}

/// Whether one of the touched files matches. Patterns are those of a `.gitignore` in the working directory, in any
/// case, with `{a,b}`; a final `/**` counts as the folder itself, so that `src/**` matches `src` anywhere.
fn ignored(patterns: &[Arc<str>], working_directory: &Path, touched: &[impl AsRef<Path>]) -> bool {
    let mut builder = GitignoreBuilder::new(working_directory);
    if builder.case_insensitive(true).is_err() {
        return false;
    }
    for pattern in patterns {
        for alternative in alternatives(pattern.trim()) {
            let alternative = alternative.strip_suffix("/**").unwrap_or(&alternative);
            // A pattern that is no glob matches nothing, as in the host.
            let _ = builder.add_line(None, alternative);
        }
    }
    let Ok(matcher) = builder.build() else { return false };
    touched.iter().any(|file| {
        let Ok(relative) = file.as_ref().strip_prefix(working_directory) else { return false };
        matcher.matched_path_or_any_parents(relative, false).is_ignore()
    })
}

/// The patterns that `{a,b}` stands for.
fn alternatives(pattern: &str) -> Vec<String> {
    let mut open = vec![pattern.to_owned()];
    let mut closed = Vec::new();
    while let Some(pattern) = open.pop() {
        if open.len() + closed.len() > MOST_ALTERNATIVES {
            closed.push(pattern);
            continue;
        }
        match first_braces(&pattern) {
            Some((before, inside, after)) => {
                open.extend(inside.iter().rev().map(|choice| format!("{before}{choice}{after}")));
            }
            None => closed.push(pattern),
        }
    }
    closed
}

/// The first `{a,b}` without braces inside: what stands before, the choices, what stands after.
fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let close = pattern.find('}')?;
    let start = pattern.get(..close)?.rfind('{')?;
    let choices: Vec<&str> = pattern.get(start + 1..close)?.split(',').collect();
    Some((pattern.get(..start)?, choices, pattern.get(close + 1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_claude_code_matches_them() {
        let touched = ["/w/other/lib/deep/file.txt"];
        let matched = |pattern: &str| ignored(&[Arc::from(pattern)], Path::new("/w"), &touched);
        // Each of these was put to Claude Code 2.1.325.
        let yes = [
            "lib/**",
            "other/**",
            "other/{lib,x}/**",
            "**/lib/**",
            "lib",
            "other/lib/deep/",
            "*.txt",
            "other/lib",
            "**/*.{txt,md}",
            "OTHER/**",
            "other/*/deep",
        ];
        for pattern in yes {
            assert!(matched(pattern), "{pattern}");
        }
        for pattern in ["/lib/**", "./other/**", "!*.md", "../x", "", "[", "{{{{"] {
            assert!(!matched(pattern), "{pattern}");
        }
        assert!(!ignored(&[Arc::from("*")], Path::new("/w"), &["/elsewhere/x"]));
    }

    #[test]
    fn globs_match_whole_paths() {
        let touched = ["/w/src/deep/file.rs"];
        let matched = |pattern: &str| globbed(&[Arc::from(pattern)], Path::new("/w"), &touched);
        for pattern in ["src/**", "**", "**/*.rs", "src/*/file.{rs,md}", "src/deep/file.rs"] {
            assert!(matched(pattern), "{pattern}");
        }
        for pattern in ["src", "*.rs", "deep/**", "SRC/**", "src/*", "src/deep/"] {
            assert!(!matched(pattern), "{pattern}");
        }
    }

    #[test]
    fn many_braces_do_not_grow_without_bound() {
        assert!(alternatives(&"{a,b}".repeat(40)).len() < 2 * MOST_ALTERNATIVES);
    }
}
