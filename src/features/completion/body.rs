//! What may stand in the text below the frontmatter: only behind a sign that asks for it.

use crate::document::Document;
use crate::document::body::CodeBlock;
use crate::document::body::mentions::opens_a_word;
use crate::document::lines::line_at;
use crate::features::Context;
use crate::features::completion::{Completions, mentions, paths, placeholders};
use crate::text::Span;

/// What may stand at the cursor in the body.
pub(super) fn completions(context: &Context<'_>, offset: usize) -> Completions {
    let document = context.document;
    if !document.fence.body.touches(offset) || is_in_comment(document, offset) {
        return Completions::default();
    }
    let in_code_block = is_in_code_block(document, offset);
    if let Some(spot) = paths::spot(context, offset, in_code_block) {
        return Completions { items: paths::paths(context, &spot), is_incomplete: false };
    }
    let Some(signed) = signed(&document.text, offset) else { return Completions::default() };
    let mut found = match signed.opens_a_word && !in_code_block {
        true => mentions::mentions(context, &signed),
        false => Completions::default(),
    };
    if signed.sign == '$' {
        found.items.splice(0..0, placeholders::placeholders(context, &signed));
    }
    found
}

/// A word behind `/` or `$`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Signed<'a> {
    /// The sign.
    pub(super) sign: char,
    /// From the sign to the end of the word.
    pub(super) span: Span,
    /// What stands between the sign and the cursor.
    pub(super) typed: &'a str,
    /// Whether a word may begin where the sign stands.
    pub(super) opens_a_word: bool,
}

/// The word at the cursor, when it begins with a sign.
pub(super) fn signed(text: &str, offset: usize) -> Option<Signed<'_>> {
    let line = line_at(text, offset);
    let before = text.get(line.start..offset)?;
    let at = before.rfind(|sign: char| !is_name_sign(sign) && sign != '{')?;
    let sign = before.get(at..)?.chars().next().filter(|sign| matches!(sign, '/' | '$'))?;
    let typed = before.get(at + sign.len_utf8()..)?;
    let (ahead, rest) = (before.get(..at)?, text.get(offset..line.end)?);
    let is_braced = typed.starts_with('{');
    // `{` stands right behind `$` or nowhere.
    if typed.get(usize::from(is_braced)..)?.contains('{') || (is_braced && sign == '/') || ahead.ends_with('\\') {
        return None;
    }
    let length = rest.find(|sign: char| !is_name_sign(sign)).unwrap_or(rest.len());
    let after = rest.get(length..)?;
    let is_path = after.starts_with(['/', '\\']);
    let opens_a_word = opens_a_word(ahead) && !is_braced && !is_path;
    if sign == '/' && !opens_a_word {
        return None;
    }
    // Editors close a brace by themselves.
    let brace = usize::from(is_braced && after.starts_with('}'));
    let span = Span::new(line.start + at, offset + length + brace);
    Some(Signed { sign, span, typed, opens_a_word })
}

fn is_name_sign(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '-' | '_' | ':')
}

pub(super) fn is_in_comment(document: &Document, offset: usize) -> bool {
    document.body.comments.iter().any(|comment| comment.start < offset && offset < comment.end)
}

pub(super) fn is_in_code_block(document: &Document, offset: usize) -> bool {
    let text = &document.text;
    document.body.code_blocks.iter().any(|block| {
        let is_behind = || Span::new(block.span.end, offset).of(text).trim().is_empty() && is_open(text, block);
        block.span.start < offset && (offset <= block.span.end || is_behind())
    })
}

/// Whether a fenced block is not closed yet.
fn is_open(text: &str, block: &CodeBlock) -> bool {
    let source = block.span.of(text);
    let is_fence = |line: &str| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let mut lines = source.lines();
    lines.next().is_some_and(is_fence) && !lines.next_back().is_some_and(is_fence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::completion::testing::labels;

    fn check(line: &str, expected: Option<&str>) {
        let offset = line.find('|').expect("a cursor");
        let text = line.replacen('|', "", 1);
        let found = signed(&text, offset).map(|it| format!("{} {}", it.span.of(&text), it.opens_a_word));
        assert_eq!(found.as_deref(), expected, "{line}");
    }

    #[test]
    fn words_behind_a_sign() {
        check("Run /dep|loy.", Some("/deploy true"));
        check("/|", Some("/ true"));
        check("(/a:b-|c)", Some("/a:b-c true"));
        check("`/x|`", Some("/x true"));
        check("Use $|", Some("$ true"));
        check("Use ${CLA|}", Some("${CLA} false"));
        check("--file=$AR|", Some("$AR false"));
        check("梨 /d|", Some("/d true"));
    }

    #[test]
    fn paths_addresses_and_words() {
        check("and/o|r", None);
        check("https://a.b/c|", None);
        check("https:/|", None);
        check("/usr/b|in", None);
        check("/us|r/bin", None);
        check("\\$AR|", None);
        check("plain wor|d", None);
        check("|", None);
    }

    #[test]
    fn no_noise() {
        for body in [
            "Some plain w$0ord.",
            "$0",
            "1/$02",
            "<!-- /$0 -->",
            "```\n/$0\n```",
            "```sh\necho /$0",
            "See https://example.org/$0",
            "[x](https://example.org/$0)",
            "[x](/$0)",
        ] {
            let fixture = format!(
                "//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\n---\n{body}\n\
                 //- /home/.claude/skills/deploy/SKILL.md\n---\nname: deploy\n---\n"
            );
            assert_eq!(labels(&fixture), Vec::<String>::new(), "{body}");
        }
    }
}
