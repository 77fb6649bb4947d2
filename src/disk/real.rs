//! The path that links lead to, written as people and agents write paths.

use std::path::{Path, PathBuf};
use std::{fs, io};

use icu_normalizer::ComposingNormalizerBorrowed;

use crate::text::is_device;

/// Where a path really leads. Windows answers with `\\?\C:\…`, a spelling that compares equal to no other: where the plain
/// one means the same, it is used.
pub(super) fn real_path(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    let real = fs::canonicalize(path)?;
    match real.to_str().filter(|_| cfg!(windows)).and_then(plain) {
        Some(plain) => Ok(PathBuf::from(plain)),
        None => Ok(real),
    }
}

/// A path with the names that the disk has, where the system finds it in any case (`c:\users\me\SKILL.MD`), and on macOS by
/// either spelling of an accent. Links stay as they are, and of what is not there yet, the folder counts.
pub fn spelled(path: &Path) -> PathBuf {
    if !cfg!(any(windows, target_os = "macos")) {
        return path.to_owned();
    }
    if let Some(real) = real_path(path).ok().filter(|real| is_other_spelling(real, path)) {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if !path.exists() => spelled(folder).join(name),
        _ => path.to_owned(),
    }
}

/// Whether two paths differ at most in case and in how accents are composed.
fn is_other_spelling(left: &Path, right: &Path) -> bool {
    let folded = |path: &Path| {
        let text = path.to_string_lossy().to_lowercase();
        ComposingNormalizerBorrowed::new_nfc().normalize(&text).into_owned()
    };
    folded(left) == folded(right)
}

/// A verbatim path of Windows in its plain spelling; `None` where the two do not mean the same, because the plain one is
/// too long, or has a name that Windows reads in a way of its own.
#[cfg_attr(not(windows), allow(dead_code))]
fn plain(verbatim: &str) -> Option<String> {
    let rest = verbatim.strip_prefix(r"\\?\")?;
    let plain = match rest.strip_prefix(r"UNC\") {
        Some(share) => format!(r"\\{share}"),
        None if rest.as_bytes().get(1) == Some(&b':') => rest.to_owned(),
        None => return None,
    };
    let is_odd = |name: &str| is_device(name) || name.ends_with([' ', '.']) || name.contains('/');
    // The longest path that a program of old can open, with its end.
    let is_short = plain.encode_utf16().count() < 260;
    (is_short && !rest.split('\\').any(is_odd)).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verbatim_path_becomes_a_plain_one() {
        assert_eq!(plain(r"\\?\C:\Users\me\SKILL.md").as_deref(), Some(r"C:\Users\me\SKILL.md"));
        assert_eq!(plain(r"\\?\C:\").as_deref(), Some(r"C:\"));
        assert_eq!(plain(r"\\?\UNC\server\share\skills").as_deref(), Some(r"\\server\share\skills"));
    }

    #[test]
    fn case_and_accents_are_spelled_in_several_ways() {
        let same = |left: &str, right: &str| is_other_spelling(Path::new(left), Path::new(right));
        assert!(same("/Users/me/Skills/Caf\u{e9}/SKILL.md", "/users/me/skills/cafe\u{301}/skill.md"));
        assert!(!same("/Users/me/cafe", "/Users/me/caf\u{e9}"));
    }

    #[cfg(target_os = "macos")]
    #[test]
    fn an_accent_is_spelled_as_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let root = real_path(folder.path()).unwrap();
        std::fs::create_dir(root.join("cafe\u{301}")).unwrap();
        assert_eq!(spelled(&root.join("caf\u{e9}")), root.join("cafe\u{301}"));
    }

    #[test]
    fn what_would_mean_something_else_stays() {
        let long = format!(r"\\?\C:\{}", "x".repeat(260));
        for path in
            [r"C:\a", r"\\?\Volume{1}\a", r"\\?\C:\a\NUL", r"\\?\C:\con.txt", r"\\?\C:\a.", r"\\?\C:\COM1", &long]
        {
            assert_eq!(plain(path), None, "{path}");
        }
        assert!(plain(r"\\?\C:\console\company").is_some());
    }

    #[test]
    fn what_is_not_there_has_no_real_path_and_keeps_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let root = real_path(folder.path()).unwrap();
        assert!(real_path(root.join("nothing")).is_err());
        assert_eq!(spelled(&root.join("no").join("thing")), root.join("no").join("thing"));
    }

    #[cfg(windows)]
    #[test]
    fn names_are_spelled_as_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let root = real_path(folder.path()).unwrap();
        assert!(!root.to_str().unwrap().starts_with(r"\\?\"), "{root:?}");
        std::fs::create_dir(root.join("Skills")).unwrap();
        std::fs::write(root.join("Skills").join("SKILL.md"), "").unwrap();
        let other = PathBuf::from(root.join("skills").join("skill.MD").to_str().unwrap().to_lowercase());
        assert_eq!(spelled(&other).to_str(), root.join("Skills").join("SKILL.md").to_str());
    }
}
