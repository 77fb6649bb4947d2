//! `link-leads-nowhere`: a skill that is a link to nothing.

use crate::catalog::Miss;
use crate::checks::prelude::*;

/// A link to nothing.
pub(crate) static CHECK: Check = Check {
    id: "link-leads-nowhere",
    summary: "a `SKILL.md`, or a folder among an agent's skills, that is a link to nothing",
    documentation: "\
## What it reports

A `SKILL.md` that is a symbolic link whose target is not there, and such a link in the folder of an agent, where a skill
should be.

## Why it matters

Agents pass over it without a word: the skill is gone. It happens when a shared folder is moved, a submodule is not checked
out, or a link to a place on one machine is committed.

## Example

```text
.claude/skills/deploy -> ../../shared/deploy
```

## Instead

Make the target, let the link lead to where the skill is now, or remove it.
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Place(run),
};

fn run(context: &PlaceContext<'_>, report: &mut Report<'_>) {
    if context.near.miss == Miss::Dangling {
        let hosts = context.near.missed_by(context.hosts.iter().map(|host| &**host));
        let deeds = hosts.into_iter().map(|host| (host, Deed::new("finds no skill here", "find no skill here")));
        report.finding(context.near.headline, context.near.words()).deeds(deeds);
    }
}
