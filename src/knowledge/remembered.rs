//! What stands at a path, asked once however many links of a document lead there: on some systems it takes a while to say.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::catalog::{FileKind, Files};

/// Files that remember what stands where. They know nothing of what comes later, so that they are kept only while one
/// document is looked at.
pub(crate) struct Remembered<'a> {
    files: &'a dyn Files,
    kinds: Mutex<HashMap<PathBuf, Option<FileKind>, foldhash::fast::FixedState>>,
}

impl<'a> Remembered<'a> {
    pub(crate) fn new(files: &'a dyn Files) -> Self {
        Remembered { files, kinds: Mutex::default() }
    }
}

impl Files for Remembered<'_> {
    fn beneath(&self) -> Option<&dyn Files> {
        Some(self.files)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kind) = kinds.get(path) {
            return *kind;
        }
        let kind = self.files.kind(path);
        kinds.insert(path.to_owned(), kind);
        kind
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[derive(Default)]
    struct Counted(AtomicUsize);

    impl Files for Counted {
        fn kind(&self, path: &Path) -> Option<FileKind> {
            self.0.fetch_add(1, Ordering::Relaxed);
            path.ends_with("there").then_some(FileKind::File)
        }

        fn list(&self, _: &Path) -> Vec<String> {
            Vec::new()
        }

        fn text(&self, _: &Path) -> Option<String> {
            None
        }
    }

    #[test]
    fn each_path_is_asked_for_once_whether_it_is_there_or_not() {
        let counted = Counted::default();
        let files = Remembered::new(&counted);
        for _ in 0..3 {
            assert_eq!(files.kind(Path::new("/a/there")), Some(FileKind::File));
            assert_eq!(files.kind(Path::new("/a/none")), None);
        }
        assert_eq!(counted.0.into_inner(), 2);
    }
}
