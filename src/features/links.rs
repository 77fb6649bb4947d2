//! Links to files, and paths in code, that lead somewhere.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::catalog::{FileKind, Files};
use crate::document::Document;
use crate::document::body::{Body, Heading, Link};
use crate::features::Context;
use crate::features::mentions::body_of;
use crate::knowledge::relative_link;
use crate::text::Span;
use crate::words::short;

/// A link to a file that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLink {
    /// The path as written, without fragment.
    pub span: Span,
    /// The file.
    pub target: PathBuf,
    /// The heading in it, as written behind `#`.
    pub fragment: Option<String>,
    /// Where it leads, in words.
    pub tooltip: String,
}

/// How many paths in code are looked for on disk.
const MOST: usize = 256;

/// The links of a document that lead to files, in order. In a file that is no skill only those to skills: the others are
/// somebody else's matter.
pub fn links(context: &Context<'_>) -> Vec<FileLink> {
    let mut found = all(context, |_| true);
    if context.skill().is_none() && skill_folder(context.files, context.path).is_none() {
        found.retain(|link| skill_folder(context.files, &link.target).is_some());
    }
    found
}

/// The link at an offset.
pub(crate) fn link_at(context: &Context<'_>, offset: usize) -> Option<FileLink> {
    all(context, |span| span.touches(offset)).into_iter().next()
}

fn all(context: &Context<'_>, is_wanted: impl Fn(Span) -> bool) -> Vec<FileLink> {
    let mut targets = Targets::new(context);
    let text = &context.document.text;
    let mut found: Vec<FileLink> = Vec::new();
    let body = body_of(context.document);
    for link in body.links.iter().filter(|link| is_wanted(link.span)) {
        let Some((path, fragment)) = parts(link) else { continue };
        let Some(target) = targets.of(&path) else { continue };
        let written = link.target_span.of(text);
        let length = if fragment.is_some() { written.find('#').unwrap_or(written.len()) } else { written.len() };
        let span = Span::new(link.target_span.start, link.target_span.start + length);
        found.push(FileLink { span, tooltip: tooltip(context, &target), target, fragment });
    }
    for word in code_paths(text, &body).filter(|word| is_wanted(word.span)).take(MOST) {
        let Some(target) = targets.of(&word.path) else { continue };
        found.push(FileLink { span: word.span, tooltip: tooltip(context, &target), target, fragment: None });
    }
    found.sort_by_key(|link| link.span);
    found
}

/// Path and fragment of a link to a file.
fn parts(link: &Link) -> Option<(String, Option<String>)> {
    let target = link.target.trim();
    if target.is_empty() || target.contains("://") || target.starts_with(['#', '/', '~', '\\', '?']) {
        return None;
    }
    let (path, fragment) = match target.split_once('#') {
        Some((path, fragment)) => (path, Some(fragment.to_owned())),
        None => (target, None),
    };
    let path = path.split('?').next().unwrap_or(path);
    (!path.contains(':')).then(|| (path.to_owned(), fragment))
}

/// A word in code that looks like a path.
pub(crate) struct CodePath {
    /// Where it stands, without a placeholder for the skill's folder before it.
    pub(crate) span: Span,
    /// The path.
    pub(crate) path: String,
}

/// The words in inline code, code blocks and commands that look like relative paths.
pub(crate) fn code_paths<'a>(text: &'a str, body: &'a Body) -> impl Iterator<Item = CodePath> {
    let blocks = body.code_blocks.iter().map(|block| block.content);
    let pieces = body.code_spans.iter().copied().chain(blocks);
    pieces.flat_map(move |piece| words(text, piece)).filter_map(move |span| code_path(text, span))
}

/// The words of a piece of code.
fn words(text: &str, piece: Span) -> impl Iterator<Item = Span> {
    let is_between = |sign: char| sign.is_whitespace() || "`\"'()<>|;,=".contains(sign);
    let mut next = piece.start;
    piece.of(text).split_inclusive(is_between).map(move |word| {
        let start = next;
        next += word.len();
        Span::new(start, start + word.trim_end_matches(is_between).len())
    })
}

fn code_path(text: &str, span: Span) -> Option<CodePath> {
    let word = span.of(text);
    // `${CLAUDE_SKILL_DIR}/scripts/x.py`, `$SKILL_DIR/x`, `{baseDir}/x`: the folder of the skill.
    let path = match word.starts_with(['$', '{']) {
        true => word.split_once('/').map(|(_, path)| path)?,
        false => word,
    };
    let start = span.end - path.len();
    let path = path.trim_end_matches(['.', ':', '/']);
    let is_path = path.contains(['.', '/'])
        && !path.starts_with(['/', '~', '-', '@'])
        && path.chars().all(|sign| sign.is_alphanumeric() || "/._-+@".contains(sign))
        && path.chars().any(char::is_alphanumeric);
    is_path.then(|| CodePath { span: Span::new(start, start + path.len()), path: path.to_owned() })
}

/// Where paths of a document lead; each is looked for once.
struct Targets<'a> {
    files: &'a dyn Files,
    bases: Vec<PathBuf>,
    known: HashMap<String, Option<PathBuf>>,
}

impl<'a> Targets<'a> {
    fn new(context: &Context<'a>) -> Targets<'a> {
        Targets { files: context.files, bases: bases(context), known: HashMap::new() }
    }

    fn of(&mut self, path: &str) -> Option<PathBuf> {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let found = self.bases.iter().find_map(|base| file_at(self.files, &relative_link::resolved(base, path)));
        self.known.insert(path.to_owned(), found.clone());
        found
    }
}

/// The folders from which a path may start: that of the document, that of its skill, and the one an agent works in.
pub(crate) fn bases(context: &Context<'_>) -> Vec<PathBuf> {
    let mut bases = vec![context.folder().to_owned()];
    bases.extend(skill_folder(context.files, context.path));
    if context.path.starts_with(&context.environment.working_directory) {
        bases.push(context.environment.working_directory.clone());
    }
    bases.dedup();
    bases
}

/// The file at a path; of a folder that is a skill, its `SKILL.md`.
fn file_at(files: &dyn Files, path: &Path) -> Option<PathBuf> {
    match files.kind(path)? {
        FileKind::File => Some(path.to_owned()),
        FileKind::Folder => {
            let skill = path.join("SKILL.md");
            (files.kind(&skill)? == FileKind::File).then_some(skill)
        }
    }
}

/// The folder of the skill to which a file belongs.
pub(crate) fn skill_folder(files: &dyn Files, path: &Path) -> Option<PathBuf> {
    let mut folders = path.ancestors().skip(1).take(6);
    folders.find(|folder| files.kind(&folder.join("SKILL.md")) == Some(FileKind::File)).map(Path::to_owned)
}

fn tooltip(context: &Context<'_>, target: &Path) -> String {
    let skill = context.catalog.by_path(target).and_then(|id| context.catalog.skill(id));
    match skill {
        Some(skill) => format!("Skill `{}`", skill.name.as_ref().map_or(&*skill.folder, |name| &*name.text)),
        None => short(target, context.environment),
    }
}

/// The heading that a fragment means, as most programs make one of it.
pub(crate) fn heading<'a>(document: &'a Document, fragment: &str) -> Option<&'a Heading> {
    let wanted = fragment.to_lowercase();
    document.body.headings.iter().find(|heading| slug(&heading.text) == wanted)
}

fn slug(text: &str) -> String {
    let kept = text.trim().chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::testing::ask;
    use crate::text::slashed;

    fn check(fixture: &str, expected: &[&str]) {
        let found = ask(fixture, |context, _| {
            let show = |link: FileLink| {
                let fragment = link.fragment.map(|it| format!("#{it}")).unwrap_or_default();
                let written = link.span.of(&context.document.text);
                format!("{written} -> {}{fragment} ({})", slashed(&link.target), link.tooltip)
            };
            links(context).into_iter().map(show).collect::<Vec<_>>()
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn links_and_paths_that_are_there() {
        check(
            "
            //- /home/shop/.claude/skills/pdf/SKILL.md
            See [the API](references/api.md#fields), [gone](references/gone.md), [site](https://x.org/a.md), [top](#top).
            Run `python scripts/fill.py form.pdf`, `scripts/*.py`, `./LICENSE.txt` and `src/main.rs`.
            ```sh
            python ${CLAUDE_SKILL_DIR}/scripts/fill.py --out=/etc/passwd
            ```
            Then [ship](../ship) it.
            //- /home/shop/.claude/skills/pdf/references/api.md
            # Fields
            //- /home/shop/.claude/skills/pdf/scripts/fill.py
            pass
            //- /home/shop/.claude/skills/pdf/LICENSE.txt
            MIT
            //- /home/shop/src/main.rs
            fn main() {}
            //- /home/shop/.claude/skills/ship/SKILL.md
            ---
            name: ship
            ---
            ",
            &[
                "references/api.md -> /home/shop/.claude/skills/pdf/references/api.md#fields \
                 (.claude/skills/pdf/references/api.md)",
                "scripts/fill.py -> /home/shop/.claude/skills/pdf/scripts/fill.py (.claude/skills/pdf/scripts/fill.py)",
                "./LICENSE.txt -> /home/shop/.claude/skills/pdf/LICENSE.txt (.claude/skills/pdf/LICENSE.txt)",
                "src/main.rs -> /home/shop/src/main.rs (src/main.rs)",
                "scripts/fill.py -> /home/shop/.claude/skills/pdf/scripts/fill.py (.claude/skills/pdf/scripts/fill.py)",
                "../ship -> /home/shop/.claude/skills/ship/SKILL.md (Skill `ship`)",
            ],
        );
    }

    #[test]
    fn elsewhere_only_links_to_skills() {
        check(
            "
            //- /home/shop/CLAUDE.md
            See [readme](README.md) and `.claude/skills/ship/SKILL.md`.
            //- /home/shop/README.md
            Hi
            //- /home/shop/.claude/skills/ship/SKILL.md
            ---
            name: ship
            ---
            ",
            &[".claude/skills/ship/SKILL.md -> /home/shop/.claude/skills/ship/SKILL.md (Skill `ship`)"],
        );
    }

    #[test]
    fn a_file_of_a_skill_also_starts_from_the_skill() {
        check(
            "
            //- /home/.claude/skills/pdf/references/api.md
            Run `scripts/fill.py`, see [more](more.md).
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            ---
            //- /home/.claude/skills/pdf/scripts/fill.py
            pass
            //- /home/.claude/skills/pdf/references/more.md
            More
            ",
            &[
                "scripts/fill.py -> /home/.claude/skills/pdf/scripts/fill.py (~/.claude/skills/pdf/scripts/fill.py)",
                "more.md -> /home/.claude/skills/pdf/references/more.md (~/.claude/skills/pdf/references/more.md)",
            ],
        );
    }

    #[test]
    fn headings_as_fragments() {
        let document = crate::document::parse("# What's new, in 2.0?\n\n## Größe `x_y`\n");
        assert!(heading(&document, "whats-new-in-20").is_some());
        assert!(heading(&document, "größe-x_y").is_some());
        assert!(heading(&document, "nothing").is_none());
    }
}
