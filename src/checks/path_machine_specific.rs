//! `path-machine-specific`: a path into somebody's home folder.

use std::sync::LazyLock;

use memchr::memmem;
use regex::Regex;

use crate::checks::prelude::*;

/// A path into somebody's home.
pub(crate) static CHECK: Check = Check {
    id: "path-machine-specific",
    summary: "a path into somebody's home folder",
    documentation: "\
## What it reports

`/Users/name/…`, `/home/name/…` and `C:\\Users\\name\\…`, in the body or in the frontmatter. Made-up names (`username`,
`you`, `<user>`, `$USER`) and the accounts of containers and build machines are left alone.

## Why it matters

The path exists on one machine only. For everybody else the skill points to nothing, and it tells them the name of an
account.

## Example

```markdown
Read `/Users/mara/notes/style.md` first.
```

## Instead

Bundle the file with the skill, or write the path so that it works for everybody:

```markdown
Read `~/notes/style.md` first.
```
",
    levels: [Level::Warning, Level::Warning, Level::Warning],
    fixable: false,
    run: Run::Document(run),
};

/// Names that stand for nobody: examples, containers, build machines.
const NOBODY: &str = "\
    admin agent alice app appuser bob builder circleci claude coder codespace container default deploy dev developer \
    devuser ec2-user example foo git home jane jdoe joe john johndoe jovyan linuxbrew me myname myuser name node oai \
    opc pi pptruser public root runner sandbox shared some-user someone somebody someuser test tester testuser travis \
    ubuntu user user1 userid username vagrant vscode workspace xxx you your your-name your-user your-username \
    your_name your_user your_username yourname youruser yourusername";

static HOME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?:/Users/|/home/|(?-u:\b)[A-Za-z]:\\{1,2}Users\\{1,2})([A-Za-z0-9][A-Za-z0-9._-]*)([/\\][A-Za-z0-9._~-])",
    )
    .ok()
});

fn run(context: &DocumentContext<'_>, report: &mut Report<'_>) {
    let text = &*context.document.text;
    let has = |part: &str| memmem::find(text.as_bytes(), part.as_bytes()).is_some();
    if !has("/Users/") && !has("/home/") && !has("\\Users\\") {
        return;
    }
    let Some(home) = HOME.as_ref() else { return };
    for found in home.captures_iter(text) {
        let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else { continue };
        if !opens(text, whole.start())
            || NOBODY.split(' ').any(|nobody| nobody.eq_ignore_ascii_case(name.as_str()))
            || is_example(text, whole.start())
        {
            continue;
        }
        let end = path_end(text, whole.end());
        let span = Span::new(whole.start(), end);
        if report.is_only_counted(span) {
            continue;
        }
        report.finding(span, format!("`{}` exists on one machine only", span.of(text)));
    }
}

/// Whether a path may start here: `src/home/page/` and `https://x.org/home/page/` are parts of others.
fn opens(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    before.ends_with("file://")
        || before.chars().next_back().is_none_or(|last| !last.is_alphanumeric() && !"/.-_~:}>)$*@\\".contains(last))
}

/// So far before a path its line and the one above are looked at: a line may have no end.
const FAR: usize = 500;

/// Whether the text just before says that the path is only an example.
fn is_example(text: &str, start: usize) -> bool {
    let before = Span::new(start.saturating_sub(FAR), start).of(text);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let above = before.get(..line).unwrap_or_default().trim_end().rfind('\n').map_or(0, |at| at + 1);
    let words = before.get(above..).unwrap_or_default().to_lowercase();
    ["for example", "for instance", "e.g.", "such as", "example:"].iter().any(|it| words.contains(it))
}

/// Where the path ends.
fn path_end(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let length = rest
        .find(|character: char| character.is_whitespace() || "`'\"()[]{}<>,;|*$:".contains(character))
        .unwrap_or(rest.len());
    let path = rest.get(..length).unwrap_or_default();
    from + path.trim_end_matches(['.', '!', '?']).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::testing::{check, silent};

    #[test]
    fn three_systems() {
        check(
            &CHECK,
            r"
            ---
            description: Reads /Users/mara/notes.
                               ^^^^^^^^^^^^^^^^^ path-machine-specific (warning): `/Users/mara/notes` exists on one machine only
            ---
            Run `/home/mara/bin/fill --all` and `C:\Users\Mara\fill.exe`.
                 ^^^^^^^^^^^^^^^^^^^ path-machine-specific: `/home/mara/bin/fill` exists on one machine only
                                                 ^^^^^^^^^^^^^^^^^^^^^^ path-machine-specific: `C:\Users\Mara\fill.exe` exists on one machine only
            ",
        );
    }

    #[test]
    fn nobodys_home() {
        silent(
            &CHECK,
            r"
            /Users/username/x /Users/you/x /home/user/x /path/to/x /Users/<user>/x /home/$USER/x ~/x
            For example: /Users/mara/project is stored as -Users-mara-project

            /home/runner/work /home/linuxbrew/.linuxbrew C:\Users\YourName\x /Users/ /home/mara
            ",
        );
    }

    #[test]
    fn a_line_without_end() {
        let text = format!("//- /home/.claude/skills/a/SKILL.md\n{}\n", "/home/mara/x ".repeat(20_000));
        let levels = crate::checks::testing::levels(&CHECK, &text);
        assert_eq!(levels.len(), 201);
        silent(&CHECK, &"/home/bob/x ".repeat(20_000));
    }

    #[test]
    fn parts_of_other_paths() {
        silent(&CHECK, "https://x.org/home/page/one src/home/components/a.tsx ./Users/get/x ${ROOT}/home/a/b\n");
    }
}
