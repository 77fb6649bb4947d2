//! Skills by what someone types of their names.

use std::collections::HashSet;

use crate::catalog::{Catalog, Environment, FoundKind, Skill, SkillId};
use crate::features::Location;
use crate::words::short;

/// A skill that was found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundSkill {
    /// How well it fits: the smaller, the better.
    rank: u8,
    /// Its name.
    pub name: String,
    /// Its place.
    pub location: Location,
    /// Its root and the scope of that, as people write them.
    pub container: String,
    /// Whether it is a command.
    pub is_command: bool,
}

/// How many are shown.
pub const MOST: usize = 256;

/// The skills whose names fit what was typed, the best first, at most [`MOST`].
pub fn found_skills(catalog: &Catalog, environment: &Environment, query: &str) -> Vec<FoundSkill> {
    let query: Vec<char> = query.trim().trim_start_matches(['/', '$']).to_lowercase().chars().collect();
    let mut seen = HashSet::new();
    let mut fitting: Vec<(u8, &str, SkillId, &Skill)> = Vec::new();
    for (id, skill) in catalog.skills() {
        let name = skill.name.as_ref().map(|name| name.text.trim()).filter(|name| !name.is_empty());
        let names = [name.unwrap_or(&skill.folder), &skill.folder];
        let best = names.iter().filter_map(|name| fit(name, &query)).min();
        if let Some(rank) = best.filter(|_| seen.insert(&skill.real)) {
            fitting.push((rank, names[0], id, skill));
        }
    }
    fitting.sort_by_key(|(rank, name, _, skill)| (*rank, *name, &skill.path));
    fitting.truncate(MOST);
    let show = |(rank, name, id, skill): (u8, &str, SkillId, &Skill)| FoundSkill {
        rank,
        name: name.to_owned(),
        location: Location { path: skill.path.clone(), span: skill.headline },
        container: container(catalog, environment, id, skill),
        is_command: skill.kind == FoundKind::Command,
    };
    fitting.into_iter().map(show).collect()
}

/// How well a name fits: the same, starts so, a word of it starts so, holds it, or holds its letters in this order.
fn fit(name: &str, query: &[char]) -> Option<u8> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    if name == query {
        return Some(0);
    }
    if name.starts_with(query) {
        return Some(1);
    }
    let at = name.windows(query.len().max(1)).position(|window| window == query);
    if let Some(at) = at {
        let opens_a_word =
            at.checked_sub(1).and_then(|before| name.get(before)).is_some_and(|it| !it.is_alphanumeric());
        return Some(if opens_a_word { 2 } else { 3 });
    }
    let mut letters = name.iter();
    query.iter().all(|wanted| letters.any(|letter| letter == wanted)).then_some(4)
}

/// The root of a skill and what kind of root it is: `~/.claude/skills (user)`.
fn container(catalog: &Catalog, environment: &Environment, id: SkillId, skill: &Skill) -> String {
    let places = catalog.views().iter().flat_map(|view| {
        view.all_of_skill(id).filter_map(|candidate| view.place(candidate)).map(|place| (&place.path, &place.source))
    });
    // The nearest root, when one lies in another.
    match places.max_by_key(|(path, _)| path.components().count()) {
        Some((root, source)) => format!("{} ({source})", short(root, environment)),
        None => short(skill.path.parent().unwrap_or(&skill.path), environment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;

    fn check(query: &str, expected: &[&str]) {
        let fixture = "
            //- /home/shop/.claude/skills/deploy/SKILL.md
            ---
            name: deploy
            ---
            //- /home/.claude/skills/app-deploy/SKILL.md
            ---
            name: app-deploy
            ---
            //- /home/.claude/skills/pdf/SKILL.md
            No name.
            //- /home/shop/.claude/commands/redeploy.md
            Again.
            ";
        let found = ask(fixture, |context, _| {
            let found = found_skills(context.catalog, context.environment, query).into_iter();
            found.map(|it| format!("{} in {}", it.name, it.container)).collect::<Vec<_>>()
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn the_best_come_first() {
        check(
            "deploy",
            &[
                "deploy in .claude/skills (project)",
                "app-deploy in ~/.claude/skills (user)",
                "redeploy in .claude/commands (project)",
            ],
        );
        check("/PDF", &["pdf in ~/.claude/skills (user)"]);
        check("apd", &["app-deploy in ~/.claude/skills (user)"]);
        check("xyz", &[]);
    }

    #[test]
    fn nothing_typed_is_all() {
        check(
            "",
            &[
                "app-deploy in ~/.claude/skills (user)",
                "deploy in .claude/skills (project)",
                "pdf in ~/.claude/skills (user)",
                "redeploy in .claude/commands (project)",
            ],
        );
    }
}
