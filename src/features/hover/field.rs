//! A field: what it does, in which hosts, and its limits.

use std::sync::Arc;

use crate::catalog::FoundKind;
use crate::features::Context;
use crate::features::page::{Page, code, strong, words};
use crate::hosts::{Consequence, FieldFact, FieldKind, Host, LengthUnit};
use crate::knowledge::fields::fact;
use crate::words::{add_to, capitalized, enumeration, grouped, hosts_named};

/// What is told about a key; `None` when no host knows it.
pub(crate) fn page(context: &Context<'_>, key: &str) -> Option<Page> {
    let real = context.catalog.views().iter().map(|view| &view.host);
    let is_written_for = |host: &Arc<Host>| context.hosts.iter().any(|it| it.id == host.id);
    let others: Vec<&Arc<Host>> = real.filter(|host| !is_written_for(host) && fact(host, key).is_some()).collect();
    let (readers, mut strangers): (Vec<&Arc<Host>>, Vec<&Arc<Host>>) =
        context.hosts.iter().partition(|host| fact(host, key).is_some());
    // Of a host that never sees the file, or of which only a part is known, there is nothing to say.
    strangers.retain(|host| !host.sketch && !host.fields.is_empty() && sees(context, host));
    // When none of the hosts written for reads it, it is the others' field.
    let (told, also) = if readers.is_empty() { (others, Vec::new()) } else { (readers, others) };
    let first = told.first().and_then(|host| fact(host, key))?;
    let mut page = Page::of(if first.key == key {
        vec![code(key)]
    } else {
        vec![code(key), words(": another spelling of "), code(&first.key)]
    });
    for (facts, hosts) in grouped_by_words(context, key, &told) {
        page.item([strong(capitalized(&enumeration(&hosts))), words(format!(": {facts}"))]);
    }
    if !also.is_empty() {
        page.line([words(format!("Also read by {}", hosts_named(also)))]);
    }
    if !strangers.is_empty() {
        page.line([words(format!("Not read by {}", hosts_named(strangers)))]);
    }
    Some(page)
}

/// Whether a host meets the document.
fn sees(context: &Context<'_>, host: &Host) -> bool {
    let view = context.catalog.view(&host.id);
    view.zip(context.skill()).is_some_and(|(view, (id, _))| view.of_skill(id).is_some())
}

/// What the hosts say of a field, those that say the same together.
fn grouped_by_words<'a>(context: &Context<'_>, key: &str, hosts: &[&'a Arc<Host>]) -> Vec<(String, Vec<&'a str>)> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for host in hosts {
        let Some(fact) = fact(host, key) else { continue };
        add_to(&mut groups, said(context, host, fact), host.name.as_str());
    }
    groups
}

/// What one host says of a field: its sentence, what it takes, and its limits.
fn said(context: &Context<'_>, host: &Host, fact: &FieldFact) -> String {
    let mut parts = vec![fact.about.trim_end_matches('.').to_owned()];
    parts.extend(taken(fact));
    parts.extend(limits(host, fact));
    if fact.refuses {
        parts.push("with a value of another kind the skill is skipped".to_owned());
    }
    let is_command = context.skill().is_some_and(|(_, skill)| skill.kind == FoundKind::Command);
    if fact.not_in_commands && is_command {
        parts.push("not looked at in a command".to_owned());
    }
    format!("{}.", parts.join(". ").split(". ").map(capitalized).collect::<Vec<_>>().join(". "))
}

/// What a field takes, where that is not plain text.
fn taken(fact: &FieldFact) -> Option<String> {
    let mut values: Vec<String> = fact.values.iter().map(|value| format!("`{value}`")).collect();
    values.extend(fact.open.then(|| "another value".to_owned()));
    match (fact.kind, values.is_empty()) {
        (FieldKind::Number, false) => Some(format!("it takes a number, or {}", alternatives(&values))),
        (_, false) => Some(format!("it takes {}", alternatives(&values))),
        (FieldKind::Boolean, true) => Some("it takes `true` or `false`".to_owned()),
        (FieldKind::Number, true) => Some("it takes a number".to_owned()),
        // The sentence about the field says it already.
        (FieldKind::List, true) if fact.about.contains("list") => None,
        (FieldKind::List, true) => Some("it takes a list, or text that is split".to_owned()),
        (FieldKind::Sequence, true) => Some("it takes a list".to_owned()),
        (FieldKind::Mapping, true) => Some("it takes a mapping".to_owned()),
        (FieldKind::TextMapping, true) => Some("it takes a mapping from names to texts".to_owned()),
        (FieldKind::Text | FieldKind::Any, true) => None,
    }
}

/// `a`, `a or b`, `a, b or c`.
fn alternatives(values: &[String]) -> String {
    match values {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        values => values.concat(),
    }
}

/// The limits of a host for the two fields that have any.
fn limits(host: &Host, fact: &FieldFact) -> Vec<String> {
    let key = fact.key.as_str();
    let limit = |limit: usize, unit: &str, beyond: Consequence| {
        let beyond = match beyond {
            // The sentence about the field says it already.
            Consequence::None if fact.about.contains(&limit.to_string()) => return None,
            Consequence::None | Consequence::Repaired => "",
            Consequence::Ignored if key == "description" => "; a longer one is cut",
            Consequence::Ignored => "; a longer one is ignored",
            Consequence::Unlisted => "; with a longer one the skill is not listed",
            Consequence::Empty => "; with a longer one the skill loads empty",
            Consequence::Skipped | Consequence::StopsAll => "; with a longer one the skill is skipped",
        };
        Some(format!("at most {} {unit}{beyond}", grouped(limit)))
    };
    match key {
        "name" => {
            let rule = &host.identity;
            rule.max_length.and_then(|most| limit(most, "characters", rule.too_long)).into_iter().collect()
        }
        "description" => {
            let rule = &host.description;
            let unit = match rule.length_unit {
                LengthUnit::Characters | LengthUnit::Utf16 => "characters",
                LengthUnit::Bytes => "bytes",
            };
            let own = rule.max_length.and_then(|most| limit(most, unit, rule.too_long));
            let listing = host.listing.iter().find(|listing| listing.mode == "tool").or(host.listing.first());
            let listed = listing.and_then(|listing| listing.text_limit);
            let listed = listed.map(|most| format!("the listing shows at most {} characters", grouped(most)));
            own.into_iter().chain(listed).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::features::hover::testing::check;

    #[test]
    fn a_field_of_one_of_the_hosts() {
        check(
            "
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            name: pdf
            mod$0el: opus
            ---
            ",
            "
            [model]
            `model`

            - Claude Code: The model that works while the skill is active; `inherit` keeps the current one. It takes `inherit`, `opus`, `sonnet`, `haiku`, `fable`, `best`, `opusplan`, `opus[1m]`, `sonnet[1m]`, `fable[1m]` or another value.

            Also read by Qwen Code
            ",
        );
    }

    #[test]
    fn limits_and_what_becomes_of_more() {
        check(
            "
            //# hosts = claude-code, copilot-cli
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            descr$0iption: Reads PDF files.
            ---
            ",
            "
            [description]
            `description`

            - Claude Code: What the skill does; the model chooses by it. Without one, the body's first line stands in. The listing shows at most 1,536 characters.
            - Copilot CLI: What the skill does, in up to 1024 characters; without one, the text of the body stands in. At most 1,024 characters; with a longer one the skill is skipped. With a value of another kind the skill is skipped.

            Also read by a plain Agent Skills client, Codex, OpenCode, Gemini CLI and 10 more
            ",
        );
    }

    #[test]
    fn a_host_that_sees_the_file_does_not_read_it() {
        check(
            "
            //# hosts = claude-code, opencode
            //- /home/shop/.claude/skills/pdf/SKILL.md
            ---
            context: fo$0rk
            ---
            ",
            "
            [fork]
            `context`

            - Claude Code: Where the skill runs: `fork` starts an agent of its own, `inline` stays in the conversation. It takes `inline` or `fork`.

            Also read by Copilot in VS Code

            Not read by OpenCode
            ",
        );
    }

    #[test]
    fn a_field_of_others_only() {
        check(
            "
            //# hosts = codex
            //- /home/shop/.agents/skills/pdf/SKILL.md
            ---
            shel$0l: bash
            ---
            ",
            "
            [shell]
            `shell`

            - Claude Code: The shell that runs the body's commands; `bash` unless said otherwise. It takes `bash` or `powershell`.

            Not read by Codex
            ",
        );
    }

    #[test]
    fn what_nobody_knows() {
        check("---\nnobo$0dy: x\n---\n", "nothing");
        check("---\nmetadata:\n  na$0me: x\n---\n", "nothing");
    }
}
