//! What a tag makes of a value in a reader that heeds all of YAML's own.

use std::borrow::Cow;

use crate::document::yaml::{Node, Scalar, Style, Value};
use crate::hosts::BareTag;

/// Makes of a value what its tag says: nothing of `!!null`, the text of the bytes of `!!binary`; `!` says nothing.
pub(super) fn apply(node: &mut Node) {
    match node.tag.as_deref().map(short).as_deref() {
        Some("!!null") => *node = Node { value: Value::Missing, tag: None, ..node.clone() },
        Some("!") => node.tag = None,
        Some("!!binary") => {
            // Bytes that are no text stay what they are.
            if let Some(text) = bytes(node).and_then(|bytes| String::from_utf8(bytes).ok()) {
                node.value = Value::Scalar(Scalar { text, style: Style::Double });
                node.tag = None;
            }
        }
        _ => {}
    }
}

/// Whether a value has the tag `!`, and a host makes no text of it.
pub(super) fn is_bare(rule: BareTag, node: &Node) -> bool {
    let counts = match rule {
        BareTag::Text => false,
        BareTag::TextOrNothing => matches!(node.value, Value::Missing),
        BareTag::Ignored => true,
    };
    counts && node.tag.as_deref() == Some("!")
}

/// A tag in its short form: `!!str` for `!<tag:yaml.org,2002:str>`.
pub(super) fn short(tag: &str) -> Cow<'_, str> {
    let long = tag.strip_prefix("!<tag:yaml.org,2002:").and_then(|name| name.strip_suffix('>'));
    long.map_or(Cow::Borrowed(tag), |name| Cow::Owned(format!("!!{name}")))
}

/// The bytes that a text stands for in base64, read as Python reads it: other signs count for nothing, and what comes
/// behind `=` no more. `None` where a sign is missing.
pub(super) fn bytes(node: &Node) -> Option<Vec<u8>> {
    let text = match &node.value {
        Value::Scalar(scalar) => scalar.text.as_str(),
        Value::Missing => "",
        Value::Sequence { .. } | Value::Mapping { .. } | Value::Alias(_) | Value::Broken => return None,
    };
    if !text.is_ascii() {
        return None;
    }
    let (mut found, mut kept, mut count, mut filled) = (Vec::new(), 0u32, 0usize, 0usize);
    for sign in text.bytes() {
        if sign == b'=' {
            filled += 1;
            if count % 4 >= 2 && count % 4 + filled >= 4 {
                return Some(found);
            }
            continue;
        }
        let Some(value) = sextet(sign) else { continue };
        filled = 0;
        kept = (kept << 6 | u32::from(value)) & 0xff_ffff;
        count += 1;
        let byte = match count % 4 {
            2 => kept >> 4,
            3 => kept >> 2,
            0 => kept,
            _ => continue,
        };
        found.push(u8::try_from(byte & 0xff).unwrap_or_default());
    }
    (count % 4 == 0).then_some(found)
}

/// What a sign of base64 stands for.
fn sextet(sign: u8) -> Option<u8> {
    match sign {
        b'A'..=b'Z' => Some(sign - b'A'),
        b'a'..=b'z' => Some(sign - b'a' + 26),
        b'0'..=b'9' => Some(sign - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    #[test]
    fn bytes_are_read_as_python_reads_them() {
        for (written, expected) in [
            ("aGk=", Some("hi")),
            ("a-G k\n=", Some("hi")),
            ("aGVsbG8gd29ybGQ=", Some("hello world")),
            ("aGk", None),
            ("a", None),
            ("", Some("")),
            ("~", Some("")),
            ("=", Some("")),
            ("YQ==", Some("a")),
            ("YQ=", None),
            ("YQ==more", Some("a")),
        ] {
            let value = Value::Scalar(Scalar { text: written.to_owned(), style: Style::Plain });
            let node = Node { span: Span::at(0), value, tag: None, anchor: None };
            let found = bytes(&node).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            assert_eq!(found.as_deref(), expected, "{written}");
        }
    }
}
