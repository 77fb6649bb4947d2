//! Whether the `paths` that hold a skill back match a file that was touched.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::hosts::PathPatterns;

/// The most patterns that braces are spelled out into.
const MOST_PATTERNS: usize = 1000;

/// The most text that they take.
const MOST_PATTERN_BYTES: usize = 4 * 1024 * 1024;

/// Whether patterns as in a `.gitignore` hold a skill back at all: `**` and nothing do not.
pub(crate) fn is_condition(patterns: &[Arc<str>]) -> bool {
    all_spelled_out(patterns).iter().any(|pattern| pattern != "**")
}

/// Whether one of the touched files matches, in the way of the host.
pub(crate) fn matches(kind: PathPatterns, patterns: &[Arc<str>], here: &Path, touched: &[impl AsRef<Path>]) -> bool {
    let matcher = PathMatcher::new(kind, patterns, here);
    matcher.is_some_and(|matcher| touched.iter().any(|file| matcher.matches(file.as_ref())))
}

/// Patterns of `paths`, ready to be put to files.
pub struct PathMatcher {
    kind: PathPatterns,
    here: PathBuf,
    matcher: Gitignore,
}

impl PathMatcher {
    /// Patterns as the host reads them in a working directory; `None` when they match nothing at all.
    pub fn new(kind: PathPatterns, patterns: &[Arc<str>], here: &Path) -> Option<PathMatcher> {
        let matcher = match kind {
            PathPatterns::Ignore => ignored(patterns, here),
            PathPatterns::Globs => globbed(patterns, here),
        };
        Some(PathMatcher { kind, here: here.to_owned(), matcher: matcher? })
    }

    /// Whether a file matches.
    pub fn matches(&self, file: &Path) -> bool {
        let Ok(relative) = file.strip_prefix(&self.here) else { return false };
        match self.kind {
            PathPatterns::Ignore => self.matcher.matched_path_or_any_parents(relative, false).is_ignore(),
            PathPatterns::Globs => self.matcher.matched(relative, false).is_ignore(),
        }
    }
}

/// Why a pattern can match no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeverMatches {
    /// It begins with `./`.
    Dot,
    /// It climbs with `..`.
    Climbs,
    /// It begins at the user's folder, or names a drive: paths are those below the working directory.
    Outside,
    /// It has `\` where `/` should stand.
    Backslash,
    /// It has `//`.
    DoubleSlash,
    /// It is a comment.
    Comment,
    /// It has a bracket or a brace that nothing closes.
    Unclosed(char),
}

impl NeverMatches {
    /// The reason, as the end of a sentence.
    pub fn why(self) -> &'static str {
        match self {
            NeverMatches::Dot => "paths have no `./` before them",
            NeverMatches::Climbs => "paths have no `..` in them",
            NeverMatches::Outside => "paths begin at the working directory",
            NeverMatches::Backslash => "paths have `/` between their names",
            NeverMatches::DoubleSlash => "paths have no `//` in them",
            NeverMatches::Comment => "`#` begins a comment",
            NeverMatches::Unclosed('{') => "nothing closes its `{`",
            NeverMatches::Unclosed(_) => "nothing closes its `[`",
        }
    }
}

/// Why no file at all can match a pattern; `None` when one may, or when that is not known of the host.
pub fn never_matches(kind: PathPatterns, pattern: &str) -> Option<NeverMatches> {
    if kind != PathPatterns::Ignore {
        return None;
    }
    let pattern = pattern.trim();
    let has_drive =
        pattern.starts_with(|sign: char| sign.is_ascii_alphabetic()) && matches!(pattern.get(1..3), Some(":/" | ":\\"));
    let is_outside = has_drive || ["~/", "/home/", "/Users/"].iter().any(|start| pattern.starts_with(start));
    let mut signs = pattern.chars().zip(pattern.chars().skip(1));
    if pattern == "." || pattern.starts_with("./") {
        Some(NeverMatches::Dot)
    } else if pattern.split('/').any(|name| name == "..") {
        Some(NeverMatches::Climbs)
    } else if is_outside {
        Some(NeverMatches::Outside)
    } else if pattern.starts_with('#') {
        Some(NeverMatches::Comment)
    } else if pattern.contains("//") {
        Some(NeverMatches::DoubleSlash)
    } else {
        // Before a sign that means something, a backslash takes its meaning away.
        let divides = signs.any(|(sign, next)| sign == '\\' && next.is_alphanumeric());
        divides.then_some(NeverMatches::Backslash).or_else(|| unclosed(pattern).map(NeverMatches::Unclosed))
    }
}

/// The bracket or brace that nothing closes; one behind a backslash, or in brackets, stands for itself.
fn unclosed(pattern: &str) -> Option<char> {
    let mut rest = pattern.chars();
    let mut braces = 0_usize;
    while let Some(sign) = rest.next() {
        match sign {
            '\\' => drop(rest.next()),
            // A `]` that stands first is one of those that are meant.
            '[' if !rest.clone().skip(1).any(|next| next == ']') => return Some('['),
            '[' => drop((rest.next(), rest.find(|next| *next == ']'))),
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            _ => {}
        }
    }
    (braces > 0).then_some('{')
}

/// Patterns that match a whole path below the working directory, in their own case.
fn globbed(patterns: &[Arc<str>], here: &Path) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(here);
    for alternative in patterns.iter().flat_map(|pattern| spelled_out(pattern.trim(), MOST_PATTERNS)) {
        let anchored = format!("/{}", alternative.trim_start_matches("./"));
        let _ = builder.add_line(None, &anchored);
    }
    builder.build().ok()
}

/// Patterns are those of a `.gitignore` in the working directory, in any case, with `{a,b}`; a final `/**` counts as the
/// folder itself, so that `src/**` matches `src` anywhere.
fn ignored(patterns: &[Arc<str>], working_directory: &Path) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(working_directory);
    builder.case_insensitive(true).ok()?;
    for pattern in all_spelled_out(patterns) {
        // A pattern that is no glob matches nothing, as in the host.
        let _ = builder.add_line(None, &pattern);
    }
    builder.build().ok()
}

/// The patterns as the host hands them to its matcher: braces spelled out, `/**` at the end dropped.
fn all_spelled_out(patterns: &[Arc<str>]) -> Vec<String> {
    let mut spelled: Vec<String> = Vec::new();
    for pattern in patterns {
        spelled.extend(spelled_out(pattern, MOST_PATTERNS.saturating_sub(spelled.len())));
    }
    for pattern in &mut spelled {
        if pattern.ends_with("/**") {
            pattern.truncate(pattern.len() - 3);
        } else if pattern.ends_with("/**/") {
            // The host's matcher takes it for the folder with all that is in it.
            pattern.truncate(pattern.len() - 3);
        }
    }
    spelled.retain(|pattern| !pattern.is_empty());
    spelled
}

/// `*.{a,b}` as `*.a` and `*.b`; the pattern itself when that would be more than `most`, or too much text.
fn spelled_out(pattern: &str, most: usize) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    let mut room = MOST_PATTERN_BYTES;
    while let Some(next) = open.pop() {
        let parts = next.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
        let Some((before, (choices, after))) = parts.filter(|(_, (choices, _))| !choices.is_empty()) else {
            done.push(next);
            continue;
        };
        let count = done.len() + open.len() + choices.split(',').count();
        room = room.saturating_sub(next.len());
        if count > most || count.saturating_mul(pattern.len()) > room {
            return vec![pattern.to_owned()];
        }
        open.extend(choices.split(',').rev().map(|choice| format!("{before}{}{after}", choice.trim())));
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_claude_code_matches_them() {
        let touched = ["/w/other/lib/deep/file.txt"];
        let matched = |pattern: &str| matches(PathPatterns::Ignore, &[Arc::from(pattern)], Path::new("/w"), &touched);
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
        assert!(!matches(PathPatterns::Ignore, &[Arc::from("*")], Path::new("/w"), &["/elsewhere/x"]));
    }

    /// Each of these was put to Claude Code 2.1.325 in a folder with `src/a.ts`.
    #[test]
    fn what_never_matches() {
        let touched = ["/w/src/a.ts"];
        let matched = |pattern: &str| matches(PathPatterns::Ignore, &[Arc::from(pattern)], Path::new("/w"), &touched);
        for pattern in [
            "./src/**",
            "./src/a.ts",
            "../other/**",
            "src/../src/**",
            "**/../src/**",
            "~/ws/**",
            "C:/x/**",
            "src\\a.ts",
            "src//a.ts",
            "#src",
            ".",
            "./",
            "./*",
            "./**",
            "./**/*.ts",
            "src/[abc/**",
            "src/*.[ts",
            "[src/*.ts",
            "src/{a,b/**",
        ] {
            assert!(never_matches(PathPatterns::Ignore, pattern).is_some(), "{pattern}");
            assert!(!matched(pattern), "{pattern}");
        }
        for pattern in [
            "src/**",
            "/src/**",
            "src/",
            "a.ts",
            "*",
            "src/*.{ts,js}",
            " src/** ",
            "SRC/**",
            "src/?.ts",
            "src/[ab].ts",
            "src/**/",
            "*.ts",
        ] {
            assert_eq!(never_matches(PathPatterns::Ignore, pattern), None, "{pattern}");
            assert!(matched(pattern.trim()), "{pattern}");
        }
        for pattern in ["a\\*b", "a\\[b", "[[]a", "app/[[...slug]]/{a,b}", "{a}}"] {
            assert_eq!(never_matches(PathPatterns::Ignore, pattern), None, "{pattern}");
        }
        assert_eq!(never_matches(PathPatterns::Globs, "./src/**"), None);
    }

    #[test]
    fn globs_match_whole_paths() {
        let touched = ["/w/src/deep/file.rs"];
        let matched = |pattern: &str| matches(PathPatterns::Globs, &[Arc::from(pattern)], Path::new("/w"), &touched);
        for pattern in ["src/**", "**", "**/*.rs", "src/*/file.{rs,md}", "src/deep/file.rs"] {
            assert!(matched(pattern), "{pattern}");
        }
        for pattern in ["src", "*.rs", "deep/**", "SRC/**", "src/*", "src/deep/"] {
            assert!(!matched(pattern), "{pattern}");
        }
    }

    #[test]
    fn many_braces_do_not_grow_without_bound() {
        assert!(all_spelled_out(&[Arc::from("{a,b}".repeat(40))]).len() <= MOST_PATTERNS);
    }
}
