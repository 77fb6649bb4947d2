//! What a host makes of frontmatter that YAML refuses.

use crate::hosts::fence::is_space;
use crate::hosts::plain_lines::plain_lines;
use crate::hosts::{RepairName, field_reader};

/// What YAML makes of a value that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// An error.
    Unreadable,
    /// A list.
    List,
    /// Anything else.
    Other,
}

/// The block as the host rewrites it before its second try; `None` when it does not try.
/// `alone` says what YAML makes of a single value: some repairs leave those that it reads as they are.
pub fn repaired(repair: RepairName, block: &str, alone: &dyn Fn(&str) -> Alone) -> Option<String> {
    match repair {
        RepairName::None => None,
        RepairName::QuoteSpecial => Some(quote_special(block, alone)),
        RepairName::QuoteColon => quote_colon(block, alone),
        RepairName::BlockScalar => Some(block_scalars(block)),
        RepairName::LineFields => line_fields(block),
        RepairName::FieldsAsWritten => Some(fields_as_written(block)),
        RepairName::PlainLines => Some(plain_lines(block)),
    }
}

/// Every `key: value` at the start of a line whose value holds a special character gets double quotes; leading tabs
/// become two spaces each.
fn quote_special(block: &str, alone: &dyn Fn(&str) -> Alone) -> String {
    let lines: Vec<String> = block.split('\n').map(|line| quoted_line(line, alone)).collect();
    lines.iter().map(|line| without_tabs(line)).collect::<Vec<_>>().join("\n")
}

/// The block with quotes around plain values that begin with a comma, which YAML refuses and some readers take; `None`
/// when there is none.
pub fn quoted_commas(block: &str) -> Option<String> {
    let mut has_changed = false;
    let quoted = |line: &str| {
        let (key, value) = key_and_value(line).filter(|(_, value)| value.starts_with(','))?;
        let value = value.split(" #").next().unwrap_or(value).trim_end();
        let is_plain = !value.contains(": ") && !value.ends_with(':');
        is_plain.then(|| format!("{key}: '{}'", value.replace('\'', "''")))
    };
    let lines: Vec<String> = block
        .split('\n')
        .map(|line| match quoted(line) {
            Some(quoted) => {
                has_changed = true;
                quoted
            }
            None => line.to_owned(),
        })
        .collect();
    has_changed.then(|| lines.join("\n"))
}

fn quoted_line(line: &str, alone: &dyn Fn(&str) -> Alone) -> String {
    let Some((key, value)) = key_and_value(line) else { return line.to_owned() };
    let is_quoted = |quote: char| value.starts_with(quote) && value.ends_with(quote);
    let is_list = value.starts_with('[') && value.ends_with(']') && alone(value) == Alone::List;
    let is_special = value.contains(": ") || value.contains(|sign| "{}[]*&#!|>%@`".contains(sign));
    if is_quoted('"') || is_quoted('\'') || is_list || !is_special {
        return line.to_owned();
    }
    format!("{key}: \"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `key: value` from the first column on. The host's pattern ends at a line end of its own language, so a line
/// that still has its `\r` does not match: CRLF files are never repaired.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let key_end = line.find(|sign: char| !(sign.is_ascii_alphabetic() || sign == '_' || sign == '-'))?;
    let (key, rest) = line.split_at_checked(key_end)?;
    let after_colon = rest.strip_prefix(':')?;
    let value = after_colon.trim_start();
    let matches = !key.is_empty()
        && value.len() < after_colon.len()
        && !value.is_empty()
        && !value.contains(['\r', '\u{2028}', '\u{2029}']);
    matches.then_some((key, value))
}

fn without_tabs(line: &str) -> String {
    let rest = line.trim_start_matches('\t');
    format!("{}{rest}", "  ".repeat(line.len() - rest.len()))
}

/// Values with `: ` in them, and values that begin like a list, a mapping or a reserved sign and are none, get
/// single quotes, on every level; block scalars and trailing comments are left alone.
fn quote_colon(block: &str, alone: &dyn Fn(&str) -> Alone) -> Option<String> {
    let mut has_changed = false;
    let mut block_scalar: Option<usize> = None;
    let mut lines = Vec::new();
    for line in block.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if block_scalar.is_some_and(|outer| line.trim().is_empty() || indent > outer) {
            lines.push(line.to_owned());
            continue;
        }
        block_scalar = None;
        let Some((key, value)) = line
            .split_once(':')
            .filter(|(key, value)| !key.trim().is_empty() && value.chars().next().is_none_or(char::is_whitespace))
        else {
            lines.push(line.to_owned());
            continue;
        };
        let (scalar, comment) = without_comment(value.trim_start());
        let space = value.get(..value.len() - value.trim_start().len()).unwrap_or_default();
        let is_broken = match scalar.chars().next() {
            None | Some('\'' | '"') => false,
            Some('|' | '>') => {
                block_scalar = Some(indent);
                false
            }
            Some('[' | '{' | '@' | '`') => has_colon(scalar) || alone(scalar) == Alone::Unreadable,
            Some(_) => has_colon(scalar),
        };
        if is_broken {
            has_changed = true;
            lines.push(format!("{key}:{space}'{}'{comment}", scalar.replace('\'', "''")));
        } else {
            lines.push(line.to_owned());
        }
    }
    has_changed.then(|| lines.join("\n"))
}

fn has_colon(scalar: &str) -> bool {
    scalar
        .match_indices(':')
        .any(|(at, _)| scalar.get(at + 1..).and_then(|rest| rest.chars().next()).is_some_and(char::is_whitespace))
}

/// A value and the comment behind it, the white space before the `#` being part of the comment.
fn without_comment(value: &str) -> (&str, &str) {
    for (at, _) in value.match_indices('#') {
        let before = value.get(..at).unwrap_or_default();
        if before.is_empty() || before.ends_with(char::is_whitespace) {
            return value.split_at(before.trim_end().len());
        }
    }
    (value.trim_end(), "")
}

/// Every unquoted one-line value that holds a colon becomes a block scalar. Keys are words without hyphens.
fn block_scalars(block: &str) -> String {
    let mut lines = Vec::new();
    for line in block.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)) {
        match block_scalar(line) {
            Some((key, value)) => {
                lines.push(format!("{key}: |-"));
                lines.push(format!("  {value}"));
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

fn block_scalar(line: &str) -> Option<(&str, &str)> {
    if line.starts_with('#') || line.starts_with(is_space) {
        return None;
    }
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end_matches(is_space);
    let is_word = key.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_')
        && key.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
    let value = value.trim_matches(is_space);
    let is_plain = !matches!(value, "" | ">" | "|") && !value.starts_with(['"', '\'']);
    (is_word && is_plain && value.contains(':') && !goes_on_after_flow(value)).then_some((key, value))
}

/// Whether the host's YAML reads a list or a mapping with a field behind it on the same line: `[a] b: c` is no error
/// to it, so it never comes to a repair.
fn goes_on_after_flow(value: &str) -> bool {
    let close = match value.chars().next() {
        Some('[') => ']',
        Some('{') => '}',
        _ => return false,
    };
    let rest = value.split_once(close).map_or("", |(_, rest)| rest.trim_start());
    rest.starts_with(char::is_alphanumeric) && (has_colon(rest) || rest.ends_with(':'))
}

/// `name` and `description` read line by line, indented lines after the description being part of it. Both must be
/// there. Given back as YAML that says the same.
fn line_fields(block: &str) -> Option<String> {
    let mut name = None;
    let mut description: Option<Vec<&str>> = None;
    let mut lines = block.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).peekable();
    while let Some(line) = lines.next() {
        let start = line.trim_start_matches(is_space);
        // The rest of a line ends at the line ends of Unicode too, and then it is not the whole rest.
        let is_whole = |value: &&str| !value.trim_start_matches(is_space).contains(['\r', '\u{2028}', '\u{2029}']);
        if let Some(value) = start.strip_prefix("name:").filter(is_whole) {
            name = Some(value.trim_matches(is_space));
        } else if let Some(value) = start.strip_prefix("description:").filter(is_whole) {
            let mut parts = vec![value.trim_matches(is_space)];
            while let Some(next) =
                lines.next_if(|next| next.starts_with([' ', '\t']) && !next.trim_matches(is_space).is_empty())
            {
                parts.push(next.trim_matches(is_space));
            }
            parts.retain(|part| !part.is_empty());
            description = Some(parts);
        }
    }
    let description = description?.join(" ");
    Some(format!("name: {}\ndescription: {}\n", double_quoted(name?), double_quoted(&description)))
}

/// What a reader without YAML takes for fields. Given back as YAML that says the same.
fn fields_as_written(block: &str) -> String {
    let fields = field_reader::fields(block).into_iter();
    let lines = fields.map(|(key, value)| {
        let value = value.map_or("[]".to_owned(), |value| double_quoted(&value));
        format!("{}: {value}\n", double_quoted(&key))
    });
    lines.collect()
}

/// A text as a double-quoted YAML scalar.
pub(super) fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => quoted.push_str(&format!("\\x{:02x}", u32::from(sign))),
            sign => quoted.push(sign),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(repair: RepairName, block: &str, expected: &str) {
        let alone = |value: &str| match (value.matches(['[', ']']).count(), value.ends_with(']')) {
            (2, true) => Alone::List,
            _ => Alone::Unreadable,
        };
        assert_eq!(repaired(repair, block, &alone).unwrap_or_else(|| "none".to_owned()), expected, "{block:?}");
    }

    #[test]
    fn no_repair() {
        check(RepairName::None, "a: b: c\n", "none");
    }

    #[test]
    fn special_characters_are_quoted() {
        for (block, expected) in [
            ("description: a: b\n", "description: \"a: b\"\n"),
            ("description: a \"q\" \\ : b\n", "description: \"a \\\"q\\\" \\\\ : b\"\n"),
            ("description: @home\n", "description: \"@home\"\n"),
            ("description: *.rs\n", "description: \"*.rs\"\n"),
            ("description:\t100% x: y\n", "description: \"100% x: y\"\n"),
            ("description: a: b # c\n", "description: \"a: b # c\"\n"),
            ("description: [a] [b]\n", "description: \"[a] [b]\"\n"),
        ] {
            check(RepairName::QuoteSpecial, block, expected);
        }
    }

    #[test]
    fn what_the_quoting_leaves_alone() {
        for block in [
            "description: Use when:\n",
            "description: - item\n",
            "description: \"a\": \"b\"\n",
            "description: 'it's x: y'\n",
            "tools: [a, b]\n",
            "  nested: a: b\n",
            "key2: a: b\n",
            "a b: c: d\n",
            "description: a: b\r\n",
        ] {
            check(RepairName::QuoteSpecial, block, block);
        }
    }

    #[test]
    fn leading_tabs_become_two_spaces() {
        check(RepairName::QuoteSpecial, "metadata:\n\t\tx: y\n", "metadata:\n    x: y\n");
    }

    #[test]
    fn colons_are_single_quoted_on_every_level() {
        for (block, expected) in [
            ("description: a: b\n", "description: 'a: b'"),
            ("description: it's: b # c\n", "description: 'it''s: b' # c"),
            ("metadata:\n  x: a: b\n", "metadata:\n  x: 'a: b'"),
            ("description: [a] b\n", "description: '[a] b'"),
            ("description: @home\n", "description: '@home'"),
            ("x: |\n  a: b: c\ny: a: b\n", "x: |\n  a: b: c\ny: 'a: b'"),
        ] {
            check(RepairName::QuoteColon, block, expected);
        }
    }

    #[test]
    fn what_the_single_quoting_does_not_try() {
        for block in ["description: 'a\n", "description: Use when:\n", "tools: [a]\n", "a:b: c\n", "just text\n"] {
            check(RepairName::QuoteColon, block, "none");
        }
    }

    #[test]
    fn colons_become_block_scalars() {
        for (block, expected) in [
            ("description: a: b\n", "description: |-\n  a: b\n"),
            ("description: see http://x\r\nname: y\r\n", "description: |-\n  see http://x\nname: y\n"),
            ("argument-hint: a: b\n", "argument-hint: a: b\n"),
            ("description: [a] b: c\n", "description: [a] b: c\n"),
            ("description: [a] http://x\n", "description: |-\n  [a] http://x\n"),
            ("description: \"a\": b\n", "description: \"a\": b\n"),
            ("# note: x\n  a: b: c\n", "# note: x\n  a: b: c\n"),
        ] {
            check(RepairName::BlockScalar, block, expected);
        }
    }

    #[test]
    fn fields_are_read_line_by_line() {
        for (block, expected) in [
            ("name: x\ndescription: a: b\n", "name: \"x\"\ndescription: \"a: b\"\n"),
            ("description: |-\n  one\n  two\n\n  three\nname: x", "name: \"x\"\ndescription: \"|- one two\"\n"),
            ("name: ''\ndescription: \"q\"", "name: \"''\"\ndescription: \"\\\"q\\\"\"\n"),
            ("name: x\n", "none"),
            ("description: x\n", "none"),
            ("name: x\ndescription: a: b\u{2028}c\n", "none"),
        ] {
            check(RepairName::LineFields, block, expected);
        }
    }
}
