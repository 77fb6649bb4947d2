//! `file-is-link-text`: a symbolic link that was checked out as text.

use crate::checks::prelude::*;

/// Nothing but a path.
pub(crate) static CHECK: Check = Check {
    id: "file-is-link-text",
    summary: "the file holds nothing but a path: a symbolic link checked out as text",
    documentation: "\
## What it reports

A `SKILL.md` whose whole content is the path of another file.

## Why it matters

Git stores a symbolic link as a file that holds its target. On a system without links, often Windows, it is checked out as
that text, and the skill is gone: hosts find one line and no frontmatter.

## Example

```text
../../shared/pdf/SKILL.md
```

## Instead

Check out with links (`git config core.symlinks true`, then `git checkout -- SKILL.md`), or replace the file by a copy of
its target.
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &context.document.text;
    if let Some(path) = linked_path(text) {
        let start = text.len() - text.trim_start().len();
        let message = format!("The file holds only the path {}: a symbolic link checked out as text", excerpt(path));
        report.finding(Span::new(start, start + path.len()), message);
    }
}

/// The path, when a text is nothing else. Other checks then have nothing to say.
pub(crate) fn linked_path(text: &str) -> Option<&str> {
    let path = text.trim();
    if path.len() > 1024 {
        return None;
    }
    let is_one_word = !path.is_empty() && !path.contains(char::is_whitespace);
    let is_path = path.contains('/') && !path.contains("://") && !path.contains(['`', '<', '[', '#', '{']);
    let leads_somewhere =
        path.starts_with("../") || path.starts_with("./") || path.to_ascii_lowercase().ends_with(".md");
    (is_one_word && is_path && leads_somewhere).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn a_path_alone() {
        check(
            &CHECK,
            "
            //- /home/.claude/skills/pdf/SKILL.md
            ../../shared/pdf/SKILL.md
            ^^^^^^^^^^^^^^^^^^^^^^^^^ file-is-link-text (warning): The file holds only the path `../../shared/pdf/SKILL.md`: a symbolic link checked out as text
            ",
        );
    }

    #[test]
    fn a_title_alone() {
        silent(&CHECK, "//- /home/.claude/skills/pdf/SKILL.md\n# and/or\n");
    }

    #[test]
    fn an_address_alone() {
        silent(&CHECK, "//- /home/.claude/skills/pdf/SKILL.md\nhttps://example.com/skill.md\n");
    }
}
