//! `link-leaves-skill`: a link out of the skill's folder.

use std::path::Path;

use crate::checks::prelude::*;
use crate::knowledge::relative_link;

/// A link out of the folder.
pub(crate) static CHECK: Check = Check {
    id: "link-leaves-skill",
    summary: "a link out of the skill's folder",
    documentation: "\
## What it reports

A relative link or image that leads out of the folder of the skill, to something that is there.

## Why it matters

A skill is a folder: it is copied, packed and installed as one. What lies outside stays behind, and the link is dead
where the skill arrives. Some hosts also refuse to read files outside the folder.

## Example

```markdown
See [the style guide](../../docs/style.md).
```

## Instead

Copy what the skill needs into its folder:

```markdown
See [the style guide](references/style.md).
```

To point to another skill, name it (`/other-skill`) rather than its file.
",
    levels: [Level::Hint, Level::Hint, Level::Hint],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    // A command is a single file: it has no folder of its own.
    if context.is_command() {
        return;
    }
    let Some(folder) = context.path.parent() else { return };
    for link in context.document.body.links.iter().filter(|link| link.target.contains("..")) {
        let Some(path) = relative_link::path_of(link).filter(|path| relative_link::leaves(path)) else { continue };
        // Of one that leads nowhere, another check speaks.
        let is_there = |target: &Path| context.files.kind(target).is_some();
        if is_there(&relative_link::resolved(folder, path)) || is_there(&folder.join(path)) {
            report.finding(link.target_span, format!("`{path}` lies outside the skill's folder"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn to_the_documents_of_the_project() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            See [style](../../docs/style.md).
                        ^^^^^^^^^^^^^^^^^^^ link-leaves-skill (hint): `../../docs/style.md` lies outside the skill's folder
            And [nothing](../../docs/nothing.md).
            //- /home/.claude/docs/style.md
            text
            ",
        );
    }

    #[test]
    fn up_and_down_again() {
        silent(&CHECK, "See [a](references/../a.md) and [b](https://x.org/../b.md).\n");
    }
}
