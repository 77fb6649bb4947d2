//! Texts made safe for the form a host prints them in.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use memchr::{memchr2, memchr3};

use crate::hosts::EscapeName;
use crate::listing::clean::clean;

/// The text with the characters replaced that this host replaces.
pub(super) fn escape(escape: EscapeName, text: &str) -> Cow<'_, str> {
    match escape {
        EscapeName::None => Cow::Borrowed(text),
        EscapeName::AngleBracketsOneLine => Cow::Owned(entities(&clean(text), "<>").into_owned()),
        EscapeName::Composed => composed(text),
        EscapeName::OneBlankLine => one_blank_line(text),
        EscapeName::Xml3 => entities(text, "<>&"),
        EscapeName::Xml5 => entities(text, "<>&\"'"),
        EscapeName::HtmlHexadecimal => Cow::Owned(entities(text, "<>&\"").replace('\'', "&#x27;")),
        EscapeName::Html => Cow::Owned(entities(text, "<>&\"").replace('\'', "&#39;")),
    }
}

/// The text in the normal form C, without the characters that mark languages and are never seen.
fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let text = ComposingNormalizerBorrowed::new_nfc().normalize(text);
    let is_tag = |sign: char| ('\u{e0000}'..='\u{e007f}').contains(&sign);
    if text.contains(is_tag) { Cow::Owned(text.replace(is_tag, "")) } else { text }
}

/// The text with two line feeds wherever more stand together.
fn one_blank_line(text: &str) -> Cow<'_, str> {
    if !text.contains("\n\n\n") {
        return Cow::Borrowed(text);
    }
    let mut feeds = 0;
    let kept = text.chars().filter(|sign| {
        feeds = if *sign == '\n' { feeds + 1 } else { 0 };
        feeds < 3
    });
    Cow::Owned(kept.collect())
}

fn entities<'a>(text: &'a str, wanted: &str) -> Cow<'a, str> {
    // Most texts hold none of them.
    if memchr3(b'<', b'>', b'&', text.as_bytes()).is_none() && memchr2(b'"', b'\'', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' if wanted.contains('&') => escaped.push_str("&amp;"),
            '"' if wanted.contains('"') => escaped.push_str("&quot;"),
            '\'' if wanted.contains('\'') => escaped.push_str("&apos;"),
            _ => escaped.push(character),
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::escape;
    use crate::hosts::EscapeName;

    #[test]
    fn each_way_of_escaping() {
        let text = "<a> & \"b\" 'c'\nd";
        let escaped = |name| escape(name, text).into_owned();
        assert_eq!(escaped(EscapeName::None), text);
        assert_eq!(escaped(EscapeName::AngleBracketsOneLine), "&lt;a&gt; & \"b\" 'c' d");
        assert_eq!(escaped(EscapeName::Composed), text);
        assert_eq!(escape(EscapeName::Composed, "e\u{301}\u{e0041}!"), "\u{e9}!");
        assert_eq!(escaped(EscapeName::OneBlankLine), text);
        assert_eq!(escape(EscapeName::OneBlankLine, "a\n\nb\n\n\n\nc"), "a\n\nb\n\nc");
        assert_eq!(escaped(EscapeName::Xml3), "&lt;a&gt; &amp; \"b\" 'c'\nd");
        assert_eq!(escaped(EscapeName::Xml5), "&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;\nd");
        assert_eq!(escape(EscapeName::Xml5, "a < b"), "a &lt; b");
        assert_eq!(escape(EscapeName::Xml5, "it's"), "it&apos;s");
        assert_eq!(escaped(EscapeName::Html), "&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;\nd");
    }
}
