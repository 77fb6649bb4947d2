//! The Markdown body: headings, links, code, placeholders, commands and mentions, each with its span.

mod commands;
mod lazy;
mod markdown;
pub(crate) mod mentions;
mod placeholders;

pub use lazy::LazyBody;

use crate::text::Span;

/// What the body holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Where it stands.
    pub span: Span,
    /// Headings, in order.
    pub headings: Vec<Heading>,
    /// Links and images, in order.
    pub links: Vec<Link>,
    /// Code blocks, fenced and indented: the whole block with its fences.
    pub code_blocks: Vec<CodeBlock>,
    /// Inline code, backticks included.
    pub code_spans: Vec<Span>,
    /// HTML comments, whole.
    pub comments: Vec<Span>,
    /// `$ARGUMENTS`, `$1`, `$name`, `${CLAUDE_SKILL_DIR}` …, also inside code: hosts substitute everywhere.
    pub placeholders: Vec<Placeholder>,
    /// `` !`command` `` and ```` ```! ```` blocks.
    pub commands: Vec<Command>,
    /// `/skill` and `$skill` outside code blocks.
    pub mentions: Vec<Mention>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The whole line or lines.
    pub span: Span,
    /// Its text without markup.
    pub text: String,
}

/// A link or image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// From `[` to `)`.
    pub span: Span,
    /// The destination as written, without angle brackets and title.
    pub target_span: Span,
    /// The destination, decoded (`%20`, backslash escapes).
    pub target: String,
    /// Whether it is an image.
    pub image: bool,
}

/// A code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// The whole block.
    pub span: Span,
    /// The content between the fences.
    pub content: Span,
    /// The info string, when it is fenced.
    pub language: String,
}

/// A placeholder that a host may fill when it loads the skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// The whole placeholder.
    pub span: Span,
    /// What kind it is.
    pub kind: PlaceholderKind,
    /// Whether it stands inside a code block or inline code.
    pub in_code: bool,
}

/// The kinds of placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceholderKind {
    /// `$ARGUMENTS`
    Arguments,
    /// `$ARGUMENTS[n]`
    ArgumentAt(usize),
    /// `$n`
    Number(usize),
    /// `${NAME}`
    Braced(String),
    /// `$name` or `$NAME`
    Named(String),
}

/// A command that a host would run when it loads the skill. Never run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The whole construct, from `!`.
    pub span: Span,
    /// The command text.
    pub command: Span,
    /// A fenced ```` ```! ```` block.
    pub block: bool,
}

/// A mention of another skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The sign and the name.
    pub span: Span,
    /// The name without its sign.
    pub name: String,
    /// `/` or `$`.
    pub sign: char,
    /// Whether it stands in inline code.
    pub in_code: bool,
}

/// Reads the body of `text` at `span`.
pub fn parse(text: &str, span: Span) -> Body {
    let source = span.of(text);
    let mut body = Body { span, ..Body::default() };
    let outline = markdown::read(source, &mut body);
    body.placeholders = placeholders::find(source, &outline.code);
    body.commands = commands::find(source, &body.code_blocks);
    body.mentions = mentions::find(source, &outline);
    shift(&mut body, span.start);
    body
}

/// The mentions in a text that is not Markdown, such as a description.
pub fn mentions_in(text: &str, span: Span) -> Vec<Mention> {
    let mut found = mentions::find(span.of(text), &markdown::Outline::default());
    found.iter_mut().for_each(|it| it.span = it.span.shift(span.start));
    found
}

/// Moves every span from the body's own offsets to those of the file.
fn shift(body: &mut Body, by: usize) {
    let move_on = |span: &mut Span| *span = span.shift(by);
    body.headings.iter_mut().for_each(|it| move_on(&mut it.span));
    body.links.iter_mut().for_each(|it| {
        move_on(&mut it.span);
        move_on(&mut it.target_span);
    });
    body.code_blocks.iter_mut().for_each(|it| {
        move_on(&mut it.span);
        move_on(&mut it.content);
    });
    body.code_spans.iter_mut().for_each(move_on);
    body.comments.iter_mut().for_each(move_on);
    body.placeholders.iter_mut().for_each(|it| move_on(&mut it.span));
    body.commands.iter_mut().for_each(|it| {
        move_on(&mut it.span);
        move_on(&mut it.command);
    });
    body.mentions.iter_mut().for_each(|it| move_on(&mut it.span));
}

/// Answers, for growing offsets, whether one lies in any of some spans that are in order.
struct Cursor<'spans> {
    spans: &'spans [Span],
}

impl<'spans> Cursor<'spans> {
    fn new(spans: &'spans [Span]) -> Self {
        Cursor { spans }
    }

    /// The span that holds `offset`, which must not be smaller than the one asked before.
    fn holds(&mut self, offset: usize) -> bool {
        while let Some((first, rest)) = self.spans.split_first() {
            if offset < first.end {
                return first.start <= offset;
            }
            self.spans = rest;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything found in a body that stands behind other text, one line each, in the order of kinds.
    fn check(source: &str, expected: &[&str]) {
        let text = format!("é前: {source}");
        let start = text.len() - source.len();
        let body = parse(&text, Span::new(start, text.len()));
        let mut found: Vec<String> = Vec::new();
        let show = |span: Span| span.of(&text).replace('\n', "⏎").replace('\r', "␍");
        for it in &body.headings {
            found.push(format!("h{} {} = {}", it.level, show(it.span), it.text));
        }
        for it in &body.links {
            let kind = if it.image { "image" } else { "link" };
            found.push(format!("{kind} {} -> {} = {}", show(it.span), show(it.target_span), it.target));
        }
        for it in &body.code_blocks {
            found.push(format!("block {} = {} : {}", show(it.span), it.language, show(it.content)));
        }
        found.extend(body.code_spans.iter().map(|it| format!("code {}", show(*it))));
        found.extend(body.comments.iter().map(|it| format!("comment {}", show(*it))));
        for it in &body.placeholders {
            found.push(format!("{} {:?}{}", show(it.span), it.kind, if it.in_code { " in code" } else { "" }));
        }
        for it in &body.commands {
            found.push(format!("run {} : {}", show(it.span), show(it.command)));
        }
        for it in &body.mentions {
            found.push(format!("mention {} {}{}", show(it.span), it.name, if it.in_code { " in code" } else { "" }));
        }
        assert_eq!(found, expected, "{source:?}");
    }

    #[test]
    fn headings() {
        check("# A `b` *c*\r\n\r\nD\n===\n", &["h1 # A `b` *c* = A b c", "h1 D⏎=== = D", "code `b`"]);
    }

    #[test]
    fn links_of_every_kind() {
        check("[梨](a%20b.md \"t\")", &["link [梨](a%20b.md \"t\") -> a%20b.md = a b.md"]);
        check("[a [b]](<c d.md>)", &["link [a [b]](<c d.md>) -> c d.md = c d.md"]);
        check("[x](a(1).md#y)", &["link [x](a(1).md#y) -> a(1).md#y = a(1).md#y"]);
        check("[x]()", &["link [x]() ->  = "]);
        check(
            "[![i](p.png)](q.md)",
            &["link [![i](p.png)](q.md) -> q.md = q.md", "image ![i](p.png) -> p.png = p.png"],
        );
        check("[x][Y]\n\n[y]: z.md 'T'\n", &["link [x][Y] -> z.md = z.md"]);
        check("<https://a.b/c>", &["link <https://a.b/c> -> https://a.b/c = https://a.b/c"]);
        check("`[x](y)` \\[x](y)", &["code `[x](y)`"]);
    }

    #[test]
    fn code_and_comments() {
        check("```sh x\necho $1\n```\n", &["block ```sh x⏎echo $1⏎``` = sh x : echo $1⏎", "$1 Number(1) in code"]);
        check("```\n```\n", &["block ```⏎``` =  : "]);
        check("a\n\n    b\n", &["block b =  : b⏎"]);
        check("<!-- a\n\nb -->\nx <!-- c --> y", &["comment <!-- a⏎⏎b -->", "comment <!-- c -->"]);
    }

    #[test]
    fn placeholders() {
        check(
            "$ARGUMENTS $ARGUMENTS[2] $0 ${CLAUDE_SKILL_DIR} $file_name `$1`",
            &[
                "code `$1`",
                "$ARGUMENTS Arguments",
                "$ARGUMENTS[2] ArgumentAt(2)",
                "$0 Number(0)",
                "${CLAUDE_SKILL_DIR} Braced(\"CLAUDE_SKILL_DIR\")",
                "$file_name Named(\"file_name\")",
                "$1 Number(1) in code",
                "mention $file_name file_name",
            ],
        );
        check("\\$ARGUMENTS $(date) $5.00 $1,000 $100 $5k $ ${A:-b} cost$", &[]);
        check("$1, then $2.", &["$1 Number(1)", "$2 Number(2)"]);
    }

    #[test]
    fn commands() {
        check("Now !`git log` and x!`no` !``", &["code `git log`", "code `no`", "run !`git log` : git log"]);
        check("```!\nls\n```", &["block ```!⏎ls⏎``` = ! : ls⏎", "run ```!⏎ls⏎``` : ls⏎"]);
    }

    #[test]
    fn mentions() {
        check(
            "Use /deploy, (/a:b-c) or `/x`. 「/y」 /z:",
            &[
                "code `/x`",
                "mention /deploy deploy",
                "mention /a:b-c a:b-c",
                "mention /x x in code",
                "mention /y y",
                "mention /z z",
            ],
        );
        check("/usr/bin /etc/x.conf /x.conf a/b https://a/b </div> /Users", &[]);
        check("[x](/deploy) <!-- /no -->", &["link [x](/deploy) -> /deploy = /deploy", "comment <!-- /no -->"]);
        check("```\n/no\n```\n", &["block ```⏎/no⏎``` =  : /no⏎"]);
    }
}
