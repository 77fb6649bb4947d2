//! Which skill a name means, when it is said without a place.

use std::path::Path;

use crate::catalog::{Candidate, Catalog, Skill, SkillId, View};
use crate::features::list::is_used;
use crate::features::unfound::Unfound;
use crate::features::why::{candidates as called, nearest_id};
use crate::words::guessed;

/// The skill that `name` means in `hosts`: an id there, or the absolute path of the skill's file or folder. Refused in
/// one sentence when it means none or several; `shown` writes a place, `choose` says how to choose one.
pub fn meant<'a>(
    catalog: &'a Catalog,
    hosts: &[String],
    name: &str,
    shown: impl Fn(&Path) -> String,
    choose: &str,
) -> Result<(SkillId, &'a Skill), Unfound> {
    let path = Path::new(name);
    // Also one that names no drive, on Windows.
    if path.has_root() {
        return at(catalog, path).ok_or_else(|| Unfound::Absent(format!("there is no skill at {}", shown(path))));
    }
    let views: Vec<&View> = catalog.views().iter().filter(|view| hosts.contains(&view.host.id)).collect();
    let used = skills(catalog, &views, name, |candidate| is_used(candidate.verdict.status));
    let found = if used.is_empty() { skills(catalog, &views, name, |_| true) } else { used };
    match found.as_slice() {
        [(id, skill, _)] => Ok((*id, skill)),
        [] => {
            let who = match views.as_slice() {
                [view] => format!("{} has no", view.host.name),
                _ => "no agent has a".to_owned(),
            };
            Err(Unfound::Absent(format!("{who} skill `{name}`{}", guessed(nearest_id(catalog, hosts, name)))))
        }
        several => {
            let places = several.iter().map(|(_, skill, hosts)| format!("{} ({})", shown(&skill.path), few(hosts)));
            let places = places.collect::<Vec<_>>().join("; ");
            Err(Unfound::Wrong(format!("`{name}` means several skills: {places}: {choose}")))
        }
    }
}

/// Some names, and how many more there are.
fn few(names: &[&str]) -> String {
    const MOST: usize = 3;
    let shown = names.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The skill at a path: its file, or its folder.
pub fn at<'a>(catalog: &'a Catalog, path: &Path) -> Option<(SkillId, &'a Skill)> {
    let id = catalog.by_path(path).or_else(|| catalog.by_path(&path.join("SKILL.md")))?;
    Some((id, catalog.skill(id)?))
}

/// The skills of a name, each file once, with the names of the hosts that mean it.
fn skills<'a>(
    catalog: &'a Catalog,
    views: &[&'a View],
    name: &str,
    counts: impl Fn(&Candidate) -> bool,
) -> Vec<(SkillId, &'a Skill, Vec<&'a str>)> {
    let mut found: Vec<(SkillId, &Skill, Vec<&str>)> = Vec::new();
    for view in views {
        let mut candidates: Vec<&Candidate> = view.named(name).filter(|candidate| counts(candidate)).collect();
        if candidates.is_empty() {
            // In some hosts a skill has a name besides its id.
            let is_called = |it: &&Candidate| it.label_name.as_deref() == Some(name) && counts(it);
            candidates = view.candidates.iter().filter(is_called).collect();
        }
        if candidates.is_empty() {
            candidates = called(catalog, view, name).into_iter().filter(|candidate| counts(candidate)).collect();
        }
        for candidate in candidates {
            let Some(skill) = catalog.skill(candidate.skill) else { continue };
            match found.iter_mut().find(|(_, known, _)| known.real == skill.real) {
                Some((_, _, hosts)) => {
                    if hosts.last() != Some(&view.host.name.as_str()) {
                        hosts.push(&view.host.name);
                    }
                }
                None => found.push((candidate.skill, skill, vec![&view.host.name])),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    const TREE: &str = "
        //- /home/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: One
        ---
        //- /home/shop/.claude/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Two
        ---
        //- /home/shop/.agents/skills/deploy/SKILL.md
        ---
        name: deploy
        description: Three
        ---
        //- /home/shop/.claude/skills/pdf/SKILL.md
        ---
        name: pdf
        description: Four
        ---
        ";

    fn check(hosts: &[&str], name: &str, expected: &str) {
        let found = ask(TREE, |context, _| {
            let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
            let shown = |path: &Path| path.display().to_string();
            match meant(context.catalog, &hosts, name, shown, "choose") {
                Ok((_, skill)) => skill.path.display().to_string(),
                Err(unfound) => unfound.into(),
            }
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn the_one_that_is_used() {
        check(&["claude-code"], "deploy", "/home/.claude/skills/deploy/SKILL.md");
        check(&["claude-code"], "/home/shop/.claude/skills/deploy", "/home/shop/.claude/skills/deploy/SKILL.md");
        check(&["claude-code", "opencode"], "pdf", "/home/shop/.claude/skills/pdf/SKILL.md");
    }

    #[test]
    fn several_and_none() {
        check(
            &["claude-code", "codex"],
            "deploy",
            "`deploy` means several skills: /home/.claude/skills/deploy/SKILL.md (Claude Code); \
             /home/shop/.agents/skills/deploy/SKILL.md (Codex): choose",
        );
        check(&["claude-code"], "depoly", "Claude Code has no skill `depoly`: did you mean `deploy`?");
        check(&["claude-code", "codex"], "xyz", "no agent has a skill `xyz`");
        check(&["claude-code"], "/nowhere", "there is no skill at /nowhere");
    }
}
