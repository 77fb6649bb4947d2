//! The files beside a skill, folder by folder: in links, in backticks, and behind the placeholder of its folder.

use std::path::Path;

use crate::document::lines::line_at;
use crate::features::Context;
use crate::features::completion::{Completion, Kind};
use crate::knowledge::relative_link::resolved;
use crate::text::Span;

/// How many names of a folder are offered.
const MOST: usize = 200;

/// How the name of a placeholder for the skill's own folder ends.
const OWN_FOLDER: &str = "SKILL_DIR";

/// A path that is being typed.
pub(super) struct PathSpot<'a> {
    /// The folders typed so far, with the last slash.
    folder: &'a str,
    /// The name that is being typed.
    name: Span,
    /// Whether blanks and parentheses must be written in code.
    is_encoded: bool,
}

/// The path at the cursor. `None` where no path is expected; a path that leads nowhere has no names to offer.
pub(super) fn spot<'a>(context: &Context<'a>, offset: usize, in_code_block: bool) -> Option<PathSpot<'a>> {
    let text: &'a str = &context.document.text;
    let line = line_at(text, offset);
    let before = text.get(line.start..offset)?;
    let in_backticks = !in_code_block && before.matches('`').count() % 2 == 1;
    if !in_code_block
        && !in_backticks
        && let Some((path, is_encoded)) = in_link(before)
    {
        return Some(PathSpot::new(text, path, offset, line.end, is_encoded));
    }
    let starts = |sign: char| sign.is_whitespace() || matches!(sign, '`' | '"' | '\'' | '(' | '=' | '<');
    let word = before.rsplit(starts).next()?;
    if let Some(path) = behind_own_folder(context, word) {
        return Some(PathSpot::new(text, path, offset, line.end, false));
    }
    let is_path = !word.starts_with(['/', '$', '-', '~', '@', '!']) && !word.contains("://");
    (in_backticks && is_path).then(|| PathSpot::new(text, word, offset, line.end, false))
}

/// The destination of a link, or of the definition of one, that is being typed, and whether its blanks are written in code.
fn in_link(before: &str) -> Option<(&str, bool)> {
    let defined = || before.trim_start().strip_prefix('[')?.split_once("]: ");
    let (_, path) = before.rsplit_once("](").or_else(defined)?;
    match path.strip_prefix('<') {
        Some(path) => (!path.contains('>')).then_some((path, false)),
        None => (!path.contains([')', ' ', '\t'])).then_some((path, true)),
    }
}

/// What stands behind `${…SKILL_DIR}/`, when a host fills that in.
fn behind_own_folder<'a>(context: &Context<'_>, word: &'a str) -> Option<&'a str> {
    let (name, path) = word.strip_prefix("${")?.split_once("}/")?;
    let is_filled = |name: &str| context.hosts.iter().any(|host| host.placeholders.names.iter().any(|it| it == name));
    (name.ends_with(OWN_FOLDER) && is_filled(name)).then_some(path)
}

impl<'a> PathSpot<'a> {
    fn new(text: &str, path: &'a str, offset: usize, line_end: usize, is_encoded: bool) -> PathSpot<'a> {
        let (folder, typed) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
        let rest = Span::new(offset, line_end).of(text);
        let ends = |sign: char| sign.is_whitespace() || matches!(sign, '/' | ')' | '>' | '`' | '"' | '\'' | '#');
        let length = rest.find(ends).unwrap_or(rest.len());
        PathSpot { folder, name: Span::new(offset - typed.len(), offset + length), is_encoded }
    }
}

/// The names in the folder that is typed. Never those of a folder outside the skill and the workspace.
pub(super) fn paths(context: &Context<'_>, spot: &PathSpot<'_>) -> Vec<Completion> {
    let text = &context.document.text;
    let is_relative = !spot.folder.starts_with(['/', '~']) && !spot.folder.contains([':', '\\', '#', '?']);
    let folder = resolved(context.folder(), &spot.folder.replace("%20", " "));
    if !is_relative || spot.name.of(text).contains(['#', '?']) || !is_inside(context, &folder) {
        return Vec::new();
    }
    let goes_on = text.get(spot.name.end..).is_some_and(|rest| rest.starts_with('/'));
    let is_offered = |name: &String| {
        let plain = name.trim_end_matches('/');
        !plain.starts_with('.')
            && !matches!(plain, "node_modules" | "__pycache__" | "target")
            && folder.join(plain) != context.path
    };
    let names = context.files.list(&folder).into_iter().filter(is_offered).take(MOST);
    names
        .map(|name| {
            let kind = if name.ends_with('/') { Kind::Folder } else { Kind::File };
            let written = if goes_on { name.trim_end_matches('/') } else { &name };
            let text = if spot.is_encoded { encoded(written) } else { written.to_owned() };
            Completion { text, ..Completion::plain(name, kind, spot.name) }
        })
        .collect()
}

/// Whether a folder lies in the skill or in the workspace, also when its links are followed.
pub(super) fn is_inside(context: &Context<'_>, folder: &Path) -> bool {
    let around = [context.folder(), &context.environment.working_directory];
    let is_below = |folder: &Path, around: &Path| !around.as_os_str().is_empty() && folder.starts_with(around);
    if !around.iter().any(|around| is_below(folder, around)) {
        return false;
    }
    let Some(real) = context.files.real(folder) else { return true };
    let real_of = |path: &&Path| context.files.real(path).unwrap_or_else(|| path.to_path_buf());
    around.iter().map(real_of).any(|around| is_below(&real, &around))
}

/// A name as a link writes it.
fn encoded(name: &str) -> String {
    name.replace('%', "%25").replace(' ', "%20").replace('(', "%28").replace(')', "%29")
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, labels};

    fn fixture(body: &str) -> String {
        format!(
            "//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n{body}\n\
             //- /home/.claude/skills/pdf/references/api.md\n\n//- /home/.claude/skills/pdf/references/two words.md\n\n\
             //- /home/.claude/skills/pdf/scripts/fill.py\n\n//- /home/.claude/skills/pdf/.hidden\n\n\
             //- /home/.claude/skills/pdf/notes.md\n\n//- /home/.claude/skills/other/SKILL.md\n\n\
             //- /etc/passwd\n\n"
        )
    }

    fn body(line: &str, label: &str) -> String {
        after(&fixture(line), label).trim_start_matches("---\nname: pdf\n---\n").trim_end().to_owned()
    }

    #[test]
    fn in_links() {
        assert_eq!(labels(&fixture("See [the notes]($0")), ["notes.md", "references/", "scripts/"]);
        assert_eq!(labels(&fixture("See [x](references/$0)")), ["api.md", "two words.md"]);
        assert_eq!(labels(&fixture("See [x](./references/$0)")), ["api.md", "two words.md"]);
        assert_eq!(body("See [x](ref$0)", "references/"), "See [x](references/)");
        assert_eq!(body("See [x](re$0f/api.md)", "references/"), "See [x](references/api.md)");
        assert_eq!(body("See [x](references/t$0)", "two words.md"), "See [x](references/two%20words.md)");
        assert_eq!(body("See [x](<references/t$0>)", "two words.md"), "See [x](<references/two words.md>)");
        assert_eq!(body("[x]: no$0", "notes.md"), "[x]: notes.md");
        assert_eq!(body("![x](no$0te \"title\")", "notes.md"), "![x](notes.md \"title\")");
    }

    #[test]
    fn in_backticks_and_behind_the_placeholder() {
        assert_eq!(labels(&fixture("Run `$0`")), ["notes.md", "references/", "scripts/"]);
        assert_eq!(body("Run `python scripts/f$0`", "fill.py"), "Run `python scripts/fill.py`");
        let line = "```sh\nsh \"${CLAUDE_SKILL_DIR}/scripts/$0\"\n```";
        assert_eq!(body(line, "fill.py"), "```sh\nsh \"${CLAUDE_SKILL_DIR}/scripts/fill.py\"\n```");
    }

    #[test]
    fn never_outside() {
        for line in [
            "[x](../$0)",
            "[x](../../../etc/$0)",
            "[x](/etc/$0)",
            "[x](~/$0)",
            "[x](https://$0)",
            "[x](#$0)",
            "[x](notes.md#$0)",
            "`../$0`",
            "`/etc/$0`",
            "${OTHER_SKILL_DIR}/$0",
            "[x](notes.md) $0",
            "```\nscripts/$0\n```",
        ] {
            assert_eq!(labels(&fixture(line)), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn up_to_the_workspace() {
        let fixture = "
            //- /home/shop/.claude/skills/pdf/SKILL.md
            [x](../../../docs/$0)
            //- /home/shop/docs/guide.md
            Guide
            ";
        assert_eq!(labels(fixture), ["guide.md"]);
    }
}
