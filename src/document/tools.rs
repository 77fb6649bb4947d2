//! The entries of `allowed-tools`, in every form people write: list, flow list, comma string, space string.

use crate::document::lines::trimmed;
use crate::document::yaml::{Node, Style, Value};
use crate::text::Span;

/// The tools of one field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolList {
    /// How it is written.
    pub form: Form,
    /// Its entries, in order.
    pub entries: Vec<ToolEntry>,
}

/// How a tool list is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
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
}

/// Whether a field holds tools, in any of the spellings that people use.
pub fn is_tool_field(key: &str) -> bool {
    let letters: String = key.chars().filter(|it| !matches!(it, '-' | '_')).collect();
    letters.eq_ignore_ascii_case("allowedtools") || letters.eq_ignore_ascii_case("disallowedtools")
}

/// Splits a value into tool entries. Commas and spaces inside parentheses do not separate.
pub fn tools(text: &str, value: &Node) -> ToolList {
    match &value.value {
        Value::Sequence { flow, items } => {
            let form = if *flow { Form::Flow } else { Form::List };
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
            Some(ToolEntry { span, text: scalar.text.trim().to_owned() })
        }
        Value::Mapping { .. } | Value::Sequence { .. } => {
            Some(ToolEntry { span: item.span, text: item.span.of(text).to_owned() })
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
    let mut list = ToolList { form: Form::Spaces, entries: Vec::new() };
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
                    list.form = Form::Commas;
                }
                let word = Span::new(span.start + start, span.start + at);
                if !word.is_empty() {
                    list.entries.push(ToolEntry { span: word, text: decoded(word.of(text), style) });
                }
                start = at + sign.len_utf8();
            }
        }
    }
    list
}

/// The offsets of the opening parentheses without a partner.
fn unclosed_parentheses(source: &str) -> Vec<usize> {
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

/// The text of a word written in quotes. Only escapes that tool names can need.
fn decoded(word: &str, style: Style) -> String {
    match style {
        Style::Double => word.replace("\\\"", "\"").replace("\\\\", "\\"),
        Style::Single => word.replace("''", "'"),
        Style::Plain | Style::Literal | Style::Folded => word.to_owned(),
    }
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
