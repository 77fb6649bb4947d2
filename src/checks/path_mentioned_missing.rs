//! `path-mentioned-missing`: a path in backticks that does not exist.

use std::path::Path;

use crate::checks::prelude::*;
use crate::knowledge::relative_link;

/// A path in backticks.
pub(crate) static CHECK: Check = Check {
    id: "path-mentioned-missing",
    summary: "a path in backticks that does not exist",
    documentation: "\
## What it reports

A path in inline code, such as `scripts/fill.py`, in one of the folders that skills bundle their files in, when no such
file lies in the skill. Off by default: many skills speak of files of the project they are used in.

## Why it matters

The model will try to read or run the file.

## Example

```markdown
Run `scripts/fil.py` on the form.
```

## Instead

```markdown
Run `scripts/fill.py` on the form.
```
",
    levels: [Level::Off, Level::Off, Level::Off],
    fixable: false,
    run: Run::Document(run),
};

/// The folders in which skills bundle their files.
const FOLDERS: &[&str] = &["scripts", "references", "reference", "assets", "templates", "resources"];

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let Some(folder) = context.path.parent() else { return };
    if context.is_command() || context.files.kind(folder).is_none() {
        return;
    }
    for code in &context.document.body.code_spans {
        let raw = code.of(&context.document.text);
        let path = raw.trim_matches('`').trim();
        if !is_bundled_path(path) || context.files.kind(&relative_link::resolved(folder, path)).is_some() {
            continue;
        }
        let start = code.start + raw.find(path).unwrap_or(0);
        let span = Span::new(start, start + path.len());
        report.finding(span, format!("`{path}` does not exist in the skill's folder"));
    }
}

/// Whether a text is a path to a file in one of the usual folders, and not a pattern or a command.
fn is_bundled_path(path: &str) -> bool {
    let path = path.trim_start_matches("./");
    let Some((first, rest)) = path.split_once('/') else { return false };
    FOLDERS.contains(&first)
        && Path::new(rest).extension().is_some()
        && path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte))
        && !path.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_script_that_is_not_there() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            Run `scripts/fil.py` now.
                 ^^^^^^^^^^^^^^ path-mentioned-missing (off): `scripts/fil.py` does not exist in the skill's folder
            ",
        );
    }

    #[test]
    fn what_is_there_or_is_no_path() {
        silent(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            Run `scripts/fill.py`, `scripts/*.py`, `src/main.rs`, `python scripts/x.py`, `scripts/`.
            //- /home/.claude/skills/pdf/scripts/fill.py
            pass
            ",
        );
    }
}
