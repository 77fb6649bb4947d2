//! `skill-not-discovered`: a skill that lies where no host you write for finds it.

use std::path::{Component, Path, PathBuf};

use crate::catalog::{Environment, FoundKind, Status};
use crate::checks::consequence::{self, Deed};
use crate::checks::{CatalogContext, Check, Grade, Report, Run};
use crate::config::Level;
use crate::hosts::{Host, Walk};

/// Nobody finds it.
pub(crate) static CHECK: Check = Check {
    id: "skill-not-discovered",
    group: "who wins",
    summary: "a skill that lies where no host you write for finds it",
    documentation: "\
## What it reports

A skill in or below a folder that is made for skills (`.claude/skills`, `.agents/skills` …), at a place that none of the
hosts you write for looks into: too deep, in a hidden folder, without a folder of its own, above the git root, or in a
folder that only other hosts read. Skills outside of such folders are left alone.

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
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let skill = context.skill;
    let is_met = context
        .views
        .iter()
        .any(|view| view.all_of_skill(context.id).any(|candidate| candidate.verdict.status != Status::Unread));
    if is_met || skill.kind == FoundKind::Command || context.hosts.is_empty() {
        return;
    }
    let is_skill_file = skill.path.file_name().is_some_and(|name| name == "SKILL.md");
    // Of another spelling of the file name speaks another check; any Markdown file may lie in a root.
    let is_flat_skill = skill.kind == FoundKind::Flat && skill.name.is_some() && skill.description.is_some();
    if !is_skill_file && !is_flat_skill {
        return;
    }
    let Some(root) = root_of(context, &skill.path) else { return };
    // A skill inside a skill is its material: a template, an example.
    if lies_in_a_skill(context, &root.path) {
        return;
    }
    let readers: Vec<(&Host, Walk)> =
        context.hosts.iter().filter_map(|host| Some((host.as_ref(), walk_of(host, &root.owned)?))).collect();
    if readers.is_empty() {
        let reads_not = Deed::new("does not read it", "do not read it");
        let consequence = consequence::of_deeds(context.hosts.iter().map(|host| (host.as_ref(), reads_not.clone())));
        report
            .finding(skill.headline, format!("None of the hosts you write for reads `{}`", root.owned))
            .consequence(consequence.text, consequence.hosts);
        return;
    }
    let environment = context.views.first().map(|view| &*view.environment);
    let mut reason = None;
    let mut deeds = Vec::new();
    for (host, walk) in readers {
        let Some((why, deed)) = obstacle(&skill.path, &root, &walk, environment) else { return };
        reason.get_or_insert(why);
        deeds.push((host, deed));
    }
    let Some(reason) = reason else { return };
    let consequence = consequence::of_deeds(deeds);
    let grade = if is_put_away(&skill.path, &root.path) { Grade::Slight } else { Grade::Mild };
    report
        .finding(skill.headline, format!("`{}` is not discovered: {reason}", skill.folder))
        .grade(grade)
        .consequence(consequence.text, consequence.hosts);
}

/// A folder made for skills.
struct Root {
    /// Where it is.
    path: PathBuf,
    /// The end of its path that makes it one: `.claude/skills`.
    owned: String,
}

/// The nearest folder above a file that some host calls its own.
fn root_of(context: &CatalogContext<'_>, path: &Path) -> Option<Root> {
    let owners = context.config.known_hosts.owners(path);
    path.ancestors().skip(1).find_map(|folder| {
        let mut owned = owners.iter().flat_map(|host| &host.owns).filter(|owned| !owned.ends_with("commands"));
        let owned = owned.find(|owned| folder.ends_with(owned))?;
        Some(Root { path: folder.to_path_buf(), owned: owned.clone() })
    })
}

/// How a host walks the roots of this kind; `None` when it has none.
fn walk_of(host: &Host, owned: &str) -> Option<Walk> {
    let rule = host.roots.iter().find(|rule| rule.paths.iter().any(|path| Path::new(path).ends_with(owned)));
    match rule {
        Some(rule) => Some(rule.walk.clone().unwrap_or_else(|| host.walk.clone())),
        None => host.owns.iter().any(|it| it == owned).then(|| host.walk.clone()),
    }
}

/// Why a walk does not meet a file, and what the host does instead.
fn obstacle(path: &Path, root: &Root, walk: &Walk, environment: Option<&Environment>) -> Option<(String, Deed)> {
    let owned = &root.owned;
    let folders: Vec<String> = path
        .parent()?
        .strip_prefix(&root.path)
        .ok()?
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let is_flat = path.file_name().is_some_and(|name| name != "SKILL.md");
    let one_folder = || Deed::new("reads `NAME/SKILL.md` only", "read `NAME/SKILL.md` only");
    if is_flat {
        return (!walk.flat_files || !folders.is_empty())
            .then(|| ("it has no folder of its own with a `SKILL.md`".to_owned(), one_folder()));
    }
    if folders.is_empty() && !walk.root_file {
        return Some((format!("it lies in `{owned}` itself, without a folder of its own"), one_folder()));
    }
    // Hosts put skills of their own there, and what is skipped by name is no place for skills.
    let is_foreign = |name: &String| name == ".system" || walk.skip.iter().any(|it| it.eq_ignore_ascii_case(name));
    if folders.iter().any(is_foreign) {
        return None;
    }
    if let Some(hidden) = folders.iter().find(|name| name.starts_with('.') && !walk.hidden) {
        let deed = Deed::new("skips hidden folders", "skip hidden folders");
        return Some((format!("it lies in the hidden folder `{hidden}`"), deed));
    }
    if folders.len() > walk.depth {
        let deep = match walk.depth {
            1 => "one folder deep".to_owned(),
            depth => format!("{depth} folders deep"),
        };
        let deed = Deed::new(format!("looks {deep}"), format!("look {deep}"));
        return Some((format!("it lies {} folders below `{owned}`", folders.len()), deed));
    }
    // The walk would meet it; is the root itself out of reach? Below the working directory it is read when the
    // agent is started there, and elsewhere it is another project's.
    let environment = environment?;
    let git_root = environment.git_root.as_ref()?;
    let holder = root.path.ancestors().nth(Path::new(owned).components().count())?;
    let is_beyond = git_root.starts_with(holder)
        && git_root != holder
        && environment.working_directory.starts_with(git_root)
        && environment.home.as_deref() != Some(holder);
    is_beyond.then(|| {
        let deed = Deed::new("looks up to the git root only", "look up to the git root only");
        ("it lies above the git root".to_owned(), deed)
    })
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
    use crate::checks::testing::{check, silent};

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
    fn without_a_folder_of_its_own() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/skills/SKILL.md
            ---
            name: pdf
                  ^^^ skill-not-discovered: `skills` is not discovered: it lies in `.claude/skills` itself, without a folder of its own
                  = Claude Code reads `NAME/SKILL.md` only
            ---
            ",
        );
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
                  = Codex does not read it
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
