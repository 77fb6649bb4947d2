//! Whether the target of a link that leads nowhere may be there all the same for who follows it.

use std::path::Path;

use crate::checks::DocumentContext;
use crate::document::body::Link;
use crate::knowledge::relative_link;

/// Folders into which work is written.
const OF_WORK: [&str; 17] = [
    "artifacts",
    "build",
    "data",
    "deliverables",
    "dist",
    "figures",
    "logs",
    "node_modules",
    "out",
    "output",
    "outputs",
    "plots",
    "reports",
    "results",
    "screenshots",
    "temp",
    "tmp",
];

/// Folders in which the files of a skill lie: who links there means its own files.
const OF_SKILLS: [&str; 12] = [
    "assets",
    "docs",
    "examples",
    "guides",
    "reference",
    "references",
    "resource",
    "resources",
    "rules",
    "scripts",
    "templates",
    "workflows",
];

/// What is said of a file that is made while the skill is at work.
const OF_MAKING: [&str; 19] = [
    "append",
    "create",
    "created",
    "creates",
    "export",
    "exported",
    "generate",
    "generated",
    "generates",
    "maintain",
    "maintains",
    "produce",
    "produces",
    "save",
    "saved",
    "saves",
    "write",
    "writes",
    "written",
];

/// What is said of a file that is to be read.
const OF_READING: [&str; 17] = [
    "check",
    "consult",
    "details",
    "documentation",
    "follow",
    "guide",
    "guidelines",
    "load",
    "more",
    "open",
    "read",
    "refer",
    "reference",
    "review",
    "see",
    "use",
    "using",
];

/// What headings say of what the skill is to write.
const OF_SAMPLES: [&str; 11] = [
    "deliverable",
    "deliverables",
    "example",
    "examples",
    "format",
    "output",
    "outputs",
    "report",
    "sample",
    "template",
    "templates",
];

/// Whether somebody who follows the link may find something.
pub(crate) fn is_doubtful(context: &DocumentContext<'_>, link: &Link, path: &str) -> bool {
    stands_above(context, path) || is_of_project(path) || is_of_work(context, link, path)
}

/// Whether the path leads there from a folder further up, within the repository: agents work from its root.
fn stands_above(context: &DocumentContext<'_>, path: &str) -> bool {
    const HIGHEST: usize = 8;
    let Some(mut folder) = context.path.parent().filter(|_| !relative_link::leaves(path)) else { return false };
    for _ in 0..HIGHEST {
        if context.files.kind(&folder.join(".git")).is_some() {
            return false;
        }
        let Some(above) = folder.parent() else { return false };
        if context.files.kind(&relative_link::resolved(above, path)).is_some() {
            return true;
        }
        folder = above;
    }
    false
}

/// Whether the path leaves the skill for a file that is no text to read: one of the project in which it is used.
fn is_of_project(path: &str) -> bool {
    let extension = Path::new(path).extension();
    relative_link::leaves(path) && extension.is_some_and(|it| !it.eq_ignore_ascii_case("md"))
}

/// Whether the file is made while the skill is at work, or the link is part of what the skill is to write.
fn is_of_work(context: &DocumentContext<'_>, link: &Link, path: &str) -> bool {
    if relative_link::leaves(path) {
        return false;
    }
    let inner = path.trim_start_matches("./");
    let first = inner.split_once('/').map(|(first, _)| first.to_lowercase());
    if first.as_deref().is_some_and(|first| OF_WORK.contains(&first)) || is_numbered(inner) {
        return true;
    }
    // Of "to create one, see" the last counts.
    let said = said_before(context, link);
    let said = said.iter().rev().find(|word| OF_MAKING.contains(&word.as_str()) || OF_READING.contains(&word.as_str()));
    let is_own = first.as_deref().is_some_and(|first| OF_SKILLS.contains(&first));
    match said {
        Some(word) => OF_MAKING.contains(&word.as_str()),
        None => !is_own && is_below_sample(context, link),
    }
}

/// Whether a file has a number or a date for a name: `0001-use-postgres.md`, `2026-01-31.md`.
fn is_numbered(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).as_bytes();
    name.windows(3).any(|three| three.iter().all(u8::is_ascii_digit))
}

/// The words of the line, or of the cell, before a link, without those of other links.
fn said_before(context: &DocumentContext<'_>, link: &Link) -> Vec<String> {
    const FAR: usize = 300;
    let text = &context.document.text;
    let mut start = link.span.start.saturating_sub(FAR);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let line = text.get(start..link.span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    words(line.rsplit([')', '|']).next().unwrap_or_default())
}

/// Whether the heading above speaks of what the skill is to write.
fn is_below_sample(context: &DocumentContext<'_>, link: &Link) -> bool {
    let headings = &context.document.body.headings;
    let after = headings.partition_point(|heading| heading.span.end <= link.span.start);
    let heading = after.checked_sub(1).and_then(|at| headings.get(at));
    heading.is_some_and(|heading| words(&heading.text).iter().any(|word| OF_SAMPLES.contains(&word.as_str())))
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|sign: char| !sign.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use crate::checks::check;
    use crate::checks::testing::levels;
    use crate::config::Level;

    fn level(body: &str, others: &str) -> Vec<Level> {
        let text = format!("//- /home/shop/skills/pdf/SKILL.md\n---\nname: pdf\n---\n{body}\n{others}");
        levels(check("link-target-missing").expect("it is there"), &text)
    }

    #[test]
    fn from_a_folder_further_up() {
        let file = "//- /home/shop/docs/style.md\ntext\n";
        assert_eq!(level("See [it](docs/style.md).", file), [Level::Hint]);
        assert_eq!(level("See [it](docs/other.md).", file), [Level::Warning]);
        // Above the repository nobody looks.
        let git = "//- /home/shop/.git/HEAD\nref\n//- /home/docs/other.md\ntext\n";
        assert_eq!(level("See [it](docs/other.md).", git), [Level::Warning]);
    }

    #[test]
    fn made_while_the_skill_is_at_work() {
        for body in [
            "Create [the plan](plan.md) first.",
            "Maintain [the registry](references/registry.md).",
            "![chart](output/chart.png)",
            "[ADR 1](0001-use-postgres.md)",
            "## Output format\n\n- [Summary](summary.md)",
        ] {
            assert_eq!(level(body, ""), [Level::Hint], "{body}");
        }
    }

    #[test]
    fn meant_to_be_read() {
        for body in [
            "See [the plan](plan.md).",
            "To create one, see [the plan](plan.md).",
            "## Output format\n\nSee [the format](format.md).",
            "## Examples\n\n- [Forms](references/forms.md)",
            "- [another](../other/SKILL.md)",
            "| Task | File |\n|---|---|\n| Create routes | [routes](routes.md) |",
        ] {
            assert_eq!(level(body, ""), [Level::Warning], "{body}");
        }
    }

    #[test]
    fn a_file_of_the_project() {
        assert_eq!(level("Set in [the settings](../../vite.config.ts).", ""), [Level::Hint]);
        assert_eq!(level("Set in [the settings](vite.config.ts).", ""), [Level::Warning]);
    }
}
