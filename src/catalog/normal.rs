//! A path without `.` and `..`.

use std::path::{Component, Path, PathBuf};

/// The path without `.` and `..`. Links stay as they are: hosts show the paths they were given.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => normal.push(component),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_go_and_nothing_lies_above_the_top() {
        let shown = |path: &str| normal(Path::new(path)).display().to_string();
        assert_eq!(shown("/a/./b/../c"), "/a/c");
        assert_eq!(shown("/../a"), "/a");
    }
}
