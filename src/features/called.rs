//! Which skills a name leads to, and by which names a skill is called.

use std::collections::BTreeSet;

use crate::catalog::{Catalog, Skill, SkillId, Status, View};
use crate::features::Context;
use crate::words::add_new;

/// The skills to which a name leads: in the hosts for which the author writes, or else in any host that has it, or else
/// whatever is called so.
pub fn leads_to(context: &Context<'_>, name: &str) -> Vec<SkillId> {
    let views = context.hosts.iter().filter_map(|host| context.catalog.view(&host.id));
    let mut found = leading_in(views, name);
    if found.is_empty() {
        found = leading_in(context.catalog.views(), name);
    }
    if found.is_empty() {
        let skills = context.catalog.skills().filter(|(_, skill)| own_names(skill).any(|it| it == name));
        found = skills.map(|(id, _)| id).collect();
    }
    each_file_once(context.catalog, found)
}

/// The skills without those that are another's file by a link.
pub(crate) fn each_file_once(catalog: &Catalog, ids: Vec<SkillId>) -> Vec<SkillId> {
    let mut kept: Vec<(SkillId, &Skill)> = Vec::new();
    for (id, skill) in ids.into_iter().filter_map(|id| Some((id, catalog.skill(id)?))) {
        match kept.iter_mut().find(|(_, known)| known.real == skill.real) {
            Some(known) if skill.path == skill.real => *known = (id, skill),
            Some(_) => {}
            None => kept.push((id, skill)),
        }
    }
    kept.into_iter().map(|(id, _)| id).collect()
}

/// The skills that some of these hosts use when the name is called.
pub(crate) fn leading_in<'a>(views: impl IntoIterator<Item = &'a View>, name: &str) -> Vec<SkillId> {
    let mut found = Vec::new();
    for view in views {
        let used = view.named(name).filter(|candidate| is_used(candidate.verdict.status));
        add_new(&mut found, used.map(|candidate| candidate.skill));
    }
    found
}

/// Whether a skill of this status is the one that its name means.
fn is_used(status: Status) -> bool {
    match status {
        Status::Active | Status::Ambiguous | Status::Hidden | Status::Conditional => true,
        Status::Shadowed | Status::Disabled | Status::Skipped | Status::Unread => false,
    }
}

/// The names a skill has by itself: that of its folder or file, and its `name`.
pub(crate) fn own_names(skill: &Skill) -> impl Iterator<Item = &str> {
    let name = skill.name.as_ref().map(|name| name.text.trim()).filter(|name| *name != &*skill.folder);
    [&*skill.folder].into_iter().chain(name).filter(|name| !name.is_empty())
}

/// The skills that are one file on disk with this one, itself included.
pub(crate) fn same_file(catalog: &Catalog, id: SkillId) -> Vec<SkillId> {
    let Some(skill) = catalog.skill(id) else { return Vec::new() };
    let twins = catalog.skills().filter(|(_, other)| other.real == skill.real);
    twins.map(|(id, _)| id).collect()
}

/// The names that mean this skill in some host: those that lead to it, and those of its own that lead nowhere else.
pub(crate) fn names_of(catalog: &Catalog, id: SkillId) -> BTreeSet<String> {
    let same = same_file(catalog, id);
    let mut names: BTreeSet<String> = BTreeSet::new();
    for twin in &same {
        names.extend(catalog.skill(*twin).into_iter().flat_map(own_names).map(str::to_owned));
        for view in catalog.views() {
            names.extend(view.all_of_skill(*twin).map(|candidate| candidate.id.to_string()));
        }
    }
    names.retain(|name| {
        let leading = leading_in(catalog.views(), name);
        leading.is_empty() || leading.iter().any(|it| same.contains(it))
    });
    names
}

/// Whether a name also means a skill that lies outside this folder.
pub(crate) fn is_called_outside(catalog: &Catalog, name: &str, folder: &std::path::Path) -> bool {
    let leading = leading_in(catalog.views(), name);
    leading.iter().filter_map(|id| catalog.skill(*id)).any(|skill| !skill.path.starts_with(folder))
}
