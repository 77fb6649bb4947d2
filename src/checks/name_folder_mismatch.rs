//! `name-folder-mismatch`: `name` differs from the folder's name.

use std::path::Path;

use crate::catalog::{FileKind, Refusal};
use crate::checks::prelude::*;
use crate::mending::kebab::is_kebab;
use crate::mending::new_field;

/// In so many folders around a skill another one is looked for.
const MOST_AROUND: usize = 3;

/// `name` and folder differ.
pub(crate) static CHECK: Check = Check {
    id: "name-folder-mismatch",
    summary: "`name` differs from the folder's name",
    documentation: "\
## What it reports

A `name` that is not exactly the name of the folder the `SKILL.md` lies in, also where only the case differs.

## Why it matters

The open specification wants the two to be equal, because hosts do not agree on which of them is the skill's name. The
same skill is then called `/pdf` in one host and `/pdfs` in another, and some refuse it.

## Example

In `.claude/skills/pdf/SKILL.md`:

```yaml
name: pdfs
```

## Instead

```yaml
name: pdf
```

Two fixes are offered: to change the name, or to rename the folder.

It is a hint where the hosts you write for agree on what they call the skill and the name is none to be typed, such as
`PDF Forms`, or is what they call it; and inside the folder of another skill, where `pdf-forms` in `pdf/forms` only says
whose it is.

## Hosts

Claude Code and VS Code go by the folder; Codex, OpenCode, Gemini CLI and others go by the name; Crush and Roo refuse
the skill.
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let is_skill_file =
        context.path.file_name().is_some_and(|name| name.to_string_lossy().eq_ignore_ascii_case("SKILL.md"));
    if !is_skill_file || context.folder.is_empty() {
        return;
    }
    let Some((field, name)) = context.name() else { return };
    let Some(folder) = context.path.parent() else { return };
    // The folder of a checkout is named by whoever cloned it, not by the author of the skill.
    if name.is_empty() || name == context.folder || context.files.kind(&folder.join(".git")).is_some() {
        return;
    }
    let change_name = Fix::offered(
        format!("Change the name to `{}`", context.folder),
        vec![new_field::set(context.document, field.value.span, context.folder)],
    );
    let mut fixes = vec![change_name];
    if let Some(rename_folder) = folder_renamed(context, folder, name) {
        let preferred = if is_kebab(context.folder) { fixes.len() } else { 0 };
        fixes.insert(preferred, rename_folder);
    }
    report
        .finding(field.value.span, format!("`name` is `{name}`, but the folder is `{}`", context.folder))
        .grade(if is_qualified(context, folder, name) { Grade::Slight } else { grade(context.judges, name) })
        .deeds(context.judges.iter().filter_map(|judge| Some((judge, deed(judge, name)?))))
        .fixes(fixes);
}

/// Whether a skill inside the folder of another only says more of itself than its folder does, as `pdf-forms` does in
/// `pdf/forms`: bare, the names of such folders would clash.
fn is_qualified(context: &DocumentContext<'_>, folder: &Path, name: &str) -> bool {
    let is_skill = |folder: &Path| context.files.kind(&folder.join("SKILL.md")) == Some(FileKind::File);
    let says_more = name.strip_suffix(context.folder).is_some_and(|rest| rest.ends_with('-'));
    says_more && folder.ancestors().skip(1).take(MOST_AROUND).any(is_skill)
}

/// Nothing is lost where all call the skill by its name, or where the name is only shown.
fn grade(judges: &[Judge<'_>], name: &str) -> Grade {
    let mut ids: Vec<&str> = judges.iter().map(|judge| judge.reading.id.as_ref()).collect();
    ids.dedup();
    let is_title = !is_kebab(name);
    let agree = matches!(ids.as_slice(), [only] if *only == name || is_title);
    match agree && !judges.iter().any(|judge| judge.host.specification) {
        true => Grade::Slight,
        false => Grade::Mild,
    }
}

/// What a host does about the two; `None` where it refuses the skill for something else, and calls it nothing.
fn deed(judge: &Judge<'_>, name: &str) -> Option<Deed> {
    if judge.reading.refusal == Some(Refusal::NameMismatch) {
        return Some(Deed::skips());
    }
    if judge.host.specification {
        return Some(Deed::of("want", "the two to be equal"));
    }
    let id = judge.reading.id.as_ref();
    let called = if id.is_empty() { name } else { id };
    judge.reading.refusal.is_none().then(|| Deed::of("call", format_args!("it `{called}`")))
}

/// Renames the folder, when the name is fit for one and nothing is there yet.
fn folder_renamed(context: &DocumentContext<'_>, folder: &Path, name: &str) -> Option<Fix> {
    let to = folder.parent()?.join(name);
    let is_free = is_kebab(name) && context.files.kind(&to).is_none();
    is_free.then(|| Fix::renaming(format!("Rename the folder to `{name}`"), folder, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn each_host_calls_it_otherwise() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, codex
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdfs
                  ^^^^ name-folder-mismatch (warning): `name` is `pdfs`, but the folder is `pdf`
                  = Claude Code calls it `pdf`; Codex calls it `pdfs`
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn a_skill_inside_another_may_say_whose_it_is() {
        check(
            &CHECK,
            "
            //- /home/.agents/skills/pdf/SKILL.md
            ---
            name: pdf
            description: Works with PDF files.
            ---
            //- /home/.agents/skills/pdf/forms/SKILL.md
            ---
            name: pdf-forms
                  ^^^^^^^^^ name-folder-mismatch (hint): `name` is `pdf-forms`, but the folder is `forms`
                  = A plain Agent Skills client wants the two to be equal
            description: Fills in forms.
            ---
            //- /home/.agents/skills/pdf/merge/SKILL.md
            ---
            name: joining
                  ^^^^^^^ name-folder-mismatch: `name` is `joining`, but the folder is `merge`
                  = A plain Agent Skills client wants the two to be equal
            description: Joins files.
            ---
            ",
        );
    }

    #[test]
    fn the_owner_and_the_specification_judge() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdfs
                  ^^^^ name-folder-mismatch: `name` is `pdfs`, but the folder is `pdf`
                  = Claude Code calls it `pdf`; a plain Agent Skills client wants the two to be equal
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn a_host_that_goes_by_the_name_or_shows_it() {
        for (host, name) in [("codex", "pdfs"), ("claude-code", "PDF Miner"), ("shipmyagent", "PDF Miner")] {
            let text = format!("//# hosts = {host}\n//- /home/skills/pdf/SKILL.md\n---\nname: {name}\n---\n");
            assert_eq!(crate::checks::testing::levels(&CHECK, &text), [Level::Hint], "{host}");
        }
    }

    #[test]
    fn a_host_that_skips_the_skill() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, roo
            //- /home/skills/pdf/SKILL.md
            ---
            name: pdfs
                  ^^^^ name-folder-mismatch (error): `name` is `pdfs`, but the folder is `pdf`
                  = Roo Code skips the skill; Claude Code calls it `pdf`
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn a_difference_of_case_counts() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/PDF/SKILL.md
            ---
            name: pdf
                  ^^^ name-folder-mismatch: `name` is `pdf`, but the folder is `PDF`
            ---
            ",
        );
    }

    #[test]
    fn the_name_is_changed() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdfs
            ---
            ",
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn a_folder_that_is_no_good_name_is_renamed_instead() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/My PDFs/SKILL.md
            ---
            name: pdf
            ---
            ",
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            ",
        );
    }

    #[test]
    fn same_folder() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: \"pdf\"
            ---
            ",
        );
    }

    #[test]
    fn the_folder_of_a_checkout_says_nothing() {
        silent(
            &CHECK,
            "
            //- /home/shop/pdf-skill-main/SKILL.md
            ---
            name: pdf
            ---
            //- /home/shop/pdf-skill-main/.git/HEAD
            ref
            ",
        );
    }
}
