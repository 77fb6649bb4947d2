//! A short text for people, with links to files: as Markdown, and as plain text for editors that show no other.
//!
//! In the words, what stands between backticks is code. Nothing else of Markdown is taken from them: they may quote
//! what somebody wrote in a skill.

use std::path::{Path, PathBuf};

/// The text, block by block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its blocks, in order.
    pub blocks: Vec<PageBlock>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageBlock {
    /// A paragraph.
    Line(Vec<Piece>),
    /// An item of a list.
    Item(Vec<Piece>),
    /// A text, shown as it is.
    Verbatim(String),
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Words(String),
    /// Words that stand out.
    Strong(String),
    /// Code.
    Code(String),
    /// A file.
    File {
        /// How it is called here.
        shown: String,
        /// Where it is. Absolute.
        path: PathBuf,
    },
}

/// Words of a line.
pub(crate) fn words(text: impl Into<String>) -> Piece {
    Piece::Words(text.into())
}

/// Words that stand out.
pub(crate) fn strong(text: impl Into<String>) -> Piece {
    Piece::Strong(text.into())
}

/// Code in a line.
pub(crate) fn code(text: impl Into<String>) -> Piece {
    Piece::Code(text.into())
}

impl Page {
    /// A page of one paragraph.
    pub(crate) fn of(pieces: impl Into<Vec<Piece>>) -> Page {
        Page { blocks: vec![PageBlock::Line(pieces.into())] }
    }

    /// Adds a paragraph.
    pub(crate) fn line(&mut self, pieces: impl Into<Vec<Piece>>) {
        self.blocks.push(PageBlock::Line(pieces.into()));
    }

    /// Adds an item of a list.
    pub(crate) fn item(&mut self, pieces: impl Into<Vec<Piece>>) {
        self.blocks.push(PageBlock::Item(pieces.into()));
    }

    /// Adds a text that is shown as it is.
    pub(crate) fn verbatim(&mut self, text: impl Into<String>) {
        self.blocks.push(PageBlock::Verbatim(text.into()));
    }

    /// Adds everything of another page.
    pub(crate) fn append(&mut self, other: Page) {
        self.blocks.extend(other.blocks);
    }

    /// As Markdown; `address` knows where a link to a file leads.
    pub fn markdown(&self, address: impl Fn(&Path) -> Option<String>) -> String {
        self.joined(|block| match block {
            PageBlock::Line(pieces) => markdown_of(pieces, &address),
            PageBlock::Item(pieces) => format!("- {}", markdown_of(pieces, &address)),
            PageBlock::Verbatim(text) => fenced(text),
        })
    }

    /// As plain text.
    pub fn plain(&self) -> String {
        self.joined(|block| match block {
            PageBlock::Line(pieces) => plain_of(pieces),
            PageBlock::Item(pieces) => format!("- {}", plain_of(pieces)),
            PageBlock::Verbatim(text) => text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n"),
        })
    }

    /// The blocks with an empty line between them; items of a list stand together.
    fn joined(&self, show: impl Fn(&PageBlock) -> String) -> String {
        let mut text = String::new();
        let mut before: Option<&PageBlock> = None;
        for block in &self.blocks {
            let is_list = matches!((before, block), (Some(PageBlock::Item(_)), PageBlock::Item(_)));
            text.push_str(if is_list { "\n" } else { before.map_or("", |_| "\n\n") });
            text.push_str(&show(block));
            before = Some(block);
        }
        text
    }
}

fn plain_of(pieces: &[Piece]) -> String {
    let show = |piece: &Piece| match piece {
        Piece::Words(text) | Piece::Strong(text) => one_line(text),
        Piece::Code(text) => format!("`{}`", one_line(text)),
        Piece::File { shown, .. } => one_line(shown),
    };
    pieces.iter().map(show).collect()
}

fn markdown_of(pieces: &[Piece], address: &impl Fn(&Path) -> Option<String>) -> String {
    let show = |piece: &Piece| match piece {
        Piece::Words(text) => escaped(&one_line(text)),
        Piece::Strong(text) => format!("**{}**", escaped(&one_line(text))),
        Piece::Code(text) => inline_code(&one_line(text)),
        Piece::File { shown, path } => {
            let shown = one_line(shown).replace(['[', ']', '`', '<', '*'], "");
            match address(path) {
                Some(address) => format!("[{shown}]({})", address.replace('(', "%28").replace(')', "%29")),
                None => inline_code(&shown),
            }
        }
    };
    pieces.iter().map(show).collect()
}

/// A text without line breaks: a paragraph of the page is one line.
fn one_line(text: &str) -> String {
    if text.contains(['\n', '\r']) { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { text.to_owned() }
}

/// Words for Markdown: what stands between backticks stays code, all else means nothing but itself.
fn escaped(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let mut shown = String::with_capacity(text.len());
    for (index, part) in parts.iter().enumerate() {
        let is_code = index % 2 == 1 && index + 1 < parts.len() && !part.is_empty();
        if is_code {
            shown.push_str(&inline_code(part));
            continue;
        }
        if index % 2 == 1 {
            shown.push_str(if part.is_empty() && index + 1 < parts.len() { "\\`\\`" } else { "\\`" });
        }
        for sign in part.chars() {
            if matches!(sign, '\\' | '*' | '_' | '<' | '>' | '[' | ']' | '#' | '|' | '~' | '!' | '&') {
                shown.push('\\');
            }
            shown.push(sign);
        }
    }
    shown
}

/// Code in a line; backticks in it are kept in.
fn inline_code(text: &str) -> String {
    if !text.contains('`') {
        return format!("`{text}`");
    }
    let fence = "`".repeat(longest_run(text) + 1);
    format!("{fence} {text} {fence}")
}

/// A text between fences that it does not hold itself.
fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut page = Page::default();
        let path = PathBuf::from("/home/a (b)/SKILL.md");
        page.line([strong("Claude Code"), words(": `a` wins over <b> & *c*")]);
        page.item([Piece::File { shown: "~/a (b)".to_owned(), path }, words(" listed")]);
        page.item([code("x`y")]);
        page.verbatim("- a: ```b```");
        page
    }

    #[test]
    fn as_markdown() {
        let address = |path: &Path| Some(format!("file://{}", path.display()));
        assert_eq!(
            page().markdown(address),
            "**Claude Code**: `a` wins over \\<b\\> \\& \\*c\\*\n\n\
             - [~/a (b)](file:///home/a %28b%29/SKILL.md) listed\n- `` x`y ``\n\n````text\n- a: ```b```\n````"
        );
    }

    #[test]
    fn as_plain_text() {
        let text = "Claude Code: `a` wins over <b> & *c*\n\n- ~/a (b) listed\n- `x`y`\n\n    - a: ```b```";
        assert_eq!(page().plain(), text);
    }

    #[test]
    fn a_lonely_backtick() {
        assert_eq!(escaped("a `b"), "a \\`b");
        assert_eq!(escaped("`a` `b"), "`a` \\`b");
        assert_eq!(escaped("``"), "\\`\\`");
        assert_eq!(escaped(""), "");
    }
}
