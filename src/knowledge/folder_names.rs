//! The names in folders, whatever their case: each folder is listed once, however many links lead into it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::catalog::Files;

/// What was listed so far. It knows nothing of what comes later, so that it is kept only while files are read.
#[derive(Debug, Default)]
pub(crate) struct FolderNames {
    listed: Mutex<HashMap<PathBuf, Arc<NamesByLetters>>>,
}

/// The names in a folder by their small letters, sorted by bytes.
type NamesByLetters = HashMap<String, Vec<String>>;

impl FolderNames {
    /// A name as it stands in a folder: as written, or else the first that differs only in case.
    pub(crate) fn real(&self, files: &dyn Files, folder: &Path, name: &str) -> Option<String> {
        let lock = || self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(folder).cloned();
        let names = known.unwrap_or_else(|| {
            // Listed without the lock: two may list the same, and one of the two is kept.
            let names = listed(files, folder);
            lock().entry(folder.to_owned()).or_insert(names).clone()
        });
        let same = names.get(&name.to_lowercase())?;
        same.iter().find(|it| *it == name).or(same.first()).cloned()
    }
}

fn listed(files: &dyn Files, folder: &Path) -> Arc<NamesByLetters> {
    let mut names = NamesByLetters::new();
    for name in files.list(folder) {
        let name = name.trim_end_matches('/');
        names.entry(name.to_lowercase()).or_default().push(name.to_owned());
    }
    Arc::new(names)
}
