//! `command-never-runs`: `` !`command` `` where no host runs it.

use crate::checks::prelude::*;
use crate::hosts::How;

/// A command that stays text.
pub(crate) static CHECK: Check = Check {
    id: "command-never-runs",
    summary: "a command in the text that none of the hosts you write for runs",
    documentation: "\
## What it reports

An exclamation mark before a command in backticks, in a skill for hosts none of which runs such commands. In code blocks
it is an example and left alone.

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
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
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
            .deeds(context.judges.iter().map(|judge| (judge.host, Deed::of("leave", "it as text"))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

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
