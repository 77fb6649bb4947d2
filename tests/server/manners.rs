//! What a client may do wrong, and what is none of our business.

use std::time::Duration;

use serde_json::{Value, json};

use crate::server::client::{Client, Tree, codes};

const SHOP: &str = "
    //- home/shop/.claude/skills/pdf/SKILL.md
    ---
    name: pdf
    description: Reads PDF files. Use when a PDF is to be read.
    ---
    Read it.
    //- home/shop/README.md
    # Shop
    ";

fn shop() -> (Tree, Client, String) {
    let tree = Tree::new(SHOP);
    let client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.claude/skills/pdf/SKILL.md");
    (tree, client, uri)
}

/// Every request about a place in a document.
const AT_A_PLACE: &[&str] = &[
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
];

/// Every request about a whole document.
const OF_A_DOCUMENT: &[&str] = &[
    "textDocument/documentSymbol",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
];

#[test]
fn other_markdown_is_none_of_our_business() {
    let (tree, mut client, _) = shop();
    let readme = tree.uri("home/shop/README.md");
    client.open(&readme, "---\nname: [\n---\n# Shop /pdf\n");
    for method in AT_A_PLACE {
        let answer = client.at(method, &readme, 1, 3).unwrap();
        let is_empty = answer.is_null() || answer.as_array().is_some_and(Vec::is_empty);
        assert!(is_empty, "{method}: {answer}");
    }
    for method in OF_A_DOCUMENT {
        let answer = client.request(method, json!({"textDocument": {"uri": readme}})).unwrap();
        let is_empty = answer.is_null() || answer.as_array().is_some_and(Vec::is_empty) || answer["data"] == json!([]);
        assert!(is_empty, "{method}: {answer}");
    }
    client.listen_for(Duration::from_millis(400));
    assert!(!client.published.contains_key(&readme));
}

#[test]
fn positions_that_are_not_there_are_taken_for_the_nearest() {
    let (_tree, mut client, uri) = shop();
    client.open(&uri, "---\nname: pdf\ndescription: Reads 漢字😀.\n---\nRead it.\n");
    for (line, character) in [(0, 9_999), (99, 0), (2, 4_294_967_295_usize), (4_294_967_295, 4_294_967_295), (2, 22)] {
        for method in AT_A_PLACE {
            // No answer may be an internal error; a refusal with a reason is fine.
            if let Err(error) = client.at(method, &uri, line, character) {
                assert_ne!(error["code"], -32603, "{method} at {line}:{character}: {error}");
            }
        }
    }
    let backwards = json!({"start": {"line": 9, "character": 9}, "end": {"line": 1, "character": 6}});
    client.change_with(&uri, 2, json!([{"range": backwards, "text": "x"}]));
    client.diagnostics(&uri, 2);
    assert!(client.shut_down().success());
}

#[test]
fn what_is_not_json_gets_an_error_and_the_next_message_an_answer() {
    let (_tree, mut client, uri) = shop();
    client.send_bytes(b"Content-Length: 9\r\n\r\n{\"jsonrpc");
    client.send_bytes(b"Content-Length: 2\r\n\r\n[]");
    client.send_bytes(b"Content-Length: 35\r\n\r\n{\"jsonrpc\": \"2.0\", \"id\": {\"no\": 1}}");
    client.open(&uri, "---\nname: pdf\ndescription: Use when: it breaks\n---\nRead it.\n");
    assert_eq!(codes(&client.diagnostics(&uri, 1)), ["2: yaml-syntax"]);
}

/// The library reads some hundred levels, and would end the conversation at the next.
#[test]
fn a_message_of_any_depth_costs_one_answer() {
    let (_tree, mut client, uri) = shop();
    for depth in [100, 124, 125, 126, 127, 128, 129, 5_000, 1_000_000] {
        let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        for params in [nested("[", "]"), nested(r#"{"a":"#, "}"), nested(r#"[{"a":"#, "}]")] {
            client.send_text(&format!(r#"{{"jsonrpc":"2.0","id":-7,"method":"x","params":{params}}}"#));
            let code = client.answer(-7).unwrap_err()["code"].clone();
            assert!(code == -32601 || code == -32600, "{depth}: {code}");
        }
        let list = nested("[", "]");
        client.send_text(&format!(r#"{{"jsonrpc":"2.0","id":{list},"method":"x"}}"#));
        assert_eq!(client.answer(Value::Null).unwrap_err()["code"], -32600);
        client.send_text(&list);
        assert_eq!(client.answer(Value::Null).unwrap_err()["code"], -32600);
        client.send_text(&"[".repeat(depth));
        assert_eq!(client.answer(Value::Null).unwrap_err()["code"], -32700);
        // What is no request may be carried, and is answered to nobody: before the next, which is refused wherever it is.
        client.send_text(&format!(r#"{{"jsonrpc":"2.0","id":12345,"result":{list}}}"#));
        client.send_text(&format!(r#"{{"jsonrpc":"2.0","id":-7,"method":"x","else":{list}}}"#));
        client.answer(-7).unwrap_err();
        client.unread.clear();
        client.request("workspace/symbol", json!({"query": "x"})).unwrap();
    }
    for strange in [r#""\ud800""#, "1e999", r#"{"a":1},"params":{}"#] {
        client.send_text(&format!(r#"{{"jsonrpc":"2.0","id":-8,"method":"x","params":{strange}}}"#));
        assert_eq!(client.answer(-8).unwrap_err()["code"], -32600, "{strange}");
    }
    client.open(&uri, "---\nname: pdf\ndescription: Use when: it breaks\n---\nRead it.\n");
    assert_eq!(codes(&client.diagnostics(&uri, 1)), ["2: yaml-syntax"]);
    assert!(client.shut_down().success());
}

#[test]
fn it_begins_once() {
    let (tree, mut client, _) = shop();
    let before = client.burden();
    let registered = client.count("client/registerCapability");
    for _ in 0..40 {
        client.notify("initialized", json!({}));
        let error = client.request("initialize", json!({"rootUri": tree.uri("home"), "capabilities": {}})).unwrap_err();
        assert_eq!(error["code"], -32600);
    }
    client.listen_for(Duration::from_millis(300));
    assert_eq!(client.count("client/registerCapability"), registered);
    let after = client.burden();
    assert!(after.0 <= before.0 + 4 && after.1 <= before.1, "threads and files: {before:?}, then {after:?}");
    assert!(client.shut_down().success());
}

#[test]
fn an_unknown_method_is_refused_by_its_name() {
    let (_tree, mut client, _) = shop();
    let error = client.request("textDocument/fly", json!({})).unwrap_err();
    assert_eq!(error["code"], -32601);
    client.notify("textDocument/didFly", json!({}));
    client.notify("$/neverMind", json!({}));
    assert_eq!(client.request("$/neverMind", json!({})).unwrap_err()["code"], -32601);
    let error = client.request("textDocument/hover", json!({"textDocument": 7})).unwrap_err();
    assert_eq!(error["code"], -32602);
    assert!(client.shut_down().success());
}

#[test]
fn nothing_is_answered_before_the_handshake_and_after_the_farewell() {
    let tree = Tree::new(SHOP);
    let mut client = Client::start(&tree);
    let hover = json!({"textDocument": {"uri": "file:///x/SKILL.md"}, "position": {"line": 0, "character": 0}});
    assert_eq!(client.request("textDocument/hover", hover.clone()).unwrap_err()["code"], -32002);
    client.shake_hands(&tree, json!({}));
    client.request("shutdown", Value::Null).unwrap();
    assert_eq!(client.request("textDocument/hover", hover).unwrap_err()["code"], -32600);
    client.notify("exit", Value::Null);
    assert!(client.ended().success());
}

#[test]
fn a_request_can_be_taken_back() {
    let (_tree, mut client, uri) = shop();
    client.open(&uri, "---\nname: pdf\ndescription: Reads it.\n---\nRead it.\n");
    let hover = json!({"textDocument": {"uri": uri}, "position": {"line": 1, "character": 7}});
    let ids: Vec<i64> = (0..200).map(|_| client.ask("textDocument/hover", hover.clone())).collect();
    for id in &ids {
        client.notify("$/cancelRequest", json!({"id": id}));
    }
    for id in ids {
        // Answered before it was taken back, or not at all: never lost.
        if let Err(error) = client.answer(id) {
            assert_eq!(error["code"], -32800);
        }
    }
    assert!(client.shut_down().success());
}

#[test]
fn a_huge_document_is_carried() {
    let (_tree, mut client, uri) = shop();
    let body = "Read [the guide](guide.md) with /pdf and $ARGUMENTS.\n".repeat(40_000);
    client.open(&uri, &format!("---\nname: pdf\ndescription: Use when: it breaks\n---\n{body}"));
    let found = client.diagnostics(&uri, 1);
    assert!(found.iter().any(|it| it["code"] == "yaml-syntax"), "{} findings", found.len());
    for version in 2..12 {
        let at = json!({"line": 20_000, "character": 0});
        client.change_with(&uri, version, json!([{"range": {"start": at, "end": at}, "text": "x"}]));
    }
    client.diagnostics(&uri, 11);
    assert!(client.shut_down().success());
}

#[test]
fn addresses_that_are_no_files_are_passed_over() {
    let (_tree, mut client, _) = shop();
    for uri in
        ["untitled:Untitled-1", "git:/x/SKILL.md", "file:///%FF%FE/SKILL.md", "vscode-notebook-cell:/x/SKILL.md#1"]
    {
        client.open(uri, "---\nname: [\n---\n");
        client.change(uri, 2, "x");
        client.close(uri);
    }
    assert!(client.shut_down().success());
}
