//! Whether a host may trust the folder it is started in.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::catalog::{Environment, SettingsFile, expanded_path, look_up, parsed};
use crate::disk::real::real_path;
use crate::disk::settings;
use crate::hosts::{ControlRule, FileKey, Host, TrustRule};
use crate::text::slashed;

/// Why the working directory is not trusted; `None` when it is, or when nobody has decided yet.
pub(super) fn distrust(
    rule: &TrustRule,
    host: &Host,
    files: &[SettingsFile],
    environment: &Environment,
) -> Option<String> {
    let variable = |name: &str| environment.variables.get(name).map(String::as_str);
    if let Some(name) = rule.never_when.iter().find(|name| variable(name) == Some("true")) {
        return Some(format!("`{name}` is set"));
    }
    if let Some(name) = &rule.variable {
        match variable(name) {
            Some("true") => return None,
            Some("false") => return Some(format!("`{name}` is `false`")),
            _ => {}
        }
    }
    // What a folder says of itself does not count.
    let said = files.iter().filter(|file| !file.when_trusted).find_map(|file| {
        let settings = parsed(file, host.controls.comments).ok()?;
        look_up(&settings, rule.setting.as_ref()?)?.as_bool()
    });
    if !said.unwrap_or(!rule.off_by_default) {
        return None;
    }
    let path = expanded_path(&rule.file, environment)?;
    let file = settings::read(path, &environment.reach, &mut Vec::new())?;
    let folders = parsed(&file, true).ok()?;
    let here = real(&environment.working_directory);
    let mut longest: Option<(usize, &str)> = None;
    for (folder, word) in folders.as_object()? {
        let Some(word) = word.as_str() else { continue };
        let place = match word == rule.trusts_parent {
            true => Path::new(folder).parent().unwrap_or(Path::new(folder)),
            false => Path::new(folder),
        };
        let length = folder.chars().count();
        if here.starts_with(real(place)) && longest.is_none_or(|(known, _)| length > known) {
            longest = Some((length, word));
        }
    }
    let (_, word) = longest?;
    (word == rule.distrusts).then(|| format!("`{}` says {word}", file.path.display()))
}

/// Whether the user has said that the project is to be trusted.
pub(super) fn is_accepted(rule: &FileKey, environment: &Environment) -> bool {
    let root = environment.main_checkout.as_ref().or(environment.git_root.as_ref());
    let project = root.unwrap_or(&environment.working_directory);
    // Claude Code writes a key with slashes on Windows too.
    let key = rule.key.replace("{here}", &slashed(project));
    // A file that cannot be read is spoken of where usage is read.
    let file = expanded_path(&rule.file, environment)
        .and_then(|path| settings::read(path, &environment.reach, &mut Vec::new()));
    let said = file.and_then(|file| look_up(&parsed(&file, false).ok()?, &key)?.as_bool());
    said == Some(true)
}

/// The projects that settings outside of projects speak of, and whether these are trusted; the strongest settings count.
pub(super) fn projects(key: &str, rule: &ControlRule, files: &[SettingsFile]) -> HashMap<PathBuf, bool> {
    let mut projects = HashMap::new();
    for file in files.iter().rev().filter(|file| !file.when_trusted) {
        let Ok(settings) = parsed(file, rule.comments) else { continue };
        for (folder, project) in look_up(&settings, key).and_then(|it| it.as_object()).into_iter().flatten() {
            if let Some(level) = project.get("trust_level").and_then(|level| level.as_str()) {
                projects.insert(PathBuf::from(folder), level == "trusted");
            }
        }
    }
    projects
}

/// Whether the settings file of a project counts: the nearest word decides, for its own folder, for the root of the
/// project, or for the main checkout.
pub(super) fn is_trusted(
    projects: &HashMap<PathBuf, bool>,
    rule: &ControlRule,
    file: &Path,
    environment: &Environment,
) -> bool {
    let written = rule.files.iter().flat_map(|rule| &rule.paths).find(|written| file.ends_with(written));
    let folder = written.and_then(|written| file.ancestors().nth(Path::new(written).components().count()));
    let root = environment.git_root.as_deref().unwrap_or(&environment.working_directory);
    let asked = [folder, Some(root), environment.main_checkout.as_deref()];
    asked.into_iter().flatten().find_map(|folder| projects.get(folder).or_else(|| projects.get(&real(folder)))).copied()
        == Some(true)
}

fn real(path: &Path) -> PathBuf {
    real_path(path).unwrap_or_else(|_| path.to_owned())
}
