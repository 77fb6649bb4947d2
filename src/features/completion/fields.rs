//! The fields that a skill does not have yet, for the hosts its author writes for.

use crate::catalog::FoundKind;
use crate::document::Field;
use crate::features::Context;
use crate::features::completion::spot::KeySpot;
use crate::features::completion::{Completion, Documentation, Kind, choice, escaped, names_of, told_by};
use crate::hosts::{Consequence, FieldFact, FieldKind, Host, MissingDescription};
use crate::mending::new_field;
use crate::words::{add_new, enumeration};

/// The fields that may stand at a key, those that a host asks for first, then those that most hosts read.
pub(super) fn fields(context: &Context<'_>, spot: &KeySpot) -> Vec<Completion> {
    let (name, kind) = FoundKind::of_path(context.path);
    let is_command = kind == FoundKind::Command;
    let mut known: Vec<Known<'_>> = Vec::new();
    for host in context.hosts {
        for fact in host.fields.iter().filter(|fact| !(is_command && fact.not_in_commands)) {
            match known.iter_mut().find(|it| it.key == fact.key) {
                Some(known) => known.facts.push((host, fact)),
                None => known.push(Known { key: &fact.key, facts: vec![(host, fact)] }),
            }
        }
    }
    let is_elsewhere =
        |field: &Field, known: &Known<'_>| !field.key_span.touches(spot.word.start) && known.is(&field.key);
    known.retain(|known| !context.document.fields.iter().any(|field| is_elsewhere(field, known)));
    // Sorting keeps the order of the data among equals.
    known.sort_by_key(|known| (!known.is_wanted(is_command), std::cmp::Reverse(known.facts.len())));
    known.iter().map(|known| known.completion(spot, &name, line_break(&context.document.text), is_command)).collect()
}

/// A field, and the hosts that read it.
struct Known<'a> {
    key: &'a str,
    facts: Vec<(&'a Host, &'a FieldFact)>,
}

impl Known<'_> {
    fn is(&self, key: &str) -> bool {
        self.key == key || self.facts.iter().any(|(_, fact)| fact.also.iter().any(|also| also == key))
    }

    /// Whether some host asks for it.
    fn is_wanted(&self, is_command: bool) -> bool {
        !is_command && self.facts.iter().any(|(host, _)| self.is_asked_by(host))
    }

    fn is_asked_by(&self, host: &Host) -> bool {
        match self.key {
            "name" => host.identity.name_missing != Consequence::None,
            "description" => host.description.missing == MissingDescription::Skipped,
            _ => false,
        }
    }

    /// Who reads it, and who cannot do without.
    fn detail(&self, is_command: bool) -> String {
        let hosts = || self.facts.iter().map(|(host, _)| *host);
        if !self.is_wanted(is_command) {
            return names_of(hosts());
        }
        let names = |is_asking: bool| -> Vec<&str> {
            let such = hosts().filter(|host| self.is_asked_by(host) == is_asking);
            such.map(|host| host.name.as_str()).collect()
        };
        let (asking, reading) = (names(true), names(false));
        match reading.is_empty() {
            true => format!("required by {}", enumeration(&asking)),
            false => format!("required by {} · read by {}", enumeration(&asking), enumeration(&reading)),
        }
    }

    fn completion(&self, spot: &KeySpot, name: &str, line_break: &str, is_command: bool) -> Completion {
        let is_mapping =
            self.facts.iter().any(|(_, fact)| matches!(fact.kind, FieldKind::Mapping | FieldKind::TextMapping));
        let (text, snippet) = match (spot.has_colon, is_mapping) {
            (true, _) => (self.key.to_owned(), None),
            (false, true) => (format!("{}:", self.key), Some(format!("{}:{line_break}  $0", escaped(self.key)))),
            (false, false) => (format!("{}: ", self.key), self.filled_in(name)),
        };
        Completion {
            detail: self.detail(is_command),
            documentation: Documentation::Text(self.documentation()),
            text,
            snippet,
            ..Completion::plain(self.key, Kind::Field, spot.word)
        }
    }

    /// The field with its value to choose, where there is a choice.
    fn filled_in(&self, name: &str) -> Option<String> {
        let (_, fact) = self.facts.first()?;
        let value = match fact.kind {
            FieldKind::Boolean => choice(&["true".to_owned(), "false".to_owned()]),
            _ if !fact.values.is_empty() && !fact.open => choice(&fact.values),
            _ if self.key == "name" && !name.is_empty() => format!("${{1:{}}}", escaped(&new_field::scalar(name))),
            _ => return None,
        };
        Some(format!("{}: {value}", escaped(self.key)))
    }

    fn documentation(&self) -> String {
        let mut told = told_by(self.facts.iter().map(|(host, fact)| (*host, fact.about.as_str())));
        let mut values: Vec<String> = Vec::new();
        add_new(&mut values, self.facts.iter().flat_map(|(_, fact)| &fact.values).map(|value| format!("`{value}`")));
        if !values.is_empty() {
            told.push_str(&format!("\n\nValues: {}", values.join(", ")));
        }
        told
    }
}

/// How the lines of a text end.
fn line_break(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, documentation, labels, offers, snippet};

    #[test]
    fn what_is_not_there_yet() {
        let fixture = "
            //# hosts = agentskills
            //- /home/.agents/skills/pdf/SKILL.md
            ---
            license: MIT
            $0
            ---
            ";
        assert_eq!(
            offers(fixture),
            "
name — required by a plain Agent Skills client
description — required by a plain Agent Skills client
compatibility — A plain Agent Skills client
metadata — A plain Agent Skills client
allowed-tools — A plain Agent Skills client"
        );
    }

    #[test]
    fn who_cannot_do_without() {
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            $0
            ---
            ";
        let first = "\nname — required by a plain Agent Skills client · read by Claude Code\n";
        assert!(offers(fixture).starts_with(first), "{}", offers(fixture));
    }

    #[test]
    fn a_half_typed_key_is_replaced() {
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            desc$0r
            license: MIT
            ---
            ";
        assert_eq!(after(fixture, "description"), "---\nname: pdf\ndescription: \nlicense: MIT\n---\n");
        assert!(!labels(fixture).contains(&"name".to_owned()));
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            na$0: pdf
            ---
            ";
        assert_eq!(after(fixture, "name"), "---\nname: pdf\n---\n");
    }

    #[test]
    fn without_a_closing_fence() {
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            name: pdf

            $0";
        assert_eq!(labels(fixture).first().map(String::as_str), Some("description"));
    }

    #[test]
    fn snippets_offer_the_choice() {
        let fixture = "
            //# hosts = claude-code
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            $0
            ---
            ";
        assert_eq!(snippet(fixture, "context").as_deref(), Some("context: ${1|inline,fork|}"));
        assert_eq!(snippet(fixture, "user-invocable").as_deref(), Some("user-invocable: ${1|true,false|}"));
        assert_eq!(snippet(fixture, "name").as_deref(), Some("name: ${1:pdf}"));
        assert_eq!(snippet(fixture, "hooks").as_deref(), Some("hooks:\n  $0"));
        assert_eq!(snippet(fixture, "model"), None);
    }

    #[test]
    fn each_host_says_what_it_does() {
        let fixture = "
            //- /home/.claude/skills/pdf/SKILL.md
            ---
            context$0
            ---
            ";
        assert_eq!(
            documentation(fixture, "context"),
            "Claude Code: Where the skill runs: `fork` starts an agent of its own, `inline` stays in the conversation.\n\n\
             Values: `inline`, `fork`"
        );
    }
}
