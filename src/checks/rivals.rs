//! Skills that want the same name: how findings speak of them.

use std::path::Path;

use crate::catalog::{Candidate, Catalog, Environment, Skill, SkillId, Status, View};
use crate::checks::Related;

/// How many other places a finding names.
pub(crate) const NAMED: usize = 16;

/// Whether it does not matter which of two files is used: they are one, or equal byte for byte.
pub(crate) fn are_identical(one: &Skill, other: &Skill) -> bool {
    one.real == other.real || (one.hash == other.hash && one.length == other.length)
}

/// The other candidates for the id of `candidate` in this status, each skill once.
pub(crate) fn others<'a>(view: &'a View, candidate: &Candidate, status: Status) -> Vec<&'a Candidate> {
    let mut others: Vec<&Candidate> = Vec::new();
    for other in view.named(&candidate.id) {
        let is_new = other.skill != candidate.skill && !others.iter().any(|it| it.skill == other.skill);
        if is_new && other.verdict.status == status {
            others.push(other);
        }
        if others.len() > NAMED {
            break;
        }
    }
    others
}

/// The places of other skills, with a word about each.
pub(crate) fn related(
    catalog: &Catalog,
    ids: impl IntoIterator<Item = SkillId>,
    message: impl Into<String>,
) -> Vec<Related> {
    let message = message.into();
    let skills = ids.into_iter().filter_map(|id| catalog.skill(id));
    let place = |skill: &Skill| Related { path: skill.path.clone(), span: skill.headline, message: message.clone() };
    skills.map(place).collect()
}

/// A path as people write it: from the working directory, or from home. The folder of a `SKILL.md` stands for it.
pub(crate) fn short(path: &Path, environment: &Environment) -> String {
    let is_skill = path.file_name().is_some_and(|name| name == "SKILL.md");
    let path = path.parent().filter(|_| is_skill).unwrap_or(path);
    environment.short(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_from_here_or_from_home() {
        let environment = Environment {
            working_directory: "/home/me/shop".into(),
            home: Some("/home/me".into()),
            ..Environment::default()
        };
        let show = |path: &str| short(Path::new(path), &environment);
        assert_eq!(show("/home/me/shop/.claude/skills/a/SKILL.md"), ".claude/skills/a");
        assert_eq!(show("/home/me/.claude/skills/a/SKILL.md"), "~/.claude/skills/a");
        assert_eq!(show("/etc/skills/a.md"), "/etc/skills/a.md");
    }
}
