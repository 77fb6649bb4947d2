//! Which skills of a root a list of patterns in a settings file leaves on.

use std::path::{Component, Path, PathBuf};

use crate::catalog::path_pattern;
use crate::text::slashed;

/// The patterns of one list. A plain pattern lets in only what it matches, `!glob` leaves out, `+path` lets in after
/// all, `-path` leaves out in any case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathFilter {
    /// The file that holds the list.
    pub file: PathBuf,
    /// Where its relative patterns start.
    base: PathBuf,
    /// Nothing is on, whatever the patterns say.
    is_closed: bool,
    included: Vec<String>,
    excluded: Vec<String>,
    kept: Vec<String>,
    dropped: Vec<String>,
}

/// Whether an entry of a list is a switch, not a path.
pub fn is_sign(entry: &str) -> bool {
    entry.starts_with(['!', '+', '-'])
}

/// Whether an entry holds wild cards.
pub fn is_glob(entry: &str) -> bool {
    entry.contains(['*', '?'])
}

impl PathFilter {
    /// The patterns among the entries of a list.
    pub fn new(file: &Path, base: &Path, entries: &[String]) -> PathFilter {
        let signed =
            |sign: char| entries.iter().filter_map(|entry| entry.strip_prefix(sign).map(str::to_owned)).collect();
        PathFilter {
            file: file.to_owned(),
            base: base.to_owned(),
            is_closed: false,
            included: entries.iter().filter(|entry| !is_sign(entry)).cloned().collect(),
            excluded: signed('!'),
            kept: signed('+'),
            dropped: signed('-'),
        }
    }

    /// The same without the plain patterns: only the switches count.
    pub fn switches(file: &Path, base: &Path, entries: &[String]) -> PathFilter {
        PathFilter { included: Vec::new(), ..PathFilter::new(file, base, entries) }
    }

    /// Leaves everything out.
    pub fn closed(file: &Path) -> PathFilter {
        PathFilter { is_closed: true, ..PathFilter::new(file, Path::new(""), &[]) }
    }

    /// Whether it has no say in anything.
    pub fn is_open(&self) -> bool {
        let lists = [&self.included, &self.excluded, &self.kept, &self.dropped];
        !self.is_closed && lists.iter().all(|list| list.is_empty())
    }

    /// Whether a skill file is on.
    pub fn is_on(&self, path: &Path) -> bool {
        if self.is_closed || self.is_open() {
            return !self.is_closed;
        }
        let names = Names::new(&self.base, path);
        let is_in = (self.included.is_empty() || names.match_any(&self.included)) && !names.match_any(&self.excluded);
        (is_in || names.equal_any(&self.kept)) && !names.equal_any(&self.dropped)
    }
}

/// What a skill file is called in patterns: the file, and the folder of a SKILL.md.
struct Names {
    /// From the base, and from the top.
    paths: Vec<String>,
    /// Without any folder.
    alone: Vec<String>,
}

impl Names {
    fn new(base: &Path, path: &Path) -> Names {
        let folder = path.parent().filter(|_| path.file_name().is_some_and(|name| name == "SKILL.md"));
        let (mut paths, mut alone) = (Vec::new(), Vec::new());
        for path in [Some(path), folder].into_iter().flatten() {
            paths.push(relative(base, path));
            paths.push(slashed(path));
            alone.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
        Names { paths, alone }
    }

    fn match_any(&self, patterns: &[String]) -> bool {
        let names = || self.paths.iter().chain(&self.alone);
        patterns.iter().any(|pattern| names().any(|name| path_pattern::matches(pattern, name)))
    }

    fn equal_any(&self, paths: &[String]) -> bool {
        paths.iter().any(|wanted| {
            let wanted = wanted.strip_prefix("./").unwrap_or(wanted);
            self.paths.iter().any(|path| path == wanted)
        })
    }
}

/// The way from a folder to a path, with `..` where it leads up.
fn relative(base: &Path, path: &Path) -> String {
    let names = |path: &Path| -> Vec<String> {
        let normal = path.components().filter(|part| matches!(part, Component::Normal(_)));
        normal.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let (from, to) = (names(base), names(path));
    let shared = from.iter().zip(&to).take_while(|(left, right)| left == right).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    up.chain(to.iter().skip(shared).map(String::as_str)).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_on(entries: &[&str], path: &str) -> bool {
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        PathFilter::new(Path::new("/p/.pi/settings.json"), Path::new("/p/.pi"), &entries).is_on(Path::new(path))
    }

    #[test]
    fn by_folder_by_path_and_by_glob() {
        let skill = "/p/.pi/skills/a/SKILL.md";
        for entry in ["!a", "!skills/*", "!skills/a/SKILL.md", "!**/a", "!SKILL.md", "-skills/a", "-./skills/a", "b*"] {
            assert!(!is_on(&[entry], skill), "{entry}");
        }
        for entry in ["!b", "-a", "!skills", "+skills/b", "a", "skills/**"] {
            assert!(is_on(&[entry], skill), "{entry}");
        }
        assert!(is_on(&["!a", "+skills/a"], skill));
        assert!(!is_on(&["!a", "+skills/a", "-skills/a"], skill));
        assert!(is_on(&["+/p/.pi/skills/a", "!**"], skill));
    }

    #[test]
    fn outside_the_folder_of_the_settings() {
        let skill = "/p/.agents/skills/a/SKILL.md";
        for entry in ["!a", "!../.agents/skills/*", "-../.agents/skills/a", "-/p/.agents/skills/a"] {
            assert!(!is_on(&[entry], skill), "{entry}");
        }
        assert!(is_on(&["!**/skills/a"], skill));
        assert!(!PathFilter::closed(Path::new("/x")).is_on(Path::new(skill)));
    }
}
