//! The skills that a file mentions: in its text, in its description, and in fields that name skills.

use std::borrow::Cow;
use std::path::Path;

use crate::document::arguments;
use crate::document::body::{Body, mentions_in};
use crate::document::tools::tools;
use crate::document::{Document, body};
use crate::text::Span;

/// A mention of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name as written, without its sign; what stands before a colon belongs to it.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The same with its sign.
    pub whole: Span,
}

/// The fields that speak to the model, besides the body.
const PROSE: &[&str] = &["description", "when_to_use", "when-to-use"];
/// The fields that hold tools, of which one may name a skill: `Skill(deploy)`.
const TOOLS: &[&str] = &["allowed-tools", "disallowed-tools", "tools"];
/// How the tool that loads a skill is written with its skill.
const LOADING: &str = "Skill(";

/// The mentions in a file, in the order of its text. `$name` that is an argument of the skill itself is none.
pub fn mentions(path: &Path, document: &Document) -> Vec<Mention> {
    let text = &document.text;
    let mut found = Vec::new();
    for field in &document.fields {
        let key = field.key.as_str();
        if PROSE.contains(&key) {
            found.extend(mentions_in(text, field.value.span).iter().map(with_sign));
        } else if TOOLS.contains(&key) {
            found.extend(tools(text, &field.value).entries.iter().filter_map(|entry| loaded(text, entry.span)));
        } else if key == "skills" && is_agent(path) {
            let names = tools(text, &field.value).entries.into_iter();
            found.extend(names.map(|entry| Mention { name: entry.text, span: entry.span, whole: entry.span }));
        }
    }
    let declared = arguments::names(document);
    let is_argument = |it: &body::Mention| it.sign == '$' && declared.contains(&*it.name);
    found.extend(body_of(document).mentions.iter().filter(|it| !is_argument(it)).map(with_sign));
    found.sort_by_key(|mention| mention.whole);
    found
}

/// The body of a document; of one without a fence the whole text: a line such as `Note: run /deploy` is no field there.
pub(crate) fn body_of(document: &Document) -> Cow<'_, Body> {
    match document.fence.opening {
        Some(_) => Cow::Borrowed(&*document.body),
        None if document.body.span.start == 0 => Cow::Borrowed(&*document.body),
        None => Cow::Owned(body::parse(&document.text, Span::new(0, document.text.len()))),
    }
}

/// Whether a file describes an agent: it lies in a folder of agents.
pub fn is_agent(path: &Path) -> bool {
    let is_markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    is_markdown && path.ancestors().skip(1).any(|folder| folder.ends_with("agents") || folder.ends_with("agent"))
}

fn with_sign(mention: &body::Mention) -> Mention {
    let start = mention.span.start + mention.sign.len_utf8();
    Mention { name: mention.name.clone(), span: Span::new(start, mention.span.end), whole: mention.span }
}

/// The skill in `Skill(deploy)`, `Skill(deploy *)` or `Skill(deploy:*)`.
fn loaded(text: &str, entry: Span) -> Option<Mention> {
    let inner = entry.of(text).strip_prefix(LOADING)?;
    let length = inner.find([')', ' ', '*', '\n', '\r'])?;
    let name = inner.get(..length)?.trim_end_matches(':');
    let start = entry.start + LOADING.len();
    let span = Span::new(start, start + name.len());
    (!name.is_empty()).then(|| Mention { name: name.to_owned(), span, whole: span })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn found(path: &str, text: &str) -> Vec<String> {
        let document = parse(text);
        let show = |it: Mention| {
            assert_eq!(it.span.of(text), it.name);
            it.whole.of(text).to_owned()
        };
        mentions(Path::new(path), &document).into_iter().map(show).collect()
    }

    #[test]
    fn in_the_text_and_in_the_fields() {
        let text = "---\ndescription: Use before /deploy, not in a/b.\nallowed-tools: Read, Skill(a:lint), Skill(fmt:*), \
                    Skill\narguments: [issue]\n---\nRun /ship with $issue or $tag, see https://x.org/deploy.\n";
        assert_eq!(found("/s/x/SKILL.md", text), ["/deploy", "a:lint", "fmt", "/ship", "$tag"]);
    }

    #[test]
    fn a_line_that_looks_like_a_field() {
        assert_eq!(found("/h/shop/CLAUDE.md", "Note: run /deploy\nAlso: /ship\n"), ["/deploy", "/ship"]);
    }

    #[test]
    fn an_agent_names_its_skills() {
        let text = "---\nskills:\n  - deploy\n  - \"ship\"\n---\n";
        assert_eq!(found("/h/.claude/agents/x.md", text), ["deploy", "ship"]);
        assert_eq!(found("/h/.claude/skills/x/SKILL.md", text), Vec::<String>::new());
        assert_eq!(found("/h/.claude/agents/x.md", "---\nskills: deploy, ship\n---\n"), ["deploy", "ship"]);
    }
}
