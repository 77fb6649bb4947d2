//! A value is added, changed and taken away, and every other byte stays.

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;
use crate::settings::Format;

const FORMAT: Format = Format::JsonWithComments;

#[track_caller]
fn adds(keys: &[&str], value: Json, before: &str, after: &str) {
    let added = set(FORMAT, before, keys, &value).unwrap();
    assert_eq!(added, after);
    assert_eq!(unset(FORMAT, &added, keys).unwrap().as_deref(), Some(before), "the way back");
}

#[track_caller]
fn pushes(before: &str, after: &str) {
    let keys = ["skills", "disabled"];
    let pushed = push(FORMAT, before, &keys, &json!("x")).unwrap();
    assert_eq!(pushed, after);
    let back = pull(FORMAT, &pushed, &keys, &|name| name == "x").unwrap();
    assert_eq!(back.as_deref(), Some(before), "the way back");
}

#[test]
fn a_new_entry_is_written_as_the_last_one_is() {
    let keys = ["o", "x"];
    adds(
        &keys,
        json!("off"),
        "{\n  \"o\": {\n    \"a\": \"on\"\n  }\n}\n",
        "{\n  \"o\": {\n    \"a\": \"on\",\n    \"x\": \"off\"\n  }\n}\n",
    );
    adds(&keys, json!("off"), r#"{"o":{"a":"on"},"z":1}"#, r#"{"o":{"a":"on","x":"off"},"z":1}"#);
    adds(&keys, json!("off"), r#"{ "o" : { "a" : 1 } }"#, r#"{ "o" : { "a" : 1, "x" : "off" } }"#);
    adds(
        &keys,
        json!("off"),
        "{\r\n\t\"o\": {\r\n\t\t\"a\": 1\r\n\t}\r\n}",
        "{\r\n\t\"o\": {\r\n\t\t\"a\": 1,\r\n\t\t\"x\": \"off\"\r\n\t}\r\n}",
    );
}

#[test]
fn comments_and_trailing_commas_stay_where_they_are() {
    let keys = ["x"];
    adds(&keys, json!(1), "{\n  \"a\": 1 // one\n  // end\n}", "{\n  \"a\": 1, // one\n  \"x\": 1\n  // end\n}");
    adds(&keys, json!(1), "{\n  \"a\": 1, // one\n}", "{\n  \"a\": 1, // one\n  \"x\": 1,\n}");
    adds(
        &keys,
        json!(1),
        "{\n  \"a\": 1, /* one */ /* two */  \n}",
        "{\n  \"a\": 1, /* one */ /* two */\n  \"x\": 1,  \n}",
    );
    adds(&keys, json!(1), "{ \"a\": 1 /* }, */ }", "{ \"a\": 1, \"x\": 1 /* }, */ }");
    adds(&keys, json!(1), "{\n  // none\n}\n", "{\n  \"x\": 1\n  // none\n}\n");
    adds(&keys, json!(1), "{ // none\n}\n", "{ // none\n  \"x\": 1\n}\n");
}

#[test]
fn a_container_that_was_made_is_told_from_one_that_was_empty() {
    let keys = ["o", "x"];
    adds(&keys, json!("off"), "{}\n", "{\n  \"o\": {\n    \"x\": \"off\"\n  }\n}\n");
    adds(&keys, json!("off"), "{\n}\n", "{\"o\": { \"x\": \"off\" }\n}\n");
    adds(&keys, json!("off"), "", "{ \"o\": { \"x\": \"off\" } }");
    adds(&keys, json!("off"), "\u{feff}\n", "\u{feff}{ \"o\": { \"x\": \"off\" } }\n");
    adds(&keys, json!("off"), "{\n    \"o\": {}\n}", "{\n    \"o\": {\"x\": \"off\"}\n}");
    adds(&keys, json!("off"), "{\n    \"a\": 1\n}", "{\n    \"a\": 1,\n    \"o\": {\n        \"x\": \"off\"\n    }\n}");
    adds(&keys, json!("off"), "{\"a\":1}", "{\"a\":1,\"o\":{ \"x\":\"off\" }}");
    adds(&keys, json!("off"), "{\"o\":{ }}", "{\"o\":{\"x\":\"off\" }}");
}

#[test]
fn items_of_lists() {
    pushes("{}", "{\n  \"skills\": {\n    \"disabled\": [\n      \"x\"\n    ]\n  }\n}");
    pushes(r#"{"skills": {"disabled": []}}"#, r#"{"skills": {"disabled": ["x"]}}"#);
    pushes(r#"{"skills": {"disabled": ["a"]}}"#, r#"{"skills": {"disabled": ["a", "x"]}}"#);
    pushes(r#"{"skills":{"disabled":["a"]}}"#, r#"{"skills":{"disabled":["a","x"]}}"#);
    pushes(
        "{\"skills\": {\"disabled\": [\n  \"a\", // A\n  \"b\" // B\n]}}",
        "{\"skills\": {\"disabled\": [\n  \"a\", // A\n  \"b\", // B\n  \"x\"\n]}}",
    );
}

#[test]
fn an_item_that_people_wrote_goes_and_comes_back_as_the_last() {
    for (text, without, again) in [
        (r#"{"l": ["a", "x", "b"]}"#, r#"{"l": ["a", "b"]}"#, r#"{"l": ["a", "b", "x"]}"#),
        (r#"{"l":["x","b","c"]}"#, r#"{"l":["b","c"]}"#, r#"{"l":["b","c","x"]}"#),
        (r#"{"l": ["x"]}"#, r#"{"l": []}"#, r#"{"l": ["x"]}"#),
        (r#"{"l": ["x", "a", "x"]}"#, r#"{"l": ["a"]}"#, r#"{"l": ["a", "x"]}"#),
        (
            "{\"l\": [\n\t\"a\",\n\t\"x\", // why\n\t\"b\"\n]}",
            "{\"l\": [\n\t\"a\",\n\t // why\n\t\"b\"\n]}",
            "{\"l\": [\n\t\"a\",\n\t // why\n\t\"b\",\n\t\"x\"\n]}",
        ),
        (
            "{\"l\": [\r\n  \"x\" // why, see #12\r\n  , \"b\"\r\n]}",
            "{\"l\": [\r\n   // why, see #12\r\n  \"b\"\r\n]}",
            "{\"l\": [\r\n   // why, see #12\r\n  \"b\",\r\n  \"x\"\r\n]}",
        ),
        (r#"{"l": ["x" /* why */, "b"]}"#, r#"{"l": [ /* why */"b"]}"#, r#"{"l": [ /* why */"b", "x"]}"#),
        (r#"{"l": ["a", "x" /* why */,]}"#, r#"{"l": ["a", /* why */]}"#, r#"{"l": ["a", "x", /* why */]}"#),
    ] {
        let pulled = pull(FORMAT, text, &["l"], &|name| name == "x").unwrap().unwrap();
        assert_eq!(pulled, without);
        assert_eq!(push(FORMAT, &pulled, &["l"], &json!("x")).unwrap(), again);
    }
    assert_eq!(pull(FORMAT, r#"{"l": ["a"]}"#, &["l"], &|name| name == "x").unwrap(), None);
}

#[test]
fn a_value_that_was_there_is_changed_in_its_place() {
    let off = |text: &str| set(FORMAT, text, &["o", "x"], &json!("off")).unwrap();
    for text in [
        r#"{"o": {"x": "on"}}"#,
        r#"{"o": {"x":   "on" /* c */}, "a": 1}"#,
        "{\n  \"o\": {\n    \"x\":  \"on\"\n  }\n}\n",
    ] {
        assert_eq!(off(text), text.replace("on", "off"));
    }
}

#[test]
fn what_is_removed_takes_nothing_else_along() {
    let removed = |text: &str, keys: &[&str]| remove(FORMAT, text, keys).unwrap();
    assert_eq!(removed("{\n  \"a\": 1,\n  \"b\": 2\n}", &["a"]), "{\n  \"b\": 2\n}");
    assert_eq!(removed("{\n  \"a\": 1, // one\n  \"b\": 2\n}", &["a"]), "{\n   // one\n  \"b\": 2\n}");
    assert_eq!(removed("{ \"a\": {\"x\": 1 /* c */} }", &["a", "x"]), "{ \"a\": { /* c */} }");
    assert_eq!(removed("{\"a\": 1}", &["b", "c"]), "{\"a\": 1}");
    assert_eq!(removed("{\"a\": 1 /* c */, \"b\": 2}", &["a"]), "{ /* c */\"b\": 2}");
    assert_eq!(removed("{\"a\": 1, \"b\": 2 /* c */,}", &["b"]), "{\"a\": 1, /* c */}");
    assert_eq!(removed("{\"b\": 2 // c\n,}", &["b"]), "{ // c\n}");
}

#[test]
fn wrong_shapes_are_refused_with_their_place() {
    let refused = |text: &str| set(FORMAT, text, &["skills", "disabled"], &json!([])).unwrap_err().in_file("f", text);
    assert_eq!(refused("[]"), "f:1:1: the whole file is a list, but a mapping is needed");
    assert_eq!(refused("{\n \"skills\": \"no\"}"), "f:2:12: `skills` is a text, but a mapping is needed");
    let list = |text: &str| push(FORMAT, text, &["l"], &json!("x")).unwrap_err().in_file("f", text);
    assert_eq!(list("{\"l\": {}}"), "f:1:7: `l` is a mapping, but a list is needed");
}

#[test]
fn of_equal_keys_the_one_that_counts_is_changed() {
    let text = r#"{"o": {"x": 1}, "o": {"x": 2, "a": 1, "x": 3}}"#;
    assert_eq!(find(FORMAT, text, &["o", "x"]).unwrap().unwrap().value, json!(3));
    let changed = set(FORMAT, text, &["o", "x"], &json!("off")).unwrap();
    assert_eq!(changed, r#"{"o": {"x": 1}, "o": {"x": 2, "a": 1, "x": "off"}}"#);
    assert_eq!(remove(FORMAT, text, &["o", "x"]).unwrap(), r#"{"o": {"x": 1}, "o": {"a": 1}}"#);
    assert_eq!(remove(FORMAT, text, &["o"]).unwrap(), "{}");
}

/// JSON texts with comments, odd spaces and every line end, that do not hold the key or item `x`.
fn odd_json() -> impl Strategy<Value = String> {
    let blank = || {
        prop_oneof![
            4 => Just(String::new()),
            3 => Just(" ".to_owned()),
            2 => Just("\n".to_owned()),
            2 => Just("\n  ".to_owned()),
            1 => Just("\r\n\t".to_owned()),
            1 => Just("  \t".to_owned()),
            1 => Just(" /* c, } */ ".to_owned()),
            1 => Just(" // c ]\n    ".to_owned()),
        ]
    };
    let leaf = prop_oneof![
        Just("1".to_owned()),
        Just("\"on\"".to_owned()),
        Just("\"a\\\"b\"".to_owned()),
        Just("{}".to_owned()),
        Just("[]".to_owned())
    ];
    let value = leaf.prop_recursive(3, 12, 4, move |inner| {
        let key = prop_oneof![Just("o"), Just("a"), Just("b"), Just("l")];
        let member = (key, blank(), blank(), inner.clone(), blank(), blank())
            .prop_map(|(key, one, two, value, three, four)| format!("{four}\"{key}\"{one}:{two}{value}{three}"));
        let item = (blank(), inner, blank()).prop_map(|(one, value, two)| format!("{one}{value}{two}"));
        let between = |open: char, parts: Vec<String>, inside: String, trailing: bool, close: char| {
            let comma = if trailing && !parts.is_empty() { "," } else { "" };
            format!("{open}{}{comma}{inside}{close}", parts.join(","))
        };
        let map = (proptest::collection::vec(member, 0..4), blank(), any::<bool>())
            .prop_map(move |(parts, inside, trailing)| between('{', parts, inside, trailing, '}'));
        let list = (proptest::collection::vec(item, 0..4), blank(), any::<bool>())
            .prop_map(move |(parts, inside, trailing)| between('[', parts, inside, trailing, ']'));
        prop_oneof![3 => map, 1 => list]
    });
    let mark = prop_oneof![4 => Just(""), 1 => Just("\u{feff}")];
    (mark, blank(), value, blank()).prop_map(|(mark, before, value, after)| format!("{mark}{before}{value}{after}"))
}

/// Lines of TOML or YAML in any number, with every line end.
fn odd_lines(lines: &'static [&'static str]) -> impl Strategy<Value = String> {
    let some = proptest::sample::subsequence(lines, 0..lines.len());
    let mark = prop_oneof![4 => Just(""), 1 => Just("\u{feff}")];
    (mark, some, prop_oneof![Just("\n"), Just("\r\n")], any::<bool>()).prop_map(|(mark, some, newline, is_ended)| {
        format!("{mark}{}{}", some.join(newline), if is_ended && !some.is_empty() { newline } else { "" })
    })
}

const TOML: &[&str] = &[
    "# c",
    "a = 1 # c",
    "p.q = { a = 'on',b = [ 1,2, ] }",
    "",
    "[o]",
    "a = 'on' # c, ]",
    "\ta = \"on\"",
    "l = [\"a\"] # c",
    "l = [",
    "  'a', # c",
    "\t'b'",
    "]",
    "  [ m ]  # c",
    "a = true",
    "[[o.n]] # c",
    "a = 'on'",
    "o = { a = 'on' , l = [] }",
    "[o.deep]",
    "b = 1",
    "",
];

const YAML: &[&str] = &[
    "# c",
    "a: 1 # c",
    "b: { a: on, b: [1,2] }",
    "",
    "o:",
    "  # c",
    "  a: on # c, ]",
    "  l: [a, 'b'] # c",
    "  l:",
    "  - a # c",
    "    - b",
    "  deep:",
    "    a: 'on'",
    "o: {a: on}",
    "m:",
    "\ta: 1",
    "    b: \"on\"",
    "",
    "# c",
];

fn odd_text() -> impl Strategy<Value = (Format, String)> {
    prop_oneof![
        4 => odd_json().prop_map(|text| (Format::JsonWithComments, text)),
        1 => odd_lines(TOML).prop_map(|text| (Format::Toml, text)),
        1 => odd_lines(YAML).prop_map(|text| (Format::Yaml, text)),
    ]
}

/// What a text says, with another value under keys that lead through mappings.
fn with(format: Format, text: &str, keys: &[&str], value: Option<Json>) -> Json {
    let mut all = format.parse(text).whole().map(|root| root.plain()).unwrap();
    let (last, above) = keys.split_last().unwrap();
    let mut inner = &mut all;
    for key in above {
        inner = inner.as_object_mut().unwrap().entry(*key).or_insert_with(|| json!({}));
    }
    match value {
        Some(value) => drop(inner.as_object_mut().unwrap().insert((*last).to_owned(), value)),
        None => drop(inner.as_object_mut().unwrap().shift_remove(*last)),
    }
    all
}

/// Whether a text is the old one again. An empty table of TOML looks as if it had been made for what was in it, and goes.
fn is_back(format: Format, text: &str, back: &str) -> bool {
    let rest = text.strip_prefix(back).map(str::trim);
    text == back || format == Format::Toml && rest.is_some_and(|rest| rest.starts_with('[') && rest.ends_with(']'))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_was_added_can_be_taken_away_exactly((format, text) in odd_text()) {
        for keys in [&["x"][..], &["o", "x"], &["o", "deep", "x"]] {
            let Ok(added) = set(format, &text, keys, &json!("off")) else { continue };
            prop_assert_eq!(format.parse(&added).whole().map(|root| root.plain()).unwrap(), with(format, &text, keys, Some(json!("off"))));
            let back = unset(format, &added, keys).unwrap().unwrap();
            let again = set(format, &back, keys, &json!("off")).unwrap();
            prop_assert!(is_back(format, &text, &back) && again == added, "{}\n{}", added, back);
        }
        for item in [json!("x"), json!({"name": "x"})] {
            let keys = ["o", "l"];
            let Ok(pushed) = push(format, &text, &keys, &item) else { continue };
            let items = find(format, &pushed, &keys).unwrap().unwrap().value;
            let last = (items.as_array().unwrap().len() - 1).to_string();
            let back = unset(format, &pushed, &["o", "l", &last]).unwrap().unwrap();
            let again = push(format, &back, &keys, &item).unwrap();
            prop_assert!(is_back(format, &text, &back) && again == pushed, "{}\n{}", pushed, back);
            if item.is_string() {
                prop_assert_eq!(pull(format, &pushed, &keys, &|name| name == "x").unwrap(), Some(back));
            }
        }
    }

    #[test]
    fn only_what_is_named_changes((format, text) in odd_text()) {
        for keys in [&["a"][..], &["o", "a"], &["o", "deep", "a"]] {
            let Ok(Some(old)) = find(format, &text, keys) else { continue };
            let Ok(changed) = set(format, &text, keys, &json!("off")) else { continue };
            let found = find(format, &changed, keys).unwrap().unwrap();
            prop_assert_eq!(&found.value, &json!("off"));
            prop_assert_eq!(&text[..old.span.start], &changed[..found.span.start]);
            prop_assert_eq!(&text[old.span.end..], &changed[found.span.end..]);
            prop_assert_eq!(format.parse(&changed).whole().map(|root| root.plain()).unwrap(), with(format, &text, keys, Some(json!("off"))));
        }
    }

    #[test]
    fn what_is_removed_is_all_that_goes((format, text) in odd_text()) {
        for keys in [&["a"][..], &["o", "a"], &["l"]] {
            let (Ok(Some(_)), Ok(removed)) = (find(format, &text, keys), remove(format, &text, keys)) else { continue };
            let left = format.parse(&removed).whole().map(|root| root.plain()).unwrap();
            let expected = with(format, &text, keys, None);
            // What held nothing else may go with it.
            let is_emptied = keys.len() > 1 && expected.get("o") == Some(&json!({})) && left.get("o").is_none();
            prop_assert!(left == expected || is_emptied, "{:?}\n{}\n{}", keys, text, removed);
            if format == Format::JsonWithComments {
                let root = format.parse(&text).root;
                let container = if keys.len() > 1 { &root.get("o").unwrap().value } else { &root };
                let gone = container.written().iter().filter(|member| member.key == *keys.last().unwrap());
                let comments = |text: &str| text.matches(" c").count();
                let gone: usize = gone.map(|member| comments(member.span().of(&text))).sum();
                prop_assert_eq!(comments(&removed) + gone, comments(&text), "{}\n{}", text, removed);
            }
        }
    }

    #[test]
    fn nothing_panics(text in "([{}\\[\\],:=#\"x o/*\n\\\\1-]|\u{feff}|\r\n|é){0,24}") {
        for format in [Format::Json, Format::JsonWithComments, Format::Toml, Format::Yaml] {
            let _ = set(format, &text, &["o", "x"], &json!("off"));
            let _ = unset(format, &text, &["o", "x"]);
            let _ = push(format, &text, &["o"], &json!({"name": "x"}));
            let _ = pull(format, &text, &["o"], &|_| true);
            let _ = remove(format, &text, &["o", "x"]);
        }
    }
}

/// Of two equal keys the last one goes behind a comment that would swallow what closes the container.
#[test]
fn a_comment_does_not_swallow_what_closes() {
    let text = "{\"o\":{\"a\":1, // c ]\n \"a\":1}, \"a\":{\n}}";
    let removed = remove(Format::JsonWithComments, text, &["o", "a"]).unwrap();
    let left = Format::JsonWithComments.parse(&removed).whole().map(|root| root.plain()).unwrap();
    assert_eq!(left, json!({"o": {}, "a": {}}), "{removed}");
    assert!(removed.contains("// c ]"), "{removed}");
}

#[test]
fn the_comment_in_an_object_outlives_its_only_key() {
    let removed = remove(Format::JsonWithComments, "{ // c ]\n    \"a\":1}", &["a"]).unwrap();
    assert_eq!(removed, "{ // c ]\n    }");
}

#[track_caller]
fn adds_table(before: &str, after: &str) {
    let keys = ["skills", "config"];
    let table = json!({"name": "x", "enabled": false});
    let pushed = push(Format::Toml, before, &keys, &table).unwrap();
    assert_eq!(pushed, after);
    let items = find(Format::Toml, &pushed, &keys).unwrap().unwrap().value;
    let index = (items.as_array().unwrap().len() - 1).to_string();
    let back = unset(Format::Toml, &pushed, &[&keys[..], &[&index]].concat()).unwrap();
    assert_eq!(back.as_deref(), Some(before), "the way back");
}

#[test]
fn blanks_behind_a_comment_stay() {
    for before in ["{// \n}", "{ // c \t\n}\n", "{\n  \"b\": 1 // c \n}"] {
        let added = set(FORMAT, before, &["a"], &json!("off")).unwrap();
        assert_eq!(unset(FORMAT, &added, &["a"]).unwrap().as_deref(), Some(before), "{added}");
    }
}

#[test]
fn mixed_line_ends_come_back() {
    for (format, before) in [(Format::Yaml, "\r\na:\n"), (Format::Toml, "\r\n[o]\n"), (Format::Toml, "\n[o]\r\n")] {
        let added = set(format, before, &["o", "x"], &json!("off")).unwrap();
        assert_eq!(unset(format, &added, &["o", "x"]).unwrap().as_deref(), Some(before), "{added:?}");
    }
}

#[test]
fn a_table_of_toml_goes_to_the_end() {
    let block = "[[skills.config]]\nname = \"x\"\nenabled = false";
    adds_table("", &format!("{block}\n"));
    adds_table("a = 1", &format!("a = 1\n\n{block}"));
    adds_table("a = 1 # c\n", &format!("a = 1 # c\n\n{block}\n"));
    adds_table("a = 1\n\n\n", &format!("a = 1\n\n\n\n{block}\n"));
    adds_table("a = 1\r\n", "a = 1\r\n\r\n[[skills.config]]\r\nname = \"x\"\r\nenabled = false\r\n");
    let other = "[[skills.config]]\npath = '/a'\nenabled = false\n[tui]\nx = 1\n";
    adds_table(other, &format!("{other}\n{block}\n"));
    adds_table(
        "[skills]\nconfig = [\n  { name = \"a\", enabled = true }, # c\n]\n",
        "[skills]\nconfig = [\n  { name = \"a\", enabled = true }, # c\n  { name = \"x\", enabled = false },\n]\n",
    );
    adds_table("skills.config = []\n", "skills.config = [{ name = \"x\", enabled = false }]\n");
    adds_table("skills = { config = [] } # c\n", "skills = { config = [{ name = \"x\", enabled = false }] } # c\n");
    let refused = |text: &str| push(Format::Toml, text, &["skills", "config"], &json!({})).unwrap_err();
    assert_eq!(
        refused("[skills.config]\nx = 1\n").in_file("f", ""),
        "f:1:1: `config` is a mapping, but a list is needed"
    );
    let broken = "a = 1\nb = = 2\n";
    assert!(refused(broken).in_file("f", broken).starts_with("f:2:"));
}

#[test]
fn a_switch_in_a_table_is_changed_in_its_place() {
    let keys = ["skills", "config", "0", "enabled"];
    for text in [
        "[[skills.config]]\nname = \"x\"\nenabled = true\n",
        "[[skills.config]]\r\nname = \"x\"\r\nenabled =   true # why\r\n\r\n[tui]\r\n",
        "[skills]\nconfig = [{name=\"x\", enabled=true}]\n",
    ] {
        assert_eq!(set(Format::Toml, text, &keys, &json!(false)).unwrap(), text.replace("true", "false"));
    }
}

#[test]
fn a_table_never_goes_without_its_keys() {
    let text = "[a]\nx = 1\n[o]\ny = 1\n";
    assert_eq!(remove(Format::Toml, text, &["o", "y"]).unwrap(), "[a]\nx = 1\n[o]\n");
    assert_eq!(remove(Format::Toml, text, &["a"]).unwrap(), "[o]\ny = 1\n");
    let block = "p: 1\no:\n  # c\n  x: 1\n";
    assert_eq!(remove(Format::Yaml, block, &["o", "x"]).unwrap(), "p: 1\n");
}

#[test]
fn the_quotes_of_the_old_value_stay() {
    let changed = |format: Format, text: &str| set(format, text, &["x"], &json!("off")).unwrap();
    assert_eq!(changed(Format::Toml, "x = 'on'\n"), "x = 'off'\n");
    assert_eq!(changed(Format::Toml, "x = \'\'\'on\'\'\'\n"), "x = \"off\"\n");
    assert_eq!(changed(Format::Yaml, "x: 'on'\n"), "x: 'off'\n");
}

#[test]
fn keys_of_toml_and_yaml() {
    let round = |format: Format, before: &str, keys: &[&str], after: &str| {
        let added = set(format, before, keys, &json!("off")).unwrap();
        assert_eq!(added, after);
        assert_eq!(unset(format, &added, keys).unwrap().as_deref(), Some(before), "the way back");
    };
    round(Format::Toml, "a = 1\n[o]\ny = 2 # c\n[p]\n", &["o", "x"], "a = 1\n[o]\ny = 2 # c\nx = \"off\"\n[p]\n");
    round(Format::Toml, "a = 1\n[p]\n", &["x"], "a = 1\nx = \"off\"\n[p]\n");
    round(Format::Toml, "# c\n[p]\n", &["x"], "x = \"off\"\n# c\n[p]\n");
    round(Format::Toml, "\u{feff}# c\n[p]\n", &["x"], "\u{feff}x = \"off\"\n# c\n[p]\n");
    round(Format::Toml, "a = 1\n", &["o", "x y"], "a = 1\n\n[o]\n\"x y\" = \"off\"\n");
    round(Format::Toml, "o = { a = 1 }\n", &["o", "x"], "o = { a = 1, x = \"off\" }\n");
    round(Format::Yaml, "", &["o", "x"], "o:\n  x: \"off\"\n");
    round(Format::Yaml, "# c\na: 1 # d\n", &["o", "x"], "# c\na: 1 # d\no:\n  x: \"off\"\n");
    round(Format::Yaml, "o:\n    y: 1 # c\n# d\np: 2\n", &["o", "x"], "o:\n    y: 1 # c\n    x: \"off\"\n# d\np: 2\n");
    round(Format::Yaml, "o: {y: 1}\n", &["o", "x"], "o: {y: 1, \"x\": \"off\"}\n");
    round(Format::Yaml, "a: 1\r\n", &["x"], "a: 1\r\nx: \"off\"\r\n");
    let list = "skills:\n  off:\n  - a # why\n  - b\nz: 1\n";
    let pushed = push(Format::Yaml, list, &["skills", "off"], &json!("x")).unwrap();
    assert_eq!(pushed, "skills:\n  off:\n  - a # why\n  - b\n  - x\nz: 1\n");
    assert_eq!(pull(Format::Yaml, &pushed, &["skills", "off"], &|it| it == "x").unwrap().as_deref(), Some(list));
    let changed = set(Format::Yaml, "o:\n  x: on # c\n  y: 1\n", &["o", "x"], &json!("off")).unwrap();
    assert_eq!(changed, "o:\n  x: off # c\n  y: 1\n");
    let broken = set(Format::Yaml, "a: [\n", &["x"], &json!(1)).unwrap_err();
    assert_eq!(broken.message, "this is not valid YAML");
}

#[test]
fn a_comment_never_swallows_what_closes_a_container() {
    let text = "{\"a\": 1, // c\n \"x\": 2}";
    assert_eq!(remove(Format::JsonWithComments, text, &["x"]).unwrap(), "{\"a\": 1 // c\n }");
}

#[test]
fn a_text_of_comments_alone_comes_back() {
    for before in ["// mine\n", "/* a */", "\u{feff}// a\r\n// b", "\n  // c\n"] {
        let added = set(FORMAT, before, &["skills", "x"], &json!("off")).unwrap();
        assert_eq!(unset(FORMAT, &added, &["skills", "x"]).unwrap().as_deref(), Some(before));
    }
}

#[test]
fn a_table_of_toml_goes_alone_and_whole() {
    let text =
        "a = 1\n\n[[skills]]\nname = \"x\"\n\n[[skills]]\nname = \"y\"\n[skills.more]\nb = 2\n\n[other]\nc = 3\n";
    let first = "a = 1\n\n[[skills]]\nname = \"y\"\n[skills.more]\nb = 2\n\n[other]\nc = 3\n";
    assert_eq!(remove(Format::Toml, text, &["skills", "0"]).unwrap(), first);
    assert_eq!(
        remove(Format::Toml, text, &["skills", "1"]).unwrap(),
        "a = 1\n\n[[skills]]\nname = \"x\"\n\n[other]\nc = 3\n"
    );
    assert_eq!(remove(Format::Toml, first, &["skills", "0"]).unwrap(), "a = 1\n\n[other]\nc = 3\n");
}

#[test]
fn a_key_of_yaml_may_begin_with_a_bracket() {
    let item = serde_json::json!({"name": "z", "enabled": false});
    let text = "{}: c";
    let more = push(Format::Yaml, text, &["a"], &item).unwrap();
    assert_eq!(unset(Format::Yaml, &more, &["a", "0"]).unwrap().as_deref(), Some(text), "{more}");
}
