//! Removes a folder.

use std::fs;
use std::path::Path;

use crate::disk::DiskProblem;
use crate::disk::process::is_at_work;

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
    // Once it is begun, it has to go to the end.
    can_be_emptied(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.deleted", std::process::id()));
    fs::rename(path, &beside).map_err(|error| problem(&error))?;
    fs::remove_dir_all(&beside).map_err(|error| DiskProblem::from_error("delete", &beside, &error))
}

/// Removes what a process left in a folder that was ended while it removed something from there.
pub(super) fn remove_left_behind(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let remover = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(".deleted")?.rsplit_once('.'));
        if let Some(Ok(process)) = remover.map(|(_, process)| process.parse())
            && process != std::process::id()
            && !is_at_work(process)
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether everything in a folder can be removed, as far as rights tell; an error names the folder that keeps something.
fn can_be_emptied(folder: &Path) -> Result<(), DiskProblem> {
    let problem = |error: &std::io::Error| DiskProblem::from_error("delete", folder, error);
    let entries: Vec<fs::DirEntry> =
        fs::read_dir(folder).and_then(Iterator::collect).map_err(|error| problem(&error))?;
    #[cfg(unix)]
    if !entries.is_empty() {
        use rustix::fs::{Access, access};
        access(folder, Access::WRITE_OK | Access::EXEC_OK).map_err(|error| problem(&error.into()))?;
    }
    let is_folder = |entry: &&fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    entries.iter().filter(is_folder).try_for_each(|entry| can_be_emptied(&entry.path()))
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
    fn a_folder_that_cannot_go_whole_stays_whole() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let skill = folder.path().join("pdf");
        let [kept, hidden] = ["kept/inner", "hidden"].map(|name| skill.join(name));
        fs::create_dir_all(&kept).unwrap();
        fs::create_dir_all(&hidden).unwrap();
        fs::write(kept.join("file"), "x").unwrap();
        let allow = |folder: &Path, mode| fs::set_permissions(folder, fs::Permissions::from_mode(mode)).unwrap();
        for (inner, mode) in [(&kept, 0o555), (&hidden, 0)] {
            allow(inner, mode);
            // Nothing is refused to root.
            if rustix::process::geteuid().is_root() {
                break;
            }
            let message = remove_folder(&skill).unwrap_err().message;
            allow(inner, 0o755);
            assert_eq!(message, format!("cannot delete {}: permission denied", inner.display()));
            assert!(kept.join("file").is_file());
        }
        allow(&kept, 0o755);
    }

    #[test]
    fn what_a_process_left_that_is_gone_goes_too() {
        let folder = tempfile::tempdir().unwrap();
        let ours = format!(".pdf.{}.deleted", std::process::id());
        for name in [".pdf.4194399.deleted", ours.as_str(), ".pdf.deleted", "pdf.4194399.deleted"] {
            fs::create_dir_all(folder.path().join(name).join("inner")).unwrap();
        }
        remove_left_behind(folder.path());
        let mut names: Vec<String> =
            fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, [ours.as_str(), ".pdf.deleted", "pdf.4194399.deleted"]);
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
