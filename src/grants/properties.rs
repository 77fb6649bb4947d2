//! What holds for any entry: it is printed as it was read, its spans are true, and what covers another allows as much.

use proptest::prelude::*;

use crate::document::parse;
use crate::document::tool_rule::ToolRule;
use crate::document::tools::tools;
use crate::grants::{CommandPattern, Grant, List, Meaning, covers, domain_matches, grant, simple_commands};
use crate::hosts::{PrefixRule, builtin};

/// Pieces that entries and their accidents are made of.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "Bash",
        "Read",
        "Edit",
        "Write",
        "WebFetch",
        "Skill",
        "Agent",
        "mcp__",
        "github",
        "__",
        "_",
        "(",
        ")",
        "()",
        "(*)",
        " ",
        "  ",
        ",",
        ":",
        ":*",
        "*",
        "**",
        "/",
        "//",
        "~/",
        "./",
        "git",
        "add",
        "npm run",
        "domain:",
        "a.com",
        "&&",
        "|",
        ";",
        "\"",
        "'",
        "\\",
        "\\(",
        "\\)",
        "\\*",
        "${CLAUDE_SKILL_DIR}",
        "${",
        "}",
        "true",
        "timeout",
        "=",
        "x=1 ",
        "梨",
        "😀",
        "\u{1}",
        "\t",
        "#",
    ])
}

fn entry() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..12).prop_map(|pieces| pieces.concat())
}

/// Words of commands and of their patterns.
fn words(stars: bool) -> impl Strategy<Value = String> {
    let mut words = vec!["git", "add", " ", " ", "-A", "a", "/", "main"];
    if stars {
        words.extend(["*", " *", ":*", "/**/"]);
    }
    prop::collection::vec(prop::sample::select(words), 1..7).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn read_then_print_is_the_same(entry in entry(), any in any::<String>()) {
        for entry in [entry, any] {
            let rule = ToolRule::parse(&entry);
            prop_assert_eq!(rule.to_string(), entry.clone());
            let mut end = 0;
            for piece in rule.pieces() {
                prop_assert_eq!(piece.range.start, end, "a gap in {:?}", &entry);
                prop_assert!(entry.get(piece.range.clone()).is_some_and(|text| !text.is_empty()), "{:?} in {:?}", piece, &entry);
                end = piece.range.end;
            }
            prop_assert_eq!(end, entry.len());
        }
    }

    #[test]
    fn every_entry_means_something_to_every_host(entry in entry(), any in any::<String>()) {
        let hosts = builtin();
        for entry in [entry, any] {
            let rule = ToolRule::parse(&entry);
            for host in hosts.iter() {
                for list in [List::Allow, List::Deny] {
                    let meant = grant(host, &rule, list);
                    prop_assert_eq!(host.tool_rules.is_none(), meant.meaning == Meaning::Unsaid && meant.tool.is_none());
                    let is_something = !matches!(meant.meaning, Meaning::Nothing(_) | Meaning::UnknownTool | Meaning::Unsaid);
                    prop_assert_eq!(covers(&meant, &meant), is_something, "{:?}", &entry);
                }
            }
            let _ = (simple_commands(&entry), domain_matches(&entry, &entry));
        }
    }

    /// In quotes, plain, in a list, in text: the parts of an entry stand where they are said to stand.
    #[test]
    fn the_span_of_a_part_reproduces_it(entries in prop::collection::vec(entry(), 1..4)) {
        let single: Vec<String> = entries.iter().map(|it| format!("  - '{}'\n", it.replace('\'', "''"))).collect();
        let double: Vec<String> =
            entries.iter().map(|it| format!("\"{}\"", it.replace('\\', "\\\\").replace('"', "\\\""))).collect();
        for value in [format!("\n{}", single.concat()), format!("[{}]", double.join(", ")), double.join(""), entries.join(", ")] {
            let text = format!("---\nallowed-tools: {value}\n---\n");
            let document = parse(&text);
            let Some(field) = document.field("allowed-tools") else { continue };
            for entry in tools(&text, &field.value).entries {
                let rule = ToolRule::parse(&entry.text);
                for piece in rule.pieces() {
                    let span = entry.part(&text, piece.range.clone());
                    prop_assert!(entry.span.covers(span) && text.get(span.start..span.end).is_some());
                    let source = span.of(&text);
                    let read = match text.get(..entry.span.start).and_then(|before| before.chars().next_back()) {
                        _ if span == entry.span => entry.text.clone(),
                        Some('\'') => source.replace("''", "'"),
                        Some('"') => source.replace("\\\"", "\"").replace("\\\\", "\\"),
                        _ => source.to_owned(),
                    };
                    let wanted = if span == entry.span { entry.text.clone() } else { entry.text[piece.range].to_owned() };
                    // A doubled sign at the edge of two pieces, and a text whose whole is in quotes, are told apart elsewhere.
                    prop_assert!(read == wanted || source.contains(['\'', '"', '\\']), "{:?} is {:?} in {:?}", read, wanted, &text);
                }
            }
        }
    }

    /// What covers another pattern matches all that the other matches.
    #[test]
    fn a_cover_matches_as_much(left in words(true), right in words(true), commands in prop::collection::vec(words(false), 1..20)) {
        for rule in [PrefixRule::AtEnd, PrefixRule::Anywhere] {
            let (left, right) = (CommandPattern::read(&left, rule), CommandPattern::read(&right, rule));
            if left.covers(&right) {
                for command in &commands {
                    prop_assert!(!right.matches(command) || left.matches(command), "{:?} {:?} {:?}", left, right, command);
                }
            }
        }
    }

    #[test]
    fn whole_tools_cover_their_patterns(pattern in words(true)) {
        let hosts = builtin();
        let Some(host) = hosts.get("claude-code") else { return Ok(()) };
        let read = |entry: &str| -> Grant { grant(host, &ToolRule::parse(entry), List::Allow) };
        let narrow = read(&format!("Bash({pattern})"));
        let is_something = !matches!(narrow.meaning, Meaning::Nothing(_));
        prop_assert_eq!(covers(&read("Bash"), &narrow), is_something);
    }
}
