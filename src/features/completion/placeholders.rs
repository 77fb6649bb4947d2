//! The placeholders that the hosts fill in, and the arguments that the skill declares.

use crate::document::arguments::declared;
use crate::features::Context;
use crate::features::completion::body::Signed;
use crate::features::completion::{Completion, Documentation, Kind, names_of};
use crate::hosts::Host;
use crate::knowledge::fields::fact;
use crate::words::add_new;

/// The placeholders of the hosts that the author writes for.
pub(super) fn placeholders(context: &Context<'_>, signed: &Signed<'_>) -> Vec<Completion> {
    let hosts = || context.hosts.iter().map(AsRef::as_ref);
    let filling: Vec<&Host> = hosts().filter(|host| host.placeholders.arguments).collect();
    let mut items = Vec::new();
    let mut offer = |label: String, hosts: &[&Host], about: &str| {
        let names = names_of(hosts.iter().copied());
        items.push(Completion {
            detail: names.clone(),
            documentation: Documentation::Text(format!("{about} Filled in by {names}.").trim_start().to_owned()),
            ..Completion::plain(label, Kind::Placeholder, signed.span)
        });
    };
    if !filling.is_empty() {
        let declared = declared(context.document);
        let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b'_' | b'-');
        let is_name = |name: &&str| !name.is_empty() && name.bytes().all(is_sign);
        for name in declared.iter().map(|argument| argument.name.as_str()).filter(is_name) {
            let readers: Vec<&Host> =
                filling.iter().copied().filter(|host| fact(host, "arguments").is_some()).collect();
            if !readers.is_empty() {
                offer(format!("${name}"), &readers, &format!("The argument `{name}`, which this skill declares."));
            }
        }
        offer("$ARGUMENTS".to_owned(), &filling, "All that is typed behind the skill's name.");
        for (number, hosts, about) in numbered(&filling, declared.len().clamp(1, 9)) {
            offer(format!("${number}"), &hosts, &about);
        }
    }
    let mut names: Vec<&str> = Vec::new();
    add_new(&mut names, hosts().flat_map(|host| &host.placeholders.names).map(String::as_str));
    for name in names {
        let hosts: Vec<&Host> = hosts().filter(|host| host.placeholders.names.iter().any(|it| it == name)).collect();
        let about = hosts.iter().find_map(|host| host.placeholders.about.get(name));
        offer(format!("${{{name}}}"), &hosts, about.map(String::as_str).unwrap_or_default());
    }
    items
}

/// The numbers of so many arguments, each with the hosts that fill it in and which argument it is.
fn numbered<'a>(hosts: &[&'a Host], count: usize) -> Vec<(usize, Vec<&'a Host>, String)> {
    let place = |host: &Host, number: usize| if host.placeholders.from_zero { number + 1 } else { number };
    let numbers = (0..=count).filter_map(|number| {
        let is_filled = |host: &&Host| (1..=count).contains(&place(host, number));
        let hosts: Vec<&Host> = hosts.iter().copied().filter(is_filled).collect();
        let first = place(hosts.first()?, number);
        let about = match hosts.iter().all(|host| place(host, number) == first) {
            true => format!("Argument {first}."),
            false => {
                let each = hosts.iter().map(|host| format!("{} in {}", place(host, number), host.name));
                format!("Argument {}.", each.collect::<Vec<_>>().join(", "))
            }
        };
        Some((number, hosts, about))
    });
    numbers.collect()
}

#[cfg(test)]
mod tests {
    use crate::features::completion::testing::{after, documentation, labels};

    fn fixture(hosts: &str, body: &str) -> String {
        format!(
            "//# hosts = {hosts}\n//- /home/.claude/skills/pdf/SKILL.md\n---\nname: pdf\narguments: [issue, branch]\n---\n{body}\n"
        )
    }

    #[test]
    fn what_the_hosts_fill_in() {
        assert_eq!(
            labels(&fixture("claude-code", "Fix $$0")),
            [
                "$issue",
                "$branch",
                "$ARGUMENTS",
                "$0",
                "$1",
                "${CLAUDE_SKILL_DIR}",
                "${CLAUDE_PROJECT_DIR}",
                "${CLAUDE_SESSION_ID}",
                "${CLAUDE_EFFORT}",
                "${CLAUDE_PLUGIN_ROOT}",
                "${CLAUDE_PLUGIN_DATA}",
            ]
        );
        assert_eq!(labels(&fixture("agentskills", "Fix $$0")), Vec::<String>::new());
        assert_eq!(
            documentation(&fixture("claude-code", "Fix $$0"), "$issue"),
            "The argument `issue`, which this skill declares. Filled in by Claude Code."
        );
        assert_eq!(
            documentation(&fixture("claude-code", "Fix $$0"), "${CLAUDE_PROJECT_DIR}"),
            "The project's folder. Filled in by Claude Code."
        );
    }

    #[test]
    fn hosts_that_count_from_another_number() {
        let both = |label: &str| documentation(&fixture("claude-code, goose", "Fix $$0"), label);
        assert_eq!(both("$0"), "Argument 1. Filled in by Claude Code.");
        assert_eq!(both("$1"), "Argument 2 in Claude Code, 1 in Goose. Filled in by Claude Code, Goose.");
        assert_eq!(both("$2"), "Argument 2. Filled in by Goose.");
    }

    #[test]
    fn also_in_code_and_with_a_brace_that_the_editor_closed() {
        let text = after(&fixture("claude-code", "```sh\nsh ${CL$0}/x\n```"), "${CLAUDE_SKILL_DIR}");
        assert!(text.ends_with("---\n```sh\nsh ${CLAUDE_SKILL_DIR}/x\n```\n"), "{text}");
    }
}
