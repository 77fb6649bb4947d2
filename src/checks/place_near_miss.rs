//! `place-near-miss`: a skill beside where an agent would look.

use crate::catalog::Miss;
use crate::checks::prelude::*;
use crate::hosts::Host;

/// Nearly the right place.
pub(crate) static CHECK: Check = Check {
    id: "place-near-miss",
    summary: "a skill beside where an agent would look: in `skill/`, as `SKILLS.md`, as `skills/x.md`",
    documentation: "\
## What it reports

Something that was meant as a skill and lies just beside where an agent looks:

- in a folder whose name is nearly the right one: `.claude/skill/x/SKILL.md`, `.Claude/skills/x/SKILL.md`, and
  `claude/skills/x/SKILL.md` at the top of a project that brings nothing elsewhere,
- a file where a folder should be: `.claude/skills/x.md` with a `name` and a `description`,
- `.claude/skills/SKILL.md`, without a folder of its own,
- a folder of an agent without a `SKILL.md`, but with `SKILLS.md`, `Skill.md.txt`, or one Markdown file that has a `name` and
  a `description`,
- a skill among others that git ignores by a rule that speaks of something else (`build/` and `skills/build`): for your
  information, since the rule may be meant. What such a skill says is only judged where an agent reads it from here.

`.agent/skills` is only a hint: agents read it that skill-lsp does not know. A folder `skills` at the top of a repository is
a collection, and right where it is.

## Why it matters

The skill is never loaded, and no agent says so.

## Example

```text
.claude/skill/notes/SKILL.md
```

## Instead

```text
.claude/skills/notes/SKILL.md
```

## Hosts

Some hosts read `NAME.md` or a `SKILL.md` in their own folders, and OpenCode reads `.opencode/skill`: nothing is reported
there. `skill-lsp why NAME` names such a place too.
",
    levels: [Level::Warning, Level::Information, Level::Hint],
    fixable: true,
    run: Run::Place(run),
};

fn run(context: &PlaceContext<'_>, report: &mut Report<'_>) {
    let near = context.near;
    if let Miss::Ignored(_) = near.miss {
        report.finding(near.headline, near.words()).grade(Grade::Mild);
        return;
    }
    let (root, name) = (&near.root, &near.name);
    let hosts: Vec<&Host> = near.missed_by(context.hosts.iter().map(|host| &**host));
    if hosts.is_empty() {
        return;
    }
    let message = match &near.miss {
        Miss::Dangling
        | Miss::Ignored(_)
        | Miss::Unshipped
        | Miss::Archive
        | Miss::NoFolder
        | Miss::Backslashes
        | Miss::LinkText(_)
        | Miss::PlainFile
        | Miss::LinkToFile
        | Miss::Shortcut
        | Miss::Closed
        | Miss::NoFile(_) => {
            return;
        }
        Miss::Folder(_) | Miss::Unknown(_) | Miss::Flat | Miss::InRoot | Miss::FileName(_) => near.words(),
    };
    let (one, many) = match &near.miss {
        Miss::Folder(_) | Miss::Unknown(_) => (format!("reads `{root}`"), format!("read `{root}`")),
        _ => ("reads `NAME/SKILL.md` only".to_owned(), "read `NAME/SKILL.md` only".to_owned()),
    };
    let grade = if matches!(near.miss, Miss::Unknown(_)) { Grade::Slight } else { Grade::Severe };
    let fix = near.moved.as_ref().map(|(from, to)| {
        let folder = to.parent().and_then(|it| it.file_name()).map(|it| it.to_string_lossy()).unwrap_or_default();
        let title = match &near.miss {
            Miss::FileName(_) => "Rename to `SKILL.md`".to_owned(),
            Miss::Flat | Miss::InRoot => format!("Move to `{root}/{name}/SKILL.md`"),
            _ if from.ends_with(name) => format!("Move to `{root}/{name}`"),
            _ if folder.is_empty() => "Move it".to_owned(),
            _ => format!("Rename the folder to `{}`", to.file_name().unwrap_or_default().to_string_lossy()),
        };
        Fix::renaming(title, from, to.clone())
    });
    let deeds = hosts.into_iter().map(|host| (host, Deed::new(one.clone(), many.clone())));
    report.finding(near.headline, message).grade(grade).deeds(deeds).fixes(fix);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn a_folder_of_nearly_the_right_name() {
        let before = "
            //- /home/shop/.claude/skill/notes/SKILL.md
            ---
            ^ place-near-miss (warning): `notes` lies in `.claude/skill`, but the folder is called `.claude/skills`
            = Claude Code reads `.claude/skills`
            name: notes
            ---
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "//- /home/shop/.claude/skills/notes/SKILL.md\n---\nname: notes\n---\n");
        check(
            &CHECK,
            "
            //- /home/shop/.Claude/skills/notes/SKILL.md
            ---
            ^ place-near-miss: `notes` lies in `.Claude/skills`, but the folder is called `.claude/skills`
            name: notes
            ---
            //- /home/shop/packages/web/.cluade/skills/notes/SKILL.md
            ---
            ^ place-near-miss: `notes` lies in `.cluade/skills`, but the folder is called `.claude/skills`
            name: notes
            ---
            //- /home/shop/.gemini/Skills/notes/SKILL.md
            ---
            ^ place-near-miss: `notes` lies in `.gemini/Skills`, but the folder is called `.gemini/skills`
            name: notes
            ---
            ",
        );
    }

    #[test]
    fn where_the_right_folder_is_there_too_only_the_skill_moves() {
        let before = "
            //- /home/shop/.claude/skill/notes/SKILL.md
            ---
            name: notes
            ---
            //- /home/shop/.claude/skills/other/SKILL.md
            ---
            name: other
            ---
            ";
        check_fix(&CHECK, before, "//- /home/shop/.claude/skills/notes/SKILL.md\n---\nname: notes\n---\n");
    }

    #[test]
    fn a_forgotten_dot() {
        check(
            &CHECK,
            "
            //- /home/shop/claude/skills/notes/SKILL.md
            ---
            ^ place-near-miss: `notes` lies in `claude/skills`, but the folder is called `.claude/skills`
            name: notes
            ---
            ",
        );
    }

    #[test]
    fn folders_of_that_name_that_mean_something_else() {
        let skill = "---\nname: notes\ndescription: Notes.\n---\n";
        for paths in [
            // A collection, a plugin, dotfiles that are linked elsewhere, several agents side by side.
            &["/home/shop/skills/notes/SKILL.md"][..],
            &["/home/shop/plugins/claude/skills/notes/SKILL.md"],
            &["/home/shop/plugins/github/skills/notes/SKILL.md"],
            &["/home/shop/github/skills/notes/SKILL.md"],
            &["/home/shop/claude/skills/notes/SKILL.md", "/home/shop/claude/settings.json"],
            &["/home/shop/claude/skills/notes/SKILL.md", "/home/shop/install.sh"],
            &["/home/shop/claude/skills/notes/SKILL.md", "/home/shop/codex/skills/notes/SKILL.md"],
            &["/home/shop/claude/skills/notes/SKILL.md", "/home/shop/.claude-plugin/marketplace.json"],
            // OpenCode reads this one, and others read those.
            &["/home/shop/.opencode/skill/notes/SKILL.md"],
            &["/home/shop/.code/skills/notes/SKILL.md"],
            &["/home/shop/.kiro/skills/notes/SKILL.md", "/home/shop/.windsurf/skills/notes/SKILL.md"],
            &["/home/shop/.claude/skills/notes/SKILL.md", "/home/shop/.claude/skills/README.md"],
        ] {
            let fixture: String = paths.iter().map(|path| format!("//- {path}\n{skill}")).collect();
            let fixture = fixture.replace(&format!("README.md\n{skill}"), "README.md\n# Ours\n");
            silent(&CHECK, &fixture);
        }
    }

    #[test]
    fn hidden_folders_of_others() {
        for folder in [".notes", ".code", ".configs"] {
            silent(&CHECK, &format!("//- /home/shop/{folder}/skills/notes/SKILL.md\n---\nname: notes\n---\n"));
        }
    }

    #[test]
    fn a_folder_that_other_agents_read() {
        check(
            &CHECK,
            "
            //- /home/shop/.agent/skills/notes/SKILL.md
            ---
            ^ place-near-miss (hint): `notes` lies in `.agent/skills`; most agents read `.agents/skills`
            name: notes
            ---
            ",
        );
    }

    #[test]
    fn a_file_instead_of_a_folder() {
        let before = "
            //- /home/shop/.claude/skills/notes.md
            ---
            name: notes
                  ^^^^^ place-near-miss (warning): `notes` is a file in `.claude/skills`, where `notes/SKILL.md` should be
                  = Claude Code reads `NAME/SKILL.md` only
            description: Keeps notes.
            ---
            ";
        check(&CHECK, before);
        let after = "//- /home/shop/.claude/skills/notes/SKILL.md\n---\nname: notes\ndescription: Keeps notes.\n---\n";
        check_fix(&CHECK, before, after);
    }

    #[test]
    fn a_file_that_is_read_or_is_no_skill() {
        silent(
            &CHECK,
            "
            //- /home/shop/.pi/skills/notes.md
            ---
            name: notes
            description: Keeps notes.
            ---
            //- /home/shop/.claude/skills/README.md
            # Our skills
            //- /home/shop/.claude/skills/index.md
            ---
            title: Index
            ---
            ",
        );
    }

    #[test]
    fn without_a_folder_of_its_own() {
        let before = "
            //- /home/shop/.claude/skills/SKILL.md
            ---
            name: pdf
                  ^^^ place-near-miss: The skill lies in `.claude/skills` itself, without a folder of its own: `.claude/skills/pdf/SKILL.md`
                  = Claude Code reads `NAME/SKILL.md` only
            ---
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "//- /home/shop/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n");
    }

    #[test]
    fn the_file_of_a_skill_by_another_name() {
        let before = "
            //- /home/shop/.claude/skills/pdf/Skill.md.txt
            Fills in forms.
            ^^^^^^^^^^^^^^^ place-near-miss: The file is called `Skill.md.txt`, but a skill is `pdf/SKILL.md`
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "//- /home/shop/.claude/skills/pdf/SKILL.md\nFills in forms.\n");
        check(
            &CHECK,
            "
            //- /home/shop/.claude/skills/pdf/SKILLS.md
            ---
            name: pdf
                  ^^^ place-near-miss: The file is called `SKILLS.md`, but a skill is `pdf/SKILL.md`
            description: Fills in forms.
            ---
            //- /home/shop/.agents/skills/docx/README.md
            ---
            name: docx
                  ^^^^ place-near-miss: The file is called `README.md`, but a skill is `docx/SKILL.md`
            description: Writes documents.
            ---
            //- /home/shop/.agents/skills/docx/notes.md
            Notes.
            ",
        );
    }

    #[test]
    fn folders_of_a_root_that_are_no_skills() {
        silent(
            &CHECK,
            "
            //- /home/shop/.claude/skills/shared/README.md
            # What the skills share
            //- /home/shop/.claude/skills/office/README.md
            ---
            name: office
            description: Three skills.
            ---
            //- /home/shop/.claude/skills/office/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/shop/.claude/skills/prompts/one.md
            ---
            name: one
            description: First.
            ---
            //- /home/shop/.claude/skills/prompts/two.md
            ---
            name: two
            description: Second.
            ---
            ",
        );
    }

    #[test]
    fn for_hosts_that_read_another_folder() {
        silent(&CHECK, "//# hosts = codex\n//- /home/shop/.claude/skill/notes/SKILL.md\n---\nname: notes\n---\n");
    }
}
