//! `link-leads-outside`: a skill that is a link out of where it belongs.

use crate::checks::prelude::*;
use crate::words::consequence::Consequence;

/// A link out.
pub(crate) static CHECK: Check = Check {
    id: "link-leads-outside",
    summary: "a skill that is a link out of the repository or the home it lies in",
    documentation: "\
## What it reports

A `SKILL.md`, or a folder on the way to it, that is a link to something outside of the repository (or the folder that is
worked in) for a skill of the project, and outside of the home folder for a skill of the user.

## Why it matters

Agents follow the link and put what they find before the model: a key, notes, the environment of a process. Where a
repository holds such a link, whoever wrote it decides which file of yours is read. skill-lsp therefore shows the name
and the description of such a skill, if its frontmatter parses, and nothing else of it; and it writes nothing through the
link. Nothing else is reported of the skill.

## Example

```text
.claude/skills/deploy/SKILL.md -> /home/me/.ssh/id_rsa
```

## Instead

Copy the file into the repository, or remove the link. A path that you name yourself (`skill-lsp check PATH`) counts as
inside.

## Hosts

All hosts that follow links.
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Catalog(run),
};

fn run(context: &CatalogContext<'_>, report: &mut Report<'_>) {
    let skill = context.skill;
    if !skill.is_outside {
        return;
    }
    let shown = context
        .views
        .first()
        .map_or_else(|| skill.real.display().to_string(), |view| view.environment.short(&skill.real));
    let message = format!("leads outside: agents would load {shown}");
    let hosts = context.candidates().map(|(view, _)| view.host.id.clone()).collect();
    let text = "its text is withheld, and nothing is written to it".to_owned();
    // What is known of the text is not the text: only its beginning has a true place.
    report.finding(Span::new(0, 0), message).consequence(Consequence { text, hosts, loses_skill: false });
}
