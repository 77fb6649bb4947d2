//! Suppression comments: `# skill-lsp: allow ID — reason` and `<!-- skill-lsp: allow ID — reason -->`.

use memchr::memmem;

use crate::document::body::LazyBody;
use crate::document::lines::{line_at, lines};
use crate::text::Span;

/// One suppression comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The whole comment.
    pub span: Span,
    /// The check ids it names, with their spans.
    pub checks: Vec<(String, Span)>,
    /// What it covers.
    pub scope: AllowScope,
    /// Why, when the author says so.
    pub reason: Option<String>,
}

/// What a suppression covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowScope {
    /// Findings that start on this line: the one after the comment, or its own when it stands behind something.
    NextLine(Span),
    /// The whole file (`allow-file`).
    File,
}

/// What a comment must start with.
const MARK: &str = "skill-lsp:";

/// How many suppressions may stand above one line.
const STACKED: usize = 32;

/// The suppressions among the comments of the frontmatter and of the body.
pub fn find(text: &str, comments: &[Span], body: &LazyBody) -> Vec<Allow> {
    // Hardly any body has one, and nobody else may want to read it.
    let in_body: &[Span] = match memmem::find(body.span.of(text).as_bytes(), MARK.as_bytes()) {
        Some(_) => &body.comments,
        None => &[],
    };
    comments.iter().chain(in_body).filter_map(|&span| allow(text, span)).collect()
}

fn allow(text: &str, span: Span) -> Option<Allow> {
    let comment = span.of(text);
    let (content_start, content) = content(comment)?;
    let is_file = content.starts_with("allow-file");
    let rest = content.strip_prefix("allow-file").or_else(|| content.strip_prefix("allow"))?;
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let (ids, reason) = match separator(rest) {
        Some((at, length)) => (rest.get(..at)?, rest.get(at + length..)?.trim()),
        None => (rest, ""),
    };
    let ids_start = span.start + content_start + content.len() - rest.len();
    let mut checks = Vec::new();
    let mut at = 0;
    for id in ids.split(|it: char| it == ',' || it.is_whitespace()) {
        let start = ids_start + at;
        if !id.is_empty() {
            checks.push((id.to_owned(), Span::new(start, start + id.len())));
        }
        at += id.len() + ids.get(at + id.len()..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
    }
    let scope = if is_file { AllowScope::File } else { AllowScope::NextLine(covered_line(text, span)) };
    Some(Allow { span, checks, scope, reason: (!reason.is_empty()).then(|| reason.to_owned()) })
}

/// The words behind the mark that are no `allow` and no `allow-file`, in order.
pub fn unknown_words(text: &str, comments: &[Span], body: &LazyBody) -> Vec<Span> {
    let in_body: &[Span] = match memmem::find(body.span.of(text).as_bytes(), MARK.as_bytes()) {
        Some(_) => &body.comments,
        None => &[],
    };
    let word = |span: &Span| {
        let (start, content) = content(span.of(text))?;
        let length = content.find(char::is_whitespace).unwrap_or(content.len());
        let word = Span::new(span.start + start, span.start + start + length);
        (!matches!(word.of(text), "" | "allow" | "allow-file")).then_some(word)
    };
    comments.iter().chain(in_body).filter_map(word).collect()
}

/// What a comment says behind the mark, without `#` or `<!--` and `-->`, and where that starts in it.
fn content(comment: &str) -> Option<(usize, &str)> {
    let mark = comment.find(MARK)?;
    let before = comment.get(..mark)?.trim();
    if before != "<!--" && (before.is_empty() || !before.bytes().all(|byte| byte == b'#')) {
        return None;
    }
    let rest = comment.get(mark + MARK.len()..)?;
    let said = rest.trim_start();
    let start = comment.len() - said.len();
    Some((start, said.strip_suffix("-->").unwrap_or(said).trim_end()))
}

/// Where the reason begins: a dash of any kind. Ids hold single hyphens, so those count only between blanks.
fn separator(rest: &str) -> Option<(usize, usize)> {
    ["—", "–", " --", " - "].into_iter().filter_map(|sign| rest.find(sign).map(|at| (at, sign.len()))).min()
}

/// The line that a comment covers: its own when something stands before it, else the next one that is not a
/// suppression itself, so that two comments can share a line.
fn covered_line(text: &str, comment: Span) -> Span {
    let own = line_at(text, comment.start);
    if !Span::new(own.start, comment.start).of(text).trim().is_empty() {
        return own.span();
    }
    let after = line_at(text, comment.end);
    lines(text, Span::new(after.next, text.len()))
        .take(STACKED)
        .find(|line| content(line.text.trim()).is_none())
        .map_or(Span::at(text.len()), |line| line.span())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    /// Each suppression as `checks | covered | reason`.
    fn check(text: &str, expected: &[&str]) {
        let document = parse(text);
        let show = |allow: &Allow| {
            let checks: Vec<&str> = allow
                .checks
                .iter()
                .map(|(id, span)| {
                    assert_eq!(span.of(text), id);
                    id.as_str()
                })
                .collect();
            let covered = match allow.scope {
                AllowScope::NextLine(line) => line.of(text),
                AllowScope::File => "file",
            };
            format!("{} | {covered} | {}", checks.join(" "), allow.reason.as_deref().unwrap_or("-"))
        };
        assert_eq!(document.allows.iter().map(show).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn in_the_frontmatter() {
        check("---\n# skill-lsp: allow a-b, c — why not\nname: x\n---\n", &["a-b c | name: x | why not"]);
        check("---\r\n# skill-lsp: allow a -- b\r\nname: x\r\n---\r\n", &["a | name: x | b"]);
        check("---\nname: x # skill-lsp: allow a - b\n---\n", &["a | name: x # skill-lsp: allow a - b | b"]);
        check("---\n# skill-lsp: allow a\n# skill-lsp: allow b\nn: x\n---\n", &["a | n: x | -", "b | n: x | -"]);
        check("---\n# skill-lsp: allow-file a\nname: x\n---\n", &["a | file | -"]);
    }

    #[test]
    fn in_the_body() {
        check("---\nname: x\n---\n<!-- skill-lsp: allow a – é -->\ntext\n", &["a | text | é"]);
        check("---\nname: x\n---\nx <!--skill-lsp: allow a b--> y\n", &["a b | x <!--skill-lsp: allow a b--> y | -"]);
        check("---\nname: x\n---\n<!-- skill-lsp: allow a -->", &["a |  | -"]);
    }

    #[test]
    fn other_comments() {
        check("---\n# skill-lsp: allows a\n# allow a\nname: x # note\n---\n<!-- skill-lsp -->", &[]);
    }

    #[test]
    fn also_in_a_broken_frontmatter() {
        check("---\n# skill-lsp: allow a\ndescription: b: c\n---\n", &["a | description: b: c | -"]);
    }
}
