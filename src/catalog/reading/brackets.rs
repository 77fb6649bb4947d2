//! What stands behind brackets and between their commas that YAML refuses and some hosts take.

use std::ops::Range;

use crate::document::yaml;

/// The block with the key `~` before each `: value` that follows brackets on their line; `None` when nothing does.
pub(super) fn with_null_keys(block: &str) -> Option<String> {
    rewritten(block, |text, indentation, brackets| {
        let behind = text.get(brackets.end..)?;
        let key = behind.trim_start_matches([' ', '\t']);
        let after = key.strip_prefix(':')?;
        let is_key = after.is_empty() || after.starts_with([' ', '\t', '\r', '\n']);
        let at = text.len() - key.len();
        is_key.then(|| (at..at, format!("\n{indentation}~")))
    })
}

/// The block with `~` between two commas in brackets, and before a comma right behind the opening one; `None` when there
/// are no such commas.
pub(super) fn with_empty_items(block: &str) -> Option<String> {
    rewritten(block, |text, _, brackets| {
        let written = text.get(brackets.clone())?;
        let filled = filled(written);
        (filled != written).then_some((brackets, filled))
    })
}

/// The block with a part of each field replaced whose value stands in brackets. What is put in the place of which part,
/// `change` tells from the text, the indentation of the field and the place of the brackets.
fn rewritten(
    block: &str,
    change: impl Fn(&str, &str, Range<usize>) -> Option<(Range<usize>, String)>,
) -> Option<String> {
    let mut text = block.to_owned();
    let (mut at, mut has_changed) = (0, false);
    while let Some(line) = text.get(at..).and_then(|rest| rest.split_inclusive('\n').next()) {
        let next = at + line.len();
        let Some(open) = opening(line).map(|open| at + open) else {
            at = next;
            continue;
        };
        let Ok(end) = yaml::flow_end(&text, open, text.len()) else { return None };
        let indentation = " ".repeat(line.len() - line.trim_start_matches(' ').len());
        // A changed part is behind the key, and what follows it is looked at next.
        at = end;
        if let Some((part, other)) = change(&text, &indentation, open..end) {
            at = part.start + other.len();
            text.replace_range(part, &other);
            has_changed = true;
        }
        at += text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len() - at, |line| line + 1);
    }
    has_changed.then_some(text)
}

/// Where the brackets open that a line has as the value of a field.
fn opening(line: &str) -> Option<usize> {
    let (key, value) = line.split_once(':')?;
    let rest = value.trim_start_matches([' ', '\t']);
    let is_value = rest.len() < value.len() && rest.starts_with(['[', '{']);
    (is_value && !key.contains(['"', '\'', '#', '['])).then_some(line.len() - rest.len())
}

/// Brackets with `~` in the place of items that are not there.
fn filled(brackets: &str) -> String {
    let mut filled = String::with_capacity(brackets.len() + 1);
    let (mut last, mut quote) = (' ', None);
    for sign in brackets.chars() {
        match quote {
            Some(open) if open == sign => quote = None,
            None if matches!(sign, '"' | '\'') && matches!(last, '[' | '{' | ',' | ':') => quote = Some(sign),
            None if sign == ',' && matches!(last, '[' | '{' | ',') => filled.push('~'),
            Some(_) | None => {}
        }
        if !sign.is_whitespace() {
            last = sign;
        }
        filled.push(sign);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_no_name_behind_brackets() {
        for (block, expected) in [
            ("a: [b]: c\nd: e\n", Some("a: [b]\n~: c\nd: e\n")),
            ("a: {b} :\n  c: d\n", Some("a: {b} \n~:\n  c: d\n")),
            ("a:\n  b: [c]: d\ne: [f]: g", Some("a:\n  b: [c]\n  ~: d\ne: [f]\n~: g")),
            ("a: [b,\n  c]: d\n", Some("a: [b,\n  c]\n~: d\n")),
            ("a: [b]:c\n", None),
            ("a: [b] c\n", None),
            ("a: \"[b]: c\"\n", None),
            ("a: [b\n", None),
        ] {
            assert_eq!(with_null_keys(block).as_deref(), expected, "{block}");
        }
    }

    #[test]
    fn items_that_are_not_there() {
        for (block, expected) in [
            ("a: [b,,c]\n", Some("a: [b,~,c]\n")),
            ("a: [, b]\nc: {d, , e}\n", Some("a: [~, b]\nc: {d, ~, e}\n")),
            ("a: [\",,\", b]\n", None),
            ("a: [b,]\n", None),
            ("a: b,,c\n", None),
        ] {
            assert_eq!(with_empty_items(block).as_deref(), expected, "{block}");
        }
    }
}
