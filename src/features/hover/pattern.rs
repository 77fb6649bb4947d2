//! A pattern in `paths`: how many files of the workspace match it, and the first few of them.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalog::{Files, PathMatcher, never_matches};
use crate::document::Field;
use crate::document::patterns::{Pattern, patterns};
use crate::features::Context;
use crate::features::hover::Hover;
use crate::features::opened;
use crate::features::page::{Page, Piece, code, strong, words};
use crate::hosts::{Host, PathPatterns};
use crate::text::slashed;
use crate::words::{add_to, capitalized, enumeration, grouped};

/// So many folders are looked into.
const MOST_FOLDERS: usize = 2_000;
/// So many files are looked at.
const MOST_FILES: usize = 20_000;
/// So many matches are named.
const NAMED: usize = 5;
/// Folders whose files nobody writes by hand.
const PASSED_BY: [&str; 3] = [".git", "node_modules", "target"];

/// What is told about the pattern at an offset.
pub(super) fn hover(context: &Context<'_>, field: &Field, offset: usize) -> Option<Hover> {
    let text = &context.document.text;
    let patterns = patterns(text, &field.value);
    let Pattern { span, around } = patterns.into_iter().find(|pattern| pattern.around.touches(offset))?;
    Some(Hover { span: if span.touches(offset) { span } else { around }, page: page(context, span.of(text))? })
}

fn page(context: &Context<'_>, pattern: &str) -> Option<Page> {
    let waits = |host: &&Arc<Host>| host.controls.conditional_paths;
    let mut hosts: Vec<&Arc<Host>> = context.hosts.iter().filter(waits).collect();
    if hosts.is_empty() {
        hosts = context.catalog.views().iter().map(|view| &view.host).filter(waits).collect();
    }
    let mut ways: Vec<(PathPatterns, Vec<&str>)> = Vec::new();
    for host in hosts {
        let kind = host.controls.path_patterns;
        add_to(&mut ways, kind, &host.name);
    }
    if ways.is_empty() {
        return None;
    }
    let here = &context.environment.working_directory;
    let walked = walk(context.files, here);
    let mut page = Page::default();
    let is_one_way = ways.len() == 1;
    for (kind, names) in ways {
        let idle = never_matches(kind, pattern);
        let matcher = PathMatcher::new(kind, &[Arc::from(pattern)], here);
        let matching: Vec<&PathBuf> =
            walked.files.iter().filter(|file| matcher.as_ref().is_some_and(|it| it.matches(file))).collect();
        let count = grouped(matching.len());
        let files = if matching.len() == 1 { "file" } else { "files" };
        let said = match (matching.len(), walked.is_whole) {
            (0, _) if idle.is_some() => {
                format!("never matches: {}", idle.map(|idle| idle.why()).unwrap_or_default())
            }
            (0, true) => "matches no file of the workspace".to_owned(),
            (0, false) => format!("matches none of the first {} files of the workspace", grouped(walked.files.len())),
            (_, true) => format!("matches {count} {files} of the workspace"),
            (_, false) => format!("matches {count} {files} and perhaps more: the workspace is large"),
        };
        page.line(match is_one_way {
            true => vec![code(pattern), words(format!(" {said}"))],
            false => {
                vec![strong(capitalized(&enumeration(&names))), words(": "), code(pattern), words(format!(" {said}"))]
            }
        });
        for file in matching.iter().take(NAMED) {
            let shown = slashed(file.strip_prefix(here).unwrap_or(file));
            page.item([Piece::File { shown, path: (*file).clone() }]);
        }
        if matching.len() > NAMED {
            page.item([words("…")]);
        }
    }
    opened::tell(context, Some(pattern), &mut page);
    Some(page)
}

/// The files of a folder.
struct Walked {
    files: Vec<PathBuf>,
    /// Whether none was left out.
    is_whole: bool,
}

/// The files below a folder, those near it first: not more than anyone waits for, and no way twice.
fn walk(files: &dyn Files, folder: &Path) -> Walked {
    let mut walked = Walked { files: Vec::new(), is_whole: true };
    let mut waiting = VecDeque::from([folder.to_owned()]);
    let mut folders = 0;
    while let Some(folder) = waiting.pop_front() {
        folders += 1;
        if folders > MOST_FOLDERS {
            walked.is_whole = false;
            break;
        }
        let real = files.real(&folder);
        for name in files.list(&folder) {
            let Some(name) = name.strip_suffix('/') else {
                if walked.files.len() == MOST_FILES {
                    walked.is_whole = false;
                    return walked;
                }
                walked.files.push(folder.join(name));
                continue;
            };
            let inner = folder.join(name);
            // A link leads elsewhere, or round in a circle.
            let is_link = real.as_ref().is_some_and(|real| files.real(&inner) != Some(real.join(name)));
            if !PASSED_BY.contains(&name) && !is_link && waiting.len() <= MOST_FOLDERS {
                waiting.push_back(inner);
            }
        }
    }
    walked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::hover::testing::{check, told};

    fn paths(hosts: &str, written: &str) -> String {
        told(&format!(
            "//# hosts = {hosts}\n//- /home/shop/.claude/skills/pdf/SKILL.md\n---\npaths: {written}\n---\n\
             //- /home/shop/src/a.rs\nx\n//- /home/shop/src/b.rs\nx\n//- /home/shop/node_modules/c.rs\nx\n"
        ))
    }

    #[test]
    fn in_every_form() {
        let two = "matches 2 files of the workspace\n\n- src/a.rs\n- src/b.rs";
        assert_eq!(paths("claude-code", "src/$0**"), format!("[src/**]\n`src/**` {two}"));
        assert_eq!(paths("claude-code", "[x, '*.r$0s']"), format!("[*.rs]\n`*.rs` {two}"));
        assert_eq!(paths("claude-code", "\"x, src/{a,$0b}.rs\""), format!("[src/{{a,b}}.rs]\n`src/{{a,b}}.rs` {two}"));
        assert_eq!(paths("claude-code", "\n  - $0'*.py'"), "['*.py']\n`*.py` matches no file of the workspace");
        assert_eq!(paths("claude-code", "$0["), "nothing");
        assert_eq!(
            paths("claude-code", "./$0src/**"),
            "[./src/**]\n`./src/**` never matches: paths have no `./` before them"
        );
    }

    #[test]
    fn each_host_in_its_way() {
        assert_eq!(
            paths("claude-code, qwen-code", "[$0\"*.rs\"]"),
            "[\"*.rs\"]\nClaude Code: `*.rs` matches 2 files of the workspace\n\n- src/a.rs\n- src/b.rs\n\n\
             Qwen Code: `*.rs` matches no file of the workspace"
        );
    }

    #[test]
    fn more_than_are_named() {
        let files: String = (0..7).map(|number| format!("//- /home/shop/{number}.md\nx\n")).collect();
        check(
            &format!("//- /home/shop/.claude/skills/pdf/SKILL.md\n---\npaths: $0/*.md\n---\n{files}"),
            "
            [/*.md]
            `/*.md` matches 7 files of the workspace

            - 0.md
            - 1.md
            - 2.md
            - 3.md
            - 4.md
            - …
            ",
        );
    }

    /// A tree without end: each folder holds itself and two files.
    struct Endless;

    impl Files for Endless {
        fn kind(&self, _: &Path) -> Option<crate::catalog::FileKind> {
            None
        }
        fn list(&self, _: &Path) -> Vec<String> {
            ["a", "b", "more/", "others/"].map(str::to_owned).to_vec()
        }
        fn text(&self, _: &Path) -> Option<String> {
            None
        }
    }

    #[test]
    fn a_workspace_without_end() {
        let walked = walk(&Endless, Path::new("/"));
        assert_eq!((walked.files.len(), walked.is_whole), (MOST_FOLDERS * 2, false));
    }
}
