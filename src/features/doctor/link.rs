//! What is the matter with a link that leads nowhere, and how to make it lead somewhere.

use std::path::{Path, PathBuf};

use crate::catalog::{Files, normal};
use crate::words::likely;

use super::{Facts, command};

/// So many links are followed.
const MOST_LINKS: usize = 40;

/// What is amiss, and the next step.
pub(super) fn broken(facts: &Facts<'_>, path: &Path) -> (String, String) {
    let shown = command::path(facts.environment, path);
    let looking = format!("ls -l {shown}");
    let Some(target) = facts.files.link(path) else { return ("a link that leads nowhere".to_owned(), looking) };
    let is = facts.environment.short(&target);
    if is_circle(facts.files, path) {
        return (format!("a link that leads nowhere: to `{is}`, which leads back to it, in a circle"), looking);
    }
    let around = facts.environment.short(path.parent().unwrap_or(path));
    let around = if around.is_empty() { "here".to_owned() } else { format!("`{around}`") };
    let words = match target.is_absolute() {
        true => format!("a link that leads nowhere: there is no `{is}`"),
        false => format!("a link that leads nowhere: seen from {around}, there is no `{is}`"),
    };
    let absolute = normal(&path.parent().unwrap_or(path).join(&target));
    if let Some(near) = nearly(facts.files, &absolute) {
        let near = command::whole(facts.environment, &near);
        return (format!("{words}; there is `{near}`"), format!("ln -sfn {near} {shown}"));
    }
    // Whoever makes a link writes the path as it is from where they stand.
    let stood = [Some(&facts.environment.working_directory), facts.environment.home.as_ref()];
    let mut meant = stood.into_iter().flatten().map(|folder| normal(&folder.join(&target)));
    match meant.find(|meant| target.is_relative() && facts.files.kind(meant).is_some()) {
        Some(meant) => (words, format!("ln -sfn {} {shown}", command::whole(facts.environment, &meant))),
        None => (words, looking),
    }
}

/// What lies at nearly the same path: one folder on the way is called a little otherwise by now.
fn nearly(files: &dyn Files, target: &Path) -> Option<PathBuf> {
    let around = target.ancestors().skip(1).find(|around| files.kind(around).is_some())?;
    let rest = target.strip_prefix(around).ok()?;
    let mut parts = rest.iter();
    let name = parts.next()?.to_str()?;
    let below = parts.as_path();
    let names = files.list(around);
    let mut folders = names.iter().map(|name| name.trim_end_matches('/')).filter(|it| likely(name, [*it]).is_some());
    let found = folders.find(|it| files.kind(&around.join(it).join(below)).is_some())?;
    Some(around.join(found).join(below).components().collect())
}

/// Whether links lead from one to the next without an end.
fn is_circle(files: &dyn Files, path: &Path) -> bool {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Some(target) = files.link(&at) else { return false };
        at = normal(&at.parent().unwrap_or(&at).join(target));
    }
    true
}
