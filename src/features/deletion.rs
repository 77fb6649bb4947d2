//! Whether a skill may be deleted, and what goes with it.

use std::path::{Path, PathBuf};

use crate::catalog::{Catalog, FoundKind, Skill};
use crate::features::meant::at;
use crate::hosts::Scope;

/// The folder that goes when the skill at `path`, its file or its folder, is deleted. Refused with a reason for all
/// but the user's own skills.
pub fn deletable(catalog: &Catalog, path: &Path) -> Result<PathBuf, String> {
    let (id, skill) = at(catalog, path).ok_or_else(|| format!("there is no skill at {}", path.display()))?;
    let refused = |reason: &str| Err(format!("cannot delete {}: {reason}", skill.path.display()));
    let (FoundKind::Skill, Some(folder)) = (skill.kind, skill.path.parent()) else {
        return refused("it is not a folder with a SKILL.md");
    };
    let mut is_users = false;
    for view in catalog.views() {
        for candidate in view.all_of_skill(id) {
            match view.place(candidate) {
                Some(place) if place.plugin.is_some() || place.scope == Scope::Plugin => {
                    return refused("it comes with a plugin");
                }
                Some(place) if place.scope == Scope::Managed => return refused("an administrator has put it there"),
                Some(place) if place.path.starts_with(folder) => {
                    return refused("its folder is one in which agents look for skills");
                }
                Some(place) => is_users |= place.scope == Scope::User && folder.starts_with(&place.path),
                None => {}
            }
        }
    }
    if !is_users {
        return refused("it is not a user skill, and only those can be deleted");
    }
    let is_inside = |other: &Skill| other.path != skill.path && other.path.starts_with(folder);
    match catalog.skills().find(|(_, other)| is_inside(other)) {
        Some((_, other)) => refused(&format!("its folder holds another skill, {}", other.path.display())),
        None => Ok(folder.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    fn check(path: &str, expected: Result<&str, &str>) {
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            //- /home/.agents/skills/group/SKILL.md
            ---
            name: group
            ---
            //- /home/.agents/skills/group/inner/SKILL.md
            ---
            name: inner
            ---
            ";
        let found = ask(fixture, |context, _| deletable(context.catalog, Path::new(path)));
        assert_eq!(found, expected.map(PathBuf::from).map_err(str::to_owned));
    }

    #[test]
    fn the_users_own_and_no_other() {
        check("/home/.claude/skills/pdf/SKILL.md", Ok("/home/.claude/skills/pdf"));
        check("/home/.claude/skills/pdf", Ok("/home/.claude/skills/pdf"));
        check(
            "/home/shop/.claude/skills/deploy",
            Err(
                "cannot delete /home/shop/.claude/skills/deploy/SKILL.md: it is not a user skill, and only those can be deleted",
            ),
        );
        check("/home", Err("there is no skill at /home"));
        check(
            "/home/.agents/skills/group",
            Err("cannot delete /home/.agents/skills/group/SKILL.md: its folder holds another skill, \
                 /home/.agents/skills/group/inner/SKILL.md"),
        );
    }
}
