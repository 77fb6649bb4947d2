//! `file-unmentioned`: a bundled file that nothing mentions.

use crate::checks::prelude::*;
use crate::knowledge::bundled;

/// A file that nothing mentions.
pub(crate) static CHECK: Check = Check {
    id: "file-unmentioned",
    summary: "a bundled file that nothing mentions",
    documentation: "\
## What it reports

Files in the skill's folder that neither the `SKILL.md` nor another Markdown file or script of the skill mentions, by
name or by folder. Off by default: a script may well be found by other means.

## Why it matters

The model reads a file when the skill tells it to. A file that nothing mentions is never read, and often left over.

## Example

`references/old-notes.md`, which the `SKILL.md` does not mention.

## Instead

Link to it where it helps, or remove it:

```markdown
For the exceptions see [the notes](references/old-notes.md).
```
",
    levels: [Level::Off, Level::Off, Level::Off],
    fixable: false,
    run: Run::Document(run),
};

/// How many of the other files are searched for mentions.
const SEARCHED: usize = 200;

/// How many files a message names.
const NAMED: usize = 3;

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some(folder) = context.path.parent().filter(|_| !context.is_command()) else { return };
    let files = bundled::files(context.files, folder);
    let mut unmentioned: Vec<&str> = files
        .iter()
        .map(String::as_str)
        .filter(|file| !is_usual(file) && !mentions(&context.document.text, file))
        .collect();
    for file in files.iter().take(SEARCHED) {
        if unmentioned.is_empty() {
            return;
        }
        if file == "SKILL.md" {
            continue;
        }
        let Some(text) = context.files.text(&folder.join(file)) else { continue };
        unmentioned.retain(|other| other == file || !mentions(&text, other));
    }
    let Some(first) = unmentioned.first() else { return };
    let message = match unmentioned.len() {
        1 => format!("Nothing mentions `{first}`"),
        count => {
            let named: Vec<String> = unmentioned.iter().take(NAMED).map(|file| format!("`{file}`")).collect();
            let rest = if count > NAMED { format!(" and {} more", count - NAMED) } else { String::new() };
            format!("Nothing mentions {}{rest}", named.join(", "))
        }
    };
    report.finding(context.headline(), message);
}

/// Whether a text names a file, or the folder it lies in.
fn mentions(text: &str, file: &str) -> bool {
    let mut parts = file.rsplitn(2, '/');
    let name = parts.next().unwrap_or(file);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let folder = parts.next();
    text.contains(name)
        || (stem.len() >= 4 && text.contains(stem))
        || folder.is_some_and(|it| text.contains(&format!("{it}/`")))
}

/// Files that are there for people, packages and hosts.
fn is_usual(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let upper = name.to_ascii_uppercase();
    let starts = "SKILL.MD LICENSE NOTICE README CHANGELOG PACKAGE PYPROJECT REQUIREMENTS __INIT__ TSCONFIG";
    starts.split(' ').any(|start| upper.starts_with(start))
        || file.starts_with("agents/")
        || file.starts_with("evals/")
        || file.starts_with("tests/")
        || name.ends_with(".lock")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_file_that_was_left_over() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            Read [it](references/api.md).
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ file-unmentioned (off): Nothing mentions `old-notes.md`
            //- /home/.claude/skills/pdf/references/api.md
            See fields.md.
            //- /home/.claude/skills/pdf/references/fields.md
            Fields
            //- /home/.claude/skills/pdf/old-notes.md
            Old
            ",
        );
    }

    #[test]
    fn everything_is_mentioned_or_usual() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            Everything in `references/` matters.
            //- /home/.claude/skills/pdf/references/api.md
            text
            //- /home/.claude/skills/pdf/LICENSE.txt
            text
            ",
        );
    }
}
