//! What is never walked and never fixed: `exclude`, and `include`, which brings some of it back.

use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The patterns of the settings file, and over them those of the flags.
#[derive(Clone, Debug, Default)]
pub struct Exclusion {
    lists: Vec<Patterns>,
}

/// Patterns as in `.gitignore`, from one folder.
#[derive(Clone, Debug)]
struct Patterns {
    base: PathBuf,
    rules: Gitignore,
    /// The beginning of what each `include` may mean: the folders before its first sign.
    included: Vec<PathBuf>,
}

impl Exclusion {
    /// Adds patterns that count from `base`, over those before them. Gives the ones that are none.
    pub fn add(&mut self, base: &Path, exclude: &[String], include: &[String]) -> Vec<String> {
        let mut builder = GitignoreBuilder::new(base);
        let mut wrong = Vec::new();
        let included = include.iter().map(|pattern| base.join(plain_beginning(pattern))).collect();
        let include = include.iter().map(|pattern| (pattern, format!("!{pattern}")));
        for (pattern, line) in exclude.iter().map(|pattern| (pattern, pattern.clone())).chain(include) {
            if builder.add_line(None, &line).is_err() {
                wrong.push(pattern.clone());
            }
        }
        if let Some(rules) = builder.build().ok().filter(|rules| !rules.is_empty()) {
            self.lists.push(Patterns { base: base.to_owned(), rules, included });
        }
        wrong
    }

    /// The pattern that means one path below the base: a sign in its name, or a blank at its end, means itself.
    pub fn pattern(inside: &Path) -> Option<String> {
        let mut pattern = String::new();
        for name in inside {
            pattern.push('/');
            for sign in name.to_str()?.chars() {
                if matches!(sign, '*' | '?' | '[' | ']' | '{' | '}' | '\\') {
                    pattern.push('\\');
                }
                pattern.push(sign);
            }
        }
        let (written, blanks) = pattern.split_at(pattern.trim_end_matches(' ').len());
        Some(format!("{written}{}", blanks.replace(' ', "\\ ")))
    }

    /// Adds those of another, over those before them.
    pub(super) fn append(&mut self, other: Exclusion) {
        self.lists.extend(other.lists);
    }

    /// Whether a file is left out, because of its own name or of a folder that it lies in.
    pub fn has(&self, path: &Path) -> bool {
        self.lists.iter().rev().find_map(|list| list.verdict(path)).unwrap_or(false)
    }

    /// Whether the settings bring a file back, also where git ignores it.
    pub fn brings_back(&self, path: &Path) -> bool {
        self.lists.iter().rev().find_map(|list| list.verdict(path)) == Some(false)
    }

    /// Whether there may be such files in a folder.
    pub fn may_bring_back_in(&self, folder: &Path) -> bool {
        let mut included = self.lists.iter().flat_map(|list| &list.included);
        included.any(|beginning| folder.starts_with(beginning) || beginning.starts_with(folder))
    }

    /// Whether a folder need not be entered. Where something is brought back, it may lie there.
    pub fn has_all_of(&self, folder: &Path) -> bool {
        self.lists.iter().all(|list| list.rules.num_whitelists() == 0)
            && self.lists.iter().any(|list| list.rules.matched(folder, true).is_ignore())
    }
}

/// The folders that a pattern names before its first sign; none when it may mean any depth.
fn plain_beginning(pattern: &str) -> PathBuf {
    let inner = pattern.trim_end_matches('/');
    if !inner.contains('/') {
        return PathBuf::new();
    }
    inner.trim_start_matches('/').split('/').take_while(|name| !name.contains(['*', '?', '[', '{', '\\'])).collect()
}

impl Patterns {
    fn verdict(&self, path: &Path) -> Option<bool> {
        let inside = path.ancestors().take_while(|it| it.starts_with(&self.base) && *it != self.base);
        for (above, path) in inside.enumerate() {
            match self.rules.matched(path, above > 0) {
                Match::None => {}
                Match::Ignore(_) => return Some(true),
                Match::Whitelist(_) => return Some(false),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_folders_of_an_include_are_entered() {
        let mut exclusion = Exclusion::default();
        exclusion.add(Path::new("/p"), &[], &["vendor/skills/**".to_owned()]);
        for (folder, is_entered) in [("/p/vendor", true), ("/p/vendor/skills/a", true), ("/p/dist", false)] {
            assert_eq!(exclusion.may_bring_back_in(Path::new(folder)), is_entered, "{folder}");
        }
        assert!(exclusion.brings_back(Path::new("/p/vendor/skills/a/SKILL.md")));
        assert!(!exclusion.brings_back(Path::new("/p/vendor/SKILL.md")));
        exclusion.add(Path::new("/p"), &[], &["mine".to_owned()]);
        assert!(exclusion.may_bring_back_in(Path::new("/p/dist")));
    }

    fn check(exclude: &[&str], include: &[&str], out: &[&str], inside: &[&str]) {
        let texts = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
        let mut exclusion = Exclusion::default();
        assert_eq!(exclusion.add(Path::new("/p"), &texts(exclude), &texts(include)), Vec::<String>::new());
        for path in out {
            assert!(exclusion.has(Path::new(path)), "{path} is left out");
        }
        for path in inside {
            assert!(!exclusion.has(Path::new(path)), "{path} is not left out");
        }
    }

    #[test]
    fn the_pattern_of_a_path_means_nothing_else() {
        let means = |pattern: &Path, path: &str| {
            let mut exclusion = Exclusion::default();
            let pattern = Exclusion::pattern(pattern).unwrap();
            assert_eq!(exclusion.add(Path::new("/p"), &[pattern], &[]), [""; 0]);
            exclusion.has(&Path::new("/p").join(path))
        };
        let mut names = vec!["a", "a[b]", "vendor [x]", "{a,b}", "!a", "#a", "a  ", "a]", "é\nx"];
        names.extend(if cfg!(windows) { [].as_slice() } else { &["a*", "a?", "**", "a\\b", "a\\"] });
        for name in names {
            assert!(means(Path::new(name), &format!("{name}/SKILL.md")), "{name}");
            assert!(means(&Path::new(name).join("x"), &format!("{name}/x/SKILL.md")), "{name}/x");
            for other in ["ab", "b", "a ", "aa", "vendor x"] {
                assert!(!means(Path::new(name), &format!("{other}/SKILL.md")), "{name} {other}");
            }
        }
    }

    #[test]
    fn patterns_are_those_of_ignore_files() {
        check(
            &["vendor", "fixtures/**", "/top"],
            &["vendor/mine"],
            &["/p/vendor/a/SKILL.md", "/p/x/vendor/a/SKILL.md", "/p/fixtures/b/SKILL.md", "/p/top/SKILL.md"],
            &["/p/vendor/mine/SKILL.md", "/p/x/fixtures/b/SKILL.md", "/p/x/top/SKILL.md", "/q/vendor/SKILL.md"],
        );
        assert_eq!(Exclusion::default().add(Path::new("/p"), &["{a".to_owned()], &[]), ["{a"]);
    }
}
