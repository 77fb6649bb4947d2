//! The settings file that counts, with those that it extends, and those of the folders below it.

use std::path::{Path, PathBuf};

use crate::catalog::normal;
use crate::config::{Config, ConfigProblem, Overlay, Stop, extended, resolve_layers};
use crate::disk;
use crate::project::setting::check_ids;
use crate::text::Span;

/// A settings file with those that it extends, the remotest first, and what kept one from being read.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// The files with their texts; the last is the nearest.
    pub files: Vec<(PathBuf, String)>,
    problems: Vec<ConfigProblem>,
}

/// So many files may extend each other, one behind the other.
const DEEPEST: usize = 16;

impl Layers {
    /// A settings file, and those that it extends.
    pub fn of(path: PathBuf, text: String) -> Layers {
        let mut layers = Layers::default();
        let mut line = vec![normal(&path)];
        layers.follow(&path, &text, &mut line, true);
        layers.files.push((path, text));
        layers
    }

    fn follow(&mut self, path: &Path, text: &str, line: &mut Vec<PathBuf>, is_nearest: bool) {
        for (name, span) in extended(text) {
            let target = normal(&path.parent().unwrap_or(path).join(&name));
            // Without what it extends, nothing would be judged as the team wants it.
            let mut problem = |message: String| {
                let file = (!is_nearest).then(|| path.to_owned());
                let stops = Some(Stop::File);
                self.problems.push(ConfigProblem { stops, file, ..ConfigProblem::new(span, message) });
            };
            if line.contains(&target) || line.len() > DEEPEST {
                let names: Vec<String> = line.iter().chain([&target]).map(|it| format!("`{}`", name_of(it))).collect();
                problem(format!("{} extend each other in a circle", names.join(", ")));
                continue;
            }
            if self.files.iter().any(|(known, _)| *known == target) {
                continue;
            }
            match disk::read_text(&target) {
                Ok(text) => {
                    line.push(target.clone());
                    self.follow(&target, &text, line, false);
                    line.pop();
                    self.files.push((target, text));
                }
                Err(error) => problem(format!("cannot read `{name}`: {}", disk::words(&error))),
            }
        }
    }

    /// The settings in force, and what is wrong with them.
    pub fn resolved(&self, overlay: &Overlay) -> (Config, Vec<ConfigProblem>) {
        let layers: Vec<(PathBuf, &str)> =
            self.files.iter().map(|(path, text)| (path.clone(), text.as_str())).collect();
        let (config, mut problems) = resolve_layers(&layers, overlay, &check_ids());
        // What stands in a file that is no settings file is not shown: it may be anything.
        for problem in problems.iter_mut().filter(|it| it.file.is_some() && it.stops == Some(Stop::File)) {
            *problem = ConfigProblem {
                message: "this is extended and does not parse".to_owned(),
                span: Span::default(),
                ..problem.clone()
            };
        }
        problems.extend(self.problems.iter().cloned());
        problems.dedup();
        (config, problems)
    }

    /// The text of one of the files.
    pub fn text(&self, path: &Path) -> Option<&str> {
        self.files.iter().find(|(known, _)| known == path).map(|(_, text)| text.as_str())
    }

    /// The nearest file.
    pub fn nearest(&self) -> Option<&(PathBuf, String)> {
        self.files.last()
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A settings file of a folder below, its text, and what is wrong in it.
pub type Below = (PathBuf, String, Vec<ConfigProblem>);

/// Lays the settings of folders below over those that count: the deeper, the later.
pub(super) fn add_below(config: &mut Config, working_directory: &Path, mut files: Vec<PathBuf>) -> Vec<Below> {
    let own = config.file.as_deref().and_then(Path::parent).unwrap_or(working_directory).to_owned();
    files.retain(|file| file.parent().is_some_and(|folder| folder.starts_with(&own) && folder != own));
    // Of two in one folder the first name counts, as elsewhere.
    files.sort_by_key(|file| {
        (file.components().count(), file.parent().map(Path::to_owned), std::cmp::Reverse(file.clone()))
    });
    files.dedup_by(|again, first| again.parent() == first.parent());
    let mut below = Vec::new();
    for file in files {
        let Ok(text) = disk::read_text(&file) else { continue };
        let layers = Layers::of(file.clone(), text.clone());
        let mut problems: Vec<ConfigProblem> = layers.problems.clone();
        problems.iter_mut().for_each(|problem| problem.file = problem.file.take().or_else(|| Some(file.clone())));
        problems.extend(config.add_folder(&layers.files, &check_ids()));
        below.push((file, text, problems));
    }
    below
}

/// Whether the settings of a folder below leave a file out.
pub(super) fn leave_out(below: &[Below], config: &Config, path: &Path) -> bool {
    let is_below = |(file, ..): &Below| file.parent().is_some_and(|folder| path.starts_with(folder));
    below.iter().any(is_below) && config.exclusion.has(path)
}
