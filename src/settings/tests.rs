//! One tree for every format, who counts in it, and where it stands.

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;

const FORMATS: [Format; 4] = [Format::Json, Format::JsonWithComments, Format::Toml, Format::Yaml];

#[test]
fn what_does_not_parse_is_named_with_its_place() {
    let message = |format: Format, text: &str| match format.parse(text).problem {
        None => "fine".to_owned(),
        Some(refusal) => refusal.in_file("f", text),
    };
    for (text, expected) in [
        ("", "fine"),
        (" \n", "fine"),
        ("{\"a\": [1, -2.5e3, null, \"\\u00e9\"]}", "fine"),
        ("\u{feff}{}", "fine"),
        ("{\n  \"a\": {,}\n}", "f:2:9: a key in double quotes is expected here, not `,`"),
        ("{\"a\": 1", "f:1:8: `,` or `}` is expected here, but the text ends"),
        ("{\"a\" 1}", "f:1:6: `:` is expected here, not `1`"),
        ("{\"a\": nope}", "f:1:7: `nope` is no value of JSON"),
        ("{\"a\": \"b}", "f:1:7: this quote is never closed"),
        ("{\"a\": \"b\nc\"}", "f:1:7: this text holds a line break or an escape that JSON does not know"),
        ("{} x", "f:1:4: `x` stands behind the end"),
        ("[1 2]", "f:1:4: `,` or `]` is expected here, not `2`"),
        ("{'a': 1}", "f:1:2: a key in double quotes is expected here, not `'`"),
        ("{ // c\n}", "f:1:3: this file may not hold comments"),
        ("[1,]", "f:1:4: a comma may not stand before the closing bracket"),
        ("{\"a\": 1, \"a\": 2}", "fine"),
    ] {
        assert_eq!(message(Format::Json, text), expected, "{text:?}");
    }
    let commented = |text| message(Format::JsonWithComments, text);
    assert_eq!(commented("// a\n{ /* b */ \"c\": [1,], } // d"), "fine");
    assert_eq!(commented("{ /* b }"), "f:1:3: this comment is never closed");
    assert_eq!(commented("{,}"), "f:1:2: a key in double quotes is expected here, not `,`");
    assert_eq!(commented(&"[".repeat(99_999)), "f:1:128: this is nested too deep");
    assert_eq!(message(Format::Toml, "a = 1\na = 2\n"), "f:2:1: duplicate key");
    assert_eq!(message(Format::Yaml, "a: 1\nb: 2\na: 3\n"), "f:3:1: `a` stands here a second time");
    assert_eq!(message(Format::Yaml, "a: [\n"), "f:1:4: this is not valid YAML");
}

#[test]
fn nothing_overflows_the_stack() {
    for open in ["[", "{\"a\":", "{a: ", "a = [", "- ", "[[", "a.", "{a="] {
        for format in FORMATS {
            let _ = format.parse(&open.repeat(50_000));
        }
    }
}

/// The members or items under a key as `name line`, whatever is wrong with the text.
#[track_caller]
fn check(name: &str, text: &str, key: &str, expected: &str) {
    let root = Format::of(Path::new(name), true).parse(text).root;
    let lines = Text::new(text);
    let mut shown = Vec::new();
    if let Some(found) = root.look_up(key) {
        let members =
            found.members().into_iter().map(|it| format!("{} {}", it.key, lines.line_number(it.key_span.start)));
        shown.extend(members);
        let item = |it: &Node| format!("{} {}", it.text().unwrap_or_default(), lines.line_number(it.span.start));
        shown.extend(found.items().iter().map(item));
    }
    assert_eq!(shown.join(", "), expected, "{text}");
}

#[test]
fn places_in_every_format() {
    check("a.json", "{\"m\": {\"a\": {\"x\": [1, {}]},\n \"b\\n\": 2}}", "m", "a 1, b\n 2");
    check("a.json", "\u{feff}// x\n{/* \" */ \"m\": {\n\"a\": true, // y\n},}", "m", "a 3");
    check("a.json", "{\"amp.m\": {\"a\": {}}, \"l\": [\"x\",\n\"y\", 3]}", "amp.m", "a 1");
    check("a.json", "{\"l\": {\"m\": [\"x\",\n\"y\", 3]}}", "l.m", "x 1, y 2,  2");
    check("a.toml", "x = 1\n[m.a]\ncommand = 'x'\n[m.\"b c\"]\n", "m", "a 2, b c 4");
    check("a.toml", "m = { a = {}, b = 1 }\nl = ['x']", "m", "a 1, b 1");
    check("a.toml", "l = ['x',\n'y']", "l", "x 1, y 2");
    check("a.yaml", "m:\n  a:\n    x: 1\n  b: {}\n", "m", "a 2, b 4");
    check("a.yaml", "m: [x,\n y]\n", "m", "x 1, y 2");
}

#[test]
fn of_equal_keys_the_last_counts_at_the_place_of_the_first() {
    check("a.json", "{\"m\": {\"z\": 1}, \"m\": {\"a\": 1, \"b\": 2,\n\"a\": 3}}", "m", "a 2, b 1");
}

#[test]
fn what_is_broken_gives_what_came_before_it() {
    check("a.json", "{\"m\": {\"a\": {}, \"b", "m", "a 1");
    check("a.json", "{\"m\": {\"a\": {\"b\": 1}, \"b\": {\"c\": [", "m", "a 1, b 1");
    check("a.json", "{\"m\": {\"a\" {}}", "m", "");
    check("a.json", "{\"m\": [\"x\", /", "m", "x 1,  1");
    check("a.toml", "m = [", "m", "");
    check("a.yaml", "m: [", "m", "");
    for text in
        ["", "{", "[", "\"", "{\"", "{\"m\"", "{\"m\":", "{\"m\":{", "}", "/", "/*", "{\"m\": }", "\\", "{\"m\":/"]
    {
        check("a.json", text, "m", "");
    }
}

#[test]
fn plain_data_of_yaml() {
    let text = "extensions:\n  skills:\n    enabled: false\n    timeout: 300\n    names: [a, 'b']\nempty:\n";
    let expected =
        json!({"extensions": {"skills": {"enabled": false, "timeout": 300.0, "names": ["a", "b"]}}, "empty": null});
    assert_eq!(Format::Yaml.parse(text).whole().map(|root| root.plain()), Ok(expected));
    assert_eq!(Format::Yaml.parse("").whole().map(|root| root.plain()), Ok(json!({})));
}

/// Plain data that every format can hold.
fn data() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Json::from),
        "[ -~é漢\u{1f600}]{0,6}".prop_map(Json::from),
        (-9i32..9).prop_map(|number| Json::from(f64::from(number) + 0.5)),
    ];
    let value = leaf.prop_recursive(3, 16, 4, |inner| {
        let map = proptest::collection::vec(("[a-c .\"é]{0,3}", inner.clone()), 0..4);
        prop_oneof![
            map.prop_map(|entries| Json::Object(entries.into_iter().collect())),
            proptest::collection::vec(inner, 0..4).prop_map(Json::Array),
        ]
    });
    proptest::collection::vec(("[a-c]{1,2}", value), 0..4)
        .prop_map(|entries| Json::Object(entries.into_iter().collect()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(data in data()) {
        let pretty = serde_json::to_string_pretty(&data).unwrap();
        for (format, text) in [
            (Format::Json, pretty.clone()),
            (Format::JsonWithComments, pretty.replace('\n', " // c\r\n")),
            (Format::Yaml, pretty.clone()),
            (Format::Toml, ::toml::to_string(&data).unwrap()),
        ] {
            let read = format.parse(&text).whole().map(|root| root.plain());
            prop_assert_eq!(read.as_ref(), Ok(&data), "{:?} {}", format, text);
        }
    }

    /// Manifests are read by serde_json: it and this reader agree on what is JSON, and on what it says.
    #[test]
    fn without_comments_it_reads_what_serde_json_reads(text in "([{}\\[\\],: \n]|\"a\"|\"b\"|1|-0|1e5|true|null|\"\\\\u00e9\"|//|x){1,12}") {
        let ours = Format::Json.parse(&text).whole().map(|root| root.plain()).ok();
        let theirs = serde_json::from_str::<Json>(&text).ok();
        prop_assert!(ours == theirs || text.trim().is_empty(), "{:?} {:?}", ours, theirs);
    }

    /// Every key and value is found again at its bytes.
    #[test]
    fn spans_hold_what_they_say(data in data()) {
        let text = serde_json::to_string_pretty(&data).unwrap();
        let root = Format::Json.parse(&text).root;
        let mut waiting = vec![&root];
        while let Some(node) = waiting.pop() {
            prop_assert_eq!(serde_json::from_str::<Json>(node.span.of(&text)).unwrap(), node.plain());
            waiting.extend(node.items());
            for member in node.members() {
                prop_assert_eq!(serde_json::from_str::<Json>(member.key_span.of(&text)).unwrap(), json!(member.key));
                waiting.push(&member.value);
            }
        }
    }

    #[test]
    fn nothing_panics(text in "([{}\\[\\],:=#\"'x o/*\n\\\\1.-]|\u{feff}|\r\n|é){0,24}") {
        for format in FORMATS {
            let _ = format.parse(&text).whole().map(|root| root.plain());
        }
        let _ = frontmatter(&text);
    }
}
