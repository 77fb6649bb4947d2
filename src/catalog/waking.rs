//! Which of the touched files wake skills that wait for one.

use std::path::{Path, PathBuf};

use crate::catalog::{Candidate, View, paths};

/// Whether a candidate waits for a file: it has `paths`, and the host looks at them where it lies. Claude Code lets
/// nothing in a nested folder wait a second time, and ignores `paths` in commands and in plugins.
pub(crate) fn waits(view: &View, candidate: &Candidate) -> bool {
    let Some(place) = view.place(candidate) else { return false };
    view.host.controls.conditional_paths
        && !place.later
        && !place.layout.is_commands()
        && place.plugin.is_none()
        && !candidate.reading.paths.is_empty()
}

/// The files that wake skills: all that were touched, or only the first that wakes any. Claude Code reads several
/// files at once and looks for nested skills on the way to each, so that a file in fewer folders is through sooner,
/// and one below nested skills last.
pub(crate) fn waking(view: &View) -> Vec<PathBuf> {
    let touched = &view.environment.touched;
    if !view.host.controls.wakes_once || touched.len() < 2 {
        return touched.clone();
    }
    let here = &view.environment.working_directory;
    let waiting: Vec<&Candidate> = view.candidates.iter().filter(|candidate| waits(view, candidate)).collect();
    let mut files: Vec<&PathBuf> = touched.iter().collect();
    files.sort_by_cached_key(|file| (has_nested(view, file), file.components().count()));
    let wakes = |file: &PathBuf| {
        waiting.iter().any(|candidate| {
            paths::matches(view.host.controls.path_patterns, &candidate.reading.paths, here, std::slice::from_ref(file))
        })
    };
    files.into_iter().find(|file| wakes(file)).into_iter().cloned().collect()
}

impl View {
    /// Whether it matters to the host that a file is touched: a skill waits for it, or is found on the way to it.
    pub fn is_woken_by(&self, file: &Path) -> bool {
        let here = &self.environment.working_directory;
        let files = [file.to_owned()];
        let mut waiting = self.candidates.iter().filter(|candidate| waits(self, candidate));
        let patterns = self.host.controls.path_patterns;
        let mut is_waited_for = || waiting.any(|it| paths::matches(patterns, &it.reading.paths, here, &files));
        file.starts_with(here) && (has_nested(self, file) || is_waited_for())
    }
}

/// Whether a nested root with skills lies between the file and the working directory.
fn has_nested(view: &View, file: &Path) -> bool {
    view.candidates.iter().filter_map(|candidate| view.place(candidate)).filter(|place| place.later).any(|place| {
        let root = view.host.roots.get(place.rule);
        let bases = root.into_iter().flat_map(|root| &root.paths);
        bases.filter_map(|path| base(&place.path, path)).any(|base| file.starts_with(base))
    })
}

/// The folder below which `path` makes `place`.
fn base<'a>(place: &'a Path, path: &str) -> Option<&'a Path> {
    place.ends_with(path).then(|| place.ancestors().nth(Path::new(path).iter().count()))?
}
