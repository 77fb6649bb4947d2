//! Changes to files, as one step that the user can undo.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::checks::{FileEdit, Fix};
use crate::text::Edit;

/// Changes that belong together, in the order in which they are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(pub Vec<Change>);

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A text is changed.
    Edit {
        /// The file, as it is called before anything is renamed.
        path: PathBuf,
        /// What is changed in it; none overlaps another.
        edits: Vec<Edit>,
    },
    /// A file is made. It must not be there yet.
    Create {
        /// The file.
        path: PathBuf,
        /// Its text.
        text: String,
    },
    /// A file or a folder gets another name, which must be free.
    Rename {
        /// The old path.
        from: PathBuf,
        /// The new one.
        to: PathBuf,
    },
}

impl Changes {
    /// What a fix changes when its finding is in the file `path`.
    pub fn of_fix(path: &Path, fix: &Fix) -> Changes {
        let mut edits = Vec::new();
        let mut others = Vec::new();
        for edit in &fix.edits {
            match edit {
                FileEdit::Here(edit) => edits.push(edit.clone()),
                FileEdit::Create { path, text } => {
                    others.push(Change::Create { path: path.clone(), text: text.clone() });
                }
                FileEdit::Rename { from, to } => others.push(Change::Rename { from: from.clone(), to: to.clone() }),
            }
        }
        // Texts first: a renamed file is no longer where its edits look for it.
        let here = (!edits.is_empty()).then(|| Change::Edit { path: path.to_owned(), edits });
        Changes(here.into_iter().chain(others).collect())
    }

    /// The same changes with one edit for each text, all of them before anything is made or renamed.
    pub fn together(self) -> Changes {
        let mut texts: BTreeMap<PathBuf, Vec<Edit>> = BTreeMap::new();
        let mut others = Vec::new();
        for change in self.0 {
            match change {
                Change::Edit { path, edits } => {
                    let known = texts.entry(path).or_default();
                    for edit in edits {
                        if !known.iter().any(|it| it.span.overlaps(edit.span) || it.span == edit.span) {
                            known.push(edit);
                        }
                    }
                }
                Change::Create { .. } | Change::Rename { .. } if others.contains(&change) => {}
                Change::Create { .. } | Change::Rename { .. } => others.push(change),
            }
        }
        let texts = texts.into_iter().map(|(path, edits)| Change::Edit { path, edits });
        Changes(texts.chain(others).collect())
    }
}

impl Change {
    /// Where a file is that was at `path` before this change.
    pub fn moved(&self, path: PathBuf) -> PathBuf {
        match self {
            Change::Rename { from, to } => match path.strip_prefix(from) {
                Ok(rest) if rest.as_os_str().is_empty() => to.clone(),
                Ok(rest) => to.join(rest),
                Err(_) => path,
            },
            Change::Edit { .. } | Change::Create { .. } => path,
        }
    }

    /// The file whose text is changed.
    pub fn edited(&self) -> Option<&Path> {
        match self {
            Change::Edit { path, .. } => Some(path),
            Change::Create { .. } | Change::Rename { .. } => None,
        }
    }
}
