//! What may stand in the hooks of a skill: events, the keys below them, types, matchers and other values.

use crate::features::Context;
use crate::features::completion::inner::{At, Inner, Step, inner};
use crate::features::completion::spot::ValueSpot;
use crate::features::completion::{Completion, Documentation, Kind, choice, escaped, names_of, told_by};
use crate::hosts::{FieldKind, HookKey, HookRule, Host};
use crate::knowledge::fields::fact;
use crate::text::Span;
use crate::words::{add_new, add_to};

/// Whether a host that the author writes for reads hooks.
pub(super) fn is_read(context: &Context<'_>, key: &str) -> bool {
    key == "hooks" && !readers(context).is_empty()
}

fn readers<'a>(context: &Context<'a>) -> Vec<&'a Host> {
    context.hosts.iter().map(AsRef::as_ref).filter(|host| fact(host, "hooks").is_some()).collect()
}

/// What may stand at the cursor.
pub(super) fn hooks(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let text = &context.document.text;
    let Some(inner) = inner(text, spot) else { return Vec::new() };
    let readers = readers(context);
    match (inner.path.as_slice(), &inner.at) {
        ([], At::Key { word, has_colon }) => events(&readers, &inner, *word, *has_colon),
        ([Step::Key(_)] | [Step::Key(_), Step::Item], At::Key { word, has_colon }) => {
            keys(&readers, &inner, *word, *has_colon, |rule, _| rule.group.iter().collect())
        }
        (
            [Step::Key(_), Step::Item, Step::Key("hooks")] | [Step::Key(_), Step::Item, Step::Key("hooks"), Step::Item],
            At::Key { word, has_colon },
        ) => keys(&readers, &inner, *word, *has_colon, keys_of_hook),
        ([Step::Key(event), Step::Item], At::Value { key: "matcher", .. }) => {
            matchers(context, &readers, event, &inner.at, spot.offset)
        }
        ([Step::Key(_), Step::Item, Step::Key("hooks"), Step::Item], At::Value { key, .. }) => {
            values(&readers, &inner, key)
        }
        _ => Vec::new(),
    }
}

/// What several hosts know by one name.
type Known<'a, T> = Vec<(T, Vec<(&'a Host, &'a str)>)>;

fn add<'a, T: PartialEq>(known: &mut Known<'a, T>, it: T, host: &'a Host, about: &'a str) {
    add_to(known, it, (host, about));
}

fn item(label: &str, kind: Kind, span: Span, hosts: Vec<(&Host, &str)>) -> Completion {
    Completion {
        detail: names_of(hosts.iter().map(|(host, _)| *host)),
        documentation: Documentation::Text(told_by(hosts)),
        ..Completion::plain(label, kind, span)
    }
}

fn events(readers: &[&Host], inner: &Inner<'_>, word: Span, has_colon: bool) -> Vec<Completion> {
    let mut known: Known<'_, &str> = Vec::new();
    for host in readers {
        let events = fact(host, "hooks").into_iter().flat_map(|fact| &fact.keys);
        for event in events.filter(|event| !inner.beside.iter().any(|(key, _)| *key == event.name)) {
            add(&mut known, &event.name, host, &event.about);
        }
    }
    let completion = |(name, hosts): (&str, Vec<(&Host, &str)>)| Completion {
        text: if has_colon { name.to_owned() } else { format!("{name}:") },
        ..item(name, Kind::Field, word, hosts)
    };
    known.into_iter().map(completion).collect()
}

/// The keys of a hook: `type` first, then those of its type, or of all types while it has none.
fn keys_of_hook<'a>(rule: &'a HookRule, inner: &Inner<'_>) -> Vec<&'a HookKey> {
    let written = inner.beside.iter().find(|(key, _)| *key == "type").map(|(_, value)| value.trim_matches(['"', '\'']));
    let mut keys: Vec<&HookKey> = Vec::new();
    for hook_type in rule.types.iter().filter(|it| written.is_none_or(|written| it.name == written)) {
        for key in &hook_type.keys {
            if !keys.iter().any(|it| it.name == key.name) {
                keys.push(key);
            }
        }
    }
    keys
}

fn keys<'a>(
    readers: &[&'a Host],
    inner: &Inner<'_>,
    word: Span,
    has_colon: bool,
    of: impl Fn(&'a HookRule, &Inner<'_>) -> Vec<&'a HookKey>,
) -> Vec<Completion> {
    // Below a key that takes a list, an item begins.
    let is_item = matches!(inner.path.last(), Some(Step::Item));
    let in_hook = inner.path.len() > 2;
    let is_free = |name: &str| !inner.beside.iter().any(|(key, _)| *key == name);
    let sign = if is_item { "" } else { "- " };
    let mut items = Vec::new();
    let typing: Vec<(&Host, &str)> = readers
        .iter()
        .filter(|host| host.hooks.is_known())
        .map(|host| (*host, "What kind of hook it is; it must be there."))
        .collect();
    if in_hook && is_free("type") && !typing.is_empty() {
        let mut types: Vec<String> = Vec::new();
        add_new(&mut types, readers.iter().flat_map(|host| &host.hooks.types).map(|it| it.name.clone()));
        let text = if has_colon { format!("{sign}type") } else { format!("{sign}type: ") };
        let snippet = (!has_colon).then(|| format!("{sign}type: {}", choice(&types)));
        items.push(Completion { text, snippet, is_first_choice: true, ..item("type", Kind::Field, word, typing) });
    }
    let mut known: Known<'_, &str> = Vec::new();
    let mut facts: Vec<&HookKey> = Vec::new();
    for host in readers {
        for key in of(&host.hooks, inner).into_iter().filter(|key| is_free(&key.name)) {
            add(&mut known, &key.name, host, &key.about);
            facts.push(key);
        }
    }
    items.extend(known.into_iter().map(|(name, hosts)| {
        let fact = facts.iter().find(|key| key.name == name);
        let (text, snippet) = match (has_colon, fact) {
            (true, _) => (name.to_owned(), None),
            (false, Some(key)) if is_nested(key.kind) => (format!("{name}:"), None),
            (false, key) => (format!("{name}: "), key.and_then(|key| filled_in(key))),
        };
        let snippet = snippet.map(|snippet| format!("{sign}{snippet}"));
        Completion { text: format!("{sign}{text}"), snippet, ..item(name, Kind::Field, word, hosts) }
    }));
    items
}

/// Whether the value of a key stands below it.
fn is_nested(kind: FieldKind) -> bool {
    match kind {
        FieldKind::Sequence | FieldKind::Mapping | FieldKind::TextMapping => true,
        FieldKind::Text | FieldKind::Boolean | FieldKind::Number | FieldKind::List | FieldKind::Any => false,
    }
}

/// The key with its value to choose, where there is a choice.
fn filled_in(key: &HookKey) -> Option<String> {
    let value = match key.kind {
        FieldKind::Boolean => choice(&["true".to_owned(), "false".to_owned()]),
        _ if !key.values.is_empty() => choice(&key.values),
        _ => return None,
    };
    Some(format!("{}: {value}", escaped(&key.name)))
}

/// The types of hooks, and the few values that some keys take.
fn values(readers: &[&Host], inner: &Inner<'_>, key: &str) -> Vec<Completion> {
    let At::Value { written, is_glued, is_quoted, .. } = inner.at else { return Vec::new() };
    let mut known: Known<'_, &str> = Vec::new();
    for host in readers {
        if key == "type" {
            host.hooks.types.iter().for_each(|it| add(&mut known, it.name.as_str(), host, it.about.as_str()));
            continue;
        }
        for fact in keys_of_hook(&host.hooks, inner).into_iter().filter(|it| it.name == key) {
            let booleans: &[&str] =
                if fact.kind == FieldKind::Boolean && !is_quoted { &["true", "false"] } else { &[] };
            for value in booleans.iter().copied().chain(fact.values.iter().map(String::as_str)) {
                add(&mut known, value, host, fact.about.as_str());
            }
        }
    }
    let blank = if is_glued { " " } else { "" };
    let completion = |(value, hosts): (&str, Vec<(&Host, &str)>)| Completion {
        text: format!("{blank}{value}"),
        ..item(value, Kind::Value, written, hosts)
    };
    known.into_iter().map(completion).collect()
}

/// The names that a matcher may hold, at the one of its alternatives where the cursor stands.
fn matchers(context: &Context<'_>, readers: &[&Host], event: &str, at: &At<'_>, offset: usize) -> Vec<Completion> {
    let At::Value { written, is_glued, .. } = at else { return Vec::new() };
    let text = &context.document.text;
    let (word, others) = alternative(text, *written, offset);
    // In a pattern a name stands for itself, and so do brackets around it.
    let is_plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-');
    if !word.of(text).chars().all(is_plain) {
        return Vec::new();
    }
    let mut known: Known<'_, &str> = Vec::new();
    for host in readers {
        if host.hooks.matches_tools(event) {
            host.tools.iter().for_each(|tool| add(&mut known, tool.name.as_str(), host, tool.about.as_str()));
        }
        for subject in host.hooks.subjects.get(event).into_iter().flatten() {
            add(&mut known, subject.as_str(), host, "");
        }
    }
    known.retain(|(name, _)| !others.contains(name));
    let blank = if *is_glued { " " } else { "" };
    let completion = |(name, hosts): (&str, Vec<(&Host, &str)>)| {
        let kind = if hosts.iter().any(|(_, about)| !about.is_empty()) { Kind::Tool } else { Kind::Value };
        Completion { text: format!("{blank}{name}"), ..item(name, kind, word, hosts) }
    };
    known.into_iter().map(completion).collect()
}

/// The name between two `|` at an offset, and the other names.
fn alternative(text: &str, written: Span, offset: usize) -> (Span, Vec<&str>) {
    let ends = |sign: char| matches!(sign, '|' | ',' | '(' | ')' | '^' | '$');
    let before = Span::new(written.start, offset).of(text);
    let after = Span::new(offset, written.end).of(text);
    let typed = before.rsplit(ends).next().unwrap_or_default().trim_start();
    let rest = after.split(ends).next().unwrap_or_default().trim_end();
    let word = Span::new(offset - typed.len(), offset + rest.len());
    let others = [Span::new(written.start, word.start), Span::new(word.end, written.end)];
    (word, others.iter().flat_map(|span| span.of(text).split(ends)).map(str::trim).collect())
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, documentation, labels, offers, snippet};

    fn fixture(lines: &str) -> String {
        format!(
            "//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\nhooks:\n{lines}\nlicense: MIT\n---\n"
        )
    }

    /// The lines of the hooks after an offer was taken.
    fn with(lines: &str, label: &str) -> String {
        let text = after(&fixture(lines), label);
        text.trim_start_matches("---\nhooks:\n").trim_end_matches("\nlicense: MIT\n---\n").to_owned()
    }

    #[test]
    fn the_events() {
        let all = labels(&fixture("  $0"));
        assert_eq!(all.get(..3).unwrap_or_default(), ["PreToolUse", "PostToolUse", "PostToolUseFailure"]);
        assert_eq!(all.len(), 33);
        let others = labels(&fixture("  PreToolUse:\n    - matcher: Bash\n  Stop: []\n  P$0"));
        assert_eq!(others.len(), 31);
        assert!(!others.iter().any(|it| it == "PreToolUse" || it == "Stop"), "{others:?}");
        assert_eq!(with("  St$0", "Stop"), "  Stop:");
        assert_eq!(with("  St$0art: []", "Stop"), "  Stop: []");
    }

    #[test]
    fn an_event_of_two_hosts() {
        let fixture = fixture("  $0").replacen("claude-code", "claude-code, qwen-code", 1);
        let offers = offers(&fixture);
        assert!(offers.contains("\nSubagentStart — Claude Code, Qwen Code\n"), "{offers}");
        assert!(offers.contains("\nTodoCreated — Qwen Code\n"), "{offers}");
        assert_eq!(
            documentation(&fixture, "PreToolUse"),
            "Claude Code: Before a tool is called; it can stop the call.\n\nQwen Code: Before a tool is called."
        );
    }

    #[test]
    fn the_keys_of_a_group() {
        assert_eq!(labels(&fixture("  Stop:\n    $0")), ["matcher", "hooks"]);
        assert_eq!(with("  Stop:\n    $0", "hooks"), "  Stop:\n    - hooks:");
        assert_eq!(with("  Stop:\n    - ma$0", "matcher"), "  Stop:\n    - matcher: ");
        assert_eq!(labels(&fixture("  Stop:\n    - matcher: x\n      $0")), ["hooks"]);
        assert_eq!(with("  Stop:\n  - matcher: x\n    h$0", "hooks"), "  Stop:\n  - matcher: x\n    hooks:");
    }

    #[test]
    fn the_keys_of_a_hook() {
        let hook = |line: &str| format!("  Stop:\n    - hooks:\n        {line}");
        assert_eq!(with(&hook("$0"), "type"), hook("- type: "));
        assert_eq!(with(&hook("- t$0"), "type"), hook("- type: "));
        assert_eq!(
            snippet(&fixture(&hook("- t$0")), "type").as_deref(),
            Some("type: ${1|command,prompt,agent,http,mcp_tool|}")
        );
        let keys = labels(&fixture(&hook("- type: http\n          $0")));
        assert_eq!(keys.get(..3).unwrap_or_default(), ["url", "if", "timeout"]);
        assert!(!keys.iter().any(|key| key == "type" || key == "command"), "{keys:?}");
        let keys = labels(&fixture(&hook("- command: x\n          $0\n          timeout: 1")));
        assert_eq!(keys.first().map(String::as_str), Some("type"));
        assert!(!keys.iter().any(|key| key == "command" || key == "timeout"), "{keys:?}");
        let once = snippet(&fixture(&hook("- type: command\n          on$0")), "once");
        assert_eq!(once.as_deref(), Some("once: ${1|true,false|}"));
        assert_eq!(
            documentation(&fixture(&hook("- type: command\n          on$0")), "once"),
            "Claude Code: With `true` it runs once and is then removed."
        );
    }

    #[test]
    fn the_values_of_a_hook() {
        let hook = |line: &str| format!("  Stop:\n    - hooks:\n        - type: command\n          {line}");
        assert_eq!(labels(&fixture(&hook("shell: $0"))), ["bash", "powershell"]);
        assert_eq!(labels(&fixture(&hook("async: $0"))), ["true", "false"]);
        assert_eq!(labels(&fixture(&hook("async: \"$0\""))), Vec::<String>::new());
        assert_eq!(labels(&fixture(&hook("command: $0"))), Vec::<String>::new());
        assert_eq!(with(&hook("shell:$0"), "bash"), hook("shell: bash"));
        let types = "  Stop:\n    - hooks:\n        - type: c$0";
        assert_eq!(labels(&fixture(types)), ["command", "prompt", "agent", "http", "mcp_tool"]);
        assert_eq!(with(types, "command"), "  Stop:\n    - hooks:\n        - type: command");
    }

    #[test]
    fn the_names_of_a_matcher() {
        let all = labels(&fixture("  PreToolUse:\n    - matcher: $0"));
        assert!(all.contains(&"Bash".to_owned()), "{all:?}");
        assert_eq!(with("  PreToolUse:\n    - matcher: Ed$0", "Edit"), "  PreToolUse:\n    - matcher: Edit");
        let line = "  PreToolUse:\n    - matcher: \"Edit|Wr$0|Bash\"";
        assert_eq!(with(line, "Write"), "  PreToolUse:\n    - matcher: \"Edit|Write|Bash\"");
        let others = labels(&fixture(line));
        assert!(!others.iter().any(|it| it == "Edit" || it == "Bash"), "{others:?}");
        assert_eq!(
            with("  PreToolUse:\n    - matcher: ^(Edit|W$0)$", "Write"),
            "  PreToolUse:\n    - matcher: ^(Edit|Write)$"
        );
        assert_eq!(labels(&fixture("  PreToolUse:\n    - matcher: mcp__.*$0")), Vec::<String>::new());
        assert_eq!(labels(&fixture("  PreCompact:\n    - matcher: $0")), ["manual", "auto"]);
        assert_eq!(labels(&fixture("  Stop:\n    - matcher: $0")), Vec::<String>::new());
    }

    #[test]
    fn elsewhere_nothing() {
        for lines in [
            "  Stop:\n    - hooks:\n        - type: command\n          headers:\n            $0",
            "  Stop: [$0]",
            "  Stop:\n    - x: y\n      z:\n        - $0",
        ] {
            assert_eq!(labels(&fixture(lines)), Vec::<String>::new(), "{lines}");
        }
    }
}
