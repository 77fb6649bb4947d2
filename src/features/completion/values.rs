//! The values that the hosts know for a field.

use crate::features::Context;
use crate::features::completion::spot::{ValueSpot, Word};
use crate::features::completion::{Completion, Documentation, Kind, agents, names, names_of, told_by};
use crate::hosts::{FieldFact, FieldKind, Host};
use crate::knowledge::fields::fact;
use crate::mending::new_field;
use crate::words::add_to;

/// What may stand in the value of a field.
pub(super) fn values(context: &Context<'_>, spot: &ValueSpot<'_>) -> Vec<Completion> {
    let facts: Vec<(&Host, &FieldFact)> =
        context.hosts.iter().filter_map(|host| Some((host.as_ref(), fact(host, spot.key)?))).collect();
    if facts.is_empty() {
        return Vec::new();
    }
    let text = &context.document.text;
    let Some(word) = spot.word(text) else { return Vec::new() };
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
        // Models by their full names; a pattern is none.
        let models = host.models.iter().map(|model| model.name.as_str());
        let models = models.filter(|name| fact.key == "model" && !name.contains(['*', '[']));
        for value in booleans.iter().copied().chain(fact.values.iter().map(String::as_str)).chain(models) {
            add_to(&mut known, value, host);
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, labels, offers};

    fn fixture(line: &str) -> String {
        format!("//# hosts = claude-code\n//- /home/.claude/skills/pdf/SKILL.md\n---\n{line}\nlicense: MIT\n---\n")
    }

    #[test]
    fn the_few_that_a_field_takes() {
        assert_eq!(labels(&fixture("context: $0")), ["inline", "fork"]);
        assert_eq!(labels(&fixture("effort: h$0")), ["low", "medium", "high", "xhigh", "max"]);
        assert_eq!(labels(&fixture("shell: $0")), ["bash", "powershell"]);
        let models = labels(&fixture("model: $0"));
        assert_eq!(models.get(..4).unwrap_or_default(), ["inherit", "opus", "sonnet", "haiku"]);
        assert!(models.contains(&"claude-opus-5-5".to_owned()), "{models:?}");
        assert_eq!(after(&fixture("model: $0"), "opus[1m]"), "---\nmodel: \"opus[1m]\"\nlicense: MIT\n---\n");
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
}
