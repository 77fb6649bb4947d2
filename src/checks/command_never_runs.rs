//! `command-never-runs`: `` !`command` `` where no host runs it.

use memchr::memmem;

use crate::checks::prelude::*;
use crate::document::body::Body;
use crate::hosts::How;

/// A command that stays text.
pub(crate) static CHECK: Check = Check {
    id: "command-never-runs",
    summary: "a command in the text that none of the hosts you write for runs",
    documentation: "\
## What it reports

An exclamation mark before a command in backticks, in a skill for hosts none of which runs such commands. In code blocks
it is an example and left alone. Where a host runs commands: one with a sign before its exclamation mark
(`` X=!`git diff` ``), which stays text there too.

## Why it matters

Claude Code runs the command when it loads the skill and puts its output in place. Other hosts leave the text as it is:
the model sees the command, not what it prints.

## Example

In `.codex/skills/review/SKILL.md`:

```markdown
The changes: !`git diff`
```

## Instead

Tell the model to run it:

```markdown
Run `git diff` to see the changes.
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: true,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    glued(context, report);
    let document = context.document;
    if document.body.commands.is_empty() || context.judges.iter().any(|judge| judge.host.placeholders.commands) {
        return;
    }
    // In a folder that is nobody's, only the open specification judges, and the skill may well be for Claude Code.
    let is_somebodys = context.config.hosts.is_some() || !context.config.known_hosts.owners(context.path).is_empty();
    // Of a host that was never watched we do not know.
    let is_unknown = |judge: &Judge<'_>| judge.host.sketch && judge.host.verified.how == How::Documented;
    if !is_somebodys || context.judges.is_empty() || context.judges.iter().any(is_unknown) {
        return;
    }
    for command in &document.body.commands {
        let (body, start) = (&document.body, command.span.start);
        let is_example = body.code_blocks.iter().any(|block| block.span.covers(command.span))
            || body.code_spans.iter().any(|code| code.start < start && start < code.end);
        if is_example && !command.block {
            continue;
        }
        let written = command.command.of(&document.text).trim();
        let first = written.lines().next().unwrap_or_default();
        report
            .finding(command.span, format!("`{first}` is not run when the skill is loaded"))
            .deeds(context.judges.iter().map(|judge| (judge, Deed::of("leave", "it as text"))));
    }
}

/// `` X=!`command` ``: where a host runs commands, it does so behind a blank or at the start of a line.
fn glued(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let (text, body) = (&*context.document.text, &context.document.body);
    let running: Vec<&Judge<'_>> = context.judges.iter().filter(|judge| judge.host.placeholders.commands).collect();
    if running.is_empty() {
        return;
    }
    for at in memmem::find_iter(body.span.of(text).as_bytes(), "!`") {
        let start = body.span.start + at;
        let after = text.get(start + 2..).unwrap_or_default();
        let closes = |length: &usize| after.get(*length..).is_some_and(|rest| rest.starts_with('`'));
        let Some(length) = after.find(['`', '\n', '\r']).filter(closes) else { continue };
        let span = Span::new(start, start + length + 3);
        let command = after.get(..length).unwrap_or_default();
        // `{a:!`b`}` and `(!`flag`)` are other things; so is a cry before a word in backticks.
        let is_glued = text.get(..start).is_some_and(|before| before.ends_with(['=', ':']));
        let is_command = command.starts_with(|sign: char| sign.is_ascii_lowercase())
            && (command.contains(' ') || is_assigned(text.get(..start).unwrap_or_default()));
        if is_glued && is_command && !is_in_code(body, start) {
            report
                .finding(span, format!("`{command}` is not run: a sign stands before its `!`"))
                .deeds(running.iter().map(|judge| (judge, Deed::of("leave", "it as text"))))
                .fix(Fix::offered("Put a blank before it", vec![Edit::insert(start, " ")]));
        }
    }
}

/// Whether a text ends as `NAME=`, alone on its line.
fn is_assigned(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    let Some(name) = line.strip_suffix('=') else { return false };
    !name.is_empty() && name.bytes().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == b'_')
}

/// Whether code stands around a place.
fn is_in_code(body: &Body, at: usize) -> bool {
    let (blocks, spans) = (&body.code_blocks, &body.code_spans);
    let block = blocks.partition_point(|block| block.span.start < at).checked_sub(1).and_then(|it| blocks.get(it));
    let span = spans.partition_point(|span| span.start < at).checked_sub(1).and_then(|it| spans.get(it));
    block.is_some_and(|block| at < block.span.end) || span.is_some_and(|span| at < span.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, check_fix, silent};

    #[test]
    fn in_a_host_that_runs_nothing() {
        check(
            &CHECK,
            "
            //# hosts = codex
            //- /home/.codex/skills/review/SKILL.md
            The changes: !`git diff`
                         ^^^^^^^^^^^ command-never-runs (warning): `git diff` is not run when the skill is loaded
                         = Codex leaves it as text
            ",
        );
    }

    #[test]
    fn glued_to_what_stands_before() {
        let before = "
            //- /home/.claude/skills/review/SKILL.md
            BRANCH=!`git branch --show-current`
                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ command-never-runs (warning): `git branch --show-current` is not run: a sign stands before its `!`
                   = Claude Code leaves it as text
            ";
        check(&CHECK, before);
        check_fix(&CHECK, before, "BRANCH= !`git branch --show-current`\n");
        check(
            &CHECK,
            "
            //- /home/.claude/skills/review/SKILL.md
            X=!`cmd`
              ^^^^^^ command-never-runs (warning): `cmd` is not run: a sign stands before its `!`
            ",
        );
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/review/SKILL.md
            Careful!`rm -r x` goes. `A=!``git x```, a:!`b` and !`git diff`.

            ```sh
            X=!`git diff x`
            ```
            ",
        );
    }

    #[test]
    fn in_a_host_that_runs_it() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/review/SKILL.md
            The changes: !`git diff`
            ",
        );
    }

    #[test]
    fn in_nobodys_folder() {
        silent(
            &CHECK,
            "
            //- /home/shop/skills/review/SKILL.md
            The changes: !`git diff`
            ",
        );
    }

    #[test]
    fn an_example_in_code() {
        silent(
            &CHECK,
            "
            //# hosts = codex
            //- /home/.codex/skills/review/SKILL.md
            Claude Code runs `` !`git diff` `` and this:

            ```markdown
            !`git diff`
            ```
            ",
        );
    }
}
