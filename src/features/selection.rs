//! What a growing selection covers: from the word under the cursor to the whole file.

use crate::document::Document;
use crate::document::lines::{Line, line_at, trimmed};
use crate::document::tool_rule::ToolRule;
use crate::document::tools::{is_tool_field, tools};
use crate::document::yaml::{Node, Style, Value};
use crate::features::folding::sections;
use crate::text::Span;

/// The spans around an offset, each larger than the one before and around it.
pub fn selection(document: &Document, offset: usize) -> Vec<Span> {
    let text = &*document.text;
    let offset = offset.min(text.len());
    let mut spans: Vec<Span> = Vec::new();
    let mut add = |span: Span| {
        if !span.is_empty() && span.touches(offset) {
            spans.push(span);
        }
    };
    add(word(text, offset));
    let fence = &document.fence;
    if fence.opening.is_some_and(|opening| opening.start <= offset) && offset < fence.body.start.max(fence.block.end) {
        in_frontmatter(document, offset, &mut add);
    } else {
        in_body(document, offset, &mut add);
    }
    add(Span::new(0, text.len()));
    spans.sort_by_key(|span| span.len());
    let mut chain: Vec<Span> = Vec::new();
    for span in spans {
        if chain.last().is_none_or(|last| span.covers(*last) && span != *last) {
            chain.push(span);
        }
    }
    if chain.is_empty() { vec![Span::at(offset)] } else { chain }
}

fn in_frontmatter(document: &Document, offset: usize, add: &mut impl FnMut(Span)) {
    let (text, fence) = (&*document.text, &document.fence);
    add(trimmed(fence.block.of(text), fence.block.start));
    if let Some(opening) = fence.opening {
        add(Span::new(opening.start, fence.closing.map_or(fence.block.end, |closing| closing.end)));
    }
    for comment in document.comments.iter().filter(|comment| comment.touches(offset)) {
        add(*comment);
    }
    for field in document.fields.iter().filter(|field| field.span.touches(offset)) {
        add(field.span);
        add(field.key_span);
        if is_tool_field(&field.key) {
            for entry in tools(text, &field.value).entries {
                add(entry.span);
                let rule = ToolRule::parse(&entry.text);
                add(entry.part(text, 0..rule.name.len()));
                if let Some(pattern) = rule.pattern_range() {
                    add(entry.part(text, pattern));
                }
            }
        }
        in_value(text, &field.value, offset, add);
    }
}

fn in_value(text: &str, value: &Node, offset: usize, add: &mut impl FnMut(Span)) {
    if !value.span.touches(offset) {
        return;
    }
    add(value.span);
    match &value.value {
        Value::Scalar(scalar) => match scalar.style {
            Style::Single | Style::Double => {
                add(Span::new(value.span.start + 1, value.span.end.saturating_sub(1)));
            }
            Style::Literal | Style::Folded => {
                let raw = value.span.of(text);
                let header = raw.find(['\n', '\r']).unwrap_or(raw.len());
                add(trimmed(raw.get(header..).unwrap_or_default(), value.span.start + header));
                in_prose(text, value.span, offset, add);
            }
            Style::Plain => {}
        },
        Value::Sequence { items, .. } => items.iter().for_each(|item| in_value(text, item, offset, add)),
        Value::Mapping { entries, .. } => {
            for entry in entries {
                add(entry.key.span.cover(entry.value.span));
                add(entry.key.span);
                in_value(text, &entry.value, offset, add);
            }
        }
        Value::Alias(_) | Value::Missing | Value::Broken => {}
    }
}

fn in_body(document: &Document, offset: usize, add: &mut impl FnMut(Span)) {
    let (text, body) = (&*document.text, &document.body);
    add(body.span);
    add(trimmed(body.span.of(text), body.span.start));
    for section in sections(document) {
        add(trimmed(section.of(text), section.start));
    }
    body.headings.iter().for_each(|heading| add(heading.span));
    for link in &body.links {
        add(link.span);
        add(link.target_span);
    }
    for code in &body.code_spans {
        add(*code);
        add(inner_code(text, *code));
    }
    body.comments.iter().for_each(|comment| add(*comment));
    body.placeholders.iter().for_each(|placeholder| add(placeholder.span));
    body.mentions.iter().for_each(|mention| add(mention.span));
    let block = body.code_blocks.iter().find(|block| block.span.touches(offset));
    match block {
        Some(block) => {
            add(block.span);
            add(trimmed(block.content.of(text), block.content.start));
            add(line_at(text, offset).trimmed_span());
        }
        None => in_prose(text, body.span, offset, add),
    }
}

/// The sentence, the line and the paragraph around an offset.
fn in_prose(text: &str, within: Span, offset: usize, add: &mut impl FnMut(Span)) {
    let line = line_at(text, offset);
    if line.is_blank() {
        return;
    }
    add(line.trimmed_span());
    let content = line.start + marker(&line);
    add(trimmed(Span::new(content, line.end).of(text), content));
    let paragraph = paragraph(text, within, &line);
    add(trimmed(paragraph.of(text), paragraph.start));
    add(sentence(text, Span::new(paragraph.start.max(within.start), paragraph.end), offset));
}

/// How many bytes of blanks and list signs a line starts with.
fn marker(line: &Line<'_>) -> usize {
    let rest = line.text.trim_start();
    let start = line.text.len() - rest.len();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let sign = match rest.as_bytes().get(digits) {
        Some(b'.' | b')') if digits > 0 => digits + 1,
        Some(b'-' | b'*' | b'+' | b'>') if digits == 0 => 1,
        _ => return start,
    };
    let after = rest.get(sign..).unwrap_or_default();
    if after.starts_with([' ', '\t']) { start + sign + after.len() - after.trim_start().len() } else { start }
}

/// So many lines up and down a paragraph is followed.
const PARAGRAPH: usize = 200;

/// The lines around `line` up to a blank one, or to one that starts an item or a heading.
fn paragraph(text: &str, within: Span, line: &Line<'_>) -> Span {
    let starts = |line: &Line<'_>| marker(line) > line.indent() || line.text.starts_with('#');
    let (mut first, mut last) = (*line, *line);
    for _ in 0..PARAGRAPH {
        if starts(&first) || first.start <= within.start {
            break;
        }
        let before = line_at(text, first.start - 1);
        if before.is_blank() || before.start >= first.start {
            break;
        }
        first = before;
    }
    for _ in 0..PARAGRAPH {
        if last.next >= within.end.min(text.len()) || last.next <= last.start {
            break;
        }
        let after = line_at(text, last.next);
        if after.is_blank() || starts(&after) {
            break;
        }
        last = after;
    }
    Span::new(first.start + marker(&first), last.end)
}

/// The sentence of a paragraph around an offset, with its sign at the end.
fn sentence(text: &str, paragraph: Span, offset: usize) -> Span {
    let mut start = paragraph.start;
    let source = paragraph.of(text);
    let mut signs = source.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let ends = match sign {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => signs.peek().is_some_and(|(_, next)| next.is_whitespace()),
            _ => false,
        };
        let end = paragraph.start + at + sign.len_utf8();
        if ends && offset <= end {
            return trimmed(Span::new(start, end).of(text), start);
        }
        if ends {
            start = end;
        }
    }
    trimmed(Span::new(start, paragraph.end).of(text), start)
}

/// The word under the cursor, or right before it.
fn word(text: &str, offset: usize) -> Span {
    let (before, after) = match (text.get(..offset), text.get(offset..)) {
        (Some(before), Some(after)) => (before, after),
        _ => return Span::at(offset),
    };
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let start = before.trim_end_matches(is_part).len();
    let end = text.len() - after.trim_start_matches(is_part).len();
    Span::new(start, end)
}

fn inner_code(text: &str, code: Span) -> Span {
    let raw = code.of(text);
    let ticks = raw.bytes().take_while(|byte| *byte == b'`').count();
    let inner = Span::new(code.start + ticks, code.end.saturating_sub(ticks));
    trimmed(inner.of(text), inner.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    /// The spans around `<|>`, smallest first, one a line.
    fn check(text: &str, expected: &[&str]) {
        let offset = text.find("<|>").unwrap();
        let text = text.replacen("<|>", "", 1);
        let document = parse(&text);
        let show = |span: &Span| span.of(&text).replace("\r\n", "⏎").replace('\n', "⏎");
        let found: Vec<String> = selection(&document, offset).iter().map(show).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_value_in_quotes() {
        check(
            "---\nname: \"my p<|>df\"\n---\nx\n",
            &[
                "pdf",
                "my pdf",
                "\"my pdf\"",
                "name: \"my pdf\"",
                "---⏎name: \"my pdf\"⏎---",
                "---⏎name: \"my pdf\"⏎---⏎x⏎",
            ],
        );
    }

    #[test]
    fn a_tool_in_a_list() {
        check(
            "---\nname: x\nallowed-tools:\n  - Bash(git a<|>dd)\n  - Read\n---\n",
            &[
                "add",
                "git add",
                "Bash(git add)",
                "- Bash(git add)⏎  - Read",
                "allowed-tools:⏎  - Bash(git add)⏎  - Read",
                "name: x⏎allowed-tools:⏎  - Bash(git add)⏎  - Read",
                "---⏎name: x⏎allowed-tools:⏎  - Bash(git add)⏎  - Read⏎---",
                "---⏎name: x⏎allowed-tools:⏎  - Bash(git add)⏎  - Read⏎---⏎",
            ],
        );
    }

    #[test]
    fn prose() {
        check(
            "---\nn: x\n---\n# A\n\nOne. Two wor<|>ds here. Three\nfour.\n\n# B\n",
            &[
                "words",
                "Two words here.",
                "One. Two words here. Three",
                "One. Two words here. Three⏎four.",
                "# A⏎⏎One. Two words here. Three⏎four.",
                "# A⏎⏎One. Two words here. Three⏎four.⏎⏎# B",
                "# A⏎⏎One. Two words here. Three⏎four.⏎⏎# B⏎",
                "---⏎n: x⏎---⏎# A⏎⏎One. Two words here. Three⏎four.⏎⏎# B⏎",
            ],
        );
    }

    #[test]
    fn a_link_in_an_item() {
        check(
            "- a\n- see [b](c<|>.md)\n",
            &[
                "c",
                "c.md",
                "[b](c.md)",
                "see [b](c.md)",
                "- see [b](c.md)",
                "- a⏎- see [b](c.md)",
                "- a⏎- see [b](c.md)⏎",
            ],
        );
    }

    #[test]
    fn wide_characters_and_line_ends() {
        check("漢字<|>。😀\r\n\r\nx\r\n", &["漢字", "漢字。", "漢字。😀", "漢字。😀⏎⏎x", "漢字。😀⏎⏎x⏎"]);
        check("<|>", &[""]);
        check("\n<|>\n", &["⏎⏎"]);
    }
}
