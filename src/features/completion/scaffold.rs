//! A whole skill to start from, in a file that is still empty; a frontmatter for a file that has none.

use crate::catalog::FoundKind;
use crate::document::fence::FenceFault;
use crate::document::lines::line_at;
use crate::features::Context;
use crate::features::completion::{Completion, Documentation, Kind, escaped};
use crate::mending::new_field;
use crate::text::{Edit, Span};

/// The text to start from, where nothing is written yet but perhaps the fence.
pub(super) fn scaffold(context: &Context<'_>, offset: usize) -> Option<Completion> {
    let (folder, kind) = FoundKind::of_path(context.path);
    if kind != FoundKind::Skill {
        return None;
    }
    let document = context.document;
    let text: &str = &document.text;
    let start = document.fence.bom.map_or(0, |bom| bom.end);
    let written = text.get(start..)?.trim();
    let line = line_at(text, offset);
    let here = offset.max(start);
    if !written.is_empty()
        && line.is_blank()
        && line.start <= start
        && document.fence.fault == Some(FenceFault::Missing)
    {
        return Some(completion("frontmatter", Span::at(here), &head(&folder)));
    }
    if written.len() > 3 || !written.bytes().all(|byte| byte == b'-') {
        return None;
    }
    let whole = format!("{}\n# {}\n\n$0", head(&folder), escaped(&title(&folder)));
    if written.is_empty() {
        // A frontmatter counts only at the very start.
        let above = Span::new(start, line.start);
        let more = (!above.is_empty()).then(|| Edit::remove(above));
        return Some(Completion {
            more: more.into_iter().collect(),
            ..completion("new skill", Span::at(here), &whole)
        });
    }
    if line.text.trim_start_matches('\u{feff}').trim() == written {
        let dashes = Span::new(start.max(line.start), line.start + line.text.trim_end().len());
        let filter = Some(written.to_owned());
        return dashes.touches(offset).then(|| Completion { filter, ..completion("new skill", dashes, &whole) });
    }
    let is_below = written == "---" && document.fence.opening.is_some_and(|opening| opening.end < offset);
    let below = whole.strip_prefix("---\n").filter(|_| is_below && line.is_blank())?;
    Some(completion("new skill", Span::at(offset), below))
}

fn head(folder: &str) -> String {
    let name = escaped(&new_field::scalar(folder));
    format!("---\nname: {name}\ndescription: ${{1:What it does, and when to use it.}}\n---\n")
}

/// The folder's name as a title: `fill-forms` becomes `Fill forms`.
fn title(folder: &str) -> String {
    let words = folder.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn completion(label: &str, span: Span, snippet: &str) -> Completion {
    let text = plain(snippet);
    Completion {
        documentation: Documentation::Text(format!("```markdown\n{}\n```", text.trim_end())),
        text,
        snippet: Some(snippet.to_owned()),
        ..Completion::plain(label, Kind::Scaffold, span)
    }
}

/// The snippet for a client that knows none: what is to be filled in is left empty.
fn plain(snippet: &str) -> String {
    snippet
        .replace("${1:What it does, and when to use it.}", "")
        .replace("$0", "")
        .replace("\\$", "$")
        .replace("\\}", "}")
        .replace("\\\\", "\\")
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, labels, snippet};

    const PLAIN: &str = "---\nname: fill-forms\ndescription: \n---\n\n# Fill forms\n\n";

    fn fixture(text: &str) -> String {
        format!("//- /home/.claude/skills/fill-forms/SKILL.md\n{text}")
    }

    #[test]
    fn an_empty_file() {
        assert_eq!(after(&fixture("$0"), "new skill"), PLAIN);
        assert_eq!(after(&fixture("\n$0"), "new skill"), PLAIN);
        assert_eq!(after(&fixture("--$0"), "new skill"), PLAIN);
        assert_eq!(after(&fixture("\u{feff}$0"), "new skill"), format!("\u{feff}{PLAIN}"));
        assert_eq!(after(&fixture("---\n$0"), "new skill"), PLAIN);
        assert_eq!(
            snippet(&fixture("$0"), "new skill").as_deref(),
            Some(
                "---\nname: fill-forms\ndescription: ${1:What it does, and when to use it.}\n---\n\n# Fill forms\n\n$0"
            )
        );
    }

    #[test]
    fn a_file_without_frontmatter() {
        assert_eq!(
            after(&fixture("$0\n# Title\n"), "frontmatter"),
            "---\nname: fill-forms\ndescription: \n---\n\n# Title\n"
        );
    }

    #[test]
    fn where_something_is_written() {
        let has_scaffold = |text: &str| labels(&fixture(text)).iter().any(|it| it == "new skill");
        assert!(!has_scaffold("---\nname: x\n$0\n---\n"));
        assert!(!has_scaffold("# Title\n$0\n"));
        assert!(labels("//- /home/shop/.claude/commands/go.md\n$0").is_empty());
    }
}
