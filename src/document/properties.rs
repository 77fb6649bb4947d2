//! What holds for any text at all: no panic, true spans, and good fields that stay good beside broken ones.

use proptest::prelude::*;

use crate::document::fence::FenceFault;
use crate::document::yaml::{self, Cause, Node, Value};
use crate::document::{Document, parse, parse_bytes, tools};
use crate::text::Span;

/// Every span of a document.
fn spans(document: &Document) -> Vec<Span> {
    fn add(node: &Node, spans: &mut Vec<Span>) {
        spans.push(node.span);
        match &node.value {
            Value::Sequence { items, .. } => items.iter().for_each(|item| add(item, spans)),
            Value::Mapping { entries, .. } => entries.iter().for_each(|entry| {
                add(&entry.key, spans);
                add(&entry.value, spans);
            }),
            Value::Scalar(_) | Value::Alias(_) | Value::Missing | Value::Broken => {}
        }
    }
    let (fence, body) = (&document.fence, &document.body);
    let mut spans = vec![fence.block, fence.body, body.span];
    spans.extend([fence.bom, fence.before, fence.opening, fence.closing].into_iter().flatten());
    for field in &document.fields {
        spans.extend([field.key_span, field.span]);
        add(&field.value, &mut spans);
        spans.extend(tools::tools(&document.text, &field.value).entries.iter().map(|entry| entry.span));
    }
    document.not_mapping.iter().for_each(|root| add(root, &mut spans));
    spans.extend(document.errors.iter().map(|error| error.span));
    spans.extend(document.errors.iter().filter_map(|error| error.value(&document.text)));
    spans.extend(&document.comments);
    spans.extend(body.headings.iter().map(|it| it.span));
    spans.extend(body.links.iter().flat_map(|it| [it.span, it.target_span]));
    spans.extend(body.code_blocks.iter().flat_map(|it| [it.span, it.content]));
    spans.extend(body.code_spans.iter().chain(&body.comments));
    spans.extend(body.placeholders.iter().map(|it| it.span));
    spans.extend(body.commands.iter().flat_map(|it| [it.span, it.command]));
    spans.extend(body.mentions.iter().map(|it| it.span));
    spans.extend(document.allows.iter().flat_map(|it| it.checks.iter().map(|(_, span)| *span).chain([it.span])));
    spans
}

fn check_spans(text: &str) {
    let document = parse(text);
    for span in spans(&document) {
        let is_true = span.start <= span.end && text.get(span.start..span.end).is_some();
        assert!(is_true, "{span:?} in {text:?}");
    }
    for field in &document.fields {
        assert!(
            field.span.covers(field.key_span) && field.span.covers(field.value.span),
            "{:?} in {text:?}",
            field.key
        );
    }
    let strict = yaml::parse_strict(text, document.fence.block);
    let one_line = matches!(document.fence.fault, Some(FenceFault::OneLine(_)));
    assert!(strict.is_ok() || one_line || !document.errors.is_empty(), "strict says {strict:?} of {text:?}");
    let places: Vec<Span> = document.errors.iter().map(|error| error.span).collect();
    let mut unique = places.clone();
    unique.dedup();
    assert_eq!(places, unique, "an error twice in {text:?}");
}

/// Pieces that frontmatters and their accidents are made of.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "---",
        "---\n",
        "\n---\n",
        "...",
        "name: ",
        "description: ",
        "allowed-tools:",
        "metadata:\n",
        "\n",
        "\r\n",
        "\r",
        "  ",
        "\t",
        "- ",
        "- Read\n",
        "x",
        "梨",
        "😀",
        ": ",
        ":",
        "：",
        "#",
        " # ",
        "# T\n",
        "\"",
        "'",
        "[",
        "]",
        "{",
        "}",
        "{{",
        "}}",
        ",",
        "|",
        "|\n",
        ">-\n",
        "&a ",
        "*a",
        "!!str ",
        "@",
        "`",
        "```",
        "```!\n",
        "!`x`",
        "$",
        "$1",
        "$ARGUMENTS",
        "${A}",
        "/go",
        "(",
        ")",
        "[a](b)",
        "<!--",
        "-->",
        "skill-lsp: allow ",
        "\\",
        "\\u",
        "\u{feff}",
        "\0",
        "<<<<<<< a\n",
        "=======\n",
        "? ",
        "%",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text(text in any::<String>()) {
        check_spans(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let document = parse_bytes(&bytes);
        prop_assert_eq!(document.text.len(), bytes.len());
    }

    #[test]
    fn any_frontmatter(pieces in prop::collection::vec(piece(), 0..40)) {
        check_spans(&pieces.concat());
        check_spans(&format!("---\n{}\n---\nText.\n", pieces.concat()));
    }

    /// Fields above a broken one are read as if it were not there, and so are those below it.
    #[test]
    fn a_broken_value_harms_no_neighbour(value in prop::collection::vec(piece(), 0..12)) {
        let value: String = value.concat().replace(['\n', '\r', '\0'], " ").replace("---", "--");
        let document = parse(&format!("---\nname: first\ndescription: {value}\nlicense: last\n---\n"));
        prop_assert_eq!(document.scalar("name"), Some("first"));
        let swallowed = document.errors.iter().any(|error| error.cause == Cause::TooDeep);
        prop_assert!(swallowed || document.scalar("license") == Some("last"), "{:?}", document.fields);
    }
}

/// Typing a file, byte by byte: every state on the way is answered.
#[test]
fn cut_at_every_byte() {
    let files = [
        "\u{feff}---\nname: x\ndescription: \"quo\\u00e9ted: 梨\nmore\"\nallowed-tools: [Read, Bash(a b)]\n---\n# T\n\n[a](b.md)\n",
        "---\r\nname: |2+\r\n    x\r\n  y\r\nmetadata: {\"a\": {[\"b\"]: true}}\r\n---# Title\r\n```!\r\nls\r\n```\r\n",
        "```markdown\n---\nname: {{x}}\ntools:\n  - a: b\n\tc: d\n  ---\n\n# T\n```\n",
        "<!-- a -->\n---\nname: x # skill-lsp: allow a — b\n<<<<<<< a\nb: *c\n=======\nb: &d e\n>>>>>>> f\n---\n!`x` $ARGUMENTS[0] /go\n",
        "--- name: x description: y ---\n\n梨 `code` <!-- c -->\n",
    ];
    for file in files {
        for end in 0..=file.len() {
            let bytes = &file.as_bytes()[..end];
            assert_eq!(parse_bytes(bytes).text.len(), end);
            if let Ok(text) = std::str::from_utf8(bytes) {
                check_spans(text);
            }
        }
    }
}

/// Texts made to be slow: each takes milliseconds, or this test takes minutes.
#[test]
fn no_text_takes_forever() {
    let pieces = [
        "A: \"\n",
        "a: [\n",
        "A: [\n",
        "a: '\n",
        "- x\n",
        "x\n",
        "a: *b\n",
        "# skill-lsp: allow a\n",
        "a: {{b}}\n",
        "<<<<<<< a\n",
        "[",
        "$a /b\n",
        "[a]\n",
    ];
    for piece in pieces {
        let text = format!("---\nname: x: y\n{}---\n{}", piece.repeat(20_000), piece.repeat(5_000));
        assert_eq!(parse(&text).scalar("name"), None);
    }
}
