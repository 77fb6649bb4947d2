//! `link-leaves-skill`: a link out of the skill's folder.

use crate::checks::prelude::*;
use crate::knowledge::relative_link;

/// A link out of the folder.
pub(crate) static CHECK: Check = Check {
    id: "link-leaves-skill",
    summary: "a link out of the skill's folder",
    documentation: "\
## What it reports

A relative link or image that leads out of the folder of the skill, whether its target exists or not.

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
    levels: [Level::Information, Level::Information, Level::Information],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    // A command is a single file: it has no folder of its own.
    if context.is_command {
        return;
    }
    for link in context.document.body.links.iter().filter(|link| link.target.contains("..")) {
        if let Some(path) = relative_link::path_of(link).filter(|path| relative_link::leaves(path)) {
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
                        ^^^^^^^^^^^^^^^^^^^ link-leaves-skill (information): `../../docs/style.md` lies outside the skill's folder
            ",
        );
    }

    #[test]
    fn up_and_down_again() {
        silent(&CHECK, "See [a](references/../a.md) and [b](https://x.org/../b.md).\n");
    }
}
