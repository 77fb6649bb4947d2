//! The MCP servers of a package.

use crate::catalog::manifest::address::{is_address, scheme_and_host};
use crate::catalog::manifest::form::{Form, Kind, Least, Object, Others};
use crate::catalog::manifest::keys::may;
use crate::settings::Node;

/// What may stand in a server.
pub(super) static SERVER: Object = Object {
    base: None,
    keys: &[
        may(
            "type",
            Form::Word(&["stdio", "http", "sse", "streamable-http", "ws"]),
            "How the agent speaks with it; `stdio` unless said otherwise.",
        ),
        may("command", Form::Text, "The program that is the server."),
        may("args", Form::List(&Form::Text), "Arguments of the program."),
        may("env", Form::Anything, "Environment variables of the program."),
        may("url", Form::Text, "The address of a server elsewhere."),
        may("headers", Form::Anything, "Headers that are sent with every request."),
        may("timeout", Form::Number(Least::Whole(1)), "After so many milliseconds a call is given up."),
    ],
    others: Others::Free,
};

/// What is wrong with the path of a file of servers: JSON, or a bundle, which may lie elsewhere.
pub(super) fn wrong_in_server_file(node: &Node) -> Option<String> {
    let text = node.text()?;
    let is_bundle = [".mcpb", ".dxt"].iter().any(|it| text.ends_with(it));
    if is_bundle && (text.starts_with("./") || is_address(text)) {
        return None;
    }
    if !text.starts_with("./") {
        return Some(format!("is `{text}`, but a path begins with `./`"));
    }
    (!text.ends_with(".json")).then(|| format!("is `{text}`, but must be a `.json` file or a bundle"))
}

/// What is wrong with a server.
pub(super) fn wrong_in_server(node: &Node) -> Option<String> {
    let has = |key: &str| node.get(key).is_some();
    let kind = match node.get("type").map(|it| it.value.text()) {
        None => "stdio",
        Some(Some(kind)) => kind,
        Some(None) => return Some("has a `type` that is not text".to_owned()),
    };
    let wrong = match kind {
        "stdio" => is_not(node, "command", Kind::Text, true)
            .or_else(|| {
                let is_empty = node.get("command").and_then(|it| it.value.text()) == Some("");
                is_empty.then(|| "has an empty `command`".to_owned())
            })
            .or_else(|| is_not_texts(node, "args")),
        "http" | "sse" | "streamable-http" | "ws" => is_not(node, "url", Kind::Text, true)
            .or_else(|| is_not_texts(node, "headers"))
            .or_else(|| is_not(node, "headersHelper", Kind::Text, false))
            .or_else(|| is_not(node, "oauth", Kind::Object, false)),
        "sse-ide" | "ws-ide" => is_not(node, "url", Kind::Text, true),
        "sdk" => is_not(node, "name", Kind::Text, true),
        _ => return Some(format!("has the `type` `{kind}`, which is none")),
    };
    let wrong = wrong.or_else(|| if kind == "stdio" { is_not_texts(node, "env") } else { None });
    let wrong = wrong.or_else(|| {
        let number = node.get("timeout")?.value.plain();
        let is_right = number.as_f64().is_some_and(|it| it > 0.0 && it.fract() == 0.0);
        (!is_right).then(|| "has a `timeout` that is no whole number above zero".to_owned())
    });
    // The kind is left out more often than anything else.
    match wrong {
        Some(_) if has("url") && !has("command") && !has("type") => {
            Some("has a `url`, but no `type` such as `http`".to_owned())
        }
        wrong => wrong,
    }
}

fn is_not(node: &Node, key: &str, kind: Kind, needed: bool) -> Option<String> {
    match node.get(key) {
        None => needed.then(|| format!("has no `{key}`")),
        Some(member) => (Kind::of(&member.value) != kind).then(|| format!("has a `{key}` that is not {}", kind.word())),
    }
}

/// A list of texts under `args`, an object of texts under the others.
fn is_not_texts(node: &Node, key: &str) -> Option<String> {
    let value = &node.get(key)?.value;
    let kind = if key == "args" { Kind::List } else { Kind::Object };
    let members = value.members();
    let mut inside = value.items().iter().chain(members.iter().map(|member| &member.value));
    let is_right = Kind::of(value) == kind && inside.all(|it| it.text().is_some());
    (!is_right).then(|| {
        format!("has `{key}` that {}", if key == "args" { "is no list of texts" } else { "is no object of texts" })
    })
}

/// What a host says of the address of a server: one that it never reaches is told apart from one that is not safe.
pub(super) enum Reached {
    /// Never.
    Never,
    /// Without encryption.
    InTheClear,
}

/// What is wrong with the address of a server; nothing of one that is filled in later.
pub(super) fn reached(url: &str) -> Option<Reached> {
    if url.is_empty() || url.contains("${") {
        return None;
    }
    if !is_address(url) {
        return Some(Reached::Never);
    }
    let (scheme, host) = scheme_and_host(url)?;
    let is_near = host == "localhost" || host.ends_with(".localhost") || host == "127.0.0.1" || host == "::1";
    (matches!(&*scheme, "http" | "ws") && !is_near).then_some(Reached::InTheClear)
}
