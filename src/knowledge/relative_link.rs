//! A link to a file beside the skill: which links are, and where they lead.

use std::path::{Component, Path, PathBuf};

use crate::document::body::Link;

/// The path that a relative link names, without fragment and query. `None` for everything that is not a relative
/// path to a real file: addresses, anchors, absolute paths, and the made-up paths of examples.
pub(crate) fn path_of(link: &Link) -> Option<&str> {
    let target = link.target.trim();
    let end = target.find(['#', '?']).unwrap_or(target.len());
    let path = target.get(..end)?;
    (!path.is_empty() && is_relative(path) && !is_made_up(path)).then_some(path)
}

fn is_relative(path: &str) -> bool {
    !path.starts_with(['/', '~', '@', '\\']) && !path.contains([':', '\\'])
}

/// Whether a path is only an example: a template, a word such as `url`, or a name that everybody uses.
fn is_made_up(path: &str) -> bool {
    let lower = path.to_lowercase();
    let is_template = path.contains(['{', '}', '<', '>', '$', '*', '|', '…', '[', ']', '"', '\'', '`', ',', '='])
        || lower.contains("...")
        || lower.contains("path/to")
        || [
            "pfad/zu",
            "chemin/vers",
            "ruta/a",
            "caminho/para",
            "percorso/",
            "路径",
            "链接",
            "文件名",
            "パス",
            "ファイル名",
            "경로",
        ]
        .iter()
        .any(|words| lower.contains(words))
        || lower.contains("your-")
        || lower.contains("your_")
        || lower.contains("xxx")
        || lower.contains("yyyy")
        || path.contains("NNN")
        || path.contains(' ');
    // `[text](url)`, `[title](link)`: a file has an extension or stands in a folder.
    let is_bare_word = !path.contains(['.', '/']);
    // `example.com/page` lacks its scheme.
    let first = lower.split('/').next().unwrap_or_default();
    let is_domain = first.starts_with("www.")
        || (!first.starts_with('.')
            && [".com", ".org", ".io", ".dev", ".net", ".ai", ".app", ".gov", ".edu"]
                .iter()
                .any(|ending| first.ends_with(ending)));
    let stem = lower.trim_start_matches("./");
    let stem = stem.rsplit('/').next().unwrap_or(stem);
    let stem = stem.split('.').next().unwrap_or(stem);
    let is_usual =
        ["file", "filename", "image", "img", "photo", "picture", "foo", "bar", "baz", "example", "url", "link"]
            .contains(&stem);
    is_template || is_bare_word || is_domain || is_usual
}

/// The path taken from `folder`, with `.` and `..` worked out.
pub(crate) fn resolved(folder: &Path, path: &str) -> PathBuf {
    let mut resolved = folder.to_path_buf();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => {
                resolved.pop();
            }
            Component::Normal(name) => resolved.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    resolved
}

/// Whether a relative path climbs out of the folder it starts in.
pub(crate) fn leaves(path: &str) -> bool {
    let mut depth = 0_isize;
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
        if depth < 0 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    fn path(target: &str) -> Option<String> {
        let link = Link { span: Span::at(0), target_span: Span::at(0), target: target.to_owned(), image: false };
        path_of(&link).map(str::to_owned)
    }

    #[test]
    fn relative_paths() {
        assert_eq!(path("references/api.md#top").as_deref(), Some("references/api.md"));
        assert_eq!(path("./a.md?raw=1").as_deref(), Some("./a.md"));
        assert_eq!(path("../b/SKILL.md").as_deref(), Some("../b/SKILL.md"));
        assert_eq!(path("references/").as_deref(), Some("references/"));
    }

    #[test]
    fn everything_else() {
        for target in [
            "https://x.org",
            "mailto:a@b.c",
            "#top",
            "/docs/a.md",
            "~/a.md",
            "C:\\a.md",
            "//x.org/a",
            "url",
            "link",
            "{name}.md",
            "<x>.md",
            "$DIR/a.md",
            "path/to/a.md",
            "pfad/zur/datei.md",
            "文件路径/a.md",
            "docs/...",
            "example.com/a",
            "www.x.y/z",
            "./file.md",
            "image.png",
            "",
        ] {
            assert_eq!(path(target), None, "{target}");
        }
    }

    #[test]
    fn where_they_lead() {
        assert_eq!(resolved(Path::new("/a/b"), "./../c/./d.md"), Path::new("/a/c/d.md"));
        assert!(leaves("../x") && leaves("a/../../x") && !leaves("a/../x") && !leaves("./x"));
    }
}
