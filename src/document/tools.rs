//! The entries of `allowed-tools`, in every form people write: list, flow list, comma string, space string.

use crate::document::lines::trimmed;
use crate::document::yaml::{Node, Style, Value, escaped_sign};
use crate::text::Span;
use std::ops::Range;

/// The tools of one field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolList {
    /// How it is written.
    pub form: ToolListForm,
    /// Its entries, in order.
    pub entries: Vec<ToolEntry>,
}

/// How a tool list is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolListForm {
    /// A YAML block list.
    #[default]
    List,
    /// `[Read, Write]`
    Flow,
    /// `Read, Write`
    Commas,
    /// `Read Write`
    Spaces,
}

/// One entry: `Read`, `Bash(git add *)`, `mcp__server__tool`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolEntry {
    /// Its bytes in the file, without quotes.
    pub span: Span,
    /// Its decoded text.
    pub text: String,
    /// How the text around it is written.
    pub style: Style,
}

impl ToolEntry {
    /// The bytes in the file of a part of the decoded text, escapes and line breaks taken into account; all of them
    /// where that cannot be told.
    pub fn part(&self, text: &str, range: Range<usize>) -> Span {
        let source = self.span.of(text);
        if source == self.text {
            return Span::new(self.span.start + range.start, self.span.start + range.end);
        }
        let (mut start, mut end, mut decoded) = (None, None, 0);
        let units = units(source, self.style);
        if !units.iter().map(|unit| unit.sign).eq(self.text.chars()) {
            return self.span;
        }
        for unit in units {
            if decoded >= range.start && start.is_none() {
                start = Some(unit.start);
            }
            if decoded < range.end {
                end = Some(unit.end);
            }
            decoded += unit.sign.len_utf8();
        }
        let start = start.unwrap_or(source.len());
        let end = end.filter(|_| !range.is_empty()).unwrap_or(start);
        Span::new(self.span.start + start, self.span.start + end)
    }
}

/// Whether a field holds tools, in any of the spellings that people use.
pub fn is_tool_field(key: &str) -> bool {
    let letters: String = key.chars().filter(|it| !matches!(it, '-' | '_')).collect();
    // In the file of an agent they are `tools` and `disallowedTools`.
    key == "tools" || letters.eq_ignore_ascii_case("allowedtools") || letters.eq_ignore_ascii_case("disallowedtools")
}

/// Splits a value into tool entries. Commas and spaces inside parentheses do not separate.
pub fn tools(text: &str, value: &Node) -> ToolList {
    match &value.value {
        Value::Sequence { flow, items } => {
            let form = if *flow { ToolListForm::Flow } else { ToolListForm::List };
            let entries = items.iter().filter_map(|item| entry_of(text, item)).collect();
            ToolList { form, entries }
        }
        Value::Scalar(scalar) => split(text, inner(text, value.span, scalar.style), scalar.style),
        // A value such as `Bash(npm run: *), Read` is no YAML, but what was meant is plain to see.
        Value::Broken if value.span.of(text).starts_with(|first: char| first.is_ascii_alphabetic()) => {
            split(text, value.span, Style::Plain)
        }
        Value::Mapping { .. } | Value::Alias(_) | Value::Missing | Value::Broken => ToolList::default(),
    }
}

/// One item of a list. An item such as `Bash(a: b)` is a mapping to YAML and stands here as written.
fn entry_of(text: &str, item: &Node) -> Option<ToolEntry> {
    match &item.value {
        Value::Scalar(scalar) => {
            let span = trimmed_span(text, inner(text, item.span, scalar.style));
            Some(ToolEntry { span, text: scalar.text.trim().to_owned(), style: scalar.style })
        }
        Value::Mapping { .. } | Value::Sequence { .. } => {
            Some(ToolEntry { span: item.span, text: item.span.of(text).to_owned(), style: Style::Plain })
        }
        Value::Alias(_) | Value::Missing | Value::Broken => None,
    }
}

fn trimmed_span(text: &str, span: Span) -> Span {
    trimmed(span.of(text), span.start)
}

/// The bytes of the text itself: without quotes, without the line of the block sign.
fn inner(text: &str, span: Span, style: Style) -> Span {
    match style {
        Style::Plain => span,
        Style::Single | Style::Double => Span::new(span.start + 1, span.end.saturating_sub(1)),
        Style::Literal | Style::Folded => {
            let header = span.of(text).find(['\n', '\r']).unwrap_or(span.len());
            Span::new(span.start + header, span.end)
        }
    }
}

/// Splits written text at commas and blanks outside parentheses, as Claude Code does.
fn split(text: &str, span: Span, style: Style) -> ToolList {
    let source = span.of(text);
    let unclosed = unclosed_parentheses(source);
    let mut unclosed = unclosed.iter().copied().peekable();
    let mut list = ToolList { form: ToolListForm::Spaces, entries: Vec::new() };
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, sign) in source.char_indices().chain([(source.len(), ',')]) {
        match sign {
            // One that is never closed holds nothing together.
            '(' if unclosed.next_if_eq(&at).is_some() => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if at < source.len() && (depth > 0 || !(sign == ',' || sign.is_whitespace())) => {}
            _ => {
                if sign == ',' && at < source.len() {
                    list.form = ToolListForm::Commas;
                }
                let word = Span::new(span.start + start, span.start + at);
                if !word.is_empty() {
                    list.entries.push(ToolEntry { span: word, text: decoded(word.of(text), style), style });
                }
                start = at + sign.len_utf8();
            }
        }
    }
    list
}

/// The offsets of the opening parentheses without a partner, in order.
pub fn unclosed_parentheses(source: &str) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, sign) in source.char_indices() {
        match sign {
            '(' => open.push(at),
            ')' => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// The text of a word.
pub(crate) fn decoded(word: &str, style: Style) -> String {
    units(word, style).into_iter().map(|unit| unit.sign).collect()
}

/// One character as it is read, and the bytes that stand for it.
struct Unit {
    sign: char,
    start: usize,
    end: usize,
}

/// The characters of a word: escapes stand for one, and so does a line break with the blanks around it.
fn units(source: &str, style: Style) -> Vec<Unit> {
    let mut found: Vec<Unit> = Vec::new();
    let mut signs = source.char_indices().peekable();
    while let Some((start, sign)) = signs.next() {
        let mut end = start + sign.len_utf8();
        let read = match (style, sign) {
            (Style::Single, '\'') => {
                end += usize::from(signs.next_if(|(_, next)| *next == '\'').is_some());
                '\''
            }
            (Style::Double, '\\') => {
                let (read, length) = escaped(source.get(end..).unwrap_or_default());
                end += length;
                while signs.next_if(|(at, _)| *at < end).is_some() {}
                read
            }
            (Style::Plain | Style::Single | Style::Double | Style::Folded, '\n' | '\r') => {
                let blanks = source.get(start..).map_or(0, |rest| rest.len() - rest.trim_start().len());
                end = start + blanks;
                while signs.next_if(|(at, _)| *at < end).is_some() {}
                ' '
            }
            (_, sign) => sign,
        };
        found.push(Unit { sign: read, start, end });
    }
    found
}

/// What the escape behind a backslash stands for, and its length.
fn escaped(rest: &str) -> (char, usize) {
    let coded = |digits: usize| {
        let code = rest.get(1..=digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        code.and_then(char::from_u32).map(|sign| (sign, digits + 1))
    };
    let Some(first) = rest.chars().next() else { return ('\\', 0) };
    let by_code = match first {
        'x' => coded(2),
        'u' => coded(4),
        'U' => coded(8),
        _ => None,
    };
    by_code.unwrap_or((escaped_sign(first), first.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    /// The entries as `form: a | b`, each with its source where the two differ.
    fn check(field: &str, expected: &str) {
        let text = format!("---\n{field}\n---\n");
        let document = parse(&text);
        let list = tools(&text, &document.fields[0].value);
        let entries: Vec<String> = list
            .entries
            .iter()
            .map(|entry| match entry.span.of(&text) {
                source if source == entry.text => entry.text.clone(),
                source => format!("{} <{source}>", entry.text),
            })
            .collect();
        assert_eq!(format!("{:?}: {}", list.form, entries.join(" | ")), expected, "{field}");
    }

    #[test]
    fn every_form() {
        check("t:\n  - Read\n  - \"Bash(git add:*)\"", "List: Read | Bash(git add:*)");
        check("t: [Read, 'Write' ]", "Flow: Read | Write");
        check("t: Read, Bash(git add *, x) ,Write", "Commas: Read | Bash(git add *, x) | Write");
        check("t: Read  Bash(a b) mcp__a__b", "Spaces: Read | Bash(a b) | mcp__a__b");
        check("t: Read", "Spaces: Read");
        check("t: \"Read, Bash(echo \\\"a b\\\")\"", r#"Commas: Read | Bash(echo "a b") <Bash(echo \"a b\")>"#);
        check(r#"t: "Read, Bash(a\Lb)""#, "Commas: Read | Bash(a\u{2028}b) <Bash(a\\Lb)>");
        check("t: >-\n  Read,\n  Write", "Commas: Read | Write");
        check("t: Read,\n  Write", "Commas: Read | Write");
    }

    #[test]
    fn odd_values() {
        check("t:", "List: ");
        check("t: {a: b}", "List: ");
        check("t: ''", "Spaces: ");
        check("t: Bash(git, Read", "Commas: Bash(git | Read");
        check("t: Bash(a), Read)", "Commas: Bash(a) | Read)");
        check("t:\n  - Bash(npm run: x)", "List: Bash(npm run: x)");
        check("t: Bash(npm run: *), Read", "Commas: Bash(npm run: *) | Read");
        check("t: 梨, Read", "Commas: 梨 | Read");
    }
}
