//! Where in the frontmatter the cursor stands. Told by lines, so that half-typed YAML is no obstacle.

use crate::document::Document;
use crate::document::fence::FenceFault;
use crate::document::keys::key_of;
use crate::document::lines::{Line, line_at, lines};
use crate::document::yaml::Value;
use crate::text::Span;

/// A place in the frontmatter.
#[derive(Debug, PartialEq)]
pub(super) enum Spot<'a> {
    /// The key of a field, or an empty line where one could stand.
    Key(KeySpot),
    /// Behind the colon of a field.
    Inner(ValueSpot<'a>),
    /// In the frontmatter, but where nothing can be offered.
    Nothing,
}

/// A key that is being typed.
#[derive(Debug, PartialEq)]
pub(super) struct KeySpot {
    /// The word, which may be empty.
    pub(super) word: Span,
    /// Whether a colon follows it.
    pub(super) has_colon: bool,
}

/// A value that is being typed.
#[derive(Debug, PartialEq)]
pub(super) struct ValueSpot<'a> {
    /// The key of the field.
    pub(super) key: &'a str,
    /// All that stands behind the colon, to the next field.
    pub(super) raw: Span,
    /// The cursor.
    pub(super) offset: usize,
}

/// The place of a cursor; `None` when it is not in the frontmatter.
pub(super) fn spot(document: &Document, offset: usize) -> Option<Spot<'_>> {
    let text: &str = &document.text;
    let block = block(document, offset)?;
    if document.comments.iter().any(|comment| comment.start < offset && offset <= comment.end) {
        return Some(Spot::Nothing);
    }
    let line = line_at(text, offset);
    let before = text.get(line.start.max(block.start)..offset)?;
    // A dash begins an item of the field above.
    if before.bytes().all(is_key_byte) && !before.starts_with('-') {
        return Some(key_spot(document, &line, offset).map_or(Spot::Nothing, Spot::Key));
    }
    let value = value_spot(text, block, &line, offset);
    Some(value.map_or(Spot::Nothing, Spot::Inner))
}

/// The lines between the fences, when the cursor is among them.
fn block(document: &Document, offset: usize) -> Option<Span> {
    let fence = &document.fence;
    let block = match fence.fault {
        Some(FenceFault::Missing | FenceFault::OneLine(_)) => return None,
        // A word below a blank line looks like a body, and may be a key that is not finished.
        Some(FenceFault::Unclosed) => {
            let first = line_at(&document.text, fence.body.start);
            let is_word = first.start == fence.body.start && first.text.bytes().all(is_key_byte);
            if is_word { Span::new(fence.block.start, first.end) } else { fence.block }
        }
        _ => fence.block,
    };
    let is_open = fence.closing.is_none() && block.end == document.text.len();
    let is_inside = block.start <= offset && (offset < block.end || (offset == block.end && is_open));
    // With a body right behind it, the end of the last line is still the block's.
    let is_at_word = fence.closing.is_none() && offset == block.end && block.end > fence.block.end;
    (is_inside || is_at_word).then_some(block)
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// A key at the start of a line. `None` where the line belongs to a value, or is something else.
fn key_spot(document: &Document, line: &Line<'_>, offset: usize) -> Option<KeySpot> {
    if line.is_blank() {
        let goes_on = |field: &&crate::document::Field| field.span.start < line.start && line.start < field.span.end;
        if document.fields.iter().any(|field| goes_on(&field) && !matches!(field.value.value, Value::Broken)) {
            return None;
        }
        return Some(KeySpot { word: Span::at(offset), has_colon: false });
    }
    // `-` begins an item, `---` a fence.
    if line.text.starts_with('-') {
        return None;
    }
    let length = line.text.bytes().take_while(|byte| is_key_byte(*byte)).count();
    let rest = line.text.get(length..)?;
    let word = Span::new(line.start, line.start + length);
    let has_colon = rest.starts_with(':');
    (has_colon || rest.trim().is_empty()).then_some(KeySpot { word, has_colon })
}

/// The value that the cursor stands in: that of the nearest key above.
fn value_spot<'a>(text: &'a str, block: Span, at: &Line<'_>, offset: usize) -> Option<ValueSpot<'a>> {
    let is_continued = at.text.starts_with([' ', '\t', '-', ']', '}', ',']) && !at.text.starts_with("--");
    let (mut head, mut end) = (None, block.end);
    for line in lines(text, block) {
        let key = key_of(line.text);
        if line.start > at.start && (key.is_some() || line.text.starts_with('#')) {
            end = line.start;
            break;
        }
        if line.start <= at.start
            && let Some(key) = key
        {
            head = Some((key, line));
        }
    }
    let (key, line) = head.filter(|(_, line)| line.start == at.start || is_continued)?;
    let start = line.start + key.len() + 1;
    (start <= offset).then(|| ValueSpot { key, raw: Span::new(start, end.max(offset)), offset })
}

impl ValueSpot<'_> {
    /// What stands between the colon and the cursor.
    pub(super) fn before<'t>(&self, text: &'t str) -> &'t str {
        Span::new(self.raw.start, self.offset).of(text)
    }

    /// The single word at the cursor, when the value is one on the line of the key. With it, whether a blank is missing
    /// behind the colon, and whether it stands in quotes.
    pub(super) fn word(&self, text: &str) -> Option<Word> {
        let before = self.before(text);
        let written = before.trim_start_matches([' ', '\t']);
        let quote = written.chars().next().filter(|first| matches!(first, '"' | '\''));
        let written = written.get(quote.map_or(0, char::len_utf8)..)?;
        let ends = |sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '#' | '[' | '{' | '|' | '>');
        if written.contains(ends) {
            return None;
        }
        let after = text.get(self.offset..self.raw.end)?;
        let length = after.find(|sign: char| sign.is_whitespace() || Some(sign) == quote).unwrap_or(after.len());
        Some(Word {
            span: Span::new(self.offset - written.len(), self.offset + length),
            is_glued: before.is_empty(),
            is_quoted: quote.is_some(),
        })
    }
}

/// A value of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The word, which may be empty.
    pub(super) span: Span,
    /// It would stand right behind the colon.
    pub(super) is_glued: bool,
    /// It stands in quotes.
    pub(super) is_quoted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    fn check(text: &str, expected: &str) {
        let offset = text.find('|').expect("a cursor");
        let text = text.replacen('|', "", 1);
        let document = parse(&text);
        let shown = match spot(&document, offset) {
            None => "body".to_owned(),
            Some(Spot::Nothing) => "nothing".to_owned(),
            Some(Spot::Key(key)) => {
                format!("key <{}>{}", key.word.of(&text), if key.has_colon { " colon" } else { "" })
            }
            Some(Spot::Inner(value)) => {
                let word = value.word(&text).map_or("-".to_owned(), |word| format!("<{}>", word.span.of(&text)));
                format!("{} {word} in {:?}", value.key, value.raw.of(&text))
            }
        };
        assert_eq!(shown, expected, "{text:?} at {offset}");
    }

    #[test]
    fn keys() {
        check("---\n|\n---\n", "key <>");
        check("---\nname: x\nde|sc\n---\n", "key <desc>");
        check("---\nname: x\nde|sc: y\n---\n", "key <desc> colon");
        check("---\r\nname: x\r\n|\r\n---\r\n", "key <>");
        check("---\n|", "key <>");
        check("---\nname: x\nde|", "key <de>");
        check("---\nname: x\n\nde|", "key <de>");
        check("---\nname: x\n\n|\n\n# Title\n", "key <>");
        check("---\nname: x\ndesc|\nlicense: y\n---\n", "key <desc>");
        check("na|me: x\ndescription: y\n---\n", "key <name> colon");
    }

    #[test]
    fn values() {
        check("---\nname: |\n---\n", "name <> in \" \\n\"");
        check("---\nname:|\n---\n", "name <> in \"\\n\"");
        check("---\nname: fo|o\nlicense: y\n---\n", "name <foo> in \" foo\\n\"");
        check("---\nname: \"fo|o\"\n---\n", "name <foo> in \" \\\"foo\\\"\\n\"");
        check("---\nname: foo b|ar\n---\n", "name - in \" foo bar\\n\"");
        check("---\ntools:\n  - R|\n  - W\nname: x\n---\n", "tools - in \"\\n  - R\\n  - W\\n\"");
        check("---\ntools:\n- R|\nname: x\n---\n", "tools - in \"\\n- R\\n\"");
        check("---\nname: 梨|\n---\n", "name <梨> in \" 梨\\n\"");
    }

    #[test]
    fn where_nothing_is_offered() {
        check("---\nname: x # com|\n---\n", "nothing");
        check("---\ndescription: |-\n  a\n\u{7c}\n  b\n---\n".replace("|-", ">-").as_str(), "nothing");
        check("---\nname: x\nfoo ba|r\n---\n", "nothing");
        check("-|--\nname: x\n---\n", "body");
        check("---\nname: x\n-|--\n", "body");
        check("---\nname: x\n---\nText|\n", "body");
        check("---\nname: x\n\nSome prose h|\n", "body");
    }
}
