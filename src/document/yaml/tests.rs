//! Blocks of YAML with what is expected drawn under their lines.

use super::*;

/// The text without its drawn lines: those whose first sign is `^`.
fn undrawn(drawn: &str) -> String {
    drawn.lines().filter(|line| !line.trim_start().starts_with('^')).map(|line| format!("{line}\n")).collect()
}

/// The text with `^^^ label` under each span. A span over several lines is drawn under its first one.
fn draw(text: &str, labels: &[(Span, String)]) -> String {
    let mut drawn = String::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        drawn.push_str(line);
        let content = line.trim_end_matches('\n');
        let end = start + content.len();
        for (span, label) in labels.iter().filter(|(span, _)| (start..=end).contains(&span.start)) {
            let blanks = Span::new(start, span.start).of(text).chars().count();
            let carets = Span::new(span.start, span.end.min(end)).of(text).chars().count().max(1);
            drawn.push_str(&format!("{}{} {label}\n", " ".repeat(blanks), "^".repeat(carets)));
        }
        start += line.len();
    }
    drawn
}

/// Draws the errors of a block; then, under `fields`, each field as `key = decoded text` or its kind.
#[track_caller]
fn check(drawn: &str, fields: &[&str]) {
    let text = undrawn(drawn);
    let block = parse_tolerant(&text, Span::new(0, text.len()));
    let labels: Vec<(Span, String)> = block
        .errors
        .iter()
        .map(|error| (error.span, format!("{:?} in {}", error.cause, error.key.as_deref().unwrap_or("nothing"))))
        .collect();
    assert_eq!(draw(&text, &labels), drawn);
    let found: Vec<String> = block.entries.iter().map(|(entry, _)| field(entry)).collect();
    assert_eq!(found, fields, "{text}");
    if block.errors.is_empty() {
        assert!(parse_strict(&text, Span::new(0, text.len())).is_ok(), "{text}");
    }
}

fn field(entry: &Entry) -> String {
    let key = entry.key.scalar().unwrap_or("?");
    match &entry.value.value {
        Value::Scalar(scalar) => format!("{key} = {}", scalar.text.escape_debug()),
        Value::Sequence { items, .. } => format!("{key} has {} items", items.len()),
        Value::Mapping { entries, .. } => format!("{key} has {} entries", entries.len()),
        Value::Alias(name) => format!("{key} = *{name}"),
        Value::Missing => format!("{key} is missing"),
        Value::Broken => format!("{key} is broken"),
    }
}

/// Draws the spans of the values of a good block.
#[track_caller]
fn check_spans(drawn: &str) {
    fn add(node: &Node, labels: &mut Vec<(Span, String)>) {
        let kind = match &node.value {
            Value::Scalar(scalar) => format!("{:?}", scalar.style),
            Value::Sequence { .. } => "Sequence".to_owned(),
            Value::Mapping { .. } => "Mapping".to_owned(),
            Value::Alias(name) => format!("Alias({name})"),
            Value::Missing => "Missing".to_owned(),
            Value::Broken => "Broken".to_owned(),
        };
        let properties: String = [&node.anchor, &node.tag].into_iter().flatten().map(|it| format!(" {it}")).collect();
        labels.push((node.span, format!("{kind}{properties}")));
        match &node.value {
            Value::Sequence { items, .. } => items.iter().for_each(|item| add(item, labels)),
            Value::Mapping { entries, .. } => entries.iter().for_each(|entry| add(&entry.value, labels)),
            _ => {}
        }
    }
    let text = undrawn(drawn);
    let block = parse_tolerant(&text, Span::new(0, text.len()));
    assert_eq!(block.errors, []);
    let mut labels = Vec::new();
    block.entries.iter().for_each(|(entry, _)| add(&entry.value, &mut labels));
    labels.extend(block.comments.iter().map(|span| (*span, "comment".to_owned())));
    assert_eq!(draw(&text, &labels), drawn);
}

#[test]
fn spans_of_values() {
    check_spans(
        r#"a: plain text  # note
   ^^^^^^^^^^ Plain
               ^^^^^^ comment
b: "double 梨" # note
   ^^^^^^^^^^ Double
              ^^^^^^ comment
c: [x, 'y' ]
   ^^^^^^^^^ Sequence
    ^ Plain
       ^^^ Single
d:
  ^ Missing
e: 
   ^ Missing
f: &one {k: v}
        ^^^^^^ Mapping one
            ^ Plain
g: *one
   ^^^^ Alias(one)
h: !!str 1
         ^ Plain !!str
"#,
    );
}

#[test]
fn spans_of_block_values() {
    check_spans(
        "a: >-  # note
   ^^^^^^^^^^ Folded
       ^^^^^^ comment
  one

  two

b:
  - x
  ^^^ Sequence
    ^ Plain
  - k: v
    ^^^^ Mapping
       ^ Plain
    l: m
       ^ Plain
  -
   ^ Missing
c:
- y
^^^ Sequence
  ^ Plain
",
    );
    let text = "a: |2+\n    x\n  y\n\n\nb: first\n  second # note\nc: |\n";
    let block = parse_tolerant(text, Span::new(0, text.len()));
    let values: Vec<&str> = block.entries.iter().map(|(entry, _)| entry.value.span.of(text)).collect();
    assert_eq!(values, ["|2+\n    x\n  y", "first\n  second", "|"]);
    let fields: Vec<&str> = block.entries.iter().map(|(_, field)| field.of(text)).collect();
    assert_eq!(fields, ["a: |2+\n    x\n  y", "b: first\n  second # note", "c: |"]);
}

#[test]
fn line_ends_are_no_part_of_a_value() {
    for text in ["a: b\r\nc: |\r\n  d\r\n  e\r\nf: g\r\n", "a: b\rc: |\r  d\r  e\rf: g\r"] {
        let block = parse_tolerant(text, Span::new(0, text.len()));
        let fields: Vec<String> = block.entries.iter().map(|(entry, _)| field(entry)).collect();
        assert_eq!(fields, ["a = b", "c = d\\ne\\n", "f = g"]);
        let fields: Vec<&str> = block.entries.iter().map(|(_, field)| field.of(text)).collect();
        assert!(fields.iter().all(|field| !field.ends_with(['\n', '\r'])), "{fields:?}");
    }
}

#[test]
fn colon_in_unquoted_text() {
    check(
        "name: x
description: Use this when: you deploy
                          ^^ ColonInPlain in description
license: MIT
",
        &["name = x", "description is broken", "license = MIT"],
    );
    check(
        "description: 梨: one, two: three
              ^^ ColonInPlain in description
",
        &["description is broken"],
    );
    check(
        "description: ends with:
                      ^ ColonInPlain in description
",
        &["description is broken"],
    );
    check(
        "description: First.
  Note: second.
      ^^ ColonInContinuation in description
  Third: too.
name: x
",
        &["description is broken", "name = x"],
    );
    check(
        "description: First: bad.
                  ^^ ColonInPlain in description
  Note: second.
name: x
",
        &["description is broken", "name = x"],
    );
    check(
        "metadata:
  a: b
  c: d: e
      ^^ ColonInPlain in metadata
name: x
",
        &["metadata is broken", "name = x"],
    );
}

#[test]
fn reserved_starts() {
    check(
        "a: @x
   ^ ReservedStart('@') in a
b: `x`
   ^ ReservedStart('`') in b
c: %x
   ^ ReservedStart('%') in c
d: , x
   ^ ReservedStart(',') in d
e: [@x]
    ^ ReservedStart('@') in e
f:
  - ok
  - @x
    ^ ReservedStart('@') in f
g: h
",
        &["a is broken", "b is broken", "c is broken", "d is broken", "e is broken", "f is broken", "g = h"],
    );
}

#[test]
fn aliases_without_anchor() {
    check(
        "a: **bold** text
   ^^^^^^^^ AliasUndefined in a
b: c
",
        &["a is broken", "b = c"],
    );
    check(
        "a: *bold
   ^^^^^ AliasUndefined in a
b: [*x, *y]
    ^^ AliasUndefined in b
",
        &["a is broken", "b has 2 items"],
    );
    check(
        "a: &one x
b: *one
c: d: e
    ^^ ColonInPlain in c
",
        &["a = x", "b = *one", "c is broken"],
    );
}

#[test]
fn quotes() {
    check(
        r#"a: "say "hi" now"
         ^^^^^^^^ InnerQuote in a
b: 'it's so'
       ^^^^^ InnerQuote in b
c: "x" y
       ^ TextAfterQuote in c
d: "x",
      ^ CommaAfterQuote in d
e: "x" # fine
f: "C:\Users"
      ^^ BadEscape in f
g: "\x4"
    ^^^ BadEscape in g
h: "\ud83c"
    ^^^^^^ BadEscape in h
"#,
        &[
            "a is broken",
            "b is broken",
            "c is broken",
            "d is broken",
            "e = x",
            "f is broken",
            "g is broken",
            "h is broken",
        ],
    );
    check(
        "a: \"never closed
   ^ QuoteUnclosed in a
  still a
b: \"closed\"
c: 'never
   ^ QuoteUnclosed in c
",
        &["a is broken", "b = closed", "c is broken"],
    );
    check(
        "a: \"one
Two: \"
^^^^^^ QuoteAtColumnZero in a
",
        &["a = one Two: "],
    );
}

#[test]
fn a_quoted_value_at_column_0_is_kept() {
    check(
        "a: \"one
two\\tthree\"
^^^^^^^^^^^ QuoteAtColumnZero in a
b: c
",
        &["a = one two\\tthree", "b = c"],
    );
}

#[test]
fn flow_collections() {
    check(
        r#"a: [x] [y]
       ^^^ TextAfterFlow in a
b: {"o": {"p": ["q"]}
   ^ FlowUnclosed('{') in b
c: {"o": ["p"}
         ^ FlowUnclosed('[') in c
d: [x,
   ^ FlowUnclosed('[') in d
e: [
f,
]
j: [a{b, c]
     ^ FlowUnclosed('{') in j
g: {{name}}
   ^^^^^^^^ TemplatePlaceholder in g
h: {{a}} and {{b}}
   ^^^^^ TemplatePlaceholder in h
i: {["p"]: true}
    ^^^^^ ListAsKey in i
"#,
        &[
            "a is broken",
            "b is broken",
            "c is broken",
            "d is broken",
            "e has 1 items",
            "j is broken",
            "g is broken",
            "h is broken",
            "i has 1 entries",
        ],
    );
}

#[test]
fn lists_in_the_wrong_place() {
    check(
        "allowed-tools: - Read
               ^ ListOnKeyLine in allowed-tools
  - Grep
name: x
",
        &["allowed-tools is broken", "name = x"],
    );
    check(
        "allowed-tools: Read
- Grep
^ ListAfterValue in allowed-tools
name: x
",
        &["allowed-tools is broken", "name = x"],
    );
    check(
        "allowed-tools: Read
  - Bash(git: *)
  ^ ListAfterValue in allowed-tools
",
        &["allowed-tools is broken"],
    );
    check(
        "allowed-tools:
  - Read
  Write
  ^^^^^ DashMissing in allowed-tools
",
        &["allowed-tools is broken"],
    );
}

#[test]
fn json_instead_of_fields() {
    check(
        r#"{
  "name": "x"
  "description": "y"
  ^ CommaMissing in nothing
}
"#,
        &[],
    );
    check("{\n  \"name\": \"x\"\n}\n", &["name = x"]);
    check(
        r#"tags: ["a" "b"]
           ^ CommaMissing in tags
"#,
        &["tags is broken"],
    );
}

#[test]
fn lines_without_a_key() {
    check(
        "name: x
license MIT
^^^^^^^^^^^ KeyWithoutColon in license
version: 1
",
        &["name = x", "license is broken", "version = 1"],
    );
    check(
        "name: x
description：text
           ^ FullWidthColon in description
",
        &["name = x", "description is broken"],
    );
    check(
        "name:x
    ^ ColonWithoutSpace in name
description:y
           ^ ColonWithoutSpace in description
",
        &["name is broken", "description is broken"],
    );
    check(
        "description: |
Text at the margin, with many words.
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ LessIndented in description
And one more line of it, too.
name: x
",
        &["description = ", "name = x"],
    );
}

#[test]
fn indentation() {
    check(
        "a:
\tb: c
^ TabIndentation in a
\td: e
f: g
",
        &["a is broken", "f = g"],
    );
    check(
        "a: |
\tb
^ TabIndentation in a
c: d
",
        &["a is broken", "c = d"],
    );
    check(
        "a: |
    one
  two
  ^^^ LessIndented in a
b: c
",
        &["a is broken", "b = c"],
    );
    check(
        "a:
    b: 1
  c: 2
  ^^^^ LessIndented in a
",
        &["a is broken"],
    );
    check(
        "a:
  b: 1
   c: 2
^^^ MoreIndented in a
",
        &["a is broken"],
    );
    check(
        "name: x
  description: y
^^ MoreIndented in name
",
        &["name is broken"],
    );
    check(
        " name: x
^ MoreIndented in nothing
description: y
",
        &["name = x", "description = y"],
    );
    check(
        "a: one # note
       ^^^^^^ CommentInPlain in a
  two
",
        &["a is broken"],
    );
    check(
        "a: | text
     ^^^^ TextAfterBlockSign in a
  more
b: c
",
        &["a is broken", "b = c"],
    );
}

#[test]
fn conflict_markers_are_one_error() {
    check(
        "name: x
<<<<<<< HEAD
^^^^^^^^^^^^ ConflictMarker in nothing
description: a
=======
description: b
>>>>>>> other
",
        &["name = x", "description = a", "description = b"],
    );
}

#[test]
fn a_second_document() {
    check(
        "a: b
...
^^^ SecondDocument in nothing
c: d
",
        &["a = b", "c = d"],
    );
    check("a: b\n...\n", &["a = b"]);
}

#[test]
fn control_characters_do_not_cut_the_text() {
    check(
        "a: x\0y
    ^ ControlCharacter('\\0') in a
b: c
",
        &["a = x\\0y", "b = c"],
    );
}

#[test]
fn repeated_keys_and_comments_are_kept() {
    check("a: 1\na: 2\n", &["a = 1", "a = 2"]);
    let text = "# one\na: b: c # two\n# three\nd: e # four\n# five\n";
    let block = parse_tolerant(text, Span::new(0, text.len()));
    let comments: Vec<&str> = block.comments.iter().map(|span| span.of(text)).collect();
    assert_eq!(
        comments,
        ["# one", "# three", "# four", "# five"],
        "a comment inside a broken line is part of its text"
    );
}

#[test]
fn roots_that_are_no_mapping() {
    for (text, expected) in
        [("- a\n- b\n", "list"), ("just text\n", "scalar"), ("", "nothing"), ("# note\n", "nothing")]
    {
        let block = parse_tolerant(text, Span::new(0, text.len()));
        assert!(block.errors.is_empty() && block.entries.is_empty(), "{text}");
        let found = match block.root.map(|root| root.value) {
            Some(Value::Sequence { .. }) => "list",
            Some(_) => "scalar",
            None => "nothing",
        };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn depth_costs_nothing() {
    for opening in ["[", "{", "{a: ", "- ", "[{", "? "] {
        let text = format!("name: x\nmetadata:\n  {}\nlicense: MIT\n", opening.repeat(100_000));
        let block = parse_tolerant(&text, Span::new(0, text.len()));
        let too_deep = block.errors.iter().filter(|error| error.cause == Cause::TooDeep).count();
        assert_eq!((too_deep, block.errors.len()), (1, 1), "{opening}: {:?}", block.errors);
        assert_eq!(block.entries.len(), 3, "{opening}");
    }
}

#[test]
fn tags_decide_before_the_text_does() {
    let check = |text: &str, expected: Resolved| {
        let node = parse_strict(text, Span::new(0, text.len())).unwrap().unwrap();
        assert_eq!(node.resolve(Schema::Core), Some(expected), "{text}");
    };
    check("1", Resolved::Number(1.0));
    check("'1'", Resolved::Text);
    check("! 1", Resolved::Text);
    check("!!str 1", Resolved::Text);
    check("!!int '1'", Resolved::Number(1.0));
    check("!<tag:yaml.org,2002:bool> true", Resolved::Bool(true));
    check("!mine 1", Resolved::Text);
    check("~", Resolved::Null);
}

#[test]
fn all_on_one_line() {
    let text = "--- name: x description: Use: this. license: ---";
    let block = parse_one_line(text, Span::new(4, text.len() - 4));
    let fields: Vec<String> = block.entries.iter().map(|(entry, _)| field(entry)).collect();
    assert_eq!(fields, ["name = x", "description = Use: this.", "license is missing"]);
}

#[test]
fn strict_reading_is_all_or_nothing() {
    let cause = |text: &str| parse_strict(text, Span::new(0, text.len())).err().map(|error| error.cause);
    assert_eq!(cause("a: b\nc: d: e\nf: @g\n"), Some(Cause::ColonInPlain), "the first of two");
    assert_eq!(cause("a: *b\n"), Some(Cause::AliasUndefined));
    assert_eq!(cause("a: b\n---\nc: d\n"), Some(Cause::SecondDocument));
    assert_eq!(cause("a: \"b\nc\"\n"), Some(Cause::QuoteAtColumnZero));
    assert_eq!(cause("a: b\na: c\n"), None, "which of the two counts is the host's question");
    assert_eq!(cause("a: {{b}}\n"), None, "YAML reads a mapping here");
    assert_eq!(parse_strict("# note\n", Span::new(0, 7)), Ok(None));
}

#[test]
fn the_value_that_quotes_would_repair() {
    let check = |text: &str, expected: Option<&str>| {
        let block = parse_tolerant(text, Span::new(0, text.len()));
        assert_eq!(block.errors[0].value(text).map(|span| span.of(text)), expected, "{text}");
    };
    check("a: b: c # note\nd: e\n", Some("b: c"));
    check("a: b: c\n  d e\nf: g\n", Some("b: c\n  d e"));
    check("metadata:\r\n  a: b: c\r\n  d: e\r\n", Some("b: c"));
    check("a:\n  - x\n  - @y z\n", Some("@y z"));
    check("a:\n  - k: [x] [y]\n", Some("[x] [y]"));
    check("a: First.\n  Second.\n  Note: third.\n", Some("First.\n  Second.\n  Note: third."));
    check("a: x\nlicense MIT\n", None);
}
