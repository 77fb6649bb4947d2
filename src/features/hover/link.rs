//! A link: which file it leads to, whether that is there, how large it is, and what it begins with.

use std::path::Path;

use crate::catalog::FileKind;
use crate::document;
use crate::document::body::Heading;
use crate::features::Context;
use crate::features::hover::Hover;
use crate::features::hover::mention::shown_description;
use crate::features::links::{heading, link_at};
use crate::features::page::{Page, Piece, words};
use crate::knowledge::relative_link::{path_of, resolved};
use crate::text::Span;
use crate::words::grouped;

/// What is told about a link, or a path in code, at an offset.
pub(super) fn hover(context: &Context<'_>, offset: usize) -> Option<Hover> {
    let body = &context.document.body;
    // The innermost: an image in a link.
    let around = body.links.iter().filter(|it| it.span.touches(offset)).min_by_key(|it| it.span.len());
    let place = |span: Span| if span.touches(offset) { span } else { around.map_or(span, |link| link.span) };
    if let Some(found) = link_at(context, offset) {
        let shown = found.span.of(&context.document.text);
        let page = page(context, shown, &found.target)?;
        return Some(Hover { span: place(found.span), page });
    }
    let link = around?;
    let page = match link.target.trim().strip_prefix('#') {
        Some(fragment) => {
            let heading = heading(context.document, fragment)?;
            Page::of([words(format!("Leads to {}", heading_words(heading)))])
        }
        None => {
            let path = path_of(link)?;
            let folder = page(context, path, &resolved(context.folder(), path));
            // What is not there is told by a finding, unless that is switched off.
            let is_told = || context.diagnostics.iter().any(|it| it.span.overlaps(link.span));
            let missing = || (!is_told()).then(|| Page::of([words(format!("`{path}` is not there"))]));
            folder.or_else(missing)?
        }
    };
    Some(Hover { span: place(link.target_span), page })
}

/// What is told about a file; `None` when it lies where nothing is read.
fn page(context: &Context<'_>, shown: &str, path: &Path) -> Option<Page> {
    if !may_be_read(context, path) {
        return None;
    }
    let mut pieces = vec![Piece::File { shown: shown.to_owned(), path: path.to_owned() }];
    let mut page = Page::default();
    match context.files.kind(path)? {
        FileKind::Folder => {
            let count = context.files.list(path).len();
            pieces.push(words(format!(": a folder with {} {}", grouped(count), counted(count, "entry", "entries"))));
            page.line(pieces);
        }
        FileKind::File => {
            pieces.extend(context.files.size(path).map(|size| words(format!(": {}", size_words(size)))));
            page.line(pieces);
            if let Some(description) = described(context, path) {
                page.line([words(description)]);
            } else if let Some(heading) = first_heading(context, path) {
                page.line([words(format!("Begins with {heading}"))]);
            }
        }
    }
    Some(page)
}

/// Whether a file lies in the skill's own folder, in the workspace, or in a folder that a host reads, also once links are
/// followed.
fn may_be_read(context: &Context<'_>, path: &Path) -> bool {
    let environment = context.environment;
    let is_inside = |path: &Path| {
        path.starts_with(context.folder())
            || path.starts_with(&environment.working_directory)
            || environment.git_root.as_ref().is_some_and(|root| path.starts_with(root))
            || context
                .catalog
                .views()
                .iter()
                .flat_map(|view| view.places.iter())
                .any(|place| context.path.starts_with(&place.path) && path.starts_with(&place.path))
    };
    let real = |path: &Path| context.files.real(path);
    is_inside(path)
        && real(path).is_none_or(|there| {
            is_inside(&there) || real(context.folder()).is_some_and(|folder| there.starts_with(folder))
        })
}

/// The description of a file that is a skill.
fn described(context: &Context<'_>, path: &Path) -> Option<String> {
    let id = context.catalog.by_path(path)?;
    let readings = context.catalog.views().iter().filter_map(|view| view.standing(id));
    readings.filter_map(|candidate| candidate.reading.description.as_deref()).map(shown_description).next()
}

/// The first heading of a Markdown file, as a person reads it.
fn first_heading(context: &Context<'_>, path: &Path) -> Option<String> {
    let is_markdown = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("md"));
    let text = is_markdown.then(|| context.files.text(path)).flatten()?;
    document::parse(&text).body.headings.first().map(heading_words)
}

fn heading_words(heading: &Heading) -> String {
    format!("`{} {}`", "#".repeat(usize::from(heading.level)), heading.text.replace('`', ""))
}

fn size_words(size: u64) -> String {
    match size {
        1 => "1 byte".to_owned(),
        0..1024 => format!("{size} bytes"),
        1024..1_048_576 => format!("{:.1} KB", size as f64 / 1024.0),
        _ => format!("{:.1} MB", size as f64 / 1_048_576.0),
    }
}

fn counted(count: usize, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::hover::testing::told;

    fn body(text: &str) -> String {
        told(&format!(
            "//- /home/shop/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n{text}\n\
             //- /home/shop/.claude/skills/pdf/references/api.md\nIntro\n\n## The `API`\n\
             //- /home/shop/.claude/skills/pdf/fill.py\npass\n\
             //- /home/shop/.claude/skills/deploy/SKILL.md\n---\ndescription: Deploys.\n---\n\
             //- /etc/passwd.md\n# Secret\n"
        ))
    }

    #[test]
    fn a_file_and_a_folder() {
        let page = |span: &str| format!("[{span}]\nreferences/api.md: 20 bytes\n\nBegins with `## The API`");
        assert_eq!(body("[a](refere$0nces/api.md)"), page("references/api.md"));
        assert_eq!(body("See [the a$0pi](references/api.md)."), page("[the api](references/api.md)"));
        assert_eq!(body("Read `references/a$0pi.md`."), page("references/api.md"));
        assert_eq!(body("[a](refere$0nces/)"), "[references/]\nreferences/: a folder with 1 entry");
        assert_eq!(body("`$0fill.py`"), "[fill.py]\nfill.py: 5 bytes");
    }

    #[test]
    fn another_skill() {
        assert_eq!(body("[a](../depl$0oy/SKILL.md)"), "[../deploy/SKILL.md]\n../deploy/SKILL.md: 30 bytes\n\nDeploys.");
    }

    #[test]
    fn a_heading_of_the_document() {
        assert_eq!(body("[a](#the-$0end)\n\n## The end!"), "[#the-end]\nLeads to `## The end!`");
        assert_eq!(body("[a](#no$0where)"), "nothing");
    }

    #[test]
    fn what_is_not_there_is_told_by_its_finding() {
        assert_eq!(body("[a](references/no$0ne.md)"), "nothing");
        assert_eq!(body("`references/no$0ne.md`"), "nothing");
    }

    #[test]
    fn nothing_is_read_elsewhere() {
        assert_eq!(body("[a](../../../../../etc/pass$0wd.md)"), "nothing");
        assert_eq!(body("`../../../../../etc/pass$0wd.md`"), "nothing");
        assert_eq!(body("[a](https://exa$0mple.org)"), "nothing");
    }

    #[test]
    fn sizes() {
        assert_eq!([1, 900, 2048, 3_000_000].map(size_words), ["1 byte", "900 bytes", "2.0 KB", "2.9 MB"]);
    }
}
