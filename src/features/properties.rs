//! What holds for any text at all: no panic, true spans, selections that grow, edits that keep what is said.

use std::path::Path;

use proptest::prelude::*;

use crate::checks::Diagnostic;
use crate::config::Level;
use crate::document::parse;
use crate::features::actions::offered_edits;
use crate::features::folding::folds;
use crate::features::links::code_paths;
use crate::features::mentions::mentions;
use crate::features::selection::selection;
use crate::features::symbols::{Symbol, symbols};
use crate::text::{Edit, Encoding, Span, Text, apply};

fn is_true(text: &str, span: Span) -> bool {
    span.start <= span.end && text.get(span.start..span.end).is_some()
}

fn check(text: &str) {
    let document = parse(text);
    let lines = Text::new(text);
    let line = |offset: usize| lines.position(offset, Encoding::Utf8).line;
    for fold in folds(&document) {
        assert!(is_true(text, fold.span) && line(fold.span.start) < line(fold.span.end), "{fold:?} in {text:?}");
    }
    nested(text, &symbols(&document), Span::new(0, text.len()));
    for mention in mentions(Path::new("/skills/a/agents/b.md"), &document) {
        assert!(is_true(text, mention.span) && mention.whole.covers(mention.span), "{mention:?} in {text:?}");
    }
    for word in code_paths(text, &document.body) {
        assert_eq!(text.get(word.span.start..word.span.end), Some(word.path.as_str()), "in {text:?}");
    }
    for offset in 0..=text.len() + 1 {
        let spans = selection(&document, offset);
        assert!(!spans.is_empty());
        for pair in spans.windows(2) {
            assert!(pair[1].covers(pair[0]) && pair[1] != pair[0], "{spans:?} at {offset} in {text:?}");
        }
        if text.is_char_boundary(offset) {
            assert!(spans.iter().all(|span| is_true(text, *span)), "{spans:?} at {offset} in {text:?}");
        }
    }
    for offset in (0..=text.len()).step_by(3).filter(|offset| text.is_char_boundary(*offset)) {
        let finding = Diagnostic {
            check: "a-b",
            level: Level::Warning,
            span: Span::at(offset),
            message: String::new(),
            consequence: None,
            hosts: Vec::new(),
            loses_skill: false,
            related: Vec::new(),
            fixes: Vec::new(),
            tag: None,
            is_remembered: false,
        };
        for edit in offered_edits(&document, &finding) {
            assert!(is_true(text, edit.span), "{edit:?} in {text:?}");
            let after = apply(text, std::slice::from_ref(&edit));
            assert_eq!(apply(text, &[Edit::difference(text, &after)]), after);
        }
    }
}

/// Entries of an outline lie in the one above and are shown inside themselves.
fn nested(text: &str, symbols: &[Symbol], around: Span) {
    for symbol in symbols {
        let is_inside = around.covers(symbol.span) && symbol.span.covers(symbol.selection);
        assert!(is_inside && is_true(text, symbol.selection) && !symbol.name.is_empty(), "{symbol:?} in {text:?}");
        nested(text, &symbol.children, symbol.span);
    }
}

/// Pieces that skills and their accidents are made of.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "---\n",
        "\n---\n",
        "name: x\n",
        "description: >\n  a. b\n",
        "allowed-tools:",
        "allowed-tools: ",
        " Read, Bash(git a: *)",
        " [Read,\n Write]",
        "\n  - Read # c",
        "\n  # c\n  - 'a, b'",
        "metadata:\n  a:\n    - b\n",
        "# skill-lsp: allow a\n",
        "\n",
        "\r\n",
        "\r",
        "  ",
        "\t",
        "- ",
        "1. ",
        "# A\n",
        "## B\n\n",
        "```\n",
        "| a |\n|---|\n| b |\n",
        "<!-- ",
        " -->\n",
        "[a](b.md)",
        "`c`",
        "/skill $ARGUMENTS",
        "skills: [a, 'b']\n",
        "Skill(a:b",
        "`./a/b.md:` ${D}/c.py",
        "one. Two! 三。",
        "😀",
        "\u{feff}",
        "\"",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn any_pieces(pieces in prop::collection::vec(piece(), 0..14)) {
        check(&pieces.concat());
    }

    #[test]
    fn a_frontmatter_of_pieces(pieces in prop::collection::vec(piece(), 0..10)) {
        check(&format!("---\n{}\n---\ntext\n", pieces.concat()));
    }
}
