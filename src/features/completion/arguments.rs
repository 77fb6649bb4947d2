//! Names for arguments, from what the body uses and the hint shows; and a hint that shows the declared ones.

use crate::document::arguments::declared;
use crate::document::body::PlaceholderKind;
use crate::features::Context;
use crate::features::completion::list::{Between, slot};
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::{Completion, Kind};

/// The names that the body uses, or the hint shows, and that are not declared yet.
pub(super) fn names(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let document = context.document;
    let Some(slot) = slot(&document.text, spot, Between::Blanks) else { return Vec::new() };
    let there: Vec<String> =
        declared(document).into_iter().filter(|it| !it.span.touches(spot.offset)).map(|it| it.name).collect();
    let mut found: Vec<(String, &str)> = Vec::new();
    let mut add = |name: &str, detail: &'static str| {
        let is_known = there.iter().any(|it| it == name) || found.iter().any(|(it, _)| it == name);
        if !is_known && is_name(name) {
            found.push((name.to_owned(), detail));
        }
    };
    for placeholder in document.body.placeholders.iter().filter(|it| !it.in_code) {
        if let PlaceholderKind::Named(name) = &placeholder.kind
            && name.starts_with(|first: char| first.is_ascii_lowercase())
        {
            add(name, "used in the body");
        }
    }
    let hint = document.scalar("argument-hint").unwrap_or_default();
    for group in hint.split(['[', ']', '<', '>']) {
        add(group.trim().trim_end_matches("...").trim_end_matches('?'), "shown by the hint");
    }
    let item = |(name, detail): &(String, &str)| Completion {
        detail: (*detail).to_owned(),
        ..slot.completion(name, name, Kind::Value)
    };
    found.iter().map(item).collect()
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'))
}

/// Hints made of the declared arguments.
pub(super) fn hints(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let text = &context.document.text;
    let names: Vec<String> = declared(context.document).into_iter().map(|argument| argument.name).collect();
    let before = spot.before(text);
    let written = before.trim_start_matches([' ', '\t']);
    let quote = written.chars().next().filter(|first| matches!(first, '"' | '\''));
    let typed = written.get(quote.map_or(0, char::len_utf8)..).unwrap_or_default();
    if names.is_empty() || before.contains(['\n', '\r']) || quote.is_some_and(|quote| typed.contains(quote)) {
        return Vec::new();
    }
    let rest = crate::document::lines::line_at(text, spot.offset);
    let rest = text.get(spot.offset..rest.end).unwrap_or_default();
    let length = quote.and_then(|quote| rest.find(quote)).unwrap_or(rest.trim_end().len());
    let word = crate::text::Span::new(spot.offset - typed.len(), spot.offset + length);
    let hint = |open: &str, close: &str| -> String {
        names.iter().map(|name| format!("{open}{name}{close}")).collect::<Vec<_>>().join(" ")
    };
    let blank = if before.is_empty() { " " } else { "" };
    let item = |hint: String| {
        let text = if quote.is_some() { format!("{blank}{hint}") } else { format!("{blank}\"{hint}\"") };
        Completion { text, detail: "the declared arguments".to_owned(), ..Completion::plain(hint, Kind::Value, word) }
    };
    vec![item(hint("[", "]")), item(hint("<", ">"))]
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, labels, offers};

    fn fixture(line: &str, body: &str) -> String {
        format!(
            "//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\n{line}\nlicense: MIT\n---\n{body}\n"
        )
    }

    fn with(line: &str, label: &str) -> String {
        let text = after(&fixture(line, "Fix $issue on $branch."), label);
        text.trim_start_matches("---\n").split("\nlicense").next().unwrap_or_default().to_owned()
    }

    #[test]
    fn names_that_the_body_uses() {
        let body = "Fix $issue on $branch, $issue.\n\n```\n$shell\n```";
        assert_eq!(offers(&fixture("arguments: $0", body)), "\nissue — used in the body\nbranch — used in the body");
        assert_eq!(labels(&fixture("arguments: [issue, $0]", body)), ["branch"]);
        assert_eq!(labels(&fixture("argument-hint: <file> [to-do?] [a b]\narguments: $0", "")), ["file", "to-do"]);
    }

    #[test]
    fn names_in_every_form() {
        assert_eq!(with("arguments:$0", "issue"), "arguments: issue");
        assert_eq!(with("arguments: issue br$0", "branch"), "arguments: issue branch");
        assert_eq!(with("arguments: issue br$0an", "branch"), "arguments: issue branch");
        assert_eq!(with("arguments: [issue,$0]", "branch"), "arguments: [issue, branch]");
        assert_eq!(with("arguments: [issue, \"b$0\"]", "branch"), "arguments: [issue, \"branch\"]");
        assert_eq!(with("arguments: \"issue b$0\"", "branch"), "arguments: \"issue branch\"");
        assert_eq!(with("arguments:\n  - issue\n  - b$0", "branch"), "arguments:\n  - issue\n  - branch");
        assert_eq!(with("arguments:\n  - issue\n  $0", "branch"), "arguments:\n  - issue\n  - branch");
        assert_eq!(with("arguments:\n  -$0", "branch"), "arguments:\n  - branch");
        for line in
            ["arguments: [issue] $0", "arguments: \"issue\" $0", "arguments: x # $0", "arguments:\n  - \"x\" $0"]
        {
            assert_eq!(labels(&fixture(line, "Fix $branch.")), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn a_hint_of_the_declared_arguments() {
        let hint = |line: &str| fixture(&format!("arguments: [issue, branch]\n{line}"), "");
        assert_eq!(labels(&hint("argument-hint: $0")), ["[issue] [branch]", "<issue> <branch>"]);
        let text = after(&hint("argument-hint:$0"), "[issue] [branch]");
        assert!(text.contains("\nargument-hint: \"[issue] [branch]\"\n"), "{text}");
        let text = after(&hint("argument-hint: \"[is$0sue]\""), "<issue> <branch>");
        assert!(text.contains("\nargument-hint: \"<issue> <branch>\"\n"), "{text}");
        assert_eq!(labels(&fixture("argument-hint: $0", "")), Vec::<String>::new());
    }
}
