//! Removes a folder.

use std::fs;
use std::path::Path;

use crate::disk::DiskProblem;

/// Removes a folder with all that is in it. It first gets another name, so that nobody ever finds half of it. Links are
/// removed, never what they lead to.
pub(super) fn remove_folder(path: &Path) -> Result<(), DiskProblem> {
    let problem = |error: &std::io::Error| DiskProblem::from_error("delete", path, error);
    let metadata = fs::symlink_metadata(path).map_err(|error| problem(&error))?;
    if metadata.is_symlink() {
        return fs::remove_file(path).map_err(|error| problem(&error));
    }
    if !metadata.is_dir() {
        return Err(DiskProblem::new("delete", path, "it is not a folder"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.deleted", std::process::id()));
    fs::rename(path, &beside).map_err(|error| problem(&error))?;
    fs::remove_dir_all(&beside).map_err(|error| DiskProblem::from_error("delete", &beside, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_whole() {
        let folder = tempfile::tempdir().unwrap();
        let skill = folder.path().join("pdf");
        fs::create_dir_all(skill.join("scripts")).unwrap();
        fs::write(skill.join("SKILL.md"), "x").unwrap();
        remove_folder(&skill).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(remove_folder(&skill).unwrap_err().message.starts_with("cannot delete "));
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        remove_folder(&link).unwrap();
        assert!(real.is_dir() && fs::symlink_metadata(&link).is_err());
    }
}
