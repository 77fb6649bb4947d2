//! `name-missing`: the frontmatter has no `name`.

use crate::catalog::Refusal;
use crate::checks::prelude::*;
use crate::checks::text_invisible;
use crate::checks::undescribed::spelled_otherwise;
use crate::document::yaml::{Resolved, Schema, Value};
use crate::hosts;
use crate::mending::new_field;
use crate::words::consequence::{Consequence, of_deeds};

/// No `name`.
pub(crate) static CHECK: Check = Check {
    id: "name-missing",
    summary: "the frontmatter has no `name`",
    documentation: "\
## What it reports

Frontmatter without a `name`, or with an empty one.

## Why it matters

The open specification requires a `name`, and some hosts refuse a skill without one. Others, Claude Code among them,
call the skill by its folder; where all the hosts you write for do so, this is only a hint.

## Example

```yaml
---
description: Fills in PDF forms. Use when a form is to be filled in.
---
```

## Instead

Give it the name of its folder:

```yaml
---
name: pdf
description: Fills in PDF forms. Use when a form is to be filled in.
---
```
",
    levels: [Level::Error, Level::Warning, Level::Hint],
    fixable: true,
    run: Run::Text(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let document = context.document;
    // Other checks speak about a block that is not there or cannot be read; the name may well stand in it.
    // A file without any of the fields of an agent is something else that lies beside agents.
    let is_other = context.is_agent() && document.field("description").is_none();
    if context.is_command() || is_other || !context.is_legible() || text_invisible::hides(document, "name") {
        return;
    }
    // Where the key is only written in another way, that is the finding.
    if spelled_otherwise(context, "name") {
        return;
    }
    let field = document.field("name");
    let is_missing = match field.map(|field| &field.value.value) {
        None | Some(Value::Missing) => true,
        Some(Value::Scalar(scalar)) => {
            let is_null = || field.is_some_and(|it| it.value.resolve(Schema::Core) == Some(Resolved::Null));
            scalar.text.trim().is_empty() || is_null()
        }
        Some(Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Broken) => false,
    };
    if !is_missing {
        return;
    }
    let grade = if context.judges.iter().any(minds) { Grade::Mild } else { Grade::Slight };
    let fix = match field {
        Some(field) => Some(new_field::set(context.document, field.value.span, context.folder)),
        None => new_field::insert(context.document, "name", context.folder, None),
    };
    let (span, message) = match field {
        Some(field) => (field.key_span, "`name` is empty"),
        None => (context.headline(), "There is no `name`"),
    };
    let title =
        format!("Name it `{}` after its {}", context.folder, if context.is_agent() { "file" } else { "folder" });
    report
        .finding(span, message)
        .grade(grade)
        .consequence(consequence(context))
        .fixes(fix.filter(|_| !context.folder.is_empty()).map(|edit| Fix::offered(title, vec![edit])));
}

/// What each host does without a `name`.
pub(crate) fn consequence(context: &DocumentContext<'_>) -> Consequence {
    of_deeds(context.judges.iter().filter_map(|judge| Some((judge, deed(context, judge)?))))
}

/// Whether a host does anything else than take the folder's name.
fn minds(judge: &Judge<'_>) -> bool {
    matches!(judge.reading.refusal, Some(Refusal::NameMissing | Refusal::NameInvalid))
        || judge.host.identity.name_missing != hosts::Consequence::None
}

/// What a host does about it; `None` where it refuses the skill for something else, and calls it nothing.
fn deed(context: &DocumentContext<'_>, judge: &Judge<'_>) -> Option<Deed> {
    let skips = judge.host.identity.name_missing == hosts::Consequence::Skipped;
    match &judge.reading.refusal {
        Some(Refusal::NameMissing | Refusal::NameInvalid) => return Some(Deed::skips()),
        Some(_) if skips => return Some(Deed::skips()),
        // An empty one is there in its eyes.
        None if skips => return Some(Deed::of("list", "it without a name")),
        Some(_) | None => {}
    }
    if judge.host.specification {
        return Some(Deed::of("require", "one"));
    }
    let folder = context.folder;
    let after = if context.is_agent() { "file" } else { "folder" };
    judge.reading.refusal.is_none().then(|| Deed::of("call", format_args!("it `{folder}`, after its {after}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn where_the_host_takes_the_folder() {
        check(
            &CHECK,
            "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            ^^^ name-missing (hint): There is no `name`
                = Claude Code calls it `pdf`, after its folder
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn behind_an_anchor_or_a_tag() {
        for sign in ["&a", "!!str", "&a !!str"] {
            let header = "//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n";
            let text = format!("{header}---\nname: {sign}\ndescription: x\n---\n");
            check_fix(&CHECK, &text, &format!("---\nname: {sign} pdf\ndescription: x\n---\n"));
        }
    }

    #[test]
    fn where_the_host_refuses_it() {
        check(
            &CHECK,
            "
            //# hosts = claude-code, opencode
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name:
            ^^^^ name-missing (error): `name` is empty
                = OpenCode skips the skill; Claude Code calls it `pdf`, after its folder
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn nothing_that_is_written_out() {
        check(
            &CHECK,
            "
            //# hosts = opencode
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: ~
            ^^^^ name-missing (error): `name` is empty
                = OpenCode skips the skill
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn the_name_is_inserted() {
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            description: Fills in forms.
            ---
            ",
            "
            ---
            name: pdf
            description: Fills in forms.
            ---
            ",
        );
        check_fix(
            &CHECK,
            "
            //- /home/.claude/skills/2024/SKILL.md
            ---
            name:
            description: Fills in forms.
            ---
            ",
            "
            ---
            name: \"2024\"
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn it_is_there_in_another_spelling() {
        silent(&CHECK, "//# hosts = opencode\n---\nName: pdf\ndescription: Fills in forms.\n---\n");
    }

    #[test]
    fn a_command_needs_no_name() {
        silent(
            &CHECK,
            "
            //- /home/.claude/commands/pdf.md
            ---
            description: Fills in forms.
            ---
            ",
        );
    }

    #[test]
    fn without_frontmatter_another_check_speaks() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            # Forms
            ",
        );
    }

    #[test]
    fn a_name_that_cannot_be_read_is_not_missing() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: @pdf
            ---
            ",
        );
    }

    #[test]
    fn an_agent_without_one() {
        check(
            &CHECK,
            "
            //- /home/shop/.claude/agents/reviewer.md
            ---
            ^^^ name-missing: There is no `name`
                = Claude Code skips the agent
            description: Reviews changes.
            ---
            ",
        );
        silent(&CHECK, "//- /home/shop/.claude/agents/README.md\n---\ntitle: Our agents\n---\n");
    }
}
