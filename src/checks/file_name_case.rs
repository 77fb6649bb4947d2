//! `file-name-case`: `skill.md` instead of `SKILL.md`.

use crate::checks::prelude::*;

/// The file name in another case.
pub(crate) static CHECK: Check = Check {
    id: "file-name-case",
    summary: "`skill.md` or `Skill.md`, which most hosts do not load",
    documentation: "\
## What it reports

A skill file whose name is `SKILL.md` in another case: `skill.md`, `Skill.md`.

## Why it matters

Most hosts look for exactly `SKILL.md`. On a Mac or on Windows the other spelling may seem to work, because the file system
ignores case; on Linux the skill is not found.

## Example

`.claude/skills/pdf/skill.md`

## Instead

`.claude/skills/pdf/SKILL.md`

## Hosts

Amp also loads `skill.md`; Claude Code, Codex, Gemini CLI and the others do not.
",
    levels: [Level::Warning, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some(name) = context.path.file_name().and_then(|name| name.to_str()) else { return };
    if context.is_command() || name == "SKILL.md" || !name.eq_ignore_ascii_case("SKILL.md") {
        return;
    }
    let strict: Vec<_> = context.judges.iter().filter(|judge| !judge.host.walk.any_case).collect();
    let grade = match strict.is_empty() && !context.judges.is_empty() {
        true => Grade::Slight,
        false => Grade::Mild,
    };
    let to = context.path.with_file_name("SKILL.md");
    let folder = context.path.parent().map(|folder| context.files.list(folder)).unwrap_or_default();
    let fix = Fix::renaming("Rename to `SKILL.md`", context.path, to);
    report
        .finding(context.headline(), format!("The file is called `{name}` instead of `SKILL.md`"))
        .grade(grade)
        .deeds(strict.iter().map(|judge| (judge, Deed::new("does not find it", "do not find it"))))
        .fixes((!folder.iter().any(|it| it == "SKILL.md")).then_some(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn lower_case() {
        let before = "
            //- /home/.claude/skills/pdf/skill.md
            ---
            ^^^ file-name-case (warning): The file is called `skill.md` instead of `SKILL.md`
            name: pdf
            ---
            ";
        check(&CHECK, before);
        check_fix(
            &CHECK,
            before,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn upper_case() {
        silent(&CHECK, "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n");
    }
}
