//! Opens a file below a folder by its path, where folders cannot be held open: looks before and after.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::disk::inside::FileRefusal;
use crate::disk::real::real_path;

/// Opens the regular file at `parts` below `folder`.
pub(super) fn open(folder: &Path, parts: &[&str]) -> Result<File, FileRefusal> {
    let refused = |error: io::Error| FileRefusal::from(&error);
    let root = real_path(folder).map_err(refused)?;
    let path: PathBuf = [folder].into_iter().chain(parts.iter().map(Path::new)).collect();
    let real = inside(&root, &path)?;
    let metadata = fs::metadata(&real).map_err(refused)?;
    if metadata.is_dir() {
        return Err(FileRefusal::Folder);
    }
    if !metadata.is_file() {
        return Err(FileRefusal::NoFile);
    }
    if parts.last().is_some_and(|last| last.is_empty() || *last == ".") {
        return Err(FileRefusal::Missing);
    }
    let file = File::open(&real).map_err(refused)?;
    let is_same = inside(&root, &path)? == real && file.metadata().map_err(refused)?.is_file();
    if is_same { Ok(file) } else { Err(FileRefusal::Unreadable("it keeps changing".to_owned())) }
}

/// A path with its links resolved, when it lies below the root.
fn inside(root: &Path, path: &Path) -> Result<PathBuf, FileRefusal> {
    match real_path(path) {
        Ok(real) if real.starts_with(root) => Ok(real),
        Ok(_) => Err(FileRefusal::LinkOut),
        Err(error) => Err(FileRefusal::from(&error)),
    }
}
