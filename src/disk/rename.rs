//! Gives a file or folder another name.

use std::fs;
use std::path::Path;

use crate::disk::DiskProblem;
use crate::disk::real::real_path;

/// Renames, into a new folder where there is none. Never replaces what is there; a change of case alone is fine.
pub fn rename(from: &Path, to: &Path) -> Result<(), DiskProblem> {
    if fs::symlink_metadata(to).is_ok() && !is_same(from, to) {
        return Err(DiskProblem::new("rename", from, format!("{} exists already", to.display())));
    }
    // A file may get a folder of its own.
    if let Some(folder) = to.parent().filter(|folder| !folder.exists()) {
        fs::create_dir(folder).map_err(|error| DiskProblem::from_error("make", folder, &error))?;
    }
    fs::rename(from, to).map_err(|error| DiskProblem::from_error("rename", from, &error))
}

/// Whether two paths lead to one file, as `skill.md` and `SKILL.md` do where case does not matter.
fn is_same(left: &Path, right: &Path) -> bool {
    matches!((real_path(left), real_path(right)), (Ok(left), Ok(right)) if left == right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_ever_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, three] = ["one", "two", "three"].map(|name| folder.path().join(name));
        fs::write(&one, "1").unwrap();
        fs::write(&two, "2").unwrap();
        assert!(rename(&one, &two).unwrap_err().message.ends_with("two exists already"));
        rename(&one, &three).unwrap();
        assert_eq!((fs::read(&two).unwrap(), fs::read(&three).unwrap()), (b"2".to_vec(), b"1".to_vec()));
    }
}
