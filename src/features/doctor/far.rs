//! Skills that lie far from where anybody looks, for whoever would otherwise be told of none at all.

use std::path::Path;

use crate::catalog::SkillRoot;
use crate::features::creation;
use crate::hosts::Scope;

use super::{Cause, Facts, Line, command};

/// So many are told.
const TOLD: usize = 12;
const PACKAGES: &str = "node_modules";

/// A line for each skill anywhere in the home folder.
pub(super) fn lines(facts: &Facts<'_>) -> Vec<Line> {
    let mut skills = (facts.somewhere)(None);
    skills.sort();
    skills.iter().take(TOLD).map(|path| line(facts, &name_of(path), path)).collect()
}

fn name_of(path: &Path) -> String {
    path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

/// A skill that lies where nobody would look for it from here.
pub(super) fn line(facts: &Facts<'_>, name: &str, path: &Path) -> Line {
    let environment = facts.environment;
    let folder = path.parent().unwrap_or(path);
    let root = SkillRoot::of(facts.known, path);
    let holder = root.as_ref().and_then(SkillRoot::holder);
    let is_below = holder.is_some_and(|holder| holder.starts_with(&environment.working_directory));
    let packages = path.ancestors().find(|folder| folder.ends_with(PACKAGES));
    let copying = || {
        let mut views = facts.hosts.iter().filter_map(|id| facts.catalog.view(id));
        let scope = if packages.is_some() { Scope::Project } else { Scope::User };
        let root = views.find_map(|view| creation::root(view, scope));
        root.map(|root| command::copying(environment, facts.files, folder, &root.join(name)))
    };
    if let Some(outer) = folder.ancestors().skip(1).find(|around| facts.files.kind(&around.join("SKILL.md")).is_some())
    {
        let is = format!("it lies inside the skill `{}`", outer.file_name().unwrap_or_default().to_string_lossy());
        let words = format!("{is}, and no agent here looks for skills inside a skill");
        let next = outer.parent().map(|root| command::moving(environment, facts.files, folder, &root.join(name)));
        return Line::new(Cause::Nobody, name, folder, words).next(next);
    }
    let (words, next) = match (packages, holder) {
        (Some(_), _) => (format!("it came with a package into `{PACKAGES}`, where no agent looks"), copying()),
        (None, Some(holder)) => {
            let place = if is_below { "a project below this folder" } else { "another project" };
            let words =
                format!("it lies in {place}, `{}`: the agent has to be started there", environment.short(holder));
            (words, Some(command::going(environment, holder)))
        }
        (None, None) => {
            let around = folder.parent().unwrap_or(folder);
            (format!("no agent looks for skills in `{}`", environment.short(around)), copying())
        }
    };
    Line::new(Cause::Nobody, name, folder, words).next(next)
}
