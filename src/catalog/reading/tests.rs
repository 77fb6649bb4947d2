//! One text read by several hosts: a table of what each makes of it.

use std::sync::Arc;

use super::{BlockState, Reading, Refusal, read};
use crate::catalog::FoundKind;
use crate::{document, hosts};

fn reading(host: &str, text: &str, kind: FoundKind) -> Reading {
    let hosts = hosts::builtin();
    let host = hosts.get(host).cloned().unwrap_or_else(|| panic!("no host {host}"));
    read(&host, &document::parse(text), "pdf", kind)
}

/// A reading in one line: `id (name): description - when`, then what is special about it.
fn drawn(reading: &Reading) -> String {
    let mut line = reading.id.to_string();
    if let Some(name) = reading.name.as_ref().filter(|name| **name != reading.id) {
        line += &format!(" ({name})");
    }
    if let Some(description) = &reading.description {
        line += &format!(": {}", description.escape_debug());
    }
    if let Some(when) = &reading.when {
        line += &format!(" - {}", when.escape_debug());
    }
    match &reading.block {
        BlockState::Read => {}
        other => line += &format!(" [{}]", format!("{other:?}").to_lowercase()),
    }
    if reading.description.is_some() && !reading.description_written {
        line += " [not written]";
    }
    for (flag, word) in [(reading.hidden, " [hidden]"), (reading.unlisted, " [unlisted]")] {
        line += if flag { word } else { "" };
    }
    if !reading.paths.is_empty() {
        line += &format!(" [paths {}]", reading.paths.join(" "));
    }
    if !reading.allowed_tools.is_empty() {
        line += &format!(" [tools {}]", reading.allowed_tools.join(" | "));
    }
    match &reading.refusal {
        Some(refusal) => format!("skipped: {}", refusal.words()),
        None => line,
    }
}

fn claude(text: &str) -> String {
    drawn(&reading("claude-code", text, FoundKind::Skill))
}

const HOSTS: [&str; 6] = ["claude-code", "codex", "opencode", "gemini-cli", "agentskills", "three-layer"];

/// Reads a text with six hosts and compares what each makes of it.
#[track_caller]
fn check(text: &str, expected: [&str; 6]) {
    let drawn = HOSTS.map(|host| format!("{host}: {}", drawn(&reading(host, text, FoundKind::Skill))));
    let expected: Vec<String> = HOSTS.iter().zip(expected).map(|(host, line)| format!("{host}: {line}")).collect();
    assert_eq!(drawn.join("\n"), expected.join("\n"), "{text}");
}

#[test]
fn a_plain_skill() {
    check("---\nname: pdf\ndescription: Reads\n---\nBody\n", ["pdf: Reads"; 6]);
}

#[test]
fn another_name_than_the_folder() {
    let other = "reader: Reads";
    check("---\nname: reader\ndescription: Reads\n---\n", ["pdf (reader): Reads", other, other, other, other, other]);
}

#[test]
fn a_colon_in_a_value() {
    let repaired = "pdf: Reads: writes [repaired]";
    check(
        "---\nname: pdf\ndescription: Reads: writes\n---\n",
        [repaired, repaired, repaired, repaired, repaired, "skipped: its frontmatter is not valid YAML"],
    );
}

#[test]
fn dashes_inside_a_value() {
    let whole = "pdf: one --- two";
    check("---\nname: pdf\ndescription: one --- two\n---\nBody\n", ["pdf: one", whole, whole, whole, whole, whole]);
}

#[test]
fn a_blank_line_before_the_fence() {
    let skipped = "skipped: it has no frontmatter";
    check(
        "\n---\nname: pdf\ndescription: Reads\n---\nBody\n",
        ["pdf: --- [absent] [not written]", skipped, skipped, skipped, skipped, "pdf:  [absent] [not written]"],
    );
}

#[test]
fn a_byte_order_mark() {
    let skipped = "skipped: it has no frontmatter";
    let read = "pdf: Reads";
    check(
        "\u{feff}---\nname: pdf\ndescription: Reads\n---\nBody\n",
        [read, skipped, read, skipped, read, "pdf:  [absent] [not written]"],
    );
}

#[test]
fn windows_line_ends() {
    let read = "pdf: Reads";
    check(
        "---\r\nname: pdf\r\ndescription: Reads\r\n---\r\nBody\r\n",
        [read, read, read, read, read, "pdf:  [absent] [not written]"],
    );
}

#[test]
fn no_description() {
    let skipped = "skipped: it has no description";
    check(
        "---\nname: pdf\n---\n\n## Reads <b>\n",
        ["pdf: Reads <b> [not written]", skipped, "pdf [unlisted]", skipped, skipped, "pdf:  [not written]"],
    );
}

#[test]
fn an_empty_description() {
    let skipped = "skipped: it has no description";
    check(
        "---\nname: pdf\ndescription: ''\n---\nBody\n",
        [
            "pdf: Body [not written]",
            skipped,
            "pdf:  [not written]",
            "pdf:  [not written]",
            skipped,
            "pdf:  [not written]",
        ],
    );
}

#[test]
fn a_number_as_description() {
    check(
        "---\nname: pdf\ndescription: 1.50\n---\nBody\n",
        [
            "pdf: 1.5",
            "pdf: 1.50",
            "skipped: its description is not text",
            "pdf: 1.50 [repaired]",
            "pdf: 1.5",
            "pdf: 1.5",
        ],
    );
}

#[test]
fn a_list_as_description() {
    let skipped = "skipped: its description is not text";
    check(
        "---\nname: pdf\ndescription: [a, b]\n---\nBody\n",
        ["pdf: Body [not written]", skipped, skipped, "pdf: [a, b] [repaired]", skipped, "pdf:  [not written]"],
    );
}

#[test]
fn hidden_by_yes() {
    check(
        "---\nname: pdf\ndescription: d\ndisable-model-invocation: yes\n---\n",
        ["pdf: d [hidden]", "pdf: d", "pdf: d", "pdf: d", "pdf: d", "pdf: d"],
    );
    let pi = |value: &str| {
        let text = format!("---\nname: pdf\ndescription: d\ndisable-model-invocation: {value}\n---\n");
        drawn(&reading("pi", &text, FoundKind::Skill))
    };
    assert_eq!([pi("true"), pi("yes"), pi("'true'")], ["pdf: d [hidden]", "pdf: d", "pdf: d"]);
}

#[test]
fn hidden_in_the_mode_that_roo_starts_in() {
    let roo = |fields: &str| {
        drawn(&reading("roo", &format!("---\nname: pdf\ndescription: d\n{fields}\n---\n"), FoundKind::Skill))
    };
    for fields in
        ["modeSlugs: [architect]", "mode: architect", "modeSlugs: architect\nmode: ask", "modeSlugs: [ask, debug]"]
    {
        assert_eq!(roo(fields), "pdf: d [hidden]", "{fields}");
    }
    for fields in
        ["modeSlugs: [ask, code]", "mode: code", "modeSlugs: []\nmode: ask", "modeSlugs: architect", "mode: 3"]
    {
        assert_eq!(roo(fields), "pdf: d", "{fields}");
    }
}

#[test]
fn a_repeated_key() {
    let skipped = "skipped: its frontmatter is not valid YAML";
    check(
        "---\nname: pdf\ndescription: one\ndescription: two\n---\n",
        ["pdf: two", skipped, skipped, "pdf: two [repaired]", skipped, skipped],
    );
}

#[test]
fn a_repeated_key_that_only_some_know() {
    let skipped = "skipped: its frontmatter is not valid YAML";
    check(
        "---\nname: pdf\ndescription: one\nx: 1\nx: 2\n---\n",
        ["pdf: one", "pdf: one", skipped, "pdf: one [repaired]", skipped, skipped],
    );
}

#[test]
fn no_name() {
    let skipped = "skipped: it has no `name`";
    check("---\ndescription: d\n---\n", ["pdf: d", "pdf: d", skipped, skipped, "pdf: d", "pdf: d"]);
}

#[test]
fn a_number_as_name() {
    check(
        "---\nname: 42\ndescription: d\n---\n",
        [
            "pdf (42): d",
            "42: d",
            "skipped: its `name` is not one the host accepts",
            "42: d [repaired]",
            "pdf: d",
            "42: d",
        ],
    );
}

#[test]
fn yaml_that_no_repair_helps() {
    let skipped = "skipped: its frontmatter is not valid YAML";
    check(
        "---\nname: pdf\ndescription: \"abc\n---\nBody\n",
        ["pdf: Body [void] [not written]", skipped, skipped, "pdf: \\\"abc [repaired]", skipped, skipped],
    );
}

#[test]
fn a_list_in_place_of_fields() {
    let skipped = "skipped: its frontmatter is not valid YAML";
    check(
        "---\n- a\n---\nBody\n",
        ["pdf: Body [not written]", skipped, skipped, skipped, skipped, "pdf:  [not written]"],
    );
}

/// What Claude Code 2.1.325 was seen to list, value by value.
#[test]
fn descriptions_in_claude_code() {
    for (value, expected) in [
        ("'   '", "Body [not written]"),
        ("null", "Body [not written]"),
        ("~", "Body [not written]"),
        ("true", "true"),
        ("yes", "yes"),
        ("2024-01-02", "2024-01-02"),
        ("0x1F", "31"),
        ("0o17", "15"),
        ("017", "17"),
        ("1e21", "1e+21"),
        ("12345678901234567890", "12345678901234567000"),
        (".inf", "Infinity"),
        (".NaN", "NaN"),
        ("1_000", "1_000"),
        ("-0", "0"),
        ("0.0000001", "1e-7"),
        ("5.", "5"),
        ("0b11", "0b11"),
        ("{a: b}", "Body [not written]"),
        ("!x hello", "hello"),
        ("!!str 42", "42"),
        ("!!int \"42\"", "42"),
        ("\ttabbed", "tabbed"),
        ("\"\u{a0}x\u{a0}\"", "x"),
        ("a # hash", "a"),
        ("one\n  two three\n\n  four", "one two three\\nfour"),
        ("|\n  one\n  two\n", "one\\ntwo"),
        ("*bold* text", "*bold* text [repaired]"),
        ("a \"q\" \\ : b: c", "a \\\"q\\\" \\\\ : b: c [repaired]"),
        ("\"a\" b: c", "\\\"a\\\" b: c [repaired]"),
        ("[a, b] c", "[a, b] c [repaired]"),
        ("@home", "@home [repaired]"),
        ("%d x", "%d x [repaired]"),
        ("a: b # c", "a: b # c [repaired]"),
        ("> a", "> a [repaired]"),
        ("'a: b", "\\'a: b [repaired]"),
        ("] x", "] x [repaired]"),
        ("Use when:", "Body [void] [not written]"),
        ("- item", "Body [void] [not written]"),
        ("'it's x'", "Body [void] [not written]"),
        ("one\n  two: three", "Body [void] [not written]"),
        ("\"abc\ndef\"", "Body [void] [not written]"),
        ("[a,\nb]", "Body [void] [not written]"),
        ("|\n  abc\n def", "Body [void] [not written]"),
        ("\"a\\qb\"", "Body [void] [not written]"),
        ("{{name}}", "Body [not written]"),
    ] {
        let text = format!("---\ndescription: {value}\n---\nBody\n");
        assert_eq!(claude(&text), format!("pdf: {expected}"), "{value}");
    }
}

#[test]
fn windows_line_ends_keep_claude_code_from_repairing() {
    assert_eq!(claude("---\r\ndescription: a: b\r\n---\r\nBody\r\n"), "pdf: Body [void] [not written]");
}

#[test]
fn the_first_line_of_the_body_in_claude_code() {
    let long = "a".repeat(101);
    let cut = format!("{}...", "a".repeat(97));
    for (body, expected) in [
        ("\n   \n  ## Title ##\n", "Title ##"),
        ("\u{a0}\nnext\n", "next"),
        ("#\nnext\n", "#"),
        ("#tag here\n", "#tag here"),
        ("***\n", "***"),
        ("", "Skill"),
        ("first\rsecond\n", "first\\rsecond"),
        ("\u{85}line\n", "\\u{85}line"),
        (long.as_str(), cut.as_str()),
        ("a a", "a a"),
    ] {
        assert_eq!(claude(&format!("---\nx: y\n---\n{body}")), format!("pdf: {expected} [not written]"), "{body:?}");
    }
    let emoji = format!("---\nx: y\n---\n{}😀😀😀😀\n", "a".repeat(96));
    assert_eq!(claude(&emoji), format!("pdf: {} ... [not written]", "a".repeat(96)));
}

#[test]
fn fences_in_claude_code() {
    for (text, expected) in [
        ("---   \ndescription: d\n---\n", "d"),
        ("---\t\n\n\ndescription: d\n---\n", "d"),
        ("---\ndescription: d\n---# Title\n", "d"),
        ("---\ndescription: d\n  ---\nBody\n", "d"),
        ("---\ndescription: d\n...\nBody\n", "--- [absent] [not written]"),
        ("---\ndescription: d\nBody\n", "--- [absent] [not written]"),
        ("----\ndescription: d\n----\n", "---- [absent] [not written]"),
        ("---\ndescription: d\n----\n", "d"),
        ("\u{feff}\u{feff}---\ndescription: d\n---\n", "--- [absent] [not written]"),
        ("---\ndescription: d\n---", "d"),
        ("---\n---\nBody\n", "Body [not written]"),
        ("---\ndescription: d ---\nBody\n", "d"),
        (" ---\ndescription: d\n---\n", "--- [absent] [not written]"),
        ("---\nmetadata:\n\tx: y\ndescription: d\n---\n", "d [repaired]"),
        ("---\nmetadata:\n  x: a: b\ndescription: d\n---\nBody\n", "Body [void] [not written]"),
        ("---\nx: &a hello\ndescription: *a\n---\nBody\n", "hello"),
        ("---\nx: &a {description: m}\n<<: *a\n---\nBody\n", "m"),
        ("---\n  description: d\n---\n", "d"),
        ("---\n\"description\": d\n---\n", "d"),
        ("---\nDescription: d\n---\nBody\n", "Body [not written]"),
    ] {
        assert_eq!(claude(text), format!("pdf: {expected}"), "{text:?}");
    }
}

#[test]
fn names_in_claude_code() {
    let longest = "n".repeat(256);
    let too_long = "n".repeat(257);
    for (value, expected) in [
        ("true", "pdf (true): d"),
        ("1.50", "pdf (1.5): d"),
        ("2024-01-02", "pdf (2024-01-02): d"),
        ("0", "pdf (0): d"),
        ("''", "pdf: d"),
        ("null", "pdf: d"),
        ("[a, b]", "pdf (a,b): d"),
        (longest.as_str(), format!("pdf ({longest}): d").as_str()),
        (too_long.as_str(), "pdf: d"),
    ] {
        assert_eq!(claude(&format!("---\nname: {value}\ndescription: d\n---\n")), expected, "{value}");
    }
}

#[test]
fn when_to_use_in_claude_code() {
    for (value, expected) in [
        ("42", "pdf: d - 42"),
        ("[a, null, [b, c]]", "pdf: d - a,,b,c"),
        ("{a: b}", "pdf: d - [object Object]"),
        ("\"  x  \"", "pdf: d -   x  "),
        ("false", "pdf: d - false"),
        ("0", "pdf: d - 0"),
        ("''", "pdf: d"),
        ("", "pdf: d"),
    ] {
        assert_eq!(claude(&format!("---\ndescription: d\nwhen_to_use: {value}\n---\n")), expected, "{value}");
    }
}

#[test]
fn what_hides_a_skill_in_claude_code() {
    for (value, expected) in [
        ("true", "pdf: d [hidden]"),
        ("\"ON\"", "pdf: d [hidden]"),
        ("1", "pdf: d [hidden]"),
        ("\"1\"", "pdf: d [hidden]"),
        ("\" True \"", "pdf: d [hidden]"),
        ("y", "pdf: d"),
        ("2", "pdf: d"),
        ("[true]", "pdf: d"),
        ("maybe", "pdf: d"),
    ] {
        let text = format!("---\ndescription: d\ndisable-model-invocation: {value}\n---\n");
        assert_eq!(claude(&text), expected, "{value}");
    }
}

#[test]
fn what_holds_a_skill_back_in_claude_code() {
    for (value, expected) in [
        ("'**'", "pdf: d"),
        ("[]", "pdf: d"),
        ("", "pdf: d"),
        ("42", "pdf: d"),
        ("[42]", "pdf: d"),
        ("{a: b}", "pdf: d"),
        ("' , '", "pdf: d"),
        ("'/**'", "pdf: d"),
        ("'**/**'", "pdf: d"),
        ("['**', '**']", "pdf: d"),
        ("[['**']]", "pdf: d"),
        ("'*'", "pdf: d [paths *]"),
        ("'**, src/**'", "pdf: d [paths ** src/**]"),
        ("[src/**, '*.rs']", "pdf: d [paths src/** *.rs]"),
        ("'*.{ts,tsx}, b'", "pdf: d [paths *.{ts,tsx} b]"),
    ] {
        assert_eq!(claude(&format!("---\ndescription: d\npaths: {value}\n---\n")), expected, "{value}");
    }
}

#[test]
fn a_command_is_called_by_its_path_and_has_no_condition() {
    let command = |text: &str| drawn(&reading("claude-code", text, FoundKind::Command));
    assert_eq!(command("---\nname: n\npaths: x/**\ndescription: d\n---\n"), "pdf (n): d");
    assert_eq!(command("---\nname: n\n---\n"), "pdf (n): Custom command [not written]");
}

#[test]
fn a_reserved_folder_and_a_large_file() {
    let hosts = hosts::builtin();
    let refusal = |folder: &str, text: &str| {
        let host = hosts.get("claude-code")?;
        read(host, &document::parse(text), folder, FoundKind::Skill).refusal
    };
    assert_eq!(refusal("Synced", "---\ndescription: d\n---\n"), Some(Refusal::Reserved));
    assert_eq!(refusal("pdf", &"a".repeat(1_000_001)), Some(Refusal::FileTooLarge));
    assert_eq!(refusal("pdf", &"a".repeat(1_000_000)), None);
}

#[test]
fn tools_in_every_spelling_the_host_reads() {
    let text = "---\ndescription: d\nallowed_tools: a, b\n---\n";
    assert_eq!(drawn(&reading("shipmyagent", text, FoundKind::Skill)), "pdf: d [tools a | b]");
    assert_eq!(claude(text), "pdf: d");
    assert_eq!(
        claude("---\ndescription: d\nallowed-tools: Read, Bash(git add *)\n---\n"),
        "pdf: d [tools Read | Bash(git add *)]"
    );
}

#[test]
fn names_that_codex_and_gemini_change() {
    let text = "---\nname: 'a  b:c'\ndescription: ' x  y '\n---\n";
    assert_eq!(drawn(&reading("codex", text, FoundKind::Skill)), "a b:c: x y");
    assert_eq!(drawn(&reading("gemini-cli", text, FoundKind::Skill)), "a  b-c:  x  y ");
}

#[test]
fn spaces_in_a_name_that_become_hyphens() {
    table(
        "copilot-cli",
        &[
            ("name: fill in forms\ndescription: x", "fill-in-forms: x"),
            ("name: fill  in\ndescription: x", "fill-in: x"),
        ],
    );
}

#[test]
fn equal_names_share_their_text() {
    let reading = reading("codex", "---\nname: other\ndescription: d\n---\n", FoundKind::Skill);
    assert!(reading.name.is_some_and(|name| Arc::ptr_eq(&name, &reading.id)));
}

#[test]
fn aliases_that_multiply_come_to_an_end() {
    let mut text = String::from("---\na0: &a0 []\n");
    for level in 1..16 {
        let previous = level - 1;
        text += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{previous}"); 10].join(", "));
    }
    text += "paths: *a15\nwhen_to_use: *a15\nname: pdf\ndescription: d\n---\n";
    for host in hosts::builtin().iter() {
        assert!(!drawn(&read(host, &document::parse(&text), "pdf", FoundKind::Skill)).is_empty(), "{}", host.id);
    }
    assert_eq!(claude(&text), "pdf: Skill [void] [not written]");
}

proptest::proptest! {
    #[test]
    fn no_text_makes_a_host_stumble(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![
                "---", "\n", "\r\n", "\r", "\u{feff}", "name", "description", "paths", "when_to_use", ":", ": ",
                "- ", "  ", "\t", "'", "\"", "[", "]", "{", "}", ",", "&a ", "*a", "<<", "|", ">", "#", "!x ", "é",
                "😀", "\u{85}", "\u{2028}", "\0", "\\", "1e999", "null", "x",
            ]),
            0..60,
        )
    ) {
        let document = document::parse(&pieces.concat());
        for host in hosts::builtin().iter() {
            for kind in [FoundKind::Skill, FoundKind::Command, FoundKind::Flat] {
                read(host, &document, "pdf", kind);
            }
        }
    }
}

#[test]
fn a_value_of_the_wrong_kind_costs_the_skill() {
    let crush = |line: &str| {
        let text = format!("---\nname: pdf\ndescription: Reads.\n{line}\n---\n");
        drawn(&reading("crush", &text, FoundKind::Skill))
    };
    for line in
        ["disable-model-invocation: maybe", "disable-model-invocation: 1", "license: [MIT]", "metadata: {a: [b]}"]
    {
        let key = line.split(':').next().unwrap_or_default();
        assert_eq!(crush(line), format!("skipped: the host does not take the value of its `{key}`"), "{line}");
    }
    assert_eq!(crush("disable-model-invocation: 'yes'"), "pdf: Reads. [hidden]");
    assert_eq!(crush("metadata: {a: 1}"), "pdf: Reads.");
}

#[test]
fn a_length_is_counted_in_the_unit_of_the_host() {
    let with = |host: &str, count: usize| {
        let text = format!("---\nname: pdf\ndescription: {}\n---\n", "\u{e9}".repeat(count));
        reading(host, &text, FoundKind::Skill).refusal
    };
    assert_eq!((with("crush", 512), with("crush", 513)), (None, Some(Refusal::DescriptionTooLong)));
    assert_eq!((with("roo", 1024), with("roo", 1025)), (None, Some(Refusal::DescriptionTooLong)));
}

/// Reads frontmatter with one host, a line for each.
#[track_caller]
fn table(host: &str, rows: &[(&str, &str)]) {
    for (fields, expected) in rows {
        let text = format!("---\n{fields}\n---\nBody\n");
        assert_eq!(drawn(&reading(host, &text, FoundKind::Skill)), *expected, "{fields:?}");
    }
}

#[test]
fn what_yaml_refuses_is_read_line_by_line() {
    table(
        "qwen-code",
        &[
            ("name: a\ndescription: Use: b", "a: Use: b [repaired]"),
            ("name: a\ndescription: [b", "a: [b [repaired]"),
            ("name: a\ndescription: |\n  b: c\n - d", "a: | [repaired]"),
            ("name: a\nname: b\ndescription: 1.50", "b: 1.5 [repaired]"),
            ("name: 42\ndescription: [b, ~, c]", "42: b,c"),
            ("name: a\ndescription: {b: c}", "skipped: its description is not text"),
            ("name: a b\ndescription: c", "skipped: its `name` is not one the host accepts"),
            ("name: a\ndescription: |+\n  b\n", "a: b\\n"),
            ("name: a\ndescription: b\nwhen_to_use: [c]", "a: b"),
            ("name: a\ndescription: b\npaths: c", "skipped: the host does not take the value of its `paths`"),
            ("name: a\ndescription: b\npaths: [../c]", "skipped: the host does not take the value of its `paths`"),
            ("name: a\ndescription: b\npaths: ['**', 0]", "a: b [paths ** 0]"),
            ("name: a\ndescription: b\nmodel: 5", "skipped: the host does not take the value of its `model`"),
            ("name: a\ndescription: b\ndisable-model-invocation: yes", "a: b"),
            ("name: a\ndescription: b\ndisable-model-invocation: 'true'", "a: b [hidden]"),
        ],
    );
}

#[test]
fn what_is_false_is_absent_and_what_is_no_text_is_refused() {
    let broken = "skipped: its frontmatter is not valid YAML";
    let no_text = "skipped: its description is not text";
    table(
        "kimi-cli",
        &[
            ("name: a\ndescription: b", "a: b"),
            ("name: a\ndescription: no", "a: Body [not written]"),
            ("name: a\ndescription: 0", "a: Body [not written]"),
            ("name: a\ndescription: []", "a: Body [not written]"),
            ("name: ''\ndescription: ' '", "pdf:   [not written]"),
            ("name: a\ndescription: yes", no_text),
            ("name: a\ndescription: 2024-01-02", no_text),
            ("name: a\ndescription: 1:30", no_text),
            ("name: a\ndescription: 1e3", "a: 1e3"),
            ("name: a\ndescription: b: c", broken),
            ("name: a\ndescription: b\tc", broken),
            ("name: a\ndescription: 'b\tc' # d\te", "a: b\\tc"),
            ("name: a\ndescription: !b c", broken),
            ("name: a\ndescription: =", broken),
            ("# a", broken),
            ("", "pdf: Body [not written]"),
            ("name: a\nname: b\ndescription: |\n  c\n", "b: c"),
            ("name: a\ndescription: b\ntype: c", "skipped: the host does not take the value of its `type`"),
            ("name: 5\ndescription: b", "skipped: its `name` is not one the host accepts"),
        ],
    );
}

#[test]
fn line_ends_of_unicode_end_a_line() {
    table(
        "codex",
        &[
            ("name: a\ndescription: b\u{2028} c", "a: b c"),
            ("name: a\ndescription: b\u{85}other: c", "a: b"),
            ("name: a\ndescription: \"b\u{2029}c\"", "a: b c"),
            ("name: a\ndescription: b: c\u{85}d", "a: b: c d [repaired]"),
            ("name: a\ndescription: b\u{2028}c", "skipped: its frontmatter is not valid YAML"),
            ("name: a\ndescription: b # c\u{85}d", "skipped: its frontmatter is not valid YAML"),
        ],
    );
    table("opencode", &[("name: a\ndescription: b\u{2028}c", "a: b\\u{2028}c")]);
    table(
        "copilot-cli",
        &[
            ("name: a\ndescription: b \u{2028} c", "a: b\\u{2028}c"),
            ("name: a\ndescription: b\u{2028}  \u{2029}  c", "a: b\\u{2028}\\u{2029}c"),
            ("name: a\ndescription: b\u{2028}  \n  c", "a: b\\u{2028}\\nc"),
            ("name: a\ndescription: b\u{2028}", "a: b"),
            ("name: a\ndescription: 'b \u{2028}'", "a: b\\u{2028}"),
            ("name: a\ndescription: 'b \u{85} c'", "a: b c"),
            ("name: a\ndescription: |-\n  b\u{2028}  c", "a: b\\u{2028}c"),
            ("name: a\ndescription: >-\n  b\u{2028}  c\n  d", "a: b\\u{2028}c d"),
        ],
    );
}

#[test]
fn an_anchor_with_an_odd_name() {
    let broken = "skipped: its frontmatter is not valid YAML";
    for host in ["codex", "copilot-cli", "goose"] {
        table(
            host,
            &[
                ("name: a\ndescription: &amp; b", broken),
                ("name: a\ndescription: [&é b]", broken),
                ("name: a\ndescription: &b-1_c d", "a: d"),
            ],
        );
    }
    table("opencode", &[("name: a\ndescription: &amp; b", "a: b")]);
}

#[test]
fn an_end_before_the_first_field() {
    let broken = "skipped: its frontmatter is not valid YAML";
    for host in ["codex", "copilot-cli", "goose", "kimi-cli", "opencode"] {
        table(
            host,
            &[
                ("...\nname: a\ndescription: b", broken),
                ("# a\n... # b\nname: a\ndescription: b", broken),
                ("name: a\ndescription: b\n...", "a: b"),
            ],
        );
    }
}

#[test]
fn tags_are_left_out_of_a_description() {
    table(
        "copilot-vscode",
        &[
            ("name: pdf\ndescription: Fills <b>all</b> forms.", "pdf: Fills all forms."),
            ("name: pdf\ndescription: Where a <> b and c < d.", "pdf: Where a <> b and c < d."),
        ],
    );
}

#[test]
fn a_null_as_it_is_written() {
    table("goose", &[("name: a\ndescription: ~", "a: ~"), ("name: a\ndescription: null", "a: null")]);
}

#[test]
fn dates_are_no_text() {
    table("opencode", &[("name: a\ndescription: 2026-01-05", "skipped: its description is not text")]);
    table("claude-code", &[("name: a\ndescription: 2026-01-05", "pdf (a): 2026-01-05")]);
}

#[test]
fn bytes_are_no_text() {
    table("opencode", &[("name: a\ndescription: !!binary aGk=", "skipped: its description is not text")]);
    table("gemini-cli", &[("name: a\ndescription: !!binary aGk=", "a: !!binary aGk= [repaired]")]);
    table("pi", &[("name: a\ndescription: !!binary aGk=", "skipped: its description is not text")]);
    table("codex", &[("name: a\ndescription: !!binary aGk=", "a: aGk=")]);
}

#[test]
fn a_value_that_is_not_what_its_tag_says() {
    let date = "name: a\ndescription: !!timestamp 2001-01-01";
    table("pi", &[(date, "skipped: its description is not text")]);
    table("gemini-cli", &[(date, "a: !!timestamp 2001-01-01 [repaired]")]);
    table("codex", &[(date, "a: 2001-01-01")]);
    let null = "name: a\ndescription: !!null b";
    table("codex", &[(null, "skipped: its frontmatter is not valid YAML")]);
    for known in [" !!null x", " !<tag:yaml.org,2002:null> x", "\n  short-description: !!null x"] {
        let text = format!("name: a\ndescription: b\nmetadata:{known}");
        table("codex", &[(&text, "skipped: its frontmatter is not valid YAML")]);
    }
    table("codex", &[("name: a\ndescription: !!int b\nx: !!null c\nmetadata: {y: !!null d}", "a: b")]);
    table("copilot-cli", &[(null, "skipped: its frontmatter is not valid YAML")]);
    for text in ["x: !!int 3.5", "x: !!null", "x: !<tag:yaml.org,2002:int> c"] {
        let text = format!("name: a\ndescription: b\n{text}");
        table("copilot-cli", &[(&text, "skipped: its frontmatter is not valid YAML")]);
    }
    table("copilot-cli", &[("name: a\ndescription: b\nx: !!int [c]\ny: !!float 3", "a: b")]);
    table("opencode", &[(null, "skipped: its frontmatter is not valid YAML")]);
    table("opencode", &[("name: a\ndescription: b\nx: !!int 3.5", "skipped: its frontmatter is not valid YAML")]);
    table("gemini-cli", &[(null, "a: !!null b [repaired]")]);
    for tag in ["!!set", "!!omap", "!!pairs", "!!seq", "!!map", "!!merge", "!!timestamp", "!<tag:x>"] {
        let text = format!("name: a\ndescription: {tag} b");
        table("gemini-cli", &[(&text, &format!("a: {tag} b [repaired]"))]);
    }
    let fitting = "name: a\ndescription: !!str b\nx: !!set {c: }\ny: !!omap [{c: 1}]\nz: !!seq [1]";
    table("gemini-cli", &[(fitting, "a: b")]);
    table("codex", &[("name: a\ndescription: b\nx: !!int 5\ny: !!null ~\nz: !!null", "a: b")]);
}

#[test]
fn what_some_take_behind_brackets_and_between_commas() {
    let broken = "skipped: its frontmatter is not valid YAML";
    let behind = "name: a\ndescription: b\nargument-hint: [file]: what";
    let twice = "name: a\ndescription: b\nx: [file]: what\ny: [file]: what";
    for host in ["pi", "amp", "cline"] {
        table(host, &[(behind, "a: b"), (twice, broken)]);
    }
    table("copilot-cli", &[(behind, broken)]);
    table("qwen-code", &[("name: a\ndescription: [b, c]: d", "a: b,c")]);
    let gap = "name: a\ndescription: b\ntools: [c, , d]";
    table("opencode", &[(gap, "a: b")]);
    table("pi", &[(gap, broken)]);
}

#[test]
fn a_merge_of_what_is_no_mapping() {
    for merged in ["c", "3", "[c]", ""] {
        let text = format!("name: a\ndescription: \"b\"\n<<: {merged}");
        table("opencode", &[(&text, "skipped: its frontmatter is not valid YAML")]);
        table("gemini-cli", &[(&text, "a: \\\"b\\\" [repaired]")]);
    }
    for merged in ["{c: d}", "[{c: d}]", "[]"] {
        let text = format!("name: a\ndescription: \"b\"\n<<: {merged}");
        table("opencode", &[(&text, "a: b")]);
        table("gemini-cli", &[(&text, "a: b")]);
    }
}

#[test]
fn half_a_pair_of_json() {
    let inside = "name: a\ndescription: \"b \\ud83c\\udf50\"";
    let escaped = "name: a\ndescription: b\nmetadata: {\"x\": \"\\\\ud83c\"}";
    for host in ["codex", "copilot-cli"] {
        table(host, &[(inside, "skipped: its frontmatter is not valid YAML"), (escaped, "a: b")]);
    }
    table("pi", &[(inside, "a: b \u{1f350}"), (escaped, "a: b")]);
}

#[test]
fn aliases_that_swell() {
    let tens = |letter: char| format!("[{}]", vec![format!("*{letter}"); 10].join(", "));
    let few = format!("name: a\ndescription: b\nx: &x [1, 2]\ny: &y {}\n", tens('x'));
    let many = format!("{few}z: &z {}\nw: &w {}\nv: {}\n", tens('y'), tens('z'), tens('w'));
    for host in ["pi", "copilot-cli"] {
        table(host, &[(&few, "a: b"), (&many, "skipped: its frontmatter is not valid YAML")]);
    }
    table("codex", &[(&many, "a: b")]);
}

#[test]
fn nul_in_a_text() {
    let nul = "name: a\ndescription: b\0c";
    table("pi", &[(nul, "a: b\\0c")]);
    table("amp", &[(nul, "a: b\\0c")]);
}

#[test]
fn brackets_deeper_than_we_read() {
    let deep = format!("name: a\ndescription: b\nmetadata: {}{}", "[".repeat(4000), "]".repeat(4000));
    let open = format!("name: a\ndescription: b\nmetadata: {}{}", "[".repeat(4000), "]".repeat(3999));
    table("amp", &[(&deep, "a: b"), (&open, "skipped: its frontmatter is not valid YAML")]);
    table("opencode", &[(&deep, "a: b"), (&open, "skipped: its frontmatter is not valid YAML")]);
    table("pi", &[(&deep, "skipped: its frontmatter is not valid YAML")]);
}

#[test]
fn a_block_text_that_keeps_its_blank_lines() {
    let kept = "name: a\ndescription: |+\n  b\n\n";
    table("pi", &[(kept, "a: b\\n\\n")]);
    table("amp", &[(kept, "a: b\\n\\n")]);
}

#[test]
fn tabs_before_a_key() {
    table(
        "opencode",
        &[
            ("name: a\ndescription: b\n\tother: c", "a: b"),
            ("name: a\n\t description: b", "a: b"),
            ("\tname: a\n\tdescription: b", "skipped: its frontmatter is not valid YAML"),
            ("\n\tkey: c\nname: a\ndescription: b", "skipped: its frontmatter is not valid YAML"),
            ("# c\n\tkey: c\nname: a\ndescription: b", "skipped: its frontmatter is not valid YAML"),
            ("\n\nname: a\n\tdescription: b", "a: b"),
            ("name: a\ndescription: |\n  b\n\tother: c", "a: b\\n"),
        ],
    );
}

#[test]
fn a_text_inside_a_field_that_is_none() {
    let refused = "skipped: the host does not take the value of its `metadata`";
    table(
        "codex",
        &[
            ("name: a\ndescription: b\nmetadata:\n  short-description: c", "a: b"),
            ("name: a\ndescription: b\nmetadata:\n  short-description: 5", "a: b"),
            ("name: a\ndescription: b\nmetadata:\n  short-description: {c: d}", "a: b [repaired]"),
            ("name: a\ndescription: b\nmetadata:\n  short-description: [c]", refused),
            ("name: a\ndescription: b\nc: &c [d]\nmetadata:\n  short-description: *c", refused),
            ("name: a\ndescription: b\nmetadata:\n  short-description: c\n  short-description: d", refused),
            ("name: a\ndescription: b\nmetadata:\n  other: [c]", "a: b"),
            ("name: a\ndescription: b\nmetadata:", "a: b"),
            ("name: a\ndescription: b\nmetadata: ~", refused),
        ],
    );
}

#[test]
fn a_folder_that_is_too_long_for_a_name() {
    let hosts = hosts::builtin();
    let host = hosts.get("codex").cloned().unwrap_or_else(|| panic!("no host"));
    for name in ["", "name: ''\n", "name: ~\n"] {
        let text = format!("---\n{name}description: b\n---\n");
        let long = read(&host, &document::parse(&text), &"x".repeat(65), FoundKind::Skill);
        assert_eq!(long.refusal, Some(Refusal::NameTooLong), "{name:?}");
        let short = read(&host, &document::parse(&text), "a  b", FoundKind::Skill);
        assert_eq!((short.refusal, &*short.id), (None, "a b"), "{name:?}");
    }
}

const BROKEN: &str = "skipped: its frontmatter is not valid YAML";

/// One block read by several hosts: those that read it and what they make of it, and those that refuse it.
#[track_caller]
fn divided(block: &str, (reading_hosts, line): (&[&str], &str), refusing_hosts: &[&str]) {
    reading_hosts.iter().for_each(|host| table(host, &[(block, line)]));
    refusing_hosts.iter().for_each(|host| table(host, &[(block, BROKEN)]));
}

#[test]
fn a_list_as_a_key() {
    let inside = "name: a\ndescription: b\nmetadata: {c: {[d]: true}}";
    divided(inside, (&["pi", "codex", "copilot-cli"], "a: b"), &["kimi-cli", "goose"]);
    let field = "name: a\ndescription: b\n? [c]\n: d";
    divided(field, (&["pi"], "a: b"), &["kimi-cli", "goose", "codex"]);
    divided("name: a\ndescription: b\nother: {[d]: true}", (&["goose", "codex"], "a: b"), &["kimi-cli"]);
}

#[test]
fn all_fields_on_one_line() {
    let text = "--- name: a description: b ---\n\nText\n";
    assert_eq!(drawn(&reading("goose", text, FoundKind::Skill)), BROKEN);
}

#[test]
fn values_as_their_tags_say() {
    table(
        "kimi-cli",
        &[
            ("name: a\ndescription: !!binary aGk=", "a: hi"),
            ("name: a\ndescription: !!binary aGk", BROKEN),
            ("name: a\ndescription: !<tag:yaml.org,2002:binary> aGk=", "a: hi"),
            ("name: a\ndescription: b\nmetadata: !!binary aGk=", "a: b"),
            ("name: a\ndescription: b\nmetadata: !!omap [{c: d}]", "a: b"),
            ("name: a\ndescription: b\nmetadata: !!omap [c]", BROKEN),
            ("name: a\ndescription: b\nmetadata: !!timestamp 2024-01-02", "a: b"),
            ("name: a\ndescription: b\nmetadata: !!timestamp c", BROKEN),
        ],
    );
    table("goose", &[("name: a\ndescription: !!str", "a:  [not written]")]);
}

#[test]
fn nothing_but_a_bare_tag() {
    let nothing = "name: a\ndescription: !";
    table("gemini-cli", &[(nothing, "a: ! [repaired]"), ("name: a\ndescription: ! b", "a: b")]);
    table("codex", &[(nothing, "skipped: it has no description"), ("name: !\ndescription: b", "pdf: b")]);
    table(
        "copilot-cli",
        &[
            (nothing, "skipped: its description is not text"),
            ("name: a\ndescription: ! 5", "skipped: its description is not text"),
        ],
    );
    table("opencode", &[(nothing, "a [unlisted]"), ("name: a\ndescription: ! b", "a: b")]);
    table("goose", &[(nothing, "a:  [not written]")]);
}

#[test]
fn a_comment_right_behind_quotes() {
    let block = "name: 'a'#c\ndescription: \"b\"#c \"d\"";
    divided(block, (&["kimi-cli", "goose", "codex", "copilot-cli", "opencode", "gemini-cli"], "a: b"), &["pi", "amp"]);
}

#[test]
fn half_a_pair_of_surrogates() {
    let block = "name: a\ndescription: b\nother: ['\\ud83c', \"\\\\ \\ud83c\\udf50 \\ud83c\"]";
    divided(block, (&["pi", "cline", "amp", "opencode", "kimi-cli"], "a: b"), &["goose", "copilot-cli"]);
}

#[test]
fn a_byte_order_mark_in_front_of_a_value() {
    let hosts = &["kimi-cli", "goose", "codex", "copilot-cli", "opencode", "gemini-cli"];
    divided("name: a\ndescription: \u{feff}b", (hosts, "a: \\u{feff}b"), &[]);
}

#[test]
fn lines_that_begin_with_a_tab() {
    let libyaml: &[&str] = &["goose", "codex", "copilot-cli"];
    divided("name: a\n\t\ndescription: b", (&["pi", "amp"], "a: b"), libyaml);
    divided("name: a\ndescription: b\nc: |\n  \td", (&["pi", "amp"], "a: b"), libyaml);
    divided("name: a\ndescription: b\nc: |2\n  \td", (libyaml, "a: b"), &[]);
    divided("name: a\ndescription: \"b\n\tc\n\t\n  d\"", (&["goose", "copilot-cli"], "a: b c\\nd"), &[]);
    divided("name: a\ndescription: b\nc: [d,\n\te]", (libyaml, "a: b"), &["pi", "cline", "amp"]);
}

#[test]
fn brackets_over_several_lines() {
    let (claude, yaml): (&[&str], &[&str]) = (&["claude-code"], &["pi", "cline", "amp"]);
    for block in ["c: [\n  d\n]", "c: {\n  d: e\n}", "c:\n  d: [\n    e\n  ]"] {
        let block = format!("name: pdf\ndescription: b\n{block}");
        divided(&block, (&[claude, yaml].concat(), "pdf: b"), &[]);
    }
    for block in ["c: [d,\ne]", "c: {\nd: e\n}", "c:\n  d: [\n  e\n  ]", "c:\n  - [\n  e\n  ]"] {
        let block = format!("name: pdf\ndescription: b\n{block}");
        divided(&block, (&["codex", "goose"], "pdf: b"), yaml);
    }
}

#[test]
fn a_key_twice_inside_a_value() {
    let block = "name: a\ndescription: b\nmetadata:\n  c: d\n  c: e";
    divided(block, (&["goose", "codex", "kimi-cli"], "a: b"), &["pi", "cline", "amp", "opencode", "copilot-cli"]);
}

#[test]
fn more_aliases_than_a_host_takes() {
    let uses = |count| format!("name: a\ndescription: b\nc: &c d\ne: [{}]", vec!["*c"; count].join(", "));
    divided(&uses(99), (&["pi", "cline", "amp", "copilot-cli"], "a: b"), &[]);
    divided(&uses(100), (&["copilot-cli"], "a: b"), &["pi", "cline", "amp"]);
    let levels = |count: usize| {
        let level = |it: usize| format!("l{}: &l{} [{}]\n", it + 1, it + 1, vec![format!("*l{it}"); 9].join(", "));
        format!("name: pdf\ndescription: b\nl0: &l0 x\n{}", (0..count).map(level).collect::<String>())
    };
    table("claude-code", &[(&levels(7), "pdf: b"), (&levels(8), "pdf: Body [void] [not written]")]);
}
