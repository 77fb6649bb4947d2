//! A path without `.` and `..`.

use std::path::{Component, Path, PathBuf, Prefix};

/// The path without `.` and `..`, with its drive as a capital letter. Links stay as they are: hosts show the paths they were
/// given.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            Component::Prefix(prefix) => match prefix.kind() {
                Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => {
                    normal.push(format!("{}:", char::from(letter.to_ascii_uppercase())))
                }
                _ => normal.push(component),
            },
            Component::RootDir | Component::Normal(_) => normal.push(component),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::slashed;

    #[test]
    fn dots_go_and_nothing_lies_above_the_top() {
        let shown = |path: &str| slashed(normal(Path::new(path)));
        assert_eq!(shown("/a/./b/../c"), "/a/c");
        assert_eq!(shown("/../a"), "/a");
    }

    #[cfg(windows)]
    #[test]
    fn a_drive_is_a_capital_letter() {
        let shown = |path: &str| normal(Path::new(path)).display().to_string();
        assert_eq!(shown(r"c:\a\..\b/c"), r"C:\b\c");
        assert_eq!(shown(r"c:\.."), r"C:\");
        assert_eq!(shown(r"\\?\c:\a"), r"C:\a");
        assert_eq!(shown(r"\\server\share\a\.\b"), r"\\server\share\a\b");
    }
}
