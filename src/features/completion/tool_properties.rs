//! What holds for any list of tools, however it is written or broken: every offer leaves YAML that can be read, the other
//! fields as they are, and the entry that was offered.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::document::tools::{ToolEntry, tools};
use crate::document::{Document, parse};
use crate::features::Context;
use crate::features::completion::{Completion, Kind, completions};
use crate::features::testing::ask;
use crate::text::{Edit, apply};

const FIXTURE: &str = "
    //# hosts = claude-code
    //- /home/.claude/skills/pdf/SKILL.md
    ---
    name: pdf
    ---
    //- /home/.claude/skills/pdf/scripts/fill.py
    print()
    //- /home/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    ---
    ";

const BODY: &str = "```sh\ngit add -A\nnpm run a:b\n```\nhttps://a.com mcp__a__b\n";

/// Pieces that lists of tools and their accidents are made of.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "Read",
        "Write",
        "Bash(git add *)",
        "Bash(",
        "Bash(git",
        "Skill(",
        "Read(/",
        "WebFetch(domain:",
        "mcp__a",
        "My Tool",
        ", ",
        ",",
        " ",
        "  ",
        "\"",
        "'",
        "[",
        "]",
        "\n  - ",
        "\n  - Read",
        "\n  ",
        "\n    ",
        "\n- ",
        "\n",
        "\r\n  ",
        "\r\n  - ",
        " # c",
        "#",
        "(",
        ")",
        ": ",
        ":*",
        "*",
        "{",
        "}",
        "梨",
        "|",
        ">-\n  ",
        "|\n  ",
        "-",
        "\t",
        "\\",
        "&a ",
        "!b ",
    ])
}

/// A value in one of the forms, whole but for its entries.
fn value() -> impl Strategy<Value = String> {
    let entry =
        || prop::sample::select(vec!["Read", "Bash(git add *)", "Bash(", "B", "", "Skill(d", "mcp__", "Edit(", "x y"]);
    let entries = prop::collection::vec(entry(), 0..4);
    (entries, 0..8_usize).prop_map(|(entries, form)| match form {
        0 => entries.iter().map(|it| format!("\n  - {it}")).collect(),
        1 => entries.iter().map(|it| format!("\n- \"{it}\"")).collect(),
        2 => format!(" [{}]", entries.join(", ")),
        3 => format!(" ['{}']", entries.join("', '")),
        4 => format!(" {}", entries.join(", ")),
        5 => format!(" {}", entries.join(" ")),
        6 => format!(" \"{}\"", entries.join(", ")),
        _ => format!(" >-\n  {}", entries.join("\n  ")),
    })
}

fn others(document: &Document) -> Vec<(String, Option<String>)> {
    let fields = document.fields.iter().filter(|field| field.key != "allowed-tools");
    fields.map(|field| (field.key.clone(), field.value.scalar().map(str::to_owned))).collect()
}

fn listed(document: &Document) -> Vec<ToolEntry> {
    let field = document.field("allowed-tools");
    field.map(|field| tools(&document.text, &field.value)).unwrap_or_default().entries
}

fn try_offer(document: &Document, offset: usize, item: Completion) {
    let text = &*document.text;
    let replaced = text.get(item.span.start..item.span.end).expect("it is there");
    assert!(item.span.touches(offset) && !replaced.contains(['\n', '\r']), "{text:?} at {offset}: {item:?}");
    for edit in &item.more {
        assert!(!edit.span.touches(item.span.start) && !edit.span.touches(item.span.end), "{text:?}: {item:?}");
    }
    if !document.errors.is_empty() {
        return;
    }
    let mut edits = vec![Edit::replace(item.span, item.text.clone())];
    edits.extend(item.more.clone());
    let after = parse(&apply(text, &edits));
    let told = || format!("{text:?} at {offset}: {item:?} gives {:?}", after.text);
    assert!(after.errors.is_empty(), "{} {:?}", told(), after.errors);
    assert_eq!(others(&after), others(document), "{}", told());
    assert_eq!(after.comments.len(), document.comments.len(), "{}", told());
    let name = item.filter.as_deref().unwrap_or(&item.label);
    let found: Vec<String> = listed(&after).into_iter().map(|entry| entry.text).collect();
    assert!(found.iter().any(|entry| entry.starts_with(name)), "{} with {found:?}", told());
    // A pattern without a name gets one.
    let is_apart = |it: &ToolEntry| !it.span.overlaps(item.span) && !it.text.starts_with('(') && !it.text.is_empty();
    for entry in listed(document).into_iter().filter(is_apart) {
        assert!(found.contains(&entry.text), "{} loses {:?}: {found:?}", told(), entry.text);
    }
}

fn try_text(context: &Context<'_>, value: &str) {
    let text = format!("---\nname: pdf\nallowed-tools:{value}\nlicense: MIT\n---\n{BODY}");
    let document = parse(&text);
    let context = Context { document: &document, ..*context };
    let from = text.find("tools:").map_or(0, |at| at + "tools:".len());
    for offset in (from..text.find("license").unwrap_or(from)).filter(|offset| text.is_char_boundary(*offset)) {
        let items = completions(&context, offset).items;
        let is_tried =
            |at: usize, item: &Completion| at % 40 == 3 || item.label.contains(['(', '$']) && at.is_multiple_of(3);
        let items = items.into_iter().filter(|item| item.kind != Kind::Field);
        for (_, item) in items.enumerate().filter(|(at, item)| is_tried(*at, item)) {
            try_offer(&document, offset, item);
        }
    }
}

#[test]
fn any_list_at_any_position() {
    ask(FIXTURE, |context, _| {
        let mut runner =
            TestRunner::new(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() });
        let broken = prop::collection::vec(piece(), 0..8).prop_map(|pieces| format!(" {}", pieces.concat()));
        let any = prop_oneof![value(), broken];
        let tried = runner.run(&any, |value| {
            try_text(context, &value);
            Ok(())
        });
        tried.unwrap_or_else(|error| panic!("{error}"));
    });
}
