//! `skill-not-discovered`: a skill that lies where no host you write for finds it.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::{
    Bar, Controls, FoundKind, Inside, NearMiss, Obstacle, Sight, Skill, SkillRoot, SolePlace, Status, View, places,
};
use crate::checks::prelude::*;
use crate::hosts::Host;

/// Nobody finds it.
pub(crate) static CHECK: Check = Check {
    id: "skill-not-discovered",
    summary: "a skill that lies where no host you write for finds it",
    documentation: "\
## What it reports

A skill in or below a folder that is made for skills (`.claude/skills`, `.agents/skills` …), at a place that none of the
hosts you write for looks into: too deep, in a hidden folder, above the git root, or in a folder that only other hosts
read. When some of your hosts find it and others do not look so deep, it is a hint. Skills
outside of such folders are left alone.

## Why it matters

The skill is never loaded, and no host says so.

## Example

Claude Code reads only the direct children of `.claude/skills`:

```text
.claude/skills/office/pdf/SKILL.md
```

## Instead

```text
.claude/skills/office-pdf/SKILL.md
```

## Hosts

Codex, OpenCode, Copilot CLI, Pi and others search deeper; Claude Code, Gemini CLI, Qwen Code and VS Code look one folder
deep.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let skill = context.skill;
    let meets = |view: &View| view.all_of_skill(context.id).any(|candidate| candidate.verdict.status != Status::Unread);
    if skill.kind == FoundKind::Command || context.hosts.is_empty() {
        return;
    }
    let (finders, others): (Vec<&Host>, Vec<&Host>) = context
        .hosts
        .iter()
        .map(|host| host.as_ref())
        // A validator is given its skills by hand, and looks for none.
        .filter(|host| !host.validates)
        .partition(|host| context.views.iter().any(|view| view.host.id == host.id && meets(view)));
    if others.is_empty() {
        return;
    }
    let is_skill_file = skill.path.file_name().is_some_and(|name| name == "SKILL.md");
    // Of another spelling of the file name speaks another check; any Markdown file may lie in a root.
    let is_flat_skill = skill.kind == FoundKind::Flat && skill.name.is_some() && skill.description.is_some();
    if !is_skill_file && !is_flat_skill {
        return;
    }
    let Some(root) = SkillRoot::of(&context.config.known_hosts, &skill.path) else { return };
    let Some(first) = context.views.first() else { return };
    let obstacles: Vec<(&Host, Option<Obstacle>)> =
        others.into_iter().map(|host| (host, obstacle(context, first, host, &root))).collect();
    if !finders.is_empty() {
        found_by_some(context, report, &root, &finders, obstacles);
        return;
    }
    // A skill inside a skill is its material: a template, an example.
    if lies_in_a_skill(context, &root.path) || is_found_by_link(context) {
        return;
    }
    let is_foreign = |obstacle: &Option<Obstacle>| matches!(obstacle, Some(Obstacle::NeverReads(_)));
    if obstacles.iter().all(|(_, obstacle)| is_foreign(obstacle)) {
        // What other agents have elsewhere is theirs.
        if first.environment.is_elsewhere(&skill.path) {
            return;
        }
        let foreign = obstacles.into_iter().filter_map(|(host, obstacle)| Some((host, obstacle?)));
        report
            .finding(skill.headline, format!("None of the hosts you write for reads `{}`", root.owned))
            .deeds(foreign.map(deed));
        return;
    }
    let mut reason = None;
    let mut standing = Vec::new();
    for (host, obstacle) in obstacles.into_iter().filter(|(_, obstacle)| !is_foreign(obstacle)) {
        match obstacle {
            None => return,
            Some(obstacle) if is_right_there(&obstacle) => return,
            Some(obstacle) => {
                reason.get_or_insert_with(|| obstacle.of_the_file());
                standing.push((host, obstacle));
            }
        }
    }
    let Some(reason) = reason else { return };
    // Of a skill right in a root speaks `place-near-miss`, where every host looks for a folder.
    let is_without_folder = skill.path.parent() == Some(&root.path) && is_skill_file;
    let near = || NearMiss::of_skill(&context.config.known_hosts, &first.environment, context.files, &skill.path);
    let is_told = |near: NearMiss| !near.missed_by(context.hosts.iter().map(|host| &**host)).is_empty();
    if is_without_folder && near().is_some_and(is_told) {
        return;
    }
    let grade = if is_put_away(&skill.path, &root.path) { Grade::Slight } else { Grade::Mild };
    let fix =
        moved_up(context, &root).filter(|_| grade == Grade::Mild && standing.iter().all(|(_, it)| is_too_deep(it)));
    report
        .finding(skill.headline, format!("`{}` is not discovered: {reason}", skill.folder))
        .grade(grade)
        .deeds(standing.into_iter().map(deed))
        .fixes(fix);
}

/// Whether the same file is found at another place: the folder of a second agent may be a link to this one, and the
/// skill is for that agent.
fn is_found_by_link(context: &CatalogContext<'_>) -> bool {
    let is_other = |other: &Skill| other.real == context.skill.real && other.path != context.skill.path;
    let names = [Some(&context.skill.folder), context.skill.name.as_ref().map(|name| &name.text)];
    let names: Vec<&Arc<str>> = names.into_iter().flatten().collect();
    context.catalog.views().iter().any(|view| {
        let met = names.iter().flat_map(|name| view.named(name));
        let mut met = met.filter(|candidate| candidate.verdict.status != Status::Unread);
        met.any(|candidate| context.catalog.skill(candidate.skill).is_some_and(is_other))
    })
}

fn is_too_deep(obstacle: &Obstacle) -> bool {
    matches!(obstacle, Obstacle::Inside(Inside { bar: Bar::TooDeep, .. }))
}

/// Puts the folder of a skill right into the root, where there is none of its name.
fn moved_up(context: &CatalogContext<'_>, root: &SkillRoot) -> Option<Fix> {
    let folder = context.skill.path.parent().filter(|_| context.skill.real == context.skill.path)?;
    let name = folder.file_name()?;
    let to = root.path.join(name);
    let title = format!("Move to `{}/{}`", root.owned, name.to_string_lossy());
    context.files.kind(&to).is_none().then(|| Fix::renaming(title, folder, to))
}

/// What keeps a host from the skill. One that nobody looks with here is asked as if it had no settings.
fn obstacle(context: &CatalogContext<'_>, first: &View, host: &Host, root: &SkillRoot) -> Option<Obstacle> {
    let (files, skill) = (context.files, context.skill);
    let obstacle = |sight: Sight<'_>| sight.obstacle(Some(root), &skill.path, skill.kind);
    if let Some(view) = context.views.iter().find(|view| view.host.id == host.id) {
        return obstacle(Sight::of(view, files));
    }
    let (environment, controls) = (&*first.environment, &Controls::default());
    let places = &places(host, environment, controls);
    obstacle(Sight { host, environment, controls, places, has_looked: false, files })
}

/// Some of the hosts find it. That others do not is worth a word only when the place inside the root is to blame: which
/// folders a host reads is known to whoever put the skill there.
fn found_by_some(
    context: &CatalogContext<'_>,
    report: &mut Report<'_>,
    root: &SkillRoot,
    finders: &[&Host],
    obstacles: Vec<(&Host, Option<Obstacle>)>,
) {
    let inside = obstacles.into_iter().filter_map(|(host, obstacle)| Some((host, obstacle?)));
    let mut inside =
        inside.filter(|(_, obstacle)| matches!(obstacle, Obstacle::Inside(_)) && !is_right_there(obstacle)).peekable();
    let Some((_, obstacle)) = inside.peek() else { return };
    if lies_in_a_skill(context, &root.path) {
        return;
    }
    let reason = obstacle.of_the_file();
    let finds = finders.iter().map(|host| (*host, Deed::of("find", "it")));
    report
        .finding(context.skill.headline, format!("`{}` is not discovered everywhere: {reason}", context.skill.folder))
        .grade(Grade::Slight)
        .deeds(finds.chain(inside.map(deed)));
}

fn deed((host, obstacle): (&Host, Obstacle)) -> (&Host, Deed) {
    let (one, many) = obstacle.of_hosts();
    (host, Deed::new(one, many))
}

/// Whether the skill may well belong where it is. What lies inside a skill is its material. Below the working directory it is read when the agent is started
/// there, elsewhere it is another project's, and hosts put skills of their own into folders that they pass by.
fn is_right_there(obstacle: &Obstacle) -> bool {
    match obstacle {
        Obstacle::Inside(Inside { bar, name, .. }) => match bar {
            Bar::PassedBy | Bar::Leftover | Bar::InsideSkill => true,
            Bar::Hidden => name == ".system",
            _ => false,
        },
        Obstacle::OnlyIn(_, place) => *place != SolePlace::Home,
        Obstacle::Elsewhere
        | Obstacle::StandIn(_)
        | Obstacle::OutsideRoots(_)
        | Obstacle::OfMode(..)
        | Obstacle::Off(_) => true,
        Obstacle::TooMany(..) | Obstacle::NeverReads(_) | Obstacle::AboveGitRoot => false,
    }
}

fn lies_in_a_skill(context: &CatalogContext<'_>, root: &Path) -> bool {
    let above = context.skill.path.ancestors().skip(2);
    above
        .take_while(|folder| folder.starts_with(root) && *folder != root)
        .any(|folder| context.files.kind(&folder.join("SKILL.md")).is_some())
}

/// Whether the author seems to have put the skill away on purpose.
fn is_put_away(path: &Path, root: &Path) -> bool {
    let words = ["archive", "disabled", "deprecated", "draft", "backup", "trash", "inactive", "old", "template"];
    path.strip_prefix(root).is_ok_and(|rest| {
        rest.components().any(|part| {
            let name = part.as_os_str().to_string_lossy().to_lowercase();
            let name = name.trim_start_matches(['.', '_']);
            words.iter().any(|word| name.starts_with(word))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn too_deep() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/skills/office/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ skill-not-discovered (warning): `pdf` is not discovered: it lies 2 folders below `.claude/skills`
                  = Claude Code looks one folder deep
            ---
            ",
        );
    }

    #[test]
    fn it_can_be_moved_up() {
        check_fix(
            &CHECK,
            "//- /home/shop/.claude/skills/office/pdf/SKILL.md\n---\nname: pdf\n---\n",
            "//- /home/shop/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n",
        );
    }

    #[test]
    fn what_another_check_says() {
        silent(&CHECK, "//- /home/shop/.claude/skills/SKILL.md\n---\nname: pdf\n---\n");
    }

    #[test]
    fn hidden() {
        check(
            &CHECK,
            "
            //# hosts = codex
            //- /home/shop/.agents/skills/.later/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ skill-not-discovered: `pdf` is not discovered: it lies in the hidden folder `.later`
                  = Codex skips hidden folders
            ---
            ",
        );
    }

    #[test]
    fn in_the_folder_of_another_host() {
        check(
            &CHECK,
            "
            //# hosts = codex
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ skill-not-discovered: None of the hosts you write for reads `.claude/skills`
                  = Codex never reads `.claude/skills`
            ---
            ",
        );
    }

    #[test]
    fn a_validator_looks_for_none() {
        silent(&CHECK, "//# hosts = skills-ref\n//- /home/shop/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n");
    }

    #[test]
    fn found_by_one_of_two() {
        check(
            &CHECK,
            "
            //# hosts = codex, gemini-cli
            //- /home/shop/.agents/skills/office/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ skill-not-discovered (hint): `pdf` is not discovered everywhere: it lies 2 folders below `.agents/skills`
                  = Codex finds it; Gemini CLI looks one folder deep
            ---
            ",
        );
    }

    #[test]
    fn each_host_has_its_own_folder() {
        silent(
            &CHECK,
            "
            //# hosts = codex, claude-code
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn above_the_git_root() {
        check(
            &CHECK,
            "
            //# cwd = /srv/team/repo/app
            //# git-root = /srv/team/repo
            //- /srv/team/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ skill-not-discovered: `pdf` is not discovered: it lies above the git root
                  = Claude Code looks up to the git root only
            ---
            ",
        );
    }

    #[test]
    fn put_away_on_purpose() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/skills/_archive/pdf/SKILL.md
            ---
            name: pdf
                  ^^^ skill-not-discovered (hint): `pdf` is not discovered: it lies 2 folders below `.claude/skills`
            ---
            ",
        );
    }

    #[test]
    fn where_it_is_found() {
        silent(
            &CHECK,
            "
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn where_hosts_keep_their_own() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/synced/account/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/.codex/skills/.system/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn the_material_of_a_skill() {
        silent(
            &CHECK,
            "
            //- /home/shop/.claude/skills/maker/SKILL.md
            ---
            name: maker
            ---
            //- /home/shop/.claude/skills/maker/examples/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn outside_of_every_root_and_in_other_projects() {
        silent(
            &CHECK,
            "
            //- /home/shop/skills/office/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/other/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/shop/packages/web/.agents/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }
}
