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
fn an_item_comes_back_to_where_it_stood() {
    let keys = ["l"];
    for text in [
        r#"{"l": ["a", "x", "b"]}"#,
        r#"{"l": ["x", "b"]}"#,
        r#"{"l": ["x"]}"#,
        "{\"l\": [\n  \"a\",\n  \"x\",\n  \"b\"\n]}",
        "{\"l\": [\n  \"x\",\n  \"b\"\n]}",
        "{\"l\": [\n  \"a\",\n  \"x\", // why\n  \"b\"\n]}",
        "{\"l\": [\r\n  \"x\"\r\n], \"m\": 1}",
        "{\"l\": [\n  \"x\"\n]}",
        "{\"l\": [\n  \"a\",\n  \"x\",\n]}",
        r#"{"l":["a","x","b"]}"#,
        r#"{"l":["x","b"]}"#,
        r#"{"l":["x","b","c"]}"#,
        r#"{"l": [ "a", "x", "b" ]}"#,
        "{\"l\": [\n\t\"a\", // A\n\t// about x\n\t\"x\" // X\n]}",
        r#"{"l": ["x" , "b"]}"#,
        r#"{"l": ["x" /* why */, "b"]}"#,
        r#"{"l": ["a", "x" /* why */, "b"]}"#,
        r#"{"l": ["a", "x" /* why */]}"#,
        r#"{"l": ["a", "x" /* why */,]}"#,
        r#"{"l": ["x" /* why */,]}"#,
        "{\"l\": [\n  \"x\" // why, see #12\n  , \"b\"\n]}",
        "{\"l\": [\n  \"a\" // A\n  , \"x\" // why\n  , \"b\"\n]}",
        "{\"l\": [\n  \"a\" // A\n  , \"x\" // why\n]}",
    ] {
        let pulled = pull(FORMAT, text, &keys, &|name| name == "x").unwrap().unwrap();
        assert_eq!(pulled.contains("why"), text.contains("why"), "{pulled}");
        assert!(find(FORMAT, &pulled, &keys).unwrap().is_none_or(|list| !list.value.to_string().contains('x')));
        assert_eq!(push(FORMAT, &pulled, &keys, &json!("x")).unwrap(), text, "{pulled}");
    }
    let all = pull(FORMAT, r#"{"l": ["x", "a", "x"]}"#, &keys, &|name| name == "x").unwrap().unwrap();
    assert_eq!(all, "{\"l\": [ \t \"a\"]}");
    assert_eq!(pull(FORMAT, r#"{"l": ["a"]}"#, &keys, &|name| name == "x").unwrap(), None);
}

#[test]
fn a_value_that_was_there_is_changed_in_its_place_and_back() {
    let keys = ["o", "x"];
    for text in [
        r#"{"o": {"x": "on"}}"#,
        r#"{"o": {"x": "on", "a": 1}}"#,
        r#"{"o": {"x":   "on" /* c */}, "a": 1}"#,
        "{\n  \"o\": {\n    \"x\": \"on\"\n  }\n}\n",
        "{\n  \"o\": {\n    \"x\":  \"on\"\n  }\n}\n",
    ] {
        let off = change(FORMAT, text, &keys, &json!("off"), Weight::Needed).unwrap();
        assert_eq!(find(FORMAT, &off, &keys).unwrap().unwrap().value, json!("off"));
        assert_eq!(change(FORMAT, &off, &keys, &json!("on"), Weight::Redundant).unwrap(), text, "{off}");
    }
    let off = "{\n  \"o\": {\n    \"x\": \"off\"\n  }\n}\n";
    let on = change(FORMAT, off, &keys, &json!("on"), Weight::Redundant).unwrap();
    assert_eq!(on, "{}\n");
    assert_eq!(change(FORMAT, &on, &keys, &json!("off"), Weight::Needed).unwrap(), off);
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
fn odd_text() -> impl Strategy<Value = String> {
    let blank = || {
        prop_oneof![
            4 => Just(String::new()),
            3 => Just(" ".to_owned()),
            2 => Just("\n".to_owned()),
            2 => Just("\n  ".to_owned()),
            1 => Just("\r\n\t".to_owned()),
            1 => Just("  ".to_owned()),
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
        let member = (key, blank(), blank(), inner.clone(), blank(), blank());
        let map = (proptest::collection::vec(member, 0..4), blank(), any::<bool>()).prop_map(
            |(members, inside, trailing)| {
                let mut seen = Vec::new();
                let mut parts = Vec::new();
                for (key, one, two, value, three, four) in members {
                    if !seen.contains(&key) {
                        seen.push(key);
                        parts.push(format!("{four}\"{key}\"{one}:{two}{value}{three}"));
                    }
                }
                let comma = if trailing && !parts.is_empty() { "," } else { "" };
                format!("{{{}{comma}{inside}}}", parts.join(","))
            },
        );
        let item = (inner, blank(), blank());
        let list = (proptest::collection::vec(item, 0..4), blank()).prop_map(|(items, inside)| {
            let parts: Vec<String> = items.into_iter().map(|(value, one, two)| format!("{one}{value}{two}")).collect();
            format!("[{}{inside}]", parts.join(","))
        });
        prop_oneof![3 => map, 1 => list]
    });
    (blank(), value, blank()).prop_map(|(before, value, after)| format!("{before}{value}{after}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn what_was_added_can_be_taken_away_exactly(text in odd_text()) {
        if let Ok(added) = set(FORMAT, &text, &["o", "x"], &json!("off")) {
            prop_assert_eq!(find(FORMAT, &added, &["o", "x"]).unwrap().unwrap().value, json!("off"));
            prop_assert_eq!(unset(FORMAT, &added, &["o", "x"]).unwrap(), Some(text.clone()), "{}", added);
        }
        if let Ok(pushed) = push(FORMAT, &text, &["o", "l"], &json!("x")) {
            let back = pull(FORMAT, &pushed, &["o", "l"], &|name| name == "x").unwrap();
            prop_assert_eq!(back, Some(text.clone()), "{}", pushed);
        }
    }

    #[test]
    fn what_was_changed_changes_back(text in odd_text()) {
        let keys = ["o", "a"];
        let old = find(FORMAT, &text, &keys).ok().flatten().filter(|found| found.value == json!("on"));
        if old.is_some() {
            let off = change(FORMAT, &text, &keys, &json!("off"), Weight::Needed).unwrap();
            prop_assert_eq!(change(FORMAT, &off, &keys, &json!("on"), Weight::Redundant).unwrap(), text);
        }
    }

    #[test]
    fn nothing_panics(text in "[{}\\[\\],:=#\"x o/*\\n\\\\1-]{0,24}") {
        let _ = set(FORMAT, &text, &["o", "x"], &json!("off"));
        let _ = unset(FORMAT, &text, &["o", "x"]);
        let _ = pull(FORMAT, &text, &["o"], &|_| true);
        let _ = remove(Format::Json, &text, &["o", "x"]);
        for format in [Format::Toml, Format::Yaml] {
            let _ = set(format, &text, &["o", "x"], &json!("off"));
            let _ = change(format, &text, &["o"], &json!("off"), Weight::Redundant);
            let _ = push(format, &text, &["o"], &json!({"name": "x"}));
            let _ = pull(format, &text, &["o"], &|_| true);
            let _ = remove(format, &text, &["o", "x"]);
        }
    }
}

#[track_caller]
fn adds_table(before: &str, after: &str) {
    let keys = ["skills", "config"];
    let table = json!({"name": "x", "enabled": false});
    let pushed = push(Format::Toml, before, &keys, &table).unwrap();
    assert_eq!(pushed, after);
    let items = find(Format::Toml, &pushed, &keys).unwrap().unwrap().value;
    let index = items.as_array().unwrap().len() - 1;
    assert_eq!(without_item(Format::Toml, &pushed, &keys, index).unwrap().as_deref(), Some(before), "the way back");
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
fn a_switch_in_a_table_changes_and_changes_back() {
    let keys = ["skills", "config", "0", "enabled"];
    for text in [
        "[[skills.config]]\nname = \"x\"\nenabled = true\n",
        "[[skills.config]]\nname = \"x\"\nenabled =   true # why\n\n[tui]\n",
        "[skills]\nconfig = [{name=\"x\", enabled=true}]\n",
    ] {
        let off = change_in_item(Format::Toml, text, &keys, 3, &json!(false), Weight::Needed).unwrap();
        assert_ne!(off, text);
        let on = change_in_item(Format::Toml, &off, &keys, 3, &json!(true), Weight::Redundant).unwrap();
        assert_eq!(on, text, "{off}");
    }
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
    let changed =
        change(Format::Yaml, "o:\n  x: on # c\n  y: 1\n", &["o", "x"], &json!("off"), Weight::Needed).unwrap();
    assert_eq!(changed, "o:\n  x: off # c\n  y: 1\n");
    let broken = set(Format::Yaml, "a: [\n", &["x"], &json!(1)).unwrap_err();
    assert_eq!(broken.message, "this is not valid YAML");
}

#[test]
fn a_comment_never_swallows_what_closes_a_container() {
    let text = "{\"a\": 1, // c\n \"x\": 2}";
    let refusal = remove(Format::JsonWithComments, text, &["x"]).unwrap_err();
    assert_eq!(refusal.message, "`x` cannot be removed here");
}
