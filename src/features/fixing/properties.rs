//! What holds for fixes in any text at all: parse, fix, parse; nothing is lost, nothing gets worse, and once is enough.

use std::path::Path;

use proptest::prelude::*;

use crate::checks::Diagnostic;
use crate::config::Level;
use crate::document::{self, Document};
use crate::features::fixing::{Courage, LEAST, mended};
use crate::features::testing::examined;
use crate::text::{Edit, Span, apply};

const PATH: &str = "/home/.claude/skills/pdf/SKILL.md";
const AROUND: &str = "
    //- /home/.claude/skills/pdf/SKILL.md
    x
    //- /home/.claude/skills/pdf/references/api.md
    x
    //- /home/.claude/skills/deploy-app/SKILL.md
    ---
    name: deploy-app
    description: Ships it. Use when it is ready.
    ---
    Ship it.
    ";

fn found_in(text: &str) -> Vec<Diagnostic> {
    examined(AROUND, Path::new(PATH), &document::parse(text))
}

fn check(text: &str) {
    let found = found_in(text);
    for courage in [Courage::Safe, Courage::Preferred] {
        let made = mended(text, &found, courage, LEAST, found_in);
        let mut now = text.to_owned();
        for edits in &made.rounds {
            let new = apply(&now, edits);
            body_stays(&document::parse(&now), edits, &document::parse(&new));
            now = new;
        }
        assert_eq!(made.text.as_deref().unwrap_or(text), now);
        let again = found_in(&now);
        if document::parse(text).is_clean() {
            let errors = |found: &[Diagnostic]| found.iter().filter(|it| it.level == Level::Error).count();
            assert!(errors(&again) <= errors(&found), "{courage:?} makes an error of {text:?}: {now:?}");
        }
        assert_eq!(mended(&now, &again, courage, LEAST, found_in).text, None, "{courage:?} changes {now:?} once more");
    }
}

/// Below a good fence every byte stays that no edit is about.
fn body_stays(before: &Document, edits: &[Edit], after: &Document) {
    if before.fence.fault.is_some() {
        return;
    }
    let start = before.fence.body.start;
    let inside = edits.iter().filter(|edit| edit.span.start >= start);
    let inside: Vec<Edit> = inside
        .map(|edit| Edit::replace(Span::new(edit.span.start - start, edit.span.end - start), &*edit.text))
        .collect();
    let expected = apply(before.fence.body.of(&before.text), &inside);
    assert_eq!(after.fence.body.of(&after.text), expected, "of {:?} with {edits:?}", before.text);
}

/// Pieces that skills and their accidents are made of.
const PIECES: [&str; 44] = [
    "---\n",
    "\n---\n",
    "---",
    "--",
    "\n",
    "\r\n",
    " ",
    "  ",
    "\u{feff}",
    "\u{200b}",
    "name: pdf\n",
    "name: PDF\n",
    "name:\n",
    "description: Fills in forms. Use when: needed\n",
    "description: #1 helper\n",
    "description: |\n",
    "description: >\n",
    "description:\n",
    "descripton: x\n",
    "First sentence here.\n",
    "  indented text\n",
    "allowed-tools: Bash(git add\n",
    "allowed_tools: [Read, Bash(a, b)]\n",
    "allowed-tools:\n  - Read)\n  - Bash()\n",
    "arguments: [a]\n",
    "user-invocable: yes\n",
    "metadata:\n  a: \"b\n",
    "metadata: {a: &x b, c: *x}\n",
    "# Title\n",
    "## More\n",
    "<!-- a comment -->\n",
    "<!-- skill-lsp: allow name-missing -->\n",
    "See [it](reference/api.md) and [that](../references/api.md).\n",
    "Run /deplyo-app with $ARGUMENT and ${CLAUDE_SKILLDIR}.\n",
    "```\ncode\n```\n",
    "- item\n",
    "key: value: more\n",
    "\"",
    "'",
    ":",
    "#",
    "\t",
    "“quoted”",
    "：",
];

/// A skill with a little of everything.
const SKILL: &str = "---\nname: pdf\ndescription: Fills in forms. Use when a form is to be filled in.\nallowed-tools: Read, \
    Bash(git add *)\narguments: [file]\nmetadata:\n  author: me\n---\n# PDF\n\nRead [the \
    reference](references/api.md), then run /deploy-app with $file.\n\n---\n\nMore: of it.\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn of_pieces(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14)) {
        check(&pieces.concat());
        check(&format!("---\n{}---\n{}", pieces.concat(), "Text.\n"));
    }

    #[test]
    fn of_accidents(accidents in prop::collection::vec((0..SKILL.len(), 0_usize..20, prop::sample::select(&PIECES[..])), 1..4)) {
        let mut text = SKILL.to_owned();
        for (at, length, piece) in accidents {
            let start = at.min(text.len());
            let end = (start + length).min(text.len());
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                text.replace_range(start..end, piece);
            }
        }
        check(&text);
    }
}

/// What was once found wrong.
#[test]
fn texts_that_were_lost() {
    for text in [
        "---\nname: pdf\ndescription: |\nText at the margin.\n---\nFirst sentence here.\n",
        "---\nname: pdf\ndescription:\nFirst sentence here.\n#1 helper\n---\nText.\n",
        "---\nname: pdf\ndescription: #1 helper\n---\nFirst sentence here.\n",
        "---\nname: pdf\ndescription: Fills in forms.\n<!-- a comment -->\n\n# PDF\n",
        "---\nname: pdf\ndescription: Fills in forms.\n\n# PDF\n\n## More\n\nText.\n\n---\n\nText.\n",
        "---\nname: pdf\ndescription: Fills in forms.\nallowed-tools: Bash(git add\n---\nText.\n",
        "---\n~guments: [a]\n---\n${a}",
        "---\n command:\n=\n command:\n",
    ] {
        check(text);
    }
}
