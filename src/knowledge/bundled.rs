//! The files that lie beside a SKILL.md.

use std::path::Path;

use crate::catalog::Files;

/// How many files are looked at, and how deep.
const MOST: usize = 2000;
const DEEPEST: usize = 6;

/// The files below `folder`, as paths relative to it with `/` between names, sorted. Hidden ones and those of
/// package folders are left out, and so are the files of skills that lie inside this one.
pub(crate) fn files(files: &dyn Files, folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    walk(files, folder, "", 0, &mut found);
    found.sort();
    found
}

fn walk(files: &dyn Files, folder: &Path, prefix: &str, depth: usize, found: &mut Vec<String>) {
    let names = files.list(folder);
    if depth > 0 && names.iter().any(|name| name == "SKILL.md") {
        return;
    }
    for name in names {
        if found.len() >= MOST {
            return;
        }
        match name.strip_suffix('/') {
            Some(inner) => {
                let is_foreign = inner.starts_with('.') || matches!(inner, "node_modules" | "__pycache__" | "target");
                if !is_foreign && depth < DEEPEST {
                    walk(files, &folder.join(inner), &format!("{prefix}{name}"), depth + 1, found);
                }
            }
            None if name.starts_with('.') => {}
            None => found.push(format!("{prefix}{name}")),
        }
    }
}
