//! One file at a time: read it, make it, give it another name.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use crate::disk::{DiskProblem, READ_LIMIT};

/// The bytes of a file, at most [`READ_LIMIT`]. Only true files are opened: a pipe would never end.
pub fn read(path: &Path) -> Result<Vec<u8>, DiskProblem> {
    let problem = |error: std::io::Error| problem(path, "read", &error);
    if !fs::metadata(path).map_err(problem)?.is_file() {
        return Err(DiskProblem {
            path: path.to_owned(),
            message: format!("cannot read {}: it is not a file", path.display()),
        });
    }
    let mut bytes = Vec::new();
    fs::File::open(path).and_then(|file| file.take(READ_LIMIT).read_to_end(&mut bytes)).map_err(problem)?;
    Ok(bytes)
}

/// Makes a new file, and the folders it lies in. Never touches one that is there.
pub fn create(path: &Path, text: &str) -> Result<(), DiskProblem> {
    let problem = |error: std::io::Error| problem(path, "create", &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(problem)?;
    }
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path).map_err(problem)?;
    file.write_all(text.as_bytes()).map_err(problem)
}

/// Gives a file or folder another name. Never replaces what is there; a change of case alone is fine.
pub fn rename(from: &Path, to: &Path) -> Result<(), DiskProblem> {
    let problem = |error: std::io::Error| problem(from, "rename", &error);
    if fs::symlink_metadata(to).is_ok() && !is_same(from, to) {
        return Err(problem(std::io::Error::new(
            ErrorKind::AlreadyExists,
            format!("{} is already there", to.display()),
        )));
    }
    fs::rename(from, to).map_err(problem)
}

fn is_same(left: &Path, right: &Path) -> bool {
    matches!((fs::canonicalize(left), fs::canonicalize(right)), (Ok(left), Ok(right)) if left == right)
}

fn problem(path: &Path, act: &str, error: &std::io::Error) -> DiskProblem {
    let reason = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::AlreadyExists if error.get_ref().is_none() => "it is already there".to_owned(),
        _ => error.to_string(),
    };
    DiskProblem { path: path.to_owned(), message: format!("cannot {act} {}: {reason}", path.display()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_ever_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("x/one"), folder.path().join("x/two"));
        create(&one, "1").unwrap();
        create(&two, "2").unwrap();
        assert!(create(&one, "3").unwrap_err().message.ends_with("it is already there"));
        assert!(rename(&one, &two).unwrap_err().message.ends_with("two is already there"));
        assert_eq!(read(&one).unwrap(), b"1");
        assert!(read(&folder.path().join("x")).unwrap_err().message.ends_with("it is not a file"));
        rename(&one, &folder.path().join("x/three")).unwrap();
        assert!(read(&one).unwrap_err().message.ends_with("there is no such file or folder"));
    }
}
