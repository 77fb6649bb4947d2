//! The files that a part of the settings is about: those that globs mean, from one folder on.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// Globs, from a folder on; without any, all that lies there.
#[derive(Clone, Debug)]
pub struct Scope {
    base: PathBuf,
    globs: Option<GlobSet>,
}

impl Scope {
    /// All that lies in a folder.
    pub(super) fn below(base: &Path) -> Scope {
        Scope { base: base.to_owned(), globs: None }
    }

    /// What some globs mean. A folder means what lies in it. Those that are none are handed to `wrong`, with the reason.
    pub(super) fn of<'a>(
        base: &Path,
        patterns: impl IntoIterator<Item = &'a str>,
        mut wrong: impl FnMut(&'a str, String),
    ) -> Option<Scope> {
        let mut globs = GlobSetBuilder::new();
        for pattern in patterns {
            let plain = pattern.strip_prefix("./").unwrap_or(pattern).trim_end_matches('/');
            let inside = if plain.is_empty() || plain == "." { "**".to_owned() } else { format!("{plain}/**") };
            for glob in [plain, &inside] {
                match GlobBuilder::new(glob).literal_separator(true).build() {
                    Ok(glob) => drop(globs.add(glob)),
                    Err(error) => {
                        wrong(pattern, error.kind().to_string());
                        break;
                    }
                }
            }
        }
        Some(Scope { base: base.to_owned(), globs: Some(globs.build().ok()?) })
    }

    /// Whether a file is meant.
    pub fn has(&self, path: &Path) -> bool {
        let Ok(relative) = path.strip_prefix(&self.base) else { return false };
        self.globs.as_ref().is_none_or(|globs| globs.is_match(relative))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_means_what_lies_in_it() {
        for (pattern, path, is_meant) in [
            ("sub", "/p/sub/a/SKILL.md", true),
            ("sub/", "/p/sub/a/SKILL.md", true),
            ("./sub", "/p/sub/SKILL.md", true),
            ("sub", "/p/other/sub/SKILL.md", false),
            ("sub", "/p/subway/SKILL.md", false),
            ("**/sub", "/p/other/sub/SKILL.md", true),
            ("sub/*", "/p/sub/a/SKILL.md", true),
            ("*/SKILL.md", "/p/a/SKILL.md", true),
            ("*/SKILL.md", "/p/a/b/SKILL.md", false),
            (".", "/p/a/SKILL.md", true),
            ("sub", "/q/sub/SKILL.md", false),
        ] {
            let scope = Scope::of(Path::new("/p"), [pattern], |_, _| {}).unwrap();
            assert_eq!(scope.has(Path::new(path)), is_meant, "{pattern} {path}");
        }
        assert!(Scope::below(Path::new("/p")).has(Path::new("/p/a")));
        let mut wrong = Vec::new();
        Scope::of(Path::new("/p"), ["a{"], |pattern, _| wrong.push(pattern));
        assert_eq!(wrong, ["a{"]);
    }
}
