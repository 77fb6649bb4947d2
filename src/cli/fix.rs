//! Applies fixes: in memory, again and again until nothing changes, then to disk.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::Reach;
use crate::checks::{Diagnostic, FileEdit, Fix};
use crate::cli::session::Session;
use crate::config::Level;
use crate::disk;
use crate::document;
use crate::features::fixing::{self, Courage, ROUNDS, Refused, chosen, moves};
use crate::text::{Edit, apply};

/// What the fixes would make of the files.
#[derive(Default)]
pub(crate) struct Mended {
    /// Changed texts by path: before and after.
    pub(crate) texts: BTreeMap<PathBuf, (Arc<str>, Arc<str>)>,
    /// New files and new names, in order.
    pub(crate) moves: Vec<FileEdit>,
    /// How many fixes were applied, by the file or folder that changes.
    pub(crate) counts: BTreeMap<PathBuf, usize>,
    /// The fixes that were left alone, by file.
    pub(crate) refused: BTreeMap<PathBuf, Vec<Refused>>,
}

impl Mended {
    /// How many fixes were applied.
    pub(crate) fn count(&self) -> usize {
        self.counts.values().sum()
    }

    /// How many files change.
    pub(crate) fn files(&self) -> usize {
        self.paths().count()
    }

    /// The files and folders that change, by their old names.
    pub(crate) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let moved = self.moves.iter().filter_map(moved);
        self.texts.keys().map(PathBuf::as_path).chain(moved).map(Path::to_owned)
    }
}

/// The file or folder that an edit makes or renames.
fn moved(edit: &FileEdit) -> Option<&Path> {
    match edit {
        FileEdit::Here(_) => None,
        FileEdit::Create { path, .. } => Some(path),
        FileEdit::Rename { from, .. } => Some(from),
    }
}

/// Applies fixes in memory to the files that were asked for. The session then knows the new texts.
pub(crate) fn mend(session: &mut Session, courage: Courage, least: Level) -> Mended {
    let mut mended = Mended::default();
    let twins = twins(session);
    for _ in 0..ROUNDS {
        let mut seen_real = HashSet::new();
        let mut changes: Vec<(PathBuf, Arc<str>, Arc<str>, usize)> = Vec::new();
        for (path, diagnostics) in mendable(session) {
            // One file under two paths is mended once.
            if twins.get(&path).is_some_and(|real| !seen_real.insert(real.clone())) {
                continue;
            }
            let Some(text) = whole_text(session, &path) else { continue };
            let of_file = mended_in(session, &path, &text, &diagnostics, courage, least);
            match of_file.refused.is_empty() {
                true => mended.refused.remove(&path),
                false => mended.refused.insert(path.clone(), of_file.refused),
            };
            if let Some(new) = of_file.text {
                changes.push((path, text, new.into(), of_file.count));
            }
        }
        if changes.is_empty() {
            break;
        }
        for (path, old, new, count) in changes {
            let real = twins.get(&path);
            for (twin, _) in twins.iter().filter(|(_, its_real)| real.is_some() && Some(*its_real) == real) {
                session.replace(twin, new.as_bytes());
            }
            session.replace(&path, new.as_bytes());
            *mended.counts.entry(path.clone()).or_default() += count;
            let entry = mended.texts.entry(path).or_insert_with(|| (old, new.clone()));
            entry.1 = new;
        }
        session.refresh();
    }
    mended.texts.retain(|_, (old, new)| old != new);
    if courage == Courage::Preferred {
        plan_moves(session, &mut mended, least);
    }
    mended
}

/// What the fixes make of one file. After each of them it is looked at again; what follows from it for other files is
/// seen in the next round.
fn mended_in(
    session: &Session,
    path: &Path,
    text: &str,
    found: &[Diagnostic],
    courage: Courage,
    least: Level,
) -> fixing::Mended {
    let snapshot = &session.snapshot;
    fixing::mended(text, found, courage, least, |new| match snapshot.is_manifest(path) {
        true => snapshot.diagnostics_of_manifest_if(path, new),
        false => snapshot.diagnostics_if(path, &document::parse(new)),
    })
}

/// The findings of the files that may be changed.
pub(crate) fn mendable(session: &Session) -> Vec<(PathBuf, Vec<Diagnostic>)> {
    let mut found = session.diagnostics();
    found.retain(|(path, _)| session.may_change(path));
    found
}

/// Fixes that make or rename files, after all texts have settled: as many as do not touch the same paths.
fn plan_moves(session: &Session, mended: &mut Mended, least: Level) {
    let mut taken: Vec<PathBuf> = Vec::new();
    for (path, diagnostics) in mendable(session) {
        let fixes = diagnostics.iter().filter(|it| it.level >= least).filter_map(|it| chosen(it, Courage::Preferred));
        for fix in fixes.filter(|fix| moves(fix)) {
            plan_move(session, mended, &mut taken, &path, fix);
        }
    }
}

fn plan_move(session: &Session, mended: &mut Mended, taken: &mut Vec<PathBuf>, path: &Path, fix: &Fix) {
    let edits: Vec<Edit> = fix.edits_here().cloned().collect();
    let mut paths: Vec<&Path> = Vec::new();
    for edit in &fix.edits {
        match edit {
            // Two fixes of one text would each be made from the text before the other.
            FileEdit::Here(_) => paths.push(path),
            FileEdit::Create { path, .. } => paths.push(path),
            FileEdit::Rename { from, to } => paths.extend([from.as_path(), to.as_path()]),
        }
    }
    if paths.iter().any(|path| taken.iter().any(|it| it.starts_with(path) || path.starts_with(it))) {
        return;
    }
    if !edits.is_empty() {
        let Some(text) = whole_text(session, path) else { return };
        let new: Arc<str> = apply(&text, &edits).into();
        let entry = mended.texts.entry(path.to_owned()).or_insert_with(|| (text, new.clone()));
        entry.1 = new;
    }
    taken.extend(paths.into_iter().map(Path::to_owned));
    let first = fix.edits.iter().find_map(moved).unwrap_or(path);
    *mended.counts.entry(first.to_owned()).or_default() += 1;
    mended.moves.extend(fix.edits.iter().filter(|edit| !matches!(edit, FileEdit::Here(_))).cloned());
}

/// Why nothing is written or renamed behind some links.
const OUT: &str = "a link leads out of what is to be fixed; name the file itself to fix it";

/// Writes the new texts, then makes and renames files. Returns what could not be done, by the path that stays.
pub(crate) fn write(reach: &Reach, mended: &Mended) -> BTreeMap<PathBuf, String> {
    let mut problems = BTreeMap::new();
    for (path, (old, new)) in &mended.texts {
        if !disk::may_change(reach, path) {
            problems.insert(path.clone(), format!("cannot write {}: {OUT}", path.display()));
        } else if let Err(problem) = disk::write(reach, path, Some(old.as_bytes()), new) {
            problems.insert(path.clone(), problem.message);
        }
    }
    for edit in &mended.moves {
        let result = match edit {
            FileEdit::Here(_) => Ok(()),
            FileEdit::Create { path, text } => disk::write(reach, path, None, text),
            FileEdit::Rename { from, .. } if !disk::may_change(reach, from) => {
                problems.insert(from.clone(), format!("cannot rename {}: {OUT}", from.display()));
                continue;
            }
            FileEdit::Rename { from, to } => disk::rename(from, to),
        };
        if let (Err(problem), Some(path)) = (result, moved(edit)) {
            problems.insert(path.to_owned(), problem.message);
        }
    }
    problems
}

/// The text of a file when all of it was read and all of it is UTF-8: nothing else may be written back.
pub(crate) fn whole_text(session: &Session, path: &Path) -> Option<Arc<str>> {
    let bytes = session.bytes.get(path)?;
    if bytes.len() as u64 >= disk::READ_LIMIT {
        return None;
    }
    std::str::from_utf8(bytes).ok().map(Arc::from)
}

/// Paths that lead to one and the same file, by path.
fn twins(session: &Session) -> HashMap<PathBuf, PathBuf> {
    let mut by_real: HashMap<&Path, Vec<&Path>> = HashMap::new();
    for (found, _) in &session.met {
        by_real.entry(&found.real).or_default().push(&found.path);
    }
    by_real
        .into_iter()
        .filter(|(_, paths)| paths.len() > 1)
        .flat_map(|(real, paths)| paths.into_iter().map(move |path| (path.to_owned(), real.to_owned())))
        .collect()
}
