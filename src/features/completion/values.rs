//! The values that the hosts know for a field, and the keys they know inside one.

use crate::checks::field_knowledge::fact;
use crate::checks::new_field;
use crate::document::keys::key_of;
use crate::document::lines::{line_at, lines};
use crate::features::Context;
use crate::features::completion::spot::{ValueSpot, Word};
use crate::features::completion::{Completion, Documentation, Kind, agents, names, names_of, told_by};
use crate::hosts::{FieldFact, FieldKind, Host};
use crate::text::Span;

/// What may stand in the value of a field.
pub(super) fn values(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let facts: Vec<(&Host, &FieldFact)> =
        context.hosts.iter().filter_map(|host| Some((host.as_ref(), fact(host, spot.key)?))).collect();
    if facts.is_empty() {
        return Vec::new();
    }
    let text = &context.document.text;
    let Some(word) = spot.word(text) else { return inner_keys(text, &facts, spot) };
    let mut items = match spot.key {
        "name" => names::names(context, word),
        "agent" => agents::agents(context, word),
        _ => Vec::new(),
    };
    let known = known_values(&facts, word);
    items.extend(known.into_iter().map(|(value, hosts)| Completion {
        detail: names_of(hosts),
        documentation: Documentation::Text(told_by(facts.iter().map(|(host, fact)| (*host, fact.about.as_str())))),
        ..value_at(word, value, Kind::Value)
    }));
    items
}

/// A value in place of a word.
pub(super) fn value_at(word: Word, value: &str, kind: Kind) -> Completion {
    let written = match word.is_quoted || matches!(value, "true" | "false") {
        true => value.to_owned(),
        false => new_field::scalar(value),
    };
    let blank = if word.is_glued { " " } else { "" };
    Completion { text: format!("{blank}{written}"), ..Completion::plain(value, kind, word.span) }
}

/// Each value with the hosts that know it, in the order of the data.
fn known_values<'a>(facts: &[(&'a Host, &'a FieldFact)], word: Word) -> Vec<(&'a str, Vec<&'a Host>)> {
    let mut known: Vec<(&str, Vec<&Host>)> = Vec::new();
    for (host, fact) in facts {
        // In quotes it would be text.
        let booleans: &[&str] =
            if fact.kind == FieldKind::Boolean && !word.is_quoted { &["true", "false"] } else { &[] };
        for value in booleans.iter().copied().chain(fact.values.iter().map(String::as_str)) {
            match known.iter_mut().find(|(it, _)| *it == value) {
                Some((_, hosts)) => hosts.push(host),
                None => known.push((value, vec![host])),
            }
        }
    }
    known
}

/// The keys that may stand on an indented line inside a field that is a mapping.
fn inner_keys(text: &str, facts: &[(&Host, &FieldFact)], spot: &ValueSpot<'_>) -> Vec<Completion> {
    let line = line_at(text, spot.offset);
    let is_key_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let typed = Span::new(line.start, spot.offset).of(text).trim_start();
    let length = line.text.trim_start().bytes().take_while(|byte| is_key_byte(*byte)).count();
    let start = line.start + line.indent();
    if line.start <= spot.raw.start || line.indent() == 0 || !typed.bytes().all(is_key_byte) {
        return Vec::new();
    }
    let word = Span::new(start.min(spot.offset), start + length);
    let is_inside = |it: &crate::document::lines::Line<'_>| it.start > spot.raw.start && !it.is_blank();
    let mut level = None;
    let mut there: Vec<&str> = Vec::new();
    for other in lines(text, spot.raw).filter(|it| is_inside(it) && it.start != line.start) {
        let level = *level.get_or_insert(other.indent());
        if other.indent() == level {
            there.extend(key_of(other.text.trim_start()));
        }
    }
    if level.is_some_and(|level| level != line.indent()) {
        return Vec::new();
    }
    let has_colon = text.get(word.end..).is_some_and(|rest| rest.starts_with(':'));
    let mut known: Vec<(&str, Vec<(&Host, &str)>)> = Vec::new();
    for (host, fact) in facts {
        for key in fact.keys.iter().filter(|key| !there.contains(&key.name.as_str())) {
            match known.iter_mut().find(|(name, _)| *name == key.name) {
                Some((_, hosts)) => hosts.push((host, &key.about)),
                None => known.push((&key.name, vec![(host, &key.about)])),
            }
        }
    }
    let item = |(name, hosts): (&str, Vec<(&Host, &str)>)| Completion {
        detail: names_of(hosts.iter().map(|(host, _)| *host)),
        documentation: Documentation::Text(told_by(hosts)),
        text: if has_colon { name.to_owned() } else { format!("{name}:") },
        ..Completion::plain(name, Kind::Field, word)
    };
    known.into_iter().map(item).collect()
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, documentation, labels, offers};

    fn fixture(line: &str) -> String {
        format!("//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\n{line}\nlicense: MIT\n---\n")
    }

    #[test]
    fn the_few_that_a_field_takes() {
        assert_eq!(labels(&fixture("context: $0")), ["inline", "fork"]);
        assert_eq!(labels(&fixture("effort: h$0")), ["low", "medium", "high", "xhigh", "max"]);
        assert_eq!(labels(&fixture("shell: $0")), ["bash", "powershell"]);
        assert_eq!(labels(&fixture("model: $0")), ["inherit", "opus", "sonnet", "haiku"]);
        assert_eq!(offers(&fixture("user-invocable: $0")), "\ntrue — Claude Code\nfalse — Claude Code");
        assert_eq!(labels(&fixture("description: $0")), Vec::<String>::new());
        assert_eq!(labels(&fixture("own: $0")), Vec::<String>::new());
        assert_eq!(labels(&fixture("context: fork $0")), Vec::<String>::new());
        assert_eq!(labels(&fixture("user-invocable: \"$0\"")), Vec::<String>::new());
    }

    #[test]
    fn the_word_is_replaced() {
        let with = |line: &str| format!("---\n{line}\nlicense: MIT\n---\n");
        assert_eq!(after(&fixture("context: f$0oo # why"), "fork"), with("context: fork # why"));
        assert_eq!(after(&fixture("context: \"f$0oo\""), "fork"), with("context: \"fork\""));
        assert_eq!(after(&fixture("context:$0"), "fork"), with("context: fork"));
        assert_eq!(after(&fixture("context: 'f$0"), "fork"), with("context: 'fork"));
    }

    #[test]
    fn the_events_of_hooks() {
        let all = labels(&fixture("hooks:\n  $0"));
        assert_eq!(all.get(..3).unwrap_or_default(), ["PreToolUse", "PostToolUse", "PostToolUseFailure"]);
        assert_eq!(all.len(), 33);
        let others = labels(&fixture("hooks:\n  PreToolUse:\n    - matcher: Bash\n  Stop: []\n  P$0"));
        assert_eq!(others.len(), 31);
        assert!(!others.iter().any(|it| it == "PreToolUse" || it == "Stop"), "{others:?}");
        assert_eq!(labels(&fixture("hooks:\n  PreToolUse:\n    P$0")), Vec::<String>::new());
        assert_eq!(labels(&fixture("metadata:\n  P$0")), Vec::<String>::new());
        let text = after(&fixture("hooks:\n  St$0"), "Stop");
        assert_eq!(text, "---\nhooks:\n  Stop:\nlicense: MIT\n---\n");
        let text = after(&fixture("hooks:\n  St$0art: []"), "Stop");
        assert_eq!(text, "---\nhooks:\n  Stop: []\nlicense: MIT\n---\n");
    }

    #[test]
    fn an_event_of_two_hosts() {
        let fixture = fixture("hooks:\n  $0").replacen("claude-code", "claude-code, qwen-code", 1);
        let offers = offers(&fixture);
        assert!(offers.contains("\nSubagentStart — Claude Code, Qwen Code\n"), "{offers}");
        assert!(offers.contains("\nTodoCreated — Qwen Code\n"), "{offers}");
        assert_eq!(
            documentation(&fixture, "PreToolUse"),
            "Claude Code: Before a tool is called; it can stop the call.\n\nQwen Code: Before a tool is called."
        );
    }
}
